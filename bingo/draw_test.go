package bingo_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tirage/bingo"
	"tirage/money"
)

// TestRefusalsInOrder gives each event in a situation in which exactly one thing is wrong, or several: then the name is the
// first of their order.
func TestRefusalsInOrder(t *testing.T) {
	fresh := func() *rig { return newRig(t, bingoExtra(), "refusals") }
	onSale := func() *rig { r := fresh(); r.onSale(); return r }
	locked := func() *rig {
		r := onSale()
		for p := range 4 {
			r.buy(fmt.Sprint("player ", p), 1)
		}
		r.do(r.lock())
		return r
	}
	opened := func() *rig { r := locked(); r.do(r.open()); return r }
	settled := func() *rig { r := opened(); r.callAll(); r.do(bingo.Settle{At: r.at}); return r }
	card := func(r *rig, seed string) bingo.Card {
		return sampler(t, r.draw.Formula().Model).Card(newRig(t, r.draw.Formula(), seed).tape)
	}
	sale := func(edit func(*rig, *bingo.Sell)) func(*rig) bingo.Event {
		return func(r *rig) bingo.Event { s := r.sell("p", card(r, "x")); edit(r, &s); return s }
	}
	schedule := func(edit func(*bingo.Schedule)) func(*rig) bingo.Event {
		return func(r *rig) bingo.Event { s := r.schedule(); edit(&s); return s }
	}
	lock := func(edit func(*bingo.Lock)) func(*rig) bingo.Event {
		return func(r *rig) bingo.Event { l := r.lock(); edit(&l); return l }
	}
	open := func(edit func(*bingo.Open)) func(*rig) bingo.Event {
		return func(r *rig) bingo.Event { o := r.open(); edit(&o); return o }
	}
	fixed := func(e bingo.Event) func(*rig) bingo.Event { return func(*rig) bingo.Event { return e } }
	two := [2]string{"one", "two"}
	full := func() *rig { r := onSale(); r.buy("p", 12); return r }
	solo := func() *rig { r := newRig(t, solo75(), "solo"); r.onSale(); r.buy("q", 1); return r }
	for _, c := range []struct {
		name  string
		in    func() *rig
		event func(*rig) bingo.Event
	}{
		{"event_unknown", fresh, fixed(nil)},
		{"wrong_state", fresh, fixed(bingo.OpenSale{})},
		{"wrong_state", onSale, schedule(func(*bingo.Schedule) {})},
		{"wrong_state", onSale, fixed(bingo.AnnounceSuper{Amount: 1, By: two})},
		{"wrong_state", onSale, fixed(bingo.Void{By: two, Reason: "x"})},
		{"wrong_state", locked, fixed(bingo.Call{Ball: 1})},
		{"wrong_state", opened, open(func(*bingo.Open) {})},
		{"final", settled, fixed(bingo.Void{By: two, Reason: "x"})},
		{"final", settled, fixed(bingo.Settle{})},
		{"sold_after_lock", locked, sale(func(_ *rig, s *bingo.Sell) { s.Price = 1 })},
		{"sold_after_lock", settled, sale(func(*rig, *bingo.Sell) {})},
		{"locked", opened, fixed(bingo.Cancel{Reason: bingo.KeeperSilent})},
		{"time_out_of_range", onSale, sale(func(_ *rig, s *bingo.Sell) { s.At = bingo.MaxMoment + 1 })},
		{"time_out_of_range", onSale, sale(func(_ *rig, s *bingo.Sell) { s.At = -1 })},
		{"time_goes_back", onSale, sale(func(r *rig, s *bingo.Sell) { s.At = r.at - 1; s.Price = 1 })},
		{"draw_form", fresh, schedule(func(s *bingo.Schedule) { s.Draw.Number = 100_000_000 })},
		{"other_formula", fresh, schedule(func(s *bingo.Schedule) { s.Draw.Code++ })},
		{"times_out_of_order", fresh, schedule(func(s *bingo.Schedule) { s.Closes = s.Opens })},
		{"times_out_of_order", fresh, schedule(func(s *bingo.Schedule) { s.Closes = bingo.MaxMoment + 1 })},
		{"times_out_of_order", fresh, schedule(func(s *bingo.Schedule) { s.Patience = -1 })},
		{"commitment_missing", fresh, schedule(func(s *bingo.Schedule) { s.B = bingo.Digest{} })},
		{"same_secret", fresh, schedule(func(s *bingo.Schedule) { s.B = s.A })},
		{"beacon_form", fresh, schedule(func(s *bingo.Schedule) { s.Beacon = "two\nlines" })},
		{"sale_closed", onSale, sale(func(r *rig, s *bingo.Sell) { s.At = r.draw.Schedule().Closes; s.Price = 1 })},
		{"other_model", onSale, sale(func(_ *rig, s *bingo.Sell) { s.Card.Model = bingo.Classic75 })},
		{"card_length", onSale, sale(func(_ *rig, s *bingo.Sell) { s.Card.Numbers = s.Card.Numbers[:89] })},
		{"card_repeats", onSale, sale(func(_ *rig, s *bingo.Sell) { s.Card.Numbers[89] = s.Card.Numbers[0] })},
		{"wrong_stake", onSale, sale(func(_ *rig, s *bingo.Sell) { s.Price = 301; s.Player = "" })},
		{"player_missing", onSale, sale(func(_ *rig, s *bingo.Sell) { s.Player = "" })},
		{"player_missing", onSale, sale(func(_ *rig, s *bingo.Sell) { s.Owner = bingo.Digest{} })},
		{"owner_mismatch", full, sale(func(_ *rig, s *bingo.Sell) { s.Owner[0]++ })},
		{"owner_mismatch", full, sale(func(_ *rig, s *bingo.Sell) { s.Player = "q" })},
		{"too_many_cards", full, sale(func(*rig, *bingo.Sell) {})},
		{"card_equal", full, func(r *rig) bingo.Event { c, _, _ := r.draw.Card(3); return r.sell("q", c) }},
		{"other_player", solo, sale(func(*rig, *bingo.Sell) {})},
		{"stake_differs", solo, sale(func(_ *rig, s *bingo.Sell) { s.Price = 100; s.Player = "q" })},
		{"two_persons", func() *rig { r := fresh(); r.do(r.schedule()); return r }, fixed(bingo.AnnounceSuper{At: bingo.MaxMoment, Amount: 1, By: [2]string{"one", "one"}})},
		{"too_early", func() *rig { r := fresh(); r.do(r.schedule()); return r }, func(r *rig) bingo.Event { return bingo.OpenSale{At: r.at} }},
		{"too_early", onSale, lock(func(l *bingo.Lock) { l.At--; l.Size++ })},
		{"size_differs", onSale, lock(func(l *bingo.Lock) { l.Size++; l.Root[0]++ })},
		{"root_differs", onSale, lock(func(l *bingo.Lock) { l.Root[0]++ })},
		{"balance_out_of_range", onSale, lock(func(l *bingo.Lock) { l.Jackpot = -1 })},
		{"wrong_secret_a", locked, open(func(o *bingo.Open) { o.A, o.B = secretB, secretA })},
		{"wrong_secret_b", locked, open(func(o *bingo.Open) { o.B = bingo.Secret{} })},
		{"beacon_unexpected", locked, open(func(o *bingo.Open) { o.Beacon = []byte{1} })},
		{"ball_range", opened, func(r *rig) bingo.Event { return bingo.Call{At: r.at, Ball: 91} }},
		{"ball_range", opened, func(r *rig) bingo.Event { return bingo.Call{At: r.at} }},
		{"wrong_ball", opened, func(r *rig) bingo.Event { b, _ := r.draw.Next(); return bingo.Call{At: r.at, Ball: b%90 + 1} }},
		{"ball_repeats", func() *rig {
			r := opened()
			b, _ := r.draw.Next()
			r.do(bingo.Call{At: r.at, Ball: b})
			return r
		}, func(r *rig) bingo.Event { return bingo.Call{At: r.at, Ball: r.draw.Called()[0]} }},
		{"draw_over", func() *rig { r := opened(); r.callAll(); return r }, func(r *rig) bingo.Event {
			b := bingo.Ball(1)
			for slices.Contains(r.draw.Called(), b) {
				b++
			}
			return bingo.Call{At: r.at, Ball: b}
		}},
		{"balls_left", opened, func(r *rig) bingo.Event { return bingo.Settle{At: r.at} }},
		{"reason_unknown", onSale, func(r *rig) bingo.Event { return bingo.Cancel{At: r.at, Reason: bingo.TooFew} }},
		{"locked", locked, func(r *rig) bingo.Event { return bingo.Cancel{At: r.at, Reason: bingo.ByOperator} }},
		{"too_early", locked, func(r *rig) bingo.Event { return bingo.Cancel{At: r.at + 299_999_999, Reason: bingo.KeeperSilent} }},
		{"wrong_state", onSale, func(r *rig) bingo.Event { return bingo.Cancel{At: r.at, Reason: bingo.KeeperSilent} }},
		{"two_persons", opened, func(r *rig) bingo.Event { return bingo.Void{At: r.at, By: [2]string{"one", ""}} }},
		{"reason_missing", opened, func(r *rig) bingo.Event { return bingo.Void{At: r.at, By: two} }},
		{"reason_missing", opened, func(r *rig) bingo.Event { return bingo.Void{At: r.at, By: two, Reason: "one\ntwo"} }},
		{"two_persons", opened, func(r *rig) bingo.Event { return bingo.Void{At: r.at, By: [2]string{"anna", "Anna"}, Reason: "x"} }},
	} {
		r := c.in()
		before, balances := fmt.Sprintf("%+v", look(r)), r.balances
		_, err := r.try(c.event(r))
		if bingo.RefusalName(err) != c.name {
			t.Errorf("want %s, got %v", c.name, err)
		}
		if after := fmt.Sprintf("%+v", look(r)); after != before || r.balances != balances {
			t.Errorf("%s changed the draw from %s to %s", c.name, before, after)
		}
	}
}

