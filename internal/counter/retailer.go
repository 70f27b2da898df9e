package counter

import (
	"context"
	"errors"
	"fmt"

	"tirage/internal/shop"
	"tirage/internal/store"
	"tirage/ledger"
	"tirage/money"
)

// Terms are on what terms somebody is a retailer.
type Terms struct {
	Person     store.PersonID `json:"person"`
	Commission int64          `json:"commission"` // on packs settled, in parts per million of their price
	Limit      money.Cents    `json:"limit"`      // how much may be owed at most
	Reason     string         `json:"reason"`
}

// maxCommission is more than any contract gives: a slip of the hand does not give the stakes away.
const maxCommission = 200_000 // parts per million

// check refuses with bad_reason, bad_commission or bad_amount.
func (t *Terms) check() error {
	if err := shop.CheckReason(t.Reason); err != nil {
		return err
	}
	if t.Commission < 0 || t.Commission > maxCommission {
		return shop.Say("bad_commission", "a commission is 0 to 200,000 parts per million, which is 20 %", "une commission est de 0 à 200 000 millionièmes, soit 20 %")
	}
	if t.Limit < 0 || t.Limit > shop.MaxAmount {
		return shop.Sayf("bad_amount", "a limit is nothing or more, and at most %d minor units", "un plafond est nul ou positif, et d’au plus %d centimes", int64(shop.MaxAmount))
	}
	return nil
}

// Retailer is a retailer, and how the accounts stand: above zero, what the house owes; below, what the retailer owes.
type Retailer struct {
	Person     store.PersonID `json:"person"`
	Commission int64          `json:"commission"` // in parts per million
	Limit      money.Cents    `json:"limit"`
	Since      int64          `json:"since"` // microseconds since 1970, UTC
	Money      money.Cents    `json:"money"`
	Play       money.Cents    `json:"play"`
}

var errRetailerExists = shop.Say("retailer_exists", "this person is a retailer already: change the terms", "cette personne est déjà détaillant : changez ses conditions")

// AddRetailer makes a retailer of somebody whose role that is. It refuses with ErrRole, ErrKeyMissing, bad_reason, bad_commission,
// bad_amount, unknown_person or retailer_exists.
func (c *Counter) AddRetailer(ctx context.Context, by shop.By, key string, t Terms) (Retailer, error) {
	return c.setTerms(ctx, by, key, shop.ActAddRetailer, t)
}

// SetRetailer changes the terms of a retailer, from now on. It refuses as AddRetailer, but with unknown_retailer for the last.
func (c *Counter) SetRetailer(ctx context.Context, by shop.By, key string, t Terms) (Retailer, error) {
	return c.setTerms(ctx, by, key, shop.ActSetRetailer, t)
}

func (c *Counter) setTerms(ctx context.Context, by shop.By, key, kind string, t Terms) (Retailer, error) {
	if err := by.May(shop.Operator); err != nil {
		return Retailer{}, err
	}
	a, err := by.Keyed(kind, key, t.Person, t.Commission, t.Limit, t.Reason)
	if err != nil {
		return Retailer{}, err
	}
	if err := t.check(); err != nil {
		return Retailer{}, err
	}
	a.Subject, a.Note = string(t.Person), fmt.Sprintf("commission %d ppm limit %d: %s", t.Commission, t.Limit, t.Reason)
	d := terms{act: a, terms: t, add: kind == shop.ActAddRetailer}
	if err := c.shop.Do(ctx, shop.Task{Person: by.Person, Ask: d.ask, Decide: d.decide, Also: d.also}); err != nil {
		return Retailer{}, err
	}
	return d.answer, nil
}

// terms are terms being decided.
type terms struct {
	act    *ledger.Act
	terms  Terms
	add    bool
	first  bool
	row    store.Retailer
	answer Retailer // the writer's until it answers
}

func (d *terms) accounts() (real, play ledger.Account) {
	real = ledger.Of(ledger.Retailer, string(d.terms.Person))
	return real, real.Play()
}

