// Package money holds amounts: whole numbers of a currency's minor unit, read, written and divided without loss.
//
// Its invariant: no amount is ever rounded, wrapped or made of floating point. What does not fit is refused by name, and
// what is divided adds up again exactly. Writing amounts in words is left to package words.
package money

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
)

// ErrOverflow reports a result outside the range of Cents.
var ErrOverflow = errors.New("money: the amount is out of range: at most 9223372036854775807 minor units either way")

// Cents is an amount in minor units of a currency (cents of a euro, centimes of a franc, yen): the currency itself says
// how many make one unit.
type Cents int64

// Add returns a+b, or ErrOverflow.
func (a Cents) Add(b Cents) (Cents, error) {
	sum := a + b
	if (sum > a) != (b > 0) && b != 0 {
		return 0, ErrOverflow
	}
	return sum, nil
}

// Sub returns a-b, or ErrOverflow.
func (a Cents) Sub(b Cents) (Cents, error) {
	diff := a - b
	if (diff < a) != (b > 0) && b != 0 {
		return 0, ErrOverflow
	}
	return diff, nil
}

// Mul returns a×n, or ErrOverflow.
func (a Cents) Mul(n int64) (Cents, error) {
	hi, lo := bits.Mul64(magnitude(int64(a)), magnitude(n))
	if hi != 0 {
		return 0, ErrOverflow
	}
	return signed(lo, (a < 0) != (n < 0))
}

// magnitude returns |n|, which for the smallest int64 has no signed form.
func magnitude(n int64) uint64 {
	if n < 0 {
		return -uint64(n)
	}
	return uint64(n)
}

// signed returns the amount of a magnitude and a sign, or ErrOverflow.
func signed(m uint64, negative bool) (Cents, error) {
	if negative {
		if m > 1<<63 {
			return 0, ErrOverflow
		}
		return Cents(-m), nil
	}
	if m > math.MaxInt64 {
		return 0, ErrOverflow
	}
	return Cents(m), nil
}

// Lang is a language that the project speaks.
type Lang string

// The languages.
const (
	FR Lang = "fr"
	EN Lang = "en"
)

// ErrLang reports a language that the project does not speak.
var ErrLang = errors.New("money: unknown language")

// ParseLang returns the language of a tag, or ErrLang.
func ParseLang(tag string) (Lang, error) {
	switch l := Lang(tag); l {
	case FR, EN:
		return l, nil
	}
	return "", fmt.Errorf("%w %q: use fr or en", ErrLang, tag)
}

// Text is the same words in both languages.
type Text struct {
	FR string `json:"fr" yaml:"fr"`
	EN string `json:"en" yaml:"en"`
}

// In returns the text in a language: French for FR, English for any other, and the other one where that is empty.
func (t Text) In(lang Lang) string {
	if t.EN == "" || lang == FR && t.FR != "" {
		return t.FR
	}
	return t.EN
}
