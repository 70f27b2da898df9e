package shop

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"

	"tirage/internal/keeper"
	"tirage/internal/store"
	"tirage/money"
	"tirage/seal"
)

var errPulled = errors.New("the plug was pulled")

// plug is pulled once, at one point.
type plug struct{ point atomic.Pointer[string] }

func (p *plug) arm(point string) { p.point.Store(&point) }

// pulled tells whether the plug was pulled since it was armed, and puts it back.
func (p *plug) pulled() bool { return p.point.Swap(nil) == nil }

func (p *plug) at(point string) error {
	if want := p.point.Load(); want != nil && *want == point && p.point.CompareAndSwap(want, nil) {
		return errPulled
	}
	return nil
}

// plugged is a keeper whose calls, and whose answers, can be lost.
type plugged struct {
	*keeper.Book
	plug *plug
}

func (k *plugged) Tell(ctx context.Context, block string, from int64, sales []keeper.Sale) (keeper.Ack, error) {
	if k.plug.at("tell") != nil {
		return keeper.Ack{}, keeper.ErrSilent
	}
	ack, err := k.Book.Tell(ctx, block, from, sales)
	if k.plug.at("told") != nil {
		return keeper.Ack{}, keeper.ErrSilent
	}
	return ack, err
}

func (k *plugged) Halves(ctx context.Context, block string, positions []int64) ([]seal.Half, error) {
	if k.plug.at("ask halves") != nil {
		return nil, keeper.ErrSilent
	}
	halves, err := k.Book.Halves(ctx, block, positions)
	if k.plug.at("halves") != nil {
		return nil, keeper.ErrSilent
	}
	return halves, err
}

// faulty is a house with a plug.
type faulty struct {
	*house
	plug *plug
	n    int
}

func newFaulty(t *testing.T, d database) *faulty {
	f := &faulty{plug: &plug{}}
	f.house = f.open(t, d.fresh(t), t.TempDir())
	t.Cleanup(func() { f.close() })
	f.stock(specimen(t))
	return f
}

func (f *faulty) open(t *testing.T, dsn, dir string) *house {
	t.Helper()
	book, err := keeper.Open(keeper.Options{Dir: filepath.Join(dir, "keeper")})
	if err != nil {
		t.Fatal(err)
	}
	h := open(t, options{dsn: dsn, dir: dir, fault: f.plug.at, change: f.steps, keep: &plugged{book, f.plug}, verifier: book.Verifier()})
	h.book = book
	return h
}

// steps has the plug at the steps of payments, too.
func (f *faulty) steps(o *Options) {
	o.plug = func(point string) bool { return f.plug.at(point) != nil }
}

// reopen stops the house and begins it again.
func (f *faulty) reopen() {
	f.t.Helper()
	dsn, dir, t := f.dsn, f.dir, f.t.(*testing.T)
	f.close()
	f.house = f.open(t, dsn, dir)
}

// key is a new idempotency key.
func (f *faulty) key() string {
	f.n++
	return fmt.Sprint("k", f.n)
}

// act is an act of a house, that can be asked for again. Asked again after it was done it gives the same answer, or a refusal that says so.
type act struct {
	name  string
	begin func(f *faulty) func() (string, error)
	again string // how an act that has no key is refused when it was done
	slow  bool   // it hashes a password: the plug is pulled at fewer points
}

// at tells whether the plug is pulled at a point of the act.
func (a *act) at(point string) bool {
	return !a.slow || slices.Contains([]string{"also", "head", "commit", "committed"}, point)
}

func answerOf(answer any, err error) (string, error) {
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(answer)
	return string(text), err
}

