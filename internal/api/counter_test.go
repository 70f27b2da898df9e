package api

import (
	"fmt"
	"path/filepath"
	"sync"
	"testing"

	"tirage/internal/counter"
	"tirage/internal/press"
	"tirage/internal/shop"
	"tirage/money"
	"tirage/retail"
	"tirage/seal"
)

// The specimen with paper tickets: of Vegas, packs of 100 tickets, the first online.
const (
	paperOnline = 4  // packs
	paperPacks  = 64 // packs in all
)

// onPaper is that specimen for all tests, and its tickets.
var onPaper struct {
	once    sync.Once
	tickets []paperTicket
	err     error
}

// paperTicket is a paper ticket as its holder has it.
type paperTicket struct {
	serial, virn string
	pack         int64
	amount       money.Cents
}

func paper(t testing.TB) (folder string) {
	t.Helper()
	folder = filepath.Join(filepath.Dir(specimen(t)), "paper")
	onPaper.once.Do(func() {
		if onPaper.err = paperSpecimen(folder); onPaper.err == nil {
			onPaper.tickets, onPaper.err = ticketsOf(folder)
		}
	})
	if onPaper.err != nil {
		t.Fatal(onPaper.err)
	}
	return folder
}

// ticketsOf reads all paper tickets of a specimen, as its seeds tell them.
func ticketsOf(folder string) (list []paperTicket, err error) {
	stock, err := press.OpenStock(folder, "", nil)
	if err != nil {
		return nil, err
	}
	defer stock.Close()
	a, b, err := stock.Seeds()
	if err != nil {
		return nil, err
	}
	of, err := seal.NewPress(a, b, stock.Manifest.Block)
	if err != nil {
		return nil, err
	}
	key, err := seal.NewClaimKey(a, stock.Manifest.Block)
	if err != nil {
		return nil, err
	}
	size := int(stock.Manifest.Block.PackSize)
	for position := paperOnline * size; position < paperPacks*size; position++ {
		var t seal.Ticket
		if err := of.Ticket(position, &t); err != nil {
			return nil, err
		}
		claimed, err := stock.Claim(t.Serial, t.VIRN, key)
		if err != nil {
			return nil, err
		}
		list = append(list, paperTicket{t.Serial.String(), t.VIRN.Grouped(), int64(position / size), claimed.Amount})
	}
	return list, nil
}

// inTheField is a house whose issue is open, with a retailer who has the first half of the paper packs on sale.
type inTheField struct {
	*house
	operator *somebody
	retailer *somebody
	pack     int64 // the next that nobody has
	next     int   // the next ticket that nobody was given
}

const firstFree = paperOnline + (paperPacks-paperOnline)/2

// sell opens the issue and puts packs on sale.
func (h *house) sell(retailer *somebody) *inTheField {
	h.t.Helper()
	f := &inTheField{house: h, operator: h.as(shop.Operator), retailer: retailer, pack: firstFree}
	if _, err := h.Counter.OpenIssue(h.t.Context(), f.operator.by, "open", "3002-00", "notice of opening"); err != nil {
		h.t.Fatal(err)
	}
	f.terms(retailer.by)
	f.deliver(retail.Active, paperOnline, firstFree-1)
	return f
}

func (f *inTheField) terms(of shop.By) {
	f.t.Helper()
	terms := counter.Terms{Person: of.Person, Commission: 50_000, Limit: 100_000_00, Reason: "a good shop"}
	if _, err := f.Counter.AddRetailer(f.t.Context(), f.operator.by, "terms-"+string(of.Person), terms); err != nil {
		f.t.Fatal(err)
	}
}

// deliver brings packs to the retailer, up to a state.
func (f *inTheField) deliver(to retail.PackState, first, last int64) {
	f.t.Helper()
	for _, step := range []struct {
		state retail.PackState
		by    shop.By
	}{{retail.Received, f.operator.by}, {retail.Confirmed, f.retailer.by}, {retail.Active, f.retailer.by}} {
		packs := counter.Packs{Block: block, First: first, Last: last, Retailer: f.retailer.by.Person}
		if _, err := f.Counter.Move(f.t.Context(), step.by, fmt.Sprintf("%s-%d", step.state, first), step.state, packs); err != nil {
			f.t.Fatal(err)
		}
		if step.state == to {
			return
		}
	}
}

// winner is a ticket on sale, with a lot that a retailer pays, that no test was given before.
func (f *inTheField) winner() paperTicket {
	return f.ticket(func(t paperTicket) bool { return t.amount > 0 && t.amount <= 300_00 })
}

