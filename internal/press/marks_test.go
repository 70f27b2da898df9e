package press

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestMarkedCellsAreFound: somebody inside, with the signing key, marks tickets by spaces that nobody sees and that read the same, makes the
// digests anew and signs. The seeds alone do not show it.
func TestMarkedCellsAreFound(t *testing.T) {
	o := fixed(filepath.Join(t.TempDir(), "block"))
	o.Online = 0
	m := printFake(t, o)
	const figures, captions = fixedColumns, fixedColumns + 1
	marks := []func(texts []string){
		func(x []string) { x[captions] = "\u2003" + x[captions] },
		func(x []string) { x[captions] += "\u00a0" },
		func(x []string) { x[captions] = strings.Replace(x[captions], " ", "\t\n  ", 1) },
		func(x []string) { x[captions] = strings.Replace(x[captions], " ", "  ", 1) },
		func(x []string) { x[figures] = " " + x[figures] },
		func(x []string) { x[figures] += "\n" },
		func(x []string) { x[figures] = strings.Replace(x[figures], "|", "| ", 1) },
	}
	for _, seeds := range []bool{true, false} {
		f := forge(t, o, m)
		if !seeds {
			f.hideSeeds()
		}
		f.rewrite(3_000, func(rows map[int]*ticket) {
			for i, mark := range marks {
				before := slices.Clone(rows[3_000+i].texts)
				mark(rows[3_000+i].texts)
				if slices.Equal(before, rows[3_000+i].texts) {
					t.Fatalf("nothing was marked in %q", before)
				}
			}
		})
		f.sign(o.SignKey)
		r := auditFake(t, f.dir, AuditOptions{MaxFindings: 100})
		for i := range marks {
			expect(t, r, "cell_bytes "+f.at(3_000+i))
		}
		if r.Tickets != 20_000 {
			t.Errorf("%d tickets were judged", r.Tickets)
		}
	}
}
