package seal

import (
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"errors"

	"golang.org/x/crypto/chacha20poly1305"
)

// Sizes in bytes. Every ticket of every block has a record of this size, losing or not.
const (
	EnvelopeSize = plainSize + tagSize
	RecordSize   = 2 * EnvelopeSize // the paper envelope, then the two-key envelope

	plainSize = 4 + 16
	tagSize   = chacha20poly1305.Overhead
)

// ErrSealed is the one refusal of every envelope that does not open: wrong VIRN, unknown serial, missing or wrong half,
// damaged or foreign envelope. It says nothing more, so that a guess learns nothing.
var ErrSealed = errors.New("seal: refused: no ticket with this serial and this number")

// Outcome is what an envelope hides.
type Outcome struct {
	Lot         uint16 // 0 for a losing ticket, else the row of the prize table, from 1
	Composition uint16 // number of the composition in the game file
}

// The kind byte authenticated with each envelope.
const (
	paperEnvelope  = 1
	twoKeyEnvelope = 2
)

// nonce is twelve zero bytes. Each key encrypts one message only, ever, so there is nothing a nonce must tell apart.
var nonce [chacha20poly1305.NonceSize]byte

// PaperEnvelope cuts the paper envelope out of a record.
func PaperEnvelope(record *[RecordSize]byte) []byte { return record[:EnvelopeSize] }

// TwoKeyEnvelope cuts the two-key envelope out of a record.
func TwoKeyEnvelope(record *[RecordSize]byte) []byte { return record[EnvelopeSize:] }

// OpenPaper reads a claim: the outcome of the ticket that has this serial and this VIRN. It refuses with ErrSealed, or
// with ErrNoKey when the claim key was never read. A caller that knows no envelope for the serial passes one of zeros,
// so that an unknown serial takes as long as a wrong VIRN.
func OpenPaper(k ClaimKey, s Serial, v VIRN, envelope []byte) (Outcome, error) {
	raw, err := k.bytes()
	if err != nil {
		return Outcome{}, err
	}
	info := appendClaim(make([]byte, 0, claimSize), s, v)
	m := hmac.New(sha256.New, raw)
	m.Write(info)
	var o opener
	outcome, secret, err := o.open(m.Sum(nil), s, paperEnvelope, envelope)
	if err != nil || secret.raw != [16]byte{} {
		return Outcome{}, ErrSealed
	}
	return outcome, nil
}

// OpenTwo reads one ticket with both parties' halves: its outcome and its secret, from which the face is made again. It
// refuses with ErrSealed.
func OpenTwo(house, keeper Half, s Serial, envelope []byte) (Outcome, Secret, error) {
	var k [32]byte
	for i := range k {
		k[i] = house.raw[i] ^ keeper.raw[i]
	}
	var o opener
	return o.open(k[:], s, twoKeyEnvelope, envelope)
}

// claimSize is the length of what appendClaim writes.
const claimSize = bareDigits + bareVIRN + 1

// appendClaim writes the message whose HMAC under the claim key is the paper envelope's key: HKDF-Expand of RFC 5869
// with info = 19 digits ‖ 15 characters, whose one block is HMAC(key, info ‖ 0x01).
func appendClaim(dst []byte, s Serial, v VIRN) []byte {
	d := s.bare()
	dst = append(append(dst, d[:]...), v.chars[:bareVIRN]...)
	return append(dst, 1)
}

// opener holds the buffers of one seal or open, so that a Press allocates only the copy of a key.
type opener struct {
	aad   [bareDigits + 1]byte
	plain [plainSize]byte
}

func (o *opener) bind(s Serial, kind byte) {
	d := s.bare()
	copy(o.aad[:], d[:])
	o.aad[bareDigits] = kind
}

// sealInto writes the envelope into out[:EnvelopeSize].
func (o *opener) sealInto(out, key []byte, s Serial, kind byte, what Outcome, secret *[16]byte) {
	o.bind(s, kind)
	binary.BigEndian.PutUint16(o.plain[0:], what.Lot)
	binary.BigEndian.PutUint16(o.plain[2:], what.Composition)
	copy(o.plain[4:], secret[:])
	cipherOf(key).Seal(out[:0], nonce[:], o.plain[:], o.aad[:])
}

func (o *opener) open(key []byte, s Serial, kind byte, envelope []byte) (Outcome, Secret, error) {
	if len(envelope) != EnvelopeSize {
		return Outcome{}, Secret{}, ErrSealed
	}
	o.bind(s, kind)
	p, err := cipherOf(key).Open(o.plain[:0], nonce[:], envelope, o.aad[:])
	if err != nil {
		return Outcome{}, Secret{}, ErrSealed
	}
	return Outcome{
		Lot:         binary.BigEndian.Uint16(p[0:]),
		Composition: binary.BigEndian.Uint16(p[2:]),
	}, Secret{raw: [16]byte(p[4:])}, nil
}

// cipherOf gives ChaCha20-Poly1305 (RFC 8439) under a 32-byte key, for which it cannot fail.
func cipherOf(key []byte) cipher.AEAD {
	aead, err := chacha20poly1305.New(key)
	if err != nil {
		panic(err)
	}
	return aead
}
