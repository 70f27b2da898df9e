package main

import (
	"fmt"
	"io"
	"math/big"
	"strconv"
	"time"

	"tirage/bingo"
	"tirage/money"
	"tirage/odds"
)

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
