package mechanic

import (
	"math"
	"slices"
	"testing"

	"tirage/fair"
	"tirage/internal/chisquare"
	"tirage/scratch"
)

// The faces of the small surfaces are all listed, sorted by outcome with the naive reading, and printing is held against that list:
// each face of an outcome must come up equally often, or with weighted decoys in proportion to the weights on its losing spots.

// everyFace lists all printable faces of each outcome with their weights by the decoys, nil being equal ones.
func everyFace(t *testing.T, f fixture, m scratch.Mechanic, decoys *fair.Weighted) []map[string]float64 {
	t.Helper()
	byOutcome := make([]map[string]float64, len(m.Outcomes()))
	for i := range byOutcome {
		byOutcome[i] = map[string]float64{}
	}
	var sizes []int
	eachCell(m, func(_ int, z scratch.Zone) { sizes = append(sizes, z.Alphabet.Len()) })
	cells := make([]scratch.Code, len(sizes))
	for i := range cells {
		cells[i] = 1
	}
	for {
		n := f.naive(figures(m, cells))
		if n.printable {
			outcome := slices.IndexFunc(m.Outcomes(), func(o scratch.Outcome) bool {
				return o.Total() == n.pays && slices.Equal(wonBy(n), shownBy(m, o))
			})
			if outcome < 0 {
				t.Fatalf("no outcome for %+v", n)
			}
			weight := 1.0
			for _, amount := range n.lost {
				if decoys != nil {
					w, _ := decoys.Weight(int(m.Amounts().Find(amount)) - 1).Float64()
					weight *= w
				}
			}
			byOutcome[outcome][key(cells)] = weight
		}
		i := 0
		for ; i < len(cells) && int(cells[i]) == sizes[i]; i++ {
			cells[i] = 1
		}
		if i == len(cells) {
			return byOutcome
		}
		cells[i]++
	}
}

func key(cells []scratch.Code) string { return string(scratch.Canonical(nil, cells)) }

func TestUniformGivenTheOutcome(t *testing.T) {
	for _, f := range small {
		m := f.make(t)
		weighted := []*fair.Weighted{nil}
		if m.Amounts() != nil && m.Amounts().Len() > 1 {
			weighted = append(weighted, risingWeights(m.Amounts().Len()))
		}
		for i, decoys := range weighted {
			faces := everyFace(t, f, m, decoys)
			for outcome, want := range faces {
				if len(want) == 0 {
					t.Errorf("%s: no face for outcome %d", f.name, outcome)
				}
				checkSample(t, f, m, outcome, decoys, want, byte(10+i))
			}
		}
	}
}

// checkSample prints an outcome so often that the rarest face is due about five times or more (bounded), and applies the chi-square test.
func checkSample(t *testing.T, f fixture, m scratch.Mechanic, outcome int, decoys *fair.Weighted, want map[string]float64, seed byte) {
	t.Helper()
	total, least := 0.0, math.Inf(1)
	for _, w := range want {
		total += w
		least = min(least, w)
	}
	prints := int(min(300_000, max(1000, 8*total/least)))
	tape := fair.NewTape([32]byte{seed, byte(outcome)})
	cells := make([]scratch.Code, cellCount(m))
	seen := map[string]int{}
	for range prints {
		m.Print(tape, outcome, decoys, cells)
		seen[key(cells)]++
	}
	for face := range seen {
		if want[face] == 0 {
			t.Fatalf("%s, outcome %d: printed %v, which is not a face of this outcome", f.name, outcome, []byte(face))
		}
	}
	chi, df := 0.0, -1
	pooledSeen, pooledDue := 0, 0.0
	for face, w := range want { // faces that are due less than five times are counted together
		due := w / total * float64(prints)
		if due < 5 {
			pooledSeen, pooledDue = pooledSeen+seen[face], pooledDue+due
			continue
		}
		chi += (float64(seen[face]) - due) * (float64(seen[face]) - due) / due
		df++
	}
	if pooledDue > 0 {
		chi += (float64(pooledSeen) - pooledDue) * (float64(pooledSeen) - pooledDue) / pooledDue
		df++
	}
	if df > 0 && chi > critical(df) {
		t.Errorf("%s, outcome %d: chi-square %.1f with %d degrees of freedom, above %.1f", f.name, outcome, chi, df, critical(df))
	}
	if df > 30 && chi < float64(2*df)-critical(df) {
		t.Errorf("%s, outcome %d: chi-square %.1f with %d degrees of freedom is too good", f.name, outcome, chi, df)
	}
}

// critical is exceeded by chance once in a thousand.
func critical(df int) float64 { return chisquare.Bound(df, 0.001) }

// TestDecoysOfWholeSurfaces: on the surfaces of the regulations, too large to list, the amounts on losing spots follow the weights.
func TestDecoysOfWholeSurfaces(t *testing.T) {
	for _, f := range whole {
		m := f.make(t)
		if f.naive == nil || m.Amounts() == nil {
			continue
		}
		decoys := risingWeights(m.Amounts().Len())
		tape := fair.NewTape([32]byte{20})
		cells := make([]scratch.Code, cellCount(m))
		seen, all := make([]int, m.Amounts().Len()), 0
		for range 20_000 {
			m.Print(tape, 0, decoys, cells)
			for _, amount := range f.naive(figures(m, cells)).lost {
				seen[m.Amounts().Find(amount)-1]++
				all++
			}
		}
		total, _ := decoys.Total().Float64()
		chi := 0.0
		for i, n := range seen {
			w, _ := decoys.Weight(i).Float64()
			due := w / total * float64(all)
			chi += (float64(n) - due) * (float64(n) - due) / due
		}
		if df := len(seen) - 1; chi > critical(df) {
			t.Errorf("%s: chi-square %.1f with %d degrees of freedom", f.name, chi, df)
		}
	}
}
