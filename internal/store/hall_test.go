package store

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tirage/ledger"
	"tirage/money"
)

var (
	firstDraw  = DrawRef{4211, 1}
	firstRoom  = Room{ID: "bingo-extra", Code: 4211, Formula: [32]byte{1}, Play: true, State: "open", Settings: []byte(`{"ball":1}`), Next: 1, Jackpot: 750_000, Fund: -750_000, Changed: 5}
	firstGame  = Formula{Digest: [32]byte{1}, Code: 4211, ID: "bingo-extra", Version: 3, File: []byte("kind: bingo\n"), At: 5}
	drawOnSale = Draw{DrawRef: firstDraw, Room: "bingo-extra", Formula: [32]byte{1}, Play: true, State: "on_sale", Seq: 2, Announced: 5, Opens: 6, Closes: 100, Patience: 9, Nonce: []byte{1}, A: [32]byte{2}, B: [32]byte{3}, Commitment: []byte("b"), Schedule: []byte("s")}
	whoBuys    = []PersonID{"anna", "ben"}
)

// openHall makes a house with a room and a draw on sale.
func openHall(t testing.TB, dsn string) house {
	t.Helper()
	h := newHouse(t, dsn, Options{})
	must(t, h.Write(t.Context(), func(ctx context.Context, tx *Tx) error {
		return errors.Join(tx.AddFormula(ctx, firstGame), tx.AddFormula(ctx, firstGame), tx.AddRoom(ctx, firstRoom), tx.AddDraw(ctx, drawOnSale),
			tx.AddEvents(ctx, DrawEvent{firstDraw, 1, 5, "announced", []byte(`{}`)}, DrawEvent{firstDraw, 2, 6, "on_sale", nil}))
	}))
	return h
}

// cardBytes is the content of a card, another for each number.
func cardBytes(n int) []byte { return binary.BigEndian.AppendUint64([]byte{4}, uint64(n)) }

// cards asks for what a purchase of some cards needs.
func cardsAsk(who PersonID, numbers ...int) Ask {
	ask := Ask{Draws: []DrawRef{firstDraw}, Holdings: []HoldingRef{{firstDraw, who}}, Accounts: []ledger.Account{wallet(string(who)).Play()}}
	for _, n := range numbers {
		ask.Cards = append(ask.Cards, HashCard(firstDraw, cardBytes(n)))
	}
	return ask
}

// sellCards sells cards to somebody, as the rules would.
func (d *draft) sellCards(who PersonID, at int64, numbers ...int) error {
	draw := d.found.Draws[firstDraw]
	held, there := d.found.Holdings[HoldingRef{firstDraw, who}]
	if !there {
		held = Holding{HoldingRef: HoldingRef{firstDraw, who}, Robot: who == "ben", At: at}
	}
	if err := d.post(ledger.Act{Kind: "buy_cards", Actor: string(who), Role: "player", At: at, Subject: firstDraw.String()}); err != nil {
		return err
	}
	sale := DrawSale{DrawRef: firstDraw, WasSize: draw.Size, Size: draw.Size + int64(len(numbers)), Players: draw.Players, Robots: draw.Robots, Price: 300, Log: []byte{9}}
	if !there {
		sale.Players++
		if held.Robot {
			sale.Robots++
		}
	}
	for i, n := range numbers {
		d.Cards = append(d.Cards, DrawCard{
			DrawRef: firstDraw, Index: draw.Size + int64(i), Card: cardBytes(n), Hash: HashCard(firstDraw, cardBytes(n)), Owner: who, Tag: [32]byte{7}, Seq: d.Head.Seq,
			Size: sale.Size, Root: [32]byte{8},
		})
	}
	held.Cards += int64(len(numbers))
	d.Draws, d.Holdings = append(d.Draws, sale), append(d.Holdings, HoldingChange{held, !there})
	return nil
}

