package fair

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"golang.org/x/mod/sumdb/tlog"
)

// stored is a tree on a shelf: by kept level, the hashes in their order.
type stored [8][]Hash

func (s *stored) store(level int, index int64, h Hash) error {
	if index != int64(len(s[level])) {
		return fmt.Errorf("hash %d of level %d comes after %d of them", index, level, len(s[level]))
	}
	if level > 0 && int64(len(s[level-1])) != (index+1)*TileWidth {
		return fmt.Errorf("hash %d of level %d comes when the level below has %d", index, level, len(s[level-1]))
	}
	s[level] = append(s[level], h)
	return nil
}

func (s *stored) read(level int, index int64) (Hash, error) {
	if level >= len(s) || index >= int64(len(s[level])) {
		return Hash{}, fmt.Errorf("hash %d of level %d is not stored", index, level)
	}
	return s[level][index], nil
}

// naiveRoot is the definition of RFC 6962, section 2.1.
func naiveRoot(leaves []Hash) Hash {
	switch len(leaves) {
	case 0:
		return sha256.Sum256(nil)
	case 1:
		return leaves[0]
	}
	k := 1
	for 2*k < len(leaves) {
		k *= 2
	}
	left, right := naiveRoot(leaves[:k]), naiveRoot(leaves[k:])
	return sha256.Sum256(append(append([]byte{1}, left[:]...), right[:]...))
}

func leavesOf(n int) []Hash {
	leaves := make([]Hash, n)
	for i := range leaves {
		leaves[i] = Leaf(binary.BigEndian.AppendUint64(nil, uint64(i)))
	}
	return leaves
}

func TestLeaf(t *testing.T) {
	if got, want := Leaf([]byte("abc")), Hash(sha256.Sum256([]byte("\x00abc"))); got != want {
		t.Errorf("the leaf hash of abc is %v, want %v", got, want)
	}
}

// TestTreeOfEverySize builds one tree leaf by leaf, and at every size up to 600 compares its root with the definition and
// with tlog's own storage, and every proof with tlog's and with tlog's check.
func TestTreeOfEverySize(t *testing.T) {
	const most = 600
	leaves := leavesOf(most)
	var s stored
	b := NewBuilder(s.store)
	var dense []Hash // tlog's storage
	reader := tlog.HashReaderFunc(func(indexes []int64) (hashes []Hash, err error) {
		for _, i := range indexes {
			hashes = append(hashes, dense[i])
		}
		return hashes, nil
	})
	if b.Root() != naiveRoot(nil) {
		t.Error("the empty tree has another root")
	}
	for size := int64(1); size <= most; size++ {
		if err := b.Add(leaves[size-1]); err != nil {
			t.Fatal(err)
		}
		more, err := tlog.StoredHashesForRecordHash(size-1, leaves[size-1], reader)
		if err != nil {
			t.Fatal(err)
		}
		dense = append(dense, more...)
		root := b.Root()
		if again, err := Root(size, s.read); root != naiveRoot(leaves[:size]) || again != root || err != nil || b.Size() != size {
			t.Fatalf("size %d: root %v, %v from the stored hashes (%v), %v by definition", size, root, again, err, naiveRoot(leaves[:size]))
		}
		for level := range s {
			if got := int64(len(s[level])); got != LevelSize(size, level) {
				t.Fatalf("size %d: level %d has %d hashes, not %d", size, level, got, LevelSize(size, level))
			}
		}
		for n := size % 17; n < size; n += 17 {
			proof, err := Prove(n, size, s.read)
			if err != nil {
				t.Fatal(err)
			}
			want, err := tlog.ProveRecord(size, n, reader)
			if err != nil || !slices.Equal(proof, want) {
				t.Fatalf("leaf %d of %d: proof %v, tlog has %v (%v)", n, size, proof, want, err)
			}
			if err := tlog.CheckRecord(proof, size, root, n, leaves[n]); err != nil {
				t.Fatalf("leaf %d of %d: %v", n, size, err)
			}
			if err := Verify(proof, size, root, n, leaves[n]); err != nil {
				t.Fatal(err)
			}
		}
	}
	old := naiveRoot(leaves[:300])
	consistency, err := tlog.ProveTree(most, 300, ReadHash(s.read))
	if err != nil || tlog.CheckTree(consistency, most, b.Root(), 300, old) != nil {
		t.Errorf("a consistency proof from the stored tree fails: %v", err)
	}
}

