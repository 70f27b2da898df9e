package main

import (
	"context"
	"fmt"
	"io"
	"math/big"
	"runtime"
	"strconv"

	"github.com/spf13/cobra"

	"tirage/bingo"
	"tirage/games"
	"tirage/money"
	"tirage/odds"
)

// formulaOdds is the part of the verb odds that is about formulas.
type formulaOdds struct {
	players, cards int
	draws          int64
}

func (o *formulaOdds) flags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.IntVar(&o.players, "players", 0, "of a formula: how `MANY` players a draw has (default: the fewest that it takes place with)")
	flags.IntVar(&o.cards, "cards", 1, "of a formula: how `MANY` cards each player has")
	flags.Int64Var(&o.draws, "draws", -1, "of a formula: how `MANY` draws are simulated, 0 for none (default: as many as take about a second)")
}

// notFor refuses the flags of formulas for a scratch game.
func (o *formulaOdds) notFor(cmd *cobra.Command) error {
	for _, name := range []string{"players", "cards", "draws"} {
		if cmd.Flags().Changed(name) {
			return fmt.Errorf("--%s is for the formulas of live bingo (%s)", name, "tirage games")
		}
	}
	return nil
}

func (o *formulaOdds) run(cmd *cobra.Command, name string, asJSON bool) error {
	for _, flag := range []string{"diff", "compositions"} {
		if cmd.Flags().Changed(flag) {
			return fmt.Errorf("--%s is for scratch games; %s is a formula of live bingo", flag, name)
		}
	}
	if o.draws < 0 && cmd.Flags().Changed("draws") || o.draws > maxDraws {
		return fmt.Errorf("--draws %d: from 0, for none, to %d draws are played", o.draws, int64(maxDraws))
	}
	f, lang, err := formulaOf(cmd, name)
	if err != nil {
		return err
	}
	if o.players == 0 && !cmd.Flags().Changed("players") {
		o.players = f.Minimum.Players
	}
	if err := mayHold(f, o.players, o.cards); err != nil {
		return err
	}
	sheet, err := odds.NewFormulaSheet(f, o.players, o.cards)
	if err != nil {
		return err
	}
	if err := o.play(f, sheet); err != nil {
		return err
	}
	if asJSON {
		return writeJSON(cmd.OutOrStdout(), sheet)
	}
	writeFormulaSheet(cmd.OutOrStdout(), f, sheet, lang)
	return nil
}

// play adds simulated draws to a sheet.
func (o *formulaOdds) play(f *bingo.Formula, sheet *odds.FormulaSheet) error {
	if o.draws < 0 {
		o.draws = min(20_000, max(100, 600_000/int64(sheet.Cards)))
	}
	if o.draws == 0 || !sheet.TakesPlace {
		return nil
	}
	s, err := newSimulation(f, simulated{
		stake: f.Stakes[0], players: span{o.players, o.players}, cards: span{o.cards, o.cards},
		seed: seedOf("tirage simulation", "odds"), draws: o.draws, workers: runtime.GOMAXPROCS(0),
	})
	if err != nil {
		return err
	}
	if err := s.run(context.Background()); err != nil {
		return err
	}
	sheet.Played(&s.tally)
	return nil
}

// within writes a bound in per cent with its label.
func within(b odds.Bound) string {
	if b.Label() == odds.Exact {
		return b.Low.Percent() + " %"
	}
	low, high := b.Low.Percent(), b.High.Percent()
	if low == high { // apart, but not by as much as a ten-thousandth of a per cent
		low, high = finer(b.Low), finer(b.High)
	}
	return low + " – " + high + " %"
}

// finer writes a chance in per cent with eight decimals.
func finer(c odds.Chance) string { return new(big.Rat).Mul(c.Rat, big.NewRat(100, 1)).FloatString(8) }

// several is a count of cards in words.
func several(n string) string {
	if n == "1" {
		return "1 card"
	}
	return n + " cards"
}

func writeFormulaSheet(out io.Writer, f *bingo.Formula, s *odds.FormulaSheet, lang money.Lang) {
	fmt.Fprintf(out, "%s  %s  %s, version %d\n", f.Name.In(lang), stakes(f, lang), f.ID, f.Version)
	if s.Demonstration != nil {
		fmt.Fprintf(out, "DEMONSTRATION: %s\n", s.Demonstration.In(lang))
	}
	fmt.Fprintf(out, "A draw of %s players with %s each: %s %s cards.", group(int64(s.Players), lang), several(strconv.Itoa(s.CardsEach)), group(int64(s.Cards), lang), f.Model)
	if !s.TakesPlace {
		fmt.Fprintf(out, " IT IS CANCELLED: it takes %d players and %d cards.", f.Minimum.Players, f.Minimum.Cards)
	}
	fmt.Fprint(out, "\nexact: a rational number. bound: proven to lie between the two. simulated: counted in draws played, with its interval.\n\n")
	fmt.Fprintln(out, "The ball at which one card has so many lines of one grid (exact)")
	writeLaws(out, f, s)
	fmt.Fprintln(out)
	writeFigureOdds(out, f, s, lang)
	fmt.Fprintln(out)
	writeReturns(out, f, s, lang)
}

