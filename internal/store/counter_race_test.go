package store

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tirage/retail"
)

// counters opens the same house several times, each with a journal of its own.
func counters(t *testing.T, dsn string, n int) []house {
	t.Helper()
	list := []house{counterHouse(t, dsn, Options{})}
	for i := 1; i < n; i++ {
		s := open(t, dsn, Options{})
		j, err := s.Journal(t.Context(), fmt.Sprint("node", i), time.Minute)
		must(t, err)
		list = append(list, house{s, j})
	}
	return list
}

// together runs a step on every node at the same moment.
func together(list []house, step func(n int, h house)) {
	var wait, start sync.WaitGroup
	start.Add(1)
	for n, h := range list {
		wait.Go(func() {
			start.Wait()
			step(n, h)
		})
	}
	start.Done()
	wait.Wait()
}

// TestOneClaimOnThreeNodes reserves and then pays one ticket on three nodes at the same moment, with nothing else between them: one wins each
// time, and the others are asked again and see what it did.
func TestOneClaimOnThreeNodes(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		list := counters(t, d.fresh(t), 3)
		errLate := errors.New("somebody was faster")
		for i := range int64(20) {
			ref := TicketRef{firstBlock, i}
			for _, step := range [][2]retail.ClaimState{{"", retail.Reserved}, {retail.Reserved, retail.Paid}} {
				var won, late atomic.Int64
				together(list, func(n int, h house) {
					by := PersonID(fmt.Sprint("by", n))
					err := h.Commit(t.Context(), Ask{Claims: []TicketRef{ref}}, func(f *Found) (*Written, error) {
						if c := f.Claims[ref]; c.State != step[0] {
							if c.State != step[1] || c.Journal == h.Name() {
								t.Errorf("ticket %d is %+v on node %d", i, c, n)
							}
							return nil, errLate
						}
						d := begin(f)
						return &d.Written, d.claim(i, step[1], by, 5)
					})
					switch {
					case err == nil:
						won.Add(1)
					case errors.Is(err, errLate):
						late.Add(1)
					default:
						t.Error(err)
					}
				})
				if won.Load() != 1 || late.Load() != 2 {
					t.Fatalf("ticket %d: %d made it %s, %d were late", i, won.Load(), step[1], late.Load())
				}
			}
		}
		if acts := list[0].audit(t); acts != 40 {
			t.Errorf("%d acts", acts)
		}
	})
}

