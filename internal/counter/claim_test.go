package counter

import (
	"strings"
	"testing"
	"time"

	"tirage/internal/shop"
	"tirage/internal/store"
	"tirage/ledger"
	"tirage/money"
	"tirage/retail"
)

// selling is a house in which two retailers have all packs of the paper share, half each, and sell them.
func selling(t testing.TB, o options) (h *house, bob, eve shop.By) {
	t.Helper()
	h = newHouse(t, o)
	h.openIssue()
	bob, eve = h.retailer(), h.retailer()
	h.deliver(bob, 40, 69)
	h.deliver(eve, 70, 99)
	return h, bob, eve
}

func (t *ticket) look() Look { return Look{Serial: t.serial, VIRN: t.virn} }

// wrongly is a look at the ticket with the number of another one.
func (t *ticket) wrongly(other ticket) Look { return Look{Serial: t.serial, VIRN: other.virn} }

// seen demands what a ticket is answered.
func (h *house) seen(by shop.By, look Look, want retail.Answer) Seen {
	h.t.Helper()
	s, err := h.Check(h.t.Context(), by, look)
	if err != nil || s.Answer != want {
		h.t.Errorf("%s is answered %q, %v; not %q", look.Serial, s.Answer, err, want)
	}
	return s
}

// reserve reserves a ticket.
func (h *house) reserve(by shop.By, key string, look Look) Reservation {
	h.t.Helper()
	r, err := h.Reserve(h.t.Context(), by, key, look)
	if err != nil {
		h.t.Fatal(err)
	}
	return r
}

// pay claims a ticket.
func (h *house) pay(by shop.By, key string, look Look) Payment {
	h.t.Helper()
	p, err := h.Confirm(h.t.Context(), by, key, h.reserve(by, key+"-r", look).Reference)
	if err != nil {
		h.t.Fatal(err)
	}
	return p
}

// claimed demands in which state the claim of a ticket is.
func (h *house) claimed(t ticket, want retail.ClaimState) store.Claim {
	h.t.Helper()
	c, err := h.store.Claim(h.t.Context(), t.TicketRef)
	if err != nil || c.State != want {
		h.t.Errorf("the claim of %s is %q, %v; not %q", t.serial, c.State, err, want)
	}
	return c
}

// paidLots counts the tickets of a lot that were paid.
func (h *house) paidLots(lot int64) int64 {
	h.t.Helper()
	list, err := h.store.Lots(h.t.Context(), h.block)
	if err != nil {
		h.t.Fatal(err)
	}
	for _, l := range list {
		if l.Lot == lot {
			return l.Paid
		}
	}
	return 0
}

// A ticket is seen, reserved and paid, and the money is where it should be.
func TestClaimLives(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		h, bob, eve := selling(t, options{dsn: d.fresh(t)})
		one := h.paper(20_00, 0)
		for _, by := range []shop.By{{Origin: "anywhere"}, bob, eve, h.operator, h.player(1_00)} {
			if s := h.seen(by, one.look(), retail.Pay); s.Amount != 20_00 || s.Game != "small" || !s.Play || s.Serial != one.serial || s.Lapses != 0 {
				t.Errorf("seen %+v", s)
			}
		}
		r := h.reserve(bob, "r", one.look())
		if again := h.reserve(bob, "r", one.look()); again != r {
			t.Errorf("reserved again: %+v, not %+v", again, r)
		}
		if r.Amount != 20_00 || r.Serial != one.serial || r.Game != "small" || !r.Play {
			t.Errorf("reserved %+v", r)
		}
		h.seen(eve, one.look(), retail.IsReserved)
		_, err := h.Reserve(t.Context(), eve, "r", one.look())
		h.refused(err, "reserved")
		_, err = h.Confirm(t.Context(), eve, "c", r.Reference)
		h.refused(err, "unknown_reservation")
		p, err := h.Confirm(t.Context(), bob, "c", r.Reference)
		if err != nil || p.Amount != 20_00 || p.Balance != 20_00 || p.Serial != one.serial || !p.Play {
			t.Errorf("paid %+v, %v", p, err)
		}
		if again, err := h.Confirm(t.Context(), bob, "c", r.Reference); err != nil || again != p {
			t.Errorf("paid again: %+v, %v", again, err)
		}
		_, err = h.Confirm(t.Context(), bob, "c2", r.Reference)
		h.refused(err, "already_paid")
		_, err = h.Confirm(t.Context(), eve, "c", r.Reference)
		h.refused(err, "unknown_reservation")
		_, err = h.Cancel(t.Context(), bob, "x", r.Reference)
		h.refused(err, "already_paid")
		_, err = h.Confirm(t.Context(), bob, "c", h.reserve(bob, "o", ptr(h.paper(10_00, 0)).look()).Reference)
		h.refused(err, "key_reused")
		for _, by := range []shop.By{bob, eve, h.operator, {}} {
			h.seen(by, one.look(), retail.AlreadyPaid)
		}
		_, err = h.Reserve(t.Context(), bob, "r3", one.look())
		h.refused(err, "already_paid")
		c := h.claimed(one, retail.Paid)
		if c.By != bob.Person || c.Amount != 20_00 || c.Lot != one.lot || c.Composition != int64(one.outcome.Composition) || c.At != p.At {
			t.Errorf("the claim is %+v", c)
		}
		act, err := h.store.Act(t.Context(), c.Journal, c.Seq)
		if err != nil || act.Act.Kind != "pay_claim" || act.Act.Subject != one.serial || !strings.HasPrefix(act.Act.Note, shownNote(one)+" reference ") {
			t.Errorf("by act %+v, %v", act.Act, err)
		}
		if bob, game := h.balance(ledger.Retailer, string(bob.Person)), h.balance(ledger.Game, "0007"); bob != 20_00 || game != -20_00 || h.paidLots(one.lot) != 1 {
			t.Errorf("the retailer has %d, the game %d, %d lots are paid", bob, game, h.paidLots(one.lot))
		}
		h.sound()
	})
}

