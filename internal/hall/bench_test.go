package hall

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tirage/bingo"
	"tirage/fair"
	"tirage/internal/shop"
	"tirage/internal/store"
)

// BenchmarkBuyCards sells cards of BINGO EXTRA in orders of six, with their receipts, to as many players as it takes.
func BenchmarkBuyCards(b *testing.B) {
	for _, d := range databases() {
		b.Run(d.name, func(b *testing.B) {
			h := newHouse(b, options{dsn: d.fresh(b)})
			defer h.close()
			s := h.timetable()
			s.First, s.Every, s.Sale, s.Ahead = h.shop.Time()+3600*second, 3600, 3600, 0
			h.open("bingo-extra", s)
			h.run()
			h.until("4211-00000001", "on sale", func(v DrawView) bool { return v.State == "on_sale" })
			const workers = 64
			var next atomic.Int64
			buyer := func() shop.By {
				id := fmt.Sprintf("buyer%011d", next.Add(1))
				by := h.person(id, shop.Player)
				if _, err := h.shop.Deposit(context.Background(), by, "purse", 1_000_00, true); err != nil {
					b.Error(err)
				}
				return by
			}
			var buyers []shop.By
			for range b.N/2 + workers {
				buyers = append(buyers, buyer())
			}
			orders := make([]CardOrder, len(buyers)*2)
			for i := range orders {
				orders[i] = h.order(buyers[i/2], "bingo-extra", 6)
			}
			b.ResetTimer()
			var taken atomic.Int64
			var all sync.WaitGroup
			for range workers {
				all.Go(func() {
					for i := taken.Add(1) - 1; i < int64(b.N); i = taken.Add(1) - 1 {
						if _, err := h.hall.Buy(context.Background(), buyers[i/2], fmt.Sprint("order", i%2), orders[i]); err != nil {
							b.Error(err)
							return
						}
					}
				})
			}
			all.Wait()
			b.ReportMetric(6*float64(b.N)/b.Elapsed().Seconds(), "cards/s")
		})
	}
}

// BenchmarkLockToFirstBall locks a draw of a million strips, whose cards were taken in during the sale, and times it up to the first ball: the root, the
// act, the keeper, the order, the result of six million grids, and the ball.
func BenchmarkLockToFirstBall(b *testing.B) {
	const cards = bingo.MaxCardsOfDraw
	dsn := onFile.fresh(b)
	h := newHouse(b, options{dsn: dsn})
	defer h.close()
	s := h.timetable()
	s.First, s.Every, s.Sale, s.Ahead, s.Ball = h.shop.Time()+3600*second, 3600, 3600, 0, minBall
	h.open("bingo-extra", s)
	room, err := h.store.Room(b.Context(), "bingo-extra")
	if err != nil {
		b.Fatal(err)
	}
	f, err := h.hall.formula(b.Context(), room.Formula)
	if err != nil {
		b.Fatal(err)
	}
	for range b.N {
		b.StopTimer()
		held, err := h.store.TakeRooms(b.Context(), "bench", h.shop.Time()+3600*second, h.shop.Time()+7200*second)
		if err != nil || len(held) != 1 {
			b.Fatal(held, err)
		}
		r := newRunner(h.hall, held[0])
		if err := r.load(b.Context()); err != nil {
			b.Fatal(err)
		}
		now := h.shop.Time()
		if _, err := r.announce(b.Context(), now); err != nil {
			b.Fatal(err)
		}
		g := r.games[len(r.games)-1]
		if err := r.openSale(b.Context(), g); err != nil {
			b.Fatal(err)
		}
		fill(b, dsn, f, g.row.DrawRef, cards)
		if err := r.load(b.Context()); err != nil {
			b.Fatal(err)
		}
		g = r.games[len(r.games)-1]
		if err := r.feed(b.Context()); err != nil {
			b.Fatal(err)
		}
		g.row.Closes = now // by the row the sale goes on: the bench does not wait for it
		b.StartTimer()
		if err := r.lock(b.Context(), g); err != nil {
			b.Fatal(err)
		}
		for g.row.State == "locked" {
			if _, err := r.open(b.Context(), g); err != nil {
				b.Fatal(err)
			}
		}
		if err := r.call(b.Context(), g); err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
	}
}

