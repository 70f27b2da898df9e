package gamefile_test

import (
	"fmt"
	"strings"
	"testing"

	"tirage/gamefile"
	"tirage/games"
	"tirage/scratch"
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

// TestArticles: every article under which something wins or loses decides a face in the game's test file.
func TestArticles(t *testing.T) {
	for _, id := range games.List() {
		src, _ := games.Open(id)
		tests, _ := games.OpenTest(id)
		file, _ := gamefile.Value(t, src).(map[string]any)
		surfaces, _ := file["surfaces"].([]any)
		found := 0
		for _, s := range surfaces {
			with, _ := s.(map[string]any)["with"].(map[string]any)
			articles, _ := with["articles"].(map[string]any)
			for key, article := range articles {
				if !strings.HasSuffix(key, "win") && !strings.HasSuffix(key, "lose") {
					continue
				}
				found++
				if !strings.Contains(string(tests), fmt.Sprintf("article: %q", article)) {
					t.Errorf("%s: no face is decided by article %s (%s)", id, article, key)
				}
			}
		}
		if found < 6 {
			t.Errorf("%s: %d articles", id, found)
		}
	}
}

// TestExampleFaces: the faces in the documentation are read and win.
func TestExampleFaces(t *testing.T) {
	for _, id := range games.List() {
		src, _ := games.Open(id)
		game, _ := gamefile.Parse(id, src)
		face, header, err := scratch.ReadFace(game, read(t, "../docs/faces/"+id+".json"))
		if err != nil {
			t.Fatal(err)
		}
		var v scratch.Verdict
		game.Judge(face, &v)
		if v.Kind != scratch.Win || v.NotALot || !header.Specimen {
			t.Errorf("%s: %s, %+v", id, v.Kind, header)
		}
		if again := scratch.WriteFace(game, face.Cells, header); string(again) != string(read(t, "../docs/faces/"+id+".json")) {
			t.Errorf("%s: the face is written back as\n%s", id, again)
		}
	}
}

// TestGuide: the game, the formula and their tests in the designer's guide work as they stand there.
func TestGuide(t *testing.T) {
	parts := strings.Split(string(read(t, "../docs/designer.md")), "```yaml\n")
	if len(parts) != 5 {
		t.Fatalf("%d examples", len(parts)-1)
	}
	example := func(i int) []byte {
		text, _, _ := strings.Cut(parts[i], "```")
		return []byte(text)
	}
	for i := 1; i < len(parts); i += 2 {
		file, report := gamefile.Read("designer.md", example(i))
		if len(report.Problems) > 0 {
			t.Fatal(report.Text())
		}
		for _, r := range file.RunTests("designer.md", example(i+1)) {
			if !r.OK() {
				t.Errorf("%s: %s", r.Name, r.Problems[0].Text())
			}
		}
	}
}

// TestShippedFormulas: every shipped formula can be played, without a warning, and its test file holds.
func TestShippedFormulas(t *testing.T) {
	if ids := strings.Join(games.Formulas(), " "); ids != "bingo-extra classic-75 solo-75" {
		t.Errorf("the shipped formulas are %s", ids)
	}
	for _, id := range games.Formulas() {
		t.Run(id, func(t *testing.T) {
			src, err := games.Open(id)
			if err != nil {
				t.Fatal(err)
			}
			file, report := gamefile.Read(id+".yaml", src)
			if len(report.Problems) > 0 {
				t.Fatal(report.Text())
			}
			if f := file.Formula; file.Kind != gamefile.BingoKind || gamefile.KindOf(src) != gamefile.BingoKind || f.ID != id || f.Digest != gamefile.Digest(src) {
				t.Errorf("%s, id %s, digest %s", file.Kind, f.ID, f.Digest)
			}
			tests, err := games.OpenTest(id)
			if err != nil {
				t.Fatal(err)
			}
			results := file.RunTests(id+".test.yaml", tests)
			for _, r := range results {
				for _, p := range r.Problems {
					t.Errorf("%s\n%s", r.Name, p.Text())
				}
			}
			if len(results) < 8 {
				t.Errorf("only %d expectations", len(results))
			}
		})
	}
}
