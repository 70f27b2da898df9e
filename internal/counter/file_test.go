package counter

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"tirage/internal/shop"
	"tirage/ledger"
	"tirage/retail"
)

const (
	identity = "Zoë van 't Hof, passport 12AB34567"
	transfer = "FR76 3000 6000 0112 3456 7890 189"
)

func (t *ticket) claimant() Claimant {
	return Claimant{Look: t.look(), Identity: identity, Transfer: transfer}
}

// filed opens the file of a large lot.
func (h *house) filed(key string, t ticket) File {
	h.t.Helper()
	f, err := h.OpenFile(h.t.Context(), h.operator, key, t.claimant())
	if err != nil {
		h.t.Fatal(err)
	}
	return f
}

func payFile(id string, pay bool) string {
	return fmt.Sprintf(`{"file":%q,"pay":%t,"note":"the papers were looked at"}`, id, pay)
}

// A large lot goes through a file: opened once, paid once by two persons, by transfer; then its personal data is forgotten, and was never in
// the record.
func TestFileLives(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		h, bob, _ := selling(t, options{dsn: d.fresh(t)})
		one := h.paper(500_00, 0)
		f := h.filed("f", one)
		if f.Amount != 500_00 || f.Serial != one.serial || f.State != retail.FileOpen || f.By != h.operator.Person || !f.Play || f.Identity != "" || f.Transfer != "" {
			t.Errorf("opened %+v", f)
		}
		if again := h.filed("f", one); again != f {
			t.Errorf("opened again: %+v", again)
		}
		_, err := h.OpenFile(t.Context(), h.second, "f", one.claimant())
		h.refused(err, "filed")
		for _, by := range []shop.By{bob, h.operator, {}} {
			h.seen(by, one.look(), retail.IsFiled)
		}
		_, err = h.Reserve(t.Context(), h.operator, "r", one.look())
		h.refused(err, "filed")
		shown, err := h.File(t.Context(), h.second, f.ID)
		if err != nil || shown.Identity != identity || shown.Transfer != transfer || shown.Serial != one.serial {
			t.Errorf("shown %+v, %v", shown, err)
		}
		auditor := h.person(shop.Auditor)
		if shown, err := h.File(t.Context(), auditor, f.ID); err != nil || shown.Identity != "" || shown.Transfer != "" || shown.Amount != 500_00 {
			t.Errorf("an auditor is shown %+v, %v", shown, err)
		}
		h.refused(h.EraseFile(t.Context(), h.operator, f.ID, "asked to"), "file_open")
		if err := h.approve(PayFile, payFile(f.ID, true)); err != nil {
			t.Fatal(err)
		}
		h.refused(h.approve(PayFile, payFile(f.ID, true)), "file_decided")
		h.refused(h.approve(PayFile, payFile(f.ID, false)), "file_decided")
		h.seen(bob, one.look(), retail.AlreadyPaid)
		if c := h.claimed(one, retail.Paid); c.Amount != 500_00 || c.Lot != one.lot || c.By != h.second.Person {
			t.Errorf("the claim is %+v", c)
		}
		if h.balance(ledger.Cash, "transfer") != 500_00 || h.balance(ledger.Game, "0007") != -500_00 || h.paidLots(one.lot) != 1 {
			t.Errorf("the money is elsewhere")
		}
		if err := h.EraseFile(t.Context(), h.operator, f.ID, "asked to"); err != nil {
			t.Error(err)
		}
		shown, err = h.File(t.Context(), h.operator, f.ID)
		if err != nil || shown.Identity != "" || shown.Transfer != "" || shown.State != retail.FilePaid || shown.Decider != h.second.Person || shown.Note == "" {
			t.Errorf("forgotten %+v, %v", shown, err)
		}
		for _, table := range []string{"act", "claim", "claim_file", "proposal", "sighting"} {
			if has := h.dump(table); bytes.Contains(has, []byte("Zoë")) || bytes.Contains(has, []byte("3456 7890")) || len(has) == 0 {
				t.Errorf("the table %s, of %d bytes, names somebody", table, len(has))
			}
		}
		list, err := h.Files(t.Context(), auditor, "", "", 10)
		if err != nil || len(list.Items) != 1 || list.Items[0].ID != f.ID || list.Next != "" {
			t.Errorf("listed %+v, %v", list, err)
		}
		if list, err := h.Files(t.Context(), h.operator, retail.FileOpen, "", 10); err != nil || len(list.Items) != 0 {
			t.Errorf("open files %+v, %v", list, err)
		}
		h.sound()
	})
}

