package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path/filepath"

	"github.com/spf13/cobra"

	"tirage/internal/api"
	"tirage/internal/shop"
	"tirage/internal/visible"
	"tirage/money"
)

func newBlock() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "block",
		Short: "The blocks of a house: proposes one for sale, lists them, shows what was sold and paid",
		Example: `  tirage block register /srv/blocks/vegas-7 --reason "audited on Monday" --login anna
  tirage block list
  tirage block show 3002-00-0001 --server https://house.example`,
		Args: noVerb,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newBlockRegister(), newBlockList(), newBlockShow())
	return cmd
}

func newBlockRegister() *cobra.Command {
	var c caller
	var reason string
	var play bool
	cmd := &cobra.Command{
		Use:   "register FOLDER --reason TEXT",
		Short: "Proposes that a sealed block enters the house; a second person must approve",
		Long: `Proposes that a sealed block enters the house. The house reads the block's files whole and checks its signature, its key and the keeper now, and again when
a second person approves. FOLDER is the block as the house's machine names it. A SPECIMEN, which anybody can make again, is refused but for --play.`,
		Example: `  tirage block register /srv/blocks/vegas-7 --reason "audited on Monday" --login anna
  tirage block register few/ --play --reason "to try" --login operator-1 --password-file pw`,
		Args: takes("FOLDER"),
		RunE: func(cmd *cobra.Command, args []string) error {
			folder, err := filepath.Abs(args[0])
			if err != nil {
				return err
			}
			return c.with(cmd, true, func(ctx context.Context) error {
				body, err := json.Marshal(registering{folder, play})
				if err != nil {
					return err
				}
				var p api.Proposal
				asked := api.NewProposal{Kind: string(shop.RegisterBlock), Body: api.Object(body), Reason: reason}
				if err := c.ask(ctx, http.MethodPost, "/api/proposals", asked, &p); err != nil {
					return err
				}
				if c.asJSON {
					return writeJSON(cmd.OutOrStdout(), p)
				}
				w := tongue(c.lang)
				fmt.Fprintln(cmd.OutOrStdout(), w.in("Proposal %s: a second person must approve it until %s:", p.ID, stamp(p.Expires)))
				fmt.Fprintf(cmd.OutOrStdout(), "  tirage proposal approve %s --reason … --login …\n", p.ID)
				return nil
			})
		},
	}
	cmd.Flags().StringVar(&reason, "reason", "", "`TEXT` for the record: why")
	cmd.Flags().BoolVar(&play, "play", false, "sell it for play money: for specimens, and for them alone")
	_ = cmd.MarkFlagRequired("reason")
	c.flags(cmd, true)
	return cmd
}

func newBlockList() *cobra.Command {
	var c caller
	cmd := &cobra.Command{
		Use: "list", Short: "Lists the blocks of a house, in the order in which they are sold", Args: takes(""),
		Example: "  tirage block list --server https://house.example",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return c.with(cmd, false, func(ctx context.Context) error {
				var list api.List[api.Block]
				if err := c.ask(ctx, http.MethodGet, "/api/blocks", nil, &list); err != nil {
					return err
				}
				if c.asJSON {
					return writeJSON(cmd.OutOrStdout(), list.Items)
				}
				writeBlocks(cmd.OutOrStdout(), list.Items, tongue(c.lang))
				return nil
			})
		},
	}
	c.flags(cmd, false)
	return cmd
}

func writeBlocks(out io.Writer, blocks []api.Block, w tongue) {
	t := newTable(w.heads("<block", "<game", "<money", "<state", "price", "online", "sold", "told")...)
	for i := range blocks {
		b := &blocks[i]
		t.add(b.ID, visible.Line(b.Game), kindOfMoney(b, w), stateOf(b, w), cents(b.Price, w), w.count(b.Online), w.count(b.Sold), w.count(b.Told))
	}
	t.write(out)
	writeAlone(out, blocks, w)
}

// stateOf is a block's state, or that it is not sold here though it is on sale.
func stateOf(b *api.Block, w tongue) string {
	if b.Paused != "" {
		return w.in("paused")
	}
	return w.in(b.State)
}

// writeAlone says it where house and keeper are one.
func writeAlone(out io.Writer, blocks []api.Block, w tongue) {
	for i := range blocks {
		if blocks[i].Alone {
			fmt.Fprintf(out, "\n%s\n", w.in("House and keeper are a single party here: the operator could have chosen the tickets."))
			return
		}
	}
}

func kindOfMoney(b *api.Block, w tongue) string {
	if b.Play {
		return w.in("play")
	}
	return w.in("money")
}

// cents writes an amount of the house's currency without its sign, which the API leaves to the game.
func cents(a money.Cents, w tongue) string { return w.number(money.EUR.Plain(a)) }

func newBlockShow() *cobra.Command {
	var c caller
	cmd := &cobra.Command{
		Use: "show BLOCK", Short: "Shows a block: what was printed, sold, opened and paid, lot by lot", Args: takes("BLOCK"),
		Example: "  tirage block show 3002-00-0001",
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.with(cmd, false, func(ctx context.Context) error {
				var sheet api.BlockSheet
				if err := c.ask(ctx, http.MethodGet, "/api/blocks/"+url.PathEscape(args[0]), nil, &sheet); err != nil {
					return err
				}
				if c.asJSON {
					return writeJSON(cmd.OutOrStdout(), sheet)
				}
				writeBlock(cmd.OutOrStdout(), &sheet, tongue(c.lang))
				return nil
			})
		},
	}
	c.flags(cmd, false)
	return cmd
}

func writeBlock(out io.Writer, b *api.BlockSheet, w tongue) {
	title := w.in("Block")
	if b.Specimen {
		title = w.in("SPECIMEN block")
	}
	fmt.Fprintf(out, "%s %s  %s  %s  %s\n", title, b.ID, visible.Line(b.Game), kindOfMoney(&b.Block, w), w.in(b.State))
	if b.Paused != "" {
		fmt.Fprintln(out, w.in("The house sells none of it now: %s.", visible.Line(b.Paused)))
	}
	fmt.Fprintln(out, w.in("%s tickets, %s of them online: %s sold, %s told to the keeper, %s opened",
		w.count(b.Tickets), w.count(b.Online), w.count(b.Sold), w.count(b.Told), w.count(b.Revealed)))
	fmt.Fprintln(out, w.in("root %s", b.Root))
	fmt.Fprintf(out, "%s\n\n", w.in("signed by %s, game file %s", visible.Line(b.SignedBy), b.Version))
	t := newTable(w.heads("lot", "per block", "paid", "left")...)
	for _, lot := range b.Lots {
		t.add(cents(lot.Amount, w), w.count(lot.Count), w.count(lot.Paid), w.count(lot.Left))
	}
	t.write(out)
	writeAlone(out, []api.Block{b.Block}, w)
}
