package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"tirage/internal/api"
	"tirage/internal/visible"
	"tirage/seal"
)

func newClaim() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "claim",
		Short: "Paper tickets at the counter: what one is worth, pays it once, makes a misprint good, opens a file",
		Long: `What a paper ticket is worth, and how it is paid: once, whole, in two steps. SERIAL is what everybody sees on the ticket, the VIRN is the number under the
coating. It is asked on the terminal, which does not show it, or read from --virn-file; it is never written on the command line. A scanner may give the whole code under the
coating instead. O is read as 0, I and L as 1; a misread character is found.

Anybody may check a ticket. Retailers pay it, and operators, as the payment centre.`,
		Example: `  tirage claim check 3002-00-0001-006667-000-3 --server https://house.example
  tirage claim pay 3002-00-0001-006667-000-3 --login shop-17 --server https://house.example
  tirage claim misprint 3002-00-0001-006667-001-6 face.json --refund --login shop-17`,
		Args: noVerb,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newClaimCheck(), newClaimPay(), newClaimReserve(), newClaimConfirm(), newClaimCancel(), newClaimMisprint(),
		newClaimFile(), newClaimFiles(), newClaimErase(), newClaimDecide(), newClaimOppose(), newClaimLift(), newClaimRefund())
	return cmd
}

// claimCall is a call of a verb that shows a ticket.
type claimCall struct {
	caller
	virnFile string
	open     bool
}

// shows adds the flags that say what is read on the ticket.
func (c *claimCall) shows(cmd *cobra.Command, box bool) {
	f := cmd.Flags()
	f.StringVar(&c.virnFile, "virn-file", "", "`FILE` with the VIRN alone in it, or - for standard input (default: asks on the terminal)")
	if box {
		f.BoolVar(&c.open, "control-open", false, "the box that must stay covered was scratched")
	}
}

// look is the ticket as it is shown.
func (c *claimCall) look(cmd *cobra.Command, serial string) (api.Look, error) {
	if _, _, err := seal.ParseTicketCode(serial); err == nil {
		return api.Look{}, errVIRNSaid
	}
	if c.virnFile == "-" && c.passwordFile == "-" {
		return api.Look{}, refuse("standard input holds one secret: give --password-file or --virn-file a file")
	}
	text, err := readVIRN(cmd, c.virnFile, tongue(c.lang))
	if err != nil {
		return api.Look{}, err
	}
	look := api.Look{Serial: strings.TrimSpace(serial), VIRN: text, ControlOpen: c.open}
	if scanned, virn, err := seal.ParseTicketCode(text); err == nil { // the whole code under the coating
		if said, err := seal.ParseSerial(look.Serial); err == nil && said != scanned {
			return api.Look{}, refuse("the code is another ticket's: it says %s", scanned.String())
		}
		look.VIRN = virn.Text()
	}
	return look, nil
}

var errVIRNSaid = refuse("a VIRN is not written on the command line, where others can see it: let it be asked for, or give --virn-file")

// readVIRN reads a VIRN from a file, or asks for it on the terminal, which shows nothing of it.
func readVIRN(cmd *cobra.Command, path string, w tongue) (string, error) {
	if path != "" {
		data, err := readInput(cmd, path)
		if _, said := seal.ParseVIRN(path); errors.Is(err, fs.ErrNotExist) && said == nil {
			return "", errVIRNSaid
		}
		return firstLine(data), err
	}
	in, ok := cmd.InOrStdin().(*os.File)
	if !ok || !term.IsTerminal(int(in.Fd())) {
		return "", refuse("a VIRN is asked for on a terminal: without one give --virn-file")
	}
	fmt.Fprint(cmd.ErrOrStderr(), w.in("VIRN (under the coating): "))
	data, err := term.ReadPassword(int(in.Fd()))
	fmt.Fprintln(cmd.ErrOrStderr())
	return strings.TrimSpace(string(data)), err
}

