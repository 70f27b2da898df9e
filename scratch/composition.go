package scratch

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"

	"tirage/money"
)

// Composition is what each part of a ticket pays so that they add up to a lot.
type Composition struct {
	Lot    int           // row of the prize table, -1 for the losing composition
	Amount money.Cents   // the lot's amount, 0 when losing
	Pays   []money.Cents // by part, in the order of Game.Parts
	Count  int64         // tickets per block

	outcomes [][]int // by surface: the outcomes that pay this surface's share
}

// Winning is the number of parts that pay.
func (c Composition) Winning() (n int) {
	for _, p := range c.Pays {
		if p > 0 {
			n++
		}
	}
	return n
}

// MaxCompositions bounds the compositions of one game: their numbers travel as 16 bits in envelopes.
const MaxCompositions = 20_000

// payment groups the outcomes of one surface that pay the same by part.
type payment struct {
	pays     [MaxParts]money.Cents
	total    money.Cents
	outcomes []int
}

// payments returns what a surface can pay, by rising total; the losing payment comes first.
func payments(s *Surface) []payment {
	var list []payment
	at := map[[MaxParts]money.Cents]int{}
	for i, o := range s.Mechanic.Outcomes() {
		j, known := at[o.Pays]
		if !known {
			j = len(list)
			at[o.Pays] = j
			list = append(list, payment{pays: o.Pays, total: o.Total()})
		}
		list[j].outcomes = append(list[j].outcomes, i)
	}
	slices.SortStableFunc(list, func(a, b payment) int {
		return cmp.Or(cmp.Compare(a.total, b.total), slices.CompareFunc(a.pays[:], b.pays[:], cmp.Compare[money.Cents]))
	})
	return list
}

// composer enumerates the compositions of one lot, surface by surface.
type composer struct {
	game   *Game
	bySurf [][]payment
	parts  []int                  // number of parts per surface
	reach  []map[money.Cents]bool // reach[i]: the totals that surfaces i… can pay together, up to the highest lot
	emit   func(pays []money.Cents, outcomes [][]int) bool
	pays   []money.Cents
	chosen [][]int
	steps  int // taken so far
}

// maxSteps bounds the search for compositions, in steps of about ten nanoseconds. The shipped games take some thousands; a hostile game file
// could ask for more than there is time.
const maxSteps = 20_000_000

// spent counts a step and reports whether too many were taken.
func (c *composer) spent() bool {
	c.steps++
	return c.steps > maxSteps
}

func newComposer(g *Game) *composer {
	c := &composer{game: g}
	highest := money.Cents(0)
	for _, l := range g.Table.Lots {
		highest = max(highest, l.Amount)
	}
	for i := range g.Surfaces {
		c.bySurf = append(c.bySurf, payments(&g.Surfaces[i]))
		c.parts = append(c.parts, len(g.Surfaces[i].Mechanic.Parts()))
	}
	c.reach = make([]map[money.Cents]bool, len(g.Surfaces)+1)
	c.reach[len(g.Surfaces)] = map[money.Cents]bool{0: true}
	for i := len(g.Surfaces) - 1; i >= 0; i-- {
		c.reach[i] = map[money.Cents]bool{}
		for _, p := range c.bySurf[i] {
			for rest := range c.reach[i+1] {
				if c.spent() {
					return c // compositions refuses
				}
				if sum := p.total + rest; sum <= highest && !c.reach[i][sum] {
					c.reach[i][sum] = true
					c.steps += 20 // it takes memory, too
				}
			}
		}
	}
	return c
}

// each calls emit for every composition of an amount, in a fixed order, until emit returns false.
func (c *composer) each(amount money.Cents, emit func(pays []money.Cents, outcomes [][]int) bool) {
	c.emit, c.pays, c.chosen = emit, c.pays[:0], c.chosen[:0]
	c.walk(0, amount)
}

