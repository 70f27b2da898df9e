package fair

import (
	"errors"
	"fmt"
	"math/bits"

	"golang.org/x/mod/sumdb/tlog"
)

// Hash is a SHA-256 hash of the tree. As text it is base64.
type Hash = tlog.Hash

// Proof is the inclusion proof of one leaf: the hashes beside its way to the root, the lowest first (RFC 6962, section
// 2.1.1). It tells nothing of other leaves.
type Proof = tlog.RecordProof

// The tree is that of RFC 6962 (section 2.1) and of golang.org/x/mod/sumdb/tlog. It is kept by tiles of height 8: kept
// level 0 is the leaf hashes, and hash i of kept level l is that of the complete subtree over the 256^l leaves from
// i·256^l on. Subtrees that are not complete are not kept: the hashes of the right edge are made from lower levels.
const (
	tileHeight = 8
	// TileWidth is how many hashes of one kept level make one hash of the next.
	TileWidth = 1 << tileHeight
	// MaxLeaves bounds the size of a tree.
	MaxLeaves = int64(1) << 40
)

// What the tree refuses.
var (
	// ErrTree reports a size, leaf number or hash that cannot be of the tree in question.
	ErrTree = errors.New("fair: no such place in the tree")
	// ErrProof reports a proof that does not lead from the leaf to the root.
	ErrProof = errors.New("fair: the proof does not lead to the root")
)

// Leaf returns the leaf hash of data: SHA-256(0x00 ‖ data).
func Leaf(data []byte) Hash { return tlog.RecordHash(data) }

// LevelSize returns how many hashes of a kept level a tree of size leaves has: size / 256^level, rounded down.
func LevelSize(size int64, level int) int64 {
	if level < 0 || level > 7 || size < 0 {
		return 0
	}
	return size >> (tileHeight * level)
}

// Builder makes a tree from its leaf hashes in their order, keeping one hash per level in memory. Its zero value is an
// empty tree whose hashes are not stored.
type Builder struct {
	store func(level int, index int64, h Hash) error
	size  int64
	edge  [64]Hash // edge[b], where bit b of size is set: the hash of a complete subtree of 2^b leaves
}

// NewBuilder returns the builder of an empty tree. It hands each hash to be kept to store, where that is not nil: each
// kept level in the order of its indexes, and a hash of a level after the 256 hashes under it.
func NewBuilder(store func(level int, index int64, h Hash) error) *Builder {
	return &Builder{store: store}
}

// Add appends a leaf hash. It returns the error of store, after which the builder must not be used, or ErrTree when the
// tree is full.
func (b *Builder) Add(h Hash) error {
	if b.size >= MaxLeaves {
		return fmt.Errorf("%w: it has %d leaves already", ErrTree, b.size)
	}
	n := b.size
	b.size++
	if b.store != nil {
		if err := b.store(0, n, h); err != nil {
			return err
		}
	}
	return b.climb(n, 0, h)
}

// AddTile appends 256 leaf hashes whose TileHash is known, so that it can be computed elsewhere. The size of the tree
// must be a multiple of 256. It returns the errors of Add.
func (b *Builder) AddTile(leaves *[TileWidth]Hash, tile Hash) error {
	if b.size%TileWidth != 0 || b.size >= MaxLeaves {
		return fmt.Errorf("%w: a tile after %d leaves", ErrTree, b.size)
	}
	if b.store != nil {
		for i, h := range leaves {
			if err := b.store(0, b.size+int64(i), h); err != nil {
				return err
			}
		}
		if err := b.store(1, b.size>>tileHeight, tile); err != nil {
			return err
		}
	}
	n := b.size
	b.size += TileWidth
	return b.climb(n, tileHeight, tile)
}

// climb joins the hash of the 2^bit leaves from leaf n on with its complete neighbours on the left.
func (b *Builder) climb(n int64, bit int, h Hash) error {
	for ; n>>bit&1 == 1; bit++ {
		h = tlog.NodeHash(b.edge[bit], h)
		if (bit+1)%tileHeight == 0 && b.store != nil {
			if err := b.store((bit+1)/tileHeight, n>>(bit+1), h); err != nil {
				return err
			}
		}
	}
	b.edge[bit] = h
	return nil
}

// Size returns the number of leaves added.
func (b *Builder) Size() int64 { return b.size }

