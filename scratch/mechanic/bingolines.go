package mechanic

import (
	"fmt"

	"tirage/money"
	"tirage/ruling"
	"tirage/scratch"
)

// bingoLines is the surface of balls and cards: rows of a card whose numbers are all drawn, counted over all cards, and a bonus for one
// pattern of cells. Zones: balls, then card_1, card_2 …, each row by row without the star.
type bingoLines struct {
	table    *bingoTable
	view     bingoView
	zones    []scratch.Zone
	parts    []scratch.Part // lines, and the bonus if there is one
	gains    []money.Cents  // of 1, 2, 3 … lines
	bonus    money.Cents
	articles map[string]string
	outcomes []scratch.Outcome
	plans    []*bingoPlan // by outcome; that of the losing one has no patterns
	currency money.Currency
	ruled    bingoRuled
}

// bingoRuled is what the game file rules on reading a surface.
type bingoRuled struct {
	distinctBalls bool // a ball that stands twice is a misprint
	eachBonus     bool // the bonus pays for each card
	unreferred    bool // lines above the table are reported only
}

// bingoLinesKind describes the mechanic "bingo-lines".
func bingoLinesKind() Kind {
	return Kind{
		Name: "bingo-lines",
		About: money.Text{
			FR: "Des boules et des cartes : les lignes horizontales dont tous les numéros sont sortis se comptent sur toutes les cartes ; un bonus pour quelques cases d'une même carte.",
			EN: "Balls and cards: horizontal lines whose numbers are all drawn count over all cards; a bonus for a few cells of one card.",
		},
		Asks:   []ruling.Question{star, cardLayout, repeatedBall, bonusOnSeveralCards, yellowCells, nineLines},
		Schema: bingoLinesSchema(),
		New:    newBingoLines,
	}
}

// Kind is "bingo-lines".
func (b *bingoLines) Kind() string { return "bingo-lines" }

// Zones lists the balls and the cards.
func (b *bingoLines) Zones() []scratch.Zone { return b.zones }

// Parts lists the lines' game and the bonus.
func (b *bingoLines) Parts() []scratch.Part { return b.parts }

// Outcomes lists every number of lines of the table, without and with the bonus.
func (b *bingoLines) Outcomes() []scratch.Outcome { return b.outcomes }

// Amounts is nil: the gains are printed in clear.
func (b *bingoLines) Amounts() *scratch.Alphabet { return nil }

// Fault finds a ball that stands twice, if that is ruled a misprint. Otherwise any listed numbers are valid, and a repeated one counts as often
// as it says, once.
func (b *bingoLines) Fault(cells []scratch.Code) scratch.Fault {
	if !b.ruled.distinctBalls {
		return scratch.Fault{}
	}
	if i := repeated(cells[:b.view.balls]); i >= 0 {
		return scratch.Fault{Kind: scratch.ElementRepeated, Cell: i}
	}
	return scratch.Fault{}
}

// Legend lists what each number of lines pays, and the bonus.
func (b *bingoLines) Legend() []scratch.LegendRow {
	var rows []scratch.LegendRow
	for i, gain := range b.gains {
		rows = append(rows, scratch.LegendRow{Label: countedLines(i + 1), Pays: gain})
	}
	if b.bonus > 0 {
		rows = append(rows, scratch.LegendRow{Label: b.parts[1].Name, Pays: b.bonus})
	}
	return rows
}

// listOutcomes lists the outcomes, fewest lines first, without the bonus before with it.
func (b *bingoLines) listOutcomes() {
	for lines := range len(b.gains) + 1 {
		for bonus := range len(b.parts) {
			o := scratch.Outcome{Weight: 1, Label: countedLines(lines)}
			if lines > 0 {
				o.Pays[0] = b.gains[lines-1]
			}
			switch {
			case bonus == 1 && lines == 0:
				o.Label = money.Text{FR: "bonus", EN: "bonus"}
			case bonus == 1:
				o.Label.FR += " + bonus"
				o.Label.EN += " + bonus"
			}
			if bonus == 1 {
				o.Pays[1] = b.bonus
			}
			b.outcomes = append(b.outcomes, o)
		}
	}
}

// linesOf returns how many lines and bonus cards an outcome shows.
func (b *bingoLines) linesOf(outcome int) (lines, bonus int) {
	return outcome / len(b.parts), outcome % len(b.parts)
}

// countedLines is "2 lignes" / "2 lines".
func countedLines(n int) money.Text {
	t := money.Text{FR: fmt.Sprintf("%d ligne%s", n, plural(n)), EN: fmt.Sprintf("%d lines", n)}
	if n == 1 {
		t.EN = "1 line"
	}
	return t
}
