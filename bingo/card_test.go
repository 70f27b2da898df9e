package bingo

import (
	"testing"

	"tirage/fair"
)

// The columns as art. 2.2 lists them.
func TestColumnsOfTheRegulation(t *testing.T) {
	for machine, last := range map[Machine][]Ball{
		Machine75: {15, 30, 45, 60, 75},
		Machine90: {9, 19, 29, 39, 49, 59, 69, 79, 90},
	} {
		if machine.Columns() != len(last) {
			t.Errorf("%d columns of %d balls", machine.Columns(), machine)
		}
		b := Ball(1)
		for c, end := range last {
			first, size := machine.Span(c)
			if first != b || first+Ball(size)-1 != end {
				t.Errorf("column %d of %d balls is %d and %d more", c, machine, first, size-1)
			}
			for ; b <= end; b++ {
				if machine.Column(b) != c || !machine.Has(b) {
					t.Errorf("ball %d of %d is in column %d and not %d", b, machine, machine.Column(b), c)
				}
			}
		}
		if machine.Has(0) || machine.Has(b) {
			t.Errorf("%d has ball 0 or %d", machine, b)
		}
	}
}

func TestModels(t *testing.T) {
	for m, want := range map[Model]struct {
		name                                                 string
		balls, grids, rows, columns, perGrid, numbers, limit int
	}{
		Classic75: {"75-classic", 75, 1, 5, 5, 25, 25, 25},
		Variant75: {"75-variant", 75, 3, 5, 5, 25, 75, 12},
		Classic90: {"90-classic", 90, 1, 3, 9, 15, 15, 25},
		Variant90: {"90-variant", 90, 6, 3, 9, 15, 90, 12},
	} {
		got := want
		got.name, got.balls, got.grids, got.rows, got.columns = m.String(), m.Balls(), m.Grids(), m.Rows(), m.Columns()
		got.perGrid, got.numbers, got.limit = m.PerGrid(), m.Numbers(), m.MaxPerDraw()
		if got != want {
			t.Errorf("%+v, not %+v", got, want)
		}
		var again Model
		if text, err := m.MarshalText(); err != nil || again.UnmarshalText(text) != nil || again != m {
			t.Errorf("%v comes back as %v (%v)", m, again, err)
		}
		if m.Variant() != (want.grids > 1) || !m.Known() {
			t.Errorf("%v: variant %v, known %v", m, m.Variant(), m.Known())
		}
	}
	for _, name := range []string{"", "75", "75-Classic", "unknown model"} {
		if _, err := ParseModel(name); RefusalName(err) != "model_unknown" {
			t.Errorf("%q: %v", name, err)
		}
	}
	for _, m := range []Model{0, 5} {
		if _, err := m.MarshalText(); RefusalName(err) != "model_unknown" {
			t.Errorf("model %d: %v", m, err)
		}
		if _, err := NewSampler(m, Options{}); RefusalName(err) != "model_unknown" {
			t.Errorf("model %d: %v", m, err)
		}
		if _, err := NewDeal(m, 1); RefusalName(err) != "model_unknown" {
			t.Errorf("model %d: %v", m, err)
		}
		if err := (Card{Model: m}).Check(Options{}); RefusalName(err) != "model_unknown" {
			t.Errorf("model %d: %v", m, err)
		}
	}
}

// One good grid of 90 balls, sorted, without empty columns; and what is wrong once it is spoilt.
func TestCheckNamesWhatIsWrong(t *testing.T) {
	good := func() Card {
		return Card{Classic90, []Ball{
			1, 10, 20, 30, 40,
			5, 50, 60, 70, 80,
			9, 19, 59, 69, 90,
		}}
	}
	for _, o := range styles {
		if err := good().Check(o); err != nil {
			t.Errorf("%+v: %v", o, err)
		}
	}
	for _, c := range []struct {
		what    string
		options Options
		change  func(n []Ball) []Ball
		name    string
	}{
		{"short", Options{}, func(n []Ball) []Ball { return n[:14] }, "card_length"},
		{"long", Options{}, func(n []Ball) []Ball { return append(n, 2) }, "card_length"},
		{"zero", Options{}, func(n []Ball) []Ball { n[0] = 0; return n }, "card_range"},
		{"91", Options{}, func(n []Ball) []Ball { n[14] = 91; return n }, "card_range"},
		{"twice", Options{}, func(n []Ball) []Ball { n[5] = 1; return n }, "card_repeats"},
		{"two of a column in a row", Options{}, func(n []Ball) []Ball { n[1] = 2; return n }, "card_order"},
		{"columns descend", Options{}, func(n []Ball) []Ball { n[0], n[1] = n[1], n[0]; return n }, "card_order"},
		{"empty column", Options{}, func(n []Ball) []Ball { n[4] = 51; return n }, "card_empty_column"},
		{"empty column allowed", Options{EmptyColumns: true}, func(n []Ball) []Ball { n[4] = 51; return n }, ""},
		{"not sorted", Options{Sorted: true}, func(n []Ball) []Ball { n[0], n[5] = n[5], n[0]; return n }, "card_unsorted"},
		{"not sorted and allowed", Options{}, func(n []Ball) []Ball { n[0], n[5] = n[5], n[0]; return n }, ""},
	} {
		card := good()
		card.Numbers = c.change(card.Numbers)
		if err := card.Check(c.options); RefusalName(err) != c.name {
			t.Errorf("%s: %v, not %q", c.what, err, c.name)
		}
	}
}

// Cells says where the numbers stand, and a card is equal to itself alone.
func TestCells(t *testing.T) {
	for _, m := range Models {
		card := sampler(t, m, Options{}).Card(fair.NewTape([32]byte{10}))
		cells := card.Cells()
		n := 0
		for i, b := range cells {
			if b == 0 {
				continue
			}
			if m.Machine().Column(b) != i%m.Columns() || card.Numbers[n] != b || n/PerRow != i/m.Columns() {
				t.Errorf("%v: %d is in cell %d", m, b, i)
			}
			n++
		}
		if len(cells) != m.Grids()*m.Rows()*m.Columns() || n != m.Numbers() {
			t.Errorf("%v: %d cells and %d numbers", m, len(cells), n)
		}
		last := card.Grid(m.Grids() - 1)
		if len(last) != m.PerGrid() || last[len(last)-1] != card.Numbers[m.Numbers()-1] {
			t.Errorf("%v: the last grid is %v", m, last)
		}
		other := Card{m, append([]Ball(nil), card.Numbers...)}
		if !other.Equal(card) {
			t.Errorf("%v: a card differs from its copy", m)
		}
		for i := range PerRow { // two rows change places
			other.Numbers[i], other.Numbers[PerRow+i] = other.Numbers[PerRow+i], other.Numbers[i]
		}
		if other.Equal(card) {
			t.Errorf("%v: rows in another order are the same card", m)
		}
	}
}
