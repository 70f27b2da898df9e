package bingo

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"tirage/fair"
)

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

// secret is 32 secret bytes, behind a function because fmt does not call methods on unexported fields.
type secret struct {
	hidden
	raw func() *[32]byte // nil when never set
}

func newSecret(raw [32]byte) secret { return secret{raw: func() *[32]byte { return &raw }} }

// Hex returns the 64 hexadecimal digits of the secret, to be written to its file or published; "" when it was never set.
func (s secret) Hex() string {
	if s.raw == nil {
		return ""
	}
	return hex.EncodeToString(s.raw()[:])
}

// Set tells whether there is a secret at all.
func (s secret) Set() bool { return s.raw != nil }

func parseSecret(text []byte) (secret, error) {
	text = bytes.TrimSpace(text)
	var raw [32]byte
	if len(text) != hex.EncodedLen(len(raw)) {
		return secret{}, refuse("secret_form", "a secret is 64 hexadecimal digits, alone in its file")
	}
	if _, err := hex.Decode(raw[:], text); err != nil { // err is dropped: it quotes a character of the secret
		return secret{}, refuse("secret_form", "a secret is 64 hexadecimal digits, alone in its file")
	}
	return newSecret(raw), nil
}

// Secret is what one party gives to the order of a draw's balls: a from the house, b from the keeper, 32 random bytes each
// that serve one draw. It prints as "[redacted]".
type Secret struct{ secret }

// NewSecret wraps 32 random bytes.
func NewSecret(raw [32]byte) Secret { return Secret{newSecret(raw)} }

// ParseSecret reads 64 hexadecimal digits; white space around them is ignored. It refuses with secret_form.
func ParseSecret(text []byte) (Secret, error) { s, err := parseSecret(text); return Secret{s}, err }

// Commitment is the commitment to the secret that is published before sales open: fair.Commit. It is zero for a secret that
// was never set.
func (s Secret) Commitment() Digest {
	if s.raw == nil {
		return Digest{}
	}
	return Digest(fair.Commit(s.raw()[:]))
}

// opens tells whether the secret is the one committed to.
func (s Secret) opens(commitment Digest) bool {
	return s.raw != nil && fair.Commitment(commitment).Check(s.raw()[:])
}

// OwnerSecret is 32 random bytes that one player holds. Its tags stand beside the player's cards in public records, where
// only the player can show that they are his, and nobody can tell that two draws have a player in common.
type OwnerSecret struct{ secret }

// NewOwnerSecret wraps 32 random bytes.
func NewOwnerSecret(raw [32]byte) OwnerSecret { return OwnerSecret{newSecret(raw)} }

// ParseOwnerSecret reads 64 hexadecimal digits, as ParseSecret does.
func ParseOwnerSecret(text []byte) (OwnerSecret, error) {
	s, err := parseSecret(text)
	return OwnerSecret{s}, err
}

// ownerDomain begins the message of every owner's tag.
const ownerDomain = "tirage owner 1\x00"

// Tag is the player's tag in a draw: HMAC-SHA-256(secret, "tirage owner 1" ‖ 0x00 ‖ identity of the draw). It is zero for
// a secret that was never set.
func (s OwnerSecret) Tag(id ID) Digest {
	if s.raw == nil {
		return Digest{}
	}
	m := hmac.New(sha256.New, s.raw()[:])
	m.Write([]byte(ownerDomain))
	m.Write(id.identity())
	return Digest(m.Sum(nil))
}
