package hall

import (
	"fmt"
	"testing"
	"testing/synctest"

	"tirage/internal/store"
)

// TestEndedDraws wants the draws of a room that have ended listed whole, the last first, as many as are asked for and whatever stands between them.
func TestEndedDraws(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, options{})
		defer h.close()
		h.open("bingo-extra", Settings{First: h.shop.Time() + 3600*second, Every: 60, Sale: 60, Ahead: 5800, Ball: minBall, Patience: 30, MaxCards: 12})
		h.run()
		const most = 130
		for n := 1; n <= most; n++ { // a new one is announced for each that has ended
			id := fmt.Sprintf("4211-%08d", n)
			h.until(id, "announced", func(DrawView) bool { return true })
			if n%10 == 0 {
				continue // goes on
			}
			if _, err := h.hall.CancelDraw(t.Context(), h.operator, h.key(), id, "a strike"); err != nil {
				t.Fatal(err)
			}
		}
		var want []string
		for n := most; n > 0; n-- {
			if n%10 != 0 {
				want = append(want, fmt.Sprintf("4211-%08d", n))
			}
		}
		for _, limit := range []int{1, 99, 101, MaxEnded} {
			list, err := h.hall.Draws(t.Context(), "bingo-extra", "", limit)
			if err != nil || len(list) != min(limit, len(want)) {
				t.Fatalf("%d draws of %d that were asked for: %v", len(list), limit, err)
			}
			for i := range list {
				if list[i].ID != want[i] {
					t.Fatalf("draw %d of the list is %s, not %s", i, list[i].ID, want[i])
				}
			}
		}
	})
}

// TestProgressOfAnOlderRow wants a reader whose row is older than another's to see the balls of that row: what comes after it, its reader
// finds in the events after it, once.
func TestProgressOfAnOlderRow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, options{})
		defer h.close()
		h.open("solo-75", Settings{Ball: 1000, Patience: 30, MaxCards: 5})
		h.run()
		anna := h.player("anna")
		o := h.order(anna, "solo-75", 1)
		o.Stake = 50
		p, err := h.hall.Buy(t.Context(), anna, h.key(), o)
		if err != nil {
			t.Fatal(err)
		}
		id := p.Draws[0].Draw
		rows := map[int64]store.Draw{}
		for _, balls := range []int{3, 7} {
			h.until(id, "called", func(v DrawView) bool { return len(v.Balls) == balls })
			row, err := h.hall.drawRow(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			rows[row.Called] = row
		}
		for range 2 { // from the log, and from what is remembered
			for called, row := range rows {
				got, err := h.hall.progressOf(t.Context(), &row)
				if err != nil || int64(len(got.balls)) != called || got.seq != row.Seq {
					t.Errorf("the row of event %d and ball %d has %d balls up to event %d: %v", row.Seq, called, len(got.balls), got.seq, err)
				}
			}
		}
		h.ended(id)
	})
}
