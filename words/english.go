package words

import "strings"

var englishUnits = [...]string{
	"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
	"thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
}

var englishTens = [...]string{2: "twenty", 3: "thirty", 4: "forty", 5: "fifty", 6: "sixty", 7: "seventy", 8: "eighty", 9: "ninety"}

// englishScale has the words of the short scale, the largest first.
var englishScale = [...]struct {
	size uint64
	name string
}{{1e18, "quintillion"}, {1e15, "quadrillion"}, {1e12, "trillion"}, {1e9, "billion"}, {1e6, "million"}, {1e3, "thousand"}}

func englishNumber(n uint64) string {
	if n == 0 {
		return englishUnits[0]
	}
	var parts []string
	for _, s := range englishScale {
		if count := n / s.size; count > 0 {
			parts = append(parts, englishBelowThousand(count), s.name)
		}
		n %= s.size
	}
	if len(parts) > 0 && n > 0 && n < 100 {
		parts = append(parts, "and")
	}
	if n > 0 {
		parts = append(parts, englishBelowThousand(n))
	}
	return strings.Join(parts, " ")
}

// englishBelowThousand writes 1 to 999.
func englishBelowThousand(n uint64) string {
	hundreds, rest := n/100, n%100
	switch {
	case hundreds == 0:
		return englishBelowHundred(rest)
	case rest == 0:
		return englishUnits[hundreds] + " hundred"
	}
	return englishUnits[hundreds] + " hundred and " + englishBelowHundred(rest)
}

func englishBelowHundred(n uint64) string {
	switch {
	case n < 20:
		return englishUnits[n]
	case n%10 == 0:
		return englishTens[n/10]
	}
	return englishTens[n/10] + "-" + englishUnits[n%10]
}
