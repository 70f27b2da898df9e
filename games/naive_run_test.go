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

// TestThirdReading holds the judge to the naive reading over printed tickets of every composition and over random faces of all that the
// regulations allow, many of them faulty somewhere: a million of each per game, 20,000 in short mode.
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
	zones    []zoneShown
	cells    []scratch.Code
	captions []scratch.CaptionState
	shown    ticketShown
	verdict  scratch.Verdict
}

// zoneShown is a zone with what stands in it: figures and inscriptions, as text.
type zoneShown struct {
	id                    string
	zone                  scratch.Zone
	first                 int
	text                  zoneText
	figures, inscriptions []string
}

func (r *reading) run(n int) {
	texts := textOf(r.plan.Game.ID)
	r.shown = ticketShown{}
	r.captions = make([]scratch.CaptionState, len(r.cells))
	r.plan.Game.EachZone(func(s *scratch.Surface, z scratch.Zone, first int) {
		id := s.ID + "." + z.ID
		r.shown[id] = make([]shownCell, z.Cells)
		r.zones = append(r.zones, zoneShown{id, z, first, texts[id], make([]string, z.Cells), make([]string, z.Cells)})
	})
	wins, misprints := 0, 0
	for i := range n {
		composition := i % len(r.plan.Compositions)
		r.plan.Print(r.tape, composition, r.cells)
		r.printed()
		if !r.agree() {
			return
		}
		if !r.plan.Match(composition, &r.verdict) {
			r.t.Errorf("composition %d was printed, %s was judged", composition, r.show())
			return
		}
		r.disturb(i)
		if !r.agree() {
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

// printed takes the text of the printed cells, as it would stand on paper.
func (r *reading) printed() {
	for i := range r.zones {
		z := &r.zones[i]
		on := r.cells[z.first : z.first+z.zone.Cells]
		copy(z.figures, strings.Split(string(z.zone.AppendFigures(nil, on)), "|"))
		clear(z.inscriptions)
		if z.zone.Inscription != scratch.NoInscription {
			copy(z.inscriptions, strings.Split(string(z.zone.AppendCaptions(nil, on)), "|"))
		}
	}
}

// disturb makes a random face of the printed one: a few cells, or all of them, show something else that the text allows; one face in four has up to four faults.
func (r *reading) disturb(i int) {
	few := r.tape.N(6) + 1
	for k := range r.zones {
		z := &r.zones[k]
		for c := range z.figures {
			if i%2 == 0 || r.tape.N(uint64(len(r.cells))) < few {
				z.figures[c] = z.text.element(r.tape)
				z.inscriptions[c] = z.text.says(z.figures[c])
			}
		}
	}
	if r.tape.N(4) > 0 {
		return
	}
	for range 1 + r.tape.N(4) {
		r.spoil(int(r.tape.N(uint64(len(r.cells)))))
	}
}

// spoil makes one cell faulty, if its zone can be so.
func (r *reading) spoil(at int) {
	for k := range r.zones {
		z := &r.zones[k]
		c := at - z.first
		if c < 0 || c >= len(z.figures) {
			continue
		}
		switch r.tape.N(5) {
		case 0:
			z.figures[c] = ""
		case 1, 2:
			z.figures[c] = z.text.near[r.tape.N(uint64(len(z.text.near)))]
		case 3:
			if z.text.inscription != nil {
				z.inscriptions[c] = ""
			}
		default:
			if z.text.inscription != nil {
				z.inscriptions[c] = z.text.says(z.text.element(r.tape))
			}
		}
	}
}

func (t zoneText) says(figure string) string {
	if t.inscription == nil {
		return ""
	}
	return t.inscription(figure)
}

// agree judges the face both ways: the text of its cells is all that either gets.
func (r *reading) agree() bool {
	for i := range r.zones {
		z := &r.zones[i]
		cells, states := r.cells[z.first:z.first+z.zone.Cells], r.captions[z.first:z.first+z.zone.Cells]
		inscriptions := ""
		if z.text.inscription != nil {
			inscriptions = strings.Join(z.inscriptions, "|")
		}
		if _, err := z.zone.ReadCells(strings.Join(z.figures, "|"), inscriptions, cells, states); err != nil {
			r.t.Error(z.id, err)
			return false
		}
		for c, figure := range z.figures {
			r.shown[z.id][c] = shownCell{figure, z.inscriptions[c] == z.text.says(figure)}
		}
	}
	r.plan.Game.Judge(scratch.Face{Cells: r.cells, Captions: r.captions}, &r.verdict)
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
	for _, z := range r.zones {
		fmt.Fprintf(&text, "\n%s: %q %q", z.id, z.figures, z.inscriptions)
	}
	return text.String()
}
