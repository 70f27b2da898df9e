package counter

import (
	"context"
	"time"

	"tirage/internal/shop"
	"tirage/internal/store"
	"tirage/ledger"
	"tirage/money"
	"tirage/retail"
)

// A lot is paid at a counter in two steps. Reserve keeps the ticket for one counter, which then takes it and counts the money; Confirm pays.
// The line may drop anywhere: whoever asks again under the same key is told what was done, and a reservation that nobody confirms is over
// by itself.
const reservationLife = 10 * time.Minute

// Reservation is a ticket that a counter is about to pay.
type Reservation struct {
	Reference string      `json:"reference"`
	Serial    string      `json:"serial"`
	Game      string      `json:"game"`
	Amount    money.Cents `json:"amount"` // of the whole lot
	Play      bool        `json:"play"`
	Expires   int64       `json:"expires"` // microseconds since 1970, UTC: it must be confirmed before
}

// Payment is a lot that was paid.
type Payment struct {
	Serial  string      `json:"serial"`
	Amount  money.Cents `json:"amount"`
	Play    bool        `json:"play"`
	Balance money.Cents `json:"balance"` // of the retailer, after it; 0 at a centre
	At      int64       `json:"at"`      // microseconds since 1970, UTC
}

// The refusals of reservations.
var (
	ErrUnknownReservation = shop.Say("unknown_reservation", "you have no such reservation", "vous n’avez pas de telle réservation")
	ErrReservationOver    = shop.Say("reservation_over", "this reservation is over: nothing was paid by it, reserve the ticket again", "cette réservation n’est plus valable : rien n’a été payé par elle, réservez le billet à nouveau")
)

// known refuses with ErrUnknownRetailer somebody who has the role and no terms.
func known(b *shop.Batch, by shop.By) error {
	if _, ok := b.Found().Retailers[by.Person]; by.Role == shop.Retailer && !ok {
		return ErrUnknownRetailer
	}
	return nil
}

// Reserve keeps a ticket that is to be paid for a counter, for ten minutes: nobody else pays it meanwhile. Asked again under another key it
// makes another reservation, and the one before is over. It refuses with ErrRole, ErrKeyMissing, bad_serial, bad_virn, no_claim_key,
// ErrKeyReused, ErrUnknownRetailer, too_many_guesses, or by the name of the answer that is not to pay: see retail.Judge.
func (c *Counter) Reserve(ctx context.Context, by shop.By, key string, look Look) (Reservation, error) {
	if err := by.May(shop.Retailer, shop.Operator); err != nil {
		return Reservation{}, err
	}
	s, err := c.show(ctx, by, look)
	if err != nil {
		return Reservation{}, err
	}
	a, err := by.Keyed(shop.ActReserve, key, s.serial, s.virn.Text(), look.ControlOpen)
	if err != nil {
		return Reservation{}, err
	}
	nonce, err := c.shop.Identifier()
	if err != nil {
		return Reservation{}, err
	}
	var reference string
	if s.right {
		if reference, err = s.reference(by.Person, nonce, int64(s.outcome.Lot), int64(s.outcome.Composition)); err != nil {
			return Reservation{}, err
		}
	}
	var r Reservation        // the writer's until it answers
	var answer retail.Answer // as well
	err = c.shop.Do(ctx, shop.Task{
		Person: by.Person,
		Ask: func(ask *store.Ask) {
			ask.Keys = append(ask.Keys, store.ActKey{Actor: a.Actor, Key: a.Key})
			s.ask(ask, by)
			askGuesses(ask, guessers(by, s.serial))
		},
		Decide: func(b *shop.Batch) error {
			r, answer = Reservation{}, retail.Pay
			if done, err := b.Again(a, &r); done {
				return err
			}
			var err error
			answer, err = s.reserve(b, by, a, reference, &r)
			return err
		},
	})
	if err == nil && answer != retail.Pay {
		if err = c.expired(ctx, s, answer); err == nil {
			err = sayAnswer(answer)
		}
	}
	if err != nil {
		return Reservation{}, err
	}
	return r, nil
}

// reserve keeps the ticket, if the answer is to pay.
func (s *shown) reserve(b *shop.Batch, by shop.By, a *ledger.Act, reference string, r *Reservation) (retail.Answer, error) {
	if err := known(b, by); err != nil {
		return "", err
	}
	answer, claim, err := s.judge(b, by, retail.Pay)
	if err != nil || answer != retail.Pay {
		return answer, err
	}
	*r = Reservation{
		Reference: reference, Serial: s.serial.String(), Game: s.stock.Manifest.Game, Amount: s.amount, Play: s.row.Play,
		Expires: b.At() + reservationLife.Microseconds(),
	}
	kept := s.claim(b, retail.Reserved, by.Person, claim)
	kept.Amount, kept.Lot, kept.Composition, kept.Reference, kept.Expires = s.amount, int64(s.outcome.Lot), int64(s.outcome.Composition), reference, r.Expires
	done := *a
	done.Subject, done.Note = r.Serial, shop.ClaimNote(claim, kept)
	if _, err := b.Post(&done, r); err != nil {
		return answer, err
	}
	b.SetClaim(kept)
	return answer, nil
}

// reserved finds what a person has reserved. It refuses with ErrUnknownReservation.
func (c *Counter) reserved(reference string) (*shown, string, error) {
	s, nonce, ok := c.referred(reference)
	if !ok {
		return nil, "", ErrUnknownReservation
	}
	return s, nonce, nil
}

