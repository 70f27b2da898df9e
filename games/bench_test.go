package games_test

import (
	"testing"

	"tirage/fair"
	"tirage/games"
	"tirage/scratch"
	"tirage/seal"
)

// The faces of a real block in the order that it is dealt, one core: printing each from its own tape, and judging it.
func BenchmarkFaces(b *testing.B) {
	for _, id := range games.List() {
		plan := planOf(b, id)
		deal := plan.Deal(fair.NewTape([32]byte{'d'}))
		b.Run("print/"+id, func(b *testing.B) { benchPrint(b, plan, deal) })
		b.Run("seeded/"+id, func(b *testing.B) { benchSeeded(b, plan, deal) })
		b.Run("judge/"+id, func(b *testing.B) { benchJudge(b, plan, deal) })
	}
}

// benchPrint makes faces of a block in the order dealt, from one tape.
func benchPrint(b *testing.B, plan *scratch.Plan, deal []uint16) {
	tape := fair.NewTape([32]byte{})
	cells := make([]scratch.Code, plan.Game.CellCount())
	for i := 0; b.Loop(); i++ {
		plan.Print(tape, int(deal[i%len(deal)]), cells)
	}
	b.ReportMetric(1e3/float64(b.Elapsed().Nanoseconds())*float64(b.N), "Mtickets/s")
}

// benchSeeded makes each from its own tape, as a block has them: so that any one can be made again alone.
func benchSeeded(b *testing.B, plan *scratch.Plan, deal []uint16) {
	tape := fair.NewTape([32]byte{})
	cells := make([]scratch.Code, plan.Game.CellCount())
	for i := 0; b.Loop(); i++ {
		composition := deal[i%len(deal)]
		tape.Reset(seal.FaceSeed(seal.NewSecret([16]byte{byte(i), byte(i >> 8), byte(i >> 16)}), composition))
		plan.Print(tape, int(composition), cells)
	}
	b.ReportMetric(1e3/float64(b.Elapsed().Nanoseconds())*float64(b.N), "Mtickets/s")
}

func benchJudge(b *testing.B, plan *scratch.Plan, deal []uint16) {
	const n = 4096
	tape := fair.NewTape([32]byte{})
	faces := make([]scratch.Face, n)
	for i := range faces {
		faces[i].Cells = make([]scratch.Code, plan.Game.CellCount())
		plan.Print(tape, int(deal[i]), faces[i].Cells)
	}
	var v scratch.Verdict
	for i := 0; b.Loop(); i++ {
		plan.Game.Judge(faces[i%n], &v)
		if !plan.Match(int(deal[i%n]), &v) {
			b.Fatal("a printed face is judged otherwise")
		}
	}
	b.ReportMetric(1e3/float64(b.Elapsed().Nanoseconds())*float64(b.N), "Mtickets/s")
}