// look is what can be seen of a draw.
func look(r *rig) any {
	d := &r.draw
	root, err := d.Root()
	if err != nil {
		r.t.Fatal(err)
	}
	return []any{d.State(), d.Schedule(), d.Super(), d.Size(), root, d.Stakes(), d.Lock(), d.Terms(), d.Called(), d.WonSoFar(), d.Settlement()}
}

// TestTooFewIsCancelledByTheLock: three persons with 25 cards do not make the four that BINGO EXTRA needs.
func TestTooFewIsCancelledByTheLock(t *testing.T) {
	r := newRig(t, bingoExtra(), "too few")
	r.onSale()
	r.buy("a", 12)
	r.buy("b", 12)
	r.buy("c", 1)
	e := r.do(r.lock())
	if r.draw.State() != bingo.Cancelled || len(e.Payments) != 3 || e.Payments[0].Amount != 36_00 || e.Payments[2].Amount != 3_00 {
		t.Errorf("%s, %+v", r.draw.State(), e.Payments)
	}
	r.laws()
}

// TestSuperJackpotTravels: taken from the fund at the lock, and given back when nobody wins it or the draw is voided.
func TestSuperJackpotTravels(t *testing.T) {
	for _, voided := range []bool{false, true} {
		r := newRig(t, bingoExtra(), "super jackpot")
		r.do(r.schedule())
		r.do(bingo.AnnounceSuper{At: r.at, Amount: 1000_00, By: [2]string{"one", "two"}})
		if _, err := r.try(bingo.AnnounceSuper{At: r.at, Amount: 1, By: [2]string{"one", "two"}}); bingo.RefusalName(err) != "super_twice" {
			t.Errorf("announced twice: %v", err)
		}
		r.at += 1_000_000
		r.do(bingo.OpenSale{At: r.at})
		for p := range 4 {
			r.buy(fmt.Sprint(p), 1)
		}
		r.laws()
		r.do(r.lock())
		r.laws()
		terms := r.draw.Terms()
		if got := r.draw.Formula().JackpotOf(&terms); got != 7500_00+72+1000_00 {
			t.Errorf("the jackpot is %d", got)
		}
		r.do(r.open())
		if voided {
			r.do(bingo.Void{At: r.at, By: [2]string{"one", "two"}, Reason: "test"})
		} else {
			r.callAll()
			r.do(bingo.Settle{At: r.at})
		}
		r.laws()
		fund := money.Cents(-7500_00)
		if !voided {
			fund += 136 + 10 // roughly: ties may leave some cents more
		}
		if off := r.balances[bingo.FundAccount] - fund; off > 0 || off < -20 {
			t.Errorf("voided %v: the fund is %d", voided, r.balances[bingo.FundAccount])
		}
	}
}

