//go:build readers

package store

import (
	"context"
	flags "flag"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"tirage/internal/store/testdb"
)

var server struct {
	once sync.Once
	*testdb.Server
	err error
}

func TestMain(m *testing.M) {
	code := m.Run()
	if server.Server != nil {
		if err := server.Stop(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	os.Exit(code)
}

var onServer = database{"postgres", func(t testing.TB) string {
	t.Helper()
	server.once.Do(func() {
		var settings []string
		if flags.Lookup("test.bench").Value.String() == "" {
			settings = []string{"fsync=off"} // what is tested here is not the loss of power
		}
		server.Server, server.err = testdb.Start(context.Background(), settings...)
	})
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

// TestPasswordsStayHidden looks for the password in whatever goes wrong.
func TestPasswordsStayHidden(t *testing.T) {
	good := onServer.fresh(t)
	for name, dsn := range map[string]string{
		"no such database": strings.Replace(good, "/house", "/none", 1),
		"no such server":   strings.Replace(good, "host=", "host=%2Fnowhere", 1),
		"no such option":   good + "&connect_timeout=" + testdb.Password,
		"not an address":   strings.Replace(good, "@/", "@[/", 1),
	} {
		if s, err := Open(t.Context(), dsn, Options{}); err == nil {
			t.Errorf("%s: opened", name)
			s.Close()
		} else if strings.Contains(err.Error(), testdb.Password) {
			t.Errorf("%s: the error shows the password: %v", name, err)
		}
	}
	s := open(t, good, Options{})
	if _, err := s.writer.ExecContext(t.Context(), "select '"+testdb.Password+"' / 0"); err == nil {
		t.Error("text was divided")
	} else if err = s.named("divide", err); strings.Contains(err.Error(), testdb.Password) {
		t.Errorf("the error shows the password: %v", err)
	}
}
