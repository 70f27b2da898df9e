package mechanic

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tirage/fair"
	"tirage/scratch"
)

// TestLaw prints every outcome of every surface of the regulations and reads it back: by the mechanic, and by the naive reading.
func TestLaw(t *testing.T) {
	for _, f := range slices.Concat(whole, small) {
		t.Run(f.name, func(t *testing.T) {
			m := f.make(t)
			checkShape(t, f, m)
			rounds := max(3, min(300, 30_000/len(m.Outcomes())))
			if f.naive == nil {
				rounds = 50
			}
			tape := fair.NewTape([32]byte{1})
			cells := make([]scratch.Code, cellCount(m))
			for outcome := range m.Outcomes() {
				for range rounds {
					m.Print(tape, outcome, nil, cells)
					checkFace(t, f, m, outcome, cells)
					if t.Failed() {
						t.Fatalf("outcome %d, cells %v", outcome, cells)
					}
				}
			}
		})
	}
}

func checkShape(t *testing.T, f fixture, m scratch.Mechanic) {
	t.Helper()
	if m.Kind() != f.kind {
		t.Errorf("kind %q", m.Kind())
	}
	if n := len(m.Parts()); n < 1 || n > scratch.MaxParts {
		t.Errorf("%d parts", n)
	}
	if o := m.Outcomes()[0]; o.Total() != 0 {
		t.Errorf("the first outcome pays %d", o.Total())
	}
	for i, o := range m.Outcomes() {
		if o.Weight == 0 || o.Label.FR == "" || o.Label.EN == "" || i > 0 && o.Total() == 0 {
			t.Errorf("outcome %d: %+v", i, o)
		}
		if m.Amounts() == nil && o.Shown != nil {
			t.Errorf("outcome %d shows amounts without an alphabet", i)
		}
	}
	for _, z := range m.Zones() {
		if z.Article == "" || z.Name.FR == "" || z.Name.EN == "" {
			t.Errorf("zone %+v", z)
		}
		for c := range z.Alphabet.Len() {
			e := z.Alphabet.At(scratch.Code(c + 1))
			if (e.Caption != "") != (z.Inscription != scratch.NoInscription) || z.Inscription == scratch.Vertical && e.Caption != e.Figure {
				t.Errorf("zone %s, inscription %d: %q with caption %q", z.ID, z.Inscription, e.Figure, e.Caption)
			}
		}
	}
}

func checkFace(t *testing.T, f fixture, m scratch.Mechanic, outcome int, cells []scratch.Code) {
	t.Helper()
	o := m.Outcomes()[outcome]
	eachCell(m, func(cell int, z scratch.Zone) {
		if !z.Alphabet.Holds(cells[cell]) {
			t.Errorf("cell %d of %s is not listed", cell, z.ID)
		}
	})
	if fault := m.Fault(cells); fault.Kind != scratch.NoFault {
		t.Errorf("fault %+v", fault)
	}
	r := m.Read(cells)
	if r.Pays != o.Pays || r.Note != scratch.NoNote {
		t.Errorf("reads %+v, the outcome pays %v", r, o.Pays)
	}
	checkReasons(t, m, cells, r)
	if f.naive == nil {
		return
	}
	n := f.naive(figures(m, cells))
	if n.pays != o.Total() || n.fault || !n.printable || !slices.Equal(wonBy(n), shownBy(m, o)) {
		t.Errorf("the naive reading is %+v, the outcome %+v", n, o)
	}
}

// wonBy and shownBy list the amounts on winning spots, in one order.
func wonBy(n naive) []string { return slices.Sorted(slices.Values(n.won)) }

func shownBy(m scratch.Mechanic, o scratch.Outcome) (list []string) {
	for _, c := range o.Shown {
		list = append(list, m.Amounts().At(c).Figure)
	}
	slices.Sort(list)
	return list
}

// checkReasons holds for any cells: one reason for each part, with what it pays.
func checkReasons(t *testing.T, m scratch.Mechanic, cells []scratch.Code, r scratch.Reading) {
	t.Helper()
	reasons := m.Explain(cells, r)
	if len(reasons) != len(m.Parts()) {
		t.Fatalf("%d reasons", len(reasons))
	}
	for i, why := range reasons {
		if why.Part != m.Parts()[i].ID || why.Pays != r.Pays[i] || why.Article == "" {
			t.Errorf("reason %+v for %v", why, r)
		}
		for _, text := range []string{why.Why.FR, why.Why.EN} {
			if len(text) < 10 || strings.ContainsAny(text, "{}") {
				t.Errorf("reason %q", text)
			}
		}
	}
}

