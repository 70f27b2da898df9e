package press

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"tirage/seal"
)

// fullDisk has room for so many bytes.
type fullDisk struct {
	realDisk
	room *atomic.Int64
}

type fullFile struct {
	file
	room *atomic.Int64
}

func (d fullDisk) create(path string) (file, error) {
	f, err := d.realDisk.create(path)
	return fullFile{f, d.room}, err
}

func (f fullFile) Write(p []byte) (int, error) {
	if f.room.Add(-int64(len(p))) < 0 {
		return 0, syscall.ENOSPC
	}
	return f.file.Write(p)
}

func (f fullFile) WriteAt(p []byte, at int64) (int, error) {
	if f.room.Add(-int64(len(p))) < 0 {
		return 0, syscall.ENOSPC
	}
	return f.file.WriteAt(p, at)
}

func TestAFullDiskIsNamedAndLeavesNothing(t *testing.T) {
	whole := fixed(filepath.Join(t.TempDir(), "block"))
	printFake(t, whole)
	size := int64(0)
	for _, data := range contents(t, whole.Out) {
		size += int64(len(data))
	}
	for _, room := range []int64{0, 100, 1_000, 20_000, size / 3, size / 2, size - 10_000, size - 1} {
		o := fixed(filepath.Join(t.TempDir(), "block"))
		left := new(atomic.Int64)
		left.Store(room)
		o.disk = fullDisk{room: left}
		_, err := printBlock(context.Background(), fakeFile, fakePlan, o)
		if !errors.Is(err, ErrWrite) || !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("room for %d: %v", room, err)
		}
		if left := contents(t, filepath.Dir(o.Out)); len(left) != 0 {
			t.Errorf("room for %d: %d files are left", room, len(left))
		}
	}
}

// leave makes what a killed run leaves: all but the manifest.
func leave(t *testing.T, o Options) {
	t.Helper()
	printFake(t, o)
	partial := o.Out + partialSuffix
	if err := os.Rename(o.Out, partial); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(partial, manifestFile)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(partial, markerFile), []byte(markerText), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestPrintTakesOverItsOwnLeftoverOnly(t *testing.T) {
	o := fixed(filepath.Join(t.TempDir(), "block"))
	o.Packs = Packs{40, 50}
	leave(t, o)
	if _, err := auditBlock(context.Background(), o.Out+partialSuffix, fakePlan, AuditOptions{}); !errors.Is(err, ErrUnfinished) {
		t.Error(err)
	}
	other := o
	other.Number = 8
	if _, err := printBlock(context.Background(), fakeFile, fakePlan, other); !errors.Is(err, ErrUnfinished) || !strings.Contains(err.Error(), "another block") {
		t.Errorf("the leftover of another block: %v", err)
	}
	marker, err := os.OpenFile(filepath.Join(o.Out+partialSuffix, markerFile), os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	if !lock(marker) {
		t.Fatal("the leftover is locked")
	}
	if _, err := printBlock(context.Background(), fakeFile, fakePlan, o); !errors.Is(err, ErrUnfinished) || !strings.Contains(err.Error(), "still be at work") {
		t.Errorf("a run that goes on: %v", err)
	}
	marker.Close()
	printFake(t, o)
	clean(t, auditFake(t, o.Out, AuditOptions{}))
	if _, err := os.Stat(o.Out + partialSuffix); !errors.Is(err, os.ErrNotExist) {
		t.Error("the leftover is still there")
	}
}

func TestPrintHoldsToItsAnnouncement(t *testing.T) {
	game, err := os.ReadFile(filepath.Join("..", "..", "games", "vegas-3eur.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	o := fixed(filepath.Join(t.TempDir(), "block"))
	o.Online, o.Packs = 0, Packs{7, 9}
	a, err := o.SeedA.Commitment()
	if err != nil {
		t.Fatal(err)
	}
	b, err := o.SeedB.Commitment()
	if err != nil {
		t.Fatal(err)
	}
	if o.Announcement, err = Announce(game, o, a, b); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		change func(*Options)
		says   string
	}{
		"seed":      {func(o *Options) { o.SeedA = seal.NewSeed([32]byte{9}) }, "the house's seed"},
		"keeper":    {func(o *Options) { o.SeedB = seal.NewSeed([32]byte{9}) }, "the keeper's seed"},
		"number":    {func(o *Options) { o.Number++ }, "block: announced was 7, this is 8"},
		"issue":     {func(o *Options) { o.Issue++ }, "issue: announced was 1, this is 2"},
		"game file": {nil, "SHA-256 of the game file"},
	} {
		changed, file := o, game
		if c.change == nil {
			file = append(slices.Clone(game), "# a remark\n"...)
		} else {
			c.change(&changed)
		}
		_, err := Print(context.Background(), file, changed)
		if !errors.Is(err, ErrAnnounced) || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), ";") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Print(context.Background(), game, o); err != nil {
		t.Fatal(err)
	}
	if made := contents(t, o.Out)[announcementFile]; string(made) != string(o.Announcement) {
		t.Error("the announcement in the block is not the one that was made")
	}
	r, err := Audit(context.Background(), o.Out, AuditOptions{})
	if err != nil {
		t.Fatal(err)
	}
	clean(t, r)
	ticket, err := ReadTicket(o.Out, 850)
	if err != nil || ticket.Game.ID != "vegas-3eur" || !ticket.Specimen {
		t.Errorf("%v, %v", ticket, err)
	}
}
