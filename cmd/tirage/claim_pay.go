package main

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"tirage/internal/api"
	"tirage/internal/visible"
)

// In what a counter does, the answer that is lost is asked for again under a key that follows from the reservation: so the same is answered
// for ever, from whatever call.
func stepKey(step, reference string) string {
	sum := sha256.Sum256([]byte("tirage " + step + "\n" + reference))
	return step + "-" + hex.EncodeToString(sum[:16])
}

func (c *caller) confirm(ctx context.Context, reference string) (p api.ClaimPaid, err error) {
	c.key = stepKey("confirm", reference)
	return p, c.act(ctx, "/api/claims/"+url.PathEscape(reference)+"/confirm", nil, &p)
}

func (c *caller) cancel(ctx context.Context, reference string) (done api.ClaimCancelled, err error) {
	c.key = stepKey("cancel", reference)
	return done, c.act(ctx, "/api/claims/"+url.PathEscape(reference)+"/cancel", nil, &done)
}

func newClaimPay() *cobra.Command {
	var c claimCall
	var yes bool
	cmd := &cobra.Command{
		Use:   "pay SERIAL",
		Short: "Pays a ticket at the counter: reserves it, says the amount, asks, confirms",
		Long: `Pays a ticket at the counter. It is reserved for ten minutes, so that nobody else pays it meanwhile; the amount is said; "y" confirms, anything else gives the
reservation up. Money changes hands once this says that it is paid. If the line drops then, "tirage claim confirm REFERENCE" answers what was done.`,
		Example: `  tirage claim pay 3002-00-0001-006667-000-3 --login shop-17 --server https://house.example
  tirage claim pay 3002-00-0001-006667-000-3 --yes --virn-file virn --login shop-17 --password-file pw --json`,
		Args: takes("SERIAL"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.with(cmd, true, func(ctx context.Context) error {
				in, ok := cmd.InOrStdin().(*os.File)
				if !yes && (!ok || !term.IsTerminal(int(in.Fd()))) {
					return refuse("whether to pay is asked on a terminal: without one give --yes")
				}
				look, err := c.look(cmd, args[0])
				if err != nil {
					return err
				}
				var r api.Reservation
				if err := c.act(ctx, "/api/claims", look, &r); err != nil {
					return err
				}
				return c.second(ctx, cmd, r, yes)
			})
		},
	}
	cmd.Flags().BoolVar(&yes, "yes", false, "pay without asking")
	c.shows(cmd, true)
	c.flags(cmd, true)
	return cmd
}

// second pays what was reserved, or gives it up.
func (c *claimCall) second(ctx context.Context, cmd *cobra.Command, r api.Reservation, yes bool) error {
	out, w := cmd.OutOrStdout(), tongue(c.lang)
	if !yes {
		fmt.Fprintln(cmd.ErrOrStderr(), w.in("%s of %s, reserved until %s.", ofMoney(r.Amount, r.Play, w), visible.Line(r.Game), stamp(r.Expires)))
		fmt.Fprint(cmd.ErrOrStderr(), w.in("Take the ticket. Pay? [y/N] "))
		said, err := answer(ctx, cmd.InOrStdin())
		if err != nil || !said {
			_, given := c.cancel(context.WithoutCancel(ctx), r.Reference)
			if err == nil {
				err = refuse("nothing was paid, and the ticket is free again")
			}
			return errors.Join(err, given)
		}
	}
	p, err := c.confirm(ctx, r.Reference)
	if err != nil {
		return refuse("%s\nThe reservation is %s", err, r.Reference)
	}
	if c.asJSON {
		return writeJSON(out, struct {
			Reference string `json:"reference"`
			api.ClaimPaid
		}{r.Reference, p})
	}
	return c.paid(out, p, r.Reference)
}

