package store

import (
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
)

// Result codes: of SQLite's constraints, and of PostgreSQL's SQLSTATE.
const (
	sqlitePrimaryKey = 1555
	sqliteUnique     = 2067
	pgUnique         = "23505"
	pgSerialization  = "40001"
	pgDeadlock       = "40P01"
)

// errMoved is that a row is no longer as it was found.
var errMoved = fmt.Errorf("%w (another node changed it)", ErrStale)

// unique reports whether a row broke a unique index, and whether it was one by which nodes meet: that of the idempotency keys, and those
// of what the counter found not there.
func unique(err error) (broke, key bool) {
	var pg *pgconn.PgError
	if errors.As(err, &pg) && pg.Code == pgUnique {
		return true, slices.Contains([]string{"act_key", "claim_pkey", "pack_pkey", "guess_pkey", "sighting_pkey"}, pg.ConstraintName)
	}
	var lite *sqlite.Error
	if errors.As(err, &lite) && (lite.Code() == sqliteUnique || lite.Code() == sqlitePrimaryKey) {
		return true, strings.Contains(lite.Error(), "act.actor, act.key")
	}
	return false, false
}

// again reports whether the same transaction may well pass when it is tried once more: another node has just committed the
// same act, changed the same claim, or stood in the way.
func again(err error) bool {
	if _, key := unique(err); key || errors.Is(err, errMoved) {
		return true
	}
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == pgSerialization || pg.Code == pgDeadlock)
}

// named says what was being done when an error came, and gives the errors of drivers that callers can act upon their name.
func (r reads) named(doing string, err error) error {
	broke, _ := unique(err)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, sql.ErrNoRows):
		return fmt.Errorf("%w (%s)", ErrUnknown, doing)
	case broke:
		return fmt.Errorf("%w (%s)", ErrTaken, doing)
	case r.secret != "" && strings.Contains(err.Error(), r.secret):
		return &hidden{fmt.Sprintf("store: %s: %s", doing, strings.ReplaceAll(err.Error(), r.secret, "xxxxx")), err}
	case strings.HasPrefix(err.Error(), "store: "):
		return err
	}
	return fmt.Errorf("store: %s: %w", doing, err)
}

// hidden is an error whose text showed the password.
type hidden struct {
	text string
	err  error
}

func (h *hidden) Error() string { return h.text }

func (h *hidden) Unwrap() error { return h.err }

// one turns the count of rows that a conditional change touched into an error: other if it found none.
func (r reads) one(doing string, touched int64, err, other error) error {
	switch {
	case err != nil:
		return r.named(doing, err)
	case touched == 0:
		return fmt.Errorf("%w (%s)", other, doing)
	}
	return nil
}
