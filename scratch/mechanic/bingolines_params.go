package mechanic

import (
	"fmt"
	"slices"

	"tirage/fair"
	"tirage/money"
	"tirage/ruling"
	"tirage/scratch"
)

// bingoMaxTable is the most rows of a table of gains. Each costs the printing of all its patterns a place in memory.
const bingoMaxTable = 10

// bingoLinesSchema describes the parameters.
func bingoLinesSchema() string {
	game := []field{
		stringField("id", "The game's id, unique on the ticket."),
		textField("name", "The game's name."),
		stringField("article", "The article that describes the game."),
	}
	lines := append(game[:3:3], field{"table", described("What 1, 2, 3 … lines pay.", fmt.Sprintf(`"type":"array","minItems":1,"maxItems":%d,"items":{%s}`, bingoMaxTable, amountBody))})
	bonus := append(game[:3:3], amountField("amount", "What the bonus pays, once."),
		listField("cells", "The cells of the bonus, each as [row, column] from 1. Unless written, the four around the star.",
			`"type":"array","minItems":2,"maxItems":2,"items":{"type":"integer","minimum":1}`))
	articles := []string{"lines_win", "lines_lose"}
	return objectSchema([]string{"balls", "numbers", "cards", "rows", "columns", "lines", "articles"},
		intField("balls", "Balls to scratch.", 1, bingoMaxNumbers),
		numbersField("numbers", "The numbers of the balls and the cards."),
		intField("cards", "Cards on the ticket.", 1, bingoMaxCards),
		intField("rows", "Rows of a card.", 1, bingoMaxSide),
		intField("columns", "Columns of a card.", 1, bingoMaxSide),
		field{"star", described("The middle cell is a star and counts as covered. Unless written, true.", `"type":"boolean"`)},
		field{"layout", described("columns: each column prints an equal share of the numbers, in the order listed. anywhere: any number in any cell. Unless written, columns.",
			`"enum":["columns","anywhere"]`)},
		field{"lines", objectSchema([]string{"id", "table"}, lines...)},
		field{"bonus", objectSchema([]string{"id", "amount"}, bonus...)},
		articlesField(articles, "bonus_win", "bonus_lose", "balls", "cards"),
		namesField(),
		captionsField(),
	)
}

// newBingoLines reads the parameters and prepares the printing of all outcomes.
func newBingoLines(raw []byte, env Env) (scratch.Mechanic, []scratch.Problem) {
	p := newParams(raw, env)
	b := &bingoLines{currency: env.Currency}
	b.ruled = bingoRuled{p.rules(repeatedBall, misprint), p.rules(bonusOnSeveralCards, "paid_for_each_card"), p.rules(nineLines, "loses_unreferred")}
	surface := p.part()
	bonusParams := b.readParts(p, surface)
	grid := p.readBingoGrid()
	bonus := readBonusCells(bonusParams, grid)
	zoneArticles := b.readArticles(p)
	numbers := p.numbers("numbers")
	p.contradictBingo(grid, len(numbers), bonusParams != nil)
	if p.clean() && p.checkBingo(grid, numbers) {
		b.table = newBingoTable(grid, len(numbers), bonus)
		b.view = newBingoView(grid, len(numbers), bonus)
		specs := []zoneSpec{{
			id: "balls", name: money.Text{FR: "BOULES", EN: "BALLS"}, cells: grid.balls, from: "numbers",
			elements: p.env.numberElements(numbers),
		}}
		for j := range grid.cards {
			id := fmt.Sprintf("card_%d", j+1)
			zoneArticles[id] = zoneArticles["cards"]
			specs = append(specs, zoneSpec{
				id: id, name: money.Text{FR: fmt.Sprintf("CARTE %d", j+1), EN: fmt.Sprintf("CARD %d", j+1)},
				cells: b.table.printed, from: "numbers", elements: specs[0].elements, likeZone: "balls",
			})
		}
		b.zones = p.zones(zoneArticles, specs...)
	} else {
		p.has("names")
		p.has("captions")
	}
	if p.clean() {
		b.listOutcomes()
		b.preparePrint(p)
	}
	if found := p.problems(); len(found) > 0 {
		return nil, found
	}
	return b, nil
}

