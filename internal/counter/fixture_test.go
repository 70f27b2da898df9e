package counter

import (
	"testing"

	"tirage/ledger"
	"tirage/money"
	"tirage/seal"
)

// TestSmallBlock: the block that the tests work with has a paper ticket of every lot and some that lose, and the ledger of a house that
// has only registered it adds up.
func TestSmallBlock(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		h := newHouse(t, options{dsn: d.fresh(t)})
		seen := map[money.Cents]int{}
		for position := int64(smallOnline * smallPack); position < smallTickets; position++ {
			seen[h.at(position).amount]++
		}
		for _, amount := range []money.Cents{0, 10_00, 20_00, 100_00, 500_00} {
			if seen[amount] < 2 {
				t.Errorf("%d paper tickets have a lot of %d", seen[amount], amount)
			}
		}
		if h.block != "0007-00-0001" || h.balance(ledger.Game, "0007") != 0 {
			t.Errorf("the block is %s", h.block)
		}
		h.sound()
	})
}

// TestSmallNumbers: the numbers that the fixture gives are those that can be typed.
func TestSmallNumbers(t *testing.T) {
	h := newHouse(t, options{})
	one := h.paper(20_00, 1)
	serial, err := seal.ParseSerial(one.serial)
	if err != nil {
		t.Fatal(err)
	}
	if pos, err := h.stock.Manifest.Block.Position(serial); err != nil || int64(pos) != one.Position || one.pack < smallOnline {
		t.Errorf("%s is at %d, %v", one.serial, pos, err)
	}
	if _, err := seal.ParseVIRN(one.virn); err != nil {
		t.Errorf("%s: %v", one.virn, err)
	}
}
