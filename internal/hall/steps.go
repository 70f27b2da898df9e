package hall

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"tirage/bingo"
	"tirage/internal/keeper"
	"tirage/internal/store"
	"tirage/ledger"
)

// quiet writes a move without money: the draw and its event.
func (r *runner) quiet(ctx context.Context, g *game, to store.Draw, at int64, kind string, body any) error {
	to.Seq = g.row.Seq + 1
	err := r.hall.store.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		if err := tx.Fence(ctx, r.lease, r.hall.expires()); err != nil {
			return err
		}
		if err := tx.MoveDraw(ctx, g.row.State, g.row.Seq, &to); err != nil {
			return err
		}
		return addEvent(ctx, tx, &to, at, kind, body)
	})
	if err != nil {
		return stale(err)
	}
	g.row = to
	return nil
}

func (r *runner) openSale(ctx context.Context, g *game) error {
	to := g.row
	to.State = "on_sale"
	g.table = nil
	return r.quiet(ctx, g, to, r.hall.shop.Time(), OnSale, struct{}{})
}

// change prepares a move of money of this room.
func (r *runner) change(g *game, kind string, step func(bingo.Moment) bingo.Event) *change {
	return &change{hall: r.hall, lease: &r.lease, act: byHall.Act(kind), was: g.row, room: r.room, table: g.table, step: step}
}

// done takes in what a change has written.
func (r *runner) done(g *game, c *change) {
	g.row, g.table.draw = c.draw, c.after
	if c.moved.jackpot != 0 || c.moved.fund != 0 {
		r.room.Jackpot, r.room.Fund = r.room.Jackpot+c.moved.jackpot, r.room.Fund+c.moved.fund
		r.room.Change++
	}
}

// lock ends the sale: one act fixes how many cards there are, their root and what is played for. With too few players it cancels the draw.
func (r *runner) lock(ctx context.Context, g *game) error {
	if err := r.seat(ctx, g); err != nil {
		return err
	}
	d, err := r.hall.store.Draw(ctx, g.row.DrawRef)
	if err != nil {
		return err
	}
	if d.Seq != g.row.Seq {
		return errMoved
	}
	g.row = d
	if err := r.hall.feed(ctx, g.table, &g.row, d.Size); err != nil {
		return err
	}
	root, err := g.table.draw.Root()
	if err != nil {
		return err
	}
	log, err := bingo.ParseLog(idOf(d.DrawRef), d.Log)
	if err != nil {
		return err
	}
	if log.Root() != root {
		return fmt.Errorf("hall: draw %s: the cards have root %s, and the receipts %s", d.DrawRef, root, log.Root())
	}
	c := r.change(g, "lock_draw", func(at bingo.Moment) bingo.Event {
		return bingo.Lock{At: at, Size: int(d.Size), Root: root, Jackpot: r.room.Jackpot, Fund: r.room.Fund}
	})
	err = c.do(ctx, g.row.Closes, func(a *ledger.Act) (string, any, error) {
		var err error
		c.draw.Locked, c.draw.Jackpot, c.draw.Fund = c.at, c.room.Jackpot, c.room.Fund
		statement := c.after.Statement()
		if c.draw.Lock, err = bingo.Sign(statement.Text(), r.hall.Keys.Signer); err != nil {
			return "", nil, err
		}
		if c.after.State() == bingo.Cancelled {
			a.Kind = "cancel_draw"
			body, err := c.ended()
			return Cancelled, body, err
		}
		return Locked, r.hall.view(c.after.Formula(), &c.draw, &c.room, nil), nil
	})
	if err == nil {
		r.done(g, c)
	}
	return err
}

// asked is a question to the keeper that is on its way, or answered.
type asked struct {
	done   chan struct{}
	secret bingo.Secret
	err    error
	at     int64 // when it was answered
}

var errWrongSecret = errors.New("the keeper's secret is not the one that it committed to")

