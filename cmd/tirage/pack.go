package main

import (
	"context"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"tirage/internal/api"
	"tirage/retail"
)

func newPack() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "pack",
		Short: "Packs of paper tickets: delivered, confirmed, put on sale, settled, returned, lost, stolen",
		Long: `Packs of paper tickets, by block and number: 6667 is one pack, 6667:6766 a hundred of them, at most a thousand in one act. All of them are moved, or none. The house receives
them for a retailer, settles them and takes them back; the retailer confirms them and puts them on sale; either reports them lost or stolen. A PERSON is a pseudonym.`,
		Example: `  tirage pack receive 3002-00-0001 6667:6766 --retailer k3v9x0t2m8q4w7b1 --login op-1
  tirage pack confirm 3002-00-0001 6667:6766 --login shop-17
  tirage pack activate 3002-00-0001 6667 --login shop-17
  tirage pack settle 3002-00-0001 6667 --retailer k3v9x0t2m8q4w7b1 --login op-1
  tirage pack list --state active --login op-1`,
		Args: noVerb,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(
		packMove("receive", "Delivers packs to a retailer", true, true),
		packMove("confirm", "Says that packs have come", false, false),
		packMove("activate", "Puts packs on sale: from now on their tickets are paid", false, false),
		packMove("settle", "Charges a retailer the price of packs, less the commission", true, true),
		packMove("return", "Takes back packs that were not put on sale", true, false),
		packMove("lost", "Reports packs lost: nothing is paid on their tickets from now on", true, false),
		packMove("stolen", "Reports packs stolen: nothing is paid on their tickets from now on", true, false),
		newPackList(),
	)
	return cmd
}

// packMove is a verb that moves packs; of a retailer, where it may be said whose they are, and where it must.
func packMove(use, short string, retailers, must bool) *cobra.Command {
	var c caller
	var packs api.Packs
	example := "  tirage pack " + use + " 3002-00-0001 6667:6766 --login shop-17"
	if must {
		example = "  tirage pack " + use + " 3002-00-0001 6667:6766 --retailer k3v9x0t2m8q4w7b1 --login op-1"
	}
	cmd := &cobra.Command{
		Use: use + " BLOCK FIRST:LAST", Short: short, Args: takes("BLOCK FIRST:LAST"), Example: example,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			packs.Block = args[0]
			if packs.First, packs.Last, err = packNumbers(args[1]); err != nil {
				return err
			}
			return c.with(cmd, true, func(ctx context.Context) error {
				var m api.PacksMoved
				if err := c.act(ctx, "/api/packs/"+use, packs, &m); err != nil {
					return err
				}
				out, w := cmd.OutOrStdout(), tongue(c.lang)
				if c.asJSON {
					return writeJSON(out, m)
				}
				fmt.Fprintln(out, w.in("%s packs of %s, %s to %s: %s", w.count(m.Last-m.First+1), m.Block, strconv.FormatInt(m.First, 10), strconv.FormatInt(m.Last, 10), w.in(m.State)))
				if m.State == string(retail.Settled) {
					fmt.Fprintln(out, w.in("charged %s, commission %s; the account stands at %s", cents(m.Price, w), cents(m.Commission, w), cents(m.Balance, w)))
				}
				return nil
			})
		},
	}
	if retailers {
		cmd.Flags().StringVar(&packs.Retailer, "retailer", "", "the `PERSON` whose they are, or are to be")
	}
	if must {
		_ = cmd.MarkFlagRequired("retailer")
	}
	c.acts(cmd)
	return cmd
}

// packNumbers reads "6667" or "6667:6766".
func packNumbers(text string) (first, last int64, err error) {
	from, to, many := strings.Cut(text, ":")
	if !many {
		to = from
	}
	first, err = strconv.ParseInt(from, 10, 64)
	if err == nil {
		last, err = strconv.ParseInt(to, 10, 64)
	}
	if err != nil || first < 0 || last < first {
		return 0, 0, refuse("%q are no packs: write a number (6667), or the first and the last (6667:6766)", text)
	}
	return first, last, nil
}

func newPackList() *cobra.Command {
	var c caller
	var block, retailer, state string
	cmd := &cobra.Command{
		Use: "list", Short: "Lists the packs in the field; to a retailer the own ones", Args: takes(""),
		Example: "  tirage pack list --login shop-17\n  tirage pack list --block 3002-00-0001 --state active --login op-1",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return c.with(cmd, true, func(ctx context.Context) error {
				query := url.Values{}
				for name, value := range map[string]string{"block": block, "retailer": retailer, "state": state} {
					if value != "" {
						query.Set(name, value)
					}
				}
				list, err := pages[api.Pack](ctx, &c, "/api/packs?"+query.Encode())
				if err != nil {
					return err
				}
				out, w := cmd.OutOrStdout(), tongue(c.lang)
				if c.asJSON {
					return writeJSON(out, list)
				}
				if len(list) == 0 {
					fmt.Fprintln(out, w.in("There is none."))
					return nil
				}
				t := newTable(w.heads("<block", "pack", "<state", "<since", "<retailer", "charged", "commission")...)
				for i := range list {
					p := &list[i]
					t.add(p.Block, strconv.FormatInt(p.Pack, 10), w.in(p.State), stamp(p.At), p.Retailer, cents(p.Price, w), cents(p.Commission, w))
				}
				t.write(out)
				return nil
			})
		},
	}
	f := cmd.Flags()
	f.StringVar(&block, "block", "", "of one `BLOCK`")
	f.StringVar(&retailer, "retailer", "", "of one `PERSON`")
	f.StringVar(&state, "state", "", "of one `STATE`: received, confirmed, active, settled, returned, lost or stolen")
	c.flags(cmd, true)
	return cmd
}
