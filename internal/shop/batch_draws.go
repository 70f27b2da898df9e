package shop

import (
	"cmp"
	"context"
	"errors"
	"io"
	"slices"

	"tirage/internal/store"
)

// live is what acts of one transaction change in draws, so that the next of them see it.
type live struct {
	draws    map[store.DrawRef]store.Draw
	holdings map[store.HoldingRef]store.Holding
	cards    map[store.CardHash]bool
}

// Draw is a draw, if there is one, with the cards that acts of this batch sold. It must have been asked for.
func (b *Batch) Draw(ref store.DrawRef) (store.Draw, bool) {
	return now(b.live.draws, b.found.Draws, ref)
}

// Holding is what a person has in a draw. It must have been asked for.
func (b *Batch) Holding(ref store.HoldingRef) (store.Holding, bool) {
	return now(b.live.holdings, b.found.Holdings, ref)
}

// CardThere tells whether an equal card is in the draw. It must have been asked for.
func (b *Batch) CardThere(card store.CardHash) bool {
	there, _ := now(b.live.cards, b.found.Cards, card)
	return there
}

// SellCards sells cards to one person in one draw: the draw and what the person has in it, as they are then.
func (b *Batch) SellCards(d store.Draw, h store.Holding, cards []store.DrawCard) {
	set(&b.live.draws, d.DrawRef, d)
	set(&b.live.holdings, h.HoldingRef, h)
	for i := range cards {
		set(&b.live.cards, cards[i].Hash, true)
	}
	b.out.Cards = append(b.out.Cards, cards...)
}

// written gives the changes to the store.
func (l *live) written(found *store.Found, out *store.Written) {
	for ref, d := range l.draws {
		out.Draws = append(out.Draws, store.DrawSale{
			DrawRef: ref, WasSize: found.Draws[ref].Size, Size: d.Size, Players: d.Players, Robots: d.Robots, Price: d.Price, Log: d.Log,
		})
	}
	for ref, h := range l.holdings {
		_, there := found.Holdings[ref]
		out.Holdings = append(out.Holdings, store.HoldingChange{Holding: h, New: !there})
	}
	slices.SortFunc(out.Holdings, func(a, b store.HoldingChange) int {
		return cmp.Or(cmp.Compare(a.Code, b.Code), cmp.Compare(a.Number, b.Number), cmp.Compare(a.Person, b.Person))
	})
}

// Robot is the role of those who bring a demonstration to life: they play for play money only, and nobody logs in as one.
const Robot Role = "robot"

// noPassword is no hash of any.
const noPassword = "none"

// Robot is the robot with a login, which is made if nobody has it. It refuses with login_taken a login of somebody else.
func (s *Shop) Robot(ctx context.Context, login string) (By, error) {
	p, err := s.store.PersonByLogin(ctx, login)
	if errors.Is(err, store.ErrUnknown) {
		return s.makeRobot(ctx, login)
	}
	if err != nil {
		return By{}, err
	}
	if Role(p.Role) != Robot {
		return By{}, errLoginTaken
	}
	return By{Person: p.ID, Role: Robot}, nil
}

func (s *Shop) makeRobot(ctx context.Context, login string) (By, error) {
	id, err := s.identifier()
	if err != nil {
		return By{}, err
	}
	p := store.Person{
		ID: store.PersonID(id), Login: login, Password: noPassword, Role: string(Robot), TagSecret: make([]byte, 16), Created: s.now().UnixMicro(),
	}
	if _, err := io.ReadFull(s.random, p.TagSecret); err != nil {
		return By{}, err
	}
	by := By{Person: p.ID, Role: Robot}
	a := by.act("register")
	a.Subject, a.Note = id, string(Robot)
	return by, s.do(ctx, &task{
		ask:    func(*store.Ask) {},
		decide: func(b *Batch) error { _, err := b.Post(a, nil); return err },
		also:   func(ctx context.Context, tx *store.Tx) error { return taken(tx.AddPerson(ctx, p)) },
	})
}

var errLoginTaken = say("login_taken", "this login is taken: choose another", "cet identifiant est pris : choisissez-en un autre")

// taken names what stands against another account with the same login.
func taken(err error) error {
	if errors.Is(err, store.ErrTaken) {
		return errLoginTaken
	}
	return err
}
