package hall

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"tirage/internal/shop"
)

// TestErasedInPlay wants nobody erased, and nobody of the staff, whose cards play for money: what they win would be nobody's, or the staff's. Once the
// draw has ended and the account is empty the person may be erased. Cards for play money stand in nobody's way.
func TestErasedInPlay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, options{})
		defer h.close()
		ctx := t.Context()
		admin := h.person("admin", shop.Administrator)
		order := RoomOrder{File: formulaFile(t, "solo-75"), Settings: Settings{Ball: 1000, Patience: 30, MaxCards: 5}, Reason: "a room for a test"}
		if _, err := h.hall.OpenRoom(ctx, h.operator, h.key(), order); err != nil {
			t.Fatal(err)
		}
		h.run()
		anna := h.person("anna", shop.Player)
		if _, err := h.shop.Deposit(ctx, anna, "purse", 50, false); err != nil {
			t.Fatal(err)
		}
		o := h.order(anna, "solo-75", 1)
		o.Stake = 50
		p, err := h.hall.Buy(ctx, anna, h.key(), o)
		if err != nil || p.Balance != 0 {
			t.Fatalf("anna has %d left: %v", p.Balance, err)
		}
		proposal, err := h.shop.Propose(ctx, h.operator, "staff_account", []byte(`{"person":"anna","role":"auditor"}`), "hired today")
		if err == nil {
			_, err = h.shop.Decide(ctx, h.second, proposal.ID, true, "welcome")
		}
		h.refused("balance_left", err)
		h.refused("balance_left", h.shop.Erase(ctx, admin, anna.Person, "asked for it"))
		h.ended(p.Draws[0].Draw)
		for range 100 { // what was won is paid out first
			b, err := h.shop.Balance(ctx, anna)
			if err != nil {
				t.Fatal(err)
			}
			if b.Money > 0 {
				if _, err := h.shop.Withdraw(ctx, anna, h.key(), b.Money, false); err != nil {
					t.Fatal(err)
				}
			}
			time.Sleep(time.Second)
			if err = h.shop.Erase(ctx, admin, anna.Person, "asked for it"); err == nil {
				return
			}
			h.refused("balance_left", err)
		}
		t.Error("anna is never erased")
	})
}

// TestErasedInPlayMoney has somebody erased whose cards play for nothing: the draw goes on to its end.
func TestErasedInPlayMoney(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, options{})
		defer h.close()
		h.open("solo-75", Settings{Ball: 1000, Patience: 30, MaxCards: 5})
		h.run()
		ben := h.player("ben")
		o := h.order(ben, "solo-75", 5)
		o.Stake = 50
		p, err := h.hall.Buy(context.WithoutCancel(t.Context()), ben, h.key(), o)
		if err != nil {
			t.Fatal(err)
		}
		if err := h.shop.Erase(t.Context(), h.person("admin", shop.Administrator), ben.Person, "asked for it"); err != nil {
			t.Fatal(err)
		}
		if d := h.ended(p.Draws[0].Draw); d.State != "settled" {
			t.Errorf("the draw is %s", d.State)
		}
		h.verified(p.Draws[0].Draw)
	})
}
