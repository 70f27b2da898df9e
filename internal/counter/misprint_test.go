package counter

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tirage/internal/shop"
	"tirage/ledger"
	"tirage/money"
	"tirage/retail"
	"tirage/scratch"
)

// face is what is read on a ticket, with so many of its first elements missing.
func (h *house) face(t ticket, missing int) []byte {
	h.t.Helper()
	cells, _, err := h.stock.Face(t.outcome, t.secret)
	if err != nil {
		h.t.Fatal(err)
	}
	clear(cells[:missing])
	return scratch.WriteFace(h.stock.Plan.Game, cells, scratch.FaceHeader{Serial: t.serial, Specimen: true})
}

// charged sells, and settles all packs: then retailers make misprints good.
func charged(t testing.TB, o options) (h *house, bob, eve shop.By) {
	t.Helper()
	h, bob, eve = selling(t, o)
	h.move(h.operator, retail.Settled, bob, 40, 69)
	h.move(h.operator, retail.Settled, eve, 70, 99)
	return h, bob, eve
}

// loser is the n-th ticket of a pack without a lot.
func (h *house) loser(pack int64, n int) ticket {
	h.t.Helper()
	for pos := pack * smallPack; pos < (pack+1)*smallPack; pos++ {
		if t := h.at(pos); t.amount == 0 {
			if n == 0 {
				return t
			}
			n--
		}
	}
	h.t.Fatalf("pack %d has not so many losers", pack)
	return ticket{}
}

// misprinted is a ticket of which the first element is missing.
func (h *house) misprint(t ticket, way string) Misprint {
	return Misprint{Serial: t.serial, VIRN: t.virn, Face: h.face(t, 1), Way: way}
}

// A misprint is refunded once, apart from lots, and never paid.
func TestMisprintRefundedOnce(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		h, bob, eve := charged(t, options{dsn: d.fresh(t)})
		owed, game := h.balance(ledger.Retailer, string(bob.Person)), h.balance(ledger.Game, "0007")
		for n := range 3 {
			one := h.loser(40, n)
			m := h.misprint(one, Refund)
			r, err := h.Misprint(t.Context(), bob, fmt.Sprint("m", n), m)
			if err != nil || r.Amount != smallPrice || r.Serial != one.serial || r.Fault != "element_missing" || r.Article == "" || r.Balance != owed+money.Cents(n+1)*smallPrice || !r.Play {
				t.Errorf("refunded %+v, %v", r, err)
			}
			if again, err := h.Misprint(t.Context(), bob, fmt.Sprint("m", n), m); err != nil || again != r {
				t.Errorf("refunded again: %+v, %v", again, err)
			}
			_, err = h.Misprint(t.Context(), bob, fmt.Sprint("n", n), m)
			h.refused(err, "refunded")
			m.Way, m.Replacement = Exchange, h.paper(0, 9).serial
			_, err = h.Misprint(t.Context(), bob, fmt.Sprint("m", n), m)
			h.refused(err, "key_reused")
			_, err = h.Misprint(t.Context(), eve, "x", m)
			h.refused(err, "refunded")
			h.seen(eve, one.look(), retail.WasRefunded)
			_, err = h.Reserve(t.Context(), bob, fmt.Sprint("r", n), one.look())
			h.refused(err, "refunded")
			h.refused(h.approve(RefundTicket, `{"ticket":"`+one.serial+`"}`), "refunded")
			_, err = h.Oppose(t.Context(), h.operator, fmt.Sprint("o", n), Opposition{one.serial, "a good reason"})
			h.refused(err, "refunded")
			if c := h.claimed(one, retail.Refunded); c.Amount != smallPrice || c.Lot != 0 || c.Composition != 0 || c.By != bob.Person {
				t.Errorf("the claim is %+v", c)
			}
			if h.paidLots(one.lot) != 0 {
				t.Errorf("a refund counts as a lot")
			}
		}
		if moved := h.balance(ledger.Game, "0007") - game; moved != -3*smallPrice {
			t.Errorf("the game paid %d", moved)
		}
		h.sound()
	})
}

