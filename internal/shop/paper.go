package shop

import (
	"tirage/internal/store"
	"tirage/ledger"
	"tirage/money"
)

// paper is what acts of one transaction change at the counter, so that the next of them see it.
type paper struct {
	claims  map[store.TicketRef]store.Claim
	packs   map[store.PackRef]store.Pack
	guesses map[string]store.Guess
}

// floors are how far retailers may owe.
func floors(retailers map[store.PersonID]store.Retailer) map[ledger.Account]money.Cents {
	m := make(map[ledger.Account]money.Cents, 2*len(retailers))
	for id, r := range retailers {
		account := ledger.Of(ledger.Retailer, string(id))
		m[account], m[account.Play()] = -r.Limit, -r.Limit
	}
	return m
}

// Claim is what became of a paper ticket, if anything did. It must have been asked for.
func (b *Batch) Claim(ref store.TicketRef) (store.Claim, bool) {
	return now(b.paper.claims, b.found.Claims, ref)
}

// SetClaim changes what became of a paper ticket.
func (b *Batch) SetClaim(c store.Claim) { set(&b.paper.claims, c.TicketRef, c) }

// Pack is a pack that has left the press, if it has. It must have been asked for.
func (b *Batch) Pack(ref store.PackRef) (store.Pack, bool) {
	return now(b.paper.packs, b.found.Packs, ref)
}

// SetPack changes a pack.
func (b *Batch) SetPack(p store.Pack) { set(&b.paper.packs, p.PackRef, p) }

// Guess is who has given how many wrong numbers. It must have been asked for.
func (b *Batch) Guess(subject string) (store.Guess, bool) {
	return now(b.paper.guesses, b.found.Guesses, subject)
}

// SetGuess changes it.
func (b *Batch) SetGuess(g store.Guess) { set(&b.paper.guesses, g.Subject, g) }

// Saw notes that somebody looked at a ticket.
func (b *Batch) Saw(s store.Sighting) { b.out.Sightings = append(b.out.Sightings, s) }

func now[K comparable, V any](changed, found map[K]V, key K) (V, bool) {
	if v, ok := changed[key]; ok {
		return v, true
	}
	v, ok := found[key]
	return v, ok
}

func set[K comparable, V any](changed *map[K]V, key K, v V) {
	if *changed == nil {
		*changed = map[K]V{}
	}
	(*changed)[key] = v
}

// written gives the changes to the store, each with the state from which it begins.
func (p *paper) written(found *store.Found, out *store.Written) {
	for ref, c := range p.claims {
		out.Claims = append(out.Claims, store.ClaimChange{Claim: c, Was: found.Claims[ref].State})
	}
	for ref, c := range p.packs {
		out.Packs = append(out.Packs, store.PackChange{Pack: c, Was: found.Packs[ref].State})
	}
	for subject, g := range p.guesses {
		out.Guesses = append(out.Guesses, store.GuessChange{Guess: g, New: found.Guesses[subject].Subject == ""})
	}
}
