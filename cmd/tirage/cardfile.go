package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"

	"tirage/bingo"
	"tirage/money"
)

// cardFormat names the form of a file of cards.
const cardFormat = "tirage-cards/1"

// cardFile is the cards of a draw, in the order in which they are sold.
type cardFile struct {
	Format  string     `json:"format"`
	Formula string     `json:"formula"`
	Model   string     `json:"model"` // of cards of no formula, which no draw takes
	Cards   []soldCard `json:"cards"`
}

// soldCard is one card, who buys it, and its price in minor units.
type soldCard struct {
	Player string      `json:"player"`
	Price  money.Cents `json:"price"`
	Card   bingo.Card  `json:"card"`
}

// write writes the file, one card a line. Cards of no formula have their model's name in its place.
func (f *cardFile) write(out io.Writer) error {
	w := bufio.NewWriter(out)
	key, of := "formula", f.Formula
	if f.Model != "" {
		key, of = "model", f.Model
	}
	fmt.Fprintf(w, "{\n  \"format\": %q,\n  %q: %q,\n  \"cards\": [", f.Format, key, of)
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

// readCards reads a file of cards of a formula. Whether the cards are valid and may be sold is left to the draw; what is no card
// at all is refused here, with its number, counted from 1. Beside the names of strict, errors are cards_format, cards_formula,
// cards_of_model, cards_too_many, card_missing and player_name.
func readCards(data []byte, f *bingo.Formula) ([]soldCard, error) {
	var raw struct {
		Format  string            `json:"format"`
		Formula string            `json:"formula"`
		Cards   []json.RawMessage `json:"cards"`
	}
	var other struct {
		Model string `json:"model"`
	}
	if err := json.Unmarshal(data, &other); err == nil && other.Model != "" {
		return nil, refuse("cards_of_model: these are cards of the model %.40q and of no formula; \"tirage cards %s --json\" deals some of the draw's", other.Model, f.ID)
	}
	if err := strict(data, &raw, "format", "formula", "cards"); err != nil {
		return nil, refuse("this is no file of cards: %s; \"tirage cards --json\" writes one", err)
	}
	if raw.Format != cardFormat {
		return nil, refuse("cards_format: the format is another one; this program reads %q", cardFormat)
	}
	if raw.Formula != f.ID {
		return nil, refuse("cards_formula: these are cards of %.40q, the draw is of %q", raw.Formula, f.ID)
	}
	if len(raw.Cards) > bingo.MaxCardsOfDraw {
		return nil, refuse("cards_too_many: a draw has at most %d cards, not %d", bingo.MaxCardsOfDraw, len(raw.Cards))
	}
	cards := make([]soldCard, len(raw.Cards))
	for i, text := range raw.Cards {
		c := &cards[i]
		err := strict(text, c, "player", "price", "card")
		if err == nil {
			err = checkPlayer(c.Player)
		}
		if err != nil {
			return nil, refuse("card %d: %s", i+1, err)
		}
		if len(c.Card.Numbers) == 0 {
			return nil, refuse("card %d: card_missing: no card is there", i+1)
		}
	}
	return cards, nil
}
