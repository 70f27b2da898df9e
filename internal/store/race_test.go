package store

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tirage/ledger"
	"tirage/money"
)

// nodes opens the same database several times, each with a journal of its own.
func nodes(t *testing.T, dsn string, n int) []house {
	t.Helper()
	list := []house{newHouse(t, dsn, Options{})}
	for i := 1; i < n; i++ {
		s := open(t, dsn, Options{})
		j, err := s.Journal(t.Context(), fmt.Sprint("node", i), time.Minute)
		must(t, err)
		list = append(list, house{s, j})
	}
	return list
}

// TestNodesSellOneBlock lets three nodes sell one block to the same players, and pay them, all at once.
func TestNodesSellOneBlock(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		list := nodes(t, d.fresh(t), 3)
		players := []string{"anne", "bob", "carl", "dora", "emil"}
		var wait sync.WaitGroup
		var bought atomic.Int64
		for n, h := range list {
			wait.Go(func() {
				random := rand.New(rand.NewPCG(3, uint64(n)))
				for i := range 40 {
					some := slices.Clone(players[random.IntN(len(players)):])
					random.Shuffle(len(some), func(a, b int) { some[a], some[b] = some[b], some[a] })
					err := h.commitFor(t.Context(), some, nil, func(d *draft) error {
						for k, who := range some {
							key := fmt.Sprint(n, ".", i, ".", k)
							if err := errors.Join(d.deposit(who, "d"+key, 5, 400), d.buy(who, "b"+key, 5, firstBlock)); err != nil {
								return err
							}
						}
						return nil
					})
					if err != nil {
						t.Error(err)
					}
					bought.Add(int64(len(some)))
				}
			})
		}
		wait.Wait()
		s := list[0].Store
		if acts := s.audit(t); acts != 2*bought.Load() {
			t.Errorf("%d acts for %d tickets", acts, bought.Load())
		}
		block, err := s.Block(t.Context(), firstBlock)
		must(t, err)
		if block.Next != bought.Load() {
			t.Errorf("%d tickets were bought, %d are next", bought.Load(), block.Next)
		}
		tickets, err := s.Untold(t.Context(), firstBlock, 10_000)
		must(t, err)
		for i, k := range tickets {
			act, err := s.Act(t.Context(), k.Journal, k.Seq)
			must(t, err)
			if k.Position != int64(i) || act.Digest != k.Digest || act.Act.Subject != fmt.Sprintf("%s/%d", firstBlock, i) {
				t.Fatalf("ticket %d is %v by %v", i, k, act)
			}
		}
		if int64(len(tickets)) != bought.Load() {
			t.Errorf("%d tickets are there", len(tickets))
		}
	})
}

// TestSameKeyOnTwoNodes sends the same request to two nodes at the same moment: it is done once, and both give its answer.
func TestSameKeyOnTwoNodes(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		list := nodes(t, d.fresh(t), 2)
		for i := range 25 {
			keys := []ActKey{{"anne", fmt.Sprint("x", i)}, {"bob", fmt.Sprint("y", i)}}
			answers := make([]string, len(list))
			var wait, start sync.WaitGroup
			start.Add(1)
			for n, h := range list {
				wait.Go(func() {
					start.Wait()
					// No account is asked for, so that nothing but the key keeps the nodes apart.
					err := h.Commit(t.Context(), Ask{Keys: keys}, func(f *Found) (*Written, error) {
						answers[n] = ""
						d := begin(f)
						for at := range keys {
							k := keys[(at+n)%2]
							if done, ok := f.Done[k]; ok {
								answers[n] += string(done.Answer) + fmt.Sprint(done.Journal, done.Seq)
								continue
							}
							must(t, d.post(ledger.Act{Kind: "vote", Actor: k.Actor, Key: k.Key}))
							answers[n] += string(d.Acts[len(d.Acts)-1].Answer) + fmt.Sprint(h.Name(), d.Head.Seq)
						}
						return &d.Written, nil
					})
					if err != nil {
						t.Error(err)
					}
				})
			}
			start.Done()
			wait.Wait()
			for _, k := range keys {
				if _, err := list[0].Done(t.Context(), k); err != nil {
					t.Error(err)
				}
			}
			if acts := list[0].audit(t); acts != int64(2*(i+1)) {
				t.Fatalf("%d acts after %d requests of two", acts, i+1)
			}
		}
	})
}

// TestNewAccountOnTwoNodes pays into an account that does not exist yet, from two nodes at once: both payments count.
func TestNewAccountOnTwoNodes(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		list := nodes(t, d.fresh(t), 2)
		for i := range 25 {
			who := fmt.Sprint("new", i)
			var wait sync.WaitGroup
			for n, h := range list {
				wait.Go(func() {
					if err := h.commitFor(t.Context(), []string{who}, nil, func(d *draft) error { return d.deposit(who, fmt.Sprint(n), 1, 5) }); err != nil {
						t.Error(err)
					}
				})
			}
			wait.Wait()
			balance, err := list[0].Balance(t.Context(), wallet(who))
			must(t, err)
			if balance != money.Cents(10) {
				t.Fatalf("twice 5 make %d", balance)
			}
		}
		list[0].audit(t)
	})
}

