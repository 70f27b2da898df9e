package hall

import (
	"context"
	"sync"
	"time"

	"tirage/internal/store"
)

// lookEvery is how often a hall looks whether a room is free, and whether somebody else has moved a draw of its rooms.
const lookEvery = 250 * time.Millisecond

// Run runs the rooms that this node holds, and takes those that nobody holds, until the context ends. Then it gives them back.
func (h *Hall) Run(ctx context.Context) {
	var work sync.WaitGroup
	work.Go(func() { h.store.Watch(ctx, h.wake) })
	defer work.Wait()
	defer func() {
		h.each(nil)
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		if err := h.store.ReleaseRooms(last, h.holder); err != nil {
			h.log.Warn("the rooms were not given back: another node takes them when their lease has run out", "error", err)
		}
	}()
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	renewed := time.Time{}
	for ctx.Err() == nil {
		if now := time.Now(); now.Sub(renewed) >= h.Lease/3 {
			if err := h.hold(ctx); err == nil {
				renewed = now
			} else if ctx.Err() == nil {
				h.log.Warn("the leases of rooms were not renewed", "error", err)
			}
		}
		h.look(ctx)
		select {
		case <-ctx.Done():
		case <-tick.C:
		case <-h.awake:
		}
	}
}

// hold renews the leases of this node, takes the rooms that nobody holds, and runs exactly those.
func (h *Hall) hold(ctx context.Context) error {
	now := h.shop.Time()
	held, err := h.store.RenewRooms(ctx, h.holder, now+h.Lease.Microseconds())
	if err != nil {
		return err
	}
	taken, err := h.store.TakeRooms(ctx, h.holder, now, now+h.Lease.Microseconds())
	if err != nil {
		return err
	}
	leases := map[store.RoomID]store.RoomLease{}
	for _, l := range append(held, taken...) {
		leases[l.Room] = l
	}
	h.each(func(r *runner) bool { return leases[r.lease.Room] == r.lease })
	h.mu.Lock()
	defer h.mu.Unlock()
	for id, l := range leases {
		if h.runners[id] == nil {
			r := newRunner(h, l)
			h.runners[id] = r
			r.start(ctx)
		}
	}
	return nil
}

// each stops the runners that need not be kept, and waits for them; all of them for nil.
func (h *Hall) each(keep func(*runner) bool) {
	h.mu.Lock()
	var ending []*runner
	for id, r := range h.runners {
		if keep == nil || !keep(r) {
			ending = append(ending, r)
			delete(h.runners, id)
		}
	}
	h.mu.Unlock()
	for _, r := range ending {
		r.stop()
	}
}

// look wakes the runners whose draws somebody else has moved, or sold cards of.
func (h *Hall) look(ctx context.Context) {
	h.mu.Lock()
	idle := len(h.runners) == 0
	h.mu.Unlock()
	if idle {
		return
	}
	heads, err := h.store.LiveDraws(ctx, h.shop.Time())
	if err != nil {
		return // the runners meet it themselves
	}
	byRoom := map[store.RoomID][]store.DrawHead{}
	for _, d := range heads {
		byRoom[d.Room] = append(byRoom[d.Room], d)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for id, r := range h.runners {
		r.see(byRoom[id])
	}
}
