package shop

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"tirage/internal/store"
	"tirage/ledger"
	"tirage/seal"
)

// What a ticket's row says can be changed by whoever can write the database, and is not believed where money is paid by it: whose the
// ticket is says the act that sold it, and that it was not opened before says that there is no act that did. Both acts are in the chain.

// revealKey is the key of the act that opens a ticket. No request can bear it: it has a colon.
func revealKey(serial seal.Serial) string { return "reveal:" + serial.String() }

// revealNote says in the act what a ticket's row says of what was opened: "3002-00-0001:17 lot 3 composition 5".
func revealNote(ref store.TicketRef, lot, composition int64) string {
	return fmt.Sprintf("%s:%d lot %d composition %d", ref.Block, ref.Position, lot, composition)
}

// proposed digests what a proposal would have done, for the act that proposes it: what is approved is that and nothing else.
func proposed(p *store.Proposal) [32]byte { return request("propose", p.Kind, string(p.Body)) }

// soldTo refuses with ErrTicketDoubted a ticket that was not sold to its owner, by the act that its row names.
func (s *Shop) soldTo(ctx context.Context, t *store.Ticket) error {
	sale, err := s.store.Act(ctx, t.Journal, t.Seq)
	if err != nil && !errors.Is(err, store.ErrUnknown) {
		return err
	}
	if err == nil && sale.Digest == t.Digest && sale.Act.Actor == string(t.Owner) && sells(&sale.Act, t.TicketRef) {
		return nil
	}
	s.log.Error("the row of a ticket is not what the act that sold it says: tirage ledger verify tells more", "block", t.Block, "position", t.Position)
	return ErrTicketDoubted
}

// sells tells whether an act is the purchase of a ticket.
func sells(a *ledger.Act, ref store.TicketRef) bool {
	spans, err := soldBy(a)
	for _, sold := range spans {
		if sold.id == ref.Block && sold.first <= ref.Position && ref.Position < sold.end {
			return err == nil
		}
	}
	return false
}

// run is a run of positions of one block, as a purchase names it.
type run struct {
	id         store.BlockID
	first, end int64
}

// soldBy reads which tickets a purchase sold: "3002-00-0001:17-19 3002-00-0002:0-0". Any other act sells none.
func soldBy(a *ledger.Act) (spans []run, err error) {
	if a.Kind != "buy" {
		return nil, nil
	}
	for _, text := range strings.Fields(a.Subject) {
		id, positions, _ := strings.Cut(text, ":")
		first, last, _ := strings.Cut(positions, "-")
		r := run{id: store.BlockID(id), first: whole(first), end: whole(last)}
		if r.first < 0 || r.end < r.first || r.end-r.first >= MaxTickets {
			return nil, fmt.Errorf("the purchase of %.80q names no tickets", text)
		}
		r.end++
		spans = append(spans, r)
	}
	return spans, nil
}

// whole reads a number that is not negative, as the house writes it; -1 for anything else.
func whole(text string) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 || text[0] == '+' || text[0] == '0' && len(text) > 1 {
		return -1
	}
	return n
}
