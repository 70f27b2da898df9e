package press

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/parquet-go/parquet-go"
	"golang.org/x/mod/sumdb/note"

	"tirage/fair"
	"tirage/seal"
)

// forger cheats on a copy of a specimen.
type forger struct {
	t        testing.TB
	dir      string
	options  Options
	manifest *Manifest
	rules    *rules
}

// forge copies a block for somebody to cheat on.
func forge(t testing.TB, o Options, m *Manifest) *forger {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "copy")
	if err := os.CopyFS(dir, os.DirFS(o.Out)); err != nil {
		t.Fatal(err)
	}
	plan, err := fakePlan(fakeFile)
	if err != nil {
		t.Fatal(err)
	}
	copied := *m
	copied.Parts = slices.Clone(m.Parts)
	return &forger{t, dir, o, &copied, newRules(plan, m.Block, true)}
}

func (f *forger) path(name string) string { return filepath.Join(f.dir, filepath.FromSlash(name)) }

func (f *forger) read(name string) []byte {
	f.t.Helper()
	data, err := os.ReadFile(f.path(name))
	if err != nil {
		f.t.Fatal(err)
	}
	return data
}

func (f *forger) write(name string, data []byte) {
	f.t.Helper()
	if err := os.WriteFile(f.path(name), data, 0o644); err != nil {
		f.t.Fatal(err)
	}
}

// change edits a file in place.
func (f *forger) change(name string, edit func(data []byte) []byte) {
	f.t.Helper()
	f.write(name, edit(f.read(name)))
}

// ticket is a row of a print file that can be changed.
type ticket struct {
	position int32
	texts    []string
}

// rewrite lets edit change the rows of the print file that holds a position.
func (f *forger) rewrite(pos int, edit func(rows map[int]*ticket)) {
	f.t.Helper()
	i := slices.IndexFunc(f.manifest.Parts, func(p Part) bool {
		first, end := positions(f.manifest.Block, p.Packs)
		return first <= pos && pos < end
	})
	p := f.manifest.Parts[i]
	reader, err := openPart(f.rules.table, f.read(p.name(false)), p.Rows, newScreen())
	if err != nil {
		f.t.Fatal(err)
	}
	var rows []*ticket
	byPosition := map[int]*ticket{}
	for {
		row, err := reader.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			f.t.Fatal(err)
		}
		rows = append(rows, &ticket{row.position, slices.Clone(row.texts)})
		byPosition[int(row.position)] = rows[len(rows)-1]
	}
	edit(byPosition)
	w := newPartWriter(f.rules.table)
	w.begin(&f.manifest.Announcement, p.Packs)
	for _, r := range rows {
		w.numbers = append(w.numbers, parquet.Int32Value(r.position).Level(0, 0, 0))
		for c, text := range r.texts[1:] {
			w.columns[c+1].data = append(w.columns[c+1].data, text...)
			w.columns[c+1].close()
		}
		if len(w.numbers) == batchRows {
			if err := w.flush(); err != nil {
				f.t.Fatal(err)
			}
		}
	}
	data, err := w.end()
	if err != nil {
		f.t.Fatal(err)
	}
	f.write(p.name(false), data)
	f.manifest.Parts[i].Clear = DigestOf(data)
}

// leaves makes the paper leaves anew from the print files, and the tree over them.
func (f *forger) leaves() {
	f.t.Helper()
	tree := f.read(treeFile)
	first, end := f.manifest.span()
	e := newExaminer(f.rules)
	for _, p := range f.manifest.Parts {
		reader, err := openPart(f.rules.table, f.read(p.name(false)), p.Rows, newScreen())
		if err != nil {
			f.t.Fatal(err)
		}
		var t seal.Ticket
		for pos, stop := positions(f.manifest.Block, p.Packs); pos < stop; pos++ {
			row, err := reader.next()
			if err != nil {
				f.t.Fatal(err)
			}
			e.read(row, pos, nil, &t, func(string, string, ...any) {})
			leaf := seal.PaperLeaf(t.Serial, t.VIRN, e.canonical)
			copy(tree[(pos-first)*hashSize:], leaf[:])
		}
	}
	size := int64(end - first)
	upper, root, err := growTree(context.Background(), bytes.NewReader(tree), size, 1, func(int64) {})
	if err != nil {
		f.t.Fatal(err)
	}
	copy(tree[size*hashSize:], upper)
	f.manifest.Root = root
	f.write(treeFile, tree)
}

// sign writes the manifest with the digests of what now stands there, signed with a key.
func (f *forger) sign(key string) {
	f.t.Helper()
	f.manifest.Envelopes, f.manifest.Tree = DigestOf(f.read(envelopesFile)), DigestOf(f.read(treeFile))
	s, _, err := signer(key)
	if err != nil {
		f.t.Fatal(err)
	}
	signed, err := note.Sign(&note.Note{Text: f.manifest.text()}, s)
	if err != nil {
		f.t.Fatal(err)
	}
	f.write(manifestFile, signed)
}

// hideSeeds leaves the auditor without seeds.
func (f *forger) hideSeeds() {
	for _, name := range []string{seedAFile, seedBFile} {
		if err := os.Remove(f.path(name)); err != nil {
			f.t.Fatal(err)
		}
	}
}

// exchange swaps the faces of two tickets, in one or in two print files.
func (f *forger) exchange(a, b int) {
	f.t.Helper()
	var one, other []string
	f.rewrite(a, func(rows map[int]*ticket) { one = slices.Clone(rows[a].texts) })
	f.rewrite(b, func(rows map[int]*ticket) {
		other = slices.Clone(rows[b].texts)
		copy(rows[b].texts[fixedColumns:], one[fixedColumns:])
	})
	f.rewrite(a, func(rows map[int]*ticket) { copy(rows[a].texts[fixedColumns:], other[fixedColumns:]) })
}

// at gives the place of a ticket in its print file, without the serial.
func (f *forger) at(pos int) string {
	pack := pos / int(f.manifest.Block.PackSize)
	for _, p := range f.manifest.Parts {
		if p.Packs.First <= pack && pack < p.Packs.End {
			return fmt.Sprintf("%s: position %d (", p.name(false), pos)
		}
	}
	return "?"
}

// winnerAndLoser gives the positions of a paper ticket that wins and of one in another pack and print file that loses.
func (f *forger) winnerAndLoser() (winner, loser int) {
	f.t.Helper()
	p, err := seal.NewPress(f.options.SeedA, f.options.SeedB, f.manifest.Block)
	if err != nil {
		f.t.Fatal(err)
	}
	deal := f.rules.plan.Deal(newTape(p))
	for winner = 2_000; deal[winner] == 0; winner++ {
	}
	for loser = 15_000; deal[loser] != 0; loser++ {
	}
	return winner, loser
}

func newTape(p *seal.Press) *fair.Tape { return fair.NewTape(p.PlanSeed()) }
