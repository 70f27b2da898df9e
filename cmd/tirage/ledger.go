package main

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"tirage/internal/press"
	"tirage/internal/shop"
	"tirage/internal/store"
	"tirage/internal/visible"
	"tirage/ledger"
)

func newLedger() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "ledger",
		Short: "The record of a house: every act and every cent, read again from its database",
		Example: `  tirage ledger verify --data /var/lib/tirage --noted heads-of-monday
  tirage ledger heads --data /var/lib/tirage > heads-of-monday`,
		Args: noVerb,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newLedgerVerify(), newLedgerHeads())
	return cmd
}

// head is where a journal ends, or ended when it was noted: a line "NAME SEQ DIGEST".
type head struct {
	Journal string `json:"journal"`
	Seq     int64  `json:"acts"`
	Digest  string `json:"digest"` // 64 hexadecimal digits
}

func headOf(journal string, h ledger.Head) head {
	return head{journal, h.Seq, hex.EncodeToString(h.Digest[:])}
}

func (h head) String() string { return fmt.Sprintf("%s %d %s", h.Journal, h.Seq, h.Digest) }

// readHeads reads heads that were noted, one a line; what begins with # is a remark.
func readHeads(path string) (map[string]ledger.Head, error) {
	if path == "" {
		return nil, nil
	}
	data, err := readFile(path, maxInput)
	if err != nil {
		return nil, err
	}
	noted := map[string]ledger.Head{}
	number := 0
	for line := range strings.Lines(string(data)) {
		number++
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		fields := strings.Fields(line)
		var digest []byte
		var seq int64
		if len(fields) == 3 {
			seq, err = strconv.ParseInt(fields[1], 10, 64)
			if err == nil {
				digest, err = hex.DecodeString(fields[2])
			}
		}
		_, twice := noted[fields[0]]
		if err != nil || seq < 1 || len(digest) != 32 || twice {
			return nil, refuse("%s, line %d: write each journal once, as \"tirage ledger heads\" does: its name, the number of acts, 64 hexadecimal digits", path, number)
		}
		noted[fields[0]] = ledger.Head{Seq: seq, Digest: [32]byte(digest)}
	}
	if len(noted) == 0 {
		return nil, refuse("%s: no head is noted there", path)
	}
	return noted, nil
}

func newLedgerHeads() *cobra.Command {
	var d database
	var asJSON bool
	cmd := &cobra.Command{
		Use: "heads", Short: "Writes where each journal ends now: to be noted by somebody else", Args: takes(""),
		Long: `Writes where each journal of a house ends now. Whoever keeps these lines where nobody of the house can change them can show later, by
"tirage ledger verify --noted", that nothing before them was changed: who can write the database can also write a new chain, but none that passes through them.`,
		Example: "  tirage ledger heads --data /var/lib/tirage > heads-of-monday",
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			ctx, stop := interruptible()
			defer stop()
			kept, err := d.openToRead(ctx, cmd)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, kept.Close()) }()
			journals, err := kept.Journals(ctx)
			if err != nil {
				return err
			}
			heads := make([]head, 0, len(journals))
			for _, j := range journals {
				if j.Head.Seq > 0 {
					heads = append(heads, headOf(j.Name, j.Head))
				}
			}
			out := cmd.OutOrStdout()
			if asJSON {
				return writeJSON(out, heads)
			}
			fmt.Fprintf(out, "# tirage ledger heads, %s\n", stamp(time.Now()))
			for _, h := range heads {
				fmt.Fprintln(out, visible.Line(h.String()))
			}
			return nil
		},
	}
	d.flags(cmd.Flags())
	cmd.Flags().BoolVar(&asJSON, "json", false, "write the heads as JSON")
	addLang(cmd)
	return cmd
}

// ledgerReport is what the verification of a house's record came to.
type ledgerReport struct {
	OK        bool    `json:"ok"`
	Acts      int64   `json:"acts"`
	Transfers int64   `json:"transfers"`
	Accounts  int     `json:"accounts"`
	Real      string  `json:"money"` // all balances together, in minor units: zero
	Play      string  `json:"play_money"`
	Heads     []head  `json:"heads"`
	Noted     int     `json:"noted"` // heads noted earlier that were looked for
	Faults    []fault `json:"faults"`
	More      int64   `json:"more"` // faults that are counted and not listed
}

// fault is something that does not add up.
type fault struct {
	Name    string `json:"name"`
	Journal string `json:"journal,omitempty"`
	Seq     int64  `json:"act,omitempty"`
	Account string `json:"account,omitempty"`
	Text    string `json:"text"`
}

const (
	maxFaults  = 20           // how many faults are listed
	unreadable = "unreadable" // the name of a fault beside those of ledger: the record ends in an error of the database
)

func (v *ledgerReport) add(f *ledger.Fault) {
	if len(v.Faults) == maxFaults {
		v.More++
		return
	}
	v.Faults = append(v.Faults, fault{f.Name, f.Journal, f.Seq, string(f.Account), f.Text})
}

