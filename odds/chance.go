package odds

import (
	"encoding/json"
	"math/big"
)

// Chance is an exact probability or ratio.
type Chance struct{ *big.Rat }

// Of returns the chance of count among n, n > 0.
func Of(count, n int64) Chance { return Chance{big.NewRat(count, n)} }

// Percent returns the chance in per cent with four decimals, rounded half away from zero: "26.2361".
func (c Chance) Percent() string {
	return new(big.Rat).Mul(c.Rat, big.NewRat(100, 1)).FloatString(4)
}

// OneIn returns 1 ÷ chance with two decimals ("3.81"), "never" for zero.
func (c Chance) OneIn() string {
	if c.Sign() == 0 {
		return "never"
	}
	return new(big.Rat).Inv(c.Rat).FloatString(2)
}

// Equal reports whether two chances are exactly the same.
func (c Chance) Equal(d Chance) bool { return c.Cmp(d.Rat) == 0 }

// MarshalJSON writes the exact fraction in lowest terms, and the same rounded for reading.
func (c Chance) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Exact   string `json:"exact"`
		Percent string `json:"percent"`
		OneIn   string `json:"one_in"`
	}{c.RatString(), c.Percent(), c.OneIn()})
}
