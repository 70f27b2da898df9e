package main

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"tirage/games"
	"tirage/internal/keeper"
	"tirage/internal/shop"
)

// The start of a house with twenty registered blocks, of all shipped games: until it could answer. The bound is two seconds and 512 MB.
func BenchmarkStartWithTwentyBlocks(b *testing.B) {
	dir := b.TempDir()
	c := &serveCall{demo: true, node: "one", currency: "EUR", lease: 2 * time.Second}
	var folders []string
	for i := range 20 {
		game := games.List()[i%len(games.List())]
		folder := filepath.Join(dir, fmt.Sprint(game, "-", i))
		if err := printSpecimen(b.Context(), game, folder, uint16(i/len(games.List())+1), 2, 0); err != nil {
			b.Fatal(err)
		}
		if err := giveKeeper(filepath.Join(dir, keeperDir), folder); err != nil {
			b.Fatal(err)
		}
		folders = append(folders, folder)
	}
	book, err := keeper.Open(keeper.Options{Dir: filepath.Join(dir, keeperDir)})
	if err != nil {
		b.Fatal(err)
	}
	defer book.Close()
	c.keeperVerifier = book.Verifier()
	open := func() *openHouse {
		h, err := c.open(b.Context(), slog.New(slog.DiscardHandler), "sqlite:"+filepath.Join(dir, houseFile), book)
		if err != nil {
			b.Fatal(err)
		}
		return h
	}
	shut := func(h *openHouse) {
		if err := h.shop.Close(); err != nil {
			b.Fatal(err)
		}
		if err := h.store.Close(); err != nil {
			b.Fatal(err)
		}
	}
	h := open()
	desk, err := openDesk(b.Context(), h.store)
	if err != nil {
		b.Fatal(err)
	}
	var operators []shop.By
	for _, login := range []string{"one", "two"} {
		id, err := desk.Register(b.Context(), login, "a long password", shop.Operator)
		if err != nil {
			b.Fatal(err)
		}
		operators = append(operators, shop.By{Person: id, Role: shop.Operator})
	}
	if err := desk.Close(); err != nil {
		b.Fatal(err)
	}
	for _, folder := range folders {
		body, _ := json.Marshal(registering{folder, true})
		p, err := h.shop.Propose(b.Context(), operators[0], shop.RegisterBlock, body, "to measure")
		if err != nil {
			b.Fatal(err)
		}
		if _, err := h.shop.Decide(b.Context(), operators[1], p.ID, true, "to measure"); err != nil {
			b.Fatal(err)
		}
	}
	shut(h)
	var before, after runtime.MemStats
	for b.Loop() {
		b.StopTimer()
		runtime.GC()
		runtime.ReadMemStats(&before)
		b.StartTimer()
		h := open()
		b.StopTimer()
		runtime.GC()
		runtime.ReadMemStats(&after)
		if views, err := h.shop.Blocks(b.Context()); err != nil || len(views) != len(folders) {
			b.Fatalf("%d blocks, %v", len(views), err)
		}
		shut(h)
		b.StartTimer()
	}
	b.ReportMetric(float64(after.HeapAlloc-min(before.HeapAlloc, after.HeapAlloc))/1e6, "MB-held")
}
