package seal

import (
	"crypto/sha256"
	"encoding/binary"
)

// faceDomain begins every face seed, so that no other hash of this package is one.
const faceDomain = "tirage face 1"

// FaceSeed is the seed of the tape from which the face of a ticket is made: SHA-256("tirage face 1" ‖ secret ‖ composition
// number, 2 bytes big-endian).
func FaceSeed(s Secret, composition uint16) [32]byte {
	var b [len(faceDomain) + 16 + 2]byte
	copy(b[:], faceDomain)
	copy(b[len(faceDomain):], s.raw[:])
	binary.BigEndian.PutUint16(b[len(faceDomain)+16:], composition)
	return sha256.Sum256(b[:])
}

// leafRoom is a length of leaf that needs no allocation: a face of about 300 cells.
const leafRoom = 640

// PaperLeaf is the leaf of a paper ticket in the block's transparency-log tree: SHA-256(0x00 ‖ data) as RFC 6962 has it,
// data = 0x01 ‖ 19 digits ‖ 15 characters of the VIRN ‖ face. The face is in its canonical bytes, 2 per cell, big-endian.
func PaperLeaf(s Serial, v VIRN, face []byte) [32]byte {
	var room [leafRoom]byte
	return sha256.Sum256(AppendPaperLeaf(append(room[:0], 0), s, v, face))
}

// OnlineLeaf is the leaf of an online ticket: as PaperLeaf, with data = 0x02 ‖ 19 digits ‖ the 16 bytes of the secret ‖
// face.
func OnlineLeaf(s Serial, secret Secret, face []byte) [32]byte {
	var room [leafRoom]byte
	return sha256.Sum256(AppendOnlineLeaf(append(room[:0], 0), s, secret, face))
}

// Leaf is the leaf of a ticket of the given kind. Anything but Online is Paper.
func (t *Ticket) Leaf(k Kind, face []byte) [32]byte {
	if k == Online {
		return OnlineLeaf(t.Serial, t.Secret, face)
	}
	return PaperLeaf(t.Serial, t.VIRN, face)
}

// AppendPaperLeaf adds to dst the data of a paper leaf: the record that a transparency log hashes.
func AppendPaperLeaf(dst []byte, s Serial, v VIRN, face []byte) []byte {
	d := s.bare()
	dst = append(append(dst, byte(Paper)), d[:]...)
	return append(append(dst, v.chars[:bareVIRN]...), face...)
}

// AppendOnlineLeaf adds to dst the data of an online leaf.
func AppendOnlineLeaf(dst []byte, s Serial, secret Secret, face []byte) []byte {
	d := s.bare()
	dst = append(append(dst, byte(Online)), d[:]...)
	return append(append(dst, secret.raw[:]...), face...)
}
