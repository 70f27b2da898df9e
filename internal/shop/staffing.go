package shop

import (
	"context"
	"errors"
	"slices"

	"tirage/internal/store"
	"tirage/ledger"
	"tirage/money"
)

// One person who could make another member of the house's staff, or give one another password, would be two persons. So both are acts of
// two, and no password goes through either: whoever comes into the house opens a player's account with a password of their own, and two
// of the house agree whose it is.

// What is refused of those who work in the house.
var (
	ErrTwoPersons = say("two_persons", "this concerns a member of the house's staff: propose it (staff_account, staff_password), two persons decide", "il s’agit d’un membre de la maison : proposez-le (staff_account, staff_password), deux personnes en décident")
	errGiven      = say("password_given", "the password of this account was chosen by somebody else: open another account, with a password of your own", "le mot de passe de ce compte a été choisi par quelqu’un d’autre : ouvrez un autre compte, avec un mot de passe à vous")
	errShut       = say("person_locked", "this person's account is closed", "le compte de cette personne est fermé")
	errProposer   = say("proposer_locked", "who proposed this is no longer let in, or may no longer propose: reject it, and let somebody else propose it", "qui a proposé ceci n’entre plus dans la maison, ou ne peut plus proposer : rejetez-le, et qu’un autre le propose")
	errSamePerson = say("same_person", "who proposes an act, or whom it gives a role or a password, does not decide it: a second person must", "qui propose un acte, ou en reçoit un rôle ou un mot de passe, n’en décide pas : il y faut une seconde personne")
)

// staff tells whether a role is of those who look into the house, and decide in it.
func (r Role) staff() bool { return slices.Contains([]Role{Operator, Auditor, Administrator}, r) }

// mayPropose refuses with proposer_locked somebody whose proposals are not approved.
func mayPropose(at store.Standing) error {
	if at.Erased != 0 || at.Locked != 0 || Role(at.Role) != Operator && Role(at.Role) != Administrator {
		return errProposer
	}
	return nil
}

// standingOf is how a person stands. It refuses with ErrUnknownPerson, also whoever was forgotten.
func (s *Shop) standingOf(ctx context.Context, id store.PersonID) (store.Person, error) {
	p, err := s.store.Person(ctx, id)
	if errors.Is(err, store.ErrUnknown) || err == nil && p.Erased != 0 {
		err = ErrUnknownPerson
	}
	return p, err
}

// own refuses with password_given a person whose password somebody else chose.
func own(p *store.Person) error {
	if len(p.Password) >= len(given) && p.Password[:len(given)] == given {
		return errGiven
	}
	return nil
}

// staffing gives a person a role in the house: to a player, who was none of its staff before, or another one.
type staffing struct {
	Nothing `json:"-"`

	Person store.PersonID `json:"person"`
	Role   Role           `json:"role"` // operator, auditor or administrator

	was      store.Person
	currency money.Currency
}

// Prepare refuses with ErrUnknownPerson, bad_role, person_locked or password_given.
func (f *staffing) Prepare(ctx context.Context, s *Shop) (subject string, err error) {
	f.currency = s.Currency
	if !f.Role.staff() {
		return "", bad("bad_role", "operator, auditor and administrator are the roles of the house's staff", "les rôles dans la maison sont operator, auditor et administrator")
	}
	if f.was, err = s.standingOf(ctx, f.Person); err != nil {
		return "", err
	}
	return string(f.Person) + " " + string(f.Role), f.fits(&f.was)
}

func (f *staffing) fits(p *store.Person) error {
	switch {
	case p.Erased != 0:
		return ErrUnknownPerson
	case p.Locked != 0:
		return errShut
	case Role(p.Role) == f.Role:
		return bad("bad_role", "this person has this role already", "cette personne a déjà ce rôle")
	}
	return own(p)
}

// Ask is Effect's.
func (f *staffing) Ask(ask *store.Ask) { ask.Accounts = append(ask.Accounts, accountsOf(f.Person)...) }

