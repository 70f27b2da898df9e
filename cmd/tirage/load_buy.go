package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"tirage/internal/api"
)

// loadBought is what was measured of those who buy.
type loadBought struct {
	Buyers  int     `json:"buyers"`
	Orders  int64   `json:"orders"`
	Cards   int64   `json:"cards"`
	Refused int64   `json:"refused"`
	Seconds float64 `json:"seconds"`
	Rate    float64 `json:"cards_per_second"`
}

// ordered is how many cards an order of a load test has.
const ordered = 6

// buy has players buy orders of six cards, as many as each may have in every draw on sale.
func (c *loadCall) buy(ctx context.Context, cmd *cobra.Command, room *api.Room) error {
	if !room.Play || room.Single {
		return refuse("cards are bought by a load test in rooms of several players for play money only")
	}
	var draws []string
	for _, d := range room.Next {
		if d.State == "on_sale" {
			draws = append(draws, d.ID)
		}
	}
	w := tongue(c.lang)
	fmt.Fprintln(cmd.ErrOrStderr(), w.in("%s players are registered first", w.count(int64(c.buyers))))
	var buyers []*caller
	for range c.buyers {
		b, err := c.buyer(ctx)
		if err != nil {
			return err
		}
		buyers = append(buyers, b)
	}
	r := loadBought{Buyers: c.buyers}
	var orders, refused atomic.Int64
	var all sync.WaitGroup
	began := time.Now()
	for _, b := range buyers {
		all.Go(func() {
			for _, draw := range draws {
				for range room.Run.MaxCards / ordered {
					if err := b.orders(ctx, c.room, draw); err != nil {
						refused.Add(1)
						return
					}
					orders.Add(1)
				}
			}
		})
	}
	all.Wait()
	r.Orders, r.Refused, r.Seconds = orders.Load(), refused.Load(), time.Since(began).Seconds()
	r.Cards = r.Orders * ordered
	r.Rate = float64(r.Cards) / r.Seconds
	if c.asJSON {
		return writeJSON(cmd.OutOrStdout(), r)
	}
	fmt.Fprintln(cmd.OutOrStdout(), w.in("%s cards in %s orders of %s players, %s a second", w.count(r.Cards), w.count(r.Orders), w.count(int64(r.Buyers)), w.count(int64(r.Rate))))
	return nil
}

// buyer registers a player with play money.
func (c *loadCall) buyer(ctx context.Context) (*caller, error) {
	b := &caller{server: c.server, lang: c.lang}
	login, password := "load "+rand.Text()[:12], rand.Text()
	if err := b.ask(ctx, http.MethodPost, "/api/register", api.Credentials{Login: login, Password: password}, nil); err != nil {
		return nil, err
	}
	var in api.LoggedIn
	if err := b.ask(ctx, http.MethodPost, "/api/login", api.Credentials{Login: login, Password: password}, &in); err != nil {
		return nil, err
	}
	b.token = in.Token
	return b, b.act(ctx, "/api/deposits", api.Movement{Amount: 1_000_000_00, Play: true}, nil)
}

// orders buys six cards of a draw.
func (b *caller) orders(ctx context.Context, room, draw string) error {
	var offer api.CardOffer
	if err := b.ask(ctx, http.MethodPost, "/api/rooms/"+url.PathEscape(room)+"/offers", api.OfferWanted{Count: ordered}, &offer); err != nil {
		return err
	}
	want := api.CardsWanted{Offer: offer.Token, Draws: 1, Draw: draw}
	for i := range ordered {
		want.Cards = append(want.Cards, i)
	}
	b.key = ""
	return b.act(ctx, "/api/rooms/"+url.PathEscape(room)+"/cards", want, nil)
}
