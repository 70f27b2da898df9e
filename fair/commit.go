package fair

import (
	"crypto/sha256"
	"crypto/subtle"
)

// Commitment binds its maker to a secret without telling it.
type Commitment [sha256.Size]byte

// commitDomain keeps a commitment apart from every other use of SHA-256 on the same secret.
const commitDomain = "tirage/commit/v1\x00"

// Commit returns the commitment to a secret: SHA-256("tirage/commit/v1" ‖ 0x00 ‖ secret). It hides the secret only if that
// cannot be guessed, so the secret must hold at least 16 random bytes, and best 32.
func Commit(secret []byte) Commitment {
	h := sha256.New()
	h.Write([]byte(commitDomain))
	h.Write(secret)
	return Commitment(h.Sum(nil))
}

// Check tells whether the commitment is to this secret, in a time that does not depend on where they differ.
func (c Commitment) Check(secret []byte) bool {
	want := Commit(secret)
	return subtle.ConstantTimeCompare(c[:], want[:]) == 1
}
