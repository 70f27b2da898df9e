package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"tirage/internal/press"
	"tirage/seal"
)

// printCall is a call of the verb print.
type printCall struct {
	options                                press.Options
	seedA, seedB, signKey, announced, pack string
	asJSON                                 bool
}

func newPrint() *cobra.Command {
	var c printCall
	cmd := &cobra.Command{
		Use:   "print GAME --out FOLDER",
		Short: "Prints, re-judges and recounts a whole block in one ceremony",
		Long: `Prints a block: deals its lots by the seeds, prints every ticket, reads each one back from the bytes written for the printer,
judges it by the rules alone, opens its envelopes, recounts the prize table and every composition, and signs the manifest last.

A block for sale takes both parties' seeds, the printer's key, the house's signing key (see "tirage key") and the announcement that was
published before the seeds were opened (see "tirage announce"). Without any of them the block is a SPECIMEN: made-up seeds, clear text,
marked everywhere. The folder bears its name only when all is done:
stopping with ctrl-C leaves nothing.`,
		Example: `  tirage print vegas-3eur --out block/                  # a whole specimen block
  tirage print bingo-10eur --out few/ --packs 20        # the first 20 packs of one
  tirage print bingo-10eur --out block/ --block 7 --seed-a a.seed --seed-b b.seed \
         --printer-key age1… --sign-key house.sign --announcement announcement`,
		Args: takes("GAME"),
		RunE: func(cmd *cobra.Command, args []string) error {
			lang, err := langOf(cmd)
			if err != nil {
				return err
			}
			game, err := loadGame(args[0])
			if err != nil {
				return err
			}
			if err := c.complete(cmd.Flags().Changed("block")); err != nil {
				return err
			}
			if err := c.read(); err != nil {
				return err
			}
			ctx, stop := interruptible()
			defer stop()
			bars := newBars(cmd.ErrOrStderr(), lang)
			c.options.Progress = bars.progress
			start := time.Now()
			manifest, err := press.Print(ctx, game.src, c.options)
			bars.done()
			if err != nil {
				return err
			}
			return c.report(cmd.OutOrStdout(), manifest, time.Since(start), tongue(lang))
		},
	}
	f := cmd.Flags()
	f.StringVar(&c.options.Out, "out", "", "the `FOLDER` to make; it must not exist")
	f.StringVar(&c.seedA, "seed-a", "", "the house's seed `FILE`")
	f.StringVar(&c.seedB, "seed-b", "", "the keeper's seed `FILE`")
	f.StringVar(&c.options.Printer, "printer-key", "", "the printer's public `KEY` (age1…), or a file that holds it, to which the print files are encrypted")
	f.StringVar(&c.signKey, "sign-key", "", "the house's signing key `FILE`")
	f.StringVar(&c.announced, "announcement", "", "the announcement `FILE` published before the seeds were opened")
	addNumbers(f, &c.options)
	f.IntVar(&c.options.Online, "online", 0, "this `MANY` packs, the first ones, are the online share: sealed, not printed")
	f.StringVar(&c.pack, "packs", "", "for a specimen: print these packs only, a `NUMBER` or FIRST-LAST")
	f.Var(&whole{&c.options.Workers, 1, 1_024}, "workers", "`NUMBER` of workers (default: one per processor); the block is the same for any number")
	f.BoolVar(&c.asJSON, "json", false, "write the result as JSON")
	_ = cmd.MarkFlagRequired("out")
	addLang(cmd)
	return cmd
}

