package mechanic

import (
	"math/bits"
	"slices"

	"tirage/fair"
	"tirage/scratch"
)

// A card without demands is most of what a press prints, so it has a quicker way than drawing number by number, with
// the same result from the same words. Two facts make it possible. Several bounds of one word taken together are one bound, their
// product, whose number has theirs as digits: Batch's first multiplications, done at once. And a group of at most 16 numbers
// has so few swaps that they can be looked up.
type bingoFree struct {
	groups []bingoShortcut
}

// bingoShortcut holds one group. Its digits are its numbers counted from 0. A group of fewer than bingoMaxSide cells has its last
// cell several times, with the same digit each time: so the number of cells decides no branch.
type bingoShortcut struct {
	first    uint8                // code of digit 0
	cells    [bingoMaxSide]uint8  // printed cells of a card
	masks    [bingoMaxSide]uint32 // one bit each
	headWord *fair.Bounds         // the word that begins with the first number, nil if this is made of what is left of the word before
	tailWord *fair.Bounds         // the same for the second
	bingoSwaps
}

// bingoSwaps holds the swaps of a group; groups of one size share them, so that they stay in the nearest cache.
type bingoSwaps struct {
	head [][16]uint8               // by the first number: the digits, place by place, after two swaps
	tail [][bingoMaxSide - 1]uint8 // by the second: for each cell but the first, the place in that list that it shows in the end
}

const bingoHead = 2 // cells in the first number

// newBingoFree looks all swaps up; nil if the groups are too large, or the words would not be the same.
func newBingoFree(t *bingoTable) *bingoFree {
	f := new(bingoFree)
	known := map[[2]int]bingoSwaps{} // by numbers and cells
	var single, together []uint64
	var ends []int // of what goes into one word, in single bounds
	for _, g := range t.groups {
		if g.size > 16 || len(g.cells) > bingoMaxSide {
			return nil
		}
		if len(g.cells) == 0 { // a column of the star alone
			continue
		}
		bounds := descending(g.size, len(g.cells))
		single = append(single, bounds...)
		s := bingoShortcut{first: uint8(g.first + 1)}
		for i := range s.cells {
			s.cells[i] = uint8(g.cells[min(i, len(g.cells)-1)])
			s.masks[i] = 1 << s.cells[i]
		}
		size := [2]int{g.size, len(g.cells)}
		if _, ok := known[size]; !ok {
			known[size] = newBingoSwaps(g.size, bounds)
		}
		s.bingoSwaps = known[size]
		together = append(together, uint64(len(s.head)), uint64(len(s.tail)))
		ends = append(ends, len(single)-len(bounds)+min(bingoHead, len(bounds)), len(single))
		f.groups = append(f.groups, s)
	}
	words := newDraws(together...)
	begin := 0
	var same []int
	for i := range words.words {
		word := &words.words[i]
		if g := &f.groups[begin/2]; begin%2 == 0 {
			g.headWord = word
		} else {
			g.tailWord = word
		}
		begin += word.Len()
		same = append(same, ends[begin-1])
	}
	if !slices.Equal(same, t.someCard.ends()) {
		return nil
	}
	return f
}

// newBingoSwaps makes the tables of a group of so many numbers, whose cells have these bounds.
func newBingoSwaps(size int, bounds []uint64) (s bingoSwaps) {
	cut := min(bingoHead, len(bounds))
	for number := range product(bounds[:cut]) {
		var digits [16]uint8
		copy(digits[:], swapped(size, 0, number, bounds[:cut]))
		s.head = append(s.head, digits)
	}
	for number := range product(bounds[cut:]) {
		list := swapped(size, cut, number, bounds[cut:])
		var places [bingoMaxSide - 1]uint8
		for i := range places {
			places[i] = list[min(1+i, len(bounds)-1)]
		}
		s.tail = append(s.tail, places)
	}
	return s
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

func product(bounds []uint64) int {
	n := 1
	for _, b := range bounds {
		n *= int(b)
	}
	return n
}

// card draws and sets card j.
func (f *bingoFree) card(tape *fair.Tape, d *bingoDraft, j int, card []scratch.Code) {
	cover, word := uint32(0), uint64(0)
	for g := range f.groups {
		s := &f.groups[g]
		var head, tail uint64
		if s.headWord != nil {
			word = s.headWord.Word(tape)
		}
		head, word = bits.Mul64(word, uint64(len(s.head)))
		if s.tailWord != nil {
			word = s.tailWord.Word(tape)
		}
		tail, word = bits.Mul64(word, uint64(len(s.tail)))
		list, places := &s.head[head], &s.tail[tail]
		drawn := (*[16]uint32)(d.drawn[s.first:])
		cover |= s.set(drawn, card, 0, list[0]) // which the later swaps leave alone
		cover |= s.set(drawn, card, 1, list[places[0]&15])
		cover |= s.set(drawn, card, 2, list[places[1]&15])
		cover |= s.set(drawn, card, 3, list[places[2]&15])
		cover |= s.set(drawn, card, 4, list[places[3]&15])
	}
	d.cover[j] = cover
}

// set writes cell i of the group and returns its bit if the digit is drawn.
func (s *bingoShortcut) set(drawn *[16]uint32, card []scratch.Code, i int, digit uint8) uint32 {
	card[s.cells[i]] = scratch.Code(s.first + digit)
	return drawn[digit&15] & s.masks[i]
}
