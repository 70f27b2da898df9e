package odds

import (
	"math/big"
	"sort"
)

// Confidence is how often an interval holds the true chance, over many simulations, at least.
const Confidence = "99.9 %"

// outside is the inverse of the chance that the true value lies beyond one given end.
const outside = 2000

// units is what the ends of intervals are whole multiples of: 10^-12.
const units = 1_000_000_000_000

// Interval returns an interval that holds the true chance with Confidence, for any number of draws and any chance, its ends
// rounded outwards to twelve decimals. Without draws it is 0 to 1.
//
// By Chernoff's bound, h or more hits in n draws have no more than the chance (p·n/h)^h·((1−p)·n/(n−h))^(n−h) where p ≤ h/n,
// and so have h or fewer where p ≥ h/n. The interval is where that is at least one in 2000. An interval from the normal
// distribution would be a sixth narrower, and too narrow for what is rare, such as a jackpot.
func (f Frequency) Interval() (low, high Chance) {
	if f.Draws <= 0 || f.Hits < 0 || f.Hits > f.Draws {
		return Of(0, 1), Of(1, 1)
	}
	share := new(big.Rat).Mul(big.NewRat(f.Hits, f.Draws), big.NewRat(units, 1))
	middle := int(new(big.Int).Quo(share.Num(), share.Denom()).Int64())
	first := sort.Search(middle, func(p int) bool { return f.likely(int64(p)) })
	last := middle + 1 + sort.Search(units-middle, func(p int) bool { return !f.likely(int64(middle + 1 + p)) })
	return Of(int64(max(0, first-1)), units), Of(int64(min(last, units)), units)
}

// likely reports whether the bound at p units is at least one in 2000. It may err by the last bits of significant, towards yes.
func (f Frequency) likely(p int64) bool {
	bound := quotient(outside, 1, 1, 1)
	if f.Hits > 0 {
		bound = bound.times(quotient(p, f.Draws, units, f.Hits).power(f.Hits))
	}
	if missed := f.Draws - f.Hits; missed > 0 {
		bound = bound.times(quotient(units-p, f.Draws, units, missed).power(missed))
	}
	return bound.digits.BitLen()+bound.exponent > 0
}

// scaled is digits·2^exponent, a positive number of any size with so many significant bits, or 0. What does not fit is
// rounded up.
type scaled struct {
	digits   *big.Int
	exponent int
}

const significant = 160

// quotient returns a·b ÷ (c·d), for a and b not negative and c and d positive.
func quotient(a, b, c, d int64) scaled {
	product := func(x, y int64) *big.Int { return new(big.Int).Mul(big.NewInt(x), big.NewInt(y)) }
	const shift = significant + 128 // both products have at most 126 bits
	ratio := new(big.Rat).SetFrac(product(a, b), product(c, d))
	return scaled{ceil(ratio, new(big.Int).Lsh(big.NewInt(1), shift)), -shift}.rounded()
}

func (s scaled) rounded() scaled {
	if extra := s.digits.BitLen() - significant; extra > 0 {
		s.digits.Rsh(s.digits, uint(extra))
		s.digits.Add(s.digits, big.NewInt(1))
		s.exponent += extra
	}
	return s
}

func (s scaled) times(t scaled) scaled {
	return scaled{new(big.Int).Mul(s.digits, t.digits), s.exponent + t.exponent}.rounded()
}

// power returns s^n, for n from 1 on.
func (s scaled) power(n int64) scaled {
	result := s
	for n--; n > 0; n >>= 1 {
		if n&1 == 1 {
			result = result.times(s)
		}
		s = s.times(s)
	}
	return result
}
