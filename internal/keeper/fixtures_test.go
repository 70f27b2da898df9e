package keeper

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"io/fs"
	mathrand "math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"tirage/seal"
)

// id is the block of these tests: 3,000 tickets, of which 2,500 are sold online.
const (
	id     = "3002-00-0001"
	online = 2_500
)

var testBlock = seal.Block{Game: 3002, Number: 1, Tickets: 3_000, PackSize: 100}

func testKey(t testing.TB) seal.KeeperKey {
	t.Helper()
	key, err := seal.NewKeeperKey(seal.NewSeed([32]byte{1}), testBlock)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// sale is the sale of a position in a house; another house sold to others.
func sale(house, position int64) (s Sale) {
	var raw [16]byte
	binary.BigEndian.PutUint64(raw[:], uint64(house))
	binary.BigEndian.PutUint64(raw[8:], uint64(position))
	sum := sha256.Sum256(raw[:])
	copy(s.Owner[:], sum[:])
	s.Digest = sha256.Sum256(sum[:])
	return s
}

func sales(house, from, n int64) []Sale {
	list := make([]Sale, n)
	for i := range list {
		list[i] = sale(house, from+int64(i))
	}
	return list
}

// hash recomputes a chain from its definition.
func hash(house, told int64) [32]byte {
	h := sha256.Sum256([]byte("tirage keeper 1" + id))
	for p := range told {
		s := sale(house, p)
		h = sha256.Sum256(append(append(h[:], s.Owner[:]...), s.Digest[:]...))
	}
	return h
}

func newFolder(t testing.TB) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "keeper")
	if err := Add(dir, Facts{Block: testBlock, Online: online}, testKey(t), []byte("a manifest\n")); err != nil {
		t.Fatal(err)
	}
	return dir
}

func testOptions(dir string) Options {
	return Options{Dir: dir, Random: mathrand.NewChaCha8([32]byte{7}), Now: func() time.Time { return time.UnixMicro(1_700_000_000_000_000) }}
}

func open(t testing.TB, o Options) *Book {
	t.Helper()
	b, err := Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = b.Close() })
	return b
}

func tell(t testing.TB, k Keeper, from, n int64) Ack {
	t.Helper()
	ack, err := k.Tell(context.Background(), id, from, sales(1, from, n))
	if err != nil {
		t.Fatalf("telling %d from %d: %v", n, from, err)
	}
	return ack
}

// refused demands a refusal by name, with the number told and the position.
func refused(t testing.TB, err error, name Name, told, position int64) {
	t.Helper()
	var r *Refusal
	if !errors.As(err, &r) || r.Name != name || r.Told != told || r.Position != position {
		t.Fatalf("got %v (%+v), want %s at %d of %d told", err, r, name, position, told)
	}
	if !errors.Is(err, name) {
		t.Fatalf("%v is not %s", err, name)
	}
}

// copyFolder copies a keeper's folder, as a back-up does.
func copyFolder(t testing.TB, from string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "copy")
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	return to
}

// file is the path of a file of the block.
func file(dir, name string) string { return filepath.Join(dir, blocksFolder, id, name) }

func read(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func write(t testing.TB, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, fs.FileMode(0o600)); err != nil {
		t.Fatal(err)
	}
}