// askKeeper asks for the keeper's secret without waiting: others are moved on meanwhile.
func (r *runner) askKeeper(ctx context.Context, g *game) *asked {
	a := &asked{done: make(chan struct{})}
	lock, b := g.row.Lock, g.row.B
	r.work.Go(func() {
		defer r.wake()
		defer close(a.done)
		call, cancel := context.WithTimeout(ctx, keeperAnswers)
		defer cancel()
		a.secret, a.err = r.hall.Keeper.OpenDraw(call, lock)
		if a.err == nil && a.secret.Commitment() != bingo.Digest(b) {
			a.err = errWrongSecret // as good as none: it is asked again, for as long as a silent one
		}
		a.at = r.hall.shop.Time()
	})
	return a
}

// open brings the secrets together, and stores the order of the balls and what they win, sealed, before the first of them. While the keeper is
// silent it asks again, until its time is over: then the stakes go back.
func (r *runner) open(ctx context.Context, g *game) (next int64, err error) {
	if g.asked == nil {
		g.asked = r.askKeeper(ctx, g)
	}
	if !answered(g.asked.done) {
		return r.hall.shop.Time() + retryAfter.Microseconds(), nil
	}
	answer := g.asked
	if answer.err != nil {
		now := r.hall.shop.Time()
		if now >= g.row.Locked+g.row.Patience {
			return 0, r.silent(ctx, g)
		}
		if now >= answer.at+retryAfter.Microseconds() {
			g.asked = nil
		}
		if errors.Is(answer.err, keeper.ErrSilent) {
			r.hall.log.Warn("the keeper is silent: the draw waits for its secret", "draw", g.row.String(), "until", time.UnixMicro(g.row.Locked+g.row.Patience).UTC())
			return now + retryAfter.Microseconds(), nil
		}
		return 0, fmt.Errorf("hall: draw %s: %w", g.row.DrawRef, answer.err)
	}
	if err := r.seat(ctx, g); err != nil {
		return 0, err
	}
	return 0, r.unseal(ctx, g, answer.secret)
}

func (r *runner) unseal(ctx context.Context, g *game, b bingo.Secret) error {
	at := max(r.hall.shop.Time(), g.row.Locked)
	id := idOf(g.row.DrawRef)
	t := *g.table
	if _, err := t.step(bingo.Open{At: bingo.Moment(at), A: r.hall.Keys.houseSecret(id, g.row.Nonce), B: b}); err != nil {
		return fmt.Errorf("hall: draw %s: %w", id, err)
	}
	s, err := foresee(t.draw, b)
	if err != nil {
		return err
	}
	to := g.row
	if to.Sealed, err = r.hall.Keys.seal(id, s); err != nil {
		return err
	}
	to.State, to.Opened, to.CalledAt = "opened", at, at
	if err := r.quiet(ctx, g, to, at, Opened, OpenedBody{First: at + int64(r.settings.Ball)*1000, Ball: r.settings.Ball}); err != nil {
		return err
	}
	g.table, g.sealed, g.asked = &t, s, nil
	return nil
}

// foresee plays an opened draw to its end, on a copy: what is stored, sealed, before the first ball.
func foresee(d bingo.Draw, b bingo.Secret) (*sealed, error) {
	t := table{draw: d}
	const at = bingo.MaxMoment // the balls have no times yet
	s := &sealed{B: b.Hex()}
	for ends := false; !ends; {
		ball, err := t.draw.Next()
		if err != nil {
			return nil, err
		}
		e, err := t.step(bingo.Call{At: at, Ball: ball})
		if err != nil {
			return nil, err
		}
		s.Order = append(s.Order, ball)
		t.note(len(s.Order), e.Won)
		ends = e.Ends
	}
	if _, err := t.step(bingo.Settle{At: at}); err != nil {
		return nil, err
	}
	s.Won = told(&t.draw, t.won)
	return s, nil
}

// told is what is told of the figures that were won, by ball, of a draw that is settled.
func told(d *bingo.Draw, won map[int][]bingo.Won) map[int][]WonBody {
	paid, all := d.Settlement(), map[int][]WonBody{}
	for ball, list := range won {
		for _, w := range list {
			body := WonBody{Figure: d.Formula().Figures[w.Figure].ID, Units: len(w.Units), Each: paid.Each[w.Figure]}
			for _, place := range w.Units[:min(len(w.Units), MaxWinners)] {
				_, _, owner := d.Card(place.Card)
				body.Owners = append(body.Owners, owner.String())
			}
			all[ball] = append(all[ball], body)
		}
	}
	return all
}

