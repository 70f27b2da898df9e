package bingo

import "slices"

// Card is a card: its model and its numbers in reading order, grid after grid, row after row, from left to right. Cells
// without a number are left out: as a number's column is fixed, the numbers of a row say where they stand. Every row
// has PerRow numbers, so that row r of grid g starts at PerRow·(g·Rows + r).
//
// Two cards are equal if they have the same numbers in the same cells of the same grids; cards with the same rows or
// grids in another order are different cards.
type Card struct {
	Model   Model
	Numbers []Ball
}

// Equal reports whether two cards are the same.
func (c Card) Equal(d Card) bool { return c.Model == d.Model && slices.Equal(c.Numbers, d.Numbers) }

// Grid returns the numbers of a grid, counted from 0, in reading order. It shares the card's memory.
func (c Card) Grid(grid int) []Ball {
	n := c.Model.PerGrid()
	return c.Numbers[grid*n : (grid+1)*n : (grid+1)*n]
}

// Cells returns all cells in reading order, grid after grid, row after row, with 0 for a cell without a number. The card
// must pass Check.
func (c Card) Cells() []Ball {
	machine, columns := c.Model.Machine(), c.Model.Columns()
	cells := make([]Ball, c.Model.Grids()*c.Model.Rows()*columns)
	for i, b := range c.Numbers {
		cells[i/PerRow*columns+machine.Column(b)] = b
	}
	return cells
}

// Check returns nil for a valid card, or the first thing that is wrong with it, as a Refusal:
//
//   - model_unknown: no such model;
//   - card_length: too few or too many numbers;
//   - card_range: a number that the machine has no ball for;
//   - card_repeats: a number twice on the card;
//   - card_order: the columns of a row's numbers do not ascend (75 balls: are not all five);
//   - card_empty_column: a column of a grid without numbers, where options do not allow it;
//   - card_unsorted: numbers of a column that do not ascend, where options demand it.
func (c Card) Check(o Options) error {
	if !c.Model.Known() {
		return refuse("model_unknown", "there is no card model %d", uint8(c.Model))
	}
	if len(c.Numbers) != c.Model.Numbers() {
		return refuse("card_length", "a %s card has %d numbers, not %d", c.Model, c.Model.Numbers(), len(c.Numbers))
	}
	machine := c.Model.Machine()
	var seen [MaxBalls + 1]bool
	for i, b := range c.Numbers {
		if !machine.Has(b) {
			return refuse("card_range", "number %d (grid %d, row %d) is not one of the %d balls", b, c.grid(i), c.row(i), machine.Balls())
		}
		if seen[b] {
			return refuse("card_repeats", "number %d is on the card twice", b)
		}
		seen[b] = true
		if i%PerRow > 0 && machine.Column(b) <= machine.Column(c.Numbers[i-1]) {
			return refuse("card_order", "in grid %d, row %d, the column of %d does not come after the column of %d", c.grid(i), c.row(i), b, c.Numbers[i-1])
		}
	}
	return c.checkColumns(o)
}

// checkColumns checks what holds column by column, once the numbers are good.
func (c Card) checkColumns(o Options) error {
	machine := c.Model.Machine()
	for g := range c.Model.Grids() {
		var last [MaxColumns]Ball
		for _, b := range c.Grid(g) {
			column := machine.Column(b)
			if o.Sorted && b < last[column] {
				return refuse("card_unsorted", "in grid %d, %d stands below %d: the numbers of a column must ascend", g+1, b, last[column])
			}
			last[column] = b
		}
		if column := slices.Index(last[:machine.Columns()], 0); column >= 0 && !o.EmptyColumns {
			return refuse("card_empty_column", "grid %d has no number in column %d", g+1, column+1)
		}
	}
	return nil
}

// grid and row say where the i-th number stands, counted from 1.
func (c Card) grid(i int) int { return i/c.Model.PerGrid() + 1 }
func (c Card) row(i int) int  { return i/PerRow%c.Model.Rows() + 1 }
