package ledger

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"tirage/money"
)

// TestTotal compares sums with exact integers, at the ends of int64 above all.
func TestTotal(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 128))
	ends := []money.Cents{0, 1, -1, math.MaxInt64, math.MaxInt64 - 1, math.MinInt64, math.MinInt64 + 1}
	for range 500 {
		var sum, other total
		exact, otherExact := new(big.Int), new(big.Int)
		for range 40 {
			amount := money.Cents(rng.Uint64())
			if rng.IntN(2) == 0 {
				amount = ends[rng.IntN(len(ends))]
			}
			if rng.IntN(2) == 0 {
				sum.add(amount)
				exact.Add(exact, big.NewInt(int64(amount)))
			} else {
				sum.sub(amount)
				exact.Sub(exact, big.NewInt(int64(amount)))
			}
			if sum.big().Cmp(exact) != 0 {
				t.Fatalf("%s, want %s", sum.big(), exact)
			}
			if got, fits := sum.cents(); fits != exact.IsInt64() || fits && int64(got) != exact.Int64() {
				t.Fatalf("%s is %d, %v", exact, got, fits)
			}
			if sum.less(other) != (exact.Cmp(otherExact) < 0) || other.less(sum) != (otherExact.Cmp(exact) < 0) {
				t.Fatalf("%s and %s are not compared right", exact, otherExact)
			}
			if rng.IntN(4) == 0 {
				other.plus(sum)
				otherExact.Add(otherExact, exact)
			}
		}
	}
}