// paid says that a lot was paid.
func (c *caller) paid(out io.Writer, p api.ClaimPaid, reference string) error {
	if c.asJSON {
		return writeJSON(out, p)
	}
	w := tongue(c.lang)
	_, err := fmt.Fprintln(out, w.in("paid: %s for %s, reservation %s", ofMoney(p.Amount, p.Play, w), visible.Line(p.Serial), visible.Line(reference)))
	return err
}

// answer reads whether somebody says yes, or is gone.
func answer(ctx context.Context, in io.Reader) (bool, error) {
	said := make(chan string, 1)
	go func() {
		line, _ := bufio.NewReader(in).ReadString('\n') // nothing is no
		said <- line
	}()
	select {
	case line := <-said:
		switch strings.ToLower(strings.TrimSpace(line)) {
		case "y", "yes", "o", "oui":
			return true, nil
		}
		return false, nil
	case <-ctx.Done():
		return false, ctx.Err()
	}
}

func newClaimReserve() *cobra.Command {
	var c claimCall
	cmd := &cobra.Command{
		Use:   "reserve SERIAL",
		Short: "Reserves a ticket for this counter for ten minutes, without paying it",
		Long: `Reserves a ticket for this counter: nobody else pays it for ten minutes. "tirage claim confirm" pays it, "tirage claim cancel" gives it up. Reserved again by the
same person it has another reservation, and the one before is over.`,
		Example: "  tirage claim reserve 3002-00-0001-006667-000-3 --login shop-17",
		Args:    takes("SERIAL"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.with(cmd, true, func(ctx context.Context) error {
				look, err := c.look(cmd, args[0])
				if err != nil {
					return err
				}
				var r api.Reservation
				if err := c.act(ctx, "/api/claims", look, &r); err != nil {
					return err
				}
				out, w := cmd.OutOrStdout(), tongue(c.lang)
				if c.asJSON {
					return writeJSON(out, r)
				}
				fmt.Fprintln(out, w.in("%s of %s, reserved until %s.", ofMoney(r.Amount, r.Play, w), visible.Line(r.Game), stamp(r.Expires)))
				fmt.Fprintf(out, "  tirage claim confirm %s\n", visible.Line(r.Reference))
				return nil
			})
		},
	}
	c.shows(cmd, true)
	c.acts(cmd)
	return cmd
}

func newClaimConfirm() *cobra.Command {
	var c caller
	cmd := &cobra.Command{
		Use:     "confirm REFERENCE",
		Short:   "Pays a reserved ticket; asked again, it answers the same",
		Example: "  tirage claim confirm 3002-00-0001-006667-000-3.8k2n5r0c3x7t1v9wb1x4k7n0q3t6w9z2 --login shop-17",
		Args:    takes("REFERENCE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.with(cmd, true, func(ctx context.Context) error {
				p, err := c.confirm(ctx, strings.TrimSpace(args[0]))
				if err != nil {
					return err
				}
				return c.paid(cmd.OutOrStdout(), p, args[0])
			})
		},
	}
	c.flags(cmd, true)
	return cmd
}

func newClaimCancel() *cobra.Command {
	var c caller
	cmd := &cobra.Command{
		Use:     "cancel REFERENCE",
		Short:   "Gives a reservation up: others may pay the ticket at once",
		Example: "  tirage claim cancel 3002-00-0001-006667-000-3.8k2n5r0c3x7t1v9wb1x4k7n0q3t6w9z2 --login shop-17",
		Args:    takes("REFERENCE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.with(cmd, true, func(ctx context.Context) error {
				done, err := c.cancel(ctx, strings.TrimSpace(args[0]))
				if err != nil {
					return err
				}
				if c.asJSON {
					return writeJSON(cmd.OutOrStdout(), done)
				}
				fmt.Fprintln(cmd.OutOrStdout(), tongue(c.lang).in("%s is not reserved any more.", done.Serial))
				return nil
			})
		},
	}
	c.flags(cmd, true)
	return cmd
}
