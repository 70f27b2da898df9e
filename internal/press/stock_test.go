package press

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"tirage/games"
	"tirage/scratch"
	"tirage/seal"
)

// stockOf prints 30 packs of Vegas, the first 20 of them online, and opens them for sale.
func stockOf(t *testing.T) (*Stock, string, func(pos int64) (house, keeper seal.Half)) {
	t.Helper()
	file, err := games.Open("vegas-3eur")
	if err != nil {
		t.Fatal(err)
	}
	o := fixed(filepath.Join(t.TempDir(), "block"))
	o.Online, o.Packs = 20, Packs{0, 30}
	if _, err := Print(context.Background(), file, o); err != nil {
		t.Fatal(err)
	}
	s, err := OpenStock(o.Out, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	a, b, err := s.Seeds()
	if err != nil {
		t.Fatal(err)
	}
	houseKey, err := seal.NewHouseKey(a, s.Manifest.Block)
	if err != nil {
		t.Fatal(err)
	}
	keeperKey, err := seal.NewKeeperKey(b, s.Manifest.Block)
	if err != nil {
		t.Fatal(err)
	}
	return s, o.Out, func(pos int64) (house, keeper seal.Half) {
		serial, err := s.Manifest.Block.Serial(int(pos))
		if err != nil {
			t.Fatal(err)
		}
		if house, err = houseKey.Half(serial); err != nil {
			t.Fatal(err)
		}
		if keeper, err = keeperKey.Half(serial); err != nil {
			t.Fatal(err)
		}
		return house, keeper
	}
}

// Every ticket of both shares opens, by several hands at once; paper tickets are those of the print file; what is kept of an
// opened ticket makes the same face again.
func TestStockOpensEveryTicket(t *testing.T) {
	s, dir, halves := stockOf(t)
	if first, end := s.Online(); first != 0 || end != 20*int64(s.Manifest.Block.PackSize) {
		t.Fatalf("online share %d to %d", first, end)
	}
	if err := s.Check(context.Background()); err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	for w := range int64(4) {
		wait.Go(func() {
			for pos := w; pos < s.size; pos += 4 {
				house, keeper := halves(pos)
				o, err := s.Open(pos, house, keeper)
				if err != nil {
					t.Errorf("position %d: %v", pos, err)
					return
				}
				again, amount, err := s.Face(o.Outcome, o.Secret)
				if err != nil || amount != o.Amount || string(scratch.Canonical(nil, again)) != string(scratch.Canonical(nil, o.Cells)) {
					t.Errorf("position %d: made again otherwise, %v", pos, err)
				}
			}
		})
	}
	wait.Wait()
	for pos := 20 * int(s.Manifest.Block.PackSize); pos < int(s.size); pos += 97 {
		printed, err := ReadTicket(dir, pos)
		if err != nil {
			t.Fatal(err)
		}
		house, keeper := halves(int64(pos))
		o, err := s.Open(int64(pos), house, keeper)
		if err != nil || string(scratch.Canonical(nil, o.Cells)) != string(scratch.Canonical(nil, printed.Face.Cells)) || o.Serial != printed.Serial {
			t.Errorf("position %d: another face than was printed, %v", pos, err)
		}
	}
}

func TestStockRefuses(t *testing.T) {
	s, dir, halves := stockOf(t)
	house, keeper := halves(5)
	_, other := halves(6)
	for name, c := range map[string]struct {
		pos           int64
		house, keeper seal.Half
		want          error
	}{
		"a neighbour's half":     {5, house, other, seal.ErrSealed},
		"the house's half twice": {5, house, house, seal.ErrSealed},
		"no keeper":              {5, house, seal.Half{}, seal.ErrSealed},
		"another position":       {6, house, keeper, seal.ErrSealed},
		"before the block":       {-1, house, keeper, ErrNoTicket},
		"behind the block":       {s.size, house, keeper, ErrNoTicket},
	} {
		if _, err := s.Open(c.pos, c.house, c.keeper); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	_, stranger, err := NewSignKey("house.test")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := OpenStock(dir, stranger, nil); !errors.Is(err, ErrSignature) {
		t.Errorf("another signer: %v", err)
	}
	flip(t, filepath.Join(dir, treeFile), 7*hashSize)
	house, keeper = halves(7)
	if _, err := s.Open(7, house, keeper); !errors.Is(err, ErrLeaf) {
		t.Errorf("another leaf: %v", err)
	}
	if err := s.Check(context.Background()); !errors.Is(err, ErrFiles) {
		t.Errorf("a changed tree: %v", err)
	}
	flip(t, filepath.Join(dir, envelopesFile), 8*seal.RecordSize+seal.EnvelopeSize)
	house, keeper = halves(8)
	if _, err := s.Open(8, house, keeper); !errors.Is(err, seal.ErrSealed) {
		t.Errorf("a changed envelope: %v", err)
	}
	if err := os.Truncate(filepath.Join(dir, envelopesFile), 100); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenStock(dir, "", nil); !errors.Is(err, ErrFiles) {
		t.Errorf("a short file: %v", err)
	}
}

// flip changes one byte of a file.
func flip(t *testing.T, path string, at int64) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var b [1]byte
	if _, err := f.ReadAt(b[:], at); err != nil {
		t.Fatal(err)
	}
	b[0] ^= 1
	if _, err := f.WriteAt(b[:], at); err != nil {
		t.Fatal(err)
	}
}
