package counter

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"tirage/internal/shop"
	"tirage/internal/store"
	"tirage/ledger"
	"tirage/money"
	"tirage/retail"
)

const fullPrice = smallPrice * smallPack

// TestPacksLive: packs go their way, the money moves when they are settled, once, and the commission is rounded down for each.
func TestPacksLive(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		h := newHouse(t, options{dsn: d.fresh(t)})
		h.openIssue()
		bob := h.retailer()
		h.deliver(bob, 40, 49)
		m := h.move(h.operator, retail.Settled, bob, 40, 44)
		price, earned := 5*fullPrice, 5*fullPrice/20
		if m.Price != price || m.Commission != earned || m.Balance != earned-price || m.State != retail.Settled {
			t.Errorf("settled: %+v", m)
		}
		if again := h.move(h.operator, retail.Settled, bob, 40, 44); again != m { // under the same key
			t.Errorf("settled again: %+v", again)
		}
		_, err := h.Move(t.Context(), h.operator, "another", retail.Settled, Packs{Block: h.block, First: 44, Last: 45, Retailer: bob.Person})
		h.refused(err, "bad_move")
		if got := h.balance(ledger.Retailer, string(bob.Person)); got != earned-price {
			t.Errorf("the retailer has %d", got)
		}
		if got := h.balance(ledger.Game, "0007"); got != price {
			t.Errorf("the game has %d", got)
		}
		if got := h.balance(ledger.House, "commission"); got != -earned {
			t.Errorf("commission is %d", got)
		}
		h.move(h.operator, retail.Received, bob, 50, 51)
		h.move(h.operator, retail.Returned, bob, 50, 50)
		h.move(bob, retail.Stolen, bob, 51, 51)
		h.move(bob, retail.Lost, bob, 49, 49)
		h.move(h.operator, retail.Stolen, bob, 44, 44)
		for pack, want := range map[int64]retail.PackState{
			40: retail.Settled, 44: retail.Stolen, 45: retail.Active, 49: retail.Lost, 50: retail.Returned, 51: retail.Stolen,
		} {
			p, err := h.store.Pack(t.Context(), store.PackRef{Block: h.block, Pack: pack})
			if err != nil || p.State != want || p.Retailer != bob.Person {
				t.Errorf("pack %d: %+v, %v", pack, p, err)
			}
			if settled := pack <= 44; settled != (p.Settled != 0) || settled != (p.Price == fullPrice) || settled != (p.Commission == fullPrice/20) {
				t.Errorf("pack %d: %+v", pack, p)
			}
		}
		m = h.move(h.operator, retail.Settled, bob, 49, 49) // what was sold of a lost pack is owed
		if m.Price != fullPrice || m.Commission != fullPrice/20 {
			t.Errorf("a lost pack is charged: %+v", m)
		}
		if p, err := h.store.Pack(t.Context(), store.PackRef{Block: h.block, Pack: 49}); err != nil || p.State != retail.Lost || p.Price != fullPrice || p.Settled == 0 {
			t.Errorf("a lost pack that was charged: %+v, %v", p, err)
		}
		for i, pack := range []int64{49, 44, 51} { // a second time; one that was settled before; one that was never on sale
			_, err := h.Move(t.Context(), h.operator, fmt.Sprint("charged-", i), retail.Settled, Packs{Block: h.block, First: pack, Last: pack, Retailer: bob.Person})
			h.refused(err, "bad_move")
		}
		h.closeIssue() // what was active is settled nevertheless
		h.move(h.operator, retail.Settled, bob, 45, 48)
		h.sound()
	})
}

