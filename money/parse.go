package money

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"
)

// What Parse refuses, besides ErrOverflow.
var (
	// ErrSyntax reports a text that is not an amount.
	ErrSyntax = errors.New("money: not an amount")
	// ErrGrouping reports digits that are grouped, but not by three.
	ErrGrouping = errors.New("money: digits must be grouped by three, with one separator throughout")
	// ErrDecimals reports more decimals than the currency has.
	ErrDecimals = errors.New("money: too many decimals")
)

// Parse reads an amount of a currency: digits, with or without one separator between groups of three (space, no-break
// space, narrow no-break space, underscore or apostrophe), then at most the currency's number of decimals after a point
// or a comma; "-" or "−" may stand before it. A comma is always decimal, so that "1,000" is refused, not misread. It
// returns ErrSyntax, ErrGrouping, ErrDecimals or ErrOverflow, wrapped with the text.
func Parse(text string, c Currency) (Cents, error) {
	a, err := parse(text, c)
	if err != nil {
		if len(text) > maxQuoted {
			text = strings.ToValidUTF8(text[:maxQuoted], "") + "…"
		}
		return 0, fmt.Errorf("%w: %q", err, text)
	}
	return a, nil
}

// maxQuoted bounds, in bytes, what an error repeats of a refused text.
const maxQuoted = 40

func parse(text string, c Currency) (Cents, error) {
	digits, negative := strings.CutPrefix(text, "-")
	if !negative {
		digits, negative = strings.CutPrefix(text, "−")
	}
	whole, decimals, err := pieces(digits)
	if err != nil {
		return 0, err
	}
	if len(decimals) > int(c.Digits) {
		return 0, fmt.Errorf("%w: %s has %d", ErrDecimals, c.Code, c.Digits)
	}
	total, overflow := uint64(0), false
	push := func(d uint64) {
		overflow = overflow || total > (math.MaxUint64-d)/10
		total = total*10 + d
	}
	for _, d := range []byte(whole + decimals) {
		push(uint64(d - '0'))
	}
	for range int(c.Digits) - len(decimals) {
		push(0)
	}
	if overflow {
		return 0, ErrOverflow
	}
	return signed(total, negative)
}

// pieces splits an unsigned amount into the digits before the decimal point, without their grouping, and after it.
func pieces(text string) (whole, decimals string, err error) {
	whole = text
	if i := strings.IndexAny(text, ".,"); i >= 0 {
		whole, decimals = text[:i], text[i+1:]
		if decimals == "" || !allDigits(decimals) {
			return "", "", ErrSyntax
		}
	}
	if i := strings.IndexAny(whole, " \u00a0\u202f_'’"); i >= 0 {
		_, n := utf8.DecodeRuneInString(whole[i:])
		groups := strings.Split(whole, whole[i:i+n])
		for j, g := range groups {
			if !allDigits(g) {
				return "", "", ErrSyntax
			}
			if len(g) > 3 || len(g) == 0 || j > 0 && len(g) != 3 {
				return "", "", ErrGrouping
			}
		}
		whole = strings.Join(groups, "")
	}
	if whole == "" || !allDigits(whole) {
		return "", "", ErrSyntax
	}
	return whole, decimals, nil
}

func allDigits(s string) bool {
	return strings.Trim(s, "0123456789") == ""
}
