package store

import (
	"cmp"
	"context"
	"database/sql"
	"maps"
	"slices"
	"unicode/utf8"

	"tirage/internal/store/rows"
	"tirage/ledger"
	"tirage/money"
)

// bulk begins the transactions that read and write acts by the thousand.
type bulk interface {
	prepare(ctx context.Context, db *sql.DB) error
	begin(ctx context.Context, db *sql.DB) (transaction, error)
}

// transaction is the statements that read and write acts by the thousand. A statement that writes may wait, unseen, until send.
type transaction interface {
	read(journal string, token int64, ask *asked, into *Found) error // sql.ErrNoRows if the token is another's

	addActs(journal string, first int64, acts []Posted) error // lists are never empty
	addTransfers(journal string, first int64, acts []Posted) error
	setBalances(accounts []string, amounts []int64) error
	addTickets(journal string, sold []Ticket) error
	revealTickets(revealed []Ticket) error // ErrWritten if one is not there, or was revealed
	setNext(ids []string, next []int64) error
	addPaid(lots []lotSum) error
	moveHead(to rows.MoveHeadParams) error // ErrFenced if it is no longer where it was, or another's

	send() error           // what waits
	statements() rows.DBTX // for statements that others make, after send
	commit() error
	rollback() // does nothing after commit
}

// asked is an Ask as lists sorted, without repetitions: rows are locked in one order, whoever asks. That is the journal,
// balances, blocks, tickets, each by key, and persons after their balances; done acts come last, so that those of a person whose balance is asked are all there.
type asked struct {
	accounts, persons, blocks []string
	tickets                   []TicketRef
	keys                      []ActKey
}

// lotSum is what is added to the counts of a lot.
type lotSum struct {
	LotRef
	revealed, paid int64
}

// batch is one transaction that reads, is decided, and writes.
type batch struct {
	tx      transaction
	pull    func(point string) error // Options.Fault
	journal *Journal
}

// fault asks for a fault. What waits is sent then, so that it is there to be undone.
func (w *batch) fault(point string) error {
	err := w.pull(point)
	if err != nil {
		_ = w.tx.send() // the fault is the error that counts
	}
	return err
}

// read finds what is asked, and keeps other transactions from changing it.
func (w *batch) read(ask Ask) (*Found, error) {
	if err := w.fault("read"); err != nil {
		return nil, err
	}
	f := &Found{
		Done: map[ActKey]Done{}, Balances: make(map[ledger.Account]money.Cents, len(ask.Accounts)),
		Persons: make(map[PersonID]Standing, len(ask.Persons)), Blocks: map[BlockID]Block{}, Tickets: make(map[TicketRef]Ticket, len(ask.Tickets)),
	}
	accounts := make([]string, len(ask.Accounts))
	for i, a := range ask.Accounts {
		if !a.Held() {
			return nil, unfit("%.80q has no balance: only held accounts do", a)
		}
		accounts[i], f.Balances[a] = string(a), 0
	}
	ids := make([]string, len(ask.Blocks))
	for i, id := range ask.Blocks {
		ids[i] = string(id)
	}
	persons := make([]string, len(ask.Persons))
	for i, id := range ask.Persons {
		persons[i] = string(id)
	}
	for _, k := range ask.Keys {
		if !utf8.ValidString(k.Actor) || !utf8.ValidString(k.Key) {
			return nil, unfit("the key %.80q of %.80q is no text", k.Key, k.Actor)
		}
	}
	keys := slices.DeleteFunc(slices.Clone(ask.Keys), func(k ActKey) bool { return k.Key == "" })
	lists := &asked{
		accounts: distinct(accounts, cmp.Compare), persons: distinct(persons, cmp.Compare), blocks: distinct(ids, cmp.Compare),
		tickets: distinct(slices.Clone(ask.Tickets), compareTickets), keys: distinct(keys, compareKeys),
	}
	if err := w.tx.read(w.journal.name, w.journal.token, lists, f); err != nil {
		return nil, fencedIfNone(err)
	}
	return f, w.fault("decided")
}

