package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"tirage/money"
	"tirage/scratch"
)

func newJudge() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "judge GAME FACE",
		Short: "What a ticket is worth: void, misprint, win or lose, and the article that decided",
		Long: `Judges a face by the regulation's words. FACE is a JSON file, "-" for standard input; "tirage ticket GAME --json" shows the form.
Exit status 0 whatever the verdict; 2 if the file is no face of the game.`,
		Example: `  tirage ticket vegas-3eur --lot 9 --json > face.json
  tirage judge vegas-3eur face.json
  tirage judge vegas-3eur face.json --json`,
		Args: takes("GAME FACE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			game, err := loadGame(args[0])
			if err != nil {
				return err
			}
			lang, err := langOf(cmd)
			if err != nil {
				return err
			}
			data, err := readInput(cmd, args[1])
			if err != nil {
				return err
			}
			face, _, err := scratch.ReadFace(game.game, data)
			if err != nil {
				return refuse("%s: %s", inputName(args[1]), err)
			}
			var v scratch.Verdict
			game.game.Judge(face, &v)
			account := game.game.Explain(face, &v)
			if asJSON {
				return writeJSON(cmd.OutOrStdout(), account)
			}
			writeReconstruction(cmd.OutOrStdout(), game.game, lang)
			writeAccount(cmd.OutOrStdout(), game.game, account, lang)
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON, with the reasons in French and English")
	addLang(cmd)
	return cmd
}

// writeReconstruction says what of the game's prize table was reconstructed, if anything was.
func writeReconstruction(out io.Writer, g *scratch.Game, lang money.Lang) {
	if g.Reconstruction.In(lang) != "" {
		fmt.Fprintln(out, tongue(lang).notice("RECONSTRUCTION", g.Reconstruction))
	}
}

// writeAccount writes a verdict with its reasons.
func writeAccount(out io.Writer, g *scratch.Game, a scratch.Account, lang money.Lang) {
	fmt.Fprintln(out, a.Summary.In(lang))
	if f := a.Fault; f != nil {
		fmt.Fprintf(out, "  art. %s%s%s\n", f.Article, tongue(lang).in(": "), f.Why.In(lang))
	}
	fmt.Fprintln(out)
	t := newTable(tongue(lang).heads("<surface", "<part", "pays", "<article", "<why")...)
	for _, s := range a.Surfaces {
		for _, r := range s.Reasons {
			t.add(s.Name.In(lang), r.Part, g.Currency.Format(r.Pays, lang), r.Article, r.Why.In(lang))
		}
	}
	t.write(out)
	for _, s := range a.Surfaces {
		if s.Note != nil {
			fmt.Fprintf(out, "%s%s%s\n", s.Name.In(lang), tongue(lang).in(": "), s.Note.Text.In(lang))
		}
	}
}
