package bingo

import (
	"tirage/money"
	"tirage/ruling"
)

// Formula is one formula of play, as a game file describes it: what is sold, which figures win what, and where every cent
// of the stakes goes. It is plain data; Check says what is wrong with it, and only a formula without problems (warnings
// apart) may be played. It must not change afterwards.
type Formula struct {
	ID            string // "bingo-extra"
	Code          uint16 // in the identity of draws, 1-9999
	Version       uint32 // of the game file, from 1
	Digest        Digest // SHA-256 of the game file's bytes, set by whoever read it
	Name          money.Text
	Source        money.Text // the regulation it follows
	Demonstration money.Text // says that no regulation stands behind it; empty when one does
	Currency      money.Currency
	Mode          Mode
	Model         Model         // of the cards, which also says how many balls there are
	Layout        Options       // of the cards
	Stakes        []money.Cents // the price of a card: one, or in single-player mode several to choose from, rising
	Lucky         int           // how many lucky numbers a player may choose, 0 to MaxLucky
	MaxCards      int           // per player and draw
	Minimum       Minimum       // under which the draw is cancelled when sales close
	Shares        Shares
	Figures       []Figure // in the order in which they are reached
	Tie           Unit
	Remainders    Account // what takes the fractions of a cent that rounding leaves: FundAccount or OperatorAccount
	End           End
	Jackpot       Jackpot // the zero value when no figure wins one
	InForce       InForce
	Articles      Articles
	Rulings       []Ruling
}

// Mode says who plays against whom.
type Mode uint8

// The modes of play.
const (
	// Multi is a race of several players: a figure is won at the first ball at which somebody reaches it.
	Multi Mode = iota + 1
	// Single is one player against a table: every unit that reaches a figure within its balls wins it.
	Single
)

// String returns the mode's name in game files.
func (m Mode) String() string { return word(uint8(m), "multi", "single") }

// word returns the name of the n-th of several values counted from 1, "" for any other.
func word(n uint8, names ...string) string {
	if n < 1 || int(n) > len(names) {
		return ""
	}
	return names[n-1]
}

// Minimum is what a draw needs to take place.
type Minimum struct {
	Players int // distinct persons
	Cards   int
}

// Shares divides the stakes of a multiplayer draw, in exact parts: Winners = Pool + Jackpot + Fund, and the operator has
// the rest. Where figures pay multiples of the stake, the operator pays them and no share needs to be set apart.
type Shares struct {
	Winners money.Share
	Pool    money.Share // the pool in play
	Jackpot money.Share // what the jackpot grows by
	Fund    money.Share
}

// Figure is something to be reached in one grid.
type Figure struct {
	ID     string // "two_lines"
	Name   money.Text
	Lines  int // horizontal lines of one grid
	Full   bool
	Within int // balls; 0 for as long as the draw goes on
	Prize  Prize
}

// PrizeKind says what a figure pays.
type PrizeKind uint8

// The prizes.
const (
	// PoolPrize pays a share of the pool in play.
	PoolPrize PrizeKind = iota + 1
	// JackpotPrize pays the jackpot of the draw.
	JackpotPrize
	// MultiplePrize pays so many times the stake of one card, from the operator's account.
	MultiplePrize
	// FundPrize pays an amount from the fund.
	FundPrize
)

// String returns the prize's name in game files.
func (k PrizeKind) String() string {
	return word(uint8(k), "pool_share", "jackpot", "multiple", "from_fund")
}

// Prize is what a figure pays. In multiplayer mode those who win a figure together share it; in single-player mode each
// winning unit has it whole.
type Prize struct {
	Kind   PrizeKind
	Share  money.Share // of the pool in play, for PoolPrize
	Times  int64       // the stake of one card, for MultiplePrize
	Amount money.Cents // for FundPrize
}

// Unit is what counts once when a figure is won.
type Unit uint8

// The units. Of several grids of one unit that reach a figure at the same ball, one is counted.
const (
	ByPlayer Unit = iota + 1
	ByCard
	ByGrid
)

// String returns the unit's name in game files.
func (u Unit) String() string { return word(uint8(u), "player", "card", "grid") }

// EndKind says when a draw ends.
type EndKind uint8

// The ends of a draw.
const (
	// FirstFullGrid ends the draw at the ball at which a grid is full.
	FirstFullGrid EndKind = iota + 1
	// AllFigures ends it as soon as no figure is left to be won: each is won, or its balls are over.
	AllFigures
	// AfterBalls ends it after a number of balls, whatever was won.
	AfterBalls
)

// String returns the end's name in game files.
func (k EndKind) String() string {
	return word(uint8(k), "first_full_grid", "all_figures", "after_balls")
}

// End is the end condition of a draw.
type End struct {
	Kind  EndKind
	Balls int // for AfterBalls
}

// Jackpot is the rule of a formula's jackpot, which grows by Shares.Jackpot of all stakes.
type Jackpot struct {
	Guarantee money.Cents
	Reading   Reading
}

// Reading says what a guaranteed jackpot means.
type Reading uint8

// The readings of the guarantee.
const (
	// Reset starts the jackpot at the guarantee, and after a win the fund puts the guarantee back.
	Reset Reading = iota + 1
	// AtLeast starts it at nothing; when it is won below the guarantee the fund pays the difference.
	AtLeast
)

// String returns the reading's name in game files.
func (r Reading) String() string { return word(uint8(r), "reset", "at_least") }

// InForce says from when a version of a formula applies. Dates are "2006-01-02", empty while unknown.
type InForce struct {
	Planned, Actual, Notice string
}

// Articles says where the regulation stands on what; empty in a demonstration.
type Articles struct {
	Cards   string // the model, and how many a player may have
	Stakes  string
	Lucky   string
	Minimum string
	Shares  string
	Figures string
	Jackpot string // the guarantee
	End     string
}

// Ruling is a named choice where the regulation is silent.
type Ruling = ruling.Ruling

// Has tells whether some figure pays this kind of prize.
func (f *Formula) Has(kind PrizeKind) bool {
	for i := range f.Figures {
		if f.Figures[i].Prize.Kind == kind {
			return true
		}
	}
	return false
}

// Balls is how many balls the machine holds.
func (f *Formula) Balls() int { return f.Model.Machine().Balls() }

// lines is how many lines of one grid a figure is made of: all of them when it is the full grid.
func (f *Formula) lines(g *Figure) int {
	if g.Full {
		return f.Model.Rows()
	}
	return g.Lines
}

// LastBall is the last ball that can be called in a draw, if nothing ends it before.
func (f *Formula) LastBall() int {
	if f.End.Kind == AfterBalls {
		return min(f.End.Balls, f.Balls())
	}
	return f.Balls()
}

// limit is the last ball at which a figure can be won.
func (f *Formula) limit(g *Figure) int {
	if g.Within == 0 {
		return f.LastBall()
	}
	return min(g.Within, f.LastBall())
}
