package keeper

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// ErrDamaged reports a folder that holds what no crash can leave: somebody or something changed it. It is put right from a copy.
var ErrDamaged = errors.New("keeper: the keeper's folder is damaged")

// The record of what was told is two files. "told" holds the sales, 48 bytes each, by position. "heads" holds, after each group, the
// number told and the chain: it says which sales were taken whole. Both are on the disk before a group is acknowledged, and the next
// group is not begun before that; so a crash can leave at most one group that is in one file and not, or not whole, in the other. It was
// never acknowledged, and is cut.
const headSize = 8 + 32

func appendHead(dst []byte, c Chain) []byte {
	return append(binary.BigEndian.AppendUint64(dst, uint64(c.Told)), c.Hash[:]...)
}

func appendSale(dst []byte, s *Sale) []byte {
	return append(append(dst, s.Owner[:]...), s.Digest[:]...)
}

func parseSale(raw []byte) (s Sale) {
	copy(s.Owner[:], raw)
	copy(s.Digest[:], raw[len(s.Owner):])
	return s
}

// sound is what the two files hold that was taken whole.
type sound struct {
	chain Chain
	heads int64 // number of whole groups
	torn  bool  // the files hold more than that: to be cut
}

// readTold reads both files and recomputes the chain over every sale.
func readTold(dir, id string, online int64) (sound, error) {
	s := sound{chain: NewChain(id)}
	heads, err := os.Open(filepath.Join(dir, headsFile))
	if err != nil {
		return s, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	defer heads.Close()
	told, err := os.Open(filepath.Join(dir, toldFile))
	if err != nil {
		return s, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	defer told.Close()
	toldBytes, err := told.Stat() // before the heads, so that of a folder at work no sales are seen whose groups are not
	if err != nil {
		return s, err
	}
	headBytes, err := heads.Stat()
	if err != nil {
		return s, err
	}
	count := headBytes.Size() / headSize
	sales, groups := bufio.NewReaderSize(told, 1<<20), bufio.NewReaderSize(heads, 1<<16)
	for s.heads < count {
		next, err := readGroup(groups, sales, s.chain, online)
		if errors.Is(err, errNotWhole) {
			break
		}
		if err != nil {
			return s, err
		}
		s.chain = next
		s.heads++
	}
	more := toldBytes.Size() - s.chain.Told*SaleSize
	if s.heads < count-1 || more > MaxSales*SaleSize {
		return s, fmt.Errorf("%w: %s: the chain breaks after %d sales and %d groups, and more follows than one group",
			ErrDamaged, dir, s.chain.Told, s.heads)
	}
	s.torn = more > 0 || headBytes.Size() != s.heads*headSize
	return s, nil
}

var errNotWhole = errors.New("keeper: this group was not taken whole")

// readGroup reads one head and the sales up to it, and gives the chain after them; errNotWhole if they do not belong together.
func readGroup(heads, sales io.Reader, c Chain, online int64) (Chain, error) {
	var head [headSize]byte
	if _, err := io.ReadFull(heads, head[:]); err != nil {
		return c, err
	}
	end := binary.BigEndian.Uint64(head[:])
	if end <= uint64(c.Told) || end > uint64(c.Told)+MaxSales || end > uint64(online) {
		return c, errNotWhole
	}
	var raw [SaleSize]byte
	for c.Told < int64(end) {
		switch _, err := io.ReadFull(sales, raw[:]); {
		case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
			return c, errNotWhole
		case err != nil:
			return c, err
		}
		c.Add(parseSale(raw[:]))
	}
	if string(head[8:]) != string(c.Hash[:]) {
		return c, errNotWhole
	}
	return c, nil
}

// record is both files of a block at work. Its caller lets one goroutine at a time in.
type record struct {
	told, heads *os.File
	groups      int64
	broken      bool // a sync failed: what is on the disk is unknown until the files are read again
	fault       func(point string) error
}

// errBroken reports a record that takes nothing any more.
var errBroken = fmt.Errorf("%w: the disk failed; start the keeper again, once the disk is sound", ErrSilent)

// openRecord opens the files to be written and cuts them to what is sound.
func openRecord(dir string, s sound, fault func(string) error) (*record, error) {
	told, err := openCut(filepath.Join(dir, toldFile), s.chain.Told*SaleSize)
	if err != nil {
		return nil, err
	}
	heads, err := openCut(filepath.Join(dir, headsFile), s.heads*headSize)
	if err != nil {
		told.Close()
		return nil, err
	}
	return &record{told: told, heads: heads, groups: s.heads, fault: fault}, nil
}

// openCut opens a file and cuts it to a size, on the disk: what it keeps may have been written by a process that was killed before it
// could sync, and is acknowledged from now on.
func openCut(path string, size int64) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(f.Truncate(size), f.Sync()); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// write adds the sales behind the chain before, which lead to the chain after, and returns when both files are on the disk. On an error
// nothing was added, as far as the next write is concerned.
func (r *record) write(before, after Chain, sales []Sale) error {
	if r.broken {
		return errBroken
	}
	raw := make([]byte, 0, len(sales)*SaleSize)
	for i := range sales {
		raw = appendSale(raw, &sales[i])
	}
	err := r.put(r.told, "told", raw, before.Told*SaleSize)
	if err == nil {
		err = r.put(r.heads, "heads", appendHead(nil, after), r.groups*headSize)
	}
	if err != nil { // a full disk, most often: take back what was written, so that a later, larger disk goes on
		back := errors.Join(r.told.Truncate(before.Told*SaleSize), r.heads.Truncate(r.groups*headSize))
		r.broken = back != nil
		return fmt.Errorf("%w: %w", ErrSilent, err)
	}
	done := make(chan error, 1)
	go func() { done <- r.sync(r.heads, "heads synced") }()
	err = r.sync(r.told, "told synced")
	if err = errors.Join(err, <-done); err != nil {
		r.broken = true
		return fmt.Errorf("%w: %w", errBroken, err)
	}
	r.groups++
	return nil
}

func (r *record) put(f *os.File, point string, data []byte, at int64) error {
	if err := r.fault(point); err != nil {
		return err
	}
	_, err := f.WriteAt(data, at)
	return err
}

func (r *record) sync(f *os.File, point string) error {
	if err := f.Sync(); err != nil {
		return err
	}
	return r.fault(point)
}

// sales reads what was told at the positions from … from+n-1.
func (r *record) sales(from, n int64) ([]Sale, error) {
	raw := make([]byte, n*SaleSize)
	if _, err := r.told.ReadAt(raw, from*SaleSize); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSilent, err)
	}
	list := make([]Sale, n)
	for i := range list {
		list[i] = parseSale(raw[i*SaleSize:])
	}
	return list, nil
}

// chainAt gives the chain over the first told sales, from the last group that ends at them or before.
func (r *record) chainAt(id string, told int64) (Chain, error) {
	c := NewChain(id)
	low, high := int64(0), r.groups // heads before low end at told or before, those from high on after it
	for low < high {
		middle := (low + high) / 2
		var head [headSize]byte
		if _, err := r.heads.ReadAt(head[:], middle*headSize); err != nil {
			return c, fmt.Errorf("%w: %w", ErrSilent, err)
		}
		if end := int64(binary.BigEndian.Uint64(head[:])); end <= told {
			c.Told = end
			copy(c.Hash[:], head[8:])
			low = middle + 1
		} else {
			high = middle
		}
	}
	rest, err := r.sales(c.Told, told-c.Told)
	c.Add(rest...)
	return c, err
}

func (r *record) close() error { return errors.Join(r.told.Close(), r.heads.Close()) }
