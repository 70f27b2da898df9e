package mechanic

import (
	"math/bits"

	"tirage/scratch"
)

// bingoView is what reading needs to know of the geometry; it has nothing from the printing side. Here a card is its whole grid, cell
// row·columns + column, star included.
type bingoView struct {
	balls, cards, columns int
	numbers               int
	printed               int
	star                  int
	starts                uint32 // first cells of all rows
	bonus                 uint32 // cells of the bonus pattern
}

func newBingoView(rows, columns, star, numbers, balls, cards int, bonus []int) bingoView {
	v := bingoView{balls: balls, cards: cards, columns: columns, numbers: numbers, printed: rows * columns, star: star}
	if star >= 0 {
		v.printed--
	}
	for r := range rows {
		v.starts |= 1 << (r * columns)
	}
	for _, cell := range bonus {
		v.bonus |= 1 << cell
	}
	return v
}

// bingoDrawn is the set of drawn codes, one bit each. The third word is never set: all codes from 128 look there.
type bingoDrawn [3]uint64

// drawn reads the balls. Code 0, codes beyond the alphabet and codes that a ball showed already add nothing.
func (v *bingoView) drawn(balls []scratch.Code) (d bingoDrawn) {
	for _, c := range balls {
		if int(c) <= v.numbers {
			d[c>>6&1] |= 1 << (c & 63)
		}
	}
	d[0] &^= 1
	return d
}

// covered reads one card: a bit for each of its cells whose number is drawn, and for the star.
func (v *bingoView) covered(d *bingoDrawn, card []scratch.Code) uint32 {
	var m uint32
	for i, c := range card {
		m |= uint32(d[min(c>>6, 2)]>>(c&63)&1) << (i & 31)
	}
	if v.star >= 0 {
		low := uint32(1)<<v.star - 1
		m = m&low | 1<<v.star | m&^low<<1
	}
	return m
}

// lines marks the rows of a card that are complete, at their first cells: a row is complete if its first cell and those
// that follow are covered.
func (v *bingoView) lines(covered uint32) uint32 {
	m := v.starts & covered
	for i := 1; i < v.columns; i++ {
		m &= covered >> i
	}
	return m
}

// Read counts the complete lines of all cards and looks for the bonus.
func (b *bingoLines) Read(cells []scratch.Code) scratch.Reading {
	v := &b.view
	d := v.drawn(cells[:v.balls])
	cells = cells[v.balls:]
	lines, bonus := 0, false
	for range v.cards {
		m := v.covered(&d, cells[:v.printed])
		cells = cells[v.printed:]
		lines += bits.OnesCount32(v.lines(m))
		bonus = bonus || m&v.bonus == v.bonus
	}
	var r scratch.Reading
	switch {
	case lines > len(b.gains):
		r.Note = scratch.AboveTable
	case lines > 0:
		r.Pays[0] = b.gains[lines-1]
	}
	if bonus {
		r.Pays[1] = b.bonus // zero without a bonus
	}
	return r
}
