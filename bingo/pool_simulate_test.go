package bingo_test

import (
	"math/big"
	"slices"
	"testing"

	"tirage/bingo"
	"tirage/money"
)

func simulator(t testing.TB, f *bingo.Formula) *bingo.Simulator {
	t.Helper()
	s, err := bingo.NewSimulator(f, sampler(t, f.Model))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestSimulationIsReproducible: the same draw comes out whatever was played before, by whichever simulator.
func TestSimulationIsReproducible(t *testing.T) {
	f, seed := bingoExtra(), seeded("reproducible")
	a, b := simulator(t, f), simulator(t, f)
	var forth, back []bingo.Result
	for n := range uint64(20) {
		r, err := a.Draw(seed, n, 300, []int{3, 1, int(n), 2})
		if err != nil {
			t.Fatal(err)
		}
		forth = append(forth, r)
	}
	for n := 19; n >= 0; n-- {
		r, err := b.Draw(seed, uint64(n), 300, []int{3, 1, n, 2})
		if err != nil {
			t.Fatal(err)
		}
		back = append(back, r)
	}
	slices.Reverse(back)
	if !slices.Equal(forth, back) {
		t.Error("played backwards the draws differ")
	}
	if _, err := a.Draw(seed, 0, 300, []int{bingo.MaxCardsOfDraw, 1}); bingo.RefusalName(err) != "draw_full" {
		t.Errorf("too many cards: %v", err)
	}
	if _, err := bingo.NewSimulator(classic75(), sampler(t, bingo.Variant90)); bingo.RefusalName(err) != "other_model" {
		t.Errorf("a sampler of other cards: %v", err)
	}
}

// TestSoloSimulation compares what the table pays in simulated games with its exact return, 0.67774, within four standard
// deviations, which are computed from the table: the second moment of a card is the sum over pairs of figures of the product of their
// prizes and the chance that both are won.
func TestSoloSimulation(t *testing.T) {
	f := solo75()
	f.Figures = slices.DeleteFunc(f.Figures, func(g bingo.Figure) bool { return g.Full }) // too rare to be seen
	mean := new(big.Rat)
	for _, g := range f.Figures {
		mean.Add(mean, new(big.Rat).Mul(rowsComplete(int64(g.Lines), int64(g.Within)), new(big.Rat).SetInt64(g.Prize.Times)))
	}
	const games, cards = 4000, 10
	s, l := simulator(t, f), bingo.OpenLedger(f)
	var sum, squares int64
	for n := range uint64(games) {
		r, err := s.Draw(seeded("solo"), n, 100, []int{cards})
		if err != nil {
			t.Fatal(err)
		}
		settled, err := l.Add(f, &r)
		if err != nil {
			t.Fatal(err)
		}
		sum += int64(settled.Paid)
		squares += int64(settled.Paid) * int64(settled.Paid)
	}
	// (sum − games·cards·100·mean)² ≤ 16 · games · variance of a game, in integers and rationals
	off := new(big.Rat).Sub(new(big.Rat).SetInt64(sum), new(big.Rat).Mul(mean, new(big.Rat).SetInt64(games*cards*100)))
	off.Mul(off, off)
	variance := new(big.Rat).Sub(big.NewRat(squares, 1), big.NewRat(sum, games).Mul(big.NewRat(sum, games), new(big.Rat).SetInt64(sum)))
	if limit := variance.Mul(variance, big.NewRat(16, 1)); off.Cmp(limit) > 0 {
		t.Errorf("%d games pay %d, expected %s", games, sum, new(big.Rat).Mul(mean, new(big.Rat).SetInt64(games*cards*100)).FloatString(0))
	}
	if l.Balances[bingo.PlayersAccount] != -l.Stakes+l.Paid || l.Draws != games {
		t.Errorf("%+v", l)
	}
}

// TestSimulatedExtra folds some draws with a jackpot that is easily won, in both readings.
func TestSimulatedExtra(t *testing.T) {
	for _, reading := range []bingo.Reading{bingo.Reset, bingo.AtLeast} {
		f := bingoExtra()
		f.Figures[3].Within, f.Jackpot.Reading = 60, reading
		s, l := simulator(t, f), bingo.OpenLedger(f)
		for n := range uint64(300) {
			r, err := s.Draw(seeded("extra"), n, 300, []int{1, 2, 3, 4, 5})
			if err != nil {
				t.Fatal(err)
			}
			if r.Cards != 15 || r.Balls[0] == 0 || r.Balls[0] > r.Balls[1] || r.Balls[1] > r.Balls[2] || (r.Units[3] > 0) != (r.Balls[2] <= 60) {
				t.Fatalf("%+v", r)
			}
			if _, err := l.Add(f, &r); err != nil {
				t.Fatal(err)
			}
			sum := money.Cents(0)
			for _, b := range l.Balances {
				sum += b
			}
			if sum != 0 || l.Balances[bingo.StakesAccount] != 0 {
				t.Fatalf("%+v", l.Balances)
			}
		}
		if l.Jackpots == 0 || l.Jackpots == 300 {
			t.Errorf("the jackpot was won %d times", l.Jackpots)
		}
	}
}

// BenchmarkSimulate1000 is one draw of BINGO EXTRA with 1,000 cards, its money included.
func BenchmarkSimulate1000(b *testing.B) {
	f := bingoExtra()
	s, l := simulator(b, f), bingo.OpenLedger(f)
	cards := slices.Repeat([]int{4}, 250)
	b.ReportAllocs()
	n := uint64(0)
	for b.Loop() {
		r, err := s.Draw([32]byte{}, n, 300, cards)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := l.Add(f, &r); err != nil {
			b.Fatal(err)
		}
		n++
	}
}
