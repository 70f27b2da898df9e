package main

import (
	"errors"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"tirage/gamefile"
	"tirage/games"
	"tirage/money"
	"tirage/scratch"
)

// loaded is a game with the file it came from.
type loaded struct {
	game   *scratch.Game
	src    []byte
	digest [32]byte
}

// source reads the game file that GAME names: a shipped game, or else a path.
func source(name string) ([]byte, error) {
	shipped := slices.Concat(games.List(), games.Formulas())
	if slices.Contains(shipped, name) {
		return games.Open(name)
	}
	src, err := readFile(name, maxInput)
	if errors.Is(err, fs.ErrNotExist) && !strings.ContainsAny(name, "/.") {
		return nil, refuse("no game %q; the shipped games are %s, anything else is the path of a game file", name, strings.Join(shipped, ", "))
	}
	return src, err
}

// loadGame reads and checks a game; a file with errors is refused with the first of them.
func loadGame(name string) (loaded, error) {
	src, err := source(name)
	if err != nil {
		return loaded{}, err
	}
	f, report := gamefile.Read(name, src)
	switch {
	case f.Kind == gamefile.BingoKind:
		return loaded{}, refuse("%s is a formula of live bingo; the scratch games are %s, or the path of a game file", name, strings.Join(games.List(), ", "))
	case f.Game == nil:
		return loaded{}, refuse("%s\n(%q lists every error)", report.Err(), "tirage check "+name)
	}
	return loaded{f.Game, src, gamefile.Digest(src)}, nil
}

func (l loaded) plan() (*scratch.Plan, error) {
	plan, problems := scratch.NewPlan(l.game)
	if len(problems) > 0 {
		return nil, problems[0]
	}
	return plan, nil
}

// planOf loads and plans the game of a call, and gives the call's language.
func planOf(cmd *cobra.Command, name string) (*scratch.Plan, money.Lang, error) {
	game, err := loadGame(name)
	if err != nil {
		return nil, "", err
	}
	lang, err := langOf(cmd)
	if err != nil {
		return nil, "", err
	}
	plan, err := game.plan()
	return plan, lang, err
}

// addLang gives a verb the flag --lang.
func addLang(cmd *cobra.Command) {
	cmd.Flags().String("lang", "", "language of names, amounts and verdicts: fr or en (default: from LANG, else en)")
}

// langOf returns the language asked for by --lang, or by the environment.
func langOf(cmd *cobra.Command) (money.Lang, error) {
	switch lang, _ := cmd.Flags().GetString("lang"); lang {
	case "fr", "en":
		return money.Lang(lang), nil
	case "":
		for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
			if value := os.Getenv(name); value != "" {
				if strings.HasPrefix(value, "fr") {
					return money.FR, nil
				}
				break
			}
		}
		return money.EN, nil
	default:
		return money.EN, refuse("--lang %s: Tirage speaks fr and en", lang)
	}
}

// group writes a count with its thousands set apart as the language does.
func group(n int64, lang money.Lang) string {
	digits, separator := strconv.FormatInt(n, 10), ","
	if lang == money.FR {
		separator = "\u202f"
	}
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + separator + digits[i:]
	}
	return digits
}
