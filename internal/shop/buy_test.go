package shop

import (
	"errors"
	"fmt"
	"testing"

	"tirage/scratch"
)

// One player's way from the first euro to the last ticket: what was bought is told, opened, paid once and shown again.
func TestBuyAndReveal(t *testing.T) { onEach(t, buyAndReveal) }

func buyAndReveal(t *testing.T, d database) {
	h := newHouse(t, options{dsn: d.fresh(t)})
	by := h.player(300_00)
	p, err := h.Buy(t.Context(), by, "a", Order{Game: "vegas-3eur", Count: 20, Play: true})
	if err != nil {
		t.Fatal(err)
	}
	if p.Total != 60_00 || p.Balance != 240_00 || len(p.Tickets) != 20 {
		t.Fatalf("bought %+v", p)
	}
	again, err := h.Buy(t.Context(), by, "a", Order{Game: "vegas-3eur", Count: 20, Play: true})
	if err != nil || fmt.Sprint(again) != fmt.Sprint(p) {
		t.Fatalf("the same key: %+v, %v", again, err)
	}
	if _, err := h.Buy(t.Context(), by, "a", Order{Game: "vegas-3eur", Count: 19, Play: true}); !errors.Is(err, ErrKeyReused) {
		t.Fatalf("the same key for another order: %v", err)
	}
	balance := p.Balance
	for i, serial := range p.Tickets {
		sealed, err := h.Ticket(t.Context(), by, serial)
		if err != nil || sealed.Revealed() || sealed.Cells != nil || sealed.Won != 0 {
			t.Fatalf("a sealed ticket shows %+v, %v", sealed, err)
		}
		ticket, err := h.Reveal(t.Context(), by, serial)
		if err != nil {
			t.Fatalf("ticket %d: %v", i, err)
		}
		var v scratch.Verdict
		ticket.Rules.Judge(scratch.Face{Cells: ticket.Cells}, &v)
		if balance += ticket.Won; v.Amount != ticket.Won || ticket.Balance != balance {
			t.Errorf("ticket %d: won %d, judged %d, balance %d", i, ticket.Won, v.Amount, ticket.Balance)
		}
		twice, err := h.Reveal(t.Context(), by, serial)
		if err != nil || fmt.Sprint(twice.Cells, twice.Won, twice.RevealedAt) != fmt.Sprint(ticket.Cells, ticket.Won, ticket.RevealedAt) {
			t.Errorf("ticket %d shown again otherwise, %v", i, err)
		}
	}
	if b, err := h.Balance(t.Context(), by); err != nil || b.Play != balance || b.Money != 0 {
		t.Errorf("balance %+v, want %d, %v", b, balance, err)
	}
	history, err := h.History(t.Context(), by, "", 50)
	if err != nil || len(history.Items) != 20 || history.Next != "" {
		t.Errorf("history of %d, %v", len(history.Items), err)
	}
	other := h.player(0)
	if _, err := h.Ticket(t.Context(), other, p.Tickets[0]); !errors.Is(err, ErrUnknownTicket) {
		t.Errorf("somebody else's ticket: %v", err)
	}
	if _, err := h.Reveal(t.Context(), other, p.Tickets[0]); !errors.Is(err, ErrUnknownTicket) {
		t.Errorf("somebody else's ticket: %v", err)
	}
	if _, err := h.Buy(t.Context(), other, "b", Order{Game: "vegas-3eur", Count: 1, Play: true}); !errors.Is(err, ErrFunds) {
		t.Errorf("no money: %v", err)
	}
	if proof, err := h.Proof(t.Context(), by, p.Tickets[3]); err != nil || proof.Index != 3 {
		t.Errorf("proof %+v, %v", proof, err)
	}
	h.sound()
}

// Many buyers at once sell the block out: each ticket once, in order, and the last order that does not fit is refused whole.
func TestSellOut(t *testing.T) { onEach(t, sellOut) }

func sellOut(t *testing.T, d database) {
	h := newHouse(t, options{dsn: d.fresh(t)})
	const all = packs * 100
	type bought struct {
		tickets []string
		err     error
	}
	results := make(chan bought)
	for i := range 16 {
		by := h.player(20_000_00)
		go func() {
			var b bought
			for n := 0; ; n++ {
				p, err := h.Buy(t.Context(), by, fmt.Sprint("k", n), Order{Game: "vegas-3eur", Count: 1 + (i+n)%7, Play: true})
				if err != nil {
					b.err = err
					break
				}
				b.tickets = append(b.tickets, p.Tickets...)
			}
			results <- b
		}()
	}
	seen := map[string]bool{}
	for range 16 {
		b := <-results
		if !errors.Is(b.err, ErrSoldOut) {
			t.Errorf("ended by %v", b.err)
		}
		for _, serial := range b.tickets {
			if seen[serial] {
				t.Errorf("ticket %s sold twice", serial)
			}
			seen[serial] = true
		}
	}
	view, err := h.Block(t.Context(), "3002-00-0001")
	if err != nil || view.Sold != int64(len(seen)) || view.Sold > all || view.Sold < all-7 {
		t.Errorf("%d tickets bought, %d sold, %v", len(seen), view.Sold, err)
	}
	h.sound()
}

// TestNotInForce: a game whose version applies from a day to come is not sold before it.
func TestNotInForce(t *testing.T) { onEach(t, notInForce) }

func notInForce(t *testing.T, d database) {
	h := newHouse(t, options{dsn: d.fresh(t)})
	by := h.player(300_00)
	order := Order{Game: "vegas-3eur", Count: 1, Play: true}
	game := h.catalog.shelf(h.catalog.rows()[0].ID).stock.Plan.Game
	for _, c := range []struct {
		force scratch.InForce
		want  error
	}{
		{scratch.InForce{Planned: "2999-01-01"}, ErrNotInForce},
		{scratch.InForce{Planned: "2001-01-01", Actual: "2999-01-01"}, ErrNotInForce},
		{scratch.InForce{Planned: "2999-01-01", Actual: "2001-01-01"}, nil},
	} {
		game.InForce = c.force
		if _, err := h.Buy(t.Context(), by, "force-"+c.force.Actual, order); c.want != nil && !errors.Is(err, c.want) || c.want == nil && errors.Is(err, ErrNotInForce) {
			t.Errorf("%+v: %v", c.force, err)
		}
	}
}
