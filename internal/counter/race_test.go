package counter

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tirage/internal/shop"
	"tirage/ledger"
	"tirage/money"
	"tirage/retail"
)

// storm claims one ticket so many times at once, from all counters of all houses, and counts the payments.
func storm(t *testing.T, many int, look Look, houses []*house, counters []shop.By) int64 {
	t.Helper()
	var paid atomic.Int64
	var wait sync.WaitGroup
	begin := make(chan struct{})
	for i := range many {
		wait.Go(func() {
			h, by := houses[i%len(houses)], counters[i%len(counters)]
			<-begin
			r, err := h.Reserve(t.Context(), by, fmt.Sprint("r", i, "-", look.Serial), look)
			if err == nil {
				_, err = h.Confirm(t.Context(), by, fmt.Sprint("c", i, "-", look.Serial), r.Reference)
			}
			switch name := shop.RefusalName(err); {
			case err == nil:
				paid.Add(1)
			case name != "reserved" && name != "already_paid" && name != "reservation_over":
				t.Error(err)
			}
		})
	}
	close(begin)
	wait.Wait()
	return paid.Load()
}

// Ten thousand claims of one ticket at once, from several counters, with keys of their own: it is paid once.
func TestStormPaysOnce(t *testing.T) {
	h, bob, eve := selling(t, options{})
	one := h.paper(20_00, 0)
	counters := []shop.By{bob, eve, h.retailer(), h.retailer(), h.retailer(), h.operator, h.second}
	if paid := storm(t, 10_000, one.look(), []*house{h}, counters); paid != 1 {
		t.Errorf("the ticket was paid %d times", paid)
	}
	h.once(one)
}

// once demands that a ticket was paid once: by its claim, its lot, the game's money and the record.
func (h *house) once(one ticket) {
	h.t.Helper()
	h.claimed(one, retail.Paid)
	if got := h.paidLots(one.lot); got != 1 {
		h.t.Errorf("%d lots are paid", got)
	}
	if got := h.balance(ledger.Game, "0007"); got != -one.amount {
		h.t.Errorf("the game has %d", got)
	}
	h.sound()
}

// One confirmation, sent ten thousand times under one key and under others, pays once; under its key it says the same each time.
func TestConfirmationReplayed(t *testing.T) {
	h, bob, eve := selling(t, options{})
	one := h.paper(20_00, 0)
	r := h.reserve(bob, "r", one.look())
	var answers sync.Map
	var wait sync.WaitGroup
	var under, other atomic.Int64
	for i := range 2_000 {
		wait.Go(func() {
			key, by := "c", bob
			switch i % 4 {
			case 1:
				key = fmt.Sprint("c", i)
			case 2:
				by = eve
			}
			p, err := h.Confirm(t.Context(), by, key, r.Reference)
			switch {
			case err == nil && key == "c" && by == bob:
				under.Add(1)
				answers.Store(p, true)
			case err == nil:
				other.Add(1)
				answers.Store(p, true)
			case by == eve && shop.RefusalName(err) != "unknown_reservation", by == bob && shop.RefusalName(err) != "already_paid":
				t.Error(err)
			}
		})
	}
	wait.Wait()
	distinct := 0
	answers.Range(func(any, any) bool { distinct++; return true })
	if distinct != 1 || other.Load() > 1 || other.Load() == 1 && under.Load() != 0 || other.Load() == 0 && under.Load() != 1_000 {
		t.Errorf("%d answers; paid %d times under its key, %d times under others", distinct, under.Load(), other.Load())
	}
	h.once(one)
}

// The line drops at every step: the answer is lost, the request is lost, or the house fails wherever it can; the counter asks again under the
// same keys, and the ticket is paid once.
func TestLineDrops(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		points := map[string]bool{}
		var fail atomic.Pointer[string]
		var mu sync.Mutex
		h, bob, _ := selling(t, options{dsn: d.fresh(t), fault: func(point string) error {
			mu.Lock()
			points[point] = true
			mu.Unlock()
			if at := fail.Load(); at != nil && *at == point && fail.CompareAndSwap(at, nil) {
				return errors.New("the line drops")
			}
			return nil
		}})
		h.pay(bob, "first", ptr(h.paper(10_00, 0)).look())
		mu.Lock()
		var all []string
		for p := range points {
			all = append(all, p)
		}
		mu.Unlock()
		if len(all) < 8 {
			t.Fatalf("there are only the points %v", all)
		}
		n, sum := 0, money.Cents(10_00)
		for _, point := range all {
			for _, step := range []string{"reserve", "confirm", "cancel"} {
				n++ // ticket 0 was the first
				one := h.paper(10_00, n)
				drop := func(at string) {
					if at == step {
						fail.Store(&point)
					}
				}
				drop("reserve")
				r, err := h.Reserve(t.Context(), bob, fmt.Sprint("r", n), one.look())
				again, err2 := h.Reserve(t.Context(), bob, fmt.Sprint("r", n), one.look())
				if err2 != nil || err == nil && again != r {
					t.Fatalf("%s at %s: %+v, %v, then %+v, %v", step, point, r, err, again, err2)
				}
				if step == "cancel" {
					drop("cancel")
					_, _ = h.Cancel(t.Context(), bob, fmt.Sprint("x", n), again.Reference)
					if _, err := h.Cancel(t.Context(), bob, fmt.Sprint("x", n), again.Reference); err != nil {
						t.Fatalf("%s at %s: %v", step, point, err)
					}
					h.claimed(one, retail.Free)
					continue
				}
				drop("confirm")
				p, err := h.Confirm(t.Context(), bob, fmt.Sprint("c", n), again.Reference)
				paid, err2 := h.Confirm(t.Context(), bob, fmt.Sprint("c", n), again.Reference)
				if err2 != nil || err == nil && paid != p {
					t.Fatalf("%s at %s: %+v, %v, then %+v, %v", step, point, p, err, paid, err2)
				}
				if sum += one.amount; paid.Balance != sum {
					t.Fatalf("%s at %s: the retailer has %d, not %d", step, point, paid.Balance, sum)
				}
			}
		}
		if got := h.balance(ledger.Retailer, string(bob.Person)); got != sum {
			t.Errorf("the retailer has %d, not %d", got, sum)
		}
		h.sound()
	})
}

