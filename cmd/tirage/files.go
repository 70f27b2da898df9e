package main

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"tirage/internal/visible"
)

// maxInput bounds what is read from a file or standard input, unless a verb says otherwise: far more than any game file, face or key needs.
const maxInput = 4 << 20

// inputName is what to call an input in a message.
func inputName(path string) string {
	if path == "-" {
		return "standard input"
	}
	return path
}

// readInput reads a file, or standard input for "-".
func readInput(cmd *cobra.Command, path string) ([]byte, error) { return readUpTo(cmd, path, maxInput) }

// readUpTo reads a file, or standard input for "-", of at most so many bytes.
func readUpTo(cmd *cobra.Command, path string, most int64) ([]byte, error) {
	if path == "-" {
		return readAll(cmd.InOrStdin(), path, most)
	}
	return readFile(path, most)
}

// readFile reads a file of at most so many bytes.
func readFile(path string, most int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, hideSecret(err, path)
	}
	defer f.Close()
	return readAll(f, path, most)
}

func readAll(in io.Reader, path string, most int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(in, most+1))
	if err == nil && int64(len(data)) > most {
		err = refuse("%s is larger than %d MiB", inputName(path), most>>20)
	}
	return data, err
}

// hideSecret leaves the path out of an error if somebody wrote a secret where its file belongs.
func hideSecret(err error, path string) error {
	if strings.Contains(path, "KEY") || len(strings.TrimSpace(path)) == 64 && strings.Trim(path, "0123456789abcdefABCDEF \n") == "" {
		return refuse("a secret is not written on the command line, where others can see it: give the path of the file that holds it")
	}
	return err
}

// writeWhole writes a file under another name first, so that what bears its name is whole.
func writeWhole(path string, data []byte) error { return writeFile(path, data, 0o644) }

// writeNew writes a file that replaces nothing.
func writeNew(path string, data []byte) error {
	if err := absent(path); err != nil {
		return err
	}
	return writeWhole(path, data)
}

func writeFile(path string, data []byte, mode fs.FileMode) error {
	if err := regular(path); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return refuse("%s cannot be written: %s", path, err)
	}
	_, err = f.Write(data)
	err = errors.Join(err, f.Chmod(mode), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(refuse("%s was not written: %s", path, err), os.Remove(f.Name()))
	}
	return nil
}

// screen is where a verb writes. What came from files moves no terminal. It keeps the first error, so that a full disk behind a
// redirection is not taken for success.
type screen struct {
	out   io.Writer
	shown visible.Writer
	err   error
}

func newScreen(out io.Writer) *screen { return &screen{out: out, shown: visible.Writer{Out: out}} }

func (s *screen) Write(p []byte) (int, error) {
	n, err := s.shown.Write(p)
	s.err = cmp.Or(s.err, err)
	return n, err
}

// close ends the writing, and gives the first error of it.
func (s *screen) close() error { return cmp.Or(s.err, s.shown.Close()) }

// bare is what is under a screen, for our own bars and bold lines.
func bare(out io.Writer) io.Writer {
	if s, ok := out.(*screen); ok {
		return s.out
	}
	return out
}

// terminal reports whether a writer is a screen that somebody looks at.
func terminal(out io.Writer) bool {
	f, ok := bare(out).(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
