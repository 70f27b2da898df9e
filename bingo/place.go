package bingo

import (
	"math/bits"
	"slices"

	"tirage/fair"
)

// columnPlan is how the numbers of a column are set into the cells that a pattern gives it.
type columnPlan struct {
	lucky  []Ball
	others [16]Ball  // the column's other numbers, ascending
	size   uint64    // how many they are
	words  [16]bound // by n: of the word that chooses n of them in order
}

// newColumnPlan is the plan of the column of size balls from first on; those of the lucky numbers that are in it are its own.
func newColumnPlan(first Ball, size int, lucky []Ball) (p columnPlan) {
	for b := first; b < first+Ball(size); b++ {
		if slices.Contains(lucky, b) {
			p.lucky = append(p.lucky, b)
			continue
		}
		p.others[p.size] = b
		p.size++
	}
	var bounds []uint64
	for i := range p.size {
		bounds = append(bounds, p.size-i)
		p.words[i+1] = newBound(bounds)
	}
	return p
}

// bound tells which words give several numbers below some bounds exactly evenly, as fair.Tape.Batch does. There, the last of
// what is left over after the numbers is the word times the product of their bounds, modulo 2^64: so that one
// multiplication decides, before any number is made, and the numbers can be made where they are needed.
type bound struct{ product, floor uint64 }

func newBound(bounds []uint64) bound {
	b := bound{product: 1}
	for _, n := range bounds {
		b.product *= n
	}
	b.floor = -b.product % b.product
	return b
}

// draw returns the next word that Batch would not refuse.
func (b *bound) draw(t *fair.Tape) uint64 {
	word := t.Uint64()
	for word*b.product < b.floor {
		word = t.Uint64()
	}
	return word
}

// place sets numbers into the cells of a pattern, with one word of the tape for every column that has cells, and writes them in
// reading order.
func (s *Sampler) place(t *fair.Tape, p *pattern, numbers []Ball) {
	var next [32]uint8 // by row: where its next number goes
	for r := range next {
		next[r] = uint8(PerRow * r)
	}
	rows := s.model.Rows()
	for c := range s.model.Columns() {
		plan, cells := &s.columns[c], p[c]
		n := bits.OnesCount32(cells)
		if n == 0 {
			continue
		}
		if len(plan.lucky) > 0 || s.options.Sorted {
			list := plan.draw(t, n, p.count(c, rows))
			if s.options.Sorted {
				sortByGrid(list[:n], cells, rows)
			}
			for i := 0; cells != 0; i++ {
				row := bits.TrailingZeros32(cells) & 31
				cells &= cells - 1
				numbers[next[row]] = list[i&15]
				next[row]++
			}
			continue
		}
		// What follows gives the same numbers without looking at the list again.
		list := plan.others
		word := plan.words[n&15].draw(t)
		for i := uint64(0); cells != 0; i++ {
			var r uint64
			r, word = bits.Mul64(word, plan.size-i)
			row := bits.TrailingZeros32(cells) & 31
			cells &= cells - 1
			numbers[next[row]] = list[(i+r)&15]
			list[(i+r)&15] = list[i&15]
			next[row]++
		}
	}
}

// draw draws the numbers of n cells, of which the first belong to the first grid: it chooses among these one for each lucky
// number, and gives the other cells numbers in the order drawn.
func (p *columnPlan) draw(t *fair.Tape, n, first int) (list [16]Ball) {
	var bounds [16]uint64
	for i := range p.lucky {
		bounds[i] = uint64(first - i)
	}
	for i := range n - len(p.lucky) {
		bounds[len(p.lucky)+i] = p.size - uint64(i)
	}
	var drawn [16]uint32
	t.Batch(bounds[:n], drawn[:])

	var places [16]uint8
	for i := range places {
		places[i] = uint8(i)
	}
	for i, b := range p.lucky {
		j := i + int(drawn[i])
		places[i], places[j] = places[j], places[i]
		list[places[i]] = b
	}
	others := p.others
	i := 0
	for at := range n {
		if list[at] != 0 {
			continue
		}
		j := i + int(drawn[len(p.lucky)+i])
		others[i], others[j] = others[j], others[i]
		list[at] = others[i]
		i++
	}
	return list
}

// sortByGrid sorts the numbers of each grid's part of a column.
func sortByGrid(list []Ball, cells uint32, rows int) {
	for ; cells != 0; cells >>= rows {
		n := bits.OnesCount32(cells & (1<<rows - 1))
		part := list[:n]
		list = list[n:]
		for i := 1; i < n; i++ {
			for j := i; j > 0 && part[j] < part[j-1]; j-- {
				part[j], part[j-1] = part[j-1], part[j]
			}
		}
	}
}
