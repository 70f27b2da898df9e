package artwork

import (
	"crypto/sha256"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"tirage/bingo"
	"tirage/fair"
	"tirage/money"
)

func cardFormula(m bingo.Model) *bingo.Formula {
	name := money.Text{FR: "Bingo Extra", EN: "Bingo Extra"}
	f := &bingo.Formula{ID: "bingo-extra", Name: name, Currency: money.EUR, Model: m}
	if m.Balls() == 75 {
		f.Name = money.Text{FR: "Classique 75", EN: "Classic 75"}
		f.Demonstration = money.Text{FR: "démonstration, pas un règlement", EN: "demonstration, not a regulation"}
	}
	return f
}

func cardsOf(t *testing.T, m bingo.Model, n int, lucky []bingo.Ball) []BingoCard {
	t.Helper()
	s, err := bingo.NewSampler(m, bingo.Options{})
	if err == nil && len(lucky) > 0 {
		s, err = s.Given(lucky)
	}
	if err != nil {
		t.Fatal(err)
	}
	tape := fair.NewTape(sha256.Sum256([]byte(t.Name())))
	cards := make([]BingoCard, n)
	for i := range cards {
		cards[i] = BingoCard{Card: s.Card(tape), Lucky: lucky, Price: 300, Label: fmt.Sprint(i + 1)}
	}
	return cards
}

// A card of every model is a well-formed document without anything from outside, with one group a card, the same every time; and
// screen readers hear every number.
func TestBingoCards(t *testing.T) {
	for _, m := range bingo.Models {
		cards := cardsOf(t, m, 2, []bingo.Ball{7, 23, 51})
		data, err := BingoCards(cardFormula(m), cards, money.FR)
		if err != nil {
			t.Fatal(err)
		}
		again, _ := BingoCards(cardFormula(m), cards, money.FR)
		if string(data) != string(again) {
			t.Errorf("%s: two drawings differ", m)
		}
		text := string(data)
		if dir := os.Getenv("BINGO_CARDS"); dir != "" {
			one, _ := BingoCards(cardFormula(m), cards[:1], money.FR)
			_ = os.WriteFile(dir+"/"+m.String()+".svg", one, 0o644)
			_ = os.WriteFile(dir+"/"+m.String()+"-2.svg", data, 0o644)
		}
		wellFormed(t, data)
		for _, want := range []string{`id="card:1"`, `id="card:2"`} {
			if strings.Count(text, want) != 1 {
				t.Errorf("%s: no %s", m, want)
			}
		}
		for g := range m.Grids() {
			row := strings.Trim(fmt.Sprint(cards[1].Card.Grid(g)[:bingo.PerRow]), "[]")
			if !strings.Contains(text, fmt.Sprintf("Grille %d : %s ;", g+1, row)) {
				t.Errorf("%s: grid %d is not read out", m, g+1)
			}
		}
	}
}

func wellFormed(t *testing.T, data []byte) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(string(data)))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		for _, a := range e.Attr {
			if a.Name.Local == "href" && !strings.HasPrefix(a.Value, "#") || e.Name.Local == "script" || e.Name.Local == "image" {
				t.Fatalf("<%s> reaches outside: %s", e.Name.Local, a.Value)
			}
		}
	}
}

// Every text of every card fits its place.
func TestBingoCardsFit(t *testing.T) {
	for _, m := range bingo.Models {
		f := cardFormula(m)
		f.Name = money.Text{FR: "Une formule au nom plutôt long", EN: "A formula"}
		c := cardsOf(t, m, 1, nil)[0]
		c.Label, c.Price = "1000000", 12345_67
		s := &sheet{Canvas: blank{}, public: Public{Lang: money.EN}, theme: bingoTheme, w: cardDesigns[m].w, h: cardDesigns[m].h}
		(&cardSheet{sheet: s, formula: f, card: c, design: cardDesigns[m]}).draw()
		for _, text := range s.tight {
			t.Errorf("%s: %s", m, text)
		}
	}
}

func TestBingoCardsRefused(t *testing.T) {
	f := cardFormula(bingo.Variant90)
	cards := cardsOf(t, bingo.Variant90, 1, nil)
	if _, err := BingoCards(f, nil, money.EN); !errors.Is(err, ErrNoCards) {
		t.Errorf("no card: %v", err)
	}
	if _, err := BingoCards(f, make([]BingoCard, MaxPicture+1), money.EN); !errors.Is(err, ErrNoCards) {
		t.Errorf("too many: %v", err)
	}
	if _, err := BingoCards(cardFormula(bingo.Classic90), cards, money.EN); !errors.Is(err, ErrCard) {
		t.Errorf("another model: %v", err)
	}
	cards[0].Card.Numbers[0] = 91
	if _, err := BingoCards(f, cards, money.EN); !errors.Is(err, ErrCard) {
		t.Errorf("a forged card: %v", err)
	}
}