func (d *terms) ask(ask *store.Ask) {
	ask.Keys = append(ask.Keys, store.ActKey{Actor: d.act.Actor, Key: d.act.Key})
	ask.Persons, ask.Retailers = append(ask.Persons, d.terms.Person), append(ask.Retailers, d.terms.Person)
	real, play := d.accounts()
	ask.Accounts = append(ask.Accounts, real, play)
}

func (d *terms) decide(b *shop.Batch) error {
	d.first, d.answer = false, Retailer{}
	if done, err := b.Again(d.act, &d.answer); done {
		return err
	}
	p := b.Found().Persons[d.terms.Person]
	row, known := b.Found().Retailers[d.terms.Person]
	switch {
	case p.Role != string(shop.Retailer) || p.Erased != 0:
		return shop.Say("unknown_person", "there is no person with this pseudonym and the role of a retailer", "aucune personne n’a ce pseudonyme et le rôle de détaillant")
	case d.add && known:
		return errRetailerExists
	case !d.add && !known:
		return ErrUnknownRetailer
	case !known:
		row = store.Retailer{Person: d.terms.Person, Since: b.At()}
	}
	row.Commission, row.Limit = d.terms.Commission, d.terms.Limit
	real, play := d.accounts()
	answer := retailerView(row, b.Balance(real), b.Balance(play))
	a := *d.act
	if _, err := b.Post(&a, &answer); err != nil {
		return err
	}
	d.first, d.row, d.answer = true, row, answer
	return nil
}

func (d *terms) also(ctx context.Context, tx *store.Tx) error {
	switch {
	case !d.first:
		return nil
	case d.add:
		return taken(tx.AddRetailer(ctx, d.row), errRetailerExists)
	}
	return tx.SetRetailer(ctx, d.row)
}

func retailerView(r store.Retailer, real, play money.Cents) Retailer {
	return Retailer{Person: r.Person, Commission: r.Commission, Limit: r.Limit, Since: r.Since, Money: real, Play: play}
}

// mayRead refuses with ErrLogIn or ErrRole whoever is neither this retailer nor of the house.
func mayRead(by shop.By, retailer store.PersonID) error {
	if err := by.May(shop.Operator, shop.Auditor, shop.Administrator, shop.Retailer); err != nil {
		return err
	}
	if by.Role == shop.Retailer && by.Person != retailer {
		return shop.ErrRole
	}
	return nil
}

// Retailer shows a retailer to the house, or to that retailer. It refuses with ErrRole or unknown_retailer.
func (c *Counter) Retailer(ctx context.Context, by shop.By, id store.PersonID) (shown Retailer, err error) {
	if err := mayRead(by, id); err != nil {
		return shown, err
	}
	err = c.store.View(ctx, func(ctx context.Context, v *store.View) error {
		row, err := v.Retailer(ctx, id)
		if err != nil {
			return err
		}
		shown, err = c.shown(ctx, v, row)
		return err
	})
	if errors.Is(err, store.ErrUnknown) {
		return shown, ErrUnknownRetailer
	}
	return shown, err
}

func (c *Counter) shown(ctx context.Context, v *store.View, row store.Retailer) (Retailer, error) {
	account := ledger.Of(ledger.Retailer, string(row.Person))
	real, err := v.Balance(ctx, account)
	if err != nil {
		return Retailer{}, err
	}
	play, err := v.Balance(ctx, account.Play())
	return retailerView(row, real, play), err
}

