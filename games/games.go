// Package games holds the game files that are shipped, each with its test file beside it.
//
// Its invariant: every scratch game that it lists can be printed, and every bingo formula can be played. Reading them is left
// to package gamefile.
package games

import (
	"bytes"
	"embed"
	"io/fs"
	"slices"
	"strings"
)

//go:embed *.yaml
var files embed.FS

// List returns the ids of the shipped scratch games, in alphabetical order.
func List() []string { return list("scratch") }

// Formulas returns the ids of the shipped bingo formulas, in alphabetical order.
func Formulas() []string { return list("bingo") }

// list returns the ids of the files with a line that says this kind.
func list(kind string) []string {
	entries, _ := fs.ReadDir(files, ".") // an embedded directory can always be read
	var ids []string
	for _, e := range entries {
		id, ok := strings.CutSuffix(e.Name(), ".yaml")
		if !ok || strings.HasSuffix(id, ".test") {
			continue
		}
		if src, err := Open(id); err == nil && bytes.Contains(src, []byte("\nkind: "+kind+"\n")) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// Open returns the bytes of a shipped game file of either kind, and fs.ErrNotExist for an id that is in no list.
func Open(id string) ([]byte, error) { return read(id + ".yaml") }

// OpenTest returns the bytes of the test file beside a shipped game file.
func OpenTest(id string) ([]byte, error) { return read(id + ".test.yaml") }

func read(name string) ([]byte, error) {
	if strings.ContainsAny(name, "/\\") {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return files.ReadFile(name)
}
