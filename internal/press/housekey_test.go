package press

import (
	"errors"
	"strings"
	"testing"

	"tirage/seal"
)

// The file of a house's key is of one block: another block's key, one that is not bound to any, and one of the same name printed
// otherwise are refused.
func TestHouseKeyOfTheBlock(t *testing.T) {
	made := func(number uint16, root byte) (*Manifest, seal.HouseKey) {
		m := &Manifest{}
		m.Block = seal.Block{Game: 7, Number: number, Tickets: 1_000, PackSize: 50}
		m.Root[0] = root
		k, err := seal.NewHouseKey(seal.NewSeed([32]byte{root, 1}), m.Block)
		if err != nil {
			t.Fatal(err)
		}
		return m, k
	}
	m, k := made(1, 1)
	text := m.HouseKeyText(k)
	if got, err := m.ReadHouseKey([]byte(text)); err != nil || got.Hex() != k.Hex() {
		t.Fatalf("its own key: %v", err)
	}
	again, other := made(1, 2)
	second, third := made(2, 1)
	for name, bad := range map[string]string{
		"of the block printed again": again.HouseKeyText(other), "of another number": second.HouseKeyText(third), "bare": k.Hex() + "\n", "nothing": "",
		"with another key": strings.Replace(text, k.Hex(), other.Hex(), 1), "longer": text + "\n",
	} {
		if _, err := m.ReadHouseKey([]byte(bad)); !errors.Is(err, ErrHouseKey) {
			t.Errorf("the key %s is taken: %v", name, err)
		}
	}
}
