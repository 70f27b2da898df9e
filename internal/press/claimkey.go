package press

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"

	"tirage/seal"
)

// ErrClaimKey refuses a file that does not hold the claim key of this block.
var ErrClaimKey = errors.New("press: this is not the claim key of this block")

// ClaimKeyText writes the claim key for the file in which it is kept, bound to this manifest as HouseKeyText binds the house's.
func (m *Manifest) ClaimKeyText(k seal.ClaimKey) string {
	digest := m.Digest()
	sum := sha256.Sum256([]byte("tirage claim key 1\n" + k.Hex() + "\n" + digest.String() + "\n"))
	return fmt.Sprintf("%s\nmanifest %s\ncheck %x\n", k.Hex(), digest, sum)
}

// ReadClaimKey reads what ClaimKeyText wrote for this manifest; it refuses with ErrClaimKey any other key, the house's too, or another
// block's. That the key opens tickets is proven by the first one only: it takes a VIRN.
func (m *Manifest) ReadClaimKey(text []byte) (seal.ClaimKey, error) {
	first, _, _ := bytes.Cut(text, []byte("\n"))
	k, err := seal.ParseClaimKey(first)
	if err != nil || m.ClaimKeyText(k) != string(text) {
		return seal.ClaimKey{}, ErrClaimKey
	}
	return k, nil
}
