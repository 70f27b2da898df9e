package words

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"tirage/money"
)

// The inverse reads number words by meaning: it adds and multiplies along the words and knows nothing of how they are
// composed. Spelling (hyphens, s) it checks by separate rules.

var frenchValues = map[string]int64{
	"zéro": 0, "un": 1, "deux": 2, "trois": 3, "quatre": 4, "cinq": 5, "six": 6, "sept": 7, "huit": 8, "neuf": 9,
	"dix": 10, "onze": 11, "douze": 12, "treize": 13, "quatorze": 14, "quinze": 15, "seize": 16, "vingt": 20, "trente": 30, "quarante": 40,
	"cinquante": 50, "soixante": 60, "cent": 100, "mille": 1e3, "million": 1e6, "milliard": 1e9, "billion": 1e12,
}

var englishValues = map[string]int64{
	"zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
	"ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18,
	"nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
	"hundred": 100, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12,
}

func readFrench(text string) (int64, error) {
	total, group := int64(0), int64(0)
	previous := ""
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '-' }) {
		stem := w
		if _, known := frenchValues[w]; !known {
			stem = strings.TrimSuffix(w, "s")
		}
		v, known := frenchValues[stem]
		switch {
		case w == "et":
		case !known:
			return 0, fmt.Errorf("%q is no number word", w)
		case stem == "vingt" && previous == "quatre":
			group += 80 - 4
		case stem == "cent":
			group = max(group, 1) * 100
		case v >= 1000:
			total += max(group, 1) * v
			group = 0
		default:
			group += v
		}
		previous = w
	}
	return total + group, nil
}

func readEnglish(text string) (int64, error) {
	total, group := int64(0), int64(0)
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '-' }) {
		v, known := englishValues[w]
		switch {
		case w == "and":
		case !known:
			return 0, fmt.Errorf("%q is no number word", w)
		case v == 100:
			group *= 100
		case v >= 1000:
			total += group * v
			group = 0
		default:
			group += v
		}
	}
	return total + group, nil
}

// spellingFaults are what traditional French never has, whatever the number.
var spellingFaults = []string{
	"  ", "milles", "vingts mille", "cents mille", "un mille ", "un cent ", "cents un", "cents deux", "vingts-", "vingts un", "vingts deux",
	"-et-", "-cent", "cent-", "-mille", "mille-", "-million", "quatre-vingt et", "dix-un",
}

func FuzzNumber(f *testing.F) {
	for _, n := range []int64{0, 1, 21, 71, 80, 81, 91, 100, 101, 200, 280, 999, 1000, 80000, 200000, 1e6, 80e6, 999_999_999_999, 1e12} {
		f.Add(n)
	}
	f.Fuzz(func(t *testing.T, n int64) {
		if n < 0 || n >= 1e15 {
			n = int64(uint64(n) % 1e15)
		}
		checkInverse(t, n)
	})
}

func TestInverse(t *testing.T) {
	for n := range int64(12_000) {
		checkInverse(t, n)
	}
	rng := rand.New(rand.NewPCG(9, 10))
	for range 60_000 {
		// All lengths alike, and many round numbers, where the rules are.
		n := rng.Int64N(1_000_000_000_001) >> rng.IntN(40)
		checkInverse(t, n)
		round := []int64{10, 100, 1000, 10000, 100000, 1000000}[rng.IntN(6)]
		checkInverse(t, n/round*round)
	}
	checkInverse(t, 1e12)
}

func checkInverse(t *testing.T, n int64) {
	t.Helper()
	fr, en := Number(n, money.FR), Number(n, money.EN)
	if got, err := readFrench(fr); err != nil || got != n {
		t.Fatalf("%d is %q, which reads %d, %v", n, fr, got, err)
	}
	if got, err := readEnglish(en); err != nil || got != n {
		t.Fatalf("%d is %q, which reads %d, %v", n, en, got, err)
	}
	if got, err := readFrench(Rectified(n)); err != nil || got != n {
		t.Fatalf("%d is %q in the spelling of 1990, which reads %d, %v", n, Rectified(n), got, err)
	}
	for _, fault := range spellingFaults {
		// "un mille" and "un cent" are right inside a larger word, as in "vingt et un mille".
		if strings.Contains(" "+fr+" ", fault) && (!strings.HasPrefix(fault, "un ") || strings.HasPrefix(fr, fault)) {
			t.Fatalf("%d is %q, with %q", n, fr, fault)
		}
	}
	if n > 0 && (strings.Contains(fr, "zéro") || strings.Contains(en, "zero")) {
		t.Fatalf("%d is %q, %q", n, fr, en)
	}
	for _, singular := range []string{"un millions", "un milliards"} {
		if strings.HasPrefix(fr, singular) {
			t.Fatalf("%d is %q", n, fr)
		}
	}
}
