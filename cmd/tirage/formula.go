package main

import (
	"crypto/rand"
	"crypto/sha256"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"tirage/bingo"
	"tirage/fair"
	"tirage/gamefile"
	"tirage/games"
	"tirage/money"
)

// isFormula reports whether GAME names a formula of live bingo and not a scratch game. What cannot be read is none.
func isFormula(name string) bool {
	src, err := source(name)
	if err != nil {
		return false
	}
	f, _ := gamefile.Read(name, src)
	return f.Kind == gamefile.BingoKind
}

// loadFormula reads and checks a formula; a file with errors is refused with the first of them.
func loadFormula(name string) (*bingo.Formula, error) {
	src, err := source(name)
	if err != nil {
		return nil, err
	}
	f, report := gamefile.Read(name, src)
	switch {
	case f.Kind == gamefile.ScratchKind:
		return nil, refuse("%s is a scratch game; the formulas of live bingo are %s, or the path of a game file", name, strings.Join(games.Formulas(), ", "))
	case f.Formula == nil:
		return nil, refuse("%s\n(%q lists every error)", report.Err(), "tirage check "+name)
	}
	return f.Formula, nil
}

// formulaOf loads the formula of a call, and gives the call's language.
func formulaOf(cmd *cobra.Command, name string) (*bingo.Formula, money.Lang, error) {
	lang, err := langOf(cmd)
	if err != nil {
		return nil, "", err
	}
	f, err := loadFormula(name)
	return f, lang, err
}

// onFormula is a verb whose argument is a formula.
func onFormula(run func(*cobra.Command, *bingo.Formula, money.Lang) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		f, lang, err := formulaOf(cmd, args[0])
		if err != nil {
			return err
		}
		return run(cmd, f, lang)
	}
}

// addPlay adds the flags of what a formula is played with: the stake, and the seed of some things.
func addPlay(flags *pflag.FlagSet, stake, seed *string, usual, things string) {
	flags.StringVar(stake, "stake", "", "the `AMOUNT` that a card costs, where the formula leaves the choice")
	flags.StringVar(seed, "seed", usual, "any `TEXT`: the same text gives the same "+things)
}

// stakeOf reads --stake: one of the formula's stakes, the first unless another is asked for.
func stakeOf(f *bingo.Formula, text string) (money.Cents, error) {
	if text == "" {
		return f.Stakes[0], nil
	}
	amount, err := money.Parse(text, f.Currency)
	if err != nil {
		return 0, refuse("--stake %s: %s", text, err)
	}
	var all []string
	for _, s := range f.Stakes {
		if s == amount {
			return s, nil
		}
		all = append(all, f.Currency.Plain(s))
	}
	return 0, refuse("--stake %s: a card of %s costs %s", text, f.ID, strings.Join(all, ", "))
}

// mayHold checks how many players have how many cards each.
func mayHold(f *bingo.Formula, players, each int) error {
	switch {
	case players < 1 || players > bingo.MaxCardsOfDraw:
		return refuse("--players %d: a draw has 1 to %d players", players, bingo.MaxCardsOfDraw)
	case f.Mode == bingo.Single && players > 1:
		return refuse("--players %d: one person plays %s", players, f.ID)
	case each < 1 || each > f.MaxCards:
		return refuse("a player of %s has 1 to %d cards in a draw, not %d", f.ID, f.MaxCards, each)
	case players*each > bingo.MaxCardsOfDraw:
		return refuse("a draw has at most %d cards, not %d", bingo.MaxCardsOfDraw, players*each)
	}
	return nil
}

// seedOf is the seed of a text, or a fresh one for no text.
func seedOf(domain, text string) [32]byte {
	if text == "" {
		text = rand.Text()
	}
	return sha256.Sum256([]byte(domain + "\x00" + text))
}

// tapeOf is the tape of a seed's text.
func tapeOf(domain, text string) *fair.Tape { return fair.NewTape(seedOf(domain, text)) }
