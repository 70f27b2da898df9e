package shop

import (
	"os"
	"path/filepath"
	"testing"

	"tirage/internal/store"
	"tirage/seal"
)

// A block is sold online without its claim key; its paper tickets wait for the key, which may come while the house is open, and which is
// this very block's.
func TestClaimKeyMayComeLater(t *testing.T) {
	s := newSelling(t, onFile)
	refused := func(want string) {
		t.Helper()
		must(t, s.catalog.load(t.Context(), s.Shop))
		stock, row, key, err := s.Claims(s.id)
		if RefusalName(err) != want || stock == nil || row.ID != s.id || key.Set() {
			t.Errorf("%v, not %s; the row of %s", err, want, row.ID)
		}
	}
	write := func(text string) {
		t.Helper()
		must(t, os.WriteFile(filepath.Join(s.Keys, string(s.id)+".claim"), []byte(text), 0o600))
	}
	refused("no_claim_key")
	write(s.claim.Hex() + "\n") // bound to no block
	refused("wrong_claim_key")
	write(s.manifest.HouseKeyText(s.forSale.house))
	refused("wrong_claim_key")
	write(s.manifest.ClaimKeyText(s.claim))
	must(t, s.catalog.load(t.Context(), s.Shop))
	stock, _, key, err := s.Claims(s.id)
	must(t, err)
	last := len(s.tickets) - 1
	got, err := stock.Claim(s.tickets[last].Serial, s.tickets[last].VIRN, key)
	if err != nil || got.Outcome != s.outcomes[last] || got.Position != int64(last) {
		t.Errorf("%+v, %v", got, err)
	}
	if _, _, _, err := s.Claims(store.BlockID("0007-00-0002")); RefusalName(err) != ErrUnknownBlock.Name {
		t.Errorf("an unknown block: %v", err)
	}
	if got := BlockOf(seal.Serial{Game: 7, Block: 1}); got != s.id {
		t.Errorf("the block is %s", got)
	}
}

// A specimen's claim key comes from its seeds.
func TestClaimKeyOfASpecimen(t *testing.T) {
	h := newHouse(t, options{})
	stock, row, key, err := h.Claims("3002-00-0001")
	must(t, err)
	a, _, err := stock.Seeds()
	must(t, err)
	want, err := seal.NewClaimKey(a, stock.Manifest.Block)
	if err != nil || want.Hex() != key.Hex() || !row.Play {
		t.Errorf("another key, %v", err)
	}
}
