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
			return refuse("--%s is for the formulas of live bingo (%s)", name, "tirage games")
		}
	}
	return nil
}

func (o *formulaOdds) run(cmd *cobra.Command, name string, asJSON bool) error {
	for _, flag := range []string{"diff", "compositions"} {
		if cmd.Flags().Changed(flag) {
			return refuse("--%s is for scratch games; %s is a formula of live bingo", flag, name)
		}
	}
	if o.draws < 0 && cmd.Flags().Changed("draws") || o.draws > maxDraws {
		return refuse("--draws %d: from 0, for none, to %d draws are played", o.draws, int64(maxDraws))
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

// within writes a bound in per cent.
func (t tongue) within(b odds.Bound) string {
	if b.Label() == odds.Exact {
		return t.share(b.Low)
	}
	low, high := b.Low.Percent(), b.High.Percent()
	if low == high { // apart, but not by as much as a ten-thousandth of a per cent
		low, high = finer(b.Low), finer(b.High)
	}
	return t.number(low) + " – " + t.percent(high)
}

// finer writes a chance in per cent with eight decimals.
func finer(c odds.Chance) string { return new(big.Rat).Mul(c.Rat, big.NewRat(100, 1)).FloatString(8) }

func writeFormulaSheet(out io.Writer, f *bingo.Formula, s *odds.FormulaSheet, lang money.Lang) {
	w := tongue(lang)
	fmt.Fprintf(out, "%s  %s  %s, version %d\n", f.Name.In(lang), stakes(f, lang), f.ID, f.Version)
	if s.Demonstration != nil {
		fmt.Fprintln(out, w.notice("DEMONSTRATION", *s.Demonstration))
	}
	fmt.Fprint(out, w.in("A draw of %s with %s each: %s (%s).", w.players(w.count(int64(s.Players))), w.cards(w.count(int64(s.CardsEach))), w.cards(w.count(int64(s.Cards))), f.Model))
	if !s.TakesPlace {
		fmt.Fprint(out, " "+w.in("IT IS CANCELLED, and nothing is simulated: it takes %s and %s.", w.players(strconv.Itoa(f.Minimum.Players)), w.cards(strconv.Itoa(f.Minimum.Cards))))
	}
	fmt.Fprintf(out, "\n%s\n\n", w.in("exact: a rational number. bound: proven to lie between the two. simulated: counted in draws played, with its interval."))
	fmt.Fprintln(out, w.in("The ball at which one card has so many lines of one grid (exact)"))
	writeLaws(out, f, s, w)
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
func writeLaws(out io.Writer, f *bingo.Formula, s *odds.FormulaSheet, w tongue) {
	heads := []string{w.in("by ball")}
	for _, l := range s.Lines {
		name := w.some(strconv.Itoa(l.Lines), "1 line", "%s lines")
		if l.Full {
			name = w.in("full grid")
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
			row(strconv.Itoa(n), func(l odds.Law) string { return w.share(l.By(n)) })
		}
	}
	row(w.in("mean"), func(l odds.Law) string { return w.number(l.Mean().FloatString(2)) })
	row(w.in("median"), func(l odds.Law) string { return strconv.Itoa(l.Median()) })
	t.write(out)
	fmt.Fprintln(out, w.in("(every ball, and those of all cards of the draw: --json)"))
}

func writeFigureOdds(out io.Writer, f *bingo.Formula, s *odds.FormulaSheet, lang money.Lang) {
	w, single := tongue(lang), f.Mode == bingo.Single
	heads := w.heads("<figure", "within", "pays", "one card (exact)", "1 in")
	if single {
		heads = append(heads, w.heads("return (exact)")...)
	} else {
		heads = append(heads, w.heads("the draw (bound)", "simulated")...)
	}
	t := newTable(heads...)
	for i := range s.Figures {
		g := &s.Figures[i]
		cells := []string{g.Name.In(lang), strconv.Itoa(g.Within), pays(f, &f.Figures[i], lang), w.share(g.Card), w.oneIn(g.Card)}
		if single {
			cells = append(cells, w.within(g.Return))
		} else {
			cells = append(cells, w.within(*g.Dealt), frequency(g.Played, w))
		}
		t.add(cells...)
	}
	t.write(out)
	if !single {
		fmt.Fprintln(out, w.in("The bounds are for %s.", w.in(s.Assumes)))
	}
	for i := range s.Figures {
		if p := s.Figures[i].Played; p != nil {
			fmt.Fprintln(out, w.in("Simulated: %s, intervals that hold the true chance %s of the time.", w.some(w.count(p.Won.Draws), "1 draw", "%s draws"), w.sure()))
			return
		}
	}
}

// frequency is how often a figure was won in simulated draws.
func frequency(p *odds.PlayedOdds, w tongue) string {
	if p == nil {
		return "–"
	}
	low, high := p.Won.Interval()
	return fmt.Sprintf("%s (%s – %s)", w.share(p.Won.Share()), w.number(low.Percent()), w.number(high.Percent()))
}

// pays is what a figure pays, in words.
func pays(f *bingo.Formula, g *bingo.Figure, lang money.Lang) string {
	w := tongue(lang)
	switch g.Prize.Kind {
	case bingo.PoolPrize:
		return w.in("%s of the pool", w.share(odds.Of(int64(g.Prize.Share), int64(money.Whole))))
	case bingo.JackpotPrize:
		return w.in("the jackpot")
	case bingo.MultiplePrize:
		return w.some(w.count(g.Prize.Times), "the stake", "%s times the stake")
	default:
		return w.in("%s from the fund", f.Currency.Format(g.Prize.Amount, lang))
	}
}

func writeReturns(out io.Writer, f *bingo.Formula, s *odds.FormulaSheet, lang money.Lang) {
	w := tongue(lang)
	t := newTable(w.heads("<money", "<", "<label")...)
	r := &s.Return
	row := func(label, value, text string, args ...any) { t.add(w.in(text, args...), value, w.in(label)) }
	bound := func(b odds.Bound, text string) { row(b.Label(), w.within(b), text) }
	mean := func(b odds.AverageBound, text string) { row(label(b), averages(f, b, w), text) }
	if f.Has(bingo.JackpotPrize) {
		bound(r.WithoutJackpot, "return without the jackpot")
		bound(r.WithJackpot, "return with the jackpot")
	} else {
		bound(r.WithoutJackpot, "return")
	}
	if f.Mode == bingo.Multi {
		bound(r.WithFund, "return with the fund, in the long run")
	}
	if j := s.Jackpot; j != nil {
		row(odds.Exact, w.in("%s, 1 in %s", w.share(j.Card), w.oneIn(j.Card)), "jackpot, within %s balls, one card", strconv.Itoa(j.Within))
		bound(j.Dealt, "jackpot falls in a draw")
		row(odds.Exact, w.in("%s of its stake", w.share(j.PerCard)), "guarantee of %s costs a lone card", f.Currency.Format(j.Guarantee, lang))
		row(j.Cost.Label(), w.in("%s of stakes", w.within(j.Cost)), "guarantee costs here")
	}
	if fund := s.Fund; fund != nil {
		row(odds.Exact, f.Currency.Format(fund.Income, lang), "fund receives a draw")
		mean(fund.Guarantee, "fund pays for the guarantee")
		if fund.Prizes.High.Sign() > 0 {
			mean(fund.Prizes, "fund pays in prizes")
		}
		mean(fund.Balance, "fund grows a draw, on average")
		if fund.BreakEven > 0 {
			t.add(w.in("fund does not shrink"), w.in("proven from %s on, by the shares alone", w.cards(w.count(int64(fund.BreakEven)))), w.in("proven"))
		}
	}
	t.write(out)
}

// averages writes mean amounts with two more decimals than the currency has.
func averages(f *bingo.Formula, b odds.AverageBound, w tongue) string {
	digits := int(f.Currency.Digits)
	of := func(a odds.Average) string {
		return w.number(new(big.Rat).Quo(a.Rat, big.NewRat(int64(f.Currency.Unit()), 1)).FloatString(digits + 2))
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
	w := tongue(lang)
	t := newTable(w.heads("<formula", "<name", "<cards", "stake", "players", "figures", "jackpot from", "one card, 1 in", "to winners", "<")...)
	for _, id := range games.Formulas() {
		f, err := loadFormula(id)
		if err != nil {
			return nil, nil, err
		}
		s, err := odds.NewFormulaSheet(f, f.Minimum.Players, 1)
		if err != nil {
			return nil, nil, err
		}
		jackpot, chance, note, back := "–", "–", "", w.share(s.Return.Winners)
		if s.Jackpot != nil {
			jackpot, chance = f.Currency.Format(s.Jackpot.Guarantee, lang), w.oneIn(s.Jackpot.Card)
		}
		if f.Mode == bingo.Single {
			back = w.within(s.Return.WithoutJackpot)
		}
		if s.Demonstration != nil {
			note = w.in("demonstration")
		}
		t.add(id, f.Name.In(lang), f.Model.String(), stakes(f, lang), strconv.Itoa(f.Minimum.Players)+"+", strconv.Itoa(len(f.Figures)), jackpot, chance, back, note)
		s.Lines = nil // long; "tirage odds" shows them
		sheets = append(sheets, s)
	}
	return sheets, t, nil
}

func writeFormulaSummary(out io.Writer, path string, f *bingo.Formula, lang money.Lang) {
	w := tongue(lang)
	text := w.in("%s: %s, %s, %s cards, ", path, f.Name.In(lang), stakes(f, lang), f.Model) + w.some(strconv.Itoa(len(f.Figures)), "1 figure", "%s figures")
	if f.Mode == bingo.Multi {
		text += w.in(", %s to winners", w.share(odds.Of(int64(f.Shares.Winners), int64(money.Whole))))
	}
	if f.Has(bingo.JackpotPrize) {
		text += w.in(", jackpot from %s", f.Currency.Format(f.Jackpot.Guarantee, lang))
	}
	if d := f.Demonstration.In(lang); d != "" {
		text += ", " + d
	}
	fmt.Fprintln(out, text+w.in(": ready to play"))
}
