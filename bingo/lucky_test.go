package bingo

import (
	"fmt"
	"slices"
	"testing"

	"tirage/fair"
)

func TestLuckyRefuses(t *testing.T) {
	for _, c := range []struct {
		model Model
		lucky []Ball
		name  string
	}{
		{0, []Ball{1}, "model_unknown"},
		{Classic75, nil, "lucky_count"},
		{Classic75, []Ball{1, 2, 3, 4, 5, 6}, "lucky_count"},
		{Classic75, []Ball{0}, "lucky_range"},
		{Variant75, []Ball{1, 76}, "lucky_range"},
		{Classic90, []Ball{91}, "lucky_range"},
		{Variant90, []Ball{7, 23, 7}, "lucky_repeats"},
		{Classic90, []Ball{10, 11, 12, 13}, "lucky_column"},
		{Variant90, []Ball{80, 85, 89, 90}, "lucky_column"},
		{Variant90, []Ball{80, 85, 90, 7, 9}, ""},
		{Classic75, []Ball{1, 2, 3, 4, 5}, ""},
		{Variant75, []Ball{75}, ""},
	} {
		if err := CheckLucky(c.model, c.lucky); RefusalName(err) != c.name {
			t.Errorf("%v %v: %v, not %q", c.model, c.lucky, err, c.name)
		}
		if c.model.Known() {
			if s, err := sampler(t, c.model, Options{}).Given(c.lucky); RefusalName(err) != c.name || (err != nil) != (s == nil) {
				t.Errorf("%v %v: %v, not %q", c.model, c.lucky, err, c.name)
			}
		}
	}
}

// Whatever lucky numbers pass CheckLucky, cards that have them all on the first grid are drawn, valid and soon; and the sampler that
// they were given to goes on without them.
func TestLuckyNumbersAreOnTheFirstGrid(t *testing.T) {
	rounds := 400
	if testing.Short() {
		rounds = 60
	}
	for _, m := range Models {
		for _, o := range styles {
			s, tape := sampler(t, m, o), fair.NewTape([32]byte{18, byte(m)})
			for range rounds {
				lucky := randomOrder(tape, m.Machine())[:1+tape.N(MaxLucky)]
				if tape.N(3) == 0 { // of neighbouring columns, or one
					slices.Sort(lucky)
					for i := range lucky {
						lucky[i] = Ball(min(int(lucky[0])+2*i, m.Balls()-len(lucky)+1+i))
					}
				}
				given, err := s.Given(lucky)
				if err != nil {
					if RefusalName(err) != "lucky_column" {
						t.Fatal(err)
					}
					continue
				}
				card := given.Card(tape)
				if err := card.Check(o); err != nil {
					t.Fatalf("%v %+v lucky %v: %v: %v", m, o, lucky, card, err)
				}
				for _, b := range lucky {
					if !slices.Contains(card.Grid(0), b) {
						t.Fatalf("%v %+v lucky %v: %d is not on the first grid of %v", m, o, lucky, b, card)
					}
				}
				if len(given.Lucky()) != len(lucky) || len(s.Lucky()) != 0 {
					t.Fatalf("%v are given, and %v without giving", given.Lucky(), s.Lucky())
				}
			}
		}
	}
}

// Cards with lucky numbers follow the law of those cards among all that happen to have them.
func TestLuckyAgainstRejection(t *testing.T) {
	choices := map[Machine][][]Ball{
		Machine75: {{7}, {7, 23}, {1, 15}, {16, 20, 60}},
		Machine90: {{7}, {7, 90}, {40, 49}, {10, 55, 56}},
	}
	cards := 4 * many()
	if testing.Short() {
		cards *= 6 // or too few of them have the lucky numbers
	}
	for _, m := range Models {
		for _, o := range styles {
			if m.Machine() == Machine75 && o.EmptyColumns {
				continue // the same as without
			}
			all := newTallies(choices[m.Machine()])
			s, tape := sampler(t, m, o), fair.NewTape([32]byte{19, byte(m), boolByte(o.EmptyColumns), boolByte(o.Sorted)})
			card := Card{m, make([]Ball, m.Numbers())}
			for range cards / m.Grids() {
				s.Draw(tape, card.Numbers)
				for i := range all {
					if all[i].has(card) {
						all[i].rejected.add(card, all[i].lucky)
					}
				}
			}
			for _, tally := range all {
				given, err := s.Given(tally.lucky)
				if err != nil {
					t.Fatal(err)
				}
				var direct features
				for range min(max(4*tally.rejected.n, 1000), many()/2) {
					given.Draw(tape, card.Numbers)
					direct.add(card, tally.lucky)
				}
				if tally.rejected.n < 20 {
					t.Errorf("%v %+v lucky %v: only %d cards happen to have them", m, o, tally.lucky, tally.rejected.n)
				}
				direct.compare(t, fmt.Sprintf("%v %+v lucky %v", m, o, tally.lucky), &tally.rejected)
			}
		}
	}
}