// TestPacksRestored: two persons bring back packs that were reported lost or stolen, as they were, and their tickets are paid again.
func TestPacksRestored(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		h, bob, eve := selling(t, options{dsn: d.fresh(t)})
		won := h.paper(20_00, 0)
		restore := func(first, last int64, of shop.By) error {
			return h.approve(RestorePack, fmt.Sprintf(`{"block":%q,"first":%d,"last":%d,"retailer":%q}`, h.block, first, last, of.Person))
		}
		h.refused(restore(40, 40, bob), "bad_move") // it is not lost
		h.move(h.operator, retail.Settled, bob, 40, 41)
		h.move(bob, retail.Lost, bob, 40, 42) // two settled, one active
		h.move(h.operator, retail.Stolen, bob, 43, 43)
		h.seen(bob, won.look(), retail.PackNotActive)
		h.refused(restore(40, 44, bob), "bad_move") // all or none
		h.refused(restore(40, 43, eve), "pack_elsewhere")
		h.refused(restore(40, 43, shop.By{}), "unknown_retailer")
		h.refused(restore(39, 43, bob), "bad_packs")
		if err := restore(40, 43, bob); err != nil {
			t.Fatal(err)
		}
		for pack, want := range map[int64]retail.PackState{40: retail.Settled, 41: retail.Settled, 42: retail.Active, 43: retail.Active} {
			p, err := h.store.Pack(t.Context(), store.PackRef{Block: h.block, Pack: pack})
			if err != nil || p.State != want || (p.Settled != 0) != (want == retail.Settled) || p.Activated == 0 {
				t.Errorf("pack %d: %+v, %v", pack, p, err)
			}
		}
		h.pay(bob, "paid", won.look())
		h.sound()
		p := Packs{Block: h.block, First: 43, Last: 43, Retailer: bob.Person}
		for i, to := range []retail.PackState{retail.Stolen, retail.Settled} { // once more, and charged
			_, err := h.Move(t.Context(), h.operator, fmt.Sprint("again-", i), to, p)
			h.refused(err, "")
		}
		h.refused(restore(43, 43, bob), "")
		if p, err := h.store.Pack(t.Context(), store.PackRef{Block: h.block, Pack: 43}); err != nil || p.State != retail.Settled {
			t.Errorf("a charged pack comes back as %+v, %v", p, err)
		}
		if different, err := h.Reconcile(t.Context(), h.operator); err != nil || len(different) > 0 {
			t.Errorf("the report and the ledger differ: %v, %v", different, err)
		}
		h.sound()
	})
}

// TestPackRefusals tries who may not, what is not there, and when it may not be.
func TestPackRefusals(t *testing.T) {
	h := newHouse(t, options{})
	bob, eve := h.retailer(), h.retailer()
	received := Packs{Block: h.block, First: 40, Last: 41, Retailer: bob.Person}
	try := func(by shop.By, to retail.PackState, p Packs, want string) {
		t.Helper()
		_, err := h.Move(t.Context(), by, "try", to, p)
		h.refused(err, want)
	}
	try(h.operator, retail.Received, received, "unknown_issue")
	h.openIssue()
	try(shop.By{}, retail.Received, received, "log_in")
	try(h.person(shop.Player), retail.Received, received, "not_allowed")
	try(h.person(shop.Auditor), retail.Received, received, "not_allowed")
	try(bob, retail.Received, received, "bad_move")
	try(eve, retail.Confirmed, received, "not_allowed") // in bob's name
	try(h.operator, "", received, "bad_move")
	try(h.operator, "burnt", received, "bad_move")
	for _, p := range []Packs{
		{First: 39, Last: 40}, {First: -1, Last: 40}, {First: 99, Last: 100}, {First: 41, Last: 40}, {First: 40, Last: 1 << 62}, {First: 0, Last: 0},
	} {
		p.Block, p.Retailer = h.block, bob.Person
		try(h.operator, retail.Received, p, "bad_packs")
	}
	try(h.operator, retail.Received, Packs{Block: "0007-00-0002", First: 40, Last: 41, Retailer: bob.Person}, "unknown_block")
	try(h.operator, retail.Received, Packs{Block: h.block, First: 40, Last: 41}, "unknown_retailer")
	try(h.operator, retail.Received, Packs{Block: h.block, First: 40, Last: 41, Retailer: h.operator.Person}, "unknown_retailer")
	try(h.operator, retail.Received, Packs{Block: h.block, First: 40, Last: 41, Retailer: h.person(shop.Retailer).Person}, "unknown_retailer")
	_, err := h.Move(t.Context(), h.operator, "", retail.Received, received)
	h.refused(err, "key_missing")

	h.move(h.operator, retail.Received, bob, 40, 41)
	try(h.operator, retail.Received, received, "bad_move")
	try(eve, retail.Confirmed, Packs{Block: h.block, First: 40, Last: 41}, "pack_elsewhere")
	try(bob, retail.Confirmed, Packs{Block: h.block, First: 40, Last: 42}, "bad_move") // all or none
	try(bob, retail.Active, Packs{Block: h.block, First: 40, Last: 41}, "bad_move")
	try(h.operator, retail.Settled, Packs{Block: h.block, First: 40, Last: 41, Retailer: eve.Person}, "pack_elsewhere")
	for _, to := range []retail.PackState{retail.Lost, retail.Stolen, retail.Returned} { // the house names whose they are
		try(h.operator, to, Packs{Block: h.block, First: 40, Last: 41}, "unknown_retailer")
		try(h.operator, to, Packs{Block: h.block, First: 40, Last: 41, Retailer: eve.Person}, "pack_elsewhere")
	}
	if p, err := h.store.Pack(t.Context(), store.PackRef{Block: h.block, Pack: 40}); err != nil || p.State != retail.Received {
		t.Errorf("after all that the pack is %s, %v", p.State, err)
	}
	h.refused(h.approve(shop.DestroyBlock, `{"block":"0007-00-0001"}`), "block_sold")
	h.closeIssue()
	try(bob, retail.Confirmed, Packs{Block: h.block, First: 40, Last: 41}, "issue_closed")
	try(h.operator, retail.Received, Packs{Block: h.block, First: 50, Last: 51, Retailer: bob.Person}, "issue_closed")
	h.move(h.operator, retail.Returned, bob, 40, 41)
	h.sound()
}

