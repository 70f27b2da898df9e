package press

import (
	"fmt"
	"io"
	"os"
)

// disk makes files, so that tests can let it fail.
type disk interface {
	create(path string) (file, error)
}

// file is a file being made.
type file interface {
	io.Writer
	io.WriterAt
	io.ReaderAt
	io.Closer
	Sync() error
}

// realDisk is the operating system's.
type realDisk struct{}

func (realDisk) create(path string) (file, error) {
	return os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o644)
}

// writing names an error of writing as ErrWrite.
func writing(name string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w: %s: %w", ErrWrite, name, err)
}

// settle brings a file to the disk and closes it.
func settle(name string, f file, err error) error {
	if err == nil {
		err = f.Sync()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	return writing(name, err)
}

// syncFolder brings a folder's names to the disk.
func syncFolder(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	err = d.Sync()
	if closed := d.Close(); err == nil {
		err = closed
	}
	return err
}
