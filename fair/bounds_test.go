package fair

import (
	"math"
	"math/bits"
	"slices"
	"testing"
)

// Bounds made ready give the numbers of Batch from the same words, also where many words are refused, and so do the numbers made
// of its word by hand.
func TestBoundsAreBatch(t *testing.T) {
	lists := [][]uint64{
		{},
		{1},
		{75},
		{1 << 32},
		{1 << 32, 1 << 31},
		{75, 74, 73, 72, 71, 70, 69, 68},
		{1, 1, 6, 1},
		{1<<32 - 1, 1<<31 + 1},     // just above half of all words: nearly half of them are refused
		{3, 1<<31 - 1, 1<<31 + 11}, // three quarters of all words: a quarter of them
	}
	for _, list := range lists {
		bounds := NewBounds(list...)
		if bounds.Len() != len(list) {
			t.Fatalf("%v: length %d", list, bounds.Len())
		}
		batch, ready, hand := NewTape([32]byte{1}), NewTape([32]byte{1}), NewTape([32]byte{1})
		want, got, made := make([]uint32, len(list)), make([]uint32, len(list)), make([]uint32, len(list))
		for range 1000 {
			batch.Batch(list, want)
			bounds.Draw(ready, got)
			word := bounds.Word(hand)
			for i, n := range list {
				var number uint64
				number, word = bits.Mul64(word, n)
				made[i] = uint32(number)
			}
			if !slices.Equal(got, want) || !slices.Equal(made, want) {
				t.Fatalf("%v: %v and %v, not %v", list, got, made, want)
			}
		}
		if next := batch.Uint64(); ready.Uint64() != next || hand.Uint64() != next {
			t.Fatalf("%v: other words taken", list)
		}
	}
}

// Bounds keep nothing of the caller's.
func TestBoundsAreCopied(t *testing.T) {
	list := []uint64{6, 6}
	bounds := NewBounds(list...)
	list[0] = 1000
	out := make([]uint32, 2)
	for tape := range 100 {
		bounds.Draw(NewTape([32]byte{byte(tape)}), out)
		if out[0] >= 6 {
			t.Fatalf("%d is not below 6", out[0])
		}
	}
}

// The search by parts finds what looking at all thresholds one after the other finds, just below, at and above each of them: with
// thresholds spread evenly, crowded into one part, equal, and beside the largest word.
func TestFindIsLinearSearch(t *testing.T) {
	for name, weight := range map[string]func(i int) uint64{
		"even":    func(int) uint64 { return 1 },
		"growing": func(i int) uint64 { return uint64(i*i + 1) },
		"crowded": func(i int) uint64 { return []uint64{1, 1 << 50}[i/100%2] },
		"equal":   func(i int) uint64 { return []uint64{0, 0, 0, 0, 0, 0, 7}[i%7] },
		"last":    func(i int) uint64 { return []uint64{1 << 53, 1}[min(i, 1)] },
	} {
		for _, n := range []int{1, 2, few, few + 1, few + 2, 33, 64, 65, 1000} {
			weights := make([]uint64, n)
			for i := range weights {
				weights[i] = weight(i)
			}
			weights[n/2]++
			c, err := NewWeights(weights)
			if err != nil {
				t.Fatal(err)
			}
			words := []uint64{0, math.MaxUint64}
			for _, threshold := range c.top {
				words = append(words, threshold-1, threshold, threshold+1)
			}
			for _, word := range words {
				want := 0
				for want < len(c.top) && c.top[want] < word {
					want++
				}
				if got := c.find(word); got != want {
					t.Fatalf("%s, %d weights: word %#x found at %d, not %d", name, n, word, got, want)
				}
			}
		}
	}
}
