package counter

import (
	"context"
	"path/filepath"
	"testing"

	"tirage/internal/press"
	"tirage/internal/shop"
	"tirage/ledger"
	"tirage/retail"
	"tirage/seal"
)

// A block that is sold on paper only, from its first ticket on, is registered and paid like any other; nothing of it is sold online.
func TestBlockOfPaperOnly(t *testing.T) {
	h := newHouse(t, options{})
	folder := filepath.Join(t.TempDir(), "paper")
	_, err := press.Print(context.Background(), []byte(smallGame), press.Options{
		Out: folder, Number: 2, Specimen: true, SeedA: seal.NewSeed([32]byte{1, 2}), SeedB: seal.NewSeed([32]byte{2, 2}),
	})
	if err != nil {
		t.Fatal(err)
	}
	h.block = h.register(folder)
	h.stock.Close()
	h.look(folder)
	h.openIssue()
	shopkeeper := h.retailer()
	h.deliver(shopkeeper, 0, smallPacks-1)

	first := int64(0)
	for h.at(first).amount != 20_00 {
		first++
	}
	won := h.at(first)
	r, err := h.Reserve(t.Context(), shopkeeper, "reserve", Look{Serial: won.serial, VIRN: won.virn})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Confirm(t.Context(), shopkeeper, "confirm", r.Reference); err != nil {
		t.Fatal(err)
	}
	seen, err := h.Check(t.Context(), shop.By{}, Look{Serial: won.serial, VIRN: won.virn})
	if err != nil || seen.Answer != retail.AlreadyPaid {
		t.Errorf("%v, %v", seen, err)
	}
	buyer := h.player(100_000_00)
	for i := range smallOnline * smallPack / shop.MaxTickets { // all of the other block
		if _, err := h.shop.Buy(t.Context(), buyer, "all-"+string(rune('a'+i)), shop.Order{Game: "small", Count: shop.MaxTickets, Play: true}); err != nil {
			t.Fatal(err)
		}
	}
	_, err = h.shop.Buy(t.Context(), buyer, "more", shop.Order{Game: "small", Count: 1, Play: true})
	h.refused(err, "sold_out")
	if got := h.balance(ledger.Retailer, string(shopkeeper.Person)); got != won.amount {
		t.Errorf("the retailer is owed %d", got)
	}
	h.sound()
}
