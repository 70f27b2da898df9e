package scratch

import (
	"strings"
	"testing"
)

// TestReadCellsTellsBytes: a space of another kind, or one too many, in a figure or an inscription reads the same and is told all the
// same; what does not read the same has its verdict, a misprint.
func TestReadCellsTellsBytes(t *testing.T) {
	g := faceGame(t)
	gain, times, balls := &g.Surfaces[1].zones[0], &g.Surfaces[1].zones[1], &g.Surfaces[0].zones[0]
	for _, z := range []*Zone{gain, times, balls} {
		cells, got, states := make([]Code, z.Cells), make([]Code, z.Cells), make([]CaptionState, z.Cells)
		for i := range cells {
			cells[i] = Code(1 + i%z.Alphabet.Len())
		}
		figures, captions := string(z.AppendFigures(nil, cells)), string(z.AppendCaptions(nil, cells))
		if exact, err := z.ReadCells(figures, captions, got, states); !exact || err != nil {
			t.Errorf("%s: %q %q: %v", z.ID, figures, captions, err)
		}
		for _, space := range []string{" ", "\t", "\n", "\r", "\u00a0", "\u2003", "\u202f", "\u3000", "  "} {
			for _, altered := range [][2]string{{space + figures, captions}, {figures + space, captions}, {figures, space + captions}, {figures, captions + space}} {
				if z.Inscription == NoInscription && altered[1] != captions {
					continue // refused: the column must be empty
				}
				exact, err := z.ReadCells(altered[0], altered[1], got, states)
				if exact || err != nil {
					t.Errorf("%s: %q %q passed for what the press writes: %v", z.ID, altered[0], altered[1], err)
				}
				for i := range got {
					if got[i] != cells[i] || states[i] != CaptionAgrees {
						t.Errorf("%s: %q %q: cell %d reads %d %v", z.ID, altered[0], altered[1], i, got[i], states[i])
					}
				}
			}
		}
	}
}

// FuzzReadFigures: reading eight bytes at a time gives what cutting at each separator and looking each text up gives.
func FuzzReadFigures(f *testing.F) {
	for _, seed := range []string{"", "|", "1|2", "4:58.07|x", "12345678|1", "1\x00|1\x00\x00\x00\x00\x00\x00\x00\x00", "1 000 000 €|€", "|||||||||", "\xfd|\xfc\x7c"} {
		f.Add(seed)
	}
	g := faceGame(f)
	f.Fuzz(func(t *testing.T, figures string) {
		texts := strings.Split(figures, "|")
		g.EachZone(func(_ *Surface, z Zone, _ int) {
			z.Cells = len(texts)
			got := make([]Code, z.Cells)
			exact, err := z.ReadCells(figures, "", got, nil)
			wantExact := true
			for i, text := range texts {
				want := z.Alphabet.Find(text)
				if got[i] != want {
					t.Fatalf("%s: cell %d of %q read as %d, want %d", z.ID, i, figures, got[i], want)
				}
				wantExact = wantExact && (want == Unlisted || z.Alphabet.At(want).Figure == text)
			}
			if err != nil || exact != wantExact {
				t.Fatalf("%s: %q: exact %v, want %v; %v", z.ID, figures, exact, wantExact, err)
			}
			if _, err := z.ReadCells(figures+"|", "", got, nil); err == nil {
				t.Fatalf("%s: a cell too many was read", z.ID)
			}
		})
	})
}
