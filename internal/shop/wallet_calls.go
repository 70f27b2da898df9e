package shop

import (
	"context"
	"errors"
	"math/bits"
	"sync"
	"time"

	"tirage/internal/shop/wallet"
	"tirage/internal/store"
	"tirage/ledger"
)

const (
	callsEvery   = time.Second      // calls that are due are looked for so often
	abandonEvery = 15 * time.Second // bets that were asked too long ago are looked for so often
	callsAtOnce  = 8                // calls made at the same time
	callClaim    = 30 * time.Second // nobody else makes a call that somebody has taken up, for so long
	callRest     = time.Second      // until the second try of a call that brought no answer; the double until the third
	callLongest  = 10 * time.Minute // between two tries
	askedTooLong = time.Minute      // after that a bet is taken back, whatever became of the node that asked
)

func (s *Shop) wakeCalls() {
	select {
	case s.callsWake <- struct{}{}:
	default:
	}
}

// makeCalls makes the calls that are due until they are answered: whichever node wrote them down, and whatever was lost in between.
func (s *Shop) makeCalls(ctx context.Context) {
	tick := time.NewTicker(callsEvery)
	defer tick.Stop()
	for looked := s.now(); ; {
		if now := s.now(); now.Sub(looked) < abandonEvery {
		} else if err := s.abandon(ctx, ""); err == nil {
			looked = now
		} else if ctx.Err() == nil {
			s.log.Error("bets without an end were not looked for", "error", err)
		}
		more, err := s.makeDue(ctx)
		if err != nil && ctx.Err() == nil {
			s.log.Error("the calls that are due were not read", "error", err)
		}
		if more && err == nil && ctx.Err() == nil {
			continue
		}
		select {
		case <-ctx.Done():
			return
		case <-s.callsWake:
		case <-tick.C:
		}
	}
}

// abandon makes bets without an end due to be taken back: those that were asked too long ago, and all of a node. Its own a node abandons
// when it begins, before it asks for any: it did not learn what became of them before it stopped.
func (s *Shop) abandon(ctx context.Context, node string) error {
	now := s.now()
	return s.store.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		n, err := tx.AbandonCalls(ctx, node, now.Add(-askedTooLong).UnixMicro(), now.UnixMicro())
		if n > 0 {
			s.log.Warn("bets without an end are taken back", "bets", n)
		}
		return err
	})
}

// makeDue makes the calls that are due now, and tells whether there may be more.
func (s *Shop) makeDue(ctx context.Context) (more bool, err error) {
	const most = 10 * callsAtOnce
	due, err := s.store.DueCalls(ctx, s.now().UnixMicro(), most)
	if err != nil {
		return false, err
	}
	var all sync.WaitGroup
	slots := make(chan struct{}, callsAtOnce)
	for i := range due {
		slots <- struct{}{}
		all.Go(func() {
			defer func() { <-slots }()
			s.makeCall(ctx, &due[i])
		})
	}
	all.Wait()
	return len(due) == most, nil
}

// errRefusedCall says that a call was refused that cannot be given up.
var errRefusedCall = errors.New("shop: the call was refused, and is made again")

// makeCall makes one call. If it brings no answer, it is made again later.
func (s *Shop) makeCall(ctx context.Context, c *store.Call) {
	claimed := s.now().Add(callClaim).UnixMicro()
	err := s.store.Write(ctx, func(ctx context.Context, tx *store.Tx) error { return tx.ClaimCall(ctx, c.Reference, c.Due, claimed) })
	if err != nil {
		if !errors.Is(err, store.ErrStale) && ctx.Err() == nil {
			s.log.Error("a call that is due was not taken up", "reference", c.Reference, "error", err)
		}
		return
	}
	c.Due = claimed
	if s.step("claimed") != nil {
		return
	}
	if err = s.settle(ctx, c); err == nil || ctx.Err() != nil || errors.Is(err, errStepCut) {
		return
	}
	s.log.Warn("a call brought no answer: it is made again", "kind", c.Kind, "reference", c.Reference, "tries", c.Tries+1, "error", err)
	s.putOff(ctx, c, err)
}