// TestSteppingTwiceFromOneDraw: a draw is a value, so that two futures of one past do not meet.
func TestSteppingTwiceFromOneDraw(t *testing.T) {
	r := newRig(t, bingoExtra(), "branches")
	r.onSale()
	r.buy("a", 3)
	past, seen := r.draw, fmt.Sprintf("%+v", look(r))
	s := sampler(t, bingo.Variant90)
	first, _, err := bingo.Step(past, r.sell("b", s.Card(r.tape)))
	if err != nil {
		t.Fatal(err)
	}
	second, _, err := bingo.Step(past, r.sell("c", s.Card(r.tape)))
	if err != nil {
		t.Fatal(err)
	}
	_, b, _ := first.Card(3)
	_, c, _ := second.Card(3)
	rootB, _ := first.Root()
	rootC, _ := second.Root()
	if b != "b" || c != "c" || rootB == rootC || fmt.Sprintf("%+v", look(r)) != seen {
		t.Errorf("one future changed the other: %q %q", b, c)
	}
}

// TestNothingShowsBeforeItIsCalled prints an opened draw in every way and looks for its order.
func TestNothingShowsBeforeItIsCalled(t *testing.T) {
	r := newRig(t, classic75(), "hidden")
	r.onSale()
	r.buy("a", 2)
	r.buy("b", 2)
	r.do(r.lock())
	r.do(r.open())
	printed := fmt.Sprintf("%v %+v %#v", r.draw, &r.draw, r.draw) + fmt.Sprintf("%v %+v %#v %x", r.open(), r.open(), r.open(), secretA)
	for _, s := range []string{secretA.Hex(), secretB.Hex(), "order:[", "outcome:"} {
		if strings.Contains(printed, s) {
			t.Errorf("%q shows in %s", s, printed)
		}
	}
	root, _ := r.draw.Root()
	o, err := bingo.Order(bingo.Machine75, r.id(), secretA, secretB, root, nil)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(printed, strings.Trim(numbersOf(o[:12]), "[]")) {
		t.Errorf("the order shows in %s", printed)
	}
	if r.draw.Called() != nil && len(r.draw.Called()) > 0 || len(r.draw.WonSoFar()) > 0 {
		t.Error("balls or figures show before a ball is called")
	}
}

