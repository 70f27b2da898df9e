package hall

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/mod/sumdb/note"

	"tirage/bingo"
	"tirage/gamefile"
	"tirage/ledger"
	"tirage/money"
)

// TestJackpotIsWon plays BINGO EXTRA with a jackpot that any full grid wins, and a super jackpot on top: it is paid to the cent, the fund puts the guarantee
// back, and the next draw begins with it.
func TestJackpotIsWon(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, options{})
		defer h.close()
		h.run()
		file := strings.Replace(formulaFile(t, "bingo-extra"), "within: 45", "within: 90", 1)
		s := h.timetable()
		s.First += 100 * second
		if _, err := h.hall.OpenRoom(t.Context(), h.operator, h.key(), RoomOrder{File: file, Play: true, Settings: s, Reason: "easily won"}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(75 * time.Second)
		first, second := "4211-00000001", "4211-00000002"
		if err := h.decided(AnnounceSuper, map[string]any{"draw": first, "amount": 500_00}); err != nil {
			t.Fatal(err)
		}
		h.until(first, "on sale", func(v DrawView) bool { return v.State == "on_sale" })
		names := []string{"anna", "ben", "chloe", "dora"}
		for _, name := range names {
			h.buy(h.player(name), "bingo-extra", 2)
		}
		d := h.ended(first)
		// 24.00 € of stakes: the jackpot is the guarantee, its 6 % of 1.44 and the super jackpot.
		const jackpot = money.Cents(7_500_00 + 1_44 + 500_00)
		won := d.Prizes[3]
		if d.State != "settled" || won.Units == 0 || won.Each != jackpot/money.Cents(won.Units) || d.Jackpot != jackpot {
			t.Fatalf("the jackpot of %d: %+v", d.Jackpot, won)
		}
		if got := h.account(ledger.Jackpot, "4211"); got != 7_500_00 {
			t.Errorf("after it was won the jackpot holds %d", got)
		}
		total := money.Cents(0)
		for _, name := range names {
			hand, err := h.hall.Mine(t.Context(), h.player(name), first)
			if err != nil {
				t.Fatal(err)
			}
			sum := money.Cents(0)
			for _, w := range hand.Won {
				sum += w.Amount
			}
			if hand.Paid != sum || h.balance(h.player(name)) != 1_000_00-6_00+hand.Paid {
				t.Errorf("%s was paid %d for figures of %d", name, hand.Paid, sum)
			}
			total += hand.Paid
		}
		if all := total + h.account(ledger.Game, "4211") + h.account(ledger.Jackpot, "4211") + h.account(ledger.Fund, "4211"); all != 24_00 {
			t.Errorf("of stakes of 24.00 €, %d is somewhere", all)
		}
		h.until(second, "locked or over", func(v DrawView) bool { return v.Ended != 0 }) // nobody plays it
		f, report := gamefile.ReadFormula("formula", []byte(file))
		if f == nil {
			t.Fatal(report.Err())
		}
		v, err := note.NewVerifier(hallVerifier)
		if err != nil {
			t.Fatal(err)
		}
		var records []*bingo.Record
		for _, id := range []string{first, second} {
			text, err := h.hall.Record(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			r, err := bingo.ReadRecord(text)
			if err != nil {
				t.Fatal(err)
			}
			records = append(records, r)
			for _, found := range append(bingo.VerifyRecord(r, f), bingo.VerifyNotes(r, note.VerifierList(v))...) {
				t.Errorf("draw %s: %s: %s", id, found.Path, found.Text.EN)
			}
		}
		for _, found := range bingo.VerifySequence(f.Code, records) {
			t.Errorf("%s: %s", found.Path, found.Text.EN)
		}
		h.sound()
	})
}
