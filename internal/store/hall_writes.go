package store

import (
	"context"
	"maps"
	"slices"

	"tirage/internal/store/rows"
	"tirage/money"
)

// AddFormula keeps a game file that the house plays. It does nothing if it is there.
func (t *Tx) AddFormula(ctx context.Context, f Formula) error {
	return t.named("add formula", t.q.AddFormula(ctx, rows.AddFormulaParams{
		Digest: f.Digest[:], Code: f.Code, ID: string(f.ID), Version: f.Version, File: bytesOf(f.File), At: f.At,
	}))
}

// AddRoom adds a room, with a lease that anybody may take; ErrTaken if the room or its code is.
func (t *Tx) AddRoom(ctx context.Context, r Room) error {
	err := t.q.AddRoom(ctx, rows.AddRoomParams{
		ID: string(r.ID), Code: r.Code, Formula: r.Formula[:], Play: flag(r.Play), State: r.State, Settings: bytesOf(r.Settings), Next: r.Next,
		Jackpot: int64(r.Jackpot), Fund: int64(r.Fund), Changed: r.Changed, Change: r.Change,
	})
	if err == nil {
		err = t.q.AddRoomLease(ctx, string(r.ID))
	}
	return t.named("add room "+string(r.ID), err)
}

// SetRoom writes what may change of a room, whose Change is then one more; ErrStale if that is no longer the one given.
func (t *Tx) SetRoom(ctx context.Context, r Room) error {
	n, err := t.q.SetRoom(ctx, rows.SetRoomParams{
		ID: string(r.ID), Was: r.Change, Formula: r.Formula[:], State: r.State, Settings: bytesOf(r.Settings), Next: r.Next,
		Jackpot: int64(r.Jackpot), Fund: int64(r.Fund), Changed: r.Changed,
	})
	return t.one("set room "+string(r.ID), n, err, ErrStale)
}

// Fence holds a room for whoever writes in this transaction, and renews its lease; ErrLost if another has taken it.
func (t *Tx) Fence(ctx context.Context, l RoomLease, expires int64) error {
	n, err := t.q.Fence(ctx, rows.FenceParams{Room: string(l.Room), Token: l.Token, Expires: expires})
	return t.one("fence room "+string(l.Room), n, err, ErrLost)
}

// TakeRooms gives a holder every room whose lease has run out by now, with a new token each.
func (s *Store) TakeRooms(ctx context.Context, holder string, now, expires int64) (leases []RoomLease, err error) {
	if err := s.fault("lease"); err != nil {
		return nil, err
	}
	list, err := rows.New(s.writer).TakeRooms(ctx, rows.TakeRoomsParams{Holder: holder, Now: now, Expires: expires})
	for _, l := range list {
		leases = append(leases, RoomLease{RoomID(l.Room), l.Token})
	}
	return leases, s.named("take rooms", err)
}

// RenewRooms renews the leases that a holder still has, and returns them.
func (s *Store) RenewRooms(ctx context.Context, holder string, expires int64) (leases []RoomLease, err error) {
	if err := s.fault("lease"); err != nil {
		return nil, err
	}
	list, err := rows.New(s.writer).RenewRooms(ctx, rows.RenewRoomsParams{Holder: holder, Expires: expires})
	for _, l := range list {
		leases = append(leases, RoomLease{RoomID(l.Room), l.Token})
	}
	return leases, s.named("renew rooms", err)
}

// ReleaseRooms gives a holder's leases back: whatever still holds their tokens is fenced out.
func (s *Store) ReleaseRooms(ctx context.Context, holder string) error {
	if err := s.fault("lease"); err != nil {
		return err
	}
	return s.named("release rooms", rows.New(s.writer).ReleaseRooms(ctx, holder))
}

