package store

import (
	"context"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
)

// news is the channel by which nodes tell each other, on PostgreSQL, that draws have new events.
const news = "tirage_draw"

// watchers are those on this node who are woken when draws have new events.
type watchers struct {
	mu   sync.Mutex
	last int
	list map[int]func()
}

func (w *watchers) add(wake func()) (remove func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.list == nil {
		w.list = map[int]func(){}
	}
	w.last++
	id := w.last
	w.list[id] = wake
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.list, id)
	}
}

func (w *watchers) wake() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, wake := range w.list {
		wake()
	}
}

// Watch calls wake, which must not wait, after every commit that added events to draws: on this node, or on PostgreSQL on any. It returns
// when the context ends. A call is a hint: one may come for nothing, and while the database is away none comes; once it is back there is one.
func (s *Store) Watch(ctx context.Context, wake func()) {
	defer s.watchers.add(wake)()
	if s.engine.listen == nil {
		<-ctx.Done()
		return
	}
	for ctx.Err() == nil {
		_ = s.engine.listen(ctx, wake) // whatever ended it: it is begun again
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
}

// listener waits for news on a connection of its own, until the context ends or the connection is lost.
func listener(config *pgx.ConnConfig) func(ctx context.Context, wake func()) error {
	return func(ctx context.Context, wake func()) error {
		conn, err := pgx.ConnectConfig(ctx, config)
		if err != nil {
			return err
		}
		defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }() // nothing was written
		if _, err := conn.Exec(ctx, "listen "+news); err != nil {
			return err
		}
		wake() // for what came before
		for {
			if _, err := conn.WaitForNotification(ctx); err != nil {
				return err
			}
			wake()
		}
	}
}
