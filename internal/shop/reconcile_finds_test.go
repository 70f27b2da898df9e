package shop

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
)

// findings is a test that notes what is found instead of failing.
type findings struct {
	testing.TB
	found []string
}

func (f *findings) Helper() {}
func (f *findings) Errorf(format string, args ...any) {
	f.found = append(f.found, fmt.Sprintf(format, args...))
}

func (f *findings) Fatalf(format string, args ...any) { f.Errorf(format, args...); runtime.Goexit() }

func (f *findings) Fatal(args ...any) { f.Errorf("%s", fmt.Sprint(args...)); runtime.Goexit() }

// TestReconcileFinds changes one thing behind the house's back, again and again: what would pass unseen here would pass unseen after a
// kill.
func TestReconcileFinds(t *testing.T) {
	h, log := paperHouse(t, "")
	for client := range log.people[1:] {
		log.work(t.Context(), h.Shop, client, 40, 0, func(call) {}, func(answer) {})
	}
	_, err := h.Deposit(t.Context(), h.person(Player), "real", 5_00, false)
	must(t, err)
	await(t, "all is told", func() bool {
		row, err := h.store.Block(t.Context(), firstBlock)
		return err == nil && row.Told == row.Next
	})
	dir, path := h.dir, filepath.Join(h.dir, "house.db")
	h.close()
	whole, err := os.ReadFile(path)
	must(t, err)
	find := func(log *asked, change string) []string {
		for _, old := range []string{"-wal", "-shm"} {
			if err := os.Remove(path + old); err != nil && !errors.Is(err, fs.ErrNotExist) {
				t.Fatal(err)
			}
		}
		must(t, os.WriteFile(path, whole, 0o600))
		if change != "" {
			db := openSQL(t, h.dsn)
			result, err := db.Exec(change)
			must(t, err)
			if n, err := result.RowsAffected(); err != nil || n == 0 {
				t.Errorf("%s: changes nothing: %v", change, err)
			}
			must(t, db.Close())
		}
		f := &findings{TB: t}
		done := make(chan struct{})
		go func() {
			defer close(done)
			reconcile(f, h.dsn, filepath.Join(dir, "keeper"), log)
		}()
		<-done
		return f.found
	}
	if found := find(log, ""); len(found) > 0 {
		t.Fatalf("found in a sound house: %v", found)
	}
	for _, change := range []string{
		`update balance set amount = amount + 1 where amount > 0`,
		`update balance set amount = amount - 1 where account = (select min(account) from balance)`,
		`insert into fold values ('one', 'play/house/x', 1)`,
		`update transfer set amount = amount + 1 where n = 0 and seq = (select max(seq) from act where kind = 'buy')`,
		`delete from transfer where seq = (select min(seq) from act where kind = 'buy')`,
		`update act set subject = '3002-00-0001:0-0' where seq = (select max(seq) from act where kind = 'buy')`,
		`update act set note = 'x' where seq = 3`,
		`update act set digest = x'00' where seq = 3`,
		`update act set key = 'other' where seq = (select max(seq) from act where kind = 'buy')`,
		`update act set answer = replace(answer, '"tickets":["', '"tickets":["x') where kind = 'buy'`,
		`delete from act where seq = (select max(seq) from act)`,
		`delete from act where seq = 4`,
		`update journal set seq = seq + 1`,
		`update ticket set owner = 'somebody' where position = 1`,
		`update ticket set digest = (select digest from ticket where position = 0) where position = (select max(position) from ticket)`,
		`update ticket set seq = seq + 1 where position = 2`,
		`update ticket set price = price + 1 where position = 2`,
		`update ticket set paid = paid + 1 where position = (select max(position) from ticket where revealed_at <> 0)`,
		`update ticket set lot = lot + 1 where position = (select max(position) from ticket where revealed_at <> 0)`,
		`update ticket set secret = zeroblob(16) where position = (select max(position) from ticket where revealed_at <> 0)`,
		`update ticket set revealed_at = 0 where position = (select max(position) from ticket where revealed_at <> 0)`,
		`update ticket set revealed_at = 5 where position = (select max(position) from ticket where revealed_at = 0)`,
		`update ticket set lot = 1 where position = (select max(position) from ticket where revealed_at = 0)`,
		`delete from ticket where position = 2`,
		`update ticket set position = position + 1 where position = (select max(position) from ticket)`,
		`update block set next = next + 1`,
		`update block set next = next + 1, told = told + 1`,
		`update block set told = told - 1`,
		`update lot_paid set paid = paid + 1`,
		`update lot_paid set revealed = revealed - 1 where revealed > 0`,
		`update proposal set state = 'pending' where state = 'approved'`,
		`update proposal set decider = proposer where state = 'approved'`,
		`delete from proposal where state = 'pending' or id = (select min(id) from proposal)`,
		`update ack set note = x'00'`,
		`update person set tag_secret = x'00' where role = 'player'`,
		`update call set state = 'due' where kind = 'deposit' and state = 'done'`,
		`delete from call`,
		`update claim set state = 'free' where state = 'paid'`,
		`update claim set amount = amount + 1 where state = 'paid'`,
		`update claim set lot = lot + 1 where state = 'paid'`,
		`update claim set composition = composition + 1 where state = 'paid'`,
		`update claim set actor = 'somebody' where state = 'refunded'`,
		`update claim set reference = '' where state = 'paid'`,
		`update claim set expires = expires + 1 where state = 'paid'`,
		`update claim set at = at + 1 where state = 'paid'`,
		`update claim set seq = seq + 1 where state = 'paid'`,
		`update claim set link = 'x' where state = 'refunded'`,
		`update claim set position = 3 where position = (select max(position) from claim)`,
		`delete from claim where state = 'paid'`,
		`update pack set state = 'active' where state = 'settled'`,
		`update pack set retailer = 'somebody' where state = 'settled'`,
		`update pack set at = at + 1`,
		`update pack set activated = activated + 1`,
		`update pack set settled = settled + 1 where settled > 0`,
		`update pack set price = price + 1 where settled > 0`,
		`update pack set commission = commission + 1 where settled > 0`,
		`delete from pack where pack = (select max(pack) from pack)`,
		`update retailer set commission = commission + 1`,
		`update retailer set credit = 0`,
		`update retailer set since = since + 1`,
		`update issue set state = 'closed'`,
		`update issue set opening_notice = 'another'`,
		`delete from issue`,
		`update sighting set actor = 'somebody' where answer = 'pay'`,
		`delete from sighting where answer = 'pay'`,
		`insert into block_seeds select id, x'00', x'00', 1 from block`,
		`insert into call select 'again', kind, state, node, party, player, '', request, amount, currency, game, tickets, subject, session, created, due, tries, answer from call where kind = 'deposit' limit 1`,
	} {
		if len(find(log, change)) == 0 {
			t.Errorf("%s: nothing was found", change)
		}
	}
	for _, c := range slices.Clone(log.calls) {
		before := log.answers[c.ID]
		if before.Refused != "" || c.Op == "propose" { // which has no key, and is told by its answer alone
			continue
		}
		log.answers[c.ID] = answer{ID: c.ID, Refused: "insufficient_funds"}
		if c.ID%10 == 0 && len(find(log, "")) == 0 {
			t.Errorf("%+v was done and refused: nothing was found", c)
		}
		log.answers[c.ID] = before
	}
	log.calls = append(log.calls, call{ID: len(log.calls), Op: "deposit", Key: "never", Amount: 1})
	log.answers[len(log.calls)-1] = answer{ID: len(log.calls) - 1}
	if len(find(log, "")) == 0 {
		t.Error("an answered call that was never done: nothing was found")
	}
}
