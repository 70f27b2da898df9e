package hall

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tirage/internal/shop"
	"tirage/internal/store"
)

// TestPurchaseRacesLock has players buy from another node up to the lock and past it: who was answered has a card that plays and was charged once,
// who was refused was charged nothing.
func TestPurchaseRacesLock(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		dsn := d.fresh(t)
		one := newHouse(t, options{dsn: dsn})
		defer one.close()
		two := newHouse(t, options{dsn: dsn, node: "two", book: one.book})
		defer two.close()
		one.open("bingo-extra", one.quick())
		one.run()
		const players = 60
		var names []string
		for i := range players {
			names = append(names, fmt.Sprintf("player%02d", i))
			one.player(names[i])
		}
		id := "4211-00000001"
		sale := one.until(id, "on sale", func(v DrawView) bool { return v.State == "on_sale" })
		orders := make([]CardOrder, players)
		for i, name := range names {
			orders[i] = two.order(shop.By{Person: store.PersonID(name), Role: shop.Player}, "bingo-extra", 1)
			orders[i].Draw = id
		}
		bought := make([]Purchase, players)
		var all sync.WaitGroup
		for i, name := range names {
			all.Go(func() {
				at := sale.Closes - 300_000 + int64(i)*10_000 // from 300 ms before the close to 300 ms after it
				time.Sleep(time.Duration(at-two.shop.Time()) * time.Microsecond)
				p, err := two.hall.Buy(t.Context(), shop.By{Person: store.PersonID(name), Role: shop.Player}, "once", orders[i])
				switch shop.RefusalName(err) {
				case "":
					if err != nil {
						t.Error(err)
					}
					bought[i] = p
				case "no_draw_on_sale", "sale_closed", "sold_after_lock":
				default:
					t.Errorf("%s: %v", name, err)
				}
			})
		}
		all.Wait()
		one.ended(id)
		var in []string
		for i, name := range names {
			if bought[i].Draws != nil {
				in = append(in, name)
			} else if b := one.balance(shop.By{Person: store.PersonID(name), Role: shop.Player}); b != 1_000_00 {
				t.Errorf("%s was refused and has %d", name, b)
			}
		}
		if len(in) < 5 || len(in) == players {
			t.Errorf("%d of %d bought", len(in), players)
		}
		if end := one.draw(id); end.Cards != int64(len(in)) {
			t.Errorf("%d cards play, %d were bought", end.Cards, len(in))
		}
		one.exact(id, in, 1)
		records := one.verified(id)
		for i := range bought {
			one.receipts(bought[i], records)
		}
		one.sound()
	})
}

// TestClockJumps sets the clock of a house back and forward in the middle of a draw: balls never come faster than their pace, and times never go back.
func TestClockJumps(t *testing.T) {
	for _, jump := range []time.Duration{-time.Hour, -time.Second, time.Second, time.Minute} {
		t.Run(jump.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var by atomic.Int64
				h := newHouse(t, options{now: func() time.Time {
					return time.Now().Add(yearsLater*365*24*time.Hour + time.Duration(by.Load()))
				}})
				defer h.close()
				h.open("bingo-extra", h.timetable())
				h.run()
				id := "4211-00000001"
				h.until(id, "on sale", func(v DrawView) bool { return v.State == "on_sale" })
				names := h.four()
				h.until(id, "calling", func(v DrawView) bool { return len(v.Balls) == 5 })
				by.Store(int64(jump))
				d := h.ended(id)
				if d.State != "settled" {
					t.Errorf("the draw is %s for %q", d.State, d.Reason)
				}
				list, err := h.hall.Events(t.Context(), id, 0, MaxEvents)
				if err != nil {
					t.Fatal(err)
				}
				for i := 1; i < len(list); i++ {
					if list[i].At < list[i-1].At {
						t.Errorf("event %d is at %d, the one before at %d", list[i].Seq, list[i].At, list[i-1].At)
					}
				}
				want := 0
				if jump > resumesAfter {
					want = 1
				}
				if n := h.paces(id); n != want {
					t.Errorf("the draw says %d times that it stood still", n)
				}
				h.exact(id, names, 2)
				h.sound()
			})
		})
	}
}
