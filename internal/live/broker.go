package live

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"github.com/centrifugal/centrifuge"
)

// The channels there are: "draw:4211-00000042" has the events of a draw, "room:bingo-extra" what is worth a look in a room.
const (
	drawChannel = "draw:"
	roomChannel = "room:"
)

// epoch of all draws' channels: their numbers are those of the logs, which never begin anew.
const epoch = "log"

// kept is how long the events of a draw stay here after somebody last asked for them.
const kept = time.Minute

// readsAtOnce is how many events are read at once.
const readsAtOnce = 500

// Event is an event of a draw's log, as it is told.
type Event struct {
	Seq  int64
	Data []byte // JSON
}

// Log is where the events of draws are.
type Log interface {
	// Events returns the events of a draw after one, in order.
	Events(ctx context.Context, draw string, after int64, limit int) ([]Event, error)
}

// stream is the events of one draw, from the first.
type stream struct {
	mu     sync.Mutex // held while events are read or told, so that they are told in order
	events []*centrifuge.Publication
	asked  time.Time
	subs   bool // somebody on this node is subscribed
}

// broker is a broker of centrifuge over the logs of draws. Nobody publishes: what a log has is told.
type broker struct {
	log     Log
	handler centrifuge.BrokerEventHandler

	mu      sync.Mutex
	streams map[string]*stream // by channel
}

func newBroker(l Log) *broker { return &broker{log: l, streams: map[string]*stream{}} }

var errNobodyPublishes = errors.New("live: nobody publishes")

// RegisterBrokerEventHandler is centrifuge's.
func (b *broker) RegisterBrokerEventHandler(h centrifuge.BrokerEventHandler) error {
	b.handler = h
	return nil
}

// stream is that of a channel; it is made if there is none.
func (b *broker) stream(channel string) *stream {
	b.mu.Lock()
	defer b.mu.Unlock()
	s := b.streams[channel]
	if s == nil {
		s = &stream{}
		b.streams[channel] = s
	}
	return s
}

// Subscribe is centrifuge's.
func (b *broker) Subscribe(channels ...string) error { return b.subscribe(channels, true) }

// Unsubscribe is centrifuge's.
func (b *broker) Unsubscribe(channels ...string) error { return b.subscribe(channels, false) }

func (b *broker) subscribe(channels []string, on bool) error {
	for _, c := range channels {
		s := b.stream(c)
		s.mu.Lock()
		s.subs, s.asked = on, time.Now()
		s.mu.Unlock()
	}
	return nil
}

// Publish refuses: see follow.
func (b *broker) Publish(string, []byte, centrifuge.PublishOptions) (centrifuge.PublishResult, error) {
	return centrifuge.PublishResult{}, errNobodyPublishes
}

// PublishJoin does nothing.
func (b *broker) PublishJoin(string, *centrifuge.ClientInfo) error { return nil }

// PublishLeave does nothing.
func (b *broker) PublishLeave(string, *centrifuge.ClientInfo) error { return nil }

// RemoveHistory refuses: a log is for ever.
func (b *broker) RemoveHistory(string) error { return errNobodyPublishes }

// History is centrifuge's: what a log has after a place, from memory if it is there.
func (b *broker) History(channel string, o centrifuge.HistoryOptions) ([]*centrifuge.Publication, centrifuge.StreamPosition, error) {
	if !strings.HasPrefix(channel, drawChannel) {
		return nil, centrifuge.StreamPosition{Epoch: epoch}, nil
	}
	s := b.stream(channel)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = time.Now()
	if len(s.events) == 0 {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		if err := b.read(ctx, channel, s, nil); err != nil {
			return nil, centrifuge.StreamPosition{}, err
		}
	}
	top := centrifuge.StreamPosition{Offset: uint64(len(s.events)), Epoch: epoch}
	from := 0
	if since := o.Filter.Since; since != nil {
		from = int(min(since.Offset, uint64(len(s.events))))
	}
	list := s.events[from:]
	if n := o.Filter.Limit; n >= 0 && n < len(list) {
		list = list[:n]
	}
	return list[:len(list):len(list)], top, nil
}

// read reads the events of a draw that are not here yet, and tells each.
func (b *broker) read(ctx context.Context, channel string, s *stream, tell func(*centrifuge.Publication) error) error {
	for {
		list, err := b.log.Events(ctx, strings.TrimPrefix(channel, drawChannel), int64(len(s.events)), readsAtOnce)
		if err != nil {
			return err
		}
		for _, e := range list {
			if e.Seq != int64(len(s.events))+1 {
				return errors.New("live: the log of " + channel + " has a gap")
			}
			p := &centrifuge.Publication{Offset: uint64(e.Seq), Data: e.Data}
			s.events = append(s.events, p)
			if tell != nil {
				if err := tell(p); err != nil {
					return err
				}
			}
		}
		if len(list) < readsAtOnce {
			return nil
		}
	}
}

// follow tells those on this node who are subscribed to a draw what its log has beyond what was told, if it stands further than that.
func (b *broker) follow(ctx context.Context, channel string, seq int64) error {
	b.mu.Lock()
	s := b.streams[channel]
	b.mu.Unlock()
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.subs || int64(len(s.events)) >= seq {
		return nil
	}
	return b.read(ctx, channel, s, func(p *centrifuge.Publication) error {
		return b.handler.HandlePublication(channel, p, centrifuge.StreamPosition{Offset: p.Offset, Epoch: epoch}, false, nil)
	})
}

// forget drops what nobody is subscribed to and nobody asked for lately.
func (b *broker) forget(now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for channel, s := range b.streams {
		if !s.mu.TryLock() {
			continue // in use
		}
		if !s.subs && now.Sub(s.asked) > kept {
			delete(b.streams, channel)
		}
		s.mu.Unlock()
	}
}

// tell tells those on this node who are subscribed to a room.
func (b *broker) tell(channel string, data []byte) error {
	return b.handler.HandlePublication(channel, &centrifuge.Publication{Data: data}, centrifuge.StreamPosition{}, false, nil)
}
