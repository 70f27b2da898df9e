package bingo

import (
	"slices"
	"strings"

	"tirage/money"
)

// State is where a draw stands.
type State uint8

// The states. Settled, Cancelled and Voided are final.
const (
	Planned State = iota // not yet scheduled
	Scheduled
	OnSale
	Locked
	Opened
	Calling
	Settled
	Cancelled
	Voided
)

// String returns the state's name in files.
func (s State) String() string {
	return word(uint8(s)+1, "planned", "scheduled", "on_sale", "locked", "opened", "calling", "settled", "cancelled", "void")
}

// In returns the state in words.
func (s State) In(lang money.Lang) string {
	if lang != money.FR {
		return strings.ReplaceAll(s.String(), "_", " ")
	}
	return word(uint8(s)+1, "prévu", "annoncé", "en vente", "verrouillé", "ouvert", "en cours", "réglé", "annulé", "nul")
}

// Final reports whether nothing can happen to the draw any more.
func (s State) Final() bool { return s >= Settled }

// MaxCardsOfDraw bounds the cards of one draw.
const MaxCardsOfDraw = 1_000_000

// Draw is one draw. It is a value: Step returns another one and leaves this one as it was. What comes out is sealed until the
// balls are called: Next is the one function that tells a ball before. Draws that descend from one another share memory,
// so that only one goroutine at a time may use any of them.
type Draw struct {
	formula  *Formula
	state    State
	at       Moment
	schedule Schedule
	super    AnnounceSuper
	sold     *cardLog
	cards    int // of sold, which may have grown since
	lock     Lock
	terms    Terms
	play     func() *play // nil before the draw was opened
	called   int
	cancel   Cancel
	void     Void
	paid     Settlement
}

// play is what is known once the secrets are open.
type play struct {
	a, b    Secret
	beacon  []byte
	order   []Ball
	outcome Outcome
}

// NewDraw returns a draw of a formula, to be scheduled. It refuses a formula with problems: the error is the first Problem.
func NewDraw(f *Formula) (Draw, error) {
	if err := f.playable(); err != nil {
		return Draw{}, err
	}
	sold, err := newCardLog(f.Model, ID{})
	return Draw{formula: f, sold: sold}, err
}

// Formula returns what is played.
func (d *Draw) Formula() *Formula { return d.formula }

// State returns where the draw stands.
func (d *Draw) State() State { return d.state }

// Schedule returns what was announced; Super the amount that was promised beside it, 0 for none.
func (d *Draw) Schedule() Schedule { return d.schedule }

// Super returns the amount that the fund adds to the jackpot, 0 for none.
func (d *Draw) Super() money.Cents { return d.super.Amount }

// Size returns how many cards were sold.
func (d *Draw) Size() int { return d.cards }

// Root returns the root of the tree of the cards sold.
func (d *Draw) Root() (Digest, error) {
	sold, err := d.sold.at(d.cards)
	if err != nil {
		return Digest{}, err
	}
	return Digest(sold.tree.Root()), nil
}

// Stakes returns what the cards cost together.
func (d *Draw) Stakes() money.Cents { return d.sold.price * money.Cents(d.cards) }

// Card returns the i-th card sold, counted from 0, with the player and the tag of its owner; the zero card for one that was not
// sold. It shares the draw's memory and must not be changed.
func (d *Draw) Card(i int) (c Card, player string, owner Digest) {
	if i < 0 || i >= d.cards {
		return Card{}, "", Digest{}
	}
	p := d.sold.people[d.sold.players[i]]
	return d.sold.cards.Card(i), p.name, p.owner
}

// Lock returns the lock, zero before there is one.
func (d *Draw) Lock() Lock { return d.lock }

// Statement is the lock as it is signed and broadcast.
func (d *Draw) Statement() LockStatement {
	return LockStatement{
		Draw: d.schedule.Draw, Size: d.lock.Size, Root: d.lock.Root,
		Jackpot: d.lock.Jackpot, Fund: d.lock.Fund, Super: d.super.Amount, Time: d.lock.At,
	}
}

// Terms returns what the draw plays for, zero before the lock.
func (d *Draw) Terms() Terms { return d.terms }

// Called returns the balls called so far, in their order.
func (d *Draw) Called() []Ball {
	if d.play == nil {
		return nil
	}
	return slices.Clone(d.play().order[:d.called])
}

// Next tells the ball that is called next, for the hall alone. It refuses not_opened, or draw_over after the last ball.
func (d *Draw) Next() (Ball, error) {
	switch {
	case d.state != Opened && d.state != Calling:
		return 0, refuse("not_opened", "the draw is %s: a ball is called once the secrets are open, and before it is settled", d.state)
	case d.called == d.play().outcome.Balls:
		return 0, refuse("draw_over", "the last ball was called: settle the draw")
	}
	return d.play().order[d.called], nil
}

// WonSoFar returns the figures won at the balls called so far, in the order of the formula.
func (d *Draw) WonSoFar() []Won {
	if d.play == nil {
		return nil
	}
	var won []Won
	for _, w := range d.play().outcome.Won {
		if w = w.by(d.called); w.Ball > 0 {
			won = append(won, w)
		}
	}
	return won
}

// by is what was won of a figure up to a ball.
func (w Won) by(ball int) Won {
	n := 0
	for n < len(w.Units) && w.Units[n].Ball <= ball {
		n++
	}
	w.Units = w.Units[:n:n]
	if n == 0 {
		w.Ball = 0
	}
	return w
}

// Settlement returns what was paid, zero before the draw is settled.
func (d *Draw) Settlement() Settlement { return d.paid }
