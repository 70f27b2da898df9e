package odds

import (
	"encoding/json"
	"fmt"
	"math/big"

	"tirage/bingo"
)

// Bound is a chance or ratio that lies between two numbers, both included, and that is proven. Where they are the same, the value
// is exact.
type Bound struct {
	Low, High Chance
}

// Label says "exact" where both ends are the same, and "bound" otherwise.
func (b Bound) Label() string {
	if b.Low.Equal(b.High) {
		return Exact
	}
	return Proven
}

// Holds reports whether a chance lies within.
func (b Bound) Holds(c Chance) bool { return b.Low.Cmp(c.Rat) <= 0 && c.Cmp(b.High.Rat) <= 0 }

// MarshalJSON writes the label and both ends.
func (b Bound) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Label string `json:"label"`
		Low   Chance `json:"low"`
		High  Chance `json:"high"`
	}{b.Label(), b.Low, b.High})
}

// times scales a bound by a factor that is not negative.
func (b Bound) times(factor *big.Rat) Bound {
	return Bound{Chance{new(big.Rat).Mul(b.Low.Rat, factor)}, Chance{new(big.Rat).Mul(b.High.Rat, factor)}}
}

func (b Bound) plus(c Bound) Bound {
	return Bound{Chance{new(big.Rat).Add(b.Low.Rat, c.Low.Rat)}, Chance{new(big.Rat).Add(b.High.Rat, c.High.Rat)}}
}

func (b Bound) minus(c Bound) Bound {
	return Bound{Chance{new(big.Rat).Sub(b.Low.Rat, c.High.Rat)}, Chance{new(big.Rat).Sub(b.High.Rat, c.Low.Rat)}}
}

// exactly is the bound of a known value.
func exactly(r *big.Rat) Bound { return Bound{Chance{r}, Chance{r}} }

// Crowd is a number of cards in one draw: who among them reaches a figure first? One card's law answers it exactly; of many cards it
// does not, for they all see the same balls. With the chance p that one card has not reached the figure by a ball, p^cards is
// not the chance that none has: it is too small, by Jensen's inequality.
type Crowd struct {
	model   bingo.Model
	options bingo.Options
	cards   int
	lines   int
	card    Law
}

// NewCrowd returns the crowd of some cards of a model for a figure of so many lines. It returns ErrShape for no such figure, and
// an error for fewer cards than one or more than a draw may have.
func NewCrowd(m bingo.Model, o bingo.Options, cards, lines int) (Crowd, error) {
	if !m.Known() {
		return Crowd{}, ErrShape
	}
	if cards < 1 || cards > bingo.MaxCardsOfDraw {
		return Crowd{}, fmt.Errorf("%w: a draw has 1 to %d cards, not %d", ErrCards, bingo.MaxCardsOfDraw, cards)
	}
	l, err := ShapeOf(m).Law(lines)
	return Crowd{model: m, options: o, cards: cards, lines: lines, card: l}, err
}

// Card returns the law of one card.
func (c Crowd) Card() Law { return c.card }

// AnyBy bounds the chance that at least one of the cards has the figure by ball n, whichever cards they are, and whoever chose
// them for whatever reason before the balls were drawn. It is no less than one card's chance, and no more than the sum of all
// (Boole's inequality).
func (c Crowd) AnyBy(n int) Bound {
	one := c.card.By(n)
	if c.cards == 1 {
		return exactly(one.Rat)
	}
	return outward(one.Rat, new(big.Rat).Mul(one.Rat, big.NewRat(int64(c.cards), 1))).within(one)
}

// DealtBy bounds the same chance for cards that a Sampler dealt, no two of them equal and without lucky numbers: cards
// that are uniform and independent of the balls.
//
// From above, by Jensen's inequality. Let the balls be drawn first. A share q of the M valid cards has the figure, and the chance
// that none of N different cards has it is (1−q)·(1−q·M/(M−1))·… ≥ (1 − q·M/(M−N+1))^N, which is convex in q. The
// mean of q over all balls is one card's chance a; so none has it at least (1 − a·M/(M−N+1))^N of the time.
//
// From below, by the inequality of Cauchy and Schwarz. Let X count the complete figures: of all sets of k rows of one grid,
// those whose numbers are all drawn. P(X > 0) ≥ E[X]² ÷ E[X²]. Two sets of one card share known rows. Those of two cards
// share, column by column, a number of balls that is hypergeometric; the chance that both are complete is convex in how many
// they share, so that it is at most what a binomial number of the same mean gives (Hoeffding 1963, theorem 4; 1956, theorem 3),
// and the mean is bounded by shared. One card's chance is another lower bound; the greater is given.
func (c Crowd) DealtBy(n int) Bound {
	one := c.card.By(n)
	if c.cards == 1 || one.Sign() == 0 || one.Cmp(unit) == 0 {
		return exactly(one.Rat)
	}
	low := one.Rat
	if moments := c.secondMoment(n); moments.Cmp(low) > 0 {
		low = moments
	}
	return outward(low, c.jensen(one.Rat)).within(one)
}

// within keeps a bound between one card's chance and certainty.
func (b Bound) within(least Chance) Bound {
	if b.Low.Cmp(least.Rat) < 0 {
		b.Low = least
	}
	if b.High.Cmp(unit) > 0 {
		b.High = Chance{unit}
	}
	return b
}

var unit = big.NewRat(1, 1)

// ends is the denominator of the ends of bounds: they are rounded outwards to 18 decimals, as the exact fractions have
// thousands of digits.
var ends = new(big.Int).Exp(big.NewInt(10), big.NewInt(18), nil)

func outward(low, high *big.Rat) Bound {
	return Bound{Chance{new(big.Rat).SetFrac(floor(low, ends), ends)}, Chance{new(big.Rat).SetFrac(ceil(high, ends), ends)}}
}

// floor and ceil return r × scale, rounded to a whole number.
func floor(r *big.Rat, scale *big.Int) *big.Int {
	n := new(big.Int).Mul(r.Num(), scale)
	return n.Div(n, r.Denom()) // rounds down, as the denominator is positive
}

func ceil(r *big.Rat, scale *big.Int) *big.Int {
	n := floor(new(big.Rat).Neg(r), scale)
	return n.Neg(n)
}

// leastCards is less than the number of valid cards of any model and layout, so that bounds may take it for M. The fewest are the
// sorted classic cards for 90 balls, and columns of 2, 2, 2, 2, 2, 2, 1, 1 and 1 numbers alone give C(9,2)·C(10,2)^5·10·10·11 ≈
// 7·10^12 choices of numbers.
const leastCards = 1_000_000_000_000

// jensen returns no less than 1 − (1 − a·M/(M−N+1))^N.
func (c Crowd) jensen(a *big.Rat) *big.Rat {
	left := big.NewRat(leastCards, int64(leastCards-c.cards+1))
	left.Sub(unit, left.Mul(left, a))
	if left.Sign() <= 0 {
		return unit
	}
	low := new(big.Rat).SetFrac(powerDown(floor(left, one), c.cards), one)
	return low.Sub(unit, low)
}

// one is the whole in binary fractions of fraction bits.
var one = new(big.Int).Lsh(big.NewInt(1), fraction)

const fraction = 256

// powerDown returns base^n in binary fractions, each product rounded down.
func powerDown(base *big.Int, n int) *big.Int {
	result, square := new(big.Int).Set(one), new(big.Int).Set(base)
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			result.Rsh(result.Mul(result, square), fraction)
		}
		square.Rsh(square.Mul(square, square), fraction)
	}
	return result
}
