package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"tirage/ledger"
	"tirage/money"
	"tirage/retail"
)

var errFault = errors.New("the plug was pulled")

// TestFaults pulls the plug at every step of a commit that writes everything there is to write: nothing is written, or, after
// the commit, all of it; and the same commit passes afterwards, or finds its acts done.
func TestFaults(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		for _, point := range FaultPoints() {
			t.Run(point, func(t *testing.T) {
				var armed, seen bool
				h := counterHouse(t, d.fresh(t), Options{Fault: func(at string) error {
					if armed && at == point {
						seen = true
						return errFault
					}
					return nil
				}})
				must(t, h.commitFor(t.Context(), []string{"anne"}, nil, func(d *draft) error {
					must(t, d.deposit("anne", "d1", 1, 1000))
					return d.buy("anne", "b1", 2, firstBlock)
				}))
				must(t, h.decide(t, 1, func(d *draft) error {
					d.guess(0, 1, 2)
					return errors.Join(d.claim(0, retail.Reserved, "rita", 2), d.pack(0, retail.Active, "rita", 2))
				}))
				everything := func() error {
					ref := TicketRef{firstBlock, 0}
					ask := counterAsk(2)
					ask.Accounts, ask.Tickets, ask.Keys = []ledger.Account{wallet("anne")}, []TicketRef{ref}, []ActKey{{"anne", "b2"}}
					return h.Commit(t.Context(), ask, func(f *Found) (*Written, error) {
						d := begin(f)
						if len(f.Done) > 0 {
							return nil, errors.New("done")
						}
						err := errors.Join(d.buy("anne", "b2", 3, firstBlock), d.reveal(ref, 4, 1, 100))
						for i := range int64(2) { // one that is there, and one that is not
							err = errors.Join(err, d.claim(i, retail.Paid, "rita", 5), d.pack(i, retail.Settled, "rita", 5))
							d.guess(i, 3, 5)
							d.see(i, 5, "rita", "pay")
						}
						return &d.Written, err
					}, func(ctx context.Context, tx *Tx) error {
						return errors.Join(tx.AddPerson(ctx, personNamed("anne")), tx.CloseIssue(ctx, Issue{ID: firstBlock.Issue(), Closed: 6, Lapses: 7}))
					})
				}
				before := h.dump(t)
				armed = true
				err := everything()
				must(t, err, errFault)
				if errors.Is(err, ErrUnsure) != (point == "committed") {
					t.Errorf("got %v", err)
				}
				armed = false
				if !seen {
					t.Fatal("the point was not reached")
				}
				written := h.dump(t) != before
				if written != (point == "committed") {
					t.Fatalf("written: %v\nbefore: %s\nafter: %s", written, before, h.dump(t))
				}
				h.audit(t)
				if err := everything(); (err != nil) != written {
					t.Errorf("then: %v", err)
				}
				if acts := h.audit(t); acts != 10 {
					t.Errorf("%d acts", acts)
				}
			})
		}
	})
}

// TestUnfitDecisions spoils a decision in every way that Commit looks for: it is refused, and nothing is written.
func TestUnfitDecisions(t *testing.T) {
	first, second := TicketRef{firstBlock, 0}, TicketRef{firstBlock, 1}
	onEach(t, func(t *testing.T, d database) {
		h := newHouse(t, d.fresh(t), Options{})
		must(t, h.commitFor(t.Context(), []string{"anne"}, nil, func(d *draft) error {
			return errors.Join(d.deposit("anne", "d1", 1, 2000), d.buy("anne", "b1", 2, firstBlock), d.buy("anne", "b2", 2, firstBlock))
		}))
		must(t, h.commitFor(t.Context(), []string{"anne"}, []TicketRef{second}, func(d *draft) error { return d.reveal(second, 3, 0, 0) }))
		before := h.dump(t)
		for name, spoil := range map[string]func(d *draft){
			"head too far":           func(d *draft) { d.Head.Seq++ },
			"another head":           func(d *draft) { d.Head.Digest[0]++ },
			"balance off by one":     func(d *draft) { d.Balances[wallet("anne")]++ },
			"balance of nobody":      func(d *draft) { d.Balances[wallet("bob")] = 0 },
			"balance left out":       func(d *draft) { delete(d.Balances, wallet("anne")) },
			"account not asked for":  func(d *draft) { must(t, d.deposit("bob", "x", 1, 1)) },
			"transfer of nothing":    func(d *draft) { d.Acts[0].Act.Transfers[0].Amount = 0 },
			"transfer backwards":     func(d *draft) { d.Acts[0].Act.Transfers[0].Amount = -300 },
			"balance over the end":   func(d *draft) { d.Acts[1].Act.Transfers[0].Amount = 1<<63 - 1 },
			"position left out":      func(d *draft) { d.Sold[0].Position++ },
			"position sold before":   func(d *draft) { d.Sold[0].Position-- },
			"next not moved":         func(d *draft) { clear(d.Next) },
			"next moved too far":     func(d *draft) { d.Next[firstBlock]++ },
			"next of another":        func(d *draft) { d.Next["1001-00-0001"] = 1 },
			"block not found":        func(d *draft) { d.Sold[0].Block = "1001-00-0001" },
			"sold by no act":         func(d *draft) { d.Sold[0].Seq = 1 },
			"sold by another digest": func(d *draft) { d.Sold[0].Digest[0]++ },
			"sold already revealed":  func(d *draft) { d.Sold[0].RevealedAt = 1 },
			"revealed unfound":       func(d *draft) { d.Revealed[0].Position = 7 },
			"revealed at no time":    func(d *draft) { d.Revealed[0].RevealedAt = 0 },
			"revealed again":         func(d *draft) { d.Revealed[0].Position = 1 },
			"revealed twice":         func(d *draft) { d.Revealed = append(d.Revealed, d.Revealed[0]) },
			"paid less than nothing": func(d *draft) { d.Paid[LotRef{firstBlock, 1}] = -1 },
			"paid and not counted":   func(d *draft) { clear(d.Paid) },
			"another lot counted":    func(d *draft) { d.Paid[LotRef{firstBlock, 2}] = 1 },
		} {
			err := h.commitFor(t.Context(), []string{"anne"}, []TicketRef{first, second}, func(d *draft) error {
				must(t, errors.Join(d.buy("anne", "b", 4, firstBlock), d.reveal(first, 5, 1, 100)))
				spoil(d)
				return nil
			})
			if !errors.Is(err, ErrWritten) {
				t.Errorf("%s: %v", name, err)
			}
			if h.dump(t) != before {
				t.Fatalf("%s: something was written", name)
			}
		}
		for _, ask := range []Ask{{Accounts: []ledger.Account{ledger.Of(ledger.Game, "3002")}}, {Keys: []ActKey{{"anne", "\xff"}}}} {
			must(t, h.Commit(t.Context(), ask, nil), ErrWritten)
		}
	})
}

