package main

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// maxPlayerName bounds the letters of a player's name.
const maxPlayerName = 80

// checkPlayer checks the name that tells one player from another: two names that look the same on paper would be two persons with
// a prize each, so that what cannot be seen is refused. Nothing is mended: the names of the file are those of the draw.
func checkPlayer(name string) error {
	switch {
	case name == "" || utf8.RuneCountInString(name) > maxPlayerName:
		return refuse("player_name: a player is named with 1 to %d letters", maxPlayerName)
	case strings.TrimSpace(name) != name || strings.Contains(name, "  "):
		return refuse("player_name: a player's name has no space before it, after it, or beside another")
	case strings.ContainsFunc(name, unseen):
		return refuse("player_name: a player's name is made of letters that can be seen, and single spaces")
	case bareMark(name):
		return refuse("player_name: an accent or another mark stands on the letter before it")
	case !norm.NFC.IsNormalString(name):
		return refuse("player_name: letters and their accents are written as one sign where there is one (Unicode NFC)")
	}
	return nil
}

// unseen reports controls, formats such as U+202E, private and unassigned signs, spaces other than the plain one, the sign that stands
// for broken text (half a surrogate pair, bytes that are no UTF-8), and what has no ink though Unicode counts it among letters, marks or
// symbols: variation selectors, Hangul fillers and all else that is ignorable by default, and the blanks.
func unseen(r rune) bool {
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
