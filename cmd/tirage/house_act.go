package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/spf13/cobra"

	"tirage/internal/api"
	"tirage/internal/shop"
	"tirage/money"
)

// acts adds the flags of a verb that does one act in a house, under a key of its own.
func (c *caller) acts(cmd *cobra.Command) {
	c.flags(cmd, true)
	cmd.Flags().StringVar(&c.key, "key", "", "`TEXT` that names this act, of a call whose answer was lost: what was done under it is not done again (default: a new one)")
}

// act has something done once: while no answer comes it is asked for again, under the same key.
func (c *caller) act(ctx context.Context, path string, body, into any) error {
	if c.key == "" {
		c.key = rand.Text()
	}
	for wait := 250 * time.Millisecond; ; wait *= 2 {
		lost, err := c.send(ctx, http.MethodPost, path, c.key, body, into)
		switch {
		case !lost:
			return err
		case wait > 2*time.Second || ctx.Err() != nil:
			return refuse("%s\nWhether it was done is not known: call the same with --key %s, and it is not done twice", err, c.key)
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
		}
	}
}

// because adds the flag that says why.
func because(cmd *cobra.Command, to *string) {
	cmd.Flags().StringVar(to, "reason", "", "`TEXT` for the record: why, and nothing that names anybody")
	_ = cmd.MarkFlagRequired("reason")
}

// proposes puts an act before a second person, and says so.
func (c *caller) proposes(cmd *cobra.Command, kind shop.Kind, reason string, body any) error {
	return c.with(cmd, true, func(ctx context.Context) error {
		text, err := json.Marshal(body)
		if err != nil {
			return err
		}
		var p api.Proposal
		if err := c.ask(ctx, http.MethodPost, "/api/proposals", api.NewProposal{Kind: string(kind), Body: api.Object(text), Reason: reason}, &p); err != nil {
			return err
		}
		out := cmd.OutOrStdout()
		if c.asJSON {
			return writeJSON(out, p)
		}
		fmt.Fprintln(out, tongue(c.lang).in("Proposal %s: a second person must approve it until %s:", p.ID, stamp(p.Expires)))
		fmt.Fprintf(out, "  tirage proposal approve %s --reason … --login …\n", p.ID)
		return nil
	})
}

// amount reads an amount as people write it.
func amount(flag, text string) (money.Cents, error) {
	a, err := money.Parse(text, money.EUR)
	if err != nil {
		return 0, refuse("--%s %s: %s", flag, text, err)
	}
	return a, nil
}

// pages asks for all pages of a list. The address has a question mark in it.
func pages[T any](ctx context.Context, c *caller, path string) (all []T, err error) {
	all = []T{}
	for after := ""; ; {
		var page api.List[T]
		address := path + "&limit=200"
		if after != "" {
			address += "&after=" + after
		}
		if err := c.ask(ctx, http.MethodGet, address, nil, &page); err != nil {
			return nil, err
		}
		all = append(all, page.Items...)
		if after = page.Next; after == "" {
			return all, nil
		}
	}
}

// me is the pseudonym of who asks.
func (c *caller) me(ctx context.Context) (string, error) {
	var p api.Person
	err := c.ask(ctx, http.MethodGet, "/api/me", nil, &p)
	return p.ID, err
}

// ofMoney says of an amount that it is play money.
func ofMoney(a money.Cents, play bool, w tongue) string {
	if play {
		return w.in("%s in play money", cents(a, w))
	}
	return cents(a, w)
}
