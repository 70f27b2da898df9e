package shop

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"database/sql"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tirage/internal/keeper"
	"tirage/ledger"
	"tirage/money"
)

// reconcile adds up a house again, as it is at one moment, and finds what is lost, doubled or made up. log is what was asked and
// answered, nil if nobody noted it.
func (h *house) reconcile(log *asked) {
	h.t.Helper()
	reconcile(h.t, h.dsn, filepath.Join(h.dir, "keeper"), log)
}

func reconcile(t testing.TB, dsn, keeperDir string, log *asked) {
	t.Helper()
	db := openSQL(t, dsn)
	defer db.Close()
	tx, err := db.BeginTx(t.Context(), snapshot(dsn))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback() }() // it only read
	r := readRecords(t, tx)
	r.readKeeper(keeperDir) // after the database: what it was told meanwhile may be more, never less
	r.chains(tx)
	r.money(tx)
	r.sales()
	r.reveals()
	r.paper(tx)
	r.lots(tx)
	r.decisions(tx)
	r.payments(tx)
	r.told(tx, keeperDir)
	if log != nil {
		r.asked(log)
	}
}

// chains: each journal counts from 1 without a gap, its digests follow from its acts, and its head is its last act; no key is used twice.
func (r *records) chains(tx *sql.Tx) {
	heads := map[string]ledger.Head{}
	keys := map[[2]string]bool{}
	for _, a := range r.acts {
		head := heads[a.journal].Next(&a.Act)
		if head.Seq != a.seq || !bytes.Equal(head.Digest[:], a.digest) {
			r.t.Errorf("act %v does not follow in its chain", a.actPlace)
		}
		heads[a.journal] = head
		if key := [2]string{a.Actor, a.Key}; a.Key != "" && keys[key] {
			r.t.Errorf("act %v was done twice under %v", a.actPlace, key)
		} else {
			keys[key] = true
		}
	}
	each(r.t, tx, `select name, seq, digest from journal`, func(scan func(...any) error) error {
		var name string
		var seq int64
		var digest []byte
		err := scan(&name, &seq, &digest)
		if head := heads[name]; head.Seq != seq || !bytes.Equal(head.Digest[:], digest) {
			r.t.Errorf("journal %s ends at %d, its acts at %d", name, seq, head.Seq)
		}
		delete(heads, name)
		return err
	})
	if len(heads) > 0 {
		r.t.Errorf("acts of no journal: %v", heads)
	}
}

// money: balances are what the transfers add up to, nobody owes the house, and all of it together is nothing.
func (r *records) money(tx *sql.Tx) {
	sums, late := map[ledger.Account]money.Cents{}, map[ledger.Account]money.Cents{}
	folded := map[string]int64{}
	each(r.t, tx, `select name, folded from journal`, func(scan func(...any) error) error {
		var name string
		var seq int64
		err := scan(&name, &seq)
		folded[name] = seq
		return err
	})
	for _, a := range r.acts {
		for _, l := range a.Transfers {
			sums[l.Debit] -= l.Amount
			sums[l.Credit] += l.Amount
			if a.seq > folded[a.journal] {
				late[l.Debit] -= l.Amount
				late[l.Credit] += l.Amount
			}
		}
	}
	stored := map[ledger.Account]money.Cents{}
	each(r.t, tx, `select account, amount from balance`, func(scan func(...any) error) error {
		var account ledger.Account
		var amount money.Cents
		err := scan(&account, &amount)
		stored[account] = amount
		return err
	})
	each(r.t, tx, `select account, amount from fold`, func(scan func(...any) error) error {
		var account ledger.Account
		var amount money.Cents
		err := scan(&account, &amount)
		stored[account] += amount
		return err
	})
	limits := map[string]money.Cents{} // how much retailers may owe
	each(r.t, tx, `select person, credit from retailer`, func(scan func(...any) error) error {
		var id string
		var limit money.Cents
		err := scan(&id, &limit)
		limits[id] = limit
		return err
	})
	var real, play money.Cents
	for account, amount := range sums {
		if !account.Held() {
			stored[account] += late[account]
		}
		if stored[account] != amount {
			r.t.Errorf("%s holds %d by its entries and %d by its balance", account, amount, stored[account])
		}
		delete(stored, account)
		if account.IsPlay() {
			play += amount
		} else {
			real += amount
		}
		if account.Held() && amount < -limits[account.Owner()] {
			r.t.Errorf("%s holds %d", account, amount)
		}
	}
	for account, amount := range stored {
		if amount != 0 {
			r.t.Errorf("%s holds %d by nothing", account, amount)
		}
	}
	if real != 0 || play != 0 {
		r.t.Errorf("all money together is %d, play money %d", real, play)
	}
}

