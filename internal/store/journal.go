package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tirage/internal/store/rows"
)

// FaultPoints returns where Options.Fault is asked by a commit of acts, in order: each before the step it names, but committed, which is after
// the transaction, when only the answer can be lost. A Write asks at "write", before it commits, and
// "written"; what changes leases of rooms, at "lease".
func FaultPoints() []string {
	return []string{
		"begin", "read", "decided", "acts", "transfers", "balances", "sold", "revealed", "next", "paid",
		"claims", "packs", "guesses", "sightings", "cards", "draws", "holdings", "also", "head", "commit", "committed",
	}
}

// Journal is the lease of one node's chain of acts. Its methods are safe for concurrent use; commits go one after another.
type Journal struct {
	s     *Store
	name  string
	token int64
	ttl   time.Duration
}

// Journal takes the lease of the journal of this name for ttl, and makes the journal if it is new. Every commit renews it.
// It returns ErrLeased while somebody else holds it. Whoever held it before can no longer write: every holder has a token of
// its own, which the database compares. ttl must be far above what the clocks of two nodes may differ by.
func (s *Store) Journal(ctx context.Context, name string, ttl time.Duration) (*Journal, error) {
	now := s.now()
	tokens, err := rows.New(s.writer).TakeJournal(ctx, rows.TakeJournalParams{
		Name: name, Expires: now.Add(ttl).UnixMicro(), Digest: make([]byte, 32), Now: now.UnixMicro(),
	})
	if err != nil {
		return nil, s.named("take journal", err)
	}
	if len(tokens) == 0 {
		return nil, fmt.Errorf("%w (journal %s)", ErrLeased, name)
	}
	return &Journal{s: s, name: name, token: tokens[0], ttl: ttl}, nil
}

// Name is the journal's name.
func (j *Journal) Name() string { return j.name }

// Renew holds the lease for another ttl from now, for a node that has nothing to commit. It returns ErrFenced if somebody
// else has taken it.
func (j *Journal) Renew(ctx context.Context) error { return j.expire(ctx, j.s.now().Add(j.ttl)) }

// Release gives the lease back, so that the next node need not wait for it to run out.
func (j *Journal) Release(ctx context.Context) error { return j.expire(ctx, time.UnixMicro(0)) }

func (j *Journal) expire(ctx context.Context, at time.Time) error {
	touched, err := rows.New(j.s.writer).RenewJournal(ctx, rows.RenewJournalParams{Name: j.name, Token: j.token, Expires: at.UnixMicro()})
	return j.s.one("lease of journal "+j.name, touched, err, ErrFenced)
}

// Commit reads what is asked, has it decided, and writes the decision, in one transaction: all of it or nothing. Nobody else
// changes in between what was found. decide and also may run several times, as when another node commits an act under the
// same key at the same moment: they may have no effect but through what they return, and what the Tx writes.
//
// It returns what decide or also returned; ErrFenced if another node has taken the journal over; ErrWritten if the decision
// does not fit what was found. Nothing was written then, nor after any other error but ErrUnsure, when the answer to the
// commit itself was lost.
func (j *Journal) Commit(ctx context.Context, ask Ask, decide func(*Found) (*Written, error), also ...func(context.Context, *Tx) error) error {
	const tries = 5 // some for acts, claims and packs of other nodes, which come one after another, one for a deadlock with one of them
	var err, theirs error
	var more func(tx *Tx) error
	if len(also) > 0 {
		more = func(tx *Tx) error {
			for _, do := range also {
				if theirs = do(ctx, tx); theirs != nil {
					break
				}
			}
			return theirs
		}
	}
	for range tries {
		theirs = nil
		err = j.try(ctx, ask, func(f *Found) (w *Written, err error) {
			w, theirs = decide(f)
			return w, theirs
		}, more)
		if err == nil || !again(err) {
			break
		}
	}
	switch {
	case theirs != nil:
		return theirs
	case err != nil && ctx.Err() != nil && !errors.Is(err, ErrUnsure):
		err = ctx.Err() // which ended the transaction, whatever the driver calls that
	}
	return j.s.named("commit", err)
}

func (j *Journal) try(ctx context.Context, ask Ask, decide func(*Found) (*Written, error), also func(*Tx) error) error {
	s := j.s
	if err := s.fault("begin"); err != nil {
		return err
	}
	tx, err := s.engine.bulk.begin(ctx, s.writer)
	if err != nil {
		return err
	}
	defer tx.rollback()
	w := batch{tx: tx, pull: s.fault, journal: j}
	found, err := w.read(ask)
	if err != nil {
		return err
	}
	decided, err := decide(found)
	if err != nil {
		return err
	}
	if decided == nil {
		decided = &Written{}
	}
	if err := check(ask, found, decided); err != nil {
		return err
	}
	if err := w.write(found, decided); err != nil {
		return err
	}
	if err := w.fault("also"); err != nil {
		return err
	}
	more := s.tx(tx.statements())
	if also != nil {
		if err := tx.send(); err != nil {
			return err
		}
		if err := also(more); err != nil {
			return err
		}
	}
	if err := w.head(found.Head, decided); err != nil {
		return err
	}
	if err := tx.send(); err != nil {
		return err
	}
	if err := s.fault("commit"); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := tx.commit(); err != nil {
		return fmt.Errorf("%w: %w", ErrUnsure, err)
	}
	if more.news {
		s.watchers.wake()
	}
	if err := s.fault("committed"); err != nil {
		return fmt.Errorf("%w: %w", ErrUnsure, err)
	}
	return nil
}