// readParts reads the two games of the surface, and returns the bonus's object; nil without a bonus.
func (b *bingoLines) readParts(p *params, surface scratch.Part) *params {
	part := func(field string, name money.Text) (*params, scratch.Part) {
		n := p.object(field, field == "lines")
		part := scratch.Part{Name: n.text("name", name), Article: n.string("article", surface.Article)}
		if it, ok := n.need("id", `name the game, as "game1"`); ok {
			part.ID, _ = n.asString(it)
		}
		return n, part
	}
	n, lines := part("lines", money.Text{FR: "Lignes", EN: "Lines"})
	b.parts = []scratch.Part{lines}
	b.gains = n.prizes("table", false)
	if len(b.gains) > bingoMaxTable {
		n.wrong("table", "list_too_long", "shorten it", "a table of gains has at most %d rows, this one has %d", bingoMaxTable, len(b.gains))
	}
	if !p.has("bonus") {
		return nil
	}
	n, bonus := part("bonus", money.Text{FR: "Bonus", EN: "Bonus"})
	b.parts = append(b.parts, bonus)
	b.bonus = n.prize("amount")
	if lines.ID == bonus.ID {
		n.wrong("id", "repeated_part", "give each game its own id", "both games are called %q", bonus.ID)
	}
	return n
}

// readArticles reads the articles of the two games and of the zones.
func (b *bingoLines) readArticles(p *params) map[string]string {
	required := []string{"lines_win", "lines_lose"}
	if len(b.parts) > 1 {
		required = append(required, "bonus_win", "bonus_lose")
	}
	b.articles = p.articles(required, []string{"balls", "cards"})
	return b.articles
}

// readBingoGrid reads the geometry.
func (p *params) readBingoGrid() (g bingoGrid) {
	required := func(field string, most int) int {
		it, ok := p.need(field, "write a whole number")
		if !ok {
			return 0
		}
		n, _ := p.asInt(it, 1, most)
		return n
	}
	g.balls = required("balls", bingoMaxNumbers)
	g.cards = required("cards", bingoMaxCards)
	g.rows = required("rows", bingoMaxSide)
	g.columns = required("columns", bingoMaxSide)
	g.star = p.bool("star", true)
	layout := p.string("layout", "columns")
	if ruled, written := p.ruled(cardLayout); written {
		p.saidTwice(cardLayout, "layout")
		layout = map[bool]string{true: "anywhere", false: "columns"}[ruled == "anywhere"]
	}
	switch layout {
	case "columns":
		g.byColumns = true
	case "anywhere":
	default:
		p.wrong("layout", "unknown_layout", scratch.Suggest(layout, []string{"columns", "anywhere"}), "there is no layout %q", layout)
	}
	if g.star && p.clean() && (g.rows%2 == 0 || g.columns%2 == 0 || g.columns == 1) {
		p.wrong("star", "no_middle", "write star: false, or odd numbers of rows and columns (three columns at least)",
			"a star needs a middle cell in a row with numbers, %d rows and %d columns have none", g.rows, g.columns)
	}
	return g
}

// readBonusCells returns the grid cells of the bonus pattern, none without a bonus.
func readBonusCells(n *params, g bingoGrid) (cells []int) {
	if n == nil {
		return nil
	}
	n.saidTwice(yellowCells, "cells")
	known := n.has("cells")
	if !n.clean() {
		return nil // the grid is not known
	}
	star := g.rows * g.columns / 2
	if !known && g.star && g.rows > 1 {
		if n.rules(yellowCells, "diagonal_to_the_star") {
			return []int{star - g.columns - 1, star - g.columns + 1, star + g.columns - 1, star + g.columns + 1}
		}
		return []int{star - g.columns, star - 1, star + 1, star + g.columns}
	}
	for _, it := range n.list("cells", "list the cells, as [[2, 3], [3, 2]]: row and column from 1") {
		pair := n.elements(it)
		if len(pair) != 2 {
			n.report(it.path, "wrong_length", "write row and column, as [2, 3]", "a cell is two numbers")
			continue
		}
		row, ok := n.asInt(pair[0], 1, g.rows)
		column, ok2 := n.asInt(pair[1], 1, g.columns)
		cell := (row-1)*g.columns + column - 1
		switch {
		case !ok || !ok2:
		case g.star && cell == star:
			n.report(it.path, "star_cell", "choose another cell", "the star holds no number")
		case slices.Contains(cells, cell):
			n.report(it.path, "repeated_cell", "leave one out", "this cell is listed twice")
		default:
			cells = append(cells, cell)
		}
	}
	return cells
}