// complete tells a specimen from a block for sale, and refuses what is neither before any file is read.
func (c *printCall) complete(numbered bool) error {
	o := &c.options
	var missing []string
	parts := []struct{ flag, value string }{
		{"--seed-a", c.seedA},
		{"--seed-b", c.seedB},
		{"--printer-key", o.Printer},
		{"--sign-key", c.signKey},
		{`--announcement (make it with "tirage announce" and publish it before a seed is opened)`, c.announced},
	}
	for _, p := range parts {
		if p.value == "" {
			missing = append(missing, p.flag)
		}
	}
	if o.Specimen = len(missing) == len(parts); o.Specimen {
		return nil
	}
	if !numbered {
		missing = append(missing, "--block (the number that was announced)")
	}
	if len(missing) > 0 {
		return refuse("a block for sale is not complete; missing: %s. Without any key, seed and announcement it is a SPECIMEN", strings.Join(missing, ", "))
	}
	if c.pack != "" {
		return refuse("--packs %s: only a SPECIMEN may be printed in part", c.pack)
	}
	return nil
}

// read reads the files that the call names.
func (c *printCall) read() (err error) {
	o := &c.options
	if o.Printer, err = publicKey("--printer-key", o.Printer, "age1"); err != nil {
		return err
	}
	if o.SeedA, err = readSeed(c.seedA); err != nil {
		return err
	}
	if o.SeedB, err = readSeed(c.seedB); err != nil {
		return err
	}
	if c.signKey != "" {
		key, err := readFile(c.signKey, maxInput)
		if err != nil {
			return err
		}
		o.SignKey = strings.TrimSpace(string(key))
	}
	if c.announced != "" {
		if o.Announcement, err = readFile(c.announced, maxInput); err != nil {
			return err
		}
	}
	o.Packs, err = parsePacks(c.pack)
	return err
}

// readSeed reads a seed file; no name gives no seed.
func readSeed(path string) (seal.Seed, error) {
	if path == "" {
		return seal.Seed{}, nil
	}
	data, err := readFile(path, maxInput)
	if err != nil {
		return seal.Seed{}, err
	}
	seed, err := seal.ParseSeed(data)
	if err != nil {
		return seal.Seed{}, refuse("%s: %s", path, err)
	}
	return seed, nil
}

// parsePacks reads "20" (the first twenty) or "100-119".
func parsePacks(text string) (press.Packs, error) {
	if text == "" {
		return press.Packs{}, nil
	}
	first, last, isRange := strings.Cut(text, "-")
	if !isRange {
		first, last = "0", text
	}
	a, errA := strconv.Atoi(first)
	b, errB := strconv.Atoi(last)
	if isRange {
		b++
	}
	if errA != nil || errB != nil || a < 0 || b <= a {
		return press.Packs{}, refuse("--packs %s: write how many packs (20) or the first and the last (100-119)", text)
	}
	return press.Packs{First: a, End: b}, nil
}

// printed is what a print run made.
type printed struct {
	Folder   string `json:"folder"`
	Game     string `json:"game"`
	Issue    uint16 `json:"issue"`
	Block    uint16 `json:"block"`
	Specimen bool   `json:"specimen"`
	Tickets  uint32 `json:"tickets"` // of the block
	Packs    string `json:"packs"`   // first and last in the folder
	Parts    int    `json:"print_files"`
	Root     string `json:"root"`
	Seconds  string `json:"seconds"`
}

func (c *printCall) report(out io.Writer, m *press.Manifest, took time.Duration, w tongue) error {
	p := printed{
		Folder: c.options.Out, Game: m.Game, Issue: m.Block.Issue, Block: m.Block.Number, Specimen: m.Specimen, Tickets: m.Block.Tickets,
		Packs: m.Packs.String(), Parts: len(m.Parts), Root: m.Root.String(), Seconds: fmt.Sprintf("%.1f", took.Seconds()),
	}
	if c.asJSON {
		return writeJSON(out, p)
	}
	kind := w.in("Block")
	if p.Specimen {
		kind = w.in("SPECIMEN block")
	}
	fmt.Fprintln(out, w.in("%s %d of %s, issue %d: packs %s, every ticket judged, in %s s", kind, p.Block, p.Game, p.Issue, p.Packs, w.number(p.Seconds)))
	fmt.Fprintln(out, w.in("in %s: %s, tree root %s", p.Folder, w.some(w.count(int64(p.Parts)), "1 print file", "%s print files"), p.Root))
	return nil
}
