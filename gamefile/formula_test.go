package gamefile_test

import (
	"bytes"
	"strings"
	"testing"

	"tirage/bingo"
	"tirage/gamefile"
	"tirage/games"
)

func formula(t testing.TB, id string) *bingo.Formula {
	t.Helper()
	src, err := games.Open(id)
	if err != nil {
		t.Fatal(err)
	}
	f, report := gamefile.ReadFormula(id+".yaml", src)
	if f == nil {
		t.Fatal(report.Text())
	}
	return f
}

// TestShares: a percentage may be written with its sign or without, with a comma, or as a whole number, and is exact.
func TestShares(t *testing.T) {
	src, _ := games.Open("bingo-extra")
	for _, text := range []string{`"47.72"`, `"47,72 %"`, `47.72 %`, `'47.7200%'`, "\"47.72\u00a0%\""} {
		changed := bytes.Replace(src, []byte(`pool: "47.72 %"`), []byte("pool: "+text), 1)
		changed = bytes.Replace(changed, []byte(`winners: "65 %"`), []byte("winners: 65"), 1)
		f, report := gamefile.ReadFormula("x", changed)
		if f == nil || f.Shares.Pool != 477200 || f.Shares.Winners != 650000 {
			t.Errorf("%s: %s", text, report.Text())
		}
	}
}

// TestOtherKind: a file of one kind is refused where the other is needed, and Read takes both.
func TestOtherKind(t *testing.T) {
	scratch, _ := games.Open("vegas-3eur")
	bingo, _ := games.Open("bingo-extra")
	if g, report := gamefile.Parse("x", bingo); g != nil || report.Problems[0].Name != "other_kind" {
		t.Errorf("a formula is read as a scratch game: %s", report.Text())
	}
	if f, report := gamefile.ReadFormula("x", scratch); f != nil || report.Problems[0].Name != "other_kind" {
		t.Errorf("a scratch game is read as a formula: %s", report.Text())
	}
	if f, _ := gamefile.Read("x", scratch); f.Kind != gamefile.ScratchKind || f.Game == nil || f.Formula != nil {
		t.Errorf("%+v", f)
	}
	for src, want := range map[string]gamefile.Kind{"kind: bingo": "bingo", "id: x\nkind: \"scratch\"\n": "scratch", "kind: bngo": "", "[": "", "": "", "bingo": ""} {
		if got := gamefile.KindOf([]byte(src)); got != want {
			t.Errorf("%q is %q", src, got)
		}
	}
	if results := (gamefile.File{}).RunTests("x", nil); results != nil {
		t.Errorf("results of nothing: %v", results)
	}
}