func (j *Journal) sellCards(ctx context.Context, who PersonID, at int64, spoil func(*draft), numbers ...int) error {
	return j.Commit(ctx, cardsAsk(who, numbers...), func(f *Found) (*Written, error) {
		for _, n := range numbers {
			if f.Cards[HashCard(firstDraw, cardBytes(n))] {
				return nil, errEqual
			}
		}
		d := begin(f)
		err := d.sellCards(who, at, numbers...)
		if spoil != nil {
			spoil(d)
		}
		return &d.Written, err
	})
}

var errEqual = errors.New("an equal card is there")

func TestHallRows(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		h := openHall(t, d.fresh(t))
		ctx := t.Context()
		got, err := h.Room(ctx, "bingo-extra")
		if must(t, err); !reflect.DeepEqual(got, firstRoom) {
			t.Errorf("room %+v", got)
		}
		game, err := h.FormulaFile(ctx, firstGame.Digest)
		if must(t, err); !reflect.DeepEqual(game, firstGame) {
			t.Errorf("formula %+v", game)
		}
		must(t, h.sellCards(ctx, "anna", 10, nil, 1, 2))
		must(t, h.sellCards(ctx, "ben", 11, nil, 3))
		must(t, h.sellCards(ctx, "anna", 12, nil, 4))
		must(t, h.sellCards(ctx, "ben", 13, nil, 3), errEqual)
		row, err := h.Draw(ctx, firstDraw)
		if must(t, err); row.Size != 4 || row.Players != 2 || row.Robots != 1 || row.Price != 300 || row.Seq != 2 || string(row.Schedule) != "s" || row.A != drawOnSale.A {
			t.Errorf("draw %+v", row)
		}
		anna := HoldingRef{firstDraw, "anna"}
		mine, err := h.CardsOf(ctx, anna, 0)
		if must(t, err); len(mine) != 3 || mine[2].Index != 3 || mine[2].Size != 4 || mine[2].Journal != h.Name() || mine[0].Hash != HashCard(firstDraw, cardBytes(1)) {
			t.Errorf("anna has %+v", mine)
		}
		if later, err := h.CardsOf(ctx, anna, 2); err != nil || len(later) != 1 {
			t.Errorf("from card 2 on anna has %+v, %v", later, err)
		}
		if all, err := h.DrawCards(ctx, firstDraw, 1, 2); err != nil || len(all) != 2 || all[0].Index != 1 || all[1].Owner != "ben" {
			t.Errorf("cards 1 and 2 are %+v, %v", all, err)
		}
		held, err := h.Holding(ctx, anna)
		if must(t, err); held.Cards != 3 || held.At != 10 || held.Robot {
			t.Errorf("anna holds %+v", held)
		}
		_, err = h.Holding(ctx, HoldingRef{firstDraw, "nobody"})
		must(t, err, ErrUnknown)
		lock := row
		lock.State, lock.Seq, lock.Locked, lock.Jackpot, lock.Fund, lock.Lock = "locked", 3, 101, 5, -6, []byte("lock")
		open := lock
		open.State, open.Seq, open.Opened, open.CalledAt, open.Sealed = "opened", 4, 102, 102, []byte("sealed")
		end := open
		end.State, end.Seq, end.Called, end.CalledAt, end.Ended, end.End, end.JackpotAfter, end.FundAfter = "settled", 6, 1, 103, 104, []byte("end"), 7, 8
		move := func(was string, seq int64, to *Draw) error {
			return h.Write(ctx, func(ctx context.Context, tx *Tx) error { return tx.MoveDraw(ctx, was, seq, to) })
		}
		must(t, move("on_sale", 1, &lock), ErrStale)
		must(t, move("scheduled", 2, &lock), ErrStale)
		must(t, move("on_sale", 2, &lock))
		must(t, h.sellCards(ctx, "anna", 14, nil, 5), ErrWritten) // which no rule lets happen
		must(t, move("locked", 3, &open))
		call := func(seq, n int64) error {
			return h.Write(ctx, func(ctx context.Context, tx *Tx) error { return tx.CallBall(ctx, firstDraw, seq, n, 103) })
		}
		must(t, call(4, 2), ErrStale)
		must(t, call(3, 1), ErrStale)
		must(t, call(4, 1))
		must(t, call(4, 1), ErrStale)
		pay := func(paid map[PersonID]money.Cents) error {
			return h.Write(ctx, func(ctx context.Context, tx *Tx) error { return tx.SetPaid(ctx, firstDraw, paid) })
		}
		must(t, pay(map[PersonID]money.Cents{"anna": 166}))
		must(t, pay(map[PersonID]money.Cents{"ben": 5, "anna": 166}), ErrStale)
		must(t, move("calling", 5, &end))
		must(t, move("settled", 6, &end), ErrStale) // for ever
		if row, err = h.Draw(ctx, firstDraw); err != nil || !reflect.DeepEqual(row, end) {
			t.Errorf("in the end %+v, %v", row, err)
		}
		if live, err := h.LiveDraws(ctx, 104); err != nil || len(live) != 0 {
			t.Errorf("live are %+v, %v", live, err)
		}
		if live, err := h.LiveDraws(ctx, 103); err != nil || len(live) != 1 || live[0].State != "settled" {
			t.Errorf("just ended are %+v, %v", live, err)
		}
		if history, err := h.HoldingsOf(ctx, "anna", 0, DrawRef{}, 5); err != nil || len(history) != 1 || history[0].Paid != 166 {
			t.Errorf("history %+v, %v", history, err)
		}
		if again, err := h.HoldingsOf(ctx, "anna", 10, firstDraw, 5); err != nil || len(again) != 0 {
			t.Errorf("history goes on with %+v, %v", again, err)
		}
		if events, err := h.DrawEvents(ctx, firstDraw, 1, 5); err != nil || len(events) != 1 || events[0].Kind != "on_sale" {
			t.Errorf("events %+v, %v", events, err)
		}
		room := firstRoom
		room.Jackpot, room.Change = 1, 1
		set := func() error {
			return h.Write(ctx, func(ctx context.Context, tx *Tx) error { return tx.SetRoom(ctx, room) })
		}
		must(t, set(), ErrStale)
		room.Change = 0
		must(t, set())
		must(t, set(), ErrStale)
		must(t, h.Write(ctx, func(ctx context.Context, tx *Tx) error { return tx.AddRoom(ctx, firstRoom) }), ErrTaken)
		must(t, h.Write(ctx, func(ctx context.Context, tx *Tx) error { return tx.AddDraw(ctx, drawOnSale) }), ErrTaken)
	})
}

