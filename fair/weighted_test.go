package fair

import (
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"tirage/internal/chisquare"
)

// pickFrom is Pick over given words. It returns the choice and how many words it took.
func pickFrom(t *testing.T, c *Weighted, words ...uint64) (choice, taken int) {
	t.Helper()
	next := func() uint64 {
		taken++
		if taken > len(words) {
			t.Fatalf("more than the words %x were taken", words)
		}
		return words[taken-1]
	}
	if len(c.top) == 0 {
		return c.base, 0
	}
	word := next()
	i := c.find(word)
	if i < len(c.top) && c.top[i] == word {
		i = c.settle(i, word, next)
	}
	return c.base + i, taken
}

func mustWeights(t *testing.T, w ...uint64) *Weighted {
	t.Helper()
	c, err := NewWeights(w)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestPickOnCraftedWords(t *testing.T) {
	const most = math.MaxUint64
	half := mustWeights(t, 1, 1)
	third := mustWeights(t, 1, 2)                // 1/3 = 0.5555… in base 16, without end
	holes := mustWeights(t, 0, 0, 1, 0, 0, 1, 0) // the bound 1/2 three times
	huge, err := NewWeighted([]*big.Int{big.NewInt(1), big.NewInt(1), new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 128), big.NewInt(2))})
	if err != nil {
		t.Fatal(err)
	}
	const five = 0x5555555555555555
	for _, c := range []struct {
		of            *Weighted
		words         []uint64
		choice, taken int
	}{
		{half, []uint64{0}, 0, 1},
		{half, []uint64{1<<63 - 1}, 0, 1},
		{half, []uint64{1 << 63}, 1, 1},
		{half, []uint64{most}, 1, 1},
		{third, []uint64{five - 1}, 0, 1},
		{third, []uint64{five + 1}, 1, 1},
		{third, []uint64{five, five - 1}, 0, 2},
		{third, []uint64{five, five + 1}, 1, 2},
		{third, []uint64{five, five, five, five, 0}, 0, 5},
		{third, []uint64{five, five, five, most}, 1, 4},
		{holes, []uint64{0}, 2, 1},
		{holes, []uint64{1<<63 - 1}, 2, 1},
		{holes, []uint64{1 << 63}, 5, 1},
		{holes, []uint64{most}, 5, 1},
		// The bounds are 0.0 1 and 0.0 2: one in 2^128 each.
		{huge, []uint64{1}, 2, 1},
		{huge, []uint64{0, 0}, 0, 2},
		{huge, []uint64{0, 1}, 1, 2},
		{huge, []uint64{0, 2}, 2, 2},
		{huge, []uint64{0, most}, 2, 2},
	} {
		if choice, taken := pickFrom(t, c.of, c.words...); choice != c.choice || taken != c.taken {
			t.Errorf("%v on %x: entry %d with %d words, want %d with %d", c.of.weights, c.words, choice, taken, c.choice, c.taken)
		}
	}
}

// TestPickIsExact proves for random weights, by fractions, that the choices cut the line [0, 1) exactly at C(i)/T: for each
// bound it takes the one word on which the bound lies, and there again one digit further, and compares the words on
// either side, and the choice on the bound itself.
func TestPickIsExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		weights := make([]*big.Int, 2+rng.IntN(40))
		for i := range weights {
			weights[i] = new(big.Int).Rsh(new(big.Int).Mul(wide(rng.Uint64()), wide(rng.Uint64())), uint(rng.IntN(130)))
			if rng.IntN(4) == 0 {
				weights[i].SetInt64(0)
			}
		}
		weights[rng.IntN(len(weights))].SetInt64(3)
		c, err := NewWeighted(weights)
		if err != nil {
			t.Fatal(err)
		}
		// want is the least i with X < C(i)/T, for X = 0.words with nothing behind.
		want := func(words ...uint64) int {
			x, unit, sum := new(big.Int), big.NewInt(1), new(big.Int)
			for _, w := range words {
				x.Add(x.Lsh(x, 64), wide(w))
				unit.Lsh(unit, 64)
			}
			x.Mul(x, c.total)
			for i, w := range weights {
				sum.Add(sum, w)
				if x.Cmp(new(big.Int).Mul(sum, unit)) < 0 {
					return i
				}
			}
			return -1
		}
		// digits are those of X; zeros behind them keep X as it is, as many as may be asked for.
		check := func(digits ...uint64) {
			t.Helper()
			words := append(append([]uint64(nil), digits...), make([]uint64, 8)...)
			if got, _ := pickFrom(t, c, words...); len(c.top) > 0 && got != want(digits...) {
				t.Fatalf("%v on %x: entry %d, want %d", weights, digits, got, want(digits...))
			}
		}
		for i, bound := range c.bounds {
			rest := new(big.Int).Lsh(bound, 64)
			first := c.top[i]
			second := new(big.Int).Quo(rest.Lsh(rest.Rem(rest, c.total), 64), c.total).Uint64()
			for d := uint64(0); d < 3; d++ {
				check(first + d - 1)
				check(first, second+d-1)
				check(first, second+d-1, math.MaxUint64)
			}
			check(first, math.MaxUint64)
		}
		check(rng.Uint64())
	}
}

