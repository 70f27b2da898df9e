package scratch

import (
	"tirage/money"
	"tirage/ruling"
)

// Questions lists what a regulation may leave open about a whole game. What it leaves open about a kind of surface is listed with the kind.
func Questions() []ruling.Question {
	return []ruling.Question{prizeTable, inscriptions, shownAmounts}
}

var (
	prizeTable = ruling.Question{
		Name:  "prize_table",
		About: money.Text{FR: "D'où viennent les lignes du tableau de lots", EN: "Where the rows of the prize table come from"},
		Choices: []ruling.Choice{
			{Name: "published", About: money.Text{FR: "Elles sont dans le règlement.", EN: "They stand in the regulation."}},
			{Name: "reconstruction", About: money.Text{FR: "Elles sont reconstituées, et reconstruction le dit.", EN: "They were reconstructed, and reconstruction says so."}},
		},
	}
	inscriptions = ruling.Question{
		Name:    "inscriptions",
		About:   money.Text{FR: "Les transcriptions que le règlement ne donne pas", EN: "The inscriptions that the regulation does not give"},
		Choices: []ruling.Choice{{Name: "in_letters", About: money.Text{FR: "Sommes et numéros en toutes lettres.", EN: "Amounts and numbers in words."}}},
	}
	shownAmounts = ruling.Question{
		Name:  "shown_amounts",
		About: money.Text{FR: "Les sommes inscrites sous la couche", EN: "The amounts under the coating"},
		Choices: []ruling.Choice{
			{Name: "as_listed", About: money.Text{FR: "Celles que chaque surface énumère.", EN: "Those that each surface lists."}},
			{Name: "lots_of_the_table", About: money.Text{FR: "Rien que des lots du tableau, et zéro.", EN: "Nothing but lots of the prize table, and zero."}},
		},
	}
)

// rulings finds choices that the game itself contradicts. That they are choices at all is for whoever knows the kinds of surfaces.
func (c *checker) rulings() {
	g := c.game
	contradicted := func(q ruling.Question, format string, args ...any) {
		c.add(ruling.Place(g.Rulings, q.Name), "ruling_contradicted", ruling.Listed("choices", q.Names()), format, args...)
	}
	reconstructed := g.Reconstruction != money.Text{}
	switch choice := ruling.Chosen(g.Rulings, prizeTable.Name); {
	case choice == "reconstruction" && !reconstructed:
		contradicted(prizeTable, `the prize table is ruled a reconstruction, but "reconstruction" does not say what was reconstructed`)
	case choice == "published" && reconstructed:
		contradicted(prizeTable, `the prize table is ruled to be published, but "reconstruction" says otherwise`)
	}
	if ruling.Chosen(g.Rulings, shownAmounts.Name) != "lots_of_the_table" {
		return
	}
	for i := range g.Surfaces {
		if a, ok := g.notALot(&g.Surfaces[i]); ok {
			contradicted(shownAmounts, "the amounts shown are ruled to be lots of the table, but %q shows %s", g.Surfaces[i].ID, c.plain(a))
			return
		}
	}
}

// notALot returns an amount on a surface that is no lot of the table.
func (g *Game) notALot(s *Surface) (money.Cents, bool) {
	if s.Mechanic == nil {
		return 0, false
	}
	lots := map[money.Cents]bool{0: true}
	for _, l := range g.Table.Lots {
		lots[l.Amount] = true
	}
	for _, z := range s.Mechanic.Zones() {
		for c := range z.Alphabet.Len() {
			if a := z.Alphabet.At(Code(c + 1)).Amount; !lots[a] {
				return a, true
			}
		}
	}
	return 0, false
}