// A retailer makes nothing of faces that he types: no ticket that he was not charged for, none with a lot, none of which nothing is read, and few
// in a day; an operator alone makes none. What he typed is kept, and who made any is in the report.
func TestMisprintsInvented(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		h, bob, eve := selling(t, options{dsn: d.fresh(t)})
		n := 0
		try := func(by shop.By, one ticket, want string) {
			t.Helper()
			n++
			_, err := h.Misprint(t.Context(), by, fmt.Sprint("try", n), h.misprint(one, Refund))
			h.refused(err, want)
		}
		try(bob, h.loser(40, 0), "misprint_elsewhere") // he was not charged for it
		h.move(h.operator, retail.Settled, bob, 40, 69)
		try(eve, h.loser(40, 0), "misprint_elsewhere")
		try(h.operator, h.loser(40, 0), "two_persons")
		empty := h.misprint(h.loser(40, 0), Refund)
		empty.Face = []byte(`{"game":"small","surfaces":{}}`)
		_, err := h.Misprint(t.Context(), bob, "empty", empty)
		h.refused(err, "bad_face")
		for _, pos := range []int64{winning(h, 41), winning(h, 43)} {
			one := h.at(pos)
			try(bob, one, "refer_centre")
			h.seen(eve, one.look(), retail.Pay)
			seen := 0
			list, err := h.store.SightingsOf(t.Context(), one.TicketRef)
			for _, s := range list {
				if s.By == bob.Person && s.Answer == "refer_centre" {
					seen++
				}
			}
			if err != nil || seen != 1 {
				t.Errorf("seen %d times, %v", seen, err)
			}
		}
		for n := range misprintsMost {
			try(bob, h.loser(42+int64(n/4), n%4), "")
		}
		try(bob, h.loser(60, 0), "misprint_limit")
		h.pass(misprintWindow - time.Minute)
		if err := h.forget(t.Context()); err != nil {
			t.Fatal(err)
		}
		try(bob, h.loser(60, 0), "misprint_limit")
		h.pass(time.Minute)
		m := h.misprint(h.loser(60, 0), Refund)
		m.Face = append([]byte(" \n"), m.Face...)
		r, err := h.Misprint(t.Context(), bob, "kept", m)
		if err != nil {
			t.Fatal(err)
		}
		var want bytes.Buffer
		if err := json.Compact(&want, m.Face); err != nil || r.Face != want.String() {
			t.Errorf("kept %q, %v", r.Face, err)
		}
		last := ""
		for a, err := range h.store.Acts(t.Context(), "one", 0) {
			if err != nil {
				t.Fatal(err)
			}
			if a.Act.Kind == shop.ActMisprint {
				last = a.Act.Note
			}
		}
		if !strings.Contains(last, fmt.Sprintf("face %x", sha256.Sum256([]byte(r.Face)))) {
			t.Errorf("the note %q has not the digest of the face", last)
		}
		s, err := h.Suspicions(t.Context(), h.operator, "", "")
		if err != nil || len(s.Suspects) != 1 || s.Suspects[0].Payer != bob.Person || s.Suspects[0].Misprints != misprintsMost+1 || s.Suspects[0].Refunded != (misprintsMost+1)*smallPrice {
			t.Errorf("suspected %+v, %v", s.Suspects, err)
		}
		var table bytes.Buffer
		if err := s.CSV(&table, money.EUR); err != nil || !strings.Contains(table.String(), "misprints,,,,210,"+string(bob.Person)+",,,,,21\n") {
			t.Errorf("written %q, %v", table.String(), err)
		}
		h.sound()
	})
}

