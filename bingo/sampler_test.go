package bingo

import (
	"sync"
	"testing"

	"tirage/fair"
)

// samplers keeps the samplers made so far, as some take long to build.
var samplers sync.Map

func sampler(t testing.TB, m Model, o Options) *Sampler {
	t.Helper()
	type key struct {
		Model
		Options
	}
	if s, ok := samplers.Load(key{m, o}); ok {
		return s.(*Sampler)
	}
	s, err := NewSampler(m, o)
	if err != nil {
		t.Fatal(err)
	}
	samplers.Store(key{m, o}, s)
	return s
}

// Drawing a card allocates nothing, with lucky numbers or without.
func TestDrawAllocatesNothing(t *testing.T) {
	for _, m := range Models {
		for _, o := range styles {
			s := sampler(t, m, o)
			given, err := s.Given([]Ball{7, 23, 51})
			if err != nil {
				t.Fatal(err)
			}
			tape, numbers := fair.NewTape([32]byte{22}), make([]Ball, m.Numbers())
			for _, s := range []*Sampler{s, given} {
				if n := testing.AllocsPerRun(50, func() { s.Draw(tape, numbers) }); n != 0 {
					t.Errorf("%v %+v lucky %v: %v allocations", m, o, s.Lucky(), n)
				}
			}
		}
	}
}

// Goroutines may share a sampler: a tape gives each the same cards.
func TestSamplerIsShared(t *testing.T) {
	for _, o := range []Options{{}, {EmptyColumns: true}} {
		s := sampler(t, Variant90, o)
		var want [100]Card
		tape := fair.NewTape([32]byte{23})
		for i := range want {
			want[i] = s.Card(tape)
		}
		var group sync.WaitGroup
		for range 4 {
			group.Go(func() {
				tape := fair.NewTape([32]byte{23})
				for i := range want {
					if card := s.Card(tape); !card.Equal(want[i]) {
						t.Errorf("card %d is %v and not %v", i, card, want[i])
					}
				}
			})
		}
		group.Wait()
	}
}

// Sorted strips with empty columns have no sampler, and say so.
func TestSortedStripsWithEmptyColumns(t *testing.T) {
	if _, err := NewSampler(Variant90, Options{EmptyColumns: true, Sorted: true}); RefusalName(err) != "sorted_empty_columns" {
		t.Error(err)
	}
	s := sampler(t, Classic90, Options{EmptyColumns: true, Sorted: true})
	if err := s.Card(fair.NewTape([32]byte{24})).Check(s.Options()); err != nil || s.Model() != Classic90 {
		t.Error(err)
	}
}
