package live

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/centrifugal/centrifuge"
	"github.com/coder/websocket"

	"tirage/internal/hall"
)

// spectators is how many watch in the benchmark: with both ends in one process, as many as its files allow.
const spectators = 5_000

// BenchmarkAudience tells balls to 5,000 spectators, by a bare server of centrifuge and by this package, in one run: from the ball to the last of them.
func BenchmarkAudience(b *testing.B) {
	ball := json.RawMessage(`{"number":17,"ball":42,"won":[{"figure":"one_line","units":1,"each":166,"owners":["` + strings.Repeat("0", 64) + `"]}]}`)
	b.Run("bare", func(b *testing.B) {
		n, err := centrifuge.New(centrifuge.Config{LogLevel: centrifuge.LogLevelNone})
		if err != nil {
			b.Fatal(err)
		}
		n.OnConnecting(func(context.Context, centrifuge.ConnectEvent) (centrifuge.ConnectReply, error) {
			return centrifuge.ConnectReply{Credentials: &centrifuge.Credentials{}}, nil
		})
		n.OnConnect(func(c *centrifuge.Client) {
			c.OnSubscribe(func(_ centrifuge.SubscribeEvent, done centrifuge.SubscribeCallback) {
				done(centrifuge.SubscribeReply{Options: centrifuge.SubscribeOptions{EnableRecovery: true}}, nil)
			})
		})
		if err := n.Run(); err != nil {
			b.Fatal(err)
		}
		defer func() { _ = n.Shutdown(context.Background()) }()
		seq := int64(0)
		watched(b, centrifuge.NewWebsocketHandler(n, centrifuge.WebsocketConfig{UseWriteBufferPool: true, ReadBufferSize: 512}), func() {
			seq++
			data, err := json.Marshal(hall.Event{Draw: theDraw, Seq: seq, At: time.Now().UnixMicro(), Kind: hall.Called, Body: ball})
			if err == nil {
				_, err = n.Publish(drawChannel+theDraw, data, centrifuge.WithHistory(500, time.Hour))
			}
			if err != nil {
				b.Error(err)
			}
		})
	})
	b.Run("live", func(b *testing.B) {
		m := &inMemory{}
		l, err := New(m, nil)
		if err != nil {
			b.Fatal(err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		done := make(chan struct{})
		go func() { defer close(done); l.Run(ctx) }()
		defer func() { cancel(); <-done }()
		watched(b, l.WebSocket(), func() {
			m.mu.Lock()
			m.events = append(m.events, hall.Event{Draw: theDraw, Seq: int64(len(m.events)) + 1, At: time.Now().UnixMicro(), Kind: hall.Called, Body: ball})
			wake := slices.Clone(m.wake)
			m.mu.Unlock()
			for _, w := range wake {
				w()
			}
		})
	})
}

// watched has spectators watch, has balls happen one by one, and reports how long each took to the last spectator.
func watched(b *testing.B, handler http.Handler, happen func()) {
	b.Helper()
	server := httptest.NewServer(handler)
	defer server.Close()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	heard := make(chan int64, spectators)
	var ready, all sync.WaitGroup
	slots := make(chan struct{}, 100)
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: -1, WriteBufferSize: 512, ReadBufferSize: 1024}}
	for range spectators {
		slots <- struct{}{}
		ready.Add(1)
		all.Go(func() {
			came := sync.OnceFunc(func() { <-slots; ready.Done() })
			defer came()
			conn, _, err := websocket.Dial(ctx, "ws"+strings.TrimPrefix(server.URL, "http"), &websocket.DialOptions{HTTPClient: client})
			if err == nil {
				err = conn.Write(ctx, websocket.MessageText, fmt.Appendf(nil, "{\"id\":1,\"connect\":{}}\n{\"id\":2,\"subscribe\":{\"channel\":\"draw:%s\"}}", theDraw))
			}
			if err != nil {
				b.Error(err)
				return
			}
			defer func() { _ = conn.CloseNow() }()
			for {
				_, data, err := conn.Read(ctx)
				if err != nil {
					return
				}
				now := time.Now().UnixMicro()
				for line := range strings.Lines(string(data)) {
					switch {
					case strings.Contains(line, `"id":2`):
						came()
					case strings.Contains(line, `"kind":"ball"`):
						heard <- now
					case strings.TrimSpace(line) == "{}":
						_ = conn.Write(ctx, websocket.MessageText, []byte("{}")) // whoever is cut off is missed below
					}
				}
			}
		})
	}
	ready.Wait()
	var took []int64
	b.ResetTimer()
	for range b.N {
		began, last := time.Now().UnixMicro(), int64(0)
		happen()
		for range spectators {
			last = max(last, <-heard)
		}
		took = append(took, last-began)
		b.StopTimer()
		time.Sleep(200 * time.Millisecond) // balls are seconds apart
		b.StartTimer()
	}
	b.StopTimer()
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2])/1000, "ms-to-last-p50")
	b.ReportMetric(float64(took[(len(took)*99+99)/100-1])/1000, "ms-to-last-p99")
	cancel()
	all.Wait()
}