// AddDraw announces a draw, or returns ErrTaken. What belongs to its later life is not written.
func (t *Tx) AddDraw(ctx context.Context, d Draw) error {
	return t.named("add draw "+d.String(), t.q.AddDraw(ctx, rows.AddDrawParams{
		Code: d.Code, Number: d.Number, Room: string(d.Room), Formula: d.Formula[:], Play: flag(d.Play), State: d.State, Seq: d.Seq,
		Announced: d.Announced, Opens: d.Opens, Closes: d.Closes, Patience: d.Patience, Nonce: bytesOf(d.Nonce), A: d.A[:], B: d.B[:],
		Commitment: bytesOf(d.Commitment), Schedule: bytesOf(d.Schedule),
	}))
}

// MoveDraw writes all of a draw but what was announced and what sales change; ErrStale if it is no longer as it was: in a state, after an
// event.
func (t *Tx) MoveDraw(ctx context.Context, was string, wasSeq int64, d *Draw) error {
	n, err := t.q.MoveDraw(ctx, rows.MoveDrawParams{
		Code: d.Code, Number: d.Number, Was: was, WasSeq: wasSeq, State: d.State, Seq: d.Seq,
		Super: int64(d.Super), SuperBy: string(d.SuperBy[0]), SuperAnd: string(d.SuperBy[1]),
		Locked: d.Locked, Jackpot: int64(d.Jackpot), Fund: int64(d.Fund), LockNote: bytesOf(d.Lock), Opened: d.Opened, Sealed: bytesOf(d.Sealed),
		Called: d.Called, CalledAt: d.CalledAt, Ended: d.Ended, Reason: d.Reason, EndBy: string(d.EndBy[0]), EndAnd: string(d.EndBy[1]),
		EndNote: bytesOf(d.End), JackpotAfter: int64(d.JackpotAfter), FundAfter: int64(d.FundAfter),
	})
	return t.one("move draw "+d.String(), n, err, ErrStale)
}

// CallBall notes that a ball was called, the next one after an event; ErrStale if the draw is no longer there.
func (t *Tx) CallBall(ctx context.Context, ref DrawRef, wasSeq, called, at int64) error {
	n, err := t.q.CallBall(ctx, rows.CallBallParams{Code: ref.Code, Number: ref.Number, WasSeq: wasSeq, Called: called, CalledAt: at})
	return t.one("call a ball of draw "+ref.String(), n, err, ErrStale)
}

// AddEvents adds events to the logs of draws, and wakes who watches once they are committed.
func (t *Tx) AddEvents(ctx context.Context, list ...DrawEvent) error {
	for _, e := range list {
		if err := t.q.AddEvent(ctx, rows.AddEventParams{Code: e.Code, Number: e.Number, Seq: e.Seq, At: e.At, Kind: e.Kind, Body: bytesOf(e.Body)}); err != nil {
			return t.named("add event to draw "+e.String(), err)
		}
	}
	if len(list) == 0 {
		return nil
	}
	return t.named("wake", t.wake(ctx))
}

// SetPaid notes what persons were paid in a draw, each once; ErrStale if one of them has no card in it or was paid before.
func (t *Tx) SetPaid(ctx context.Context, ref DrawRef, paid map[PersonID]money.Cents) error {
	for _, person := range slices.Sorted(maps.Keys(paid)) {
		n, err := t.q.SetPaid(ctx, rows.SetPaidParams{Code: ref.Code, Number: ref.Number, Person: string(person), Paid: int64(paid[person])})
		if err := t.one("pay in draw "+ref.String(), n, err, ErrStale); err != nil {
			return err
		}
	}
	return nil
}

// GiveBack notes that all who have cards in a draw got back what they cost.
func (t *Tx) GiveBack(ctx context.Context, ref DrawRef, price money.Cents) error {
	_, err := t.q.GiveBack(ctx, rows.GiveBackParams{Code: ref.Code, Number: ref.Number, Price: int64(price)})
	return t.named("give back in draw "+ref.String(), err)
}
