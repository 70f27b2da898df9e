package hall

import (
	"errors"
	"log/slog"
	"sync"
	"time"

	"golang.org/x/mod/sumdb/note"

	"tirage/internal/keeper"
	"tirage/internal/shop"
	"tirage/internal/store"
	"tirage/secret"
)

// The acts of the hall that need two persons.
const (
	AnnounceSuper shop.Kind = "announce_super" // to add an amount of the fund to the jackpot of one draw
	VoidDraw      shop.Kind = "void_draw"      // to give all stakes of a draw back after its lock
)

// Keys are what every node of a house has to run rooms, in files and not in the database.
type Keys struct {
	Signer note.Signer // of schedules, receipts, locks and ends
	Secret secret.Key  // from which the house's secrets of draws and the offers of cards follow
}

// Options says how a hall is run.
type Options struct {
	Node   string // of this program, in its log
	Keys   Keys
	Keeper keeper.Draws
	Log    *slog.Logger  // nil for none
	Lease  time.Duration // for which a room is a node's without a sign of life; 0 for two seconds
}

// Hall is an open hall. It is safe for concurrent use.
type Hall struct {
	Options
	shop     *shop.Shop
	store    *store.Store
	log      *slog.Logger
	holder   string // of leases: another one at each start
	formulas formulas
	watched  watched
	awake    chan struct{}

	mu      sync.Mutex
	runners map[store.RoomID]*runner
	paused  map[store.RoomID]bool
}

// Open opens the hall of a house that has not let anybody in yet, and admits the acts of the hall that need two persons.
func Open(s *shop.Shop, kept *store.Store, o Options) (*Hall, error) {
	if o.Keys.Signer == nil || !o.Keys.Secret.Set() || o.Keeper == nil {
		return nil, errors.New("hall: a signing key, a secret and a keeper are needed")
	}
	h := &Hall{
		Options: o, shop: s, store: kept, log: o.Log, awake: make(chan struct{}, 1),
		runners: map[store.RoomID]*runner{}, paused: map[store.RoomID]bool{},
	}
	if h.log == nil {
		h.log = slog.New(slog.DiscardHandler)
	}
	if h.Lease == 0 {
		h.Lease = 2 * time.Second
	}
	id, err := s.Identifier()
	if err != nil {
		return nil, err
	}
	h.holder = o.Node + "/" + id
	s.Admit(AnnounceSuper, func() shop.Effect { return &announcing{hall: h} })
	s.Admit(VoidDraw, func() shop.Effect { return &voiding{hall: h} })
	return h, nil
}

// wake has the hall look at once whether a draw has moved.
func (h *Hall) wake() {
	select {
	case h.awake <- struct{}{}:
	default:
	}
}

// expires is until when a lease goes that is renewed now, by the clock of leases.
func (h *Hall) expires() int64 { return h.shop.Time() + h.Lease.Microseconds() }

// pause notes whether this node can move a room on, and tells whether that is new.
func (h *Hall) pause(room store.RoomID, paused bool) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	was := h.paused[room]
	if paused {
		h.paused[room] = true
	} else {
		delete(h.paused, room)
	}
	return was != paused
}

func (h *Hall) isPaused(room store.RoomID) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.paused[room]
}
