package odds

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"tirage/money"
)

// Change is one figure that differs between two sheets. Before or After is "" where only one sheet has it.
type Change struct {
	What   string     `json:"what"`
	Before string     `json:"before"`
	After  string     `json:"after"`
	Name   money.Text `json:"-"` // What, in both languages
}

// Diff lists what differs between two sheets, in the order of a sheet; nil if nothing does.
func Diff(a, b *Sheet) []Change {
	before, order := a.figures()
	after, more := b.figures()
	for _, name := range more {
		if _, known := before[name.EN]; !known {
			order = append(order, name)
		}
	}
	var changes []Change
	for _, name := range order {
		if what := name.EN; before[what] != after[what] {
			changes = append(changes, Change{what, before[what], after[what], name})
		}
	}
	return changes
}

// figures flattens a sheet into named figures, exact where it matters.
func (s *Sheet) figures() (figures map[string]string, order []money.Text) {
	figures = map[string]string{}
	add := func(value any, en, fr string, args ...any) {
		name := money.Text{EN: fmt.Sprintf(en, args...), FR: fmt.Sprintf(fr, args...)}
		if len(args) > 0 { // the one point that can occur is that of an amount
			name.FR = strings.ReplaceAll(name.FR, ".", ",")
		}
		figures[name.EN] = fmt.Sprint(value)
		order = append(order, name)
	}
	amount := s.plain
	add(s.Currency, "currency", "monnaie")
	add(amount(s.Price), "price", "prix")
	add(s.Tickets, "tickets per block", "tickets par bloc")
	add(s.LotCount, "lots", "lots")
	add(amount(s.LotTotal), "total of lots", "total des lots")
	add(s.Return.Percent()+" %", "return", "retour")
	add("1 in "+s.AnyLot.OneIn(), "any lot", "un lot")
	add("1 in "+s.AbovePrice.OneIn(), "a lot above the price", "un lot au-dessus du prix")
	for _, l := range s.Lots {
		add(l.Count, "lot %s: count", "lot %s : nombre", amount(l.Amount))
		add(l.Compositions, "lot %s: compositions", "lot %s : compositions", amount(l.Amount))
	}
	for _, c := range s.Compositions {
		add(c.Count, "lot %s as %s: count", "lot %s par %s : nombre", amount(c.Lot), s.Describe(c))
	}
	for _, surface := range s.Surfaces {
		for _, part := range surface.Parts {
			for _, p := range part.Pays {
				add(p.Count, "%s pays %s: count", "%s paie %s : nombre", part.ID, amount(p.Amount))
			}
		}
		for _, d := range surface.Decoys {
			add(d.Share.RatString(), "%s: share of %s on losing spots", "%s : part de %s aux places perdantes", surface.ID, amount(d.Amount))
		}
	}
	return figures, order
}

// Describe writes a composition in one line: "roulette 6 + bonus 3".
func (s *Sheet) Describe(c CompositionOdds) string {
	text := ""
	for i, p := range c.Pays {
		if i > 0 {
			text += " + "
		}
		text += p.Part + " " + s.plain(p.Amount)
	}
	return text
}

func (s *Sheet) plain(a money.Cents) string {
	c, err := money.ParseCurrency(s.Currency)
	if err != nil { // a sheet is made from a game, whose currency is known
		return fmt.Sprint(int64(a))
	}
	return c.Plain(a)
}

func descending(counts map[money.Cents]int64) []money.Cents {
	return slices.SortedFunc(maps.Keys(counts), func(a, b money.Cents) int { return cmp.Compare(b, a) })
}
