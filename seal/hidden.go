package seal

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
)

// ErrKeyForm refuses a seed or key file that is not 64 hexadecimal digits.
var ErrKeyForm = errors.New("seal: a seed or key is 64 hexadecimal digits, alone in its file")

// ErrNoKey refuses a seed or key that was never set.
var ErrNoKey = errors.New("seal: this seed or key is empty: read it from its file first")

const redacted = "[redacted]"

// hidden makes the type that embeds it print as "[redacted]" with every verb of package fmt, in JSON, in YAML and in
// logs, so that a secret leaves the program only through a method that says so by its name.
type hidden struct{}

// String returns "[redacted]".
func (hidden) String() string { return redacted }

// GoString returns "[redacted]".
func (hidden) GoString() string { return redacted }

// Format writes "[redacted]" whatever the verb.
func (hidden) Format(s fmt.State, _ rune) { fmt.Fprint(s, redacted) }

// MarshalText returns "[redacted]".
func (hidden) MarshalText() ([]byte, error) { return []byte(redacted), nil }

// MarshalJSON returns "[redacted]" as a JSON string.
func (hidden) MarshalJSON() ([]byte, error) { return []byte(`"` + redacted + `"`), nil }

// key is 32 secret bytes. They stay behind a function because fmt does not call methods on unexported fields, and looks
// through a pointer when the verb does not fit: a struct of another package that keeps a key in such a field prints an
// address, not the key. Keys cannot be compared with ==, which would not take constant time.
type key struct {
	hidden
	raw func() *[32]byte // nil when never set
}

func newKey(raw []byte) key {
	k := new([32]byte)
	copy(k[:], raw)
	return key{raw: func() *[32]byte { return k }}
}

// Hex returns the 64 hexadecimal digits of the secret, to be written to its file; "" when it was never set.
func (k key) Hex() string {
	if k.raw == nil {
		return ""
	}
	return hex.EncodeToString(k.raw()[:])
}

func (k key) bytes() ([]byte, error) {
	if k.raw == nil {
		return nil, ErrNoKey
	}
	return k.raw()[:], nil
}

func parseKey(text []byte) (key, error) {
	text = bytes.TrimSpace(text)
	var raw [32]byte
	if len(text) != hex.EncodedLen(len(raw)) {
		return key{}, ErrKeyForm
	}
	if _, err := hex.Decode(raw[:], text); err != nil {
		return key{}, ErrKeyForm // not err: it quotes a character of the secret
	}
	return newKey(raw[:]), nil
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
