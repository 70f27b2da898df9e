package bingo

import (
	"fmt"
	"runtime"
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

func BenchmarkEvaluate(b *testing.B) {
	for _, m := range []Model{Classic75, Variant90} {
		const cards = 1000
		s, err := NewSampler(m, Options{})
		if err != nil {
			b.Fatal(err)
		}
		tape := fair.NewTape([32]byte{2})
		numbers := make([]Ball, cards*m.Numbers())
		for i := range cards {
			s.Draw(tape, numbers[i*m.Numbers():])
		}
		r, err := NewRanks(m.Machine(), randomOrder(tape, m.Machine()))
		if err != nil {
			b.Fatal(err)
		}
		out := make([]uint8, cards*m.Grids()*m.Rows())
		b.Run(m.String()+"/lines", func(b *testing.B) {
			for b.Loop() {
				r.Lines(m, numbers, out)
			}
			b.ReportMetric(float64(b.N*cards*m.Grids())/b.Elapsed().Seconds()/1e6, "Mgrids/s")
		})
		b.Run(m.String()+"/first", func(b *testing.B) {
			for b.Loop() {
				r.FirstLines(m, numbers)
			}
			b.ReportMetric(float64(b.N*cards*m.Grids())/b.Elapsed().Seconds()/1e6, "Mgrids/s")
		})
	}
}

// randomOrder returns the balls of a machine in random order.
func randomOrder(tape *fair.Tape, m Machine) []Ball {
	order := make([]Ball, m.Balls())
	for i := range order {
		order[i] = Ball(i + 1)
	}
	tape.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	return order
}

// A draw of six million grids: the winners of every figure, in one go.
func BenchmarkSixMillionGrids(b *testing.B) {
	const cards = 1_000_000
	deal, err := NewDeal(Variant90, cards)
	if err != nil {
		b.Fatal(err)
	}
	tape := fair.NewTape([32]byte{21})
	if err := deal.Draw(sampler(b, Variant90, Options{}), tape, cards); err != nil {
		b.Fatal(err)
	}
	order := randomOrder(tape, Machine90)
	for b.Loop() {
		r, err := NewRanks(Machine90, order)
		if err != nil {
			b.Fatal(err)
		}
		if firsts := r.FirstLines(Variant90, deal.Numbers()); firsts[2].Ball == 0 {
			b.Fatal("no grid was full after all balls")
		}
	}
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	b.ReportMetric(float64(memory.Sys)/(1<<20), "MB-of-the-process")
	b.ReportMetric(cards*6/1e6*float64(b.N)/b.Elapsed().Seconds(), "Mgrids/s")
}
