package press

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"filippo.io/age"

	"tirage/seal"
)

// fixed are options whose block is the same on every run.
func fixed(out string) Options {
	signing, _, err := NewSignKey("house.test")
	if err != nil {
		panic(err)
	}
	return Options{
		Out: out, Issue: 1, Number: 7, Online: 30, Specimen: true, SignKey: signing,
		SeedA: seal.NewSeed(sha256.Sum256([]byte("house"))), SeedB: seal.NewSeed(sha256.Sum256([]byte("keeper"))),
	}
}

// forSale makes a block for sale of the tests' own game out of a specimen: it is encrypted to a printer, and announced.
func forSale(t testing.TB, o *Options, printer *age.X25519Identity) {
	t.Helper()
	o.Specimen, o.Printer = false, printer.Recipient().String()
	a, err := o.SeedA.Commitment()
	if err != nil {
		t.Fatal(err)
	}
	b, err := o.SeedB.Commitment()
	if err != nil {
		t.Fatal(err)
	}
	if o.Announcement, err = announceBlock(fakeFile, fakePlan, *o, a, b); err != nil {
		t.Fatal(err)
	}
}

// printFake prints a block of the tests' own game.
func printFake(t testing.TB, o Options) *Manifest {
	t.Helper()
	m, err := printBlock(context.Background(), fakeFile, fakePlan, o)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// contents reads all files of a folder.
func contents(t testing.TB, dir string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		files[filepath.ToSlash(name)], err = os.ReadFile(path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestTheSameSeedsMakeTheSameBlock(t *testing.T) {
	base := fixed("")
	var want map[string][]byte
	for _, workers := range []int{1, 2, 5} {
		o := base
		o.Out, o.Workers = filepath.Join(t.TempDir(), "block"), workers
		printFake(t, o)
		got := contents(t, o.Out)
		if want == nil {
			want = got
			continue
		}
		if len(got) != len(want) {
			t.Fatalf("%d workers: %d files, not %d", workers, len(got), len(want))
		}
		for name, data := range want {
			if !bytes.Equal(got[name], data) {
				t.Errorf("%d workers: %s differs", workers, name)
			}
		}
	}
}

func TestABlockForSaleHidesItsTickets(t *testing.T) {
	identity, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	o := fixed(filepath.Join(t.TempDir(), "block"))
	forSale(t, &o, identity)
	sale := printFake(t, o)
	for name := range contents(t, o.Out) {
		if name == seedAFile || name == seedBFile || filepath.Ext(name) == ".parquet" {
			t.Errorf("%s must not be in a block for sale", name)
		}
	}
	if len(sale.Parts) == 0 {
		t.Fatal("no print files")
	}
}

func TestPrintRefuses(t *testing.T) {
	printer, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "there"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "left.partial"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		change func(*Options)
		want   error
	}{
		"existing":        {func(o *Options) { o.Out = filepath.Join(dir, "there") }, ErrExists},
		"leftover":        {func(o *Options) { o.Out = filepath.Join(dir, "left") }, ErrUnfinished},
		"partial name":    {func(o *Options) { o.Out = filepath.Join(dir, "a.partial") }, ErrOptions},
		"no name":         {func(o *Options) { o.Out = "" }, ErrOptions},
		"half":            {func(o *Options) { o.Specimen = false }, ErrHalf},
		"packs of a half": {func(o *Options) { o.Specimen, o.Packs = false, Packs{1, 2} }, ErrHalf},
		"workers":         {func(o *Options) { o.Workers = -1 }, ErrOptions},
		"no parent":       {func(o *Options) { o.Out = filepath.Join(dir, "nowhere", "block") }, ErrOptions},
		"printer's key":   {func(o *Options) { forSale(t, o, printer); o.Printer = "age1" }, ErrOptions},
		"unannounced":     {func(o *Options) { forSale(t, o, printer); o.Announcement = nil }, ErrHalf},
		"sold in part":    {func(o *Options) { forSale(t, o, printer); o.Packs = Packs{1, 2} }, ErrOptions},
		"specimen key":    {func(o *Options) { o.Printer = "age1" }, ErrHalf},
		"online":          {func(o *Options) { o.Online = 401 }, ErrOptions},
		"online below":    {func(o *Options) { o.Online = -1 }, ErrOptions},
		"packs":           {func(o *Options) { o.Packs = Packs{399, 401} }, ErrOptions},
		"number":          {func(o *Options) { o.Number = 0 }, seal.ErrBlock},
		"same seed":       {func(o *Options) { o.SeedB = o.SeedA }, seal.ErrSameSeed},
		"signing key":     {func(o *Options) { o.SignKey = "PRIVATE+KEY+a+b" }, ErrSignKey},
		"no announcement": {func(o *Options) { o.Announcement = []byte("tirage announcement 1\n") }, ErrBlock},
	} {
		o := fixed(filepath.Join(dir, "block"))
		c.change(&o)
		if _, err := printBlock(context.Background(), fakeFile, fakePlan, o); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	left, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(left) != 2 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestAnInterruptedRunLeavesNothing(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	o := fixed(filepath.Join(t.TempDir(), "block"))
	o.Progress = func(s Stage, done, _ int64) {
		if s == StagePrint && done > 5_000 {
			cancel()
		}
	}
	if _, err := printBlock(ctx, fakeFile, fakePlan, o); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if left := contents(t, filepath.Dir(o.Out)); len(left) != 0 {
		t.Errorf("left behind: %d files", len(left))
	}
}