// dump is every value of a table.
func (h *house) dump(table string) []byte {
	h.t.Helper()
	db := h.db()
	defer db.Close()
	rows, err := db.QueryContext(h.t.Context(), "select * from "+table)
	if err != nil {
		h.t.Fatal(err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		h.t.Fatal(err)
	}
	var out bytes.Buffer
	for rows.Next() {
		values, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			h.t.Fatal(err)
		}
		for _, v := range values {
			if raw, ok := v.([]byte); ok {
				v = string(raw)
			}
			fmt.Fprintf(&out, "%v\n", v)
		}
	}
	if err := rows.Err(); err != nil {
		h.t.Fatal(err)
	}
	return out.Bytes()
}

// A file that is refused pays nothing, and the ticket may be claimed again by whoever holds it.
func TestFileRefused(t *testing.T) {
	h, _, _ := selling(t, options{})
	one := h.paper(500_00, 0)
	first := h.filed("1", one)
	if err := h.approve(PayFile, payFile(first.ID, false)); err != nil {
		t.Fatal(err)
	}
	if c := h.claimed(one, retail.Free); c.Lot != 0 || c.Reference != "" {
		t.Errorf("what is left of it: %+v", c)
	}
	if f, err := h.File(t.Context(), h.operator, first.ID); err != nil || f.State != retail.FileRefused {
		t.Errorf("the file is %+v, %v", f, err)
	}
	second := h.filed("2", one)
	h.refused(h.approve(PayFile, payFile(first.ID, true)), "file_decided")
	if err := h.approve(PayFile, payFile(second.ID, true)); err != nil {
		t.Error(err)
	}
	h.once(one)
}

// Two files are proposed to be paid, and one ticket's twice: each ticket is paid once, whoever approves what first.
func TestFileApprovedTwice(t *testing.T) {
	h, _, _ := selling(t, options{})
	one := h.paper(500_00, 0)
	f := h.filed("f", one)
	third := h.person(shop.Operator)
	var proposals []string
	for range 8 {
		p, err := h.shop.Propose(t.Context(), h.operator, PayFile, []byte(payFile(f.ID, true)), "a good reason")
		if err != nil {
			t.Fatal(err)
		}
		proposals = append(proposals, p.ID)
	}
	answers := make(chan error, 16)
	for i := range 16 {
		go func() {
			_, err := h.shop.Decide(t.Context(), []shop.By{h.second, third}[i%2], proposals[i/2], true, "looked at it")
			answers <- err
		}()
	}
	done := 0
	for range 16 {
		if err := <-answers; err == nil {
			done++
		} else if name := shop.RefusalName(err); name != "file_decided" && name != "decided" {
			t.Error(err)
		}
	}
	if done != 1 {
		t.Errorf("it was paid %d times", done)
	}
	h.once(one)
}

