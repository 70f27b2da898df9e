package odds

import (
	"crypto/sha256"
	"math/big"
	"testing"

	"tirage/bingo"
	"tirage/fair"
)

// Random pairs of cards share so many numbers, set by set, that both sets are complete no more often than the bound says; on
// variant cards they share exactly the mean.
func TestPairsShareNoMoreThanTheBoundSays(t *testing.T) {
	for _, m := range bingo.Models {
		for _, o := range []bingo.Options{{}, {EmptyColumns: true}, {Sorted: true}} {
			sampler, err := bingo.NewSampler(m, o)
			if err != nil {
				t.Fatal(err)
			}
			for lines := 1; lines <= m.Rows(); lines++ {
				c, err := NewCrowd(m, o, 2, lines)
				if err != nil {
					t.Fatal(err)
				}
				if mean, most := c.shared(); most != nil {
					checkPairs(t, c, sampler, mean, most)
				} else if !o.Sorted || lines == m.Rows() {
					t.Errorf("%s, %d lines, %+v: nothing is known of pairs", m, lines, o)
				}
			}
		}
	}
}

func checkPairs(t *testing.T, c Crowd, s *bingo.Sampler, mean, most *big.Rat) {
	t.Helper()
	const pairs = 300
	size := c.lines * bingo.PerRow
	shared := make([]int64, size+1) // by numbers shared, how many pairs of sets
	tape := fair.NewTape(sha256.Sum256([]byte("pairs " + c.model.String())))
	for range pairs {
		a, b := sets(s.Card(tape), c.lines), sets(s.Card(tape), c.lines)
		for _, x := range a {
			for _, y := range b {
				n := 0
				for i := range x {
					if x[i] && y[i] {
						n++
					}
				}
				shared[n]++
			}
		}
	}
	count, sum := int64(0), int64(0)
	for n, k := range shared {
		count, sum = count+k, sum+int64(n)*k
	}
	seen := big.NewRat(sum, count)
	if c.model.Variant() && seen.Cmp(mean) != 0 || seen.Cmp(most) > 0 || mean.Cmp(most) > 0 {
		t.Errorf("%s, %d lines: %s numbers shared on average, said to be %s and at most %s", c.model, c.lines,
			seen.FloatString(4), mean.FloatString(4), most.FloatString(4))
	}
	for _, n := range []int{2*size - 3, 2 * size, (2*size + 4*c.model.Balls()) / 5} {
		if n < size || n > c.model.Balls() {
			continue
		}
		both := new(big.Rat)
		for o, k := range shared {
			both.Add(both, new(big.Rat).Mul(big.NewRat(k, count), drawn(c.model.Balls(), n, 2*size-o)))
		}
		bound := apartAtMost(c.model.Balls(), n, size, mean, most)
		if few := new(big.Rat).Mul(bound, big.NewRat(105, 100)); both.Cmp(few) > 0 { // 5 % for so few pairs
			t.Errorf("%s, %d lines by ball %d: two sets are complete %s of the time, said to be at most %s",
				c.model, c.lines, n, both.FloatString(15), bound.FloatString(15))
		}
	}
}

// sets lists the numbers of every set of so many rows of one grid.
func sets(card bingo.Card, lines int) (all [][bingo.MaxBalls + 1]bool) {
	rows := card.Model.Rows()
	for grid := range card.Model.Grids() {
		numbers := card.Grid(grid)
		for choice := range 1 << rows {
			var set [bingo.MaxBalls + 1]bool
			taken := 0
			for row := range rows {
				if choice>>row&1 == 1 {
					taken++
					for _, b := range numbers[row*bingo.PerRow : (row+1)*bingo.PerRow] {
						set[b] = true
					}
				}
			}
			if taken == lines {
				all = append(all, set)
			}
		}
	}
	return all
}
