package hall

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync"

	"tirage/bingo"
	"tirage/internal/shop"
	"tirage/internal/store"
	"tirage/money"
)

// The refusals of those who look.
var (
	ErrUnknownRoom = shop.Say("unknown_room", "there is no such room", "il n’y a pas de telle salle")
	ErrUnknownDraw = shop.Say("unknown_draw", "there is no such draw", "il n’y a pas de tel tirage")
)

// endedShown is how many draws that have ended a room shows.
const endedShown = 1

// progress is what was told of a draw so far: its balls, and who won what.
type progress struct {
	seq   int64
	balls []int
	won   map[string]wonSoFar // by figure
}

type wonSoFar struct {
	ball, units int
	each        money.Cents
}

// watched is the progress of draws that somebody looked at on this node.
type watched struct {
	mu   sync.Mutex
	list map[store.DrawRef]*progress
}

// maxWatched bounds the draws whose progress is kept: those of many rooms, and then all are read anew.
const maxWatched = 4096

// progressOf reads what was told of a draw up to where its row stands and no further: who goes on with the events after it meets none twice.
func (h *Hall) progressOf(ctx context.Context, d *store.Draw) (*progress, error) {
	h.watched.mu.Lock()
	was := h.watched.list[d.DrawRef]
	h.watched.mu.Unlock()
	if d.Opened == 0 {
		return &progress{}, nil
	}
	p := &progress{won: map[string]wonSoFar{}}
	if was != nil && was.seq <= d.Seq { // another reader's row may have stood further
		if was.seq == d.Seq {
			return was, nil
		}
		p.seq, p.balls = was.seq, slices.Clone(was.balls)
		for figure, w := range was.won {
			p.won[figure] = w
		}
	}
	for p.seq < d.Seq {
		list, err := h.store.DrawEvents(ctx, d.DrawRef, p.seq, int(min(d.Seq-p.seq, MaxEvents)))
		if err != nil {
			return nil, err
		}
		if len(list) == 0 {
			return nil, errors.New("hall: the log of draw " + d.String() + " ends before its row")
		}
		for i := range list {
			if err := p.take(&list[i]); err != nil {
				return nil, err
			}
		}
	}
	if was != nil && was.seq > p.seq {
		return p, nil
	}
	h.watched.mu.Lock()
	defer h.watched.mu.Unlock()
	if len(h.watched.list) >= maxWatched || h.watched.list == nil {
		h.watched.list = map[store.DrawRef]*progress{}
	}
	h.watched.list[d.DrawRef] = p
	return p, nil
}

func (p *progress) take(e *store.DrawEvent) error {
	p.seq = e.Seq
	if e.Kind != Called {
		return nil
	}
	var body BallBody
	if err := json.Unmarshal(e.Body, &body); err != nil {
		return err
	}
	p.balls = append(p.balls, body.Ball)
	for _, w := range body.Won {
		was := p.won[w.Figure]
		if was.ball == 0 {
			was.ball = body.Number
		}
		was.units, was.each = was.units+w.Units, w.Each
		p.won[w.Figure] = was
	}
	return nil
}

