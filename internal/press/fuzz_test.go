package press

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// small prints one pack of the tests' own game.
func small(t testing.TB) (Options, *Manifest) {
	o := fixed(filepath.Join(t.TempDir(), "block"))
	o.Packs = Packs{100, 101}
	return o, printFake(t, o)
}

func FuzzManifest(f *testing.F) {
	_, m := small(f)
	f.Add(m.text())
	f.Add(m.Announcement.text())
	f.Fuzz(func(t *testing.T, text string) {
		if m, err := parseManifest(text); err == nil && m.text() != text {
			t.Error("a manifest was read that is not in its one form")
		} else if err != nil && !errors.Is(err, ErrBlock) {
			t.Error(err)
		}
		if a, err := parseAnnouncement(text); err == nil && a.text() != text {
			t.Error("an announcement was read that is not in its one form")
		} else if err != nil && !errors.Is(err, ErrBlock) {
			t.Error(err)
		}
	})
}

// readAll reads a print file to its end or to its refusal.
func readAll(table *table, data []byte, rows int) (n int, err error) {
	part, err := openPart(table, data, rows, newScreen())
	if err != nil {
		return 0, err
	}
	defer part.close()
	for {
		_, err := part.next()
		if errors.Is(err, io.EOF) && n == rows {
			return n, nil
		}
		if err != nil {
			return n, err
		}
		n++
	}
}

func FuzzPart(f *testing.F) {
	o, m := small(f)
	data, err := os.ReadFile(filepath.Join(o.Out, m.Parts[0].name(false)))
	if err != nil {
		f.Fatal(err)
	}
	plan, err := fakePlan(fakeFile)
	if err != nil {
		f.Fatal(err)
	}
	table := newTable(plan.Game, true)
	if n, err := readAll(table, data, 50); n != 50 || err != nil {
		f.Fatal(n, err)
	}
	f.Add(data, 0, byte(0))
	for at := 0; at < len(data); at += 97 {
		f.Add(data[:at], 0, byte(0))
		f.Add(data, at, byte(1))
		f.Add(data, len(data)-at, byte(0x80))
	}
	f.Fuzz(func(t *testing.T, data []byte, at int, flip byte) {
		if at >= 0 && at < len(data) {
			data = slices.Clone(data)
			data[at] ^= flip
		}
		if _, err := readAll(table, data, 50); err != nil && !errors.Is(err, ErrPart) {
			t.Error(err)
		}
	})
}

// FuzzBlock changes one file of a block and audits it: it must be refused or found, never panic.
func FuzzBlock(f *testing.F) {
	o, _ := small(f)
	files := contents(f, o.Out)
	names := []string{}
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	for i, name := range names {
		f.Add(i, len(files[name])/2, []byte{1, 2, 3})
		f.Add(i, 0, []byte{})
	}
	f.Fuzz(func(t *testing.T, file, at int, put []byte) {
		if file < 0 || file >= len(names) || at < 0 || at > len(files[names[file]]) {
			return
		}
		dir := filepath.Join(t.TempDir(), "copy")
		if err := os.CopyFS(dir, os.DirFS(o.Out)); err != nil {
			t.Fatal(err)
		}
		old := files[names[file]]
		changed := append(slices.Clone(old[:at]), put...)
		changed = append(changed, old[min(len(old), at+len(put)):]...)
		if err := os.WriteFile(filepath.Join(dir, names[file]), changed, 0o644); err != nil {
			t.Fatal(err)
		}
		r, err := auditBlock(context.Background(), dir, fakePlan, AuditOptions{Workers: 1})
		if err != nil && !errors.Is(err, ErrBlock) {
			t.Error(err)
		}
		if err == nil && r.OK && string(changed) != string(old) {
			t.Errorf("%s was changed at %d and nothing was found", names[file], at)
		}
	})
}
