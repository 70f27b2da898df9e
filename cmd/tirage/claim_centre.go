package main

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/spf13/cobra"

	"tirage/internal/api"
	"tirage/internal/counter"
	"tirage/internal/visible"
)

func newClaimFile() *cobra.Command {
	var c claimCall
	var claimant string
	cmd := &cobra.Command{
		Use:   "file SERIAL",
		Short: "Opens a file for a lot above what the payment centre pays",
		Long: `Opens a file for a lot above what the payment centre pays. Who claims it and to which account it goes are read from a file of two lines, for they are personal: they
are shown to operators alone, and can be erased once two persons have decided (see "decide").`,
		Example: "  tirage claim file 3002-00-0001-006667-000-3 --claimant claimant.txt --login op-1",
		Args:    takes("SERIAL"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.with(cmd, true, func(ctx context.Context) error {
				who, err := c.claimant(cmd, claimant)
				if err != nil {
					return err
				}
				if who.Look, err = c.look(cmd, args[0]); err != nil {
					return err
				}
				var f api.ClaimFile
				if err := c.act(ctx, "/api/files", who, &f); err != nil {
					return err
				}
				out, w := cmd.OutOrStdout(), tongue(c.lang)
				if c.asJSON {
					return writeJSON(out, f)
				}
				fmt.Fprintln(out, w.in("file %s: %s for %s; two persons decide it:", f.ID, ofMoney(f.Amount, f.Play, w), f.Serial))
				fmt.Fprintf(out, "  tirage claim decide %s --pay --note … --reason … --login …\n", visible.Line(f.ID))
				return nil
			})
		},
	}
	cmd.Flags().StringVar(&claimant, "claimant", "", "`FILE` of two lines: who claims the lot, by which paper; and the account it is paid to")
	_ = cmd.MarkFlagRequired("claimant")
	c.shows(cmd, true)
	c.acts(cmd)
	return cmd
}

// claimant reads who claims a lot.
func (c *claimCall) claimant(cmd *cobra.Command, path string) (who api.Claimant, err error) {
	if path == "-" && (c.virnFile == "-" || c.passwordFile == "-") {
		return who, refuse("standard input holds one thing: give files for the others")
	}
	data, err := readInput(cmd, path)
	if err != nil {
		return who, err
	}
	lines := strings.Split(string(bytes.TrimSpace(data)), "\n")
	if len(lines) != 2 {
		return who, refuse("%s: two lines belong there: who claims the lot, by which paper; and the account it is paid to", inputName(path))
	}
	who.Identity, who.Transfer = strings.TrimSpace(lines[0]), strings.TrimSpace(lines[1])
	return who, nil
}

func newClaimFiles() *cobra.Command {
	var c caller
	var state string
	cmd := &cobra.Command{
		Use: "files", Short: "Lists the files of large lots, newest first", Args: takes(""),
		Example: "  tirage claim files --state open --login op-1",
		RunE: func(cmd *cobra.Command, _ []string) error {
			return c.with(cmd, true, func(ctx context.Context) error {
				query := url.Values{}
				if state != "" {
					query.Set("state", state)
				}
				list, err := pages[api.ClaimFile](ctx, &c, "/api/files?"+query.Encode())
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
				t := newTable(w.heads("<file", "lot", "<state", "<opened", "<claimant", "<account")...)
				for i := range list {
					f := &list[i]
					t.add(f.ID, ofMoney(f.Amount, f.Play, w), w.in(f.State), stamp(f.Opened), f.Identity, f.Transfer)
				}
				t.write(out)
				return nil
			})
		},
	}
	cmd.Flags().StringVar(&state, "state", "", "`STATE`: open, paid or refused (default: all)")
	c.flags(cmd, true)
	return cmd
}

