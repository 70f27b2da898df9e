package store

import (
	"context"
	"math"

	"tirage/internal/store/rows"
	"tirage/money"
	"tirage/retail"
)

// Issue returns an issue in the field, or ErrUnknown.
func (r reads) Issue(ctx context.Context, id IssueID) (Issue, error) {
	row, err := r.q.Issue(ctx, string(id))
	return issueOf(row), r.named("issue", err)
}

// Issues returns all issues in the field, by ID.
func (r reads) Issues(ctx context.Context) ([]Issue, error) {
	list, err := r.q.Issues(ctx)
	return each(list, issueOf), r.named("issues", err)
}

// LapsingIssues returns the closed issues whose claims have lapsed by now, and of which that is not noted.
func (r reads) LapsingIssues(ctx context.Context, now int64) ([]Issue, error) {
	list, err := r.q.LapsingIssues(ctx, now)
	return each(list, issueOf), r.named("lapsing issues", err)
}

// Retailer returns a retailer, or ErrUnknown.
func (r reads) Retailer(ctx context.Context, id PersonID) (Retailer, error) {
	row, err := r.q.Retailer(ctx, string(id))
	return retailerOf(row), r.named("retailer", err)
}

// Retailers returns retailers by person, after one ("" for the first).
func (r reads) Retailers(ctx context.Context, after PersonID, limit int) ([]Retailer, error) {
	list, err := r.q.Retailers(ctx, rows.RetailersParams{After: string(after), Most: page(limit)})
	return each(list, retailerOf), r.named("retailers", err)
}

// Pack returns a pack that has left the press, or ErrUnknown.
func (r reads) Pack(ctx context.Context, ref PackRef) (Pack, error) {
	row, err := r.q.Pack(ctx, rows.PackParams{Block: string(ref.Block), Pack: ref.Pack})
	return packOf(row), r.named("pack", err)
}

// Packs returns packs by block and number, after one; the zero PackRef is before the first.
func (r reads) Packs(ctx context.Context, f PackFilter, after PackRef, limit int) ([]Pack, error) {
	if after == (PackRef{}) {
		after = PackRef{f.Block, -1}
	}
	last := string(f.Block)
	if last == "" {
		last = "zzzz" // after every block, in any collation
	}
	var list []rows.Pack
	var err error
	if f.Retailer == "" {
		list, err = r.q.Packs(ctx, rows.PacksParams{
			AfterBlock: string(after.Block), AfterPack: after.Pack, LastBlock: last, State: string(f.State), Most: page(limit),
		})
	} else {
		list, err = r.q.PacksOf(ctx, rows.PacksOfParams{
			Retailer: string(f.Retailer), AfterBlock: string(after.Block), AfterPack: after.Pack, LastBlock: last, State: string(f.State), Most: page(limit),
		})
	}
	return each(list, packOf), r.named("packs", err)
}

// Claim returns what became of a paper ticket, or ErrUnknown.
func (r reads) Claim(ctx context.Context, ref TicketRef) (Claim, error) {
	row, err := r.q.Claim(ctx, rows.ClaimParams{Block: string(ref.Block), Position: ref.Position})
	return claimOf(row), r.named("claim", err)
}

// Claims returns claims by block and position, after a ticket; the zero TicketRef is before the first.
func (r reads) Claims(ctx context.Context, after TicketRef, limit int) ([]Claim, error) {
	list, err := r.q.Claims(ctx, rows.ClaimsParams{AfterBlock: string(after.Block), AfterPosition: after.Position, Most: page(limit)})
	return each(list, claimOf), r.named("claims", err)
}

// until is the end of a time, 0 standing for none.
func until(to int64) int64 {
	if to == 0 {
		return math.MaxInt64
	}
	return to
}

// File returns a file, or ErrUnknown.
func (r reads) File(ctx context.Context, id string) (ClaimFile, error) {
	row, err := r.q.File(ctx, id)
	return fileOf(row), r.named("file", err)
}

// Files returns the files in a state, or in any (""), newest first: by time of opening and ID, downwards.
func (r reads) Files(ctx context.Context, state retail.FileState, after Cursor, limit int) ([]ClaimFile, error) {
	if after == (Cursor{}) {
		after.At = math.MaxInt64
	}
	list, err := r.q.Files(ctx, rows.FilesParams{State: string(state), BeforeOpened: after.At, BeforeID: after.In, Most: page(limit)})
	return each(list, fileOf), r.named("files", err)
}

// Cursor is the place behind this file in a list of files.
func (f *ClaimFile) Cursor() Cursor { return Cursor{At: f.Opened, In: f.ID} }

// Seeds returns the published seeds of a block, or ErrUnknown.
func (r reads) Seeds(ctx context.Context, id BlockID) (Seeds, error) {
	row, err := r.q.Seeds(ctx, string(id))
	return Seeds{Block: BlockID(row.Block), A: row.SeedA, B: row.SeedB, At: row.At}, r.named("seeds", err)
}

