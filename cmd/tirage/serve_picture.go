package main

import (
	"strings"

	"tirage/internal/artwork"
	"tirage/internal/shop"
	"tirage/money"
	"tirage/scratch"
)

// pictureOf draws a ticket as its owner sees it: of a sealed one there is nothing here that could be drawn but its cover.
func pictureOf(t *shop.Ticket, lang money.Lang) ([]byte, error) {
	public := artwork.Public{Game: t.Rules, Serial: t.Serial, Digits: digitsOf(t.Serial), Lang: lang, Specimen: t.Specimen}
	draw := artwork.Covered
	if t.Revealed() {
		draw = func(p artwork.Public) (*artwork.Ticket, error) {
			// It is claimed by its owner's account, and bears no code that whoever sees it could claim it with.
			return artwork.Scratched(p, artwork.Hidden{Face: scratch.Face{Cells: t.Cells}, VIRN: "EN LIGNE", Code: p.Digits})
		}
	}
	picture, err := draw(public)
	if err != nil {
		return nil, err
	}
	return picture.SVG()
}

// digitsOf are the digits of a serial, as its barcode bears them.
func digitsOf(serial string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, serial)
}