// What is read on a ticket decides, and only a misprint is one: a face without a fault, a void ticket, a face of another game or no face are
// refused with the reason.
func TestOnlyMisprints(t *testing.T) {
	h, bob, eve := selling(t, options{})
	one, other := h.paper(20_00, 0), h.paper(20_00, 1)
	whole := h.face(one, 0)
	guessed := 5
	for name, c := range map[string]struct{ face, want, says string }{
		"without a fault":       {string(whole), "not_misprint", "Wins"},
		"that loses":            {string(bytes.ReplaceAll(h.face(h.paper(0, 0), 0), []byte(h.paper(0, 0).serial), []byte(one.serial))), "not_misprint", "Loses"},
		"void":                  {strings.Replace(string(h.face(one, 1)), `"covered"`, `"uncovered"`, 1), "not_misprint", "Void"},
		"of another ticket":     {string(h.face(other, 1)), "bad_face", "another ticket"},
		"of another game":       {strings.Replace(string(whole), `"small"`, `"vegas-3eur"`, 1), "bad_face", "vegas-3eur"},
		"of another version":    {strings.Replace(string(whole), `"version": 1`, `"version": 2`, 1), "bad_face", "version"},
		"without anything":      {"", "bad_face", ""},
		"without a word":        {`{"game":"small","surfaces":{}}`, "bad_face", "nothing at all"},
		"null":                  {"null", "bad_face", ""},
		"no JSON":               {"{", "bad_face", ""},
		"with a key twice":      {strings.Replace(string(whole), `"specimen": true`, `"specimen": true, "specimen": true`, 1), "bad_face", ""},
		"of hostile text":       {`{"game":"\u001b]0;owned\u0007<script>","surfaces":{}}`, "bad_face", ""},
		"with a hostile key":    {`{"game":"small","` + "\u202e" + strings.Repeat("x", 5000) + `":1,"surfaces":{}}`, "bad_face", ""},
		"that is too long":      {`{"game":"small"` + strings.Repeat(" ", scratch.MaxFaceBytes) + `}`, "bad_face", ""},
		"that is no text":       {"\xff\xfe", "bad_face", ""},
		"nested without end":    {strings.Repeat("[", 100_000), "bad_face", ""},
		"with a hostile serial": {strings.Replace(string(whole), one.serial, "'; drop table claim", 1), "bad_face", "another ticket"},
	} {
		_, err := h.Misprint(t.Context(), bob, "m", Misprint{Serial: one.serial, VIRN: one.virn, Face: []byte(c.face), Way: Refund})
		h.refused(err, c.want)
		if err == nil || !strings.Contains(err.Error(), c.says) || len(err.Error()) > 600 || strings.ContainsAny(err.Error(), "\x1b\x07\u202e") {
			t.Errorf("a face %s is refused with %.700q", name, err)
		}
		for _, number := range []string{other.virn, "0000000000000000"} { // whoever has not the number is told nothing of the face
			by := eve
			by.Person, by.Origin = h.retailer().Person, name
			_, err = h.Misprint(t.Context(), by, "m", Misprint{Serial: h.paper(20_00, guessed).serial, VIRN: number, Face: []byte(c.face), Way: Refund})
			h.refused(err, "unknown_ticket")
		}
		guessed++
	}
	for _, m := range []Misprint{
		{Way: ""}, {Way: "pay"}, {Way: Exchange}, {Way: Refund, Replacement: other.serial},
	} {
		m.Serial, m.VIRN, m.Face = one.serial, one.virn, whole
		_, err := h.Misprint(t.Context(), bob, "m", m)
		h.refused(err, "bad_way")
	}
	h.seen(bob, one.look(), retail.Pay)
	h.sound()
}

// What stands against a claim stands against a refund: but not the lot, and not what the ticket would be paid by.
func TestMisprintStands(t *testing.T) {
	h, bob, eve := selling(t, options{})
	n := 0
	try := func(by shop.By, one ticket, want string) {
		t.Helper()
		n++
		_, err := h.Misprint(t.Context(), by, fmt.Sprint("m", n), h.misprint(one, Refund))
		h.refused(err, want)
	}
	paid := h.paper(20_00, 0)
	h.pay(bob, "p", paid.look())
	try(bob, paid, "already_paid")
	kept := h.paper(20_00, 1)
	r := h.reserve(eve, "r", kept.look())
	try(bob, kept, "reserved")
	try(eve, kept, "misprint_elsewhere") // reserved by herself, of another's pack
	if _, err := h.Confirm(t.Context(), eve, "c", r.Reference); err != nil {
		t.Error(err)
	}
	opposed := h.paper(20_00, 2)
	if _, err := h.Oppose(t.Context(), h.operator, "o", Opposition{opposed.serial, "a good reason"}); err != nil {
		t.Fatal(err)
	}
	try(bob, opposed, "opposed")
	lost := h.at(99 * smallPack)
	h.move(eve, retail.Lost, eve, 99, 99)
	try(eve, lost, "pack_not_active")
	_, err := h.Misprint(t.Context(), h.person(shop.Retailer), "m", h.misprint(h.paper(20_00, 4), Refund))
	h.refused(err, "unknown_retailer")
	late := h.paper(20_00, 3)
	h.clock.set(h.closeIssue().Add(time.Second))
	try(bob, late, "expired")
	h.refused(h.approve(RefundTicket, `{"ticket":"`+late.serial+`"}`), "expired")
	h.sound()
}

