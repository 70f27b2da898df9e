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
	setClaims(journal string, claims []ClaimChange) error
	setPacks(packs []PackChange) error
	setGuesses(guesses []GuessChange) error
	addSightings(list []Sighting) error
	addCards(journal string, cards []DrawCard) error
	sellInDraws(sales []DrawSale) error
	setHoldings(list []HoldingChange) error
	moveHead(to rows.MoveHeadParams) error // ErrFenced if it is no longer where it was, or another's

	send() error           // what waits
	statements() rows.DBTX // for statements that others make, after send
	commit() error
	rollback() // does nothing after commit
}

// asked is an Ask as lists sorted, without repetitions: rows are locked in one order, whoever asks. That is the journal,
// balances, blocks, tickets, issues, packs, retailers, claims, guesses and draws, each by key, and persons after their balances; done acts come
// last, so that those of a person whose balance is asked are all there.
type asked struct {
	accounts, persons, blocks []string
	tickets                   []TicketRef
	keys                      []ActKey

	issues, retailers, guesses []string
	packs                      []PackRef
	claims                     []TicketRef

	draws    []DrawRef
	holdings []HoldingRef
	cards    []CardHash
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
	for _, k := range ask.Keys {
		if !utf8.ValidString(k.Actor) || !utf8.ValidString(k.Key) {
			return nil, unfit("the key %.80q of %.80q is no text", k.Key, k.Actor)
		}
	}
	keys := slices.DeleteFunc(slices.Clone(ask.Keys), func(k ActKey) bool { return k.Key == "" })
	lists := &asked{
		accounts: distinct(accounts, cmp.Compare), persons: texts(ask.Persons), blocks: texts(ask.Blocks),
		tickets: distinct(slices.Clone(ask.Tickets), compareTickets), keys: distinct(keys, compareKeys),
	}
	if err := readCounter(ask, lists, f); err != nil {
		return nil, err
	}
	readHall(ask, lists, f)
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
		{"claims", len(d.Claims), func() error { return w.tx.setClaims(w.journal.name, d.Claims) }},
		{"packs", len(d.Packs), func() error { return w.tx.setPacks(d.Packs) }},
		{"guesses", len(d.Guesses), func() error { return w.tx.setGuesses(d.Guesses) }},
		{"sightings", len(d.Sightings), func() error { return w.tx.addSightings(d.Sightings) }},
		{"cards", len(d.Cards), func() error { return w.tx.addCards(w.journal.name, d.Cards) }},
		{"draws", len(d.Draws), func() error { return w.tx.sellInDraws(d.Draws) }},
		{"holdings", len(d.Holdings), func() error { return w.tx.setHoldings(d.Holdings) }},
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

// readCounter completes the lists by what is asked of the counter, and makes room for what is found.
func readCounter(ask Ask, lists *asked, f *Found) error {
	for _, g := range ask.Guesses {
		if !utf8.ValidString(g) {
			return unfit("the subject %.80q of guesses is no text", g)
		}
	}
	lists.issues, lists.retailers, lists.guesses = texts(ask.Issues), texts(ask.Retailers), texts(ask.Guesses)
	lists.packs, lists.claims = distinct(slices.Clone(ask.Packs), comparePacks), distinct(slices.Clone(ask.Claims), compareTickets)
	f.Issues, f.Retailers = make(map[IssueID]Issue, len(lists.issues)), make(map[PersonID]Retailer, len(lists.retailers))
	f.Packs, f.Claims = make(map[PackRef]Pack, len(lists.packs)), make(map[TicketRef]Claim, len(lists.claims))
	f.Guesses = make(map[string]Guess, len(lists.guesses))
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

// changed is what becomes of touching so many rows that were to be changed: errMoved if another node has changed one meanwhile.
func changed(touched int64, rows int) error {
	if touched != int64(rows) {
		return errMoved
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

// texts is distinct names.
func texts[T ~string](list []T) []string {
	return distinct(each(list, func(t T) string { return string(t) }), cmp.Compare)
}

func distinct[T comparable](list []T, compare func(a, b T) int) []T {
	slices.SortFunc(list, compare)
	return slices.Compact(list)
}

func compareTickets(a, b TicketRef) int {
	return cmp.Or(cmp.Compare(a.Block, b.Block), cmp.Compare(a.Position, b.Position))
}

func comparePacks(a, b PackRef) int {
	return cmp.Or(cmp.Compare(a.Block, b.Block), cmp.Compare(a.Pack, b.Pack))
}

func compareKeys(a, b ActKey) int {
	return cmp.Or(cmp.Compare(a.Actor, b.Actor), cmp.Compare(a.Key, b.Key))
}
