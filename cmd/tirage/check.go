package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"tirage/gamefile"
	"tirage/games"
	"tirage/internal/visible"
	"tirage/money"
	"tirage/odds"
	"tirage/scratch"
)

func newCheck() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "check FILE…",
		Short: "Every error of a game file at once, with line, column and what to do; else a summary",
		Long: `Checks game files: every error at once, with file, line, column and what to do, else a summary of the game.
Exit status 1 if a file has errors; warnings do not count. The errors of a game file are told in English, whatever --lang.`,
		Example: "  tirage check games/vegas-3eur.yaml games/bingo-extra.yaml\n  tirage check my-game.yaml --json",
		Args:    takes("FILE…"),
		RunE: func(cmd *cobra.Command, args []string) error {
			lang, err := langOf(cmd)
			if err != nil {
				return err
			}
			out := cmd.OutOrStdout()
			reports := make([]gamefile.Report, 0, len(args))
			failed := false
			for _, path := range args {
				src, err := source(path)
				if err != nil {
					return err
				}
				file, report := gamefile.Read(path, src)
				reports = append(reports, report)
				failed = failed || !report.OK()
				if asJSON {
					continue
				}
				writeReport(out, report)
				switch {
				case file.Game != nil:
					writeSummary(out, path, file.Game, lang)
				case file.Formula != nil:
					writeFormulaSummary(out, path, file.Formula, lang)
				}
			}
			if asJSON {
				if err := writeJSON(out, reports); err != nil {
					return err
				}
			}
			if failed {
				return errFailed
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON: a list of reports, one a file")
	addLang(cmd)
	return cmd
}

// writeReport writes a report, the headline of each problem in bold on a terminal.
func writeReport(out io.Writer, report gamefile.Report) {
	name := visible.Line(report.File)
	for i := range report.Problems {
		report.Problems[i].File = name
	}
	bold := terminal(out) && os.Getenv("NO_COLOR") == ""
	for line := range strings.Lines(report.Text()) {
		if bold && strings.HasPrefix(line, name+":") {
			fmt.Fprintf(bare(out), "\x1b[1m%s\x1b[0m\n", visible.Line(strings.TrimSuffix(line, "\n")))
			continue
		}
		fmt.Fprint(out, line)
	}
}

func writeSummary(out io.Writer, path string, g *scratch.Game, lang money.Lang) {
	plan, problems := scratch.NewPlan(g)
	if len(problems) > 0 { // a report without errors has been planned already
		fmt.Fprintln(out, problems[0])
		return
	}
	s := odds.NewSheet(plan)
	w := tongue(lang)
	fmt.Fprintln(out, w.in("%s: %s, %s, %s tickets a block, %s lots worth %s, return %s, %s, %s: ready to print",
		path, g.Name.In(lang), g.Currency.Format(g.Price, lang), w.count(s.Tickets), w.count(s.LotCount), g.Currency.Format(s.LotTotal, lang), w.share(s.Return),
		w.some(strconv.Itoa(len(g.Surfaces)), "1 surface", "%s surfaces"), w.some(strconv.Itoa(len(s.Compositions)), "1 composition", "%s compositions")))
	if from := w.inForce(g.InForce); from != "" {
		fmt.Fprintln(out, from)
	}
	writeReconstruction(out, g, lang)
}

func newTest() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "test PATH…",
		Short: "Runs the test file beside each game file",
		Long: `Runs test files. PATH is a game file (vegas.yaml, whose test file is vegas.test.yaml beside it), a folder of
them, or the name of a shipped game. Exit status 1 if an expectation does not hold.`,
		Example: "  tirage test games/\n  tirage test vegas-3eur",
		Args:    takes("PATH…"),
		RunE: func(cmd *cobra.Command, args []string) error {
			lang, err := langOf(cmd)
			if err != nil {
				return err
			}
			return runTests(cmd.OutOrStdout(), args, asJSON, tongue(lang))
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON: a list of files with their results")
	addLang(cmd)
	return cmd
}

// tested is the outcome of one test file.
type tested struct {
	File    string                `json:"file"`
	Results []gamefile.TestResult `json:"results"`
}

func runTests(out io.Writer, args []string, asJSON bool, w tongue) error {
	var files []tested
	for _, arg := range args {
		found, err := testFiles(arg)
		if err != nil {
			return err
		}
		for _, path := range found {
			results, err := runTestFile(path)
			if err != nil {
				return err
			}
			files = append(files, tested{path, results})
		}
	}
	failed := 0
	for _, f := range files {
		bad := 0
		for _, r := range f.Results {
			if r.OK() {
				continue
			}
			bad++
			if !asJSON {
				writeFailure(out, r, w)
			}
		}
		failed += bad
		if !asJSON {
			fmt.Fprintln(out, w.in("%s: %s passed, %s failed", f.File, w.count(int64(len(f.Results)-bad)), w.count(int64(bad))))
		}
	}
	if asJSON {
		if err := writeJSON(out, files); err != nil {
			return err
		}
	}
	if failed > 0 {
		return errFailed
	}
	return nil
}

func writeFailure(out io.Writer, r gamefile.TestResult, w tongue) {
	fmt.Fprintln(out, w.in("FAILED"), visible.Line(r.Name))
	for _, p := range r.Problems {
		p.File = visible.Line(p.File)
		fmt.Fprint(out, p.Text())
	}
}

// testFiles lists the game files with tests that a path names.
func testFiles(path string) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil || !info.IsDir() {
		return []string{path}, nil // a shipped game or a file: runTestFile says what is wrong
	}
	tests, err := filepath.Glob(filepath.Join(path, "*"+testEnding))
	if err == nil && len(tests) == 0 {
		err = refuse("%s holds no test file: a game file vegas.yaml has its tests in vegas%s beside it", path, testEnding)
	}
	for i, t := range tests {
		tests[i] = strings.TrimSuffix(t, testEnding) + ".yaml"
	}
	return tests, err
}

const testEnding = ".test.yaml"

func runTestFile(path string) ([]gamefile.TestResult, error) {
	src, err := source(path)
	if err != nil {
		return nil, err
	}
	file, report := gamefile.Read(path, src)
	if err := report.Err(); err != nil {
		return nil, refuse("%s\n(%q lists every error)", err, "tirage check "+path)
	}
	name := strings.TrimSuffix(path, ".yaml") + testEnding
	tests, err := readFile(name, maxInput)
	if err != nil {
		if tests, err = games.OpenTest(path); err != nil {
			return nil, refuse("%s has no test file %s", path, name)
		}
	}
	return file.RunTests(name, tests), nil
}

func newSchema() *cobra.Command {
	var bingo bool
	cmd := &cobra.Command{
		Use:     "schema",
		Short:   "The JSON Schema of game files, for completion in an editor",
		Example: "  tirage schema > scratch.schema.json   # then, first in a game file: # yaml-language-server: $schema=scratch.schema.json\n  tirage schema --bingo > bingo.schema.json",
		Args:    takes(""),
		RunE: func(cmd *cobra.Command, _ []string) error {
			schema := gamefile.Schema()
			if bingo {
				schema = gamefile.FormulaSchema()
			}
			_, err := cmd.OutOrStdout().Write(schema)
			return err
		},
	}
	cmd.Flags().BoolVar(&bingo, "bingo", false, "that of the formulas of live bingo")
	return cmd
}
