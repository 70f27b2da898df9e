package counter

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tirage/internal/press"
	"tirage/money"
	"tirage/retail"
	"tirage/seal"
)

// another prints a specimen of the small game for another issue.
func another(t testing.TB, issue uint16) string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "block")
	_, err := press.Print(t.Context(), []byte(smallGame), press.Options{
		Out: folder, Issue: issue, Number: 1, Online: smallOnline, Specimen: true, SeedA: seal.NewSeed([32]byte{1, byte(issue)}), SeedB: seal.NewSeed([32]byte{2, byte(issue)}),
	})
	if err != nil {
		t.Fatal(err)
	}
	return folder
}

// done fails the test for an error.
func (h *house) done(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

// full is a house in whose counter everything has happened: issues that are open, closed and lapsed, packs in every state, claims in every
// state and by every way to it, files, and published seeds.
func full(t testing.TB, o options) *house {
	h, bob, eve := selling(t, o)
	ctx := t.Context()
	n := map[money.Cents]int{}
	next := func(amount money.Cents) ticket { n[amount]++; return h.paper(amount, n[amount]-1) }

	h.pay(bob, "bob", ptr(next(20_00)).look())
	h.pay(h.operator, "centre", ptr(next(100_00)).look())
	h.reserve(eve, "reserved", ptr(next(20_00)).look())
	again := next(20_00)
	h.reserve(eve, "first", again.look())
	h.reserve(eve, "second", again.look())
	free := h.reserve(eve, "free", ptr(next(20_00)).look())
	_, err := h.Cancel(ctx, eve, "cancel", free.Reference)
	h.done(err)

	h.filed("open", next(500_00))
	h.done(h.approve(PayFile, payFile(h.filed("paid", next(500_00)).ID, true)))
	refused := h.filed("refused", next(500_00)).ID
	h.done(h.approve(PayFile, payFile(refused, false)))
	h.done(h.EraseFile(ctx, h.operator, refused, "asked to"))
	for _, way := range []string{"filed", "lifted"} {
		opposed := next(500_00)
		h.filed(way, opposed)
		_, err = h.Oppose(ctx, h.operator, "oppose-"+strings.Fields(way)[0], Opposition{opposed.serial, "it was stolen (they say)"})
		h.done(err)
		if way == "lifted" {
			h.done(h.approve(LiftOpposition, fmt.Sprintf(`{"ticket":%q}`, opposed.serial)))
		}
	}
	for _, way := range []string{"opposed", "free again"} {
		opposed := next(20_00)
		_, err = h.Oppose(ctx, h.operator, "oppose-"+strings.Fields(way)[0], Opposition{opposed.serial, "it was stolen"})
		h.done(err)
		if way == "free again" {
			h.done(h.approve(LiftOpposition, fmt.Sprintf(`{"ticket":%q}`, opposed.serial)))
		}
	}
	h.move(h.operator, retail.Settled, bob, 40, 44)
	_, err = h.Misprint(ctx, bob, "refund", h.misprint(h.loser(41, 0), Refund))
	h.done(err)
	h.done(h.approve(RefundTicket, fmt.Sprintf(`{"ticket":%q}`, next(20_00).serial)))
	given := map[string]ticket{"exchange": h.at(60 * smallPack), "claimed": h.at(winning(h, 61))}
	for n, way := range []string{"exchange", "claimed"} {
		m := h.misprint(h.loser(42, n), Exchange)
		m.Replacement = given[way].serial
		_, err = h.Misprint(ctx, bob, way, m)
		h.done(err)
	}
	h.reserve(bob, "given", ptr(given["claimed"]).look())

	h.move(bob, retail.Lost, bob, 44, 44)
	h.move(eve, retail.Stolen, eve, 99, 99)
	_, err = h.SetRetailer(ctx, h.operator, "less", Terms{Person: eve.Person, Commission: 40_000, Limit: 50_00, Reason: "a bad shop"})
	h.done(err)
	_, err = h.Collect(ctx, h.operator, "collect", Collection{Retailer: bob.Person, Amount: 100_00, Play: true})
	h.done(err)

	first := h.block
	for i, states := range [][]retail.PackState{{retail.Received, retail.Confirmed, retail.Returned}, nil} {
		h.block = h.register(another(t, uint16(i+1)))
		_, err = h.OpenIssue(ctx, h.operator, fmt.Sprint("open", i), h.block.Issue(), "another notice")
		h.done(err)
		for i, state := range states {
			at := int64(50 + i)
			h.move(h.operator, retail.Received, bob, at, at)
			if state == retail.Confirmed {
				h.move(bob, state, bob, at, at)
			}
			if state == retail.Returned {
				h.move(h.operator, state, bob, at, at)
			}
		}
	}
	h.block = first
	h.clock.set(h.closeIssue())
	h.done(h.Lapse(ctx))
	h.done(h.approve(CloseIssue, fmt.Sprintf(`{"issue":"0007-02","notice":"notice of closing","day":%q}`, retail.ParisDay(h.shop.Time()))))
	a, b, err := h.stock.Seeds()
	h.done(err)
	h.done(h.approve(PublishSeeds, fmt.Sprintf(`{"block":%q,"seed_a":%q,"seed_b":%q}`, first, a.Hex(), b.Hex())))
	return h
}

// tampered is a table of the counter.
type tampered struct {
	name, fault string
	key         []string // its columns
	beside      []string // columns that must be changed too in a copy of a row
}

var tables = []tampered{
	{"issue", "issue_differs", []string{"id"}, nil},
	{"retailer", "retailer_differs", []string{"person"}, nil},
	{"pack", "pack_differs", []string{"block", "pack"}, nil},
	{"claim", "claim_differs", []string{"block", "position"}, []string{"reference"}},
	{"claim_file", "file_differs", []string{"id"}, []string{"position"}},
	{"block_seeds", "seeds_differ", []string{"block"}, nil},
}

// columns reads the names of a table's columns and its rows.
func (h *house) columns(table string) (names []string, rows [][]any) {
	h.t.Helper()
	db := h.db()
	defer db.Close()
	read, err := db.QueryContext(h.t.Context(), "select * from "+table)
	h.done(err)
	defer read.Close()
	names, err = read.Columns()
	h.done(err)
	for read.Next() {
		row, to := make([]any, len(names)), make([]any, len(names))
		for i := range row {
			to[i] = &row[i]
		}
		h.done(read.Scan(to...))
		rows = append(rows, row)
	}
	h.done(read.Err())
	return names, rows
}

// literal writes a value in SQL.
func (h *house) literal(v any) string {
	switch v := v.(type) {
	case int64:
		return fmt.Sprint(v)
	case string:
		return "'" + strings.ReplaceAll(v, "'", "''") + "'"
	case []byte:
		if strings.HasPrefix(h.dsn, "sqlite:") {
			return fmt.Sprintf("x'%x'", v)
		}
		return fmt.Sprintf(`'\x%x'`, v)
	}
	h.t.Fatalf("a column has a value %T", v)
	return ""
}

// others are other values for a column; of a key, one that no row has.
func others(v any, key bool) []any {
	switch v := v.(type) {
	case int64:
		switch {
		case key:
			return []any{v + 5000}
		case v == 0:
			return []any{int64(1)}
		}
		return []any{v + 1, int64(0)}
	case string:
		if v == "" {
			return []any{"x"}
		}
		return []any{v + "x"}
	case []byte:
		changed := slices.Clone(v)
		changed[0] ^= 1
		return []any{changed}
	}
	return nil
}

// behind changes the database behind the house's back, without its rules.
func (h *house) behind(db *sql.DB, statements ...string) {
	h.t.Helper()
	tx, err := db.BeginTx(h.t.Context(), nil)
	h.done(err)
	if !strings.HasPrefix(h.dsn, "sqlite:") {
		statements = append([]string{"set local session_replication_role = replica"}, statements...)
	}
	for _, s := range statements {
		if _, err := tx.ExecContext(h.t.Context(), s); err != nil {
			h.t.Fatalf("%s: %v", s, err)
		}
	}
	h.done(tx.Commit())
}

// states are what rows of a table may be, for those who make a row pretend.
var states = map[string][]string{
	"issue": {"open", "closed", "lapsed"},
	"pack":  {"received", "confirmed", "active", "settled", "returned", "lost", "stolen"},
	"claim": {"free", "reserved", "paid", "filed", "opposed", "refunded", "exchanged"}, "claim_file": {"open", "paid", "refused"},
}

// sample reads the rows of a table that are to be changed: one in every state.
func (h *house) sample(table *tampered, seen map[string]bool) (names []string, rows [][]any) {
	names, all := h.columns(table.name)
	state := slices.Index(names, "state")
	for _, row := range all {
		if state >= 0 {
			kind := table.name + " " + fmt.Sprint(row[state])
			if seen[kind] {
				continue
			}
			seen[kind] = true
		}
		rows = append(rows, row)
	}
	return names, rows
}

// where finds a row, of which a column may have been changed.
func (h *house) where(table *tampered, names []string, row []any, changed string, to any) string {
	var t []string
	for _, k := range table.key {
		v := row[slices.Index(names, k)]
		if k == changed {
			v = to
		}
		t = append(t, k+" = "+h.literal(v))
	}
	return " where " + strings.Join(t, " and ")
}

// TestTamperedRows changes every column of every table of the counter behind the house's back, of rows in every state, takes rows away and adds
// others, while every chain and every balance stays as it is: each is named, but for personal data.
func TestTamperedRows(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		h := full(t, options{dsn: d.fresh(t)})
		h.sound()
		db := h.db()
		defer db.Close()
		seen := map[string]bool{}
		for i := range tables {
			table := &tables[i]
			names, rows := h.sample(table, seen)
			for c, name := range names {
				more := true
				for n := 0; more; n++ { // the n-th other value, of all rows at once
					var change, back []string
					more = false
					hidden := 0 // changes of personal data
					for r, row := range rows {
						values := others(row[c], slices.Contains(table.key, name))
						switch name {
						case "state":
							values = append(values, pretended(table.name, row[c])...)
						case "identity", "transfer":
							if row[c] != "" {
								values = append(values, "")
							}
						}
						if n >= len(values) {
							continue
						}
						more = true
						if values[n] == "x" {
							values[n] = fmt.Sprint("x", r) // some must be unique
						}
						set := "update " + table.name + " set " + name + " = "
						change = append(change, set+h.literal(values[n])+h.where(table, names, row, "", nil))
						back = append(back, set+h.literal(row[c])+h.where(table, names, row, name, values[n]))
						if (name == "identity" || name == "transfer") && row[c] != "" && values[n] != "" {
							hidden++
						}
					}
					if !more {
						break
					}
					h.behind(db, change...)
					if found := h.faults()[table.fault]; found < len(change)-hidden || hidden == len(change) && found > 0 {
						t.Errorf("%d are found of: %s", found, strings.Join(change, "\n"))
					}
					h.behind(db, back...)
				}
			}
			h.rows(db, table, names, rows)
		}
		for table, list := range states {
			for _, s := range list {
				if !seen[table+" "+s] {
					t.Errorf("no %s is %s", table, s)
				}
			}
		}
		h.sound() // as it was
	})
}