// stakes are the prices of a card.
func stakes(f *bingo.Formula, lang money.Lang) string {
	first, last := f.Stakes[0], f.Stakes[len(f.Stakes)-1]
	if first == last {
		return f.Currency.Format(first, lang)
	}
	return f.Currency.Format(first, lang) + " – " + f.Currency.Format(last, lang)
}

// writeLaws is the law of each number of lines: one line of a table a ball, where something can happen.
func writeLaws(out io.Writer, f *bingo.Formula, s *odds.FormulaSheet) {
	heads := []string{"by ball"}
	for _, l := range s.Lines {
		name := strconv.Itoa(l.Lines) + " lines"
		if l.Lines == 1 {
			name = "1 line"
		}
		if l.Full {
			name = "full grid"
		}
		heads = append(heads, name)
	}
	t := newTable(heads...)
	row := func(name string, cell func(odds.Law) string) {
		cells := []string{name}
		for _, l := range s.Lines {
			cells = append(cells, cell(l.Card))
		}
		t.add(cells...)
	}
	marked := map[int]bool{f.Balls(): true}
	for _, g := range s.Figures {
		marked[g.Within] = true
	}
	for n := bingo.PerRow; n <= f.Balls(); n++ {
		if n%5 == 0 || marked[n] {
			row(strconv.Itoa(n), func(l odds.Law) string { return l.By(n).Percent() + " %" })
		}
	}
	row("mean", func(l odds.Law) string { return l.Mean().FloatString(2) })
	row("median", func(l odds.Law) string { return strconv.Itoa(l.Median()) })
	t.write(out)
	fmt.Fprintln(out, "(every ball, and those of all cards of the draw: --json)")
}

func writeFigureOdds(out io.Writer, f *bingo.Formula, s *odds.FormulaSheet, lang money.Lang) {
	single := f.Mode == bingo.Single
	heads := []string{"<figure", "within", "pays", "one card (exact)", "1 in"}
	if single {
		heads = append(heads, "return (exact)")
	} else {
		heads = append(heads, "the draw (bound)", "simulated")
	}
	t := newTable(heads...)
	for i := range s.Figures {
		g := &s.Figures[i]
		cells := []string{g.Name.In(lang), strconv.Itoa(g.Within), pays(f, &f.Figures[i], lang), g.Card.Percent() + " %", g.Card.OneIn()}
		if single {
			cells = append(cells, within(g.Return))
		} else {
			cells = append(cells, within(*g.Dealt), frequency(g.Played))
		}
		t.add(cells...)
	}
	t.write(out)
	if !single {
		fmt.Fprintf(out, "The bounds are for %s.\n", s.Assumes)
	}
	for i := range s.Figures {
		if p := s.Figures[i].Played; p != nil {
			fmt.Fprintf(out, "Simulated: %s draws, intervals that hold the true chance %s of the time.\n", group(p.Won.Draws, lang), odds.Confidence)
			return
		}
	}
}

// frequency is how often a figure was won in simulated draws.
func frequency(p *odds.PlayedOdds) string {
	if p == nil {
		return "–"
	}
	low, high := p.Won.Interval()
	return fmt.Sprintf("%s %% (%s – %s)", p.Won.Share().Percent(), low.Percent(), high.Percent())
}

// pays is what a figure pays, in words.
func pays(f *bingo.Formula, g *bingo.Figure, lang money.Lang) string {
	switch g.Prize.Kind {
	case bingo.PoolPrize:
		return odds.Of(int64(g.Prize.Share), int64(money.Whole)).Percent() + " % of the pool"
	case bingo.JackpotPrize:
		return "the jackpot"
	case bingo.MultiplePrize:
		return fmt.Sprintf("%d times the stake", g.Prize.Times)
	default:
		return f.Currency.Format(g.Prize.Amount, lang) + " from the fund"
	}
}