// charged is a loser of a pack that the retailer was charged for.
func (f *inTheField) charged() paperTicket {
	f.t.Helper()
	t := f.loser()
	packs := counter.Packs{Block: block, First: t.pack, Last: t.pack, Retailer: f.retailer.by.Person}
	if _, err := f.Counter.Move(f.t.Context(), f.operator.by, fmt.Sprintf("settled-%d", t.pack), retail.Settled, packs); err != nil {
		f.t.Fatal(err)
	}
	return t
}

func (f *inTheField) loser() paperTicket {
	return f.ticket(func(t paperTicket) bool { return t.amount == 0 })
}

func (f *inTheField) ticket(want func(paperTicket) bool) paperTicket {
	f.t.Helper()
	for f.next < len(onPaper.tickets) {
		t := onPaper.tickets[f.next]
		if f.next++; t.pack < firstFree && want(t) {
			return t
		}
	}
	f.t.Fatal("there are no more such tickets")
	return paperTicket{}
}

// look is a body that shows a ticket.
func (t paperTicket) look() string { return fmt.Sprintf(`{"serial":%q,"virn":%q}`, t.serial, t.virn) }

// prepare makes what a route of the counter needs in the table: a reference, and a body.
func (f *inTheField) prepare(s *somebody, pattern string, n int) (reference, body string) {
	f.t.Helper()
	reference = exampleReference
	packs := func(before retail.PackState) string {
		if s.by.Role == shop.Retailer || s.by.Role == shop.Operator {
			f.pack++
			if before != "" {
				f.deliver(before, f.pack, f.pack)
			}
		}
		return fmt.Sprintf(`{"block":%q,"first":%d,"last":%d,"retailer":%q}`, block, f.pack, f.pack, f.retailer.by.Person)
	}
	switch pattern {
	case "POST /api/claims/check", "POST /api/claims":
		return reference, f.winner().look()
	case "POST /api/claims/{reference}/confirm", "POST /api/claims/{reference}/cancel":
		if s.by.Role == shop.Retailer || s.by.Role == shop.Operator {
			reference = f.reserve(s, f.winner(), fmt.Sprintf("reserve-%d", n)).Reference
		}
	case "POST /api/claims/misprint":
		t := f.charged()
		body = fmt.Sprintf(`{"serial":%q,"virn":%q,"face":{"game":"vegas-3eur","surfaces":{"duel":{"bank":["9"]}}},"way":"refund"}`, t.serial, t.virn)
	case "POST /api/files":
		t := f.winner()
		body = fmt.Sprintf(`{"serial":%q,"virn":%q,"identity":"somebody with a passport","transfer":"an account"}`, t.serial, t.virn)
	case "POST /api/files/{id}/erase":
		body = `{"reason":"asked for by letter"}`
	case "POST /api/oppositions":
		body = fmt.Sprintf(`{"serial":%q,"reason":"said to be stolen"}`, f.winner().serial)
	case "POST /api/issues":
		body = `{"issue":"3002-00","notice":"notice of opening"}`
	case "POST /api/packs/receive":
		body = packs("")
	case "POST /api/packs/confirm", "POST /api/packs/return":
		body = packs(retail.Received)
	case "POST /api/packs/activate":
		body = packs(retail.Confirmed)
	case "POST /api/packs/settle", "POST /api/packs/lost", "POST /api/packs/stolen":
		body = packs(retail.Active)
	case "POST /api/retailers":
		body = fmt.Sprintf(`{"retailer":%q,"commission":50000,"limit":200000,"reason":"a good shop"}`, f.person(shop.Retailer).Person)
	case "POST /api/retailers/{id}/terms":
		body = `{"commission":40000,"limit":10000000,"reason":"another contract"}`
	case "POST /api/retailers/{id}/collect":
		if s.by.Role == shop.Operator { // something is owed
			f.operator.post("/api/packs/settle", packs(retail.Active), key(fmt.Sprint("owed-", f.pack))).is(200, "")
		}
		body = `{"amount":1,"play":true}`
	}
	return reference, body
}

// reserve reserves a ticket.
func (f *inTheField) reserve(s *somebody, t paperTicket, key string) (r Reservation) {
	f.t.Helper()
	s.post("/api/claims", t.look(), "Idempotency-Key: "+key).is(201, "").into(&r)
	return r
}

// The numbers of the examples are such numbers, so that whoever tries one is not told that it was misread.
func TestExampleNumbersAreNumbers(t *testing.T) {
	for _, serial := range []string{examplePaper, "3002-00-0001-006667-001-6", "3002-00-0001-006667-002-7"} {
		if n, err := seal.ParseSerial(serial); err != nil || n.String() != serial {
			t.Errorf("%s: %v", serial, err)
		}
	}
	if v, err := seal.ParseVIRN(exampleLook.VIRN); err != nil || v.Grouped() != exampleLook.VIRN {
		t.Error(err)
	}
}
