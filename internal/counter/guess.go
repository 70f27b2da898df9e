package counter

import (
	"context"
	"errors"
	"time"

	"tirage/internal/shop"
	"tirage/internal/store"
	"tirage/seal"
)

// Wrong numbers are counted for the ticket they are given for, and for who gives them and from where. Whoever gives too many of them is
// told nothing for a while, and nothing is told of the ticket: a right number would be the end of the guessing.
const (
	guessesTicket  = 5         // wrong numbers for one ticket bar it to the public
	guessesCounter = 20        // wrong numbers of all counters for one ticket bar it to them
	guessesPerson  = 10        // wrong numbers of one person, or from one origin, bar those
	guessWindow    = time.Hour // in which they are counted, from the first of them
	guessBar       = time.Hour // for so long
)

// guesser is whose wrong numbers are counted together.
type guesser struct {
	subject string
	most    int64
}

// guessers are those of whom a look at a ticket is counted. A ticket that there is not is counted as one that there is. Counters are counted
// apart from the public: else anybody who has read a serial could bar its winner from being paid, until the claims lapse.
func guessers(by shop.By, serial seal.Serial) []guesser {
	person := guesser{"person/" + string(by.Person), guessesPerson}
	if by.May(shop.Retailer, shop.Operator) == nil {
		return []guesser{{"counter-ticket/" + serial.String(), guessesCounter}, person}
	}
	list := []guesser{{"ticket/" + serial.String(), guessesTicket}}
	if by.Person != "" {
		list = append(list, person)
	}
	if by.Origin != "" {
		list = append(list, guesser{"origin/" + by.Origin, guessesPerson})
	}
	return list
}

func askGuesses(ask *store.Ask, list []guesser) {
	for _, g := range list {
		ask.Guesses = append(ask.Guesses, g.subject)
	}
}

// barredBefore looks whether one of them is barred before anything is learnt of the ticket: to refuse, then, takes the same time whatever the
// ticket is. Whoever is let through is barred by the transaction, if it must be. It refuses with too_many_guesses.
func (c *Counter) barredBefore(ctx context.Context, list []guesser) error {
	until := int64(0)
	for _, g := range list {
		at, err := c.store.Guess(ctx, g.subject)
		if err != nil && !errors.Is(err, store.ErrUnknown) {
			return err
		}
		until = max(until, at.Until)
	}
	return barredUntil(c.shop.Time(), until)
}

// barred refuses with too_many_guesses while one of them is barred, or was before the ticket was opened.
func (s *shown) barred(b *shop.Batch, list []guesser) error {
	until := int64(0)
	for _, g := range list {
		if at, ok := b.Guess(g.subject); ok {
			until = max(until, at.Until)
		}
	}
	if err := barredUntil(b.At(), until); err != nil {
		return err
	}
	return s.unopened
}

func barredUntil(now, until int64) error {
	if now >= until {
		return nil
	}
	at := time.UnixMicro(until).UTC().Truncate(time.Second).Add(time.Second).Format("2006-01-02 15:04:05 UTC")
	return shop.Sayf("too_many_guesses", "too many wrong numbers were given for this ticket, by you or from where you are: nothing is answered until %s",
		"trop de numéros erronés ont été donnés pour ce billet, par vous ou d’où vous êtes : rien n’est répondu avant le %s", at)
}

// wrong counts a wrong number for each of them.
func wrong(b *shop.Batch, list []guesser) {
	for _, g := range list {
		at, _ := b.Guess(g.subject)
		if b.At()-at.Since >= guessWindow.Microseconds() {
			at = store.Guess{Since: b.At()}
		}
		at.Subject, at.Failures = g.subject, at.Failures+1
		if at.Failures >= g.most { // and afterwards the counting begins anew
			at = store.Guess{Subject: g.subject, Until: b.At() + guessBar.Microseconds()}
		}
		b.SetGuess(at)
	}
}
