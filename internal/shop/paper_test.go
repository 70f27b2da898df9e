package shop

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"tirage/internal/store"
	"tirage/money"
)

// PaperRoom does acts of the counter, a room above this package, for whom it is asked to.
type PaperRoom func(ctx context.Context, by By, c PaperCall) (PaperAnswer, error)

// PaperCall is what a client asks a counter for.
type PaperCall struct {
	Op, Key     string      // the kind of the act, and its key
	Target      string      // a ticket's serial, a reservation, an issue, a retailer
	Other       string      // the ticket that is given in exchange
	First, Last int64       // packs
	Amount      money.Cents // to collect
}

// PaperAnswer is what the client was told.
type PaperAnswer struct {
	Reference string      `json:"reference,omitempty"`
	Amount    money.Cents `json:"amount,omitempty"`
}

// OpenPaperRoom opens the counter of a house with a specimen block. Package shop_test puts it here.
var OpenPaperRoom func(s *Shop, kept *store.Store, folder string) (PaperRoom, error)

// paperOps are the acts that clients ask a counter for.
var paperOps = []string{ActReserve, ActPay, ActCancel, ActMisprint, ActSettle, ActCollect}

func paperOp(kind string) bool { return slices.Contains(paperOps, kind) }

// paperDesk is what clients know of a counter: the tickets that they bring there, and the packs that are to be settled.
type paperDesk struct {
	Serials     []string
	Losers      []string // of them: only these are made good at a counter
	First, Last int64
}

// next makes a call one at the counter, or leaves it.
func (p *paperDesk) next(a *asked, c *call, random *rand.Rand) bool {
	if len(p.Serials) == 0 {
		return false
	}
	ticket := func() string { return p.Serials[random.IntN(len(p.Serials))] }
	switch mine, n := a.reserved[c.Client], random.IntN(20); a.people[c.Client].Role {
	case Retailer:
		switch {
		case n < 6 && len(mine) > 0:
			c.Op, c.Target = ActPay, mine[random.IntN(len(mine))]
		case n < 8 && len(mine) > 0:
			c.Op, c.Target = ActCancel, mine[random.IntN(len(mine))]
		case n < 17:
			c.Op, c.Target = ActReserve, ticket()
		default:
			c.Op, c.Target = ActMisprint, p.Losers[random.IntN(len(p.Losers))]
			if n == 19 {
				c.Other = ticket()
			}
		}
		return true
	case Operator:
		settled := p.First
		for _, before := range a.calls {
			if before.Op == ActSettle {
				settled++
			}
		}
		switch {
		case n < 5 && settled <= p.Last:
			c.Op, c.Pack = ActSettle, settled
		case n < 8:
			retailers := slices.IndexFunc(a.people, func(by By) bool { return by.Role == Retailer })
			c.Op, c.Target, c.Amount = ActCollect, string(a.people[retailers+n%2].Person), money.Cents(1+random.IntN(5_000))
		default:
			return false
		}
		return true
	case Player, Robot, Administrator, Auditor:
	}
	return false
}

// paperHouse is a house with a block of which half is on paper, players, two retailers who have all packs of it and sell them, and two
// operators.
func paperHouse(t testing.TB, dsn string) (*house, *asked) {
	t.Helper()
	h := open(t, options{dsn: dsn})
	t.Cleanup(h.close)
	folder := paperSpecimen(t)
	room, err := OpenPaperRoom(h.Shop, h.store, folder)
	must(t, err)
	h.stock(folder)
	do := func(by By, c PaperCall) {
		t.Helper()
		_, err := room(t.Context(), by, c)
		must(t, err)
	}
	boss := h.person(Operator)
	do(boss, PaperCall{Op: ActOpenIssue, Key: "issue", Target: string(firstBlock.Issue())})
	var people []By
	for range 5 {
		people = append(people, h.player(1_000_00))
	}
	for half := range int64(2) {
		by := h.person(Retailer)
		people = append(people, by)
		packs := PaperCall{Target: string(by.Person), First: packs/2 + half*packs/4, Last: packs/2 + (half+1)*packs/4 - 1}
		for i, op := range []string{ActAddRetailer, ActReceive, ActConfirm, ActActivate} {
			packs.Op, packs.Key = op, fmt.Sprintf("first-%d%d", half, i)
			who := boss
			if op == ActConfirm || op == ActActivate {
				who = by
			}
			do(who, packs)
		}
	}
	// The tickets that clients bring are of the first packs: their retailer was charged for them, and makes their misprints good.
	const charged = 4
	for n := range int64(charged) {
		do(boss, PaperCall{Op: ActSettle, Key: fmt.Sprint("first-settled-", n), First: packs/2 + n, Last: packs/2 + n})
	}
	log := newAsked(append(people, h.person(Operator), h.person(Operator)))
	log.room, log.paper.First, log.paper.Last = room, packs/2+charged, packs-1
	k := sealed(t, folder)
	for pos := int64(packs / 2 * 100); len(log.paper.Serials) < 60; pos++ {
		serial, _, _, amount := k.at(t, pos)
		switch winners := len(log.paper.Serials) - len(log.paper.Losers); {
		case amount > 0 && amount <= 300_00 && winners < 35:
			log.paper.Serials = append(log.paper.Serials, serial)
		case amount == 0 && len(log.paper.Losers) < 25:
			log.paper.Serials, log.paper.Losers = append(log.paper.Serials, serial), append(log.paper.Losers, serial)
		}
		if pos >= (packs/2+charged)*100 {
			t.Fatal("the packs have not so many tickets")
		}
	}
	return h, log
}
