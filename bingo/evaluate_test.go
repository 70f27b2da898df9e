package bingo

import (
	"slices"
	"testing"

	"tirage/fair"
)

// naive plays a draw as a person does: at every ball, mark it on every grid and look which lines are full. It returns what
// FirstLines and Lines return.
func naive(m Model, numbers []Ball, order []Ball) (firsts []First, lines []int) {
	type grid struct {
		cells  [][]Ball
		marked [][]bool
	}
	var grids []grid
	for begin := 0; begin < len(numbers); begin += m.PerGrid() {
		var g grid
		for r := range m.Rows() {
			g.cells = append(g.cells, numbers[begin+5*r:begin+5*r+5])
			g.marked = append(g.marked, make([]bool, 5))
		}
		grids = append(grids, g)
	}
	firsts = make([]First, m.Rows())
	lines = make([]int, len(grids)*m.Rows())
	for i := range lines {
		lines[i] = Never
	}
	for i, ball := range order {
		for n, g := range grids {
			full := 0
			for r, row := range g.cells {
				missing := false
				for c, number := range row {
					if number == ball {
						g.marked[r][c] = true
					}
					missing = missing || !g.marked[r][c]
				}
				if !missing {
					full++
				}
			}
			for k := range full {
				if lines[n*m.Rows()+k] == Never {
					lines[n*m.Rows()+k] = i + 1
				}
				if firsts[k].Ball == 0 {
					firsts[k].Ball = i + 1
				}
				if firsts[k].Ball == i+1 && lines[n*m.Rows()+k] == i+1 {
					firsts[k].Grids = append(firsts[k].Grids, n)
				}
			}
		}
	}
	return firsts, lines
}

// Both engines agree on many random draws. In some, rows are copied between grids so that they tie; in some, the draw is
// broken off.
func TestEvaluateAgainstNaive(t *testing.T) {
	draws := 100_000
	if testing.Short() {
		draws = 4_000
	}
	for _, m := range Models {
		n := draws
		if m.Variant() {
			n /= 4
		}
		s, tape := sampler(t, m, Options{}), fair.NewTape([32]byte{3, byte(m)})
		ties := 0
		for range n {
			cards := 1 + int(tape.N(4))
			numbers := make([]Ball, cards*m.Numbers())
			for i := range cards {
				s.Draw(tape, numbers[i*m.Numbers():])
			}
			rows := len(numbers) / PerRow
			for range tape.N(3) * tape.N(6) { // none, or some copies
				from, to := tape.N(uint64(rows)), tape.N(uint64(rows))
				copy(numbers[to*PerRow:(to+1)*PerRow], numbers[from*PerRow:])
			}
			order := randomOrder(tape, m.Machine())
			if tape.N(4) == 0 {
				order = order[:tape.N(uint64(len(order)))]
			}
			ties += compareEngines(t, m, numbers, order)
		}
		t.Logf("%v: %d draws, %d ties", m, n, ties)
		if ties < n/10 {
			t.Errorf("%v: only %d ties in %d draws", m, ties, n)
		}
	}
}

// compareEngines returns how many figures tied.
func compareEngines(t *testing.T, m Model, numbers, order []Ball) (ties int) {
	t.Helper()
	r, err := NewRanks(m.Machine(), order)
	if err != nil {
		t.Fatal(err)
	}
	wantFirst, wantLines := naive(m, numbers, order)
	for k, got := range r.FirstLines(m, numbers) {
		if got.Ball != wantFirst[k].Ball || !slices.Equal(got.Grids, wantFirst[k].Grids) {
			t.Fatalf("%v: %d lines first at %+v, not %+v: %v drawn %v", m, k+1, got, wantFirst[k], numbers, order)
		}
		if len(got.Grids) > 1 {
			ties++
		}
	}
	lines := make([]uint8, len(wantLines))
	if n := r.Lines(m, numbers, lines); n != len(numbers)/m.PerGrid() {
		t.Fatalf("%d grids, not %d", n, len(numbers)/m.PerGrid())
	}
	for i, want := range wantLines {
		if int(lines[i]) != want {
			t.Fatalf("%v: line %d at ball %d, not %d: %v drawn %v", m, i, lines[i], want, numbers, order)
		}
	}
	return ties
}

// Whatever order of lines: the sorting of three and five ranks is right for each.
func TestLinesInEveryOrder(t *testing.T) {
	for _, m := range []Model{Classic75, Classic90} {
		var rows []int
		for r := range m.Rows() {
			rows = append(rows, r)
		}
		tape := fair.NewTape([32]byte{4})
		card := sampler(t, m, Options{}).Card(tape)
		order := randomOrder(tape, m.Machine())
		permute(rows, func() {
			var numbers []Ball
			for _, r := range rows {
				numbers = append(numbers, card.Numbers[5*r:5*r+5]...)
			}
			compareEngines(t, m, numbers, order)
		})
	}
}

