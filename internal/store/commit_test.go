package store

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"tirage/ledger"
	"tirage/money"
)

// TestALifeOfTheHouse sells, reveals and folds at random, and compares every way of reading with a plain model.
func TestALifeOfTheHouse(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		h := newHouse(t, d.fresh(t), Options{})
		ctx, random := t.Context(), rand.New(rand.NewPCG(1, 2))
		players := []string{"anne", "bob", "carl"}
		var sold []Ticket // the model
		lots := map[int64]LotCount{}
		at := int64(100)
		for round := range 30 {
			tickets := map[TicketRef]bool{}
			for range 3 {
				if len(sold) > 0 {
					tickets[sold[random.IntN(len(sold))].TicketRef] = true
				}
			}
			refs := slices.SortedFunc(keysOf(tickets), compareTickets)
			must(t, h.commitFor(ctx, players, refs, func(d *draft) error {
				for i := range 1 + random.IntN(12) {
					at += int64(random.IntN(2)) // some at the same time
					who, key := players[random.IntN(3)], fmt.Sprint(round, ".", i)
					if random.IntN(3) == 0 || d.books.Balance(wallet(who)) < 300 {
						must(t, d.deposit(who, "d"+key, at, 1000))
					}
					must(t, d.buy(who, "b"+key, at, firstBlock))
				}
				for _, s := range d.Sold {
					s.Journal = "north"
					sold = append(sold, s)
				}
				for _, ref := range refs {
					k := &sold[ref.Position]
					if got := d.found.Tickets[ref]; fmt.Sprint(got) != fmt.Sprint(*k) {
						t.Fatalf("found %v\nwant  %v", got, *k)
					}
					if k.Revealed() {
						continue
					}
					at++
					lot, pays := int64(random.IntN(3)), money.Cents(0)
					if lot > 0 {
						pays = money.Cents(lot * 100)
					}
					must(t, d.reveal(ref, at, lot, pays))
					*k = d.Revealed[len(d.Revealed)-1]
					c := lots[lot]
					c.Lot, c.Revealed = lot, c.Revealed+1
					if pays > 0 {
						c.Paid++
					}
					lots[lot] = c
				}
				return nil
			}))
			if random.IntN(4) == 0 {
				left, err := h.Fold(ctx, "north")
				must(t, err)
				if left != 0 {
					t.Errorf("%d acts are left to fold", left)
				}
			}
			h.audit(t)
		}
		readsAgree(t, h, players, sold, lots)
	})
}

