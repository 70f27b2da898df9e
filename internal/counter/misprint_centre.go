package counter

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"

	"tirage/internal/shop"
	"tirage/internal/store"
	"tirage/ledger"
	"tirage/retail"
	"tirage/seal"
)

// RefundTicket is the kind of the act that gives a ticket's price back when its number cannot be read, by two persons who have looked at it.
const RefundTicket = shop.RefundTicket

// ticketRefund gives the price of a ticket back at the payment centre.
type ticketRefund struct {
	shop.Nothing `json:"-"`

	Ticket string          `json:"ticket"`           // its serial
	Face   json.RawMessage `json:"face,omitempty"`   // what both read on it, if anything: it must be a misprint's, and stands here for ever
	VIRN   string          `json:"virn,omitempty"`   // if it can be read; it is not kept, but that it opened the ticket:
	Opened string          `json:"opened,omitempty"` // by the claim key

	counter *Counter
	ticket  *shown
}

// Prepare refuses with bad_serial, unknown_ticket, bad_virn, no_claim_key, bad_face or not_misprint.
func (e *ticketRefund) Prepare(context.Context, *shop.Shop) (string, error) {
	var err error
	if e.ticket, err = e.counter.paper(e.Ticket); err != nil {
		return "", err
	}
	e.Ticket = e.ticket.serial.String()
	if err := e.open(); err != nil {
		return "", err
	}
	if len(e.Face) == 0 {
		return e.Ticket, nil
	}
	j, err := judgeFace(e.ticket.stock.Plan.Game, e.Ticket, e.Face)
	if err != nil {
		return "", err
	}
	e.Face = json.RawMessage(j.kept)
	return fmt.Sprintf("%s face %x", e.Ticket, sha256.Sum256(e.Face)), nil
}

// open looks whether the number under the coating, if it was read, is the ticket's. A number that stood in the proposal could be read there by
// whoever has not the ticket: a proof by the claim key stands in its place.
func (e *ticketRefund) open() error {
	if e.VIRN == "" && e.Opened == "" {
		return nil
	}
	stock, _, key, err := e.counter.shop.Claims(e.ticket.Block)
	if err != nil {
		return err
	}
	proof, err := e.ticket.reference("", "refund", 0, 0)
	if err != nil {
		return err
	}
	if e.VIRN == "" {
		if !hmac.Equal([]byte(e.Opened), []byte(proof)) {
			return sayAnswer(retail.UnknownTicket)
		}
		return nil
	}
	virn, err := readVIRN(e.VIRN)
	if err != nil {
		return err
	}
	if _, err := stock.Claim(e.ticket.serial, virn, key); errors.Is(err, seal.ErrSealed) {
		return sayAnswer(retail.UnknownTicket)
	} else if err != nil {
		return err
	}
	e.VIRN, e.Opened = "", proof
	return nil
}

// Ask is Effect's.
func (e *ticketRefund) Ask(ask *store.Ask) { e.ticket.ask(ask, centre("")) }

// centre is somebody at the payment centre.
func centre(actor string) shop.By {
	return shop.By{Person: store.PersonID(actor), Role: shop.Operator}
}

// Decide refuses by the name of an answer, as Misprint does.
func (e *ticketRefund) Decide(b *shop.Batch, a *ledger.Act) error {
	s, by := e.ticket, centre(a.Actor)
	answer, claim := s.refundable(b, by)
	if answer != retail.Pay {
		return sayAnswer(answer)
	}
	refund := s.refund(b, by.Person, claim)
	a.Note += " (" + shop.ClaimNote(claim, refund) + ")"
	a.Transfers = append(a.Transfers, ledger.Transfer{Debit: s.stakes(), Credit: s.till(by), Amount: s.row.Price})
	b.SetClaim(refund)
	return nil
}
