package odds_test

import (
	"math/big"
	"strings"
	"testing"

	"tirage/gamefile"
	"tirage/games"
	"tirage/money"
	"tirage/odds"
	"tirage/scratch"
)

func planOf(t *testing.T, id string) *scratch.Plan {
	t.Helper()
	src, err := games.Open(id)
	if err != nil {
		t.Fatal(err)
	}
	return planFrom(t, id, src)
}

func planFrom(t *testing.T, name string, src []byte) *scratch.Plan {
	t.Helper()
	g, report := gamefile.Parse(name, src)
	if g == nil {
		t.Fatal(report)
	}
	plan, problems := scratch.NewPlan(g)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return plan
}

// The published totals of the three regulations, and their returns.
func TestTotalsOfTheRegulations(t *testing.T) {
	for _, c := range []struct {
		id      string
		tickets int64
		lots    int64
		total   money.Cents
		percent string
	}{
		{"bingo-10eur", 9_000_000, 2_253_916, 63_900_000_00, "71.0000"},
		{"vegas-3eur", 2_000_000, 524_722, 4_200_000_00, "70.0000"},
		{"sports-2004-5eur", 750_000, 226_678, 2_550_000_00, "68.0000"},
	} {
		s := odds.NewSheet(planOf(t, c.id))
		if s.Tickets != c.tickets || s.LotCount != c.lots || s.LotTotal != c.total || s.Return.Percent() != c.percent {
			t.Errorf("%s: %d tickets, %d lots, %d, %s %%", c.id, s.Tickets, s.LotCount, s.LotTotal, s.Return.Percent())
		}
		if want := big.NewRat(c.lots, c.tickets); s.AnyLot.Cmp(want) != 0 {
			t.Errorf("%s: any lot %s, want %s", c.id, s.AnyLot, want)
		}
	}
}

// How many ways the Bingo ticket's three games add up to each lot, counted by hand.
func TestCompositionsOfBingo(t *testing.T) {
	s := odds.NewSheet(planOf(t, "bingo-10eur"))
	want := map[money.Cents]int{20: 3, 30: 2, 50: 6, 100: 5, 200: 3, 2_000: 2, 20_000: 1, 1_000_000: 1}
	for _, l := range s.Lots {
		if l.Compositions != want[l.Amount/100] {
			t.Errorf("lot %d has %d compositions, want %d", l.Amount, l.Compositions, want[l.Amount/100])
		}
	}
}

// Laws of every sheet: compositions add up to their lot in number and in money, parts add up to the whole.
func TestSheetsAddUp(t *testing.T) {
	for _, id := range games.List() {
		s := odds.NewSheet(planOf(t, id))
		counts := map[money.Cents]int64{}
		paid := money.Cents(0)
		for _, c := range s.Compositions {
			counts[c.Lot] += c.Count
			sum := money.Cents(0)
			for _, p := range c.Pays {
				sum += p.Amount
			}
			if sum != c.Lot {
				t.Errorf("%s: composition %d pays %d for the lot %d", id, c.Number, sum, c.Lot)
			}
		}
		for _, l := range s.Lots {
			if counts[l.Amount] != l.Count {
				t.Errorf("%s: the compositions of %d make %d tickets, want %d", id, l.Amount, counts[l.Amount], l.Count)
			}
		}
		for _, surface := range s.Surfaces {
			for _, part := range surface.Parts {
				wins := int64(0)
				for _, a := range part.Pays {
					paid += a.Amount * money.Cents(a.Count)
					wins += a.Count
				}
				if part.Wins.Cmp(big.NewRat(wins, s.Tickets)) != 0 {
					t.Errorf("%s: %s wins %s, its amounts say %d", id, part.ID, part.Wins, wins)
				}
			}
			share := new(big.Rat)
			for _, d := range surface.Decoys {
				if d.Share.Cmp(big.NewRat(1, 100)) < 0 {
					t.Errorf("%s: %s shows %s on losing spots only %s of the time", id, surface.ID, d.Figure, d.Share)
				}
				share.Add(share, d.Share.Rat)
			}
			if len(surface.Decoys) > 0 && share.Cmp(big.NewRat(1, 1)) != 0 {
				t.Errorf("%s: shares on losing spots of %s add up to %s", id, surface.ID, share)
			}
		}
		if paid != s.LotTotal {
			t.Errorf("%s: the parts pay %d, the lots %d", id, paid, s.LotTotal)
		}
	}
}

func TestDiffSaysWhatChanged(t *testing.T) {
	src, err := games.Open("vegas-3eur")
	if err != nil {
		t.Fatal(err)
	}
	before := odds.NewSheet(planOf(t, "vegas-3eur"))
	if changes := odds.Diff(before, before); changes != nil {
		t.Errorf("a sheet differs from itself: %v", changes)
	}
	edited := strings.Replace(string(src), "by_winning: [60, 25, 10, 4, 1]", "by_winning: [61, 25, 10, 4, 1]", 1)
	after := odds.NewSheet(planFrom(t, "edited", []byte(edited)))
	if changes := odds.Diff(before, after); len(changes) == 0 {
		t.Error("other weights of compositions make no difference")
	}
}
