package odds_test

import (
	"crypto/sha256"
	"math/big"
	"testing"

	"tirage/bingo"
	"tirage/fair"
	"tirage/odds"
)

// Chernoff's interval, computed apart with logarithms.
func TestInterval(t *testing.T) {
	for _, c := range []struct {
		hits, draws int64
		low, high   string
	}{
		{0, 100, "0.00000000", "0.07319216"}, // 1 − 2000^(−1/100)
		{100, 100, "0.92680784", "1.00000000"},
		{50, 100, "0.31223204", "0.68776796"},
		{140, 1000, "0.10093165", "0.18632674"},
		{1, 1000, "0.00000018", "0.01094386"},
		{3, 1_000_000, "0.00000009", "0.00001553"},
		{999_999, 1_000_000, "0.99998900", "1.00000000"},
		{0, 0, "0.00000000", "1.00000000"},
		{5, 4, "0.00000000", "1.00000000"},
		{-1, 4, "0.00000000", "1.00000000"},
	} {
		low, high := odds.Frequency{Hits: c.hits, Draws: c.draws}.Interval()
		if low.FloatString(8) != c.low || high.FloatString(8) != c.high {
			t.Errorf("%d of %d: %s to %s, want %s to %s", c.hits, c.draws, low.FloatString(8), high.FloatString(8), c.low, c.high)
		}
	}
}

// The interval holds the true chance at least as often as it says, also of what is rare: the chance that it does not is summed
// exactly over all numbers of hits.
func TestIntervalCovers(t *testing.T) {
	const n, whole = 200, 10_000
	var low, high [n + 1]odds.Chance
	for hits := range int64(n + 1) {
		low[hits], high[hits] = odds.Frequency{Hits: hits, Draws: n}.Interval()
	}
	for _, p := range []int64{0, 1, 3, 10, 50, 300, 1400, 5000, 9990, 10_000} {
		missed := new(big.Int)
		for hits := range int64(n + 1) {
			if chance := big.NewRat(p, whole); low[hits].Cmp(chance) > 0 || high[hits].Cmp(chance) < 0 {
				term := new(big.Int).Exp(big.NewInt(p), big.NewInt(hits), nil)
				term.Mul(term, new(big.Int).Exp(big.NewInt(whole-p), big.NewInt(n-hits), nil))
				missed.Add(missed, term.Mul(term, choose(n, hits)))
			}
		}
		share := new(big.Rat).SetFrac(missed, new(big.Int).Exp(big.NewInt(whole), big.NewInt(n), nil))
		if share.Cmp(big.NewRat(1, 1000)) > 0 {
			t.Errorf("with a chance of %d in 10,000 the interval misses %s of the time", p, share.FloatString(6))
		}
	}
}

// rolls simulates draws of some random cards and counts by which ball the first grid has so many lines.
func rolls(t *testing.T, m bingo.Model, cards, draws int, count func(firsts []bingo.First)) {
	t.Helper()
	s, err := bingo.NewSampler(m, bingo.Options{})
	if err != nil {
		t.Fatal(err)
	}
	tape := fair.NewTape(sha256.Sum256([]byte("odds " + m.String())))
	numbers := make([]bingo.Ball, cards*m.Numbers())
	order := make([]bingo.Ball, m.Balls())
	for i := range order {
		order[i] = bingo.Ball(i + 1)
	}
	for range draws {
		for c := range cards {
			s.Draw(tape, numbers[c*m.Numbers():(c+1)*m.Numbers()])
		}
		tape.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		ranks, err := bingo.NewRanks(m.Machine(), order)
		if err != nil {
			t.Fatal(err)
		}
		count(ranks.FirstLines(m, numbers))
	}
}

// One card of every model, simulated: the exact law lies in the interval at every ball where there is something to see.
func TestLawsAgreeWithTheSampler(t *testing.T) {
	const draws = 10_000
	for _, m := range bingo.Models {
		var by [5][bingo.MaxBalls + 1]int64
		rolls(t, m, 1, draws, func(firsts []bingo.First) {
			for k, f := range firsts {
				by[k][f.Ball]++
			}
		})
		for k := range m.Rows() {
			l, hits := law(t, odds.ShapeOf(m), k+1), int64(0)
			for n := range m.Balls() + 1 {
				hits += by[k][n]
				low, high := odds.Frequency{Hits: hits, Draws: draws}.Interval()
				if exact := l.By(n); n%10 == 5 && (exact.Cmp(low.Rat) < 0 || exact.Cmp(high.Rat) > 0) {
					t.Errorf("%s, %d lines by ball %d: %s %% to %s %% simulated, the law says %s %%",
						m, k+1, n, low.Percent(), high.Percent(), exact.Percent())
				}
			}
		}
	}
}

// 600 strips of 90 balls: no line by ball 18 in about 0.140 of draws. p^600, 0.1214, lies outside the interval, the proven bounds
// hold it.
func TestNoLineOf600Strips(t *testing.T) {
	f := odds.Frequency{Draws: 6000}
	rolls(t, bingo.Variant90, 600, int(f.Draws), func(firsts []bingo.First) {
		if firsts[0].Ball <= 18 {
			f.Hits++
		}
	})
	none := odds.Frequency{Hits: f.Draws - f.Hits, Draws: f.Draws}
	low, high := none.Interval()
	t.Logf("no line by ball 18: %s simulated, %s to %s", none.Share().FloatString(4), low.FloatString(4), high.FloatString(4))
	if known := big.NewRat(140, 1000); known.Cmp(low.Rat) < 0 || known.Cmp(high.Rat) > 0 {
		t.Error("0.140 lies outside")
	}
	if power := big.NewRat(1214, 10000); power.Cmp(low.Rat) >= 0 {
		t.Error("p^600 lies within: the simulation does not tell it from the chance")
	}
	l, h := f.Interval()
	if b := crowd(t, bingo.Variant90, 600, 1).DealtBy(18); b.High.Cmp(l.Rat) < 0 || b.Low.Cmp(h.Rat) > 0 {
		t.Errorf("the bound %s to %s %% holds none of %s to %s %%", b.Low.Percent(), b.High.Percent(), l.Percent(), h.Percent())
	}
}

// Many cards of every model, simulated: the interval meets the proven bounds at every ball.
func TestBoundsAgreeWithTheSampler(t *testing.T) {
	const cards, draws = 60, 1000
	for _, m := range bingo.Models {
		var by [5][bingo.MaxBalls + 1]int64
		rolls(t, m, cards, draws, func(firsts []bingo.First) {
			for k, f := range firsts {
				by[k][f.Ball]++
			}
		})
		for k := range m.Rows() {
			c, hits := crowd(t, m, cards, k+1), int64(0)
			for n := range m.Balls() + 1 {
				hits += by[k][n]
				low, high := odds.Frequency{Hits: hits, Draws: draws}.Interval()
				if b := c.DealtBy(n); b.High.Cmp(low.Rat) < 0 || b.Low.Cmp(high.Rat) > 0 {
					t.Errorf("%s, %d lines by ball %d: %s %% to %s %% simulated, %s %% to %s %% proven",
						m, k+1, n, low.Percent(), high.Percent(), b.Low.Percent(), b.High.Percent())
				}
			}
		}
	}
}
