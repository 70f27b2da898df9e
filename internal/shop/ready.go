package shop

import (
	"context"
	"errors"
	"sync"

	"tirage/internal/store"
)

// writes is what became of the last transaction of this node: a database that answers may still write nothing, as on a full disk.
type writes struct {
	mu     sync.Mutex
	failed error // nil if it was written
}

func (w *writes) note(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.failed = err
}

func (w *writes) last() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.failed
}

// Ready refuses with ErrStopped a house that writes no more, and with the database's error one that cannot. After a transaction that
// failed it is ready again with the next one that is written, or as soon as its lease can be: who asks no more, because it is not ready,
// need not ask for that.
func (s *Shop) Ready(ctx context.Context) error {
	select {
	case <-s.stopped:
		return ErrStopped
	default:
	}
	if err := s.store.Ping(ctx); err != nil || s.writes.last() == nil {
		return err
	}
	return s.renewed(ctx)
}

// renewed renews the lease of the journal, and notes whether that was written.
func (s *Shop) renewed(ctx context.Context) error {
	err := s.journal.Renew(ctx)
	if ctx.Err() == nil {
		s.writes.note(err)
	}
	return err
}

// unwritten turns what became of a small transaction beside the journal into what its asker is told: ErrUnavailable if the database did
// not write.
func (s *Shop) unwritten(ctx context.Context, err error) error {
	if err == nil || ctx.Err() != nil || errors.Is(err, store.ErrUnknown) || RefusalName(err) != "" {
		return err
	}
	s.writes.note(err)
	s.log.Error("a transaction failed", "error", err)
	return ErrUnavailable
}
