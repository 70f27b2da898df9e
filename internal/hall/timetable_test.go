package hall

import (
	"math"
	"testing"

	"tirage/gamefile"
	"tirage/internal/shop"
	"tirage/internal/store"
)

// TestNextDraw wants the draws of a timetable announced in their order, each slot once and none left out, however the clock goes.
func TestNextDraw(t *testing.T) {
	s := Settings{First: 1_000 * second, Every: 100, Sale: 80, Ahead: 10}
	for _, c := range []struct {
		name                  string
		last, now             int64
		announce, opens, ends int64
	}{
		{"long before the first", 0, 10, 910, 920, 1_000},
		{"when the first is announced", 0, 910, 910, 920, 1_000},
		{"in the first's sale", 0, 950, 910, 950, 1_000},
		{"five seconds before its end", 0, 995, 1_010, 1_020, 1_100},
		{"after the first", 1_000, 950, 1_010, 1_020, 1_100},
		{"after a stop of hours", 1_000, 20_000, 20_010, 20_020, 20_100},
		{"after a stop, in a sale", 1_000, 20_050, 20_010, 20_050, 20_100},
		{"after a clock set back", 20_100, 500, 20_110, 20_120, 20_200},
	} {
		announce, opens, closes := s.next(c.last*second, c.now*second)
		if announce != c.announce*second || opens != c.opens*second || closes != c.ends*second {
			t.Errorf("%s: announced at %d, on sale from %d to %d", c.name, announce/second, opens/second, closes/second)
		}
	}
}

// TestNextDrawLaws goes through many timetables second by second, with stops: a sale closes at its slot, after the one before, is at least as long
// as what nobody was late for, and no slot is left out that there was time for.
func TestNextDrawLaws(t *testing.T) {
	for every := 5; every <= 60; every += 11 {
		for sale := 2; sale <= 150; sale += 37 {
			for _, stop := range []int64{0, 7, 1_000} {
				s := Settings{First: 300 * second, Every: every, Sale: sale, Ahead: 3}
				last, slots := int64(0), map[int64]bool{}
				for now := int64(0); now < 2_000; now++ {
					if stop != 0 && now == 600 {
						now += stop
					}
					for {
						announce, opens, closes := s.next(last, now*second)
						if announce > now*second {
							break
						}
						slot := (closes - s.First) / second
						if closes <= last || slot < 0 || slot%int64(every) != 0 || slots[closes] || opens < now*second && opens != closes-int64(sale)*second || opens >= closes {
							t.Fatalf("%+v at %d after %d: on sale from %d to %d", s, now, last, opens, closes)
						}
						if last != 0 && closes != last+int64(every)*second && (stop == 0 || now < 600+stop) {
							t.Fatalf("%+v at %d: %d follows on %d", s, now, closes/second, last/second)
						}
						last, slots[closes] = closes, true
					}
				}
				if len(slots) == 0 {
					t.Errorf("%+v: no draw", s)
				}
			}
		}
	}
}

// TestSettingsTooLong wants sales and announcements that no sum of 64 bits holds to be refused as others are that are too long.
func TestSettingsTooLong(t *testing.T) {
	f, report := gamefile.ReadFormula("formula", []byte(formulaFile(t, "bingo-extra")))
	if f == nil {
		t.Fatal(report.Err())
	}
	good := Settings{First: 1_000 * second, Every: 100, Sale: 80, Ahead: 10, Ball: 1_000, Patience: 60, MaxCards: 12}
	if err := good.check(f, true); err != nil {
		t.Fatal(err)
	}
	for _, c := range [][2]int{
		{math.MaxInt, 0},
		{math.MaxInt, 1},
		{80, math.MaxInt},
		{80, math.MaxInt - 79},
		{1 << 62, 1 << 62},
		{math.MaxInt, math.MaxInt},
		{9_991, 9},
		{80, 9_920},
	} {
		s := good
		s.Sale, s.Ahead = c[0], c[1]
		if err := s.check(f, true); shop.RefusalName(err) != "bad_timetable" {
			t.Errorf("a sale of %d s announced %d s before: %v", c[0], c[1], err)
		}
	}
}

// TestDue wants of each state what is to be done next, and when.
func TestDue(t *testing.T) {
	s := &Settings{Ball: 500}
	at := store.Draw{Opens: 10, Closes: 20, Locked: 30, CalledAt: 40}
	for _, c := range []struct {
		state  string
		called int64
		free   int64
		what   step
		when   int64
	}{
		{"scheduled", 0, 0, openSale, 10},
		{"on_sale", 0, 0, lockSale, 20},
		{"on_sale", 0, 25, lockSale, 25},
		{"locked", 0, 0, openSecrets, 30},
		{"opened", 0, 0, callBall, 500_040},
		{"calling", 4, 0, callBall, 500_040},
		{"calling", 5, 0, settleDraw, 40},
		{"settled", 5, 0, nothing, 0},
		{"cancelled", 0, 0, nothing, 0},
		{"void", 2, 0, nothing, 0},
	} {
		d := at
		d.State, d.Called = c.state, c.called
		if what, when := due(&d, s, 5, c.free); what != c.what || when != c.when {
			t.Errorf("%s after %d balls: %d at %d", c.state, c.called, what, when)
		}
	}
}
