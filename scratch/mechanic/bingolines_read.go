package mechanic

import (
	"math/bits"

	"tirage/money"
	"tirage/scratch"
)

// bingoView is what reading needs to know of the geometry; it has nothing from the printing side. A card is its whole grid, star included,
// one bit per cell, the last cell in bit 0.
type bingoView struct {
	balls, cards, columns int
	numbers               int
	printed               int
	star                  uint32 // its cell, zero without one
	after                 uint32 // cells after the star; all cells without one
	ends                  uint32 // last cells of all rows
	bonus                 uint32 // cells of the bonus pattern
}

// newBingoView lays out the grid. bonus lists grid cells, counted along the rows.
func newBingoView(g bingoGrid, numbers int, bonus []int) bingoView {
	size := g.rows * g.columns
	v := bingoView{balls: g.balls, cards: g.cards, columns: g.columns, numbers: numbers, printed: size, after: 1<<size - 1}
	if g.star {
		v.printed--
		v.star = 1 << (size / 2) // the middle from either end
		v.after = v.star - 1
	}
	for r := range g.rows {
		v.ends |= 1 << (r * g.columns)
	}
	for _, cell := range bonus {
		v.bonus |= 1 << (size - 1 - cell)
	}
	return v
}

// bingoDrawn is the set of drawn codes: 1 at each of them. Codes beyond are not drawn.
type bingoDrawn [bingoMaxNumbers + 1]uint8

// draw reads the balls into an empty set. Code 0, codes beyond the alphabet and codes that a ball showed already add nothing.
func (v *bingoView) draw(d *bingoDrawn, balls []scratch.Code) {
	for _, c := range balls {
		if int(c) <= v.numbers {
			d[c] = 1
		}
	}
	d[0] = 0
}

// covered reads one card: a bit for each of its cells whose number is drawn, and for the star.
func (v *bingoView) covered(d *bingoDrawn, card []scratch.Code) uint32 {
	var m uint32
	var all scratch.Code
	rest := card
	for len(rest) >= 4 { // four at a time takes an eighth less time
		four := (*[4]scratch.Code)(rest)
		all |= four[0] | four[1] | four[2] | four[3]
		m = m<<4 | uint32(d[four[0]&bingoMaxNumbers])<<3 | uint32(d[four[1]&bingoMaxNumbers])<<2 |
			uint32(d[four[2]&bingoMaxNumbers])<<1 | uint32(d[four[3]&bingoMaxNumbers])
		rest = rest[4:]
	}
	for _, c := range rest {
		all |= c
		m = m*2 + uint32(d[c&bingoMaxNumbers])
	}
	if all > bingoMaxNumbers {
		m = 0
		for _, c := range card {
			m *= 2
			if c <= bingoMaxNumbers {
				m += uint32(d[c])
			}
		}
	}
	return m&v.after | v.star | m&^v.after<<1
}

// lines marks the rows of a card that are complete, at their last cells: a row is complete if its last cell and those
// before it are covered.
func (v *bingoView) lines(covered uint32) uint32 {
	m := v.ends & covered
	for i := 1; i < v.columns; i++ {
		m &= covered >> i
	}
	return m
}

// Read counts the complete lines of all cards and looks for the bonus.
func (b *bingoLines) Read(cells []scratch.Code) scratch.Reading {
	v := &b.view
	var d bingoDrawn
	v.draw(&d, cells[:v.balls])
	cells = cells[v.balls:]
	lines, bonus := 0, 0
	for range v.cards {
		m := v.covered(&d, cells[:v.printed])
		cells = cells[v.printed:]
		lines += bits.OnesCount32(v.lines(m))
		if m&v.bonus == v.bonus {
			bonus++
		}
	}
	var r scratch.Reading
	switch {
	case lines > len(b.gains) && b.ruled.unreferred:
		r.Note = scratch.Unprinted
	case lines > len(b.gains):
		r.Note = scratch.AboveTable
	case lines > 0:
		r.Pays[0] = b.gains[lines-1]
	}
	if !b.ruled.eachBonus {
		bonus = min(bonus, 1)
	}
	r.Pays[1] = money.Cents(bonus) * b.bonus // zero without a bonus
	return r
}
