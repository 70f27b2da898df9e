package counter

import (
	"database/sql"
	"fmt"
	"strings"
	"testing"

	"tirage/internal/shop"
	"tirage/ledger"
)

// db opens the database behind the house's back.
func (h *house) db() *sql.DB {
	h.t.Helper()
	driver, dsn := "pgx", h.dsn
	if path, ok := strings.CutPrefix(h.dsn, "sqlite:"); ok {
		driver, dsn = "sqlite", "file:"+path+"?_pragma=busy_timeout(5000)"
	}
	db, err := sql.Open(driver, dsn)
	if err != nil {
		h.t.Fatal(err)
	}
	return db
}

// count counts the rows of a table.
func (h *house) count(table string) (n int) {
	h.t.Helper()
	db := h.db()
	defer db.Close()
	if err := db.QueryRowContext(h.t.Context(), "select count(*) from "+table).Scan(&n); err != nil {
		h.t.Fatal(err)
	}
	return n
}

// sql changes the database.
func (h *house) sql(statement string, args ...any) {
	h.t.Helper()
	db := h.db()
	defer db.Close()
	if _, err := db.ExecContext(h.t.Context(), statement, args...); err != nil {
		h.t.Fatal(err)
	}
}

// faults are the names of what a verification finds.
func (h *house) faults() map[string]int {
	h.t.Helper()
	names := map[string]int{}
	if _, err := shop.Verify(h.t.Context(), h.store, nil, func(f *ledger.Fault) { names[f.Name]++ }, nil); err != nil {
		h.t.Fatal(err)
	}
	return names
}

// Whoever can write the database has no claim paid for which there was no ticket, and leaves a trail.
func TestInsiderMakesNoClaim(t *testing.T) {
	h, bob, _ := selling(t, options{})
	none, small, paid := h.paper(0, 0), h.paper(10_00, 0), h.paper(20_00, 0)
	h.pay(bob, "p", paid.look())
	r := h.reserve(bob, "r", small.look())
	h.sound()
	for name, change := range map[string]string{
		"a greater lot":         `update claim set lot = 3, composition = 3, amount = 2000 where reference = ?`,
		"a greater amount":      `update claim set amount = 2000 where reference = ?`,
		"another person's":      `update claim set actor = 'somebodyelsehere' where reference = ?`,
		"a ticket that loses":   `update claim set position = ` + fmt.Sprint(none.Position) + ` where reference = ?`,
		"a lot that is not one": `update claim set lot = 40, amount = 2000 where reference = ?`,
	} {
		h.sql(`create table kept as select * from claim`)
		h.sql(change, r.Reference)
		if h.faults()["claim_differs"] == 0 && name != "a greater amount" {
			t.Errorf("%s is not found", name)
		}
		p, err := h.Confirm(t.Context(), bob, "c", r.Reference)
		if refused := shop.RefusalName(err); refused != "ticket_doubted" && refused != "reservation_over" && refused != "unknown_reservation" {
			t.Errorf("%s is paid: %+v, %v", name, p, err)
		}
		h.sql(`delete from claim`)
		h.sql(`insert into claim select * from kept`)
		h.sql(`drop table kept`)
	}
	h.sound()
	for name, change := range map[string]string{
		"unpaid":              `update claim set state = 'reserved' where state = 'paid'`,
		"forgotten":           `delete from claim where state = 'paid'`,
		"by another":          `update claim set actor = 'somebodyelsehere' where state = 'paid'`,
		"of another lot":      `update claim set lot = 4 where state = 'paid'`,
		"paid without an act": `update claim set state = 'paid' where state = 'reserved'`,
	} {
		h.sql(`create table kept as select * from claim`)
		h.sql(change)
		if h.faults()["claim_differs"] == 0 {
			t.Errorf("%s is not found", name)
		}
		h.sql(`delete from claim`)
		h.sql(`insert into claim select * from kept`)
		h.sql(`drop table kept`)
	}
	// A ticket whose payment was taken out of its row is paid again, and that is found.
	h.sql(`delete from claim where state = 'paid'`)
	h.pay(bob, "again", paid.look())
	if h.faults()["paid_twice"] != 1 {
		t.Errorf("a ticket that was paid twice: %v", h.faults())
	}
}
