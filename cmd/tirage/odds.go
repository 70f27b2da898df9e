package main

import (
	"fmt"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"tirage/money"
	"tirage/odds"
	"tirage/scratch"
)

func newOdds() *cobra.Command {
	var asJSON, all bool
	var other string
	var bingo formulaOdds
	cmd := &cobra.Command{
		Use:   "odds GAME",
		Short: "The sheet of a game or formula: lots, return, chances, compositions; figures, jackpot, fund",
		Long: `The exact sheet of a game, as rationals: its lots with their chances, the return, the compositions of every lot
with their counts per block, what each surface pays and how often, and the weights of amounts on losing spots.
A printed block equals the sheet lot by lot and composition by composition.

Of a formula of live bingo: the law of the ball of each figure, the chance of the jackpot, the return with and without it, what the
guarantee costs and how the fund fares, for a number of players and cards. What holds for one card is exact; what holds for all cards of
a draw lies between proven bounds, and beside them stands what simulated draws gave, with its interval.`,
		Example: `  tirage odds bingo-10eur
  tirage odds vegas-3eur --compositions
  tirage odds my-vegas.yaml --diff vegas-3eur
  tirage odds vegas-3eur --json
  tirage odds bingo-extra --players 200 --cards 3`,
		Args: takes("GAME"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if isFormula(args[0]) {
				return bingo.run(cmd, args[0], asJSON)
			}
			if err := bingo.notFor(cmd); err != nil {
				return err
			}
			if all && (other != "" || asJSON) {
				return refuse("--compositions is for the sheet as text: JSON has them all, and --diff shows what differs")
			}
			plan, lang, err := planOf(cmd, args[0])
			if err != nil {
				return err
			}
			sheet := odds.NewSheet(plan)
			out := cmd.OutOrStdout()
			if other != "" {
				second, _, err := planOf(cmd, other)
				if err != nil {
					return err
				}
				return writeDiff(out, odds.Diff(odds.NewSheet(second), sheet), asJSON, other, args[0], tongue(lang))
			}
			if asJSON {
				return writeJSON(out, sheet)
			}
			writeSheet(out, plan.Game, sheet, lang, all)
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON, with every fraction exact")
	cmd.Flags().BoolVar(&all, "compositions", false, "list every composition, however many a lot has")
	cmd.Flags().StringVar(&other, "diff", "", "compare with another `GAME`, taken as the one before: only what differs")
	bingo.flags(cmd)
	addLang(cmd)
	return cmd
}

func writeDiff(out io.Writer, changes []odds.Change, asJSON bool, a, b string, w tongue) error {
	if asJSON {
		if changes == nil {
			changes = []odds.Change{}
		}
		return writeJSON(out, changes)
	}
	if len(changes) == 0 {
		fmt.Fprintln(out, w.in("%s and %s offer exactly the same.", a, b))
		return nil
	}
	t := newTable(append(w.heads("<what"), a, b)...)
	for _, c := range changes {
		t.add(c.Name.In(money.Lang(w)), dash(w.value(c.Before)), dash(w.value(c.After)))
	}
	t.write(out)
	return nil
}

func dash(text string) string {
	if text == "" {
		return "–"
	}
	return text
}

// shortList is how many compositions of a lot are listed unless all are asked for.
const shortList = 8

func writeSheet(out io.Writer, g *scratch.Game, s *odds.Sheet, lang money.Lang, all bool) {
	format := func(a money.Cents) string { return g.Currency.Format(a, lang) }
	w := tongue(lang)
	fmt.Fprintf(out, "%s  %s  %s, version %d\n", g.Name.In(lang), format(g.Price), g.ID, g.Version)
	if from := w.inForce(g.InForce); from != "" {
		fmt.Fprintln(out, from)
	}
	if s.Reconstruction != nil {
		fmt.Fprintln(out, w.notice("RECONSTRUCTION", *s.Reconstruction))
	}
	fmt.Fprintln(out, w.in("A block of %s tickets has %s lots worth %s: return %s (exactly %s).", w.count(s.Tickets), w.count(s.LotCount), format(s.LotTotal), w.share(s.Return), s.Return.RatString()))
	fmt.Fprintf(out, "%s\n\n", w.in("Any lot: 1 in %s. A lot above the price: 1 in %s.", w.oneIn(s.AnyLot), w.oneIn(s.AbovePrice)))
	t := newTable(w.heads("lot", "per block", "total", "per cent", "1 in", "compositions")...)
	for _, l := range s.Lots {
		t.add(format(l.Amount), w.count(l.Count), format(l.Total), w.number(l.Chance.Percent()), w.oneIn(l.Chance), strconv.Itoa(l.Compositions))
	}
	t.write(out)
	fmt.Fprintf(out, "\n%s\n", w.in("Compositions"))
	t = newTable(w.heads("lot", "per block", "<made of")...)
	hidden := writeCompositions(t, s, format, w, all)
	t.write(out)
	if hidden > 0 {
		fmt.Fprintln(out, w.in("and %s more; --compositions lists them all", w.count(int64(hidden))))
	}
	for _, surface := range s.Surfaces {
		writeSurface(out, surface, format, w)
	}
}

func writeCompositions(t *table, s *odds.Sheet, format func(money.Cents) string, w tongue, all bool) (hidden int) {
	listed := map[money.Cents]int{}
	for _, c := range s.Compositions {
		if listed[c.Lot]++; !all && listed[c.Lot] > shortList {
			hidden++
			continue
		}
		made := ""
		for i, p := range c.Pays {
			if i > 0 {
				made += " + "
			}
			made += p.Part + " " + format(p.Amount)
		}
		t.add(format(c.Lot), w.count(c.Count), made)
	}
	return hidden
}

func writeSurface(out io.Writer, s odds.SurfaceOdds, format func(money.Cents) string, w tongue) {
	fmt.Fprintf(out, "\n%s\n", s.Name.In(money.Lang(w)))
	t := newTable(w.heads("<part", "pays", "per block", "per cent", "1 in")...)
	for _, p := range s.Parts {
		for _, a := range p.Pays {
			t.add(p.ID, format(a.Amount), w.count(a.Count), w.number(a.Chance.Percent()), w.oneIn(a.Chance))
		}
		t.add(p.ID, w.in("any"), "", w.number(p.Wins.Percent()), w.oneIn(p.Wins))
	}
	t.write(out)
	for i, d := range s.Decoys {
		lead := ", "
		if i == 0 {
			lead = w.in("Amounts on losing spots: ")
		}
		fmt.Fprint(out, lead, format(d.Amount), " ", w.share(d.Share))
	}
	if len(s.Decoys) > 0 {
		fmt.Fprintln(out)
	}
}
