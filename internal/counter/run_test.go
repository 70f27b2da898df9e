package counter

import (
	"context"
	"errors"
	"testing"
	"time"

	"tirage/internal/shop"
	"tirage/internal/store"
	"tirage/retail"
)

// TestRun: what time does is done when the house opens, without anybody asking.
func TestRun(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		h := newHouse(t, options{dsn: d.fresh(t)})
		h.open()
		one, other := h.paper(20_00, 0), h.paper(20_00, 1)
		wrong := func(one ticket, times int) {
			t.Helper()
			for range times {
				h.seen(shop.By{Origin: "home"}, one.wrongly(other), retail.UnknownTicket)
			}
		}
		wrong(one, 1)
		end := h.closeIssue()
		h.clock.set(end.Add(-time.Minute))
		late := h.paper(10_00, 0)
		wrong(late, guessesTicket) // barred until after the end
		h.clock.set(end.Add(time.Second))
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			h.Run(ctx, func(err error) { t.Error(err) })
		}()
		for range 500 {
			if i, err := h.Issue(t.Context(), h.block.Issue()); err != nil || i.State == retail.Lapsed {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		for range 500 {
			if _, err := h.store.Guess(t.Context(), "ticket/"+one.serial); errors.Is(err, store.ErrUnknown) {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		cancel()
		<-ended
		if i, err := h.Issue(t.Context(), h.block.Issue()); err != nil || i.State != retail.Lapsed {
			t.Errorf("the issue is %s, %v", i.State, err)
		}
		if _, err := h.store.Guess(t.Context(), "ticket/"+one.serial); !errors.Is(err, store.ErrUnknown) {
			t.Errorf("an old wrong number is kept: %v", err)
		}
		if g, err := h.store.Guess(t.Context(), "ticket/"+late.serial); err != nil || g.Until == 0 {
			t.Errorf("a ticket is barred no more: %+v, %v", g, err)
		}
		h.sound()
	})
}
