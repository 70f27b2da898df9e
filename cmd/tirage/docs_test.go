package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tirage/gamefile"
	"tirage/games"
	"tirage/internal/press"
	"tirage/odds"
)

func page(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The error that the designer's page shows is what its own game, spoilt in one figure, gives.
func TestDesignerPageShowsWhatHappens(t *testing.T) {
	text := page(t, "designer.md")
	game := regexp.MustCompile("(?s)```yaml\n(# yaml-language-server.*?)```").FindStringSubmatch(text)
	shown := regexp.MustCompile("(?s)```\n(my-game.yaml:.*?)```").FindStringSubmatch(text)
	if game == nil || shown == nil {
		t.Fatal("the page has no game, or no error")
	}
	_, report := gamefile.Read("my-game.yaml", []byte(game[1]))
	if !report.OK() {
		t.Errorf("the page's game has errors: %s", report.Text())
	}
	_, report = gamefile.Read("my-game.yaml", []byte(strings.Replace(game[1], "total: 250", "total: 251", 1)))
	if !strings.HasPrefix(report.Text(), shown[1]) {
		t.Errorf("the page shows\n%s\nthe program says\n%s", shown[1], report.Text())
	}
}

// The digest of a game file in an announcement on a page is that of the shipped file.
func TestPagesHaveTheDigestsOfTheShippedFiles(t *testing.T) {
	found := 0
	for _, name := range []string{"production.md", "auditor.md", "block-format.md", "bingo.md", "integrator.md"} {
		for _, m := range regexp.MustCompile(`(?s)\ngame ([a-z0-9-]+)\n.{0,200}?\ngame-file ([0-9a-f]{64})`).FindAllStringSubmatch(page(t, name), -1) {
			src, err := games.Open(m[1])
			if err != nil {
				t.Fatal(err)
			}
			if found++; fmt.Sprintf("%x", sha256.Sum256(src)) != m[2] {
				t.Errorf("%s: the digest of %s is %x", name, m[1], sha256.Sum256(src))
			}
		}
	}
	if found == 0 {
		t.Error("no page shows an announcement")
	}
}

// The integrator's page names the verbs that write JSON, and all that stands in it.
func TestIntegratorPageNamesTheJSON(t *testing.T) {
	text := page(t, "integrator.md")
	list := regexp.MustCompile("(?m)^(`games`, .*) take `--json`").FindStringSubmatch(text)
	if list == nil {
		t.Fatal("the page does not list the verbs")
	}
	var verbs, listed []string
	for _, cmd := range newRoot().Commands() {
		if cmd.Flags().Lookup("json") != nil {
			verbs = append(verbs, cmd.Name())
		}
	}
	for _, m := range regexp.MustCompile("`([a-z]+)`").FindAllStringSubmatch(list[1], -1) {
		listed = append(listed, m[1])
	}
	slices.Sort(verbs)
	slices.Sort(listed)
	if !slices.Equal(verbs, listed) {
		t.Errorf("the verbs with --json are %q, the page lists %q", verbs, listed)
	}
	truth := true
	for verb, value := range map[string]any{
		"check": gamefile.Report{}, "test": tested{}, "print": printed{}, "proof": proof{Ticket: &truth},
		"audit":    press.Report{Checks: []press.Check{{Note: "x"}}, Tally: press.Tally{Counts: []press.Count{{}}, Findings: []press.Finding{{}}}, Lots: []press.CountedLot{{}}},
		"verify":   verified{Draw: "x", State: "x", Unchecked: "x", Checks: []checkedItem{{Detail: "x"}}, Findings: []difference{{}}, Yours: []yours{{Name: "x"}}},
		"simulate": simulationReport{Return: odds.Of(0, 1)},
	} {
		_, said, found := strings.Cut(text, "`"+verb+" --json`:")
		said, _, _ = strings.Cut(said, "\n- ")
		for key := range keys(t, value) {
			if !found || !strings.Contains(said, "`"+key+"`") && !strings.Contains(said, key+":") && !strings.Contains(said, key+"}") && !strings.Contains(said, key+",") {
				t.Errorf("%s --json has %q, of which the page says nothing", verb, key)
			}
		}
	}
}

// keys are the keys of a value's JSON, two levels deep.
func keys(t *testing.T, value any) map[string]bool {
	data, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	var top map[string]json.RawMessage
	if err := json.Unmarshal(data, &top); err != nil {
		t.Fatal(err)
	}
	all := map[string]bool{}
	for key, inner := range top {
		all[key] = true
		var list []map[string]json.RawMessage
		if json.Unmarshal(inner, &list) == nil && len(list) > 0 {
			for k := range list[0] {
				all[k] = true
			}
		}
	}
	return all
}