func writeReturns(out io.Writer, f *bingo.Formula, s *odds.FormulaSheet, lang money.Lang) {
	t := newTable("<money", "<", "<label")
	r := &s.Return
	t.add("return without the jackpot", within(r.WithoutJackpot), r.WithoutJackpot.Label())
	if f.Mode == bingo.Multi {
		t.add("return with the jackpot", within(r.WithJackpot), r.WithJackpot.Label())
		t.add("return with the fund, in the long run", within(r.WithFund), r.WithFund.Label())
	}
	if j := s.Jackpot; j != nil {
		t.add(fmt.Sprintf("jackpot, within %d balls, one card", j.Within), j.Card.Percent()+" %, 1 in "+j.Card.OneIn(), odds.Exact)
		t.add("jackpot falls in a draw", within(j.Dealt), j.Dealt.Label())
		t.add("guarantee of "+f.Currency.Format(j.Guarantee, lang)+" costs a lone card", j.PerCard.Percent()+" % of its stake", odds.Exact)
		t.add("guarantee costs here", within(j.Cost)+" of stakes", j.Cost.Label())
	}
	if fund := s.Fund; fund != nil {
		t.add("fund receives a draw", f.Currency.Format(fund.Income, lang), odds.Exact)
		t.add("fund pays for the guarantee", averages(f, fund.Guarantee), label(fund.Guarantee))
		if fund.Prizes.High.Sign() > 0 {
			t.add("fund pays in prizes", averages(f, fund.Prizes), label(fund.Prizes))
		}
		t.add("fund grows a draw, on average", averages(f, fund.Balance), label(fund.Balance))
		if fund.BreakEven > 0 {
			t.add("fund does not shrink from", group(int64(fund.BreakEven), lang)+" cards a draw on", odds.Proven)
		}
	}
	t.write(out)
}

// averages writes mean amounts with two more decimals than the currency has.
func averages(f *bingo.Formula, b odds.AverageBound) string {
	digits := int(f.Currency.Digits)
	of := func(a odds.Average) string {
		return new(big.Rat).Quo(a.Rat, big.NewRat(int64(f.Currency.Unit()), 1)).FloatString(digits + 2)
	}
	if label(b) == odds.Exact {
		return of(b.Low) + " " + f.Currency.Code
	}
	return of(b.Low) + " – " + of(b.High) + " " + f.Currency.Code
}

func label(b odds.AverageBound) string {
	if b.Low.Cmp(b.High.Rat) == 0 {
		return odds.Exact
	}
	return odds.Proven
}

// formulaTable is the shipped formulas at a glance, each with as few players as it takes place with.
func formulaTable(lang money.Lang) ([]*odds.FormulaSheet, *table, error) {
	var sheets []*odds.FormulaSheet
	t := newTable("<formula", "<name", "<cards", "stake", "players", "figures", "jackpot from", "one card, 1 in", "to winners", "<")
	for _, id := range games.Formulas() {
		f, err := loadFormula(id)
		if err != nil {
			return nil, nil, err
		}
		s, err := odds.NewFormulaSheet(f, f.Minimum.Players, 1)
		if err != nil {
			return nil, nil, err
		}
		jackpot, chance, note, back := "–", "–", "", s.Return.Winners.Percent()+" %"
		if s.Jackpot != nil {
			jackpot, chance = f.Currency.Format(s.Jackpot.Guarantee, lang), s.Jackpot.Card.OneIn()
		}
		if f.Mode == bingo.Single {
			back = within(s.Return.WithoutJackpot)
		}
		if s.Demonstration != nil {
			note = "demonstration"
		}
		t.add(id, f.Name.In(lang), f.Model.String(), stakes(f, lang), strconv.Itoa(f.Minimum.Players)+"+", strconv.Itoa(len(f.Figures)), jackpot, chance, back, note)
		s.Lines = nil // long; "tirage odds" shows them
		sheets = append(sheets, s)
	}
	return sheets, t, nil
}

func writeFormulaSummary(out io.Writer, path string, f *bingo.Formula, lang money.Lang) {
	text := fmt.Sprintf("%s: %s, %s, %s cards, %d figures", path, f.Name.In(lang), stakes(f, lang), f.Model, len(f.Figures))
	if f.Mode == bingo.Multi {
		text += ", " + odds.Of(int64(f.Shares.Winners), int64(money.Whole)).Percent() + " % to winners"
	}
	if f.Has(bingo.JackpotPrize) {
		text += ", jackpot from " + f.Currency.Format(f.Jackpot.Guarantee, lang)
	}
	if d := f.Demonstration.In(lang); d != "" {
		text += ", " + d
	}
	fmt.Fprintln(out, text+": ready to play")
}
