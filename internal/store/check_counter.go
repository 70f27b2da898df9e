package store

import (
	"maps"

	"tirage/retail"
)

// checkCounter refuses changes at the counter that do not follow from what was found: a ticket that was paid stays so, whoever decides.
func checkCounter(ask Ask, f *Found, d *Written) error {
	if err := checkClaims(ask.Claims, f, d); err != nil {
		return err
	}
	if err := checkPacks(ask.Packs, f, d.Packs); err != nil {
		return err
	}
	if err := checkGuesses(ask.Guesses, f, d.Guesses); err != nil {
		return err
	}
	for i := range d.Sightings {
		if s := &d.Sightings[i]; s.Block == "" || s.Position < 0 || s.At <= 0 || s.Answer == "" {
			return unfit("a sighting of ticket %s/%d at %d with the answer %q", s.Block, s.Position, s.At, s.Answer)
		}
	}
	return nil
}

func checkClaims(asked []TicketRef, f *Found, d *Written) error {
	if len(d.Claims) == 0 {
		return nil
	}
	open := setOf(asked)
	for i := range d.Claims {
		c := &d.Claims[i]
		was := f.Claims[c.TicketRef]
		switch {
		case !open[c.TicketRef]:
			return unfit("the claim of ticket %s/%d is changed twice, or was not asked for", c.Block, c.Position)
		case c.State == "" || c.Was != was.State:
			return unfit("the claim of ticket %s/%d becomes %q from %q, where %q was found", c.Block, c.Position, c.State, c.Was, was.State)
		case c.Was == retail.Paid || c.Was == retail.Refunded || c.Was == retail.Exchanged:
			return unfit("the claim of ticket %s/%d is %s for ever, and becomes %s", c.Block, c.Position, c.Was, c.State)
		case c.Seq <= f.Head.Seq || c.Seq > f.Head.Seq+int64(len(d.Acts)):
			return unfit("the claim of ticket %s/%d is changed by act %d, which is not of this decision", c.Block, c.Position, c.Seq)
		case c.Amount < 0 || c.Lot < 0 || c.State == retail.Paid && (c.Amount == 0 || c.Lot == 0):
			return unfit("the claim of ticket %s/%d becomes %s with %d for lot %d", c.Block, c.Position, c.State, c.Amount, c.Lot)
		}
		delete(open, c.TicketRef)
	}
	return nil
}

// checkPaid demands that the lots counted as paid are those that reveals and claims pay.
func checkPaid(d *Written) error {
	paid := map[LotRef]int64{}
	for i := range d.Revealed {
		if t := &d.Revealed[i]; t.Paid > 0 {
			paid[LotRef{t.Block, t.Lot}]++
		}
	}
	for i := range d.Claims {
		if c := &d.Claims[i]; c.State == retail.Paid {
			paid[LotRef{c.Block, c.Lot}]++
		}
	}
	if !maps.Equal(paid, d.Paid) {
		return unfit("the lots counted as paid are not those of the reveals and claims that pay")
	}
	return nil
}

func checkPacks(asked []PackRef, f *Found, packs []PackChange) error {
	if len(packs) == 0 {
		return nil
	}
	open := setOf(asked)
	for i := range packs {
		p := &packs[i]
		was := f.Packs[p.PackRef]
		switch {
		case !open[p.PackRef]:
			return unfit("pack %d of block %s is changed twice, or was not asked for", p.Pack.Pack, p.Block)
		case p.State == "" || p.Was != was.State:
			return unfit("pack %d of block %s becomes %q from %q, where %q was found", p.Pack.Pack, p.Block, p.State, p.Was, was.State)
		case p.Price < 0 || p.Commission < 0 || p.Settled == 0 && (p.Price != 0 || p.Commission != 0):
			return unfit("pack %d of block %s is charged %d and earns %d, settled at %d", p.Pack.Pack, p.Block, p.Price, p.Commission, p.Settled)
		case was.Settled != 0 && (p.Settled != was.Settled || p.Price != was.Price || p.Commission != was.Commission || p.Retailer != was.Retailer):
			return unfit("pack %d of block %s was settled, and its settlement changes", p.Pack.Pack, p.Block)
		}
		delete(open, p.PackRef)
	}
	return nil
}

func checkGuesses(asked []string, f *Found, guesses []GuessChange) error {
	if len(guesses) == 0 {
		return nil
	}
	open := setOf(asked)
	for i := range guesses {
		g := &guesses[i]
		_, known := f.Guesses[g.Subject]
		switch {
		case !open[g.Subject] || g.Subject == "":
			return unfit("the guesses of %.80q are changed twice, or were not asked for", g.Subject)
		case g.New == known:
			return unfit("the guesses of %.80q are new: %v, and were found: %v", g.Subject, g.New, known)
		case g.Failures < 0 || g.Since < 0 || g.Until < 0:
			return unfit("the guesses of %.80q are %d since %d until %d", g.Subject, g.Failures, g.Since, g.Until)
		}
		delete(open, g.Subject)
	}
	return nil
}

func setOf[T comparable](list []T) map[T]bool {
	set := make(map[T]bool, len(list))
	for _, v := range list {
		set[v] = true
	}
	return set
}
