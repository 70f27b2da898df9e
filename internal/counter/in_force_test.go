package counter

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tirage/internal/press"
	"tirage/retail"
	"tirage/seal"
)

// Packs of a game that is not in force yet are delivered and confirmed, and go on sale no earlier than tickets online.
func TestPacksNotInForce(t *testing.T) {
	h := openHouse(t, options{})
	t.Cleanup(h.close)
	h.operator, h.second = h.person("operator"), h.person("operator")
	folder := filepath.Join(t.TempDir(), "later")
	game := strings.Replace(smallGame, "block: 2000\n", "block: 2000\nin_force: {planned: 2026-04-01}\n", 1)
	_, err := press.Print(context.Background(), []byte(game), press.Options{
		Out: folder, Number: 1, Online: smallOnline, Specimen: true, SeedA: seal.NewSeed([32]byte{1, 3}), SeedB: seal.NewSeed([32]byte{2, 3}),
	})
	if err != nil {
		t.Fatal(err)
	}
	h.block = h.register(folder)
	h.look(folder)
	h.openIssue()
	shopkeeper := h.retailer()
	h.move(h.operator, retail.Received, shopkeeper, smallOnline, smallPacks-1)
	h.move(shopkeeper, retail.Confirmed, shopkeeper, smallOnline, smallPacks-1)
	packs := Packs{Block: h.block, First: smallOnline, Last: smallOnline}
	_, err = h.Move(t.Context(), shopkeeper, "early", retail.Active, packs)
	h.refused(err, "not_in_force")
	h.pass(31 * 24 * time.Hour)
	if _, err := h.Move(t.Context(), shopkeeper, "in-time", retail.Active, packs); err != nil {
		t.Error(err)
	}
	h.sound()
}