func newClaimErase() *cobra.Command {
	var c caller
	var reason string
	cmd := &cobra.Command{
		Use: "erase FILE --reason TEXT", Short: "Forgets who claimed a large lot, once its file is decided", Args: takes("FILE"),
		Example: "  tirage claim erase 3002-00-0001-006667-000-3.8k2n5r0c3x7t1v9wb1x4k7n0q3t6w9z2 --reason \"asked for it\" --login op-1",
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.with(cmd, true, func(ctx context.Context) error {
				if err := c.ask(ctx, http.MethodPost, "/api/files/"+url.PathEscape(args[0])+"/erase", api.Decision{Reason: reason}, nil); err != nil {
					return err
				}
				if c.asJSON {
					return writeJSON(cmd.OutOrStdout(), map[string]string{"id": args[0]})
				}
				fmt.Fprintln(cmd.OutOrStdout(), tongue(c.lang).in("Who claimed it is forgotten; what was paid stays in the record."))
				return nil
			})
		},
	}
	because(cmd, &reason)
	c.flags(cmd, true)
	return cmd
}

func newClaimDecide() *cobra.Command {
	var c caller
	var pay, no bool
	var note, reason string
	cmd := &cobra.Command{
		Use: "decide FILE --pay|--refuse --note TEXT --reason TEXT", Short: "Proposes to pay a file, or to refuse it; a second person must approve", Args: takes("FILE"),
		Example: "  tirage claim decide 3002-00-0001-006667-000-3.8k2n5r0c3x7t1v9wb1x4k7n0q3t6w9z2 --pay --note \"papers seen\" --reason \"the claim is in order\" --login op-1",
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.proposes(cmd, counter.PayFile, reason, map[string]any{"file": strings.TrimSpace(args[0]), "pay": pay, "note": note})
		},
	}
	cmd.Flags().BoolVar(&pay, "pay", false, "pay it by transfer")
	cmd.Flags().BoolVar(&no, "refuse", false, "do not pay it: the ticket may be claimed again")
	cmd.Flags().StringVar(&note, "note", "", "`TEXT` that stays with the file, and names nobody")
	cmd.MarkFlagsOneRequired("pay", "refuse")
	cmd.MarkFlagsMutuallyExclusive("pay", "refuse")
	_ = cmd.MarkFlagRequired("note")
	because(cmd, &reason)
	c.flags(cmd, true)
	return cmd
}

func newClaimOppose() *cobra.Command {
	var c caller
	var reason string
	cmd := &cobra.Command{
		Use: "oppose SERIAL --reason TEXT", Short: "Opposes the payment of a ticket that somebody says was stolen", Args: takes("SERIAL"),
		Long:    `Opposes the payment of a ticket that somebody says was stolen: nothing is paid on it until two persons lift that (see "lift").`,
		Example: "  tirage claim oppose 3002-00-0001-006667-000-3 --reason \"police report 2026/117\" --login op-1",
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.with(cmd, true, func(ctx context.Context) error {
				var o api.Opposed
				if err := c.act(ctx, "/api/oppositions", api.Opposition{Serial: args[0], Reason: reason}, &o); err != nil {
					return err
				}
				if c.asJSON {
					return writeJSON(cmd.OutOrStdout(), o)
				}
				fmt.Fprintln(cmd.OutOrStdout(), tongue(c.lang).in("Nothing is paid on %s until two persons lift the opposition.", o.Serial))
				return nil
			})
		},
	}
	because(cmd, &reason)
	c.acts(cmd)
	return cmd
}

func newClaimLift() *cobra.Command {
	var c caller
	var reason string
	cmd := &cobra.Command{
		Use: "lift SERIAL --reason TEXT", Short: "Proposes to lift an opposition; a second person must approve", Args: takes("SERIAL"),
		Example: "  tirage claim lift 3002-00-0001-006667-000-3 --reason \"found again\" --login op-1",
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.proposes(cmd, counter.LiftOpposition, reason, map[string]string{"ticket": args[0]})
		},
	}
	because(cmd, &reason)
	c.flags(cmd, true)
	return cmd
}

func newClaimRefund() *cobra.Command {
	var c caller
	var reason string
	cmd := &cobra.Command{
		Use: "refund SERIAL --reason TEXT", Short: "Proposes to give back the price of a ticket whose VIRN cannot be read; a second person must approve", Args: takes("SERIAL"),
		Example: "  tirage claim refund 3002-00-0001-006667-001-6 --reason \"the print is smeared, seen by both\" --login op-1",
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.proposes(cmd, counter.RefundTicket, reason, map[string]string{"ticket": args[0]})
		},
	}
	because(cmd, &reason)
	c.flags(cmd, true)
	return cmd
}
