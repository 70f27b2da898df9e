package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"tirage/bingo"
	"tirage/internal/artwork"
	"tirage/money"
	"tirage/odds"
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
		RunE: func(cmd *cobra.Command, args []string) error {
			f, lang, err := formulaOf(cmd, args[0])
			if err != nil {
				return err
			}
			return c.run(cmd, f, lang)
		},
	}
	flags := cmd.Flags()
	flags.Int64Var(&c.draws, "draws", 10_000, "how `MANY` draws")
	flags.StringVar(&c.players, "players", "", "how many players a draw has: `N`, or A:B for any number from A to B (default: the fewest that it takes place with)")
	flags.StringVar(&c.cards, "cards", "1", "how many cards each player has: `N` or A:B")
	flags.StringVar(&c.stake, "stake", "", "the `AMOUNT` that a card costs, where the formula leaves the choice")
	flags.StringVar(&c.seed, "seed", "tirage", "any `TEXT`: the same text gives the same draws")
	flags.StringVar(&c.svg, "svg", "", "draw jackpot and fund over time as SVG to `FILE`")
	flags.IntVar(&c.workers, "workers", 0, "`NUMBER` of workers (default: one per processor); the result is the same for any number")
	flags.BoolVar(&c.asJSON, "json", false, "write JSON")
	addLang(cmd)
	return cmd
}

func (c *simulateCall) run(cmd *cobra.Command, f *bingo.Formula, lang money.Lang) error {
	ctx, stop := interruptible()
	defer stop()
	s, err := c.simulation(f)
	if err != nil {
		return err
	}
	bars := newBars(cmd.ErrOrStderr())
	s.progress = func(done int64) { bars.progress("draws", done, s.draws) }
	start := time.Now()
	err = s.run(ctx)
	took := time.Since(start)
	bars.done()
	if err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	report := s.report(c, took, err != nil)
	if c.svg != "" && s.ledger.Draws > 0 {
		data, err := artwork.FundChart(s.chart(report), lang)
		if err == nil {
			err = writeWhole(c.svg, data)
		}
		if err != nil {
			return err
		}
	}
	if c.asJSON {
		if err := writeJSON(cmd.OutOrStdout(), report); err != nil {
			return err
		}
	} else {
		report.write(cmd.OutOrStdout(), f, lang)
	}
	return err
}

// simulation reads and checks the call.
func (c *simulateCall) simulation(f *bingo.Formula) (*simulation, error) {
	if c.draws < 1 || c.draws > maxDraws {
		return nil, fmt.Errorf("--draws %d: from 1 to %d draws are played", c.draws, int64(maxDraws))
	}
	if c.workers < 0 || c.workers > maxWorkers {
		return nil, fmt.Errorf("--workers %d: from 1 to %d work at it", c.workers, maxWorkers)
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
		return nil, fmt.Errorf("a draw of %s takes place with at least %d players and %d cards; with fewer it is cancelled and there is nothing to simulate", f.ID, m.Players, m.Cards)
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
		return span{}, fmt.Errorf("%s %s: write a number (200), or the fewest and the most (50:400)", flag, text)
	}
	return span{first, last}, nil
}

// simulationReport is what a simulation came to. Amounts are in minor units.
type simulationReport struct {
	Label     string            `json:"label"` // simulated
	Formula   string            `json:"formula"`
	Version   uint32            `json:"version"`
	Currency  string            `json:"currency"`
	Seed      string            `json:"seed"`
	Players   string            `json:"players"`
	CardsEach string            `json:"cards_each"`
	Stake     money.Cents       `json:"stake"`
	Asked     int64             `json:"draws_asked"`
	Draws     int64             `json:"draws"`
	Stopped   bool              `json:"stopped"` // before all draws were played
	Cards     int64             `json:"cards"`
	Stakes    money.Cents       `json:"stakes"`
	Paid      money.Cents       `json:"paid"`
	Return    odds.Chance       `json:"return"`
	Operator  money.Cents       `json:"operator"`
	Fund      money.Cents       `json:"fund"`
	Lowest    money.Cents       `json:"fund_lowest"`
	Jackpot   money.Cents       `json:"jackpot"`
	Jackpots  int64             `json:"jackpots_won"`
	Figures   []simulatedFigure `json:"figures"`
	Took      string            `json:"seconds"`
}

