package mechanic

import (
	"math/big"
	"slices"

	"tirage/fair"
)

// A winning face is printed from a pattern: which rows of which cards the press wants complete, and which card shows
// the bonus. To a pattern belong all faces on which at least that shows. The press chooses a pattern in proportion to the
// number of those faces, then one of them uniformly, and keeps it if nothing more shows; if not, it starts over with another
// pattern. Why a kept face is exactly uniform among the faces with k lines and b bonus cards: let the patterns with k rows and b
// bonus cards be P, and A(p) the number of faces at least showing p. One try ends with pattern p and face f, f showing at least
// p, with probability A(p)/ΣA · 1/A(p) = 1/ΣA. A face with exactly k lines and b bonus cards shows at least one pattern of P, its own,
// and no other, since another one would have a row or a bonus that it does not show. So each such face is kept with the same
// probability 1/ΣA, whichever it is, and tries are independent. A pattern that demands a row or a bonus without counting it
// (the three middle rows complete, but no bonus) has no face to keep; it is left out, which takes nothing from the argument.
//
// Counting. The numbers of a group g (a column: 15 numbers) reach the cells of that group alone. Let h_g be the number of balls
// of group g, Σh = balls, and m_jg the cells that the pattern demands of card j in it, out of f_g. Given the h_g drawn numbers, card j
// has ff(h_g, m_jg) ordered choices of drawn numbers for the demanded cells and ff(s_g - m_jg, f_g - m_jg) ordered choices among all that is left of
// the s_g numbers for the others, ff being the falling factorial. Hence
//
//	A(p) = balls! · Σ_h ∏_g [ C(s_g, h_g) · ∏_j ff(h_g, m_jg) · ff(s_g - m_jg, f_g - m_jg) ].
//
// The last factor does not depend on h; what remains is summed group by group (bingoStep). A(p) depends on the demanded counts
// alone, so cards whose demands have the same lines, bonus and counts are of one kind, and patterns with the same kinds on some order of
// the cards make one class.

// bingoKind is a set of demands that count alike.
type bingoKind struct {
	like    bingoDemand // any of them
	members []bingoDemand
}

// bingoClass is a set of patterns that count alike: a list of kinds, to be dealt to the cards in any order.
type bingoClass struct {
	kinds  []*bingoKind // one per card, equal ones side by side
	member draws        // the choice of one pattern: len(members) of each kind, then cards, cards-1, … 2 to deal them
	weight *big.Int     // number of patterns × A / balls!
	walk   *bingoStep
}

// bingoPlan is how to print one winning outcome.
type bingoPlan struct {
	lines, bonus int
	classes      []bingoClass
	pick         *fair.Weighted
}

// kinds sorts all demands into kinds. With all, demands that no card fulfils without showing more are listed too.
func (t *bingoTable) kinds(all bool) []*bingoKind {
	var kinds []*bingoKind
	for _, bonus := range []bool{false, true} {
		if bonus && t.bonusMask == 0 {
			continue
		}
		for rows := range 1 << t.rows {
			d := t.demand(rows, bonus)
			if !all && !t.possible(d) {
				continue
			}
			i := slices.IndexFunc(kinds, func(k *bingoKind) bool {
				return k.like.lines == d.lines && k.like.bonus == d.bonus && k.like.forced == d.forced
			})
			if i < 0 {
				kinds = append(kinds, &bingoKind{like: d})
				i = len(kinds) - 1
			}
			kinds[i].members = append(kinds[i].members, d)
		}
	}
	return kinds
}

// classes lists the classes of patterns with so many rows and bonus cards that some face can show, in lexicographic order of kinds.
func (w *bingoWalks) classes(kinds []*bingoKind, lines, bonus int) []bingoClass {
	var classes []bingoClass
	dealt := make([]*bingoKind, 0, w.table.cards)
	var deal func(from, lines, bonus int)
	deal = func(from, lines, bonus int) {
		if len(dealt) == w.table.cards {
			if lines == 0 && bonus == 0 {
				if c := w.class(slices.Clone(dealt)); c.weight.Sign() > 0 {
					classes = append(classes, c)
				}
			}
			return
		}
		for i, k := range kinds[from:] {
			shows := 0
			if k.like.bonus {
				shows = 1
			}
			if k.like.lines <= lines && shows <= bonus {
				dealt = append(dealt, k)
				deal(from+i, lines-k.like.lines, bonus-shows)
				dealt = dealt[:len(dealt)-1]
			}
		}
	}
	deal(0, lines, bonus)
	return classes
}

// class counts one class.
func (w *bingoWalks) class(kinds []*bingoKind) bingoClass {
	demands := make([]*bingoDemand, len(kinds))
	c := bingoClass{kinds: kinds, weight: new(big.Int).MulRange(1, int64(len(kinds)))}
	var bounds []uint64
	run := 0
	for i, k := range kinds {
		demands[i] = &k.like
		bounds = append(bounds, uint64(len(k.members)))
		c.weight.Mul(c.weight, big.NewInt(int64(len(k.members))))
		if i == 0 || kinds[i-1] != k {
			run = 0
		}
		run++
		c.weight.Quo(c.weight, big.NewInt(int64(run))) // the orders of equal kinds are one
	}
	c.member = newDraws(append(bounds, descending(len(kinds), len(kinds)-1)...)...)
	c.walk = w.step(demands)
	c.weight.Mul(c.weight, c.walk.total(w.table.balls))
	for g, group := range w.table.groups {
		for _, d := range demands {
			c.weight.Mul(c.weight, w.choices[group.size-d.forced[g]][len(group.cells)-d.forced[g]])
		}
	}
	return c
}

// plan prepares the printing of k lines with or without the bonus; nil if no pattern has a face.
func (w *bingoWalks) plan(kinds []*bingoKind, lines, bonus int) (*bingoPlan, error) {
	p := &bingoPlan{lines: lines, bonus: bonus, classes: w.classes(kinds, lines, bonus)}
	if len(p.classes) == 0 {
		return nil, nil
	}
	weights := make([]*big.Int, len(p.classes))
	for i, c := range p.classes {
		weights[i] = c.weight
		if err := c.walk.open(w.table.balls); err != nil {
			return nil, err
		}
	}
	var err error
	p.pick, err = fair.NewWeighted(weights)
	return p, err
}
