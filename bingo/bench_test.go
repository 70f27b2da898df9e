package bingo

import (
	"fmt"
	"testing"

	"tirage/fair"
)

// styles are the options that each model is tested with.
var styles = []Options{{}, {EmptyColumns: true}, {Sorted: true}}

func BenchmarkDraw(b *testing.B) {
	for _, m := range Models {
		for _, o := range styles {
			s, err := NewSampler(m, o)
			if err != nil {
				b.Fatal(err)
			}
			b.Run(fmt.Sprintf("%v/empty=%v/sorted=%v", m, o.EmptyColumns, o.Sorted), func(b *testing.B) {
				tape := fair.NewTape([32]byte{1})
				numbers := make([]Ball, m.Numbers())
				b.ReportAllocs()
				for b.Loop() {
					s.Draw(tape, numbers)
				}
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds()/1e6, "Mcards/s")
				if err := (Card{m, numbers}).Check(o); err != nil {
					b.Fatal(err)
				}
			})
		}
	}
}

func BenchmarkNewSampler(b *testing.B) {
	for _, m := range []Model{Classic90, Variant90} {
		for _, o := range styles {
			b.Run(fmt.Sprintf("%v/empty=%v/sorted=%v", m, o.EmptyColumns, o.Sorted), func(b *testing.B) {
				for b.Loop() {
					if _, err := NewSampler(m, o); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
