package hall

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"tirage/bingo"
	"tirage/internal/shop"
	"tirage/internal/store"
	"tirage/ledger"
)

// What stands against a move. The hall reads the draw again, or leaves the room to whom it is now; a person tries again.
var (
	errMoved = shop.Say("draw_moved", "something else has just happened to this draw: look again", "autre chose vient d’arriver à ce tirage : regardez à nouveau")
	errLost  = shop.Say("room_lost", "another node runs this room now", "un autre nœud fait maintenant tourner cette salle")
)

// house is who acts when rooms run by themselves.
const hallName = "hall"

// change is one move of a draw that moves money: who does it, the step, and what is written with it.
type change struct {
	hall  *Hall
	lease *store.RoomLease // who holds the room; nil for an act of persons, which any node does
	act   *ledger.Act      // without its transfers
	was   store.Draw       // as it was read
	room  store.Room       // as it was read
	table *table           // with all cards of was
	step  func(at bingo.Moment) bingo.Event

	draw    store.Draw // as it is to be
	moved   *moved
	effects bingo.Effects
	after   bingo.Draw
	at      int64
}

// ask asks for what the step needs: the draw, and the accounts of all who may be paid.
func (c *change) ask(ask *store.Ask) {
	ask.Draws = append(ask.Draws, c.was.DrawRef)
	t := *c.table
	e, err := t.step(c.step(bingo.MaxMoment))
	if err != nil {
		return // decide is refused as well
	}
	for _, p := range e.Payments {
		ask.Accounts = append(ask.Accounts, playerAccount(store.PersonID(p.Player), c.was.Play))
	}
}

// decide lets the step happen, at the time of the transaction and not before a moment.
func (c *change) decide(b *shop.Batch, a *ledger.Act, notBefore int64) error {
	now, ok := b.Draw(c.was.DrawRef)
	if !ok || now.Seq != c.was.Seq || now.State != c.was.State || now.Size != c.table.fed {
		return errMoved
	}
	c.draw, c.at = now, max(b.At(), notBefore, now.CalledAt, now.Locked)
	t := *c.table
	var err error
	if c.effects, err = t.step(c.step(bingo.Moment(c.at))); err != nil {
		return err
	}
	c.after = t.draw
	if c.moved, err = move(&c.effects, &c.draw); err != nil {
		return err
	}
	a.Subject = c.draw.String()
	a.Transfers = append(a.Transfers, c.moved.transfers...)
	c.draw.State, c.draw.Seq = t.draw.State().String(), now.Seq+1
	return nil
}

// ended completes the row of a draw that the step has ended, and gives the body of its event.
func (c *change) ended() (EndBody, error) {
	d := &c.draw
	d.Ended, d.Called = c.at, int64(len(c.after.Called()))
	d.JackpotAfter, d.FundAfter = c.room.Jackpot+c.moved.jackpot, c.room.Fund+c.moved.fund
	end, err := c.after.EndStatement(c.hall.Keys.houseSecret(idOf(d.DrawRef), d.Nonce))
	if err != nil {
		return EndBody{}, err
	}
	if d.End, err = bingo.Sign(end.Text(), c.hall.Keys.Signer); err != nil {
		return EndBody{}, err
	}
	d.Reason = end.Reason
	return EndBody{Paid: c.moved.total, Jackpot: d.JackpotAfter, Fund: d.FundAfter, Reason: end.Reason, End: string(d.End)}, nil
}

// write writes the move: the draw, what was paid, the room's jackpot and fund, and the event.
func (c *change) write(ctx context.Context, tx *store.Tx, kind string, body any) error {
	if c.lease != nil {
		if err := tx.Fence(ctx, *c.lease, c.hall.expires()); err != nil {
			return stale(err)
		}
	}
	if err := tx.MoveDraw(ctx, c.was.State, c.was.Seq, &c.draw); err != nil {
		return stale(err)
	}
	if c.moved.jackpot != 0 || c.moved.fund != 0 {
		room := c.room
		room.Jackpot, room.Fund, room.Changed = room.Jackpot+c.moved.jackpot, room.Fund+c.moved.fund, c.at
		if err := tx.SetRoom(ctx, room); err != nil {
			return stale(err)
		}
	}
	switch c.draw.State {
	case "settled":
		if err := tx.SetPaid(ctx, c.draw.DrawRef, c.moved.paid); err != nil {
			return err
		}
	case "cancelled", "void":
		if err := tx.GiveBack(ctx, c.draw.DrawRef, c.draw.Price); err != nil {
			return err
		}
	}
	return addEvent(ctx, tx, &c.draw, c.at, kind, body)
}

// stale says that somebody else was there first.
func stale(err error) error {
	switch {
	case errors.Is(err, store.ErrStale), errors.Is(err, store.ErrTaken):
		return fmt.Errorf("%w: %w", errMoved, err)
	case errors.Is(err, store.ErrLost):
		return fmt.Errorf("%w: %w", errLost, err)
	}
	return err
}

// addEvent adds the event that a draw's row stands at.
func addEvent(ctx context.Context, tx *store.Tx, d *store.Draw, at int64, kind string, body any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	return tx.AddEvents(ctx, store.DrawEvent{DrawRef: d.DrawRef, Seq: d.Seq, At: at, Kind: kind, Body: text})
}

// do has a change posted as an act of the hall itself.
func (c *change) do(ctx context.Context, notBefore int64, end func(a *ledger.Act) (kind string, body any, err error)) error {
	var event string
	var body any
	return c.hall.shop.Do(ctx, shop.Task{
		Ask: c.ask,
		Decide: func(b *shop.Batch) error {
			a := *c.act
			if err := c.decide(b, &a, notBefore); err != nil {
				return err
			}
			var err error
			if event, body, err = end(&a); err != nil {
				return err
			}
			if a.Note == "" {
				a.Note = became(&c.draw)
			}
			_, err = b.Post(&a, nil)
			return err
		},
		Also: func(ctx context.Context, tx *store.Tx) error { return c.write(ctx, tx, event, body) },
	})
}

// became says in the journal what became of a draw.
func became(d *store.Draw) string {
	text := fmt.Sprintf("%s: %d cards of %d players", d.State, d.Size, d.Players)
	if d.Reason != "" {
		text += ": " + d.Reason
	}
	return text
}
