package odds

import (
	"fmt"
	"math/big"

	"tirage/bingo"
	"tirage/money"
)

// NewFormulaSheet derives the sheet of a formula for draws of some players with some cards each. The formula's first problem, if it
// has one, is the error; for numbers of players or cards that no draw has it is ErrCards. Fewer than the formula's minimum
// are no error: TakesPlace says that such a draw is cancelled.
func NewFormulaSheet(f *bingo.Formula, players, each int) (*FormulaSheet, error) {
	for _, p := range f.Check() {
		if !p.Warning {
			return nil, p
		}
	}
	if err := mayPlay(f, players, each); err != nil {
		return nil, err
	}
	cards := players * each
	s := &FormulaSheet{
		Formula: f.ID, Version: f.Version, Name: f.Name, Currency: f.Currency.Code, Mode: f.Mode.String(), Model: f.Model,
		Stakes: f.Stakes, Players: players, CardsEach: each, Cards: cards,
		TakesPlace: players >= f.Minimum.Players && cards >= f.Minimum.Cards, Assumes: Assumes,
	}
	if (f.Demonstration != money.Text{}) {
		s.Demonstration = &f.Demonstration
	}
	m := &making{FormulaSheet: s, formula: f}
	if err := m.lines(); err != nil {
		return nil, err
	}
	for i := range f.Figures {
		s.Figures = append(s.Figures, m.figure(&f.Figures[i]))
	}
	m.returns()
	m.jackpot()
	return s, m.fund()
}

func mayPlay(f *bingo.Formula, players, each int) error {
	switch {
	case f.Mode == bingo.Single && players != 1:
		return fmt.Errorf("%w: %s is played by one person, not by %d", ErrCards, f.ID, players)
	case players < 1 || players > bingo.MaxCardsOfDraw:
		return fmt.Errorf("%w: there cannot be %d players", ErrCards, players)
	case each < 1 || each > f.MaxCards:
		return fmt.Errorf("%w: a player of %s has 1 to %d cards, not %d", ErrCards, f.ID, f.MaxCards, each)
	case players*each > bingo.MaxCardsOfDraw:
		return fmt.Errorf("%w: a draw has at most %d cards, not %d", ErrCards, bingo.MaxCardsOfDraw, players*each)
	}
	return nil
}

// making is a sheet in the making.
type making struct {
	*FormulaSheet
	formula *bingo.Formula
	crowds  []Crowd // by lines, from 1
}

// lines adds the law of every number of lines that a grid has.
func (m *making) lines() error {
	f := m.formula
	for lines := 1; lines <= f.Model.Rows(); lines++ {
		c, err := NewCrowd(f.Model, f.Layout, m.Cards, lines)
		if err != nil {
			return err
		}
		grid, err := ShapeOf(f.Model).Grid().Law(lines)
		if err != nil {
			return err
		}
		m.crowds = append(m.crowds, c)
		row := LineOdds{Lines: lines, Full: lines == f.Model.Rows(), Grid: grid, Card: c.card}
		for n := 1; n <= f.Balls() && f.Mode == bingo.Multi; n++ {
			if b := (BallBound{n, c.AnyBy(n), c.DealtBy(n)}); b.Any.High.Sign() > 0 && b.Any.Low.Cmp(unit) < 0 {
				row.Draw = append(row.Draw, b)
			}
		}
		m.Lines = append(m.Lines, row)
	}
	return nil
}

// linesOf is how many lines a figure has; limitOf the last ball at which it can be won.
func (m *making) linesOf(g *bingo.Figure) int {
	if g.Full {
		return m.formula.Model.Rows()
	}
	return g.Lines
}

func (m *making) limitOf(g *bingo.Figure) int {
	if g.Within == 0 {
		return m.formula.LastBall()
	}
	return min(g.Within, m.formula.LastBall())
}

