package store

import (
	"context"
	"math"

	"tirage/internal/store/rows"
	"tirage/money"
)

// reads is what can be read, whether from the Store, a View or a Tx.
type reads struct {
	q      *rows.Queries
	secret string
}

// page is a limit as the queries take it: at least 1 and at most 10,000 rows.
func page(limit int) int32 { return int32(min(max(limit, 1), 10_000)) }

// Person returns a person, or ErrUnknown.
func (r reads) Person(ctx context.Context, id PersonID) (Person, error) {
	row, err := r.q.Person(ctx, string(id))
	return personOf(row), r.named("person", err)
}

// PersonByLogin returns the person with a login, or ErrUnknown.
func (r reads) PersonByLogin(ctx context.Context, login string) (Person, error) {
	row, err := r.q.PersonByLogin(ctx, login)
	return personOf(row), r.named("person by login", err)
}

// Persons returns persons by ID, after one ("" for the first).
func (r reads) Persons(ctx context.Context, after PersonID, limit int) ([]Person, error) {
	list, err := r.q.Persons(ctx, rows.PersonsParams{After: string(after), Most: page(limit)})
	return each(list, personOf), r.named("persons", err)
}

// Session returns a session by the digest of its token, or ErrUnknown. Whether it has expired is for the caller to see.
func (r reads) Session(ctx context.Context, token [32]byte) (Session, error) {
	row, err := r.q.Session(ctx, token[:])
	return sessionOf(row), r.named("session", err)
}

// Holder returns a session and whose it is, as Session and Person do.
func (r reads) Holder(ctx context.Context, token [32]byte) (Session, Person, error) {
	row, err := r.q.Holder(ctx, token[:])
	return sessionOf(row.Session), personOf(row.Person), r.named("holder of a session", err)
}

func sessionOf(row rows.Session) Session {
	return Session{Token: digestOf(row.Token), Person: PersonID(row.Person), Created: row.Created, Expires: row.Expires, Seen: row.Seen}
}

// Block returns a block, or ErrUnknown.
func (r reads) Block(ctx context.Context, id BlockID) (Block, error) {
	row, err := r.q.Block(ctx, string(id))
	return blockOf(row), r.named("block", err)
}

// Blocks returns all blocks, by game, order and ID.
func (r reads) Blocks(ctx context.Context) ([]Block, error) {
	list, err := r.q.Blocks(ctx)
	return each(list, blockOf), r.named("blocks", err)
}

// Lots returns what became of each lot of a block, by lot. A lot of which no ticket was revealed or paid is not there.
func (r reads) Lots(ctx context.Context, id BlockID) ([]LotCount, error) {
	list, err := r.q.Lots(ctx, string(id))
	return each(list, func(l rows.LotsRow) LotCount { return LotCount(l) }), r.named("lots", err)
}

// Ticket returns a sold ticket, or ErrUnknown.
func (r reads) Ticket(ctx context.Context, ref TicketRef) (Ticket, error) {
	row, err := r.q.Ticket(ctx, rows.TicketParams{Block: string(ref.Block), Position: ref.Position})
	return ticketOf(row), r.named("ticket", err)
}

// Untold returns tickets of a block that the keeper was not told of, in order of position, from the first.
func (r reads) Untold(ctx context.Context, id BlockID, limit int) ([]Ticket, error) {
	list, err := r.q.Untold(ctx, rows.UntoldParams{ID: string(id), Most: page(limit)})
	return each(list, ticketOf), r.named("untold tickets", err)
}

// TicketsAfter returns sold tickets of all blocks, by block and position, after one; the first is after that of no block at position -1.
func (r reads) TicketsAfter(ctx context.Context, after TicketRef, limit int) ([]Ticket, error) {
	list, err := r.q.TicketsAfter(ctx, rows.TicketsAfterParams{Block: string(after.Block), Position: after.Position, Most: page(limit)})
	return each(list, ticketOf), r.named("tickets", err)
}

// History returns the tickets of an owner, newest first: by time of sale, block and position, downwards.
func (r reads) History(ctx context.Context, owner PersonID, after Cursor, limit int) ([]Ticket, error) {
	if after == (Cursor{}) {
		after.At = math.MaxInt64
	}
	list, err := r.q.History(ctx, rows.HistoryParams{
		Owner: string(owner), BeforeAt: after.At, BeforeBlock: after.In, BeforePosition: after.Pos, Most: page(limit),
	})
	return each(list, ticketOf), r.named("history", err)
}

// Cursor is the place behind this ticket in its owner's history.
func (t *Ticket) Cursor() Cursor { return Cursor{At: t.SoldAt, In: string(t.Block), Pos: t.Position} }

// Cursor is the place behind this proposal in a list of proposals.
func (p *Proposal) Cursor() Cursor { return Cursor{At: p.Created, In: p.ID} }

// Proposal returns a proposal, or ErrUnknown.
func (r reads) Proposal(ctx context.Context, id string) (Proposal, error) {
	row, err := r.q.Proposal(ctx, id)
	return proposalOf(row), r.named("proposal", err)
}

// Proposals returns the proposals in a state, or in any (""), newest first: by time and ID, downwards.
func (r reads) Proposals(ctx context.Context, state string, after Cursor, limit int) ([]Proposal, error) {
	if after == (Cursor{}) {
		after.At = math.MaxInt64
	}
	list, err := r.q.Proposals(ctx, rows.ProposalsParams{State: state, BeforeCreated: after.At, BeforeID: after.In, Most: page(limit)})
	return each(list, proposalOf), r.named("proposals", err)
}

func each[A, B any](list []A, of func(A) B) []B {
	out := make([]B, len(list))
	for i := range list {
		out[i] = of(list[i])
	}
	return out
}

func digestOf(b []byte) (d [32]byte) {
	copy(d[:], b)
	return d
}

func personOf(p rows.Person) Person {
	return Person{
		ID: PersonID(p.ID), Login: p.Login, Password: p.Password, Role: p.Role, TagSecret: p.TagSecret,
		Created: p.Created, Locked: p.Locked, Erased: p.Erased,
	}
}

func blockOf(b rows.Block) Block {
	return Block{
		ID: BlockID(b.ID), Game: b.Game, Issue: b.Issue, Number: b.Number, Play: b.Play != 0, State: b.State,
		Price: money.Cents(b.Price), First: b.First, OnlineEnd: b.OnlineEnd, Next: b.Next, Told: b.Told,
		Folder: b.Folder, Manifest: digestOf(b.Manifest), Version: b.Version, Order: b.Ord,
	}
}

func ticketOf(t rows.Ticket) Ticket {
	secret := t.Secret
	if len(secret) == 0 {
		secret = nil
	}
	return Ticket{
		TicketRef: TicketRef{BlockID(t.Block), t.Position}, Owner: PersonID(t.Owner), Play: t.Play != 0,
		Price: money.Cents(t.Price), SoldAt: t.SoldAt, Journal: t.Journal, Seq: t.Seq, Digest: digestOf(t.Digest),
		RevealedAt: t.RevealedAt, Lot: t.Lot, Composition: t.Composition, Secret: secret, Paid: money.Cents(t.Paid),
	}
}

func proposalOf(p rows.Proposal) Proposal {
	return Proposal{
		ID: p.ID, Kind: p.Kind, Body: p.Body, Reason: p.Reason, Proposer: PersonID(p.Proposer), Created: p.Created,
		Expires: p.Expires, State: p.State, Decider: PersonID(p.Decider), Decided: p.Decided, Note: p.Note,
	}
}

func flag(yes bool) int64 {
	if yes {
		return 1
	}
	return 0
}
