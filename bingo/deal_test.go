package bingo

import (
	"testing"

	"tirage/fair"
)

func TestDealRefusesEqualCards(t *testing.T) {
	for _, m := range Models {
		d, err := NewDeal(m, 0)
		if err != nil {
			t.Fatal(err)
		}
		s, tape := sampler(t, m, Options{}), fair.NewTape([32]byte{11})
		if err := d.Draw(s, tape, 1000); err != nil || d.Len() != 1000 {
			t.Fatalf("%d cards (%v)", d.Len(), err)
		}
		seen := map[string]int{}
		for i := range d.Len() {
			card := d.Card(i)
			if err := card.Check(Options{}); err != nil {
				t.Fatal(err)
			}
			raw, err := card.MarshalBinary()
			if err != nil {
				t.Fatal(err)
			}
			if j, ok := seen[string(raw)]; ok {
				t.Errorf("%v: cards %d and %d are equal", m, i, j)
			}
			seen[string(raw)] = i
			if err := d.Add(card); RefusalName(err) != "card_equal" || !d.Has(card) {
				t.Errorf("%v: card %d again: %v", m, i, err)
			}
		}
		fresh := s.Card(tape)
		if d.Has(fresh) {
			t.Errorf("%v has a card that was not dealt", m)
		}
		if err := d.Add(fresh); err != nil || d.Len() != 1001 || !d.Card(1000).Equal(fresh) || !d.Has(fresh) {
			t.Errorf("%v: %d cards (%v)", m, d.Len(), err)
		}
		if err := d.Add(Card{m, fresh.Numbers[1:]}); RefusalName(err) != "card_length" {
			t.Errorf("%v: a short card: %v", m, err)
		}
		other := Models[m%4]
		if err := d.Add(Card{other, fresh.Numbers}); RefusalName(err) != "card_model" || d.Has(Card{other, fresh.Numbers}) {
			t.Errorf("%v: a card of %v: %v", m, other, err)
		}
		if err := d.Draw(sampler(t, other, Options{}), tape, 1); RefusalName(err) != "card_model" {
			t.Errorf("%v: a sampler of %v: %v", m, other, err)
		}
	}
}

// The same tape again, with some of its cards already there: a deal drops just these and goes on with the next.
func TestDealDropsWhatIsThere(t *testing.T) {
	s := sampler(t, Classic90, Options{})
	tape := fair.NewTape([32]byte{12})
	var cards []Card
	for range 50 {
		cards = append(cards, s.Card(tape))
	}
	d, err := NewDeal(Classic90, 50)
	if err != nil {
		t.Fatal(err)
	}
	want := []Card{cards[0], cards[7], cards[8], cards[30]}
	for _, card := range want {
		if err := d.Add(card); err != nil {
			t.Fatal(err)
		}
	}
	for i, card := range cards {
		if i != 0 && i != 7 && i != 8 && i != 30 {
			want = append(want, card)
		}
	}
	if err := d.Draw(s, fair.NewTape([32]byte{12}), 46); err != nil {
		t.Fatal(err)
	}
	for i, card := range want {
		if !d.Card(i).Equal(card) {
			t.Fatalf("card %d is %v and not %v", i, d.Card(i), card)
		}
	}
}
