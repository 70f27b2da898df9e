package bingo_test

import (
	"fmt"
	"testing"

	"tirage/bingo"
	"tirage/money"
)

// TestLogIsTheTreeOfTheDraw sells cards by the log's edge alone, written and read again between any two, and as the draw does.
func TestLogIsTheTreeOfTheDraw(t *testing.T) {
	r := newRig(t, bingoExtra(), "log")
	r.onSale()
	log := bingo.NewLog(r.id())
	s := sampler(t, bingo.Variant90)
	for n := range 70 {
		root, err := r.draw.Root()
		if err != nil || log.Root() != root || log.Size() != n {
			t.Fatalf("after %d cards the log has %d and root %s, the draw %s (%v)", n, log.Size(), log.Root(), root, err)
		}
		e := r.sell(fmt.Sprintf("player %d", n/7), s.Card(r.tape))
		sold := r.do(e).Sold
		leaf, err := log.Add(e.Price, e.Owner, e.Card)
		if err != nil || leaf != sold.Leaf || log.Root() != sold.Root {
			t.Fatalf("card %d: leaf %s and root %s, the draw has %s and %s (%v)", n, leaf, log.Root(), sold.Leaf, sold.Root, err)
		}
		text, err := log.AppendBinary(nil)
		if err != nil {
			t.Fatal(err)
		}
		if log, err = bingo.ParseLog(r.id(), text); err != nil {
			t.Fatal(err)
		}
		for _, bad := range [][]byte{text[:len(text)-1], text[:len(text)-32], append(text[:len(text):len(text)], make([]byte, 32)...), text[:3]} {
			if _, err := bingo.ParseLog(r.id(), bad); bingo.RefusalName(err) != "log_form" {
				t.Fatalf("%d bytes instead of %d are read: %v", len(bad), len(text), err)
			}
		}
	}
}

func TestWhatAFormulaSells(t *testing.T) {
	f, tape := bingoExtra(), newRig(t, bingoExtra(), "sells").tape
	card := sampler(t, bingo.Variant90).Card(tape)
	twice := bingo.Card{Model: card.Model, Numbers: append([]bingo.Ball(nil), card.Numbers...)}
	twice.Numbers[0] = twice.Numbers[1]
	for _, c := range []struct {
		name  string
		card  bingo.Card
		price money.Cents
		lucky []bingo.Ball
	}{
		{"", card, 300, nil},
		{"other_model", sampler(t, bingo.Classic75).Card(tape), 300, nil},
		{"card_repeats", twice, 300, nil},
		{"wrong_stake", card, 200, nil},
		{"lucky_none", card, 300, []bingo.Ball{7}},
	} {
		err := f.MaySell(c.card, c.price)
		if err == nil {
			err = f.MayChoose(c.lucky)
		}
		if bingo.RefusalName(err) != c.name {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	f.Lucky = 2
	if err := f.MayChoose([]bingo.Ball{1, 2, 3}); bingo.RefusalName(err) != "lucky_count" {
		t.Error(err)
	}
	if err := f.MayChoose([]bingo.Ball{1, 91}); bingo.RefusalName(err) != "lucky_range" {
		t.Error(err)
	}
}
