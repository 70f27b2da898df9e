package fair

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"sort"
)

// ErrWeights reports weights from which nothing can be chosen.
var ErrWeights = errors.New("fair: weights must be at least zero, and one of them more")

// Weighted is a choice among numbered entries, exactly in proportion to integer weights of any size. It never changes and
// may be shared by goroutines.
type Weighted struct {
	weights []*big.Int
	total   *big.Int
	base    int        // the first entry with a positive weight
	bounds  []*big.Int // the cumulative weights after entries base, base+1, …, as long as they are below total
	top     []uint64   // the first digit of bounds[i]/total in base 2^64
	guide   []uint32   // with more than few of them: how many of top have first bits below 0, 1, 2, … and all ones
	shift   uint       // of a word, to its first bits
}

// NewWeights is NewWeighted for weights that fit a word.
func NewWeights(w []uint64) (*Weighted, error) {
	wide := make([]*big.Int, len(w))
	for i, x := range w {
		wide[i] = new(big.Int).SetUint64(x)
	}
	return NewWeighted(wide)
}

// NewWeighted returns the choice among len(w) entries, entry i with probability w[i] over the sum of all. An entry of
// weight zero is never chosen. It copies w, and returns ErrWeights for a negative or missing weight, or when none is
// positive.
func NewWeighted(w []*big.Int) (*Weighted, error) {
	c := &Weighted{weights: make([]*big.Int, len(w)), total: new(big.Int), base: -1}
	last := 0
	for i, x := range w {
		if x == nil || x.Sign() < 0 {
			return nil, fmt.Errorf("%w: entry %d", ErrWeights, i)
		}
		if x.Sign() > 0 {
			last = i
			if c.base < 0 {
				c.base = i
			}
		}
		c.weights[i] = new(big.Int).Set(x)
		c.total.Add(c.total, x)
	}
	if c.base < 0 {
		return nil, ErrWeights
	}
	sum := new(big.Int)
	for i := c.base; i < last; i++ {
		sum.Add(sum, c.weights[i])
		digit := new(big.Int).Lsh(sum, 64)
		c.bounds = append(c.bounds, new(big.Int).Set(sum))
		c.top = append(c.top, digit.Quo(digit, c.total).Uint64())
	}
	if len(c.top) > few {
		c.makeGuide()
	}
	return c, nil
}

// makeGuide divides the thresholds by their first bits into so many parts that one or two belong to a part on average.
func (c *Weighted) makeGuide() {
	n := len(c.top)
	for range window {
		c.top = append(c.top, math.MaxUint64) // behind the last, where find may look
	}
	c.top = c.top[:n]
	parts := bits.Len(uint(n)) - 1
	c.shift = 64 - uint(parts)
	c.guide = make([]uint32, 1<<parts+1)
	for _, threshold := range c.top {
		c.guide[threshold>>c.shift+1]++
	}
	for i := range 1 << parts {
		c.guide[i+1] += c.guide[i]
	}
}

// Len returns the number of entries, those of weight zero among them.
func (c *Weighted) Len() int { return len(c.weights) }

// Weight returns a copy of the weight of entry i, or zero for an entry that does not exist.
func (c *Weighted) Weight(i int) *big.Int {
	if i < 0 || i >= len(c.weights) {
		return new(big.Int)
	}
	return new(big.Int).Set(c.weights[i])
}

// Total returns a copy of the sum of the weights.
func (c *Weighted) Total() *big.Int { return new(big.Int).Set(c.total) }

// Pick chooses an entry with words of the tape.
//
// Let C(i) be the sum of the weights of entries 0 to i, T the sum of all, and X the number 0.word1 word2 word3 … whose
// digits in base 2^64 are the next words of the tape. The choice is the least i with X < C(i)/T. Words are taken one at
// a time, and no more than it needs:
//
//   - where one weight alone is positive, that entry is the choice and no word is taken;
//   - otherwise word1 is taken; and after k words, one more is taken as long as some i with 0 < C(i) < T has its first k
//     digits of C(i)/T in base 2^64 equal to word1 … wordk and digits other than zero behind them. (The expansion that
//     ends is meant where there are two, so that X = C(i)/T is not less than C(i)/T.)
//
// Digit 1 of C(i)/T is the whole part of 2^64·C(i)/T; with R the remainder of that division, digit 2 is the whole part of
// 2^64·R/T, and so on. A second word is taken less than once in 2^64/n picks among n entries.
func (c *Weighted) Pick(t *Tape) int {
	if len(c.top) == 0 {
		return c.base
	}
	word := t.Uint64()
	i := c.find(word)
	if i < len(c.top) && c.top[i] == word {
		i = c.settle(i, word, t.Uint64)
	}
	return c.base + i
}

// few is the number of thresholds up to which comparing with all of them is the faster search, as it never branches.
const few = 16

// window is how many thresholds from the word's part on are compared without branching, which mostly is enough.
const window = 4

// find returns the first i with top[i] >= word, or len(top).
func (c *Weighted) find(word uint64) int {
	if len(c.top) <= few {
		return below(c.top, word)
	}
	part := word >> c.shift
	lo := int(c.guide[part])
	lo += below(c.top[lo:lo+window], word)
	if hi := int(c.guide[part+1]); lo < hi && c.top[lo] < word {
		lo += sort.Search(hi-lo, func(i int) bool { return c.top[lo+i] >= word })
	}
	return lo
}

// below counts the thresholds below a word.
func below(top []uint64, word uint64) int {
	n := uint64(0)
	for _, threshold := range top {
		_, borrow := bits.Sub64(threshold, word, 0)
		n += borrow
	}
	return int(n)
}

// settle decides a tie: top[lo] is the first threshold equal to the word. It goes on along the expansions of the bounds
// that tie, and returns the number of bounds that are at most X.
func (c *Weighted) settle(lo int, word uint64, next func() uint64) int {
	var rests []*big.Int // the remainders of the bounds lo, lo+1, … that still tie; like the bounds, they never fall
	for i := lo; i < len(c.top) && c.top[i] == word; i++ {
		rest := new(big.Int).Lsh(c.bounds[i], 64)
		rests = append(rests, rest.Rem(rest, c.total))
	}
	digit := new(big.Int)
	for {
		for len(rests) > 0 && rests[0].Sign() == 0 {
			lo, rests = lo+1, rests[1:]
		}
		if len(rests) == 0 {
			return lo
		}
		word := next()
		tied := rests[:0]
		for _, rest := range rests {
			digit.QuoRem(rest.Lsh(rest, 64), c.total, rest)
			switch d := digit.Uint64(); {
			case d < word:
				lo++
			case d == word:
				tied = append(tied, rest)
			}
		}
		rests = tied
	}
}
