package hall

import (
	"database/sql"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tirage/bingo"
	"tirage/internal/store"
	"tirage/money"
)

// TestDatabaseAway takes the database away for half a minute in the middle of a draw: the room says so, goes on when it is back, and says that
// too before it calls a ball. No ball comes in a burst.
func TestDatabaseAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, options{})
		defer h.close()
		c := &crash{over: true}
		h.faults = c.fault
		h.open("bingo-extra", h.timetable())
		h.run()
		id := "4211-00000001"
		h.until(id, "on sale", func(v DrawView) bool { return v.State == "on_sale" })
		names := h.four()
		h.until(id, "calling", func(v DrawView) bool { return len(v.Balls) == 5 })
		c.kill()
		time.Sleep(30 * time.Second)
		if v, err := h.hall.Room(t.Context(), "bingo-extra"); err != nil || !v.Paused {
			t.Errorf("without its database the room is %+v, %v", v.State, err)
		}
		if d := h.draw(id); len(d.Balls) != 5 {
			t.Errorf("%d balls were called without the database", len(d.Balls))
		}
		c.revive()
		d := h.ended(id)
		if d.State != "settled" {
			t.Errorf("the draw is %s for %q", d.State, d.Reason)
		}
		if v, err := h.hall.Room(t.Context(), "bingo-extra"); err != nil || v.Paused {
			t.Errorf("with its database the room is paused, %v", err)
		}
		if n := h.paces(id); n != 1 {
			t.Errorf("the draw says %d times that it stood still", n)
		}
		h.log(id, len(d.Balls))
		h.exact(id, names, 2)
		h.verified(id)
		h.sound()
	})
}

// revive has a crash end: what was dead lives.
func (c *crash) revive() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.over, c.died = true, ""
}

// exact wants each of the players to have what is left of 1,000 € after a number of cards at 3 €, and what the draw's row says that they were
// paid; all of them together, what its record says.
func (h *house) exact(id string, names []string, cards money.Cents) {
	h.t.Helper()
	drawn, err := bingo.ParseID(id)
	if err != nil {
		h.t.Fatal(err)
	}
	total := money.Cents(0)
	for _, p := range h.verified(id)[0].Result.Payments {
		total -= p.Amount
	}
	for _, name := range names {
		by := h.player(name)
		held, err := h.store.Holding(h.t.Context(), store.HoldingRef{DrawRef: ref(drawn), Person: by.Person})
		if err != nil {
			h.t.Fatal(err)
		}
		if b := h.balance(by); b != 1_000_00-cards*3_00+held.Paid {
			h.t.Errorf("%s has %d, and was paid %d", name, b, held.Paid)
		}
		total += held.Paid
	}
	if total != 0 {
		h.t.Errorf("the players of %s were paid %d more than its record says", id, total)
	}
}

// TestTamperedCards has a node take a draw over whose cards somebody has changed in the database since their lock: its balls go on as they were
// sealed, and nobody is paid.
func TestTamperedCards(t *testing.T) {
	for _, change := range []string{
		"update draw_card set card = (select card from draw_card as other where other.code = draw_card.code and other.number = draw_card.number and other.idx = 1) where idx = 0",
		"update draw_card set tag = (select tag from draw_card as other where other.idx = 7) where idx = 0",
		"update draw set jackpot = jackpot + 1 where number = 1",
		"update draw set lock_note = x'00' where number = 1",
	} {
		synctest.Test(t, func(t *testing.T) {
			dsn := onFile.fresh(t)
			one := newHouse(t, options{dsn: dsn})
			one.open("bingo-extra", one.timetable())
			one.run()
			id := "4211-00000001"
			one.until(id, "on sale", func(v DrawView) bool { return v.State == "on_sale" })
			names := one.four()
			one.until(id, "calling", func(v DrawView) bool { return len(v.Balls) == 3 })
			one.stop()
			if err := errors.Join(one.shop.Close(), one.store.Close()); err != nil {
				t.Fatal(err)
			}
			tamper(t, dsn, change)
			two := newHouse(t, options{dsn: dsn, node: "two", book: one.book})
			defer two.close()
			two.run()
			time.Sleep(5 * time.Minute)
			d := two.draw(id)
			if d.State != "calling" || d.Ended != 0 || len(d.Balls) < 15 {
				t.Errorf("%s: the draw is %s after %d balls", change, d.State, len(d.Balls))
			}
			if v, err := two.hall.Room(t.Context(), "bingo-extra"); err != nil || !v.Paused {
				t.Errorf("%s: the room does not say that it stands still, %v", change, err)
			}
			for _, name := range names {
				if b := two.balance(two.player(name)); b != 1_000_00-6_00 {
					t.Errorf("%s: %s has %d", change, name, b)
				}
			}
		})
	}
}

// tamper writes the database past the house.
func tamper(t *testing.T, dsn, change string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+strings.TrimPrefix(dsn, "sqlite:")+"?_pragma=busy_timeout(5000)")
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.Exec(change)
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
}
