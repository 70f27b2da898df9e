package bingo_test

import (
	"fmt"
	"slices"
	"testing"

	"tirage/bingo"
	"tirage/money"
)

// orderWith is all balls of a machine in an order that begins with the given ones; the others follow ascending.
func orderWith(m bingo.Machine, first ...bingo.Ball) []bingo.Ball {
	order := slices.Clone(first)
	for b := bingo.Ball(1); m.Has(b); b++ {
		if !slices.Contains(first, b) {
			order = append(order, b)
		}
	}
	return order
}

// TestJackpotWithinItsBalls fills a grid with the last ball at place 45, and at place 46: art. 4.2.11.4 says the first 45. The
// third figure is won both times, the jackpot in addition to it the first time.
func TestJackpotWithinItsBalls(t *testing.T) {
	f := bingoExtra()
	strip := sampler(t, bingo.Variant90).Card(newRig(t, f, "jackpot").tape)
	grid := strip.Grid(4)
	for _, last := range []int{45, 46} {
		var order []bingo.Ball
		order = append(order, grid[:14]...)
		for g := range 6 { // seven or so of each other grid, so that no other is full
			if g != 4 {
				order = append(order, strip.Grid(g)[:7]...)
			}
		}
		order = orderWith(bingo.Machine90, slices.Insert(order[:last-1:last-1], last-1, grid[14])...)
		o, err := f.Decide(order, strip.Numbers, []int32{0})
		if err != nil {
			t.Fatal(err)
		}
		at := bingo.Place{Card: 0, Grid: 4, Ball: last}
		if o.Balls != last || !slices.Equal(o.Won[2].Units, []bingo.Place{at}) {
			t.Errorf("full at ball %d: %+v", last, o)
		}
		if won := len(o.Won[3].Units) == 1; won != (last == 45) {
			t.Errorf("full at ball %d: the jackpot has %+v", last, o.Won[3])
		}
	}
}

// TestUnitsCountOnce gives three cards with one common row to two players, and draws that row first.
func TestUnitsCountOnce(t *testing.T) {
	tape := newRig(t, classic75(), "units").tape
	s := sampler(t, bingo.Classic75)
	row := s.Card(tape).Numbers[:5]
	var numbers []bingo.Ball
	for range 3 {
		c := s.Card(tape)
		for i := range 5 { // the row's numbers come on top, and are taken away elsewhere by exchange within the column
			if at := slices.Index(c.Numbers, row[i]); at >= 0 {
				c.Numbers[at] = c.Numbers[i]
			}
			c.Numbers[i] = row[i]
		}
		if err := c.Check(bingo.Options{}); err != nil {
			t.Fatal(err)
		}
		numbers = append(numbers, c.Numbers...)
	}
	players := []int32{7, 3, 7}
	for tie, want := range map[bingo.Unit][]bingo.Place{
		bingo.ByPlayer: {{Card: 0, Ball: 5}, {Card: 1, Ball: 5}},
		bingo.ByCard:   {{Card: 0, Ball: 5}, {Card: 1, Ball: 5}, {Card: 2, Ball: 5}},
		bingo.ByGrid:   {{Card: 0, Ball: 5}, {Card: 1, Ball: 5}, {Card: 2, Ball: 5}},
	} {
		f := classic75()
		f.Tie = tie
		o, err := f.Decide(orderWith(bingo.Machine75, row...), numbers, players)
		if err != nil || !slices.Equal(o.Won[0].Units, want) {
			t.Errorf("%s: %+v, %v", tie, o.Won[0], err)
		}
	}
	if _, err := classic75().Decide([]bingo.Ball{1, 1}, numbers, players); bingo.RefusalName(err) != "ball_repeats" {
		t.Errorf("a ball twice: %v", err)
	}
}

// TestDrawWithBeacon: the value of the beacon is demanded, changes the balls, and is published.
func TestDrawWithBeacon(t *testing.T) {
	called := map[string]bool{}
	for _, beacon := range []string{"", "first value", "second value"} {
		r := newRig(t, bingoExtra(), "beacon")
		s := r.schedule()
		if beacon != "" {
			s.Beacon = "a public beacon, first round 60 s after the lock"
		}
		r.do(s)
		r.at += 1_000_000
		r.do(bingo.OpenSale{At: r.at})
		for p := range 4 {
			r.buy(fmt.Sprint(p), 1)
		}
		r.do(r.lock())
		open := r.open()
		if beacon != "" {
			if _, err := r.try(open); bingo.RefusalName(err) != "beacon_missing" {
				t.Errorf("without its value: %v", err)
			}
			open.Beacon = make([]byte, bingo.MaxBeacon+1)
			if _, err := r.try(open); bingo.RefusalName(err) != "beacon_form" {
				t.Errorf("too long: %v", err)
			}
			open.Beacon = []byte(beacon)
		}
		r.do(open)
		r.callAll()
		r.do(bingo.Settle{At: r.at})
		called[numbersOf(r.draw.Called()[:10])] = true
		rec := record(t, r)
		if found := bingo.VerifyRecord(rec, r.draw.Formula()); len(found) > 0 {
			t.Errorf("%+v", found)
		}
		if beacon != "" {
			rec.Secrets.Beacon = "00"
			if found := bingo.VerifyRecord(rec, r.draw.Formula()); len(found) == 0 {
				t.Error("another beacon is not found")
			}
		}
	}
	if len(called) != 3 {
		t.Errorf("%d orders from three beacons", len(called))
	}
}

// TestLedgerRefusesOverflow: a ledger whose sums are full is left as it was.
func TestLedgerRefusesOverflow(t *testing.T) {
	f := bingoExtra()
	r := bingo.Result{Cards: 4, Unit: 300, Units: [bingo.MaxFigures]int{1, 1, 1}}
	for name, full := range map[string]func(*bingo.Ledger){
		"operator": func(l *bingo.Ledger) { l.Balances[bingo.OperatorAccount] = 1<<63 - 1 },
		"players":  func(l *bingo.Ledger) { l.Balances[bingo.PlayersAccount] = -1 << 63 },
		"stakes":   func(l *bingo.Ledger) { l.Stakes = 1<<63 - 1 },
		"paid":     func(l *bingo.Ledger) { l.Paid = 1<<63 - 1 },
		"jackpot":  func(l *bingo.Ledger) { l.Balances[bingo.JackpotAccount] = bingo.MaxBalance + 1 },
	} {
		l := bingo.OpenLedger(f)
		full(&l)
		before := l
		if _, err := l.Add(f, &r); err == nil || l != before {
			t.Errorf("%s: %v, %+v", name, err, l)
		}
	}
	if money.Cents(1<<63-1) < bingo.MaxBalance {
		t.Error("balances leave no room")
	}
}
