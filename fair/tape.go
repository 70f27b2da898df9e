// Package fair holds what makes an outcome fair and checkable: the random tape and its exact choices, commitments,
// and the transparency-log tree.
//
// Its invariant: every choice is exactly uniform (or exactly in proportion to integer weights), and the same seed gives
// the same choices on any machine and in any later version. Where seeds come from, and who may know them, is left to
// package seal and to the ceremonies that use it.
package fair

import (
	"math/bits"
	"math/rand/v2"
)

// Tape is an endless row of uniform 64-bit words fixed by a 32-byte seed: the ChaCha8Rand generator as the C2SP
// specification of that name defines it, read as little-endian words. A Tape is not safe for concurrent use.
type Tape struct {
	src rand.ChaCha8
}

// NewTape returns the tape of a seed, at its first word.
func NewTape(seed [32]byte) *Tape {
	t := new(Tape)
	t.Reset(seed)
	return t
}

// Reset rewinds the tape to the first word of another seed, so that one Tape serves many tickets without allocating.
func (t *Tape) Reset(seed [32]byte) { t.src.Seed(seed) }

// Uint64 returns the next word.
func (t *Tape) Uint64() uint64 { return t.src.Uint64() }

// N returns an exactly uniform number in [0, n). It multiplies one word by n and keeps the high half, refusing the low
// halves below 2^64 mod n (Lemire, "Fast random integer generation in an interval", 2019); a refused word is dropped
// and the next one taken. N(1) still takes one word. n must not be zero: N(0) returns 0 and takes one word.
func (t *Tape) N(n uint64) uint64 {
	hi, lo := bits.Mul64(t.Uint64(), n)
	if lo < n {
		for floor := -n % max(n, 1); lo < floor; {
			hi, lo = bits.Mul64(t.Uint64(), n)
		}
	}
	return hi
}

// Batch fills out with len(bounds) independent numbers, out[i] exactly uniform in [0, bounds[i]), from one word of the
// tape: out[0] is the high half of word × bounds[0], out[1] the high half of what was left × bounds[1], and so on
// (Brackett-Rozinsky and Lemire, "Batched ranged random integer generation", 2024). The whole word is refused when what
// is left at the end lies below 2^64 mod the product. Each bound must be 1 to 2^32, their product below 2^64, and out at
// least as long as bounds.
func (t *Tape) Batch(bounds []uint64, out []uint32) {
	out = out[:len(bounds)]
	for {
		lo, product := t.Uint64(), uint64(1)
		for i, b := range bounds {
			var hi uint64
			hi, lo = bits.Mul64(lo, b)
			out[i] = uint32(hi)
			product *= b
		}
		if lo >= product || lo >= -product%product {
			return
		}
	}
}

// Shuffle puts n things in a uniformly random order by Fisher and Yates' method from the end: for i = n-1 … 1 it calls
// swap(i, N(i+1)).
func (t *Tape) Shuffle(n int, swap func(i, j int)) {
	for i := n - 1; i > 0; i-- {
		swap(i, int(t.N(uint64(i)+1)))
	}
}
