package shop

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"tirage/internal/store"
	"tirage/money"
)

// pair is two nodes of one house: two programs with a journal each, one database, one keeper.
type pair struct {
	*house
	second *house
}

func newPair(t *testing.T, d database) *pair {
	h := newHouse(t, options{dsn: d.fresh(t)})
	p := &pair{h, open(t, options{dsn: h.dsn, dir: h.dir, node: "two", keep: h.book})}
	t.Cleanup(p.second.close) // before the first
	return p
}

// both does something on both nodes at the same moment.
func (p *pair) both(do func(n int, h *house)) {
	var ready, wait sync.WaitGroup
	ready.Add(2)
	for n, h := range []*house{p.house, p.second} {
		wait.Go(func() {
			ready.Done()
			ready.Wait()
			do(n, h)
		})
	}
	wait.Wait()
}

// Two nodes sell one block to the same players at once.
func TestTwoNodes(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		p := newPair(t, d)
		var people []By
		for range 8 {
			people = append(people, p.player(1_000_00))
		}
		log := newAsked(append(people, p.person(Operator), p.person(Operator)))
		var wait sync.WaitGroup
		for client := range log.people[1:] {
			node := []*house{p.house, p.second}[client%2]
			wait.Go(func() { log.work(t.Context(), node.Shop, client, 40, 0, func(call) {}, func(answer) {}) })
		}
		wait.Wait()
		for client := range log.people[1:] { // and each goes on at the other
			node := []*house{p.second, p.house}[client%2]
			wait.Go(func() { log.work(t.Context(), node.Shop, client, 20, 0, func(call) {}, func(answer) {}) })
		}
		wait.Wait()
		if left := log.open(-1); len(left) > 0 {
			t.Errorf("never answered: %+v", left)
		}
		p.sound()
		p.reconcile(log)
	})
}

// A request that arrives at two nodes at once is done once, and both answer the same; two requests under one key are one done and one
// refused.
func TestSameKeyAtTwoNodes(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		p := newPair(t, d)
		by := p.player(1_000_00)
		for i := range 15 {
			key := fmt.Sprint("k", i)
			var answers [2]string
			var errs [2]error
			p.both(func(n int, h *house) {
				switch i % 3 {
				case 0:
					got, err := h.Buy(t.Context(), by, key, Order{Game: "vegas-3eur", Count: 2, Play: true})
					answers[n], errs[n] = fmt.Sprint(got), err
				case 1:
					got, err := h.Withdraw(t.Context(), by, key, 10, true)
					answers[n], errs[n] = fmt.Sprint(got), err
				case 2:
					got, err := h.Deposit(t.Context(), by, key, 20, true)
					answers[n], errs[n] = fmt.Sprint(got), err
				}
			})
			if errs[0] != nil || errs[1] != nil || answers[0] != answers[1] {
				t.Errorf("%s: %v, %v", key, answers, errs)
			}
			p.both(func(n int, h *house) {
				_, errs[n] = h.Buy(t.Context(), by, key+"x", Order{Game: "vegas-3eur", Count: 1 + n, Play: true})
			})
			if (errs[0] == nil) == (errs[1] == nil) || !errors.Is(errors.Join(errs[:]...), ErrKeyReused) {
				t.Errorf("two requests under %s: %v", key, errs)
			}
		}
		p.sound()
		p.reconcile(nil)
	})
}

// A ticket that is revealed at two nodes at once, and twice at each, is opened and paid once, and shown the same four times.
func TestRevealAtTwoNodes(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		p := newPair(t, d)
		by := p.player(60_00)
		b, err := p.Buy(t.Context(), by, "b", Order{Game: "vegas-3eur", Count: 20, Play: true})
		must(t, err)
		var won money.Cents
		for _, serial := range b.Tickets {
			var shown [4]string
			var paid [4]money.Cents
			p.both(func(n int, h *house) {
				var wait sync.WaitGroup
				for i := range 2 {
					wait.Go(func() {
						ticket, err := h.Reveal(t.Context(), by, serial)
						if err != nil {
							t.Error(err)
							return
						}
						shown[2*n+i], paid[2*n+i] = fmt.Sprint(ticket.Cells, ticket.Won, ticket.RevealedAt), ticket.Won
					})
				}
				wait.Wait()
			})
			for i := range shown {
				if shown[i] != shown[0] {
					t.Errorf("ticket %s is shown as %s and as %s", serial, shown[0], shown[i])
				}
			}
			won += paid[0]
		}
		for _, h := range []*house{p.house, p.second} {
			if b, err := h.Balance(t.Context(), by); err != nil || b.Play != won {
				t.Errorf("the balance is %d after lots of %d: %v", b.Play, won, err)
			}
		}
		p.sound()
		p.reconcile(nil)
	})
}

// A session that is ended at two nodes at once is ended, while it is being used.
func TestLogOutAtTwoNodes(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		p := newPair(t, d)
		for range 10 {
			by := p.person(Player)
			person, err := p.store.Person(t.Context(), by.Person)
			must(t, err)
			session, err := p.begin(t.Context(), person, "")
			must(t, err)
			p.both(func(_ int, h *house) {
				var wait sync.WaitGroup
				wait.Go(func() {
					if _, err := h.Who(t.Context(), session.Token, ""); err != nil && !errors.Is(err, ErrLogIn) {
						t.Error(err)
					}
				})
				if err := h.LogOut(t.Context(), session.Token); err != nil {
					t.Error(err)
				}
				wait.Wait()
			})
			p.both(func(_ int, h *house) {
				if _, err := h.Who(t.Context(), session.Token, ""); !errors.Is(err, ErrLogIn) {
					t.Errorf("after the session ended: %v", err)
				}
			})
		}
	})
}

