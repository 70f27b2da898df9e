package bingo_test

import (
	"encoding/binary"
	"fmt"
	"runtime"
	"testing"

	"tirage/bingo"
	"tirage/fair"
)

// BenchmarkLargeDraw opens a draw of a million strips, which are six million grids (a tenth of that with -short): from both secrets
// to all winners. It reports what the whole draw holds in memory.
func BenchmarkLargeDraw(b *testing.B) {
	strips := bingo.MaxCardsOfDraw
	if testing.Short() {
		strips /= 10
	}
	r := newRig(b, bingoExtra(), "large")
	r.onSale()
	s, player := sampler(b, bingo.Variant90), 0
	card := bingo.Card{Model: bingo.Variant90, Numbers: make([]bingo.Ball, 90)}
	var owner bingo.Digest
	for i := range strips {
		if i%12 == 0 {
			player++
			binary.BigEndian.PutUint64(owner[:], uint64(player))
		}
		s.Draw(r.tape, card.Numbers)
		next, _, err := bingo.Step(r.draw, bingo.Sell{At: r.at, Card: card, Price: 300, Player: fmt.Sprint(player), Owner: owner})
		if err != nil {
			b.Fatal(err)
		}
		r.draw = next
	}
	r.do(r.lock())
	for b.Loop() {
		if _, _, err := bingo.Step(r.draw, r.open()); err != nil {
			b.Fatal(err)
		}
	}
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	b.ReportMetric(float64(m.HeapAlloc)/(1<<20), "MB")
	b.ReportMetric(float64(6*strips), "grids")
	runtime.KeepAlive(r)
}

// BenchmarkSell sells strips one by one, with their leaves and the root after each.
func BenchmarkSell(b *testing.B) {
	r := newRig(b, bingoExtra(), "sell")
	r.onSale()
	s, tape := sampler(b, bingo.Variant90), fair.NewTape(seeded("sell"))
	card := bingo.Card{Model: bingo.Variant90, Numbers: make([]bingo.Ball, 90)}
	n := 0
	for b.Loop() {
		s.Draw(tape, card.Numbers)
		e := r.sell("p", card)
		e.Player = fmt.Sprint(n)
		binary.BigEndian.PutUint64(e.Owner[:], uint64(n)+1)
		next, _, err := bingo.Step(r.draw, e)
		if err != nil {
			b.Fatal(err)
		}
		if r.draw = next; r.draw.Size() == bingo.MaxCardsOfDraw {
			b.Fatal("too many for one draw")
		}
		n++
	}
}
