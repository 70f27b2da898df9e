package odds

import (
	"math/big"
	"sort"

	"tirage/bingo"
	"tirage/money"
)

// fund adds what goes into and out of the fund, where there is one.
func (m *making) fund() error {
	f := m.formula
	if f.Mode == bingo.Single {
		return nil
	}
	stakes, err := f.Stakes[0].Mul(int64(m.Cards))
	if err != nil {
		return err
	}
	split, err := f.Split(stakes)
	if err != nil {
		return err
	}
	zero := exactly(new(big.Rat))
	guarantee, prizes, unwon := zero, zero, zero
	if m.Jackpot != nil {
		guarantee = m.Jackpot.Cost.times(m.stakes())
	}
	for i := range m.Figures {
		switch g := &m.Figures[i]; {
		case f.Figures[i].Prize.Kind == bingo.FundPrize:
			prizes = prizes.plus(g.Return.times(m.stakes()))
		case f.Figures[i].Prize.Kind == bingo.PoolPrize && m.unwonToFund():
			unwon = unwon.plus(exactly(g.Share.Rat).minus(g.Return).times(m.stakes()))
		}
	}
	if split.Fund == 0 && guarantee.High.Sign() == 0 && prizes.High.Sign() == 0 && unwon.High.Sign() == 0 {
		return nil
	}
	balance := exactly(whole(int64(split.Fund))).plus(unwon).minus(guarantee.plus(prizes))
	m.Fund = &FundOdds{
		Income: split.Fund, Unwon: average(unwon), Guarantee: average(guarantee), Prizes: average(prizes), Balance: average(balance),
		BreakEven: m.breakEven(),
	}
	if m.Fund.BreakEven > 0 {
		m.Fund.BreakEvenLabel = ByShares
	}
	return nil
}

func average(b Bound) AverageBound { return AverageBound{Average{b.Low.Rat}, Average{b.High.Rat}} }

// breakEven searches the number of cards from which on the fund's share is worth what it pays, whatever the upper bounds allow.
// The share grows in proportion to the cards and each upper bound 1 − (1 − a)^cards ever more slowly, so that once the fund
// is not behind it never is again.
func (m *making) breakEven() int {
	n := sort.Search(bingo.MaxCardsOfDraw, func(i int) bool { return m.carries(i + 1) }) + 1
	if n > bingo.MaxCardsOfDraw {
		return 0
	}
	return n
}

// carries reports whether the fund's share of the stakes of so many cards is at least what it pays at most, on average.
func (m *making) carries(cards int) bool {
	f := m.formula
	left := new(big.Rat).Mul(ratio(f.Shares.Fund), whole(int64(f.Stakes[0])))
	left.Mul(left, whole(int64(cards)))
	for i := range f.Figures {
		pays := money.Cents(0)
		switch g := &f.Figures[i]; g.Prize.Kind {
		case bingo.JackpotPrize:
			pays = f.Jackpot.Guarantee
		case bingo.FundPrize:
			pays = g.Prize.Amount
		case bingo.PoolPrize, bingo.MultiplePrize: // not the fund's
		}
		if pays == 0 {
			continue
		}
		most := Crowd{cards: cards}.jensen(m.Figures[i].Card.Rat)
		left.Sub(left, new(big.Rat).Mul(most, whole(int64(pays))))
	}
	return left.Sign() >= 0
}