// agrees refuses to end a draw whose cards give something else than what was sealed before its first ball, and told since.
func (s *sealed) agrees(d *bingo.Draw, won map[int][]bingo.Won) error {
	now, err := json.Marshal(told(d, won))
	if err != nil {
		return err
	}
	then, err := json.Marshal(s.Won)
	if err != nil {
		return err
	}
	if !bytes.Equal(now, then) {
		return fmt.Errorf("hall: draw %s: its cards give other winners than those that were sealed before the first ball: nobody is paid", d.Schedule().Draw)
	}
	return nil
}

// silent gives all stakes back, since the keeper kept silent: nobody can know what would have come out.
func (r *runner) silent(ctx context.Context, g *game) error {
	if err := r.seat(ctx, g); err != nil {
		return err
	}
	c := r.change(g, "cancel_draw", func(at bingo.Moment) bingo.Event {
		return bingo.Cancel{At: at, Reason: bingo.KeeperSilent}
	})
	err := c.do(ctx, g.row.Locked+g.row.Patience, func(*ledger.Act) (string, any, error) {
		body, err := c.ended()
		return Cancelled, body, err
	})
	if err == nil {
		r.done(g, c)
	}
	return err
}

// call calls the next ball. After an interruption it says so first, and goes on at its pace: nothing is called in a burst.
func (r *runner) call(ctx context.Context, g *game) error {
	now := max(r.hall.shop.Time(), g.row.CalledAt)
	pace := int64(r.settings.Ball) * 1000
	if late := now - (g.row.CalledAt + pace); late > resumesAfter.Microseconds() {
		to := g.row
		body := ResumedBody{Since: g.row.CalledAt + pace, Next: now + pace}
		to.CalledAt = now
		return r.quiet(ctx, g, to, now, Resumed, body)
	}
	n := int(g.row.Called) + 1
	body := BallBody{Number: n, Ball: int(g.sealed.Order[n-1]), Won: g.sealed.Won[n], Ends: n == len(g.sealed.Order)}
	to := g.row
	to.State, to.Seq, to.Called, to.CalledAt = "calling", g.row.Seq+1, int64(n), now
	err := r.hall.store.Write(ctx, func(ctx context.Context, tx *store.Tx) error {
		if err := tx.Fence(ctx, r.lease, r.hall.expires()); err != nil {
			return err
		}
		if err := tx.CallBall(ctx, g.row.DrawRef, g.row.Seq, int64(n), now); err != nil {
			return err
		}
		return addEvent(ctx, tx, &to, now, Called, body)
	})
	if err != nil {
		return stale(err)
	}
	g.row = to
	return nil
}

// resumesAfter is how late a ball is when those who watch are told that the draw stood still.
const resumesAfter = 3 * time.Second

// settle pays the winners. What it pays follows from the cards, read and played again, and must be what was sealed before the first ball.
func (r *runner) settle(ctx context.Context, g *game) error {
	if err := r.seat(ctx, g); err != nil {
		return err
	}
	if err := r.hall.onward(g.table, &g.row); err != nil {
		return err
	}
	if d := &g.row; g.table.draw.Formula().Mode == bingo.Multi && (r.room.Jackpot != d.Jackpot || r.room.Fund != d.Fund-d.Super) {
		return fmt.Errorf("hall: draw %s: its row gives another jackpot or fund of its lock than the room has had since: nobody is paid", d.DrawRef)
	}
	c := r.change(g, "settle_draw", func(at bingo.Moment) bingo.Event { return bingo.Settle{At: at} })
	err := c.do(ctx, g.row.CalledAt, func(*ledger.Act) (string, any, error) {
		if err := g.sealed.agrees(&c.after, g.table.won); err != nil {
			return "", nil, err
		}
		body, err := c.ended()
		return Settled, body, err
	})
	if err == nil {
		r.done(g, c)
	}
	return err
}
