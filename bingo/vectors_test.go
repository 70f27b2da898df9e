package bingo

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"tirage/fair"
)

var writeCards = flag.Bool("write-cards", false, "write testdata/cards.json anew from the reference in the tests")

const cardVectors = "testdata/cards.json"

// cardFile is the shape of testdata/cards.json, which docs/bingo-cards.md describes.
type cardFile struct {
	About   string        `json:"about"`
	Totals  []cardTotal   `json:"totals"`
	Cards   []cardDeal    `json:"cards"`
	JSON    []cardForms   `json:"json"`
	Refused []cardRefused `json:"refused"`
}

type cardStyle struct {
	Model  string `json:"model"`
	Empty  bool   `json:"empty_columns"`
	Sorted bool   `json:"sorted"`
}

type cardTotal struct {
	cardStyle
	Total string `json:"total"`
}

type cardDeal struct {
	cardStyle
	Lucky []int    `json:"lucky,omitempty"`
	Seed  string   `json:"seed"`
	Cards []string `json:"cards"`
	Next  string   `json:"next"`
}

type cardForms struct {
	Bytes string          `json:"bytes"`
	Card  json.RawMessage `json:"card"`
}

type cardRefused struct {
	Bytes string `json:"bytes"`
	Name  string `json:"name"`
}

func (s cardStyle) options() Options { return Options{EmptyColumns: s.Empty, Sorted: s.Sorted} }