func keysOf[K comparable, V any](m map[K]V) func(func(K) bool) {
	return func(yield func(K) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// readsAgree compares everything that can be read of tickets and accounts with the model.
func readsAgree(t *testing.T, h house, players []string, sold []Ticket, lots map[int64]LotCount) {
	t.Helper()
	ctx := t.Context()
	held, err := h.Held(ctx)
	must(t, err)
	for _, who := range players {
		var want []Ticket
		for _, k := range sold {
			if k.Owner == PersonID(who) {
				want = append(want, k)
			}
		}
		slices.SortStableFunc(want, func(a, b Ticket) int {
			if a.SoldAt != b.SoldAt {
				return int(b.SoldAt - a.SoldAt)
			}
			return int(b.Position - a.Position)
		})
		var got []Ticket
		for after := (Cursor{}); ; {
			page, err := h.History(ctx, PersonID(who), after, 7)
			must(t, err)
			if len(page) == 0 {
				break
			}
			got, after = append(got, page...), page[len(page)-1].Cursor()
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("history of %s:\n%v\nwant:\n%v", who, got, want)
		}
		var sum money.Cents
		lines, last := 0, Line{At: 1 << 60}
		for after := (Cursor{}); ; {
			page, err := h.Statement(ctx, wallet(who), after, 5)
			must(t, err)
			if len(page) == 0 {
				break
			}
			for _, l := range page {
				act, err := h.Act(ctx, l.Journal, l.Seq)
				must(t, err)
				m := act.Act.Transfers[l.N]
				from, to := m.Debit, m.Credit
				if l.Amount < 0 {
					from, to = to, from
				}
				if from != l.Other || to != wallet(who) || l.Kind != act.Act.Kind || l.At != act.Act.At || l.Subject != act.Act.Subject {
					t.Fatalf("line %v of act %v", l, act)
				}
				if l.At > last.At || l.At == last.At && l.Seq >= last.Seq {
					t.Fatalf("line %v after %v", l, last)
				}
				sum, last, lines = sum+l.Amount, l, lines+1
			}
			after = page[len(page)-1].Cursor()
		}
		balance, err := h.Balance(ctx, wallet(who))
		must(t, err)
		if sum != balance || held[wallet(who)] != balance || lines == 0 {
			t.Errorf("%s: %d by %d lines, %d kept, %d held", who, sum, lines, balance, held[wallet(who)])
		}
	}
	counts, err := h.Lots(ctx, firstBlock)
	must(t, err)
	if len(counts) != len(lots) {
		t.Errorf("lots %v, want %v", counts, lots)
	}
	for _, c := range counts {
		if c != lots[c.Lot] {
			t.Errorf("lot %v, want %v", c, lots[c.Lot])
		}
	}
	one, err := h.Ticket(ctx, sold[3].TicketRef)
	must(t, err)
	if fmt.Sprint(one) != fmt.Sprint(sold[3]) {
		t.Errorf("ticket %v, want %v", one, sold[3])
	}
	_, err = h.Ticket(ctx, TicketRef{firstBlock, int64(len(sold))})
	must(t, err, ErrUnknown)
	totals, err := h.Totals(ctx)
	must(t, err)
	game, err := h.Balance(ctx, ledger.Of(ledger.Game, "3002"))
	must(t, err)
	if game == 0 || game != totals[ledger.Of(ledger.Game, "3002")] {
		t.Errorf("the game holds %d of %v", game, totals)
	}
}

func TestKeys(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		h := newHouse(t, d.fresh(t), Options{})
		ctx, key := t.Context(), ActKey{"anne", "k'\"\\€"}
		must(t, h.commitFor(ctx, []string{"anne"}, nil, func(d *draft) error { return d.deposit("anne", key.Key, 1, 5) }))
		var found Done
		must(t, h.Commit(ctx, Ask{Keys: []ActKey{key, {"bob", key.Key}, {"anne", ""}, key, {"anne", "other"}}}, func(f *Found) (*Written, error) {
			if len(f.Done) != 1 {
				t.Errorf("found %v", f.Done)
			}
			found = f.Done[key]
			return nil, nil
		}))
		done, err := h.Done(ctx, key)
		must(t, err)
		act, err := h.Act(ctx, "north", 1)
		must(t, err)
		if fmt.Sprint(done) != fmt.Sprint(found) || done.Seq != 1 || done.Journal != "north" || string(done.Answer) != "answer "+key.Key || done.Request != act.Act.Request {
			t.Errorf("done %v, found %v, act %v", done, found, act)
		}
		_, err = h.Done(ctx, ActKey{"anne", "other"})
		must(t, err, ErrUnknown)
		_, err = h.Act(ctx, "north", 2)
		must(t, err, ErrUnknown)
		// A key that was not asked for cannot be used twice either, and acts without a key can.
		must(t, h.commitFor(ctx, []string{"anne"}, nil, func(d *draft) error { return d.deposit("anne", key.Key, 1, 5) }), ErrTaken)
		for range 2 {
			must(t, h.commitFor(ctx, []string{"anne"}, nil, func(d *draft) error { return d.deposit("anne", "", 1, 5) }))
		}
		if n := h.audit(t); n != 3 {
			t.Errorf("%d acts", n)
		}
	})
}

// TestReopened closes a house and opens it again: everything is there, and its next act follows.
func TestReopened(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		dsn, now := d.fresh(t), time.Unix(1000, 0)
		h := newHouse(t, dsn, Options{Now: func() time.Time { return now }})
		must(t, h.commitFor(t.Context(), []string{"anne"}, nil, func(d *draft) error { return d.deposit("anne", "k", 1, 500) }))
		before := h.dump(t)
		must(t, h.Release(t.Context()))
		must(t, h.Close())
		s := open(t, dsn, Options{Now: func() time.Time { return now }})
		if s.dump(t) != before {
			t.Error("the house is not as it was")
		}
		must(t, s.Ping(t.Context()))
		j, err := s.Journal(t.Context(), "north", time.Minute)
		must(t, err)
		must(t, j.commitFor(t.Context(), []string{"anne"}, nil, func(d *draft) error { return d.buy("anne", "b", 2, firstBlock) }))
		journals, err := s.Journals(t.Context())
		must(t, err)
		if len(journals) != 1 || journals[0].Name != j.Name() || journals[0].Head.Seq != 2 || journals[0].Token != 2 {
			t.Errorf("journals %v", journals)
		}
		s.audit(t)
	})
}

// TestAlso writes other tables in the transaction of an act.
func TestAlso(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		h := newHouse(t, d.fresh(t), Options{})
		add := func(ctx context.Context, tx *Tx) error { return tx.AddPerson(ctx, personNamed("anne")) }
		act := func(f *Found) (*Written, error) {
			d := begin(f)
			err := d.post(ledger.Act{Kind: "register", Actor: "anne"})
			return &d.Written, err
		}
		must(t, h.Commit(t.Context(), Ask{}, act, add))
		before := h.dump(t)
		must(t, h.Commit(t.Context(), Ask{}, act, add), ErrTaken)
		if h.dump(t) != before {
			t.Error("an act was written without what belongs to it")
		}
	})
}
