package counter

import (
	"context"
	"errors"
	"time"

	"tirage/internal/store"
)

// Run does what time does, every minute until the context ends: claims lapse, and wrong numbers that count no more are forgotten. What goes
// wrong is told to failed, and tried again.
func (c *Counter) Run(ctx context.Context, failed func(error)) {
	tick := time.NewTicker(time.Minute)
	defer tick.Stop()
	for {
		if err := errors.Join(c.Lapse(ctx), c.forget(ctx)); err != nil && ctx.Err() == nil {
			failed(err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// forget drops the counts of wrong numbers, and of misprints, that were begun so long ago that they would begin anew, but for those by which somebody is barred.
func (c *Counter) forget(ctx context.Context) error {
	return c.store.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		now := c.shop.Time()
		_, err := tx.SweepGuesses(ctx, now-max(guessWindow, misprintWindow).Microseconds(), now)
		return err
	})
}
