package hall

import (
	"testing"
	"testing/synctest"
	"time"

	"tirage/ledger"
	"tirage/money"
)

// TestLifeOfTheClassicRoom plays three draws of the classic room one after another, and wants every cent that was staked with somebody: the
// players, the operator, the jackpot or the fund.
func TestLifeOfTheClassicRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, options{})
		defer h.close()
		h.run()
		s := h.timetable()
		s.Every, s.MaxCards = 120, 25
		room := h.open("classic-75", s)
		pots := room.Jackpot + room.Fund
		ids := []string{"9075-00000001", "9075-00000002", "9075-00000003"}
		names := []string{"anna", "ben", "chloe"}
		staked, paid := money.Cents(0), money.Cents(0)
		var bought []Purchase
		for _, id := range ids {
			h.until(id, "on sale", func(v DrawView) bool { return v.State == "on_sale" })
			before := money.Cents(0)
			for i, name := range names {
				before += h.balance(h.player(name))
				p := h.buy(h.player(name), "classic-75", 2+i)
				staked += p.Total
				before -= p.Total
				bought = append(bought, p)
			}
			if d := h.ended(id); d.State != "settled" {
				t.Fatalf("draw %s is %s for %q", id, d.State, d.Reason)
			}
			h.paces(id)
			for _, name := range names {
				before -= h.balance(h.player(name))
			}
			paid -= before
		}
		game, jackpot, fund := h.account(ledger.Game, "9075"), h.account(ledger.Jackpot, "9075"), h.account(ledger.Fund, "9075")
		if staked == 0 || game+jackpot+fund-pots+paid != staked {
			t.Errorf("%d was staked; %d paid, the operator has %d, the jackpot %d and the fund %d after %d", staked, paid, game, jackpot, fund, pots)
		}
		time.Sleep(time.Second)
		if v, err := h.hall.Room(t.Context(), "classic-75"); err != nil || v.Jackpot != jackpot || v.Fund != fund {
			t.Errorf("the room has %d and %d, %v", v.Jackpot, v.Fund, err)
		}
		records := h.verified(ids...)
		for _, p := range bought {
			h.receipts(p, records)
		}
		h.sound()
	})
}
