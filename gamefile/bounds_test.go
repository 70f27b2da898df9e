package gamefile_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"tirage/gamefile"
)

// hostile are files of any length that ask much of whoever reads them.
func hostile() map[string]string {
	numbered := func(format string, n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	return map[string]string{
		"keys":                  numbered("k%d: 1\n", 60_000),
		"keys with notes":       numbered("k%d: 1 # c\n", 60_000),
		"as many keys as parts": numbered("k%d: 1\n", 6_000),
		"a thousand keys":       numbered("k%d: 1\n", 1_000),
		"keys in brackets":      "x: {\n" + numbered("k%d: 1,\n", 50_000) + "}\n",
		"some in brackets":      "x: {\n" + numbered("k%d: 1,\n", 4_900) + "}\n",
		"keys of a list":        "x:\n" + numbered("  - {a: %d, b: 1}\n", 30_000),
		"list":                  "x:\n" + numbered("  - %d\n", 100_000),
		"some of a list":        "x:\n" + numbered("  - %d\n", 9_000),
		"list in brackets":      "x: [\n" + numbered("%d,\n", 100_000) + "]\n",
		"some of brackets":      "x: [\n" + numbered("%d,\n", 9_000) + "]\n",
		"full maps":             strings.Repeat("- "+strings.ReplaceAll(numbered("k%d: 1\n", 999), "\n", "\n  ")+"\n", 13),
		"maps in maps":          numbered("k%d:\n  a:\n    b: 1\n", 3_000),
		"comments":              strings.Repeat("# hello\n", 120_000),
		"short comments":        strings.Repeat("#\n", 500_000),
		"comments in a map":     numbered("# c\nk%d: 1\n", 20_000),
		"blank lines":           strings.Repeat("\n", 1_000_000),
		"carriage returns":      strings.Repeat("\r\n", 500_000),
		"literal":               "x: |\n" + strings.Repeat("  aaaa\n", 140_000),
		"folded":                "x: >-\n" + strings.Repeat("  aaaa\n", 140_000),
		"plain over lines":      "x: a\n" + strings.Repeat("  aaaa\n", 140_000),
		"quoted over lines":     "x: \"" + strings.Repeat("aaaa\n  ", 140_000) + "\"\n",
		"single quotes":         "x: '" + strings.Repeat("aaaa\n  ", 140_000) + "'\n",
		"empty texts":           "x: [" + strings.Repeat("\"\",\n", 250_000) + "]\n",
		"documents":             strings.Repeat("---\n", 200_000),
		"staircase":             staircase(1_300),
		"dashes":                "x:\n" + strings.Repeat(strings.Repeat("- ", 900)+"\n", 500),
		"colons":                "x:\n" + strings.Repeat(strings.Repeat(": ", 900)+"\n", 500),
		"questions":             "x:\n" + strings.Repeat(strings.Repeat("? ", 900)+"\n", 500),
		"escapes":               "x: \"" + strings.Repeat(strings.Repeat(`\x41`, 450)+"\n", 500) + "\"\n",
		"long words":            "x: " + strings.Repeat(strings.Repeat("a", 1900)+"\n  ", 500),
		"open brackets":         "x: " + strings.Repeat("[", 1900),
		"closed brackets":       "x: " + strings.Repeat(strings.Repeat("]", 1900)+"\n", 500),
		"problems":              numbered("k%d: 1.5\n", 900),
		"far right":             "x:\n" + strings.Repeat(strings.Repeat(" ", 1900)+"a: 1\n", 500),
	}
}

func staircase(steps int) string {
	var b strings.Builder
	for i := range steps {
		b.WriteString(strings.Repeat(" ", i+1) + "a:\n")
	}
	return b.String()
}

// TestHostileFiles demands a prompt answer to files of all kinds, whatever they hold. Half a second is meant; a busy machine has more.
func TestHostileFiles(t *testing.T) {
	const most = 2 * time.Second
	game := tiny(t)
	for name, body := range hostile() {
		for _, kind := range []string{"kind: scratch\n", "kind: bingo\n", "game: tiny\n"} {
			src := []byte(kind + body)
			if len(src) > 256<<10 {
				src = src[:256<<10]
			}
			start := time.Now()
			if kind == "game: tiny\n" {
				gamefile.RunTests(game, "t.yaml", src)
			} else if _, report := gamefile.Read("g.yaml", src); report.OK() {
				t.Errorf("%s: accepted", name)
			}
			took := time.Since(start)
			if took > most {
				t.Errorf("%s after %q took %v", name, kind, took)
			}
			t.Logf("%8v %s", took.Round(time.Millisecond), name)
		}
	}
}
