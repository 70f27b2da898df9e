package shop

import (
	"math"
	"slices"
	"testing"

	"tirage/internal/store"
	"tirage/ledger"
	"tirage/money"
)

// TestVerifyActs holds acts against each other that no house writes: each is a fault of its own.
func TestVerifyActs(t *testing.T) {
	buy := func(actor, subject string, debit ledger.Account, amount money.Cents) ledger.Act {
		return ledger.Act{Kind: "buy", Actor: actor, Subject: subject, Transfers: []ledger.Transfer{{Debit: debit, Credit: "game/3002", Amount: amount}}}
	}
	reveal := func(actor, note string, to ledger.Account) ledger.Act {
		return ledger.Act{Kind: "reveal", Actor: actor, Subject: "3002-00-0001-000000-007-1", Note: note, Transfers: []ledger.Transfer{{Debit: "game/3002", Credit: to, Amount: 5}}}
	}
	sale, seven := buy("anne", "3002-00-0001:5-8", "player/anne", 1200), "3002-00-0001:7 lot 3 composition 5"
	for _, c := range []struct {
		what string
		acts []ledger.Act
		want []string
	}{
		{"sound", []ledger.Act{reveal("anne", seven, "player/anne"), sale}, nil}, // journals are read in any order
		{"at a wallet", []ledger.Act{buy("anne", "3002-00-0001:5-8", "wallet/w", 1200), reveal("anne", seven, "wallet/w")}, nil},
		{"sold twice", []ledger.Act{sale, buy("bob", "3002-00-0001:8-8", "player/bob", 300)}, []string{SoldTwice}},
		{"opened twice", []ledger.Act{sale, reveal("anne", seven, "player/anne"), reveal("bob", seven, "player/bob")}, []string{RevealedTwice}},
		{"another pays", []ledger.Act{buy("anne", "3002-00-0001:5-8", "player/bob", 1200)}, []string{OwnerDiffers}},
		{"another is paid", []ledger.Act{sale, reveal("anne", seven, "player/bob")}, []string{OwnerDiffers}},
		{"no price", []ledger.Act{buy("anne", "3002-00-0001:5-8", "player/anne", 1201)}, []string{TicketDiffers}},
		{"another price", []ledger.Act{sale, buy("bob", "3002-00-0001:9-9", "player/bob", 301)}, []string{BlockDiffers}},
		{"no ticket", []ledger.Act{sale, reveal("anne", "", "player/anne")}, []string{TicketDiffers}},
		{"another block", []ledger.Act{sale, reveal("anne", "3002-00-0002:7 lot 3 composition 5", "player/anne")}, []string{TicketDiffers}},
		{"too many", []ledger.Act{buy("anne", "3002-00-0001:0-9223372036854775807", "player/anne", 1200)}, []string{TicketDiffers}},
		{"below", []ledger.Act{buy("anne", "3002-00-0001:-5-8", "player/anne", 1200)}, []string{TicketDiffers}},
		{"more tickets than payments", []ledger.Act{buy("anne", "3002-00-0001:5-6 3002-00-0002:0-0", "player/anne", 1200)}, []string{TicketDiffers}},
	} {
		var found []string
		h := newHeld(func(f *ledger.Fault) { found = append(found, f.Name) })
		for i := range c.acts {
			h.add(&store.Recorded{Journal: "one", Seq: int64(i) + 1, Act: c.acts[i]})
		}
		if !slices.Equal(found, c.want) || h.count != int64(len(found)) {
			t.Errorf("%s: found is %v, want %v", c.what, found, c.want)
		}
	}
}

// A row of any position is looked up, and of none that no act names room is made.
func TestVerifyAnyPosition(t *testing.T) {
	h := newHeld(nil)
	for _, pos := range []int64{-1, math.MinInt64, math.MaxInt64, 0} {
		if h.slot(store.TicketRef{Block: "3002-00-0001", Position: pos}, false) != nil {
			t.Errorf("position %d is there", pos)
		}
	}
}

func BenchmarkVerifyHeld(b *testing.B) {
	h := newHeld(func(f *ledger.Fault) { b.Error(f) })
	sale := store.Recorded{Journal: "one", Act: ledger.Act{Kind: "buy", Actor: "anne", Transfers: []ledger.Transfer{{Debit: "player/anne", Credit: "game/3002", Amount: 300}}}}
	opening := store.Recorded{Journal: "one", Act: ledger.Act{Kind: "reveal", Actor: "anne", Subject: "3002-00-0001-000000-000-0"}}
	subjects, notes := make([]string, b.N), make([]string, b.N)
	for i := range b.N {
		ref := store.TicketRef{Block: "3002-00-0001", Position: int64(i)}
		notes[i] = revealNote(ref, 0, 0)
		subjects[i] = string(ref.Block) + ":" + notes[i][13:len(notes[i])-len(" lot 0 composition 0")]
		subjects[i] += "-" + subjects[i][13:]
	}
	b.ReportAllocs()
	for i := range b.N {
		sale.Act.Subject, opening.Act.Note = subjects[i], notes[i]
		h.add(&sale)
		h.add(&opening)
	}
}
