package chisquare

import (
	"math"
	"testing"
)

// The bounds at 1 % and at 0.1 %, from tables.
func TestBound(t *testing.T) {
	for p, table := range map[float64]map[int]float64{
		0.01:  {1: 6.635, 2: 9.210, 5: 15.086, 10: 23.209, 30: 50.892, 100: 135.807},
		0.001: {1: 10.828, 2: 13.816, 5: 20.515, 10: 29.588, 30: 59.703, 100: 149.449},
	} {
		for degrees, want := range table {
			if got := Bound(degrees, p); math.Abs(got-want) > 0.04*want {
				t.Errorf("%d degrees at %v: %.3f, not %.3f", degrees, p, got, want)
			}
		}
	}
}