// A misprint is exchanged once, for a ticket that is the retailer's to sell; both are linked, and the one that was given is claimed as any
// other.
func TestExchange(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		h, bob, eve := charged(t, options{dsn: d.fresh(t)})
		one, second := h.loser(50, 0), h.loser(50, 1)
		owed := h.balance(ledger.Retailer, string(bob.Person))
		given := ticket{}
		for n := 0; given.serial == ""; n++ {
			if at := h.paper(20_00, 5+n); at.pack < 69 { // of bob's
				given = at
			}
		}
		of := func(one ticket, replacement string) Misprint {
			m := h.misprint(one, Exchange)
			m.Replacement = replacement
			return m
		}
		hers, touched, returned := h.at(80*smallPack), h.at(41*smallPack), h.at(69*smallPack)
		h.pay(h.operator, "p", ptr(h.at(winning(h, 43))).look())
		cancelled := h.at(winning(h, 44))
		r := h.reserve(bob, "cancelled", cancelled.look())
		if _, err := h.Cancel(t.Context(), bob, "x", r.Reference); err != nil {
			t.Fatal(err)
		}
		h.move(bob, retail.Lost, bob, 69, 69)
		if _, err := h.Oppose(t.Context(), h.operator, "o", Opposition{touched.serial, "a good reason"}); err != nil {
			t.Fatal(err)
		}
		for n, bad := range []string{
			one.serial, hers.serial, touched.serial, returned.serial, h.at(winning(h, 43)).serial, cancelled.serial, h.at(3).serial,
			strings.Replace(one.serial, "0007-", "0008-", 1), "0008-00-0001-000040-000-0",
		} {
			_, err := h.Misprint(t.Context(), bob, fmt.Sprint("bad", n), of(one, bad))
			if name := shop.RefusalName(err); name != "bad_replacement" && name != "bad_serial" {
				t.Errorf("%s is given: %v", bad, err)
			}
		}
		_, err := h.Misprint(t.Context(), h.operator, "centre", of(one, given.serial))
		h.refused(err, "two_persons")
		m, err := h.Misprint(t.Context(), bob, "m", of(one, strings.ReplaceAll(given.serial, "0", "O")))
		if err != nil || m.Replacement != given.serial || m.Amount != smallPrice || m.Balance != owed+smallPrice {
			t.Fatalf("exchanged %+v, %v", m, err)
		}
		if a, b := h.claimed(one, retail.Exchanged), h.claimed(given, retail.Free); a.Link != given.serial || b.Link != one.serial || a.Lot != 0 || b.Lot != 0 {
			t.Errorf("linked %+v and %+v", a, b)
		}
		_, err = h.Misprint(t.Context(), bob, "again", of(one, h.at(45*smallPack).serial))
		h.refused(err, "exchanged")
		_, err = h.Misprint(t.Context(), bob, "second", of(second, given.serial)) // never a replacement twice
		h.refused(err, "bad_replacement")
		h.seen(eve, one.look(), retail.WasExchanged)
		h.seen(eve, given.look(), retail.Pay)
		h.pay(bob, "given", given.look())
		if c := h.claimed(given, retail.Paid); c.Link != one.serial {
			t.Errorf("the link is lost: %+v", c)
		}
		h.closeIssue() // nothing is sold any more, and so nothing is given
		_, err = h.Misprint(t.Context(), bob, "closed", of(second, h.at(46*smallPack).serial))
		h.refused(err, "bad_replacement")
		if _, err = h.Misprint(t.Context(), bob, "closed-refund", h.misprint(second, Refund)); err != nil {
			t.Error(err)
		}
		h.sound()
	})
}

// winning is the position of a ticket of a pack with a lot that a retailer pays.
func winning(h *house, pack int64) int64 {
	for pos := pack * smallPack; pos < (pack+1)*smallPack; pos++ {
		if t := h.at(pos); t.amount == 10_00 || t.amount == 20_00 {
			return pos
		}
	}
	h.t.Fatalf("pack %d has no lot", pack)
	return 0
}