func (m *making) figure(g *bingo.Figure) FigureOdds {
	lines, within := m.linesOf(g), m.limitOf(g)
	c := m.crowds[lines-1]
	row := FigureOdds{
		ID: g.ID, Name: g.Name, Lines: lines, Within: within, Prize: g.Prize.Kind.String(),
		Times: g.Prize.Times, Amount: g.Prize.Amount, Card: c.card.By(within),
	}
	if m.formula.Mode == bingo.Single {
		units := row.Card
		if m.formula.Tie == bingo.ByGrid {
			units = Chance{new(big.Rat).Mul(m.Lines[lines-1].Grid.By(within).Rat, whole(int64(m.formula.Model.Grids())))}
		}
		row.Units = &units
		row.Return = exactly(new(big.Rat).Mul(units.Rat, whole(g.Prize.Times)))
		return row
	}
	whichever, dealt := c.AnyBy(within), c.DealtBy(within)
	row.Any, row.Dealt = &whichever, &dealt
	shares := m.formula.Shares
	switch g.Prize.Kind {
	case bingo.PoolPrize:
		share := new(big.Rat).Mul(ratio(shares.Pool), ratio(g.Prize.Share))
		row.Share = &Chance{share}
		row.Return = dealt.times(share)
	case bingo.JackpotPrize:
		row.Return = exactly(ratio(shares.Jackpot))
	case bingo.MultiplePrize:
		row.Return = dealt.times(big.NewRat(g.Prize.Times, int64(m.Cards)))
	case bingo.FundPrize:
		row.Return = dealt.times(new(big.Rat).Quo(whole(int64(g.Prize.Amount)), m.stakes()))
	}
	return row
}

// stakes is what the cards of a draw cost, in a formula of one stake.
func (m *making) stakes() *big.Rat {
	return new(big.Rat).Mul(whole(int64(m.Stakes[0])), whole(int64(m.Cards)))
}

func whole(n int64) *big.Rat { return big.NewRat(n, 1) }

func ratio(s money.Share) *big.Rat { return big.NewRat(int64(s), int64(money.Whole)) }

// returns adds up what the figures pay.
func (m *making) returns() {
	shares, r := m.formula.Shares, &m.Return
	r.Winners, r.Pool = Chance{ratio(shares.Winners)}, Chance{ratio(shares.Pool)}
	r.Jackpot, r.Fund = Chance{ratio(shares.Jackpot)}, Chance{ratio(shares.Fund)}
	pool, table, fund := exactly(new(big.Rat)), exactly(new(big.Rat)), exactly(new(big.Rat))
	for i := range m.Figures {
		switch m.formula.Figures[i].Prize.Kind {
		case bingo.PoolPrize:
			pool = pool.plus(m.Figures[i].Return)
		case bingo.MultiplePrize:
			table = table.plus(m.Figures[i].Return)
		case bingo.FundPrize:
			fund = fund.plus(m.Figures[i].Return)
		case bingo.JackpotPrize: // its share of the stakes comes back in full, below
		}
	}
	r.WithoutJackpot = pool.plus(table).plus(fund)
	r.WithJackpot = r.WithoutJackpot.plus(exactly(r.Jackpot.Rat))
	r.WithFund = pool.plus(table).plus(exactly(r.Jackpot.Rat)).plus(exactly(r.Fund.Rat)) // the fund's prizes are among what it receives
	if m.unwonToFund() {
		r.WithFund = table.plus(exactly(r.Winners.Rat))
	}
}

// unwonToFund reports whether the fund has the pool's part of a figure that nobody won.
func (m *making) unwonToFund() bool {
	return m.formula.Shares.Fund > 0 || m.formula.Remainders == bingo.FundAccount
}

// jackpot adds the odds of the jackpot, where there is one.
func (m *making) jackpot() {
	for i := range m.Figures {
		g := &m.Figures[i]
		if m.formula.Figures[i].Prize.Kind != bingo.JackpotPrize {
			continue
		}
		rule := m.formula.Jackpot
		guarantee := whole(int64(rule.Guarantee))
		card := new(big.Rat).Mul(g.Card.Rat, guarantee)
		cost := g.Dealt.times(new(big.Rat).Quo(guarantee, m.stakes()))
		if rule.Reading == bingo.AtLeast { // the fund pays what the jackpot lacks, which may be nothing
			cost.Low = Of(0, 1)
		}
		m.Jackpot = &JackpotOdds{
			Figure: g.ID, Within: g.Within, Card: g.Card, Guarantee: rule.Guarantee, Reading: rule.Reading.String(),
			PerCard: Chance{card.Quo(card, whole(int64(m.Stakes[0])))}, Any: *g.Any, Dealt: *g.Dealt, Cost: cost,
		}
	}
}
