package hall

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tirage/internal/store"
	"tirage/money"
)

var errDead = errors.New("the machine is dead")

// crash is a store that dies at the n-th time that it is asked at one of the points; from then on nothing is written by it.
type crash struct {
	mu    sync.Mutex
	over  bool // it lives from here on
	at    []string
	n     int
	count int
	died  string // where; "" while it lives
}

func (c *crash) fault(point string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.over {
		return nil
	}
	if c.died != "" {
		return errDead
	}
	if slices.Contains(c.at, point) {
		if c.count++; c.count > c.n {
			c.died = point
			return errDead
		}
	}
	return nil
}

// dead is where it died.
func (c *crash) dead() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.died
}

// spare lets it live, unless it is dead.
func (c *crash) spare() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.over = c.died == ""
}

// TestCrashAnywhere kills a node at every transaction of a draw's life, before and after its commit; another node takes the room over. The draw
// ends as if nothing had been: its record is right, nobody is paid or charged twice, no ball is missing or repeated.
func TestCrashAnywhere(t *testing.T) {
	points := map[string][]string{"before": {"head", "write"}, "after": {"committed", "written"}}
	for _, name := range sorted(points) {
		t.Run(name, func(t *testing.T) {
			for n, more := 0, true; more; n++ {
				if n > 14 && n%23 != 0 || testing.Short() && n%11 != 0 { // one ball is as another
					continue
				}
				t.Run(fmt.Sprint(n), func(t *testing.T) {
					synctest.Test(t, func(t *testing.T) {
						more = crashed(t, &crash{at: points[name], n: n})
					})
				})
			}
		})
	}
}

const twelve = 12 // cards of each player

// crashed plays one draw with a crash, and tells whether it came to it.
func crashed(t *testing.T, c *crash) bool {
	dsn := onFile.fresh(t)
	h := newHouse(t, options{dsn: dsn})
	id := "4211-00000001"
	names := []string{"anna", "ben", "chloe", "dora"}
	for _, name := range names {
		h.player(name)
	}
	s := h.timetable()
	h.open("bingo-extra", s)
	h.faults = c.fault
	h.run()
	keys, orders := map[string]string{}, map[string]CardOrder{}
	next := func() { // the node that is left
		old := h
		old.stop()
		if err := errors.Join(old.shop.Close(), old.store.Close()); err != nil && !errors.Is(err, errDead) {
			t.Error(err)
		}
		h = newHouse(t, options{dsn: dsn, node: "two", book: old.book})
		h.run()
	}
	for range 600 {
		time.Sleep(time.Second)
		if c.dead() != "" && h.faults != nil {
			next()
		}
		d, err := h.hall.Draw(t.Context(), id)
		if err != nil || d.State != "on_sale" {
			if err == nil && d.Ended != 0 {
				break
			}
			continue
		}
		for _, name := range names {
			by := h.person(name, "player")
			if keys[name] == "" {
				offer, err := h.hall.Offer(t.Context(), by, OfferOrder{Room: "bingo-extra", Count: twelve})
				if err != nil {
					t.Fatal(err)
				}
				o := CardOrder{Room: "bingo-extra", Offer: offer.Token, Draws: 1}
				for i := range twelve {
					o.Cards = append(o.Cards, i)
				}
				keys[name], orders[name] = h.key(), o
			}
			_, _ = h.hall.Buy(t.Context(), by, keys[name], orders[name]) // asked again until it is done
		}
	}
	c.spare()
	defer h.close()
	d := h.draw(id)
	if d.State != "settled" || d.Cards != 4*twelve {
		t.Fatalf("the draw is %s with %d cards, after a crash at %q", d.State, d.Cards, c.dead())
	}
	records := h.verified(id)
	total := money.Cents(0)
	for _, name := range names {
		by := h.person(name, "player")
		held, err := h.store.Holding(t.Context(), store.HoldingRef{DrawRef: store.DrawRef{Code: 4211, Number: 1}, Person: by.Person})
		if err != nil {
			t.Fatal(err)
		}
		if b := h.balance(by); b != 1_000_00-36_00+held.Paid {
			t.Errorf("%s has %d after winning %d", name, b, held.Paid)
		}
		total += held.Paid
		p, err := h.hall.Buy(t.Context(), by, keys[name], orders[name])
		if err != nil {
			t.Errorf("%s asks again: %v", name, err)
		}
		h.receipts(p, records)
	}
	paid := money.Cents(0)
	for _, p := range records[0].Result.Payments {
		paid += p.Amount
	}
	if paid != total {
		t.Errorf("%d was paid, the record says %d", total, paid)
	}
	h.log(id, len(d.Balls))
	h.sound()
	return c.dead() != ""
}

// log wants the events of a draw without a gap, and each ball once, in its order.
func (h *house) log(id string, balls int) {
	h.t.Helper()
	list, err := h.hall.Events(h.t.Context(), id, 0, MaxEvents)
	if err != nil {
		h.t.Fatal(err)
	}
	called := 0
	for i, e := range list {
		if e.Seq != int64(i)+1 {
			h.t.Fatalf("event %d has number %d", i+1, e.Seq)
		}
		if e.Kind == Called {
			called++
		}
	}
	if called != balls {
		h.t.Errorf("%d balls were called, and %d are there", called, balls)
	}
}