func (c *composer) walk(surface int, rest money.Cents) bool {
	if surface == len(c.bySurf) {
		return rest != 0 || c.emit(c.pays, c.chosen)
	}
	if !c.reach[surface][rest] {
		return true
	}
	for _, p := range c.bySurf[surface] {
		if p.total > rest {
			break
		}
		if c.spent() {
			return false
		}
		n, m := len(c.pays), len(c.chosen)
		c.pays = append(c.pays, p.pays[:c.parts[surface]]...)
		c.chosen = append(c.chosen, p.outcomes)
		goOn := c.walk(surface+1, rest-p.total)
		c.pays, c.chosen = c.pays[:n], c.chosen[:m]
		if !goOn {
			return false
		}
	}
	return true
}

// compositions lists the compositions of row lot that the game's constraints and written compositions allow, each with its
// weight, without counts: those with fewer winning parts first, then those in which earlier parts pay more. ok is false when there are more than the limit.
func (c *composer) compositions(lot, limit int) (list []Composition, weights []*big.Rat, ok bool) {
	amount := c.game.Table.Lots[lot].Amount
	ok = true
	c.each(amount, func(pays []money.Cents, outcomes [][]int) bool {
		comp := Composition{Lot: lot, Amount: amount, Pays: slices.Clone(pays), outcomes: slices.Clone(outcomes)}
		if c.game.Mix.allows(comp) {
			list = append(list, comp)
		}
		ok = len(list) <= limit
		return ok
	})
	if !ok || c.steps > maxSteps {
		return nil, nil, false
	}
	slices.SortFunc(list, func(a, b Composition) int {
		return cmp.Or(cmp.Compare(a.Winning(), b.Winning()), slices.Compare(b.Pays, a.Pays))
	})
	if written := c.game.Mix.written(c.game, amount); len(written) > 0 {
		list, weights = pick(list, written)
		return list, weights, true
	}
	shared := map[int]int64{}
	for _, comp := range list {
		shared[comp.Winning()]++
	}
	kept := list[:0]
	for _, comp := range list {
		n := comp.Winning()
		if w := c.game.Mix.weight(n); w > 0 {
			kept = append(kept, comp)
			weights = append(weights, new(big.Rat).SetFrac(new(big.Int).SetUint64(w), big.NewInt(shared[n])))
		}
	}
	return kept, weights, true
}

// weight is the weight of all compositions together in which n parts win; without a list all compositions weigh the same by number.
func (m Mix) weight(n int) uint64 {
	if len(m.ByWinning) == 0 {
		return 1
	}
	if n < 1 || n > len(m.ByWinning) {
		return 0
	}
	return m.ByWinning[n-1]
}

func (m Mix) allows(c Composition) bool {
	n := c.Winning()
	for _, k := range m.Constraints {
		if len(k.Lots) > 0 && !slices.Contains(k.Lots, c.Amount) {
			continue
		}
		if n < k.Min || k.Max > 0 && n > k.Max {
			return false
		}
	}
	return true
}

// written returns the written compositions of a lot: by the text of what the parts pay, their weight.
func (m Mix) written(g *Game, amount money.Cents) map[string]uint64 {
	found := map[string]uint64{}
	parts := g.Parts()
	for _, w := range m.Written {
		if w.Lot != amount {
			continue
		}
		pays := make([]money.Cents, len(parts))
		for i, p := range parts {
			pays[i] = w.Pays[p.ID]
		}
		found[fmt.Sprint(pays)] += w.Weight
	}
	return found
}

func pick(list []Composition, written map[string]uint64) (kept []Composition, weights []*big.Rat) {
	for _, c := range list {
		if w := written[fmt.Sprint(c.Pays)]; w > 0 {
			kept = append(kept, c)
			weights = append(weights, new(big.Rat).SetFrac(new(big.Int).SetUint64(w), big.NewInt(1)))
		}
	}
	return kept, weights
}
