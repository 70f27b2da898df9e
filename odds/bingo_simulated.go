package odds

import (
	"encoding/json"

	"tirage/bingo"
)

// Frequency is how often something happened in simulated draws.
type Frequency struct {
	Hits, Draws int64
}

// Share returns hits ÷ draws, 0 without draws.
func (f Frequency) Share() Chance {
	if f.Draws <= 0 {
		return Of(0, 1)
	}
	return Of(f.Hits, f.Draws)
}

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

// Tally counts the results of simulated draws of one formula. The zero value is empty. Tallies of parts of a simulation add
// up, in any order.
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
