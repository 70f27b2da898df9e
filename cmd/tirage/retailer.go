package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"

	"github.com/spf13/cobra"

	"tirage/internal/api"
	"tirage/internal/visible"
	"tirage/money"
)

func newRetailer() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "retailer",
		Short: "Retailers of paper tickets: their terms, their accounts, their day",
		Long: `Retailers sell packs and pay tickets for the house. A retailer is a person with that role to whom an operator gave terms: a commission on packs settled, and how much may be
owed. A PERSON is a pseudonym, as "tirage person add" says it. An account above zero is what the house owes the retailer, below zero what the retailer owes.`,
		Example: `  tirage retailer add k3v9x0t2m8q4w7b1 --commission 5% --limit 2000 --reason "contract of 1 March" --login op-1
  tirage retailer list --login op-1
  tirage retailer statement --day 2026-11-30 --login shop-17
  tirage retailer collect k3v9x0t2m8q4w7b1 285 --login op-1`,
		Args: noVerb,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(retailerTerms("add", "Makes a retailer of somebody whose role that is"), retailerTerms("terms", "Changes a retailer's terms, from now on"),
		newRetailerList(), newRetailerShow(), newRetailerStatement(), newRetailerCollect())
	return cmd
}

// retailerTerms is a verb that gives somebody terms.
func retailerTerms(use, short string) *cobra.Command {
	var c caller
	var commission, limit, reason string
	cmd := &cobra.Command{
		Use: use + " PERSON --commission SHARE --limit AMOUNT --reason TEXT", Short: short, Args: takes("PERSON"),
		Example: "  tirage retailer " + use + ` k3v9x0t2m8q4w7b1 --commission 5% --limit 2000 --reason "contract of 1 March" --login op-1`,
		RunE: func(cmd *cobra.Command, args []string) error {
			share, err := money.ParseShare(commission)
			if err != nil {
				return refuse("--commission %s: write a share of the price, such as 5%% of it", commission)
			}
			terms := api.NewTerms{Commission: int64(share), Reason: reason}
			if terms.Limit, err = amount("limit", limit); err != nil {
				return err
			}
			return c.with(cmd, true, func(ctx context.Context) error {
				var r api.Retailer
				if use == "add" {
					err = c.act(ctx, "/api/retailers", api.NewRetailer{Retailer: args[0], NewTerms: terms}, &r)
				} else {
					err = c.act(ctx, "/api/retailers/"+url.PathEscape(args[0])+"/terms", terms, &r)
				}
				if err != nil {
					return err
				}
				return c.retailers(cmd.OutOrStdout(), r)
			})
		},
	}
	f := cmd.Flags()
	f.StringVar(&commission, "commission", "", "`SHARE` of the price of packs settled: 5%")
	f.StringVar(&limit, "limit", "", "`AMOUNT` that may be owed at most: 2000")
	_ = cmd.MarkFlagRequired("commission")
	_ = cmd.MarkFlagRequired("limit")
	because(cmd, &reason)
	c.acts(cmd)
	return cmd
}

// retailers shows one retailer, or a list.
func (c *caller) retailers(out io.Writer, list ...api.Retailer) error {
	w := tongue(c.lang)
	if len(list) == 0 {
		fmt.Fprintln(out, w.in("There is none."))
		return nil
	}
	if c.asJSON {
		return writeJSON(out, list[0])
	}
	t := newTable(w.heads("<retailer", "commission", "limit", "<since", "account", "in play money")...)
	for _, r := range list {
		t.add(r.Retailer, w.percent(percentOf(r.Commission)), cents(r.Limit, w), stamp(r.Since), cents(r.Money, w), cents(r.Play, w))
	}
	t.write(out)
	return nil
}

// percentOf writes parts per million in per cent: "4.75".
func percentOf(ppm int64) string {
	text := money.Share(ppm).String()
	return text[:len(text)-1]
}

func newRetailerList() *cobra.Command {
	var c caller
	cmd := &cobra.Command{
		Use: "list", Short: "Lists the retailers, their terms and their accounts", Args: takes(""), Example: "  tirage retailer list --login op-1",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return c.with(cmd, true, func(ctx context.Context) error {
				list, err := pages[api.Retailer](ctx, &c, "/api/retailers?")
				if err != nil {
					return err
				}
				if c.asJSON {
					return writeJSON(cmd.OutOrStdout(), list)
				}
				return c.retailers(cmd.OutOrStdout(), list...)
			})
		},
	}
	c.flags(cmd, true)
	return cmd
}

