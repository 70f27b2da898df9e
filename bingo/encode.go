package bingo

import (
	"bytes"
	"encoding/json"
)

// MaxCardBytes bounds the JSON form of a card; that of a strip takes about 600 bytes.
const MaxCardBytes = 8 << 10

// AppendBinary appends the canonical bytes of a card, by which it stands in a draw's log: one byte for the model, then one byte
// for each number, as in Numbers. It refuses what Check refuses with the loosest options.
func (c Card) AppendBinary(to []byte) ([]byte, error) {
	if err := c.Check(loosest); err != nil {
		return to, err
	}
	to = append(to, byte(c.Model))
	for _, b := range c.Numbers {
		to = append(to, byte(b))
	}
	return to, nil
}

// MarshalBinary is AppendBinary to nothing.
func (c Card) MarshalBinary() ([]byte, error) { return c.AppendBinary(nil) }

// UnmarshalBinary reads the canonical bytes of a card; there is one form of each card and no other. It refuses model_unknown
// and what Check refuses with the loosest options, and leaves the card alone then; the options of a formula are checked
// with Check.
func (c *Card) UnmarshalBinary(data []byte) error {
	if len(data) == 0 {
		return refuse("card_length", "no bytes: a card begins with the byte of its model")
	}
	card := Card{Model: Model(data[0])}
	for _, b := range data[1:min(len(data), MaxBalls+2)] {
		card.Numbers = append(card.Numbers, Ball(b))
	}
	if err := card.Check(loosest); err != nil {
		return err
	}
	*c = card
	return nil
}

// loosest are the options that allow every card of a model.
var loosest = Options{EmptyColumns: true}

// cardJSON is the JSON form: all cells, grid by grid and row by row, 0 for a cell without a number.
type cardJSON struct {
	Model string    `json:"model"`
	Grids [][][]int `json:"grids"`
}

// MarshalJSON writes {"model":"90-classic","grids":[[[0,12,…],…]]}: the model's name and, grid by grid and row by row,
// all cells with 0 where there is no number. It refuses what Check refuses with the loosest options.
func (c Card) MarshalJSON() ([]byte, error) {
	if err := c.Check(loosest); err != nil {
		return nil, err
	}
	form := cardJSON{Model: c.Model.String()}
	cells := c.Cells()
	for range c.Model.Grids() {
		var grid [][]int
		for range c.Model.Rows() {
			var row []int
			for _, b := range cells[:c.Model.Columns()] {
				row = append(row, int(b))
			}
			grid = append(grid, row)
			cells = cells[c.Model.Columns():]
		}
		form.Grids = append(form.Grids, grid)
	}
	return json.Marshal(form)
}

// UnmarshalJSON reads what MarshalJSON writes, spaces apart, and leaves the card alone if it refuses:
//
//   - card_too_large: more than MaxCardBytes;
//   - card_json: no JSON, another shape, an unknown key, keys in another order or twice;
//   - model_unknown;
//   - card_shape: too few or too many grids, rows, cells or numbers in a row;
//   - card_cell: a number that does not belong to its column;
//   - card_repeats: a number twice on the card.
func (c *Card) UnmarshalJSON(data []byte) error {
	if len(data) > MaxCardBytes {
		return refuse("card_too_large", "a card takes at most %d bytes, not %d", MaxCardBytes, len(data))
	}
	var form cardJSON
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&form); err != nil {
		return notJSON("card_json", err)
	}
	card := Card{}
	var err error
	if card.Model, err = ParseModel(form.Model); err != nil {
		return err
	}
	if err := card.fill(form.Grids); err != nil {
		return err
	}
	if err := card.Check(loosest); err != nil {
		return err
	}
	if err := onlyForm(card, data); err != nil {
		return err
	}
	*c = card
	return nil
}

// fill takes the numbers out of the cells.
func (c *Card) fill(grids [][][]int) error {
	machine := c.Model.Machine()
	if len(grids) != c.Model.Grids() {
		return refuse("card_shape", "a %s card has %d grids, not %d", c.Model, c.Model.Grids(), len(grids))
	}
	for g, rows := range grids {
		if len(rows) != c.Model.Rows() {
			return refuse("card_shape", "grid %d has %d rows and not %d", g+1, len(rows), c.Model.Rows())
		}
		for r, row := range rows {
			if len(row) != c.Model.Columns() {
				return refuse("card_shape", "grid %d, row %d has %d cells and not %d", g+1, r+1, len(row), c.Model.Columns())
			}
			n := 0
			for column, v := range row {
				if v == 0 {
					continue
				}
				first, size := machine.Span(column)
				if v < int(first) || v >= int(first)+size {
					return refuse("card_cell", "grid %d, row %d, column %d holds %d: there it must be %d to %d", g+1, r+1, column+1, v, first, int(first)+size-1)
				}
				c.Numbers = append(c.Numbers, Ball(v))
				n++
			}
			if n != PerRow {
				return refuse("card_shape", "grid %d, row %d has %d numbers and not %d", g+1, r+1, n, PerRow)
			}
		}
	}
	return nil
}

// onlyForm refuses all but the one form that a card is written in, so that nothing is hidden in a file: json takes keys in any
// case and the last of two.
func onlyForm(card Card, data []byte) error {
	want, err := card.MarshalJSON()
	if err != nil {
		return err
	}
	var got bytes.Buffer
	if err := json.Compact(&got, data); err != nil {
		return notJSON("card_json", err)
	}
	if !bytes.Equal(got.Bytes(), want) {
		return refuse("card_json", `write a card as {"model": …, "grids": …}, with these keys once, in this order, and whole numbers`)
	}
	return nil
}
