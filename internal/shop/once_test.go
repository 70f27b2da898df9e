package shop

import (
	"fmt"
	"testing"
)

// Who changes rows behind the house's back has no ticket opened or paid that the acts do not say is the asker's, and sealed.
func TestChangedTicket(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		h := newHouse(t, options{dsn: d.fresh(t)})
		ctx := t.Context()
		buyer, other := h.player(1_000_00), h.player(1_000_00)
		mine, err := h.Buy(ctx, buyer, "mine", Order{"vegas-3eur", 50, true})
		must(t, err)
		theirs, err := h.Buy(ctx, other, "theirs", Order{"vegas-3eur", 2, true})
		must(t, err)
		var paid *Ticket // one that won
		at := 0
		for at = range mine.Tickets {
			paid, err = h.Reveal(ctx, buyer, mine.Tickets[at])
			must(t, err)
			if paid.Won > 0 {
				break
			}
		}
		if paid.Won == 0 || at == len(mine.Tickets)-1 {
			t.Fatalf("of %d tickets none won, or none is left", len(mine.Tickets))
		}
		before := [2]Balances{}
		for i, by := range []By{buyer, other} {
			before[i], err = h.Balance(ctx, by)
			must(t, err)
		}
		sealAgain := fmt.Sprintf("update ticket set revealed_at = 0, lot = 0, composition = 0, paid = 0 where position = %d", at)
		h.sql(sealAgain)
		if _, err := h.Reveal(ctx, buyer, mine.Tickets[at]); RefusalName(err) != "ticket_doubted" {
			t.Errorf("an opened ticket that was made a sealed one is opened again: %v", err)
		}
		change := "update ticket set owner = $1 where position = $2"
		h.sql(change, string(other.Person), at)
		h.sql(change, string(other.Person), at+1)
		for _, serial := range mine.Tickets[at : at+2] {
			if _, err := h.Reveal(ctx, other, serial); RefusalName(err) != "ticket_doubted" {
				t.Errorf("ticket %s of somebody else is opened: %v", serial, err)
			}
		}
		// nor with the act of another purchase of one's own
		h.sql("update ticket set journal = o.journal, seq = o.seq, digest = o.digest from ticket as o where o.position = 50 and ticket.position in ($1, $2)", at, at+1)
		for _, serial := range mine.Tickets[at : at+2] {
			if _, err := h.Reveal(ctx, other, serial); RefusalName(err) != "ticket_doubted" {
				t.Errorf("ticket %s of somebody else is opened by another purchase: %v", serial, err)
			}
		}
		for i, by := range []By{buyer, other} {
			if now, err := h.Balance(ctx, by); err != nil || now != before[i] {
				t.Errorf("%v held %v, now %v: %v", by, before[i], now, err)
			}
		}
		if _, err := h.Reveal(ctx, other, theirs.Tickets[0]); err != nil {
			t.Errorf("a ticket that nobody changed: %v", err)
		}
		// whoever asks cannot use up the key of a reveal
		if _, err := h.Deposit(ctx, other, "reveal:"+theirs.Tickets[1], 100, true); RefusalName(err) != "key_missing" {
			t.Errorf("a deposit under the key of a reveal: %v", err)
		}
	})
}
