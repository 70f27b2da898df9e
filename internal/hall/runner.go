package hall

import (
	"context"
	"errors"
	"sync"
	"time"

	"tirage/bingo"
	"tirage/internal/shop"
	"tirage/internal/store"
)

const (
	retryAfter = 250 * time.Millisecond // what failed is tried again
	readAgain  = 5 * time.Second        // a room is read again, whatever woke nobody
	feedEvery  = 200 * time.Millisecond // cards that were sold are taken in
)

// game is a draw that a runner moves on.
type game struct {
	row    store.Draw
	table  *table  // nil until it is needed
	sealed *sealed // nil until it was opened
	asked  *asked  // of the keeper; nil while nobody asks
}

// known is where a draw stands, as its runner knows.
type known struct {
	state  string
	seq    int64
	opens  int64
	closes int64
}

// runner moves the draws of one room on, for as long as this node holds it.
type runner struct {
	hall  *Hall
	lease store.RoomLease
	end   context.CancelFunc
	work  sync.WaitGroup
	awake chan struct{}

	mu    sync.Mutex
	stale bool                    // the rows are to be read again
	known map[store.DrawRef]known // of the rows as they were read, or written

	// of the goroutine that runs
	room     store.Room
	settings Settings
	formula  *bingo.Formula // of the draws that are announced next
	games    []*game        // by number
	commits  *committing    // of the draw that is announced next; nil while nobody asks
	read     time.Time
	fed      time.Time
}

func newRunner(h *Hall, l store.RoomLease) *runner {
	return &runner{hall: h, lease: l, awake: make(chan struct{}, 1), stale: true}
}

func (r *runner) start(ctx context.Context) {
	ctx, r.end = context.WithCancel(ctx)
	r.work.Go(func() { r.run(ctx) })
	r.work.Go(func() { r.robots(ctx) })
}

func (r *runner) stop() {
	r.end()
	r.work.Wait()
}

func (r *runner) wake() {
	select {
	case r.awake <- struct{}{}:
	default:
	}
}

// see is told where the draws of the room stand.
func (r *runner) see(heads []store.DrawHead) {
	r.mu.Lock()
	defer r.mu.Unlock()
	differ := len(heads) != len(r.known)
	for _, d := range heads {
		was, ok := r.known[d.DrawRef]
		differ = differ || !ok || was.seq < d.Seq
	}
	if differ {
		r.stale = true
		r.wake()
	}
}

// reread has the rows read again before the next turn.
func (r *runner) reread() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.stale = true
}

// run moves the room on until the context ends or somebody else holds it.
func (r *runner) run(ctx context.Context) {
	h := r.hall
	defer h.pause(r.lease.Room, false)
	for {
		next, err := r.turn(ctx)
		if ctx.Err() != nil {
			return
		}
		switch {
		case errors.Is(err, errLost):
			h.log.Warn("another node runs this room", "room", r.lease.Room)
			return
		case errors.Is(err, errMoved):
			r.reread()
			next = 0
		case err != nil:
			if h.pause(r.lease.Room, true) {
				h.log.Error("the room stands still: tried again until it goes on", "room", r.lease.Room, "error", err)
			}
			r.reread()
			retry := h.shop.Time() + retryAfter.Microseconds()
			if next = min(next, retry); next == 0 {
				next = retry
			}
		default:
			if h.pause(r.lease.Room, false) {
				h.log.Warn("the room goes on", "room", r.lease.Room)
			}
		}
		wait := min(time.Duration(next-h.shop.Time())*time.Microsecond, feedEvery)
		timer := time.NewTimer(max(wait, 0))
		select {
		case <-ctx.Done():
		case <-timer.C:
		case <-r.awake:
		}
		timer.Stop()
	}
}

// turn does all that is due, and tells when something is due next.
func (r *runner) turn(ctx context.Context) (next int64, err error) {
	r.mu.Lock()
	stale := r.stale || time.Since(r.read) > readAgain
	r.stale = false
	r.mu.Unlock()
	if stale {
		if err := r.load(ctx); err != nil {
			return 0, err
		}
	}
	now := r.hall.shop.Time()
	next = now + readAgain.Microseconds()
	var failed error // of one thing: the others go on
	if r.formula.Mode == bingo.Multi && r.room.State == "open" {
		at, err := r.announce(ctx, now)
		switch {
		case errors.Is(err, errLost), errors.Is(err, errMoved):
			return 0, err
		case err != nil:
			failed = err
		default:
			next = min(next, at)
		}
	}
	waits := false // for a draw before, which has not ended: its jackpot and fund are those of the next lock
	for _, g := range r.games {
		if waits && r.formula.Mode == bingo.Multi && g.row.State == "on_sale" {
			continue
		}
		waits = true
		at, err := r.advance(ctx, g, now)
		if errors.Is(err, errLost) || errors.Is(err, errMoved) {
			return 0, err
		}
		if err != nil {
			failed = err
			continue
		}
		if g.row.Ended == 0 {
			next = min(next, at)
		} else {
			next = now // for the draw after it, which has waited
		}
	}
	r.drop()
	if time.Since(r.fed) >= feedEvery {
		r.fed = time.Now()
		if err := r.feed(ctx); err != nil {
			failed = err
		}
	}
	return next, failed
}

