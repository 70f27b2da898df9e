package counter

import (
	"context"
	"slices"

	"tirage/internal/shop"
	"tirage/internal/store"
	"tirage/money"
	"tirage/retail"
)

// Look is what somebody reads on a paper ticket, typed or scanned.
type Look struct {
	Serial      string `json:"serial"`       // as printed; O for 0, I and L for 1 pass
	VIRN        string `json:"virn"`         // the number under the coating
	ControlOpen bool   `json:"control_open"` // the box that voids the ticket is uncovered
}

// Seen is what the holder of a ticket is told. Of a ticket with another number, or of one that there is not, it says the answer and nothing
// else.
type Seen struct {
	Serial string        `json:"serial"`
	Answer retail.Answer `json:"answer"`
	Text   money.Text    `json:"-"`
	Game   string        `json:"game,omitempty"`   // its identifier: "vegas-3eur"
	Amount money.Cents   `json:"amount,omitempty"` // of the whole lot, where it is or could be paid
	Play   bool          `json:"play,omitempty"`
	Lapses int64         `json:"lapses,omitempty"` // the first moment at which nothing is paid, once the issue is closed
}

// Check tells what a ticket is worth to whoever holds it and reads both its numbers; anybody may ask. It refuses with bad_serial, bad_virn,
// no_claim_key or too_many_guesses.
func (c *Counter) Check(ctx context.Context, by shop.By, look Look) (Seen, error) {
	s, err := c.show(ctx, by, look)
	if err != nil {
		return Seen{}, err
	}
	var seen Seen // the writer's until it answers
	err = c.shop.Do(ctx, shop.Task{
		Person: by.Person,
		Ask: func(ask *store.Ask) {
			s.ask(ask, by)
			askGuesses(ask, guessers(by, s.serial))
		},
		Decide: func(b *shop.Batch) error {
			answer, _, err := s.judge(b, by, "")
			if err != nil {
				return err
			}
			seen = Seen{Serial: s.serial.String(), Answer: answer, Text: answer.Text()}
			if !s.right {
				return nil
			}
			seen.Game, seen.Play, seen.Lapses = s.stock.Manifest.Game, s.row.Play, b.Found().Issues[s.Block.Issue()].Lapses
			if slices.Contains([]retail.Answer{retail.Pay, retail.ReferCentre, retail.ReferFile, retail.IsReserved}, answer) {
				seen.Amount = s.amount
			}
			return nil
		},
	})
	if err != nil {
		return Seen{}, err
	}
	return seen, c.expired(ctx, s, seen.Answer)
}

// expired has it noted for ever that the claims of an issue have lapsed, before the first is told so.
func (c *Counter) expired(ctx context.Context, s *shown, answer retail.Answer) error {
	if answer != retail.Expired || !s.closed {
		return nil
	}
	return c.lapse(ctx, s.Block.Issue())
}
