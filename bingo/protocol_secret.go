package bingo

import (
	"crypto/hmac"
	"crypto/sha256"

	"tirage/fair"
	"tirage/secret"
)

func parseSecret(text []byte) (secret.Key, error) {
	k, ok := secret.Parse(text)
	if !ok {
		return k, refuse("secret_form", "a secret is 64 hexadecimal digits, alone in its file")
	}
	return k, nil
}

// Secret is what one party gives to the order of a draw's balls: a from the house, b from the keeper, 32 random bytes each
// that serve one draw. It prints as "[redacted]".
type Secret struct{ secret.Key }

// NewSecret wraps 32 random bytes.
func NewSecret(raw [32]byte) Secret { return Secret{secret.New(raw)} }

// ParseSecret reads 64 hexadecimal digits; white space around them is ignored. It refuses with secret_form.
func ParseSecret(text []byte) (Secret, error) { s, err := parseSecret(text); return Secret{s}, err }

// Commitment is the commitment to the secret that is published before sales open: fair.Commit. It is zero for a secret that
// was never set.
func (s Secret) Commitment() Digest {
	if !s.Set() {
		return Digest{}
	}
	return Digest(fair.Commit(s.Raw()[:]))
}

// opens tells whether the secret is the one committed to.
func (s Secret) opens(commitment Digest) bool {
	return s.Set() && fair.Commitment(commitment).Check(s.Raw()[:])
}

// OwnerSecret is 32 random bytes that one player holds. Its tags stand beside the player's cards in public records, where
// only the player can show that they are his, and nobody can tell that two draws have a player in common.
type OwnerSecret struct{ secret.Key }

// NewOwnerSecret wraps 32 random bytes.
func NewOwnerSecret(raw [32]byte) OwnerSecret { return OwnerSecret{secret.New(raw)} }

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
	if !s.Set() {
		return Digest{}
	}
	m := hmac.New(sha256.New, s.Raw()[:])
	m.Write([]byte(ownerDomain))
	m.Write(id.identity())
	return Digest(m.Sum(nil))
}
