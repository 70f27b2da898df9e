// Package golden compares what a test got with a file that a person has looked at.
//
// Its invariant: a comparison never writes, unless the test was started with -update; and a file that is missing is a
// failure. Whether the new contents are right is left to whoever reads the diff before committing it.
package golden

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"unicode/utf8"
)

var update = flag.Bool("update", false, "write golden files anew instead of comparing with them")

// Check fails the test unless got equals the file testdata/name of the package under test. Name is a path with slashes. With
// -update it writes the file instead. It fails at once when the file cannot be read or written; after a difference the test
// goes on.
func Check(t testing.TB, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", filepath.FromSlash(name))
	if *update {
		if err := write(path, got); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("%v: run the test with -update, look at what it wrote, commit it", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	if difference := Difference(want, got); difference != "" {
		t.Errorf("%s: %s; if the new one is right, run the test with -update and commit the file", path, difference)
	}
}

func write(path string, contents []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, contents, 0o644)
}

// Difference says where got first differs from want: the line and its two versions for text, the byte otherwise. It is empty when
// they are equal.
func Difference(want, got []byte) string {
	if bytes.Equal(want, got) {
		return ""
	}
	at := 0
	for at < len(want) && at < len(got) && want[at] == got[at] {
		at++
	}
	if !utf8.Valid(want) || !utf8.Valid(got) {
		return fmt.Sprintf("differs from byte %d on (%d bytes wanted, got %d)", at, len(want), len(got))
	}
	start := bytes.LastIndexByte(want[:at], '\n') + 1
	return fmt.Sprintf("differs in line %d\nwant %s\ngot  %s", 1+bytes.Count(want[:at], []byte("\n")), line(want, start), line(got, start))
}

// line returns the line that starts at byte start, quoted, or says that the text ends there.
func line(text []byte, start int) string {
	if start >= len(text) {
		return "the end"
	}
	first, _, whole := bytes.Cut(text[start:], []byte("\n"))
	if !whole {
		return fmt.Sprintf("%q and the end", first)
	}
	return fmt.Sprintf("%q", first)
}