// A sale that does not follow from what was found is refused, and nothing is written.
func TestHallCheck(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		h := openHall(t, d.fresh(t))
		ctx := t.Context()
		must(t, h.sellCards(ctx, "anna", 10, nil, 1))
		before := h.dump(t)
		for name, spoil := range map[string]func(*draft){
			"a gap":                  func(d *draft) { d.Cards[1].Index++ },
			"a card twice":           func(d *draft) { d.Cards[1].Hash = d.Cards[0].Hash },
			"a card not asked for":   func(d *draft) { d.Cards[0].Hash[0]++ },
			"another hash":           func(d *draft) { d.Cards[0].Card = cardBytes(77) },
			"a robot more":           func(d *draft) { d.Draws[0].Robots++ },
			"a card of no act":       func(d *draft) { d.Cards[0].Seq++ },
			"a card of nobody":       func(d *draft) { d.Cards[0].Owner = "" },
			"a card of another":      func(d *draft) { d.Cards[0].Owner = "ben" },
			"no numbers":             func(d *draft) { d.Cards[0].Card = nil },
			"a receipt before it":    func(d *draft) { d.Cards[1].Size = 2 },
			"another size":           func(d *draft) { d.Draws[0].Size++ },
			"another size before":    func(d *draft) { d.Draws[0].WasSize-- },
			"another price":          func(d *draft) { d.Draws[0].Price = 200 },
			"a player more":          func(d *draft) { d.Draws[0].Players++ },
			"more robots than there": func(d *draft) { d.Draws[0].Robots = 9 },
			"no sale":                func(d *draft) { d.Draws = nil },
			"no holding":             func(d *draft) { d.Holdings = nil },
			"more than bought":       func(d *draft) { d.Holdings[0].Cards++ },
			"new and there":          func(d *draft) { d.Holdings[0].New = true },
			"paid already":           func(d *draft) { d.Holdings[0].Paid = 1 },
			"the cards alone":        func(d *draft) { d.Cards = nil },
		} {
			if err := h.sellCards(ctx, "anna", 11, spoil, 2, 3); !errors.Is(err, ErrWritten) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if h.dump(t) != before {
			t.Error("something was written")
		}
	})
}