func newClaimCheck() *cobra.Command {
	c := claimCall{caller: caller{anybody: true}}
	cmd := &cobra.Command{
		Use:   "check SERIAL",
		Short: "What a paper ticket is worth, to whoever holds it",
		Long: `What a paper ticket is worth, to whoever holds it and reads both its numbers. Nothing is paid and nothing is reserved. Without --login or a session nobody in
particular asks. A wrong VIRN and a ticket that there is not get the same answer; after five wrong ones nothing is answered for an hour.`,
		Example: `  tirage claim check 3002-00-0001-006667-000-3 --server https://house.example
  tirage claim check 3002-00-0001-006667-000-3 --virn-file - --json < virn`,
		Args: takes("SERIAL"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.with(cmd, true, func(ctx context.Context) error {
				look, err := c.look(cmd, args[0])
				if err != nil {
					return err
				}
				var s api.Seen
				if err := c.ask(ctx, http.MethodPost, "/api/claims/check", look, &s); err != nil {
					return err
				}
				out, w := cmd.OutOrStdout(), tongue(c.lang)
				if c.asJSON {
					return writeJSON(out, s)
				}
				fmt.Fprintf(out, "%s: %s\n", visible.Line(s.Answer), visible.Line(s.Text))
				if s.Amount != 0 {
					fmt.Fprintln(out, w.in("lot: %s", ofMoney(s.Amount, s.Play, w)))
				}
				if !s.Lapses.IsZero() {
					fmt.Fprintln(out, w.in("lots of this issue are paid before %s", stamp(s.Lapses)))
				}
				return nil
			})
		},
	}
	c.shows(cmd, true)
	c.flags(cmd, true)
	return cmd
}

func newClaimMisprint() *cobra.Command {
	var c claimCall
	var refund bool
	var exchange string
	cmd := &cobra.Command{
		Use:   "misprint SERIAL FACE",
		Short: "Makes a badly printed ticket good: gives its price back, or another ticket",
		Long: `Makes a badly printed ticket good, once. FACE is a file with what the ticket shows, as "tirage ticket --json" writes it and "tirage judge" reads it, or - for standard
input; what cannot be read is left out. The judge of the game decides whether it is a misprint. The ticket that is given in exchange is of the same game, of an active pack of the same retailer.`,
		Example: `  tirage claim misprint 3002-00-0001-006667-001-6 face.json --refund --login shop-17
  tirage claim misprint 3002-00-0001-006667-001-6 face.json --exchange 3002-00-0001-006667-002-7 --login shop-17`,
		Args: takes("SERIAL FACE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.with(cmd, true, func(ctx context.Context) error {
				face, err := c.face(cmd, args[1])
				if err != nil {
					return err
				}
				look, err := c.look(cmd, args[0])
				if err != nil {
					return err
				}
				asked := api.Misprint{Serial: look.Serial, VIRN: look.VIRN, Face: face, Way: "exchange", Replacement: exchange}
				if refund {
					asked.Way = "refund"
				}
				var done api.Refunded
				if err := c.act(ctx, "/api/claims/misprint", asked, &done); err != nil {
					return err
				}
				out, w := cmd.OutOrStdout(), tongue(c.lang)
				if c.asJSON {
					return writeJSON(out, done)
				}
				if refund {
					fmt.Fprintln(out, w.in("misprint (%s, article %s): give %s back and keep the ticket", done.Fault, done.Article, ofMoney(done.Amount, done.Play, w)))
				} else {
					fmt.Fprintln(out, w.in("misprint (%s, article %s): give ticket %s for it and keep this one", done.Fault, done.Article, done.Replacement))
				}
				return nil
			})
		},
	}
	cmd.Flags().BoolVar(&refund, "refund", false, "give the ticket's price back")
	cmd.Flags().StringVar(&exchange, "exchange", "", "give the ticket with this `SERIAL` for it")
	cmd.MarkFlagsOneRequired("refund", "exchange")
	cmd.MarkFlagsMutuallyExclusive("refund", "exchange")
	c.shows(cmd, false)
	c.acts(cmd)
	return cmd
}

// face reads what a ticket shows.
func (c *claimCall) face(cmd *cobra.Command, path string) (api.Object, error) {
	if path == "-" && (c.virnFile == "-" || c.passwordFile == "-") {
		return nil, refuse("standard input holds one thing: give files for the others")
	}
	data, err := readInput(cmd, path)
	if err != nil {
		return nil, err
	}
	if err := strict(data, &map[string]json.RawMessage{}); err != nil {
		return nil, refuse("%s: %s", inputName(path), err)
	}
	return data, nil
}