// permute calls f with a in every order.
func permute(a []int, f func()) {
	if len(a) < 2 {
		f()
		return
	}
	// Heap's method needs the whole list in f, so that the end moves and the beginning is permuted further.
	var descend func(n int)
	descend = func(n int) {
		if n == 1 {
			f()
			return
		}
		for i := range n {
			a[i], a[n-1] = a[n-1], a[i]
			descend(n - 1)
			a[i], a[n-1] = a[n-1], a[i]
		}
	}
	descend(len(a))
}

func TestRanksRefuse(t *testing.T) {
	for _, c := range []struct {
		machine Machine
		order   []Ball
		name    string
	}{
		{76, nil, "machine_unknown"},
		{Machine75, []Ball{0}, "ball_range"},
		{Machine75, []Ball{75, 76}, "ball_range"},
		{Machine90, []Ball{90, 91}, "ball_range"},
		{Machine90, []Ball{5, 90, 5}, "ball_repeats"},
		{Machine75, nil, ""},
		{Machine90, []Ball{90, 1}, ""},
	} {
		r, err := NewRanks(c.machine, c.order)
		if RefusalName(err) != c.name || (err == nil) != (r != nil) {
			t.Errorf("%v %v: %v, not %q", c.machine, c.order, err, c.name)
		}
	}
	r, err := NewRanks(Machine90, []Ball{90, 1})
	if err != nil || r.Of(90) != 1 || r.Of(1) != 2 || r.Of(2) != Never || r.Drawn() != 2 {
		t.Errorf("ranks %d, %d, %d of %d (%v)", r.Of(90), r.Of(1), r.Of(2), r.Drawn(), err)
	}
	if n := r.Lines(Classic75, make([]Ball, 25), nil); n != 0 {
		t.Errorf("%d grids of another machine looked at", n)
	}
	if f := r.FirstLines(Classic75, make([]Ball, 25)); f[0].Ball != 0 {
		t.Errorf("another machine's grid has a line: %v", f)
	}
}

// Many grids of one draw: what is first over all is the least of what each has.
func TestFirstOfMany(t *testing.T) {
	for _, m := range Models {
		deal, err := NewDeal(m, 0)
		if err != nil {
			t.Fatal(err)
		}
		tape := fair.NewTape([32]byte{5, byte(m)})
		if err := deal.Draw(sampler(t, m, Options{}), tape, 3000); err != nil {
			t.Fatal(err)
		}
		r, err := NewRanks(m.Machine(), randomOrder(tape, m.Machine()))
		if err != nil {
			t.Fatal(err)
		}
		grids := 3000 * m.Grids()
		lines := make([]uint8, grids*m.Rows())
		r.Lines(m, deal.Numbers(), lines)
		for k, first := range r.FirstLines(m, deal.Numbers()) {
			least, who := uint8(Never), []int(nil)
			for g := range grids {
				switch at := lines[g*m.Rows()+k]; {
				case at < least:
					least, who = at, []int{g}
				case at == least:
					who = append(who, g)
				}
			}
			if first.Ball != int(least) || !slices.Equal(first.Grids, who) {
				t.Errorf("%v, %d lines: %+v, not %d by %v", m, k+1, first, least, who)
			}
			if card, of := m.Card(first.Grids[0]); card*m.Grids()+of != first.Grids[0] || of >= m.Grids() {
				t.Errorf("%v: grid %d is said to be grid %d of card %d", m, first.Grids[0], of, card)
			}
		}
	}
}

// Of any two numbers that a byte can hold, Ranks knows the later one, after any number of balls.
func TestPairs(t *testing.T) {
	order := randomOrder(fair.NewTape([32]byte{8}), Machine90)
	for _, drawn := range []int{0, 1, 2, 45, 90} {
		r, err := NewRanks(Machine90, order[:drawn])
		if err != nil {
			t.Fatal(err)
		}
		for i := range 1 << 16 {
			x, y := Ball(i), Ball(i>>8)
			if got := int(r.pairs[pair(x, y)]); got != max(r.Of(x), r.Of(y)) {
				t.Fatalf("after %d balls, %d and %d are both drawn at %d, not at the later of %d and %d", drawn, x, y, got, r.Of(x), r.Of(y))
			}
		}
	}
}

func BenchmarkNewRanks(b *testing.B) {
	order := randomOrder(fair.NewTape([32]byte{8}), Machine90)
	for b.Loop() {
		if _, err := NewRanks(Machine90, order); err != nil {
			b.Fatal(err)
		}
	}
}