func (s cardStyle) model(t *testing.T) Model {
	m, err := ParseModel(s.Model)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func seedOf(t *testing.T, text string) (seed [32]byte) {
	b, err := hex.DecodeString(text)
	if err != nil || len(b) != len(seed) {
		t.Fatal("a seed in the vectors is not 64 hexadecimal digits")
	}
	return [32]byte(b)
}

// TestCardVectors holds the package to the published vectors, and those to the reference.
func TestCardVectors(t *testing.T) {
	if *writeCards {
		b, err := json.MarshalIndent(newCardFile(t), "", " ")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(cardVectors, append(b, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(cardVectors)
	if err != nil {
		t.Fatal(err)
	}
	var file cardFile
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	for _, v := range file.Totals {
		s := sampler(t, v.model(t), v.options())
		var got fmt.Stringer
		if s.grids != nil {
			got = s.grids.total
		} else {
			got = s.rows.total
		}
		want := newReference(v.model(t), v.options(), nil).total().String()
		if got.String() != v.Total || want != v.Total {
			t.Errorf("%+v: total %v, reference %s", v, got, want)
		}
	}
	for _, v := range file.Cards {
		checkDeal(t, v)
	}
	for _, v := range file.JSON {
		var a, b Card
		raw, err := hex.DecodeString(v.Bytes)
		if err != nil {
			t.Fatal(err)
		}
		if err := a.UnmarshalBinary(raw); err != nil {
			t.Error(err)
		}
		if err := b.UnmarshalJSON(v.Card); err != nil || !a.Equal(b) {
			t.Errorf("%s: %v, and %v from JSON (%v)", v.Bytes, a, b, err)
		}
	}
	for _, v := range file.Refused {
		raw, err := hex.DecodeString(v.Bytes)
		if err != nil {
			t.Fatal(err)
		}
		if err := new(Card).UnmarshalBinary(raw); RefusalName(err) != v.Name {
			t.Errorf("%s: %v, not %s", v.Bytes, err, v.Name)
		}
	}
}

func checkDeal(t *testing.T, v cardDeal) {
	t.Helper()
	s := sampler(t, v.model(t), v.options())
	var lucky []Ball
	for _, n := range v.Lucky {
		lucky = append(lucky, Ball(n))
	}
	if len(lucky) > 0 {
		var err error
		if s, err = s.Given(lucky); err != nil {
			t.Fatal(err)
		}
	}
	tape := fair.NewTape(seedOf(t, v.Seed))
	for i, want := range v.Cards {
		card := s.Card(tape)
		got, err := card.MarshalBinary()
		if err != nil || hex.EncodeToString(got) != want {
			t.Errorf("%+v lucky %v: card %d is %x and not %s (%v)", v.cardStyle, v.Lucky, i, got, want, err)
		}
		if err := card.Check(v.options()); err != nil {
			t.Errorf("%+v lucky %v: card %d: %v", v.cardStyle, v.Lucky, i, err)
		}
	}
	if next := fmt.Sprintf("%016x", tape.Uint64()); next != v.Next {
		t.Errorf("%+v lucky %v: the next word is %s and not %s", v.cardStyle, v.Lucky, next, v.Next)
	}
	again := v
	again.fill(t)
	if !slices.Equal(again.Cards, v.Cards) || again.Next != v.Next {
		t.Errorf("%+v lucky %v: the reference draws other cards", v.cardStyle, v.Lucky)
	}
}

// fill draws as many cards as there are, by the reference.
func (v *cardDeal) fill(t *testing.T) {
	r := newReference(v.model(t), v.options(), v.Lucky)
	tape := fair.NewTape(seedOf(t, v.Seed))
	cards := make([]string, len(v.Cards))
	for i := range cards {
		cards[i] = hex.EncodeToString(r.card(tape))
	}
	v.Cards, v.Next = cards, fmt.Sprintf("%016x", tape.Uint64())
}

// newCardFile computes the vectors by the reference.
func newCardFile(t *testing.T) *cardFile {
	f := &cardFile{About: "Test vectors of bingo cards, as docs/bingo-cards.md specifies them. Seeds, words and cards are hexadecimal; next is the word after those taken."}
	counting := make([]byte, 32)
	for i := range counting {
		counting[i] = byte(i)
	}
	for _, m := range Models {
		for _, o := range styles {
			style := cardStyle{m.String(), o.EmptyColumns, o.Sorted}
			if m.Machine() == Machine90 {
				f.Totals = append(f.Totals, cardTotal{style, newReference(m, o, nil).total().String()})
			} else if o.EmptyColumns {
				continue
			}
			for i, lucky := range [][]int{nil, {7}, {7, 23, 51}, {1, 9, 5, 90, 85}, {10, 32, 54, 67, 75}} {
				if m.Machine() == Machine75 && i == 3 {
					lucky = []int{1, 15, 4, 11, 9}
				}
				deal := cardDeal{cardStyle: style, Lucky: lucky, Seed: hex.EncodeToString(counting), Cards: make([]string, 4)}
				counting[31] ^= 0x80
				deal.fill(t)
				f.Cards = append(f.Cards, deal)
			}
		}
	}
	for _, v := range f.Cards {
		if len(v.Lucky) > 0 || v.Sorted || v.Empty {
			continue
		}
		raw, err := hex.DecodeString(v.Cards[0])
		if err != nil {
			t.Fatal(err)
		}
		f.JSON = append(f.JSON, cardForms{v.Cards[0], referenceJSON(raw)})
	}
	f.Refused = refusedCards(t, f.JSON)
	return f
}

// referenceJSON writes a card from its bytes.
func referenceJSON(raw []byte) json.RawMessage {
	var b bytes.Buffer
	m := Model(raw[0])
	columns, inGrid := 5, 5
	if m == Classic90 || m == Variant90 {
		columns, inGrid = 9, 3
	}
	numbers := raw[1:]
	fmt.Fprintf(&b, `{"model":%q,"grids":[`, m)
	for row := 0; len(numbers) > 0; row++ {
		b.WriteString([]string{"[", ","}[min(row%inGrid, 1)])
		cells := make([]string, columns)
		for c := range cells {
			cells[c] = "0"
		}
		for _, n := range numbers[:5] {
			c := (int(n) - 1) / 15
			if columns == 9 {
				c = min(int(n)/10, 8)
			}
			cells[c] = fmt.Sprint(n)
		}
		numbers = numbers[5:]
		b.WriteString("[" + strings.Join(cells, ",") + "]")
		if row%inGrid == inGrid-1 {
			b.WriteString([]string{"],", "]"}[min(len(numbers), 1)^1])
		}
	}
	b.WriteString("]}")
	return b.Bytes()
}

// refusedCards spoils the good ones.
func refusedCards(t *testing.T, good []cardForms) []cardRefused {
	spoil := func(i int, change func(raw []byte) []byte, name string) cardRefused {
		raw, err := hex.DecodeString(good[i].Bytes)
		if err != nil {
			t.Fatal(err)
		}
		return cardRefused{hex.EncodeToString(change(raw)), name}
	}
	set := func(at int, b byte) func([]byte) []byte {
		return func(raw []byte) []byte { raw[at] = b; return raw }
	}
	swap := func(raw []byte) []byte { raw[1], raw[2] = raw[2], raw[1]; return raw }
	repeat := func(raw []byte) []byte { raw[6] = raw[1]; return raw }
	return []cardRefused{
		{"", "card_length"},
		spoil(0, set(0, 0), "model_unknown"),
		spoil(1, set(0, 5), "model_unknown"),
		spoil(2, func(raw []byte) []byte { return raw[:15] }, "card_length"),
		spoil(3, func(raw []byte) []byte { return append(raw, 1) }, "card_length"),
		spoil(0, set(3, 0), "card_range"),
		spoil(1, set(3, 76), "card_range"),
		spoil(3, set(3, 91), "card_range"),
		spoil(0, swap, "card_order"),
		spoil(2, swap, "card_order"),
		spoil(0, repeat, "card_repeats"),
		spoil(3, repeat, "card_repeats"),
	}
}