// view is a draw as anybody sees it. Nothing in it follows from what is sealed.
func (h *Hall) view(f *bingo.Formula, d *store.Draw, room *store.Room, p *progress) DrawView {
	v := DrawView{
		ID: d.String(), Room: string(d.Room), State: d.State, Seq: d.Seq, Play: d.Play, Opens: d.Opens, Closes: d.Closes, Price: d.Price,
		Cards: d.Size, Players: d.Players, Robots: d.Robots, Stakes: d.Price * money.Cents(d.Size), Super: d.Super, Size: d.Size, Ended: d.Ended,
		Reason: d.Reason, Schedule: string(d.Schedule), Keeper: string(d.Commitment), Lock: string(d.Lock), End: string(d.End), Prizes: []PrizeView{}, Balls: []int{},
	}
	if d.Locked != 0 {
		if log, err := bingo.ParseLog(idOf(d.DrawRef), d.Log); err == nil {
			v.Root = log.Root().String()
		}
	}
	unit := d.Price
	if unit == 0 {
		unit = f.Stakes[0]
	}
	jackpot, fund := room.Jackpot, room.Fund
	if d.Locked != 0 {
		jackpot, fund = d.Jackpot, d.Fund
	}
	terms, _, err := f.Terms(unit, int(d.Size), jackpot, fund, d.Super)
	if err != nil {
		return v // a draw with such stakes is not sold
	}
	v.Jackpot = f.JackpotOf(&terms)
	for i := range f.Figures {
		v.Pool += terms.Split.Figures[i]
		g := &f.Figures[i]
		prize := PrizeView{Figure: g.ID, Name: g.Name, Within: g.Within, Prize: f.Prize(&terms, i)}
		if p != nil {
			w := p.won[g.ID]
			prize.Ball, prize.Units, prize.Each = w.ball, w.units, w.each
		}
		v.Prizes = append(v.Prizes, prize)
	}
	if p != nil {
		v.Balls = append(v.Balls, p.balls...)
	}
	return v
}

// viewOf is a draw as anybody sees it, read whole.
func (h *Hall) viewOf(ctx context.Context, d *store.Draw, room *store.Room) (DrawView, error) {
	f, err := h.formula(ctx, d.Formula)
	if err != nil {
		return DrawView{}, err
	}
	p, err := h.progressOf(ctx, d)
	if err != nil {
		return DrawView{}, err
	}
	return h.view(f, d, room, p), nil
}

// Rooms lists the rooms, by ID.
func (h *Hall) Rooms(ctx context.Context) ([]RoomView, error) {
	rows, err := h.store.Rooms(ctx)
	if err != nil {
		return nil, err
	}
	rooms := make([]RoomView, 0, len(rows))
	for i := range rows {
		v, err := h.roomOf(ctx, &rows[i])
		if err != nil {
			return nil, err
		}
		rooms = append(rooms, v)
	}
	return rooms, nil
}

// Room is a room as anybody sees it. It refuses with ErrUnknownRoom.
func (h *Hall) Room(ctx context.Context, id string) (RoomView, error) {
	row, err := h.roomRow(ctx, id)
	if err != nil {
		return RoomView{}, err
	}
	return h.roomOf(ctx, &row)
}

func (h *Hall) roomRow(ctx context.Context, id string) (store.Room, error) {
	row, err := h.store.Room(ctx, store.RoomID(id))
	if errors.Is(err, store.ErrUnknown) {
		return row, ErrUnknownRoom
	}
	return row, err
}

func (h *Hall) roomOf(ctx context.Context, row *store.Room) (RoomView, error) {
	f, err := h.formula(ctx, row.Formula)
	if err != nil {
		return RoomView{}, err
	}
	v := RoomView{
		ID: string(row.ID), Name: f.Name, Code: int(row.Code), Play: row.Play, State: row.State, Formula: f, Digest: f.Digest.String(),
		Jackpot: row.Jackpot, Fund: row.Fund, Now: []DrawView{}, Next: []DrawView{}, Paused: h.isPaused(row.ID),
	}
	if v.Settings, err = settings(row); err != nil {
		return RoomView{}, err
	}
	live, err := h.store.LiveDrawsOf(ctx, row.ID)
	if err != nil {
		return RoomView{}, err
	}
	if f.Mode == bingo.Single { // each of its draws is one player's
		return v, nil
	}
	for i := range live {
		d, err := h.viewOf(ctx, &live[i], row)
		if err != nil {
			return RoomView{}, err
		}
		if live[i].State == "scheduled" || live[i].State == "on_sale" {
			v.Next = append(v.Next, d)
		} else {
			v.Now = append(v.Now, d)
		}
	}
	ended, err := h.ended(ctx, row, store.DrawRef{Code: row.Code}, endedShown)
	v.Now = append(v.Now, ended...)
	return v, err
}

