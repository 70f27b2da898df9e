package store

import (
	"context"

	"tirage/internal/store/rows"
)

// AddPerson adds a person, or returns ErrTaken if the ID or the login is.
func (t *Tx) AddPerson(ctx context.Context, p Person) error {
	return t.named("add person", t.q.AddPerson(ctx, rows.AddPersonParams{
		ID: string(p.ID), Login: p.Login, Password: p.Password, Role: p.Role, TagSecret: bytesOf(p.TagSecret),
		Created: p.Created, Locked: p.Locked, Erased: p.Erased,
	}))
}

// SetPassword gives a person another password; ErrUnknown if there is none, or it was erased.
func (t *Tx) SetPassword(ctx context.Context, id PersonID, password string) error {
	n, err := t.q.SetPassword(ctx, rows.SetPasswordParams{ID: string(id), Password: password})
	return t.one("set password", n, err, ErrUnknown)
}

// SetRole gives a person another role; ErrUnknown if there is none, or it was erased.
func (t *Tx) SetRole(ctx context.Context, id PersonID, role string) error {
	n, err := t.q.SetRole(ctx, rows.SetRoleParams{ID: string(id), Role: role})
	return t.one("set role", n, err, ErrUnknown)
}

// SetLocked locks a person's account at a time, or unlocks it at 0; ErrUnknown if there is none, or it was erased.
func (t *Tx) SetLocked(ctx context.Context, id PersonID, at int64) error {
	n, err := t.q.SetLocked(ctx, rows.SetLockedParams{ID: string(id), Locked: at})
	return t.one("lock", n, err, ErrUnknown)
}

// Erase forgets who a person is, but for the pseudonym: login, password and sessions. The secret of the owner tags stays:
// what the keeper was told can still be checked. ErrUnknown if there is none, or it was erased.
func (t *Tx) Erase(ctx context.Context, id PersonID, at int64) error {
	n, err := t.q.Erase(ctx, rows.EraseParams{ID: string(id), Login: "erased " + string(id), Erased: at})
	if err := t.one("erase", n, err, ErrUnknown); err != nil {
		return err
	}
	return t.DropSessions(ctx, id)
}

// AddSession adds a session.
func (t *Tx) AddSession(ctx context.Context, s Session) error {
	return t.named("add session", t.q.AddSession(ctx, rows.AddSessionParams{
		Token: s.Token[:], Person: string(s.Person), Created: s.Created, Expires: s.Expires, Seen: s.Seen,
	}))
}

// TouchSession notes when a session was seen and until when it lasts; ErrUnknown if it was dropped.
func (t *Tx) TouchSession(ctx context.Context, token [32]byte, seen, expires int64) error {
	n, err := t.q.TouchSession(ctx, rows.TouchSessionParams{Token: token[:], Seen: seen, Expires: expires})
	return t.one("touch session", n, err, ErrUnknown)
}

// DropSession ends a session, if there is one.
func (t *Tx) DropSession(ctx context.Context, token [32]byte) error {
	return t.named("drop session", t.q.DropSession(ctx, token[:]))
}

// DropSessions ends all sessions of a person.
func (t *Tx) DropSessions(ctx context.Context, person PersonID) error {
	return t.named("drop sessions", t.q.DropSessions(ctx, string(person)))
}

// SweepSessions ends the sessions that have expired by now, and returns how many.
func (t *Tx) SweepSessions(ctx context.Context, now int64) (int64, error) {
	n, err := t.q.SweepSessions(ctx, now)
	return n, t.named("sweep sessions", err)
}

// AddBlock adds a block, or returns ErrTaken.
func (t *Tx) AddBlock(ctx context.Context, b Block) error {
	return t.named("add block", t.q.AddBlock(ctx, rows.AddBlockParams{
		ID: string(b.ID), Game: b.Game, Issue: b.Issue, Number: b.Number, Play: flag(b.Play), State: b.State, Price: int64(b.Price),
		First: b.First, OnlineEnd: b.OnlineEnd, Next: b.Next, Told: b.Told, Folder: b.Folder, Manifest: b.Manifest[:],
		Version: b.Version, Ord: b.Order,
	}))
}

// SetBlockState takes a block from one state to another; ErrStale if it is not in the first.
func (t *Tx) SetBlockState(ctx context.Context, id BlockID, from, to string) error {
	n, err := t.q.SetBlockState(ctx, rows.SetBlockStateParams{ID: string(id), Was: from, State: to})
	return t.one("set state of block "+string(id), n, err, ErrStale)
}

// NoteTold notes that the keeper was told of the positions from one to before another; ErrStale if from is not where the
// block's telling stands.
func (t *Tx) NoteTold(ctx context.Context, id BlockID, from, to int64) error {
	n, err := t.q.NoteTold(ctx, rows.NoteToldParams{ID: string(id), Was: from, Told: to})
	return t.one("note told of block "+string(id), n, err, ErrStale)
}

// AddProposal adds a proposal, which is pending. Its decision is not written.
func (t *Tx) AddProposal(ctx context.Context, p Proposal) error {
	return t.named("add proposal", t.q.AddProposal(ctx, rows.AddProposalParams{
		ID: p.ID, Kind: p.Kind, Body: bytesOf(p.Body), Reason: p.Reason, Proposer: string(p.Proposer), Created: p.Created, Expires: p.Expires,
	}))
}

// DecideProposal writes State, Decider, Decided and Note of the proposal with this ID; ErrStale if it is not pending any more,
// or if the decider is who proposed it.
func (t *Tx) DecideProposal(ctx context.Context, p Proposal) error {
	n, err := t.q.DecideProposal(ctx, rows.DecideProposalParams{
		ID: p.ID, State: p.State, Decider: string(p.Decider), Decided: p.Decided, Note: p.Note,
	})
	return t.one("decide proposal "+p.ID, n, err, ErrStale)
}

// bytesOf is never nil, which would be null.
func bytesOf(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}
