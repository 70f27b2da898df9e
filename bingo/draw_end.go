package bingo

import (
	"slices"

	"tirage/money"
)

// locked refuses too_early, size_differs, root_differs and what Terms refuses. With too few players or cards it cancels the
// draw.
func (d *Draw) locked(e Lock) (Effects, error) {
	f := d.formula
	root, err := d.Root()
	switch {
	case err != nil:
		return Effects{}, err
	case e.At < d.schedule.Closes:
		return Effects{}, refuse("too_early", "the sale closes at %s", d.schedule.Closes)
	case e.Size != d.cards:
		return Effects{}, refuse("size_differs", "%d cards were sold, not %d", d.cards, e.Size)
	case e.Root != root:
		return Effects{}, refuse("root_differs", "the cards sold have another root")
	}
	terms, transfers, err := f.Terms(d.sold.price, d.cards, e.Jackpot, e.Fund, d.super.Amount)
	if err != nil {
		return Effects{}, err
	}
	d.lock = e
	if len(d.sold.people) < f.Minimum.Players || d.cards < f.Minimum.Cards {
		d.cancel, d.state = Cancel{At: e.At, Reason: TooFew}, Cancelled
		return d.giveBack(0)
	}
	d.terms, d.state = terms, Locked
	return Effects{Transfers: transfers}, nil
}

// giveBack refunds all stakes, and a super jackpot that was taken from the fund.
func (d *Draw) giveBack(super money.Cents) (Effects, error) {
	e := Effects{Transfers: refund(d.Stakes(), super)}
	sold, err := d.sold.at(d.cards)
	if err != nil {
		return e, err
	}
	for _, p := range sold.people {
		e.Payments = append(e.Payments, Payment{
			Player: p.name, Owner: p.owner, Why: Refund, Figure: -1, Amount: d.sold.price * money.Cents(p.cards),
		})
	}
	return e, nil
}

// unsealed refuses wrong_secret_a, wrong_secret_b, beacon_missing, beacon_unexpected and what Order refuses.
func (d *Draw) unsealed(e Open) error {
	s := d.schedule
	switch {
	case !e.A.opens(s.A):
		return refuse("wrong_secret_a", "this is not the secret that the house committed to")
	case !e.B.opens(s.B):
		return refuse("wrong_secret_b", "this is not the secret that the keeper committed to")
	case s.Beacon != "" && len(e.Beacon) == 0:
		return refuse("beacon_missing", "the schedule names a beacon: give its value")
	case s.Beacon == "" && len(e.Beacon) > 0:
		return refuse("beacon_unexpected", "the schedule names no beacon")
	}
	order, err := Order(d.formula.Model.Machine(), s.Draw, e.A, e.B, d.lock.Root, e.Beacon)
	if err != nil {
		return err
	}
	if d.sold, err = d.sold.at(d.cards); err != nil {
		return err
	}
	outcome, err := d.formula.Decide(order, d.sold.cards.Numbers(), d.sold.players)
	if err != nil {
		return err
	}
	p := play{a: e.A, b: e.B, beacon: slices.Clone(e.Beacon), order: order, outcome: outcome}
	d.play, d.state = func() *play { return &p }, Opened
	return nil
}

// call refuses ball_range, ball_repeats, draw_over and wrong_ball.
func (d *Draw) call(e Call) (Effects, error) {
	p, machine := d.play(), d.formula.Model.Machine()
	switch {
	case !machine.Has(e.Ball):
		return Effects{}, refuse("ball_range", "%d is not one of the %d balls", e.Ball, machine.Balls())
	case slices.Contains(p.order[:d.called], e.Ball):
		return Effects{}, refuse("ball_repeats", "ball %d was called before", e.Ball)
	case d.called == p.outcome.Balls:
		return Effects{}, refuse("draw_over", "the last ball was called: settle the draw")
	case p.order[d.called] != e.Ball:
		return Effects{}, refuse("wrong_ball", "ball %d is not the next one of the order", e.Ball)
	}
	d.called++
	d.state = Calling
	effects := Effects{Ends: d.called == p.outcome.Balls}
	for _, w := range p.outcome.Won {
		w.Units = slices.DeleteFunc(slices.Clone(w.Units), func(at Place) bool { return at.Ball != d.called })
		if len(w.Units) > 0 {
			w.Ball = d.called
			effects.Won = append(effects.Won, w)
		}
	}
	return effects, nil
}

// settle refuses balls_left.
func (d *Draw) settle() (Effects, error) {
	p := d.play()
	if d.called < p.outcome.Balls {
		return Effects{}, refuse("balls_left", "%d of the draw's balls were called: call the others first", d.called)
	}
	d.paid = d.due()
	d.state = Settled
	return Effects{Transfers: d.paid.Transfers, Payments: d.payments(&d.paid)}, nil
}

// due is what the outcome pays.
func (d *Draw) due() Settlement {
	units := d.play().outcome.Units()
	return d.formula.Settle(&d.terms, units[:])
}

// payments lists what each unit gets.
func (d *Draw) payments(s *Settlement) []Payment {
	var list []Payment
	for i, w := range d.play().outcome.Won {
		for _, place := range w.Units {
			if s.Each[i] > 0 {
				p := d.sold.people[d.sold.players[place.Card]]
				list = append(list, Payment{Player: p.name, Owner: p.owner, Why: PrizePaid, Figure: i, Place: place, Amount: s.Each[i]})
			}
		}
	}
	return list
}

// cancelled refuses reason_unknown, locked (after the lock only a silent keeper is a reason) and too_early.
func (d *Draw) cancelled(e Cancel) (Effects, error) {
	super := money.Cents(0)
	switch {
	case e.Reason != ByOperator && e.Reason != KeeperSilent:
		return Effects{}, refuse("reason_unknown", "an operator cancels, or a silent keeper makes it necessary")
	case d.state == Locked && e.Reason != KeeperSilent:
		return Effects{}, refuse("locked", "the sale is locked: two persons may void the draw")
	case d.state != Locked && e.Reason == KeeperSilent:
		return Effects{}, refuse("wrong_state", "the keeper is not asked before the lock")
	case d.state == Locked:
		if e.At-d.lock.At < d.schedule.Patience {
			return Effects{}, refuse("too_early", "the keeper has until %s", d.lock.At+d.schedule.Patience)
		}
		super = d.super.Amount
	}
	d.cancel, d.state = e, Cancelled
	return d.giveBack(super)
}

// voided refuses two_persons and reason_missing.
func (d *Draw) voided(e Void) (Effects, error) {
	if err := twoPersons(e.By); err != nil {
		return Effects{}, err
	}
	if e.Reason == "" || !oneLine(e.Reason, 500) {
		return Effects{}, refuse("reason_missing", "say why in one line of at most 500 bytes: it is signed and published")
	}
	d.void, d.state = e, Voided
	return d.giveBack(d.super.Amount)
}
