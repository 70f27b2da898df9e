package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"runtime"
	"strings"

	"tirage/internal/store/rows"
)

// Errors of databases that are opened to be read only.
var (
	ErrVersion = errors.New("store: the tables are not those of this program: open them once with it to bring them up to date, or read them with the program that wrote them")
	ErrLog     = errors.New("store: what was written last stands in a file beside the database (-wal), and cannot be read where nothing can be written: copy the database and that file into a folder of your own")
)

// openToRead opens a database of which nothing is changed, not even its tables brought up to date.
func (s *Store) openToRead(ctx context.Context, dsn string) error {
	if path, ok := strings.CutPrefix(dsn, "sqlite:"); ok {
		if err := s.readSQLite(ctx, path); err != nil {
			return err
		}
	} else if err := s.readPostgres(dsn); err != nil {
		return err
	}
	files, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		return err
	}
	var version int
	if err := s.reader.QueryRowContext(ctx, "select max(version_id) from goose_db_version").Scan(&version); err != nil || version != len(files) {
		return errors.Join(ErrVersion, err)
	}
	s.q, err = rows.Prepare(ctx, s.reader)
	return err
}

// readSQLite opens a file to be read. Beside it SQLite keeps files of who reads and writes: where it cannot, nobody writes either.
func (s *Store) readSQLite(ctx context.Context, path string) error {
	if _, err := os.Stat(path); err != nil {
		return err
	}
	s.engine = engine{}
	err := s.tryToRead(ctx, path, "mode", "ro")
	if err == nil {
		return nil
	}
	if log, missing := os.Stat(path + "-wal"); missing == nil && log.Size() > 0 {
		return errors.Join(ErrLog, err)
	}
	return s.tryToRead(ctx, path, "mode", "ro", "immutable", "1")
}

func (s *Store) tryToRead(ctx context.Context, path string, mode ...string) error {
	query := url.Values{"_pragma": {"busy_timeout(10000)", "query_only(1)", "cache_size(-65536)"}}
	for i := 0; i < len(mode); i += 2 {
		query.Set(mode[i], mode[i+1])
	}
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: path}).EscapedPath()+"?"+query.Encode())
	if err != nil {
		return err
	}
	db.SetMaxOpenConns(max(4, runtime.GOMAXPROCS(0)))
	var tables int64
	if err := db.QueryRowContext(ctx, "select count(*) from sqlite_schema").Scan(&tables); err != nil {
		return errors.Join(fmt.Errorf("%s: %w", path, err), db.Close())
	}
	s.reader, s.writer = db, db
	return nil
}

// readPostgres opens connections that may not write.
func (s *Store) readPostgres(dsn string) error {
	u, err := url.Parse(dsn)
	if err != nil {
		return errors.Join(ErrDatabase) // which shows nothing of the address
	}
	q := u.Query()
	q.Set("default_transaction_read_only", "on")
	u.RawQuery = q.Encode()
	return s.openPostgres(u.String())
}
