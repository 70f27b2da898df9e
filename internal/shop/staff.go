package shop

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"math"
	"time"

	"tirage/internal/store"
	"tirage/ledger"
	"tirage/money"
)

// In is the refusal in a language, with its name, which is the same in all.
func (r *Refusal) In(lang money.Lang) string { return r.Name + ": " + r.Text.In(lang) }

// Staffed is a person as the administrators of the house see one.
type Staffed struct {
	ID      store.PersonID `json:"id"`
	Login   string         `json:"login"` // a mark without meaning once the person is erased
	Role    Role           `json:"role"`
	Created int64          `json:"created"` // microseconds since 1970, UTC
	Locked  int64          `json:"locked,omitempty"`
	Erased  int64          `json:"erased,omitempty"`
}

// Persons lists persons by ID, after one ("" for the first). It refuses with ErrRole or bad_limit.
func (s *Shop) Persons(ctx context.Context, by By, after store.PersonID, limit int) ([]Staffed, error) {
	if err := by.may(Administrator); err != nil {
		return nil, err
	}
	if limit < 1 || limit > MaxPage {
		return nil, bad("bad_limit", "a page holds 1 to %d rows", "une page contient de 1 à %d lignes", MaxPage)
	}
	rows, err := s.store.Persons(ctx, after, limit)
	if err != nil {
		return nil, err
	}
	list := make([]Staffed, 0, len(rows))
	for i := range rows {
		list = append(list, staffed(&rows[i]))
	}
	return list, nil
}

func staffed(p *store.Person) Staffed {
	return Staffed{ID: p.ID, Login: p.Login, Role: Role(p.Role), Created: p.Created, Locked: p.Locked, Erased: p.Erased}
}

// Find gives the person with a login, or with an ID. It refuses with ErrRole or ErrUnknownPerson.
func (s *Shop) Find(ctx context.Context, by By, name string) (Staffed, error) {
	if err := by.may(Administrator); err != nil {
		return Staffed{}, err
	}
	login, err := cleanLogin(name)
	if err != nil {
		return Staffed{}, ErrUnknownPerson
	}
	p, err := s.store.PersonByLogin(ctx, login)
	if errors.Is(err, store.ErrUnknown) {
		p, err = s.store.Person(ctx, store.PersonID(login))
	}
	if errors.Is(err, store.ErrUnknown) {
		return Staffed{}, ErrUnknownPerson
	}
	return staffed(&p), err
}

// SetPassword gives a person another password and ends the person's sessions. It refuses with ErrRole, bad_reason, ErrUnknownPerson,
// bad_password or ErrBusy; and with ErrTwoPersons for another member of the house's staff, for whom the desk alone may do it: see
// StaffPassword.
func (s *Shop) SetPassword(ctx context.Context, by By, id store.PersonID, password, reason string) error {
	if err := by.may(Administrator); err != nil {
		return err
	}
	if err := checkReason(reason); err != nil {
		return err
	}
	hash, err := s.hash(ctx, password)
	if err != nil {
		return err
	}
	alone := by.Person == deskName || by.Person == id
	if !alone {
		hash = given + hash
	}
	return s.staff(ctx, by, "set_password", id, reason, nil, func(ctx context.Context, tx *store.Tx) error {
		if err := tx.SetPassword(ctx, id, hash); err != nil { // first: from here on nobody else changes the person
			return err
		}
		if p, err := tx.Person(ctx, id); err != nil {
			return err
		} else if Role(p.Role).staff() && !alone {
			return ErrTwoPersons
		}
		return tx.DropSessions(ctx, id)
	})
}

// Lock closes a person's account, and ends the person's sessions; what it holds stays. It refuses with ErrRole, bad_reason or
// ErrUnknownPerson.
func (s *Shop) Lock(ctx context.Context, by By, id store.PersonID, reason string) error {
	return s.setLocked(ctx, by, "lock", id, reason, s.now().UnixMicro())
}

// Unlock opens a locked account again. It refuses as Lock does.
func (s *Shop) Unlock(ctx context.Context, by By, id store.PersonID, reason string) error {
	return s.setLocked(ctx, by, "unlock", id, reason, 0)
}

func (s *Shop) setLocked(ctx context.Context, by By, kind string, id store.PersonID, reason string, at int64) error {
	if err := by.may(Administrator); err != nil {
		return err
	}
	if err := checkReason(reason); err != nil {
		return err
	}
	return s.staff(ctx, by, kind, id, reason, nil, func(ctx context.Context, tx *store.Tx) error {
		return errors.Join(tx.SetLocked(ctx, id, at), tx.DropSessions(ctx, id))
	})
}

// Erase forgets who a person is: what the pseudonym did stays in the record. It refuses with ErrRole, bad_reason, ErrUnknownPerson, or
// balance_left while the account holds money, payments are on their way, or cards play for money.
func (s *Shop) Erase(ctx context.Context, by By, id store.PersonID, reason string) error {
	if err := by.may(Administrator); err != nil {
		return err
	}
	if err := checkReason(reason); err != nil {
		return err
	}
	return s.staff(ctx, by, "erase", id, reason, accountsOf(id), func(ctx context.Context, tx *store.Tx) error {
		if err := answered(ctx, tx, id); err != nil {
			return err
		}
		return tx.Erase(ctx, id, s.now().UnixMicro())
	})
}

// accountsOf are all accounts that a person may have.
func accountsOf(id store.PersonID) []ledger.Account {
	player, retailer := ledger.Of(ledger.Player, string(id)), ledger.Of(ledger.Retailer, string(id))
	return []ledger.Account{player, retailer, player.Play(), retailer.Play()}
}

