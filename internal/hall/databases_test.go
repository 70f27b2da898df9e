package hall

import (
	"path/filepath"
	"testing"
)

// database is one of those that the tests run on.
type database struct {
	name  string
	fresh func(t testing.TB) (dsn string) // of an empty database
}

var onFile = database{"sqlite", func(t testing.TB) string { return "sqlite:" + filepath.Join(t.TempDir(), "house.db") }}

// onEach runs a test on every database there is.
func onEach(t *testing.T, test func(t *testing.T, d database)) {
	for _, d := range databases() {
		t.Run(d.name, func(t *testing.T) { test(t, d) })
	}
}
