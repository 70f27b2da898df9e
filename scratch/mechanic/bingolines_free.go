package mechanic

import (
	"slices"

	"tirage/fair"
	"tirage/scratch"
)

// A card without demands is most of what a press prints, so it has a quicker way than drawing number by number, with
// the same result from the same words. Two facts make it possible. Several bounds of one word taken together are one bound, their
// product, whose number has theirs as digits: Batch's first multiplications, done at once. And a group of at most 16 numbers
// is a list of hexadecimal digits in one word, in which the swaps can be looked up.
type bingoFree struct {
	draws  draws // per group: of the first two cells together, of its other cells together
	groups []bingoShortcut
}

// bingoShortcut holds the swaps of one group.
type bingoShortcut struct {
	first scratch.Code // code of digit 0
	cells []uint8      // printed cells of a card
	head  []uint64     // by the first number: the list after two swaps, 4 bits per place from place 0
	tail  []uint32     // by the second: for each cell, 6 bits from cell 0, four times the place in that list that it shows in the end
}

const bingoHead = 2 // cells in the first number

// newBingoFree looks all swaps up; nil if the groups are too large, or the words would not be the same.
func newBingoFree(t *bingoTable) *bingoFree {
	f := new(bingoFree)
	var single, together []uint64
	var ends []int // of what goes into one word, in single bounds
	for _, g := range t.groups {
		if g.size > 16 || len(g.cells) > bingoMaxSide {
			return nil
		}
		bounds := descending(g.size, len(g.cells))
		single = append(single, bounds...)
		cut := min(bingoHead, len(bounds))
		s := bingoShortcut{first: scratch.Code(g.first + 1)}
		for _, cell := range g.cells {
			s.cells = append(s.cells, uint8(cell))
		}
		s.head = headSwaps(g.size, bounds[:cut])
		s.tail = tailSwaps(g.size, bounds[cut:])
		together = append(together, uint64(len(s.head)), uint64(len(s.tail)))
		ends = append(ends, len(single)-len(bounds)+cut, len(single))
		f.groups = append(f.groups, s)
	}
	f.draws = newDraws(together...)
	same := make([]int, len(f.draws.ends))
	for i, end := range f.draws.ends {
		same[i] = ends[end-1]
	}
	if !slices.Equal(same, t.someCard.ends) {
		return nil
	}
	return f
}

// swapped returns an ascending list after the swaps of places from+i and from+i+digit i.
func swapped(size, from, number int, bounds []uint64) []uint8 {
	digits := make([]int, len(bounds))
	for i, b := range slices.Backward(bounds) {
		digits[i] = number % int(b)
		number /= int(b)
	}
	list := make([]uint8, size)
	for i := range list {
		list[i] = uint8(i)
	}
	for i, r := range digits {
		list[from+i], list[from+i+r] = list[from+i+r], list[from+i]
	}
	return list
}

func headSwaps(size int, bounds []uint64) (table []uint64) {
	for number := range product(bounds) {
		entry := uint64(0)
		for place, digit := range swapped(size, 0, number, bounds) {
			entry |= uint64(digit) << (4 * place)
		}
		table = append(table, entry)
	}
	return table
}

func tailSwaps(size int, bounds []uint64) (table []uint32) {
	for number := range product(bounds) {
		entry := uint32(0)
		for cell, place := range swapped(size, min(bingoHead, size), number, bounds) {
			if cell < bingoHead+len(bounds) {
				entry |= uint32(4*place) << (6 * cell)
			}
		}
		table = append(table, entry)
	}
	return table
}

func product(bounds []uint64) int {
	n := 1
	for _, b := range bounds {
		n *= int(b)
	}
	return n
}

// card draws and sets card j.
func (f *bingoFree) card(tape *fair.Tape, d *bingoDraft, j int, card []scratch.Code) {
	f.draws.take(tape, d.r[:])
	cover := uint32(0)
	for g := range f.groups {
		s := &f.groups[g]
		list, places := s.head[d.r[2*g]], s.tail[d.r[2*g+1]]
		for _, cell := range s.cells {
			code := s.first + scratch.Code(list>>(places&63)&15)
			places >>= 6
			card[cell] = code
			cover |= uint32(d.drawn[code&bingoMaxNumbers]) << (cell & 31)
		}
	}
	d.cover[j] = cover
}
