package mechanic

import (
	"math/big"
	"slices"
	"strings"

	"tirage/fair"
)

// bingoStep is one group's turn in sharing the balls out: with so many balls left for this group and those after it, how
// many of them are the group's. Steps are shared by all patterns whose remaining groups look alike, and are complete before
// the first print: totals and tables are filled in as the patterns ask for them.
type bingoStep struct {
	weight []*big.Int // by balls h of the group: C(size,h)·∏_cards ff(h, forced), in how many ways the group has h balls and the cards their demanded numbers
	next   *bingoStep // nil at the last group, which takes what is left
	totals []*big.Int // by balls left: the sum over all ways to share them out of the products of weights
	tables []*fair.Weighted
}

// bingoWalks makes steps and remembers them.
type bingoWalks struct {
	table *bingoTable
	steps map[string]*bingoStep
}

// step returns the first step for cards with these demands.
func (w *bingoWalks) step(demands []*bingoDemand) *bingoStep {
	var next *bingoStep
	var key strings.Builder // of this group and those after it
	forced := make([]int, len(demands))
	for _, g := range slices.Backward(w.table.order) {
		for j, d := range demands {
			forced[j] = d.forced[g]
		}
		slices.Sort(forced)
		key.WriteByte(byte(w.table.groups[g].size))
		for _, m := range forced {
			key.WriteByte(byte(m))
		}
		s := w.steps[key.String()]
		if s == nil {
			s = newBingoStep(w.table.groups[g].size, w.table.balls, forced, next)
			w.steps[key.String()] = s
		}
		next = s
	}
	return next
}

// newBingoStep computes the weights of one group.
func newBingoStep(size, balls int, forced []int, next *bingoStep) *bingoStep {
	s := &bingoStep{next: next, totals: make([]*big.Int, balls+1), tables: make([]*fair.Weighted, balls+1)}
	for h := range min(size, balls) + 1 {
		w := new(big.Int).Binomial(int64(size), int64(h))
		for _, m := range forced {
			w.Mul(w, orderedChoices(h, m))
		}
		s.weight = append(s.weight, w)
	}
	return s
}

// total is the sum over all ways to share left balls out among this group and those after it.
func (s *bingoStep) total(left int) *big.Int {
	if s.totals[left] != nil {
		return s.totals[left]
	}
	sum := new(big.Int)
	for h := range min(left+1, len(s.weight)) {
		sum.Add(sum, s.share(left, h))
	}
	s.totals[left] = sum
	return sum
}

// share is the part of total(left) in which this group has h balls.
func (s *bingoStep) share(left, h int) *big.Int {
	switch {
	case s.weight[h].Sign() == 0:
		return new(big.Int)
	case s.next != nil:
		return new(big.Int).Mul(s.weight[h], s.next.total(left-h))
	case h == left:
		return s.weight[h]
	}
	return new(big.Int)
}

// open makes the choice for left balls ready, and all that can follow it. total(left) must be positive.
func (s *bingoStep) open(left int) error {
	if s.next == nil || s.tables[left] != nil {
		return nil
	}
	shares := make([]*big.Int, min(left+1, len(s.weight)))
	for h := range shares {
		shares[h] = s.share(left, h)
		if shares[h].Sign() > 0 {
			if err := s.next.open(left - h); err != nil {
				return err
			}
		}
	}
	table, err := fair.NewWeighted(shares)
	s.tables[left] = table
	return err
}

// orderedChoices is the falling factorial n·(n-1)·…·(n-k+1): the number of ordered choices of k things out of n.
func orderedChoices(n, k int) *big.Int {
	f := big.NewInt(1)
	for i := range k {
		f.Mul(f, big.NewInt(int64(max(n-i, 0))))
	}
	return f
}
