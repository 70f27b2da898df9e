package hall

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"tirage/bingo"
	"tirage/internal/keeper"
	"tirage/internal/shop"
	"tirage/internal/store"
)

// committing is a question to the keeper for its commitment to a draw, on its way or answered.
type committing struct {
	number     int64
	done       chan struct{}
	commitment keeper.Commitment
	err        error
	at         int64 // when it was answered
}

// commitment is the keeper's for the next draw; nil while it is waited for. Nobody waits here: balls of other draws are called meanwhile.
func (r *runner) commitment(ctx context.Context) (*keeper.Commitment, error) {
	if r.commits == nil || r.commits.number != r.room.Next {
		q := &committing{number: r.room.Next, done: make(chan struct{})}
		r.commits = q
		id := bingo.ID{Code: r.formula.Code, Number: uint32(q.number)}
		r.work.Go(func() {
			defer r.wake()
			defer close(q.done)
			call, cancel := context.WithTimeout(ctx, keeperAnswers)
			defer cancel()
			q.commitment, q.err = r.hall.commit(call, id)
			q.at = r.hall.shop.Time()
		})
	}
	q := r.commits
	if !answered(q.done) {
		return nil, nil
	}
	if q.err != nil {
		if r.hall.shop.Time() >= q.at+retryAfter.Microseconds() {
			r.commits = nil // asked again next time
		}
		return nil, q.err
	}
	return &q.commitment, nil
}

// keeperAnswers is how long one question to the keeper may take.
const keeperAnswers = 10 * time.Second

// answered waits a moment for an answer, since the keeper is mostly quick.
func answered(done <-chan struct{}) bool {
	select {
	case <-done:
		return true
	default:
	}
	select {
	case <-done:
		return true
	case <-time.After(5 * time.Millisecond):
		return false
	}
}

// commit asks the keeper for its commitment to a draw.
func (h *Hall) commit(ctx context.Context, id bingo.ID) (keeper.Commitment, error) {
	c, err := h.Keeper.Commit(ctx, id)
	if errors.Is(err, keeper.ErrSilent) {
		return c, fmt.Errorf("%w: %w", errNoKeeper, err)
	}
	if err != nil {
		return c, fmt.Errorf("hall: draw %s: %w", id, err)
	}
	return c, nil
}

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
		c, err := r.commitment(ctx)
		if err != nil {
			return 0, err
		}
		if c == nil { // the answer wakes the runner
			return now + retryAfter.Microseconds(), nil
		}
		d, err := r.hall.plan(r.formula, &r.room, &r.settings, now, opens, closes, c)
		if err != nil {
			return 0, err
		}
		if err := r.hall.publish(ctx, r.formula, &r.lease, r.room, d); err != nil {
			return 0, err
		}
		r.commits = nil
		r.room.Next++
		r.room.Change++
		r.games = append(r.games, &game{row: *d})
		r.note()
	}
}

// plan is a draw to be announced, with the keeper's commitment to it. It refuses a formula that is not in force when its sale opens.
func (h *Hall) plan(f *bingo.Formula, room *store.Room, s *Settings, now, opens, closes int64, c *keeper.Commitment) (*store.Draw, error) {
	id := bingo.ID{Code: f.Code, Number: uint32(room.Next)}
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
		c, err := h.commit(ctx, bingo.ID{Code: f.Code, Number: uint32(room.Next)})
		if err != nil {
			return store.DrawRef{}, err
		}
		d, err := h.plan(f, &room, &s, now, now, now+soloSale, &c)
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
