package live

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/centrifugal/centrifuge"

	"tirage/internal/hall"
	"tirage/internal/store"
)

const (
	lookEvery = 250 * time.Millisecond // whether draws stand further, whoever was not woken
	hintEvery = time.Second            // how often a room's sales are told
	maxQueue  = 256 << 10              // bytes that wait for one client before it is cut off
	maxWatch  = 32                     // channels of one client
	maxAsked  = 4 << 10                // bytes of a message of a client
)

// Hall is what of a hall is told.
type Hall interface {
	Events(ctx context.Context, draw string, after int64, limit int) ([]hall.Event, error)
	Heads(ctx context.Context) ([]store.DrawHead, error)
	Watch(ctx context.Context, wake func())
	Known(ctx context.Context, room, draw string) (bool, error)
	Paused(room string) bool
}

// Live tells what happens in a hall.
type Live struct {
	hall   Hall
	node   *centrifuge.Node
	broker *broker
	log    *slog.Logger
	hints  map[store.RoomID]Hint // as they were told last
}

// Hint is what is worth a look in a room: a draw that is on sale or played, by the numbers. It has no number of its own.
type Hint struct {
	Kind    string `json:"kind"` // "sales", "paused", "resumed" or "draws": another draw is announced, or one has moved
	Draw    string `json:"draw,omitempty"`
	State   string `json:"state,omitempty"`
	Cards   int64  `json:"cards,omitempty"`
	Players int64  `json:"players,omitempty"`
	Robots  int64  `json:"robots,omitempty"`
	Stakes  int64  `json:"stakes,omitempty"` // in minor units
}

// inHall is the log of draws in a hall.
type inHall struct{ hall Hall }

// Events is Log's.
func (l inHall) Events(ctx context.Context, draw string, after int64, limit int) ([]Event, error) {
	list, err := l.hall.Events(ctx, draw, after, limit)
	events := make([]Event, len(list))
	for i := range list {
		data, err := json.Marshal(list[i])
		if err != nil {
			return nil, err
		}
		events[i] = Event{list[i].Seq, data}
	}
	return events, err
}

// New makes what tells of a hall. Log may be nil.
func New(h Hall, log *slog.Logger) (*Live, error) {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	node, err := centrifuge.New(centrifuge.Config{
		ClientQueueMaxSize: maxQueue, ClientChannelLimit: maxWatch, LogLevel: centrifuge.LogLevelError,
		LogHandler: func(e centrifuge.LogEntry) { log.Warn("real time: "+e.Message, "fields", e.Fields) },
	})
	if err != nil {
		return nil, err
	}
	l := &Live{hall: h, node: node, broker: newBroker(inHall{h}), log: log, hints: map[store.RoomID]Hint{}}
	node.SetBroker(l.broker)
	node.OnConnecting(func(context.Context, centrifuge.ConnectEvent) (centrifuge.ConnectReply, error) {
		return centrifuge.ConnectReply{Credentials: &centrifuge.Credentials{}}, nil // all that is told is public
	})
	node.OnConnect(func(c *centrifuge.Client) {
		c.OnSubscribe(func(e centrifuge.SubscribeEvent, done centrifuge.SubscribeCallback) {
			done(l.admit(c.Context(), e.Channel))
		})
	})
	return l, node.Run()
}

// admit lets a client watch a draw or a room that there is.
func (l *Live) admit(ctx context.Context, channel string) (centrifuge.SubscribeReply, error) {
	room, isRoom := strings.CutPrefix(channel, roomChannel)
	draw, isDraw := strings.CutPrefix(channel, drawChannel)
	if !isRoom {
		room = ""
	}
	if !isDraw {
		draw = ""
	}
	if !isRoom && !isDraw {
		return centrifuge.SubscribeReply{}, centrifuge.ErrorUnknownChannel
	}
	known, err := l.hall.Known(ctx, room, draw)
	switch {
	case err != nil:
		return centrifuge.SubscribeReply{}, centrifuge.ErrorInternal
	case !known:
		return centrifuge.SubscribeReply{}, centrifuge.ErrorUnknownChannel
	}
	return centrifuge.SubscribeReply{Options: centrifuge.SubscribeOptions{EnablePositioning: isDraw, EnableRecovery: isDraw}}, nil
}

// WebSocket is where clients come: JSON, the protocol of centrifuge. Pages of other sites are refused.
func (l *Live) WebSocket() http.Handler {
	return centrifuge.NewWebsocketHandler(l.node, centrifuge.WebsocketConfig{
		MessageSizeLimit: maxAsked, UseWriteBufferPool: true, ReadBufferSize: 512, WriteTimeout: 5 * time.Second,
	})
}

// Run tells until the context ends, and then sends everybody away.
func (l *Live) Run(ctx context.Context) {
	woken := make(chan struct{}, 1)
	done := make(chan struct{})
	go func() {
		defer close(done)
		l.hall.Watch(ctx, func() {
			select {
			case woken <- struct{}{}:
			default:
			}
		})
	}()
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	var hinted time.Time
	for ctx.Err() == nil {
		heads, err := l.hall.Heads(ctx)
		if err == nil {
			err = l.follow(ctx, heads)
		}
		if now := time.Now(); err == nil && now.Sub(hinted) >= hintEvery {
			hinted = now
			err = l.hint(heads)
			l.broker.forget(now)
		}
		if err != nil && ctx.Err() == nil {
			l.log.Warn("what happened was not told yet: it is read again", "error", err)
		}
		select {
		case <-ctx.Done():
		case <-tick.C:
		case <-woken:
		}
	}
	<-done
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	_ = l.node.Shutdown(last) // everybody is sent away, or the program ends anyhow
}

// follow tells of every draw that stands further than was told.
func (l *Live) follow(ctx context.Context, heads []store.DrawHead) error {
	for _, d := range heads {
		if err := l.broker.follow(ctx, drawChannel+d.String(), d.Seq); err != nil {
			return err
		}
	}
	return nil
}

// hint tells of every room how the draw that is on sale sells, and whether the room stands still, where that has changed.
func (l *Live) hint(heads []store.DrawHead) error {
	next := map[store.RoomID]Hint{}
	for _, d := range heads {
		if was, ok := next[d.Room]; d.State != "on_sale" || ok && was.Draw < d.String() {
			continue
		}
		next[d.Room] = Hint{"sales", d.String(), d.State, d.Size, d.Players, d.Robots, int64(d.Price) * d.Size}
	}
	for room, h := range next {
		if l.hall.Paused(string(room)) {
			h.Kind = "paused"
		} else if l.hints[room].Kind == "paused" {
			h.Kind = "resumed"
		}
		if h == l.hints[room] {
			continue
		}
		l.hints[room] = h
		data, err := json.Marshal(h)
		if err != nil {
			return err
		}
		if err := l.broker.tell(roomChannel+string(room), data); err != nil {
			return err
		}
	}
	return nil
}
