package store

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"tirage/ledger"
	"tirage/money"
)

// draft makes a decision as a shop would: with a ledger's books, in order.
type draft struct {
	Written
	found *Found
	books *ledger.Books
}

func begin(f *Found) *draft {
	d := &draft{found: f, books: ledger.NewBooks(f.Balances, nil)}
	d.Head, d.Next, d.Balances = f.Head, map[BlockID]int64{}, map[ledger.Account]money.Cents{}
	d.Paid = map[LotRef]int64{}
	return d
}

func (d *draft) post(a ledger.Act) error {
	if err := d.books.Post(a.Transfers); err != nil {
		return err
	}
	d.Head = d.Head.Next(&a)
	d.Acts = append(d.Acts, Posted{Act: a, Answer: []byte("answer " + a.Key), Digest: d.Head.Digest})
	for _, t := range a.Transfers {
		for _, account := range []ledger.Account{t.Debit, t.Credit} {
			if account.Held() {
				d.Balances[account] = d.books.Balance(account)
			}
		}
	}
	return nil
}

func wallet(who string) ledger.Account { return ledger.Of(ledger.Player, who) }

func (d *draft) deposit(who, key string, at int64, amount money.Cents) error {
	return d.post(ledger.Act{
		Kind: "deposit", Actor: who, Role: "player", Key: key, Request: sha256.Sum256([]byte(key)), At: at,
		Transfers: []ledger.Transfer{{Debit: ledger.Of(ledger.Cash, "demo"), Credit: wallet(who), Amount: amount}},
	})
}

func (d *draft) buy(who, key string, at int64, block BlockID) error {
	b := d.found.Blocks[block]
	next, ok := d.Next[block]
	if !ok {
		next = b.Next
	}
	if err := d.post(ledger.Act{
		Kind: "buy", Actor: who, Role: "player", Origin: "here", Key: key, Request: sha256.Sum256([]byte(key)), At: at,
		Subject:   fmt.Sprintf("%s/%d", block, next),
		Transfers: []ledger.Transfer{{Debit: wallet(who), Credit: ledger.Of(ledger.Game, b.Game), Amount: b.Price}},
	}); err != nil {
		return err
	}
	d.Sold = append(d.Sold, Ticket{
		TicketRef: TicketRef{block, next}, Owner: PersonID(who), Play: b.Play, Price: b.Price, SoldAt: at, Seq: d.Head.Seq, Digest: d.Head.Digest,
	})
	d.Next[block] = next + 1
	return nil
}

func (d *draft) reveal(ref TicketRef, at, lot int64, pays money.Cents) error {
	t := d.found.Tickets[ref]
	a := ledger.Act{Kind: "reveal", Actor: string(t.Owner), Role: "player", At: at, Note: "lot"}
	if pays > 0 {
		a.Transfers = []ledger.Transfer{{Debit: ledger.Of(ledger.Game, d.found.Blocks[ref.Block].Game), Credit: wallet(string(t.Owner)), Amount: pays}}
		d.Paid[LotRef{ref.Block, lot}]++
	}
	t.RevealedAt, t.Lot, t.Composition, t.Secret, t.Paid = at, lot, 7, []byte("sixteen bytes...")[:16], pays
	d.Revealed = append(d.Revealed, t)
	return d.post(a)
}

func blockNamed(id BlockID, size int64) Block {
	return Block{
		ID: id, Game: string(id[:4]), Issue: 0, Number: 1, State: OnSale, Price: 300, OnlineEnd: size,
		Folder: "blocks/" + string(id), Manifest: sha256.Sum256([]byte(id)), Version: "1",
	}
}

// house is a store with a journal and blocks.
type house struct {
	*Store
	*Journal
}

const firstBlock = BlockID("3002-00-0001")