// putOff lets a call rest that brought no answer.
func (s *Shop) putOff(ctx context.Context, c *store.Call, why error) {
	again := s.now().Add(rest(c.Tries)).UnixMicro()
	err := s.store.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		return tx.SetCall(ctx, c.Reference, store.Due, store.Due, again, firstOf(why.Error()))
	})
	if err != nil && !errors.Is(err, store.ErrStale) && ctx.Err() == nil {
		s.log.Error("a call was not put off", "reference", c.Reference, "error", err)
	}
}

// rest is how long a call rests after so many tries before this one.
func rest(tries int64) time.Duration {
	most := int64(bits.Len64(uint64(callLongest / callRest)))
	return min(callRest<<min(tries, most), callLongest)
}

// settle makes a call and records what follows from its answer.
func (s *Shop) settle(ctx context.Context, c *store.Call) error {
	switch c.Kind {
	case store.Bet, store.Win:
		if s.Wallet == nil || s.Wallet.Name() != c.Party {
			return errors.New("shop: there is no wallet " + c.Party + " here any more")
		}
	case store.Deposit, store.Withdrawal:
		if s.cash().Name() != c.Party {
			return errors.New("shop: money does not come and go through " + c.Party + " here any more")
		}
		return s.settleCash(ctx, c)
	default:
		return errors.New("shop: a call of the unknown kind " + c.Kind)
	}
	do := s.Wallet.Win
	if c.Kind == store.Bet {
		do = s.Wallet.Rollback
	}
	calling, cancel := context.WithTimeout(ctx, walletCall)
	defer cancel()
	_, err := do(calling, asCall(c))
	switch name := wallet.RefusalName(err); {
	case c.Kind == store.Bet && name == wallet.UnknownPlayer: // of somebody it does not know it took nothing
	case name != "":
		s.log.Error("the wallet refuses what it must do", "kind", c.Kind, "reference", c.Reference, "player", c.Player, "amount", c.Amount, "error", err)
		return errors.Join(errRefusedCall, err)
	case err != nil:
		return err
	}
	if err := s.step("answered"); err != nil {
		return err
	}
	if c.Kind == store.Bet {
		return s.conclude(ctx, c, store.Undone, s.callAct(c, "rollback"))
	}
	return s.conclude(ctx, c, store.Settled, nil)
}

// callAct is the record of what became of a call.
func (s *Shop) callAct(c *store.Call, kind string) *ledger.Act {
	return &ledger.Act{Kind: kind, Actor: "calls", Subject: c.Reference, Note: string(c.Player) + " " + s.Currency.Plain(c.Amount) + " " + c.Party}
}

// conclude ends a call, with an act in the same transaction if there is one. Of a call that somebody else has ended it does nothing.
func (s *Shop) conclude(ctx context.Context, c *store.Call, state string, a *ledger.Act) error {
	end := func(ctx context.Context, tx *store.Tx) error {
		return tx.SetCall(ctx, c.Reference, store.Due, state, 0, "")
	}
	var err error
	if a == nil {
		err = s.store.Write(ctx, end)
	} else {
		err = s.do(ctx, &task{
			ask: func(ask *store.Ask) {
				for _, t := range a.Transfers {
					for _, account := range []ledger.Account{t.Debit, t.Credit} {
						if account.Held() {
							ask.Accounts = append(ask.Accounts, account)
						}
					}
				}
			},
			decide: func(b *Batch) error { _, err := b.Post(a, nil); return err },
			also:   end,
			shared: true,
		})
	}
	if errors.Is(err, store.ErrStale) {
		return nil
	}
	return err
}

// OpenCalls are the calls of others who hold money that are not answered yet, by kind and state. It refuses with ErrRole.
func (s *Shop) OpenCalls(ctx context.Context, by By) ([]store.CallCount, error) {
	if err := by.may(Operator, Auditor, Administrator); err != nil {
		return nil, err
	}
	return s.store.OpenCalls(ctx)
}

// errStepCut ends what is being done where a test pulls the plug.
var errStepCut = errors.New("shop: the plug was pulled")

// step is where a test may pull the plug between two steps of a call.
func (s *Shop) step(point string) error {
	if s.plug == nil || !s.plug(point) {
		return nil
	}
	return errStepCut
}