func ptr(t ticket) *ticket { return &t }

func shownNote(t ticket) string {
	s := shown{TicketRef: t.TicketRef, outcome: t.outcome}
	return s.note()
}

// Thresholds look at the whole lot: retailers, then the centre, then a file; and what the centre pays comes from its own till.
func TestWhoPays(t *testing.T) {
	h, bob, _ := selling(t, options{})
	for _, c := range []struct {
		amount          money.Cents
		counter, centre string
	}{{10_00, "", ""}, {20_00, "", ""}, {100_00, "refer_centre", ""}, {500_00, "refer_file", "refer_file"}, {0, "no_lot", "no_lot"}} {
		for n, try := range []struct {
			by   shop.By
			want string
		}{{bob, c.counter}, {h.operator, c.centre}} {
			one := h.paper(c.amount, n)
			seen, err := h.Check(t.Context(), try.by, one.look())
			if err != nil || try.want == "" && seen.Answer != retail.Pay || try.want != "" && string(seen.Answer) != try.want {
				t.Errorf("%d is seen as %+v, %v", c.amount, seen, err)
			}
			if told := c.amount; seen.Amount != told {
				t.Errorf("%d is told as %d", told, seen.Amount)
			}
			r, err := h.Reserve(t.Context(), try.by, "r"+one.serial, one.look())
			if shop.RefusalName(err) != try.want {
				t.Errorf("%d is reserved: %v", c.amount, err)
			}
			if try.want != "" {
				continue
			}
			if _, err := h.Confirm(t.Context(), try.by, "c"+one.serial, r.Reference); err != nil {
				t.Error(err)
			}
		}
	}
	if got := h.balance(ledger.Cash, "centre"); got != 130_00 {
		t.Errorf("the centre has paid %d", got)
	}
	if got := h.balance(ledger.Retailer, string(bob.Person)); got != 30_00 {
		t.Errorf("the retailer is owed %d", got)
	}
	for _, by := range []shop.By{{}, h.player(1_00), h.person(shop.Auditor), h.person(shop.Administrator)} {
		want := "not_allowed"
		if by.Person == "" {
			want = "log_in"
		}
		one := h.paper(10_00, 5)
		_, err := h.Reserve(t.Context(), by, "r", one.look())
		h.refused(err, want)
		_, err = h.Confirm(t.Context(), by, "r", "x")
		h.refused(err, want)
		_, err = h.Cancel(t.Context(), by, "r", "x")
		h.refused(err, want)
		_, err = h.Misprint(t.Context(), by, "r", Misprint{})
		h.refused(err, want)
	}
	stranger, one := h.person(shop.Retailer), h.paper(10_00, 5)
	_, err := h.Reserve(t.Context(), stranger, "r", one.look()) // who has no terms learns nothing by it
	h.refused(err, "unknown_retailer")
	_, err = h.Reserve(t.Context(), stranger, "r", one.wrongly(h.paper(10_00, 6)))
	h.refused(err, "unknown_retailer")
	if list, err := h.store.SightingsOf(t.Context(), one.TicketRef); err != nil || len(list) != 0 {
		t.Errorf("seen %+v, %v", list, err)
	}
	_, err = h.Reserve(t.Context(), bob, "", one.look())
	h.refused(err, "key_missing")
	h.sound()
}

