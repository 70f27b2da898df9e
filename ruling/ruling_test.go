package ruling_test

import (
	"strings"
	"testing"

	"tirage/money"
	"tirage/ruling"
)

func question(name string, choices ...string) ruling.Question {
	q := ruling.Question{Name: name}
	for _, c := range choices {
		q.Choices = append(q.Choices, ruling.Choice{Name: c})
	}
	return q
}

// TestCheck: every way to write a ruling wrong has its name and its place, and its hint lists what there is.
func TestCheck(t *testing.T) {
	asked := []ruling.Question{question("tie", "loses", "wins"), question("colour", "blue")}
	elsewhere := []ruling.Question{question("weather", "rain", "sun")}
	why := money.Text{FR: "parce que", EN: "because"}
	for _, c := range []struct {
		ruling           ruling.Ruling
		path, name, hint string
	}{
		{ruling.Ruling{Name: "tie", Choice: "wins", Article: "1", Why: why}, "", "", ""},
		{ruling.Ruling{Name: "tie", Choice: "draws", Article: "1", Why: why}, "/rulings/0/choice", "unknown_choice", "choices: loses, wins"},
		{ruling.Ruling{Name: "colour", Choice: "red", Article: "1", Why: why}, "/rulings/0/choice", "unknown_choice", "only one is implemented: blue"},
		{ruling.Ruling{Name: "ties", Choice: "wins", Article: "1", Why: why}, "/rulings/0/name", "unknown_ruling", "tie, colour"},
		{ruling.Ruling{Name: "weather", Choice: "sun", Article: "1", Why: why}, "/rulings/0/name", "ruling_without_subject", "tie, colour"},
		{ruling.Ruling{Choice: "sun", Article: "1", Why: why}, "/rulings/0", "empty", "name the question"},
		{ruling.Ruling{Name: "tie", Choice: "wins", Article: " ", Why: why}, "/rulings/0/article", "no_article", "article"},
		{ruling.Ruling{Name: "tie", Choice: "wins", Article: "1", Why: money.Text{FR: "parce que"}}, "/rulings/0/why/en", "empty", "both languages"},
	} {
		found := ruling.Check([]ruling.Ruling{c.ruling}, asked, elsewhere)
		switch {
		case c.name == "" && len(found) > 0:
			t.Errorf("%+v: %v", c.ruling, found)
		case c.name != "" && (len(found) != 1 || found[0].Path != c.path || found[0].Name != c.name || !strings.Contains(found[0].Hint, c.hint)):
			t.Errorf("%+v: %+v", c.ruling, found)
		}
	}
	twice := ruling.Ruling{Name: "tie", Choice: "wins", Article: "1", Why: why}
	if found := ruling.Check([]ruling.Ruling{twice, twice}, asked, nil); len(found) != 1 || found[0].Name != "repeated_ruling" || found[0].Path != "/rulings/1/name" {
		t.Errorf("ruled twice: %+v", found)
	}
}