// TestPickMeasure counts, from the thresholds alone, how many first words go to each entry: never more than one off
// 2^64 × weight/total, and all of 2^64 together.
func TestPickMeasure(t *testing.T) {
	weights := []uint64{8999999, 1, 123456, 7, 0, 5000000, 1 << 40}
	c := mustWeights(t, weights...)
	from := new(big.Int)
	for i := range weights {
		to := new(big.Int).Set(wordRange)
		if i < len(c.top) {
			to = wide(c.top[i])
		}
		share := new(big.Rat).SetFrac(new(big.Int).Mul(wordRange, c.Weight(i)), c.Total())
		off := new(big.Rat).SetInt(new(big.Int).Sub(to, from))
		if off.Sub(off, share).Abs(off).Cmp(big.NewRat(1, 1)) >= 0 {
			t.Errorf("entry %d has %v first words, %v is its share", i, new(big.Int).Sub(to, from), share)
		}
		from = to
	}
}

// TestPickChiSquare draws from real tapes: few entries, many, and many of which one takes nearly all. The seeds are fixed;
// the bound is passed by chance less than once in 10,000 seeds.
func TestPickChiSquare(t *testing.T) {
	many, steep := make([]uint64, 100), make([]uint64, 60)
	for i := range many {
		many[i] = uint64(i%7) * 10
	}
	for i := range steep {
		steep[i] = 100
	}
	steep[17] = 1_000_000
	for k, weights := range [][]uint64{{1, 1}, {5, 0, 3, 2}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, many, steep} {
		c := mustWeights(t, weights...)
		tape := NewTape([32]byte{0: byte(k), 1: 99})
		counts := make([]float64, len(weights))
		const draws = 300_000
		for range draws {
			counts[c.Pick(tape)]++
		}
		total, _ := new(big.Float).SetInt(c.Total()).Float64()
		chi, free := 0.0, -1
		for i, w := range weights {
			if w == 0 {
				if counts[i] != 0 {
					t.Errorf("case %d: entry %d has weight zero and was picked", k, i)
				}
				continue
			}
			expected := draws * float64(w) / total
			chi += (counts[i] - expected) * (counts[i] - expected) / expected
			free++
		}
		if limit := chisquare.Bound(free, 0.0001); chi > limit {
			t.Errorf("case %d: chi-square %.1f with %d degrees of freedom, at most %.1f expected", k, chi, free, limit)
		}
	}
}

func TestSingleEntryTakesNoWord(t *testing.T) {
	tape, same := NewTape([32]byte{3}), NewTape([32]byte{3})
	if got := mustWeights(t, 0, 9, 0).Pick(tape); got != 1 {
		t.Errorf("the only positive entry is 1, picked %d", got)
	}
	if tape.Uint64() != same.Uint64() {
		t.Error("a word was taken")
	}
}

func TestWeightsRefusedAndKept(t *testing.T) {
	for _, w := range [][]*big.Int{nil, {}, {big.NewInt(0)}, {big.NewInt(1), nil}, {big.NewInt(2), big.NewInt(-1)}} {
		if _, err := NewWeighted(w); !errors.Is(err, ErrWeights) {
			t.Errorf("%v: %v, want ErrWeights", w, err)
		}
	}
	given := []*big.Int{big.NewInt(1), big.NewInt(2)}
	c, err := NewWeighted(given)
	if err != nil {
		t.Fatal(err)
	}
	given[0].SetInt64(50)
	c.Weight(1).SetInt64(50)
	c.Total().SetInt64(50)
	if c.Len() != 2 || c.Weight(0).Int64() != 1 || c.Weight(1).Int64() != 2 || c.Total().Int64() != 3 || c.Weight(2).Sign() != 0 || c.Weight(-1).Sign() != 0 {
		t.Errorf("weights %v %v of %v, %d entries", c.Weight(0), c.Weight(1), c.Total(), c.Len())
	}
}

// TestPickAgainstReference compares words taken and choices with the reference over tapes and weights beyond 2^64.
func TestPickAgainstReference(t *testing.T) {
	for n := range byte(40) {
		seed := [32]byte{n, 77}
		a, b := ofPackage(seed), ofReference(seed)
		weights := []*big.Int{big.NewInt(0)}
		for range 1 + n {
			weights = append(weights, new(big.Int).Mul(wide(b.word()), wide(b.word()%1000)))
			a.word()
			a.word()
		}
		weights = append(weights, big.NewInt(1))
		for range 20 {
			if x, y := a.pick(weights), b.pick(weights); x != y {
				t.Fatalf("seed %x: entry %d, the reference has %d", seed, x, y)
			}
		}
		if a.word() != b.word() {
			t.Fatalf("seed %x: different numbers of words were taken", seed)
		}
	}
}

func TestShuffle16(t *testing.T) {
	for _, n := range []int{0, 1, 2, 3, 255, 256, 257, 258, 512, 513, 5000} {
		a, b := NewTape([32]byte{byte(n), 5}), NewTape([32]byte{byte(n), 5})
		x, y := make([]uint16, n), make([]uint16, n)
		for i := range n {
			x[i], y[i] = uint16(i), uint16(i)
		}
		Shuffle16(a, x)
		b.Shuffle(n, func(i, j int) { y[i], y[j] = y[j], y[i] })
		for i := range n {
			if x[i] != y[i] {
				t.Fatalf("%d elements: place %d has %d, Shuffle puts %d there", n, i, x[i], y[i])
			}
		}
		if a.Uint64() != b.Uint64() {
			t.Fatalf("%d elements: other words were taken than by Shuffle", n)
		}
	}
}