// empty refuses with balance_left if one of the accounts holds money. What it holds of play money is nothing.
func (b *Batch) empty(accounts []ledger.Account, c money.Currency) error {
	for _, account := range accounts {
		if held := b.books.Balance(account); held != 0 && !account.IsPlay() {
			return bad("balance_left", "the account holds %s: settle it first", "le compte porte %s : soldez-le d’abord", c.Plain(held))
		}
	}
	return nil
}

// answered refuses with balance_left while payments of a person are on their way, or cards play for money: what they win is owed then.
func answered(ctx context.Context, tx *store.Tx, id store.PersonID) error {
	open, err := tx.OpenCallsOf(ctx, id)
	if err == nil && open > 0 {
		return bad("balance_left", "%d payments of this person are not answered yet: try again once they are", "%d paiements de cette personne sont sans réponse : réessayez quand ils en auront une", open)
	}
	if err != nil {
		return err
	}
	return inPlay(ctx, tx, id)
}

// inPlay refuses with balance_left while a person has cards in a draw for money that has not ended.
func inPlay(ctx context.Context, tx *store.Tx, id store.PersonID) error {
	heads, err := tx.LiveDraws(ctx, math.MaxInt64) // none that has ended
	if err != nil {
		return err
	}
	for _, head := range heads {
		_, err := tx.Holding(ctx, store.HoldingRef{DrawRef: head.DrawRef, Person: id})
		if errors.Is(err, store.ErrUnknown) {
			continue
		}
		if err != nil {
			return err
		}
		d, err := tx.Draw(ctx, head.DrawRef)
		if err != nil {
			return err
		}
		if !d.Play {
			return bad("balance_left", "this person has cards in draw %s: try again once it has ended", "cette personne a des cartes dans le tirage %s : réessayez quand il sera terminé", head.DrawRef)
		}
	}
	return nil
}

// staff does an act about a person, whose accounts in the list must be empty.
func (s *Shop) staff(ctx context.Context, by By, kind string, id store.PersonID, note string, empty []ledger.Account, also func(context.Context, *store.Tx) error) error {
	a := by.act(kind)
	a.Subject, a.Note = string(id), note
	return s.do(ctx, &task{
		person: by.Person,
		ask:    func(ask *store.Ask) { ask.Accounts = append(ask.Accounts, empty...) },
		decide: func(b *Batch) error {
			if err := b.empty(empty, s.Currency); err != nil {
				return err
			}
			done := *a
			_, err := b.Post(&done, nil)
			return err
		},
		also: func(ctx context.Context, tx *store.Tx) error {
			err := also(ctx, tx)
			if errors.Is(err, store.ErrUnknown) {
				return ErrUnknownPerson
			}
			return err
		},
	})
}

// Desk is where persons are kept on the house's own machine, straight in the database, whether the house is open or not: there the first
// administrator comes from. It sells nothing, and has a journal of its own.
type Desk struct{ shop *Shop }

// deskName names the desk's journal, and the desk as an actor: no person's pseudonym is so short.
const deskName = "desk"

// OpenDesk takes the desk's journal for a short while. Of the options it needs the store, and the currency for what it says. It refuses with store.ErrLeased while
// another desk is at work.
func OpenDesk(ctx context.Context, o Options) (*Desk, error) {
	s := &Shop{
		Options: o, store: o.Store, node: deskName, clock: steady{read: o.Now}, log: o.Log, random: o.Random,
		hashing: newHashing(1), queue: make(chan *task, 1), closing: make(chan struct{}), stopped: make(chan struct{}),
	}
	if s.clock.read == nil {
		s.clock.read = time.Now
	}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	if s.random == nil {
		s.random = rand.Reader
	}
	var err error
	if s.journal, err = o.Store.Journal(ctx, deskName, 10*time.Second); err != nil {
		return nil, err
	}
	if err := s.clock.resume(ctx, s.store, deskName, s.log); err != nil {
		return nil, errors.Join(err, s.journal.Release(ctx))
	}
	s.lifetime, s.end = context.WithCancel(context.Background())
	go s.write()
	return &Desk{s}, nil
}

// By is the desk as the one who asks, with an administrator's rights: who can write the database has them anyway.
func (d *Desk) By() By { return By{Person: deskName, Role: Administrator} }

// Close gives the journal back.
func (d *Desk) Close() error { return d.shop.Close() }

// Register is Shop's, by the desk.
func (d *Desk) Register(ctx context.Context, login, password string, role Role) (store.PersonID, error) {
	return d.shop.Register(ctx, d.By(), login, password, role)
}

// Find is Shop's.
func (d *Desk) Find(ctx context.Context, name string) (Staffed, error) {
	return d.shop.Find(ctx, d.By(), name)
}

// SetPassword is Shop's.
func (d *Desk) SetPassword(ctx context.Context, id store.PersonID, password, reason string) error {
	return d.shop.SetPassword(ctx, d.By(), id, password, reason)
}

// Lock is Shop's.
func (d *Desk) Lock(ctx context.Context, id store.PersonID, reason string) error {
	return d.shop.Lock(ctx, d.By(), id, reason)
}

// Unlock is Shop's.
func (d *Desk) Unlock(ctx context.Context, id store.PersonID, reason string) error {
	return d.shop.Unlock(ctx, d.By(), id, reason)
}

// Erase is Shop's.
func (d *Desk) Erase(ctx context.Context, id store.PersonID, reason string) error {
	return d.shop.Erase(ctx, d.By(), id, reason)
}

// Persons are all persons, by ID.
func (d *Desk) Persons(ctx context.Context) (all []Staffed, err error) {
	for after := store.PersonID(""); ; {
		page, err := d.shop.Persons(ctx, d.By(), after, MaxPage)
		all = append(all, page...)
		if err != nil || len(page) < MaxPage {
			return all, err
		}
		after = page[len(page)-1].ID
	}
}
