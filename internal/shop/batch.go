package shop

import (
	"encoding/json"
	"fmt"
	"time"

	"tirage/internal/store"
	"tirage/ledger"
	"tirage/money"
)

// Batch is a transaction while it is decided: what was found, and what is to be written.
type Batch struct {
	found *store.Found
	books *ledger.Books
	head  ledger.Head
	at    int64 // microseconds
	out   store.Written
	done  map[store.ActKey]store.Done // by acts of this batch
	// tickets that acts of this batch revealed, as they are now
	tickets map[store.TicketRef]store.Ticket
	paper   paper // what acts of this batch changed at the counter
	live    live  // and in draws
}

func newBatch(found *store.Found, now time.Time) *Batch {
	return &Batch{
		found: found, books: ledger.NewBooks(found.Balances, floors(found.Retailers)), head: found.Head, at: now.UnixMicro(),
		out:  store.Written{Balances: map[ledger.Account]money.Cents{}, Next: map[store.BlockID]int64{}, Paid: map[store.LotRef]int64{}},
		done: map[store.ActKey]store.Done{}, tickets: map[store.TicketRef]store.Ticket{},
	}
}

// Again gives the answer of an act that was done before under the same key, into answer. It refuses with ErrKeyReused a key that
// was used for another request, and with ErrLogIn an actor who has another role by now.
func (b *Batch) Again(a *ledger.Act, answer any) (bool, error) {
	if err := b.stillAs(a); err != nil {
		return true, err
	}
	key := store.ActKey{Actor: a.Actor, Key: a.Key}
	done, ok := b.done[key]
	if !ok {
		done, ok = b.found.Done[key]
	}
	if !ok {
		return false, nil
	}
	if done.Request != a.Request {
		return true, ErrKeyReused
	}
	return true, json.Unmarshal(done.Answer, answer)
}

// Has tells whether an act was done under a key, which was asked for.
func (b *Batch) Has(key store.ActKey) bool {
	_, now := b.done[key]
	_, before := b.found.Done[key]
	return now || before
}

// letIn refuses with ErrLogIn or ErrLocked a person who is not let into the house any more. It lets those pass who are none, as the desk.
func (b *Batch) letIn(id store.PersonID) error {
	switch at := b.found.Persons[id]; {
	case at.Erased != 0:
		return ErrLogIn
	case at.Locked != 0:
		return ErrLocked
	}
	return nil
}

// stillAs refuses with ErrLogIn an act of a person who acts as what they no longer are, whoever changed that. It lets those pass who are
// no persons, as the desk, and those who were not asked for, as somebody who only now becomes one.
func (b *Batch) stillAs(a *ledger.Act) error {
	if at, ok := b.found.Persons[store.PersonID(a.Actor)]; ok && at.Role != a.Role {
		return ErrLogIn
	}
	return nil
}

// Post posts an act with its answer. It refuses with ErrLogIn an actor who has another role by now, and with ErrFunds; it gives an error
// for transfers that no rule makes. It returns the act's digest.
func (b *Batch) Post(a *ledger.Act, answer any) (digest [32]byte, err error) {
	if err := b.stillAs(a); err != nil {
		return digest, err
	}
	text, err := json.Marshal(answer)
	if err != nil {
		return digest, fmt.Errorf("the answer of %s: %w", a.Kind, err)
	}
	if err := a.Check(); err != nil {
		return digest, err
	}
	if err := b.books.Post(a.Transfers); err != nil {
		if ledger.RefusalName(err) == ledger.InsufficientFunds {
			return digest, ErrFunds
		}
		return digest, err
	}
	for _, t := range a.Transfers {
		for _, account := range []ledger.Account{t.Debit, t.Credit} {
			if account.Held() {
				b.out.Balances[account] = b.books.Balance(account)
			}
		}
	}
	a.At = b.at
	b.head = b.head.Next(a)
	b.out.Acts = append(b.out.Acts, store.Posted{Act: *a, Answer: text, Digest: b.head.Digest})
	if a.Key != "" {
		b.done[store.ActKey{Actor: a.Actor, Key: a.Key}] = store.Done{Request: a.Request, Answer: text}
	}
	return b.head.Digest, nil
}

// next is the next position of a block to be sold.
func (b *Batch) next(block *store.Block) int64 {
	if n, ok := b.out.Next[block.ID]; ok {
		return n
	}
	return block.Next
}

func (b *Batch) written() *store.Written {
	b.out.Head = b.head
	b.paper.written(b.found, &b.out)
	b.live.written(b.found, &b.out)
	return &b.out
}
