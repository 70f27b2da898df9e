package press

import "tirage/seal"

// partTickets is about how many tickets a print file holds. It is part of the format; tests make small blocks of many files.
var partTickets = 100_000

// chunk is a range of tickets that one worker makes in one go: one print file, or as many online tickets.
type chunk struct {
	index      int
	packs      Packs
	first, end int // positions
	kind       seal.Kind
}

// positions gives the positions of a range of packs.
func positions(b seal.Block, p Packs) (first, end int) {
	return p.First * int(b.PackSize), min(p.End*int(b.PackSize), int(b.Tickets))
}

// divide cuts packs into chunks: at multiples of the largest number of packs that holds no more than 100,000 tickets, and between the
// online and the paper share. It depends on nothing else, so that every run makes the same files.
func divide(b seal.Block, s seal.Shares, p Packs) (list []chunk) {
	step := max(1, partTickets/int(b.PackSize))
	online := (s.Online + int(b.PackSize) - 1) / int(b.PackSize) // whole packs, or the whole block
	for at := p.First; at < p.End; {
		end := min((at/step+1)*step, p.End)
		kind := seal.Paper
		if at < online {
			kind, end = seal.Online, min(end, online)
		}
		c := chunk{index: len(list), packs: Packs{at, end}, kind: kind}
		c.first, c.end = positions(b, c.packs)
		list = append(list, c)
		at = end
	}
	return list
}
