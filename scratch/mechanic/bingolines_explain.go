package mechanic

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"tirage/money"
	"tirage/scratch"
	"tirage/words"
)

// Explain says which lines are complete on which cards, and whether one shows the bonus.
func (b *bingoLines) Explain(cells []scratch.Code, r scratch.Reading) []scratch.Reason {
	v := &b.view
	var d bingoDrawn
	v.draw(&d, cells[:v.balls])
	var withLines, withBonus []int // card numbers
	lines := 0
	for j := range v.cards {
		m := v.covered(&d, cells[v.balls+j*v.printed:][:v.printed])
		if n := bits.OnesCount32(v.lines(m)); n > 0 {
			lines += n
			withLines = append(withLines, j+1)
		}
		if v.bonus != 0 && m&v.bonus == v.bonus {
			withBonus = append(withBonus, j+1)
		}
	}
	reasons := []scratch.Reason{b.explainLines(lines, withLines, r)}
	if len(b.parts) > 1 {
		reasons = append(reasons, b.explainBonus(withBonus, r))
	}
	return reasons
}

func (b *bingoLines) explainLines(lines int, cards []int, r scratch.Reading) scratch.Reason {
	reason := scratch.Reason{Part: b.parts[0].ID, Pays: r.Pays[0], Article: b.articles["lines_lose"]}
	if lines == 0 {
		reason.Why = money.Text{FR: "Aucune ligne horizontale complète.", EN: "No complete horizontal line."}
		return reason
	}
	fr := fmt.Sprintf("%s ligne%s complète%s (%s)", feminine(lines), plural(lines), plural(lines), cardList(cards, "carte", "et"))
	en := fmt.Sprintf("%s complete line%s (%s)", words.Number(int64(lines), money.EN), plural(lines), cardList(cards, "card", "and"))
	switch last := len(b.gains); {
	case lines > last && b.ruled.unreferred:
		fr += fmt.Sprintf(" : le tableau des gains s'arrête à %s ligne%s.", feminine(last), plural(last))
		en += fmt.Sprintf(": the table of gains ends at %s line%s.", words.Number(int64(last), money.EN), plural(last))
	case r.Note == scratch.AboveTable:
		fr += fmt.Sprintf(" : le tableau des gains s'arrête à %s ligne%s ; présentez le ticket à un centre de paiement.", feminine(last), plural(last))
		en += fmt.Sprintf(": the table of gains ends at %s line%s; take the ticket to a payment centre.", words.Number(int64(last), money.EN), plural(last))
	default:
		reason.Article = b.articles["lines_win"]
		fr += " : gain de " + b.currency.Format(r.Pays[0], money.FR) + "."
		en += ": wins " + b.currency.Format(r.Pays[0], money.EN) + "."
	}
	reason.Why = money.Text{FR: capital(fr), EN: capital(en)}
	return reason
}

func (b *bingoLines) explainBonus(cards []int, r scratch.Reading) scratch.Reason {
	reason := scratch.Reason{Part: b.parts[1].ID, Pays: r.Pays[1], Article: b.articles["bonus_lose"]}
	if len(cards) == 0 {
		reason.Why = money.Text{
			FR: "Aucune carte n'a tous ses numéros du bonus parmi les boules.",
			EN: "No card has all its bonus numbers among the balls.",
		}
		return reason
	}
	reason.Article = b.articles["bonus_win"]
	reason.Why = money.Text{
		FR: fmt.Sprintf("Tous les numéros du bonus d'une même carte sont parmi les boules (%s) : gain de %s.", cardList(cards, "carte", "et"), b.currency.Format(r.Pays[1], money.FR)),
		EN: fmt.Sprintf("All bonus numbers of one card are among the balls (%s): wins %s.", cardList(cards, "card", "and"), b.currency.Format(r.Pays[1], money.EN)),
	}
	return reason
}

// cardList is "carte 3", "cartes 1 et 4", "cartes 1, 2 et 4".
func cardList(cards []int, noun, and string) string {
	text := strconv.Itoa(cards[0])
	for i, c := range cards[1:] {
		link := ", "
		if i == len(cards)-2 {
			link = " " + and + " "
		}
		text += link + strconv.Itoa(c)
	}
	return noun + plural(len(cards)) + " " + text
}

// feminine is a number in French before a feminine noun: "une", "vingt et une".
func feminine(n int) string {
	text := words.Number(int64(n), money.FR)
	if text == "un" || strings.HasSuffix(text, " un") || strings.HasSuffix(text, "-un") {
		text += "e"
	}
	return text
}

// capital sets the first letter of a sentence.
func capital(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}
