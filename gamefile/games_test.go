package gamefile_test

import (
	"testing"

	"tirage/gamefile"
	"tirage/games"
)

// TestShippedGames: every shipped game can be printed, without a warning, and its test file holds.
func TestShippedGames(t *testing.T) {
	for _, id := range games.List() {
		t.Run(id, func(t *testing.T) {
			src, err := games.Open(id)
			if err != nil {
				t.Fatal(err)
			}
			game, report := gamefile.Parse(id+".yaml", src)
			if len(report.Problems) > 0 {
				t.Fatal(report.Text())
			}
			tests, err := games.OpenTest(id)
			if err != nil {
				t.Fatal(err)
			}
			results := gamefile.RunTests(game, id+".test.yaml", tests)
			for _, r := range results {
				for _, p := range r.Problems {
					t.Errorf("%s\n%s", r.Name, p.Text())
				}
			}
			if len(results) < 30 {
				t.Errorf("only %d expectations", len(results))
			}
		})
	}
}
