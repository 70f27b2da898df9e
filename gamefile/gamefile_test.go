package gamefile_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"tirage/bingo"
	"tirage/gamefile"
	"tirage/games"
	"tirage/money"
	"tirage/scratch"
)

var update = flag.Bool("update", false, "write the reports expected of testdata/bad; read them before you commit them")

func read(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestReports compares the report of every bad file with the one beside it.
func TestReports(t *testing.T) {
	compareReports(t, "testdata/bad", 40, func(name string, src []byte) (bool, gamefile.Report) {
		game, report := gamefile.Parse(name, src)
		return game != nil, report
	})
	compareReports(t, "testdata/formulas/bad", 20, func(name string, src []byte) (bool, gamefile.Report) {
		formula, report := gamefile.ReadFormula(name, src)
		return formula != nil, report
	})
}

func compareReports(t *testing.T, dir string, least int, parse func(name string, src []byte) (bool, gamefile.Report)) {
	t.Helper()
	files, err := filepath.Glob(dir + "/*.yaml")
	if err != nil || len(files) < least {
		t.Fatalf("%d bad files, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(filepath.ToSlash(file), func(t *testing.T) {
			src := read(t, file)
			good, report := parse(filepath.Base(file), src)
			if len(report.Problems) == 0 || good != report.OK() {
				t.Errorf("%d problems, OK is %t, something was read is %t", len(report.Problems), report.OK(), good)
			}
			checkPlaces(t, file, src, report)
			golden := strings.TrimSuffix(file, ".yaml") + ".txt"
			if *update {
				if err := os.WriteFile(golden, []byte(report.Text()), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if want := string(read(t, golden)); want != report.Text() {
				t.Errorf("the report is\n%s\nnot\n%s", report.Text(), want)
			}
		})
	}
}

// checkPlaces: every problem stands on a line and column that the file has.
func checkPlaces(t *testing.T, file string, src []byte, report gamefile.Report) {
	t.Helper()
	lines := strings.Split(string(src), "\n")
	for _, p := range report.Problems {
		if p.Line < 1 || p.Line > len(lines) || p.Column < 1 || p.Column > len([]rune(lines[p.Line-1]))+2 {
			t.Errorf("%s: %s at %d:%d, which the file does not have", file, p.Name, p.Line, p.Column)
		}
		if p.Name == "" || p.Message == "" {
			t.Errorf("%s: a problem without name or message: %+v", file, p)
		}
	}
}

// TestFrancs: a game in another currency, with centimes, is read to the centime.
func TestFrancs(t *testing.T) {
	game, report := gamefile.Parse("franc.yaml", read(t, "testdata/good/franc.yaml"))
	if game == nil {
		t.Fatal(report.Text())
	}
	if game.Price != 1050 || game.Currency != money.FRF || game.Payment.Centre != 10000050 {
		t.Errorf("price %d %s, centre %d", game.Price, game.Currency.Code, game.Payment.Centre)
	}
	if lots, total := game.Table.Sum(); lots != 1708 || total != 1505700 {
		t.Errorf("%d lots of %d centimes", lots, total)
	}
	plan, problems := scratch.NewPlan(game)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	// 21 F is written out: 3 of 4 tickets by two games of 10,50 F, 1 of 4 by the bonus alone; of 10 tickets, 7.5 and 2.5 by largest remainder.
	counts := map[int]int64{}
	for _, c := range plan.Compositions[1:] {
		if c.Amount == 2100 {
			counts[c.Winning()] += c.Count
		}
	}
	if counts[2]+counts[1] != 10 || counts[2] < 7 || counts[2] > 8 {
		t.Errorf("tickets of 21 F by winning games: %v", counts)
	}
	amounts := game.Surfaces[0].Mechanic.Amounts()
	if e := amounts.At(1); e.Amount != 50 || e.Caption != "CINQUANTE CENTIMES" {
		t.Errorf("the first amount is %+v", e)
	}
	if w := game.Surfaces[0].Decoys; w[1] != 2 || w[2] != 1 || w[3] != 1 {
		t.Errorf("decoys %v", w)
	}
}

// TestLineEnds: Windows line ends and a byte order mark change the digest and nothing else.
func TestLineEnds(t *testing.T) {
	src := read(t, "testdata/good/tiny.yaml")
	windows := append([]byte("\xEF\xBB\xBF"), bytes.ReplaceAll(src, []byte("\n"), []byte("\r\n"))...)
	one, first := gamefile.Parse("tiny.yaml", src)
	two, second := gamefile.Parse("tiny.yaml", windows)
	if one == nil || two == nil || one.ID != two.ID || one.CellCount() != two.CellCount() {
		t.Fatalf("%s%s", first.Text(), second.Text())
	}
	if first.Digest == second.Digest || first.Digest != fmt.Sprintf("%x", gamefile.Digest(src)) {
		t.Errorf("digests %s and %s", first.Digest, second.Digest)
	}
	bad := bytes.Replace(windows, []byte("count: 20,"), []byte("cuont: 20,"), 1)
	if _, report := gamefile.Parse("x", bad); len(report.Problems) == 0 || strings.Contains(report.Text(), "\r") {
		t.Errorf("a carriage return in the report: %q", report.Text())
	}
}

// TestHostile: files made to exhaust a reader are refused, quickly and by name.
func TestHostile(t *testing.T) {
	for name, c := range map[string]struct{ src, want string }{
		"large":     {"kind: scratch\n# " + strings.Repeat("a", 1<<20), "too_large"},
		"brackets":  {"a: " + strings.Repeat("[", 1900), "too_deep"},
		"lines":     {strings.Repeat("[\n", 300_000), "too_large"},
		"dashes":    {strings.Repeat("- ", 900) + "x", "too_deep"},
		"problems":  {"kind: scratch\n" + many(900, func(i int) string { return fmt.Sprintf("f%d: 1.5\n", i) }), "unquoted_decimal"},
		"aliases":   {"a: &a [1]\nb: &b [*a, *a]\nc: [*b, *b]\n", "yaml_feature"},
		"null byte": {"kind: scratch\x00", "control_character"},
		"search":    {search(), "too_many_compositions"},
		"surfaces":  {"kind: scratch\nsurfaces:\n" + strings.Repeat("  - {}\n", 900), "too_long"},
	} {
		t.Run(name, func(t *testing.T) {
			game, report := gamefile.Parse(name, []byte(c.src))
			if game != nil || len(report.Problems) == 0 || len(report.Problems) > 100 {
				t.Fatalf("%d problems", len(report.Problems))
			}
			for _, p := range report.Problems {
				if p.Name == c.want {
					return
				}
			}
			t.Errorf("%s is not among the problems: %s", c.want, report.Problems[0].Text())
		})
	}
}

// search is a game of which nearly all compositions are forbidden, so that none of the many is ever counted.
func search() string {
	surface := func(i int) string {
		return fmt.Sprintf("  - {id: s%d, name: {fr: A, en: A}, article: '1', mechanic: shown-amount, with: {amounts: [0%s], articles: {win: '1', lose: '2', elements: '3'}}}\n",
			i, many(60, func(i int) string { return fmt.Sprintf(", %d", i+1) }))
	}
	return `kind: scratch
id: search
game_code: 1
version: 1
name: {fr: A, en: A}
source: {fr: A, en: A}
price: 2
currency: EUR
block: 10000
pack: 50
control_box: {fr: A, en: A}
claim: {days: 30}
payment: {retailer: 1, centre: 2}
captions: {language: fr}
lots: {article: "1", stated: {lots: 1, total: 500}, rows: [{amount: 500, count: 1}]}
compositions: {constraints: [{max: 1}]}
surfaces:
` + many(16, surface)
}

func many(n int, line func(int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(line(i))
	}
	return b.String()
}

// TestSchema: the committed schemas are those that the program prints, they are valid ones, they accept the shipped files of
// their kind, and refuse what is misspelt.
func TestSchema(t *testing.T) {
	files := map[string][]byte{"franc": read(t, "testdata/good/franc.yaml"), "tiny": read(t, "testdata/good/tiny.yaml")}
	for _, id := range games.List() {
		files[id], _ = games.Open(id)
	}
	checkSchema(t, "scratch.schema.json", gamefile.Schema(), files, files["tiny"],
		"mechanic: dice-sum", "mechanic: dice", "amounts: [2, 10, 50]", "amonts: [2, 10, 50]", `article: "4.1"`, `artcle: "4.1"`)
	checkSchema(t, "scratch.schema.json", gamefile.Schema(), files, files["vegas-3eur"],
		"- name: bank_ace\n    choice: misprint", "- name: bank_ace\n    choice: loses", "name: duel_tie", "name: duel_ties")
	formulas := map[string][]byte{}
	for _, id := range games.Formulas() {
		formulas[id], _ = games.Open(id)
	}
	checkSchema(t, "bingo.schema.json", gamefile.FormulaSchema(), formulas, formulas["bingo-extra"],
		"model: 90-variant", "model: 90", "lucky: 0", "luck: 0", `{pool_share: "29 %"}`, `{pool: "29 %"}`, "prize: jackpot", "prize: jackpots", "end: first_full_grid", "end: {balls: 60}",
		`remainders: fund`, ``, "choice: plays_on", "choice: plays", "name: too_few", "name: too_many", "- name: guarantee", "- name: rounding", "- name: tie\n", "- name: rounding\n", `  cards: "2.2"`, ``)
}

// checkSchema checks one schema; changes are pairs of a text of a good file, and what must be refused in its place.
func checkSchema(t *testing.T, file string, text []byte, good map[string][]byte, base []byte, changes ...string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(read(t, file), text) {
		t.Errorf("%s is not what the program prints; run go test ./gamefile -update", file)
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("urn:schema", document); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("urn:schema")
	if err != nil {
		t.Fatal(err)
	}
	for name, src := range good {
		if err := schema.Validate(gamefile.Value(t, src)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for i := 0; i < len(changes); i += 2 {
		src := bytes.Replace(base, []byte(changes[i]), []byte(changes[i+1]), 1)
		if bytes.Equal(src, base) || schema.Validate(gamefile.Value(t, src)) == nil {
			t.Errorf("%s accepts %q", file, changes[i+1])
		}
	}
}

// FuzzParse: any bytes are a game, a formula or a report, never a panic; every problem stands in the file, a game that was
// accepted can be planned, and a formula played.
func FuzzParse(f *testing.F) {
	for _, id := range games.List() {
		src, _ := games.Open(id)
		f.Add(src)
	}
	for _, id := range games.Formulas() {
		src, _ := games.Open(id)
		f.Add(src)
	}
	for _, pattern := range []string{"testdata/*/*.yaml", "testdata/formulas/bad/*.yaml"} {
		seeds, _ := filepath.Glob(pattern)
		for _, file := range seeds {
			f.Add(read(f, file))
		}
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		file, report := gamefile.Read("fuzz.yaml", src)
		game, formula := file.Game, file.Formula
		if (game == nil && formula == nil) == report.OK() || game != nil && formula != nil {
			t.Fatalf("OK is %t, a game is %t, a formula is %t", report.OK(), game != nil, formula != nil)
		}
		if kind := gamefile.KindOf(src); kind != file.Kind && game != nil || kind == "" && formula != nil {
			t.Fatalf("the kind is %q and %q", kind, file.Kind)
		}
		checkPlaces(t, "fuzz.yaml", bytes.ToValidUTF8(src, []byte("?")), report)
		_ = report.Text()
		if game != nil {
			if _, problems := scratch.NewPlan(game); len(problems) > 0 {
				t.Fatal(problems)
			}
		}
		if formula != nil {
			if _, err := bingo.NewDraw(formula); err != nil {
				t.Fatal(err)
			}
			if _, err := bingo.NewSampler(formula.Model, formula.Layout); err != nil {
				t.Fatal(err)
			}
		}
	})
}
