package wallet

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// The headers of a signed request.
const (
	TimestampHeader = "Tirage-Timestamp" // seconds since 1970, UTC, decimal
	SignatureHeader = "Tirage-Signature" // 64 lower-case hexadecimal digits
)

// Window is how far the clocks of the two sides may be apart.
const Window = 2 * time.Minute

// domain keeps these signatures apart from any others.
const domain = "tirage wallet 1"

// Key is the secret that both sides share.
type Key struct{ secret []byte }

// ErrKey refuses a text that is no key.
var ErrKey = errors.New("wallet: a key is at least 64 hexadecimal digits on one line: \"openssl rand -hex 32\" makes one")

// ParseKey reads a key as it stands in its file. It refuses with ErrKey, which does not quote it.
func ParseKey(text []byte) (Key, error) {
	secret, err := hex.DecodeString(strings.TrimSpace(string(text)))
	if err != nil || len(secret) < 32 || len(secret) > 1024 {
		return Key{}, ErrKey
	}
	return Key{secret}, nil
}

// String says nothing about the key.
func (Key) String() string { return "wallet key" }

// GoString says nothing about the key.
func (Key) GoString() string { return "wallet key" }

// Sign is the signature of a request: HMAC-SHA256 over the domain, the method, the path with all that follows it, the timestamp, each
// with a line feed behind it, and the body as it is sent.
func (k Key) Sign(method, path, timestamp string, body []byte) string {
	return hex.EncodeToString(k.sum(method, path, timestamp, body))
}

func (k Key) sum(method, path, timestamp string, body []byte) []byte {
	m := hmac.New(sha256.New, k.secret)
	for _, line := range []string{domain, method, path, timestamp} {
		m.Write([]byte(line))
		m.Write([]byte{'\n'})
	}
	m.Write(body)
	return m.Sum(nil)
}

// Check holds a request against its signature, in a time that does not depend on how much of it is right. It refuses with BadSignature
// or BadTimestamp.
func (k Key) Check(r *http.Request, body []byte, now time.Time) error {
	stamps, signatures := r.Header.Values(TimestampHeader), r.Header.Values(SignatureHeader)
	if len(stamps) != 1 || len(signatures) != 1 {
		return Refuse(BadSignature)
	}
	given, err := hex.DecodeString(signatures[0])
	if err != nil || !hmac.Equal(given, k.sum(r.Method, r.URL.RequestURI(), stamps[0], body)) {
		return Refuse(BadSignature)
	}
	seconds, err := strconv.ParseInt(stamps[0], 10, 64)
	if err != nil {
		return Refuse(BadTimestamp)
	}
	if apart := now.Unix() - seconds; apart > int64(Window/time.Second) || apart < -int64(Window/time.Second) {
		return Refuse(BadTimestamp)
	}
	return nil
}
