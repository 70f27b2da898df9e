package hall

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"tirage/internal/shop"
	"tirage/internal/store"
)

// quick is a timetable of tests that wait for a real clock: draws close every five seconds.
func (h *house) quick() Settings {
	return Settings{First: h.shop.Time() + 3*second, Every: 5, Sale: 4, Ahead: 1, Ball: minBall, Patience: 30, MaxCards: 12}
}

// TestNodes plays draws on every database with two nodes that both sell. The node that runs the room is cut off from the database in the middle of a draw,
// as if it had stopped: the other goes on within its lease, and what the first still tries to write is refused.
func TestNodes(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		dsn := d.fresh(t)
		one := newHouse(t, options{dsn: dsn, lease: time.Second})
		two := newHouse(t, options{dsn: dsn, node: "two", book: one.book, lease: time.Second})
		defer two.close()
		var cut crash
		cut.over = true
		one.faults = cut.fault
		one.open("bingo-extra", one.quick())
		one.run()
		time.Sleep(600 * time.Millisecond) // it holds the room
		two.run()
		id := "4211-00000001"
		names := []string{"anna", "ben", "chloe", "dora", "emma", "felix"}
		for _, name := range names {
			one.player(name)
		}
		one.until(id, "on sale", func(v DrawView) bool { return v.State == "on_sale" })
		var sold sync.WaitGroup
		var mu sync.Mutex
		var bought []Purchase
		for i, name := range names {
			h := []*house{one, two}[i%2]
			by := shop.By{Person: store.PersonID(name), Role: shop.Player}
			order := h.order(by, "bingo-extra", 2)
			key := fmt.Sprintf("cards-%s", name)
			sold.Go(func() {
				p, err := h.hall.Buy(t.Context(), by, key, order)
				mu.Lock()
				defer mu.Unlock()
				if err != nil {
					t.Errorf("%s: %v", name, err)
				}
				bought = append(bought, p)
			})
		}
		sold.Wait()
		if d := two.draw(id); d.Cards != 12 || d.Players != 6 {
			t.Errorf("sold on two nodes: %d cards of %d players", d.Cards, d.Players)
		}
		at := two.until(id, "at its tenth ball", func(v DrawView) bool { return len(v.Balls) >= 10 || v.Ended != 0 })
		cut.kill()
		since := time.Now()
		two.until(id, "further", func(v DrawView) bool { return len(v.Balls) > len(at.Balls)+2 || v.Ended != 0 })
		if took := time.Since(since); took > 10*time.Second {
			t.Errorf("the other node took over after %s", took)
		}
		end := two.ended(id)
		if end.State != "settled" {
			t.Errorf("the draw is %s", end.State)
		}
		two.log(id, len(end.Balls))
		records := two.verified(id)
		for _, p := range bought {
			two.receipts(p, records)
		}
		one.stop()
		if err := errors.Join(one.shop.Close(), one.store.Close()); err != nil && !errors.Is(err, errDead) {
			t.Error(err)
		}
		two.sound()
	})
}

// kill makes it dead from now on.
func (c *crash) kill() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.over, c.died = false, "killed"
}

// TestFence wants what a node writes for a room refused once another has taken it.
func TestFence(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		h := newHouse(t, options{dsn: d.fresh(t)})
		defer h.close()
		h.open("bingo-extra", h.timetable())
		ctx := t.Context()
		now := h.shop.Time()
		first, err := h.store.TakeRooms(ctx, "first", now, now+second)
		if err != nil || len(first) != 1 {
			t.Fatalf("%v, %v", first, err)
		}
		if none, err := h.store.TakeRooms(ctx, "second", now+second-1, now+2*second); err != nil || len(none) != 0 {
			t.Fatalf("taken while it was held: %v, %v", none, err)
		}
		later, err := h.store.TakeRooms(ctx, "second", now+2*second, now+3*second)
		if err != nil || len(later) != 1 || later[0].Token == first[0].Token {
			t.Fatalf("%v, %v", later, err)
		}
		fence := func(l store.RoomLease) error {
			return h.store.Write(ctx, func(ctx context.Context, tx *store.Tx) error { return tx.Fence(ctx, l, now) })
		}
		if err := fence(first[0]); !errors.Is(err, store.ErrLost) {
			t.Errorf("the first still writes: %v", err)
		}
		if err := fence(later[0]); err != nil {
			t.Error(err)
		}
		if held, err := h.store.RenewRooms(ctx, "first", now+9*1_000_000); err != nil || len(held) != 0 {
			t.Errorf("the first renews %v, %v", held, err)
		}
	})
}

// TestReleasedRoomIsFenced wants a node that gave its rooms back to write nothing for them any more.
func TestReleasedRoomIsFenced(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		h := newHouse(t, options{dsn: d.fresh(t)})
		defer h.close()
		h.open("bingo-extra", h.timetable())
		ctx, now := t.Context(), h.shop.Time()
		held, err := h.store.TakeRooms(ctx, "first", now, now+second)
		if err != nil || len(held) != 1 {
			t.Fatalf("%v, %v", held, err)
		}
		if err := h.store.ReleaseRooms(ctx, "first"); err != nil {
			t.Fatal(err)
		}
		err = h.store.Write(ctx, func(ctx context.Context, tx *store.Tx) error { return tx.Fence(ctx, held[0], now+second) })
		if !errors.Is(err, store.ErrLost) {
			t.Errorf("it still writes: %v", err)
		}
		if next, err := h.store.TakeRooms(ctx, "second", now, now+second); err != nil || len(next) != 1 {
			t.Errorf("the next one has to wait: %v, %v", next, err)
		}
	})
}