// Guess returns how many wrong numbers were given for a ticket, or by somebody; ErrUnknown for none.
func (r reads) Guess(ctx context.Context, subject string) (Guess, error) {
	row, err := r.q.Guess(ctx, subject)
	return guessOf(row), r.named("guess", err)
}

// SightingsOf returns who asked about a ticket, oldest first.
func (r reads) SightingsOf(ctx context.Context, ref TicketRef) ([]Sighting, error) {
	list, err := r.q.SightingsOf(ctx, rows.SightingsOfParams{Block: string(ref.Block), Position: ref.Position})
	return each(list, sightingOf), r.named("sightings of a ticket", err)
}

// Sightings returns who asked about which ticket, oldest first: by time, block, position and number, after a place; Cursor{At: t} is before
// the first at time t.
func (r reads) Sightings(ctx context.Context, after Cursor, limit int) ([]Sighting, error) {
	list, err := r.q.Sightings(ctx, rows.SightingsParams{AfterAt: after.At, AfterBlock: after.In, AfterPosition: after.Pos, AfterN: after.N, Most: page(limit)})
	return each(list, sightingOf), r.named("sightings", err)
}

// Suspects returns, in the order of Sightings, those of tickets that were paid which who paid saw more than wait microseconds before, or which
// somebody else asked about afterwards.
func (r reads) Suspects(ctx context.Context, wait int64, after Cursor, limit int) ([]Suspect, error) {
	list, err := r.q.Suspects(ctx, rows.SuspectsParams{
		AfterAt: after.At, AfterBlock: after.In, AfterPosition: after.Pos, AfterN: after.N, Wait: wait, Most: page(limit),
	})
	return each(list, func(s rows.SuspectsRow) Suspect { return Suspect{sightingOf(s.Sighting), claimOf(s.Claim)} }), r.named("suspects", err)
}

// Cursor is the place behind this sighting in a list of sightings.
func (s *Sighting) Cursor() Cursor {
	return Cursor{At: s.At, In: string(s.Block), Pos: s.Position, N: s.N}
}

// PaperSales sums the packs that were settled from a time and before another (0 for no end), by block, retailer and hour, whatever became
// of them afterwards.
func (r reads) PaperSales(ctx context.Context, from, to int64) ([]PaperSale, error) {
	list, err := r.q.PaperSales(ctx, rows.PaperSalesParams{Since: from, Before: until(to)})
	return each(list, func(s rows.PaperSalesRow) PaperSale {
		return PaperSale{BlockID(s.Block), PersonID(s.Retailer), s.Hour * hour, s.Packs, money.Cents(s.Price), money.Cents(s.Commission)}
	}), r.named("paper sales", err)
}

// hour is one, in microseconds.
const hour = 3600 * 1_000_000

// PackCounts counts the packs by block, retailer and state, as they are now.
func (r reads) PackCounts(ctx context.Context) ([]PackCount, error) {
	list, err := r.q.PackCounts(ctx)
	return each(list, func(c rows.PackCountsRow) PackCount {
		return PackCount{BlockID(c.Block), PersonID(c.Retailer), retail.PackState(c.State), c.Packs}
	}), r.named("counts of packs", err)
}

// PaperPayments sums the claims that were paid, refunded or exchanged from a time and before another (0 for no end), by block, lot, state, by
// whom and hour.
func (r reads) PaperPayments(ctx context.Context, from, to int64) ([]PaperPayment, error) {
	list, err := r.q.PaperPayments(ctx, rows.PaperPaymentsParams{Since: from, Before: until(to)})
	return each(list, func(p rows.PaperPaymentsRow) PaperPayment {
		return PaperPayment{BlockID(p.Block), p.Lot, retail.ClaimState(p.State), PersonID(p.Actor), p.Hour * hour, p.Tickets, money.Cents(p.Amount)}
	}), r.named("paper payments", err)
}

// OnlineSales sums the online tickets of a block that were sold from a time and before another (0 for no end), by hour. It reads the whole
// block.
func (r reads) OnlineSales(ctx context.Context, id BlockID, from, to int64) ([]OnlineSale, error) {
	list, err := r.q.OnlineSales(ctx, rows.OnlineSalesParams{Block: string(id), Since: from, Before: until(to)})
	return each(list, func(s rows.OnlineSalesRow) OnlineSale {
		return OnlineSale{s.Hour * hour, s.Tickets, money.Cents(s.Price)}
	}), r.named("online sales", err)
}

// OnlinePayments sums the online tickets of a block that were revealed from a time and before another (0 for no end), by lot and hour. It
// reads the whole block.
func (r reads) OnlinePayments(ctx context.Context, id BlockID, from, to int64) ([]OnlinePayment, error) {
	list, err := r.q.OnlinePayments(ctx, rows.OnlinePaymentsParams{Block: string(id), Since: from, Before: until(to)})
	return each(list, func(p rows.OnlinePaymentsRow) OnlinePayment {
		return OnlinePayment{p.Lot, p.Hour * hour, p.Tickets, money.Cents(p.Amount)}
	}), r.named("online payments", err)
}
