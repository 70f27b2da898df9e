package games_test

import (
	"encoding/json"
	"strings"
	"testing"

	"tirage/gamefile"
	"tirage/games"
	"tirage/scratch"
)

// shipped returns a game that is shipped.
func shipped(t *testing.T, id string) *scratch.Game {
	t.Helper()
	src, err := games.Open(id)
	if err != nil {
		t.Fatal(err)
	}
	g, report := gamefile.Parse(id, src)
	if g == nil {
		t.Fatal(report.Text())
	}
	return g
}

// explained reads a face of a shipped game and returns its account.
func explained(t *testing.T, id, surfaces string) scratch.Account {
	t.Helper()
	g := shipped(t, id)
	face, _, err := scratch.ReadFace(g, []byte(`{"game": "`+id+`", "surfaces": `+surfaces+`}`))
	if err != nil {
		t.Fatal(err)
	}
	var v scratch.Verdict
	g.Judge(face, &v)
	return g.Explain(face, &v)
}

// TestUnreadableInWords: what cannot be read is said in words, in both languages, whether nothing is there or something unknown; a surface that is null has
// nothing to read.
func TestUnreadableInWords(t *testing.T) {
	for _, id := range games.List() {
		g := shipped(t, id)
		for _, code := range []scratch.Code{scratch.Missing, scratch.Unlisted} {
			// All cells, and each cell alone on a face that otherwise shows the first elements.
			for broken := -1; broken < g.CellCount(); broken++ {
				cells := make([]scratch.Code, g.CellCount())
				for i := range cells {
					cells[i] = 1
					if broken < 0 || i == broken {
						cells[i] = code
					}
				}
				face := scratch.Face{Cells: cells}
				var v scratch.Verdict
				g.Judge(face, &v)
				for _, s := range g.Explain(face, &v).Surfaces {
					for _, r := range s.Reasons {
						if strings.Contains(r.Why.FR+r.Why.EN, "?") || r.Why.FR == "" || r.Why.EN == "" {
							t.Errorf("%s, cell %d: %q", id, broken, r.Why)
						}
					}
				}
			}
		}
	}
	null := explained(t, "vegas-3eur", `{"craps": null, "duel": {"bank": null}}`)
	if null.Verdict != "misprint" || null.Fault.Name != "element_missing" {
		t.Errorf("null: %+v", null)
	}
}

// TestNotes: what no press prints is paid as the text says, and reported.
func TestNotes(t *testing.T) {
	notes := func(a scratch.Account) string {
		var list []string
		for _, s := range a.Surfaces {
			if s.Note != nil {
				if s.Note.Text.FR == "" || s.Note.Text.EN == "" {
					t.Errorf("%s: a note without words", s.ID)
				}
				list = append(list, s.ID+" "+s.Note.Name)
			}
		}
		return strings.Join(list, ", ")
	}
	for _, c := range []struct{ surfaces, want string }{
		{`{"athletics": {"values": ["6,5", "7,5", "5,0"]}}`, "athletics unprinted"},
		{`{"athletics": {"values": ["6,5", "5,5", "5,0"]}}`, ""},
		{`{"handball": {"start": ["ball"], "left": ["ball"], "right": ["ball"], "goal": ["ball"]}}`, "handball unprinted"},
		{`{"handball": {"start": ["ball"], "left": ["ball"], "right": ["ball"], "goal": ["cross"]}}`, "handball unprinted"},
		{`{"handball": {"start": ["ball"], "left": ["ball"], "right": ["cross"], "goal": ["ball"]}}`, ""},
	} {
		if got := notes(explained(t, "sports-2004-5eur", c.surfaces)); got != c.want {
			t.Errorf("%s: %q, want %q", c.surfaces, got, c.want)
		}
	}
}

// TestNotALot: a winning amount that the table does not have is marked for programs, and only that.
func TestNotALot(t *testing.T) {
	g := shipped(t, "vegas-3eur")
	for amount, want := range map[int64]bool{int64(g.Table.Lots[0].Amount): false, int64(g.Table.Lots[0].Amount) + 100: true} {
		v := scratch.Verdict{Kind: scratch.Win, Amount: g.Table.Lots[0].Amount, NotALot: want, Readings: make([]scratch.Reading, len(g.Surfaces))}
		data, err := json.Marshal(g.Explain(scratch.Face{Cells: make([]scratch.Code, g.CellCount())}, &v))
		if err != nil || strings.Contains(string(data), `"not_a_lot":true`) != want {
			t.Errorf("%d: %s %v", amount, data, err)
		}
	}
}
