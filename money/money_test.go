package money

import (
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// edges are the amounts where wrapped arithmetic would show.
var edges = []int64{
	0, 1, -1, 2, -2, 3, 10, -10, 1 << 31, 1<<32 - 1, -1 << 32, 3037000499, 3037000500, -3037000500,
	math.MaxInt64 / 2, math.MaxInt64/2 + 1, math.MinInt64 / 2, math.MaxInt64 - 1, math.MaxInt64, math.MinInt64, math.MinInt64 + 1,
}

// TestCheckedArithmetic compares every operation with big integers: equal where it fits, ErrOverflow where it does not.
func TestCheckedArithmetic(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	numbers := append([]int64(nil), edges...)
	for range 60 {
		numbers = append(numbers, int64(rng.Uint64())>>rng.IntN(63))
	}
	check := func(op string, a, b int64, got Cents, err error, want *big.Int) {
		t.Helper()
		switch {
		case !want.IsInt64() && !errors.Is(err, ErrOverflow):
			t.Fatalf("%d %s %d = %d, %v; want ErrOverflow", a, op, b, got, err)
		case want.IsInt64() && (err != nil || int64(got) != want.Int64()):
			t.Fatalf("%d %s %d = %d, %v; want %v", a, op, b, got, err, want)
		}
	}
	for _, a := range numbers {
		for _, b := range numbers {
			x, y := big.NewInt(a), big.NewInt(b)
			got, err := Cents(a).Add(Cents(b))
			check("+", a, b, got, err, new(big.Int).Add(x, y))
			got, err = Cents(a).Sub(Cents(b))
			check("-", a, b, got, err, new(big.Int).Sub(x, y))
			got, err = Cents(a).Mul(b)
			check("×", a, b, got, err, new(big.Int).Mul(x, y))
		}
	}
}

func TestText(t *testing.T) {
	both, french, english := Text{FR: "rien", EN: "nothing"}, Text{FR: "rien"}, Text{EN: "nothing"}
	for _, c := range []struct {
		text Text
		lang Lang
		want string
	}{
		{both, FR, "rien"},
		{both, EN, "nothing"},
		{both, "de", "nothing"},
		{french, EN, "rien"},
		{french, FR, "rien"},
		{english, FR, "nothing"},
		{Text{}, FR, ""},
	} {
		if got := c.text.In(c.lang); got != c.want {
			t.Errorf("%+v in %s: %q, want %q", c.text, c.lang, got, c.want)
		}
	}
	b, err := json.Marshal(both)
	if want := `{"fr":"rien","en":"nothing"}`; err != nil || string(b) != want {
		t.Errorf("JSON %s, %v, want %s", b, err, want)
	}
}

func TestParseLang(t *testing.T) {
	for _, l := range []Lang{FR, EN} {
		if got, err := ParseLang(string(l)); got != l || err != nil {
			t.Errorf("ParseLang(%q) = %q, %v", l, got, err)
		}
	}
	for _, tag := range []string{"", "FR", "de", "fr-FR"} {
		if _, err := ParseLang(tag); !errors.Is(err, ErrLang) {
			t.Errorf("ParseLang(%q): %v, want ErrLang", tag, err)
		}
	}
}

func TestParseCurrency(t *testing.T) {
	for code, digits := range map[string]uint8{"EUR": 2, "FRF": 2, "GBP": 2, "JPY": 0, "KWD": 3, "XPF": 0} {
		if c, err := ParseCurrency(code); err != nil || c != (Currency{code, digits}) {
			t.Errorf("ParseCurrency(%q) = %+v, %v", code, c, err)
		}
	}
	for _, code := range []string{"", "eur", "XYZ", "EURO", "€"} {
		if _, err := ParseCurrency(code); !errors.Is(err, ErrCurrency) {
			t.Errorf("ParseCurrency(%q): %v, want ErrCurrency", code, err)
		}
	}
	for digits, want := range map[uint8]Cents{0: 1, 2: 100, 3: 1000, 18: 1e18, 19: 0, 255: 0} {
		if got := (Currency{"XXX", digits}).Unit(); got != want {
			t.Errorf("a unit of %d decimals: %d, want %d", digits, got, want)
		}
	}
}