// write writes what was decided, but for the head.
func (w *batch) write(f *Found, d *Written) error {
	first := f.Head.Seq + 1
	transfers := 0
	for i := range d.Acts {
		transfers += len(d.Acts[i].Act.Transfers)
	}
	for _, step := range []struct {
		point string
		rows  int
		do    func() error
	}{
		{"acts", len(d.Acts), func() error { return w.tx.addActs(w.journal.name, first, d.Acts) }},
		{"transfers", transfers, func() error { return w.tx.addTransfers(w.journal.name, first, d.Acts) }},
		{"balances", len(d.Balances), func() error {
			accounts, amounts := columns(d.Balances)
			return w.tx.setBalances(accounts, amounts)
		}},
		{"sold", len(d.Sold), func() error { return w.tx.addTickets(w.journal.name, d.Sold) }},
		{"revealed", len(d.Revealed), func() error { return w.tx.revealTickets(d.Revealed) }},
		{"next", len(d.Next), func() error {
			ids, next := columns(d.Next)
			return w.tx.setNext(ids, next)
		}},
		{"paid", len(d.Paid) + len(d.Revealed), func() error { return w.tx.addPaid(lotSums(d)) }},
	} {
		if err := w.fault(step.point); err != nil {
			return err
		}
		if step.rows > 0 {
			if err := step.do(); err != nil {
				return err
			}
		}
	}
	return nil
}

// head moves the journal's head, if the lease is still ours. It renews the lease, also when there is nothing to move.
func (w *batch) head(was ledger.Head, decided *Written) error {
	if err := w.fault("head"); err != nil {
		return err
	}
	next := decided.Head
	if len(decided.Acts) == 0 {
		next = was
	}
	j := w.journal
	return w.tx.moveHead(rows.MoveHeadParams{
		Name: j.name, Token: j.token, Was: was.Seq, Seq: next.Seq, Digest: next.Digest[:], Expires: j.s.now().Add(j.ttl).UnixMicro(),
	})
}

// unrevealed is what becomes of touching so many tickets that were to be revealed.
func unrevealed(touched int64, revealed []Ticket) error {
	if touched != int64(len(revealed)) {
		return unfit("%d of %d tickets could be revealed", touched, len(revealed))
	}
	return nil
}

// lotSums counts what a decision reveals and pays, by lot.
func lotSums(d *Written) []lotSum {
	sums := map[LotRef]*lotSum{}
	of := func(ref LotRef) *lotSum {
		if sums[ref] == nil {
			sums[ref] = &lotSum{LotRef: ref}
		}
		return sums[ref]
	}
	for i := range d.Revealed {
		of(LotRef{d.Revealed[i].Block, d.Revealed[i].Lot}).revealed++
	}
	for ref, n := range d.Paid {
		of(ref).paid += n
	}
	list := make([]lotSum, 0, len(sums))
	for _, s := range sums {
		list = append(list, *s)
	}
	slices.SortFunc(list, func(a, b lotSum) int { return cmp.Or(cmp.Compare(a.Block, b.Block), cmp.Compare(a.Lot, b.Lot)) })
	return list
}

// columns returns a map as two lists, sorted by key.
func columns[K ~string, V ~int64](m map[K]V) ([]string, []int64) {
	keys := slices.Sorted(maps.Keys(m))
	names, values := make([]string, len(keys)), make([]int64, len(keys))
	for i, k := range keys {
		names[i], values[i] = string(k), int64(m[k])
	}
	return names, values
}

func distinct[T comparable](list []T, compare func(a, b T) int) []T {
	slices.SortFunc(list, compare)
	return slices.Compact(list)
}

func compareTickets(a, b TicketRef) int {
	return cmp.Or(cmp.Compare(a.Block, b.Block), cmp.Compare(a.Position, b.Position))
}

func compareKeys(a, b ActKey) int {
	return cmp.Or(cmp.Compare(a.Actor, b.Actor), cmp.Compare(a.Key, b.Key))
}
