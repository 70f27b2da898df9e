package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode"

	"tirage/bingo"
	"tirage/money"
)

// cardFormat names the form of a file of cards.
const cardFormat = "tirage-cards/1"

// cardFile is the cards of a draw, in the order in which they are sold.
type cardFile struct {
	Format  string     `json:"format"`
	Formula string     `json:"formula"`
	Cards   []soldCard `json:"cards"`
}

// soldCard is one card, who buys it, and its price in minor units.
type soldCard struct {
	Player string      `json:"player"`
	Price  money.Cents `json:"price"`
	Card   bingo.Card  `json:"card"`
}

// write writes the file, one card a line.
func (f *cardFile) write(out io.Writer) error {
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "{\n  \"format\": %q,\n  \"formula\": %q,\n  \"cards\": [", f.Format, f.Formula)
	for i, c := range f.Cards {
		text, err := json.Marshal(c)
		if err != nil {
			return err
		}
		if i > 0 {
			fmt.Fprint(w, ",")
		}
		fmt.Fprintf(w, "\n    %s", text)
	}
	fmt.Fprint(w, "\n  ]\n}\n")
	return w.Flush()
}

// maxPlayerName bounds the letters of a player's name.
const maxPlayerName = 80

// readCards reads a file of cards of a formula. Whether the cards are valid and may be sold is left to the draw; what is no card
// at all is refused here, with its number, counted from 1.
func readCards(data []byte, f *bingo.Formula) ([]soldCard, error) {
	var raw struct {
		Format  string            `json:"format"`
		Formula string            `json:"formula"`
		Cards   []json.RawMessage `json:"cards"`
	}
	if err := strict(data, &raw); err != nil {
		return nil, fmt.Errorf("this is no file of cards: %w; \"tirage cards --json\" writes one", err)
	}
	if raw.Format != cardFormat {
		return nil, fmt.Errorf("the format is %q; this program reads %q", raw.Format, cardFormat)
	}
	if raw.Formula != f.ID {
		return nil, fmt.Errorf("these are cards of %q, the draw is of %q", raw.Formula, f.ID)
	}
	cards := make([]soldCard, len(raw.Cards))
	for i, text := range raw.Cards {
		c := &cards[i]
		if err := strict(text, c); err != nil {
			return nil, fmt.Errorf("card %d: %w", i+1, err)
		}
		if c.Player == "" || len([]rune(c.Player)) > maxPlayerName || strings.ContainsFunc(c.Player, unicode.IsControl) {
			return nil, fmt.Errorf("card %d: a player is named with 1 to %d letters", i+1, maxPlayerName)
		}
		if len(c.Card.Numbers) == 0 {
			return nil, fmt.Errorf("card %d: no card is there", i+1)
		}
	}
	return cards, nil
}

// strict decodes one JSON value that has no unknown keys and nothing after it.
func strict(data []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return fmt.Errorf("there is more after the end")
	}
	return nil
}
