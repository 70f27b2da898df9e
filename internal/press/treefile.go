package press

import (
	"context"
	"io"
	"sync"

	"tirage/fair"
)

const hashSize = 32

// treeBytes is the size of a tree file: its kept levels one after the other, the leaves first.
func treeBytes(size int64) (n int64) {
	for level := 0; fair.LevelSize(size, level) > 0; level++ {
		n += fair.LevelSize(size, level) * hashSize
	}
	return n
}

// treeOffset is where a kept level begins in the file of a tree of this size.
func treeOffset(size int64, level int) (at int64) {
	for l := range level {
		at += fair.LevelSize(size, l) * hashSize
	}
	return at
}

// growTree computes from the leaves at the front of a tree file what must stand behind them, and the root.
func growTree(ctx context.Context, leaves io.ReaderAt, size int64, workers int, progress func(done int64)) (upper []byte, root fair.Hash, err error) {
	upper = make([]byte, treeBytes(size)-size*hashSize)
	tiles, errs := fair.LevelSize(size, 1), make([]error, workers)
	var wait sync.WaitGroup
	for w := range workers {
		first, end := tiles*int64(w)/int64(workers), tiles*int64(w+1)/int64(workers)
		wait.Go(func() { errs[w] = hashTiles(ctx, leaves, first, end, upper) })
	}
	wait.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, root, err
		}
	}
	b := fair.NewBuilder(func(level int, index int64, h fair.Hash) error {
		if level > 1 {
			copy(upper[treeOffset(size, level)-size*hashSize+index*hashSize:], h[:])
		}
		return nil
	})
	var none [fair.TileWidth]fair.Hash // the builder passes leaves on to be stored, nothing else
	for i := range tiles {
		if err := b.AddTile(&none, fair.Hash(upper[i*hashSize:])); err != nil {
			return nil, root, err
		}
	}
	edge := make([]byte, (size-tiles*fair.TileWidth)*hashSize)
	if err := readFull(leaves, edge, tiles*fair.TileWidth*hashSize); err != nil {
		return nil, root, err
	}
	for ; len(edge) > 0; edge = edge[hashSize:] {
		if err := b.Add(fair.Hash(edge)); err != nil {
			return nil, root, err
		}
	}
	progress(size)
	return upper, b.Root(), nil
}

// hashTiles writes the hashes of tiles first up to end to the front of upper.
func hashTiles(ctx context.Context, leaves io.ReaderAt, first, end int64, upper []byte) error {
	var raw [fair.TileWidth * hashSize]byte
	var tile [fair.TileWidth]fair.Hash
	for i := first; i < end; i++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := readFull(leaves, raw[:], i*int64(len(raw))); err != nil {
			return err
		}
		for j := range tile {
			tile[j] = fair.Hash(raw[j*hashSize:])
		}
		h := fair.TileHash(&tile)
		copy(upper[i*hashSize:], h[:])
	}
	return nil
}

// readFull reads all of data from an offset.
func readFull(r io.ReaderAt, data []byte, at int64) error {
	if len(data) == 0 {
		return nil
	}
	n, err := r.ReadAt(data, at)
	if n == len(data) {
		return nil
	}
	if err == nil || err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return err
}
