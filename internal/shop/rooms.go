package shop

import (
	"context"
	"maps"
	"slices"

	"tirage/internal/press"
	"tirage/internal/store"
	"tirage/ledger"
	"tirage/money"
	"tirage/seal"
)

// This is what other rooms of the house build on: the counter, the hall. Their acts go through the same writer, into the same journal.

// Task is what another room has done in one transaction of the journal.
type Task struct {
	Person store.PersonID                                // who must still be let in when it is done; "" for nobody
	Ask    func(*store.Ask)                              // what must be read to decide
	Decide func(*Batch) error                            // without effects but through the batch: it may be called again
	Also   func(ctx context.Context, tx *store.Tx) error // further tables in the same transaction, which is then the act's alone; nil for none
}

// Do has an act done, and waits until it is written. When the context ends first, the act may be done or not: who asks again with the
// same key learns which. It gives back what Decide or Also refused, ErrStopped or ErrUnavailable.
func (s *Shop) Do(ctx context.Context, t Task) error {
	return s.do(ctx, &task{person: t.Person, ask: t.Ask, decide: t.Decide, also: t.Also})
}

// Admit lets another room put acts of a kind before two persons. It is called before the house lets anybody in.
func (s *Shop) Admit(kind Kind, effect func() Effect) {
	if s.admitted == nil {
		s.admitted = map[Kind]func() Effect{}
	}
	s.admitted[kind] = effect
}

// Kinds lists the acts that need two persons, of all rooms.
func (s *Shop) Kinds() []Kind { return append(Kinds(), slices.Sorted(maps.Keys(s.admitted))...) }

// May refuses with ErrLogIn or ErrRole whoever has none of these roles.
func (by By) May(roles ...Role) error { return by.may(roles...) }

// Act begins an act of this person.
func (by By) Act(kind string) *ledger.Act { return by.act(kind) }

// Keyed begins an act that must bear an idempotency key, and digests what is asked. It refuses with ErrKeyMissing.
func (by By) Keyed(kind, key string, asked ...any) (*ledger.Act, error) {
	return by.keyed(kind, key, asked...)
}

// Say makes a refusal of another room.
func Say(name, en, fr string) *Refusal { return say(name, en, fr) }

// Sayf makes a refusal with figures in it.
func Sayf(name, en, fr string, args ...any) *Refusal { return bad(name, en, fr, args...) }

// CheckReason refuses with bad_reason what is no reason: one line of 3 to 300 characters that can be read.
func CheckReason(reason string) error { return checkReason(reason) }

// Identifier makes 16 random lower-case letters and digits: 80 bits.
func (s *Shop) Identifier() (string, error) { return s.identifier() }

// Time is what the house's clock says, in microseconds since 1970, UTC.
func (s *Shop) Time() int64 { return s.now().UnixMicro() }

// Playing is an account, or the one of play money beside it.
func Playing(a ledger.Account, play bool) ledger.Account { return playing(a, play) }

// Stock is a registered block whose files are open here, and as its row was last read. It refuses with ErrUnknownBlock, also where the
// files could not be opened.
func (s *Shop) Stock(id store.BlockID) (*press.Stock, store.Block, error) {
	row, opened, ok := s.catalog.get(id)
	if !ok || opened == nil {
		return nil, row, ErrUnknownBlock
	}
	return opened.stock, row, nil
}

// Claims is Stock with the key that opens its paper tickets together with their VIRN. It refuses with ErrUnknownBlock, no_claim_key or
// wrong_claim_key; after the last two the stock is given nevertheless.
func (s *Shop) Claims(id store.BlockID) (*press.Stock, store.Block, seal.ClaimKey, error) {
	return s.catalog.claims(id)
}

// BlockOf names the block of a serial.
func BlockOf(n seal.Serial) store.BlockID {
	return blockID(seal.Block{Game: n.Game, Issue: n.Issue, Number: n.Block})
}

// Found is what was asked for, as it was when the transaction began.
func (b *Batch) Found() *store.Found { return b.found }

// Seq is the place in this node's journal of the act that was posted last; the next one has the place after it.
func (b *Batch) Seq() int64 { return b.head.Seq }

// At is the time of the acts of this transaction, in microseconds since 1970, UTC.
func (b *Batch) At() int64 { return b.at }

// Balance is what an account that was asked for holds, after the acts of this batch.
func (b *Batch) Balance(a ledger.Account) money.Cents { return b.books.Balance(a) }

// Paid counts a lot that an act of this batch pays.
func (b *Batch) Paid(lot store.LotRef) { b.out.Paid[lot]++ }

// Place reads where a list goes on, and how much of it is wanted. It refuses with bad_cursor or bad_limit.
func Place(after string, limit int) (store.Cursor, error) { return page(after, limit) }

// Cut makes a page of a list of one more row than it holds.
func Cut[T any](rows []T, limit int, cursor func(T) store.Cursor) Page[T] {
	return paged(rows, limit, cursor)
}
