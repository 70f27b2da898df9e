package odds_test

import (
	"errors"
	"math/big"
	"math/bits"
	"testing"

	"tirage/bingo"
	"tirage/odds"
)

func law(t *testing.T, s odds.Shape, lines int) odds.Law {
	t.Helper()
	l, err := s.Law(lines)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func choose(n, k int64) *big.Int { return new(big.Int).Binomial(n, k) }

// One grid of a strip is full within 45 balls with the chance C(45,15) ÷ C(90,15); and so at every other ball, and for 75.
func TestFullGrid(t *testing.T) {
	for _, c := range []struct {
		model   bingo.Model
		numbers int64
	}{{bingo.Classic90, 15}, {bingo.Classic75, 25}} {
		s := odds.ShapeOf(c.model)
		l := law(t, s, s.Rows)
		for n := range int64(s.Balls + 1) {
			want := new(big.Rat).SetFrac(choose(n, c.numbers), choose(int64(s.Balls), c.numbers))
			if l.By(int(n)).Cmp(want) != 0 {
				t.Errorf("%s: full grid by ball %d: %s, want %s", c.model, n, l.By(int(n)), want)
			}
		}
	}
	strip := odds.ShapeOf(bingo.Variant90)
	if !law(t, strip.Grid(), 3).By(45).Equal(law(t, odds.ShapeOf(bingo.Classic90), 3).By(45)) {
		t.Error("one grid of a strip differs from a grid alone")
	}
}

// A strip of six grids within 45 balls: three grids at most, by inclusion and exclusion written out. A known figure of the
// formula, 1 in 22,132.
func TestJackpotOfOneStrip(t *testing.T) {
	got := law(t, odds.ShapeOf(bingo.Variant90), 3).By(45)
	ways := new(big.Int).Mul(choose(6, 1), choose(75, 30))
	ways.Sub(ways, new(big.Int).Mul(choose(6, 2), choose(60, 15)))
	ways.Add(ways, choose(6, 3))
	if want := new(big.Rat).SetFrac(ways, choose(90, 45)); got.Cmp(want) != 0 {
		t.Errorf("full grid of a strip within 45 balls: %s, want %s", got, want)
	}
	if one := new(big.Rat).Inv(got.Rat).FloatString(0); one != "22132" {
		t.Errorf("1 in %s, want 22132", one)
	}
}

// The first line of a strip, by inclusion and exclusion over its 18 rows.
func TestFirstLineOfAStrip(t *testing.T) {
	l := law(t, odds.ShapeOf(bingo.Variant90), 1)
	for n := range int64(91) {
		none, sign := new(big.Int), int64(1)
		for j := int64(0); 5*j <= n && j <= 18; j++ {
			term := new(big.Int).Mul(choose(18, j), choose(90-5*j, n-5*j))
			none.Add(none, term.Mul(term, big.NewInt(sign)))
			sign = -sign
		}
		want := new(big.Rat).SetFrac(none, choose(90, n))
		if got := new(big.Rat).Sub(big.NewRat(1, 1), l.By(int(n)).Rat); got.Cmp(want) != 0 {
			t.Fatalf("no line by ball %d: %s, want %s", n, got, want)
		}
	}
	// Every set of 73 balls has a line, as 17 balls left out break at most 17 rows; no set of 4 has one.
	if l.By(73).Cmp(big.NewRat(1, 1)) != 0 || l.By(72).Cmp(big.NewRat(1, 1)) == 0 || l.By(4).Sign() != 0 || l.By(5).Sign() == 0 {
		t.Error("the first line comes at balls 5 to 73")
	}
}

// Tiny cards: every set of balls is looked at.
func TestLawsByTrialOfAllSets(t *testing.T) {
	for _, s := range []odds.Shape{
		{Balls: 6, Grids: 1, Rows: 2, PerRow: 2},
		{Balls: 12, Grids: 2, Rows: 3, PerRow: 2},
		{Balls: 13, Grids: 3, Rows: 2, PerRow: 2},
		{Balls: 12, Grids: 1, Rows: 3, PerRow: 3},
		{Balls: 14, Grids: 1, Rows: 5, PerRow: 2},
		{Balls: 12, Grids: 6, Rows: 2, PerRow: 1},
		{Balls: 15, Grids: 1, Rows: 3, PerRow: 5},
		{Balls: 3, Grids: 1, Rows: 1, PerRow: 3},
	} {
		for lines := 1; lines <= s.Rows; lines++ {
			reached := make([]int64, s.Balls+1)
			for set := range uint32(1) << s.Balls {
				if hasLines(s, lines, set) {
					reached[bits.OnesCount32(set)]++
				}
			}
			l := law(t, s, lines)
			for n, count := range reached {
				if want := new(big.Rat).SetFrac(big.NewInt(count), choose(int64(s.Balls), int64(n))); l.By(n).Cmp(want) != 0 {
					t.Errorf("%+v, %d lines by ball %d: %s, want %s", s, lines, n, l.By(n), want)
				}
			}
		}
	}
}

// hasLines marks a set of balls on the card whose numbers are 0, 1, 2, … in reading order, and looks.
func hasLines(s odds.Shape, lines int, set uint32) bool {
	for grid := range s.Grids {
		full := 0
		for row := range s.Rows {
			numbers := uint32(1<<s.PerRow-1) << ((grid*s.Rows + row) * s.PerRow)
			if set&numbers == numbers {
				full++
			}
		}
		if full >= lines {
			return true
		}
	}
	return false
}

// Every law adds up to one, comes later for more lines, and earlier for more grids.
func TestLawsAddUp(t *testing.T) {
	one := big.NewRat(1, 1)
	for _, m := range bingo.Models {
		s := odds.ShapeOf(m)
		var fewer odds.Law
		for lines := 1; lines <= s.Rows; lines++ {
			l, grid := law(t, s, lines), law(t, s.Grid(), lines)
			sum, mean := new(big.Rat), new(big.Rat)
			for _, row := range l.Table() {
				sum.Add(sum, row.At.Rat)
				mean.Add(mean, new(big.Rat).Mul(row.At.Rat, big.NewRat(int64(row.Ball), 1)))
				if row.By.Cmp(sum) != 0 {
					t.Fatalf("%s, %d lines: by ball %d %s, the balls add up to %s", m, lines, row.Ball, row.By, sum)
				}
			}
			if sum.Cmp(one) != 0 || mean.Cmp(l.Mean()) != 0 {
				t.Errorf("%s, %d lines: the law adds up to %s, its mean is %s and not %s", m, lines, sum, l.Mean(), mean)
			}
			half := big.NewRat(1, 2)
			if median := l.Median(); l.By(median).Cmp(half) < 0 || l.By(median-1).Cmp(half) >= 0 {
				t.Errorf("%s, %d lines: %d is no median", m, lines, median)
			}
			for n := range s.Balls + 1 {
				if lines > 1 && l.By(n).Cmp(fewer.By(n).Rat) > 0 {
					t.Fatalf("%s: %d lines are likelier than %d by ball %d", m, lines, lines-1, n)
				}
				if l.By(n).Cmp(grid.By(n).Rat) < 0 {
					t.Fatalf("%s: %d lines are less likely than on one grid by ball %d", m, lines, n)
				}
			}
			fewer = l
		}
	}
}

func TestNoSuchShape(t *testing.T) {
	for _, c := range []struct {
		shape odds.Shape
		lines int
	}{
		{odds.ShapeOf(bingo.Classic90), 0},
		{odds.ShapeOf(bingo.Classic90), 4},
		{odds.Shape{Balls: 90, Grids: 7, Rows: 3, PerRow: 5}, 1},
		{odds.Shape{Balls: 90}, 1},
		{odds.Shape{Balls: -1, Grids: -1, Rows: -1, PerRow: -1}, 1},
		{odds.Shape{Balls: 1 << 20, Grids: 1, Rows: 1, PerRow: 1}, 1},
	} {
		if _, err := c.shape.Law(c.lines); !errors.Is(err, odds.ErrShape) {
			t.Errorf("%+v with %d lines: %v", c.shape, c.lines, err)
		}
	}
}