// A counter that hangs up before it is answered asks again, and is told what was done.
func TestHangsUp(t *testing.T) {
	h, bob, _ := selling(t, options{})
	for i := range 50 {
		one := h.paper(20_00, i)
		r := h.reserve(bob, fmt.Sprint("r", i), one.look())
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(i*40)*time.Microsecond)
		_, _ = h.Confirm(ctx, bob, fmt.Sprint("c", i), r.Reference)
		cancel()
		p, err := h.Confirm(t.Context(), bob, fmt.Sprint("c", i), r.Reference)
		if err != nil || p.Balance != money.Cents(i+1)*20_00 {
			t.Fatalf("paid %+v, %v", p, err)
		}
	}
	h.sound()
}

// A pack that is reported stolen between the two steps pays nothing, at whichever counter.
func TestStolenInBetween(t *testing.T) {
	h, bob, eve := selling(t, options{})
	one, two := h.paper(20_00, 0), h.paper(20_00, 1)
	r := h.reserve(eve, "r", one.look())
	h.move(h.operator, retail.Stolen, bob, one.pack, one.pack)
	_, err := h.Confirm(t.Context(), eve, "c", r.Reference)
	h.refused(err, "pack_not_active")
	h.seen(shop.By{Origin: "thief"}, one.look(), retail.PackNotActive)
	if seen := h.seen(bob, one.look(), retail.PackNotActive); seen.Amount != 0 {
		t.Errorf("a thief is told that it has a lot: %+v", seen)
	}
	_, err = h.Reserve(t.Context(), bob, "r", one.look())
	h.refused(err, "pack_not_active")
	h.refused(h.approve(RefundTicket, `{"ticket":"`+one.serial+`"}`), "pack_not_active")
	if two.pack != one.pack {
		h.pay(eve, "p", two.look())
	}
	// Of a pack that nobody has activated nothing is paid, lot or none, and both are answered alike.
	other := newHouse(t, options{})
	other.openIssue()
	carl := other.retailer()
	none := other.paper(0, 0)
	for _, state := range []retail.PackState{"", retail.Received, retail.Confirmed} {
		if state != "" {
			other.move(map[retail.PackState]shop.By{retail.Received: other.operator, retail.Confirmed: carl}[state], state, carl, 40, 99)
		}
		for _, look := range []Look{one.look(), none.look()} {
			if seen := other.seen(carl, look, retail.PackNotActive); seen.Amount != 0 {
				t.Errorf("told is %+v", seen)
			}
		}
	}
	h.sound()
}

// fixed is a clock that stands still until it is set.
type fixed struct{ micros atomic.Int64 }

func (f *fixed) now() time.Time { return time.UnixMicro(f.micros.Load()) }

// In the last microsecond before the lapse two counters claim one ticket: one of them pays it. In the next one nothing is paid, and what is
// reserved is not; the clock may then be set back as far as anybody likes.
func TestLastMicrosecond(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		var clock fixed
		clock.micros.Store(time.Date(2026, 3, 2, 8, 0, 0, 0, time.UTC).UnixMicro())
		h, bob, eve := selling(t, options{dsn: d.fresh(t), change: func(o *shop.Options) { o.Now = clock.now }})
		end := h.closeIssue()
		clock.micros.Store(end.UnixMicro() - 1)
		one, two, three := h.paper(20_00, 0), h.paper(20_00, 1), h.paper(20_00, 2)
		if seen := h.seen(bob, one.look(), retail.Pay); seen.Lapses != end.UnixMicro() {
			t.Errorf("told is %+v", seen)
		}
		if paid := storm(t, 200, one.look(), []*house{h}, []shop.By{bob, eve}); paid != 1 {
			t.Errorf("paid %d times", paid)
		}
		r := h.reserve(bob, "late", two.look())
		clock.micros.Store(end.UnixMicro())
		_, err := h.Confirm(t.Context(), bob, "late-c", r.Reference)
		h.refused(err, "expired")
		if i, err := h.Issue(t.Context(), h.block.Issue()); err != nil || i.State != retail.Lapsed {
			t.Errorf("after the first that came too late the issue is %+v, %v", i, err)
		}
		for _, back := range []time.Duration{0, time.Microsecond, time.Hour, 24 * 365 * time.Hour} {
			clock.micros.Store(end.Add(-back).UnixMicro())
			_, err := h.Confirm(t.Context(), bob, fmt.Sprint("back", back.Microseconds()), r.Reference)
			h.refused(err, "expired")
			h.seen(eve, three.look(), retail.Expired)
			_, err = h.Reserve(t.Context(), eve, fmt.Sprint("again", back.Microseconds()), three.look())
			h.refused(err, "expired")
		}
		h.seen(eve, one.look(), retail.AlreadyPaid)
		h.once(one)
	})
}