func acts() []act {
	ctx := context.Background()
	return []act{
		{"deposit", func(f *faulty) func() (string, error) {
			by, key := f.player(1), f.key()
			return func() (string, error) { return answerOf(f.Deposit(ctx, by, key, 100, true)) }
		}, "", false},
		{"withdraw", func(f *faulty) func() (string, error) {
			by, key := f.player(100), f.key()
			return func() (string, error) { return answerOf(f.Withdraw(ctx, by, key, 100, true)) }
		}, "", false},
		{"pay in", func(f *faulty) func() (string, error) {
			by, key := f.player(0), f.key()
			return func() (string, error) { return answerOf(f.Deposit(ctx, by, key, 100, false)) }
		}, "", false},
		{"pay out", func(f *faulty) func() (string, error) {
			by, key := f.player(0), f.key()
			if _, err := f.Deposit(ctx, by, f.key(), 100, false); err != nil {
				f.t.Fatal(err)
			}
			return func() (string, error) { return answerOf(f.Withdraw(ctx, by, key, 100, false)) }
		}, "", false},
		{"buy", func(f *faulty) func() (string, error) {
			by, key := f.player(9_00), f.key()
			return func() (string, error) {
				return answerOf(f.Buy(ctx, by, key, Order{Game: "vegas-3eur", Count: 3, Play: true}))
			}
		}, "", false},
		{"reveal", func(f *faulty) func() (string, error) {
			by := f.player(3_00)
			p, err := f.Buy(ctx, by, f.key(), Order{Game: "vegas-3eur", Count: 1, Play: true})
			if err != nil {
				f.t.Fatal(err)
			}
			return func() (string, error) {
				ticket, err := f.Reveal(ctx, by, p.Tickets[0])
				if err != nil {
					return "", err
				}
				return answerOf([]any{ticket.Serial, ticket.Won, ticket.RevealedAt, ticket.Cells}, nil)
			}
		}, "", false},
		{"propose", func(f *faulty) func() (string, error) {
			one, who := f.person(Operator), f.player(0)
			return func() (string, error) { return "proposed", f.tryPropose(one, adjust(who, 5)) }
		}, "nothing", false}, // it has no key: it is proposed twice
		{"reject", func(f *faulty) func() (string, error) {
			p, two := f.proposed(AdjustAccount, adjust(f.player(0), 5)), f.person(Operator)
			return func() (string, error) { return f.decided(two, p, false) }
		}, "decided", false},
		{"adjust", func(f *faulty) func() (string, error) {
			p, two := f.proposed(AdjustAccount, adjust(f.player(0), 5)), f.person(Administrator)
			return func() (string, error) { return f.decided(two, p, true) }
		}, "decided", false},
		{"reconstruct", func(f *faulty) func() (string, error) {
			b, err := f.Buy(ctx, f.player(3_00), f.key(), Order{Game: "vegas-3eur", Count: 1, Play: true})
			if err != nil {
				f.t.Fatal(err)
			}
			p, two := f.proposed(ReconstructTicket, fmt.Sprintf(`{"ticket":%q}`, b.Tickets[0])), f.person(Operator)
			return func() (string, error) { return f.decided(two, p, true) }
		}, "decided", false},
		{"register person", func(f *faulty) func() (string, error) {
			login := "new-" + f.key()
			return func() (string, error) {
				_, err := f.Register(ctx, By{}, login, "a long password", Player)
				return "registered", err
			}
		}, "login_taken", true},
		{"log in", func(f *faulty) func() (string, error) {
			by := f.person(Auditor)
			p, err := f.Shop.store.Person(ctx, by.Person)
			if err != nil {
				f.t.Fatal(err)
			}
			return func() (string, error) {
				session, err := f.begin(ctx, p, "")
				if err == nil {
					_, err = f.Who(ctx, session.Token, "")
				}
				return "logged in", err
			}
		}, "nothing", false}, // it has no key: there are two sessions
	}
}

func adjust(who By, cents money.Cents) string {
	return fmt.Sprintf(`{"account":%q,"amount":%d}`, who.account(true), cents)
}

func (f *faulty) tryPropose(by By, body string) error {
	_, err := f.Propose(f.t.Context(), by, AdjustAccount, []byte(body), "a test")
	return err
}

func (h *house) proposed(kind Kind, body string) string {
	h.t.Helper()
	p, err := h.Propose(h.t.Context(), h.person(Operator), kind, []byte(body), "a test")
	if err != nil {
		h.t.Fatal(err)
	}
	return p.ID
}

func (h *house) decided(by By, id string, approve bool) (string, error) {
	p, err := h.Decide(h.t.Context(), by, id, approve, "a test")
	return p.State, err
}

// pulledAt are the points at which the plug is pulled: in short tests a few.
func pulledAt() []string {
	if testing.Short() {
		return []string{"decided", "commit", "committed", "told", "halves", "collected"}
	}
	return killPoints()
}

// TestFaults pulls the plug at every point of every act: the client that asks again with the same key is answered as if nothing had
// been, at once or after the house was opened again, and the books add up.
func TestFaults(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		f := newFaulty(t, d)
		f.each(t, acts(), pulledAt())
		f.sound()
	})
}

