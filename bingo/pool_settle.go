package bingo

import "tirage/money"

// Terms is what a draw plays for. It is fixed when sales close, and nothing that happens later changes it.
type Terms struct {
	Unit    money.Cents // the price of one card
	Split   Split
	Super   money.Cents // what the fund adds to the jackpot of this draw
	Balance money.Cents // the jackpot before the draw's own growth
	Fund    money.Cents // the fund before the draw
}

// Terms fixes what a draw plays for: so many cards at one price, with the balances of the formula's jackpot and fund at
// the moment of the lock. It returns the transfer that takes an announced super jackpot from the fund. It refuses with
// stakes_out_of_range, balance_out_of_range, or super_without_jackpot for a formula that has none.
func (f *Formula) Terms(unit money.Cents, cards int, jackpot, fund, super money.Cents) (Terms, []Transfer, error) {
	t := Terms{Unit: unit, Super: super, Balance: jackpot, Fund: fund}
	stakes, err := unit.Mul(int64(cards))
	if err != nil {
		return t, nil, err
	}
	if t.Split, err = f.Split(stakes); err != nil {
		return t, nil, err
	}
	if jackpot < 0 || jackpot > MaxBalance || fund < -MaxBalance || fund > MaxBalance {
		return t, nil, refuse("balance_out_of_range", "a jackpot of %s and a fund of %s cannot be", f.Currency.Plain(jackpot), f.Currency.Plain(fund))
	}
	if super == 0 {
		return t, nil, nil
	}
	if err := f.superAllowed(super); err != nil {
		return t, nil, err
	}
	return t, []Transfer{{FundAccount, SuperAccount, super, SuperAnnounced, -1}}, nil
}

func (f *Formula) superAllowed(super money.Cents) error {
	if super != 0 && !f.Has(JackpotPrize) {
		return refuse("super_without_jackpot", "no figure of %s wins a jackpot", f.ID)
	}
	if super < 0 || super > MaxBalance {
		return refuse("balance_out_of_range", "a super jackpot cannot be %s", f.Currency.Plain(super))
	}
	return nil
}

// JackpotOf is the jackpot of a draw: the balance at its lock and its own growth, with the reading AtLeast no less than the
// guarantee, and what a super jackpot adds. It is 0 where no figure wins one.
func (f *Formula) JackpotOf(t *Terms) money.Cents {
	if !f.Has(JackpotPrize) {
		return 0
	}
	own := t.Balance + t.Split.Jackpot
	if f.Jackpot.Reading == AtLeast {
		own = max(own, f.Jackpot.Guarantee)
	}
	return own + t.Super
}

// Prize is what a figure pays: in multiplayer mode to all who win it together, in single-player mode to each unit.
func (f *Formula) Prize(t *Terms, figure int) money.Cents {
	switch p := f.Figures[figure].Prize; p.Kind {
	case PoolPrize:
		return t.Split.Figures[figure]
	case JackpotPrize:
		return f.JackpotOf(t)
	case MultiplePrize:
		return t.Unit * money.Cents(p.Times)
	case FundPrize:
		return p.Amount
	default:
		return 0
	}
}

// Settlement is what the winners of a draw get and where all of its money goes.
type Settlement struct {
	Units     [MaxFigures]int         // by figure, how many units won it
	Each      [MaxFigures]money.Cents // by figure, what each of them gets
	Paid      money.Cents             // to all of them
	Transfers []Transfer              // they empty StakesAccount and SuperAccount
}

// Settle settles a draw in which units[i] units won figure i, 0 where nobody did. In multiplayer mode each has an equal
// part of the prize, rounded down; what dividing leaves of the pool or the jackpot goes to the account for remainders. The part
// of the pool for a figure that nobody reached was meant for winners: it goes to the fund, or, in a formula without one, to
// the account for remainders. After a win of the jackpot the fund puts the guarantee back. Units must have one number per
// figure.
func (f *Formula) Settle(t *Terms, units []int) Settlement {
	s := settling{formula: f, terms: t}
	for i := range f.Figures {
		s.Units[i] = units[i]
		if n := money.Cents(units[i]); n > 0 {
			s.Each[i] = f.Prize(t, i)
			if f.Mode == Multi {
				s.Each[i] /= n
			}
			s.Paid += s.Each[i] * n
		}
	}
	s.move(StakesAccount, OperatorAccount, t.Split.Operator, OperatorPart, -1)
	s.move(StakesAccount, JackpotAccount, t.Split.Jackpot, Growth, -1)
	s.move(StakesAccount, FundAccount, t.Split.Fund, FundPart, -1)
	for i := range f.Figures {
		s.figure(i)
	}
	if won := f.jackpotFigure(); t.Super > 0 && (won < 0 || units[won] == 0) {
		s.move(SuperAccount, FundAccount, t.Super, SuperReturned, -1)
	}
	return s.Settlement
}

// unwonAccount takes the pool's part of a figure that was not won.
func (f *Formula) unwonAccount() Account {
	if f.Shares.Fund > 0 {
		return FundAccount
	}
	return f.Remainders
}

// jackpotFigure is the figure that wins the jackpot, -1 if there is none.
func (f *Formula) jackpotFigure() int {
	for i := range f.Figures {
		if f.Figures[i].Prize.Kind == JackpotPrize {
			return i
		}
	}
	return -1
}

// settling is a settlement in the making.
type settling struct {
	Settlement
	formula *Formula
	terms   *Terms
}

func (s *settling) move(from, to Account, amount money.Cents, why Reason, figure int) {
	if amount > 0 {
		s.Transfers = append(s.Transfers, Transfer{from, to, amount, why, figure})
	}
}

// figure moves the money of one figure.
func (s *settling) figure(i int) {
	f := s.formula
	paid := s.Each[i] * money.Cents(s.Units[i])
	switch f.Figures[i].Prize.Kind {
	case PoolPrize:
		to, why := f.Remainders, Remainder
		if s.Units[i] == 0 {
			to, why = f.unwonAccount(), Unwon
		}
		s.move(StakesAccount, PlayersAccount, paid, PrizePaid, i)
		s.move(StakesAccount, to, s.terms.Split.Figures[i]-paid, why, i)
	case JackpotPrize:
		if s.Units[i] == 0 {
			return
		}
		jackpot := f.JackpotOf(s.terms)
		s.move(SuperAccount, JackpotAccount, s.terms.Super, SuperWon, i)
		s.move(FundAccount, JackpotAccount, jackpot-s.terms.Super-s.terms.Balance-s.terms.Split.Jackpot, Guarantee, i)
		s.move(JackpotAccount, PlayersAccount, paid, PrizePaid, i)
		s.move(JackpotAccount, f.Remainders, jackpot-paid, Remainder, i)
		if f.Jackpot.Reading == Reset {
			s.move(FundAccount, JackpotAccount, f.Jackpot.Guarantee, Guarantee, i)
		}
	case MultiplePrize:
		s.move(OperatorAccount, PlayersAccount, paid, PrizePaid, i)
	case FundPrize:
		s.move(FundAccount, PlayersAccount, paid, PrizePaid, i)
	}
}

// refund gives all stakes of a draw back, and a super jackpot to the fund: what a draw that is cancelled, or voided,
// moves. Super is 0 before the lock.
func refund(stakes, super money.Cents) []Transfer {
	s := settling{}
	s.move(StakesAccount, PlayersAccount, stakes, Refund, -1)
	s.move(SuperAccount, FundAccount, super, SuperReturned, -1)
	return s.Transfers
}
