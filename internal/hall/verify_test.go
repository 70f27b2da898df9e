package hall

import (
	"context"
	"database/sql"
	"strings"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the drivers that rows are tampered through
	_ "modernc.org/sqlite"

	"tirage/internal/shop"
	"tirage/ledger"
)

// TestTamperedRows changes one row of a sound house after another, as somebody could who writes the database, and wants each found.
func TestTamperedRows(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		dsn := d.fresh(t)
		h := newHouse(t, options{dsn: dsn})
		defer h.close()
		h.open("solo-75", Settings{Ball: minBall, Patience: 60, MaxCards: 25})
		h.run()
		anna := h.player("anna")
		o := h.order(anna, "solo-75", 5)
		o.Stake = 1_00
		p, err := h.hall.Buy(t.Context(), anna, h.key(), o)
		if err != nil {
			t.Fatal(err)
		}
		h.ended(p.Draws[0].Draw)
		h.stop()
		h.sound()
		driver, source := "pgx", dsn
		if path, ok := strings.CutPrefix(dsn, "sqlite:"); ok {
			driver, source = "sqlite", "file:"+path+"?_pragma=busy_timeout(5000)"
		}
		db, err := sql.Open(driver, source)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		for _, c := range []struct{ change, back, want string }{
			{"update room set jackpot = jackpot + 1", "update room set jackpot = jackpot - 1", shop.RoomDiffers},
			{"update room set fund = fund - 1", "update room set fund = fund + 1", shop.RoomDiffers},
			{"update room set state = 'closed'", "update room set state = 'open'", shop.RoomDiffers},
			{"update room set next = next + 1", "update room set next = next - 1", shop.RoomDiffers},
			{"update draw set size = size + 1", "update draw set size = size - 1", shop.DrawDiffers},
			{"update draw set price = price + 1", "update draw set price = price - 1", shop.DrawDiffers},
			{"update draw set players = players + 1", "update draw set players = players - 1", shop.DrawDiffers},
			{"update draw set robots = robots + 1", "update draw set robots = robots - 1", shop.DrawDiffers},
			{"update draw set state = 'void'", "update draw set state = 'settled'", shop.DrawDiffers},
			{"update draw set locked = 0", "", shop.DrawDiffers},
			{"update draw set ended = 0", "", shop.DrawDiffers},
			{"update draw set super = 5", "update draw set super = 0", shop.DrawDiffers},
			{"update draw set called = called - 1", "update draw set called = called + 1", shop.DrawDiffers},
			{"update draw_card set owner = 'ben' where idx = 2", "update draw_card set owner = 'anna'", shop.DrawDiffers},
			{"update draw_card set seq = seq + 1 where idx = 2", "update draw_card set seq = seq - 1 where idx = 2", shop.DrawDiffers},
			{"update draw_card set tag = (select tag from (select hash || hash as tag from draw_card where idx = 0) as other) where idx = 4", "", shop.DrawDiffers},
			{"update holding set cards = cards + 1", "update holding set cards = cards - 1", shop.DrawDiffers},
			{"update holding set paid = paid + 1", "update holding set paid = paid - 1", shop.DrawDiffers},
			{"update holding set robot = 1", "update holding set robot = 0", shop.DrawDiffers},
			{"delete from draw_event where seq = 9", "", shop.DrawDiffers},
			{"delete from draw_card where idx = 4", "", shop.DrawDiffers},
			{"delete from holding", "", shop.DrawDiffers},
			{"delete from draw", "", shop.DrawDiffers},
		} {
			do := func(text string) {
				if text == "" {
					return
				}
				if _, err := db.Exec(text); err != nil {
					t.Fatalf("%s: %v", text, err)
				}
			}
			var snapshot []string
			if c.back == "" {
				snapshot = h.snapshot(db)
			}
			do(c.change)
			found := false
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			_, err := shop.Verify(ctx, h.store, nil, func(f *ledger.Fault) { found = found || f.Name == c.want }, nil)
			cancel()
			if err != nil {
				t.Fatal(err)
			}
			if !found {
				t.Errorf("%s: not found as %s", c.change, c.want)
			}
			do(c.back)
			for _, text := range snapshot {
				do(text)
			}
		}
		h.sound()
	})
}

// hallTables are those whose rows are tampered with.
var hallTables = []string{"draw", "draw_card", "holding", "draw_event"}

// snapshot copies the tables, and gives what puts them back.
func (h *house) snapshot(db *sql.DB) (back []string) {
	h.t.Helper()
	for _, table := range hallTables {
		for _, text := range []string{"drop table if exists kept_" + table, "create table kept_" + table + " as select * from " + table} {
			if _, err := db.Exec(text); err != nil {
				h.t.Fatalf("%s: %v", text, err)
			}
		}
		back = append(back, "delete from "+table, "insert into "+table+" select * from kept_"+table, "drop table kept_"+table)
	}
	return back
}