func newRetailerShow() *cobra.Command {
	var c caller
	cmd := &cobra.Command{
		Use: "show [PERSON]", Short: "Shows a retailer; without a PERSON, oneself", Args: mayTake("PERSON"),
		Example: "  tirage retailer show --login shop-17\n  tirage retailer show k3v9x0t2m8q4w7b1 --login op-1",
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.with(cmd, true, func(ctx context.Context) error {
				id, err := c.whom(ctx, args)
				if err != nil {
					return err
				}
				var r api.Retailer
				if err := c.ask(ctx, http.MethodGet, "/api/retailers/"+url.PathEscape(id), nil, &r); err != nil {
					return err
				}
				return c.retailers(cmd.OutOrStdout(), r)
			})
		},
	}
	c.flags(cmd, true)
	return cmd
}

// whom is the person of the arguments, or who asks.
func (c *caller) whom(ctx context.Context, args []string) (string, error) {
	if len(args) > 0 {
		return args[0], nil
	}
	return c.me(ctx)
}

func newRetailerStatement() *cobra.Command {
	var c caller
	var day string
	cmd := &cobra.Command{
		Use: "statement [PERSON]", Short: "A retailer's day: packs settled, commission, lots paid, what was collected, what is owed", Args: mayTake("PERSON"),
		Example: "  tirage retailer statement --day 2026-11-30 --login shop-17\n  tirage retailer statement k3v9x0t2m8q4w7b1 --login op-1",
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.with(cmd, true, func(ctx context.Context) error {
				address := "/api/statement/day"
				if len(args) > 0 {
					address = "/api/retailers/" + url.PathEscape(args[0]) + "/statement"
				}
				if day != "" {
					address += "?" + url.Values{"day": {day}}.Encode()
				}
				var d api.Day
				if err := c.ask(ctx, http.MethodGet, address, nil, &d); err != nil {
					return err
				}
				if c.asJSON {
					return writeJSON(cmd.OutOrStdout(), d)
				}
				writeDay(cmd.OutOrStdout(), &d, tongue(c.lang))
				return nil
			})
		},
	}
	cmd.Flags().StringVar(&day, "day", "", "`DAY` in Paris: 2026-11-30 (default: today)")
	c.flags(cmd, true)
	return cmd
}

func writeDay(out io.Writer, d *api.Day, w tongue) {
	fmt.Fprintln(out, w.in("%s, %s", d.Retailer, d.Day))
	for _, account := range []struct {
		of    *api.Account
		title string
	}{{&d.Money, w.in("money")}, {&d.Play, w.in("play money")}} {
		if account.of.Before == 0 && account.of.After == 0 && len(account.of.Lines) == 0 {
			continue
		}
		fmt.Fprintf(out, "\n%s\n", account.title)
		t := newTable(w.heads("<time", "<act", "<about", "amount")...)
		t.add("", w.in("before"), "", cents(account.of.Before, w))
		for _, l := range account.of.Lines {
			t.add(stamp(l.At), w.in(visible.Line(l.Kind)), l.Subject, cents(l.Amount, w))
		}
		for _, s := range account.of.Sums {
			t.add("", w.in("in all"), w.in(visible.Line(s.Kind)), cents(s.Amount, w))
		}
		t.add("", w.in("after"), "", cents(account.of.After, w))
		t.write(out)
	}
}

func newRetailerCollect() *cobra.Command {
	var c caller
	var payOut, play bool
	cmd := &cobra.Command{
		Use: "collect PERSON AMOUNT", Short: "Notes that a retailer has paid the house through the bank, or was paid", Args: takes("PERSON AMOUNT"),
		Example: "  tirage retailer collect k3v9x0t2m8q4w7b1 285 --login op-1\n  tirage retailer collect k3v9x0t2m8q4w7b1 40.50 --pay-out --login op-1",
		RunE: func(cmd *cobra.Command, args []string) error {
			a, err := money.Parse(args[1], money.EUR)
			if err != nil || a <= 0 {
				return refuse("%q is no amount: write what was moved, above zero, as 285 or 40.50", args[1])
			}
			if payOut {
				a = -a
			}
			return c.with(cmd, true, func(ctx context.Context) error {
				var done api.Collected
				if err := c.act(ctx, "/api/retailers/"+url.PathEscape(args[0])+"/collect", api.Collecting{Amount: a, Play: play}, &done); err != nil {
					return err
				}
				if c.asJSON {
					return writeJSON(cmd.OutOrStdout(), done)
				}
				w := tongue(c.lang)
				fmt.Fprintln(cmd.OutOrStdout(), w.in("noted: %s; the account stands at %s", ofMoney(done.Amount, done.Play, w), cents(done.Balance, w)))
				return nil
			})
		},
	}
	cmd.Flags().BoolVar(&payOut, "pay-out", false, "the house has paid the retailer")
	cmd.Flags().BoolVar(&play, "play", false, "play money")
	c.acts(cmd)
	return cmd
}
