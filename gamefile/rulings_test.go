package gamefile_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"tirage/bingo"
	"tirage/gamefile"
	"tirage/games"
	"tirage/ruling"
	"tirage/scratch"
	"tirage/scratch/mechanic"
)

// ruled is a shipped game's file with one ruling changed, or added where it has none.
func ruled(t *testing.T, id, name, choice string) []byte {
	t.Helper()
	src, err := games.Open(id)
	if err != nil {
		t.Fatal(err)
	}
	text := string(src)
	if entry := regexp.MustCompile(`(?m)^(  - name: ` + name + `\n    choice: ).*$`); entry.MatchString(text) {
		return []byte(entry.ReplaceAllString(text, "${1}"+choice))
	}
	added := fmt.Sprintf("\nrulings:\n  - {name: %s, choice: %s, article: \"1\", why: {fr: a, en: b}}\n", name, choice)
	return []byte(strings.Replace(text, "\nrulings:\n", added, 1))
}

// impossible are the choices that a shipped game cannot make by itself, because it says something else besides.
var impossible = map[string]string{
	"vegas-3eur prize_table reconstruction":            "ruling_contradicted",
	"bingo-10eur prize_table reconstruction":           "ruling_contradicted",
	"sports-2004-5eur prize_table published":           "ruling_contradicted",
	"sports-2004-5eur distances whole_metres":          "bad_value", // its bands are in tenths
	"sports-2004-5eur distances hundredths_of_a_metre": "band_gap",
}

// TestEveryChoice: each choice of each question that a shipped game asks is taken, and any other is refused at its place with the list of those
// that there are.
func TestEveryChoice(t *testing.T) {
	for _, id := range games.List() {
		src, _ := games.Open(id)
		game, report := gamefile.Parse(id, src)
		if game == nil {
			t.Fatal(report.Text())
		}
		asked := scratch.Questions()
		for _, s := range game.Surfaces {
			for _, k := range mechanic.All() {
				if k.Name == s.Mechanic.Kind() {
					asked = append(asked, k.Asks...)
				}
			}
		}
		checkChoices(t, id, asked, func(src []byte) gamefile.Report {
			_, report := gamefile.Parse(id, src)
			return report
		})
	}
	checkChoices(t, "bingo-extra", bingo.Questions(), func(src []byte) gamefile.Report {
		_, report := gamefile.ReadFormula("bingo-extra", src)
		return report
	})
}

func checkChoices(t *testing.T, id string, asked []ruling.Question, check func(src []byte) gamefile.Report) {
	t.Helper()
	for _, q := range asked {
		for _, c := range q.Choices {
			report := check(ruled(t, id, q.Name, c.Name))
			want := impossible[id+" "+q.Name+" "+c.Name]
			if ok := report.OK(); ok != (want == "") || !ok && report.Problems[0].Name != want {
				t.Errorf("%s, %s: %s:\n%s", id, q.Name, c.Name, report.Text())
			}
		}
		report := check(ruled(t, id, q.Name, "anything"))
		if len(report.Problems) == 0 {
			t.Errorf("%s, %s: anything is taken", id, q.Name)
			continue
		}
		p := report.Problems[0]
		if len(report.Problems) > 1 || !strings.Contains(p.Source, "anything") || p.Line < 2 || p.Column < 5 || p.Name != "unknown_choice" {
			t.Errorf("%s, %s:\n%s", id, q.Name, report.Text())
		}
		for _, c := range q.Names() {
			if !strings.Contains(p.Hint, c) {
				t.Errorf("%s: the hint %q does not list %s", q.Name, p.Hint, c)
			}
		}
	}
}

// TestRulingsDecide: what a formula's file rules is what the formula is.
func TestRulingsDecide(t *testing.T) {
	read := func(name, choice string) *bingo.Formula {
		f, report := gamefile.ReadFormula("bingo-extra", ruled(t, "bingo-extra", name, choice))
		if f == nil {
			t.Fatal(report.Text())
		}
		return f
	}
	for choice, want := range map[string]bingo.Unit{"player": bingo.ByPlayer, "card": bingo.ByCard, "grid": bingo.ByGrid} {
		if got := read("tie", choice).Tie; got != want {
			t.Errorf("tie %s: %v", choice, got)
		}
	}
	for choice, want := range map[string]bingo.Reading{"reset": bingo.Reset, "at_least": bingo.AtLeast} {
		if got := read("guarantee", choice).Jackpot.Reading; got != want {
			t.Errorf("guarantee %s: %v", choice, got)
		}
	}
	for choice, want := range map[string]bool{"never": false, "allowed": true} {
		if got := read("empty_columns", choice).Layout.EmptyColumns; got != want {
			t.Errorf("empty_columns %s: %v", choice, got)
		}
	}
	for choice, want := range map[string]bool{"random": false, "sorted": true} {
		if got := read("order_in_column", choice).Layout.Sorted; got != want {
			t.Errorf("order_in_column %s: %v", choice, got)
		}
	}
}

// TestGuideListsChoices: the guide names every question and every choice.
func TestGuideListsChoices(t *testing.T) {
	guide := string(read(t, "../docs/designer.md"))
	var all []ruling.Question
	all = append(append(append(all, scratch.Questions()...), mechanic.Questions()...), bingo.Questions()...)
	for _, q := range all {
		row := ""
		for _, line := range strings.Split(guide, "\n") {
			if strings.HasPrefix(line, "| `"+q.Name+"` |") {
				row = line
			}
		}
		for _, c := range q.Names() {
			if !strings.Contains(row, "`"+c+"`") {
				t.Errorf("the guide has no row of %s with %s", q.Name, c)
			}
		}
		if q.About.FR == "" || q.About.EN == "" {
			t.Errorf("%s: about %+v", q.Name, q.About)
		}
	}
}
