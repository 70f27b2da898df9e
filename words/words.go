// Package words writes numbers and amounts in words, in French and in English, as captions and legal texts need them.
//
// Its invariant: each number has one spelling, and different numbers have different ones. French is in the traditional
// spelling (hyphens below a hundred, except around "et"), or in that of 1990 on request; English says "and" before what
// is below a hundred. Amounts in figures are left to package money.
package words

import (
	"strings"

	"tirage/money"
)

// Number returns a whole number in words: "quatre-vingt-un", "eighty-one", "moins deux", "minus two". It writes French,
// in the traditional spelling and the long scale, for money.FR, and English in the short scale for any other language.
func Number(n int64, lang money.Lang) string {
	if lang == money.FR {
		return minus(n < 0, lang) + frenchNumber(magnitude(n))
	}
	return minus(n < 0, lang) + englishNumber(magnitude(n))
}

// Rectified returns a whole number in French in the spelling of 1990, with hyphens throughout: "vingt-et-un",
// "deux-cent-mille".
func Rectified(n int64) string {
	return minus(n < 0, money.FR) + strings.ReplaceAll(frenchNumber(magnitude(n)), " ", "-")
}

// Upper returns a text in capitals, as captions have it, with its accents: "ZÉRO". Both languages do it alike.
func Upper(text string, _ money.Lang) string { return strings.ToUpper(text) }

func minus(negative bool, lang money.Lang) string {
	switch {
	case !negative:
		return ""
	case lang == money.FR:
		return "moins "
	}
	return "minus "
}

func magnitude(n int64) uint64 {
	if n < 0 {
		return -uint64(n)
	}
	return uint64(n)
}