// ended are the draws of a room that have ended before one, the last first.
func (h *Hall) ended(ctx context.Context, room *store.Room, before store.DrawRef, most int) (list []DrawView, err error) {
	for len(list) < most {
		rows, err := h.store.DrawsBefore(ctx, before, maxOnSale)
		if err != nil || len(rows) == 0 {
			return list, err
		}
		for i := range rows {
			before = rows[i].DrawRef
			if rows[i].Ended == 0 || len(list) == most {
				continue
			}
			v, err := h.viewOf(ctx, &rows[i], room)
			if err != nil {
				return list, err
			}
			list = append(list, v)
		}
	}
	return list, nil
}

// Draw is a draw as anybody sees it. It refuses with ErrUnknownDraw.
func (h *Hall) Draw(ctx context.Context, id string) (DrawView, error) {
	d, err := h.drawRow(ctx, id)
	if err != nil {
		return DrawView{}, err
	}
	room, err := h.store.Room(ctx, d.Room)
	if err != nil {
		return DrawView{}, err
	}
	return h.viewOf(ctx, &d, &room)
}

func (h *Hall) drawRow(ctx context.Context, id string) (store.Draw, error) {
	n, err := bingo.ParseID(id)
	if err != nil {
		return store.Draw{}, ErrUnknownDraw
	}
	d, err := h.store.Draw(ctx, ref(n))
	if errors.Is(err, store.ErrUnknown) {
		return d, ErrUnknownDraw
	}
	return d, err
}

// MaxEnded is how many draws that have ended are listed at once.
const MaxEnded = 200

// Draws lists the draws of a room that have ended, the last first, before one ("" for the last).
func (h *Hall) Draws(ctx context.Context, room, before string, limit int) ([]DrawView, error) {
	row, err := h.roomRow(ctx, room)
	if err != nil {
		return nil, err
	}
	at := store.DrawRef{Code: row.Code}
	if before != "" {
		n, err := bingo.ParseID(before)
		if err != nil || int64(n.Code) != row.Code {
			return nil, ErrUnknownDraw
		}
		at = ref(n)
	}
	return h.ended(ctx, &row, at, min(max(limit, 1), MaxEnded))
}

// MaxEvents is how many events are read at once.
const MaxEvents = 500

// Events reads a draw's log after an event. It refuses with ErrUnknownDraw.
func (h *Hall) Events(ctx context.Context, id string, after int64, limit int) ([]Event, error) {
	d, err := h.drawRow(ctx, id)
	if err != nil {
		return nil, err
	}
	rows, err := h.store.DrawEvents(ctx, d.DrawRef, after, min(max(limit, 1), MaxEvents))
	if err != nil {
		return nil, err
	}
	list := make([]Event, len(rows))
	for i, e := range rows {
		list[i] = Event{Draw: d.String(), Seq: e.Seq, At: e.At, Kind: e.Kind, Body: e.Body}
	}
	return list, nil
}

// Heads tells where the draws stand that have not ended, or ended in the last minute.
func (h *Hall) Heads(ctx context.Context) ([]store.DrawHead, error) {
	return h.store.LiveDraws(ctx, h.shop.Time()-60*second)
}

// Watch calls wake, which must not wait, when something has happened to a draw, on this node or on another; until the context ends.
func (h *Hall) Watch(ctx context.Context, wake func()) { h.store.Watch(ctx, wake) }

// Known tells whether there is such a room, or for "" such a draw.
func (h *Hall) Known(ctx context.Context, room, draw string) (bool, error) {
	var err error
	if room != "" {
		_, err = h.roomRow(ctx, room)
	} else {
		_, err = h.drawRow(ctx, draw)
	}
	if errors.Is(err, ErrUnknownRoom) || errors.Is(err, ErrUnknownDraw) {
		return false, nil
	}
	return err == nil, err
}

// Paused tells whether this node should move a room on and cannot.
func (h *Hall) Paused(room string) bool { return h.isPaused(store.RoomID(room)) }