// pretended are the other states of a row.
func pretended(table string, state any) (other []any) {
	for _, s := range states[table] {
		if s != state {
			other = append(other, s)
		}
	}
	return other
}

// rows takes rows away, and adds some.
func (h *house) rows(db *sql.DB, table *tampered, names []string, rows [][]any) {
	h.t.Helper()
	last := table.key[len(table.key)-1]
	var gone, back, added, away []string
	for _, row := range rows {
		copied := slices.Clone(row)
		for _, name := range append(table.beside, last) {
			if i := slices.Index(names, name); row[i] != "" {
				copied[i] = others(row[i], true)[0]
			}
		}
		for i, list := range [][]any{row, copied} {
			var t []string
			for _, v := range list {
				t = append(t, h.literal(v))
			}
			insert := "insert into " + table.name + " values (" + strings.Join(t, ", ") + ")"
			remove := "delete from " + table.name + h.where(table, names, list, "", nil)
			if i == 0 {
				gone, back = append(gone, remove), append(back, insert)
			} else {
				added, away = append(added, insert), append(away, remove)
			}
		}
	}
	h.behind(db, gone...)
	if found := h.faults()[table.fault]; found < len(gone) {
		h.t.Errorf("%d are found of: %s", found, strings.Join(gone, "\n"))
	}
	h.behind(db, back...)
	if table.name == "block_seeds" {
		return // of a block that there is not: nobody reads them
	}
	h.behind(db, added...)
	if found := h.faults()[table.fault]; found < len(added) {
		h.t.Errorf("%d are found of: %s", found, strings.Join(added, "\n"))
	}
	h.behind(db, away...)
}

// A paid lot that was paid at a counter is counted, and only once.
func TestTamperedLots(t *testing.T) {
	h, bob, _ := selling(t, options{})
	one := h.paper(20_00, 0)
	h.pay(bob, "p", one.look())
	h.sound()
	db := h.db()
	defer db.Close()
	for _, change := range []string{
		`update lot_paid set paid = paid + 1 where paid > 0`, `update lot_paid set paid = 0 where paid > 0`, `update lot_paid set revealed = revealed + 1 where paid > 0`,
		`delete from lot_paid`, `update lot_paid set lot = lot + 1 where paid > 0`,
	} {
		h.behind(db, `create table kept as select * from lot_paid`, change)
		if h.faults()["lot_counts_differ"] == 0 {
			t.Errorf("%s: is not found", change)
		}
		h.behind(db, `delete from lot_paid`, `insert into lot_paid select * from kept`, `drop table kept`)
	}
	h.sound()
}
