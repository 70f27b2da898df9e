package counter

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"tirage/internal/shop"
	"tirage/internal/store"
	"tirage/retail"
	"tirage/seal"
)

// again opens the house once more, on its database, as after a crash of the machine.
func (h *house) again() *house {
	h.t.Helper()
	o := options{dsn: h.dsn, dir: h.dir, clock: h.clock}
	h.close()
	next := openHouse(h.t, o)
	h.t.Cleanup(next.close)
	next.operator, next.second, next.block = h.operator, h.second, h.block
	next.look(small(h.t, 1))
	return next
}

// from is somebody of the public, from somewhere else each time.
func (h *house) from(n int) shop.By {
	return shop.By{Origin: fmt.Sprint("origin", n)}
}

func (h *house) barred(by shop.By, look Look) {
	h.t.Helper()
	_, err := h.Check(h.t.Context(), by, look)
	h.refused(err, "too_many_guesses")
	if err != nil && !strings.Contains(err.Error(), " UTC") {
		h.t.Errorf("it does not say until when: %v", err)
	}
}

// Five wrong numbers of the public bar a ticket to the public for an hour, whoever asks, with its right number too, and through a restart of the
// house; and the ticket is paid at a counter meanwhile.
func TestTicketIsBarred(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		h, bob, _ := selling(t, options{dsn: d.fresh(t)})
		one, other := h.paper(20_00, 0), h.paper(20_00, 1)
		for n := range guessesTicket {
			h.seen(h.from(n), one.wrongly(other), retail.UnknownTicket)
		}
		for _, by := range []shop.By{{Origin: "home"}, h.from(100), h.person(shop.Player)} {
			h.barred(by, one.look())
			h.barred(by, one.wrongly(other))
		}
		h.seen(h.from(0), other.look(), retail.Pay)
		h.pass(30 * time.Minute)
		h = h.again()
		h.barred(h.from(100), one.look())
		h.seen(bob, one.look(), retail.Pay)
		h.seen(h.operator, one.look(), retail.Pay)
		h.pass(guessBar - 30*time.Minute)
		h.seen(h.from(100), one.look(), retail.Pay)
		for range guessesTicket - 1 { // the counting has begun anew
			h.seen(h.from(200), one.wrongly(other), retail.UnknownTicket)
		}
		h.seen(h.from(200), one.look(), retail.Pay)
		h.seen(h.from(200), one.wrongly(other), retail.UnknownTicket)
		h.barred(h.from(300), one.look())
		bob.Origin = "the same street" // where somebody else guessed
		for n := range guessesPerson {
			h.seen(shop.By{Origin: bob.Origin}, ptr(h.paper(10_00, n)).wrongly(other), retail.UnknownTicket)
		}
		h.barred(shop.By{Origin: bob.Origin}, other.look())
		h.pay(bob, "p", one.look())
		h.sound()
	})
}

// barredCounter gives so many wrong numbers for a ticket, by several counters, that it is barred to all of them.
func (h *house) barredCounter(one, other ticket) {
	h.t.Helper()
	var by shop.By
	for n := range guessesCounter {
		if n%(guessesPerson-1) == 0 {
			by = h.retailer()
		}
		h.seen(by, one.wrongly(other), retail.UnknownTicket)
	}
}

// Twenty wrong numbers of all counters bar a ticket to counters, and not to the public.
func TestTicketIsBarredToCounters(t *testing.T) {
	h, bob, _ := selling(t, options{})
	one, other := h.paper(20_00, 0), h.paper(20_00, 1)
	h.barredCounter(one, other)
	for n, by := range []shop.By{bob, h.operator} {
		h.barred(by, one.look())
		h.barred(by, one.wrongly(other))
		_, err := h.Reserve(t.Context(), by, fmt.Sprint("r", n), one.look())
		h.refused(err, "too_many_guesses")
		_, err = h.Misprint(t.Context(), by, fmt.Sprint("m", n), Misprint{Serial: one.serial, VIRN: one.virn, Way: Refund, Face: []byte(`{}`)})
		h.refused(err, map[shop.Role]string{shop.Retailer: "too_many_guesses", shop.Operator: "two_persons"}[by.Role])
	}
	_, err := h.OpenFile(t.Context(), h.operator, "f", Claimant{Look: one.look(), Identity: "somebody", Transfer: "somewhere"})
	h.refused(err, "too_many_guesses")
	h.seen(bob, other.look(), retail.Pay)
	h.seen(h.from(0), one.look(), retail.Pay)
	h.pass(guessBar)
	h.seen(bob, one.look(), retail.Pay)
}