// TestLimit: a retailer owes no more than the limit, and the commission counts.
func TestLimit(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		h := newHouse(t, options{dsn: d.fresh(t)})
		h.openIssue()
		bob := h.retailer()
		h.deliver(bob, 40, 42)
		terms := Terms{Person: bob.Person, Commission: commission, Limit: 2 * fullPrice * 19 / 20, Reason: "a smaller shop"}
		if r, err := h.SetRetailer(t.Context(), h.operator, "smaller", terms); err != nil || r.Limit != terms.Limit {
			t.Fatalf("%+v, %v", r, err)
		}
		h.move(h.operator, retail.Settled, bob, 40, 41) // to the cent
		_, err := h.Move(t.Context(), h.operator, "third", retail.Settled, Packs{Block: h.block, First: 42, Last: 42, Retailer: bob.Person})
		h.refused(err, "insufficient_funds")
		if p, err := h.store.Pack(t.Context(), store.PackRef{Block: h.block, Pack: 42}); err != nil || p.State != retail.Active || p.Settled != 0 {
			t.Errorf("the pack that was not settled: %+v, %v", p, err)
		}
		m := Collection{Retailer: bob.Person, Amount: fullPrice, Play: true}
		if c, err := h.Collect(t.Context(), h.operator, "paid", m); err != nil || c.Balance != fullPrice-terms.Limit {
			t.Errorf("collected: %+v, %v", c, err)
		}
		h.move(h.operator, retail.Settled, bob, 42, 42)
		m.Amount = -shop.MaxAmount
		_, err = h.Collect(t.Context(), h.operator, "too much", m)
		h.refused(err, "key_missing")
		for i, amount := range []money.Cents{-shop.MaxAmount, -1, -h.balance(ledger.Retailer, string(bob.Person)) + 1, shop.MaxAmount} {
			m.Amount = amount
			_, err = h.Collect(t.Context(), h.operator, fmt.Sprint("too-much-", i), m)
			h.refused(err, "collect_too_much")
		}
		m.Amount = -h.balance(ledger.Retailer, string(bob.Person))
		if c, err := h.Collect(t.Context(), h.operator, "all", m); err != nil || c.Balance != 0 {
			t.Errorf("all that is owed: %+v, %v", c, err)
		}
		won := h.paper(20_00, 0)
		h.deliver(bob, 43, 99)
		h.pay(bob, "won", won.look())
		for i, amount := range []money.Cents{1, -20_01, -20_00} {
			m.Amount = amount
			if _, err = h.Collect(t.Context(), h.operator, fmt.Sprint("paid-out-", i), m); i < 2 {
				h.refused(err, "collect_too_much")
			} else if err != nil {
				t.Error(err)
			}
		}
		h.sound()
	})
}