// A reservation ends by itself, by being given up, or by another of the same counter; and then it pays nothing.
func TestReservationEnds(t *testing.T) {
	h, bob, eve := selling(t, options{})
	one := h.paper(20_00, 0)
	first := h.reserve(bob, "1", one.look())
	second := h.reserve(bob, "2", one.look()) // the key was lost, too
	_, err := h.Confirm(t.Context(), bob, "c", first.Reference)
	h.refused(err, "reservation_over")
	_, err = h.Cancel(t.Context(), eve, "x", second.Reference)
	h.refused(err, "unknown_reservation")
	if done, err := h.Cancel(t.Context(), bob, "x", second.Reference); err != nil || done.Serial != one.serial {
		t.Errorf("cancelled %+v, %v", done, err)
	}
	if c := h.claimed(one, retail.Free); c.Lot != 0 || c.Amount != 0 || c.Composition != 0 || c.Reference != "" {
		t.Errorf("what is left of it: %+v", c)
	}
	_, err = h.Confirm(t.Context(), bob, "c", second.Reference)
	h.refused(err, "reservation_over")

	third := h.reserve(eve, "3", one.look())
	if _, err := h.Cancel(t.Context(), bob, "x", second.Reference); err != nil {
		t.Errorf("the answer of the first time: %v", err)
	}
	h.claimed(one, retail.Reserved)
	h.pass(reservationLife - time.Second)
	_, err = h.Reserve(t.Context(), bob, "4", one.look())
	h.refused(err, "reserved")
	h.pass(time.Second)
	_, err = h.Confirm(t.Context(), eve, "c", third.Reference)
	h.refused(err, "reservation_over")
	fourth := h.reserve(bob, "5", one.look())
	_, err = h.Confirm(t.Context(), eve, "c", third.Reference)
	h.refused(err, "reservation_over")
	if _, err := h.Confirm(t.Context(), bob, "c", fourth.Reference); err != nil {
		t.Error(err)
	}
	h.pass(time.Hour)
	if again, err := h.Confirm(t.Context(), bob, "c", fourth.Reference); err != nil || again.Amount != 20_00 {
		t.Errorf("the answer of the first time: %+v, %v", again, err)
	}
	for _, bad := range []string{
		"", "x", one.serial, one.serial + ".", one.serial + "." + strings.Repeat("x", 31), one.serial + "." + strings.Repeat("x", 33), h.at(3).serial + "." + strings.Repeat("x", 32),
		strings.ReplaceAll(fourth.Reference, "-", ""), " " + fourth.Reference, fourth.Reference + " ", "\x00" + fourth.Reference, strings.Repeat("9", 1<<16),
	} {
		_, err := h.Confirm(t.Context(), bob, "bad", bad)
		h.refused(err, "unknown_reservation")
	}
	_, err = h.Confirm(t.Context(), bob, "bad", one.serial+"."+strings.Repeat("x", 32))
	h.refused(err, "reservation_over")
	if got := h.balance(ledger.Retailer, string(bob.Person)); got != 20_00 {
		t.Errorf("the retailer is owed %d", got)
	}
	h.sound()
}

