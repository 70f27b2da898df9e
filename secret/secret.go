// Package secret keeps secrets from being shown by mistake.
//
// Its invariant: what it holds prints as "[redacted]" with every verb of package fmt, in JSON, in YAML and in logs, and leaves the
// program only through a method that says so by its name. What a secret is for is left to those who embed it.
package secret

import (
	"bytes"
	"encoding/hex"
	"fmt"
)

const redacted = "[redacted]"

// Hidden makes the type that embeds it print as "[redacted]".
type Hidden struct{}

// String returns "[redacted]".
func (Hidden) String() string { return redacted }

// GoString returns "[redacted]".
func (Hidden) GoString() string { return redacted }

// Format writes "[redacted]" whatever the verb.
func (Hidden) Format(s fmt.State, _ rune) { fmt.Fprint(s, redacted) }

// MarshalText returns "[redacted]".
func (Hidden) MarshalText() ([]byte, error) { return []byte(redacted), nil }

// MarshalJSON returns "[redacted]" as a JSON string.
func (Hidden) MarshalJSON() ([]byte, error) { return []byte(`"` + redacted + `"`), nil }

// Key is 32 secret bytes. They stay behind a function because fmt does not call methods on unexported fields, and looks
// through a pointer when the verb does not fit: a struct of another package that keeps a key in such a field prints an
// address, not the key. Keys cannot be compared with ==, which would not take constant time.
type Key struct {
	Hidden
	raw func() *[32]byte // nil when never set
}

// New wraps 32 secret bytes.
func New(raw [32]byte) Key { return Key{raw: func() *[32]byte { return &raw }} }

// Parse reads 64 hexadecimal digits; white space around them is ignored. It says only whether they are: an error would quote a
// character of the secret.
func Parse(text []byte) (k Key, ok bool) {
	text = bytes.TrimSpace(text)
	var raw [32]byte
	if len(text) != hex.EncodedLen(len(raw)) {
		return Key{}, false
	}
	if _, err := hex.Decode(raw[:], text); err != nil {
		return Key{}, false
	}
	return New(raw), true
}

// Set tells whether there is a secret at all.
func (k Key) Set() bool { return k.raw != nil }

// Raw gives the secret bytes, not to be changed; nil when they were never set.
func (k Key) Raw() *[32]byte {
	if k.raw == nil {
		return nil
	}
	return k.raw()
}

// Hex returns the 64 hexadecimal digits of the secret, to be written to its file or published; "" when it was never set.
func (k Key) Hex() string {
	if k.raw == nil {
		return ""
	}
	return hex.EncodeToString(k.raw()[:])
}