// TestManyClaimsOnThreeNodes lets three nodes take packs, count guesses, see and pay the same tickets in groups, each in an order of its own:
// every ticket is paid once, every pack is taken once, every guess counts.
func TestManyClaimsOnThreeNodes(t *testing.T) {
	const rounds, group, tickets = 25, 12, 60
	onEach(t, func(t *testing.T, d database) {
		list := counters(t, d.fresh(t), 3)
		var paid, taken atomic.Int64
		together(list, func(n int, h house) {
			random := rand.New(rand.NewPCG(5, uint64(n)))
			for range rounds {
				some := random.Perm(tickets)[:group]
				ask := Ask{Issues: []IssueID{firstBlock.Issue()}, Retailers: []PersonID{"rita"}}
				for _, i := range some {
					ask.Claims = append(ask.Claims, TicketRef{firstBlock, int64(i)})
					ask.Packs = append(ask.Packs, PackRef{firstBlock, int64(i / 10)})
					ask.Guesses = append(ask.Guesses, guessAbout(int64(i)))
				}
				var p, k int64
				err := h.Commit(t.Context(), ask, func(f *Found) (*Written, error) {
					d := begin(f)
					p, k = 0, 0
					done := map[PackRef]bool{}
					for _, i := range some {
						i := int64(i)
						ref, pack := TicketRef{firstBlock, i}, PackRef{firstBlock, i / 10}
						d.guess(i, f.Guesses[guessAbout(i)].Failures+1, 5)
						d.see(i, 5, "rita", "pay")
						if f.Packs[pack].State == "" && !done[pack] {
							must(t, d.pack(i/10, retail.Active, "rita", 5))
							done[pack] = true
							k++
						}
						if f.Claims[ref].State == "" {
							must(t, d.claim(i, retail.Paid, "rita", 5))
							p++
						}
					}
					return &d.Written, nil
				})
				if err != nil {
					t.Error(err)
				}
				paid.Add(p)
				taken.Add(k)
			}
		})
		s := list[0]
		claims, err := s.Claims(t.Context(), TicketRef{}, 1000)
		must(t, err)
		packs, err := s.Packs(t.Context(), PackFilter{}, PackRef{}, 1000)
		must(t, err)
		if int64(len(claims)) != paid.Load() || len(claims) != tickets || int64(len(packs)) != taken.Load() || len(packs) != tickets/10 {
			t.Errorf("%d claims of %d paid, %d packs of %d taken", len(claims), paid.Load(), len(packs), taken.Load())
		}
		counted := int64(0)
		for i := range int64(tickets) {
			g, err := s.Guess(t.Context(), guessAbout(i))
			must(t, err)
			counted += g.Failures
		}
		seen, err := s.Sightings(t.Context(), Cursor{}, 10_000)
		must(t, err)
		if want := int64(3 * rounds * group); counted != want || int64(len(seen)) != want {
			t.Errorf("%d guesses were counted and %d sightings noted, of %d", counted, len(seen), want)
		}
		lots, err := s.Lots(t.Context(), firstBlock)
		must(t, err)
		for _, l := range lots {
			if l.Paid != tickets/3 {
				t.Errorf("lot %+v", l)
			}
		}
		if acts := s.audit(t); acts != tickets+tickets/10 {
			t.Errorf("%d acts", acts)
		}
	})
}

// TestIssueClosedWhileClaimed closes an issue on two nodes while two others pay tickets of it: one closes it, and nothing is paid afterwards.
func TestIssueClosedWhileClaimed(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		list := counters(t, d.fresh(t), 4)
		errLate := errors.New("it is closed")
		id := firstBlock.Issue()
		var before, closed atomic.Int64
		together(list, func(n int, h house) {
			if n < 2 {
				for i := range int64(60) {
					i := 2*i + int64(n)
					err := h.Commit(t.Context(), Ask{Issues: []IssueID{id}, Claims: []TicketRef{{firstBlock, i}}}, func(f *Found) (*Written, error) {
						if f.Issues[id].State != retail.Open {
							return nil, errLate
						}
						d := begin(f)
						return &d.Written, d.claim(i, retail.Paid, "rita", 5)
					})
					if err != nil && !errors.Is(err, errLate) {
						t.Error(err)
					}
				}
				return
			}
			time.Sleep(20 * time.Millisecond)
			err := h.Commit(t.Context(), Ask{Issues: []IssueID{id}}, func(f *Found) (*Written, error) {
				if f.Issues[id].State != retail.Open {
					return nil, errLate
				}
				return nil, nil
			}, func(ctx context.Context, tx *Tx) error {
				err := tx.CloseIssue(ctx, Issue{ID: id, Closed: 6, ClosingNotice: "notice 2", ClosingDay: "2026-11-30", Lapses: 9})
				if err != nil {
					return err
				}
				claims, err := tx.Claims(ctx, TicketRef{}, 1000)
				before.Store(int64(len(claims)))
				return err
			})
			switch {
			case err == nil:
				closed.Add(1)
			case !errors.Is(err, errLate) && !errors.Is(err, ErrStale):
				t.Error(err)
			}
		})
		claims, err := list[0].Claims(t.Context(), TicketRef{}, 1000)
		must(t, err)
		if closed.Load() != 1 || int64(len(claims)) != before.Load() {
			t.Errorf("closed %d times; %d claims before it, %d in all", closed.Load(), before.Load(), len(claims))
		}
		i, err := list[0].Issue(t.Context(), id)
		must(t, err)
		if i != (Issue{id, retail.Closed, 5, "notice 1", 6, "notice 2", "2026-11-30", 9}) {
			t.Errorf("closed: %+v", i)
		}
		list[0].audit(t)
	})
}