// TestSettledOnce: two operators settle the same packs at once, under their own keys: the retailer is charged once.
func TestSettledOnce(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		h := newHouse(t, options{dsn: d.fresh(t)})
		bob := h.open()
		var wait sync.WaitGroup
		done := make([]error, 20)
		for i := range done {
			wait.Go(func() {
				by := h.operator
				if i%2 == 1 {
					by = h.second
				}
				key := string(rune('a' + i))
				_, done[i] = h.Move(t.Context(), by, key, retail.Settled, Packs{Block: h.block, First: 50, Last: 59, Retailer: bob.Person})
			})
		}
		wait.Wait()
		settled := 0
		for _, err := range done {
			if err == nil {
				settled++
			} else if shop.RefusalName(err) != "bad_move" {
				t.Error(err)
			}
		}
		if settled != 1 || h.balance(ledger.Game, "0007") != 10*fullPrice {
			t.Errorf("settled %d times, the game has %d", settled, h.balance(ledger.Game, "0007"))
		}
		h.sound()
	})
}

func TestRetailers(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		h := newHouse(t, options{dsn: d.fresh(t)})
		someone := h.person(shop.Retailer)
		terms := Terms{Person: someone.Person, Commission: 60_000, Limit: 5000, Reason: "a new shop"}
		try := func(by shop.By, terms Terms, want string) {
			t.Helper()
			_, err := h.AddRetailer(t.Context(), by, "try", terms)
			h.refused(err, want)
		}
		try(someone, terms, "not_allowed")
		try(h.operator, Terms{Person: h.second.Person, Reason: "a new shop"}, "unknown_person")
		try(h.operator, Terms{Person: "nobody", Reason: "a new shop"}, "unknown_person")
		try(h.operator, Terms{Person: someone.Person, Commission: 200_001, Reason: "a new shop"}, "bad_commission")
		try(h.operator, Terms{Person: someone.Person, Commission: -1, Reason: "a new shop"}, "bad_commission")
		try(h.operator, Terms{Person: someone.Person, Limit: -1, Reason: "a new shop"}, "bad_amount")
		try(h.operator, Terms{Person: someone.Person}, "bad_reason")
		_, err := h.SetRetailer(t.Context(), h.operator, "try", terms)
		h.refused(err, "unknown_retailer")
		_, err = h.Retailer(t.Context(), h.operator, someone.Person)
		h.refused(err, "unknown_retailer")
		for range 2 { // the second time the answer was lost
			if r, err := h.AddRetailer(t.Context(), h.operator, "add", terms); err != nil || r.Commission != 60_000 || r.Limit != 5000 || r.Since == 0 {
				t.Fatalf("%+v, %v", r, err)
			}
		}
		_, err = h.AddRetailer(t.Context(), h.second, "add", terms)
		h.refused(err, "retailer_exists")
		other := h.retailer()
		_, err = h.Collect(t.Context(), h.operator, "float", Collection{Retailer: someone.Person, Amount: 700})
		h.refused(err, "collect_too_much")
		if r, err := h.Retailer(t.Context(), someone, someone.Person); err != nil || r.Money != 0 || r.Play != 0 {
			t.Errorf("%+v, %v", r, err)
		}
		_, err = h.Retailer(t.Context(), other, someone.Person)
		h.refused(err, "not_allowed")
		list, err := h.Retailers(t.Context(), h.person(shop.Auditor), "", 10)
		if err != nil || len(list) != 2 || list[0].Person >= list[1].Person {
			t.Errorf("%+v, %v", list, err)
		}
		_, err = h.Retailers(t.Context(), someone, "", 10)
		h.refused(err, "not_allowed")
		h.sound()
	})
}