// simulatedFigure is what became of one figure over all draws.
type simulatedFigure struct {
	ID    string         `json:"id"`
	Name  money.Text     `json:"name"`
	Won   odds.Frequency `json:"won"`
	Units int64          `json:"units"`
	Paid  money.Cents    `json:"paid"`
	Ball  string         `json:"mean_ball"` // at which it was first reached, of the draws in which it was won
}

func (s *simulation) report(c *simulateCall, took time.Duration, stopped bool) *simulationReport {
	f, l := s.formula, &s.ledger
	r := &simulationReport{
		Label: odds.Simulated, Formula: f.ID, Version: f.Version, Currency: f.Currency.Code, Seed: c.seed, Players: s.players.String(), CardsEach: s.cards.String(),
		Stake: s.stake, Asked: s.draws, Draws: l.Draws, Stopped: stopped, Cards: s.sold, Stakes: l.Stakes, Paid: l.Paid, Return: odds.Of(0, 1),
		Operator: l.Balances[bingo.OperatorAccount], Fund: l.Balances[bingo.FundAccount], Lowest: l.Lowest,
		Jackpot: l.Balances[bingo.JackpotAccount], Jackpots: l.Jackpots, Took: fmt.Sprintf("%.1f", took.Seconds()),
	}
	if l.Stakes > 0 {
		r.Return = odds.Of(int64(l.Paid), int64(l.Stakes))
	}
	for i := range f.Figures {
		g := simulatedFigure{ID: f.Figures[i].ID, Name: f.Figures[i].Name, Won: s.tally.WonBy(i, bingo.MaxBalls), Units: s.tally.Units(i), Paid: s.paid[i]}
		if g.Won.Hits > 0 {
			g.Ball = big.NewRat(s.balls[i], g.Won.Hits).FloatString(2)
		}
		r.Figures = append(r.Figures, g)
	}
	return r
}

func (r *simulationReport) write(out io.Writer, f *bingo.Formula, lang money.Lang) {
	amount := func(a money.Cents) string { return f.Currency.Format(a, lang) }
	fmt.Fprintf(out, "%s  SIMULATED: %s draws of %s players with %s each, seed %q\n", f.Name.In(lang), group(r.Draws, lang), r.Players, several(r.CardsEach), r.Seed)
	if r.Stopped {
		fmt.Fprintf(out, "STOPPED after %s of %s draws; all that follows is of these.\n", group(r.Draws, lang), group(r.Asked, lang))
	}
	t := newTable("<ledger", "amount", "of stakes")
	row := func(name string, a money.Cents) {
		part := "–"
		if r.Stakes > 0 {
			part = odds.Of(int64(a), int64(r.Stakes)).Percent() + " %"
		}
		t.add(name, amount(a), part)
	}
	row("stakes of "+group(r.Cards, lang)+" cards", r.Stakes)
	row("paid to winners", r.Paid)
	row("operator", r.Operator)
	if f.Has(bingo.JackpotPrize) || r.Fund != 0 {
		row("jackpot now", r.Jackpot)
		row("fund now", r.Fund)
		row("fund at its lowest", r.Lowest)
	}
	t.write(out)
	fmt.Fprintln(out)
	t = newTable("<figure", "won in draws", "per cent", "interval ("+odds.Confidence+")", "units", "mean ball", "paid")
	for _, g := range r.Figures {
		low, high := g.Won.Interval()
		t.add(g.Name.In(lang), group(g.Won.Hits, lang), g.Won.Share().Percent(), low.Percent()+" – "+high.Percent(), group(g.Units, lang), dash(g.Ball), amount(g.Paid))
	}
	t.write(out)
	seconds, _ := strconv.ParseFloat(r.Took, 64)
	fmt.Fprintf(out, "\n%s cards in %s s", group(r.Cards, lang), r.Took)
	if seconds > 0 {
		fmt.Fprintf(out, ", %s a second", group(int64(float64(r.Cards)/seconds), lang))
	}
	fmt.Fprintln(out)
}
