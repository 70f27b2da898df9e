package mechanic

import (
	"math/big"
	"slices"

	"tirage/fair"
)

// bingoStep is one group's turn in sharing the balls out: with so many balls left for this group and those after it, how
// many of them are the group's. Steps are shared by all patterns whose remaining groups look alike, and are complete before
// the first print: totals and tables are filled in as the patterns ask for them.
type bingoStep struct {
	weight []*big.Int       // by balls h of the group: C(size,h)·∏_cards ff(h, forced), in how many ways the group has h balls and the cards their demanded numbers
	next   *bingoStep       // nil at the last group, which takes what is left
	totals []*big.Int       // by balls left: the sum over all ways to share them out of the products of weights
	shares [][]*big.Int     // by balls left, then by balls of the group: what totals sums up
	tables []*fair.Weighted // the choice among shares
}

// bingoWalks makes steps and remembers them.
type bingoWalks struct {
	table   *bingoTable
	steps   map[string]*bingoStep // by the group and those after it: their sizes and their sorted demanded counts
	weights map[string][]*big.Int // by the group alone
	choices [][]*big.Int          // the falling factorials ff(n,k) = n·(n-1)·…·(n-k+1): ordered choices of k things out of n
}

func newBingoWalks(t *bingoTable) *bingoWalks {
	w := &bingoWalks{table: t, steps: map[string]*bingoStep{}, weights: map[string][]*big.Int{}}
	for n := range int64(t.numbers) + 1 {
		row := []*big.Int{big.NewInt(1)}
		for k := range min(n+1, bingoMaxCells) {
			row = append(row, new(big.Int).Mul(row[k], big.NewInt(n-k)))
		}
		for len(row) <= bingoMaxCells {
			row = append(row, new(big.Int))
		}
		w.choices = append(w.choices, row)
	}
	return w
}

// step returns the first step for cards with these demands.
func (w *bingoWalks) step(demands []*bingoDemand) *bingoStep {
	var next *bingoStep
	var key []byte
	forced := make([]byte, len(demands))
	for _, g := range slices.Backward(w.table.order) {
		for j, d := range demands {
			forced[j] = byte(d.forced[g])
		}
		slices.Sort(forced)
		start := len(key)
		key = append(append(key, byte(w.table.groups[g].size)), forced...)
		s := w.steps[string(key)]
		if s == nil {
			n := w.table.balls + 1
			s = &bingoStep{
				weight: w.weightsOf(key[start:]), next: next,
				totals: make([]*big.Int, n), shares: make([][]*big.Int, n), tables: make([]*fair.Weighted, n),
			}
			w.steps[string(key)] = s
		}
		next = s
	}
	return next
}

// weightsOf returns the weights of one group, given by its size and its demanded counts card by card.
func (w *bingoWalks) weightsOf(group []byte) []*big.Int {
	if list, ok := w.weights[string(group)]; ok {
		return list
	}
	size := int(group[0])
	var list []*big.Int
	for h := range min(size, w.table.balls) + 1 {
		x := new(big.Int).Binomial(int64(size), int64(h))
		for _, m := range group[1:] {
			x.Mul(x, w.choices[h][m])
		}
		list = append(list, x)
	}
	w.weights[string(group)] = list
	return list
}

// total is the sum over all ways to share left balls out among this group and those after it.
func (s *bingoStep) total(left int) *big.Int {
	if s.totals[left] != nil {
		return s.totals[left]
	}
	sum := new(big.Int)
	shares := make([]*big.Int, min(left+1, len(s.weight)))
	for h := range shares {
		shares[h] = s.share(left, h)
		sum.Add(sum, shares[h])
	}
	s.totals[left], s.shares[left] = sum, shares
	return sum
}

// share is the part of total(left) in which this group has h balls.
func (s *bingoStep) share(left, h int) *big.Int {
	switch {
	case s.weight[h].Sign() == 0:
		return nothing
	case s.next != nil:
		return new(big.Int).Mul(s.weight[h], s.next.total(left-h))
	case h == left:
		return s.weight[h]
	}
	return nothing
}

var nothing = new(big.Int) // never changed

// open makes the choice for left balls ready, and all that can follow it. total(left) has been asked for and is positive.
func (s *bingoStep) open(left int) error {
	if s.next == nil || s.tables[left] != nil {
		return nil
	}
	for h, share := range s.shares[left] {
		if share.Sign() > 0 {
			if err := s.next.open(left - h); err != nil {
				return err
			}
		}
	}
	table, err := fair.NewWeighted(s.shares[left])
	s.tables[left], s.shares[left] = table, nil
	return err
}
