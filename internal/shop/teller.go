package shop

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"fmt"
	"sync"
	"time"

	"tirage/internal/keeper"
	"tirage/internal/store"
)

const (
	tellEvery  = time.Second      // what other nodes sold and did not tell is looked for so often
	keeperCall = 5 * time.Second  // how long a call of the keeper may take
	patience   = 30 * time.Second // how long tickets are sold while the keeper is silent
	revealWait = 8 * time.Second  // how long a reveal waits until its ticket was told
)

// told is how each block stands with the keeper, for those who wait for it.
type told struct {
	mu      sync.Mutex
	blocks  map[store.BlockID]*standing
	changed chan struct{}
}

// standing is how a block stands with the keeper, as this node knows.
type standing struct {
	upTo    int64     // positions before this one were told
	known   bool      // what the keeper was told was held against the house's records, and is no less
	doubted string    // name of what contradicts the house's records in the keeper's answers: nothing is sold or told; "" while nothing does
	sealed  string    // name of what is wrong with the block itself: nothing is sold, what was sold is told and opened; "" while nothing is
	silent  time.Time // since when the keeper does not answer about it; zero while it does
}

// met tells whether the keeper was asked about the block: it answered, or it did not.
func (at standing) met() bool { return at.known || at.doubted != "" || !at.silent.IsZero() }

// of gives a block's standing, under the lock.
func (t *told) of(id store.BlockID) *standing {
	if t.blocks == nil {
		t.blocks = map[store.BlockID]*standing{}
	}
	at := t.blocks[id]
	if at == nil {
		at = &standing{}
		t.blocks[id] = at
	}
	return at
}

// set changes a block's standing and wakes those who wait.
func (t *told) set(id store.BlockID, change func(*standing)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	change(t.of(id))
	if t.changed != nil {
		close(t.changed)
		t.changed = nil
	}
}

func (t *told) get(id store.BlockID) standing {
	t.mu.Lock()
	defer t.mu.Unlock()
	return *t.of(id)
}

// note notes that positions before this one were told.
func (t *told) note(id store.BlockID, to int64) {
	t.set(id, func(at *standing) { at.upTo = max(at.upTo, to) })
}

// met notes that the keeper was found to know what it must.
func (t *told) met(id store.BlockID) {
	t.set(id, func(at *standing) { at.known, at.silent = true, time.Time{} })
}

// lost notes that the keeper forgot sales: what it knows is to be held against the house's records again.
func (t *told) lost(id store.BlockID) { t.set(id, func(at *standing) { at.known = false }) }

func (t *told) noteSilent(id store.BlockID, now time.Time) {
	t.set(id, func(at *standing) {
		if at.silent.IsZero() {
			at.silent = now
		}
	})
}

// doubt stops the sale of a block on this node, and the telling: the keeper's answer contradicts the house's records.
func (t *told) doubt(id store.BlockID, name string) {
	t.set(id, func(at *standing) { at.doubted = name })
}

// stop stops the sale of a block on this node: a ticket of it would perhaps not open.
func (t *told) stop(id store.BlockID, name string) {
	t.set(id, func(at *standing) { at.sealed = name })
}

