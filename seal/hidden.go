package seal

import (
	"errors"

	"tirage/secret"
)

// ErrKeyForm refuses a seed or key file that is not 64 hexadecimal digits.
var ErrKeyForm = errors.New("seal: a seed or key is 64 hexadecimal digits, alone in its file")

// ErrNoKey refuses a seed or key that was never set.
var ErrNoKey = errors.New("seal: this seed or key is empty: read it from its file first")

// hidden makes the type that embeds it print as "[redacted]".
type hidden = secret.Hidden

// key is 32 secret bytes.
type key struct{ secret.Key }

func newKey(raw []byte) key {
	var k [32]byte
	copy(k[:], raw)
	return key{secret.New(k)}
}

func (k key) bytes() ([]byte, error) {
	if !k.Set() {
		return nil, ErrNoKey
	}
	return k.Raw()[:], nil
}

func parseKey(text []byte) (key, error) {
	k, ok := secret.Parse(text)
	if !ok {
		return key{}, ErrKeyForm
	}
	return key{k}, nil
}

// Secret is a ticket's own 128-bit secret: it fixes the face together with the outcome, and hides the leaf of an online
// ticket. It prints as "[redacted]" (but not inside an unexported field of another struct: keep it in exported ones).
type Secret struct {
	hidden
	raw [16]byte
}

// NewSecret wraps 16 secret bytes.
func NewSecret(raw [16]byte) Secret { return Secret{raw: raw} }

// Bytes gives the 16 secret bytes.
func (s Secret) Bytes() [16]byte { return s.raw }

// Half is one party's half of the key of a two-key envelope: it opens one ticket together with the other party's half,
// and says nothing about any other ticket.
type Half struct {
	hidden
	raw [32]byte
}

// NewHalf wraps the 32 bytes a party answered.
func NewHalf(raw [32]byte) Half { return Half{raw: raw} }

// Bytes gives the 32 secret bytes, to answer the other party.
func (h Half) Bytes() [32]byte { return h.raw }