func newHouse(t testing.TB, dsn string, o Options) house {
	t.Helper()
	s := open(t, dsn, o)
	j, err := s.Journal(t.Context(), "north", time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Write(t.Context(), func(ctx context.Context, tx *Tx) error { return tx.AddBlock(ctx, blockNamed(firstBlock, 10_000)) }); err != nil {
		t.Fatal(err)
	}
	return house{s, j}
}

// commit commits what one step decides for these players and the first block.
func (j *Journal) commitFor(ctx context.Context, who []string, tickets []TicketRef, step func(d *draft) error) error {
	ask := Ask{Blocks: []BlockID{firstBlock}, Tickets: tickets}
	for _, w := range who {
		ask.Accounts = append(ask.Accounts, wallet(w))
	}
	return j.Commit(ctx, ask, func(f *Found) (*Written, error) {
		d := begin(f)
		err := step(d)
		return &d.Written, err
	})
}

// must fails the test unless err is one of the errors wanted, or nil if none is.
func must(t testing.TB, err error, want ...error) {
	t.Helper()
	for _, w := range want {
		if errors.Is(err, w) {
			return
		}
	}
	if err != nil || len(want) > 0 {
		t.Fatalf("got %v, want %v", err, want)
	}
}

// dump returns everything in the database but sessions' and journals' times, as text, in order.
func (s *Store) dump(t testing.TB) string {
	t.Helper()
	var out strings.Builder
	for table, order := range map[string]string{
		"person": "id", "session": "token", "act": "journal, seq", "transfer": "journal, seq, n", "fold": "journal, account",
		"block": "id", "lot_paid": "block, lot", "ticket": "block, position", "proposal": "id",
		"issue": "id", "retailer": "person", "pack": "block, pack", "claim": "block, position", "guess": "subject",
		"sighting": "block, position, at, n", "claim_file": "id", "block_seeds": "block",
	} {
		list, err := s.reader.QueryContext(t.Context(), "select * from "+table+" order by "+order)
		must(t, err)
		names, err := list.Columns()
		must(t, err)
		fmt.Fprintln(&out, "#", table)
		for list.Next() {
			values, into := make([]any, len(names)), make([]any, len(names))
			for i := range values {
				into[i] = &values[i]
			}
			must(t, list.Scan(into...))
			fmt.Fprintln(&out, values...)
		}
		must(t, list.Err())
		must(t, list.Close())
	}
	sections := strings.Split(out.String(), "# ")
	must(t, nil)
	held, err := s.Held(t.Context())
	must(t, err)
	journals, err := s.Journals(t.Context())
	must(t, err)
	tables := map[string]string{}
	for _, section := range sections {
		name, rows, _ := strings.Cut(section, "\n")
		tables[name] = rows
	}
	for _, j := range journals {
		tables["journal "+j.Name] = fmt.Sprint(j.Head, j.Folded)
	}
	return fmt.Sprint(tables, maps.Clone(held)) // maps print in order of their keys
}

// audit recomputes everything that follows from the acts: the chains, the balances, the totals, and who owns which ticket.
func (s *Store) audit(t testing.TB) (acts int64) {
	t.Helper()
	must(t, s.View(t.Context(), func(ctx context.Context, v *View) error {
		journals, err := v.Journals(ctx)
		must(t, err)
		balances := map[ledger.Account]money.Cents{}
		for _, j := range journals {
			var head ledger.Head
			for a, err := range v.Acts(ctx, j.Name, 0) {
				must(t, err)
				head = head.Next(&a.Act)
				if a.Seq != head.Seq || a.Digest != head.Digest || a.Journal != j.Name {
					t.Fatalf("journal %s: act %d does not follow", j.Name, a.Seq)
				}
				for _, m := range a.Act.Transfers {
					balances[m.Debit] -= m.Amount
					balances[m.Credit] += m.Amount
				}
				acts++
			}
			if head != j.Head {
				t.Fatalf("journal %s ends at %d, its head is %d", j.Name, head.Seq, j.Head.Seq)
			}
		}
		held, err := v.Held(ctx)
		must(t, err)
		totals, err := v.Totals(ctx)
		must(t, err)
		maps.Copy(totals, held)
		maps.DeleteFunc(balances, func(_ ledger.Account, c money.Cents) bool { return c == 0 })
		if !maps.Equal(balances, totals) {
			t.Fatalf("balances kept: %v\nfrom the acts: %v", totals, balances)
		}
		return nil
	}))
	return acts
}