// wait waits until a block stands as is wanted. It refuses with what the standing is refused with, or with ErrKeeperSilent when it
// takes too long.
func (t *told) wait(ctx context.Context, id store.BlockID, limit time.Duration, wanted func(standing) (bool, error)) error {
	timeout := time.NewTimer(limit)
	defer timeout.Stop()
	for {
		t.mu.Lock()
		is, err := wanted(*t.of(id))
		if t.changed == nil {
			t.changed = make(chan struct{})
		}
		changed := t.changed
		t.mu.Unlock()
		if is || err != nil {
			return err
		}
		select {
		case <-changed:
		case <-timeout.C:
			return ErrKeeperSilent
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// mayBeSold tells whether tickets of a block are sold on this node: what the keeper knows of it was held against the house's records
// and fits, and it was not silent for long. It refuses with ErrKeeperAway.
func (s *Shop) mayBeSold(at standing) error {
	if !at.known || s.pausedBy(at) != "" {
		return ErrKeeperAway
	}
	return nil
}

// pausedBy names why tickets of a block are not sold on this node; "" if they are, or will be once the keeper is met.
func (s *Shop) pausedBy(at standing) string {
	switch {
	case at.doubted != "":
		return at.doubted
	case at.sealed != "":
		return at.sealed
	case !at.silent.IsZero() && (!at.known || s.now().Sub(at.silent) > patience):
		return ErrKeeperSilent.Name
	}
	return ""
}

// awaitMeeting waits until the keeper was asked what it knows of a block that this node has just learnt of, and tells how it stands.
func (s *Shop) awaitMeeting(ctx context.Context, id store.BlockID) standing {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(s.lifetime, cancel)()
	s.wakeTeller()
	_ = s.told.wait(ctx, id, keeperCall, func(at standing) (bool, error) { // else it is as before
		return at.met(), nil
	})
	return s.told.get(id)
}

func (s *Shop) wakeTeller() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// tell tells the keeper what was sold, block by block, in order, from the database alone: whichever node sold it, and whatever was
// lost in between.
func (s *Shop) tell(ctx context.Context) {
	tick := time.NewTicker(tellEvery)
	defer tick.Stop()
	for {
		for _, row := range s.catalog.rows() {
			if s.catalog.shelf(row.ID) == nil || s.told.get(row.ID).doubted != "" {
				continue
			}
			if err := s.tellBlock(ctx, row.ID); err != nil && ctx.Err() == nil {
				s.tellFailed(row.ID, err)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-s.wake:
		case <-tick.C:
		}
	}
}

func (s *Shop) tellFailed(id store.BlockID, err error) {
	var doubt *keeper.Doubt
	switch {
	case errors.Is(err, keeper.ErrSilent):
		s.told.noteSilent(id, s.now())
		s.log.Warn("the keeper is silent", "block", id)
	case errors.As(err, &doubt), errors.Is(err, keeper.ToldOtherwise):
		name := string(keeper.ToldOtherwise)
		if doubt != nil {
			name = string(doubt.Name)
		}
		s.told.doubt(id, name)
		s.log.Error("the keeper contradicts the house: no ticket of this block is sold here any more", "block", id, "error", err)
	default:
		s.told.noteSilent(id, s.now())
		s.log.Error("the keeper was not told", "block", id, "error", err)
	}
}

// tellBlock tells the sales of a block that were not told, a group a call. First of all it meets the keeper, and again when the keeper
// lost sales, or was silent and there is nothing to tell it.
func (s *Shop) tellBlock(ctx context.Context, id store.BlockID) error {
	row, err := s.store.Block(ctx, id)
	if err != nil {
		return err
	}
	s.told.note(id, row.Told)
	from, at := row.Told, s.told.get(id)
	if !at.known || !at.silent.IsZero() && row.Told == row.Next {
		if from, err = s.meet(ctx, &row); err != nil {
			return err
		}
	}
	for {
		if from >= row.Told {
			s.told.met(id)
		}
		if from >= row.Next {
			return nil
		}
		ack, n, err := s.tellGroup(ctx, id, from)
		if lost, ok := forgotten(err); ok && lost < from {
			s.log.Warn("the keeper lost sales, and is told them again", "block", id, "from", lost)
			s.told.lost(id)
			from = lost
			continue
		}
		if err != nil || n == 0 {
			return err
		}
		if from += n; from <= row.Told {
			continue
		}
		err = s.store.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
			if err := tx.PutAck(ctx, id, ack.Told, ack.Note); err != nil {
				return err
			}
			return tx.NoteTold(ctx, id, row.Told, from)
		})
		if err != nil && !errors.Is(err, store.ErrStale) {
			return err
		}
		s.told.note(id, from)
		if err != nil { // another node told them too, and perhaps more
			s.told.met(id)
			return nil
		}
		row.Told = from
	}
}

// forgotten tells from where a keeper that was restored from an old copy must be told again.
func forgotten(err error) (from int64, ok bool) {
	var refusal *keeper.Refusal
	if errors.As(err, &refusal) && refusal.Name == keeper.OutOfOrder {
		return refusal.Told, true
	}
	var doubt *keeper.Doubt
	if errors.As(err, &doubt) && doubt.Name == keeper.Behind {
		return doubt.Told, true
	}
	return 0, false
}

// meet holds what the keeper knows of a block against what it acknowledged before and what the house sold, and says from where it must
// be told. It refuses with *keeper.Doubt a keeper that holds another block, or was told sales that the house does not know, or other ones.
func (s *Shop) meet(ctx context.Context, row *store.Block) (from int64, err error) {
	id := row.ID
	if err := s.holds(ctx, row); err != nil {
		return 0, err
	}
	chain := keeper.NewChain(string(id))
	note, err := s.store.Ack(ctx, id)
	if err == nil {
		acked, err := keeper.OpenAck(note, s.KeeperVerifier)
		if err != nil {
			return 0, err
		}
		chain = keeper.Chain{Block: string(id), Told: acked.Told, Hash: acked.Chain}
	} else if !errors.Is(err, store.ErrUnknown) {
		return 0, err
	}
	calling, cancel := context.WithTimeout(ctx, keeperCall)
	defer cancel()
	status, err := s.Keeper.Status(calling, string(id))
	if from, ok := forgotten(err); ok {
		return from, nil
	}
	if err != nil {
		return 0, err
	}
	acked := chain.Told
	if status.Told < chain.Told {
		chain = keeper.NewChain(string(id))
	}
	for chain.Told < status.Told {
		sales, err := s.sales(ctx, id, chain.Told, int(min(status.Told-chain.Told, keeper.MaxSales)))
		if err != nil {
			return 0, err
		}
		if len(sales) == 0 {
			return 0, &keeper.Doubt{Name: keeper.Ahead, Block: string(id), Told: status.Told, Known: chain.Told}
		}
		chain.Add(sales...)
	}
	if chain.Hash != status.Chain {
		return 0, &keeper.Doubt{Name: keeper.Differs, Block: string(id), Told: status.Told, Known: acked}
	}
	if client, ok := s.Keeper.(interface{ Know(keeper.Chain) }); ok {
		client.Know(chain)
	}
	return status.Told, nil
}

// tellGroup tells the sales from a position on, as many as one call takes.
func (s *Shop) tellGroup(ctx context.Context, id store.BlockID, from int64) (keeper.Ack, int64, error) {
	sales, err := s.sales(ctx, id, from, keeper.MaxSales)
	if err != nil || len(sales) == 0 {
		return keeper.Ack{}, 0, err
	}
	ctx, cancel := context.WithTimeout(ctx, keeperCall)
	defer cancel()
	ack, err := s.Keeper.Tell(ctx, string(id), from, sales)
	return ack, int64(len(sales)), err
}

// sales are what the keeper is told of the tickets sold from a position on.
func (s *Shop) sales(ctx context.Context, id store.BlockID, from int64, limit int) ([]keeper.Sale, error) {
	tickets, err := s.store.SoldFrom(ctx, id, from, limit)
	if err != nil {
		return nil, err
	}
	sales := make([]keeper.Sale, len(tickets))
	for i, t := range tickets {
		if t.Position != from+int64(i) {
			return nil, fmt.Errorf("block %s: position %d was not sold, position %d was", id, from+int64(i), t.Position)
		}
		secret, err := s.tags.secret(ctx, s.store, t.Owner)
		if err != nil {
			return nil, err
		}
		sales[i] = keeper.Sale{Owner: ownerTag(secret, id), Digest: t.Digest}
	}
	return sales, nil
}

// ownerTag is what the keeper is told of a buyer: the same for all tickets of one block, another for each block, nobody's name.
func ownerTag(secret []byte, id store.BlockID) [16]byte {
	m := hmac.New(sha256.New, secret)
	m.Write([]byte(id))
	return [16]byte(m.Sum(nil))
}

// tags keeps the secrets that owner tags are derived from, of those who bought lately.
type tags struct {
	mu      sync.Mutex
	secrets map[store.PersonID][]byte
}

const manyTags = 10_000

func (t *tags) secret(ctx context.Context, from *store.Store, id store.PersonID) ([]byte, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if secret, ok := t.secrets[id]; ok {
		return secret, nil
	}
	p, err := from.Person(ctx, id)
	if err != nil {
		return nil, err
	}
	if t.secrets == nil || len(t.secrets) >= manyTags {
		t.secrets = map[store.PersonID][]byte{}
	}
	t.secrets[id] = p.TagSecret
	return p.TagSecret, nil
}
