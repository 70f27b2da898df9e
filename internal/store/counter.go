package store

import (
	"context"

	"tirage/internal/store/rows"
	"tirage/money"
	"tirage/retail"
)

// AddIssue opens an issue by its opening notice, or returns ErrTaken. What belongs to its closing is not written.
func (t *Tx) AddIssue(ctx context.Context, i Issue) error {
	return t.named("add issue", t.q.AddIssue(ctx, rows.AddIssueParams{
		ID: string(i.ID), State: string(retail.Open), Opened: i.Opened, OpeningNotice: i.OpeningNotice,
	}))
}

// CloseIssue closes the open issue with this ID, and writes what belongs to its closing; ErrStale if it is not open.
func (t *Tx) CloseIssue(ctx context.Context, i Issue) error {
	n, err := t.q.CloseIssue(ctx, rows.CloseIssueParams{
		ID: string(i.ID), Closed: i.Closed, ClosingNotice: i.ClosingNotice, ClosingDay: i.ClosingDay, Lapses: i.Lapses,
	})
	return t.one("close issue "+string(i.ID), n, err, ErrStale)
}

// LapseIssue notes, for ever, that the claims of a closed issue have lapsed by now; ErrStale if it is not closed, or they have not.
func (t *Tx) LapseIssue(ctx context.Context, id IssueID, now int64) error {
	n, err := t.q.LapseIssue(ctx, rows.LapseIssueParams{ID: string(id), Now: now})
	return t.one("lapse issue "+string(id), n, err, ErrStale)
}

// AddRetailer makes a person a retailer, or returns ErrTaken for one who is.
func (t *Tx) AddRetailer(ctx context.Context, r Retailer) error {
	return t.named("add retailer", t.q.AddRetailer(ctx, rows.AddRetailerParams{
		Person: string(r.Person), Commission: r.Commission, Credit: int64(r.Limit), Since: r.Since,
	}))
}

// SetRetailer changes a retailer's commission and limit; ErrUnknown if there is none.
func (t *Tx) SetRetailer(ctx context.Context, r Retailer) error {
	n, err := t.q.SetRetailer(ctx, rows.SetRetailerParams{Person: string(r.Person), Commission: r.Commission, Credit: int64(r.Limit)})
	return t.one("set retailer "+string(r.Person), n, err, ErrUnknown)
}

// AddFile opens a file, or returns ErrTaken if its ID is, or if another of the ticket is open. What belongs to its decision is not written.
func (t *Tx) AddFile(ctx context.Context, f ClaimFile) error {
	return t.named("add file", t.q.AddFile(ctx, rows.AddFileParams{
		ID: f.ID, Block: string(f.Block), Position: f.Position, Amount: int64(f.Amount), Opened: f.Opened, Actor: string(f.By),
		Identity: f.Identity, Transfer: f.Transfer,
	}))
}

// DecideFile writes State, Decided, Decider and Note of the file with this ID; ErrStale if it is not open any more.
func (t *Tx) DecideFile(ctx context.Context, f ClaimFile) error {
	n, err := t.q.DecideFile(ctx, rows.DecideFileParams{
		ID: f.ID, State: string(f.State), Decided: f.Decided, Decider: string(f.Decider), Note: f.Note,
	})
	return t.one("decide file "+f.ID, n, err, ErrStale)
}

// EraseFile forgets whose a decided file is and where the money went; ErrStale if it is open, or not there.
func (t *Tx) EraseFile(ctx context.Context, id string) error {
	n, err := t.q.EraseFile(ctx, id)
	return t.one("erase file "+id, n, err, ErrStale)
}

// AddSeeds publishes the seeds of a block, or returns ErrTaken if they are.
func (t *Tx) AddSeeds(ctx context.Context, s Seeds) error {
	return t.named("add seeds", t.q.AddSeeds(ctx, rows.AddSeedsParams{Block: string(s.Block), SeedA: bytesOf(s.A), SeedB: bytesOf(s.B), At: s.At}))
}

// SweepGuesses forgets wrong numbers counted since before a time by those of whom nothing is barred by now, and returns how many.
func (t *Tx) SweepGuesses(ctx context.Context, before, now int64) (int64, error) {
	n, err := t.q.SweepGuesses(ctx, rows.SweepGuessesParams{Before: before, Now: now})
	return n, t.named("sweep guesses", err)
}

func issueOf(i rows.Issue) Issue {
	return Issue{
		ID: IssueID(i.ID), State: retail.IssueState(i.State), Opened: i.Opened, OpeningNotice: i.OpeningNotice, Closed: i.Closed,
		ClosingNotice: i.ClosingNotice, ClosingDay: i.ClosingDay, Lapses: i.Lapses,
	}
}

func retailerOf(r rows.Retailer) Retailer {
	return Retailer{Person: PersonID(r.Person), Commission: r.Commission, Limit: money.Cents(r.Credit), Since: r.Since}
}

func packOf(p rows.Pack) Pack {
	return Pack{
		PackRef: PackRef{BlockID(p.Block), p.Pack}, State: retail.PackState(p.State), Retailer: PersonID(p.Retailer), At: p.At,
		Activated: p.Activated, Settled: p.Settled, Price: money.Cents(p.Price), Commission: money.Cents(p.Commission),
	}
}

func claimOf(c rows.Claim) Claim {
	return Claim{
		TicketRef: TicketRef{BlockID(c.Block), c.Position}, State: retail.ClaimState(c.State), Amount: money.Cents(c.Amount), Lot: c.Lot,
		Composition: c.Composition, By: PersonID(c.Actor), Reference: c.Reference, Expires: c.Expires, At: c.At, Seq: c.Seq, Journal: c.Journal, Link: c.Link,
	}
}

func guessOf(g rows.Guess) Guess { return Guess(g) }

func sightingOf(s rows.Sighting) Sighting {
	return Sighting{TicketRef: TicketRef{BlockID(s.Block), s.Position}, At: s.At, N: s.N, By: PersonID(s.Actor), Answer: s.Answer}
}

func fileOf(f rows.ClaimFile) ClaimFile {
	return ClaimFile{
		ID: f.ID, TicketRef: TicketRef{BlockID(f.Block), f.Position}, Amount: money.Cents(f.Amount), State: retail.FileState(f.State),
		Opened: f.Opened, By: PersonID(f.Actor), Identity: f.Identity, Transfer: f.Transfer, Decided: f.Decided, Decider: PersonID(f.Decider), Note: f.Note,
	}
}
