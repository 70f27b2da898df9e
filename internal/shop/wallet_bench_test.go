package shop

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"

	"tirage/internal/shop/wallet"
	"tirage/money"
)

// generous is a wallet that accepts everything at once.
type generous struct{}

func (generous) Name() string                                               { return "ops" }
func (generous) Bet(context.Context, wallet.Call) (money.Cents, error)      { return 0, nil }
func (generous) Win(context.Context, wallet.Call) (money.Cents, error)      { return 0, nil }
func (generous) Rollback(context.Context, wallet.Call) (money.Cents, error) { return 0, nil }
func (generous) Balance(context.Context, string) (money.Cents, error)       { return 0, nil }

// BenchmarkBuyElsewhere sells to 64 at a time what a wallet pays for that takes no time itself.
func BenchmarkBuyElsewhere(b *testing.B) {
	h := newHouse(b, options{change: func(o *Options) { o.Wallet = generous{} }})
	h.sql("update block set play = 0")
	if err := h.catalog.load(b.Context(), h.Shop); err != nil {
		b.Fatal(err)
	}
	by := h.person(Player)
	var n atomic.Int64
	for b.Loop() {
		done := make(chan error)
		for range 64 {
			go func() {
				_, err := h.Buy(b.Context(), by, fmt.Sprint("k", n.Add(1)), Order{Game: "vegas-3eur", Count: 1})
				done <- err
			}()
		}
		for range 64 {
			if err := <-done; err != nil && RefusalName(err) != "sold_out" {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(64*b.N)/b.Elapsed().Seconds(), "sales/s")
}
