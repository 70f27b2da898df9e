package store

import (
	"cmp"
	"context"
	"database/sql"
	"maps"
	"slices"
	"unicode/utf8"

	"tirage/ledger"
	"tirage/money"
)

// bulk is the statements that read and write acts by the thousand. Reads keep other transactions from changing what they
// find. Lists are sorted, without repetitions, and never empty.
type bulk interface {
	prepare(ctx context.Context, db *sql.DB) error

	head(ctx context.Context, tx *sql.Tx, journal string, token int64) (ledger.Head, error) // sql.ErrNoRows if the token is another's
	balances(ctx context.Context, tx *sql.Tx, accounts []string, into map[ledger.Account]money.Cents) error
	blocks(ctx context.Context, tx *sql.Tx, ids []string, into map[BlockID]Block) error
	tickets(ctx context.Context, tx *sql.Tx, refs []TicketRef, into map[TicketRef]Ticket) error
	done(ctx context.Context, tx *sql.Tx, keys []ActKey, into map[ActKey]Done) error

	addActs(ctx context.Context, tx *sql.Tx, journal string, first int64, acts []Posted) error
	addTransfers(ctx context.Context, tx *sql.Tx, journal string, first int64, acts []Posted) error
	setBalances(ctx context.Context, tx *sql.Tx, accounts []string, amounts []int64) error
	addTickets(ctx context.Context, tx *sql.Tx, journal string, sold []Ticket) error
	revealTickets(ctx context.Context, tx *sql.Tx, revealed []Ticket) (touched int64, err error)
	setNext(ctx context.Context, tx *sql.Tx, ids []string, next []int64) error
	addPaid(ctx context.Context, tx *sql.Tx, lots []lotSum) error
}

// lotSum is what is added to the counts of a lot.
type lotSum struct {
	LotRef
	revealed, paid int64
}

// batch is one transaction that reads, is decided, and writes.
type batch struct {
	ctx     context.Context
	tx      *sql.Tx
	fault   func(point string) error
	bulk    bulk
	journal *Journal
}

// read finds what is asked. Rows are locked in one order, whoever asks: the journal, balances, blocks, tickets, each by key;
// done acts come last, so that those of a person whose balance is asked are all there.
func (w *batch) read(ask Ask) (*Found, error) {
	if err := w.fault("read"); err != nil {
		return nil, err
	}
	f := &Found{
		Done: map[ActKey]Done{}, Balances: make(map[ledger.Account]money.Cents, len(ask.Accounts)),
		Blocks: map[BlockID]Block{}, Tickets: make(map[TicketRef]Ticket, len(ask.Tickets)),
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
	for _, k := range ask.Keys {
		if !utf8.ValidString(k.Actor) || !utf8.ValidString(k.Key) {
			return nil, unfit("the key %.80q of %.80q is no text", k.Key, k.Actor)
		}
	}
	keys := slices.DeleteFunc(slices.Clone(ask.Keys), func(k ActKey) bool { return k.Key == "" })
	accounts, ids = distinct(accounts, cmp.Compare), distinct(ids, cmp.Compare)
	refs, keys := distinct(slices.Clone(ask.Tickets), compareTickets), distinct(keys, compareKeys)

	var err error
	if f.Head, err = w.bulk.head(w.ctx, w.tx, w.journal.name, w.journal.token); err != nil {
		return nil, fencedIfNone(err)
	}
	if len(accounts) > 0 {
		err = w.bulk.balances(w.ctx, w.tx, accounts, f.Balances)
	}
	if err == nil && len(ids) > 0 {
		err = w.bulk.blocks(w.ctx, w.tx, ids, f.Blocks)
	}
	if err == nil && len(refs) > 0 {
		err = w.bulk.tickets(w.ctx, w.tx, refs, f.Tickets)
	}
	if err == nil && len(keys) > 0 {
		err = w.bulk.done(w.ctx, w.tx, keys, f.Done)
	}
	if err != nil {
		return nil, err
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
		{"acts", len(d.Acts), func() error { return w.bulk.addActs(w.ctx, w.tx, w.journal.name, first, d.Acts) }},
		{"transfers", transfers, func() error { return w.bulk.addTransfers(w.ctx, w.tx, w.journal.name, first, d.Acts) }},
		{"balances", len(d.Balances), func() error {
			accounts, amounts := columns(d.Balances)
			return w.bulk.setBalances(w.ctx, w.tx, accounts, amounts)
		}},
		{"sold", len(d.Sold), func() error { return w.bulk.addTickets(w.ctx, w.tx, w.journal.name, d.Sold) }},
		{"revealed", len(d.Revealed), func() error {
			touched, err := w.bulk.revealTickets(w.ctx, w.tx, d.Revealed)
			if err == nil && touched != int64(len(d.Revealed)) {
				return unfit("%d of %d tickets could be revealed", touched, len(d.Revealed))
			}
			return err
		}},
		{"next", len(d.Next), func() error {
			ids, next := columns(d.Next)
			return w.bulk.setNext(w.ctx, w.tx, ids, next)
		}},
		{"paid", len(d.Paid) + len(d.Revealed), func() error { return w.bulk.addPaid(w.ctx, w.tx, lotSums(d)) }},
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
