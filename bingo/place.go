package bingo

import (
	"math/bits"
	"slices"

	"tirage/fair"
)

// columnPlan is how the numbers of a column are set into the cells that a pattern gives it.
type columnPlan struct {
	lucky  []Ball
	others [16]Ball // the column's other numbers, ascending
	bounds []uint64 // how many they are, then one less each
}

func newColumnPlan(m Machine, column int, lucky []Ball) (p columnPlan) {
	first, size := m.Span(column)
	n := 0
	for b := first; b < first+Ball(size); b++ {
		if slices.Contains(lucky, b) {
			p.lucky = append(p.lucky, b)
			continue
		}
		p.others[n] = b
		n++
	}
	for i := range n {
		p.bounds = append(p.bounds, uint64(n-i))
	}
	return p
}

// place sets numbers into the cells of a pattern, with one word of the tape for every column that has cells, and writes them in
// reading order.
func (s *Sampler) place(t *fair.Tape, p *pattern, numbers []Ball) {
	var next [32]uint8 // by row: where its next number goes
	for r := range next {
		next[r] = uint8(PerRow * r)
	}
	var drawn [16]uint32
	rows := s.model.Rows()
	for c := range s.model.Columns() {
		plan, cells := &s.columns[c], p[c]
		n := bits.OnesCount32(cells)
		if n == 0 {
			continue
		}
		list := plan.others
		if len(plan.lucky) > 0 {
			plan.drawWithLucky(t, &list, n, p.count(c, rows))
		} else {
			t.Batch(plan.bounds[:n], drawn[:])
			for i, r := range drawn[:n] {
				i, j := i&15, (i+int(r))&15
				list[i], list[j] = list[j], list[i]
			}
		}
		if s.options.Sorted {
			sortByGrid(list[:n], cells, rows)
		}
		for i := 0; cells != 0; i++ {
			row := bits.TrailingZeros32(cells) & 31
			cells &= cells - 1
			numbers[next[row]] = list[i&15]
			next[row]++
		}
	}
}

// drawWithLucky fills the first n places of the list, of which the first belong to the first grid: it chooses among these one for
// each lucky number, and gives the others numbers in the order drawn.
func (p *columnPlan) drawWithLucky(t *fair.Tape, list *[16]Ball, n, first int) {
	var bounds [16]uint64
	for i := range p.lucky {
		bounds[i] = uint64(first - i)
	}
	copy(bounds[len(p.lucky):n], p.bounds)
	var drawn [16]uint32
	t.Batch(bounds[:n], drawn[:])

	var places [16]uint8
	for i := range places {
		places[i] = uint8(i)
	}
	*list = [16]Ball{}
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
