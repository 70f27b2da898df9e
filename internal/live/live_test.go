package live

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"tirage/internal/hall"
	"tirage/internal/store"
)

// inMemory is a hall whose draws are in memory.
type inMemory struct {
	mu     sync.Mutex
	events []hall.Event
	reads  int
	wake   []func()
	mute   bool // nobody is woken
	body   json.RawMessage
}

const theDraw = "4211-00000001"

func (m *inMemory) Events(_ context.Context, draw string, after int64, limit int) ([]hall.Event, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.reads++
	if draw != theDraw || after >= int64(len(m.events)) {
		return nil, nil
	}
	list := m.events[after:]
	return append([]hall.Event(nil), list[:min(limit, len(list))]...), nil
}

func (m *inMemory) Heads(context.Context) ([]store.DrawHead, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return []store.DrawHead{{DrawRef: store.DrawRef{Code: 4211, Number: 1}, Room: "bingo-extra", State: "on_sale", Seq: int64(len(m.events)), Size: int64(len(m.events)), Price: 300}}, nil
}

func (m *inMemory) Watch(ctx context.Context, wake func()) {
	m.mu.Lock()
	m.wake = append(m.wake, wake)
	m.mu.Unlock()
	<-ctx.Done()
}

func (m *inMemory) Known(_ context.Context, room, draw string) (bool, error) {
	return room == "bingo-extra" || draw == theDraw, nil
}

func (m *inMemory) Paused(string) bool { return false }

// happen adds events.
func (m *inMemory) happen(n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for range n {
		seq := int64(len(m.events)) + 1
		if m.body == nil {
			m.body = json.RawMessage(`{}`)
		}
		m.events = append(m.events, hall.Event{Draw: theDraw, Seq: seq, At: seq, Kind: hall.Called, Body: m.body})
	}
	if !m.mute {
		for _, wake := range m.wake {
			wake()
			wake() // a hint may come twice
		}
	}
}

// node is a node that tells of a hall.
func node(t *testing.T, m *inMemory) (url string) {
	t.Helper()
	l, err := New(m, nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); l.Run(ctx) }()
	server := httptest.NewServer(l.WebSocket())
	t.Cleanup(func() {
		cancel()
		<-done
		server.Close()
	})
	return "ws" + strings.TrimPrefix(server.URL, "http")
}

// client is somebody who watches.
type client struct {
	t    *testing.T
	conn *websocket.Conn
	seqs []uint64 // of the publications that came
}

func connect(t *testing.T, url string) *client {
	t.Helper()
	conn, _, err := websocket.Dial(t.Context(), url, nil)
	if err != nil {
		t.Fatal(err)
	}
	conn.SetReadLimit(64 << 20)
	c := &client{t: t, conn: conn}
	t.Cleanup(func() { _ = conn.CloseNow() })
	c.send(`{"id":1,"connect":{}}`)
	c.until(func(r reply) bool { return r.ID == 1 })
	return c
}

func (c *client) send(text string) {
	c.t.Helper()
	if err := c.conn.Write(c.t.Context(), websocket.MessageText, []byte(text)); err != nil {
		c.t.Fatal(err)
	}
}

// reply is what a client is sent, as far as these tests look.
type reply struct {
	ID        int `json:"id"`
	Subscribe *struct {
		Recovered    bool   `json:"recovered"`
		Offset       uint64 `json:"offset"`
		Epoch        string `json:"epoch"`
		Publications []struct {
			Offset uint64 `json:"offset"`
		} `json:"publications"`
	} `json:"subscribe"`
	Push *struct {
		Channel string `json:"channel"`
		Pub     *struct {
			Offset uint64          `json:"offset"`
			Data   json.RawMessage `json:"data"`
		} `json:"pub"`
	} `json:"push"`
	Error *struct{ Code int } `json:"error"`
}

// until reads until a reply is as it is wanted.
func (c *client) until(is func(reply) bool) reply {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(c.t.Context(), 20*time.Second)
	defer cancel()
	for {
		_, data, err := c.conn.Read(ctx)
		if err != nil {
			c.t.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			var r reply
			if err := json.Unmarshal([]byte(line), &r); err != nil {
				c.t.Fatalf("%s: %v", line, err)
			}
			if r.Push != nil && r.Push.Pub != nil && r.Push.Pub.Offset > 0 {
				c.seqs = append(c.seqs, r.Push.Pub.Offset)
			}
			if is(r) {
				return r
			}
		}
	}
}

// watch subscribes to the draw, from a place if it is one.
func (c *client) watch(since int) reply {
	c.t.Helper()
	c.send(fmt.Sprintf(`{"id":2,"subscribe":{"channel":"draw:%s","recover":%v,"offset":%d,"epoch":"log"}}`, theDraw, since >= 0, max(since, 0)))
	r := c.until(func(r reply) bool { return r.ID == 2 })
	if r.Subscribe == nil {
		c.t.Fatalf("not subscribed: %+v", r.Error)
	}
	for _, p := range r.Subscribe.Publications {
		c.seqs = append(c.seqs, p.Offset)
	}
	return r
}

