package bingo

import (
	"testing"

	"tirage/fair"
)

// samplers keeps the samplers made so far, as some take long to build.
var samplers = map[samplerKey]*Sampler{}

type samplerKey struct {
	Model
	Options
}

func sampler(t testing.TB, m Model, o Options) *Sampler {
	t.Helper()
	if s := samplers[samplerKey{m, o}]; s != nil {
		return s
	}
	s, err := NewSampler(m, o)
	if err != nil {
		t.Fatal(err)
	}
	samplers[samplerKey{m, o}] = s
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

// A card depends on its tape alone, whatever else the sampler draws in between.
func TestCardDependsOnItsTapeAlone(t *testing.T) {
	for _, m := range Models {
		s := sampler(t, m, Options{})
		a, b, other := fair.NewTape([32]byte{23}), fair.NewTape([32]byte{23}), fair.NewTape([32]byte{24})
		for i := range 100 {
			card := s.Card(a)
			s.Card(other)
			if again := s.Card(b); !again.Equal(card) {
				t.Errorf("%v: card %d is %v and not %v", m, i, again, card)
			}
		}
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
