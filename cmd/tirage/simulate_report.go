package main

import (
	"fmt"
	"io"
	"math/big"
	"time"

	"tirage/bingo"
	"tirage/internal/artwork"
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
	// Multiplayer mode: jackpot and fund over time, in spans of equally many draws, and the first jackpots that were won.
	Course []artwork.FundSpan `json:"course,omitempty"`
	Wins   []artwork.FundWin  `json:"wins,omitempty"`

	took time.Duration // not in JSON, which is the same for the same call
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
		Jackpot: l.Balances[bingo.JackpotAccount], Jackpots: l.Jackpots, took: took,
	}
	if l.Stakes > 0 {
		r.Return = odds.Of(int64(l.Paid), int64(l.Stakes))
	}
	if f.Mode == bingo.Multi {
		r.Course, r.Wins = s.spans, s.wins
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
	w := tongue(lang)
	played := w.some(w.count(r.Draws), "1 draw", "%s draws")
	fmt.Fprintf(out, "%s  %s\n", f.Name.In(lang), w.in("SIMULATED: %s of %s with %s each, seed %q", played, w.players(r.Players), w.cards(r.CardsEach), r.Seed))
	if f.Demonstration.In(lang) != "" {
		fmt.Fprintln(out, w.notice("DEMONSTRATION", f.Demonstration))
	}
	if r.Stopped {
		fmt.Fprintln(out, w.in("STOPPED after %s of %s draws; all that follows is of these.", w.count(r.Draws), w.count(r.Asked)))
	}
	t := newTable(w.heads("<ledger", "amount", "of stakes")...)
	row := func(name string, a money.Cents) {
		part := "–"
		if r.Stakes > 0 {
			part = w.share(odds.Of(int64(a), int64(r.Stakes)))
		}
		t.add(name, amount(a), part)
	}
	row(w.in("stakes of %s", w.cards(w.count(r.Cards))), r.Stakes)
	row(w.in("paid to winners"), r.Paid)
	row(w.in("operator"), r.Operator)
	if f.Has(bingo.JackpotPrize) || r.Fund != 0 {
		row(w.in("jackpot now"), r.Jackpot)
		row(w.in("fund now"), r.Fund)
		row(w.in("fund at its lowest"), r.Lowest)
	}
	t.write(out)
	fmt.Fprintln(out)
	r.writeFigures(out, f, w)
	rate := ""
	if seconds := r.took.Seconds(); seconds >= 0.1 {
		rate = w.in(", %s a second", w.count(int64(float64(r.Cards)/seconds)))
	}
	fmt.Fprintf(out, "\n%s%s\n", w.in("%s in %s s", w.cards(w.count(r.Cards)), w.number(fmt.Sprintf("%.1f", r.took.Seconds()))), rate)
}

// writeFigures is a table of what became of each figure.
func (r *simulationReport) writeFigures(out io.Writer, f *bingo.Formula, w tongue) {
	heads := w.heads("<figure", "won in draws", "per cent", "interval", "units", "mean ball", "paid")
	heads[3] += " (" + w.sure() + ")"
	t := newTable(heads...)
	for _, g := range r.Figures {
		low, high := g.Won.Interval()
		t.add(g.Name.In(money.Lang(w)), w.count(g.Won.Hits), w.number(g.Won.Share().Percent()), w.number(low.Percent())+" – "+w.number(high.Percent()), w.count(g.Units), dash(w.number(g.Ball)), f.Currency.Format(g.Paid, money.Lang(w)))
	}
	t.write(out)
}
