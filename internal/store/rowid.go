package store

import (
	"io/fs"
	"strings"
)

// withoutRowid is the migrations as SQLite reads them: the mark behind a table, a comment to PostgreSQL, is its option. Rows
// then live in the primary key itself and not beside it, which is a fifth less work for a sale, and nearly half the bytes.
type withoutRowid struct{ fs.FS }

// Open opens a file of migrations, or the folder.
func (w withoutRowid) Open(name string) (fs.File, error) {
	file, err := w.FS.Open(name)
	if err != nil || !strings.HasSuffix(name, ".sql") {
		return file, err
	}
	text, err := fs.ReadFile(w.FS, name)
	if err != nil {
		return nil, err
	}
	return &marked{file, strings.NewReader(strings.ReplaceAll(string(text), "/* without rowid */", "without rowid"))}, nil
}

// marked is a file with another text.
type marked struct {
	fs.File
	text *strings.Reader
}

// Read reads the other text.
func (m *marked) Read(b []byte) (int, error) { return m.text.Read(b) }
