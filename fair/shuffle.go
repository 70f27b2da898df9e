package fair

// Shuffle16 puts s in a uniformly random order: the order and the words taken are those of t.Shuffle with a swap of two
// elements of s, but it is faster.
func Shuffle16(t *Tape, s []uint16) {
	// The numbers of some swaps are drawn ahead of them, so that the swaps wait for memory together, not one by one.
	var ahead [256]uint64
	for last := len(s) - 1; last > 0; {
		block := ahead[:min(last, len(ahead))]
		for k := range block {
			block[k] = t.N(uint64(last-k) + 1)
		}
		for _, j := range block {
			s[last], s[j] = s[j], s[last]
			last--
		}
	}
}