// spans reads the subject of a purchase.
func (r *records) spans(a *actRow) (spans map[string][2]int64) {
	spans = map[string][2]int64{}
	for _, text := range strings.Fields(a.Subject) {
		id, positions, _ := strings.Cut(text, ":")
		var first, last int64
		if n, err := fmt.Sscanf(positions, "%d-%d", &first, &last); err != nil || n != 2 || last < first || spans[id] != [2]int64{} {
			r.t.Fatalf("act %v sells %q", a.actPlace, a.Subject)
		}
		spans[id] = [2]int64{first, last + 1}
	}
	return spans
}

// sales: the positions from a block's first to its next are sold, each by one act, which names it, was paid for it, and whose digest
// the ticket bears.
func (r *records) sales() {
	named := map[string]map[int64]actPlace{}
	for _, a := range r.acts {
		if a.Kind != "buy" {
			continue
		}
		cost := map[ledger.Account]money.Cents{}
		for id, span := range r.spans(a) {
			b := r.blocks[id]
			if b == nil {
				r.t.Fatalf("act %v sells of block %s, which is none", a.actPlace, id)
			}
			if named[id] == nil {
				named[id] = map[int64]actPlace{}
			}
			for pos := span[0]; pos < span[1]; pos++ {
				if other, twice := named[id][pos]; twice {
					r.t.Errorf("position %d of %s is sold by %v and by %v", pos, id, other, a.actPlace)
				}
				named[id][pos] = a.actPlace
			}
			cost[playing(ledger.Of(ledger.Game, b.game), b.play == 1)] += money.Cents((span[1] - span[0]) * b.price)
		}
		paid := map[ledger.Account]money.Cents{}
		for _, l := range a.Transfers {
			if l.Debit.Kind() != ledger.Player || l.Debit.Owner() != a.Actor {
				r.t.Errorf("act %v is paid by %s", a.actPlace, l.Debit)
			}
			paid[l.Credit] += l.Amount
		}
		if !maps.Equal(paid, cost) {
			r.t.Errorf("act %v costs %v and is paid %v", a.actPlace, cost, paid)
		}
	}
	for id, b := range r.blocks {
		if n := int64(len(r.tickets[id])); n != b.next-b.first || int64(len(named[id])) != n {
			r.t.Errorf("block %s: %d tickets, %d positions sold, %d named by acts", id, n, b.next-b.first, len(named[id]))
		}
		for i, k := range r.tickets[id] {
			a := r.byPlace[k.by]
			if k.position != b.first+int64(i) || a == nil || named[id][k.position] != k.by || a.Actor != k.owner || a.At != k.soldAt ||
				!bytes.Equal(a.digest, k.digest) || k.price != b.price || k.play != b.play {
				r.t.Fatalf("ticket %d of %s is not as its sale has it: %+v, %+v", b.first+int64(i), id, k, a)
			}
		}
	}
	for id := range r.tickets {
		if r.blocks[id] == nil {
			r.t.Errorf("tickets of block %s, which is none", id)
		}
	}
}