// Refund, exchange and payment of one ticket at once: one of them is done.
func TestOneEnd(t *testing.T) {
	h, bob, eve := charged(t, options{})
	for n := range 20 {
		one := h.paper(20_00, n)
		if n%2 == 0 {
			one = h.loser(46, n/2)
		}
		spare := h.at(int64(45*smallPack + n)).serial
		if one.pack == 45 {
			continue
		}
		var done atomic.Int64
		var wait sync.WaitGroup
		for i := range 30 {
			wait.Go(func() {
				by, key := []shop.By{bob, eve, h.operator}[i%3], fmt.Sprint(n, "-", i)
				var err error
				switch i % 4 {
				case 0:
					m := h.misprint(one, Exchange)
					m.Replacement = spare
					_, err = h.Misprint(t.Context(), bob, key, m)
				case 1:
					_, err = h.Misprint(t.Context(), by, key, h.misprint(one, Refund))
				default:
					var r Reservation
					if r, err = h.Reserve(t.Context(), by, key+"r", one.look()); err == nil {
						_, err = h.Confirm(t.Context(), by, key+"c", r.Reference)
					}
				}
				if err == nil {
					done.Add(1)
				}
			})
		}
		wait.Wait()
		if done.Load() != 1 {
			t.Errorf("%d things were done with %s", done.Load(), one.serial)
		}
	}
	h.sound()
}

// A ticket whose number cannot be read is refunded by two persons, once, at the centre; one alone does nothing.
func TestRefundByTwo(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		h, bob, _ := selling(t, options{dsn: d.fresh(t)})
		one := h.paper(500_00, 0)
		body := `{"ticket":"` + strings.ReplaceAll(one.serial, "-", " ") + `"}`
		p, err := h.shop.Propose(t.Context(), h.operator, RefundTicket, []byte(body), "the coating cannot be scratched off")
		if err != nil {
			t.Fatal(err)
		}
		h.seen(bob, one.look(), retail.ReferFile)
		_, err = h.shop.Decide(t.Context(), h.operator, p.ID, true, "myself")
		h.refused(err, "same_person")
		if _, err := h.shop.Decide(t.Context(), h.second, p.ID, true, "looked (at it)"); err != nil {
			t.Fatal(err)
		}
		h.seen(bob, one.look(), retail.WasRefunded)
		if c := h.claimed(one, retail.Refunded); c.By != h.second.Person || c.Amount != smallPrice {
			t.Errorf("the claim is %+v", c)
		}
		h.refused(h.approve(RefundTicket, body), "refunded")
		for _, bad := range []string{`{"ticket":"x"}`, `{}`} {
			h.refused(h.approve(RefundTicket, bad), "bad_serial")
		}
		h.refused(h.approve(RefundTicket, `{"ticket":"`+h.at(3).serial+`"}`), "unknown_ticket")
		h.refused(h.approve(RefundTicket, `{"ticket":"`+one.serial+`","amount":100}`), "bad_body")
		read := h.paper(500_00, 1) // its face, and its number: it is kept that they were right, and not the number
		with := func(face []byte, virn string) string {
			return fmt.Sprintf(`{"ticket":%q,"face":%s,"virn":%q}`, read.serial, face, virn)
		}
		h.refused(h.approve(RefundTicket, with(h.face(read, 0), read.virn)), "not_misprint")
		h.refused(h.approve(RefundTicket, with(h.face(one, 1), read.virn)), "bad_face")
		h.refused(h.approve(RefundTicket, with(h.face(read, 1), one.virn)), "unknown_ticket")
		h.refused(h.approve(RefundTicket, fmt.Sprintf(`{"ticket":%q,"opened":"yes"}`, read.serial)), "unknown_ticket")
		p, err = h.shop.Propose(t.Context(), h.operator, RefundTicket, []byte(with(h.face(read, 1), read.virn)), "an element is missing")
		if err != nil || !strings.Contains(string(p.Body), `"surfaces"`) || strings.Contains(string(p.Body), read.virn) {
			t.Fatalf("proposed %s, %v", p.Body, err)
		}
		if _, err := h.shop.Decide(t.Context(), h.second, p.ID, true, "it is missing"); err != nil {
			t.Fatal(err)
		}
		h.claimed(read, retail.Refunded)
		paid := h.paper(20_00, 0)
		h.pay(bob, "p", paid.look())
		h.refused(h.approve(RefundTicket, `{"ticket":"`+paid.serial+`"}`), "already_paid")
		if centre := h.balance(ledger.Cash, "centre"); centre != 2*smallPrice {
			t.Errorf("the centre has %d", centre)
		}
		h.sound()
	})
}
