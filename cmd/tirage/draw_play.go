package main

import (
	"golang.org/x/mod/sumdb/note"

	"tirage/bingo"
	"tirage/money"
)

const (
	second  = bingo.Moment(1_000_000)
	onSale  = 60 * second  // how long the sale lasts
	perBall = 3 * second   // from one ball to the next
	patient = 300 * second // how long the keeper's secret would be waited for
)

// playedDraw is a draw from its schedule to its record.
type playedDraw struct {
	formula *bingo.Formula
	cards   []soldCard
	a, b    bingo.Secret
	madeUp  bool // the secrets
	beacon  []byte
	signer  note.Signer // or nil
	owners  owners
	number  uint32
	at      bingo.Moment
	jackpot money.Cents
	fund    money.Cents
	super   money.Cents
	by      [2]string

	plan     bingo.Schedule
	draw     bingo.Draw
	payments []bingo.Payment
	receipts []bingo.Receipt // of the cards, in the order of sale
}

// schedule sets the draw's announcement up.
func (p *playedDraw) schedule(c *drawCall) {
	f := p.formula
	p.plan = bingo.Schedule{
		At: p.at, Draw: bingo.ID{Code: f.Code, Number: p.number}, Formula: f.ID, Version: f.Version, Digest: f.Digest,
		Opens: p.at, Closes: p.at + onSale, Patience: patient, A: p.a.Commitment(), B: p.b.Commitment(),
	}
	if len(p.beacon) > 0 {
		p.plan.Beacon = c.beaconName
	}
}

// step lets one event happen.
func (p *playedDraw) step(e bingo.Event) (bingo.Effects, error) {
	next, effects, err := bingo.Step(p.draw, e)
	if err != nil {
		return effects, err
	}
	p.draw = next
	p.payments = append(p.payments, effects.Payments...)
	return effects, nil
}

// play lets everything happen, up to the end of the draw.
func (p *playedDraw) play() (err error) {
	if p.draw, err = bingo.NewDraw(p.formula); err != nil {
		return err
	}
	if err := p.sell(); err != nil {
		return err
	}
	root, err := p.draw.Root()
	if err != nil {
		return err
	}
	p.at = p.plan.Closes
	if _, err := p.step(bingo.Lock{At: p.at, Size: p.draw.Size(), Root: root, Jackpot: p.jackpot, Fund: p.fund}); err != nil {
		return err
	}
	if p.draw.State().Final() { // too few players or cards
		return nil
	}
	if _, err := p.step(bingo.Open{At: p.at, A: p.a, B: p.b, Beacon: p.beacon}); err != nil {
		return err
	}
	for ends := false; !ends; {
		ball, err := p.draw.Next()
		if err != nil {
			return err
		}
		p.at += perBall
		effects, err := p.step(bingo.Call{At: p.at, Ball: ball})
		if err != nil {
			return err
		}
		ends = effects.Ends
	}
	_, err = p.step(bingo.Settle{At: p.at})
	return err
}

// sell announces the draw and sells its cards, in the order of their file.
func (p *playedDraw) sell() error {
	if _, err := p.step(p.plan); err != nil {
		return err
	}
	if p.super != 0 {
		if _, err := p.step(bingo.AnnounceSuper{At: p.at, Amount: p.super, By: p.by}); err != nil {
			return err
		}
	}
	if _, err := p.step(bingo.OpenSale{At: p.plan.Opens}); err != nil {
		return err
	}
	for i, c := range p.cards {
		sale := bingo.Sell{At: p.plan.Opens, Card: c.Card, Price: c.Price, Player: c.Player, Owner: p.owners.of(c.Player).Tag(p.plan.Draw)}
		effects, err := p.step(sale)
		if err != nil {
			return refuse("card %d, of %q, is not sold: %s", i+1, c.Player, err)
		}
		p.receipts = append(p.receipts, *effects.Sold)
	}
	return nil
}

// record is what is published, with its signed notes if there is a key.
func (p *playedDraw) record() (*bingo.Record, error) {
	r, err := bingo.NewRecord(&p.draw, p.a)
	if err != nil || p.signer == nil {
		return r, err
	}
	for _, text := range r.Statements() {
		signed, err := p.sign(text)
		if err != nil {
			return nil, err
		}
		r.Notes = append(r.Notes, string(signed))
	}
	return r, nil
}

// sign signs the text of a note, if there is a key.
func (p *playedDraw) sign(text string) ([]byte, error) {
	if p.signer == nil {
		return []byte(text), nil
	}
	return bingo.Sign(text, p.signer)
}
