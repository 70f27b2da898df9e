package api

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
)

// buyers is how many ask at a time.
const buyers = 64

// BenchmarkBuy sells tickets one by one to 64 players, each over a connection of its own, the client on the same machine and in the
// same process: what HTTP adds to the shop's own benchmark. All is durable.
func BenchmarkBuy(b *testing.B) {
	folder := filepath.Join(b.TempDir(), "block")
	if err := specimenOf(folder, 200); err != nil {
		b.Fatal(err)
	}
	h := newHouseOf(b, Options{Limits: free, Log: slog.New(slog.NewJSONHandler(io.Discard, nil))}, folder)
	server := httptest.NewServer(h)
	defer server.Close()
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: buyers}}
	who := make([]*somebody, buyers)
	for i := range who {
		who[i] = h.rich()
	}
	buy := func(s *somebody, n int64) error {
		r, err := http.NewRequestWithContext(b.Context(), http.MethodPost, server.URL+"/api/tickets", bytes.NewReader([]byte(`{"game":"vegas-3eur","count":1,"play":true}`)))
		if err != nil {
			return err
		}
		r.Header.Set("Authorization", "Bearer "+s.token)
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Idempotency-Key", fmt.Sprint("b-", n))
		answer, err := client.Do(r)
		if err != nil {
			return err
		}
		defer answer.Body.Close()
		if _, err := io.Copy(io.Discard, answer.Body); err != nil || answer.StatusCode != http.StatusCreated {
			return fmt.Errorf("%d %w", answer.StatusCode, err)
		}
		return nil
	}
	var next atomic.Int64
	var wait sync.WaitGroup
	b.ResetTimer()
	for _, s := range who {
		wait.Go(func() {
			for n := next.Add(1); n <= int64(b.N); n = next.Add(1) {
				if err := buy(s, n); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	wait.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "tickets/s")
}