// TestFoldOnTwoNodes folds while others sell: no total is ever wrong.
func TestFoldOnTwoNodes(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		list := nodes(t, d.fresh(t), 3)
		var wait sync.WaitGroup
		for n, h := range list {
			wait.Go(func() {
				for i := range 15 {
					if n == 0 {
						if err := h.commitFor(t.Context(), []string{"anne"}, nil, func(d *draft) error { return d.deposit("anne", fmt.Sprint(i), 1, 5) }); err != nil {
							t.Error(err)
						}
					} else if _, err := h.Fold(t.Context(), "north"); err != nil && !errors.Is(err, ErrStale) {
						t.Error(err)
					}
					h.audit(t)
				}
			})
		}
		wait.Wait()
		_, err := list[0].Fold(t.Context(), "nowhere")
		must(t, err, ErrUnknown)
	})
}

// clock is a clock that stands still until it is moved.
type clock struct{ at atomic.Int64 }

func (c *clock) now() time.Time { return time.UnixMicro(c.at.Load()) }

func (c *clock) advance(d time.Duration) { c.at.Add(d.Microseconds()) }

func TestLease(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		c, ctx, dsn := &clock{}, t.Context(), d.fresh(t)
		c.advance(time.Hour)
		h := newHouse(t, dsn, Options{Now: c.now})
		other := open(t, dsn, Options{Now: c.now})
		take := func() (*Journal, error) { return other.Journal(ctx, "north", time.Minute) }
		deposit := func(j *Journal, key string) error {
			return j.commitFor(ctx, []string{"anne"}, nil, func(d *draft) error { return d.deposit("anne", key, 1, 5) })
		}
		_, err := take()
		must(t, err, ErrLeased)
		c.advance(59 * time.Second)
		must(t, deposit(h.Journal, "1")) // which renews
		c.advance(59 * time.Second)
		_, err = take()
		must(t, err, ErrLeased)
		must(t, h.Renew(ctx))
		c.advance(59 * time.Second)
		_, err = take()
		must(t, err, ErrLeased)
		c.advance(time.Second)
		must(t, deposit(h.Journal, "2")) // it has run out, but nobody took it
		c.advance(time.Minute)
		thief, err := take()
		must(t, err)
		before := other.dump(t)
		must(t, deposit(h.Journal, "3"), ErrFenced)
		must(t, h.Renew(ctx), ErrFenced)
		must(t, h.Release(ctx), ErrFenced)
		if other.dump(t) != before {
			t.Error("a node without a lease has written")
		}
		must(t, deposit(thief, "3"))
		must(t, thief.Release(ctx))
		_, err = h.Store.Journal(ctx, "north", time.Minute)
		must(t, err)
		other.audit(t)
	})
}

// TestTheftDuringACommit takes the lease of a journal while it commits: either it is too late, or the commit is.
func TestTheftDuringACommit(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		c, ctx, dsn := &clock{}, t.Context(), d.fresh(t)
		c.advance(time.Hour)
		h := newHouse(t, dsn, Options{Now: c.now})
		other := open(t, dsn, Options{Now: c.now})
		c.advance(time.Hour)
		theft := make(chan error, 1)
		commit := h.commitFor(ctx, []string{"anne"}, nil, func(d *draft) error {
			go func() {
				_, err := other.Journal(ctx, "north", time.Minute)
				theft <- err
			}()
			time.Sleep(30 * time.Millisecond)
			return d.deposit("anne", "k", 1, 5)
		})
		stolen := <-theft
		if (commit == nil) != errors.Is(stolen, ErrLeased) || (stolen == nil) != errors.Is(commit, ErrFenced) {
			t.Errorf("commit: %v, theft: %v", commit, stolen)
		}
		want := int64(0)
		if commit == nil {
			want = 1
		}
		if acts := other.audit(t); acts != want {
			t.Errorf("%d acts", acts)
		}
	})
}

func TestOneOfManyTakesTheLease(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		s := open(t, d.fresh(t), Options{})
		var won, lost atomic.Int64
		var wait sync.WaitGroup
		for range 20 {
			wait.Go(func() {
				switch _, err := s.Journal(context.WithoutCancel(t.Context()), "north", time.Minute); {
				case err == nil:
					won.Add(1)
				case errors.Is(err, ErrLeased):
					lost.Add(1)
				default:
					t.Error(err)
				}
			})
		}
		wait.Wait()
		if won.Load() != 1 || lost.Load() != 19 {
			t.Errorf("%d won, %d lost", won.Load(), lost.Load())
		}
	})
}
