package odds_test

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"math/big"
	"strings"
	"testing"

	"tirage/bingo"
	"tirage/money"
	"tirage/odds"
)

func share(t *testing.T, text string) money.Share {
	t.Helper()
	s, err := money.ParseShare(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func both(text string) money.Text { return money.Text{FR: text, EN: text} }

// bingoExtra is the formula of art. 4.2.11.
func bingoExtra(t *testing.T) *bingo.Formula {
	line := func(id string, lines int, part string) bingo.Figure {
		prize := bingo.Prize{Kind: bingo.PoolPrize, Share: share(t, part)}
		return bingo.Figure{ID: id, Name: both(id), Lines: lines, Within: 90, Prize: prize}
	}
	return &bingo.Formula{
		ID: "bingo-extra", Code: 4211, Version: 1, Digest: sha256.Sum256([]byte("bingo-extra")), Name: both("Bingo Extra"),
		Source: both("art. 4.2.11"), Currency: money.EUR,
		Mode: bingo.Multi, Model: bingo.Variant90, Stakes: []money.Cents{300}, MaxCards: 12,
		Minimum: bingo.Minimum{Players: 4, Cards: 4},
		Shares:  bingo.Shares{Winners: share(t, "65%"), Pool: share(t, "47.72%"), Jackpot: share(t, "6%"), Fund: share(t, "11.28%")},
		Figures: []bingo.Figure{
			line("one_line", 1, "29%"), line("two_lines", 2, "29%"), line("three_lines", 3, "42%"),
			{ID: "full_grid", Name: both("full grid"), Full: true, Within: 45, Prize: bingo.Prize{Kind: bingo.JackpotPrize}},
		},
		Tie: bingo.ByPlayer, Remainders: bingo.FundAccount, End: bingo.End{Kind: bingo.FirstFullGrid},
		Jackpot: bingo.Jackpot{Guarantee: 7500_00, Reading: bingo.Reset},
		InForce: bingo.InForce{Planned: "2011-10-03"},
	}
}

// table75 is a single-player formula of this test: two prizes, on three grids.
func table75(unit bingo.Unit) *bingo.Formula {
	return &bingo.Formula{
		ID: "table-75", Code: 9175, Version: 1, Digest: sha256.Sum256([]byte("table-75")), Name: both("Table"),
		Source: both("none"), Demonstration: both("demonstration, not a regulation"), Currency: money.EUR,
		Mode: bingo.Single, Model: bingo.Variant75, Stakes: []money.Cents{50, 100}, MaxCards: 12,
		Minimum: bingo.Minimum{Players: 1, Cards: 1},
		Figures: []bingo.Figure{
			{ID: "line", Name: both("line"), Lines: 1, Within: 20, Prize: bingo.Prize{Kind: bingo.MultiplePrize, Times: 3}},
			{ID: "full", Name: both("full"), Full: true, Prize: bingo.Prize{Kind: bingo.MultiplePrize, Times: 1000}},
		},
		Tie: unit, Remainders: bingo.OperatorAccount, End: bingo.End{Kind: bingo.AfterBalls, Balls: 50},
	}
}

func sheet(t *testing.T, f *bingo.Formula, players, each int) *odds.FormulaSheet {
	t.Helper()
	s, err := odds.NewFormulaSheet(f, players, each)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The known figures of BINGO EXTRA: each figure's share of the stakes, the jackpot at 1 in 22,132, a guarantee that costs 11.296 %
// of a stake of 3 €, and a fund that carries itself from 64 cards on.
func TestSheetOfBingoExtra(t *testing.T) {
	s := sheet(t, bingoExtra(t), 200, 3)
	for i, want := range []string{"13.8388", "13.8388", "20.0424", "6.0000"} {
		if r := s.Figures[i].Return; r.Label() != odds.Exact || r.Low.Percent() != want {
			t.Errorf("%s returns %s %% (%s), want %s", s.Figures[i].ID, r.Low.Percent(), r.Label(), want)
		}
	}
	r := s.Return
	for _, c := range []struct {
		bound odds.Bound
		want  string
	}{{r.WithoutJackpot, "47.7200"}, {r.WithJackpot, "53.7200"}, {r.WithFund, "65.0000"}} {
		if c.bound.Label() != odds.Exact || c.bound.Low.Percent() != c.want {
			t.Errorf("a return of %s to %s %%, want %s exactly", c.bound.Low.Percent(), c.bound.High.Percent(), c.want)
		}
	}
	j := s.Jackpot
	if one := new(big.Rat).Inv(j.Card.Rat).FloatString(0); one != "22132" || j.Within != 45 {
		t.Errorf("jackpot 1 in %s within %d balls", one, j.Within)
	}
	if got := new(big.Rat).Mul(j.PerCard.Rat, big.NewRat(100, 1)).FloatString(3); got != "11.296" {
		t.Errorf("the guarantee costs %s %% of a stake, known as 11.296 %%", got)
	}
	// With 600 cards it costs less, as several share one fall; and falls lie between the bounds.
	if j.Cost.High.Cmp(j.PerCard.Rat) >= 0 || j.Dealt.Low.Cmp(j.Card.Rat) <= 0 ||
		!j.Any.Holds(j.Dealt.Low) || !j.Any.Holds(j.Dealt.High) {
		t.Errorf("cost %v, falls %v dealt, %v any", j.Cost, j.Dealt, j.Any)
	}
	if s.Fund.BreakEven != 64 || s.Fund.BreakEvenLabel != odds.ByShares {
		t.Errorf("the fund carries itself from %d cards on, known as 64", s.Fund.BreakEven)
	}
	// 11.28 % of 1,800 € is 203.04 €, and rounding down leaves 0.84, 0.84 and 0.32 cents of the three figures.
	if s.Fund.Income != 203_06 || s.Fund.Balance.Low.Sign() <= 0 || s.Fund.Unwon.High.Sign() != 0 || !s.TakesPlace {
		t.Errorf("the fund of a draw of 1,800 €: %v", s.Fund)
	}
}

// Around the break-even, with p^cards for the chance of no jackpot: at 63 cards it does not carry itself for sure, at 64 it does.
func TestBreakEven(t *testing.T) {
	a := law(t, odds.ShapeOf(bingo.Variant90), 3).By(45)
	for _, c := range []struct {
		cards   int
		carries bool
	}{{1, false}, {10, false}, {63, false}, {64, true}, {65, true}, {300, true}} {
		none := power(new(big.Rat).Sub(big.NewRat(1, 1), a.Rat), c.cards)
		left := big.NewRat(int64(c.cards)*3*1128, 10_000)
		left.Sub(left, none.Mul(none.Sub(big.NewRat(1, 1), none), big.NewRat(7500, 1)))
		if got := left.Sign() >= 0; got != c.carries {
			t.Errorf("%d cards: %s", c.cards, left.FloatString(6))
		}
	}
}

// The smallest draw: 4 cards of 3 € put 1.36 € into the fund (worked draw).
func TestFundOfTheWorkedDraw(t *testing.T) {
	s := sheet(t, bingoExtra(t), 4, 1)
	if s.Fund.Income != 1_36 || !s.TakesPlace {
		t.Errorf("income %d", s.Fund.Income)
	}
	if sheet(t, bingoExtra(t), 3, 12).TakesPlace {
		t.Error("three players make a draw")
	}
}

// A table's return is exact, and computed here from the full grid's binomials and the law of the line.
func TestReturnOfATable(t *testing.T) {
	shape := odds.ShapeOf(bingo.Variant75)
	times := func(n int64, c odds.Chance) *big.Rat { return new(big.Rat).Mul(big.NewRat(n, 1), c.Rat) }
	full := odds.Chance{Rat: new(big.Rat).SetFrac(choose(50, 25), choose(75, 25))}
	byGrid := new(big.Rat).Add(times(3*3, law(t, shape.Grid(), 1).By(20)), times(3*1000, full))
	// Two of three grids are full with 50 balls only if all 50 are theirs.
	two := odds.Chance{Rat: new(big.Rat).SetFrac(big.NewInt(3), choose(75, 50))}
	byCard := new(big.Rat).Add(times(3, law(t, shape, 1).By(20)), times(3*1000, full))
	byCard.Sub(byCard, times(1000, two))
	for unit, want := range map[bingo.Unit]*big.Rat{bingo.ByGrid: byGrid, bingo.ByCard: byCard} {
		s := sheet(t, table75(unit), 1, 12)
		if r := s.Return.WithoutJackpot; r.Label() != odds.Exact || r.Low.Cmp(want) != 0 {
			t.Errorf("by %s: %s %%, want %s", unit, r.Low.Percent(), odds.Chance{Rat: want}.Percent())
		}
		if s.Jackpot != nil || s.Fund != nil || s.Lines[0].Draw != nil || s.Figures[1].Within != 50 || s.Demonstration == nil {
			t.Errorf("the sheet of a table speaks of a race: %+v", s.Figures)
		}
	}
}

// A race with limits, the other reading of the guarantee and prizes from the fund and the operator: parts add up, bounds are in
// order, and a simulation agrees with what is proven.
func TestSheetOfARace(t *testing.T) {
	f := bingoExtra(t)
	f.Model, f.Figures[1].Within, f.Figures[0].Within, f.Figures[2].Within = bingo.Classic75, 40, 0, 0
	f.Figures[3].Within = 60
	f.Jackpot.Reading, f.Jackpot.Guarantee = bingo.AtLeast, 50_00
	f.MaxCards = 25
	f.Figures = append(f.Figures[:3:3],
		bingo.Figure{ID: "four", Name: both("4"), Lines: 4, Within: 50, Prize: bingo.Prize{Kind: bingo.FundPrize, Amount: 2_00}},
		bingo.Figure{ID: "five", Name: both("5"), Full: true, Within: 70, Prize: bingo.Prize{Kind: bingo.MultiplePrize, Times: 4}},
		f.Figures[3])
	s := sheet(t, f, 6, 5)
	if two := s.Figures[1]; two.Return.Label() != odds.Proven || two.Return.Low.Sign() <= 0 || two.Return.High.Cmp(two.Share.Rat) >= 0 {
		t.Errorf("two lines within 40 balls return %s to %s %%", two.Return.Low.Percent(), two.Return.High.Percent())
	}
	if s.Jackpot.Cost.Low.Sign() != 0 || s.Fund.Unwon.High.Sign() <= 0 || s.Fund.Prizes.High.Sign() <= 0 {
		t.Errorf("jackpot %v, fund %v", s.Jackpot.Cost, s.Fund)
	}
	// The multiple shared by its winners: 4 stakes in 30.
	if most := new(big.Rat).Mul(s.Figures[4].Dealt.High.Rat, big.NewRat(4, 30)); s.Figures[4].Return.High.Cmp(most) != 0 {
		t.Errorf("the multiple returns %s", s.Figures[4].Return.High)
	}
	sum := odds.Of(0, 1)
	for _, g := range s.Figures[:5] { // all but the jackpot, the prize from the fund too
		sum.Rat = new(big.Rat).Add(sum.Rat, g.Return.Low.Rat)
	}
	if r := s.Return; r.WithoutJackpot.Low.Cmp(sum.Rat) != 0 {
		t.Errorf("return without the jackpot from %s %%, the figures pay %s %%", r.WithoutJackpot.Low.Percent(), sum.Percent())
	}
	// One card alone is exact: in 3 € of stake the pool's parts, four stakes and 2 € from the fund, each as often as one card has it.
	grid := odds.ShapeOf(bingo.Classic75).Grid()
	want := new(big.Rat)
	for i, g := range []struct {
		lines, within int
		times         *big.Rat
	}{{1, 75, nil}, {2, 40, nil}, {3, 75, nil}, {4, 50, big.NewRat(2, 3)}, {5, 70, big.NewRat(4, 1)}} {
		if g.times == nil {
			g.times = s.Figures[i].Share.Rat
		}
		want.Add(want, new(big.Rat).Mul(g.times, law(t, grid, g.lines).By(g.within).Rat))
	}
	lone := sheet(t, f, 1, 1).Return
	if lone.WithoutJackpot.Label() != odds.Exact || lone.WithoutJackpot.Low.Cmp(want) != 0 {
		t.Errorf("a lone card's return without the jackpot is %s %%, want %s %%", lone.WithoutJackpot.Low.Percent(), odds.Chance{Rat: want}.Percent())
	}
	table := new(big.Rat).Mul(big.NewRat(4, 1), law(t, grid, 5).By(70).Rat)
	if lone.WithFund.Low.Cmp(table.Add(table, lone.Winners.Rat)) != 0 { // the fund's prize is not in it twice
		t.Errorf("a lone card's return with the fund is %s %%", lone.WithFund.Low.Percent())
	}
	tally := simulate(t, f, 6, 5, 3000)
	s.Played(tally)
	for _, g := range s.Figures {
		low, high := g.Played.Won.Interval()
		if g.Dealt.High.Cmp(low.Rat) < 0 || g.Dealt.Low.Cmp(high.Rat) > 0 {
			t.Errorf("%s is won %s to %s %% of the time, proven %s to %s %%", g.ID, low.Percent(), high.Percent(),
				g.Dealt.Low.Percent(), g.Dealt.High.Percent())
		}
		if g.Played.Won.Hits > 0 && g.Played.Balls[len(g.Played.Balls)-1].By != g.Played.Won {
			t.Errorf("%s: the balls do not add up", g.ID)
		}
	}
}

// simulate plays some draws in two parts and adds their tallies up.
func simulate(t *testing.T, f *bingo.Formula, players, each int, draws uint64) *odds.Tally {
	t.Helper()
	sampler, err := bingo.NewSampler(f.Model, f.Layout)
	if err != nil {
		t.Fatal(err)
	}
	sim, err := bingo.NewSimulator(f, sampler)
	if err != nil {
		t.Fatal(err)
	}
	cards := make([]int, players)
	for i := range cards {
		cards[i] = each
	}
	var parts [2]odds.Tally
	for n := range draws {
		r, err := sim.Draw(sha256.Sum256([]byte("odds")), n, f.Stakes[0], cards)
		if err != nil {
			t.Fatal(err)
		}
		parts[n%2].Add(&r)
	}
	parts[0].Merge(&parts[1])
	return &parts[0]
}

// BINGO EXTRA with 30 players of 4 cards: what is simulated lies within what is proven, at every ball.
func TestBingoExtraPlayed(t *testing.T) {
	s := sheet(t, bingoExtra(t), 30, 4)
	tally := simulate(t, bingoExtra(t), 30, 4, 1500)
	s.Played(tally)
	for i, row := range s.Lines {
		for _, b := range row.Draw {
			low, high := tally.WonBy(i, b.Ball).Interval()
			if b.Dealt.High.Cmp(low.Rat) < 0 || b.Dealt.Low.Cmp(high.Rat) > 0 {
				t.Errorf("%d lines by ball %d: %s to %s %% simulated, %s to %s %% proven", row.Lines, b.Ball,
					low.Percent(), high.Percent(), b.Dealt.Low.Percent(), b.Dealt.High.Percent())
			}
		}
		if won := s.Figures[i].Played.Won; won.Hits != won.Draws || s.Figures[i].Played.Units < won.Hits {
			t.Errorf("%s was won in %d of %d draws", s.Figures[i].ID, won.Hits, won.Draws)
		}
	}
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	for _, label := range []string{`"label":"exact"`, `"label":"bound"`, `"label":"simulated"`, `"model":"90-variant"`} {
		if !strings.Contains(string(text), label) {
			t.Errorf("the sheet does not say %s", label)
		}
	}
}

func TestNoSuchSheet(t *testing.T) {
	for _, c := range []struct{ players, each int }{{0, 1}, {-1, 1}, {4, 0}, {4, 13}, {bingo.MaxCardsOfDraw, 12}, {1 << 62, 12}} {
		if _, err := odds.NewFormulaSheet(bingoExtra(t), c.players, c.each); !errors.Is(err, odds.ErrCards) {
			t.Errorf("%d players with %d cards: %v", c.players, c.each, err)
		}
	}
	if _, err := odds.NewFormulaSheet(table75(bingo.ByCard), 2, 1); !errors.Is(err, odds.ErrCards) {
		t.Errorf("two players at a table: %v", err)
	}
	bad := bingoExtra(t)
	bad.Shares.Pool++
	var problem bingo.Problem
	if _, err := odds.NewFormulaSheet(bad, 4, 1); !errors.As(err, &problem) {
		t.Errorf("shares that do not add up: %v", err)
	}
}
