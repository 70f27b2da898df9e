package store

import (
	"context"
	"math"
	"slices"

	"tirage/internal/store/rows"
	"tirage/money"
)

// FormulaFile returns a game file that the house plays or played, by its SHA-256, or ErrUnknown.
func (r reads) FormulaFile(ctx context.Context, digest [32]byte) (Formula, error) {
	row, err := r.q.Formula(ctx, digest[:])
	return Formula{digestOf(row.Digest), row.Code, RoomID(row.ID), row.Version, row.File, row.At}, r.named("formula", err)
}

// Rooms returns all rooms, by ID.
func (r reads) Rooms(ctx context.Context) ([]Room, error) {
	list, err := r.q.Rooms(ctx)
	return each(list, roomOf), r.named("rooms", err)
}

// Room returns a room, or ErrUnknown.
func (r reads) Room(ctx context.Context, id RoomID) (Room, error) {
	row, err := r.q.Room(ctx, string(id))
	return roomOf(row), r.named("room", err)
}

// Draw returns a draw, or ErrUnknown.
func (r reads) Draw(ctx context.Context, ref DrawRef) (Draw, error) {
	row, err := r.q.Draw(ctx, rows.DrawParams{Code: ref.Code, Number: ref.Number})
	return drawOf(row), r.named("draw", err)
}

// LiveDrawsOf returns the draws of a room that have not ended, by number.
func (r reads) LiveDrawsOf(ctx context.Context, room RoomID) ([]Draw, error) {
	list, err := r.q.LiveDrawsOf(ctx, string(room))
	return each(list, drawOf), r.named("draws", err)
}

// DrawsBefore returns the draws of a formula before a number, the last first; 0 for all.
func (r reads) DrawsBefore(ctx context.Context, before DrawRef, limit int) ([]Draw, error) {
	if before.Number == 0 {
		before.Number = math.MaxInt64
	}
	list, err := r.q.DrawsBefore(ctx, rows.DrawsBeforeParams{Code: before.Code, Before: before.Number, Most: page(limit)})
	return each(list, drawOf), r.named("draws", err)
}

// LiveDraws returns where all draws stand that have not ended, or ended after a time.
func (r reads) LiveDraws(ctx context.Context, since int64) ([]DrawHead, error) {
	list, err := r.q.LiveDraws(ctx, since)
	heads := each(list, func(d rows.LiveDrawsRow) DrawHead {
		return DrawHead{DrawRef{d.Code, d.Number}, RoomID(d.Room), d.State, d.Seq, d.Size, d.Players, d.Robots, money.Cents(d.Price)}
	})
	slices.SortFunc(heads, func(a, b DrawHead) int { return compareDraws(a.DrawRef, b.DrawRef) })
	return heads, r.named("draws", err)
}

// DrawCards returns cards of a draw by index, from one on.
func (r reads) DrawCards(ctx context.Context, ref DrawRef, from int64, limit int) ([]DrawCard, error) {
	list, err := r.q.DrawCards(ctx, rows.DrawCardsParams{Code: ref.Code, Number: ref.Number, First: from, Most: page(limit)})
	return each(list, drawCardOf), r.named("cards", err)
}

// Seats returns cards of a draw by index, from one on, as far as a draw is made again from them: without acts and receipts.
func (r reads) Seats(ctx context.Context, ref DrawRef, from int64, limit int) ([]DrawCard, error) {
	list, err := r.q.Seats(ctx, rows.SeatsParams{Code: ref.Code, Number: ref.Number, First: from, Most: page(limit)})
	return each(list, func(c rows.SeatsRow) DrawCard {
		return DrawCard{DrawRef: ref, Index: c.Idx, Card: c.Card, Owner: PersonID(c.Owner), Tag: digestOf(c.Tag)}
	}), r.named("cards", err)
}

// CardsOf returns a person's cards in a draw, by index, from one on.
func (r reads) CardsOf(ctx context.Context, of HoldingRef, from int64) ([]DrawCard, error) {
	list, err := r.q.CardsOf(ctx, rows.CardsOfParams{Owner: string(of.Person), Code: of.Code, Number: of.Number, First: from})
	return each(list, drawCardOf), r.named("cards", err)
}

