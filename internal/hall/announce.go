package hall

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"

	"tirage/bingo"
	"tirage/internal/keeper"
	"tirage/internal/shop"
	"tirage/internal/store"
)

// announce announces the draws whose time it is, and tells when the next one is.
func (r *runner) announce(ctx context.Context, now int64) (next int64, err error) {
	for {
		last := int64(0)
		if n := len(r.games); n > 0 {
			last = r.games[n-1].row.Closes
		}
		at, opens, closes := r.settings.next(last, now)
		if at > now || len(r.games) >= maxOnSale {
			return at, nil
		}
		d, err := r.hall.plan(ctx, r.formula, &r.room, &r.settings, now, opens, closes)
		if err != nil {
			return 0, err
		}
		if err := r.hall.publish(ctx, r.formula, &r.lease, r.room, d); err != nil {
			return 0, err
		}
		r.room.Next++
		r.room.Change++
		r.games = append(r.games, &game{row: *d})
		r.note()
	}
}

// plan is a draw to be announced, with the keeper's commitment. It refuses a formula that is not in force when its sale opens.
func (h *Hall) plan(ctx context.Context, f *bingo.Formula, room *store.Room, s *Settings, now, opens, closes int64) (*store.Draw, error) {
	id := bingo.ID{Code: f.Code, Number: uint32(room.Next)}
	c, err := h.Keeper.Commit(ctx, id)
	if err != nil {
		if errors.Is(err, keeper.ErrSilent) {
			return nil, fmt.Errorf("%w: %w", errNoKeeper, err)
		}
		return nil, fmt.Errorf("hall: draw %s: %w", id, err)
	}
	d := &store.Draw{
		DrawRef: ref(id), Room: room.ID, Formula: room.Formula, Play: room.Play, State: "scheduled", Seq: 1, Announced: now, Opens: opens, Closes: closes,
		Patience: int64(s.Patience) * second, Nonce: make([]byte, 32), B: c.Digest, Commitment: c.Note,
	}
	_, _ = rand.Read(d.Nonce) // never fails: the standard library ends the program first
	d.A = h.Keys.houseSecret(id, d.Nonce).Commitment()
	said := schedule(d, f)
	t, err := bingo.NewDraw(f)
	if err != nil {
		return nil, err
	}
	if _, _, err := bingo.Step(t, said); err != nil {
		return nil, refusal(err)
	}
	d.Schedule, err = bingo.Sign(said.Text(), h.Keys.Signer)
	return d, err
}

var errNoKeeper = shop.Say("keeper_silent", "the keeper does not answer: no draw is announced before it has committed to its secret", "le dépositaire ne répond pas : aucun tirage n’est annoncé avant qu’il ne se soit engagé sur son secret")

// refusal is a refusal of the rules as one of the house.
func refusal(err error) error {
	var r *bingo.Refusal
	if !errors.As(err, &r) {
		return err
	}
	if r.Name == "locked" { // in the house that is an account
		return &shop.Refusal{Name: "draw_locked", Text: r.Text}
	}
	return &shop.Refusal{Name: r.Name, Text: r.Text}
}

// publish writes an announced draw, and that the next one has the next number. A single-player draw is on sale at once.
func (h *Hall) publish(ctx context.Context, f *bingo.Formula, lease *store.RoomLease, room store.Room, d *store.Draw) error {
	a := byHall.Act("announce_draw")
	a.Subject, a.Note = d.String(), fmt.Sprintf("of %s, house %x, keeper %x", d.Room, d.A, d.B)
	return h.shop.Do(ctx, shop.Task{
		Ask:    func(*store.Ask) {},
		Decide: func(b *shop.Batch) error { _, err := b.Post(a, nil); return err },
		Also: func(ctx context.Context, tx *store.Tx) error {
			if lease != nil {
				if err := tx.Fence(ctx, *lease, h.expires()); err != nil {
					return stale(err)
				}
			}
			next := room
			next.Next, next.Changed = room.Next+1, d.Announced
			if err := tx.SetRoom(ctx, next); err != nil {
				return stale(err)
			}
			if err := tx.AddDraw(ctx, *d); err != nil {
				return stale(err)
			}
			told := *d
			told.Seq = 1
			if err := addEvent(ctx, tx, &told, d.Announced, Announced, h.view(f, &told, &room, nil)); err != nil {
				return err
			}
			if d.State == "scheduled" {
				return nil
			}
			return addEvent(ctx, tx, d, d.Opens, OnSale, struct{}{})
		},
	})
}

// announceSingle announces a draw for one player, on sale at once and for two seconds. It refuses with room_closed, keeper_silent or
// not_in_force.
func (h *Hall) announceSingle(ctx context.Context, id store.RoomID) (store.DrawRef, error) {
	for tries := 0; ; tries++ {
		room, err := h.store.Room(ctx, id)
		if err != nil {
			return store.DrawRef{}, err
		}
		if room.State != "open" {
			return store.DrawRef{}, errRoomClosed
		}
		f, err := h.formula(ctx, room.Formula)
		if err != nil {
			return store.DrawRef{}, err
		}
		s, err := settings(&room)
		if err != nil {
			return store.DrawRef{}, err
		}
		now := h.shop.Time()
		d, err := h.plan(ctx, f, &room, &s, now, now, now+soloSale)
		if err != nil {
			return store.DrawRef{}, err
		}
		d.State, d.Seq = "on_sale", 2
		err = h.publish(ctx, f, nil, room, d)
		if err == nil {
			h.wake()
			return d.DrawRef, nil
		}
		if !errors.Is(err, errMoved) || tries == 20 {
			return store.DrawRef{}, err
		}
	}
}

var errRoomClosed = shop.Say("room_closed", "this room is closed", "cette salle est fermée")
