package counter

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tirage/internal/press"
	"tirage/internal/shop"
	"tirage/seal"
)

// many is the small game with so many tickets that each of a benchmark's claims has its own: seven of eight win.
var many = strings.NewReplacer(
	"block: 2000", "block: 80000", "lots: 440, total: 13000", "lots: 70000, total: 700000",
	"    - {amount: 500, count: 10, total: 5000}\n    - {amount: 100, count: 30, total: 3000}\n    - {amount: 20, count: 100, total: 2000}\n", "",
	"count: 300, total: 3000", "count: 70000, total: 700000", "amounts: [10, 20, 100, 500]", "amounts: [10]",
).Replace(smallGame)

// shop64 is a house with a large block, whose paper packs 64 retailers have.
func shop64(b *testing.B) (h *house, counters []shop.By, looks []Look) {
	b.Helper()
	h = openHouse(b, options{change: func(o *shop.Options) { o.Now, o.LeaseTTL, o.Log = time.Now, 0, slog.New(slog.DiscardHandler) }})
	b.Cleanup(h.close)
	h.operator, h.second = h.person(shop.Operator), h.person(shop.Operator)
	folder := filepath.Join(b.TempDir(), "block")
	_, err := press.Print(context.Background(), []byte(many), press.Options{
		Out: folder, Number: 1, Online: 4, Specimen: true, SeedA: seal.NewSeed([32]byte{1}), SeedB: seal.NewSeed([32]byte{2}),
	})
	if err != nil {
		b.Fatal(err)
	}
	h.block = h.register(folder)
	h.look(folder)
	h.openIssue()
	for n := range int64(64) {
		by := h.retailer()
		by.Origin = fmt.Sprint("counter", n)
		counters = append(counters, by)
		if n < 4 {
			h.deliver(by, 4+n*999, 4+n*999+998)
		}
	}
	stock, _, key, err := h.shop.Claims(h.block)
	if err != nil {
		b.Fatal(err)
	}
	var t seal.Ticket
	for pos := 4 * smallPack; pos < 80_000; pos++ {
		if err := h.press.Ticket(pos, &t); err != nil {
			b.Fatal(err)
		}
		if c, err := stock.Claim(t.Serial, t.VIRN, key); err == nil && c.Amount > 0 {
			looks = append(looks, Look{Serial: t.Serial.String(), VIRN: t.VIRN.Text()})
		}
	}
	return h, counters, looks
}

// BenchmarkClaims: 64 retailers check, reserve and have paid a ticket each after the other, in process.
func BenchmarkClaims(b *testing.B) {
	h, counters, looks := shop64(b)
	if b.N > len(looks) {
		b.Fatalf("there are %d tickets with a lot: let it run for a shorter time", len(looks))
	}
	var next atomic.Int64
	var wait sync.WaitGroup
	b.ReportAllocs()
	b.ResetTimer()
	for _, by := range counters {
		wait.Go(func() {
			for i := next.Add(1) - 1; i < int64(b.N); i = next.Add(1) - 1 {
				r, err := h.Reserve(b.Context(), by, fmt.Sprint("r", i), looks[i])
				if err == nil {
					_, err = h.Confirm(b.Context(), by, fmt.Sprint("c", i), r.Reference)
				}
				if err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	wait.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "claims/s")
}

// BenchmarkChecks: 64 holders ask about tickets that have a lot.
func BenchmarkChecks(b *testing.B) {
	h, _, looks := shop64(b)
	var next atomic.Int64
	var wait sync.WaitGroup
	b.ReportAllocs()
	b.ResetTimer()
	for n := range 64 {
		wait.Go(func() {
			by := shop.By{Origin: fmt.Sprint("home", n)}
			for i := next.Add(1) - 1; i < int64(b.N); i = next.Add(1) - 1 {
				if _, err := h.Check(b.Context(), by, looks[i%int64(len(looks))]); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	wait.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "checks/s")
}
