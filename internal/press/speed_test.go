//go:build unix

package press

import (
	"context"
	"crypto/sha256"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"tirage/fair"
	"tirage/scratch"
	"tirage/seal"
)

// bench prepares a run of one worker over the first print file of Bingo, in a folder of its own.
func bench(b *testing.B, unread bool) (*worker, chunk) {
	file, err := os.ReadFile("../../games/bingo-10eur.yaml")
	if err != nil {
		b.Fatal(err)
	}
	plan, err := LoadPlan(file)
	if err != nil {
		b.Fatal(err)
	}
	o := fixed(filepath.Join(b.TempDir(), "block"))
	o.Online, o.unread = 0, unread
	block, err := o.block(plan.Game, file)
	if err != nil {
		b.Fatal(err)
	}
	r := &run{Options: o, ctx: context.Background(), rules: newRules(plan, block, true), counts: make([]int64, len(plan.Compositions))}
	if err := r.keys(block); err != nil {
		b.Fatal(err)
	}
	if _, err := r.announcement(block); err != nil {
		b.Fatal(err)
	}
	r.deal = plan.Deal(fair.NewTape(r.press.PlanSeed()))
	return r.newWorker(), chunk{packs: Packs{0, 2000}, first: 0, end: 2000 * plan.Game.PackSize, kind: seal.Paper}
}

// BenchmarkPrintPart makes the tickets of a print file and its bytes, without reading back, encryption or disk.
func BenchmarkPrintPart(b *testing.B) {
	w, c := bench(b, true)
	w.records, w.leaves, w.tickets = make([]byte, c.end*seal.RecordSize), make([]byte, c.end*hashSize), make([]seal.Ticket, c.end)
	b.ReportAllocs()
	var size int
	before := cpu(b)
	for b.Loop() {
		w.writer.begin(&w.manifest.Announcement, c.packs)
		for pos := range c.end {
			if err := w.make(c, pos); err != nil {
				b.Fatal(err)
			}
		}
		data, err := w.writer.end()
		if err != nil {
			b.Fatal(err)
		}
		size = len(data)
	}
	perTicket(b, c.end, before)
	b.ReportMetric(float64(size)/float64(c.end), "bytes/ticket")
}

// BenchmarkJudgePart reads a print file back as the ceremony does.
func BenchmarkJudgePart(b *testing.B) {
	w, c := bench(b, false)
	w.records, w.leaves, w.tickets = make([]byte, c.end*seal.RecordSize), make([]byte, c.end*hashSize), make([]seal.Ticket, c.end)
	w.writer.begin(&w.manifest.Announcement, c.packs)
	for pos := range c.end {
		if err := w.make(c, pos); err != nil {
			b.Fatal(err)
		}
	}
	data, err := w.writer.end()
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	before := cpu(b)
	for b.Loop() {
		if err := w.proofread(context.Background(), c, data); err != nil {
			b.Fatal(err)
		}
	}
	perTicket(b, c.end, before)
}

// BenchmarkFloor does for each ticket only what no program can leave out: it takes the random bytes of the face, hashes and writes as many
// bytes as a ticket takes in print file, envelopes and tree.
func BenchmarkFloor(b *testing.B) {
	w, c := bench(b, true)
	const perTicketBytes = 220 + seal.RecordSize + hashSize // print file, envelopes, tree
	f, err := os.Create(filepath.Join(b.TempDir(), "floor"))
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	tape := fair.NewTape([32]byte{1})
	data := make([]byte, c.end*perTicketBytes)
	before := cpu(b)
	for b.Loop() {
		for i := range c.end * w.rules.plan.Game.CellCount() / 8 {
			data[i%len(data)] = byte(tape.Uint64())
		}
		sum := sha256.Sum256(data)
		data[0] = sum[0]
		if _, err := f.WriteAt(data, 0); err != nil {
			b.Fatal(err)
		}
		if err := f.Sync(); err != nil {
			b.Fatal(err)
		}
	}
	perTicket(b, c.end, before)
}

// cpu is the processor time that the process has taken: on a busy machine it says more than the clock.
func cpu(b *testing.B) time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

func perTicket(b *testing.B, n int, since time.Duration) {
	tickets := float64(b.N) * float64(n)
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/tickets, "ns/ticket")
	b.ReportMetric(float64((cpu(b)-since).Nanoseconds())/tickets, "cpu-ns/ticket")
}

// BenchmarkStages times what a ticket takes, piece by piece.
func BenchmarkStages(b *testing.B) {
	w, c := bench(b, true)
	w.records, w.leaves, w.tickets = make([]byte, c.end*seal.RecordSize), make([]byte, c.end*hashSize), make([]seal.Ticket, c.end)
	var t seal.Ticket
	var faces [][]scratch.Code
	for pos := range c.end {
		if err := w.press.Ticket(pos, &t); err != nil {
			b.Fatal(err)
		}
		w.tape.Reset(seal.FaceSeed(t.Secret, w.deal[pos]))
		w.rules.plan.Print(w.tape, int(w.deal[pos]), w.cells)
		faces = append(faces, append([]scratch.Code(nil), w.cells...))
	}
	b.Run("seal", func(b *testing.B) {
		before := cpu(b)
		for b.Loop() {
			for pos := range c.end {
				if err := w.press.Ticket(pos, &t); err != nil {
					b.Fatal(err)
				}
				w.press.Seal((*[seal.RecordSize]byte)(w.records), &t, seal.Outcome{})
			}
		}
		perTicket(b, c.end, before)
	})
	b.Run("face", func(b *testing.B) {
		before := cpu(b)
		for b.Loop() {
			for pos := range c.end {
				w.tape.Reset([32]byte{byte(pos), byte(pos >> 8), byte(pos >> 16)})
				w.rules.plan.Print(w.tape, int(w.deal[pos]), w.cells)
			}
		}
		perTicket(b, c.end, before)
	})
	b.Run("leaf", func(b *testing.B) {
		before := cpu(b)
		for b.Loop() {
			for pos := range c.end {
				w.canonical = scratch.Canonical(w.canonical[:0], faces[pos])
				t.Leaf(seal.Paper, w.canonical)
			}
		}
		perTicket(b, c.end, before)
	})
	b.Run("columns", func(b *testing.B) {
		before := cpu(b)
		for b.Loop() {
			w.writer.begin(&w.manifest.Announcement, c.packs)
			for pos := range c.end {
				if err := w.writer.add(pos, &t, faces[pos]); err != nil {
					b.Fatal(err)
				}
			}
			if _, err := w.writer.end(); err != nil {
				b.Fatal(err)
			}
		}
		perTicket(b, c.end, before)
	})
}

// BenchmarkYardstick hashes one MiB: compare the figures of two runs by this one.
func BenchmarkYardstick(b *testing.B) {
	data := make([]byte, 1<<20)
	before := cpu(b)
	for b.Loop() {
		for range 64 {
			data[0] = sha256.New().Sum(data[:0])[0]
			sum := sha256.Sum256(data)
			data[1] = sum[0]
		}
	}
	perTicket(b, 64<<20, before)
}
