package fair

import (
	"math/bits"
	"slices"
)

// Bounds is a Batch whose bounds are known beforehand, with the same numbers from the same words. It never changes and may be
// shared by goroutines.
//
// What is left of a word after all its numbers is the word times the product of the bounds, modulo 2^64. So one multiplication tells
// whether Batch would refuse the word before any number is made of it, and the numbers can be made where they are needed.
type Bounds struct {
	list           []uint64
	product, floor uint64 // floor is 2^64 mod product
}

// NewBounds makes bounds ready. As for Batch, each must be 1 to 2^32 and their product below 2^64.
func NewBounds(bounds ...uint64) Bounds {
	b := Bounds{list: slices.Clone(bounds), product: 1}
	for _, n := range bounds {
		b.product *= n
	}
	b.floor = -b.product % max(b.product, 1)
	return b
}

// Len returns how many numbers there are.
func (b *Bounds) Len() int { return len(b.list) }

// Word returns the next word of the tape that Batch would not refuse. The numbers are made of it by multiplying with one bound
// after the other: each time the high half is the number, and the low half what the next number is made of.
func (b *Bounds) Word(t *Tape) uint64 {
	word := t.Uint64()
	for word*b.product < b.floor {
		word = t.Uint64()
	}
	return word
}

// Draw does what Batch does: out[i] is exactly uniform below bound i. out must be at least as long as the bounds.
func (b *Bounds) Draw(t *Tape, out []uint32) {
	word := b.Word(t)
	out = out[:len(b.list)]
	for i, n := range b.list {
		var hi uint64
		hi, word = bits.Mul64(word, n)
		out[i] = uint32(hi)
	}
}