// numbersOf writes balls as a print of them looks.
func numbersOf(balls []bingo.Ball) string {
	var list []int
	for _, b := range balls {
		list = append(list, int(b))
	}
	return fmt.Sprint(list)
}

// TestPermutedPlayersChangeNamesOnly: with the same balls and cards, whoever holds them.
func TestPermutedPlayersChangeNamesOnly(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		v := rapid.SampledFrom(variants()).Draw(rt, "formula")
		tape := newRig(t, v.f, fmt.Sprint(rapid.Uint64().Draw(rt, "seed"))).tape
		var numbers []bingo.Ball
		var players, renamed []int32
		names := rapid.Permutation([]int32{0, 1, 2, 3}).Draw(rt, "names")
		for range 1 + tape.N(8) {
			numbers = append(numbers, sampler(t, v.f.Model).Card(tape).Numbers...)
			p := int32(tape.N(4))
			players, renamed = append(players, p), append(renamed, names[p])
		}
		order := orderOf(tape, v.f.Model.Machine())
		a, err := v.f.Decide(order, numbers, players)
		if err != nil {
			rt.Fatal(err)
		}
		b, err := v.f.Decide(order, numbers, renamed)
		if err != nil || fmt.Sprint(a) != fmt.Sprint(b) {
			rt.Fatalf("%v and %v, %v", a, b, err)
		}
	})
}

// TestPseudonymsChangeNothing plays one draw twice, with the players called otherwise: the tags, the balls and the cents stay.
func TestPseudonymsChangeNothing(t *testing.T) {
	play := func(prefix string) *rig {
		r := newRig(t, classic75(), "pseudonyms")
		r.onSale()
		for p := range 5 {
			for range 2 {
				s := r.sell(fmt.Sprint(p), sampler(t, bingo.Classic75).Card(r.tape))
				s.Player = fmt.Sprint(prefix, 9-p)
				r.do(s)
			}
		}
		r.finish()
		return r
	}
	a, b := play("anna "), play("")
	if len(a.payments) == 0 || len(a.payments) != len(b.payments) {
		t.Fatalf("%d and %d payments", len(a.payments), len(b.payments))
	}
	for i := range a.payments {
		x, y := a.payments[i], b.payments[i]
		if x.Player != "anna "+y.Player {
			t.Errorf("%q is paid, then %q", x.Player, y.Player)
		}
		x.Player = y.Player
		if x != y {
			t.Errorf("%+v, then %+v", x, y)
		}
	}
	if a.balances != b.balances {
		t.Errorf("%v, then %v", a.balances, b.balances)
	}
}