// TestStatement: a day's lines lead from how the account stood before to how it stood after, to the microsecond of the midnights in Paris.
func TestStatement(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		h := newHouse(t, options{dsn: d.fresh(t)})
		bob := h.open()
		collect := func(key string, amount money.Cents) {
			t.Helper()
			if _, err := h.Collect(t.Context(), h.operator, key, Collection{Retailer: bob.Person, Amount: amount, Play: true}); err != nil {
				t.Fatal(err)
			}
		}
		owing := h.move(h.operator, retail.Settled, bob, 50, 69)
		base := owing.Commission - owing.Price
		collect("first", 1_00)
		midnight := time.Date(2026, 3, 2, 23, 0, 0, 0, time.UTC) // 3 March begins in Paris
		h.clock.set(midnight.Add(-2 * time.Millisecond))
		collect("last", 10_00)
		h.clock.set(midnight.Add(time.Millisecond))
		collect("third", 100_00)
		settled := h.move(h.operator, retail.Settled, bob, 40, 41)
		h.pass(24 * time.Hour)
		collect("fourth", 1000_00)

		statement := func(day string) Account {
			t.Helper()
			s, err := h.Statement(t.Context(), bob, bob.Person, day)
			if err != nil || s.Money.Before != 0 || s.Money.After != 0 || len(s.Money.Lines) != 0 || s.Day.String() != day {
				t.Fatalf("%s: %+v, %v", day, s, err)
			}
			if err := addsUp(s.Play); err != "" {
				t.Errorf("%s: %s", day, err)
			}
			return s.Play
		}
		net := settled.Commission - settled.Price
		for _, c := range []struct {
			day           string
			before, after money.Cents
			lines         int
		}{
			{"2026-03-01", 0, 0, 0},
			{"2026-03-02", 0, base + 11_00, 4},
			{"2026-03-03", base + 11_00, base + 111_00 + net, 3},
			{"2026-03-04", base + 111_00 + net, base + 1111_00 + net, 1},
		} {
			if got := statement(c.day); got.Before != c.before || got.After != c.after || len(got.Lines) != c.lines {
				t.Errorf("%s: %+v", c.day, got)
			}
		}
		third := statement("2026-03-03")
		if len(third.Sums) != 2 || third.Sums[0] != (Sum{"collect", 1, 100_00}) || third.Sums[1] != (Sum{"settle_packs", 2, net}) {
			t.Errorf("by kind: %+v", third.Sums)
		}
		for _, c := range []struct {
			by       shop.By
			of       store.PersonID
			day, why string
		}{
			{h.retailer(), bob.Person, "2026-03-03", "not_allowed"},
			{h.player(1), bob.Person, "2026-03-03", "not_allowed"},
			{h.operator, h.operator.Person, "2026-03-03", "unknown_retailer"},
			{h.operator, bob.Person, "2026-03-05", "bad_day"},
			{h.operator, bob.Person, "3 March", "bad_day"},
		} {
			_, err := h.Statement(t.Context(), c.by, c.of, c.day)
			h.refused(err, c.why)
		}
	})
}

func addsUp(a Account) string {
	lines, sums := a.Before, a.Before
	for i, l := range a.Lines {
		lines += l.Amount
		if i > 0 && l.At < a.Lines[i-1].At {
			return "a line comes before the one that it follows"
		}
	}
	for _, s := range a.Sums {
		sums += s.Amount
	}
	if lines != a.After || sums != a.After {
		return "before and what moved are not after"
	}
	return ""
}

func TestPackLists(t *testing.T) {
	h := newHouse(t, options{})
	h.openIssue()
	bob, eve := h.retailer(), h.retailer()
	h.deliver(bob, 40, 44)
	h.move(h.operator, retail.Received, eve, 45, 49)
	read := func(by shop.By, f store.PackFilter) (numbers []int64) {
		t.Helper()
		for after := (store.PackRef{}); ; {
			page, err := h.Packs(t.Context(), by, f, after, 3)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range page.Items {
				numbers = append(numbers, p.Pack)
			}
			if after = page.Next; after.Block == "" {
				return numbers
			}
		}
	}
	for _, c := range []struct {
		by          shop.By
		f           store.PackFilter
		first, last int64
	}{
		{h.operator, store.PackFilter{}, 40, 49},
		{h.operator, store.PackFilter{State: retail.Received}, 45, 49},
		{h.operator, store.PackFilter{Block: h.block, Retailer: bob.Person}, 40, 44},
		{bob, store.PackFilter{}, 40, 44},
		{bob, store.PackFilter{Retailer: eve.Person}, 40, 44}, // one's own
		{eve, store.PackFilter{State: retail.Received}, 45, 49},
	} {
		got := read(c.by, c.f)
		if int64(len(got)) != c.last-c.first+1 || got[0] != c.first || got[len(got)-1] != c.last {
			t.Errorf("%+v: %v", c.f, got)
		}
	}
	_, err := h.Packs(t.Context(), h.player(1), store.PackFilter{}, store.PackRef{}, 3)
	h.refused(err, "not_allowed")
	_, err = h.Packs(t.Context(), bob, store.PackFilter{}, store.PackRef{}, 0)
	h.refused(err, "bad_limit")
}