// For whoever is barred no envelope is opened, and no face is judged.
func TestBarredOpensNothing(t *testing.T) {
	h, bob, _ := selling(t, options{})
	one, other := h.paper(20_00, 0), h.paper(20_00, 1)
	h.barredCounter(one, other)
	for n := range guessesTicket {
		h.seen(h.from(n), one.wrongly(other), retail.UnknownTicket)
	}
	for _, by := range []shop.By{bob, h.operator, h.from(100)} {
		s, err := h.show(t.Context(), by, one.look())
		if err != nil || s.right || s.amount != 0 || s.unopened == nil {
			t.Errorf("shown %+v, %v", s, err)
		}
	}
	d, err := h.misprinted(t.Context(), bob, "m", Misprint{Serial: one.serial, VIRN: one.virn, Way: Refund, Face: []byte(`{}`)})
	if err != nil || d.ticket.right || d.fault != nil || d.noFault != nil {
		t.Errorf("a misprint %+v, %v", d, err)
	}
}

// What was reserved before is confirmed while the ticket is barred: the number was right.
func TestBarDoesNotStopPayment(t *testing.T) {
	h, bob, _ := selling(t, options{})
	one, other := h.paper(20_00, 0), h.paper(20_00, 1)
	r := h.reserve(bob, "r", one.look())
	h.barredCounter(one, other)
	h.barred(bob, one.look())
	if _, err := h.Confirm(t.Context(), bob, "c", r.Reference); err != nil {
		t.Error(err)
	}
	if again := h.reserve(bob, "r", one.look()); again != r {
		t.Errorf("the answer of the first time: %+v", again)
	}
}

// Ten wrong numbers bar who gave them, for whichever tickets, wherever that person goes; and ten from one place bar that place, whoever asks.
func TestGuesserIsBarred(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		h, bob, eve := selling(t, options{dsn: d.fresh(t)})
		other := h.paper(10_00, 50)
		bob.Origin, eve.Origin = "bob's", "eve's"
		for n := range guessesPerson {
			bob.Origin = fmt.Sprint("bob's", n)
			h.seen(bob, ptr(h.paper(20_00, n)).wrongly(other), retail.UnknownTicket)
		}
		bob.Origin = "bob's at last"
		h.barred(bob, ptr(h.paper(20_00, 20)).look())
		h.seen(eve, ptr(h.paper(20_00, 20)).look(), retail.Pay)
		h = h.again()
		h.barred(bob, ptr(h.paper(20_00, 20)).look())
		for n := range guessesPerson {
			h.seen(shop.By{Origin: "home"}, ptr(h.paper(10_00, n)).wrongly(other), retail.UnknownTicket)
		}
		h.barred(shop.By{Origin: "home"}, other.look())
		player := h.person(shop.Player)
		player.Origin = "home"
		h.barred(player, other.look())
		eve.Origin = "home"
		h.seen(eve, other.look(), retail.Pay) // a counter is counted by person
		h.pass(guessBar)
		h.seen(bob, other.look(), retail.Pay)
		h.seen(shop.By{Origin: "home"}, other.look(), retail.Pay)
		for range guessesPerson - 1 { // what was an hour ago is not counted
			h.seen(eve, ptr(h.paper(10_00, 60)).wrongly(h.paper(10_00, 61)), retail.UnknownTicket)
			h.pass(guessWindow)
		}
	})
}

