package hall

import (
	"bytes"
	"context"
	"fmt"

	"tirage/bingo"
	"tirage/internal/store"
)

// cardsAtOnce is how many cards are read at once.
const cardsAtOnce = 10_000

// table is a draw made again from its rows: what bingo.Step says of them. While a sale goes on it is fed with the cards that were sold since.
type table struct {
	draw bingo.Draw
	fed  int64               // cards
	won  map[int][]bingo.Won // by ball, from 1, of those that were called on this table
}

// note notes what is won at a ball.
func (t *table) note(ball int, won []bingo.Won) {
	if len(won) == 0 {
		return
	}
	if t.won == nil {
		t.won = map[int][]bingo.Won{}
	}
	t.won[ball] = won
}

func (t *table) step(e bingo.Event) (bingo.Effects, error) {
	next, effects, err := bingo.Step(t.draw, e)
	if err == nil {
		t.draw = next
	}
	return effects, err
}

// replay makes a draw again up to its sale, without its cards.
func (h *Hall) replay(ctx context.Context, d *store.Draw) (*table, error) {
	f, err := h.formula(ctx, d.Formula)
	if err != nil {
		return nil, err
	}
	t := &table{}
	if t.draw, err = bingo.NewDraw(f); err != nil {
		return nil, err
	}
	if _, err := t.step(schedule(d, f)); err != nil {
		return nil, err
	}
	if d.Super > 0 {
		by := [2]string{string(d.SuperBy[0]), string(d.SuperBy[1])}
		if _, err := t.step(bingo.AnnounceSuper{At: bingo.Moment(d.Announced), Amount: d.Super, By: by}); err != nil {
			return nil, err
		}
	}
	if d.State == "scheduled" || d.Ended != 0 && d.Ended < d.Opens {
		return t, nil
	}
	_, err = t.step(bingo.OpenSale{At: bingo.Moment(d.Opens)})
	return t, err
}

// schedule is what was announced of a draw.
func schedule(d *store.Draw, f *bingo.Formula) bingo.Schedule {
	return bingo.Schedule{
		At: bingo.Moment(d.Announced), Draw: idOf(d.DrawRef), Formula: f.ID, Version: f.Version, Digest: f.Digest,
		Opens: bingo.Moment(d.Opens), Closes: bingo.Moment(d.Closes), Patience: bingo.Moment(d.Patience), A: bingo.Digest(d.A), B: bingo.Digest(d.B),
	}
}

// feed sells the cards of the rows from the last one that was fed, up to a number of cards; -1 for all there are.
func (h *Hall) feed(ctx context.Context, t *table, d *store.Draw, size int64) error {
	for size < 0 || t.fed < size {
		most := cardsAtOnce
		if size >= 0 {
			most = int(min(cardsAtOnce, size-t.fed))
		}
		list, err := h.store.Seats(ctx, d.DrawRef, t.fed, most)
		if err != nil {
			return err
		}
		for i := range list {
			if err := t.sell(d, &list[i]); err != nil {
				return err
			}
		}
		if len(list) < most {
			if size >= 0 && t.fed < size {
				return fmt.Errorf("hall: draw %s has %d cards, and %d rows of cards", d.DrawRef, size, t.fed)
			}
			return nil
		}
	}
	return nil
}

func (t *table) sell(d *store.Draw, c *store.DrawCard) error {
	var card bingo.Card
	if err := card.UnmarshalBinary(c.Card); err != nil {
		return fmt.Errorf("hall: card %d of draw %s: %w", c.Index, d.DrawRef, err)
	}
	if c.Index != t.fed {
		return fmt.Errorf("hall: draw %s has no card %d", d.DrawRef, t.fed)
	}
	if _, err := t.step(bingo.Sell{At: bingo.Moment(d.Opens), Card: card, Price: d.Price, Player: string(c.Owner), Owner: bingo.Digest(c.Tag)}); err != nil {
		return fmt.Errorf("hall: card %d of draw %s: %w", c.Index, d.DrawRef, err)
	}
	t.fed++
	return nil
}

// whole makes a draw again with all its cards, up to where its row stands, or to before its end if that has come.
func (h *Hall) whole(ctx context.Context, d *store.Draw) (*table, error) {
	t, err := h.replay(ctx, d)
	if err != nil {
		return nil, err
	}
	if d.Size > 0 {
		if err := h.feed(ctx, t, d, d.Size); err != nil {
			return nil, err
		}
	}
	return t, h.onward(t, d)
}

// onward takes a table with all its cards from the sale to where its row stands.
func (h *Hall) onward(t *table, d *store.Draw) error {
	if d.Locked == 0 || t.draw.State() == bingo.Cancelled {
		return nil
	}
	root, err := t.draw.Root()
	if err != nil {
		return err
	}
	if t.draw.State() == bingo.OnSale {
		if _, err := t.step(bingo.Lock{At: bingo.Moment(d.Locked), Size: int(d.Size), Root: root, Jackpot: d.Jackpot, Fund: d.Fund}); err != nil {
			return err
		}
		statement := t.draw.Statement()
		if !bytes.HasPrefix(d.Lock, []byte(statement.Text()+"\n")) {
			return fmt.Errorf("hall: draw %s: its rows give another lock than the one that was signed", d.DrawRef)
		}
	}
	if d.Opened == 0 {
		return nil
	}
	s, err := h.Keys.unseal(idOf(d.DrawRef), d.Sealed)
	if err != nil {
		return err
	}
	if t.draw.State() == bingo.Locked {
		b, err := bingo.ParseSecret([]byte(s.B))
		if err != nil {
			return err
		}
		if _, err := t.step(bingo.Open{At: bingo.Moment(d.Opened), A: h.Keys.houseSecret(idOf(d.DrawRef), d.Nonce), B: b}); err != nil {
			return err
		}
	}
	for int64(len(t.draw.Called())) < d.Called {
		ball, err := t.draw.Next()
		if err != nil {
			return err
		}
		if told := s.Order[len(t.draw.Called())]; told != ball {
			return fmt.Errorf("hall: draw %s: ball %d comes from the cards, and %d was sealed", d.DrawRef, ball, told)
		}
		e, err := t.step(bingo.Call{At: bingo.Moment(d.CalledAt), Ball: ball})
		if err != nil {
			return err
		}
		t.note(len(t.draw.Called()), e.Won)
	}
	return nil
}
