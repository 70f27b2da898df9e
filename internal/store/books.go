package store

import (
	"context"
	"fmt"
	"iter"
	"math"

	"tirage/internal/store/rows"
	"tirage/ledger"
	"tirage/money"
)

// stride is how many acts are read at a time.
const stride = 1000

// Done returns the act committed under an idempotency key, or ErrUnknown.
func (r reads) Done(ctx context.Context, k ActKey) (Done, error) {
	row, err := r.q.Done(ctx, rows.DoneParams{Actor: k.Actor, Key: k.Key})
	return Done{Request: digestOf(row.Request), Answer: row.Answer, Journal: row.Journal, Seq: row.Seq}, r.named("act by key", err)
}

// Act returns an act of a journal, or ErrUnknown.
func (r reads) Act(ctx context.Context, journal string, seq int64) (Recorded, error) {
	acts, err := r.acts(ctx, journal, seq-1, seq)
	if err == nil && len(acts) == 0 {
		err = fmt.Errorf("%w (act %d of journal %s)", ErrUnknown, seq, journal)
	}
	if err != nil {
		return Recorded{}, err
	}
	return acts[0], nil
}

// Acts yields the acts of a journal after one, in order, with their transfers. It reads on behind the last act it knows of,
// and stops when there are none; a missing act shows by its number. An error is the last that it yields.
func (r reads) Acts(ctx context.Context, journal string, after int64) iter.Seq2[Recorded, error] {
	return func(yield func(Recorded, error) bool) {
		head, err := r.q.Journal(ctx, journal)
		if err != nil {
			yield(Recorded{}, r.named("journal "+journal, err))
			return
		}
		for ; after < head.Seq; after += stride {
			acts, err := r.acts(ctx, journal, after, min(after+stride, head.Seq))
			if err != nil {
				yield(Recorded{}, err)
				return
			}
			for i := range acts {
				if !yield(acts[i], nil) {
					return
				}
			}
		}
	}
}

// acts returns the acts after one, through another.
func (r reads) acts(ctx context.Context, journal string, after, through int64) ([]Recorded, error) {
	list, err := r.q.Acts(ctx, rows.ActsParams{Journal: journal, After: after, Through: through})
	if err != nil {
		return nil, r.named("acts", err)
	}
	moves, err := r.q.Transfers(ctx, rows.TransfersParams{Journal: journal, After: after, Through: through})
	if err != nil {
		return nil, r.named("transfers", err)
	}
	acts := make([]Recorded, len(list))
	for i, a := range list {
		acts[i] = Recorded{Journal: a.Journal, Seq: a.Seq, Answer: a.Answer, Digest: digestOf(a.Digest), Act: ledger.Act{
			Kind: a.Kind, Actor: a.Actor, Role: a.Role, Origin: a.Origin, Key: a.Key, Request: digestOf(a.Request),
			Subject: a.Subject, Note: a.Note, At: a.At,
		}}
		n := 0
		for n < len(moves) && moves[n].Seq == a.Seq {
			n++
		}
		acts[i].Act.Transfers = each(moves[:n:n], transferOf)
		moves = moves[n:]
	}
	if len(moves) > 0 {
		return nil, fmt.Errorf("store: journal %s: a transfer of act %d, which is not there", journal, moves[0].Seq)
	}
	return acts, nil
}

func transferOf(t rows.TransfersRow) ledger.Transfer {
	return ledger.Transfer{Debit: ledger.Account(t.Debit), Credit: ledger.Account(t.Credit), Amount: money.Cents(t.Amount)}
}

// Journals returns all journals, by name.
func (r reads) Journals(ctx context.Context) ([]JournalState, error) {
	list, err := r.q.Journals(ctx)
	return each(list, func(j rows.Journal) JournalState {
		return JournalState{
			Name: j.Name, Head: ledger.Head{Seq: j.Seq, Digest: digestOf(j.Digest)}, Folded: j.Folded, Token: j.Token, Expires: j.Expires,
		}
	}), r.named("journals", err)
}

