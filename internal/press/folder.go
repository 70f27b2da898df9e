package press

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// markerText stands in the marker file.
const markerText = "This folder is an unfinished print run, not a block. If no print run is going on, it may be deleted.\n"

// folder is a block being made: everything happens in "<out>.partial", which is renamed once it is whole.
type folder struct {
	out, path string
	disk      disk
	marker    *os.File
}

// newFolder begins the folder of a block. What an interrupted run of the same block left is thrown away; anything else that stands
// in the way is refused with ErrExists or ErrUnfinished.
func newFolder(out string, d disk, same func(announcement []byte) bool) (*folder, error) {
	f := &folder{out: filepath.Clean(out), disk: d}
	if out == "" || strings.HasSuffix(f.out, partialSuffix) {
		return nil, fmt.Errorf("%w: name a folder for the block, not %q", ErrOptions, out)
	}
	f.path = f.out + partialSuffix
	if _, err := os.Lstat(f.out); err == nil {
		return nil, fmt.Errorf("%w: %s: choose another name, or move it away", ErrExists, f.out)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, writing(f.out, err)
	}
	err := os.Mkdir(f.path, 0o755)
	switch {
	case errors.Is(err, fs.ErrExist):
		err = f.clear(same)
	case errors.Is(err, fs.ErrNotExist) && !isFolder(filepath.Dir(f.out)):
		err = fmt.Errorf("%w: there is no folder %s to make %s in: make it first", ErrOptions, filepath.Dir(f.out), filepath.Base(f.out))
	default:
		err = writing(f.out, err)
	}
	if err != nil {
		return nil, err
	}
	if err := f.begin(); err != nil {
		f.abandon()
		return nil, err
	}
	return f, nil
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// clear removes the leftover of a run that made the same block and is not running any more.
func (f *folder) clear(same func(announcement []byte) bool) error {
	refusal := func(why string) error {
		return fmt.Errorf("%w: %s: %s; if nothing prints there, delete that folder and print again", ErrUnfinished, f.path, why)
	}
	if info, err := os.Lstat(f.path); err != nil || !info.IsDir() {
		return refusal("it is no folder of a print run")
	}
	marker, err := os.OpenFile(filepath.Join(f.path, markerFile), os.O_RDWR, 0)
	if err != nil {
		return refusal("it does not look like a print run")
	}
	defer marker.Close()
	if !lock(marker) {
		return refusal("another print run may still be at work")
	}
	announcement, err := os.ReadFile(filepath.Join(f.path, announcementFile))
	if err == nil && !same(announcement) || err != nil && !errors.Is(err, fs.ErrNotExist) {
		return refusal("it was to be another block")
	}
	if err := os.RemoveAll(f.path); err != nil {
		return writing(f.path, err)
	}
	return writing(f.path, os.Mkdir(f.path, 0o755))
}

func (f *folder) begin() (err error) {
	name := filepath.Join(f.path, markerFile)
	if f.marker, err = os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o644); err != nil {
		return writing(name, err)
	}
	lock(f.marker)
	if _, err = f.marker.WriteString(markerText); err == nil {
		err = f.marker.Sync()
	}
	if err == nil {
		err = os.Mkdir(filepath.Join(f.path, printFolder), 0o755)
	}
	return writing(name, err)
}

// unfinishedSuffix ends the names of print files until the whole block is made: each is complete before the block is, and in a folder that a killed
// run left, nothing may look as if a printer could take it.
const unfinishedSuffix = ".unfinished"

// createPart makes a print file, under a name that says that the block is not made.
func (f *folder) createPart(name string) (file, error) { return f.create(name + unfinishedSuffix) }

// nameParts gives the print files their names.
func (f *folder) nameParts() error {
	at := filepath.Join(f.path, printFolder)
	entries, err := os.ReadDir(at)
	if err != nil {
		return writing(at, err)
	}
	for _, e := range entries {
		name := strings.TrimSuffix(e.Name(), unfinishedSuffix)
		if err := os.Rename(filepath.Join(at, e.Name()), filepath.Join(at, name)); err != nil {
			return writing(name, err)
		}
	}
	return nil
}

// create makes a file of the folder.
func (f *folder) create(name string) (file, error) {
	made, err := f.disk.create(filepath.Join(f.path, filepath.FromSlash(name)))
	return made, writing(name, err)
}

// write makes a whole file of the folder and brings it to the disk.
func (f *folder) write(name string, data []byte) error {
	made, err := f.create(name)
	if err != nil {
		return err
	}
	_, err = made.Write(data)
	return settle(name, made, err)
}

// finish gives the folder its name, after everything in it is on the disk.
func (f *folder) finish() error {
	if err := f.nameParts(); err != nil {
		return err
	}
	if err := syncFolder(filepath.Join(f.path, printFolder)); err != nil {
		return writing(f.path, err)
	}
	f.marker.Close()
	if err := os.Remove(filepath.Join(f.path, markerFile)); err != nil {
		return writing(f.path, err)
	}
	if err := syncFolder(f.path); err != nil {
		return writing(f.path, err)
	}
	if _, err := os.Lstat(f.out); err == nil {
		return fmt.Errorf("%w: %s appeared while the block was printed", ErrExists, f.out)
	}
	if err := os.Rename(f.path, f.out); err != nil {
		return writing(f.out, err)
	}
	return writing(f.out, syncFolder(filepath.Dir(f.out)))
}

// abandon removes what was made.
func (f *folder) abandon() {
	if f.marker != nil {
		f.marker.Close()
	}
	_ = os.RemoveAll(f.path) // what cannot be removed keeps its name and its marker: nobody takes it for a block
}
