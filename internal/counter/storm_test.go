//go:build readers

package counter

import (
	"fmt"
	"sync"
	"testing"

	"tirage/internal/shop"
	"tirage/ledger"
	"tirage/money"
	"tirage/retail"
)

// node opens another node on the same database.
func (h *house) node(name string) *house {
	h.t.Helper()
	other := openHouse(h.t, options{dsn: h.dsn, node: name, clock: h.clock})
	h.t.Cleanup(other.close)
	other.operator, other.second, other.block = h.operator, h.second, h.block
	other.give(small(h.t, 1))
	other.look(small(h.t, 1))
	return other
}

// A thousand claims of one ticket at once on two nodes, from several counters: it is paid once.
func TestStormOnTwoNodes(t *testing.T) {
	h, bob, eve := selling(t, options{dsn: onServer.fresh(t)})
	other := h.node("two")
	for n := range 3 {
		one := h.paper(20_00, n)
		if paid := storm(t, 1000, one.look(), []*house{h, other}, []shop.By{bob, eve, h.retailer(), h.operator, h.second}); paid != 1 {
			t.Errorf("the ticket was paid %d times", paid)
		}
		h.claimed(one, retail.Paid)
	}
	if got := h.balance(ledger.Game, "0007"); got != -60_00 {
		t.Errorf("the game has %d", got)
	}
	h.sound()
}

// Guesses at two nodes are counted together.
func TestGuessesOnTwoNodes(t *testing.T) {
	h, bob, eve := selling(t, options{dsn: onServer.fresh(t)})
	other := h.node("two")
	one, wrong := h.paper(20_00, 0), h.paper(20_00, 1)
	var mu sync.Mutex
	names := map[string]int{}
	var wait sync.WaitGroup
	for i := range 100 {
		wait.Go(func() {
			by := []shop.By{bob, eve, h.operator}[i%3]
			by.Origin = fmt.Sprint("o", i)
			_, err := []*house{h, other}[i%2].Reserve(t.Context(), by, fmt.Sprint("r", i), one.wrongly(wrong))
			mu.Lock()
			defer mu.Unlock()
			names[shop.RefusalName(err)]++
		})
	}
	wait.Wait()
	if names["unknown_ticket"] != guessesCounter || names["too_many_guesses"] != 100-guessesCounter {
		t.Errorf("answered %v", names)
	}
}

// Many tickets of one pack are claimed on three nodes by the same retailers: each is paid once, and the retailers have what was paid.
func TestClaimsOnThreeNodes(t *testing.T) {
	h, bob, eve := selling(t, options{dsn: onServer.fresh(t)})
	two, three := h.node("two"), h.node("three")
	var sum money.Cents
	var wait sync.WaitGroup
	for n := range 40 {
		one := h.paper(20_00, n)
		sum += one.amount
		for i, at := range []*house{h, two, three} {
			wait.Go(func() {
				by := []shop.By{bob, eve}[(n+i)%2]
				r, err := at.Reserve(t.Context(), by, fmt.Sprintf("r%d-%d", n, i), one.look())
				if err == nil {
					_, err = at.Confirm(t.Context(), by, fmt.Sprintf("c%d-%d", n, i), r.Reference)
				}
				if name := shop.RefusalName(err); err != nil && name != "reserved" && name != "already_paid" && name != "reservation_over" {
					t.Error(err)
				}
			})
		}
	}
	wait.Wait()
	if got := h.balance(ledger.Retailer, string(bob.Person)) + h.balance(ledger.Retailer, string(eve.Person)); got != sum {
		t.Errorf("the retailers have %d, not %d", got, sum)
	}
	h.sound()
}