// Retailers lists retailers by pseudonym, behind one; "" for the first. It refuses with ErrRole or bad_limit.
func (c *Counter) Retailers(ctx context.Context, by shop.By, after store.PersonID, limit int) ([]Retailer, error) {
	if err := by.May(shop.Operator, shop.Auditor, shop.Administrator); err != nil {
		return nil, err
	}
	if limit < 1 || limit > shop.MaxPage {
		return nil, errBadLimit
	}
	list := []Retailer{}
	err := c.store.View(ctx, func(ctx context.Context, v *store.View) error {
		rows, err := v.Retailers(ctx, after, limit)
		if err != nil {
			return err
		}
		for _, row := range rows {
			shown, err := c.shown(ctx, v, row)
			if err != nil {
				return err
			}
			list = append(list, shown)
		}
		return nil
	})
	return list, err
}

// Collection is money that settles a retailer's account with the bank.
type Collection struct {
	Retailer store.PersonID `json:"retailer"`
	Amount   money.Cents    `json:"amount"` // more than zero: the retailer pays the house; less: the house pays the retailer
	Play     bool           `json:"play"`
}

// Collected is a collection and the account after it.
type Collected struct {
	Collection
	Balance money.Cents `json:"balance"`
}

// Collect notes that a retailer has paid what was owed, or was paid: no more than that, so that nobody's account is led across zero. It
// refuses with ErrRole, ErrKeyMissing, bad_amount, unknown_retailer or collect_too_much.
func (c *Counter) Collect(ctx context.Context, by shop.By, key string, m Collection) (Collected, error) {
	if err := by.May(shop.Operator); err != nil {
		return Collected{}, err
	}
	a, err := by.Keyed(shop.ActCollect, key, m.Retailer, m.Amount, m.Play)
	if err != nil {
		return Collected{}, err
	}
	if m.Amount == 0 || m.Amount > shop.MaxAmount || m.Amount < -shop.MaxAmount {
		return Collected{}, shop.Sayf("bad_amount", "a collection moves something, and at most %d minor units", "un recouvrement déplace quelque chose, et au plus %d centimes", int64(shop.MaxAmount))
	}
	account, bank := shop.Playing(ledger.Of(ledger.Retailer, string(m.Retailer)), m.Play), shop.Playing(ledger.Of(ledger.Cash, "bank"), m.Play)
	t := ledger.Transfer{Debit: bank, Credit: account, Amount: m.Amount}
	if m.Amount < 0 {
		t = ledger.Transfer{Debit: account, Credit: bank, Amount: -m.Amount}
	}
	a.Subject, a.Transfers = string(m.Retailer), []ledger.Transfer{t}
	var answer Collected // the writer's until it answers
	err = c.shop.Do(ctx, shop.Task{
		Person: by.Person,
		Ask: func(ask *store.Ask) {
			ask.Keys = append(ask.Keys, store.ActKey{Actor: a.Actor, Key: a.Key})
			ask.Retailers, ask.Accounts = append(ask.Retailers, m.Retailer), append(ask.Accounts, account)
		},
		Decide: func(b *shop.Batch) error {
			answer = Collected{}
			if done, err := b.Again(a, &answer); done {
				return err
			}
			if _, ok := b.Found().Retailers[m.Retailer]; !ok {
				return ErrUnknownRetailer
			}
			if err := m.within(b.Balance(account)); err != nil {
				return err
			}
			after := Collected{Collection: m, Balance: b.Balance(account) + m.Amount}
			done := *a
			if _, err := b.Post(&done, &after); err != nil {
				return err
			}
			answer = after
			return nil
		},
	})
	return answer, err
}

// within refuses with collect_too_much what is more than one owes the other.
func (m *Collection) within(balance money.Cents) error {
	switch {
	case m.Amount > 0 && m.Amount > -balance:
		return shop.Sayf("collect_too_much", "the retailer owes %d minor units, and no more than that is collected", "le détaillant doit %d centimes, et on ne recouvre pas davantage", int64(max(0, -balance)))
	case m.Amount < 0 && -m.Amount > balance:
		return shop.Sayf("collect_too_much", "the house owes the retailer %d minor units, and no more than that is paid out", "la maison doit %d centimes au détaillant, et ne verse pas davantage", int64(max(0, balance)))
	}
	return nil
}
