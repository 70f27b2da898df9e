package words

import "strings"

var frenchUnits = [...]string{
	"zéro", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze",
	"treize", "quatorze", "quinze", "seize", "dix-sept", "dix-huit", "dix-neuf",
}

// frenchTens has, for each ten, what the numbers of that ten begin with: seventy counts on from sixty, ninety from eighty.
var frenchTens = [...]string{2: "vingt", 3: "trente", 4: "quarante", 5: "cinquante", 6: "soixante", 7: "soixante", 8: "quatre-vingt", 9: "quatre-vingt"}

// frenchScale has the nouns of the long scale, the largest first. As nouns they take an s, and what counts them is
// written as at the end of a number.
var frenchScale = [...]struct {
	size uint64
	name string
}{{1e18, "trillion"}, {1e15, "billiard"}, {1e12, "billion"}, {1e9, "milliard"}, {1e6, "million"}}

func frenchNumber(n uint64) string {
	if n == 0 {
		return frenchUnits[0]
	}
	var parts []string
	for _, s := range frenchScale {
		if count := n / s.size; count > 0 {
			parts = append(parts, frenchBelowThousand(count, true), plural(s.name, count > 1))
		}
		n %= s.size
	}
	// Mille is a numeral: it never changes, "un" is not said before it, and vingt and cent take no s before it.
	if count := n / 1000; count > 0 {
		if count > 1 {
			parts = append(parts, frenchBelowThousand(count, false))
		}
		parts = append(parts, "mille")
	}
	if n %= 1000; n > 0 {
		parts = append(parts, frenchBelowThousand(n, true))
	}
	return strings.Join(parts, " ")
}

// frenchBelowThousand writes 1 to 999. Last tells that no numeral follows, so that a multiplied cent or vingt that ends
// the number takes an s.
func frenchBelowThousand(n uint64, last bool) string {
	hundreds, rest := n/100, n%100
	cent := "cent"
	if hundreds > 1 {
		cent = frenchUnits[hundreds] + " " + plural("cent", rest == 0 && last)
	}
	switch {
	case hundreds == 0:
		return frenchBelowHundred(rest, last)
	case rest == 0:
		return cent
	}
	return cent + " " + frenchBelowHundred(rest, last)
}

func frenchBelowHundred(n uint64, last bool) string {
	if n < 20 {
		return frenchUnits[n]
	}
	ten, unit := n/10, n%10
	if ten == 7 || ten == 9 {
		unit += 10
	}
	switch {
	case n == 80:
		return plural("quatre-vingt", last)
	case unit == 0:
		return frenchTens[ten]
	case ten < 8 && unit%10 == 1: // 21 to 61 and 71, but not 81 and 91
		return frenchTens[ten] + " et " + frenchUnits[unit]
	}
	return frenchTens[ten] + "-" + frenchUnits[unit]
}

func plural(noun string, many bool) string {
	if many {
		return noun + "s"
	}
	return noun
}
