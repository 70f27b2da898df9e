package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"tirage/internal/press"
)

func newAudit() *cobra.Command {
	var seedA, seedB, identity string
	var asJSON bool
	var o press.AuditOptions
	cmd := &cobra.Command{
		Use:   "audit FOLDER",
		Short: "Checks everything that can be checked of a block on disk",
		Long: `Checks a block on disk: signatures, digests, the plan, the shape of the envelopes, the tree. Of a SPECIMEN, or with the printer's
identity, every ticket is read and judged and the lots are recounted; with both seeds, once published, the whole block is regenerated
and compared byte for byte. Says what it checked and what it could not. Exit status 1 with the first differences.`,
		Example: `  tirage audit block/
  tirage audit block/ --verifier house.vkey
  tirage audit block/ --seed-a a.seed --seed-b b.seed`,
		Args: takes("FOLDER"),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.SeedA, err = readSeed(seedA); err != nil {
				return err
			}
			if o.SeedB, err = readSeed(seedB); err != nil {
				return err
			}
			if o.Verifier, err = keyOrFile(o.Verifier); err != nil {
				return err
			}
			if o.Identity, err = readIdentity(identity); err != nil {
				return err
			}
			ctx, stop := interruptible()
			defer stop()
			bars := newBars(cmd.ErrOrStderr())
			o.Progress = bars.progress
			report, err := press.Audit(ctx, args[0], o)
			bars.done()
			if err != nil {
				return err
			}
			if asJSON {
				err = writeJSON(cmd.OutOrStdout(), report)
			} else {
				writeAudit(cmd.OutOrStdout(), report)
			}
			if err == nil && !report.OK() {
				err = errFailed
			}
			return err
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.Verifier, "verifier", "", "the house's public signing `KEY` (name+hash+key), or a file that holds it; without it the one in the folder is used, which proves nothing about who made the block")
	f.StringVar(&seedA, "seed-a", "", "the house's published seed `FILE`")
	f.StringVar(&seedB, "seed-b", "", "the keeper's published seed `FILE`")
	f.StringVar(&identity, "identity", "", "the printer's identity `FILE` (AGE-SECRET-KEY-1…), to read the print files of a block for sale")
	f.IntVar(&o.MaxFindings, "findings", 0, "how `MANY` differences are listed (default 20)")
	f.IntVar(&o.Workers, "workers", 0, "`NUMBER` of workers (default: one per processor)")
	f.BoolVar(&asJSON, "json", false, "write the report as JSON")
	cmd.MarkFlagsRequiredTogether("seed-a", "seed-b")
	return cmd
}

// keyOrFile returns a public key given as such, or the one that a file holds.
func keyOrFile(text string) (string, error) {
	if text == "" || strings.Contains(text, "+") {
		return text, nil
	}
	data, err := os.ReadFile(text)
	if err != nil {
		return "", fmt.Errorf("--verifier %s is neither a key (name+hash+key) nor a file that can be read: %w", text, err)
	}
	return strings.TrimSpace(string(data)), nil
}

// readIdentity returns the first secret key of an age identity file.
func readIdentity(path string) (string, error) {
	if path == "" {
		return "", nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(string(data)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			return line, nil
		}
	}
	return "", fmt.Errorf("%s holds no identity: a line that begins with AGE-SECRET-KEY-1", path)
}

func writeAudit(out io.Writer, r *press.Report) {
	for _, c := range r.Checks {
		mark := "ok  "
		if !c.Done {
			mark = "–   "
		}
		fmt.Fprintf(out, "%s%s", mark, c.Name)
		if c.Note != "" {
			fmt.Fprintf(out, ": %s", c.Note)
		}
		fmt.Fprintln(out)
	}
	if r.OK() {
		fmt.Fprintf(out, "\nNothing found wrong; %d tickets judged.\n", r.Tickets)
		return
	}
	fmt.Fprintf(out, "\n%d differences:\n", len(r.Findings)+r.More)
	for _, f := range r.Findings {
		fmt.Fprintln(out, "  "+f.String())
	}
	if r.More > 0 {
		fmt.Fprintf(out, "  and %d more\n", r.More)
	}
}
