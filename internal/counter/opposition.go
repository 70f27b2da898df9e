package counter

import (
	"context"
	"fmt"

	"tirage/internal/shop"
	"tirage/internal/store"
	"tirage/ledger"
	"tirage/retail"
)

// Opposition is that somebody says a ticket was stolen: nothing is paid on it until two persons lift it.
type Opposition struct {
	Serial string `json:"serial"`
	Reason string `json:"reason"` // without naming anybody
}

// Opposed is a ticket of which the payment is opposed.
type Opposed struct {
	Serial string `json:"serial"`
	File   string `json:"file,omitempty"` // that is open for it
}

var errNotOpposed = shop.Say("not_opposed", "the payment of this ticket is not opposed", "le paiement de ce billet n’est pas frappé d’opposition")

// Oppose opposes the payment of a ticket, also while a counter is about to pay it, or after a file was opened. It refuses with ErrRole,
// ErrKeyMissing, bad_serial, unknown_ticket, bad_reason, ErrKeyReused, or already_paid, refunded, exchanged or opposed.
func (c *Counter) Oppose(ctx context.Context, by shop.By, key string, o Opposition) (Opposed, error) {
	if err := by.May(shop.Operator); err != nil {
		return Opposed{}, err
	}
	if err := shop.CheckReason(o.Reason); err != nil {
		return Opposed{}, err
	}
	s, err := c.paper(o.Serial)
	if err != nil {
		return Opposed{}, err
	}
	a, err := by.Keyed(shop.ActOppose, key, s.serial, o.Reason)
	if err != nil {
		return Opposed{}, err
	}
	a.Subject = s.serial.String()
	var done Opposed // the writer's until it answers
	err = c.shop.Do(ctx, shop.Task{
		Person: by.Person,
		Ask: func(ask *store.Ask) {
			ask.Keys = append(ask.Keys, store.ActKey{Actor: a.Actor, Key: a.Key})
			s.ask(ask, by)
		},
		Decide: func(b *shop.Batch) error {
			done = Opposed{}
			if again, err := b.Again(a, &done); again {
				return err
			}
			return s.oppose(b, by, a, o.Reason, &done)
		},
	})
	if err != nil {
		return Opposed{}, err
	}
	return done, nil
}

func (s *shown) oppose(b *shop.Batch, by shop.By, a *ledger.Act, reason string, done *Opposed) error {
	_, claim := s.facts(b, by)
	*done = Opposed{Serial: a.Subject}
	switch claim.State {
	case "", retail.Free, retail.Reserved:
	case retail.Filed:
		done.File = claim.Reference
	case retail.Paid:
		return sayAnswer(retail.AlreadyPaid)
	case retail.Refunded:
		return sayAnswer(retail.WasRefunded)
	case retail.Exchanged:
		return sayAnswer(retail.WasExchanged)
	default:
		return sayAnswer(retail.IsOpposed)
	}
	opposed := s.claim(b, retail.Opposed, by.Person, claim) // a reservation is over
	if done.File != "" {
		opposed = handled(b, retail.Opposed, by.Person, claim)
	}
	act := *a
	act.Note = fmt.Sprintf("%s (%s)", reason, shop.ClaimNote(claim, opposed))
	if _, err := b.Post(&act, done); err != nil {
		return err
	}
	b.SetClaim(opposed)
	return nil
}

// LiftOpposition is the kind of the act that lifts an opposition, by two persons.
const LiftOpposition = shop.LiftOpposition

// lifting lifts an opposition: the ticket may be claimed, or its file decided.
type lifting struct {
	shop.Nothing `json:"-"`

	Ticket string `json:"ticket"` // its serial

	counter *Counter
	ticket  *shown
}

// Prepare refuses with bad_serial or unknown_ticket.
func (e *lifting) Prepare(context.Context, *shop.Shop) (string, error) {
	var err error
	if e.ticket, err = e.counter.paper(e.Ticket); err != nil {
		return "", err
	}
	e.Ticket = e.ticket.serial.String()
	return e.Ticket, nil
}

// Ask is Effect's.
func (e *lifting) Ask(ask *store.Ask) { e.ticket.ask(ask, centre("")) }

// Decide refuses with not_opposed.
func (e *lifting) Decide(b *shop.Batch, a *ledger.Act) error {
	s, by := e.ticket, centre(a.Actor)
	_, claim := s.facts(b, by)
	if claim.State != retail.Opposed {
		return errNotOpposed
	}
	lifted := s.claim(b, retail.Free, by.Person, claim)
	if claim.Reference != "" {
		lifted = handled(b, retail.Filed, by.Person, claim)
	}
	a.Note += " (" + shop.ClaimNote(claim, lifted) + ")"
	b.SetClaim(lifted)
	return nil
}
