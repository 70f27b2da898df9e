package bingo

import (
	"encoding/hex"

	"tirage/money"
)

// NewRecord is the record of a draw that has ended, without notes. The secret a of the house is always published and must be
// given where the draw was never opened; b is published where it was opened, and only there. It refuses not_final, and wrong_secret_a
// for a secret that was not committed to.
func NewRecord(d *Draw, a Secret) (*Record, error) {
	r, sold, err := newRecord(d, a)
	if err != nil {
		return nil, err
	}
	for _, p := range sold.people {
		r.Owners = append(r.Owners, p.owner)
	}
	r.Cards = make([]RecordCard, d.cards)
	for i := range r.Cards {
		r.Cards[i] = RecordCard{Owner: int(sold.players[i]), Card: cardHex(sold.cards.Card(i))}
	}
	return r, nil
}

// newRecord is a record without its cards and owners, which are beside it.
func newRecord(d *Draw, a Secret) (*Record, *cardLog, error) {
	if !d.state.Final() {
		return nil, nil, refuse("not_final", "the draw is %s: its record is published when it has ended", d.state)
	}
	r := &Record{
		Format: RecordFormat, State: d.state.String(), Ended: d.at, Schedule: d.schedule, Price: d.sold.price,
		Owners: []Digest{}, Cards: []RecordCard{}, Called: d.called, Notes: []string{},
	}
	if d.cards == 0 {
		r.Price = 0
	}
	sold, err := d.sold.at(d.cards)
	if err != nil {
		return nil, nil, err
	}
	if d.super.Amount > 0 {
		r.Super = &RecordSuper{Amount: d.super.Amount, By: d.super.By}
	}
	if d.lock.At > 0 {
		r.Lock = &RecordLock{Time: d.lock.At, Size: d.lock.Size, Root: d.lock.Root}
	}
	if r.Secrets, err = d.secrets(a); err != nil {
		return nil, nil, err
	}
	return r, sold, r.outcome(d, sold)
}

// EndStatement is the end of a draw that has ended, as its record has it, without the work for its cards. It refuses as NewRecord does.
func (d *Draw) EndStatement(a Secret) (EndStatement, error) {
	r, _, err := newRecord(d, a)
	if err != nil {
		return EndStatement{}, err
	}
	return r.ending(), nil
}

func cardHex(c Card) string {
	b := []byte{byte(c.Model)}
	for _, n := range c.Numbers {
		b = append(b, byte(n))
	}
	return hex.EncodeToString(b)
}

// secrets are what is published: of a draw that was never opened a alone, so that its record has one form.
func (d *Draw) secrets(a Secret) (RecordSecrets, error) {
	if d.play != nil {
		p := d.play()
		return RecordSecrets{A: p.a.Hex(), B: p.b.Hex(), Beacon: hex.EncodeToString(p.beacon)}, nil
	}
	if !a.opens(d.schedule.A) {
		return RecordSecrets{}, refuse("wrong_secret_a", "give the secret that the house committed to: it is published with every draw")
	}
	return RecordSecrets{A: a.Hex()}, nil
}

// outcome fills in what follows from the inputs.
func (r *Record) outcome(d *Draw, sold *cardLog) error {
	before := RecordPots{Jackpot: d.lock.Jackpot, Fund: d.lock.Fund}
	after := before
	if d.play != nil {
		s := d.due()
		transfers := append(d.moved(d.super.Amount), s.Transfers...)
		r.Result = d.result(sold, &s, transfers)
		if d.state == Settled {
			after = before.then(transfers)
		}
	}
	switch d.state {
	case Cancelled:
		r.Cancel = d.cancel.Reason.String()
	case Voided:
		r.Void = &RecordVoid{By: d.void.By, Reason: d.void.Reason}
	default:
	}
	if d.state != Settled {
		super := d.super.Amount
		if d.terms.Split.Stakes == 0 { // never locked, or cancelled by it
			super = 0
		}
		back, err := d.giveBack(super)
		if err != nil {
			return err
		}
		r.Refunds = &RecordRefunds{Payments: sums(back.Payments, sold), Transfers: d.transfers(append(d.moved(super), back.Transfers...))}
	}
	if r.Lock != nil {
		r.Balances = &RecordBalances{Before: before, After: after}
	}
	return nil
}

// moved is what was moved up to the lock: the stakes, and a super jackpot.
func (d *Draw) moved(super money.Cents) []Transfer {
	s := settling{}
	s.move(PlayersAccount, StakesAccount, d.Stakes(), Sale, -1)
	s.move(FundAccount, SuperAccount, super, SuperAnnounced, -1)
	return s.Transfers
}

// then is what a jackpot and a fund are after some transfers.
func (p RecordPots) then(transfers []Transfer) RecordPots {
	for _, t := range transfers {
		for _, side := range []struct {
			account Account
			amount  money.Cents
		}{{t.From, -t.Amount}, {t.To, t.Amount}} {
			switch side.account {
			case JackpotAccount:
				p.Jackpot += side.amount
			case FundAccount:
				p.Fund += side.amount
			default:
			}
		}
	}
	return p
}

func (d *Draw) result(sold *cardLog, s *Settlement, transfers []Transfer) *RecordResult {
	p := d.play()
	r := &RecordResult{Balls: []int{}, Figures: []RecordFigure{}, Transfers: d.transfers(transfers)}
	for _, b := range p.order[:p.outcome.Balls] {
		r.Balls = append(r.Balls, int(b))
	}
	for i, w := range p.outcome.Won {
		f := RecordFigure{Figure: d.formula.Figures[i].ID, Ball: w.Ball, Prize: d.formula.Prize(&d.terms, i), Each: s.Each[i], Units: []RecordUnit{}}
		for _, at := range w.Units {
			f.Units = append(f.Units, RecordUnit(at))
		}
		r.Figures = append(r.Figures, f)
	}
	r.Payments = sums(d.payments(s), sold)
	return r
}

// sums adds up what each owner gets, in the order of owners.
func sums(payments []Payment, sold *cardLog) []RecordPayment {
	by := make([]money.Cents, len(sold.people))
	for _, p := range payments {
		by[sold.byOwner[p.Owner]] += p.Amount
	}
	list := []RecordPayment{}
	for owner, amount := range by {
		if amount > 0 {
			list = append(list, RecordPayment{Owner: owner, Amount: amount})
		}
	}
	return list
}

func (d *Draw) transfers(transfers []Transfer) []RecordTransfer {
	list := []RecordTransfer{}
	for _, t := range transfers {
		r := RecordTransfer{From: t.From.String(), To: t.To.String(), Amount: t.Amount, Why: t.Why.String()}
		if t.Figure >= 0 {
			r.Figure = d.formula.Figures[t.Figure].ID
		}
		list = append(list, r)
	}
	return list
}
