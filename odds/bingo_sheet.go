package odds

import (
	"encoding/json"
	"math/big"

	"tirage/bingo"
	"tirage/money"
)

// Assumes says for which cards the bounds called dealt are proven. Those called any hold for whichever cards.
const Assumes = "cards dealt at random, without lucky numbers, no two equal"

// FormulaSheet is the sheet of a bingo formula: for one card exact, for all cards of a draw with proven bounds and, once a
// simulation is added, simulated values. Each figure carries its label. Amounts are in minor units of Currency; returns are
// shares of the stakes before prizes are rounded to whole minor units.
type FormulaSheet struct {
	Formula       string        `json:"formula"`
	Version       uint32        `json:"version"`
	Name          money.Text    `json:"name"`
	Demonstration *money.Text   `json:"demonstration,omitempty"` // says that no regulation stands behind it
	Currency      string        `json:"currency"`
	Mode          string        `json:"mode"`
	Model         bingo.Model   `json:"model"`
	Stakes        []money.Cents `json:"stakes"` // of a card, to choose from
	Players       int           `json:"players"`
	CardsEach     int           `json:"cards_each"`
	Cards         int           `json:"cards"`
	TakesPlace    bool          `json:"takes_place"` // enough players and cards
	Assumes       string        `json:"assumes"`
	Lines         []LineOdds    `json:"lines"`
	Figures       []FigureOdds  `json:"figures"`
	Return        ReturnOdds    `json:"return"`
	Jackpot       *JackpotOdds  `json:"jackpot,omitempty"`
	Fund          *FundOdds     `json:"fund,omitempty"`
}

// LineOdds is at which ball so many lines of one grid are full.
type LineOdds struct {
	Lines int         `json:"lines"`
	Full  bool        `json:"full"` // it is the full grid
	Grid  Law         `json:"grid"` // of one grid alone
	Card  Law         `json:"card"` // of the first of a card's grids
	Draw  []BallBound `json:"draw,omitempty"`
}

// BallBound is the chance that somebody has a figure by a ball.
type BallBound struct {
	Ball  int   `json:"ball"`
	Any   Bound `json:"any"`
	Dealt Bound `json:"dealt"`
}

// FigureOdds is what one figure offers.
type FigureOdds struct {
	ID     string      `json:"id"`
	Name   money.Text  `json:"name"`
	Lines  int         `json:"lines"`
	Within int         `json:"within"` // balls
	Prize  string      `json:"prize"`  // pool_share, jackpot, multiple or from_fund
	Share  *Chance     `json:"share,omitempty"`
	Times  int64       `json:"times,omitempty"`
	Amount money.Cents `json:"amount,omitempty"`
	Card   Chance      `json:"card"` // exact: one card has it within its balls, whatever other cards do
	// Single-player mode: how many units of one card win it, on average.
	Units *Chance `json:"units,omitempty"`
	// Multiplayer mode: somebody wins it in a draw.
	Any    *Bound      `json:"any,omitempty"`
	Dealt  *Bound      `json:"dealt,omitempty"`
	Return Bound       `json:"return"` // the share of the stakes that it pays on average; of the jackpot, what it grows by
	Played *PlayedOdds `json:"played,omitempty"`
}

// PlayedOdds is what became of a figure in simulated draws.
type PlayedOdds struct {
	Won   Frequency       `json:"won"`
	Units int64           `json:"units"` // that won it, over all draws
	Balls []BallFrequency `json:"balls"`
}

// BallFrequency is in how many simulated draws a figure was won by a ball.
type BallFrequency struct {
	Ball int       `json:"ball"`
	By   Frequency `json:"by"`
}

// ReturnOdds is what players get back of what they stake. Winners, Pool, Jackpot and Fund are the shares as the formula writes
// them. WithoutJackpot and WithJackpot have what a draw pays, from the fund too; WithFund has in its place all that the fund receives. Over many draws the jackpot's growth comes back whole, and so does what the fund receives: in guarantees, prizes and super
// jackpots.
type ReturnOdds struct {
	Winners        Chance `json:"winners"`
	Pool           Chance `json:"pool"`
	Jackpot        Chance `json:"jackpot"`
	Fund           Chance `json:"fund"`
	WithoutJackpot Bound  `json:"without_jackpot"` // what figures pay, but for the jackpot: from the pool, the fund and the operator's account
	WithJackpot    Bound  `json:"with_jackpot"`
	WithFund       Bound  `json:"with_fund"`
}

// JackpotOdds is the jackpot's chance and what its guarantee costs.
type JackpotOdds struct {
	Figure    string      `json:"figure"`
	Within    int         `json:"within"`
	Card      Chance      `json:"card"` // exact, of one card
	Guarantee money.Cents `json:"guarantee"`
	Reading   string      `json:"reading"`
	// PerCard is the guarantee × Card ÷ the stake: with one card in a draw what the guarantee costs, with more of them the
	// most that it can cost, as several cards may win one jackpot. With the reading at_least it is the most in any case.
	PerCard Chance `json:"per_card"`
	Any     Bound  `json:"any"`   // it falls in a draw
	Dealt   Bound  `json:"dealt"` // it falls in a draw
	Cost    Bound  `json:"cost"`  // the guarantee's share of the stakes at this number of cards, dealt
}

// FundOdds is what goes into and out of the fund at one draw, on average, for cards dealt. What dividing prizes leaves, less than
// one minor unit for each winner, is not in it.
type FundOdds struct {
	Income    money.Cents  `json:"income"` // exact: its share of the stakes, with what rounding the others down leaves
	Unwon     AverageBound `json:"unwon"`  // of the pool
	Guarantee AverageBound `json:"guarantee"`
	Prizes    AverageBound `json:"prizes"`
	Balance   AverageBound `json:"balance"` // what it grows by
	// BreakEven is a number of cards of which it is proven that with them and with more the fund's share, as written and before
	// rounding, is on average worth all guarantees and prizes; 0 if there is none.
	BreakEven int `json:"break_even"`
	// BreakEvenLabel says on what the proof rests: ByShares, nothing if there is none. It is no lower bound: what rounding the other
	// shares down leaves makes the fund grow in draws of few cards too.
	BreakEvenLabel string `json:"break_even_label,omitempty"`
}

// Average is an exact mean amount in minor units.
type Average struct{ *big.Rat }

// MarshalJSON writes the amount with four decimals of a minor unit.
func (a Average) MarshalJSON() ([]byte, error) { return json.Marshal(a.FloatString(4)) }

// AverageBound is a mean amount between two others, both included.
type AverageBound struct{ Low, High Average }

// MarshalJSON writes the label and both ends.
func (b AverageBound) MarshalJSON() ([]byte, error) {
	label := Proven
	if b.Low.Cmp(b.High.Rat) == 0 {
		label = Exact
	}
	return json.Marshal(struct {
		Label string  `json:"label"`
		Low   Average `json:"low"`
		High  Average `json:"high"`
	}{label, b.Low, b.High})
}