// TestLargeTrees compares roots and proofs at random sizes up to three kept levels, built by leaves and by tiles.
func TestLargeTrees(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	leaves := leavesOf(140_000)
	for _, size := range []int{256, 65536, 65537, 131072, 131328, 66000 + rng.IntN(60000), 130000 + rng.IntN(10000)} {
		var s, tiled stored
		one, tiles := NewBuilder(s.store), NewBuilder(tiled.store)
		for i := 0; i < size; {
			if i+TileWidth <= size {
				tile := (*[TileWidth]Hash)(leaves[i:])
				if err := tiles.AddTile(tile, TileHash(tile)); err != nil {
					t.Fatal(err)
				}
				i += TileWidth
				continue
			}
			if err := tiles.Add(leaves[i]); err != nil {
				t.Fatal(err)
			}
			i++
		}
		for _, h := range leaves[:size] {
			if err := one.Add(h); err != nil {
				t.Fatal(err)
			}
		}
		root := naiveRoot(leaves[:size])
		if one.Root() != root || tiles.Root() != root {
			t.Fatalf("size %d: root %v by leaves, %v by tiles, %v by definition", size, one.Root(), tiles.Root(), root)
		}
		for level := range s {
			if !slices.Equal(s[level], tiled[level]) {
				t.Fatalf("size %d: level %d differs by tiles", size, level)
			}
		}
		for range 30 {
			n := rng.Int64N(int64(size))
			proof, err := Prove(n, int64(size), tiled.read)
			if err != nil {
				t.Fatal(err)
			}
			if err := tlog.CheckRecord(proof, int64(size), root, n, leaves[n]); err != nil {
				t.Fatalf("leaf %d of %d: %v", n, size, err)
			}
		}
	}
}

func TestVerifyRefuses(t *testing.T) {
	leaves := leavesOf(300)
	var s stored
	b := NewBuilder(s.store)
	for _, h := range leaves {
		if err := b.Add(h); err != nil {
			t.Fatal(err)
		}
	}
	proof, err := Prove(77, 300, s.read)
	if err != nil {
		t.Fatal(err)
	}
	changed := append(Proof(nil), proof...)
	changed[3][0] ^= 1
	for name, err := range map[string]error{
		"another leaf":    Verify(proof, 300, b.Root(), 77, leaves[78]),
		"another place":   Verify(proof, 300, b.Root(), 78, leaves[77]),
		"another size":    Verify(proof, 200, b.Root(), 77, leaves[77]),
		"another root":    Verify(proof, 300, leaves[0], 77, leaves[77]),
		"a changed proof": Verify(changed, 300, b.Root(), 77, leaves[77]),
		"a short proof":   Verify(proof[1:], 300, b.Root(), 77, leaves[77]),
		"a long proof":    Verify(append(proof, Hash{}), 300, b.Root(), 77, leaves[77]),
		"no proof":        Verify(nil, 300, b.Root(), 77, leaves[77]),
	} {
		if !errors.Is(err, ErrProof) {
			t.Errorf("%s: %v, want ErrProof", name, err)
		}
	}
	for _, place := range [][2]int64{{-1, 5}, {5, 5}, {0, 0}, {0, -1}, {0, MaxLeaves + 1}, {1 << 62, 1<<63 - 1}} {
		if _, err := Prove(place[0], place[1], s.read); !errors.Is(err, ErrTree) {
			t.Errorf("proving leaf %d of %d: %v, want ErrTree", place[0], place[1], err)
		}
		if err := Verify(proof, place[1], b.Root(), place[0], leaves[0]); !errors.Is(err, ErrTree) {
			t.Errorf("verifying leaf %d of %d: %v, want ErrTree", place[0], place[1], err)
		}
	}
	if _, err := Root(-1, s.read); !errors.Is(err, ErrTree) {
		t.Errorf("the root of size -1: %v, want ErrTree", err)
	}
	if _, err := Prove(77, 301, s.read); err == nil {
		t.Error("a proof is made of hashes that are not stored")
	}
}

func TestBuilderRefuses(t *testing.T) {
	full := &Builder{size: MaxLeaves}
	if err := full.Add(Hash{}); !errors.Is(err, ErrTree) {
		t.Errorf("one leaf too many: %v, want ErrTree", err)
	}
	odd := &Builder{size: 255}
	if err := odd.AddTile(new([TileWidth]Hash), Hash{}); !errors.Is(err, ErrTree) {
		t.Errorf("a tile after 255 leaves: %v, want ErrTree", err)
	}
	broken := errors.New("the disk is full")
	for _, failing := range []int{0, 1} {
		b := NewBuilder(func(level int, _ int64, _ Hash) error {
			if level == failing {
				return broken
			}
			return nil
		})
		var err error
		for i := 0; i < TileWidth && err == nil; i++ {
			err = b.Add(Hash{})
		}
		tiles := NewBuilder(b.store)
		if again := tiles.AddTile(new([TileWidth]Hash), Hash{}); !errors.Is(err, broken) || !errors.Is(again, broken) {
			t.Errorf("level %d cannot be stored: %v, %v", failing, err, again)
		}
	}
	if LevelSize(9_000_000, 2) != 137 || LevelSize(-1, 0) != 0 || LevelSize(5, 9) != 0 {
		t.Error("LevelSize counts wrong")
	}
}
