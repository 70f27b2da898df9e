//go:build readers

package counter

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"tirage/internal/shop"
	"tirage/ledger"
	"tirage/retail"
)

// TestPacksOnTwoNodes: two nodes settle the same packs, in ranges that overlap: each pack is charged once, and a range that meets a settled
// one does nothing.
func TestPacksOnTwoNodes(t *testing.T) {
	h := newHouse(t, options{dsn: onServer.fresh(t)})
	bob := h.open()
	other := h.node("two")
	var wait sync.WaitGroup
	var mu sync.Mutex
	charged := int64(0)
	for i := range int64(40) {
		wait.Go(func() {
			at, by := h, h.operator
			if i%2 == 1 {
				at, by = other, h.second
			}
			p := Packs{Block: h.block, First: 40 + i, Last: 40 + i + i%4, Retailer: bob.Person}
			m, err := at.Move(t.Context(), by, fmt.Sprint("settle-", i), retail.Settled, p)
			if err == nil {
				mu.Lock()
				charged += m.Last - m.First + 1
				mu.Unlock()
			} else if shop.RefusalName(err) != "bad_move" {
				t.Errorf("%d: %v", i, err)
			}
		})
	}
	wait.Wait()
	counts, err := h.store.PackCounts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range counts {
		if c.State == retail.Settled && c.Packs != charged {
			t.Errorf("%d packs are settled, %d were charged", c.Packs, charged)
		}
	}
	if got := h.balance(ledger.Game, "0007"); int64(got) != charged*int64(fullPrice) || charged < 20 {
		t.Errorf("the game has %d of %d packs", got, charged)
	}
	h.sound()
}

// TestLapseOnTwoNodes: both nodes note at once that claims have lapsed: one act says so.
func TestLapseOnTwoNodes(t *testing.T) {
	h := newHouse(t, options{dsn: onServer.fresh(t)})
	h.openIssue()
	other := h.node("two")
	h.clock.set(h.closeIssue().Add(time.Second))
	var wait sync.WaitGroup
	for i := range 8 {
		wait.Go(func() {
			if err := []*house{h, other}[i%2].Lapse(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if i, err := h.Issue(t.Context(), h.block.Issue()); err != nil || i.State != retail.Lapsed {
		t.Errorf("the issue is %s, %v", i.State, err)
	}
	n := 0
	for _, node := range []string{"one", "two"} {
		for r, err := range h.store.Acts(t.Context(), node, 0) {
			if err != nil {
				t.Fatal(err)
			}
			if r.Act.Kind == shop.ActLapse {
				n++
			}
		}
	}
	if n != 1 {
		t.Errorf("%d acts say that it lapsed", n)
	}
	h.sound()
}

// TestClosingAndRegistering: while one node closes an issue, the other registers a block into it: whichever comes first, no block of a closed
// issue is on sale.
func TestClosingAndRegistering(t *testing.T) {
	for round := range 2 {
		h := newHouse(t, options{dsn: onServer.fresh(t)})
		h.openIssue()
		other := h.node("two")
		registration := h.propose(small(t, 2))
		other.give(small(t, 2))
		body := fmt.Sprintf(`{"issue":"0007-00","notice":"notice of closing","day":%q}`, retail.ParisDay(h.shop.Time()))
		closing, err := h.shop.Propose(t.Context(), h.operator, CloseIssue, []byte(body), "a good reason")
		if err != nil {
			t.Fatal(err)
		}
		var wait sync.WaitGroup
		var closed, registered error
		wait.Go(func() {
			time.Sleep(time.Duration(round) * 10 * time.Millisecond)
			for range 100 { // until this node has seen the new block
				if _, closed = h.shop.Decide(t.Context(), h.second, closing.ID, true, "looked at it"); shop.RefusalName(closed) != "unavailable" {
					return
				}
				time.Sleep(100 * time.Millisecond)
			}
		})
		wait.Go(func() {
			_, registered = other.shop.Decide(t.Context(), h.second, registration, true, "looked at it")
		})
		wait.Wait()
		if closed != nil || registered != nil && shop.RefusalName(registered) != "issue_closed" {
			t.Errorf("closed: %v; registered: %v", closed, registered)
		}
		blocks, err := blocksOf(t.Context(), h.store, h.block.Issue())
		if err != nil || (registered == nil) != (len(blocks) == 2) {
			t.Errorf("%d blocks, %v; registered: %v", len(blocks), err, registered)
		}
		for _, b := range blocks {
			if b.State != "closed" {
				t.Errorf("block %s is %s", b.ID, b.State)
			}
		}
		h.sound()
	}
}
