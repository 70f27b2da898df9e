package odds

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"tirage/money"
)

// Change is one figure that differs between two sheets. Before or After is "" where only one sheet has it.
type Change struct {
	What   string `json:"what"`
	Before string `json:"before"`
	After  string `json:"after"`
}

// Diff lists what differs between two sheets, in the order of a sheet; nil if nothing does.
func Diff(a, b *Sheet) []Change {
	before, order := a.figures()
	after, more := b.figures()
	for _, key := range more {
		if _, known := before[key]; !known {
			order = append(order, key)
		}
	}
	var changes []Change
	for _, key := range order {
		if before[key] != after[key] {
			changes = append(changes, Change{key, before[key], after[key]})
		}
	}
	return changes
}

// figures flattens a sheet into named figures, exact where it matters.
func (s *Sheet) figures() (figures map[string]string, order []string) {
	figures = map[string]string{}
	add := func(value any, format string, args ...any) {
		key := fmt.Sprintf(format, args...)
		figures[key] = fmt.Sprint(value)
		order = append(order, key)
	}
	amount := s.plain
	add(s.Currency, "currency")
	add(amount(s.Price), "price")
	add(s.Tickets, "tickets per block")
	add(s.LotCount, "lots")
	add(amount(s.LotTotal), "total of lots")
	add(s.Return.Percent()+" %", "return")
	add("1 in "+s.AnyLot.OneIn(), "any lot")
	add("1 in "+s.AbovePrice.OneIn(), "a lot above the price")
	for _, l := range s.Lots {
		add(l.Count, "lot %s: count", amount(l.Amount))
		add(l.Compositions, "lot %s: compositions", amount(l.Amount))
	}
	for _, c := range s.Compositions {
		add(c.Count, "lot %s as %s: count", amount(c.Lot), s.Describe(c))
	}
	for _, surface := range s.Surfaces {
		for _, part := range surface.Parts {
			for _, p := range part.Pays {
				add(p.Count, "%s pays %s: count", part.ID, amount(p.Amount))
			}
		}
		for _, d := range surface.Decoys {
			add(d.Share.RatString(), "%s: share of %s on losing spots", surface.ID, amount(d.Amount))
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
