package bingo

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Step lets one event happen to a draw and returns the draw after it, with the event's effects. The draw before is left as
// it was, and the same events give the same draw. A refusal changes nothing. Its name is the first that applies of
//
//   - event_unknown: no event of this package;
//   - wrong_state (for Sell and Cancel: sold_after_lock, locked; for anything after the end: final): the event cannot happen now;
//   - time_out_of_range: it is before 1970 or after MaxMoment;
//   - time_goes_back: it is earlier than the last one;
//   - what the event itself is refused for, as its part below says.
func Step(d Draw, e Event) (Draw, Effects, error) {
	var (
		effects Effects
		err     error
	)
	if err := d.mayHappen(e); err != nil {
		return d, Effects{}, err
	}
	before := d
	switch e := e.(type) {
	case Schedule:
		err = d.scheduled(e)
	case AnnounceSuper:
		err = d.announced(e)
	case OpenSale:
		err = d.opened(e)
	case Sell:
		effects, err = d.sell(e)
	case Lock:
		effects, err = d.locked(e)
	case Open:
		err = d.unsealed(e)
	case Call:
		effects, err = d.call(e)
	case Settle:
		effects, err = d.settle()
	case Cancel:
		effects, err = d.cancelled(e)
	case Void:
		effects, err = d.voided(e)
	}
	if err != nil {
		return before, Effects{}, err
	}
	d.at = e.when()
	return d, effects, nil
}

// mayHappen checks the state and the time.
func (d *Draw) mayHappen(e Event) error {
	var from []State
	name := "wrong_state"
	switch e.(type) {
	case Schedule:
		from = []State{Planned}
	case AnnounceSuper, OpenSale:
		from = []State{Scheduled}
	case Sell:
		from = []State{OnSale}
		if d.state > OnSale {
			name = "sold_after_lock"
		}
	case Lock:
		from = []State{OnSale}
	case Open:
		from = []State{Locked}
	case Call, Settle:
		from = []State{Opened, Calling}
	case Cancel:
		from = []State{Scheduled, OnSale, Locked}
		if d.state > Locked {
			name = "locked"
		}
	case Void:
		from = []State{Locked, Opened, Calling}
	default:
		return refuse("event_unknown", "there is no such event")
	}
	if d.formula == nil {
		return refuse("wrong_state", "begin with NewDraw")
	}
	if d.state.Final() {
		if name != "sold_after_lock" {
			name = "final"
		}
		return refuse(name, "the draw is %s, and nothing can happen to it any more", d.state)
	}
	for _, s := range from {
		if s == d.state {
			if at := e.when(); at < 0 || at > MaxMoment {
				return refuse("time_out_of_range", "moments go from 0 to %d, this is %d", int64(MaxMoment), int64(at))
			}
			if e.when() < d.at {
				return refuse("time_goes_back", "the last event happened at %s, this one would at %s", d.at, e.when())
			}
			return nil
		}
	}
	return refuse(name, "this cannot happen while the draw is %s", d.state)
}

// scheduled refuses draw_form, times_out_of_order, commitment_missing, same_secret, beacon_form, other_formula and not_in_force.
func (d *Draw) scheduled(e Schedule) error {
	if err := e.check(); err != nil {
		return err
	}
	if f := d.formula; e.Draw.Code != f.Code || e.Formula != f.ID || e.Version != f.Version || e.Digest != f.Digest {
		return refuse("other_formula", "the schedule of %s names version %d of %s with digest %s; the draw is of version %d of %s with digest %s",
			e.Draw, e.Version, e.Formula, e.Digest, f.Version, f.ID, f.Digest)
	}
	if err := d.formula.inForce(e.Opens); err != nil {
		return err
	}
	d.schedule, d.state = e, Scheduled
	var err error
	d.sold, err = newCardLog(d.formula.Model, e.Draw)
	return err
}

