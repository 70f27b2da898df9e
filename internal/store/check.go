package store

import (
	"database/sql"
	"errors"
	"fmt"
	"maps"

	"tirage/ledger"
	"tirage/money"
)

// fencedIfNone is ErrFenced when there is no journal with our token.
func fencedIfNone(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return ErrFenced
	}
	return err
}

// fencedIfUntouched is ErrFenced when the head was not there to be moved.
func fencedIfUntouched(touched int64, err error) error {
	if err == nil && touched == 0 {
		return ErrFenced
	}
	return err
}

func unfit(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrWritten}, args...)...)
}

// check refuses a decision that does not follow from what was found, so that no fault of whoever decides can leave the
// database with balances that their entries do not make, or a block with a gap.
func check(ask Ask, f *Found, d *Written) error {
	if n := int64(len(d.Acts)); n > 0 {
		if d.Head.Seq != f.Head.Seq+n {
			return unfit("%d acts after act %d do not end at %d", n, f.Head.Seq, d.Head.Seq)
		}
		if d.Head.Digest != d.Acts[n-1].Digest {
			return unfit("the head is not the digest of the last act")
		}
	}
	if err := checkBalances(f, d); err != nil {
		return err
	}
	if err := checkSold(f, d); err != nil {
		return err
	}
	for i := range d.Revealed {
		t := &d.Revealed[i]
		was, ok := f.Tickets[t.TicketRef]
		switch {
		case !ok:
			return unfit("ticket %s/%d is revealed and was not found", t.Block, t.Position)
		case was.Revealed() || !t.Revealed():
			return unfit("ticket %s/%d is revealed once, at a time", t.Block, t.Position)
		}
	}
	if err := checkPaid(d); err != nil {
		return err
	}
	if err := checkCounter(ask, f, d); err != nil {
		return err
	}
	return checkHall(ask, f, d)
}

// checkBalances recomputes the balances from the transfers.
func checkBalances(f *Found, d *Written) error {
	want := make(map[ledger.Account]money.Cents, len(d.Balances))
	move := func(a ledger.Account, amount money.Cents) error {
		if !a.Held() {
			return nil
		}
		balance, ok := want[a]
		if !ok {
			if balance, ok = f.Balances[a]; !ok {
				return unfit("%s moves and was not asked for", a)
			}
		}
		var err error
		if want[a], err = balance.Add(amount); err != nil {
			return unfit("the balance of %s leaves what can be counted", a)
		}
		return nil
	}
	for i := range d.Acts {
		for _, t := range d.Acts[i].Act.Transfers {
			if t.Amount <= 0 {
				return unfit("a transfer from %s to %s of %d", t.Debit, t.Credit, t.Amount)
			}
			if err := errors.Join(move(t.Debit, -t.Amount), move(t.Credit, t.Amount)); err != nil {
				return err
			}
		}
	}
	if !maps.Equal(want, d.Balances) {
		return unfit("the balances are not those found, moved by the transfers")
	}
	return nil
}

// checkSold demands that each block is sold on from its next position, without a gap, by acts of this decision.
func checkSold(f *Found, d *Written) error {
	next := map[BlockID]int64{}
	for i := range d.Sold {
		t := &d.Sold[i]
		at, ok := next[t.Block]
		if !ok {
			at = f.Blocks[t.Block].Next
		}
		act := t.Seq - f.Head.Seq - 1
		switch b, ok := f.Blocks[t.Block]; {
		case !ok:
			return unfit("block %s is sold from and was not found", t.Block)
		case t.Position != at || at >= b.OnlineEnd:
			return unfit("position %d of block %s is sold where %d of %d is next", t.Position, t.Block, at, b.OnlineEnd)
		case act < 0 || act >= int64(len(d.Acts)) || t.Digest != d.Acts[act].Digest:
			return unfit("ticket %s/%d is not sold by an act of this decision", t.Block, t.Position)
		case t.Revealed():
			return unfit("ticket %s/%d is sold already revealed", t.Block, t.Position)
		}
		next[t.Block] = at + 1
	}
	if !maps.Equal(next, d.Next) {
		return unfit("the next positions are not those after the tickets sold")
	}
	return nil
}