// holds refuses with ErrUnknownReservation or ErrReservationOver, of a ticket that was paid by this very reservation with already_paid, and with
// shop.ErrTicketDoubted; else the ticket is reserved by it.
func (s *shown) holds(claim *store.Claim, by shop.By, reference, nonce string) error {
	switch {
	case claim.Reference != reference:
		return ErrReservationOver // or there never was one: that is not told apart
	case claim.By != by.Person:
		return ErrUnknownReservation
	case claim.State == retail.Paid:
		return sayAnswer(retail.AlreadyPaid)
	case claim.State != retail.Reserved:
		return ErrReservationOver
	}
	return s.believed(claim, by.Person, nonce)
}

// Confirm pays what was reserved, once. It refuses with ErrRole, ErrKeyMissing, ErrKeyReused, ErrUnknownReservation, ErrReservationOver,
// already_paid, or by the name of the answer that is no longer to pay: expired, pack_not_active.
func (c *Counter) Confirm(ctx context.Context, by shop.By, key, reference string) (Payment, error) {
	s, nonce, a, err := c.second(by, shop.ActPay, key, reference)
	if err != nil {
		return Payment{}, err
	}
	account := s.till(by)
	var p Payment            // the writer's until it answers
	var answer retail.Answer // as well
	err = c.shop.Do(ctx, shop.Task{
		Person: by.Person,
		Ask: func(ask *store.Ask) {
			ask.Keys = append(ask.Keys, store.ActKey{Actor: a.Actor, Key: a.Key})
			s.ask(ask, by)
			if account.Held() {
				ask.Accounts = append(ask.Accounts, account)
			}
		},
		Decide: func(b *shop.Batch) error {
			p, answer = Payment{}, retail.Pay
			if done, err := b.Again(a, &p); done {
				return err
			}
			var err error
			answer, err = s.pay(b, by, a, reference, nonce, &p)
			return err
		},
	})
	if err == nil && answer != retail.Pay {
		if err = c.expired(ctx, s, answer); err == nil {
			err = sayAnswer(answer)
		}
	}
	if err != nil {
		return Payment{}, err
	}
	return p, nil
}

// second begins an act of the second step.
func (c *Counter) second(by shop.By, kind, key, reference string) (*shown, string, *ledger.Act, error) {
	if err := by.May(shop.Retailer, shop.Operator); err != nil {
		return nil, "", nil, err
	}
	a, err := by.Keyed(kind, key, reference)
	if err != nil {
		return nil, "", nil, err
	}
	s, nonce, err := c.reserved(reference)
	if err != nil {
		return nil, "", nil, err
	}
	a.Subject = s.serial.String()
	return s, nonce, a, nil
}

// pay pays the ticket, if the answer still is to pay. The transaction may begin anew: what is learnt of the ticket is learnt again.
func (s *shown) pay(b *shop.Batch, by shop.By, a *ledger.Act, reference, nonce string, p *Payment) (retail.Answer, error) {
	_, claim := s.facts(b, by)
	if err := s.holds(&claim, by, reference, nonce); err != nil {
		return "", err
	}
	if b.At() >= claim.Expires {
		return "", ErrReservationOver
	}
	f, _ := s.facts(b, by) // with the amount
	if answer := retail.Judge(f); answer != retail.Pay {
		return answer, nil
	}
	if err := known(b, by); err != nil {
		return "", err
	}
	account := s.till(by)
	*p = Payment{Serial: a.Subject, Amount: s.amount, Play: s.row.Play, At: b.At()}
	if account.Held() {
		p.Balance = b.Balance(account) + s.amount
	}
	paid := handled(b, retail.Paid, by.Person, claim)
	done := *a
	done.Note = shop.ClaimNote(claim, paid)
	done.Transfers = []ledger.Transfer{{Debit: s.stakes(), Credit: account, Amount: s.amount}}
	if _, err := b.Post(&done, p); err != nil {
		return "", err
	}
	b.SetClaim(paid)
	b.Paid(store.LotRef{Block: s.Block, Lot: claim.Lot})
	return retail.Pay, nil
}

// Cancelled is a reservation that was given up.
type Cancelled struct {
	Serial string `json:"serial"`
}

// Cancel gives a reservation up, so that others may pay the ticket at once. It refuses with ErrRole, ErrKeyMissing, ErrKeyReused,
// ErrUnknownReservation, ErrReservationOver, or already_paid.
func (c *Counter) Cancel(ctx context.Context, by shop.By, key, reference string) (Cancelled, error) {
	s, nonce, a, err := c.second(by, shop.ActCancel, key, reference)
	if err != nil {
		return Cancelled{}, err
	}
	var done Cancelled // the writer's until it answers
	err = c.shop.Do(ctx, shop.Task{
		Person: by.Person,
		Ask: func(ask *store.Ask) {
			ask.Keys = append(ask.Keys, store.ActKey{Actor: a.Actor, Key: a.Key})
			s.ask(ask, by)
		},
		Decide: func(b *shop.Batch) error {
			done = Cancelled{}
			if again, err := b.Again(a, &done); again {
				return err
			}
			_, claim := s.facts(b, by)
			if err := s.holds(&claim, by, reference, nonce); err != nil {
				return err
			}
			done.Serial = a.Subject
			free := s.claim(b, retail.Free, by.Person, claim) // and nothing is left of what the ticket hides
			act := *a
			act.Note = shop.ClaimNote(claim, free)
			if _, err := b.Post(&act, &done); err != nil {
				return err
			}
			b.SetClaim(free)
			return nil
		},
	})
	if err != nil {
		return Cancelled{}, err
	}
	return done, nil
}
