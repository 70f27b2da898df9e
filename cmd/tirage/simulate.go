package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"tirage/bingo"
	"tirage/internal/artwork"
	"tirage/money"
)

// simulateCall is a call of the verb simulate.
type simulateCall struct {
	draws                            int64
	players, cards, stake, seed, svg string
	workers                          int
	asJSON                           bool
}

func newSimulate() *cobra.Command {
	var c simulateCall
	cmd := &cobra.Command{
		Use:   "simulate FORMULA",
		Short: "Plays many draws: the ledger of all of them, jackpot and fund over time",
		Long: `Plays draws of a formula one after the other, with cards and balls from one seed, and keeps their ledger to the cent. The number
of players is drawn anew for each draw, and that of each player's cards. The result is the same for any number of workers.
Stopped by ctrl-C, it shows what was played so far.`,
		Example: `  tirage simulate bingo-extra --draws 10000 --players 50:400 --cards 1:6
  tirage simulate bingo-extra --draws 1000000 --players 50:400 --json --svg fund.svg
  tirage simulate solo-75 --draws 1000000 --stake 2`,
		Args: takes("FORMULA"),
		RunE: onFormula(c.run),
	}
	flags := cmd.Flags()
	flags.Int64Var(&c.draws, "draws", 10_000, "how `MANY` draws")
	flags.StringVar(&c.players, "players", "", "how many players a draw has: `N`, or A:B for any number from A to B (default: the fewest that it takes place with)")
	flags.StringVar(&c.cards, "cards", "1", "how many cards each player has: `N` or A:B")
	addPlay(flags, &c.stake, &c.seed, "tirage", "draws")
	flags.StringVar(&c.svg, "svg", "", "draw jackpot and fund over time as SVG to `FILE`")
	flags.IntVar(&c.workers, "workers", 0, "`NUMBER` of workers (default: one per processor); the result is the same for any number")
	flags.BoolVar(&c.asJSON, "json", false, "write JSON")
	addLang(cmd)
	return cmd
}

func (c *simulateCall) run(cmd *cobra.Command, f *bingo.Formula, lang money.Lang) error {
	ctx, stop := interruptible()
	defer stop()
	s, err := c.simulation(cmd, f)
	if err != nil {
		return err
	}
	bars := newBars(cmd.ErrOrStderr(), lang)
	s.progress = func(done int64) { bars.progress("draws", done, s.draws) }
	start := time.Now()
	stopped := s.run(ctx)
	took := time.Since(start)
	bars.done()
	if stopped != nil && !errors.Is(stopped, context.Canceled) {
		return stopped
	}
	report := s.report(c, took, stopped != nil)
	undrawn := c.draw(s, report, lang) // the report comes first: it took longer to make
	if c.asJSON {
		err = writeJSON(cmd.OutOrStdout(), report)
	} else {
		report.write(cmd.OutOrStdout(), f, lang)
	}
	return cmp.Or(undrawn, err, stopped)
}

// draw draws the chart where one is asked for and something was played.
func (c *simulateCall) draw(s *simulation, report *simulationReport, lang money.Lang) error {
	if c.svg == "" || s.ledger.Draws == 0 {
		return nil
	}
	data, err := artwork.FundChart(s.chart(report), lang)
	if err != nil {
		return err
	}
	return writeWhole(c.svg, data)
}

// simulation reads and checks the call.
func (c *simulateCall) simulation(cmd *cobra.Command, f *bingo.Formula) (*simulation, error) {
	if c.draws < 1 || c.draws > maxDraws {
		return nil, refuse("--draws %d: from 1 to %d draws are played", c.draws, int64(maxDraws))
	}
	if c.workers < 0 || c.workers > maxWorkers || c.workers == 0 && cmd.Flags().Changed("workers") {
		return nil, refuse("--workers %d: from 1 to %d work at it", c.workers, maxWorkers)
	}
	if c.players == "" {
		c.players = strconv.Itoa(f.Minimum.Players)
	}
	players, err := parseSpan("--players", c.players)
	if err != nil {
		return nil, err
	}
	cards, err := parseSpan("--cards", c.cards)
	if err != nil {
		return nil, err
	}
	if err := mayHold(f, players.last, cards.last); err != nil {
		return nil, err
	}
	if m := f.Minimum; players.first < m.Players || players.first*cards.first < m.Cards {
		return nil, refuse("a draw of %s takes place with at least %d players and %d cards; with fewer it is cancelled and there is nothing to simulate", f.ID, m.Players, m.Cards)
	}
	stake, err := stakeOf(f, c.stake)
	if err != nil {
		return nil, err
	}
	workers := c.workers
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	return newSimulation(f, simulated{stake: stake, players: players, cards: cards, seed: seedOf("tirage simulation", c.seed), draws: c.draws, workers: workers})
}

// span is a range of whole numbers, both ends included.
type span struct{ first, last int }

func (s span) String() string {
	if s.first == s.last {
		return strconv.Itoa(s.first)
	}
	return fmt.Sprintf("%d:%d", s.first, s.last)
}

// parseSpan reads "200" or "50:400".
func parseSpan(flag, text string) (span, error) {
	a, b, ranged := strings.Cut(text, ":")
	if !ranged {
		b = a
	}
	first, errA := strconv.Atoi(a)
	last, errB := strconv.Atoi(b)
	if errA != nil || errB != nil || first < 1 || last < first {
		return span{}, refuse("%s %s: write a number (200), or the fewest and the most (50:400)", flag, text)
	}
	return span{first, last}, nil
}
