// Package games holds the game files that are shipped, each with its test file beside it.
//
// Its invariant: every file that it lists can be printed. Reading them is left to package gamefile.
package games

import (
	"embed"
	"io/fs"
	"slices"
	"strings"
)

//go:embed *.yaml
var files embed.FS

// List returns the ids of the shipped games, in alphabetical order.
func List() []string {
	entries, _ := fs.ReadDir(files, ".") // an embedded directory can always be read
	var ids []string
	for _, e := range entries {
		if id, ok := strings.CutSuffix(e.Name(), ".yaml"); ok && !strings.HasSuffix(id, ".test") {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// Open returns the bytes of a shipped game file, and fs.ErrNotExist for an id that List does not have.
func Open(id string) ([]byte, error) { return read(id + ".yaml") }

// OpenTest returns the bytes of the test file beside a shipped game file.
func OpenTest(id string) ([]byte, error) { return read(id + ".test.yaml") }

func read(name string) ([]byte, error) {
	if strings.ContainsAny(name, "/\\") {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return files.ReadFile(name)
}
