package visible

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Flaw is why a text is no name: of two names that look the same, one would pass for the other.
type Flaw int

// The flaws of a name, in the order in which they are looked for.
const (
	None      Flaw = iota
	Spaces         // before it, after it, or beside another
	Invisible      // a sign without ink, or a space other than the plain one: see Unseen
	BareMark       // a combining mark that stands on no letter
	NotNFC         // a letter and its accent as two signs, where there is one for both
)

// NameFlaw is the first flaw of a name, or None. It looks at no length, and leaves letters of other scripts alone: see Mixed.
func NameFlaw(name string) Flaw {
	switch {
	case strings.TrimSpace(name) != name || strings.Contains(name, "  "):
		return Spaces
	case strings.ContainsFunc(name, Unseen):
		return Invisible
	case bareMark(name):
		return BareMark
	case !norm.NFC.IsNormalString(name):
		return NotNFC
	}
	return None
}

// Unseen reports controls, formats such as U+202E, private and unassigned signs, spaces other than the plain one, the sign that stands
// for broken text (half a surrogate pair, bytes that are no UTF-8), and what has no ink though Unicode counts it among letters, marks or
// symbols: variation selectors, Hangul fillers and all else that is ignorable by default, and the blanks.
func Unseen(r rune) bool {
	return r == unicode.ReplacementChar || r != ' ' && !unicode.IsPrint(r) ||
		unicode.In(r, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point, blanks)
}

// blanks are the signs that are blank by their own definition and that no table of package unicode names.
var blanks = &unicode.RangeTable{
	R16: []unicode.Range16{{Lo: 0x2800, Hi: 0x2800, Stride: 1}}, // Braille without a dot
	R32: []unicode.Range32{
		{Lo: 0x13441, Hi: 0x13442, Stride: 1}, // Egyptian blanks
		{Lo: 0x16fe4, Hi: 0x16fe4, Stride: 1}, // Khitan filler
		{Lo: 0x1d159, Hi: 0x1d159, Stride: 1}, // note without a head
	},
}

// bareMark reports a combining mark with no letter, number or sign before it to stand on.
func bareMark(name string) bool {
	on := false
	for _, r := range name {
		mark := unicode.Is(unicode.M, r)
		if mark && !on {
			return true
		}
		on = r != ' '
	}
	return false
}

// lookalikes are scripts whose letters pass for those of another of them: "а" is Cyrillic, "ο" is Greek.
var lookalikes = []*unicode.RangeTable{unicode.Latin, unicode.Cyrillic, unicode.Greek, unicode.Armenian, unicode.Cherokee, unicode.Coptic}

// Mixed reports a text with letters of two scripts that look alike. One that is written wholly in one of them is not mixed, whatever it
// resembles.
func Mixed(text string) bool {
	var of *unicode.RangeTable
	for _, r := range text {
		for _, script := range lookalikes {
			if !unicode.Is(script, r) {
				continue
			}
			if of != nil && of != script {
				return true
			}
			of = script
		}
	}
	return false
}

// Sentence reports whether a text is one line that can be read whole: valid UTF-8, no sign without ink but spaces, the two that do not
// break among them, and so many signs with ink at least.
func Sentence(text string, least int) bool {
	ink := 0
	for _, r := range text { // bytes that are no UTF-8 come as U+FFFD, which is unseen
		switch {
		case r == ' ' || r == '\u00a0' || r == '\u202f':
		case Unseen(r):
			return false
		default:
			ink++
		}
	}
	return ink >= least
}
