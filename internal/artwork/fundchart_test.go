package artwork

import (
	"errors"
	"math/rand/v2"
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
