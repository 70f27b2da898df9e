package money

import (
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestLargestRemainder(t *testing.T) {
	for _, c := range []struct {
		total   int64
		weights []uint64
		want    []int64
	}{
		{10, []uint64{1, 1, 1}, []int64{4, 3, 3}},       // equal remainders: the lowest index
		{-10, []uint64{1, 1, 1}, []int64{-4, -3, -3}},   // like its magnitude
		{11, []uint64{1, 1, 1}, []int64{4, 4, 3}},       //
		{100, []uint64{0, 1, 0}, []int64{0, 100, 0}},    // weight zero gets nothing
		{1, []uint64{1, 2, 1}, []int64{0, 1, 0}},        // 0.25, 0.5, 0.25
		{7, []uint64{2, 3}, []int64{3, 4}},              // 2.8, 4.2
		{0, []uint64{5, 3}, []int64{0, 0}},              //
		{5, []uint64{1}, []int64{5}},                    //
		{math.MinInt64, []uint64{9}, []int64{-1 << 63}}, //
		{math.MaxInt64, []uint64{math.MaxUint64, math.MaxUint64}, []int64{1 << 62, 1<<62 - 1}},
		{5, nil, nil},
		{5, []uint64{0, 0}, nil},
	} {
		if got := LargestRemainder(c.total, c.weights); !slices.Equal(got, c.want) {
			t.Errorf("%d by %d: %d, want %d", c.total, c.weights, got, c.want)
		}
		var wide []*big.Int
		for _, w := range c.weights {
			wide = append(wide, new(big.Int).SetUint64(w))
		}
		if got := LargestRemainder(c.total, wide); !slices.Equal(got, c.want) {
			t.Errorf("%d by big %d: %d, want %d", c.total, c.weights, got, c.want)
		}
	}
	if LargestRemainder(5, []*big.Int{big.NewInt(1), nil}) != nil || LargestRemainder(5, []*big.Int{big.NewInt(-1), big.NewInt(3)}) != nil {
		t.Error("a missing or negative weight is accepted")
	}
}

// TestLargestRemainderLaws checks on random weights what defines the method: the parts add up, each is its quota rounded
// down or up, no part rounded up has a smaller remainder than one rounded down, and at equal ones the lower index is up.
func TestLargestRemainderLaws(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		weights := make([]uint64, 1+rng.IntN(12))
		sum := new(big.Int)
		for i := range weights {
			weights[i] = rng.Uint64() >> rng.IntN(64)
			if rng.IntN(3) == 0 && i > 0 {
				weights[i] = weights[i-1]
			}
			sum.Add(sum, new(big.Int).SetUint64(weights[i]))
		}
		if sum.Sign() == 0 {
			continue
		}
		total := int64(rng.Uint64()>>1) >> rng.IntN(63)
		parts := LargestRemainder(total, weights)
		added := int64(0)
		// over[i] is part × sum - total × weight: 0 or less when rounded down, more when rounded up.
		over := make([]*big.Int, len(parts))
		for i, p := range parts {
			added += p
			over[i] = new(big.Int).Mul(big.NewInt(p), sum)
			over[i].Sub(over[i], new(big.Int).Mul(big.NewInt(total), new(big.Int).SetUint64(weights[i])))
			if over[i].CmpAbs(sum) >= 0 {
				t.Fatalf("%d by %d: part %d is not its quota rounded", total, weights, i)
			}
		}
		if added != total {
			t.Fatalf("%d by %d: the parts add up to %d", total, weights, added)
		}
		for i, up := range over {
			for j, down := range over {
				if up.Sign() <= 0 || down.Sign() > 0 {
					continue
				}
				gap := new(big.Int).Sub(up, down)
				if c := gap.Cmp(sum); c > 0 || c == 0 && i > j {
					t.Fatalf("%d by %d: part %d is rounded up before part %d", total, weights, i, j)
				}
			}
		}
	}
}

func TestShare(t *testing.T) {
	for text, want := range map[string]Share{"0%": 0, "100%": Whole, "60.5%": 605000, "60,5 %": 605000, "60,5\u00a0%": 605000, "0.0001%": 1, "2%": 20000} {
		got, err := ParseShare(text)
		if err != nil || got != want {
			t.Errorf("ParseShare(%q) = %d, %v; want %d", text, got, err, want)
		}
		if again, err := ParseShare(got.String()); err != nil || again != got {
			t.Errorf("%q is written %q", text, got)
		}
	}
	if got := Share(605000).String(); got != "60.5%" {
		t.Errorf("605000 parts per million: %q", got)
	}
	for _, text := range []string{"", "%", "60", "100.0001%", "-1%", "0.00001%", "6 0%", "60%%"} {
		if got, err := ParseShare(text); !errors.Is(err, ErrShare) {
			t.Errorf("ParseShare(%q) = %d, %v; want ErrShare", text, got, err)
		}
	}
	for _, a := range []Cents{0, 1, 999999, 1000000, 1234567, math.MaxInt64} {
		for _, s := range []Share{0, 1, 333333, 605000, Whole} {
			part, rest, err := s.Of(a)
			left := new(big.Int).Mul(big.NewInt(int64(a)), big.NewInt(int64(s)))
			left.Sub(left, new(big.Int).Mul(big.NewInt(int64(part)), big.NewInt(1_000_000)))
			if err != nil || left.Cmp(big.NewInt(rest)) != 0 || rest < 0 || rest > 999_999 {
				t.Errorf("%v of %d = %d rest %d, %v", s, a, part, rest, err)
			}
		}
	}
	for _, c := range []struct {
		s Share
		a Cents
	}{{-1, 5}, {Whole + 1, 5}, {1, -5}} {
		if _, _, err := c.s.Of(c.a); !errors.Is(err, ErrShare) {
			t.Errorf("%d of %d is accepted", c.s, c.a)
		}
	}
}