// What is typed badly is told before anything is looked up, and is no guess; letters that look like digits pass.
func TestTyped(t *testing.T) {
	h, bob, _ := selling(t, options{})
	one := h.paper(20_00, 0)
	typed := strings.NewReplacer("0", "o", "1", "l").Replace
	for _, look := range []Look{
		{Serial: typed(one.serial), VIRN: typed(one.virn)},
		{Serial: strings.ReplaceAll(one.serial, "-", ""), VIRN: strings.ToLower(one.virn)},
		{Serial: strings.ReplaceAll(one.serial, "-", " "), VIRN: one.virn[:4] + " " + one.virn[4:8] + "-" + one.virn[8:]},
		{Serial: strings.NewReplacer("0", "O", "1", "I").Replace(one.serial), VIRN: strings.NewReplacer("0", "O", "1", "I").Replace(one.virn)},
	} {
		h.seen(bob, look, retail.Pay)
	}
	swapped := []byte(one.serial)
	swapped[12] ^= 1
	for _, serial := range []string{
		"", "0007", one.serial + "0", string(swapped), one.serial[:len(one.serial)-1] + string('0'+(one.serial[len(one.serial)-1]-'0'+1)%10), "0007-00-0000-000000-000-0",
		strings.Repeat("\x00", 20), "١٢٣٤٥٦٧٨٩٠١٢٣٤٥٦٧٨٩٠", "<script>alert(1)</script>", "'; drop table claim; --", strings.Repeat("0", 1<<20), "\xff\xfe", "0007\u202e00",
	} {
		_, err := h.Check(t.Context(), bob, Look{Serial: serial, VIRN: one.virn})
		h.refused(err, "bad_serial")
		_, err = h.Misprint(t.Context(), bob, "m", Misprint{Serial: serial, VIRN: one.virn, Way: Refund})
		h.refused(err, "bad_serial")
	}
	check := one.virn[:15] + string("0123456789ABCDEF"[(strings.IndexByte("0123456789ABCDEF", one.virn[15])+1)%16])
	for _, virn := range []string{"", "U" + one.virn[1:], one.virn[:15], one.virn + "0", check, one.virn[1:2] + one.virn[:1] + one.virn[2:14] + one.virn[15:] + one.virn[14:15], strings.Repeat("A", 1<<20), "\x00", "\u202e" + one.virn} {
		for range guessesPerson + 1 {
			_, err := h.Reserve(t.Context(), bob, "r", Look{Serial: one.serial, VIRN: virn})
			h.refused(err, "bad_virn")
		}
	}
	h.seen(bob, one.look(), retail.Pay)
	if s := h.seen(bob, Look{Serial: one.serial, VIRN: one.virn, ControlOpen: true}, retail.Void); s.Amount != 0 {
		t.Errorf("a void ticket is worth %d", s.Amount)
	}
	_, err := h.Reserve(t.Context(), bob, "r", Look{Serial: one.serial, VIRN: one.virn, ControlOpen: true})
	h.refused(err, "void")
	h.sound()
}

// Whoever sees a ticket that has a lot leaves a trail, whatever is answered; of one that has none nothing is noted.
func TestSightings(t *testing.T) {
	h, bob, eve := selling(t, options{})
	one, none := h.paper(20_00, 0), h.paper(0, 0)
	h.seen(bob, one.look(), retail.Pay)
	h.pass(11 * time.Minute)
	h.pay(bob, "pay", one.look()) // of which the act says enough
	h.pass(time.Minute)
	h.seen(eve, one.look(), retail.AlreadyPaid)
	h.seen(shop.By{Origin: "home"}, none.look(), retail.NoLot)
	h.seen(eve, Look{Serial: one.serial, VIRN: one.virn, ControlOpen: true}, retail.Void)
	list, err := h.store.SightingsOf(t.Context(), one.TicketRef)
	want := []string{"pay", "already_paid", "void"}
	if err != nil || len(list) != len(want) {
		t.Fatalf("seen %+v, %v", list, err)
	}
	for i, s := range list {
		if s.Answer != want[i] || (s.By == bob.Person) != (i < 1) {
			t.Errorf("sighting %d is %+v", i, s)
		}
	}
	if list, err := h.store.SightingsOf(t.Context(), none.TicketRef); err != nil || len(list) != 0 {
		t.Errorf("a ticket without a lot was seen: %+v, %v", list, err)
	}
	// A reservation that pays nothing is a look: who made it is known, and since when.
	two := h.paper(20_00, 1)
	r := h.reserve(bob, "look", two.look())
	h.pass(time.Minute)
	if _, err := h.Cancel(t.Context(), bob, "x", r.Reference); err != nil {
		t.Fatal(err)
	}
	r = h.reserve(eve, "look", two.look())
	h.pass(time.Hour)
	h.pay(eve, "late", two.look())
	list, err = h.store.SightingsOf(t.Context(), two.TicketRef)
	if err != nil || len(list) != 2 || list[0].By != bob.Person || list[1].By != eve.Person || list[1].At != r.Expires-reservationLife.Microseconds() {
		t.Errorf("seen %+v, %v", list, err)
	}
	suspects, err := h.store.Suspects(t.Context(), (10 * time.Minute).Microseconds(), store.Cursor{}, 10)
	if err != nil || len(suspects) != 4 { // seen long before, twice; and asked about by another afterwards, twice
		t.Errorf("suspects %+v, %v", suspects, err)
	}
	h.sound()
}
