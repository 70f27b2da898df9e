package hall

import (
	"testing"
	"testing/synctest"
	"time"

	"tirage/ledger"
	"tirage/money"
)

// TestLifeOfARoom plays draws of BINGO EXTRA in a room that runs by itself: one whole, one with too few players, one with nobody.
func TestLifeOfARoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, options{})
		defer h.close()
		h.run()
		room := h.open("bingo-extra", h.timetable())
		if room.Jackpot != 7_500_00 || room.Fund != -7_500_00 {
			t.Errorf("the room begins with a jackpot of %d and a fund of %d", room.Jackpot, room.Fund)
		}
		time.Sleep(time.Second)
		players := []string{"anna", "ben", "chloe", "dora"}
		first := "4211-00000001"
		var bought []Purchase
		for _, name := range players {
			bought = append(bought, h.buy(h.player(name), "bingo-extra", 1))
		}
		d := h.draw(first)
		if d.State != "on_sale" || d.Cards != 4 || d.Players != 4 || d.Stakes != 12_00 || d.Pool != 5_72 || d.Jackpot != 7_500_00+72 {
			t.Errorf("on sale: %+v", d)
		}
		d = h.ended(first)
		if d.State != "settled" || len(d.Balls) < 15 || d.Cards != 4 {
			t.Fatalf("ended: %+v", d)
		}
		paid := money.Cents(0)
		for _, name := range players {
			hand, err := h.hall.Mine(t.Context(), h.player(name), first)
			if err != nil {
				t.Fatal(err)
			}
			won := money.Cents(0)
			for _, w := range hand.Won {
				won += w.Amount
			}
			if b := h.balance(h.player(name)); hand.Paid != won || b != 1_000_00-3_00+hand.Paid || hand.Spent != 3_00 {
				t.Errorf("%s has %d after winning %d by figures, %d by the row", name, b, won, hand.Paid)
			}
			paid += hand.Paid
		}
		// The worked draw of 12.00 €: 5.72 to figures, 0.72 to the jackpot, 4.20 to the operator, the rest to the fund.
		if fast := d.Prizes[3].Units > 0; !fast {
			if game, jackpot := h.account(ledger.Game, "4211"), h.account(ledger.Jackpot, "4211"); game != 4_20 || jackpot != 7_500_72 {
				t.Errorf("the operator has %d, the jackpot %d", game, jackpot)
			}
			if fund := h.account(ledger.Fund, "4211"); fund != -7_500_00+12_00-4_20-72-paid {
				t.Errorf("the fund has %d, %d was paid", fund, paid)
			}
		}
		second := "4211-00000002"
		anna := h.player("anna")
		before := h.balance(anna)
		time.Sleep(time.Second)
		bought = append(bought, h.buy(anna, "bingo-extra", 2))
		if in := bought[4].Draws[0].Draw; in != second {
			t.Fatalf("bought for %s", in)
		}
		if d := h.ended(second); d.State != "cancelled" || d.Reason != "too_few" || h.balance(anna) != before {
			t.Errorf("%s for %q, anna has %d after %d", d.State, d.Reason, h.balance(anna), before)
		}
		time.Sleep(20 * time.Second) // until it is announced
		third := "4211-00000003"
		if d := h.ended(third); d.State != "cancelled" {
			t.Errorf("nobody plays and the draw is %s", d.State)
		}
		records := h.verified(first, second, third)
		for _, p := range bought {
			h.receipts(p, records)
		}
		h.sound()
	})
}