// Two nodes sell into one draw at once: no gap, no card twice, nobody locked out.
func TestHallRace(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		address := d.fresh(t)
		one := openHall(t, address)
		two, err := Open(t.Context(), address, Options{})
		must(t, err)
		defer two.Close()
		other, err := two.Journal(t.Context(), "other", time.Minute)
		must(t, err)
		var all sync.WaitGroup
		var next, sold atomic.Int64
		for i, j := range []*Journal{one.Journal, other, one.Journal, other} {
			all.Go(func() {
				for range 25 {
					n := int(next.Add(1))
					if err := j.sellCards(t.Context(), whoBuys[i%2], 10, nil, n, n+1000, n+2000); err != nil {
						t.Errorf("card %d: %v", n, err)
						return
					}
					sold.Add(3)
				}
			})
		}
		all.Wait()
		row, err := one.Draw(t.Context(), firstDraw)
		if must(t, err); row.Size != sold.Load() || row.Size != 300 || row.Players != 2 {
			t.Errorf("%d cards of %d players, sold were %d", row.Size, row.Players, sold.Load())
		}
		cards, err := one.DrawCards(t.Context(), firstDraw, 0, 1000)
		must(t, err)
		for i, c := range cards {
			if c.Index != int64(i) {
				t.Fatalf("card %d stands at %d", c.Index, i)
			}
		}
	})
}

// Whoever watches is woken by what another store commits, and never by what was rolled back.
func TestHallWatch(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		address := d.fresh(t)
		h := openHall(t, address)
		writer := h.Store
		if s, err := Open(t.Context(), address, Options{}); h.engine.listen != nil {
			must(t, err)
			defer s.Close()
			writer = s // on SQLite there is one program
		} else if err == nil {
			must(t, s.Close())
		}
		ctx, cancel := context.WithCancel(t.Context())
		woken := make(chan struct{}, 1000)
		done := make(chan struct{})
		go func() {
			defer close(done)
			h.Watch(ctx, func() { woken <- struct{}{} })
		}()
		time.Sleep(300 * time.Millisecond) // it listens
		for n := range 50 {
			must(t, writer.Write(t.Context(), func(ctx context.Context, tx *Tx) error {
				return tx.AddEvents(ctx, DrawEvent{firstDraw, int64(n) + 3, 7, "ball", []byte(fmt.Sprint(n))})
			}))
			select {
			case <-woken:
			case <-time.After(10 * time.Second):
				t.Fatalf("nobody was woken by event %d", n)
			}
		}
		time.Sleep(200 * time.Millisecond) // until all have come: there was one more when it began to listen
		for len(woken) > 0 {
			<-woken
		}
		undone := errors.New("undone")
		must(t, writer.Write(t.Context(), func(ctx context.Context, tx *Tx) error {
			return errors.Join(tx.AddEvents(ctx, DrawEvent{firstDraw, 100, 7, "ball", nil}), undone)
		}), undone)
		time.Sleep(200 * time.Millisecond)
		if len(woken) > 0 {
			t.Error("woken by what was not committed")
		}
		cancel()
		<-done
	})
}

func BenchmarkSellCards(b *testing.B) {
	for _, d := range databases() {
		b.Run(d.name, func(b *testing.B) {
			h := openHall(b, d.fresh(b))
			n := 0
			for b.Loop() {
				numbers := make([]int, 6000) // a thousand orders of six
				for i := range numbers {
					n++
					numbers[i] = n
				}
				must(b, h.sellCards(b.Context(), "anna", 10, nil, numbers...))
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "cards/s")
		})
	}
}