// Statement returns what came to a held account and left it, newest first.
func (r reads) Statement(ctx context.Context, a ledger.Account, after Cursor, limit int) ([]Line, error) {
	if after == (Cursor{}) {
		after.At = math.MaxInt64
	}
	list, err := r.q.Statement(ctx, rows.StatementParams{
		Account: string(a), BeforeAt: after.At, BeforeJournal: after.In, BeforeSeq: after.Pos, BeforeN: after.N, Most: page(limit),
	})
	return each(list, func(l rows.StatementRow) Line {
		return Line{
			Journal: l.Journal, Seq: l.Seq, N: l.N, At: l.At, Kind: l.Kind, Actor: l.Actor, Subject: l.Subject, Note: l.Note,
			Other: ledger.Account(l.Other), Amount: money.Cents(l.Amount),
		}
	}), r.named("statement", err)
}

// Cursor is the place behind this line in its statement.
func (l *Line) Cursor() Cursor { return Cursor{At: l.At, In: l.Journal, Pos: l.Seq, N: l.N} }

// Held returns the balances of all held accounts, as they are kept, but those at zero.
func (r reads) Held(ctx context.Context) (map[ledger.Account]money.Cents, error) {
	list, err := r.q.Balances(ctx)
	held := make(map[ledger.Account]money.Cents, len(list))
	for _, b := range list {
		held[ledger.Account(b.Account)] = money.Cents(b.Amount)
	}
	return held, r.named("balances", err)
}

// Balance returns the balance of an account: of a held one as it is kept, of any other from what is folded and the transfers
// since. Ask a View for it when other nodes may fold.
func (r reads) Balance(ctx context.Context, a ledger.Account) (money.Cents, error) {
	if !a.Held() {
		totals, err := r.Totals(ctx)
		return totals[a], err
	}
	list, err := r.q.Balance(ctx, string(a))
	if err != nil || len(list) == 0 {
		return 0, r.named("balance", err)
	}
	return money.Cents(list[0]), nil
}

// Totals returns the balances of all accounts that are not held, but those at zero, from what is folded and the transfers
// since. Ask a View for it when other nodes may fold.
func (r reads) Totals(ctx context.Context) (map[ledger.Account]money.Cents, error) {
	totals := map[ledger.Account]money.Cents{}
	folded, err := r.q.AllFolded(ctx)
	if err != nil {
		return nil, r.named("totals", err)
	}
	for _, f := range folded {
		totals[ledger.Account(f.Account)] = money.Cents(f.Amount)
	}
	journals, err := r.q.Journals(ctx)
	if err != nil {
		return nil, r.named("totals", err)
	}
	for _, j := range journals {
		sums, err := r.q.Sums(ctx, rows.SumsParams{Journal: j.Name, After: j.Folded, Through: j.Seq})
		if err != nil {
			return nil, r.named("totals", err)
		}
		for _, s := range sums {
			a := ledger.Account(s.Account)
			if a.Held() {
				continue
			}
			if totals[a], err = totals[a].Add(money.Cents(s.Amount)); err != nil {
				return nil, fmt.Errorf("store: the balance of %s: %w", a, err)
			}
		}
	}
	for a, total := range totals {
		if total == 0 {
			delete(totals, a)
		}
	}
	return totals, nil
}

// Fold folds the house accounts of a journal up to an act, at most 100,000 acts further than they are, and returns how many
// acts are left to fold. Any node may do it for any journal; of two at once, one does nothing and returns ErrStale.
func (s *Store) Fold(ctx context.Context, journal string) (left int64, err error) {
	const most = 100_000
	err = s.Write(ctx, func(ctx context.Context, tx *Tx) error {
		j, err := tx.q.Journal(ctx, journal)
		if err != nil {
			return s.named("fold", err)
		}
		through := min(j.Seq, j.Folded+most)
		left = j.Seq - through
		if through == j.Folded {
			return nil
		}
		touched, err := tx.q.MoveFolded(ctx, rows.MoveFoldedParams{Name: journal, Was: j.Folded, Folded: through})
		if err := s.one("fold", touched, err, ErrStale); err != nil {
			return err
		}
		sums, err := tx.q.Sums(ctx, rows.SumsParams{Journal: journal, After: j.Folded, Through: through})
		if err != nil {
			return s.named("fold", err)
		}
		for _, sum := range sums {
			if ledger.Account(sum.Account).Held() {
				continue
			}
			if err := tx.q.AddFold(ctx, rows.AddFoldParams{Journal: journal, Account: sum.Account, Amount: sum.Amount}); err != nil {
				return s.named("fold", err)
			}
		}
		return nil
	})
	return left, err
}