// Decide refuses with same_person whoever decides for themselves, or with balance_left.
func (f *staffing) Decide(b *Batch, a *ledger.Act) error {
	if a.Actor == string(f.Person) {
		return errSamePerson
	}
	if err := b.empty(accountsOf(f.Person), f.currency); err != nil {
		return err
	}
	// The approval follows in the same transaction: a role without one is found by who verifies the journal.
	_, err := b.Post(&ledger.Act{Kind: "set_role", Actor: a.Actor, Role: a.Role, Origin: a.Origin, Subject: string(f.Person), Note: string(f.Role)}, nil)
	return err
}

// Also is Effect's.
func (f *staffing) Also(ctx context.Context, tx *store.Tx) error {
	if err := tx.SetRole(ctx, f.Person, string(f.Role)); err != nil { // first: from here on nobody else changes the person
		return unknownPerson(err)
	}
	p, err := tx.Person(ctx, f.Person)
	if err != nil {
		return err
	}
	p.Role = f.was.Role
	return errors.Join(f.fits(&p), answered(ctx, tx, f.Person), tx.DropSessions(ctx, f.Person))
}

// renewal gives a member of the house's staff the password of a player's account that the same person opened for that, and erases it.
type renewal struct {
	Nothing `json:"-"`

	Person store.PersonID `json:"person"`
	From   store.PersonID `json:"from"` // the player's account

	currency money.Currency
	at       int64
}

// Prepare refuses with ErrUnknownPerson, bad_role, person_locked or password_given.
func (n *renewal) Prepare(ctx context.Context, s *Shop) (string, error) {
	n.currency = s.Currency
	to, err := s.standingOf(ctx, n.Person)
	if err != nil {
		return "", err
	}
	from, err := s.standingOf(ctx, n.From)
	if err != nil {
		return "", err
	}
	return string(n.Person) + " from " + string(n.From), n.fit(&to, &from)
}

func (n *renewal) fit(to, from *store.Person) error {
	switch {
	case !Role(to.Role).staff() || Role(from.Role) != Player:
		return bad("bad_role", "a member of the house's staff gets the password of a player's account", "un membre de la maison reçoit le mot de passe du compte d’un joueur")
	case from.Locked != 0:
		return errShut
	}
	return own(from)
}

// Ask is Effect's.
func (n *renewal) Ask(ask *store.Ask) { ask.Accounts = append(ask.Accounts, accountsOf(n.From)...) }

// Decide refuses with same_person whoever decides of their own password: they and the proposer would be two who want the same. It refuses
// with balance_left too.
func (n *renewal) Decide(b *Batch, a *ledger.Act) error {
	if a.Actor == string(n.Person) {
		return errSamePerson
	}
	n.at = b.at
	if err := b.empty(accountsOf(n.From), n.currency); err != nil {
		return err
	}
	for _, done := range []ledger.Act{
		{Kind: "set_password", Subject: string(n.Person), Note: "from " + string(n.From)},
		{Kind: "erase", Subject: string(n.From), Note: "its password is of " + string(n.Person)},
	} {
		done.Actor, done.Role, done.Origin = a.Actor, a.Role, a.Origin
		if _, err := b.Post(&done, nil); err != nil {
			return err
		}
	}
	return nil
}

// Also is Effect's.
func (n *renewal) Also(ctx context.Context, tx *store.Tx) error {
	if err := tx.SetLocked(ctx, n.From, 0); err != nil { // first: from here on nobody else changes this person
		return unknownPerson(err)
	}
	from, err := tx.Person(ctx, n.From)
	if err != nil {
		return err
	}
	if err := tx.SetPassword(ctx, n.Person, from.Password); err != nil {
		return unknownPerson(err)
	}
	to, err := tx.Person(ctx, n.Person)
	if err != nil {
		return err
	}
	return errors.Join(n.fit(&to, &from), answered(ctx, tx, n.From), tx.Erase(ctx, n.From, n.at), tx.DropSessions(ctx, n.Person))
}

func unknownPerson(err error) error {
	if errors.Is(err, store.ErrUnknown) {
		return ErrUnknownPerson
	}
	return err
}
