package press

import (
	"crypto/sha256"
	"encoding/hex"
)

// Digest is a SHA-256 hash of a file or text.
type Digest [sha256.Size]byte

// DigestOf hashes bytes.
func DigestOf(data []byte) Digest { return sha256.Sum256(data) }

// String gives 64 hexadecimal digits.
func (d Digest) String() string { return hex.EncodeToString(d[:]) }

// MarshalText gives 64 hexadecimal digits.
func (d Digest) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// parseDigest reads 64 lower-case hexadecimal digits.
func parseDigest(text string) (d Digest, ok bool) {
	if len(text) != 2*len(d) {
		return d, false
	}
	_, err := hex.Decode(d[:], []byte(text))
	return d, err == nil && d.String() == text
}
