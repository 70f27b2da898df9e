package seal

import (
	"errors"
	"fmt"
)

// VIRNLength is the number of characters of a VIRN, its check character included.
const VIRNLength = 16

// bareVIRN is the number of characters that carry the 75 secret bits: what is hashed and derived from.
const bareVIRN = VIRNLength - 1

// Refusals of a VIRN. They tell a misread number from a wrong one before any ticket is looked at.
var (
	ErrVIRNSymbol = errors.New("seal: a VIRN has the digits and the letters except U; O is read as 0, I and L as 1")
	ErrVIRNLength = errors.New("seal: a VIRN has 16 characters")
	ErrVIRNCheck  = errors.New("seal: the check character of the VIRN is wrong: a character was misread")
)

// VIRN is the secret number under the coating: 15 Crockford base-32 characters (75 bits) and a check character of the
// same alphabet. It prints as "[redacted]"; Text and Grouped show it.
type VIRN struct {
	hidden
	chars [VIRNLength]byte // upper case, canonical
}

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// value gives the five bits of a character as people may type it, or 0xff.
func value(r rune) byte {
	if r >= 'a' && r <= 'z' {
		r -= 'a' - 'A'
	}
	switch r {
	case 'O':
		return 0
	case 'I', 'L':
		return 1
	}
	for i := range alphabet {
		if rune(alphabet[i]) == r {
			return byte(i)
		}
	}
	return 0xff
}

// fold takes one character's bits into a check sum over GF(32) = GF(2)[x]/(x^5+x^2+1): c becomes (c+v)·x. After 15
// characters the sum is v1·x^15 + v2·x^14 + … + v15·x, and the check character equals it. The powers x^0 … x^15 are
// non-zero and distinct (x has order 31), so one wrong character, or two characters swapped at any distance, never pass.
func fold(c, v byte) byte {
	c = (c ^ v) << 1
	return c ^ c>>5*0b100101
}

// virnOf writes the first 75 bits of raw, most significant first, and the check character.
func virnOf(raw *[10]byte) (v VIRN) {
	var acc uint32 // bits not yet written
	var have uint
	var check byte
	n := 0
	for _, b := range raw {
		acc, have = acc<<8|uint32(b), have+8
		for ; have >= 5 && n < bareVIRN; n++ {
			have -= 5
			five := byte(acc>>have) & 31
			v.chars[n] = alphabet[five]
			check = fold(check, five)
		}
	}
	v.chars[bareVIRN] = alphabet[check]
	return v
}

// ParseVIRN reads a VIRN as typed: either case, O for 0, I and L for 1; spaces and dashes are ignored. It refuses
// anything else with ErrVIRNSymbol, ErrVIRNLength or ErrVIRNCheck, in this order. It cannot tell whether a ticket has
// this VIRN.
func ParseVIRN(text string) (VIRN, error) {
	var v VIRN
	var check byte
	n := 0
	for _, r := range text {
		if separator(r) {
			continue
		}
		five := value(r)
		if five == 0xff {
			return VIRN{}, fmt.Errorf("%w (found %q)", ErrVIRNSymbol, r)
		}
		switch {
		case n < bareVIRN:
			check = fold(check, five)
		case n == bareVIRN:
			check ^= five
		}
		if n < len(v.chars) {
			v.chars[n] = alphabet[five]
		}
		n++
	}
	switch {
	case n != len(v.chars):
		return VIRN{}, fmt.Errorf("%w (found %d)", ErrVIRNLength, n)
	case check != 0:
		return VIRN{}, ErrVIRNCheck
	}
	return v, nil
}

// Append adds the 16 characters to dst.
func (v VIRN) Append(dst []byte) []byte { return append(dst, v.chars[:]...) }

// Text gives the 16 characters.
func (v VIRN) Text() string { return string(v.chars[:]) }

// Grouped gives the form printed under the coating: "XXXX-XXXX-XXXX-XXXX".
func (v VIRN) Grouped() string {
	c := v.chars
	return string(c[0:4]) + "-" + string(c[4:8]) + "-" + string(c[8:12]) + "-" + string(c[12:16])
}
