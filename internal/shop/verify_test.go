package shop

import (
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"tirage/internal/store"
	"tirage/ledger"
)

// faultsIn verifies the record of a closed house.
func faultsIn(t *testing.T, dsn string) (names []string) {
	t.Helper()
	kept, err := store.Open(t.Context(), dsn, store.Options{ReadOnly: true})
	must(t, err)
	defer kept.Close()
	report, err := Verify(t.Context(), kept, nil, func(f *ledger.Fault) { names = append(names, f.Name) }, nil)
	must(t, err)
	for _, f := range report.Faults {
		names = append(names, f.Name)
	}
	if report.OK() != (len(names) == 0) || report.Found != int64(len(names)) {
		t.Errorf("%d faults are counted, reported are %v", report.Found, names)
	}
	return names
}

// restored puts a database back as it was and opens it.
func restored(t *testing.T, path string, whole []byte, dsn string) *sql.DB {
	t.Helper()
	for _, old := range []string{"-wal", "-shm"} {
		if err := os.Remove(path + old); err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
	}
	must(t, os.WriteFile(path, whole, 0o600))
	return openSQL(t, dsn)
}

// TestVerifyRows changes rows behind the house's back, one after another, while every chain and every balance stays as it is.
func TestVerifyRows(t *testing.T) {
	h := newHouse(t, options{})
	ctx := t.Context()
	anne, bob := h.player(1_000_00), h.player(1_000_00)
	one, two, gone := h.person(Operator), h.person(Administrator), h.person(Player)
	for i, by := range []By{anne, bob} {
		p, err := h.Buy(ctx, by, fmt.Sprint("k", i), Order{"vegas-3eur", 30, true})
		must(t, err)
		for _, serial := range p.Tickets[:20] {
			_, err := h.Reveal(ctx, by, serial)
			must(t, err)
		}
	}
	adjust := func(decide, approve bool) string {
		p, err := h.Propose(ctx, one, AdjustAccount, fmt.Appendf(nil, `{"account":"play/player/%s","amount":5}`, anne.Person), "a gift")
		must(t, err)
		if decide {
			_, err = h.Decide(ctx, two, p.ID, approve, "as it should be")
			must(t, err)
		}
		return p.ID
	}
	approved, rejected, pending := adjust(true, true), adjust(true, false), adjust(false, false)
	p, err := h.Propose(ctx, one, DestroyBlock, []byte(`{"block":"3002-00-0002"}`), "it was spoilt")
	must(t, err)
	_, err = h.Decide(ctx, two, p.ID, true, "it was indeed")
	must(t, err)
	must(t, h.Lock(ctx, two, bob.Person, "for a while"))
	must(t, h.Erase(ctx, two, gone.Person, "asked for it"))
	path := filepath.Join(h.dir, "house.db")
	h.close()
	whole, err := os.ReadFile(path)
	must(t, err)
	if found := faultsIn(t, h.dsn); len(found) > 0 {
		t.Fatalf("found in a sound house: %v", found)
	}
	const opened, sealed = ` where position = (select min(position) from ticket where paid > 0)`, ` where position = 55`
	for _, c := range []struct{ change, want string }{
		// the three of whoever wants to be paid again, or to be paid for another
		{`update ticket set revealed_at = 0, lot = 0, composition = 0, paid = 0, secret = x''` + opened, TicketDiffers},
		{`update ticket set revealed_at = 0, lot = 0, paid = 0` + opened, TicketDiffers},
		{`update ticket set owner = '` + string(bob.Person) + `' where position = 25`, OwnerDiffers},
		{`update ticket set owner = '` + string(bob.Person) + `' where position = (select min(position) from ticket where revealed_at <> 0)`, OwnerDiffers},
		{`update ticket set owner = (select owner from ticket where position = 0), journal = (select journal from ticket where position = 0),
			seq = (select seq from ticket where position = 0), digest = (select digest from ticket where position = 0)` + sealed, TicketDiffers},
		{`update ticket set price = price + 1` + sealed, TicketDiffers},
		{`update ticket set play = 0` + sealed, TicketDiffers},
		{`update ticket set sold_at = sold_at + 1` + sealed, TicketDiffers},
		{`update ticket set digest = zeroblob(32)` + sealed, TicketDiffers},
		{`update ticket set seq = 999999` + sealed, TicketDiffers},
		{`update ticket set lot = 1` + sealed, TicketDiffers},
		{`update ticket set revealed_at = 5, secret = zeroblob(16)` + sealed, TicketDiffers},
		{`update ticket set revealed_at = revealed_at + 1` + opened, TicketDiffers},
		{`update ticket set lot = lot + 1` + opened, TicketDiffers},
		{`update ticket set composition = composition + 1` + opened, TicketDiffers},
		{`update ticket set paid = paid + 1` + opened, TicketDiffers},
		{`update ticket set secret = x''` + opened, TicketDiffers},
		{`delete from ticket` + sealed, TicketMissing},
		{`delete from ticket`, TicketMissing},
		{`update ticket set position = 60 where position = 59`, TicketMissing},
		{`update ticket set position = -1 where position = 59`, TicketDiffers},
		{`update ticket set block = '3002-00-0009' where position = 59`, TicketDiffers},
		{`insert into ticket select block, 60, owner, play, price, sold_at, journal, seq, digest, 0, 0, 0, x'', 0 from ticket` + sealed, TicketDiffers},
		{`update lot_paid set paid = paid + 1`, LotCountsDiffer},
		{`update lot_paid set revealed = revealed - 1 where lot = 0`, LotCountsDiffer},
		{`delete from lot_paid where lot = 0`, LotCountsDiffer},
		{`insert into lot_paid values ('3002-00-0001', 77, 1, 1)`, LotCountsDiffer},
		{`update block set next = next + 1 where next > 0`, BlockDiffers},
		{`update block set price = price + 1 where next > 0`, BlockDiffers},
		{`update block set play = 0 where next > 0`, BlockDiffers},
		{`update block set state = 'closed' where next > 0`, BlockDiffers},
		{`update block set state = 'destroyed' where next > 0`, BlockDiffers},
		{`update block set state = 'on_sale' where state = 'destroyed'`, BlockDiffers},
		{`update block set manifest = zeroblob(32) where next > 0`, BlockDiffers},
		{`insert into block select '3002-00-0003', game, issue, 3, play, 'on_sale', price, 0, 5, 0, 0, folder, manifest, version, ord from block where next > 0`, BlockDiffers},
		{`update destroyed set reason = 'another'`, BlockDiffers},
		{`delete from destroyed`, BlockDiffers},
		{`update proposal set state = 'pending', decider = '', decided = 0, note = '' where id = '` + approved + `'`, ProposalDiffers},
		{`update proposal set decider = '` + string(anne.Person) + `' where id = '` + approved + `'`, ProposalDiffers},
		{`update proposal set state = 'approved' where id = '` + rejected + `'`, ProposalDiffers},
		{`update proposal set note = 'other words' where id = '` + rejected + `'`, ProposalDiffers},
		{`update proposal set note = 'other words' where id = '` + approved + `'`, ProposalDiffers},
		{`update proposal set body = replace(cast(body as text), ':5', ':6') where id = '` + pending + `'`, ProposalDiffers},
		{`update proposal set kind = 'change_game' where id = '` + pending + `'`, ProposalDiffers},
		{`update proposal set reason = 'another' where id = '` + pending + `'`, ProposalDiffers},
		{`update proposal set proposer = '` + string(two.Person) + `' where id = '` + pending + `'`, ProposalDiffers},
		{`delete from proposal where id = '` + pending + `'`, ProposalDiffers},
		{`delete from proposal where id = '` + approved + `'`, ProposalDiffers},
		{`insert into proposal select 'another', kind, body, reason, proposer, created, expires, state, decider, decided, note from proposal where id = '` + pending + `'`, ProposalDiffers},
		{`update person set role = 'administrator' where id = '` + string(anne.Person) + `'`, PersonDiffers},
		{`insert into person values ('another', 'another', '', 'administrator', x'00', 1, 0, 0)`, PersonDiffers},
		{`update person set locked = 0 where id = '` + string(bob.Person) + `'`, PersonDiffers},
		{`update person set locked = 1 where id = '` + string(one.Person) + `'`, PersonDiffers},
		{`update person set erased = 0 where id = '` + string(gone.Person) + `'`, PersonDiffers},
	} {
		db := restored(t, path, whole, h.dsn)
		result, err := db.Exec(c.change)
		must(t, err)
		if n, err := result.RowsAffected(); err != nil || n == 0 {
			t.Errorf("%s: changes nothing: %v", c.change, err)
		}
		must(t, db.Close())
		if found := faultsIn(t, h.dsn); !slices.Contains(found, c.want) || len(found) > 70 {
			t.Errorf("%s: found is %v, want %s", c.change, found, c.want)
		}
	}
}