// Root returns the hash of the tree of the leaves added so far; that of the empty tree is the SHA-256 of nothing.
func (b *Builder) Root() Hash {
	root, found := Hash{}, false
	for bit := range b.edge {
		switch {
		case b.size>>bit&1 == 0:
		case found:
			root = tlog.NodeHash(b.edge[bit], root)
		default:
			root, found = b.edge[bit], true
		}
	}
	if !found {
		root, _ = tlog.TreeHash(0, nil)
	}
	return root
}

// Edge returns the hashes of the complete subtrees that the tree is made of, the greatest first: one for each bit of its size. With the
// size they are all that ResumeBuilder needs.
func (b *Builder) Edge() []Hash {
	var edge []Hash
	for bit := len(b.edge) - 1; bit >= 0; bit-- {
		if b.size>>bit&1 == 1 {
			edge = append(edge, b.edge[bit])
		}
	}
	return edge
}

// ResumeBuilder returns the builder of a tree of so many leaves with this Edge, whose hashes are not stored. It refuses with ErrTree an
// edge of another size.
func ResumeBuilder(size int64, edge []Hash) (*Builder, error) {
	if size < 0 || size > MaxLeaves || bits.OnesCount64(uint64(size)) != len(edge) {
		return nil, fmt.Errorf("%w: %d hashes are not the edge of %d leaves", ErrTree, len(edge), size)
	}
	b := &Builder{size: size}
	for bit := len(b.edge) - 1; bit >= 0; bit-- {
		if size>>bit&1 == 1 {
			b.edge[bit], edge = edge[0], edge[1:]
		}
	}
	return b, nil
}

// TileHash returns the hash of the complete subtree over the 256 hashes of a tile.
func TileHash(hashes *[TileWidth]Hash) Hash {
	work := *hashes
	return fold(work[:])
}

// fold returns the hash over a power of two of hashes, and overwrites them.
func fold(hashes []Hash) Hash {
	for n := len(hashes) / 2; n > 0; n /= 2 {
		for i := range n {
			hashes[i] = tlog.NodeHash(hashes[2*i], hashes[2*i+1])
		}
	}
	return hashes[0]
}

// ReadHash returns hash index of a kept level of a stored tree, or an error.
type ReadHash func(level int, index int64) (Hash, error)

// ReadHashes makes a HashReader, from which tlog computes roots, inclusion proofs and consistency proofs, of a stored
// tree. A node between kept levels is made from at most 128 hashes of the level below it.
func (read ReadHash) ReadHashes(indexes []int64) ([]Hash, error) {
	hashes := make([]Hash, len(indexes))
	work := make([]Hash, TileWidth/2)
	for i, stored := range indexes {
		bit, n := tlog.SplitStoredHashIndex(stored)
		under := work[:1<<(bit%tileHeight)]
		for j := range under {
			h, err := read(bit/tileHeight, n<<(bit%tileHeight)+int64(j))
			if err != nil {
				return nil, err
			}
			under[j] = h
		}
		hashes[i] = fold(under)
	}
	return hashes, nil
}

// Root returns the hash of the tree of the first size leaves of a stored tree, or the error of read.
func Root(size int64, read ReadHash) (Hash, error) {
	if size < 0 || size > MaxLeaves {
		return Hash{}, fmt.Errorf("%w: a tree of %d leaves", ErrTree, size)
	}
	return tlog.TreeHash(size, read)
}

// Prove returns the proof that leaf n is in the tree of the first size leaves of a stored tree. It reads at most 255
// hashes of each kept level. It returns ErrTree for a leaf outside the tree, or the error of read.
func Prove(n, size int64, read ReadHash) (Proof, error) {
	if n < 0 || n >= size || size > MaxLeaves {
		return nil, fmt.Errorf("%w: leaf %d of %d", ErrTree, n, size)
	}
	return tlog.ProveRecord(size, n, read)
}

// Verify checks a proof that leaf n of the tree of size leaves with this root is the given leaf hash. It returns ErrTree
// for a leaf outside the tree and ErrProof for a proof that fails. Size and root must come from one signed statement: a
// proof alone cannot tell 299 leaves from 300 where the way to the root is the same.
func Verify(proof Proof, size int64, root Hash, n int64, leaf Hash) error {
	if n < 0 || n >= size || size > MaxLeaves {
		return fmt.Errorf("%w: leaf %d of %d", ErrTree, n, size)
	}
	if tlog.CheckRecord(proof, size, root, n, leaf) != nil {
		return fmt.Errorf("%w: leaf %d of %d", ErrProof, n, size)
	}
	return nil
}
