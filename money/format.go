package money

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	noBreak       = "\u00a0" // between a number and its sign
	narrowNoBreak = "\u202f" // between groups of three digits in French
)

// Plain returns the machine form of an amount: a dot, no grouping, no sign of currency, and either no decimals (whole
// units) or all of them: "1000000", "0.50", "-3.05". Parse reads it back.
func (c Currency) Plain(a Cents) string {
	whole, decimals := c.split(a)
	return sign(a) + join(whole, ".", decimals)
}

// Format returns an amount as a reader of the language expects it, whole units without decimals. French is
// "1 000 000 €" and "1 234,50 €", with narrow no-break spaces between the groups and a no-break space before the sign;
// any other language is written as English, "€1,000,000" and "€1,234.50" ("FRF 500" where the sign is letters).
func (c Currency) Format(a Cents, lang Lang) string {
	whole, decimals := c.split(a)
	symbol := c.Symbol(lang)
	if lang == FR {
		return sign(a) + join(group(whole, narrowNoBreak), ",", decimals) + noBreak + symbol
	}
	if last, _ := utf8.DecodeLastRuneInString(symbol); unicode.IsLetter(last) {
		symbol += noBreak
	}
	return sign(a) + symbol + join(group(whole, ","), ".", decimals)
}

// split returns the digits of an amount's magnitude before and after the decimal point; the latter are empty where all
// are zero.
func (c Currency) split(a Cents) (whole, decimals string) {
	digits := strconv.FormatUint(magnitude(int64(a)), 10)
	n := int(c.Digits)
	if len(digits) <= n {
		digits = strings.Repeat("0", n+1-len(digits)) + digits
	}
	whole, decimals = digits[:len(digits)-n], digits[len(digits)-n:]
	if strings.Trim(decimals, "0") == "" {
		decimals = ""
	}
	return whole, decimals
}

func sign(a Cents) string {
	if a < 0 {
		return "-"
	}
	return ""
}

func join(whole, point, decimals string) string {
	if decimals == "" {
		return whole
	}
	return whole + point + decimals
}

// group puts a separator between groups of three digits, counted from the right.
func group(digits, separator string) string {
	var b strings.Builder
	for i, r := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteString(separator)
		}
		b.WriteRune(r)
	}
	return b.String()
}
