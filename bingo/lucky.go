package bingo

import (
	"slices"

	"tirage/fair"
)

// MaxLucky is how many lucky numbers a player may choose at most (art. 2.2).
const MaxLucky = 5

// CheckLucky returns nil if some card of the model has all these numbers on its first grid, or a Refusal:
//
//   - lucky_count: no number, or more than MaxLucky;
//   - lucky_range: a number that the machine has no ball for;
//   - lucky_repeats: a number twice;
//   - lucky_column: more numbers of one column than a grid has rows (with 75 balls this cannot be).
func CheckLucky(m Model, lucky []Ball) error {
	if !m.Known() {
		return refuse("model_unknown", "there is no card model %d", uint8(m))
	}
	if len(lucky) == 0 || len(lucky) > MaxLucky {
		return refuse("lucky_count", "choose 1 to %d lucky numbers, not %d", MaxLucky, len(lucky))
	}
	machine := m.Machine()
	var count [MaxColumns]int
	for i, b := range lucky {
		if !machine.Has(b) {
			return refuse("lucky_range", "%d is not one of the %d balls", b, machine.Balls())
		}
		if slices.Contains(lucky[:i], b) {
			return refuse("lucky_repeats", "%d is chosen twice", b)
		}
		count[machine.Column(b)]++
	}
	for c, n := range count {
		if n > m.Rows() {
			first, size := machine.Span(c)
			return refuse("lucky_column", "a grid has at most %d of the numbers %d to %d, and %d are chosen: take fewer of them",
				m.Rows(), first, int(first)+size-1, n)
		}
	}
	return nil
}

// Given returns the sampler of the cards whose first grid has all the lucky numbers, exactly uniform among them. It shares the
// tables of s, and refuses what CheckLucky refuses. A sampler that is itself given lucky numbers forgets them.
func (s *Sampler) Given(lucky []Ball) (*Sampler, error) {
	if err := CheckLucky(s.model, lucky); err != nil {
		return nil, err
	}
	given := *s
	given.lucky = slices.Sorted(slices.Values(lucky))
	for c := range s.model.Columns() {
		first, size := s.model.Machine().Span(c)
		given.columns[c] = newColumnPlan(first, size, given.lucky)
	}
	return &given, nil
}

// Lucky returns the lucky numbers, ascending, or none.
func (s *Sampler) Lucky() []Ball { return slices.Clone(s.lucky) }

// falling[k][l] is in how many ways l numbers can be set into k cells.
var falling = [gridRows + 1][gridRows + 1]uint64{{1}, {1, 1}, {1, 2, 2}, {1, 3, 6, 6}}

// keeps decides whether a pattern may be used with the lucky numbers. Of all ways to set the numbers into a pattern, those with the l
// lucky numbers of a column among the k cells of the first grid are as many as k·(k-1)·…·(k-l+1), times what does not depend
// on the pattern. So it keeps a pattern in proportion to the product of these, which makes the card exactly uniform. The
// patterns of 75-ball cards are all the same.
func (s *Sampler) keeps(t *fair.Tape, p *pattern) bool {
	if len(s.lucky) == 0 || s.model.Machine() == Machine75 {
		return true
	}
	ways, most := uint64(1), uint64(1)
	for c := range s.model.Columns() {
		l := len(s.columns[c].lucky)
		ways *= falling[p.count(c, gridRows)][l]
		most *= falling[gridRows][l]
	}
	return t.N(most) < ways
}
