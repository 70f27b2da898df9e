package fair

import "math/bits"

// Shuffle16 puts s in a uniformly random order: the order and the words taken are those of t.Shuffle with a swap of two
// elements of s, but it is faster.
func Shuffle16(t *Tape, s []uint16) {
	// The numbers of some swaps are drawn ahead of them, so that waiting for memory and drawing overlap.
	var ahead [256]uint64
	for last := len(s) - 1; last > 0; {
		block := ahead[:min(last, len(ahead))]
		for k := range block {
			n := uint64(last-k) + 1
			hi, lo := bits.Mul64(t.src.Uint64(), n)
			if lo < n {
				for floor := -n % n; lo < floor; {
					hi, lo = bits.Mul64(t.src.Uint64(), n)
				}
			}
			block[k] = hi
		}
		for _, j := range block {
			s[last], s[j] = s[j], s[last]
			last--
		}
	}
}
