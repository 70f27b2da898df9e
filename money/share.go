package money

import (
	"errors"
	"fmt"
	"math/bits"
	"strings"
)

// Share is an exact part of a whole, in parts per million.
type Share int64

// Whole is all of it: one million parts per million.
const Whole Share = 1_000_000

// ErrShare reports a text that is not a share.
var ErrShare = errors.New("money: not a share; write a percentage from 0% to 100% with at most four decimals, such as 60.5%")

// percent is read and written like an amount with four decimals, since a millionth is a ten-thousandth of one percent.
var percent = Currency{Code: "%", Digits: 4}

// ParseShare reads a percentage from 0% to 100%: "60%", "60.5 %", "0,0001%". It returns ErrShare for anything else.
func ParseShare(text string) (Share, error) {
	digits, ok := strings.CutSuffix(text, "%")
	digits = strings.TrimRight(digits, " "+noBreak+narrowNoBreak)
	parts, err := Parse(digits, percent)
	if !ok || err != nil || parts < 0 || Share(parts) > Whole {
		return 0, fmt.Errorf("%w: %q", ErrShare, text)
	}
	return Share(parts), nil
}

// String returns the machine form of a share, which ParseShare reads back: "60.5%".
func (s Share) String() string {
	whole, decimals := percent.split(Cents(s))
	return sign(Cents(s)) + join(whole, ".", strings.TrimRight(decimals, "0")) + "%"
}

// Of returns the share of an amount that is not negative, rounded down to a whole minor unit, and what rounding left out,
// in millionths of a minor unit: part × 1,000,000 + rest = a × s, exactly. The share must lie between 0 and Whole; it
// returns ErrShare otherwise, and for a negative amount.
func (s Share) Of(a Cents) (part Cents, rest int64, err error) {
	if s < 0 || s > Whole || a < 0 {
		return 0, 0, ErrShare
	}
	hi, lo := bits.Mul64(uint64(a), uint64(s))
	quotient, remainder := bits.Div64(hi, lo, uint64(Whole))
	return Cents(quotient), int64(remainder), nil
}
