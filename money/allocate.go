package money

import (
	"math/big"
	"slices"
)

// LargestRemainder divides total in proportion to weights: each part is its exact quota rounded down, and what is left
// goes, one each, to the largest remainders, at equal remainders to the lowest index. The parts add up to total exactly;
// a negative total is divided like its magnitude. It returns nil where nothing can be divided: a weight is negative (or
// a nil pointer), or none is positive.
func LargestRemainder[W uint64 | *big.Int](total int64, weights []W) []int64 {
	exact := make([]*big.Int, len(weights))
	for i, w := range weights {
		switch w := any(w).(type) {
		case uint64:
			exact[i] = new(big.Int).SetUint64(w)
		case *big.Int:
			exact[i] = w
		}
	}
	return largestRemainder(total, exact)
}

func largestRemainder(total int64, weights []*big.Int) []int64 {
	sum := new(big.Int)
	for _, w := range weights {
		if w == nil || w.Sign() < 0 {
			return nil
		}
		sum.Add(sum, w)
	}
	if sum.Sign() == 0 {
		return nil
	}
	left := magnitude(total)
	amount := new(big.Int).SetUint64(left)
	parts := make([]uint64, len(weights))
	remainders := make([]*big.Int, len(weights))
	order := make([]int, len(weights))
	for i, w := range weights {
		quota, remainder := new(big.Int), new(big.Int)
		quota.QuoRem(quota.Mul(amount, w), sum, remainder)
		parts[i], remainders[i], order[i] = quota.Uint64(), remainder, i
		left -= parts[i]
	}
	slices.SortStableFunc(order, func(i, j int) int { return remainders[j].Cmp(remainders[i]) })
	for _, i := range order[:left] {
		parts[i]++
	}
	signedParts := make([]int64, len(parts))
	for i, p := range parts {
		if total < 0 {
			p = -p
		}
		signedParts[i] = int64(p)
	}
	return signedParts
}
