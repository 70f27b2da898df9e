package odds

import (
	"encoding/json"
	"math/big"

	"tirage/bingo"
)

// Frequency is how often something happened in simulated draws.
type Frequency struct {
	Hits, Draws int64
}

// Confidence is how often an Interval holds the true chance, over many simulations.
const Confidence = "99.9 %"

// square is the square of how many standard deviations from the mean leave out 0.1 % of a normal variable, 3.29053², rounded up.
var square = big.NewRat(108276, 10000)

// Share returns hits ÷ draws, 0 without draws.
func (f Frequency) Share() Chance {
	if f.Draws <= 0 {
		return Of(0, 1)
	}
	return Of(f.Hits, f.Draws)
}

// Interval returns Wilson's interval of confidence for the chance, its ends rounded outwards to twelve decimals: with h hits in n
// draws and z² = square, (h + z²/2 ± √(z²·(h·(n−h)/n + z²/4))) ÷ (n + z²). Without draws it is 0 to 1.
func (f Frequency) Interval() (low, high Chance) {
	if f.Draws <= 0 || f.Hits < 0 || f.Hits > f.Draws {
		return Of(0, 1), Of(1, 1)
	}
	n := big.NewRat(f.Draws, 1)
	within := new(big.Rat).Mul(big.NewRat(f.Hits, 1), big.NewRat(f.Draws-f.Hits, 1))
	within.Quo(within, n)
	within.Add(within, new(big.Rat).Mul(square, big.NewRat(1, 4)))
	// The root of within·10^24 in whole numbers, rounded up, is the root in units of 10^-12.
	root := new(big.Int).Sqrt(ceil(within.Mul(within, square), new(big.Int).Mul(decimals, decimals)))
	half := new(big.Rat).SetFrac(root.Add(root, big.NewInt(1)), decimals)
	middle := new(big.Rat).Mul(square, big.NewRat(1, 2))
	middle.Add(middle, big.NewRat(f.Hits, 1))
	n.Add(n, square)
	ends := [2]*big.Rat{new(big.Rat).Sub(middle, half), new(big.Rat).Add(middle, half)}
	for i, end := range ends {
		end.Quo(end, n)
		if i == 0 {
			end.SetFrac(floor(end, decimals), decimals)
		} else {
			end.SetFrac(ceil(end, decimals), decimals)
		}
	}
	if f.Hits == 0 || ends[0].Sign() < 0 {
		ends[0].SetInt64(0)
	}
	if f.Hits == f.Draws || ends[1].Cmp(unit) > 0 {
		ends[1].SetInt64(1)
	}
	return Chance{ends[0]}, Chance{ends[1]}
}

var decimals = big.NewInt(1_000_000_000_000)

// MarshalJSON writes the label, the counts, their ratio and the interval.
func (f Frequency) MarshalJSON() ([]byte, error) {
	low, high := f.Interval()
	return json.Marshal(struct {
		Label      string `json:"label"`
		Hits       int64  `json:"hits"`
		Draws      int64  `json:"draws"`
		Share      Chance `json:"share"`
		Low        Chance `json:"low"`
		High       Chance `json:"high"`
		Confidence string `json:"confidence"`
	}{Simulated, f.Hits, f.Draws, f.Share(), low, high, Confidence})
}

// Tally counts the results of simulated draws of one formula. The zero value is empty. Tallies of parts of a simulation add up, in any
// order.
type Tally struct {
	Draws int64
	at    [bingo.MaxFigures][bingo.MaxBalls + 1]int64 // by figure and ball; at 0 where it was not won
	units [bingo.MaxFigures]int64
}

// Add counts one draw.
func (t *Tally) Add(r *bingo.Result) {
	t.Draws++
	for i := range t.at {
		t.at[i][min(int(r.Balls[i]), bingo.MaxBalls)]++
		t.units[i] += int64(r.Units[i])
	}
}

// Merge counts the draws of another tally.
func (t *Tally) Merge(u *Tally) {
	t.Draws += u.Draws
	for i := range t.at {
		for n := range t.at[i] {
			t.at[i][n] += u.at[i][n]
		}
		t.units[i] += u.units[i]
	}
}

// WonBy is in how many draws a figure, counted from 0, was won at ball n or before.
func (t *Tally) WonBy(figure, n int) Frequency {
	f := Frequency{Draws: t.Draws}
	if figure < 0 || figure >= bingo.MaxFigures {
		return f
	}
	for ball := 1; ball <= min(n, bingo.MaxBalls); ball++ {
		f.Hits += t.at[figure][ball]
	}
	return f
}

// Units is how many units won a figure, over all draws.
func (t *Tally) Units(figure int) int64 {
	if figure < 0 || figure >= bingo.MaxFigures {
		return 0
	}
	return t.units[figure]
}