// What is not for a file, and who says nothing of use.
func TestFileRefusals(t *testing.T) {
	h, bob, _ := selling(t, options{})
	one := h.paper(500_00, 0)
	for _, by := range []shop.By{bob, h.person(shop.Auditor), h.person(shop.Administrator)} {
		_, err := h.OpenFile(t.Context(), by, "f", one.claimant())
		h.refused(err, "not_allowed")
	}
	for n, text := range []string{"", "ab", "   ", "two\nlines", "\x1b[31m red", "turned \u202e round", "\xff\xfe\xfd", strings.Repeat("x", 301), "a\x00b c", "\u200b\u200b\u200b"} {
		c := one.claimant()
		c.Identity = text
		_, err := h.OpenFile(t.Context(), h.operator, fmt.Sprint("i", n), c)
		h.refused(err, "bad_claimant")
		c.Identity, c.Transfer = identity, text
		_, err = h.OpenFile(t.Context(), h.operator, fmt.Sprint("t", n), c)
		h.refused(err, "bad_claimant")
	}
	for n, small := range []ticket{h.paper(20_00, 0), h.paper(100_00, 0)} {
		_, err := h.OpenFile(t.Context(), h.operator, fmt.Sprint("s", n), small.claimant())
		h.refused(err, "not_for_file")
	}
	_, err := h.OpenFile(t.Context(), h.operator, "n", ptr(h.paper(0, 0)).claimant())
	h.refused(err, "no_lot")
	wrong := one.claimant()
	wrong.VIRN = h.paper(0, 0).virn
	_, err = h.OpenFile(t.Context(), h.operator, "w", wrong)
	h.refused(err, "unknown_ticket")
	void := one.claimant()
	void.ControlOpen = true
	_, err = h.OpenFile(t.Context(), h.operator, "v", void)
	h.refused(err, "void")
	for _, id := range []string{"", "x", one.serial + "." + strings.Repeat("x", 32), strings.Repeat("x", 1<<16), "'; drop table claim_file; --"} {
		h.refused(h.approve(PayFile, payFile(id, true)), "unknown_file")
		_, err := h.File(t.Context(), h.operator, id)
		h.refused(err, "unknown_file")
		h.refused(h.EraseFile(t.Context(), h.operator, id, "asked to"), "unknown_file")
	}
	f := h.filed("f", one)
	h.refused(h.approve(PayFile, fmt.Sprintf(`{"file":%q,"pay":true,"note":""}`, f.ID)), "bad_reason")
	h.refused(h.approve(PayFile, fmt.Sprintf(`{"file":%q,"pay":true}`, f.ID)), "bad_reason")
	h.refused(h.EraseFile(t.Context(), bob, f.ID, "asked to"), "not_allowed")
	h.refused(h.EraseFile(t.Context(), h.operator, f.ID, ""), "bad_reason")
	_, err = h.Files(t.Context(), bob, "", "", 10)
	h.refused(err, "not_allowed")
	_, err = h.Files(t.Context(), h.operator, "", "", 0)
	h.refused(err, "bad_limit")
	h.sound()
}

// A file that was opened in time is paid after the lapse; one that was not is not opened. A pack that was stolen pays nothing by a file.
func TestFileAndTime(t *testing.T) {
	h, _, eve := selling(t, options{})
	one, late := h.paper(500_00, 0), h.paper(500_00, 1)
	f := h.filed("f", one)
	var stolen ticket
	for n := 2; stolen.serial == ""; n++ {
		if at := h.paper(500_00, n); at.pack >= 70 && at.pack != one.pack && at.pack != late.pack {
			stolen = at
		}
	}
	g := h.filed("g", stolen)
	h.move(h.operator, retail.Stolen, eve, stolen.pack, stolen.pack)
	h.refused(h.approve(PayFile, payFile(g.ID, true)), "pack_not_active")
	h.clock.set(h.closeIssue().Add(time.Minute))
	_, err := h.OpenFile(t.Context(), h.operator, "late", late.claimant())
	h.refused(err, "expired")
	if err := h.approve(PayFile, payFile(f.ID, true)); err != nil {
		t.Error(err)
	}
	if err := h.approve(PayFile, payFile(g.ID, false)); err != nil {
		t.Error(err)
	}
	h.once(one)
}

// An opposition stops a payment before a reservation, in the middle of one, and after a file was opened; two persons lift it, and everything
// is where it was.
func TestOpposition(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		h, bob, eve := selling(t, options{dsn: d.fresh(t)})
		oppose := func(one ticket, key string) (Opposed, error) {
			return h.Oppose(t.Context(), h.operator, key, Opposition{strings.ReplaceAll(one.serial, "-", ""), "stolen from a car"})
		}
		lift := func(one ticket) error { return h.approve(LiftOpposition, `{"ticket":"`+one.serial+`"}`) }
		before, middle, filed := h.paper(20_00, 0), h.paper(20_00, 1), h.paper(500_00, 0)
		h.refused(lift(before), "not_opposed")
		o, err := oppose(before, "1")
		if err != nil || o.Serial != before.serial || o.File != "" {
			t.Errorf("opposed %+v, %v", o, err)
		}
		if again, err := oppose(before, "1"); err != nil || again != o {
			t.Errorf("opposed again: %+v, %v", again, err)
		}
		_, err = oppose(before, "2")
		h.refused(err, "opposed")
		h.seen(eve, before.look(), retail.IsOpposed)
		_, err = h.Reserve(t.Context(), bob, "r", before.look())
		h.refused(err, "opposed")
		if list, err := h.store.SightingsOf(t.Context(), before.TicketRef); err != nil || len(list) != 2 { // the thief was there
			t.Errorf("seen %+v, %v", list, err)
		}

		r := h.reserve(bob, "middle", middle.look())
		if _, err := oppose(middle, "3"); err != nil {
			t.Error(err)
		}
		_, err = h.Confirm(t.Context(), bob, "c", r.Reference)
		h.refused(err, "reservation_over")
		_, err = h.Cancel(t.Context(), bob, "x", r.Reference)
		h.refused(err, "reservation_over")

		f := h.filed("f", filed)
		o, err = oppose(filed, "4")
		if err != nil || o.File != f.ID {
			t.Errorf("opposed %+v, %v", o, err)
		}
		h.refused(h.approve(PayFile, payFile(f.ID, true)), "opposed")
		for _, one := range []ticket{before, middle, filed} {
			if err := lift(one); err != nil {
				t.Error(err)
			}
			h.refused(lift(one), "not_opposed")
		}
		_, err = h.Confirm(t.Context(), bob, "c", r.Reference)
		h.refused(err, "reservation_over")
		h.pay(bob, "before", before.look())
		h.pay(eve, "after", middle.look())
		h.claimed(filed, retail.Filed)
		if err := h.approve(PayFile, payFile(f.ID, true)); err != nil {
			t.Error(err)
		}
		for _, one := range []ticket{before, middle, filed} {
			_, err = oppose(one, "late"+one.serial)
			h.refused(err, "already_paid")
		}
		h.sound()
	})
}