// fill puts cards of many players into a draw on sale, as sales would have, without their acts and money.
func fill(b *testing.B, dsn string, f *bingo.Formula, ref store.DrawRef, cards int) {
	b.Helper()
	sampler, err := sampler(f)
	if err != nil {
		b.Fatal(err)
	}
	db, err := sql.Open("sqlite", "file:"+strings.TrimPrefix(dsn, "sqlite:")+"?_pragma=busy_timeout(5000)&_txlock=immediate")
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	tx, err := db.Begin()
	if err != nil {
		b.Fatal(err)
	}
	stmt, err := tx.Prepare("insert into draw_card (code, number, idx, card, hash, owner, tag, journal, seq, size, root) values (?, ?, ?, ?, ?, ?, ?, 'one', 1, ?, x'00')")
	if err != nil {
		b.Fatal(err)
	}
	tape, log, id := fair.NewTape([32]byte{1, byte(ref.Number)}), bingo.NewLog(idOf(ref)), idOf(ref)
	for i := range cards {
		card := sampler.Card(tape)
		n := i / 12
		tag := bingo.NewOwnerSecret([32]byte{byte(n), byte(n >> 8), byte(n >> 16), 1}).Tag(id)
		data, err := card.MarshalBinary()
		if err == nil {
			_, err = log.Add(f.Stakes[0], tag, card)
		}
		hash := store.HashCard(ref, data)
		if err == nil {
			_, err = stmt.Exec(ref.Code, ref.Number, i, data, hash[:], fmt.Sprintf("player%d", n), tag[:], i+1)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	edge, err := log.AppendBinary(nil)
	if err == nil {
		_, err = tx.Exec("update draw set size = ?, players = ?, price = ?, log = ? where code = ? and number = ?",
			cards, (cards+11)/12, int64(f.Stakes[0]), edge, ref.Code, ref.Number)
	}
	if err := errors.Join(err, tx.Commit()); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkManyRooms runs 200 rooms at once, each with its own formula, and measures how late their balls are.
func BenchmarkManyRooms(b *testing.B) {
	const many = 200
	h := newHouse(b, options{})
	defer h.close()
	file := formulaFile(b, "classic-75")
	for n := range many {
		text := strings.Replace(strings.Replace(file, "id: classic-75", fmt.Sprintf("id: room-%d", n), 1), "code: 9075", fmt.Sprintf("code: %d", 1000+n), 1)
		text = strings.Replace(text, "minimum: {players: 2, cards: 2}", "minimum: {players: 1, cards: 1}", 1)
		s := Settings{First: h.shop.Time() + 20*second + int64(n)*5000, Every: 600, Sale: 15, Ball: 1000, Patience: 60, MaxCards: 25, Robots: 1}
		if _, err := h.hall.OpenRoom(b.Context(), h.operator, h.key(), RoomOrder{File: text, Play: true, Settings: s, Reason: "one of many"}); err != nil {
			b.Fatal(err)
		}
	}
	h.run()
	time.Sleep(time.Duration(20+10+10*b.N) * time.Second) // the sale, and some balls
	h.stop()
	var late []int64
	for n := range many {
		ref := store.DrawRef{Code: int64(1000 + n), Number: 1}
		list, err := h.store.DrawEvents(b.Context(), ref, 0, MaxEvents)
		if err != nil {
			b.Fatal(err)
		}
		last := int64(0)
		for _, e := range list {
			if e.Kind == Opened || e.Kind == Called {
				if last != 0 {
					late = append(late, e.At-last-second)
				}
				last = e.At
			}
		}
	}
	if len(late) < many*5 {
		b.Fatalf("only %d balls were called", len(late))
	}
	slices.Sort(late)
	b.ReportMetric(float64(late[len(late)/2])/1000, "ms-late-p50")
	b.ReportMetric(float64(late[len(late)*99/100])/1000, "ms-late-p99")
	b.ReportMetric(float64(late[len(late)-1])/1000, "ms-late-max")
	b.ReportMetric(float64(len(late)), "balls")
}
