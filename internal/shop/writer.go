package shop

import (
	"context"
	"errors"
	"slices"
	"time"

	"tirage/internal/store"
)

const (
	maxBatch = 1000                   // acts share a transaction at most
	linger   = 400 * time.Microsecond // for acts that are expected
)

// task is an act that waits for the writer. What its functions learn, they keep for the one who waits.
type task struct {
	person store.PersonID                                // who must be let in when it is done; "" for nobody
	ask    func(*store.Ask)                              // what must be read to decide
	decide func(*Batch) error                            // called again if the transaction must begin anew
	also   func(ctx context.Context, tx *store.Tx) error // further tables, in the same transaction
	shared bool                                          // also may stand beside others: else the act is alone in its transaction
	failed error                                         // of also
	err    error
	done   chan error
}

func (t *task) alone() bool { return t.also != nil && !t.shared }

// do has an act done and waits for it. When the context ends first, the act may be done or not: who asks again with the same key
// learns which.
func (s *Shop) do(ctx context.Context, t *task) error {
	t.done = make(chan error, 1)
	select {
	case s.queue <- t:
	case <-ctx.Done():
		return ctx.Err()
	case <-s.stopped:
		return ErrStopped
	}
	select {
	case err := <-t.done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	case <-s.stopped:
		select {
		case err := <-t.done:
			return err
		default:
			return ErrStopped
		}
	}
}

// write is the one writer of this node: it gathers what waits and commits it together, until the queue is closed or the journal
// is another's.
func (s *Shop) write() {
	defer close(s.stopped)
	var held *task // taken from the queue, for the next batch
	crowd := 0     // how many ask at a time, by what the last transaction saw
	for {
		var tasks []*task
		if tasks, held = s.gather(held, crowd); len(tasks) == 0 {
			return
		}
		if err := s.commit(tasks); errors.Is(err, store.ErrFenced) {
			s.log.Error("another node has this journal: nothing is written any more", "journal", s.node)
			return
		}
		crowd = len(tasks) + len(s.queue)
	}
}

// gather waits for an act and takes those that come with it. While one transaction is on its way to the disk, acts of the next gather by
// themselves; those who were just answered are waited for a moment, since many of them ask again.
func (s *Shop) gather(held *task, crowd int) (tasks []*task, next *task) {
	if held == nil {
		select {
		case held = <-s.queue:
		case <-s.closing:
			select {
			case held = <-s.queue: // what was asked before is still done
			default:
				return nil, nil
			}
		}
	}
	tasks = append(tasks, held)
	var late <-chan time.Time // nil until somebody is waited for
	for !held.alone() && len(tasks) < maxBatch {
		select {
		case t := <-s.queue:
			if t.alone() {
				return tasks, t
			}
			tasks = append(tasks, t)
			continue
		default:
		}
		if len(tasks) >= crowd {
			break
		}
		if late == nil {
			late = time.After(linger)
		}
		select {
		case t := <-s.queue:
			if t.alone() {
				return tasks, t
			}
			tasks = append(tasks, t)
		case <-late:
			return tasks, nil
		}
	}
	return tasks, nil
}

// commit decides and writes tasks in one transaction and answers each.
func (s *Shop) commit(tasks []*task) error {
	var ask store.Ask
	for _, t := range tasks {
		t.ask(&ask)
		if t.person != "" {
			ask.Persons = append(ask.Persons, t.person)
		}
	}
	var also []func(context.Context, *store.Tx) error
	for _, t := range tasks {
		if t.also == nil {
			continue
		}
		also = append(also, func(ctx context.Context, tx *store.Tx) error {
			if t.err != nil {
				return nil // refused: there is nothing to do beside it
			}
			t.failed = t.also(ctx, tx)
			return t.failed
		})
	}
	var next map[store.BlockID]int64
	err := s.journal.Commit(s.lifetime, ask, func(found *store.Found) (*store.Written, error) {
		b := newBatch(found, s.now())
		for _, t := range tasks {
			if t.err, t.failed = b.letIn(t.person), nil; t.err == nil {
				t.err = t.decide(b)
			}
		}
		next = b.out.Next
		return b.written(), nil
	}, also...)
	if err == nil {
		s.catalog.sold(next)
	}
	expected := len(tasks) == 1 && tasks[0].shared && tasks[0].failed != nil
	if err != nil && len(tasks) > 1 && slices.ContainsFunc(tasks, func(t *task) bool { return t.failed != nil }) {
		for _, t := range tasks { // one of them failed, all of them did nothing: each by itself
			if err := s.commit([]*task{t}); errors.Is(err, store.ErrFenced) {
				return err
			}
		}
		return nil
	}
	switch { // before anybody is answered: who was refused and asks whether the house is ready is told the truth
	case err == nil:
		s.writes.note(nil)
	case !expected && RefusalName(err) == "":
		s.writes.note(err)
		s.log.Error("a transaction failed", "error", err, "acts", len(tasks))
	}
	for _, t := range tasks {
		switch {
		case expected:
			t.done <- t.failed // who shares says what it means
		case err == nil:
			t.done <- t.err
		case RefusalName(err) != "":
			t.done <- err // of the one act that is alone in its transaction
		default:
			t.done <- ErrUnavailable
		}
	}
	return err
}
