package gamefile_test

import (
	"strings"
	"testing"

	"tirage/gamefile"
	"tirage/scratch"
)

func tiny(t testing.TB) *scratch.Game {
	t.Helper()
	game, report := gamefile.Parse("tiny.yaml", read(t, "testdata/good/tiny.yaml"))
	if game == nil {
		t.Fatal(report.Text())
	}
	return game
}

// TestRunTestsFails: expectations that do not hold are reported at their place, with what came out.
func TestRunTestsFails(t *testing.T) {
	game := tiny(t)
	head := "game: tiny\nfaces:\n  - name: x\n"
	win := head + "    face: {dice: {dice: [3, 4], amount: 10}, bonus: {amount: 0}}\n"
	for _, c := range []struct{ name, src, want, place, message string }{
		{"lots", "game: tiny\nexpect: {lots: 141}", "differs", "2:16", "140 lots, not 141"},
		{"total", "game: tiny\nexpect: {total: \"700.01\"}", "differs", "2:17", "700, not 700.01"},
		{"return", "game: tiny\nexpect: {return: \"35.1 %\"}", "differs", "2:18", "35.0000 %"},
		{"return as a fraction", "game: tiny\nexpect: {return: 351/1000}", "differs", "2:18", "7/20"},
		{"return rounded", "game: tiny\nexpect: {return: about a third}", "bad_ratio", "2:18", ""},
		{"odds", "game: tiny\nexpect: {odds: {any: 1 in 7.2}}", "differs", "2:22", "1 in 7.14"},
		{"odds of no lot", "game: tiny\nexpect: {odds: {3: 1 in 7}}", "unknown_lot", "2:20", "no lot of \"3\""},
		{"counts", "game: tiny\nexpect: {counts: {50: 6}}", "differs", "2:23", "5 tickets with 50, not 6"},
		{"compositions", "game: tiny\nexpect: {compositions: {4: 2}}", "differs", "2:28", "1 compositions with 4, not 2"},
		{"verdict", win + "    expect: {verdict: lose}", "differs", "5:23", "win, not lose"},
		{"amount", win + "    expect: {verdict: win, amount: 12}", "differs", "5:36", "10, not 12"},
		{"no amount", win + "    expect: {verdict: win}", "differs", "5:23", "no amount is expected"},
		{"part pays", win + "    expect: {verdict: win, amount: 10, dice: {pays: 2}}", "differs", "5:53", "dice pays 10, not 2"},
		{"article", win + "    expect: {verdict: win, amount: 10, dice: {article: \"4.1.4\"}}", "differs", "5:56", "4.1.3 decides"},
		{"note", win + "    expect: {verdict: win, amount: 10, dice: {note: unprinted}}", "differs", "5:53", "none, not unprinted"},
		{"lot", win + "    expect: {verdict: win, amount: 10, lot: false}", "differs", "5:45", "true"},
		{"unknown part", win + "    expect: {verdict: win, amount: 10, dic: {pays: 10}}", "unknown_part", "5:40", "dic"},
		{"fault not found", win + "    expect: {verdict: win, amount: 10, fault: {zone: dice}}", "differs", "5:40", "no fault"},
		{"fault found", head + "    base: empty\n    expect: {verdict: misprint}", "differs", "5:5", "element_missing in zone dice of dice, element 1"},
		{"fault elsewhere", head + "    base: empty\n    expect: {verdict: misprint, fault: {element: 2}}", "differs", "5:50", "1, not 2"},
		{"unknown surface", head + "    face: {dise: {}}\n    expect: {verdict: lose}", "unknown_surface", "4:12", "dise"},
		{"unknown zone", head + "    face: {dice: {die: 1}}\n    expect: {verdict: lose}", "unknown_zone", "4:19", "die"},
		{"too few elements", head + "    face: {dice: {dice: [1]}}\n    expect: {verdict: lose}", "cell_count", "4:19", "2 elements, 1"},
		{"unknown element", head + "    face: {dice: {dice: {3: 1}}}\n    expect: {verdict: lose}", "unknown_element", "4:29", "1 to 2"},
		{"unknown base", head + "    base: nobody\n    expect: {verdict: lose}", "unknown_base", "4:11", "nobody"},
		{"field of an element", head + "    face: {bonus: {amount: {figure: 0, vertical: x}}}\n    expect: {verdict: lose}", "unknown_field", "4:40", "vertical"},
		{"unknown field", "game: tiny\nfases: []", "unknown_field", "2:1", "fases"},
		{"other game", "game: bingo", "wrong_game", "1:7", "bingo"},
		{"verdict in other words", win + "    expect: {verdict: winner}", "not_in_list", "5:23", "winner"},
		{"twice the same name", head + "    expect: {verdict: lose}\n  - name: x\n    expect: {verdict: lose}", "repeated_name", "5:11", "two faces"},
		{"field of a verdict", win + "    expect: {verdict: win, amout: 3}", "unknown_field", "5:28", `did you mean "amount"?`},
		{"nothing", "", "empty_file", "1:1", "start with game: tiny"},
		{"no YAML", "game: [", "bad_yaml", "1:", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var found []string
			for _, r := range gamefile.RunTests(game, "t.yaml", []byte(c.src)) {
				for _, p := range r.Problems {
					text := p.Text()
					if p.Name == c.want && strings.HasPrefix(text, "t.yaml:"+c.place) && strings.Contains(text, c.message) {
						return
					}
					found = append(found, text)
				}
			}
			t.Errorf("%s at %s saying %q is not among\n%s", c.want, c.place, c.message, strings.Join(found, "\n"))
		})
	}
}

// TestRunTestsHolds: what holds is reported as holding, one result an expectation.
func TestRunTestsHolds(t *testing.T) {
	src := `game: tiny
expect: {lots: 140, total: 700, return: "35 %", odds: {any: 140/1000, 50: 1 in 200, 2: "10.5 %"}}
faces:
  - {name: a, expect: {verdict: lose}}
  - {name: b, base: a, face: {dice: {dice: [6, 1], amount: {figure: 50, caption: CINQUANTE EUROS}}}, expect: {verdict: win, amount: 50}}
  - {name: c, base: b, control_box: uncovered, expect: {verdict: void}}
`
	results := gamefile.RunTests(tiny(t), "t.yaml", []byte(src))
	if len(results) != 9 {
		t.Errorf("%d results", len(results))
	}
	for _, r := range results {
		if !r.OK() {
			t.Errorf("%s: %s", r.Name, r.Problems[0].Text())
		}
	}
}

// FuzzRunTests: any bytes are tests that run or a result that says why not.
func FuzzRunTests(f *testing.F) {
	game := tiny(f)
	f.Add([]byte("game: tiny\nexpect: {lots: 140, odds: {any: 1 in 7.14}}\nfaces: [{name: a, base: empty, face: {dice: {dice: {1: {figure: 2, caption: X}}}}, expect: {verdict: misprint, fault: {element: 2}}}]\n"))
	f.Fuzz(func(t *testing.T, src []byte) {
		for _, r := range gamefile.RunTests(game, "fuzz.yaml", src) {
			for _, p := range r.Problems {
				_ = p.Text()
			}
		}
	})
}
