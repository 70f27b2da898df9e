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

// told is how far the keeper was told of each block, for those who wait for it.
type told struct {
	mu      sync.Mutex
	upTo    map[store.BlockID]int64
	changed chan struct{}
	silent  time.Time // since when the keeper does not answer; zero while it does
	doubted map[store.BlockID]string
	known   map[store.BlockID]bool // what the keeper knows of the block was held against the house's records
}

func (t *told) met(id store.BlockID) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.known[id]
}

func (t *told) meet(id store.BlockID) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.known == nil {
		t.known = map[store.BlockID]bool{}
	}
	t.known[id] = true
}

// note notes that positions before this one were told.
func (t *told) note(id store.BlockID, to int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.upTo == nil {
		t.upTo = map[store.BlockID]int64{}
	}
	t.upTo[id] = max(t.upTo[id], to)
	t.silent = time.Time{}
	if t.changed != nil {
		close(t.changed)
		t.changed = nil
	}
}

func (t *told) noteSilent(now time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.silent.IsZero() {
		t.silent = now
	}
}

// doubt stops the sale of a block on this node: the keeper's answer contradicts the house's records.
func (t *told) doubt(id store.BlockID, why string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.doubted == nil {
		t.doubted = map[store.BlockID]string{}
	}
	t.doubted[id] = why
}

func (t *told) isDoubted(id store.BlockID) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.doubted[id] != ""
}

// wait waits until a position was told. It refuses with ErrKeeperSilent.
func (t *told) wait(ctx context.Context, id store.BlockID, pos int64) error {
	timeout := time.NewTimer(revealWait)
	defer timeout.Stop()
	for {
		t.mu.Lock()
		if t.upTo[id] > pos {
			t.mu.Unlock()
			return nil
		}
		if t.changed == nil {
			t.changed = make(chan struct{})
		}
		changed := t.changed
		t.mu.Unlock()
		select {
		case <-changed:
		case <-timeout.C:
			return ErrKeeperSilent
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// patience refuses with ErrKeeperSilent a sale while the keeper has not answered for long: nobody could open the ticket.
func (s *Shop) patience() error {
	s.told.mu.Lock()
	defer s.told.mu.Unlock()
	if !s.told.silent.IsZero() && s.now().Sub(s.told.silent) > patience {
		return ErrKeeperAway
	}
	return nil
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
			if s.catalog.shelf(row.ID) == nil || s.told.isDoubted(row.ID) {
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
		s.told.noteSilent(s.now())
		s.log.Warn("the keeper is silent", "block", id)
	case errors.As(err, &doubt), errors.Is(err, keeper.ToldOtherwise):
		s.told.doubt(id, err.Error())
		s.log.Error("the keeper contradicts the house: no ticket of this block is sold here any more", "block", id, "error", err)
	default:
		s.told.noteSilent(s.now())
		s.log.Error("the keeper was not told", "block", id, "error", err)
	}
}

// tellBlock tells the sales of a block that were not told, a group a call.
func (s *Shop) tellBlock(ctx context.Context, id store.BlockID) error {
	row, err := s.store.Block(ctx, id)
	if err != nil {
		return err
	}
	from := row.Told
	if !s.told.met(id) {
		if from, err = s.meet(ctx, id); err != nil {
			return err
		}
		s.told.meet(id)
	}
	s.told.note(id, row.Told)
	for from < row.Next {
		ack, n, err := s.tellGroup(ctx, id, from)
		if lost, ok := forgotten(err); ok && lost < from {
			s.log.Warn("the keeper lost sales, and is told them again", "block", id, "from", lost)
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
			return nil
		}
		row.Told = from
	}
	return nil
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
// be told. It refuses with *keeper.Doubt a keeper that was told sales that the house does not know, or other ones.
func (s *Shop) meet(ctx context.Context, id store.BlockID) (from int64, err error) {
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