// TestReadsLikeNaive compares the two readings on cells drawn at random, listed or not.
func TestReadsLikeNaive(t *testing.T) {
	for _, f := range slices.Concat(whole, small) {
		if f.naive == nil {
			continue
		}
		t.Run(f.name, func(t *testing.T) {
			m := f.make(t)
			tape := fair.NewTape([32]byte{2})
			cells := make([]scratch.Code, cellCount(m))
			notes := map[bool]int{}
			for round := range 20_000 {
				randomCells(m, tape, round, cells)
				n, r := f.naive(figures(m, cells)), m.Read(cells)
				if r.Pays[0] != n.pays || r.Pays[1] != 0 || (r.Note == scratch.Unprinted) != n.odd {
					t.Fatalf("%v: reads %+v, naive %+v", figures(m, cells), r, n)
				}
				notes[n.pays > 0]++
				if round%50 == 0 {
					checkReasons(t, m, cells, r)
				}
				if listed(m, cells) && (m.Fault(cells).Kind != scratch.NoFault) != n.fault {
					t.Fatalf("%v: fault %+v, naive %v", figures(m, cells), m.Fault(cells), n.fault)
				}
			}
			if notes[true] == 0 || notes[false] == 0 {
				t.Errorf("only %v seen: the comparison is empty", notes)
			}
		})
	}
}

// randomCells fills cells: every fourth face has unreadable and unlisted ones, every second repeats what it shows.
func randomCells(m scratch.Mechanic, tape *fair.Tape, round int, cells []scratch.Code) {
	eachCell(m, func(cell int, z scratch.Zone) {
		size := uint64(z.Alphabet.Len())
		if round%2 == 0 {
			size = min(size, 3)
		}
		cells[cell] = scratch.Code(tape.N(size)) + 1
		if round%4 == 0 && tape.N(4) == 0 {
			cells[cell] = []scratch.Code{scratch.Missing, scratch.Unlisted, scratch.Code(z.Alphabet.Len() + 1)}[tape.N(3)]
		}
	})
	if round%8 >= 6 { // as a press would make it, but for one cell
		m.Print(tape, int(tape.N(uint64(len(m.Outcomes())))), nil, cells)
		eachCell(m, func(cell int, z scratch.Zone) {
			if tape.N(uint64(len(cells))) == 0 {
				cells[cell] = scratch.Code(tape.N(uint64(z.Alphabet.Len()) + 2))
			}
		})
	}
}

func listed(m scratch.Mechanic, cells []scratch.Code) bool {
	all := true
	eachCell(m, func(cell int, z scratch.Zone) { all = all && z.Alphabet.Holds(cells[cell]) })
	return all
}

// TestNothingAllocates keeps printing and reading a block free of garbage.
func TestNothingAllocates(t *testing.T) {
	for _, f := range whole {
		m := f.make(t)
		tape := fair.NewTape([32]byte{3})
		cells := make([]scratch.Code, cellCount(m))
		var decoys *fair.Weighted
		if m.Amounts() != nil {
			decoys = risingWeights(m.Amounts().Len())
		}
		outcome := 0
		if n := testing.AllocsPerRun(200, func() {
			m.Print(tape, outcome%len(m.Outcomes()), decoys, cells)
			m.Read(cells)
			m.Fault(cells)
			outcome++
		}); n != 0 {
			t.Errorf("%s: %v allocations a face", f.name, n)
		}
	}
}

func risingWeights(n int) *fair.Weighted {
	weights := make([]uint64, n)
	for i := range weights {
		weights[i] = uint64(i + 1)
	}
	w, err := fair.NewWeights(weights)
	if err != nil {
		panic(err)
	}
	return w
}

// TestSameTapeSameFace: a face depends on the tape's seed, the outcome and the weights alone, and leaves nothing behind.
func TestSameTapeSameFace(t *testing.T) {
	for _, f := range slices.Concat(whole, small) {
		m := f.make(t)
		a, b := make([]scratch.Code, cellCount(m)), make([]scratch.Code, cellCount(m))
		for i := range b {
			b[i] = scratch.Unlisted
		}
		for outcome := range min(20, len(m.Outcomes())) {
			seed := [32]byte{byte(outcome), 9}
			m.Print(fair.NewTape(seed), outcome, nil, a)
			m.Print(fair.NewTape(seed), outcome, nil, b)
			if !slices.Equal(a, b) {
				t.Errorf("%s: %v and %v", f.name, a, b)
			}
		}
	}
}

func BenchmarkPrint(b *testing.B) {
	for _, f := range whole {
		m := f.make(b)
		var decoys *fair.Weighted
		if m.Amounts() != nil {
			decoys = risingWeights(m.Amounts().Len())
		}
		cells := make([]scratch.Code, cellCount(m))
		for _, outcome := range []int{0, 1} {
			b.Run(fmt.Sprintf("%s/%d", f.name, outcome), func(b *testing.B) {
				tape := fair.NewTape([32]byte{4})
				for b.Loop() {
					m.Print(tape, outcome, decoys, cells)
				}
			})
		}
	}
}

func BenchmarkRead(b *testing.B) {
	for _, f := range whole {
		m := f.make(b)
		cells := make([]scratch.Code, cellCount(m))
		m.Print(fair.NewTape([32]byte{5}), 0, nil, cells)
		b.Run(f.name, func(b *testing.B) {
			for b.Loop() {
				m.Read(cells)
				m.Fault(cells)
			}
		})
	}
}
