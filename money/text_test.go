package money

import (
	"errors"
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/bojanz/currency"
)

var (
	jpy = Currency{"JPY", 0}
	kwd = Currency{"KWD", 3}
)

func TestParse(t *testing.T) {
	for _, c := range []struct {
		text string
		cur  Currency
		want Cents
	}{
		{"0", EUR, 0},
		{"-0", EUR, 0},
		{"1", EUR, 100},
		{"0.50", EUR, 50},
		{"0.5", EUR, 50},
		{"0,05", EUR, 5},
		{"12,34", EUR, 1234},
		{"007", EUR, 700},
		{"-3.05", EUR, -305},
		{"−3,05", EUR, -305},
		{"1000000", EUR, 100000000},
		{"1 000 000", EUR, 100000000},
		{"1\u00a0000\u00a0000", EUR, 100000000},
		{"1\u202f000\u202f000,5", EUR, 100000050},
		{"1_000", EUR, 100000},
		{"1'000.10", EUR, 100010},
		{"1’000", EUR, 100000},
		{"12 345", jpy, 12345},
		{"1.234", kwd, 1234},
		{"92233720368547758.07", EUR, math.MaxInt64},
		{"-92233720368547758.08", EUR, math.MinInt64},
	} {
		if got, err := Parse(c.text, c.cur); err != nil || got != c.want {
			t.Errorf("Parse(%q, %s) = %d, %v; want %d", c.text, c.cur.Code, got, err, c.want)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, c := range []struct {
		text string
		cur  Currency
		want error
	}{
		{"", EUR, ErrSyntax},
		{"-", EUR, ErrSyntax},
		{"--1", EUR, ErrSyntax},
		{"+1", EUR, ErrSyntax},
		{"1-", EUR, ErrSyntax},
		{"-−1", EUR, ErrSyntax},
		{".5", EUR, ErrSyntax},
		{"5.", EUR, ErrSyntax},
		{".", EUR, ErrSyntax},
		{"1.2.3", EUR, ErrSyntax},
		{"1,2.3", EUR, ErrSyntax},
		{"1e3", EUR, ErrSyntax},
		{"0x10", EUR, ErrSyntax},
		{"٣", EUR, ErrSyntax},
		{"3 €", EUR, ErrSyntax},
		{"€3", EUR, ErrSyntax},
		{"1.5 0", EUR, ErrSyntax},
		{"\xff", EUR, ErrSyntax},
		{"1\t000", EUR, ErrSyntax},
		{"1 000_000", EUR, ErrSyntax},
		{"1 000'000", EUR, ErrSyntax},
		{" 1", EUR, ErrGrouping},
		{"1 ", EUR, ErrGrouping},
		{"- 1", EUR, ErrGrouping},
		{"1 00", EUR, ErrGrouping},
		{"1000 000", EUR, ErrGrouping},
		{"1  000", EUR, ErrGrouping},
		{"1 0000", EUR, ErrGrouping},
		{"_", EUR, ErrGrouping},
		{"1,000", EUR, ErrDecimals},
		{"0.001", EUR, ErrDecimals},
		{"1.0", jpy, ErrDecimals},
		{"0.0000", kwd, ErrDecimals},
		{"92233720368547758.08", EUR, ErrOverflow},
		{"-92233720368547758.09", EUR, ErrOverflow},
		{"99999999999999999999999", EUR, ErrOverflow},
		{"18446744073709551616", jpy, ErrOverflow},
		{"1", Currency{"XXX", 255}, ErrOverflow},
	} {
		if got, err := Parse(c.text, c.cur); !errors.Is(err, c.want) {
			t.Errorf("Parse(%q, %s) = %d, %v; want %v", c.text, c.cur.Code, got, err, c.want)
		}
	}
	if _, err := Parse(strings.Repeat("é", 1000), EUR); err == nil || len(err.Error()) > 200 {
		t.Errorf("a long text gives the error %v", err)
	}
}

func TestPlain(t *testing.T) {
	for _, c := range []struct {
		a    Cents
		cur  Currency
		want string
	}{
		{0, EUR, "0"},
		{50, EUR, "0.50"},
		{5, EUR, "0.05"},
		{100, EUR, "1"},
		{110, EUR, "1.10"},
		{-305, EUR, "-3.05"},
		{100000000, EUR, "1000000"},
		{1000000, jpy, "1000000"},
		{1, kwd, "0.001"},
		{math.MinInt64, EUR, "-92233720368547758.08"},
		{math.MaxInt64, jpy, "9223372036854775807"},
	} {
		if got := c.cur.Plain(c.a); got != c.want {
			t.Errorf("Plain(%d %s) = %q, want %q", c.a, c.cur.Code, got, c.want)
		}
	}
}

func TestFormat(t *testing.T) {
	for _, c := range []struct {
		a      Cents
		cur    Currency
		fr, en string
	}{
		{0, EUR, "0\u00a0€", "€0"},
		{50, EUR, "0,50\u00a0€", "€0.50"},
		{300, EUR, "3\u00a0€", "€3"},
		{99900, EUR, "999\u00a0€", "€999"},
		{100000, EUR, "1\u202f000\u00a0€", "€1,000"},
		{100000000, EUR, "1\u202f000\u202f000\u00a0€", "€1,000,000"},
		{123450, EUR, "1\u202f234,50\u00a0€", "€1,234.50"},
		{-123450, EUR, "-1\u202f234,50\u00a0€", "-€1,234.50"},
		{50000, FRF, "500\u00a0F", "FRF\u00a0500"},
		{1050, FRF, "10,50\u00a0F", "FRF\u00a010.50"},
		{500000, Currency{"GBP", 2}, "5\u202f000\u00a0£GB", "£5,000"},
	} {
		if got := c.cur.Format(c.a, FR); got != c.fr {
			t.Errorf("%d %s in French: %+q, want %+q", c.a, c.cur.Code, got, c.fr)
		}
		if got := c.cur.Format(c.a, EN); got != c.en {
			t.Errorf("%d %s in English: %+q, want %+q", c.a, c.cur.Code, got, c.en)
		}
	}
}

// TestFormatAgreesWithCLDR compares Format with a formatter made from the Unicode locale data.
func TestFormatAgreesWithCLDR(t *testing.T) {
	for _, code := range []string{"EUR", "GBP", "USD", "CHF", "JPY", "KWD", "CAD", "XPF"} {
		c, err := ParseCurrency(code)
		if err != nil {
			t.Fatal(err)
		}
		for _, lang := range []Lang{FR, EN} {
			f := currency.NewFormatter(currency.NewLocale(string(lang)))
			for _, a := range []Cents{0, 1, 100, 999, 1000, 12345, 100000, -123456, 999999, 100000000, 123456789} {
				f.MinDigits = currency.DefaultDigits
				if a%c.Unit() == 0 {
					f.MinDigits = 0
				}
				amount, err := currency.NewAmountFromBigInt(big.NewInt(int64(a)), code)
				if err != nil {
					t.Fatal(err)
				}
				if got, want := c.Format(a, lang), f.Format(amount); got != want {
					t.Errorf("%d %s in %s: %+q, CLDR has %+q", a, code, lang, got, want)
				}
			}
		}
	}
}

// FuzzParse checks that whatever Parse accepts comes back the same from its plain form, with and without grouping.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"0", "-0", "1 000 000", "0.50", "12,34", "1\u202f000,5", "−3", "1_000", "9223372036854775807", "-92233720368547758.08", "1,000", "\xff"} {
		f.Add(s, uint8(2))
		f.Add(s, uint8(0))
	}
	f.Fuzz(func(t *testing.T, text string, digits uint8) {
		c := Currency{"XXX", digits}
		a, err := Parse(text, c)
		if err != nil {
			return
		}
		plain := c.Plain(a)
		if b, err := Parse(plain, c); err != nil || a != b {
			t.Fatalf("%q is %d, whose plain form %q is %d, %v", text, a, plain, b, err)
		}
		whole, decimals := c.split(a)
		if b, err := Parse(sign(a)+join(group(whole, narrowNoBreak), ",", decimals), c); err != nil || a != b {
			t.Fatalf("%q is %d, but grouped it is %d, %v", text, a, b, err)
		}
	})
}
