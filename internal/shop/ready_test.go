package shop

import (
	"errors"
	"testing"
	"time"

	"tirage/money"
)

// full makes the database refuse what is written to a table, as a disk without room does; it goes on reading.
func (h *house) full(tables ...string) {
	h.t.Helper()
	for _, on := range tables {
		for _, op := range []string{"insert", "update", "delete"} {
			h.sql("create trigger full_" + on + "_" + op + " before " + op + " on " + on + " begin select raise(abort, 'database or disk is full'); end")
		}
	}
}

func (h *house) room(tables ...string) {
	h.t.Helper()
	for _, on := range tables {
		for _, op := range []string{"insert", "update", "delete"} {
			h.sql("drop trigger full_" + on + "_" + op)
		}
	}
}

// A house that reads but cannot write is not ready, whoever asked for what; what it can still do it does; and it is ready as soon as there
// is room, though nobody asks for anything.
func TestFullDisk(t *testing.T) {
	all := []string{"journal", "act", "session", "balance", "ticket", "transfer"}
	later := time.Duration(0)
	h := newHouse(t, options{lease: time.Hour, now: func() time.Time { return time.Now().Add(later) }})
	const password = "a long password"
	desk, err := OpenDesk(t.Context(), Options{Store: h.store, Currency: money.EUR})
	must(t, err)
	for login, role := range map[string]Role{"player-1": Player, "operator-1": Operator} {
		_, err := desk.Register(t.Context(), login, password, role)
		must(t, err)
	}
	must(t, desk.Close())
	session, err := h.LogIn(t.Context(), "player-1", password, "")
	must(t, err)
	buyer := h.player(100_00)
	must(t, h.Ready(t.Context()))

	h.full(all...)
	later = time.Hour
	if by, err := h.Who(t.Context(), session.Token, ""); err != nil || by.Person != session.Person {
		t.Errorf("who is it, on a full disk: %v", err)
	}
	if err := h.Ready(t.Context()); err == nil {
		t.Error("ready, though a session's use could not be noted")
	}
	for _, login := range []string{"player-1", "operator-1"} {
		if _, err := h.LogIn(t.Context(), login, password, ""); !errors.Is(err, ErrUnavailable) {
			t.Errorf("%s logs in on a full disk: %v", login, err)
		}
	}
	if err := h.LogOut(t.Context(), session.Token); !errors.Is(err, ErrUnavailable) {
		t.Errorf("logs out on a full disk: %v", err)
	}
	h.room(all...)
	must(t, h.Ready(t.Context()))

	h.full(all...)
	if _, err := h.Buy(t.Context(), buyer, "full", Order{Game: "vegas-3eur", Count: 1, Play: true}); !errors.Is(err, ErrUnavailable) {
		t.Errorf("buys on a full disk: %v", err)
	}
	if err := h.Ready(t.Context()); err == nil || errors.Is(err, ErrStopped) {
		t.Errorf("ready, though nothing can be written: %v", err)
	}
	h.room(all...)
	must(t, h.Ready(t.Context()))
	if _, err := h.Buy(t.Context(), buyer, "full", Order{Game: "vegas-3eur", Count: 1, Play: true}); err != nil {
		t.Errorf("buys when there is room: %v", err)
	}
	h.sound()
}

// An idle house notices it by itself, when it renews its lease.
func TestFullDiskOfAnIdleHouse(t *testing.T) {
	h := newHouse(t, options{lease: 300 * time.Millisecond})
	must(t, h.Ready(t.Context()))
	h.full("journal")
	await(t, "the house notices that nothing can be written", func() bool { return h.Ready(t.Context()) != nil })
	h.room("journal")
	await(t, "it is ready again", func() bool { return h.Ready(t.Context()) == nil })
}
