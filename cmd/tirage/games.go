package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"tirage/games"
	"tirage/odds"
)

func newGames() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "games",
		Short:   "The shipped games and formulas: price, block, lots, return; cards, figures, jackpot",
		Example: "  tirage games\n  tirage games --json",
		Args:    takes(""),
		RunE: func(cmd *cobra.Command, _ []string) error {
			lang, err := langOf(cmd)
			if err != nil {
				return err
			}
			var sheets []*odds.Sheet
			w := tongue(lang)
			t := newTable(w.heads("<game", "<name", "price", "block", "lots", "top lot", "any lot, 1 in", "return", "<")...)
			for _, id := range games.List() {
				game, err := loadGame(id)
				if err != nil {
					return err
				}
				plan, err := game.plan()
				if err != nil {
					return err
				}
				s, g := odds.NewSheet(plan), game.game
				sheets = append(sheets, s)
				note := w.inForce(g.InForce)
				if s.Reconstruction != nil {
					note = strings.TrimPrefix(note+", "+w.in("reconstruction"), ", ")
				}
				t.add(id, g.Name.In(lang), g.Currency.Format(g.Price, lang), group(s.Tickets, lang), group(s.LotCount, lang),
					g.Currency.Format(s.Lots[0].Amount, lang), w.oneIn(s.AnyLot), w.share(s.Return), note)
			}
			formulas, bingo, err := formulaTable(lang)
			if err != nil {
				return err
			}
			out := cmd.OutOrStdout()
			if asJSON {
				return writeJSON(out, shipped{summaries(sheets), formulas})
			}
			t.write(out)
			fmt.Fprintln(out)
			bingo.write(out)
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	addLang(cmd)
	return cmd
}

// shipped is all shipped games and formulas.
type shipped struct {
	Games    []odds.Sheet         `json:"games"`
	Formulas []*odds.FormulaSheet `json:"formulas"`
}

// summaries leaves out the long lists of sheets, which "tirage odds" shows.
func summaries(sheets []*odds.Sheet) []odds.Sheet {
	short := make([]odds.Sheet, len(sheets))
	for i, s := range sheets {
		short[i] = *s
		short[i].Compositions, short[i].Surfaces = nil, nil
	}
	return short
}