// TestFormulaTestsFail: expectations of a formula that do not hold are reported at their place, with what came out.
func TestFormulaTestsFail(t *testing.T) {
	f := formula(t, "classic-75")
	head := "game: classic-75\ncards:\n  - {name: a, rows: [[1, 16, 31, 46, 61], [2, 17, 32, 47, 62], [3, 18, 33, 48, 63], [4, 19, 34, 49, 64], [5, 20, 35, 50, 65]]}\n"
	sold := head + "draws:\n  - name: x\n    cards: 8\n    won: {one_line: 2}\n"
	played := head + "draws:\n  - name: x\n    players: {anna: [a]}\n    balls: [1, 16, 31, 46, 61]\n"
	for _, c := range []struct{ name, src, want, place, message string }{
		{"part of the stakes", "game: classic-75\nof_stakes: {pool: \"51 %\"}", "differs", "2:19", "50.0000 %"},
		{"unknown part", "game: classic-75\nof_stakes: {pol: \"50 %\"}", "unknown_field", "2:13", "pol"},
		{"lucky", "game: classic-75\nlucky: [{name: x, numbers: [7, 7], expect: taken}]", "differs", "2:44", "lucky_repeats, not taken"},
		{"card", strings.Replace(head, "61]", "62]", 1), "differs", "3:15", "card_repeats, not good: number 62"},
		{"row too short", strings.Replace(head, ", 61]", "]", 1), "differs", "3:15", "card_length"},
		{"stakes", sold + "    expect: {stakes: 9}", "differs", "8:22", "8, not 9"},
		{"each", sold + "    expect: {each: {one_line: \"0.41\"}}", "differs", "8:31", "0.40, not 0.41"},
		{"balance", sold + "    expect: {balances: {fund: \"-1\"}}", "differs", "8:31", "not -1"},
		{"amount", sold + "    expect: {paid: much}", "bad_amount", "8:20", ""},
		{"figure", sold + "    expect: {prizes: {one_lines: 1}}", "unknown_field", "8:23", "one_lines"},
		{"figure won", head + "draws: [{name: x, cards: 8, won: {row: 1}, expect: {paid: 1}}]", "unknown_field", "4:35", "row"},
		{"nobody plays", head + "draws: [{name: x, expect: {paid: 1}}]", "missing_field", "4:9", "players"},
		{"after nothing", sold + "    after: y\n    expect: {paid: 1}", "unknown_draw", "8:12", "y"},
		{"end", played + "    expect: {balls: 60}", "differs", "8:21", "ball 65, not 60"},
		{"ball", played + "    expect: {won: {one_line: {ball: 6}}}", "differs", "8:37", "5, not 6"},
		{"winner", played + "    expect: {won: {one_line: {by: [ben]}}}", "differs", "8:31", "by anna, not by ben"},
		{"no winner", played + "    expect: {won: {two_lines: {by: [anna]}}}", "differs", "8:32", "by nobody, not by anna"},
		{"unknown card", strings.Replace(played, "[a]", "[b]", 1) + "    expect: {paid: 1}", "unknown_card", "6:22", "\"b\""},
		{"ball twice", strings.Replace(played, "balls: [1, 16", "balls: [1, 1", 1) + "    expect: {paid: 1}", "ball_repeats", "7:5", ""},
		{"no ball", strings.Replace(played, "balls: [1, 16", "balls: [1, 76", 1) + "    expect: {paid: 1}", "ball_range", "7:5", ""},
		{"overflow", strings.Replace(sold, "cards: 8", "cards: 8\n    super: \"90000000000000000\"", 1) + "    expect: {paid: 1}", "balance_out_of_range", "5:5", ""},
		{"other game", "game: solo-75", "wrong_game", "1:7", "solo-75"},
		{"unknown field", "game: classic-75\nfaces: []", "unknown_field", "2:1", "faces"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var found []string
			for _, r := range gamefile.RunFormulaTests(f, "t.yaml", []byte(c.src)) {
				for _, p := range r.Problems {
					text := p.Text()
					if p.Name == c.want && strings.HasPrefix(text, "t.yaml:"+c.place+":") && strings.Contains(text, c.message) {
						return
					}
					found = append(found, text)
				}
			}
			t.Errorf("%s at %s saying %q is not among\n%s", c.want, c.place, c.message, strings.Join(found, "\n"))
		})
	}
}

// FuzzFormulaTests: any bytes are tests that run or a result that says why not.
func FuzzFormulaTests(f *testing.F) {
	formulas := []*bingo.Formula{formula(f, "bingo-extra"), formula(f, "classic-75"), formula(f, "solo-75")}
	f.Add([]byte(`game: classic-75
of_stakes: {pool: "50 %"}
lucky: [{name: a, numbers: [7, 7], expect: lucky_repeats}]
cards: [{name: a, rows: [[1, 16, 31, 46, 61], [2, 17, 32, 47, 62], [3, 18, 33, 48, 63], [4, 19, 34, 49, 64], [5, 20, 35, 50, 65]]}]
draws:
  - {name: b, cards: 8, super: "0.50", won: {one_line: 1}, expect: {each: {one_line: 1}, balances: {fund: "-8.39"}}}
  - {name: c, after: b, players: {anna: [a, a]}, balls: [1, 16], expect: {balls: 65, won: {full_grid: {ball: 65, by: [anna]}}}}
`))
	f.Fuzz(func(t *testing.T, src []byte) {
		for _, formula := range formulas {
			for _, r := range gamefile.RunFormulaTests(formula, "fuzz.yaml", src) {
				for _, p := range r.Problems {
					_ = p.Text()
				}
			}
		}
	})
}