type tally struct {
	lucky    []Ball
	rejected features
}

func newTallies(choices [][]Ball) (all []tally) {
	for _, lucky := range choices {
		all = append(all, tally{lucky: lucky})
	}
	return all
}

func (l *tally) has(card Card) bool {
	grid := card.Grid(0)
	for _, b := range l.lucky {
		if !slices.Contains(grid, b) {
			return false
		}
	}
	return true
}

// features counts what the first grids of cards look like, in a few ways.
type features struct {
	n       int
	rows    [25]int // of the first and the last lucky number
	own     [16]int // how many numbers the columns of these two hold
	threes  [10]int // how many columns hold three
	numbers [91]int // which other numbers are there
	later   [91]int // which numbers are on the last grid
}

func (f *features) add(card Card, lucky []Ball) {
	f.n++
	m := card.Model
	grid, counts := card.Grid(0), [9]int{}
	for _, b := range grid {
		counts[m.Machine().Column(b)]++
		f.numbers[b]++
	}
	for _, b := range card.Grid(m.Grids() - 1) {
		f.later[b]++
	}
	for _, b := range lucky {
		f.numbers[b], f.later[b] = 0, 0
	}
	first, last := lucky[0], lucky[len(lucky)-1]
	f.rows[5*(slices.Index(grid, first)/PerRow)+slices.Index(grid, last)/PerRow]++
	if m.Machine() == Machine90 {
		f.own[4*counts[m.Machine().Column(first)]+counts[m.Machine().Column(last)]]++
		threes := 0
		for _, k := range counts {
			if k == 3 {
				threes++
			}
		}
		f.threes[threes]++
	}
}

func (f *features) compare(t *testing.T, what string, g *features) {
	t.Helper()
	alike(t, what+": rows of lucky numbers", f.rows[:], g.rows[:])
	alike(t, what+": columns of lucky numbers", f.own[:], g.own[:])
	alike(t, what+": columns of three", f.threes[:], g.threes[:])
	for b := 1; b < len(f.numbers); b++ {
		alike(t, fmt.Sprintf("%s: number %d", what, b), []int{f.numbers[b], f.n - f.numbers[b]}, []int{g.numbers[b], g.n - g.numbers[b]})
		alike(t, fmt.Sprintf("%s: number %d on the last grid", what, b), []int{f.later[b], f.n - f.later[b]}, []int{g.later[b], g.n - g.later[b]})
	}
}

// What the first grid's columns hold, given lucky numbers, follows the exact law: that of all cards, in proportion to the ways of setting
// the lucky numbers into the columns.
func TestLuckyColumnCounts(t *testing.T) {
	choices := [][]Ball{{7}, {10, 11, 12}, {10, 11, 12, 90, 89}, {1, 22, 43, 64, 85}}
	for _, m := range []Model{Classic90, Variant90} {
		for _, o := range styles {
			for i, lucky := range choices {
				given, err := sampler(t, m, o).Given(lucky)
				if err != nil {
					t.Fatal(err)
				}
				want := countsOf(lucky)
				index := map[[9]int]int{}
				var chance []float64
				sum := 0.0
				for counts, p := range gridCounts(m, o) {
					f, _ := p.Float64()
					for c, l := range want {
						_, size := Machine90.Span(c)
						for j := range l { // the lucky numbers are among those chosen for the column
							f *= float64(counts[c]-j) / float64(size-j)
						}
					}
					index[counts] = len(chance)
					chance = append(chance, f)
					sum += f
				}
				for j := range chance {
					chance[j] /= sum
				}
				got := make([]int, len(chance))
				tape := fair.NewTape([32]byte{20, byte(m), boolByte(o.EmptyColumns), boolByte(o.Sorted), byte(i)})
				card := Card{m, make([]Ball, m.Numbers())}
				for range many() / 6 {
					given.Draw(tape, card.Numbers)
					got[index[countsOf(card.Grid(0))]]++
				}
				fits(t, fmt.Sprintf("%v %+v lucky %v: columns of the first grid", m, o, lucky), got, chance, 2*3*len(choices))
			}
		}
	}
}
