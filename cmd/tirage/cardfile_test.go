package main

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"tirage/bingo"
)

func dealt(t testing.TB, id string) (*bingo.Formula, *cardFile) {
	t.Helper()
	f, err := loadFormula(id)
	if err != nil {
		t.Fatal(err)
	}
	c := cardsCall{n: 2, players: 2, seed: "test"}
	deal, err := c.deal(f, nil)
	if err != nil {
		t.Fatal(err)
	}
	file := &cardFile{Format: cardFormat, Formula: f.ID}
	for i := range deal.Len() {
		file.Cards = append(file.Cards, soldCard{Player: "é \"" + string(rune('a'+i)), Price: f.Stakes[0], Card: deal.Card(i)})
	}
	return f, file
}

// Cards that are written are read back the same.
func TestCardFile(t *testing.T) {
	f, file := dealt(t, "classic-75")
	var b bytes.Buffer
	if err := file.write(&b); err != nil {
		t.Fatal(err)
	}
	got, err := readCards(b.Bytes(), f)
	if err != nil {
		t.Fatal(err)
	}
	same := func(a, b soldCard) bool { return a.Player == b.Player && a.Price == b.Price && a.Card.Equal(b.Card) }
	if !slices.EqualFunc(got, file.Cards, same) {
		t.Errorf("%v is read as %v", file.Cards, got)
	}
	text := b.String()
	for change, want := range map[[2]string]string{
		{`"player":`, `"name":`}:                                                  "json_keys: the key that ends at byte 7 is none of",
		{`"price":`, `"Price":`}:                                                  "card 1: json_keys: ",
		{`"price":`, `"price":1,"price":`}:                                        "stands there twice",
		{`"price":`, `"price":"1` + `","x":`}:                                     "json_keys",
		{`"format":`, `"format":"x","format":`}:                                   "stands there twice",
		{`"formula"`, `"Formula"`}:                                                "json_keys",
		{text, `{"format":"tirage-cards/1","formula":"classic-75","cards":null}`}: `"cards" is null`,
		{text, `{"format":"tirage-cards/1","formula":"classic-75"}`}:              `"cards" is missing`,
		{text, `{"format":"tirage-cards/1","formula":"classic-75","cards":[1]}`}:  "card 1: json_keys",
		{text, `{"format":"tirage-cards/1","formula":"classic-75","cards":{}}`}:   "json_kind",
		{text, `null`}:                "json_keys",
		{text, ``}:                    "json_syntax",
		{text, `xq`}:                  "json_syntax: byte 1 of 2",
		{`cards/1`, `cards/2`}:        "cards_format",
		{`classic-75`, `bingo-extra`}: `cards_formula: these are cards of "bingo-extra"`,
		{"\n  ]\n}", "\n  ]\n} x"}:    "json_syntax",
		{`é \"a`, ``}:                 "player_name",
		{`é \"b`, `\u0007`}:           "card 2: player_name",
		{`é \"b`, `\ud800`}:           "card 2: player_name",
		{`é \"b`, "a\xff"}:            "card 2: player_name",
		{`é \"b`, "a\u202eb"}:         "card 2: player_name",
		{`é \"b`, "a\u200bb"}:         "card 2: player_name",
		{`é \"b`, "a\u00a0b"}:         "card 2: player_name",
		{`é \"b`, " a"}:               "card 2: player_name",
		{`é \"b`, "a "}:               "card 2: player_name",
		{`é \"b`, "a  b"}:             "card 2: player_name",
		{`é \"b`, "e\u0301"}:          "card 2: player_name",
		{`é \"b`, strings.Repeat("é", maxPlayerName+1)}: "card 2: player_name",
		{`"75-classic"`, `"75-variant"`}:                "card 1: ",
	} {
		changed := strings.Replace(text, change[0], change[1], 1)
		if _, err := readCards([]byte(changed), f); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q for %q: %v, want %s", change[1], change[0], err, want)
		}
	}
}

// What was given by mistake is not shown: of a secret's file not one sign.
func TestStrictQuotesNothing(t *testing.T) {
	for _, secret := range []string{"zqzq", `"zqzq"`, `{"zqzq":1}`, `{"a":1,"zqzq":1,"zqzq":2}`, `{"a":zqzq}`, `{"a":"zqzq"}`} {
		var into struct {
			A int `json:"a"`
		}
		if err := strict([]byte(secret), &into, "a"); err == nil || strings.ContainsAny(err.Error(), "zq") {
			t.Errorf("%s: %v", secret, err)
		}
	}
}

func FuzzReadCards(f *testing.F) {
	formula, file := dealt(f, "classic-75")
	var b bytes.Buffer
	if err := file.write(&b); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Add([]byte(`{"format":"tirage-cards/1","formula":"classic-75","cards":[null,{}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		cards, err := readCards(data, formula)
		if err != nil && cards != nil {
			t.Error("cards beside an error")
		}
		for _, c := range cards {
			if checkPlayer(c.Player) != nil || len(c.Card.Numbers) == 0 {
				t.Errorf("%+v is a card", c)
			}
		}
	})
}