func (s Schedule) check() error {
	switch {
	case !s.Draw.Valid():
		return refuse("draw_form", "draw %s does not exist: codes go from 1 to %d, numbers from 1 to %d", s.Draw, MaxFormulaCode, MaxDrawNumber)
	case s.At < 0 || s.Opens < s.At || s.Closes <= s.Opens || s.Closes > MaxMoment || s.Patience < 0 || s.Patience > MaxMoment:
		return refuse("times_out_of_order", "a draw is announced, then its sale opens, then it closes; the patience is not negative")
	case s.A == Digest{} || s.B == Digest{}:
		return refuse("commitment_missing", "publish the commitments to both secrets before the sale")
	case s.A == s.B:
		return refuse("same_secret", "the house and the keeper committed to the same secret")
	case !plainLine(s.Beacon, 200) || s.Beacon == "none" || !formulaID.MatchString(s.Formula):
		return refuse("beacon_form", "a beacon is named in one line of at most 200 bytes")
	}
	return nil
}

// plainLine reports whether a text can stand in a line of a note: printable ASCII, not surrounded by spaces.
func plainLine(text string, most int) bool {
	return len(text) <= most && text == strings.TrimSpace(text) &&
		!strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r > '~' })
}

// oneLine tells whether a text is one line in any language, as a note can hold it.
func oneLine(text string, most int) bool {
	return len(text) <= most && text == strings.TrimSpace(text) && utf8.ValidString(text) && !strings.ContainsFunc(text, unicode.IsControl)
}

// announced refuses two_persons, super_twice, super_without_jackpot and balance_out_of_range.
func (d *Draw) announced(e AnnounceSuper) error {
	if err := twoPersons(e.By); err != nil {
		return err
	}
	if d.super.Amount != 0 {
		return refuse("super_twice", "a super jackpot of %s was announced already", d.formula.Currency.Plain(d.super.Amount))
	}
	if e.Amount <= 0 {
		return refuse("balance_out_of_range", "a super jackpot is an amount above zero")
	}
	if err := d.formula.superAllowed(e.Amount); err != nil {
		return err
	}
	d.super = e
	return nil
}

func twoPersons(by [2]string) error {
	if by[0] == "" || by[1] == "" || strings.EqualFold(strings.TrimSpace(by[0]), strings.TrimSpace(by[1])) || !plainLine(by[0], 80) || !plainLine(by[1], 80) {
		return refuse("two_persons", "two different persons do this")
	}
	return nil
}

// opened refuses too_early.
func (d *Draw) opened(e OpenSale) error {
	if e.At < d.schedule.Opens {
		return refuse("too_early", "the sale opens at %s", d.schedule.Opens)
	}
	d.state = OnSale
	return nil
}

// sell refuses sale_closed, other_model, what Card.Check refuses, wrong_stake, stake_differs, player_missing, owner_mismatch,
// other_player, too_many_cards, draw_full and card_equal.
func (d *Draw) sell(e Sell) (Effects, error) {
	f := d.formula
	l, err := d.sold.at(d.cards)
	if err != nil {
		return Effects{}, err
	}
	if e.At >= d.schedule.Closes {
		return Effects{}, refuse("sale_closed", "the sale closed at %s", d.schedule.Closes)
	}
	if err := f.MaySell(e.Card, e.Price); err != nil {
		return Effects{}, err
	}
	if d.cards > 0 && e.Price != d.sold.price {
		return Effects{}, refuse("stake_differs", "the stake of %s applies to all cards of this draw", f.Currency.Plain(d.sold.price))
	}
	if err := l.person(e.Player, e.Owner); err != nil {
		return Effects{}, err
	}
	held := l.held(e.Player)
	switch {
	case f.Mode == Single && held == 0 && l.size() > 0:
		return Effects{}, refuse("other_player", "one person plays this draw")
	case held >= f.MaxCards:
		return Effects{}, refuse("too_many_cards", "a player has at most %d cards in a draw", f.MaxCards)
	case l.size() >= MaxCardsOfDraw:
		return Effects{}, refuse("draw_full", "a draw has at most %d cards", MaxCardsOfDraw)
	}
	leaf, err := l.add(e.Card, e.Price, e.Player, e.Owner)
	if err != nil {
		return Effects{}, err
	}
	d.sold, d.cards = l, l.size()
	return Effects{
		Transfers: []Transfer{{PlayersAccount, StakesAccount, e.Price, Sale, -1}},
		Sold:      &Receipt{Draw: d.schedule.Draw, Index: d.cards - 1, Leaf: leaf, Size: d.cards, Root: Digest(l.tree.Root())},
	}, nil
}