// load reads the room and its draws that have not ended. What is known of draws that stand as they did stays.
func (r *runner) load(ctx context.Context) (err error) {
	h := r.hall
	if r.room, err = h.store.Room(ctx, r.lease.Room); err != nil {
		return err
	}
	if r.settings, err = settings(&r.room); err != nil {
		return err
	}
	if r.formula, err = h.formula(ctx, r.room.Formula); err != nil {
		return err
	}
	rows, err := h.store.LiveDrawsOf(ctx, r.room.ID)
	if err != nil {
		return err
	}
	was := map[store.DrawRef]*game{}
	for _, g := range r.games {
		was[g.row.DrawRef] = g
	}
	r.games = nil
	for i := range rows {
		g := was[rows[i].DrawRef]
		if g == nil || g.row.Seq != rows[i].Seq {
			g = &game{}
		}
		g.row = rows[i]
		r.games = append(r.games, g)
	}
	r.read = time.Now()
	r.note()
	return nil
}

// note notes where the draws stand, so that the hall wakes nobody for what this runner has done.
func (r *runner) note() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.known = make(map[store.DrawRef]known, len(r.games))
	for _, g := range r.games {
		if g.row.Ended == 0 {
			r.known[g.row.DrawRef] = known{g.row.State, g.row.Seq, g.row.Opens, g.row.Closes}
		}
	}
}

// drop forgets the draws that have ended.
func (r *runner) drop() {
	left := r.games[:0]
	for _, g := range r.games {
		if g.row.Ended == 0 {
			left = append(left, g)
		}
	}
	clear(r.games[len(left):])
	r.games = left
	r.note()
}

// feed takes in the cards that were sold, so that the lock finds them there. While balls are called it takes few at once: none waits for it.
func (r *runner) feed(ctx context.Context) error {
	most := int64(bingo.MaxCardsOfDraw)
	for _, g := range r.games {
		if g.row.Opened != 0 && g.row.Ended == 0 {
			most = cardsAtOnce
		}
	}
	for _, g := range r.games {
		if g.row.State != "on_sale" {
			continue
		}
		if err := r.seat(ctx, g); err != nil {
			return err
		}
		d, err := r.hall.store.Draw(ctx, g.row.DrawRef)
		if err != nil {
			return err
		}
		if d.Seq != g.row.Seq {
			r.reread()
			return nil
		}
		g.row = d
		if err := r.hall.feed(ctx, g.table, &g.row, min(d.Size, g.table.fed+most)); err != nil {
			return err
		}
	}
	return nil
}

// seat makes a draw again, with its cards if its sale is over. One that is only half made is not kept: what stood against it would be passed over
// when it is tried again.
func (r *runner) seat(ctx context.Context, g *game) error {
	if g.table != nil {
		return nil
	}
	again := r.hall.whole
	if g.row.State == "scheduled" || g.row.State == "on_sale" {
		again = r.hall.replay
	}
	t, err := again(ctx, &g.row)
	if err != nil {
		return err
	}
	g.table = t
	return nil
}

// advance does what is due of a draw, and tells when something is due next. The time is read anew for each step.
func (r *runner) advance(ctx context.Context, g *game, now int64) (int64, error) {
	if g.sealed == nil && g.row.Opened != 0 {
		s, err := r.hall.Keys.unseal(idOf(g.row.DrawRef), g.row.Sealed)
		if err != nil {
			return 0, err
		}
		g.sealed = s
	}
	balls := int64(0)
	if g.sealed != nil {
		balls = int64(len(g.sealed.Order))
	}
	what, at := due(&g.row, &r.settings, balls, 0)
	if what == nothing || at > now {
		return at, nil
	}
	var err error
	switch what {
	case openSale:
		err = r.openSale(ctx, g)
	case lockSale:
		err = r.lock(ctx, g)
	case openSecrets:
		at, err = r.open(ctx, g)
		if err != nil || g.row.State == "locked" {
			return at, err
		}
	case callBall:
		err = r.call(ctx, g)
	case settleDraw:
		err = r.settle(ctx, g)
	default:
	}
	if err != nil {
		return 0, err
	}
	_, at = due(&g.row, &r.settings, ballsOf(g), 0)
	return at, nil
}

func ballsOf(g *game) int64 {
	if g.sealed == nil {
		return 0
	}
	return int64(len(g.sealed.Order))
}

// byHall is the hall as it acts by itself.
var byHall = shop.By{Person: hallName, Role: hallName}
