package shop

import (
	"context"
	"errors"
	"time"

	"tirage/internal/store"
)

// tidyEvery is how often a node adds up what its acts moved on house accounts, and forgets the sessions that have ended.
const tidyEvery = time.Minute

func (s *Shop) tidyOn(ctx context.Context) {
	tick := time.NewTicker(tidyEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if err := s.tidy(ctx); err != nil && ctx.Err() == nil {
				s.log.Error("the house was not tidied", "error", err)
			}
		}
	}
}

// tidy folds this node's journal, so that a balance of the house is the sum of few transfers, and sweeps ended sessions.
func (s *Shop) tidy(ctx context.Context) error {
	for left := int64(1); left > 0; {
		var err error
		if left, err = s.store.Fold(ctx, s.node); err != nil && !errors.Is(err, store.ErrStale) {
			return err
		}
	}
	return s.store.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.SweepSessions(ctx, s.now().UnixMicro())
		return err
	})
}
