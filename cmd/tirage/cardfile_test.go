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
		{`"player":`, `"name":`}:         "unknown field",
		{`cards/1`, `cards/2`}:           "this program reads",
		{`classic-75`, `bingo-extra`}:    `these are cards of "bingo-extra"`,
		{"\n  ]\n}", "\n  ]\n} x"}:       "no file of cards",
		{`é \"a`, ``}:                    "a player is named",
		{`é \"b`, `\u0007`}:              "card 2: a player is named",
		{`"75-classic"`, `"75-variant"`}: "card 1: ",
	} {
		changed := strings.Replace(text, change[0], change[1], 1)
		if _, err := readCards([]byte(changed), f); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q for %q: %v, want %s", change[1], change[0], err, want)
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
			if c.Player == "" || len(c.Card.Numbers) == 0 {
				t.Errorf("%+v is a card", c)
			}
		}
	})
}