// Holding returns what a person has in a draw, or ErrUnknown.
func (r reads) Holding(ctx context.Context, of HoldingRef) (Holding, error) {
	row, err := r.q.Holding(ctx, rows.HoldingParams{Code: of.Code, Number: of.Number, Person: string(of.Person)})
	return holdingOf(row), r.named("holding", err)
}

// HoldingsIn returns what persons have in a draw, by person, after one ("" for the first).
func (r reads) HoldingsIn(ctx context.Context, ref DrawRef, after PersonID, limit int) ([]Holding, error) {
	list, err := r.q.HoldingsIn(ctx, rows.HoldingsInParams{Code: ref.Code, Number: ref.Number, After: string(after), Most: page(limit)})
	return each(list, holdingOf), r.named("holdings", err)
}

// HoldingsOf returns what a person has and had in draws, newest first: by time of the first purchase and draw, downwards, before a time and
// a draw; a time of 0 is after all.
func (r reads) HoldingsOf(ctx context.Context, person PersonID, at int64, before DrawRef, limit int) ([]Holding, error) {
	if at == 0 {
		at = math.MaxInt64
	}
	list, err := r.q.HoldingsOf(ctx, rows.HoldingsOfParams{
		Person: string(person), BeforeAt: at, BeforeCode: before.Code, BeforeNumber: before.Number, Most: page(limit),
	})
	return each(list, holdingOf), r.named("holdings", err)
}

// DrawEvents returns the events of a draw in order, after one.
func (r reads) DrawEvents(ctx context.Context, ref DrawRef, after int64, limit int) ([]DrawEvent, error) {
	list, err := r.q.DrawEvents(ctx, rows.DrawEventsParams{Code: ref.Code, Number: ref.Number, After: after, Most: page(limit)})
	return each(list, func(e rows.DrawEvent) DrawEvent {
		return DrawEvent{DrawRef{e.Code, e.Number}, e.Seq, e.At, e.Kind, e.Body}
	}), r.named("events", err)
}

func roomOf(r rows.Room) Room {
	return Room{
		ID: RoomID(r.ID), Code: r.Code, Formula: digestOf(r.Formula), Play: r.Play != 0, State: r.State, Settings: r.Settings, Next: r.Next,
		Jackpot: money.Cents(r.Jackpot), Fund: money.Cents(r.Fund), Changed: r.Changed, Change: r.Change,
	}
}

func drawOf(d rows.Draw) Draw {
	return Draw{
		DrawRef: DrawRef{d.Code, d.Number}, Room: RoomID(d.Room), Formula: digestOf(d.Formula), Play: d.Play != 0, State: d.State, Seq: d.Seq,
		Announced: d.Announced, Opens: d.Opens, Closes: d.Closes, Patience: d.Patience, Nonce: d.Nonce, A: digestOf(d.A), B: digestOf(d.B),
		Commitment: d.Commitment, Schedule: d.Schedule, Super: money.Cents(d.Super), SuperBy: [2]PersonID{PersonID(d.SuperBy), PersonID(d.SuperAnd)},
		Size: d.Size, Players: d.Players, Robots: d.Robots, Price: money.Cents(d.Price), Log: d.Log,
		Locked: d.Locked, Jackpot: money.Cents(d.Jackpot), Fund: money.Cents(d.Fund), Lock: d.LockNote, Opened: d.Opened, Sealed: d.Sealed,
		Called: d.Called, CalledAt: d.CalledAt, Ended: d.Ended, Reason: d.Reason, EndBy: [2]PersonID{PersonID(d.EndBy), PersonID(d.EndAnd)},
		End: d.EndNote, JackpotAfter: money.Cents(d.JackpotAfter), FundAfter: money.Cents(d.FundAfter),
	}
}

func drawCardOf(c rows.DrawCard) DrawCard {
	d := DrawCard{
		DrawRef: DrawRef{c.Code, c.Number}, Index: c.Idx, Card: c.Card, Owner: PersonID(c.Owner), Tag: digestOf(c.Tag), Journal: c.Journal, Seq: c.Seq,
		Size: c.Size, Root: digestOf(c.Root),
	}
	copy(d.Hash[:], c.Hash)
	return d
}

func holdingOf(h rows.Holding) Holding {
	return Holding{
		HoldingRef: HoldingRef{DrawRef{h.Code, h.Number}, PersonID(h.Person)}, Robot: h.Robot != 0, Cards: h.Cards, Paid: money.Cents(h.Paid), At: h.At,
	}
}
