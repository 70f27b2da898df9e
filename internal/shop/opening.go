package shop

import (
	"context"
	"sync"

	"tirage/internal/store"
	"tirage/seal"
)

// openings are the tickets that are being opened on this node: whoever asks for one that is being opened waits for that, and the keeper is
// asked once.
type openings struct {
	mu   sync.Mutex
	here map[askedTicket]*opening
}

// askedTicket is a ticket and who asks for it.
type askedTicket struct {
	person store.PersonID
	serial seal.Serial
}

// opening is a ticket being opened.
type opening struct {
	done   chan struct{}
	ticket *Ticket
	err    error
	left   bool // who opened it went away, and knows not how it ended
}

// do opens a ticket, or waits for who does, and gives what came of it.
func (o *openings) do(ctx context.Context, asked askedTicket, open func() (*Ticket, error)) (*Ticket, error) {
	for {
		o.mu.Lock()
		at, busy := o.here[asked]
		if !busy {
			at = &opening{done: make(chan struct{})}
			if o.here == nil {
				o.here = map[askedTicket]*opening{}
			}
			o.here[asked] = at
		}
		o.mu.Unlock()
		if !busy {
			at.err = ErrUnavailable // if open does not come back
			defer func() {
				at.left = at.err != nil && ctx.Err() != nil
				o.mu.Lock()
				delete(o.here, asked)
				o.mu.Unlock()
				close(at.done)
			}()
			at.ticket, at.err = open()
			return at.answer()
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-at.done:
		}
		if !at.left {
			return at.answer()
		}
	}
}

// answer is what came of it, a copy for each who asked.
func (at *opening) answer() (*Ticket, error) {
	if at.err != nil {
		return nil, at.err
	}
	ticket := *at.ticket
	return &ticket, nil
}
