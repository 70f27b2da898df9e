package hall

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"time"

	"tirage/internal/shop"
	"tirage/internal/store"
	"tirage/money"
)

// robotPurse is the play money that a robot is given when it has too little.
const robotPurse = money.Cents(1_000_00)

// robots has the robots of a room buy cards of the draw that closes next, each at a moment of its own. They are of rooms for play money, and
// marked as robots wherever players are counted.
func (r *runner) robots(ctx context.Context) {
	tick := time.NewTicker(feedEvery)
	defer tick.Stop()
	done := map[string]bool{}
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if err := r.robotsBuy(ctx, done); err != nil && ctx.Err() == nil {
			r.hall.log.Debug("a robot bought nothing", "room", r.lease.Room, "why", err)
		}
	}
}

// robotsBuy has those robots buy whose moment has come.
func (r *runner) robotsBuy(ctx context.Context, done map[string]bool) error {
	h := r.hall
	room, err := h.store.Room(ctx, r.lease.Room)
	if err != nil || !room.Play || room.State != "open" {
		return err
	}
	s, err := settings(&room)
	if err != nil || s.Robots == 0 {
		return err
	}
	d, ok := r.onSale()
	if !ok {
		return nil
	}
	now := h.shop.Time()
	for i := range s.Robots {
		id := fmt.Sprintf("%s/%d", d.DrawRef, i)
		at, cards := moment(&d, id)
		if done[id] || now < at {
			continue
		}
		if len(done) > 10*maxRobots {
			clear(done)
		}
		done[id] = true
		if err := h.robotBuys(ctx, fmt.Sprintf("robot %d", i+1), &d, min(cards, s.MaxCards)); err != nil {
			return err
		}
	}
	return nil
}

// onSale is the draw that closes next, as the runner knows it.
func (r *runner) onSale() (store.Draw, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	var first store.Draw
	for ref, d := range r.known {
		if d.state == "on_sale" && (first.Number == 0 || ref.Number < first.Number) {
			first = store.Draw{DrawRef: ref, Opens: d.opens, Closes: d.closes}
		}
	}
	return first, first.Number != 0
}

// moment is when a robot buys, and how many cards: as if at random, and the same however often it is asked.
func moment(d *store.Draw, id string) (at int64, cards int) {
	sum := sha256.Sum256([]byte(id))
	open := d.Closes - d.Opens
	part := int64(binary.BigEndian.Uint32(sum[:]) % 900)
	return d.Opens + open/20 + open*part/1000, 1 + int(sum[4])%3
}

func (h *Hall) robotBuys(ctx context.Context, login string, d *store.Draw, cards int) error {
	by, err := h.shop.Robot(ctx, login)
	if err != nil {
		return err
	}
	row, err := h.store.Draw(ctx, d.DrawRef)
	if err != nil {
		return err
	}
	offer, err := h.Offer(ctx, by, OfferOrder{Room: string(row.Room), Count: cards})
	if err != nil {
		return err
	}
	o := CardOrder{Room: string(row.Room), Offer: offer.Token, Draws: 1, Draw: d.String()}
	for i := range offer.Cards {
		o.Cards = append(o.Cards, i)
	}
	_, err = h.Buy(ctx, by, "robot-"+d.String(), o)
	if shop.RefusalName(err) != "insufficient_funds" {
		return err
	}
	if _, err := h.shop.Deposit(ctx, by, "purse-"+d.String(), robotPurse, true); err != nil {
		return err
	}
	_, err = h.Buy(ctx, by, "robot-"+d.String(), o)
	return err
}
