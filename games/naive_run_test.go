package games_test

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"

	"tirage/fair"
	"tirage/gamefile"
	"tirage/games"
	"tirage/scratch"
)

// The words that the shipped files choose where the regulations name no list.
var (
	symbolsOfBingo    = []string{"cherry", "clover", "diamond", "bell", "horseshoe", "crown", "coin", "moon", "heart", "sun"}
	symbolsOfVegas    = []string{"seven", "bell", "cherry", "lemon", "diamond", "star", "bar", "grape"}
	holdsOfJudo       = []string{"o-soto-gari", "o-uchi-gari", "uchi-mata", "seoi-nage", "tai-otoshi", "harai-goshi", "tomoe-nage", "kata-guruma"}
	symbolsOfSwimming = []string{"medal", "whistle", "swimsuit", "goggles", "flippers", "board", "cap", "trunks", "buoy", "mask"}
	athletes          = []string{"athlete"}
)

// TestThirdReading holds the judge to the naive reading over printed tickets of every composition and over random faces, most of
// them faulty somewhere: a million of each per game, 20,000 in short mode.
func TestThirdReading(t *testing.T) {
	n := 1_000_000
	if testing.Short() {
		n = 20_000
	}
	for _, c := range []struct {
		id string
		naive
	}{{"bingo-10eur", naiveBingo}, {"vegas-3eur", naiveVegas}, {"sports-2004-5eur", naiveSports}} {
		t.Run(c.id, func(t *testing.T) {
			plan := planOf(t, c.id)
			var wg sync.WaitGroup
			workers := runtime.GOMAXPROCS(0)
			for w := range workers {
				wg.Go(func() {
					r := reading{t: t, plan: plan, naive: c.naive, tape: fair.NewTape([32]byte{byte(w), 'r'}), cells: make([]scratch.Code, plan.Game.CellCount())}
					r.run(n / workers)
				})
			}
			wg.Wait()
		})
	}
}

func planOf(t testing.TB, id string) *scratch.Plan {
	t.Helper()
	src, err := games.Open(id)
	if err != nil {
		t.Fatal(err)
	}
	g, report := gamefile.Parse(id, src)
	if g == nil {
		t.Fatal(report.Text())
	}
	plan, problems := scratch.NewPlan(g)
	if problems != nil {
		t.Fatal(problems)
	}
	return plan
}

// reading compares the judge with the naive reading for one worker.
type reading struct {
	t        *testing.T
	plan     *scratch.Plan
	naive    naive
	tape     *fair.Tape
	cells    []scratch.Code
	captions []scratch.CaptionState
	shown    ticketShown
	verdict  scratch.Verdict
}

func (r *reading) run(n int) {
	r.shown = ticketShown{}
	r.plan.Game.EachZone(func(s *scratch.Surface, z scratch.Zone, _ int) {
		r.shown[s.ID+"."+z.ID] = make([]shownCell, z.Cells)
	})
	wins, misprints := 0, 0
	for i := range n {
		composition := i % len(r.plan.Compositions)
		r.plan.Print(r.tape, composition, r.cells)
		if !r.agree(nil) {
			return
		}
		if !r.plan.Match(composition, &r.verdict) {
			r.t.Errorf("composition %d was printed, %s was judged", composition, r.show())
			return
		}
		r.disturb(i)
		if !r.agree(r.captions) {
			return
		}
		switch r.verdict.Kind {
		case scratch.Win:
			wins++
		case scratch.Misprint:
			misprints++
		case scratch.Lose, scratch.Void:
		}
	}
	if wins < n/100 || misprints < n/100 {
		r.t.Errorf("of %d random faces %d win and %d are misprints: too few to tell anything", n, wins, misprints)
	}
}

// disturb makes a random face of the printed one: a few cells, or all of them, show something else; one in four has a fault.
func (r *reading) disturb(i int) {
	r.captions = make([]scratch.CaptionState, len(r.cells))
	few := r.tape.N(6) + 1
	r.plan.Game.EachZone(func(_ *scratch.Surface, z scratch.Zone, first int) {
		for c := range z.Cells {
			if i%2 == 0 || r.tape.N(uint64(len(r.cells))) < few {
				r.cells[first+c] = scratch.Code(r.tape.N(uint64(z.Alphabet.Len())) + 1)
			}
		}
	})
	if r.tape.N(4) > 0 {
		return
	}
	at := r.tape.N(uint64(len(r.cells)))
	switch r.tape.N(3) {
	case 0:
		r.cells[at] = scratch.Missing
	case 1:
		r.cells[at] = scratch.Unlisted
	default:
		r.plan.Game.EachZone(func(_ *scratch.Surface, z scratch.Zone, first int) {
			if int(at) >= first && int(at) < first+z.Cells && z.Inscription != scratch.NoInscription {
				r.captions[at] = scratch.CaptionState(1 + r.tape.N(2))
			}
		})
	}
}

// agree judges the face both ways.
func (r *reading) agree(captions []scratch.CaptionState) bool {
	face := scratch.Face{Cells: r.cells, Captions: captions}
	g := r.plan.Game
	g.Judge(face, &r.verdict)
	g.EachZone(func(s *scratch.Surface, z scratch.Zone, first int) {
		cells := r.shown[s.ID+"."+z.ID]
		for i, code := range r.cells[first : first+z.Cells] {
			cells[i].figure, cells[i].inscribed = z.Alphabet.At(code).Figure, captions == nil || captions[first+i] == scratch.CaptionAgrees
			if code == scratch.Unlisted {
				cells[i].figure = "?"
			}
		}
	})
	want := r.naive(r.shown)
	agree := want.misprint == (r.verdict.Kind == scratch.Misprint)
	if !want.misprint {
		agree = agree && int64(want.euros)*100 == int64(r.verdict.Amount)
	}
	if !agree {
		r.t.Errorf("the naive reading says %+v, the judge %s", want, r.show())
	}
	return agree
}

func (r *reading) show() string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s %d:", r.verdict.Kind, r.verdict.Amount)
	r.plan.Game.EachZone(func(s *scratch.Surface, z scratch.Zone, first int) {
		fmt.Fprintf(&text, "\n%s.%s:", s.ID, z.ID)
		for _, code := range r.cells[first : first+z.Cells] {
			fmt.Fprintf(&text, " %s", z.Alphabet.At(code).Figure)
		}
	})
	return text.String()
}
