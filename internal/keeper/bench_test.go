package keeper

import (
	"context"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"tirage/seal"
)

var largeBlock = seal.Block{Game: 3002, Number: 1, Tickets: 50_000_000, PackSize: 1000}

func largeFolder(b *testing.B) string {
	b.Helper()
	dir := filepath.Join(b.TempDir(), "k")
	key, err := seal.NewKeeperKey(seal.NewSeed([32]byte{1}), largeBlock)
	if err != nil {
		b.Fatal(err)
	}
	if err := Add(dir, Facts{Block: largeBlock, Online: int64(largeBlock.Tickets)}, key, nil); err != nil {
		b.Fatal(err)
	}
	return dir
}

// overHTTP gives a client of a Book through a socket of this machine.
func overHTTP(t testing.TB, book *Book) *Client {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewService(book, testToken, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx, l) }()
	c, err := NewClient(ClientOptions{URL: "http://" + l.Addr().String(), Token: testToken, Verifier: book.Verifier()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		c.Close()
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return c
}

const testToken = "0123456789abcdef0123456789abcdef"

// BenchmarkTell tells groups of 500, each on the disk before its answer.
func BenchmarkTell(b *testing.B) {
	for _, way := range []string{"in process", "http"} {
		b.Run(way, func(b *testing.B) {
			book := open(b, Options{Dir: largeFolder(b)})
			var k Keeper = book
			if way == "http" {
				k = overHTTP(b, book)
			}
			group := sales(1, 0, 500)
			from := int64(0)
			for b.Loop() {
				ack, err := k.Tell(context.Background(), id, from, group)
				if err != nil {
					b.Fatal(err)
				}
				from = ack.Told
			}
			b.ReportMetric(float64(from)/b.Elapsed().Seconds(), "sales/s")
		})
	}
}

// BenchmarkHalves asks for one half a call from 64 at once, each noted on the disk before its answer.
func BenchmarkHalves(b *testing.B) {
	book := open(b, Options{Dir: largeFolder(b)})
	c := overHTTP(b, book)
	if _, err := c.Tell(context.Background(), id, 0, sales(1, 0, 1000)); err != nil {
		b.Fatal(err)
	}
	var n atomic.Int64
	b.SetParallelism(64)
	b.RunParallel(func(p *testing.PB) {
		for p.Next() {
			if _, err := c.Halves(context.Background(), id, []int64{n.Add(1) % 1000}); err != nil {
				b.Error(err)
			}
		}
	})
	b.ReportMetric(float64(n.Load())/b.Elapsed().Seconds(), "halves/s")
}

// BenchmarkOpen reads a block of 200,000 told sales whole.
func BenchmarkOpen(b *testing.B) {
	dir := largeFolder(b)
	book := open(b, Options{Dir: dir})
	group := sales(1, 0, 1000)
	for i := range int64(200) {
		if _, err := book.Tell(context.Background(), id, i*1000, group); err != nil {
			b.Fatal(err)
		}
	}
	_ = book.Close()
	for b.Loop() {
		if states, err := Inspect(dir); err != nil || states[0].Told.Told != 200_000 {
			b.Fatal(err)
		}
	}
	b.ReportMetric(200_000*float64(b.N)/b.Elapsed().Seconds(), "sales/s")
}

// BenchmarkSync is the yardstick: two small files written and synced as one Tell does, without anything else.
func BenchmarkSync(b *testing.B) {
	dir := b.TempDir()
	f, err := os.Create(filepath.Join(dir, "f"))
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	data := make([]byte, 24_000)
	for b.Loop() {
		if _, err := f.Write(data); err != nil {
			b.Fatal(err)
		}
		if err := f.Sync(); err != nil {
			b.Fatal(err)
		}
	}
}
