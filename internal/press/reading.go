package press

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"filippo.io/age"
)

// smallBytes bounds the files that are read whole: notes, game file, plan, keys.
const smallBytes = 8 << 20

// rowBytes bounds what a print file may take for each ticket.
const rowBytes = 4096

// ErrUnreadable reports a file that the caller may not read: it says nothing about the block.
var ErrUnreadable = errors.New("press: a file of the block cannot be read")

// reading is the folder of a block being read. Nothing outside it is reached, whatever links it holds.
type reading struct{ root *os.Root }

// openBlock opens a folder. It refuses with ErrUnfinished or ErrBlock.
func openBlock(dir string) (*reading, error) {
	if err := unfinished(dir); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: there is no folder %s", ErrBlock, dir)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBlock, err)
	}
	return &reading{root}, nil
}

func (r *reading) close() { r.root.Close() }

// readable refuses a folder of which something may not be read, with ErrUnreadable, before that looks like a difference.
func (r *reading) readable() error {
	names, err := r.names()
	for _, name := range names {
		f, failed := r.open(name)
		if failed == nil {
			f.Close()
		} else if errors.Is(failed, fs.ErrPermission) {
			err = failed
			break
		}
	}
	if folder := (*fs.PathError)(nil); errors.As(err, &folder) {
		err = fmt.Errorf("%s: %w", folder.Path, folder.Err) // not err: it names a system call
	}
	if errors.Is(err, fs.ErrPermission) {
		return fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	return nil
}

// open opens a regular file: nothing else is waited for.
func (r *reading) open(name string) (*os.File, error) {
	info, err := r.root.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w", name, fs.ErrNotExist) // not err: it names a system call
	}
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file", name)
	}
	f, err := r.root.Open(name)
	if errors.Is(err, fs.ErrPermission) {
		err = fmt.Errorf("%s: %w", name, fs.ErrPermission) // nor here
	}
	return f, err
}

// small reads a small file whole.
func (r *reading) small(name string) ([]byte, error) {
	f, err := r.open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, smallBytes+1))
	if err == nil && len(data) > smallBytes {
		err = fmt.Errorf("%s has more than %d bytes", name, smallBytes)
	}
	return data, err
}

// names lists the files of the folder, those of the print folder with its name before theirs.
func (r *reading) names() (names []string, err error) {
	err = fs.WalkDir(r.root.FS(), ".", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case !entry.IsDir():
			names = append(names, path)
		case path != "." && path != printFolder:
			names = append(names, path+"/")
			return fs.SkipDir
		}
		return nil
	})
	slices.Sort(names)
	return names, err
}

// part reads a print file into a buffer, opened with the printer's identity unless that is nil. It gives an error for a file that is
// larger than so many tickets can make it.
func (r *reading) part(name string, rows int, identity age.Identity, into *bytes.Buffer) error {
	f, err := r.open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	var source io.Reader = f
	if identity != nil {
		if source, err = age.Decrypt(f, identity); err != nil {
			return fmt.Errorf("the printer's identity does not open it: %w", err)
		}
	}
	most := int64(rows)*rowBytes + smallBytes
	into.Reset()
	n, err := into.ReadFrom(io.LimitReader(source, most+1))
	if err == nil && n > most {
		err = fmt.Errorf("it has more than %d bytes", most)
	}
	return err
}

// unfinished tells the name of a folder that a print run did not finish.
func unfinished(dir string) error {
	_, err := os.Lstat(filepath.Join(dir, markerFile))
	if strings.HasSuffix(filepath.Clean(dir), partialSuffix) || err == nil {
		return fmt.Errorf("%w: %s: print it again with the same seeds, which makes the same block", ErrUnfinished, dir)
	}
	if _, err := os.Lstat(filepath.Clean(dir) + partialSuffix); err == nil {
		if _, err := os.Lstat(dir); errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("%w: %s: print it again with the same seeds, which makes the same block", ErrUnfinished, filepath.Clean(dir)+partialSuffix)
		}
	}
	return nil
}