// Two persons who decide one proposal at once, at two nodes: one does, the other learns it; the act is done once or not at all.
func TestTwoDeciders(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		p := newPair(t, d)
		persons := [2]By{p.person(Operator), p.person(Administrator)}
		for round := range 12 {
			who := p.player(0)
			id := p.proposed(AdjustAccount, adjust(who, 500))
			var errs [2]error
			p.both(func(n int, h *house) { _, errs[n] = h.decided(persons[n], id, n == 0 || round%2 == 0) })
			if (errs[0] == nil) == (errs[1] == nil) || RefusalName(errors.Join(errs[:]...)) != "decided" {
				t.Errorf("both: %v", errs)
			}
			want := money.Cents(500)
			if round%2 == 1 && errs[0] != nil { // it was rejected
				want = 0
			}
			if b, err := p.Balance(t.Context(), who); err != nil || b.Play != want {
				t.Errorf("the account was adjusted to %d, not %d: %v", b.Play, want, err)
			}
		}
		p.sound()
		p.reconcile(nil)
	})
}

// A block that enters the house at two nodes at once enters it once. A block that is destroyed while it is bought from is one or the other.
func TestBlockAtTwoNodes(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		p := newPair(t, d)
		by := p.player(1_000_00)
		for number := uint16(2); number < 6; number++ {
			folder := anotherSpecimen(t, number)
			id := p.give(folder)
			body := fmt.Sprintf(`{"folder":%q,"play":true}`, folder)
			ids := [2]string{p.proposed(RegisterBlock, body), p.proposed(RegisterBlock, body)}
			var errs [2]error
			p.both(func(n int, h *house) { _, errs[n] = h.decided(h.person(Operator), ids[n], true) })
			name := RefusalName(errors.Join(errs[:]...))
			if (errs[0] == nil) == (errs[1] == nil) || name != "block_exists" && name != "block_gap" {
				t.Errorf("both: %v", errs)
			}
			// The block goes first from now on.
			p.sql(fmt.Sprintf(`update block set ord = -%d where id = '%s'`, number, id))
			for _, h := range []*house{p.house, p.second} {
				must(t, h.catalog.load(t.Context(), h.Shop))
				h.awaitMeeting(t.Context(), id)
			}
			destroy := p.proposed(DestroyBlock, fmt.Sprintf(`{"block":%q}`, id))
			p.both(func(n int, h *house) {
				if n == 0 {
					_, errs[0] = h.decided(h.person(Operator), destroy, true)
				} else {
					_, errs[1] = h.Buy(t.Context(), by, string(id), Order{Game: "vegas-3eur", Count: 1, Play: true})
				}
			})
			row, err := p.store.Block(t.Context(), id)
			must(t, err)
			if destroyed := row.State == store.Destroyed; destroyed != (errs[0] == nil) || destroyed == (row.Sold() > 0) || errs[1] != nil {
				t.Errorf("block %s is %s with %d sold: %v", id, row.State, row.Sold(), errs)
			}
		}
		p.sound()
		p.reconcile(nil)
	})
}

// A node whose journal is taken over while it writes stops: what it had answered is there, what it had not is done by the other, once.
func TestLeaseStolen(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		h := newHouse(t, options{dsn: d.fresh(t)})
		var people []By
		for range 6 {
			people = append(people, h.player(1_000_00))
		}
		log := newAsked(append(people, h.person(Operator), h.person(Operator)))
		for range 3 {
			ctx, cancel := context.WithCancel(t.Context())
			var wait sync.WaitGroup
			for client := range log.people[1:] {
				wait.Go(func() { log.work(ctx, h.Shop, client, -1, time.Millisecond, func(call) {}, func(answer) {}) })
			}
			time.Sleep(150 * time.Millisecond)
			h.sql(`update journal set token = token + 1, expires = 0`) // as if its renewals had not come through
			thief, err := takeOver(h)
			must(t, err)
			await(t, "the node stops that lost its journal", func() bool { return errors.Is(h.Ready(t.Context()), ErrStopped) })
			cancel()
			wait.Wait()
			if err := h.Close(); !errors.Is(err, store.ErrFenced) {
				t.Errorf("it gives the journal back: %v", err)
			}
			must(t, h.store.Close())
			h.Shop, h.store, h.book = thief.Shop, thief.store, thief.book
			for client := range log.people[1:] {
				wait.Go(func() {
					log.work(t.Context(), h.Shop, client, len(log.open(client))+5, 0, func(call) {}, func(answer) {})
				})
			}
			wait.Wait()
			if left := log.open(-1); len(left) > 0 {
				t.Errorf("never answered: %+v", left)
			}
			h.reconcile(log)
		}
		h.sound()
	})
}

// takeOver opens another house with the journal of one that is at work.
func takeOver(h *house) (thief *house, err error) {
	thief = &house{t: h.t, dsn: h.dsn, dir: h.dir, book: h.book}
	if thief.store, err = store.Open(h.t.Context(), h.dsn, store.Options{}); err != nil {
		return nil, err
	}
	o := h.Options
	o.Store = thief.store
	thief.Shop, err = Open(h.t.Context(), o)
	return thief, err
}
