package main

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/spf13/cobra"

	"tirage/internal/api"
)

// The bounds of a load test: it is for houses of one's own.
const (
	maxLoadPlayers = 20_000
	maxLoadTime    = 10 * time.Minute
	maxLoadBuyers  = 200
	dialsAtOnce    = 100
)

// loadCall is a call of the verb load.
type loadCall struct {
	caller
	room    string
	players int
	buyers  int
	lasting time.Duration
}

func newLoad() *cobra.Command {
	var c loadCall
	cmd := &cobra.Command{
		Use:   "load URL",
		Short: "Measures a house of one's own: many who watch a draw, or many who buy cards",
		Long: `Connects so many players to a room by WebSocket and follows one draw, until it has ended or the time is over: how long each ball takes to the last of them, what was lost.
With --buyers instead, so many players, whom it registers with play money, buy orders of six cards one after another until the time is over or the sale closes.

It is bounded in count and time, and aims at nothing but the address given. The house must let it ask as often as it likes: "tirage serve --measure-from 127.0.0.1/32".
Run on the house's own machine it shares that machine's processors.`,
		Example: `  tirage load http://127.0.0.1:8080 --room bingo-extra --players 10000 --for 60s
  tirage load http://127.0.0.1:8080 --room bingo-extra --buyers 50 --for 20s --json`,
		Args: takes("URL"),
		RunE: func(cmd *cobra.Command, args []string) error {
			c.server = args[0]
			return c.run(cmd)
		},
	}
	f := cmd.Flags()
	f.StringVar(&c.room, "room", "", "the `ROOM`")
	f.IntVar(&c.players, "players", 1000, "`NUMBER` of players who watch, 20,000 at most")
	f.IntVar(&c.buyers, "buyers", 0, "`NUMBER` of players who buy instead, 200 at most")
	f.DurationVar(&c.lasting, "for", time.Minute, "`TIME` that it lasts at most, ten minutes at most")
	f.BoolVar(&c.asJSON, "json", false, "write what was measured as JSON")
	_ = cmd.MarkFlagRequired("room")
	addLang(cmd)
	return cmd
}

func (c *loadCall) run(cmd *cobra.Command) error {
	ctx, stop := interruptible()
	defer stop()
	var err error
	if c.lang, err = langOf(cmd); err != nil {
		return err
	}
	u, err := url.Parse(c.server)
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil:
		return refuse("the address of a house reads https://house.example, without anything behind it")
	case c.players < 1 || c.players > maxLoadPlayers || c.buyers < 0 || c.buyers > maxLoadBuyers:
		return refuse("1 to %d players watch, up to %d buy", maxLoadPlayers, maxLoadBuyers)
	case c.lasting < time.Second || c.lasting > maxLoadTime:
		return refuse("--for %s: from a second to ten minutes", c.lasting)
	}
	if !loopback(u.Hostname()) {
		fmt.Fprintln(cmd.ErrOrStderr(), tongue(c.lang).in("Mind: this loads %s, which is not this machine. Do it to a house of your own only.", u.Host))
	}
	ctx, cancel := context.WithTimeout(ctx, c.lasting)
	defer cancel()
	var room api.Room
	if err := c.ask(ctx, http.MethodGet, "/api/rooms/"+url.PathEscape(c.room), nil, &room); err != nil {
		return err
	}
	if c.buyers > 0 {
		return c.buy(ctx, cmd, &room)
	}
	return c.watch(ctx, cmd, &room)
}
