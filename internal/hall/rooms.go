package hall

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"tirage/bingo"
	"tirage/gamefile"
	"tirage/internal/shop"
	"tirage/internal/store"
	"tirage/ledger"
	"tirage/money"
)

// RoomOrder opens a room, or changes how it is run.
type RoomOrder struct {
	File     string   `json:"file"` // the formula's game file, whole; for a room that is there, "" for the one it plays by
	Play     bool     `json:"play"` // for play money
	Settings Settings `json:"settings"`
	Reason   string   `json:"reason"`
}

// OpenRoom opens a room for a formula, or opens a closed one again, with other settings or another version of its formula for the draws that
// are announced from now on. It refuses with ErrRole, ErrKeyMissing, ErrKeyReused, bad_reason, bad_game_file, currency, room_exists (another formula of this
// code has a room, or it plays for the other kind of money), and what Settings refuse.
func (h *Hall) OpenRoom(ctx context.Context, by shop.By, key string, o RoomOrder) (RoomView, error) {
	if err := by.May(shop.Operator, shop.Administrator); err != nil {
		return RoomView{}, err
	}
	if err := shop.CheckReason(o.Reason); err != nil {
		return RoomView{}, err
	}
	f, report := gamefile.ReadFormula("formula", []byte(o.File))
	if f == nil {
		return RoomView{}, shop.Sayf("bad_game_file", "this is no game file of a bingo formula: tirage check says what is wrong (%d errors)",
			"ce n’est pas un fichier de jeu d’une formule de bingo : tirage check dit ce qui ne va pas (%d erreurs)", report.Errors())
	}
	if f.Currency != h.shop.Currency {
		return RoomView{}, shop.Sayf("currency", "this formula is in %s, the house in %s", "cette formule est en %s, la maison en %s", f.Currency.Code, h.shop.Currency.Code)
	}
	if err := o.Settings.check(f, o.Play); err != nil {
		return RoomView{}, err
	}
	a, err := by.Keyed("open_room", key, f.Digest, o.Play, o.Settings, o.Reason)
	if err != nil {
		return RoomView{}, err
	}
	text, err := json.Marshal(o.Settings)
	if err != nil {
		return RoomView{}, err
	}
	o2 := &opening{hall: h, formula: f, file: []byte(o.File), play: o.Play, settings: text}
	a.Subject, a.Note = f.ID, fmt.Sprintf("formula %s, settings %s: %s", f.Digest, text, o.Reason)
	return h.setRoom(ctx, by, a, f.ID, o2.prepare, o2.write)
}

// setRoom has an act done that changes a room, and gives the room as it is then.
func (h *Hall) setRoom(ctx context.Context, by shop.By, a *ledger.Act, id string,
	prepare func(ctx context.Context, a *ledger.Act) error, write func(ctx context.Context, tx *store.Tx, at int64) error,
) (RoomView, error) {
	for tries := 0; ; tries++ {
		act := *a
		if err := prepare(ctx, &act); err != nil {
			return RoomView{}, err
		}
		again, at := false, int64(0)
		err := h.shop.Do(ctx, shop.Task{
			Person: by.Person,
			Ask:    func(ask *store.Ask) { ask.Keys = append(ask.Keys, store.ActKey{Actor: a.Actor, Key: a.Key}) },
			Decide: func(b *shop.Batch) error {
				var err error
				if again, err = b.Again(&act, &struct{}{}); again {
					return err
				}
				at = b.At()
				_, err = b.Post(&act, struct{}{})
				return err
			},
			Also: func(ctx context.Context, tx *store.Tx) error {
				if again {
					return nil
				}
				return stale(write(ctx, tx, at))
			},
		})
		if errors.Is(err, errMoved) && tries < 20 { // a draw was announced meanwhile
			continue
		}
		if err != nil {
			return RoomView{}, err
		}
		h.changed(store.RoomID(id))
		return h.Room(ctx, id)
	}
}

// changed has this node read a room again; others see it within some seconds.
func (h *Hall) changed(id store.RoomID) {
	h.mu.Lock()
	r := h.runners[id]
	h.mu.Unlock()
	if r != nil {
		r.reread()
		r.wake()
	}
	h.wake()
}

// opening is a room that is opened.
type opening struct {
	hall     *Hall
	formula  *bingo.Formula
	file     []byte
	play     bool
	settings []byte

	room  store.Room
	fresh bool
}

func (o *opening) prepare(ctx context.Context, a *ledger.Act) (err error) {
	f := o.formula
	o.room, err = o.hall.store.Room(ctx, store.RoomID(f.ID))
	if o.fresh = errors.Is(err, store.ErrUnknown); o.fresh {
		return o.first(ctx, a)
	}
	if err != nil {
		return err
	}
	if o.room.Play != o.play || o.room.Code != int64(f.Code) {
		return errRoomExists
	}
	return nil
}

var errRoomExists = shop.Say("room_exists", "this formula, or another one of its code, has a room already, which plays for the other kind of money or under another code",
	"cette formule, ou une autre du même code, a déjà une salle, pour l’autre sorte d’argent ou sous un autre code")

