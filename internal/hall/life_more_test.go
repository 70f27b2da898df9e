package hall

import (
	"encoding/json"
	"testing"
	"testing/synctest"
	"time"

	"tirage/internal/shop"
	"tirage/ledger"
	"tirage/money"
)

// TestLifeOfASingleRoom plays the demonstration for one player: a draw begins when it is asked for.
func TestLifeOfASingleRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, options{})
		defer h.close()
		h.run()
		h.open("solo-75", Settings{Ball: 500, Patience: 60, MaxCards: 25})
		time.Sleep(time.Second)
		anna, ben := h.player("anna"), h.player("ben")
		o := h.order(anna, "solo-75", 25)
		o.Stake = 5_00
		key := h.key()
		p, err := h.hall.Buy(t.Context(), anna, key, o)
		if err != nil {
			t.Fatal(err)
		}
		other := h.order(ben, "solo-75", 3)
		other.Stake = 50
		q, err := h.hall.Buy(t.Context(), ben, h.key(), other)
		if err != nil {
			t.Fatal(err)
		}
		if p.Draws[0].Draw == q.Draws[0].Draw || p.Total != 125_00 || q.Total != 1_50 {
			t.Errorf("bought %+v and %+v", p, q)
		}
		one, two := h.ended(p.Draws[0].Draw), h.ended(q.Draws[0].Draw)
		if one.State != "settled" || two.State != "settled" || len(one.Balls) != 60 {
			t.Errorf("%s after %d balls, %s", one.State, len(one.Balls), two.State)
		}
		again, err := h.hall.Buy(t.Context(), anna, key, o)
		if err != nil || again.Draws[0].Draw != p.Draws[0].Draw || again.Draws[0].Cards[7].Receipt != p.Draws[0].Cards[7].Receipt {
			t.Errorf("asked again: %+v, %v", again, err)
		}
		hand, err := h.hall.Mine(t.Context(), anna, one.ID)
		if err != nil {
			t.Fatal(err)
		}
		won := money.Cents(0)
		for _, w := range hand.Won {
			won += w.Amount
		}
		if hand.Paid != won || h.balance(anna) != 1_000_00-125_00+won {
			t.Errorf("anna won %d by figures, %d by the row, and has %d", won, hand.Paid, h.balance(anna))
		}
		h.receipts(p, h.verified(one.ID, two.ID))
		h.sound()
	})
}

// TestLifeWithRobots plays the classic room with robots only, several draws on sale at once, and a player who bought in advance.
func TestLifeWithRobots(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, options{})
		defer h.close()
		h.run()
		s := h.timetable()
		s.Sale, s.Robots, s.Ball, s.MaxCards = 350, 5, 500, 25
		h.open("classic-75", s)
		time.Sleep(5 * time.Second)
		anna := h.player("anna")
		o := h.order(anna, "classic-75", 4)
		o.Draws = 3
		p, err := h.hall.Buy(t.Context(), anna, h.key(), o)
		if err != nil {
			t.Fatal(err)
		}
		var ids []string
		for _, in := range p.Draws {
			d := h.ended(in.Draw)
			ids = append(ids, in.Draw)
			if d.State != "settled" || d.Robots != 5 || d.Players != 6 {
				t.Errorf("draw %s is %s with %d players, of them %d robots", d.ID, d.State, d.Players, d.Robots)
			}
		}
		if len(ids) != 3 || p.Total != 12_00 {
			t.Fatalf("bought %+v", p)
		}
		page, err := h.hall.History(t.Context(), anna, "", 10)
		if err != nil || len(page.Items) != 3 {
			t.Errorf("history: %+v, %v", page, err)
		}
		h.receipts(p, h.verified(ids...))
		h.sound()
	})
}

// decided has two operators do an act.
func (h *house) decided(kind shop.Kind, body any) error {
	h.t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		h.t.Fatal(err)
	}
	p, err := h.shop.Propose(h.t.Context(), h.operator, kind, text, "for a test")
	if err != nil {
		return err
	}
	_, err = h.shop.Decide(h.t.Context(), h.second, p.ID, true, "for a test")
	return err
}

// TestTwoPersons announces a super jackpot, voids a draw while its balls are called, and cancels another before its lock.
func TestTwoPersons(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, options{})
		defer h.close()
		h.run()
		s := h.timetable()
		s.First += 100 * second // nothing is on sale yet
		h.open("bingo-extra", s)
		time.Sleep(75 * time.Second)
		first := "4211-00000001"
		if d := h.draw(first); d.State != "scheduled" {
			t.Fatalf("the draw is %s", d.State)
		}
		if err := h.decided(AnnounceSuper, map[string]any{"draw": first, "amount": 1_000_00}); err != nil {
			t.Fatal(err)
		}
		h.refused("super_twice", h.decided(AnnounceSuper, map[string]any{"draw": first, "amount": 1_000_00}))
		h.until(first, "on sale", func(v DrawView) bool { return v.State == "on_sale" })
		h.refused("wrong_state", h.decided(AnnounceSuper, map[string]any{"draw": first, "amount": 1_000_00}))
		h.refused("wrong_state", h.decided(VoidDraw, map[string]any{"draw": first, "reason": "too early"}))
		names := []string{"anna", "ben", "chloe", "dora"}
		for _, name := range names {
			h.buy(h.player(name), "bingo-extra", 2)
		}
		if d := h.draw(first); d.Super != 1_000_00 || d.Jackpot != 7_500_00+1_44+1_000_00 {
			t.Errorf("with a super jackpot: %+v", d)
		}
		h.until(first, "calling", func(v DrawView) bool { return len(v.Balls) == 10 })
		if fund := h.account(ledger.Fund, "4211"); fund != -8_500_00 {
			t.Errorf("the fund has %d while the super jackpot is played for", fund)
		}
		_, err := h.hall.CancelDraw(t.Context(), h.operator, h.key(), first, "too late")
		h.refused("draw_locked", err)
		if err := h.decided(VoidDraw, map[string]any{"draw": first, "reason": "the machine caught fire"}); err != nil {
			t.Fatal(err)
		}
		d := h.ended(first)
		if d.State != "void" || len(d.Balls) != 10 || d.Reason != "the machine caught fire" {
			t.Errorf("void: %+v", d)
		}
		for _, name := range names {
			if b := h.balance(h.player(name)); b != 1_000_00 {
				t.Errorf("%s has %d back", name, b)
			}
		}
		if fund, jackpot := h.account(ledger.Fund, "4211"), h.account(ledger.Jackpot, "4211"); fund != -7_500_00 || jackpot != 7_500_00 {
			t.Errorf("the fund has %d, the jackpot %d", fund, jackpot)
		}
		second := "4211-00000002"
		h.until(second, "on sale", func(v DrawView) bool { return v.State == "on_sale" })
		anna := h.player("anna")
		h.buy(anna, "bingo-extra", 3)
		key := h.key()
		for range 2 {
			if _, err := h.hall.CancelDraw(t.Context(), h.operator, key, second, "a strike"); err != nil {
				t.Fatal(err)
			}
		}
		if d := h.draw(second); d.State != "cancelled" || d.Reason != "operator" || h.balance(anna) != 1_000_00 {
			t.Errorf("%s for %q, anna has %d", d.State, d.Reason, h.balance(anna))
		}
		h.verified(first, second)
		h.sound()
	})
}
