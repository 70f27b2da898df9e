package odds_test

import (
	"errors"
	"math/big"
	"testing"

	"tirage/bingo"
	"tirage/odds"
)

func crowd(t *testing.T, m bingo.Model, cards, lines int) odds.Crowd {
	t.Helper()
	c, err := odds.NewCrowd(m, bingo.Options{}, cards, lines)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// For 75 balls the true value can be computed another way, so that the bounds are held against it: given how many balls of
// each column are drawn, cards dealt are independent. A row has one number in each column, and the numbers of a column stand in
// random order, so that j given rows are full with the chance e(j) = Π s(s−1)…(s−j+1) ÷ 15·14·…(15−j+1) over the columns'
// counts s.
func TestBoundsHoldTheTrueValue(t *testing.T) {
	for _, c := range []struct {
		model        bingo.Model
		cards, lines int
		balls        []int
	}{
		{bingo.Classic75, 2, 1, []int{5, 20, 50, 71}},
		{bingo.Classic75, 20, 1, []int{10, 25, 40}},
		{bingo.Classic75, 20, 3, []int{30, 45}},
		{bingo.Classic75, 20, 5, []int{45, 60, 70}},
		{bingo.Variant75, 12, 1, []int{12, 20}},
		{bingo.Variant75, 12, 2, []int{25}},
		{bingo.Variant75, 12, 5, []int{50, 65}},
	} {
		crowd := crowd(t, c.model, c.cards, c.lines)
		for _, n := range c.balls {
			one, many := apart75(c.model.Grids(), c.lines, n, 1), apart75(c.model.Grids(), c.lines, n, c.cards)
			if crowd.Card().By(n).Cmp(one) != 0 {
				t.Errorf("%s, %d lines, one card by ball %d: %s, want %s", c.model, c.lines, n, crowd.Card().By(n), one)
			}
			dealt, whichever := crowd.DealtBy(n), crowd.AnyBy(n)
			if !dealt.Holds(odds.Chance{Rat: many}) || !whichever.Holds(dealt.Low) || !whichever.Holds(dealt.High) {
				t.Errorf("%s, %d lines, %d cards by ball %d: %s to %s %% dealt, %s to %s %% any; the true value is %s", c.model, c.lines,
					c.cards, n, dealt.Low.Percent(), dealt.High.Percent(), whichever.Low.Percent(), whichever.High.Percent(), odds.Chance{Rat: many}.Percent())
			}
		}
	}
}

// apart75 is the exact chance that one of some independent cards has so many lines on a grid by ball n.
func apart75(grids, lines, n, cards int) *big.Rat {
	// By inclusion and exclusion over a grid's five rows, it has fewer lines with the chance Σ b(j)·e(j).
	b := make([]*big.Int, 6)
	for j := range b {
		b[j] = new(big.Int)
		if j >= lines {
			b[j].Mul(choose(int64(j-1), int64(lines-1)), choose(5, int64(j)))
			if (j-lines)%2 == 0 {
				b[j].Neg(b[j])
			}
		}
	}
	b[0].SetInt64(1)
	all := []*big.Int{big.NewInt(1)}
	for range grids {
		product := make([]*big.Int, len(all)+5)
		for i := range product {
			product[i] = new(big.Int)
			for j := range b {
				if i-j >= 0 && i-j < len(all) {
					product[i].Add(product[i], new(big.Int).Mul(all[i-j], b[j]))
				}
			}
		}
		all = product
	}
	open := new(big.Rat)
	columns75(n, func(s [5]int, weight *big.Rat) {
		misses := new(big.Rat)
		for j, a := range all {
			e := new(big.Rat).SetInt(a)
			for _, count := range s {
				for i := range j {
					e.Mul(e, big.NewRat(int64(max(0, count-i)), int64(15-i)))
				}
			}
			misses.Add(misses, e)
		}
		none := power(misses, cards)
		open.Add(open, none.Mul(none, weight))
	})
	return open.Sub(big.NewRat(1, 1), open)
}

func power(r *big.Rat, n int) *big.Rat {
	e := big.NewInt(int64(n))
	return new(big.Rat).SetFrac(new(big.Int).Exp(r.Num(), e, nil), new(big.Int).Exp(r.Denom(), e, nil))
}

// columns75 lists how n balls fall into the five columns, each split once, sorted, with the chance of all its orders.
func columns75(n int, yield func(s [5]int, weight *big.Rat)) {
	var s [5]int
	var walk func(column, left, least int)
	walk = func(column, left, least int) {
		if column == 4 {
			if left < least || left > 15 {
				return
			}
			s[4] = left
			ways, run := big.NewInt(120), int64(1)
			for c, count := range s {
				ways.Mul(ways, choose(15, int64(count)))
				if c > 0 && count == s[c-1] {
					run++
				} else {
					run = 1
				}
				ways.Div(ways, big.NewInt(run)) // 5! ÷ the orders of equal counts
			}
			yield(s, new(big.Rat).SetFrac(ways, choose(75, int64(n))))
			return
		}
		for count := least; count <= min(15, left); count++ {
			s[column] = count
			walk(column+1, left-count, count)
		}
	}
	walk(0, n, 0)
}

// With 600 strips of 90 balls, taking the cards for independent gives 0.1214 for no line by ball 18. That is the lower bound
// of the chance and not the chance, which TestNoLineOf600Strips measures.
func TestPowerIsABoundOnly(t *testing.T) {
	c := crowd(t, bingo.Variant90, 600, 1)
	p := new(big.Rat).Sub(big.NewRat(1, 1), c.Card().By(18).Rat)
	none := power(p, 600)
	if got := none.FloatString(4); got != "0.1214" {
		t.Errorf("p^600 is %s, known as 0.1214", got)
	}
	b := c.DealtBy(18)
	over := new(big.Rat).Sub(big.NewRat(1, 1), none)
	if gap := over.Sub(b.High.Rat, over); gap.Sign() < 0 || gap.Cmp(big.NewRat(1, 1_000_000_000)) > 0 {
		t.Errorf("the upper bound is %s away from 1 − p^600", gap.FloatString(12))
	}
	if b.Label() != odds.Proven || b.Low.Cmp(big.NewRat(2, 5)) < 0 {
		t.Errorf("the bound %s to %s %% is called %s", b.Low.Percent(), b.High.Percent(), b.Label())
	}
}

// Bounds of one card are exact, and so is what is certain or impossible; bounds grow with the balls and with the cards.
func TestBoundsAreInOrder(t *testing.T) {
	for _, m := range bingo.Models {
		for _, lines := range []int{1, m.Rows()} {
			alone := crowd(t, m, 1, lines)
			for n := range m.Balls() + 1 {
				if b := alone.DealtBy(n); b.Label() != odds.Exact || !b.Low.Equal(alone.Card().By(n)) || !alone.AnyBy(n).Low.Equal(b.Low) {
					t.Fatalf("%s: one card by ball %d: %s", m, n, b.Label())
				}
			}
			few, many := crowd(t, m, 30, lines), crowd(t, m, 3000, lines)
			var last odds.Bound
			for n := 0; n <= m.Balls(); n += 3 {
				a, b := few.DealtBy(n), many.DealtBy(n)
				if a.Low.Cmp(a.High.Rat) > 0 || a.High.Cmp(b.High.Rat) > 0 || a.Low.Cmp(b.Low.Rat) > 0 {
					t.Errorf("%s, %d lines by ball %d: %v for 30 cards, %v for 3000", m, lines, n, a, b)
				}
				if n > 0 && a.High.Cmp(last.High.Rat) < 0 {
					t.Errorf("%s, %d lines: the bound sinks at ball %d", m, lines, n)
				}
				last = a
			}
			if many.DealtBy(lines*bingo.PerRow-1).High.Sign() != 0 || many.DealtBy(m.Balls()).Low.Cmp(big.NewRat(1, 1)) != 0 {
				t.Errorf("%s: %d lines come from ball %d on and by the last", m, lines, 5*lines)
			}
		}
	}
}

func TestNoSuchCrowd(t *testing.T) {
	for _, cards := range []int{-1, 0, bingo.MaxCardsOfDraw + 1} {
		if _, err := odds.NewCrowd(bingo.Classic75, bingo.Options{}, cards, 1); !errors.Is(err, odds.ErrCards) {
			t.Errorf("%d cards: %v", cards, err)
		}
	}
	for m, lines := range map[bingo.Model]int{0: 1, bingo.Classic90: 4, bingo.Classic75: 0} {
		if _, err := odds.NewCrowd(m, bingo.Options{}, 1, lines); !errors.Is(err, odds.ErrShape) {
			t.Errorf("%s with %d lines: %v", m, lines, err)
		}
	}
}