// reveals: a ticket that was opened was so by one act of its owner, shows what was sealed, and was paid its lot once.
func (r *records) reveals() {
	acts := map[string]*actRow{}
	for _, a := range r.acts {
		if a.Kind != "reveal" {
			continue
		}
		if acts[a.Subject] != nil {
			r.t.Errorf("ticket %s is revealed by %v and by %v", a.Subject, acts[a.Subject].actPlace, a.actPlace)
		}
		acts[a.Subject] = a
	}
	for id, tickets := range r.tickets {
		if !slices.ContainsFunc(tickets, func(k *ticketRow) bool { return k.revealedAt != 0 }) {
			continue
		}
		truth := sealed(r.t, r.blocks[id].folder)
		for _, k := range tickets {
			if k.revealedAt == 0 {
				if k.lot != 0 || k.composition != 0 || len(k.secret) != 0 || k.paid != 0 {
					r.t.Errorf("a sealed ticket says something: %+v", k)
				}
				continue
			}
			serial, outcome, secret, amount := truth.at(r.t, k.position)
			a := acts[serial]
			if a == nil {
				r.t.Fatalf("ticket %s was revealed by no act", serial)
			}
			delete(acts, serial)
			var paid money.Cents
			for _, l := range a.Transfers {
				paid += l.Amount
				if l.Credit != playing(ledger.Of(ledger.Player, k.owner), k.play == 1) || l.Debit != playing(ledger.Of(ledger.Game, id[:4]), k.play == 1) {
					r.t.Errorf("ticket %s is paid by %v", serial, l)
				}
			}
			if a.Actor != k.owner || a.At != k.revealedAt || len(a.Transfers) > 1 || int64(paid) != k.paid || paid != amount ||
				k.lot != int64(outcome.Lot) || k.composition != int64(outcome.Composition) || !bytes.Equal(k.secret, secret[:]) {
				r.t.Errorf("ticket %s is not what was sealed, or not paid what it shows: %+v, %+v, sealed %v for %d", serial, k, a, outcome, amount)
			}
		}
	}
	if len(acts) > 0 {
		r.t.Errorf("acts reveal tickets that are sealed: %v", slices.Sorted(maps.Keys(acts)))
	}
}

// lots: what is counted as revealed and paid is what the tickets say.
func (r *records) lots(tx *sql.Tx) {
	type count struct{ revealed, paid int64 }
	want := map[string]count{}
	for id, tickets := range r.tickets {
		for _, k := range tickets {
			if k.revealedAt == 0 {
				continue
			}
			c := want[fmt.Sprint(id, " ", k.lot)]
			c.revealed++
			if k.paid > 0 {
				c.paid++
			}
			want[fmt.Sprint(id, " ", k.lot)] = c
		}
	}
	for lot, n := range r.paperPaid {
		c := want[lot]
		c.paid += n
		want[lot] = c
	}
	got := map[string]count{}
	each(r.t, tx, `select block, lot, revealed, paid from lot_paid`, func(scan func(...any) error) error {
		var id string
		var lot int64
		var c count
		err := scan(&id, &lot, &c.revealed, &c.paid)
		got[fmt.Sprint(id, " ", lot)] = c
		return err
	})
	if !maps.Equal(got, want) {
		r.t.Errorf("lots are counted as %v, tickets say %v", got, want)
	}
}

// told: the keeper was told no more than was sold and no less than the house noted, of each ticket its owner's tag and its act; it
// gave halves of told tickets only, and of each that was opened.
func (r *records) told(tx *sql.Tx, dir string) {
	verifier, err := keeper.ReadVerifier(dir)
	if err != nil {
		r.t.Fatal(err)
	}
	acks := map[string][]byte{}
	each(r.t, tx, `select block, note from ack`, func(scan func(...any) error) error {
		var id string
		var note []byte
		err := scan(&id, &note)
		acks[id] = note
		return err
	})
	for id, b := range r.blocks {
		s := r.keeper[id]
		if b.told > s.Told.Told || s.Told.Told > b.next {
			r.t.Errorf("block %s: sold up to %d, told %d, the keeper knows %d", id, b.next, b.told, s.Told.Told)
			continue
		}
		chains := [][32]byte{sha256.Sum256([]byte("tirage keeper 1" + id))}
		for _, k := range r.tickets[id][:s.Told.Told] {
			m := hmac.New(sha256.New, r.tags[k.owner])
			m.Write([]byte(id))
			last := chains[len(chains)-1]
			chains = append(chains, sha256.Sum256(slices.Concat(last[:], m.Sum(nil)[:16], k.digest)))
		}
		if chains[s.Told.Told] != s.Told.Hash {
			r.t.Errorf("block %s: the keeper was told other sales", id)
		}
		if b.told > b.first {
			ack, err := keeper.OpenAck(acks[id], verifier)
			if err != nil || ack.Block != id || ack.Told != b.told || ack.Chain != chains[b.told] {
				r.t.Errorf("block %s: told %d, acknowledged %+v: %v", id, b.told, ack, err)
			}
		}
		for _, k := range r.tickets[id] {
			if k.revealedAt != 0 && r.answers[id][k.position] == 0 {
				r.t.Errorf("ticket %d of %s was opened without the keeper", k.position, id)
			}
		}
		for pos := range r.answers[id] {
			if pos >= s.Told.Told {
				r.t.Errorf("the keeper gave the half of position %d of %s, and was told %d", pos, id, s.Told.Told)
			}
		}
	}
}
