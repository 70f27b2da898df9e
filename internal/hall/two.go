package hall

import (
	"context"
	"errors"
	"fmt"

	"tirage/bingo"
	"tirage/internal/shop"
	"tirage/internal/store"
	"tirage/ledger"
	"tirage/money"
)

// announcing adds an amount of the fund to the jackpot of a draw whose sale has not opened: two persons do it.
type announcing struct {
	shop.Nothing `json:"-"`

	Draw   string      `json:"draw"`
	Amount money.Cents `json:"amount"`
	First  string      `json:"first,omitempty"` // who proposed it: noted when it is proposed

	hall *Hall
	row  store.Draw
	at   int64
}

// Prepare refuses with unknown_draw, or as bingo.Step does: wrong_state once the sale has opened, super_twice, super_without_jackpot.
func (e *announcing) Prepare(ctx context.Context, _ *shop.Shop) (string, error) {
	c, err := e.hall.changeOf(ctx, e.Draw, nil)
	if err != nil {
		return "", err
	}
	t := *c.table
	_, err = t.step(bingo.AnnounceSuper{At: bingo.Moment(c.was.Announced), Amount: e.Amount, By: [2]string{"one", "another"}})
	e.row = c.was
	return fmt.Sprintf("%s %s", e.Draw, e.hall.amountOf(e.Amount)), refusal(err)
}

// Ask is Effect's.
func (e *announcing) Ask(ask *store.Ask) { ask.Draws = append(ask.Draws, e.row.DrawRef) }

// Decide is Effect's.
func (e *announcing) Decide(b *shop.Batch, a *ledger.Act) error {
	now, ok := b.Draw(e.row.DrawRef)
	if !ok || now.Seq != e.row.Seq || now.State != "scheduled" {
		return errMoved
	}
	e.at = b.At()
	e.row = now
	e.row.Super, e.row.Seq = e.Amount, now.Seq+1
	e.row.SuperBy = [2]store.PersonID{store.PersonID(e.First), store.PersonID(a.Actor)}
	return nil
}

// Also is Effect's.
func (e *announcing) Also(ctx context.Context, tx *store.Tx) error {
	if err := tx.MoveDraw(ctx, "scheduled", e.row.Seq-1, &e.row); err != nil {
		return stale(err)
	}
	return addEvent(ctx, tx, &e.row, e.at, Super, SuperBody{Amount: e.Amount})
}

// Proposed notes who proposes.
func (e *announcing) Proposed(by shop.By) { e.First = string(by.Person) }

// voiding gives all stakes of a draw back after its lock, and has everything published that would have been paid: two persons do it.
type voiding struct {
	shop.Nothing `json:"-"`

	Draw   string `json:"draw"`
	Reason string `json:"reason"` // is signed and published
	First  string `json:"first,omitempty"`

	hall   *Hall
	change *change
	body   EndBody
}

// Prepare refuses with unknown_draw, bad_reason, or as bingo.Step does: wrong_state before the lock, final.
func (e *voiding) Prepare(ctx context.Context, _ *shop.Shop) (string, error) {
	if err := shop.CheckReason(e.Reason); err != nil {
		return "", err
	}
	by := [2]string{"one", "another"}
	c, err := e.hall.changeOf(ctx, e.Draw, func(at bingo.Moment) bingo.Event { return bingo.Void{At: at, By: by, Reason: e.Reason} })
	if err != nil {
		return "", err
	}
	t := *c.table
	if _, err := t.step(c.step(bingo.MaxMoment)); err != nil {
		return "", refusal(err)
	}
	e.change = c
	return e.Draw, nil
}

// Proposed notes who proposes.
func (e *voiding) Proposed(by shop.By) { e.First = string(by.Person) }

// Ask is Effect's.
func (e *voiding) Ask(ask *store.Ask) { e.change.ask(ask) }

// Decide is Effect's.
func (e *voiding) Decide(b *shop.Batch, a *ledger.Act) error {
	c := e.change
	by := [2]string{e.First, a.Actor}
	c.step = func(at bingo.Moment) bingo.Event { return bingo.Void{At: at, By: by, Reason: e.Reason} }
	subject := a.Subject
	if err := c.decide(b, a, 0); err != nil {
		return refusal(err)
	}
	a.Subject = subject
	var err error
	if e.body, err = c.ended(); err != nil {
		return err
	}
	c.draw.EndBy = [2]store.PersonID{store.PersonID(by[0]), store.PersonID(by[1])}
	return nil
}

// Also is Effect's.
func (e *voiding) Also(ctx context.Context, tx *store.Tx) error {
	return e.change.write(ctx, tx, Voided, e.body)
}

// ErrNotEnded refuses the record of a draw that goes on.
var ErrNotEnded = shop.Say("not_ended", "this draw has not ended: its record is published then", "ce tirage n’est pas terminé : son procès-verbal est publié alors")

// Record is all that is published of a draw that has ended, as "tirage verify" reads it. It refuses with ErrUnknownDraw or ErrNotEnded.
func (h *Hall) Record(ctx context.Context, id string) ([]byte, error) {
	d, err := h.drawRow(ctx, id)
	if err != nil {
		return nil, err
	}
	if d.Ended == 0 {
		return nil, ErrNotEnded
	}
	t, err := h.finished(ctx, &d)
	if err != nil {
		return nil, err
	}
	r, err := bingo.NewRecord(&t.draw, h.Keys.houseSecret(idOf(d.DrawRef), d.Nonce))
	if err != nil {
		return nil, err
	}
	for _, n := range [][]byte{d.Schedule, d.Lock, d.End} {
		if len(n) > 0 {
			r.Notes = append(r.Notes, string(n))
		}
	}
	return bingo.WriteRecord(r)
}

// finished makes a draw again that has ended, to its end.
func (h *Hall) finished(ctx context.Context, d *store.Draw) (*table, error) {
	t, err := h.whole(ctx, d)
	if err != nil || t.draw.State().Final() {
		return t, err
	}
	at := bingo.Moment(d.Ended)
	var e bingo.Event
	switch d.State {
	case "settled":
		e = bingo.Settle{At: at}
	case "void":
		e = bingo.Void{At: at, By: [2]string{string(d.EndBy[0]), string(d.EndBy[1])}, Reason: d.Reason}
	case "cancelled":
		reason := bingo.ByOperator
		if d.Locked != 0 {
			reason = bingo.KeeperSilent
		}
		e = bingo.Cancel{At: at, Reason: reason}
	default:
		return nil, errors.New("hall: draw " + d.String() + " has ended in no way there is")
	}
	_, err = t.step(e)
	return t, err
}
