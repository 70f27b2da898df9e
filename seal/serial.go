package seal

import (
	"errors"
	"fmt"
)

// SerialDigits is the number of digits of a serial, its check digit included: even, as an interleaved 2 of 5 barcode
// needs.
const SerialDigits = 20

// bareDigits is the number of digits without the check digit: what is hashed and authenticated.
const bareDigits = SerialDigits - 1

// Refusals of a serial.
var (
	ErrSerialSymbol = errors.New("seal: a serial has digits only; spaces and dashes between them are ignored")
	ErrSerialLength = errors.New("seal: a serial has 20 digits: game 4, issue 2, block 4, pack 6, ticket 3, check 1")
	ErrSerialCheck  = errors.New("seal: the check digit of the serial is wrong: a digit was misread")
	ErrSerialBlock  = errors.New("seal: there is no block 0000: blocks are numbered from 1")
)

// Serial is the visible number of a ticket: "GGGG-II-BBBB-PPPPPP-TTT-C", the last digit being a check digit.
// Block.Serial and the parsers keep to the ranges; of a field beyond its range only the last digits are written.
type Serial struct {
	Game   uint16 // game code, 0-9999
	Issue  uint16 // issue of the game, 0-99
	Block  uint16 // block of the issue, 1-9999
	Pack   uint32 // pack of the block, 0-999999
	Ticket uint16 // ticket of the pack, 0-999
}

// damm is the table of Damm's totally anti-symmetric quasigroup of order 10 ("Total anti-symmetrische Quasigruppen",
// 2004). It detects every wrong digit and every swap of two neighbours; Luhn's digit misses 09 for 90.
var damm = [10][10]byte{
	{0, 3, 1, 7, 5, 9, 8, 6, 4, 2},
	{7, 0, 9, 2, 1, 5, 4, 8, 6, 3},
	{4, 2, 0, 6, 8, 7, 1, 3, 5, 9},
	{1, 7, 5, 0, 9, 8, 3, 4, 2, 6},
	{6, 1, 2, 3, 0, 4, 5, 9, 7, 8},
	{3, 6, 7, 4, 2, 0, 9, 5, 8, 1},
	{5, 8, 6, 9, 7, 2, 0, 1, 3, 4},
	{8, 9, 4, 5, 3, 6, 2, 0, 1, 7},
	{9, 4, 3, 8, 6, 1, 7, 2, 0, 5},
	{2, 5, 8, 1, 4, 3, 6, 7, 9, 0},
}

// dammOf folds ASCII digits: the check digit of a number, or 0 for a number that ends with its right check digit.
func dammOf(digits []byte) byte {
	var d byte
	for _, c := range digits {
		d = damm[d][c-'0']
	}
	return d
}

// bare gives the 19 digits without check digit.
func (s Serial) bare() (d [bareDigits]byte) {
	pair(d[0:2], uint32(s.Game/100))
	pair(d[2:4], uint32(s.Game))
	pair(d[4:6], uint32(s.Issue))
	pair(d[6:8], uint32(s.Block/100))
	pair(d[8:10], uint32(s.Block))
	pair(d[10:12], s.Pack/10000)
	pair(d[12:14], s.Pack/100)
	pair(d[14:16], s.Pack)
	pair(d[16:18], uint32(s.Ticket/10))
	d[18] = '0' + byte(s.Ticket%10)
	return d
}

// pair writes the last two digits of n.
func pair(d []byte, n uint32) {
	n %= 100
	_ = d[1]
	d[0], d[1] = '0'+byte(n/10), '0'+byte(n%10)
}

// Digits gives the 20 ASCII digits, check digit last: the payload of the visible barcode.
func (s Serial) Digits() (d [SerialDigits]byte) {
	b := s.bare()
	copy(d[:], b[:])
	d[bareDigits] = '0' + dammOf(b[:])
	return d
}

// Append adds the text of String to dst.
func (s Serial) Append(dst []byte) []byte {
	d := s.Digits()
	dst = append(append(dst, d[0:4]...), '-')
	dst = append(append(dst, d[4:6]...), '-')
	dst = append(append(dst, d[6:10]...), '-')
	dst = append(append(dst, d[10:16]...), '-')
	dst = append(append(dst, d[16:19]...), '-')
	return append(dst, d[19])
}

// String gives the form people read: "GGGG-II-BBBB-PPPPPP-TTT-C".
func (s Serial) String() string { return string(s.Append(make([]byte, 0, SerialDigits+5))) }

// MarshalText gives the text of String.
func (s Serial) MarshalText() ([]byte, error) { return s.Append(nil), nil }

// UnmarshalText reads what ParseSerial reads.
func (s *Serial) UnmarshalText(text []byte) error {
	v, err := ParseSerial(string(text))
	if err == nil {
		*s = v
	}
	return err
}

// ParseSerial reads a serial with its check digit, from a barcode or as typed. Spaces and dashes are ignored. It refuses
// anything else with ErrSerialSymbol, ErrSerialLength, ErrSerialCheck or ErrSerialBlock, in this order.
func ParseSerial(text string) (Serial, error) {
	var d [SerialDigits]byte
	n := 0
	for _, r := range text {
		switch {
		case separator(r):
			continue
		case r < '0' || r > '9':
			return Serial{}, fmt.Errorf("%w (found %q)", ErrSerialSymbol, r)
		}
		if n < len(d) {
			d[n] = byte(r)
		}
		n++
	}
	if n != len(d) {
		return Serial{}, fmt.Errorf("%w (found %d)", ErrSerialLength, n)
	}
	return serialOf(&d)
}

func serialOf(d *[SerialDigits]byte) (Serial, error) {
	if dammOf(d[:]) != 0 {
		return Serial{}, ErrSerialCheck
	}
	s := Serial{
		Game:   uint16(number(d[0:4])),
		Issue:  uint16(number(d[4:6])),
		Block:  uint16(number(d[6:10])),
		Pack:   number(d[10:16]),
		Ticket: uint16(number(d[16:19])),
	}
	if s.Block == 0 {
		return Serial{}, ErrSerialBlock
	}
	return s, nil
}

func number(digits []byte) (n uint32) {
	for _, c := range digits {
		n = n*10 + uint32(c-'0')
	}
	return n
}

// separator tells the characters people and keyboards put between groups: spaces (no-break and narrow ones too),
// hyphens and the en dash.
func separator(r rune) bool {
	switch r {
	case ' ', '-', '\u00a0', '\u202f', '\u2010', '\u2011', '\u2013':
		return true
	}
	return false
}
