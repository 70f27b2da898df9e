package bingo

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
)

// Digest is 32 bytes in public: a hash, a commitment or an owner's tag. As text it is 64 lower-case hexadecimal digits.
type Digest [sha256.Size]byte

// String returns the hexadecimal digits.
func (d Digest) String() string { return hex.EncodeToString(d[:]) }

// MarshalText returns the hexadecimal digits.
func (d Digest) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads what MarshalText wrote, and refuses all else: digest_form.
func (d *Digest) UnmarshalText(text []byte) error {
	b, err := readHex(string(text))
	if err != nil || len(b) != len(d) {
		return refuse("digest_form", "a digest is 64 lower-case hexadecimal digits")
	}
	*d = Digest(b)
	return nil
}

// readHex reads lower-case hexadecimal digits and refuses capitals, so that one value has one text.
func readHex(text string) ([]byte, error) {
	b, err := hex.DecodeString(text)
	if err == nil && hex.EncodeToString(b) != text {
		err = hex.ErrLength
	}
	return b, err
}

// ID says which draw it is: the code of its formula and a number that counts the draws of the formula from 1, without gaps.
type ID struct {
	Code   uint16
	Number uint32
}

// Valid reports whether the code and the number are in their ranges.
func (id ID) Valid() bool {
	return id.Code >= 1 && id.Code <= MaxFormulaCode && id.Number >= 1 && id.Number <= MaxDrawNumber
}

// MaxDrawNumber is the last number of a formula's draws: eight digits.
const MaxDrawNumber = 99_999_999

// String returns the identity as people write it: "4211-00000042".
func (id ID) String() string { return fmt.Sprintf("%04d-%08d", id.Code, id.Number) }

// ParseID reads what String wrote, and refuses all else: draw_form.
func ParseID(text string) (ID, error) {
	if len(text) == 13 && text[4] == '-' {
		code, badCode := strconv.ParseUint(text[:4], 10, 16)
		number, badNumber := strconv.ParseUint(text[5:], 10, 32)
		if id := (ID{Code: uint16(code), Number: uint32(number)}); badCode == nil && badNumber == nil && id.Valid() {
			return id, nil
		}
	}
	return ID{}, refuse("draw_form", "%.30q is no draw: write the formula's code and the draw's number, as 4211-00000042", text)
}

// MarshalText is String.
func (id ID) MarshalText() ([]byte, error) { return []byte(id.String()), nil }

// UnmarshalText is ParseID.
func (id *ID) UnmarshalText(text []byte) (err error) {
	*id, err = ParseID(string(text))
	return err
}

// identity is what binds keys, tags and leaves to one draw: code, 2 bytes, and number, 4 bytes, big-endian.
func (id ID) identity() []byte {
	return []byte{byte(id.Code >> 8), byte(id.Code), byte(id.Number >> 24), byte(id.Number >> 16), byte(id.Number >> 8), byte(id.Number)}
}

// Moment is a time: microseconds since the beginning of 1970, UTC, from 0 to MaxMoment.
type Moment int64

// MaxMoment is the last moment, in the year 2255: a number that every reader of JSON reads exactly.
const MaxMoment Moment = 1<<53 - 1
