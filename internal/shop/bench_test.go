package shop

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
)

// 64 players buy a ticket after the other, durably; the rate is of purchases answered. The block is sold beyond what of it was printed:
// nothing is revealed.
func BenchmarkBuy(b *testing.B) {
	for _, d := range databases() {
		b.Run(d.name, func(b *testing.B) {
			h := newHouse(b, options{dsn: d.fresh(b)})
			const buyers = 64
			players := make([]By, buyers)
			for i := range players {
				players[i] = h.player(MaxAmount)
			}
			h.sql("update block set online_end = 2000000")
			if err := h.catalog.load(b.Context(), h.Shop); err != nil {
				b.Fatal(err)
			}
			var next atomic.Int64
			var wait sync.WaitGroup
			b.ResetTimer()
			for _, by := range players {
				wait.Go(func() {
					for {
						n := next.Add(1)
						if n > int64(b.N) {
							return
						}
						if _, err := h.Buy(b.Context(), by, fmt.Sprint(n), Order{Game: "vegas-3eur", Count: 1, Play: true}); err != nil {
							b.Error(err)
							return
						}
					}
				})
			}
			wait.Wait()
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "purchases/s")
		})
	}
}