// TestRandomEventsKeepTheLaws throws events of every kind, most of them out of place, at draws of all formulas. The books are
// right after each of them, and the events that happened give the same draw again.
func TestRandomEventsKeepTheLaws(t *testing.T) {
	ends := map[bingo.State]int{}
	rapid.Check(t, func(rt *rapid.T) {
		f := rapid.SampledFrom([]func() *bingo.Formula{bingoExtra, classic75, solo75}).Draw(rt, "formula")()
		f.Minimum = bingo.Minimum{Players: 1, Cards: rapid.IntRange(1, 3).Draw(rt, "minimum")}
		r := newRig(rt, f, fmt.Sprint(rapid.Uint64().Draw(rt, "seed")))
		var happened []bingo.Event
		for range 1 + r.tape.N(250) {
			e := someEvent(rt, r)
			if _, err := r.try(e); err == nil {
				happened = append(happened, e)
			} else if bingo.RefusalName(err) == "" {
				rt.Fatalf("%T: %v is no refusal", e, err)
			}
			r.laws()
		}
		again := newRig(rt, f, "")
		for _, e := range happened {
			again.do(e)
		}
		if x, y := fmt.Sprintf("%+v", look(r)), fmt.Sprintf("%+v", look(again)); x != y || r.balances != again.balances {
			rt.Fatalf("played again it is %s, not %s", y, x)
		}
		if r.draw.State().Final() {
			rec, err := bingo.NewRecord(&r.draw, secretA)
			if err != nil {
				rt.Fatal(err)
			}
			if found := bingo.VerifyRecord(rec, f); len(found) > 0 {
				rt.Fatalf("%+v", found)
			}
		}
		ends[r.draw.State()]++
	})
	t.Logf("the draws end as %v", ends)
	if ends[bingo.Settled] == 0 || ends[bingo.Cancelled] == 0 || ends[bingo.Voided] == 0 {
		t.Error("some ends were never reached")
	}
}

// someEvent is any event, more often one that may happen now.
func someEvent(rt *rapid.T, r *rig) bingo.Event {
	r.at += bingo.Moment(rapid.Int64Range(0, 5).Draw(rt, "wait"))
	kind := r.tape.N(200) // rapid would prefer small numbers
	two := [2]string{"one", "two"}
	switch kind {
	case 0:
		return bingo.Void{At: r.at, By: two, Reason: "random"}
	case 1:
		return bingo.Cancel{At: r.at, Reason: bingo.CancelReason(rapid.IntRange(0, 3).Draw(rt, "reason"))}
	case 2:
		return bingo.AnnounceSuper{At: r.at, Amount: money.Cents(rapid.Int64Range(-1, 5000).Draw(rt, "super")), By: two}
	case 3:
		return bingo.Call{At: r.at, Ball: bingo.Ball(rapid.IntRange(0, 91).Draw(rt, "ball"))}
	case 4:
		return r.schedule()
	case 5:
		return bingo.Settle{At: r.at}
	}
	switch r.draw.State() {
	case bingo.Planned:
		return r.schedule()
	case bingo.Scheduled:
		r.at = max(r.at, r.draw.Schedule().Opens)
		return bingo.OpenSale{At: r.at}
	case bingo.OnSale:
		if kind < 30 {
			return r.lock()
		}
		return r.sell(fmt.Sprint("player ", rapid.IntRange(0, 3).Draw(rt, "player")), sampler(r.t, r.draw.Formula().Model).Card(r.tape))
	case bingo.Locked:
		if kind < 12 {
			return bingo.Cancel{At: r.at + 300_000_000, Reason: bingo.KeeperSilent}
		}
		return r.open()
	default:
		b, err := r.draw.Next()
		if err != nil {
			return bingo.Settle{At: r.at}
		}
		return bingo.Call{At: r.at, Ball: b}
	}
}
