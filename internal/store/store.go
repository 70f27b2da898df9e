package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/pressly/goose/v3"

	"tirage/internal/store/rows"
)

//go:generate env CGO_ENABLED=0 go tool -modfile=../../tools/go.mod sqlc generate

//go:embed migrations/*.sql
var migrations embed.FS

// Options are what a store needs from outside.
type Options struct {
	Now   func() time.Time         // the clock that leases are measured by; nil for time.Now
	Fault func(point string) error // for tests: an error ends the transaction at this point; nil for none

	ReadOnly bool // nothing is written: neither acts nor tables; the database, and its tables as they are now, must exist
}

// Store is an open database. It is safe for concurrent use.
type Store struct {
	reads
	writer *sql.DB // of one connection on SQLite
	reader *sql.DB // the same as writer on PostgreSQL
	engine engine
	now    func() time.Time
	fault  func(point string) error
	remove string // folder of a temporary database

	watchers watchers
}

// engine is what differs between the databases outside the transactions that write acts.
type engine struct {
	bulk    bulk
	dialect goose.Dialect
	schema  func(fs.FS) fs.FS // how the database reads the migrations
	options []goose.ProviderOption
	view    sql.TxOptions // of a View: one moment for all its reads
	notify  string        // tells other nodes, at the commit, that draws have new events; "" where there are none
	listen  func(ctx context.Context, wake func()) error
	secret  string // the password in the address, which no error may show
}

// Open opens the database at an address and brings its tables up to date: "sqlite:PATH" (made if it does not exist),
// "sqlite:" alone for a temporary one that Close removes, or "postgres://…". To be read only, it may be where nothing can be written;
// its tables must be up to date: ErrVersion, ErrLog.
func Open(ctx context.Context, dsn string, o Options) (*Store, error) {
	s := &Store{now: o.Now, fault: o.Fault}
	if s.now == nil {
		s.now = time.Now
	}
	if s.fault == nil {
		s.fault = func(string) error { return nil }
	}
	var err error
	path, onFile := strings.CutPrefix(dsn, "sqlite:")
	onServer := strings.HasPrefix(dsn, "postgres://") || strings.HasPrefix(dsn, "postgresql://")
	switch {
	case !onFile && !onServer:
		err = ErrDatabase
	case o.ReadOnly:
		err = s.openToRead(ctx, dsn)
	case onFile:
		if path == "" {
			if s.remove, err = os.MkdirTemp("", "tirage-"); err != nil {
				return nil, fmt.Errorf("store: %w", err)
			}
			path = filepath.Join(s.remove, "house.db")
		}
		if err == nil {
			err = s.openSQLite(path)
		}
	default:
		err = s.openPostgres(dsn)
	}
	s.secret = s.engine.secret
	if err == nil && !o.ReadOnly {
		err = s.prepare(ctx)
	}
	if err != nil {
		return nil, errors.Join(s.named("open", err), s.Close())
	}
	return s, nil
}

// prepare brings the tables up to date and prepares the statements.
func (s *Store) prepare(ctx context.Context) error {
	err := s.migrate(ctx)
	if err == nil {
		err = s.engine.bulk.prepare(ctx, s.writer)
	}
	if err == nil {
		s.q, err = rows.Prepare(ctx, s.reader)
	}
	return err
}

func (s *Store) migrate(ctx context.Context) error {
	folder, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	provider, err := goose.NewProvider(s.engine.dialect, s.writer, s.engine.schema(folder), s.engine.options...)
	if err != nil {
		return err
	}
	pending, err := provider.HasPending(ctx)
	if err != nil || !pending {
		return err
	}
	_, err = provider.Up(ctx)
	return err
}

// Close closes the database, and removes a temporary one.
func (s *Store) Close() error {
	var errs []error
	if s.reader != nil && s.reader != s.writer {
		errs = append(errs, s.reader.Close())
	}
	if s.writer != nil {
		errs = append(errs, s.writer.Close())
	}
	if s.remove != "" {
		errs = append(errs, os.RemoveAll(s.remove))
	}
	return errors.Join(errs...)
}

// Ping reports whether the database answers.
func (s *Store) Ping(ctx context.Context) error {
	var one int64
	return s.named("ping", s.reader.QueryRowContext(ctx, "select 1").Scan(&one))
}

// View is the database as it was at one moment, for as long as the function given to Store.View runs.
type View struct{ reads }

// View calls do with the database as it is at one moment: all that do reads through the View belongs together.
func (s *Store) View(ctx context.Context, do func(ctx context.Context, v *View) error) error {
	tx, err := s.reader.BeginTx(ctx, &s.engine.view)
	if err != nil {
		return s.named("view", err)
	}
	defer func() { _ = tx.Rollback() }() // it only read
	return do(ctx, &View{reads{q: s.q.WithTx(tx), secret: s.engine.secret}})
}

// Tx is a transaction that may write, for as long as the function it is given to runs. What it reads, it reads as the
// transaction has left it.
type Tx struct {
	reads
	made   rows.DBTX
	notify string
	news   bool // draws have new events
}

func (s *Store) tx(made rows.DBTX) *Tx {
	return &Tx{reads: reads{q: rows.New(made), secret: s.engine.secret}, made: made, notify: s.engine.notify}
}

// wake has those who watch woken once the transaction is committed.
func (t *Tx) wake(ctx context.Context) error {
	if t.news || t.notify == "" {
		t.news = true
		return nil
	}
	_, err := t.made.ExecContext(ctx, t.notify)
	t.news = err == nil
	return err
}

// Write calls do with a transaction and commits it, unless do returns an error. Acts are written by Journal.Commit only.
// do may not use the Store itself: on SQLite that would wait for ever.
func (s *Store) Write(ctx context.Context, do func(ctx context.Context, tx *Tx) error) error {
	tx, err := s.writer.BeginTx(ctx, nil)
	if err != nil {
		return s.named("write", err)
	}
	defer func() { _ = tx.Rollback() }() // nothing is left to roll back after a commit
	made := s.tx(tx)
	if err := do(ctx, made); err != nil {
		return err
	}
	if err := s.fault("write"); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return s.named("write", err)
	}
	if made.news {
		s.watchers.wake()
	}
	return s.fault("written")
}
