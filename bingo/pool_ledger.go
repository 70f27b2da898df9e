package bingo

import "tirage/money"

// Ledger is the money of one formula over many draws: its balances, and what went through them. Draws of a formula are
// added in the order in which they lock. All accounts together are always at zero.
type Ledger struct {
	Balances Balances
	Draws    int64
	Stakes   money.Cents
	Paid     money.Cents // to winners
	Jackpots int64       // how often the jackpot was won
	Lowest   money.Cents // the lowest the fund ever stood at, at most 0: what the operator advanced at most is -Lowest
}

// OpenLedger is the ledger of a formula before its first draw. With the reading Reset the fund puts up the first guarantee, as it
// does after a win, so that the fund begins below zero by that amount.
func OpenLedger(f *Formula) Ledger {
	var l Ledger
	if f.Has(JackpotPrize) && f.Jackpot.Reading == Reset {
		l.Balances[FundAccount] = -f.Jackpot.Guarantee
		l.Balances[JackpotAccount] = f.Jackpot.Guarantee
		l.Lowest = -f.Jackpot.Guarantee
	}
	return l
}

// Advanced is the money that the operator has lent to the fund: what it stands below zero.
func (l *Ledger) Advanced() money.Cents { return max(0, -l.Balances[FundAccount]) }

// Result is what the balls of a draw decided, without its money: the cards sold at one price, and by figure how many
// units won it. It does not depend on the jackpot or the fund, so that results can be found in any order and added to a Ledger
// in theirs.
type Result struct {
	Cards int
	Unit  money.Cents
	Super money.Cents
	Units [MaxFigures]int
	Balls [MaxFigures]uint8 // by figure, the ball at which it was won first, 0 where it was not
}

// Add settles one draw on the ledger. It returns what Terms refuses, or money.ErrOverflow; the ledger is then as it was.
func (l *Ledger) Add(f *Formula, r *Result) (Settlement, error) {
	terms, announced, err := f.Terms(r.Unit, r.Cards, l.Balances[JackpotAccount], l.Balances[FundAccount], r.Super)
	if err != nil {
		return Settlement{}, err
	}
	next := *l
	s := f.Settle(&terms, r.Units[:])
	sale := [...]Transfer{{PlayersAccount, StakesAccount, terms.Split.Stakes, Sale, -1}}
	for _, transfers := range [][]Transfer{sale[:], announced, s.Transfers} {
		if next.Balances, err = next.Balances.Apply(transfers); err != nil {
			return Settlement{}, err
		}
	}
	if next.Stakes, err = l.Stakes.Add(terms.Split.Stakes); err != nil {
		return Settlement{}, err
	}
	if next.Paid, err = l.Paid.Add(s.Paid); err != nil {
		return Settlement{}, err
	}
	next.Draws++
	if j := f.jackpotFigure(); j >= 0 && s.Units[j] > 0 {
		next.Jackpots++
	}
	next.Lowest = min(l.Lowest, next.Balances[FundAccount])
	*l = next
	return s, nil
}