// first makes the room, whose jackpot begins with the guarantee where the formula says so.
func (o *opening) first(ctx context.Context, a *ledger.Act) error {
	rooms, err := o.hall.store.Rooms(ctx)
	if err != nil {
		return err
	}
	for _, r := range rooms {
		if r.Code == int64(o.formula.Code) {
			return errRoomExists
		}
	}
	start := bingo.OpenLedger(o.formula).Balances
	o.room = store.Room{
		ID: store.RoomID(o.formula.ID), Code: int64(o.formula.Code), Play: o.play, Next: 1, Jackpot: start[bingo.JackpotAccount], Fund: start[bingo.FundAccount],
	}
	if o.room.Jackpot > 0 {
		d := &store.Draw{DrawRef: store.DrawRef{Code: o.room.Code}, Play: o.play}
		a.Transfers = []ledger.Transfer{{Debit: account(bingo.FundAccount, d), Credit: account(bingo.JackpotAccount, d), Amount: o.room.Jackpot}}
	}
	return nil
}

func (o *opening) write(ctx context.Context, tx *store.Tx, at int64) error {
	f := o.formula
	err := tx.AddFormula(ctx, store.Formula{
		Digest: [32]byte(f.Digest), Code: int64(f.Code), ID: store.RoomID(f.ID), Version: int64(f.Version), File: o.file, At: at,
	})
	if err != nil {
		return err
	}
	r := o.room
	r.Formula, r.State, r.Settings, r.Changed = [32]byte(f.Digest), "open", o.settings, at
	if o.fresh {
		return tx.AddRoom(ctx, r)
	}
	return tx.SetRoom(ctx, r)
}

// CloseRoom closes a room: no draw is announced any more; those that are go on to their end. It refuses with ErrRole, ErrKeyMissing,
// ErrKeyReused, bad_reason, ErrUnknownRoom or room_closed.
func (h *Hall) CloseRoom(ctx context.Context, by shop.By, key, id, reason string) (RoomView, error) {
	if err := by.May(shop.Operator, shop.Administrator); err != nil {
		return RoomView{}, err
	}
	if err := shop.CheckReason(reason); err != nil {
		return RoomView{}, err
	}
	a, err := by.Keyed("close_room", key, id, reason)
	if err != nil {
		return RoomView{}, err
	}
	a.Subject, a.Note = id, reason
	var room store.Room
	return h.setRoom(ctx, by, a, id,
		func(ctx context.Context, _ *ledger.Act) (err error) {
			room, err = h.roomRow(ctx, id)
			return err
		},
		func(ctx context.Context, tx *store.Tx, at int64) error {
			if room.State == "closed" {
				return errRoomClosed
			}
			room.State, room.Changed = "closed", at
			return tx.SetRoom(ctx, room)
		})
}

// CancelDraw gives all stakes of a draw back before its lock. It refuses with ErrRole, ErrKeyMissing, ErrKeyReused, bad_reason,
// ErrUnknownDraw, or as bingo.Step does: locked, final.
func (h *Hall) CancelDraw(ctx context.Context, by shop.By, key, id, reason string) (DrawView, error) {
	if err := by.May(shop.Operator, shop.Administrator); err != nil {
		return DrawView{}, err
	}
	if err := shop.CheckReason(reason); err != nil {
		return DrawView{}, err
	}
	a, err := by.Keyed("cancel_draw", key, id, reason)
	if err != nil {
		return DrawView{}, err
	}
	a.Note = reason
	for tries := 0; ; tries++ {
		c, err := h.changeOf(ctx, id, func(at bingo.Moment) bingo.Event { return bingo.Cancel{At: at, Reason: bingo.ByOperator} })
		if err != nil {
			return DrawView{}, err
		}
		c.act = a
		again, err := c.cancel(ctx, by)
		if errors.Is(err, errMoved) && tries < 20 && !again { // a card was sold meanwhile
			continue
		}
		if err != nil {
			return DrawView{}, refusal(err)
		}
		h.wake()
		return h.Draw(ctx, id)
	}
}

// cancel has a cancellation posted as an act of a person, once under its key.
func (c *change) cancel(ctx context.Context, by shop.By) (again bool, err error) {
	var body EndBody
	err = c.hall.shop.Do(ctx, shop.Task{
		Person: by.Person,
		Ask: func(ask *store.Ask) {
			ask.Keys = append(ask.Keys, store.ActKey{Actor: c.act.Actor, Key: c.act.Key})
			c.ask(ask)
		},
		Decide: func(b *shop.Batch) error {
			if again, err = b.Again(c.act, &struct{}{}); again {
				return err
			}
			a := *c.act
			if err := c.decide(b, &a, 0); err != nil {
				return err
			}
			if body, err = c.ended(); err != nil {
				return err
			}
			_, err = b.Post(&a, struct{}{})
			return err
		},
		Also: func(ctx context.Context, tx *store.Tx) error {
			if again {
				return nil
			}
			return c.write(ctx, tx, Cancelled, body)
		},
	})
	return again, err
}

// changeOf prepares a change of a draw by persons, on whichever node they ask.
func (h *Hall) changeOf(ctx context.Context, id string, step func(bingo.Moment) bingo.Event) (*change, error) {
	d, err := h.drawRow(ctx, id)
	if err != nil {
		return nil, err
	}
	room, err := h.store.Room(ctx, d.Room)
	if err != nil {
		return nil, err
	}
	c := &change{hall: h, was: d, room: room, step: step}
	if d.Ended != 0 { // what stands against it is said by the rules
		c.table, err = h.finished(ctx, &d)
		return c, err
	}
	c.table, err = h.whole(ctx, &d)
	return c, err
}

// amountOf is an amount as people read it.
func (h *Hall) amountOf(a money.Cents) string { return h.shop.Currency.Plain(a) }
