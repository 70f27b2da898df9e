package press

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"

	"tirage/seal"
)

// ErrHouseKey refuses a file that does not hold the house's key of this block.
var ErrHouseKey = errors.New("press: this is not the house's key of this block")

// HouseKeyText writes the house's key for the file in which it is kept: the key, and a digest that binds it to this manifest. Whoever
// writes it has derived the key from the seed that the manifest commits to.
func (m *Manifest) HouseKeyText(k seal.HouseKey) string {
	digest := m.Digest()
	sum := sha256.Sum256([]byte("tirage house key 1\n" + k.Hex() + "\n" + digest.String() + "\n"))
	return fmt.Sprintf("%s\nmanifest %s\ncheck %x\n", k.Hex(), digest, sum)
}

// ReadHouseKey reads what HouseKeyText wrote for this manifest; it refuses with ErrHouseKey any other key, or another block's. That the
// key opens tickets is proven by the first one only: it takes the keeper's half.
func (m *Manifest) ReadHouseKey(text []byte) (seal.HouseKey, error) {
	first, _, _ := bytes.Cut(text, []byte("\n"))
	k, err := seal.ParseHouseKey(first)
	if err != nil || m.HouseKeyText(k) != string(text) {
		return seal.HouseKey{}, ErrHouseKey
	}
	return k, nil
}
