package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"tirage/internal/press"
	"tirage/internal/visible"
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
and compared byte for byte, whether the print files are there or not. Says of each check whether it is ok, FAILED or (–) could not
be made; exit status 1 with the differences counted by name, and the first of each.`,
		Example: `  tirage audit block/
  tirage audit block/ --verifier house.vkey
  tirage audit block/ --verifier house.vkey --print-destroyed
  tirage audit block/ --seed-a a.seed --seed-b b.seed`,
		Args: takes("FOLDER"),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			lang, err := langOf(cmd)
			if err != nil {
				return err
			}
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
			bars := newBars(cmd.ErrOrStderr(), lang)
			o.Progress = bars.progress
			report, err := press.Audit(ctx, args[0], o)
			bars.done()
			if err != nil {
				return err
			}
			if asJSON {
				err = writeJSON(cmd.OutOrStdout(), report)
			} else {
				writeAudit(cmd.OutOrStdout(), report, tongue(lang))
			}
			if err == nil && !report.OK {
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
	f.BoolVar(&o.Destroyed, "print-destroyed", false, "print files that are not there were destroyed after printing: no difference; both seeds make their tickets again")
	f.Var(&whole{&o.MaxFindings, 1, 100_000}, "findings", "how `MANY` differences are listed, of one name a quarter of that (default 20)")
	f.Var(&whole{&o.Workers, 1, 1_024}, "workers", "`NUMBER` of workers (default: one per processor)")
	f.BoolVar(&asJSON, "json", false, "write the report as JSON")
	cmd.MarkFlagsRequiredTogether("seed-a", "seed-b")
	addLang(cmd)
	return cmd
}

// keyOrFile returns a verifier key given as such, or the one that a file holds.
func keyOrFile(text string) (string, error) { return publicKey("--verifier", text, "+") }

// publicKey returns a public key given as such, told by the sign in it, or the first line of a file that holds one.
func publicKey(flag, text, sign string) (string, error) {
	if text == "" || strings.Contains(text, sign) && !isFile(text) {
		return text, nil
	}
	data, err := readFile(text, maxInput)
	if err != nil {
		return "", refuse("%s %s is neither a public key, as \"tirage key\" printed it, nor a file that holds one: %s", flag, text, err)
	}
	key := firstLine(data)
	if !strings.Contains(key, sign) || strings.Contains(key, "PRIVATE") {
		return "", refuse("%s %s: this file holds no public key; give the one that \"tirage key\" printed, or a file that holds it", flag, text)
	}
	return key, nil
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// firstLine returns the first line that is not empty and no remark.
func firstLine(data []byte) string {
	for line := range strings.Lines(string(data)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			return line
		}
	}
	return ""
}

// readIdentity returns the text of an age identity file, which has a line that is no remark.
func readIdentity(path string) (string, error) {
	if path == "" {
		return "", nil
	}
	data, err := readFile(path, maxInput)
	if err != nil {
		return "", err
	}
	if firstLine(data) == "" {
		return "", refuse("%s holds no identity: a line that begins with AGE-SECRET-KEY-1", path)
	}
	return string(data), nil
}

func writeAudit(out io.Writer, r *press.Report, w tongue) {
	marks := map[press.Result]string{press.Passed: w.in("ok"), press.Differs: w.in("FAILED"), press.NotDone: "–"}
	left := 0
	unjudged := ""
	for _, c := range r.Checks {
		fmt.Fprintf(out, "%-8s%s", marks[c.Result], w.in(c.Name))
		if c.Note != "" {
			fmt.Fprint(out, w.in(": "), visible.Line(w.remarks(c.Note)))
		}
		fmt.Fprintln(out)
		if c.Result == press.NotDone {
			left++
			if c.Name == "tickets" {
				unjudged = c.Note
			}
		}
	}
	judged := w.some(w.count(r.Tickets), "1 ticket", "%s tickets")
	switch {
	case !r.OK:
		writeFindings(out, r, w)
	case r.Tickets == 0:
		fmt.Fprintf(out, "\n%s\n", w.in("Nothing found wrong, but no ticket was judged: %s.", w.remarks(unjudged)))
	case left > 0:
		fmt.Fprintf(out, "\n%s\n", w.in("Nothing found wrong in what could be checked; %s judged.", judged))
	default:
		fmt.Fprintf(out, "\n%s\n", w.in("Nothing found wrong; %s judged.", judged))
	}
}

// differences is a count of them in words.
func (t tongue) differences(n int64) string {
	return t.some(t.count(n), "1 difference", "%s differences")
}

// writeFindings writes the differences by name: how many, and the first ones.
func writeFindings(out io.Writer, r *press.Report, w tongue) {
	fmt.Fprintf(out, "\n%s%s\n", w.differences(r.More+int64(len(r.Findings))), strings.TrimSuffix(w.in(": "), " "))
	for _, c := range r.Counts {
		listed := 0
		for _, f := range r.Findings {
			if f.Check == c.Check && f.Name == c.Name {
				fmt.Fprintln(out, "  "+f.String())
				listed++
			}
		}
		switch more := c.Found - int64(listed); {
		case listed == 0:
			fmt.Fprintf(out, "  %s\n", w.in("%s: %s, none listed", c.Name, w.differences(more)))
		case more > 0:
			fmt.Fprintf(out, "  %s\n", w.in("… and %s more of %s", w.count(more), c.Name))
		}
	}
}
