package artwork

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"tirage/bingo"
	"tirage/internal/artwork/canvas"
	"tirage/money"
)

// Marks on an axis enclose the values, stand evenly on whole units, and are few.
func TestRungs(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		low, size := -r.Int64N(1<<r.IntN(45)+1), r.Int64N(1<<r.IntN(45)+1)
		for _, unit := range []int64{1, 100} {
			list := rungs(low, low+size, unit)
			first, last := list[0], list[len(list)-1]
			step := list[1] - list[0]
			if first > low || last < low+size || step%unit != 0 || first%step != 0 || len(list) > 9 || low-first >= step || last-step >= max(low+size, first+1) {
				t.Fatalf("%d to %d in %d: %v", low, low+size, unit, list)
			}
			for i := range list {
				if list[i] != first+int64(i)*step {
					t.Fatalf("%d to %d in %d: %v is uneven", low, low+size, unit, list)
				}
			}
		}
	}
}

func TestFundSpan(t *testing.T) {
	var s FundSpan
	s.Add(7, 100, -50, 0)
	s.Add(8, 300, -80, 0)
	s.Add(9, 75, 10, 1)
	if want := (FundSpan{7, 9, Reach{75, 300, 75}, Reach{-80, 10, 10}, 1}); s != want {
		t.Errorf("%+v, want %+v", s, want)
	}
}

// Charts of any course are well-formed, and every text fits.
func TestFundChart(t *testing.T) {
	f := cardFormula(bingo.Variant90)
	f.Jackpot.Guarantee = 7500_00
	for name, at := range map[string]func(i int64) (jackpot, fund money.Cents){
		"one draw":  nil,
		"no money":  func(int64) (money.Cents, money.Cents) { return 0, 0 },
		"always up": func(i int64) (money.Cents, money.Cents) { return 7500_00 + money.Cents(i)*90, money.Cents(i * i) },
		"deep":      func(i int64) (money.Cents, money.Cents) { return 7500_00, -money.Cents(i * 1_000_000_000) },
	} {
		c := &Fund{Formula: f, Players: "50:400", Cards: "1:12", Draws: 200, Jackpots: 3, Lowest: -7500_00}
		if at == nil {
			c.Draws = 1
			at = func(int64) (money.Cents, money.Cents) { return 7500_00, -7500_00 }
		}
		for i := range c.Draws {
			var s FundSpan
			j, fund := at(i)
			s.Add(i+1, j, fund, i/60)
			c.Spans = append(c.Spans, s)
		}
		for _, lang := range []money.Lang{money.FR, money.EN} {
			data, err := FundChart(c, lang)
			if err != nil {
				t.Fatal(err)
			}
			wellFormed(t, data)
			s := &sheet{Canvas: canvas.Canvas(blank{}), public: Public{Lang: lang}, theme: bingoTheme, w: chartWide, h: chartHigh}
			(&chart{sheet: s, fund: c, count: counter(lang)}).draw()
			for _, text := range s.tight {
				t.Errorf("%s, %s: %s", name, lang, text)
			}
		}
	}
	if _, err := FundChart(&Fund{Formula: f}, money.FR); !errors.Is(err, ErrNoDraws) {
		t.Errorf("a chart of nothing: %v", err)
	}
}

// pins notes the middles of the groups that have a title with some words, of a canvas that draws nothing.
type pins struct {
	words string
	title string
	at    []canvas.Pt
	said  []string
}

func (p *pins) Begin(g canvas.Group) { p.title = g.Title }

func (p *pins) End() { p.title = "" }

func (p *pins) Draw(path *canvas.Path, _ canvas.Affine, _ canvas.Style) {
	if strings.Contains(p.title, p.words) {
		b := path.Bounds()
		p.at = append(p.at, canvas.Pt{X: b.X + b.W/2, Y: b.Y + 2.1}) // a star's tip stands over its middle
		p.said = append(p.said, p.title)
	}
}

// A star stands where and when a jackpot was won, though the jackpot never stood so high after a draw; two wins in one span have two.
func TestFundChartStars(t *testing.T) {
	f := cardFormula(bingo.Variant90)
	c := &Fund{Formula: f, Players: "4", Cards: "1", Draws: 100, Jackpots: 3}
	c.Wins = []FundWin{{12, 2000_00}, {18, 1000_00}, {75, 5000_00}}
	for i := range int64(10) { // spans of ten draws, in which the jackpot stands at 1,000 after each
		var s FundSpan
		for n := range int64(10) {
			draw := 10*i + n + 1
			won := int64(0)
			for _, w := range c.Wins {
				if w.Draw <= draw {
					won++
				}
			}
			s.Add(draw, 1000_00, 0, won)
		}
		c.Spans = append(c.Spans, s)
	}
	p := &pins{words: "Won at draw"}
	sh := &sheet{Canvas: p, public: Public{Lang: money.EN}, theme: bingoTheme, w: chartWide, h: chartHigh}
	ch := &chart{sheet: sh, fund: c, count: counter(money.EN)}
	inside := canvas.Box{X: 10, Y: 30, W: 200, H: 50}
	ch.jackpot(inside)
	if len(p.at) != 3 {
		t.Fatalf("%d stars: %q", len(p.at), p.said)
	}
	for i, want := range []string{"Won at draw 12: €2,000", "Won at draw 18: €1,000", "Won at draw 75: €5,000"} {
		if p.said[i] != want {
			t.Errorf("%q, want %q", p.said[i], want)
		}
	}
	// The axis is even: from draw 12 to 75 it is 63/6 times as far as from 12 to 18, from 1,000 up to 5,000 four times as high as to 2,000.
	if a, b := p.at[1].X-p.at[0].X, p.at[2].X-p.at[0].X; a <= 0 || math.Abs(b-a*63/6) > 1e-3 {
		t.Errorf("stars stand at %v", p.at)
	}
	if a, b := p.at[1].Y-p.at[0].Y, p.at[1].Y-p.at[2].Y; a <= 0 || math.Abs(b-4*a) > 1e-3 {
		t.Errorf("stars stand at %v", p.at)
	}
	if p.at[2].Y < inside.Y {
		t.Errorf("a star stands over the chart: %v", p.at)
	}
	c.Jackpots = 4 // one of them is not known: some stars would say that there are no others
	p.at = nil
	ch.jackpot(inside)
	if len(p.at) > 0 {
		t.Errorf("%d stars for 4 jackpots", len(p.at))
	}
}
