package artwork

import (
	"sync"
	"testing"

	"tirage/fair"
	"tirage/gamefile"
	"tirage/games"
	"tirage/money"
	"tirage/scratch"
)

// shipped reads a shipped game, once for all tests.
func shipped(t testing.TB, id string) *scratch.Game {
	t.Helper()
	reading.Lock()
	defer reading.Unlock()
	if g, ok := read[id]; ok {
		return g
	}
	src, err := games.Open(id)
	if err != nil {
		t.Fatal(err)
	}
	g, report := gamefile.Parse(id+".yaml", src)
	if g == nil {
		t.Fatalf("%s: %v", id, report)
	}
	read[id] = g
	return g
}

var (
	reading sync.Mutex
	read    = map[string]*scratch.Game{}
)

// every lists the games that tickets are drawn of: the shipped ones in their own layout and, under another id, in the general one,
// which so meets every mechanic.
func every(t testing.TB) map[string]*scratch.Game {
	t.Helper()
	all := map[string]*scratch.Game{}
	for _, id := range games.List() {
		all[id] = shipped(t, id)
		other := *all[id]
		other.ID, other.Name = "new-"+id, money.Text{FR: "Jeu nouveau", EN: "New game"}
		all[other.ID] = &other
	}
	return all
}

// printed is a face on which each surface shows its outcome of this number, counted round.
func printed(g *scratch.Game, outcome int, seed byte) scratch.Face {
	tape := fair.NewTape([32]byte{seed, byte(outcome), byte(outcome >> 8)})
	cells := make([]scratch.Code, g.CellCount())
	for i := range g.Surfaces {
		s := &g.Surfaces[i]
		s.Mechanic.Print(tape, outcome%len(s.Mechanic.Outcomes()), nil, s.On(cells))
	}
	return scratch.Face{Cells: cells}
}

// outcomes is the number of outcomes of the surface that has most.
func outcomes(g *scratch.Game) (most int) {
	for i := range g.Surfaces {
		most = max(most, len(g.Surfaces[i].Mechanic.Outcomes()))
	}
	return most
}

const (
	digits20 = "30020100010001230457"
	virn     = "7K3Q-9XZM-2F4T-8WPA"
	code     = "300201000100012304577K3Q9XZM2F4T8WPA"
)

func public(g *scratch.Game) Public {
	return Public{Game: g, Serial: "3002-01-0001-000123-045-7", Digits: digits20, Lang: money.FR, Specimen: true}
}

func covered(t testing.TB, g *scratch.Game) *Ticket {
	t.Helper()
	c, err := Covered(public(g))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func scratched(t testing.TB, g *scratch.Game, f scratch.Face) *Ticket {
	t.Helper()
	s, err := Scratched(public(g), Hidden{Face: f, VIRN: virn, Code: code})
	if err != nil {
		t.Fatal(err)
	}
	return s
}
