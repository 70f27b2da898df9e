package shop

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"tirage/internal/store"
)

// steady is the house's time, which never goes back: a clock that was set back reopens nothing that was over, be it a proposal, a session
// or a claim. While the machine's clock is behind the latest time that was, the house's goes on from there, as fast as the machine's.
type steady struct {
	read func() time.Time // the machine's

	mu   sync.Mutex
	last int64     // the latest time that was given or noted: microseconds since 1970, UTC
	seen time.Time // what the machine's clock said then
}

// now is the time, and no less than any before.
func (c *steady) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	at := c.read()
	passed := at.Sub(c.seen) // by the clock that nobody sets, where the machine has one
	c.seen = at
	if micros := at.UnixMicro(); micros >= c.last {
		c.last = micros
		return at
	}
	c.last += max(0, passed.Microseconds())
	return time.UnixMicro(c.last)
}

// note takes notice of a time that was: nothing is earlier from here on.
func (c *steady) note(micros int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if micros > c.last {
		c.last, c.seen = micros, c.read()
	}
}

// behindTold is how far a clock may be behind the record before that is told: clocks are put right by less.
const behindTold = 2 * time.Second

// resume begins with the time of the newest act of this node's journal, which the clock of another machine, or this one's before it was
// set, may have given.
func (c *steady) resume(ctx context.Context, from *store.Store, journal string, log *slog.Logger) error {
	states, err := from.Journals(ctx)
	if err != nil {
		return err
	}
	for _, j := range states {
		if j.Name != journal || j.Head.Seq == 0 {
			continue
		}
		newest, err := from.Act(ctx, journal, j.Head.Seq)
		if errors.Is(err, store.ErrUnknown) {
			return nil // the journal was cut: to be found by who verifies it
		}
		if err != nil {
			return err
		}
		c.note(newest.Act.At)
		if behind := time.UnixMicro(newest.Act.At).Sub(c.read()); behind > behindTold {
			log.Error("the clock is behind the newest act of the journal: the house's time goes on from there; set the clock right",
				"journal", journal, "behind", behind)
		}
	}
	return nil
}
