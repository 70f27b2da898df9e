package scratch

import (
	"fmt"
	"slices"
	"strings"
)

// Suggest is a hint for a name that is in no list: the likeliest of the known ones, or all of them.
func Suggest(word string, known []string) string {
	best, least := "", max(2, len(word)/3)+1
	for _, k := range known {
		if d := letterChanges(strings.ToLower(word), strings.ToLower(k)); d < least {
			best, least = k, d
		}
	}
	if best != "" {
		return fmt.Sprintf("did you mean %q?", best)
	}
	return "known are: " + strings.Join(slices.Sorted(slices.Values(known)), ", ")
}

// letterChanges is the number of letters to change, add or leave out to get from one word to the other (Levenshtein).
func letterChanges(a, b string) int {
	const longest = 64 // beyond, nobody mistyped a name
	if len(a) > longest || len(b) > longest {
		return max(len(a), len(b))
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