func newLedgerVerify() *cobra.Command {
	var d database
	var asJSON bool
	var noted string
	cmd := &cobra.Command{
		Use: "verify", Short: "Reads every journal again: chains of digests, each entry, every balance to the cent, every ticket", Args: takes(""),
		Long: `Reads every act of every journal again, at one moment, while the house may be open: each act's digest after the one before it; each transfer, as a rule posts it;
every stored balance against the sum of its entries; all balances together against zero; and each row of tickets, counts of lots, blocks, persons and proposals against
what the acts say: docs/ledger.md lists what is held against what. With --noted, each journal must also pass through the heads that somebody noted earlier. Nothing is
written: a copy may lie where nothing can be. Exit status 1 with the faults, one a line.`,
		Example: `  tirage ledger verify --data /var/lib/tirage
  tirage ledger verify --database-file db.address --noted heads-of-monday --json`,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			ctx, stop := interruptible()
			defer stop()
			kept, err := d.openToRead(ctx, cmd)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, kept.Close()) }()
			lang, err := langOf(cmd)
			if err != nil {
				return err
			}
			heads, err := readHeads(noted)
			if err != nil {
				return err
			}
			bars := newBars(cmd.ErrOrStderr(), lang)
			v, err := verifyLedger(ctx, kept, heads, bars)
			bars.done()
			if err != nil {
				return err
			}
			if asJSON {
				err = writeJSON(cmd.OutOrStdout(), v)
			} else {
				v.write(cmd.OutOrStdout(), tongue(lang))
			}
			if err == nil && !v.OK {
				err = errFailed
			}
			return err
		},
	}
	d.flags(cmd.Flags())
	cmd.Flags().StringVar(&noted, "noted", "", "`FILE` with heads that were noted earlier, as \"tirage ledger heads\" writes them")
	cmd.Flags().BoolVar(&asJSON, "json", false, "write the report as JSON")
	addLang(cmd)
	return cmd
}

const stageActs press.Stage = "acts"

func verifyLedger(ctx context.Context, kept *store.Store, noted map[string]ledger.Head, bars *bars) (*ledgerReport, error) {
	journals, err := kept.Journals(ctx)
	if err != nil {
		return nil, err
	}
	var total, done int64
	for _, j := range journals {
		total += j.Head.Seq
	}
	v := &ledgerReport{Heads: []head{}, Faults: []fault{}, Noted: len(noted)}
	report, err := shop.Verify(ctx, kept, noted, v.add, func(int64) { // called every 10,000 acts of a journal
		done += 10_000
		bars.progress(stageActs, done, total)
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil { // the database was open and could be read a moment ago: what cannot be read to its end is no record
		v.add(&ledger.Fault{Name: unreadable, Text: err.Error()})
		return v, nil
	}
	for _, f := range report.Faults {
		v.add(f)
	}
	v.OK, v.Acts, v.Transfers, v.Accounts = report.OK(), report.Acts, report.Transfers, len(report.Balances)
	v.Real, v.Play = report.Real.String(), report.Play.String()
	for _, name := range slices.Sorted(maps.Keys(report.Heads)) {
		if h := report.Heads[name]; h.Seq > 0 {
			v.Heads = append(v.Heads, headOf(name, h))
		}
	}
	return v, nil
}

func (v *ledgerReport) write(out io.Writer, w tongue) {
	fmt.Fprintln(out, w.in("%s acts, %s transfers, %s accounts", w.count(v.Acts), w.count(v.Transfers), w.count(int64(v.Accounts))))
	if v.Noted > 0 {
		fmt.Fprintln(out, w.in("held against %s heads noted earlier", w.count(int64(v.Noted))))
	}
	for _, f := range v.Faults {
		var place []string
		if f.Journal != "" {
			place = append(place, w.in("journal %s", visible.Line(f.Journal)))
		}
		if f.Seq != 0 {
			place = append(place, w.in("act %d", f.Seq))
		}
		if f.Account != "" && !strings.HasPrefix(f.Text, f.Account) {
			place = append(place, visible.Line(f.Account))
		}
		text := visible.Line(f.Text)
		if len(place) > 0 {
			text = strings.Join(place, ", ") + w.in(": ") + text
		}
		fmt.Fprintf(out, "%s  %s  %s\n", w.in("FAILED"), f.Name, text)
	}
	switch {
	case v.More > 0:
		fmt.Fprintln(out, w.in("and %s more", w.count(v.More)))
	case v.OK:
		fmt.Fprintln(out, w.in("Tickets, lots, blocks, proposals and persons are as the acts say."))
		fmt.Fprintln(out, w.in("Chains, entries and balances agree to the cent. To be noted elsewhere:"))
		for _, h := range v.Heads {
			fmt.Fprintln(out, "  "+visible.Line(h.String()))
		}
		if v.Noted == 0 {
			fmt.Fprintln(out, w.in("Who can write the database can write all of it anew: only heads noted earlier, --noted, show that nobody did."))
		}
	}
}