// contradictBingo finds rulings that speak of what the surface has not.
func (p *params) contradictBingo(g bingoGrid, numbers int, bonus bool) {
	if p.writes(star, "covered") && !g.star {
		p.contradicted(star, "the star is ruled to be covered, but the cards have none")
	}
	if p.writes(cardLayout, "fifteen_numbers_a_column") && numbers > 0 && g.columns > 0 && numbers != 15*g.columns {
		p.contradicted(cardLayout, "fifteen numbers a column are ruled, but there are %d numbers for %d columns", numbers, g.columns)
	}
	for _, q := range []ruling.Question{yellowCells, bonusOnSeveralCards} {
		if _, written := p.ruled(q); written && !bonus {
			p.contradicted(q, "the bonus is ruled, but the surface has none")
		}
	}
	if _, written := p.ruled(yellowCells); written && bonus && (!g.star || g.rows == 1) {
		p.contradicted(yellowCells, "the cells around the star are ruled, but the cards have no star with cells around it")
	}
}

// checkBingo checks that the numbers suffice.
func (p *params) checkBingo(g bingoGrid, numbers []int) bool {
	printed := g.rows * g.columns
	if g.star {
		printed--
	}
	n := len(numbers)
	switch {
	case n > bingoMaxNumbers:
		p.wrong("numbers", "list_too_long", "leave some out", "there are %d numbers, at most %d are possible", n, bingoMaxNumbers)
	case g.balls > n:
		p.wrong("balls", "too_few_numbers", "lower it or list more numbers", "%d balls cannot differ with %d numbers", g.balls, n)
	case g.byColumns && n%g.columns != 0:
		p.wrong("numbers", "uneven_columns", "list as many numbers for each column, or write layout: anywhere", "%d numbers cannot be shared equally by %d columns", n, g.columns)
	case g.byColumns && n/g.columns < g.rows:
		p.wrong("numbers", "too_few_numbers", "list more numbers", "a column of %d rows needs as many numbers, it has %d", g.rows, n/g.columns)
	case n < printed:
		p.wrong("numbers", "too_few_numbers", "list more numbers", "a card needs %d numbers, there are %d", printed, n)
	}
	return p.clean()
}

// preparePrint prepares all outcomes and tries each: one that the press could not print, or hardly ever, is a problem of the parameters.
func (b *bingoLines) preparePrint(p *params) {
	const tries = 1000
	walks := newBingoWalks(b.table)
	kinds := b.table.kinds(false)
	tape := fair.NewTape([32]byte{})
	cells := make([]scratch.Code, b.table.cells())
	for i, o := range b.outcomes {
		lines, bonus := b.linesOf(i)
		plan, err := walks.plan(kinds, lines, bonus)
		if err != nil || plan == nil {
			p.report(p.path, "impossible_outcome", "shorten the table of gains or change the grid", "no ticket can show exactly this: %s", o.Label.EN)
			return
		}
		if i == 0 {
			plan = &bingoPlan{}
		}
		b.plans = append(b.plans, plan)
		var d bingoDraft
		for n := 0; !b.table.try(tape, &d, plan, cells); n++ {
			if n == tries {
				p.report(p.path, "rare_outcome", "shorten the table of gains or change the grid", "none of %d faces tried shows exactly this: %s", tries, o.Label.EN)
				return
			}
		}
	}
}
