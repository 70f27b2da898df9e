package counter

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"time"

	"tirage/internal/shop"
	"tirage/internal/store"
	"tirage/money"
	"tirage/retail"
)

// A retailer who tells a customer that a ticket has lost, keeps it and is paid later leaves a trail: everybody who asks about a winner with its
// numbers is noted. A ticket that whoever was paid had seen long before, or that somebody else asked about afterwards, is looked into.

// tooLate is how long after seeing a winner it is usually paid.
const tooLate = 10 * time.Minute

// Why a payment is looked into.
const (
	SeenBefore = "seen_before" // who was paid had seen the winner more than ten minutes before
	AskedAfter = "asked_after" // somebody else asked about the ticket after it was paid
)

// Suspicion is a payment that is to be looked into. Times are microseconds since 1970, UTC.
type Suspicion struct {
	Why    string         `json:"why"`
	Serial string         `json:"serial"`
	Block  store.BlockID  `json:"block"`
	Lot    int64          `json:"lot"`
	Amount money.Cents    `json:"amount"`
	Payer  store.PersonID `json:"payer"` // who paid it
	PaidAt int64          `json:"paid_at"`
	Asker  store.PersonID `json:"asker,omitempty"` // who asked; "" for a holder who is not known
	Asked  int64          `json:"asked"`
	Answer string         `json:"answer"` // that was given to who asked
}

// Suspect is somebody who paid tickets, and how many of them are to be looked into; or a retailer who made misprints good.
type Suspect struct {
	Payer      store.PersonID `json:"payer"`
	Tickets    int64          `json:"tickets"`     // paid in the time
	SeenBefore int64          `json:"seen_before"` // of them, whenever they were paid
	AskedAfter int64          `json:"asked_after"`
	Amount     money.Cents    `json:"amount"`    // of those, each once
	Misprints  int64          `json:"misprints"` // made good in the time, on what who made them good says to have read
	Refunded   money.Cents    `json:"refunded"`  // for them
}

// Suspicions is what is to be looked into.
type Suspicions struct {
	From     string      `json:"from,omitempty"`
	To       string      `json:"to,omitempty"`
	Suspects []Suspect   `json:"suspects"` // most tickets to be looked into first
	List     []Suspicion `json:"list"`     // by when it was asked
}

// Suspicions lists payments to be looked into, of tickets that were asked about from a day to a day, both with it, in Paris; "" for no limit.
// It refuses with ErrRole or bad_day.
func (c *Counter) Suspicions(ctx context.Context, by shop.By, from, to string) (Suspicions, error) {
	if err := by.May(shop.Operator, shop.Auditor, shop.Administrator); err != nil {
		return Suspicions{}, err
	}
	begin, end, err := days(from, to)
	if err != nil {
		return Suspicions{}, err
	}
	if end == 0 {
		end = math.MaxInt64
	}
	found := suspects{by: map[store.PersonID]*Suspect{}, seen: map[store.TicketRef]map[string]bool{}, list: []Suspicion{}}
	err = c.store.View(ctx, func(ctx context.Context, v *store.View) error {
		const page = 5000
		for after := (store.Cursor{At: begin}); ; {
			rows, err := v.Suspects(ctx, tooLate.Microseconds(), after, page)
			if err != nil {
				return err
			}
			for i := range rows {
				after = rows[i].Cursor()
				if rows[i].At >= end {
					return found.count(ctx, v, begin, end)
				}
				if err := found.add(c, &rows[i]); err != nil {
					return err
				}
			}
			if len(rows) < page {
				return found.count(ctx, v, begin, end)
			}
		}
	})
	return Suspicions{From: from, To: to, Suspects: found.sorted(), List: found.list}, err
}

// suspects is a report being made.
type suspects struct {
	by   map[store.PersonID]*Suspect
	seen map[store.TicketRef]map[string]bool // for which reasons a ticket was counted
	list []Suspicion
}

func (s *suspects) of(payer store.PersonID) *Suspect {
	p := s.by[payer]
	if p == nil {
		p = &Suspect{Payer: payer}
		s.by[payer] = p
	}
	return p
}

func (s *suspects) add(c *Counter, row *store.Suspect) error {
	stock, _, err := c.shop.Stock(row.Claim.Block)
	if err != nil {
		return err
	}
	serial, err := stock.Manifest.Block.Serial(int(row.Claim.Position))
	if err != nil {
		return err
	}
	payer, why := s.of(row.Claim.By), SeenBefore
	if row.By != row.Claim.By {
		why = AskedAfter
	}
	s.list = append(s.list, Suspicion{
		Why: why, Serial: serial.String(), Block: row.Claim.Block, Lot: row.Claim.Lot, Amount: row.Claim.Amount, Payer: row.Claim.By, PaidAt: row.Claim.At,
		Asker: row.By, Asked: row.At, Answer: row.Answer,
	})
	reasons := s.seen[row.Claim.TicketRef]
	if reasons == nil {
		reasons = map[string]bool{}
		s.seen[row.Claim.TicketRef] = reasons
		payer.Amount += row.Claim.Amount
	}
	if reasons[why] {
		return nil
	}
	reasons[why] = true
	if why == SeenBefore {
		payer.SeenBefore++
	} else {
		payer.AskedAfter++
	}
	return nil
}

// count adds how many tickets those who are in the report have paid.
func (s *suspects) count(ctx context.Context, v *store.View, begin, end int64) error {
	payments, err := v.PaperPayments(ctx, begin, end)
	if err != nil {
		return err
	}
	retailers := map[store.PersonID]bool{}
	for _, p := range payments {
		if p.State == retail.Paid {
			continue
		}
		is, known := retailers[p.By]
		if !known {
			if _, err := v.Retailer(ctx, p.By); err == nil {
				is = true
			} else if !errors.Is(err, store.ErrUnknown) {
				return err
			}
			retailers[p.By] = is
		}
		if is {
			of := s.of(p.By)
			of.Misprints, of.Refunded = of.Misprints+p.Tickets, of.Refunded+p.Amount
		}
	}
	for _, p := range payments {
		if of := s.by[p.By]; of != nil && p.Lot != 0 {
			of.Tickets += p.Tickets
		}
	}
	return nil
}

func (s *suspects) sorted() []Suspect {
	list := make([]Suspect, 0, len(s.by))
	for _, p := range s.by {
		list = append(list, *p)
	}
	slices.SortFunc(list, func(a, b Suspect) int {
		return cmp.Or(cmp.Compare(b.SeenBefore+b.AskedAfter, a.SeenBefore+a.AskedAfter), cmp.Compare(b.Amount, a.Amount), cmp.Compare(b.Misprints, a.Misprints), cmp.Compare(a.Payer, b.Payer))
	})
	return list
}