// TestFullBlock sells the last ticket of a block, and no further.
func TestFullBlock(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		h := newHouse(t, d.fresh(t), Options{})
		must(t, h.write(t, func(ctx context.Context, tx *Tx) error { return tx.AddBlock(ctx, blockNamed("1001-00-0001", 1)) }))
		buy := func(n int) error {
			ask := Ask{Accounts: []ledger.Account{wallet("anne")}, Blocks: []BlockID{"1001-00-0001"}}
			return h.Commit(t.Context(), ask, func(f *Found) (*Written, error) {
				d := begin(f)
				err := d.deposit("anne", "", 1, 5000)
				for range n {
					err = errors.Join(err, d.buy("anne", "", 1, "1001-00-0001"))
				}
				return &d.Written, err
			})
		}
		must(t, buy(2), ErrWritten)
		must(t, buy(1))
		must(t, buy(1), ErrWritten)
	})
}

// TestRefusedDecision returns what decide said, as it is, and leaves nothing.
func TestRefusedDecision(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		h := newHouse(t, d.fresh(t), Options{})
		before := h.dump(t)
		err := h.commitFor(t.Context(), []string{"anne"}, nil, func(d *draft) error { return d.buy("anne", "b", 1, firstBlock) })
		if refusal, ok := err.(*ledger.Refusal); !ok || refusal.Name != ledger.InsufficientFunds {
			t.Errorf("got %v", err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		must(t, h.commitFor(ctx, []string{"anne"}, nil, func(d *draft) error {
			cancel()
			return d.deposit("anne", "k", 1, 5)
		}), context.Canceled)
		if h.dump(t) != before {
			t.Error("something was written")
		}
		must(t, h.commitFor(t.Context(), []string{"anne"}, nil, func(d *draft) error { return d.deposit("anne", "k", 1, 5) }))
	})
}

// TestViewIsOneMoment changes the house while it is looked at.
func TestViewIsOneMoment(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		h := newHouse(t, d.fresh(t), Options{})
		deposit := func(key string) {
			must(t, h.commitFor(t.Context(), []string{"anne"}, nil, func(d *draft) error { return d.deposit("anne", key, 1, 5) }))
		}
		deposit("1")
		must(t, h.View(t.Context(), func(ctx context.Context, v *View) error {
			for i := range 3 {
				balance, err := v.Balance(ctx, wallet("anne"))
				must(t, err)
				if balance != money.Cents(5) {
					t.Errorf("the balance in a view became %d", balance)
				}
				deposit(fmt.Sprint("v", i))
			}
			return nil
		}))
	})
}

func TestAddresses(t *testing.T) {
	for _, dsn := range []string{"", "house.db", "mysql://root:hunter2@/x", "sqlite", "postgres://u:hunter2@[/x"} {
		if _, err := Open(t.Context(), dsn, Options{}); !errors.Is(err, ErrDatabase) || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%q: %v", dsn, err)
		}
	}
	if _, err := Open(t.Context(), "sqlite:/nowhere/at/all.db", Options{}); err == nil {
		t.Error("a file in no folder was opened")
	}
	path := t.TempDir() + "/a b?c%20#d.db"
	s := open(t, "sqlite:"+path, Options{})
	info, err := os.Stat(path)
	must(t, err)
	if info.Mode().Perm() != 0o600 || info.Size() == 0 {
		t.Errorf("the file is %v with %d bytes", info.Mode(), info.Size())
	}
	must(t, s.Close())

	s = open(t, "sqlite:", Options{})
	_, err = s.Journal(t.Context(), "north", time.Minute)
	must(t, err)
	must(t, s.Close())
	if _, err := os.Stat(s.remove); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the temporary database is still there: %v", err)
	}
}