// A file that is refused while its ticket is opposed leaves it opposed; once that is lifted, the ticket is free.
func TestOppositionOutlivesFile(t *testing.T) {
	h, bob, _ := selling(t, options{})
	one := h.paper(500_00, 0)
	f := h.filed("f", one)
	if _, err := h.Oppose(t.Context(), h.operator, "o", Opposition{one.serial, "stolen from a car"}); err != nil {
		t.Fatal(err)
	}
	if err := h.approve(PayFile, payFile(f.ID, false)); err != nil {
		t.Fatal(err)
	}
	h.claimed(one, retail.Opposed)
	if err := h.approve(LiftOpposition, `{"ticket":"`+one.serial+`"}`); err != nil {
		t.Fatal(err)
	}
	h.claimed(one, retail.Free)
	f = h.filed("again", one)
	if err := h.approve(PayFile, payFile(f.ID, true)); err != nil {
		t.Error(err)
	}
	for n, bad := range []Opposition{{one.serial, ""}, {one.serial, "a\x1b[2J"}, {"x", "a good reason"}, {h.at(3).serial, "a good reason"}} {
		_, err := h.Oppose(t.Context(), h.operator, fmt.Sprint("bad", n), bad)
		h.refused(err, []string{"bad_reason", "bad_reason", "bad_serial", "unknown_ticket"}[n])
	}
	_, err := h.Oppose(t.Context(), bob, "b", Opposition{one.serial, "a good reason"})
	h.refused(err, "not_allowed")
	h.once(one)
}

// Opposition and confirmation at the same moment: the ticket is paid, or it is opposed.
func TestOpposedAtOnce(t *testing.T) {
	h, bob, _ := selling(t, options{})
	for n := range 30 {
		one := h.paper(20_00, n)
		r := h.reserve(bob, fmt.Sprint("r", n), one.look())
		opposed := make(chan error, 1)
		go func() {
			_, err := h.Oppose(t.Context(), h.operator, fmt.Sprint("o", n), Opposition{one.serial, "a good reason"})
			opposed <- err
		}()
		_, paid := h.Confirm(t.Context(), bob, fmt.Sprint("c", n), r.Reference)
		if other := <-opposed; (paid == nil) == (other == nil) {
			t.Errorf("paid: %v, opposed: %v", paid, other)
		}
	}
	h.sound()
}

// The list of files goes on where a page ends.
func TestFilesPaged(t *testing.T) {
	h, _, _ := selling(t, options{})
	var want []string
	for n := range 4 {
		want = append(want, h.filed(fmt.Sprint("f", n), h.paper(500_00, n)).ID)
	}
	var got []string
	for after := ""; ; {
		page, err := h.Files(t.Context(), h.operator, retail.FileOpen, after, 2)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range page.Items {
			got = append(got, f.ID)
		}
		if after = page.Next; after == "" {
			break
		}
	}
	for i := range want {
		if len(got) != len(want) || got[i] != want[len(want)-1-i] {
			t.Fatalf("listed %v, not %v from behind", got, want)
		}
	}
	if c, err := h.store.Claim(t.Context(), h.paper(500_00, 0).TicketRef); err != nil || c.State != retail.Filed || c.Reference != want[0] {
		t.Errorf("%+v, %v", c, err)
	}
}
