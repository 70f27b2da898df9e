package bingo

import (
	"math/bits"

	"tirage/money"
)

// Account is where money of draws stands.
type Account uint8

// The accounts. Those of one draw, StakesAccount and SuperAccount, are empty before and after it.
const (
	// PlayersAccount is the world outside: what players pay and are paid.
	PlayersAccount Account = iota + 1
	// StakesAccount holds what was paid for the cards of a draw.
	StakesAccount
	// SuperAccount holds what the fund adds to the jackpot of a draw.
	SuperAccount
	// OperatorAccount has the operator's part.
	OperatorAccount
	// FundAccount is the formula's fund. It may stand below zero: the operator then advances the money.
	FundAccount
	// JackpotAccount is the formula's jackpot.
	JackpotAccount
)

// String returns the account's name in files.
func (a Account) String() string {
	return word(uint8(a), "players", "stakes", "super", "operator", "fund", "jackpot")
}

// Reason says why money moves.
type Reason uint8

// The reasons.
const (
	Sale           Reason = iota + 1 // players pay for a card
	Refund                           // a stake goes back
	OperatorPart                     // what is left of the stakes beside the winners' part
	Growth                           // the jackpot's share of the stakes
	FundPart                         // the fund's share of the stakes, with what rounding down the others left
	PrizePaid                        // a figure's winners are paid
	Remainder                        // what dividing a prize among its winners left
	Unwon                            // the pool's share of a figure that nobody reached
	SuperAnnounced                   // the fund adds to the jackpot of one draw
	SuperWon                         // that amount joins the jackpot, which is won
	SuperReturned                    // it goes back to the fund
	Guarantee                        // the fund makes up what the jackpot is guaranteed
)

// String returns the reason's name in files.
func (r Reason) String() string {
	return word(uint8(r), "sale", "refund", "operator_part", "growth", "fund_part", "prize", "remainder", "unwon",
		"super_announced", "super_won", "super_returned", "guarantee")
}

// Transfer moves a positive amount from one account to another, so that all accounts together never change.
type Transfer struct {
	From, To Account
	Amount   money.Cents
	Why      Reason
	Figure   int // whose prize it is, counted from 0; -1 where it is none
}

// Balances is what stands on each account.
type Balances [JackpotAccount + 1]money.Cents

// Apply returns the balances after some transfers, or money.ErrOverflow.
func (b Balances) Apply(transfers []Transfer) (Balances, error) {
	for _, t := range transfers {
		from, err := b[t.From].Sub(t.Amount)
		if err != nil {
			return b, err
		}
		b[t.From] = from
		to, err := b[t.To].Add(t.Amount)
		if err != nil {
			return b, err
		}
		b[t.To] = to
	}
	return b, nil
}

// Split is how the stakes of one draw are divided: Stakes = Operator + Jackpot + Fund + all Figures, and Winners is all
// of them but the operator's part before it takes any fractions.
type Split struct {
	Stakes   money.Cents
	Operator money.Cents
	Winners  money.Cents
	Jackpot  money.Cents             // what the jackpot grows by
	Fund     money.Cents             // before what dividing prizes leaves
	Figures  [MaxFigures]money.Cents // by figure, its part of the pool in play
}

// MaxStakesOfDraw bounds what all cards of one draw may cost together.
const MaxStakesOfDraw = money.Cents(1e15)

// Split divides the stakes of a draw. The winners' part is rounded up to the cent and the operator has the rest; each
// figure's part, computed from the stakes in one step, and the jackpot's growth are rounded down; the account for
// remainders takes what is then left of the winners' part, which the fund's share is in. In single-player mode all of it is the
// operator's, who pays the prizes. It refuses stakes below zero or above MaxStakesOfDraw: stakes_out_of_range.
func (f *Formula) Split(stakes money.Cents) (Split, error) {
	s := Split{Stakes: stakes}
	if stakes < 0 || stakes > MaxStakesOfDraw {
		return s, refuse("stakes_out_of_range", "the cards of a draw cannot cost %s together", f.Currency.Plain(stakes))
	}
	if f.Mode == Single {
		s.Operator = stakes
		return s, nil
	}
	winners, rest, err := f.Shares.Winners.Of(stakes)
	if err != nil {
		return s, err
	}
	if rest > 0 {
		winners++
	}
	s.Winners, s.Operator = winners, stakes-winners
	if s.Jackpot, _, err = f.Shares.Jackpot.Of(stakes); err != nil {
		return s, err
	}
	left := winners - s.Jackpot
	for i := range f.Figures {
		if p := f.Figures[i].Prize; p.Kind == PoolPrize {
			s.Figures[i] = shareOfShare(stakes, f.Shares.Pool, p.Share)
			left -= s.Figures[i]
		}
	}
	if f.Remainders == FundAccount {
		s.Fund = left
		return s, nil
	}
	if s.Fund, _, err = f.Shares.Fund.Of(stakes); err != nil {
		return s, err
	}
	s.Operator += left - s.Fund
	return s, nil
}

// shareOfShare is amount × a × b, rounded down once. Amount and shares must not be negative, nor a share above the whole.
func shareOfShare(amount money.Cents, a, b money.Share) money.Cents {
	const whole = uint64(money.Whole) * uint64(money.Whole)
	hi, lo := bits.Mul64(uint64(amount), uint64(a)*uint64(b))
	quotient, _ := bits.Div64(hi, lo, whole)
	return money.Cents(quotient)
}
