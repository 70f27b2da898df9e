package hall

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tirage/bingo"
	"tirage/internal/keeper"
)

// moody is a keeper that can be away, hang or lie.
type moody struct {
	keeper.Draws

	mu   sync.Mutex
	mood string // "" for well
}

func (m *moody) set(mood string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.mood = mood
}

func (m *moody) is() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.mood
}

var errBroken = errors.New("the keeper has no sense")

func (m *moody) fails(ctx context.Context) error {
	switch m.is() {
	case "away":
		return keeper.ErrSilent
	case "broken":
		return errBroken
	case "hangs":
		<-ctx.Done()
		return ctx.Err()
	}
	return nil
}

func (m *moody) Commit(ctx context.Context, id bingo.ID) (keeper.Commitment, error) {
	if err := m.fails(ctx); err != nil {
		return keeper.Commitment{}, err
	}
	return m.Draws.Commit(ctx, id)
}

func (m *moody) OpenDraw(ctx context.Context, lock []byte) (bingo.Secret, error) {
	if err := m.fails(ctx); err != nil {
		return bingo.Secret{}, err
	}
	if m.is() == "lies" {
		return bingo.NewSecret([32]byte{6, 6, 6}), nil
	}
	return m.Draws.OpenDraw(ctx, lock)
}

// moodyHouse is a house whose keeper has moods.
func moodyHouse(t *testing.T) (*house, *moody) {
	m := &moody{}
	h := newHouse(t, options{draws: m})
	m.Draws = h.book
	return h, m
}

// four players buy two cards each.
func (h *house) four() []string {
	names := []string{"anna", "ben", "chloe", "dora"}
	for _, name := range names {
		h.buy(h.player(name), "bingo-extra", 2)
	}
	return names
}

// paces wants every ball of a draw a second after the one before it, or after an event that says that it stood still; it tells how often it did.
func (h *house) paces(id string) (resumed int) {
	h.t.Helper()
	list, err := h.hall.Events(h.t.Context(), id, 0, MaxEvents)
	if err != nil {
		h.t.Fatal(err)
	}
	last := int64(0)
	for _, e := range list {
		switch e.Kind {
		case Opened:
			last = e.At
		case Resumed:
			resumed++
			var body ResumedBody
			if err := json.Unmarshal(e.Body, &body); err != nil {
				h.t.Fatal(err)
			}
			if body.Since != last+second || body.Next != e.At+second {
				h.t.Errorf("%s stood still since %d, the last ball was at %d; %+v at %d", id, body.Since, last, body, e.At)
			}
			last = e.At
		case Called:
			if wait := e.At - last; wait < second || wait > second+resumesAfter.Microseconds() {
				h.t.Errorf("%s: a ball came %d microseconds after the one before", id, wait)
			}
			last = e.At
		}
	}
	return resumed
}

// TestKeeperAwayBeforeAnnouncement has the keeper fail while the balls of a draw are called, when the next is to be announced: they go on at their
// pace, and draws are announced again once the keeper is well, without a gap in their numbers.
func TestKeeperAwayBeforeAnnouncement(t *testing.T) {
	for _, mood := range []string{"away", "broken", "hangs"} {
		t.Run(mood, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h, m := moodyHouse(t)
				defer h.close()
				h.open("bingo-extra", h.timetable())
				h.run()
				first, next := "4211-00000001", "4211-00000002"
				h.until(first, "on sale", func(v DrawView) bool { return v.State == "on_sale" })
				h.four()
				h.until(first, "calling", func(v DrawView) bool { return len(v.Balls) == 3 })
				m.set(mood)
				if d := h.ended(first); d.State != "settled" {
					t.Errorf("the draw is %s", d.State)
				}
				if n := h.paces(first); n != 0 {
					t.Errorf("it stood still %d times while only the keeper was away", n)
				}
				time.Sleep(100 * time.Second)
				_, err := h.hall.Draw(t.Context(), next)
				h.refused("unknown_draw", err)
				m.set("")
				h.ended(next)
				h.verified(first, next)
				h.sound()
			})
		})
	}
}

// TestKeeperAwayBeforeOpening has the keeper fail for a while after the lock: the draw waits, opens and is played; the next one, whose sale is over
// meanwhile, locks after its end.
func TestKeeperAwayBeforeOpening(t *testing.T) {
	for _, mood := range []string{"away", "broken", "hangs", "lies"} {
		t.Run(mood, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h, m := moodyHouse(t)
				defer h.close()
				s := h.timetable()
				s.Every, s.Sale, s.Patience = 30, 55, 100
				h.open("bingo-extra", s)
				h.run()
				first, next := "4211-00000001", "4211-00000002"
				h.until(first, "on sale", func(v DrawView) bool { return v.State == "on_sale" })
				h.four()
				h.until(next, "on sale", func(v DrawView) bool { return v.State == "on_sale" }) // it has its commitment
				m.set(mood)
				h.until(first, "locked", func(v DrawView) bool { return v.State == "locked" })
				time.Sleep(45 * time.Second)
				if d := h.draw(next); d.State != "on_sale" {
					t.Errorf("the second is %s while the first is %s", d.State, h.draw(first).State)
				}
				m.set("")
				one := h.ended(first)
				if one.State != "settled" {
					t.Errorf("the draw is %s for %q", one.State, one.Reason)
				}
				h.paces(first)
				h.ended(next)
				h.paces(next)
				h.verified(first, next)
				h.sound()
			})
		})
	}
}

// TestKeeperAwayForGood has the keeper fail after the lock for longer than anybody waits: all stakes go back, and the room goes on.
func TestKeeperAwayForGood(t *testing.T) {
	for _, mood := range []string{"away", "broken", "hangs", "lies"} {
		t.Run(mood, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h, m := moodyHouse(t)
				defer h.close()
				h.open("bingo-extra", h.timetable())
				h.run()
				first, next := "4211-00000001", "4211-00000002"
				h.until(first, "on sale", func(v DrawView) bool { return v.State == "on_sale" })
				names := h.four()
				m.set(mood)
				d := h.ended(first)
				if d.State != "cancelled" || d.Reason != "keeper_silent" || len(d.Balls) != 0 {
					t.Errorf("the draw is %s for %q after %d balls", d.State, d.Reason, len(d.Balls))
				}
				if waited := d.Ended - d.Closes; waited < 60*second || waited > 75*second {
					t.Errorf("the keeper was waited for %d microseconds", waited)
				}
				for _, name := range names {
					if b := h.balance(h.player(name)); b != 1_000_00 {
						t.Errorf("%s has %d back", name, b)
					}
				}
				m.set("")
				h.ended(next)
				h.verified(first, next)
				h.sound()
			})
		})
	}
}
