package store

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"testing"
)

// What is opened to be read says what is there, and is not written.
func TestReadOnly(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		dsn := d.fresh(t)
		if s, err := Open(t.Context(), dsn, Options{ReadOnly: true}); err == nil {
			t.Error("an empty database is opened to be read", s.Close())
		}
		house := open(t, dsn, Options{})
		must(t, house.write(t, func(ctx context.Context, tx *Tx) error { return tx.AddPerson(ctx, personNamed("anne")) }))
		read := open(t, dsn, Options{ReadOnly: true}) // while the house is open
		if p, err := read.Person(t.Context(), "anne"); err != nil || p.Login != personNamed("anne").Login {
			t.Errorf("somebody who was written a moment ago: %+v, %v", p, err)
		}
		err := read.View(t.Context(), func(ctx context.Context, v *View) error {
			_, err := v.Journals(ctx)
			return err
		})
		must(t, err)
		if err := read.Write(t.Context(), func(ctx context.Context, tx *Tx) error { return tx.AddPerson(ctx, personNamed("bob")) }); err == nil {
			t.Error("what is opened to be read was written")
		}
		if _, err := house.Person(t.Context(), "bob"); !errors.Is(err, ErrUnknown) {
			t.Errorf("it was: %v", err)
		}
	})
}

// A database of another program is not read by guess.
func TestReadOnlyVersion(t *testing.T) {
	dsn := onFile.fresh(t)
	must(t, open(t, dsn, Options{}).Close())
	db, err := sql.Open("sqlite", "file:"+strings.TrimPrefix(dsn, "sqlite:"))
	must(t, err)
	_, err = db.Exec("insert into goose_db_version (version_id, is_applied) values (99, 1)")
	must(t, errors.Join(err, db.Close()))
	if s, err := Open(t.Context(), dsn, Options{ReadOnly: true}); !errors.Is(err, ErrVersion) {
		t.Error("tables of a later program are read", err, s.Close())
	}
}
