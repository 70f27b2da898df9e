package mechanic

import "math/bits"

// Limits of a bingo surface. Codes up to 127 fit the two words of a drawn set, and 25 cells of a card one word of 32 bits.
const (
	bingoMaxNumbers = 127
	bingoMaxCards   = 6
	bingoMaxSide    = 5
	bingoMaxCells   = bingoMaxSide * bingoMaxSide
)

// bingoGroup is a range of numbers and the cells of a card that hold numbers of that range alone: a column under columns
// layout, the whole card otherwise.
type bingoGroup struct {
	first, size int   // the codes first+1 … first+size
	cells       []int // printed cells of a card, in reading order
	star        bool  // the group would hold the star's cell too
	bonus       bool  // one of its cells counts for the bonus
}

// bingoTable is the geometry of a bingo surface: how many balls, how many cards, where their numbers stand. A printed cell is
// counted along the rows with the star left out; a grid cell counts the star.
type bingoTable struct {
	balls, numbers       int
	cards, rows, columns int
	star                 int      // grid cell of the star, -1 if there is none
	printed              int      // cells of a card that hold a number
	rowMask              []uint32 // by row, its printed cells
	bonusMask            uint32   // printed cells of the bonus, zero without a bonus
	groups               []bingoGroup
	order                []int // in which a winning print shares out the balls: groups with the star, with bonus cells, the rest

	shortcut                       *bingoFree // nil where it does not apply
	ascending                      bingoList
	free                           bingoDemand // no demand
	someBalls, someOrder, someCard draws       // the sections whose bounds are always the same
}

// bingoGrid is the geometry as the parameters give it.
type bingoGrid struct {
	balls, cards, rows, columns int
	star, byColumns             bool
}

// newBingoTable lays out the cards; the parameters have been checked. bonus lists grid cells.
func newBingoTable(grid bingoGrid, numbers int, bonus []int) *bingoTable {
	rows, columns := grid.rows, grid.columns
	t := &bingoTable{balls: grid.balls, numbers: numbers, cards: grid.cards, rows: rows, columns: columns, star: -1}
	if grid.star {
		t.star = rows * columns / 2
	}
	count := 1
	if grid.byColumns {
		count = columns
	}
	t.groups = make([]bingoGroup, count)
	for g := range t.groups {
		t.groups[g].size = numbers / count
		t.groups[g].first = g * t.groups[g].size
	}
	t.rowMask = make([]uint32, rows)
	for cell := range rows * columns {
		g := &t.groups[cell%columns%count]
		if cell == t.star {
			g.star = true
			continue
		}
		t.rowMask[cell/columns] |= 1 << t.printed
		for _, b := range bonus {
			if b == cell {
				t.bonusMask |= 1 << t.printed
				g.bonus = true
			}
		}
		g.cells = append(g.cells, t.printed)
		t.printed++
	}
	for rank := range 3 {
		for i, g := range t.groups {
			if g.rank() == rank {
				t.order = append(t.order, i)
			}
		}
	}
	for i := range numbers {
		t.ascending[i] = uint8(i + 1)
	}
	t.free = t.demand(0, false)
	t.someBalls = newDraws(descending(numbers, t.balls)...)
	t.someOrder = newDraws(descending(t.balls, t.balls-1)...)
	var card []uint64
	for _, g := range t.groups {
		card = append(card, descending(g.size, len(g.cells))...)
	}
	t.someCard = newDraws(card...)
	t.shortcut = newBingoFree(t)
	return t
}

// rank orders the groups from the one that differs most between patterns to the one that differs least, so that the tables
// of the last ones serve many patterns.
func (g bingoGroup) rank() int {
	switch {
	case g.star:
		return 0
	case g.bonus:
		return 1
	}
	return 2
}

// cells is the number of cells of the whole surface.
func (t *bingoTable) cells() int { return t.balls + t.cards*t.printed }

// complete counts the rows of a card whose cells are all in cover.
func (t *bingoTable) complete(cover uint32) (lines int) {
	for _, row := range t.rowMask {
		if cover&row == row {
			lines++
		}
	}
	return lines
}

// bonusIn reports whether cover holds all bonus cells.
func (t *bingoTable) bonusIn(cover uint32) bool {
	return t.bonusMask != 0 && cover&t.bonusMask == t.bonusMask
}

// bingoDemand is what a pattern demands of one card: that the cells of certain rows, and of the bonus or not, show drawn numbers.
type bingoDemand struct {
	cells  uint32
	lines  int
	bonus  bool
	forced [bingoMaxSide]int    // demanded cells by group
	order  [bingoMaxCells]uint8 // printed cells group by group: in each the demanded ones first, both kinds in reading order
}

// demand returns the demand of a set of rows, one bit each, with or without the bonus.
func (t *bingoTable) demand(rows int, bonus bool) bingoDemand {
	d := bingoDemand{lines: bits.OnesCount(uint(rows)), bonus: bonus}
	for r, mask := range t.rowMask {
		if rows>>r&1 == 1 {
			d.cells |= mask
		}
	}
	if bonus {
		d.cells |= t.bonusMask
	}
	at := 0
	for g, group := range t.groups {
		for _, wanted := range []uint32{1, 0} {
			for _, cell := range group.cells {
				if d.cells>>cell&1 == wanted {
					d.order[at] = uint8(cell)
					at++
				}
			}
			if wanted == 1 {
				d.forced[g] = bits.OnesCount32(d.cells & group.mask())
			}
		}
	}
	return d
}

// mask is the group's cells, one bit each.
func (g bingoGroup) mask() (m uint32) {
	for _, cell := range g.cells {
		m |= 1 << cell
	}
	return m
}

// possible reports whether some card fulfils the demand and shows nothing more: the demanded cells do not by themselves
// complete another row, or the bonus that is not wanted.
func (t *bingoTable) possible(d bingoDemand) bool {
	return t.complete(d.cells) == d.lines && t.bonusIn(d.cells) == d.bonus
}