// Many guesses at once are all counted: more are not answered than one after the other.
func TestGuessesAtOnce(t *testing.T) {
	h, bob, eve := selling(t, options{})
	one, other := h.paper(20_00, 0), h.paper(20_00, 1)
	var mu sync.Mutex
	names := map[string]int{}
	var wait sync.WaitGroup
	for i := range 500 {
		wait.Go(func() {
			by := []shop.By{bob, eve}[i%2]
			by.Origin = fmt.Sprint("o", i)
			_, err := h.Reserve(t.Context(), by, fmt.Sprint("r", i), one.wrongly(other))
			mu.Lock()
			defer mu.Unlock()
			names[shop.RefusalName(err)]++
		})
	}
	wait.Wait()
	if names["unknown_ticket"] != 2*guessesPerson || names["too_many_guesses"] != 500-2*guessesPerson {
		t.Errorf("answered %v", names)
	}
}

// A wrong number for a ticket and any number for one that there is not are the same: the same answer, the same rows written, and nothing else;
// the envelopes that are opened are compared where they are opened.
func TestWrongAndUnknownAreOne(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		h, _, _ := selling(t, options{dsn: d.fresh(t)})
		one, other, paid := h.paper(20_00, 0), h.paper(20_00, 1), h.paper(20_00, 2)
		h.pay(h.operator, "p", paid.look())
		serial := func(change func(*seal.Serial)) string {
			n, err := seal.ParseSerial(one.serial)
			if err != nil {
				t.Fatal(err)
			}
			change(&n)
			return n.String()
		}
		rows := func() (guesses int, rest string) {
			journals, err := h.store.Journals(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			claims, err := h.store.Claims(t.Context(), store.TicketRef{}, 1000)
			if err != nil {
				t.Fatal(err)
			}
			sightings, err := h.store.Sightings(t.Context(), store.Cursor{}, 1000)
			if err != nil {
				t.Fatal(err)
			}
			for _, j := range journals {
				rest += fmt.Sprint(j.Name, j.Head.Seq, " ")
			}
			return h.count("guess"), fmt.Sprint(rest, claims, sightings)
		}
		for name, look := range map[string]Look{
			"another ticket's number": other.wrongly(one), "a number of its own": {Serial: one.serial, VIRN: "0000000000000000"},
			"of a paid ticket":   paid.wrongly(one),
			"of an online one":   {Serial: h.at(3).serial, VIRN: h.at(3).virn},
			"of no such pack":    {Serial: serial(func(n *seal.Serial) { n.Pack = 100 }), VIRN: one.virn},
			"of no such ticket":  {Serial: serial(func(n *seal.Serial) { n.Ticket = smallPack }), VIRN: one.virn},
			"of no such block":   {Serial: serial(func(n *seal.Serial) { n.Block = 2 }), VIRN: one.virn},
			"of no such issue":   {Serial: serial(func(n *seal.Serial) { n.Issue = 1 }), VIRN: one.virn},
			"of no such game":    {Serial: serial(func(n *seal.Serial) { n.Game = 8 }), VIRN: one.virn},
			"of the highest one": {Serial: serial(func(n *seal.Serial) { *n = seal.Serial{Game: 9999, Issue: 99, Block: 9999, Pack: 999_999, Ticket: 999} }), VIRN: one.virn},
		} {
			by := h.retailer()
			before, rest := rows() // by registers somebody
			seen := h.seen(by, look, retail.UnknownTicket)
			after, unchanged := rows()
			if after != before+2 || unchanged != rest {
				t.Errorf("a ticket %s: %d rows more of guesses; of the rest\n%s\n%s", name, after-before, rest, unchanged)
			}
			want := Seen{Serial: seen.Serial, Answer: retail.UnknownTicket, Text: retail.UnknownTicket.Text()}
			if seen != want {
				t.Errorf("a ticket %s is answered %+v", name, seen)
			}
			_, err := h.Reserve(t.Context(), by, "r", look)
			h.refused(err, "unknown_ticket")
			if err.Error() != sayAnswer(retail.UnknownTicket).Error() {
				t.Errorf("a ticket %s is refused %v", name, err)
			}
		}
		h.sound()
	})
}
