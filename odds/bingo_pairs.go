package odds

import (
	"math/big"

	"tirage/bingo"
)

// secondMoment returns no more than the chance that a figure is complete by ball n on one of the cards dealt:
// E[X]² ÷ E[X²], where X counts the complete sets of lines of all grids; 0 where nothing is known.
func (c Crowd) secondMoment(n int) *big.Rat {
	mean, most := c.shared()
	if most == nil {
		return new(big.Rat)
	}
	s := ShapeOf(c.model)
	size := c.lines * s.PerRow
	grid := new(big.Int).Binomial(int64(s.Rows), int64(c.lines))
	sets := new(big.Rat).SetInt(grid.Mul(grid, big.NewInt(int64(s.Grids)))) // of one card
	complete := new(big.Rat).Mul(sets, drawn(s.Balls, n, size))
	apart := new(big.Rat).Mul(sets, sets)
	apart.Mul(apart, apartAtMost(s.Balls, n, size, mean, most))
	apart.Mul(apart, big.NewRat(leastCards, leastCards-1)) // the two cards differ
	// With N cards: N²·complete² ÷ (N·same + N·(N−1)·apart).
	below := apart.Mul(apart, big.NewRat(int64(c.cards-1), 1))
	below.Add(below, c.sameCard(n))
	if below.Sign() == 0 {
		return new(big.Rat)
	}
	complete.Mul(complete, complete)
	complete.Mul(complete, big.NewRat(int64(c.cards), 1))
	return complete.Quo(complete, below)
}

// sameCard returns the mean of the square of how many sets of lines one card has complete by ball n.
func (c Crowd) sameCard(n int) *big.Rat {
	s, k := ShapeOf(c.model), int64(c.lines)
	rows, grids := int64(s.Rows), int64(s.Grids)
	ways := func(n, k int64) *big.Rat { return new(big.Rat).SetInt(new(big.Int).Binomial(n, k)) }
	sum := new(big.Rat)
	for shared := max(0, 2*k-rows); shared <= k; shared++ { // rows in both sets, on one grid
		term := ways(rows, k)
		term.Mul(term, ways(k, shared))
		term.Mul(term, ways(rows-k, k-shared))
		term.Mul(term, big.NewRat(grids, 1))
		sum.Add(sum, term.Mul(term, drawn(s.Balls, n, int(2*k-shared)*s.PerRow)))
	}
	other := ways(rows, k)
	other.Mul(other, other)
	other.Mul(other, big.NewRat(grids*(grids-1), 1))
	return sum.Add(sum, other.Mul(other, drawn(s.Balls, n, int(2*k)*s.PerRow)))
}

// drawn is the chance that all of a set of numbers are among n balls.
func drawn(balls, n, set int) *big.Rat {
	if set > n {
		return new(big.Rat)
	}
	return new(big.Rat).SetFrac(new(big.Int).Binomial(int64(n), int64(set)), new(big.Int).Binomial(int64(balls), int64(set)))
}

// apartAtMost returns no less than the mean chance, over all pairs of sets of two cards, that both are complete: where a
// pair shares μ numbers on average the chance is at most g(μ), that of a binomial number of mean μ. As g is convex, of all ways
// in which the pairs have this mean and none more than most, the worst is that some have the most and the others none.
func apartAtMost(balls, n, size int, mean, most *big.Rat) *big.Rat {
	worst := new(big.Rat).Quo(mean, most)
	none := new(big.Rat).Sub(unit, worst)
	none.Mul(none, drawn(balls, n, 2*size))
	worst.Mul(worst, binomial(balls, n, size, most))
	return worst.Add(worst, none)
}

// binomial is g: the mean of drawn for the union of two sets of a size that share a binomial number of numbers.
func binomial(balls, n, size int, mean *big.Rat) *big.Rat {
	p := new(big.Rat).Quo(mean, big.NewRat(int64(size), 1))
	q := new(big.Rat).Sub(unit, p)
	sum := new(big.Rat)
	for shared := range size + 1 {
		term := new(big.Rat).SetInt(new(big.Int).Binomial(int64(size), int64(shared)))
		term.Mul(term, power(p, shared))
		term.Mul(term, power(q, size-shared))
		sum.Add(sum, term.Mul(term, drawn(balls, n, 2*size-shared)))
	}
	return sum
}

func power(r *big.Rat, n int) *big.Rat {
	e := big.NewInt(int64(n))
	return new(big.Rat).SetFrac(new(big.Int).Exp(r.Num(), e, nil), new(big.Int).Exp(r.Denom(), e, nil))
}

// shared bounds how many numbers, on average, a set of lines of one card shares with one of another.
//
// With v and w numbers in a column of so many balls they share v·w ÷ balls of them on average. The sum over the columns is
// greatest for two sets of one kind (Cauchy and Schwarz), with as much as fits in the smallest columns: that is most. On variant
// cards, which have every number once, all pairs of sets of two cards together share a known number, which gives the mean;
// on classic cards mean is most. Both are nil where a line's numbers are not spread evenly over its columns: sorted cards have their
// low numbers above.
func (c Crowd) shared() (mean, most *big.Rat) {
	machine, rows := c.model.Machine(), c.model.Rows()
	if c.options.Sorted && c.lines < rows {
		return nil, nil
	}
	least := 0 // numbers of the set in a column
	switch {
	case machine == bingo.Machine75:
		least = c.lines
	case c.lines == rows && !c.options.EmptyColumns:
		least = 1
	}
	// best[n] is the greatest sum for n numbers in the columns so far.
	best := map[int]*big.Rat{0: new(big.Rat)}
	for column := range machine.Columns() {
		_, balls := machine.Span(column)
		next := map[int]*big.Rat{}
		for n, sum := range best {
			for v := least; v <= c.lines; v++ {
				more := new(big.Rat).Add(sum, big.NewRat(int64(v*v), int64(balls)))
				if old := next[n+v]; old == nil || old.Cmp(more) < 0 {
					next[n+v] = more
				}
			}
		}
		best = next
	}
	most = best[c.lines*bingo.PerRow]
	if !c.model.Variant() {
		return most, most
	}
	return big.NewRat(int64(machine.Balls()*c.lines*c.lines), int64(rows*rows*c.model.Grids()*c.model.Grids())), most
}
