package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"tirage/money"
	"tirage/scratch"
	"tirage/seal"
)

func newJudge() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "judge GAME FACE",
		Short: "What a ticket is worth: void, misprint, win or lose, and the article that decided",
		Long: `Judges a face by the regulation's words. FACE is a JSON file, "-" for standard input; "tirage ticket GAME --json" shows the form.
Exit status 0 whatever the verdict; 2 if the file is no face of the game, or its serial is none.`,
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
			face, header, err := scratch.ReadFace(game.game, data)
			if err == nil {
				err = checkSerial(game.game, header.Serial)
			}
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

// checkSerial refuses a serial that no ticket of the game bears: bad_serial, other_game, unknown_ticket. A face need not say its serial.
func checkSerial(g *scratch.Game, text string) error {
	if text == "" {
		return nil
	}
	serial, err := seal.ParseSerial(text)
	switch {
	case errors.Is(err, seal.ErrSerialCheck):
		return refuse("bad_serial: the check digit of the serial %.40q is wrong: a digit was misread", text)
	case err != nil:
		return refuse("bad_serial: %.40q is no serial: it has 20 digits, game 4, issue 2, block 4 from 0001, pack 6, ticket 3, check 1", text)
	case serial.Game != g.Code:
		return refuse("other_game: the serial %s is of the game with the code %04d, %s has %04d: judge it with its own game", serial, serial.Game, g.ID, g.Code)
	case int(serial.Ticket) >= g.PackSize || int(serial.Pack) >= g.BlockSize/g.PackSize:
		return refuse("unknown_ticket: no block of %s has a ticket %s: it has %d packs of %d, counted from 0", g.ID, serial, g.BlockSize/g.PackSize, g.PackSize)
	}
	return nil
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