// has waits for the event with a number, and wants each since a place once and in order.
func (c *client) has(since, last uint64) {
	c.t.Helper()
	for len(c.seqs) == 0 || c.seqs[len(c.seqs)-1] < last {
		c.until(func(r reply) bool { return len(c.seqs) > 0 && c.seqs[len(c.seqs)-1] >= last })
	}
	for i, seq := range c.seqs {
		if seq != since+uint64(i)+1 {
			c.t.Fatalf("event %d comes as number %d after %d: %v", seq, i+1, since, c.seqs)
		}
	}
}

func TestEveryEventOnceInOrder(t *testing.T) {
	m := &inMemory{}
	url := node(t, m)
	m.happen(3)
	c := connect(t, url)
	if r := c.watch(-1); r.Subscribe.Offset != 3 || r.Subscribe.Epoch != epoch {
		t.Fatalf("subscribed at %+v", r.Subscribe)
	}
	for range 40 {
		m.happen(5)
	}
	c.has(3, 203)
}

// A wake-up that is lost costs a moment and no event.
func TestLostWakeUps(t *testing.T) {
	m := &inMemory{mute: true}
	c := connect(t, node(t, m))
	c.watch(-1)
	for range 5 {
		m.happen(3)
		time.Sleep(20 * time.Millisecond)
	}
	c.has(0, 15)
}

// Who was away recovers what was missed, from another node as well.
func TestRecoveryFromAnotherNode(t *testing.T) {
	m := &inMemory{}
	one, two := node(t, m), node(t, m)
	m.happen(4)
	c := connect(t, one)
	c.watch(-1)
	m.happen(3)
	c.has(4, 7)
	_ = c.conn.CloseNow()
	m.happen(600)
	again := connect(t, two)
	if r := again.watch(7); !r.Subscribe.Recovered {
		t.Fatalf("not recovered: %+v", r.Subscribe)
	}
	m.happen(2)
	again.has(7, 609)
}

// Many who come back at once are served from memory.
func TestManyReconnect(t *testing.T) {
	m := &inMemory{}
	url := node(t, m)
	m.happen(90)
	first := connect(t, url)
	first.watch(0)
	m.mu.Lock()
	reads := m.reads
	m.mu.Unlock()
	var all sync.WaitGroup
	for range 200 {
		all.Go(func() {
			c := connect(t, url)
			c.watch(30)
			c.has(30, 90)
		})
	}
	all.Wait()
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.reads > reads+2 {
		t.Errorf("the log was read %d times for those who came back", m.reads-reads)
	}
}

// What there is not is not watched, nobody publishes, and a room is hinted at.
func TestChannels(t *testing.T) {
	m := &inMemory{}
	c := connect(t, node(t, m))
	for i, channel := range []string{"draw:4211-00000002", "room:none", "person:1", "draw:", ""} {
		c.send(fmt.Sprintf(`{"id":%d,"subscribe":{"channel":%q}}`, i+10, channel))
		if channel == "" {
			break // which ends the connection
		}
		if r := c.until(func(r reply) bool { return r.ID == i+10 }); r.Error == nil {
			t.Errorf("%s is watched", channel)
		}
	}
	c = connect(t, node(t, m))
	c.send(`{"id":3,"subscribe":{"channel":"room:bingo-extra"}}`)
	c.until(func(r reply) bool { return r.ID == 3 && r.Error == nil })
	c.send(`{"id":4,"publish":{"channel":"room:bingo-extra","data":{}}}`)
	if r := c.until(func(r reply) bool { return r.ID == 4 }); r.Error == nil {
		t.Error("a client publishes")
	}
	m.happen(3)
	c.until(func(r reply) bool {
		var h Hint
		return r.Push != nil && r.Push.Channel == "room:bingo-extra" && json.Unmarshal(r.Push.Pub.Data, &h) == nil && h.Kind == "sales" && h.Cards == 3 && h.Stakes == 900
	})
}

// A client that does not read is cut off, and the others are told as before.
func TestSlowClient(t *testing.T) {
	m := &inMemory{body: json.RawMessage(`"` + strings.Repeat("x", 1000) + `"`)}
	url := node(t, m)
	slow, quick := connect(t, url), connect(t, url)
	slow.watch(-1)
	quick.watch(-1)
	for n := 1; n <= 300; n++ {
		m.happen(100)
		quick.has(0, uint64(n*100))
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	for got := 0; ; {
		_, data, err := slow.conn.Read(ctx)
		if err != nil {
			if ctx.Err() != nil {
				t.Fatal("the slow client was never cut off")
			}
			break
		}
		if got += len(data); got > 30<<20 {
			t.Fatal("the slow client was told everything")
		}
	}
}
