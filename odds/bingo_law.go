package odds

import (
	"encoding/json"
	"errors"
	"math/big"

	"tirage/bingo"
)

// ErrShape reports a card that cannot be, or a number of lines that its grids do not have.
var ErrShape = errors.New("odds: no such card or figure: a figure has from one line to all rows of a grid, a grid only numbers of balls")

// Shape is all of a card that its chances depend on. Its rows share no number, and every set of balls is as likely as any other
// of its size, so that all cards of one shape have the same chances, whatever their numbers.
type Shape struct {
	Balls  int // of the machine
	Grids  int // of the card
	Rows   int // of a grid
	PerRow int // numbers
}

// ShapeOf returns the shape of a model's cards.
func ShapeOf(m bingo.Model) Shape {
	return Shape{Balls: m.Balls(), Grids: m.Grids(), Rows: m.Rows(), PerRow: bingo.PerRow}
}

// Grid returns the shape of a card of one such grid.
func (s Shape) Grid() Shape {
	s.Grids = 1
	return s
}

// has reports whether the card and the figure exist.
func (s Shape) has(lines int) bool {
	return s.Grids >= 1 && s.PerRow >= 1 && lines >= 1 && lines <= s.Rows &&
		s.Balls <= bingo.MaxBalls && max(s.Grids, s.Rows, s.PerRow) <= s.Balls && s.Grids*s.Rows*s.PerRow <= s.Balls
}

// Law is the exact law of a ball, counted from 1: the one at which a figure is complete.
type Law struct {
	after []*big.Rat // by balls drawn, from 0 to all: the chance that the figure is not yet complete
}

// Law returns the law of the ball at which the first of the card's grids has so many full lines; with as many lines as rows,
// the full grid. It returns ErrShape if there is no such figure.
//
// Of the C(balls, n) sets of n balls those are counted that leave every grid with fewer lines. In one grid the sets of its
// numbers that fill exactly j rows are counted, by size, by C(rows, j)·x^(j·row)·((1+x)^row − x^row)^(rows−j). Grids share no
// number, so that the polynomials of all grids, and (1+x) for each ball that is not on the card, multiply.
func (s Shape) Law(lines int) (Law, error) {
	if !s.has(lines) {
		return Law{}, ErrShape
	}
	open := powers(s.PerRow) // sets that leave a row open
	open[s.PerRow].SetInt64(0)
	grid := polynomial{}
	for j := range lines {
		term := monomial(new(big.Int).Binomial(int64(s.Rows), int64(j)), j*s.PerRow)
		for range s.Rows - j {
			term = term.times(open)
		}
		grid = grid.plus(term)
	}
	missed := powers(s.Balls - s.Grids*s.Rows*s.PerRow)
	for range s.Grids {
		missed = missed.times(grid)
	}
	l := Law{after: make([]*big.Rat, s.Balls+1)}
	for n := range l.after {
		l.after[n] = new(big.Rat).SetFrac(missed.at(n), new(big.Int).Binomial(int64(s.Balls), int64(n)))
	}
	return l, nil
}

// Balls returns how many balls there are.
func (l Law) Balls() int { return len(l.after) - 1 }

// By returns the chance that the figure is complete by ball n: 0 before the first ball, 1 from the last on.
func (l Law) By(n int) Chance {
	return Chance{new(big.Rat).Sub(big.NewRat(1, 1), l.open(n))}
}

// At returns the chance that it is completed by ball n and not before.
func (l Law) At(n int) Chance {
	return Chance{new(big.Rat).Sub(l.open(n-1), l.open(n))}
}

func (l Law) open(n int) *big.Rat {
	switch {
	case n < 0 || len(l.after) == 0:
		return big.NewRat(1, 1)
	case n >= len(l.after):
		return new(big.Rat)
	}
	return l.after[n]
}

// Mean returns the exact mean of the ball.
func (l Law) Mean() *big.Rat {
	sum := new(big.Rat)
	for n := range l.Balls() {
		sum.Add(sum, l.open(n))
	}
	return sum
}

// Median returns the first ball by which the figure is complete at least half the time.
func (l Law) Median() int {
	half := big.NewRat(1, 2)
	n := 0
	for n < l.Balls() && l.open(n).Cmp(half) > 0 {
		n++
	}
	return n
}

// BallOdds is one ball of a law.
type BallOdds struct {
	Ball int    `json:"ball"`
	At   Chance `json:"at"` // completed by this ball and not before
	By   Chance `json:"by"` // by this ball or before
}

// Table lists the balls at which the figure can be completed.
func (l Law) Table() (rows []BallOdds) {
	for n := 1; n <= l.Balls(); n++ {
		if at := l.At(n); at.Sign() > 0 {
			rows = append(rows, BallOdds{n, at, l.By(n)})
		}
	}
	return rows
}

// MarshalJSON writes the mean with four decimals, the median and the table.
func (l Law) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Label  string     `json:"label"`
		Mean   string     `json:"mean"`
		Median int        `json:"median"`
		Balls  []BallOdds `json:"balls"`
	}{Exact, l.Mean().FloatString(4), l.Median(), l.Table()})
}
