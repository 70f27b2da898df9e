//go:build readers

package shop

import (
	"context"
	"sync"
	"testing"
	"time"

	"tirage/internal/store/testdb"
)

// A database server that crashes while two nodes sell loses nothing that was answered: the nodes go on when it is back, and who was not
// answered asks again.
func TestServerCrashes(t *testing.T) {
	server, err := testdb.Start(t.Context()) // its own: what others wrote takes long to be read again
	must(t, err)
	defer func() { must(t, server.Stop()) }()
	p := newPair(t, database{"postgres", func(t testing.TB) string {
		dsn, err := server.Database(t.Context())
		must(t, err)
		return dsn
	}})
	defer p.close()
	defer p.second.close()
	var people []By
	for range 8 {
		people = append(people, p.player(1_000_00))
	}
	log := newAsked(append(people, p.person(Operator), p.person(Operator)))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var wait sync.WaitGroup
	for client := range log.people[1:] {
		node := []*house{p.house, p.second}[client%2]
		wait.Go(func() { log.work(ctx, node.Shop, client, -1, time.Millisecond, func(call) {}, func(answer) {}) })
	}
	for range 3 {
		time.Sleep(300 * time.Millisecond)
		must(t, server.Crash(t.Context()))
	}
	time.Sleep(300 * time.Millisecond)
	cancel()
	wait.Wait()
	for client := range log.people[1:] {
		wait.Go(func() {
			log.work(t.Context(), p.Shop, client, len(log.open(client))+2, 0, func(call) {}, func(answer) {})
		})
	}
	wait.Wait()
	t.Logf("%d calls", len(log.calls))
	if left := log.open(-1); len(left) > 0 {
		t.Errorf("never answered: %+v", left)
	}
	p.sound()
	p.reconcile(log)
}
