//go:build readers

package hall

import (
	"context"
	"sync"
	"testing"

	"tirage/internal/store/testdb"
)

var server struct {
	once sync.Once
	*testdb.Server
	err error
}

var onServer = database{"postgres", func(t testing.TB) string {
	t.Helper()
	server.once.Do(func() { server.Server, server.err = testdb.Start(context.Background()) })
	if server.err != nil {
		t.Fatal(server.err)
	}
	dsn, err := server.Database(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return dsn
}}

func databases() []database { return []database{onFile, onServer} }

func stopDatabases() error {
	if server.Server == nil {
		return nil
	}
	return server.Stop()
}
