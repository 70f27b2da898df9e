package main

import (
	"unicode/utf8"

	"tirage/internal/visible"
)

// maxPlayerName bounds the letters of a player's name.
const maxPlayerName = 80

// checkPlayer checks the name that tells one player from another: two names that look the same on paper would be two persons with
// a prize each, so that what cannot be seen is refused. Nothing is mended: the names of the file are those of the draw.
func checkPlayer(name string) error {
	if name == "" || utf8.RuneCountInString(name) > maxPlayerName {
		return refuse("player_name: a player is named with 1 to %d letters", maxPlayerName)
	}
	switch visible.NameFlaw(name) {
	case visible.None:
	case visible.Spaces:
		return refuse("player_name: a player's name has no space before it, after it, or beside another")
	case visible.Invisible:
		return refuse("player_name: a player's name is made of letters that can be seen, and single spaces")
	case visible.BareMark:
		return refuse("player_name: an accent or another mark stands on the letter before it")
	case visible.NotNFC:
		return refuse("player_name: letters and their accents are written as one sign where there is one (Unicode NFC)")
	}
	return nil
}
