package hall

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"fmt"

	"golang.org/x/crypto/chacha20poly1305"

	"tirage/bingo"
)

// houseSecret is the house's secret of a draw: HMAC-SHA-256(the hall's secret, "tirage draw a 1" ‖ 0x00 ‖ the draw as people write it ‖ nonce).
// Who has the database alone, where the nonce is, learns nothing.
func (k *Keys) houseSecret(id bingo.ID, nonce []byte) bingo.Secret {
	m := hmac.New(sha256.New, k.Secret.Raw()[:])
	m.Write([]byte("tirage draw a 1\x00" + id.String()))
	m.Write(nonce)
	return bingo.NewSecret([32]byte(m.Sum(nil)))
}

// sealed is what is fixed when a draw is opened and told ball by ball: which balls come, and what is won at each.
type sealed struct {
	B     string            `json:"b"`     // the keeper's secret, hexadecimal
	Order []bingo.Ball      `json:"order"` // up to the last ball
	Won   map[int][]WonBody `json:"won"`   // by ball, from 1
}

// box is the cipher of a draw's sealed part.
func (k *Keys) box(id bingo.ID) (box, error) {
	key, err := hkdf.Key(sha256.New, k.Secret.Raw()[:], []byte("tirage draw sealed 1"), id.String(), chacha20poly1305.KeySize)
	if err != nil {
		return nil, err
	}
	return chacha20poly1305.NewX(key)
}

type box interface {
	NonceSize() int
	Seal(dst, nonce, plaintext, additionalData []byte) []byte
	Open(dst, nonce, ciphertext, additionalData []byte) ([]byte, error)
}

func (k *Keys) seal(id bingo.ID, s *sealed) ([]byte, error) {
	text, err := json.Marshal(s)
	if err != nil {
		return nil, err
	}
	c, err := k.box(id)
	if err != nil {
		return nil, err
	}
	nonce := make([]byte, c.NonceSize())
	_, _ = rand.Read(nonce) // never fails: the standard library ends the program first
	return c.Seal(nonce, nonce, text, nil), nil
}

func (k *Keys) unseal(id bingo.ID, data []byte) (*sealed, error) {
	c, err := k.box(id)
	if err != nil {
		return nil, err
	}
	if len(data) < c.NonceSize() {
		return nil, fmt.Errorf("hall: nothing is sealed in the row of draw %s", id)
	}
	text, err := c.Open(nil, data[:c.NonceSize()], data[c.NonceSize():], nil)
	if err != nil {
		return nil, fmt.Errorf("hall: what is sealed in the row of draw %s does not open with this node's hall.secret", id)
	}
	var s sealed
	return &s, json.Unmarshal(text, &s)
}