func (f *faulty) each(t *testing.T, acts []act, points []string) {
	var late []func()
	for _, a := range acts {
		for _, point := range points {
			if !a.at(point) {
				continue
			}
			ask := a.begin(f)
			f.plug.arm(point)
			first, err := ask()
			if err != nil && !errors.Is(err, errStepCut) && !openRefusal(RefusalName(err)) {
				t.Errorf("%s, at %s: %v", a.name, point, err)
			}
			if pulled := f.plug.pulled(); slices.Contains(store.FaultPoints(), point) && (!pulled || err == nil) {
				t.Errorf("%s, at %s: nothing happened: %v", a.name, point, err)
			}
			second, twice := ask()
			switch {
			case twice != nil && RefusalName(twice) != a.again, a.again == "" && err == nil && second != first:
				t.Errorf("%s, at %s: asked again: %s, %v, after %s, %v", a.name, point, second, twice, first, err)
			case a.again != "" && a.again != "nothing" && err == nil && twice == nil:
				t.Errorf("%s, at %s: done twice", a.name, point)
			}
			if a.again == "" {
				late = append(late, func() {
					if third, err := ask(); err != nil || third != second {
						t.Errorf("%s, at %s: asked again after a new start: %s, %v, after %s", a.name, point, third, err, second)
					}
				})
			}
		}
		f.reconcile(nil)
	}
	f.reopen()
	for _, again := range late {
		again()
	}
	f.reconcile(nil)
}

// TestFaultsAndReopening pulls the plug at every point of every act, and asks again only after the house was opened again.
func TestFaultsAndReopening(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		f := newFaulty(t, d)
		for _, point := range pulledAt() {
			var asks []func() (string, error)
			var firsts []string
			acts := slices.DeleteFunc(acts(), func(a act) bool { return !a.at(point) })
			for _, a := range acts {
				ask := a.begin(f)
				f.plug.arm(point)
				first, _ := ask()
				f.plug.pulled()
				asks, firsts = append(asks, ask), append(firsts, first)
			}
			f.reopen()
			for i, a := range acts {
				second, err := asks[i]()
				if RefusalName(err) != "" && RefusalName(err) == a.again {
					continue
				}
				if err != nil || a.again == "" && firsts[i] != "" && firsts[i] != second {
					t.Errorf("%s, at %s: asked again after a new start: %s, %v, after %s", a.name, point, second, err, firsts[i])
				}
			}
			f.reconcile(nil)
		}
		f.sound()
	})
}

// TestFaultsOfBlocks pulls the plug at every point at which a block enters the house, and at which it is destroyed.
func TestFaultsOfBlocks(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		for i, point := range store.FaultPoints() {
			if testing.Short() && i%5 > 0 {
				continue
			}
			f := &faulty{plug: &plug{}}
			f.house = f.open(t, d.fresh(t), t.TempDir())
			folder := specimen(t)
			id := f.give(folder)
			for _, step := range []struct {
				kind Kind
				body string
				done string
			}{
				{RegisterBlock, fmt.Sprintf(`{"folder":%q,"play":true}`, folder), store.OnSale},
				{DestroyBlock, fmt.Sprintf(`{"block":%q}`, id), store.Destroyed},
			} {
				p, two := f.proposed(step.kind, step.body), f.person(Operator)
				f.plug.arm(point)
				_, err := f.decided(two, p, true)
				if !f.plug.pulled() || RefusalName(err) != ErrUnavailable.Name {
					t.Fatalf("%s at %s: %v", step.kind, point, err)
				}
				if step.kind == DestroyBlock {
					f.reopen()
				}
				if _, err := f.decided(two, p, true); err != nil && RefusalName(err) != "decided" {
					t.Errorf("%s at %s, again: %v", step.kind, point, err)
				}
				if view, err := f.Block(t.Context(), id); err != nil || view.State != step.done {
					t.Errorf("%s at %s: the block is %s, %v", step.kind, point, view.State, err)
				}
				f.reconcile(nil)
			}
			by := f.player(3_00)
			if _, err := f.Buy(t.Context(), by, "a", Order{Game: "vegas-3eur", Count: 1, Play: true}); err == nil {
				t.Error("a ticket of a destroyed block was sold")
			}
			f.close()
		}
	})
}
