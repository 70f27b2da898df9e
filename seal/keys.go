package seal

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"hash"
)

// ErrSameSeed refuses a block whose two seeds are one: whoever knows one party's seed would know the other's.
var ErrSameSeed = errors.New("seal: the house and the keeper gave the same seed: make two new ones and commit to them again")

// domain is the HKDF salt of every derivation from a seed: it keeps these keys apart from those of any other use and
// version.
const domain = "tirage block seal 1"

// Seed is 32 random bytes one party gives to a block: A from the house, B from the keeper. It serves one printing of one
// block: see Press.Seal. Every secret of this package prints as "[redacted]".
type Seed struct{ key }

// HouseKey is the house's key for the two-key envelopes of one block.
type HouseKey struct{ key }

// KeeperKey is the keeper's key for the two-key envelopes of one block.
type KeeperKey struct{ key }

// ClaimKey is the house's key for the paper envelopes of one block: with it and a VIRN a claim is read.
type ClaimKey struct{ key }

// ParseSeed reads 64 hexadecimal digits; white space around them is ignored. It refuses with ErrKeyForm.
func ParseSeed(text []byte) (Seed, error) { k, err := parseKey(text); return Seed{k}, err }

// ParseHouseKey reads what HouseKey.Hex wrote, as ParseSeed does.
func ParseHouseKey(text []byte) (HouseKey, error) { k, err := parseKey(text); return HouseKey{k}, err }

// ParseKeeperKey reads what KeeperKey.Hex wrote, as ParseSeed does.
func ParseKeeperKey(text []byte) (KeeperKey, error) {
	k, err := parseKey(text)
	return KeeperKey{k}, err
}

// ParseClaimKey reads what ClaimKey.Hex wrote, as ParseSeed does.
func ParseClaimKey(text []byte) (ClaimKey, error) { k, err := parseKey(text); return ClaimKey{k}, err }

// NewSeed wraps 32 random bytes.
func NewSeed(raw [32]byte) Seed { return Seed{newKey(raw[:])} }

// Commitment is the SHA-256 of the seed's 32 bytes, published before the seed is opened; ErrNoKey for an empty seed.
func (s Seed) Commitment() ([32]byte, error) {
	raw, err := s.bytes()
	if err != nil {
		return [32]byte{}, err
	}
	return sha256.Sum256(raw), nil
}

// NewHouseKey derives the house's key of a block from its seed A, so that A itself can be put away.
func NewHouseKey(a Seed, b Block) (HouseKey, error) {
	k, err := a.derive("house", b)
	return HouseKey{k}, err
}

// NewKeeperKey derives the keeper's key of a block from its seed B.
func NewKeeperKey(s Seed, b Block) (KeeperKey, error) {
	k, err := s.derive("keeper", b)
	return KeeperKey{k}, err
}

// NewClaimKey derives the claim key of a block from the house's seed A.
func NewClaimKey(a Seed, b Block) (ClaimKey, error) {
	k, err := a.derive("claim", b)
	return ClaimKey{k}, err
}

// Half answers the house's half of the key of one ticket's two-key envelope: HMAC-SHA-256(key, 19 digits). ErrNoKey for
// an empty key.
func (k HouseKey) Half(s Serial) (Half, error) { return k.half(s) }

// Half answers the keeper's half of the key of one ticket's two-key envelope, as HouseKey.Half does.
func (k KeeperKey) Half(s Serial) (Half, error) { return k.half(s) }

func (s Seed) derive(label string, b Block) (key, error) {
	raw, err := s.bytes()
	if err != nil {
		return key{}, err
	}
	if err := b.Check(); err != nil {
		return key{}, err
	}
	return deriveKey(raw, label, b)
}

// deriveKey is HKDF-SHA-256 with the block's identity behind the label. A label ends at the zero byte.
func deriveKey(secret []byte, label string, b Block) (key, error) {
	raw, err := hkdf.Key(sha256.New, secret, []byte(domain), label+"\x00"+string(b.Identity()), 32)
	return newKey(raw), err
}

// expandKey is HKDF-Expand alone: its key is already uniform (RFC 5869, 3.3).
func (k key) expandKey(label string) (key, error) {
	raw, err := hkdf.Expand(sha256.New, k.Raw()[:], label, 32)
	return newKey(raw), err
}

func (k key) half(s Serial) (Half, error) {
	raw, err := k.bytes()
	if err != nil {
		return Half{}, err
	}
	d := s.bare()
	m := hmac.New(sha256.New, raw)
	m.Write(d[:])
	var h Half
	m.Sum(h.raw[:0])
	return h, nil
}

// mac is HMAC-SHA-256 under one key for many messages: package hmac keeps the hash states behind the two padded keys
// from the first Reset on, so that a short message costs two compressions and allocates nothing.
type mac struct {
	h   hash.Hash
	out [32]byte
}

func newMAC(k key) mac { return mac{h: hmac.New(sha256.New, k.Raw()[:])} }

func (m *mac) sum(message []byte) *[32]byte {
	m.h.Reset()
	m.h.Write(message)
	m.h.Sum(m.out[:0])
	return &m.out
}
