package shop

import (
	"context"
	"errors"

	"tirage/internal/store"
	"tirage/ledger"
	"tirage/money"
)

// Payment is money that comes to a player's account or leaves it.
type Payment struct {
	Reference string         // unique for ever: the same payment again has the same one
	Player    store.PersonID // pseudonym
	Amount    money.Cents    // more than zero
	Currency  string         // ISO 4217
}

// Cash is the port through which money comes and goes: a card processor, a bank. Each payment is asked about again, with the same
// reference, until it is answered with no error; that answer is final, and the same ever after.
type Cash interface {
	// Name names the adapter's account in the ledger: 1 to 64 letters, digits, '-', '_', '.'.
	Name() string
	// Collect tells whether the money of a deposit has come, and asks for it the first time. It is in the player's account only then.
	Collect(ctx context.Context, p Payment) (accepted bool, err error)
	// PayOut pays a withdrawal, which was taken from the player's account before. If it is not accepted it is given back there.
	PayOut(ctx context.Context, p Payment) (accepted bool, err error)
}

// DemoCash accepts everything and moves nothing.
type DemoCash struct{}

// Name is Cash's.
func (DemoCash) Name() string { return "demo" }

// Collect is Cash's.
func (DemoCash) Collect(context.Context, Payment) (bool, error) { return true, nil }

// PayOut is Cash's.
func (DemoCash) PayOut(context.Context, Payment) (bool, error) { return true, nil }

// What is refused of deposits.
var (
	ErrDepositPending = say("deposit_pending", "the payment is not confirmed yet: it will be in the account once it is, ask again with the same key", "le paiement n’est pas encore confirmé : il sera sur le compte dès qu’il l’est, redemandez avec la même clé")
	ErrDepositRefused = say("deposit_refused", "the payment was refused: nothing was put into the account", "le paiement a été refusé : rien n’a été porté au compte")
)

func (s *Shop) cash() Cash {
	if s.Cash == nil {
		return DemoCash{}
	}
	return s.Cash
}

func (s *Shop) cashAccount() ledger.Account { return ledger.Of(ledger.Cash, s.cash().Name()) }

func asPayment(c *store.Call) Payment {
	return Payment{Reference: c.Reference, Player: c.Player, Amount: c.Amount, Currency: c.Currency}
}

// deposit asks for a payment and puts it into the player's account once it has come. It refuses with ErrKeyReused, ErrDepositPending or
// ErrDepositRefused. Who hangs up does not stop it half-way.
func (s *Shop) deposit(ctx context.Context, by By, a *ledger.Act, amount money.Cents) (m Movement, err error) {
	ctx = context.WithoutCancel(ctx)
	c, err := s.beginDeposit(ctx, by, a, amount, &m)
	if c == nil || err != nil {
		return m, err
	}
	if err := s.step("intended"); err != nil {
		return Movement{}, err
	}
	calling, cancel := context.WithTimeout(ctx, walletCall)
	defer cancel()
	accepted, err := s.cash().Collect(calling, asPayment(c))
	if err := s.step("collected"); err != nil {
		return Movement{}, err
	}
	if err != nil {
		s.log.Warn("a deposit is not confirmed: it is asked for again", "reference", c.Reference, "error", err)
		s.putOff(ctx, c, err)
		return Movement{}, ErrDepositPending
	}
	if !accepted {
		if err := s.conclude(ctx, c, store.Refused, nil); err != nil {
			s.log.Error("a refused deposit was not written down", "reference", c.Reference, "error", err)
		}
		return Movement{}, ErrDepositRefused
	}
	return s.credit(ctx, c)
}

// beginDeposit writes down the payment that a deposit needs, or finds the one that was written down before. When the deposit was made
// before it gives none, and the answer in m.
func (s *Shop) beginDeposit(ctx context.Context, by By, a *ledger.Act, amount money.Cents, m *Movement) (*store.Call, error) {
	for range 3 {
		reference, err := s.identifier()
		if err != nil {
			return nil, err
		}
		c := s.newCall(reference, store.Deposit, s.cash().Name(), by, a)
		c.Amount, c.Due = amount, s.now().Add(callClaim).UnixMicro() // this one asks first
		done, err := s.intend(ctx, c)
		switch {
		case err == nil:
			return &c, nil
		case errors.Is(err, errDoneBefore):
			return nil, keptAnswer(done, a, m)
		case !errors.Is(err, store.ErrTaken):
			return nil, s.refusal(err)
		}
		open, err := s.store.OpenDeposit(ctx, by.Person, a.Key)
		switch {
		case err == nil && open.Request != a.Request:
			return nil, ErrKeyReused
		case err == nil && open.Party != c.Party:
			return nil, ErrDepositPending
		case err == nil:
			return &open, nil
		case !errors.Is(err, store.ErrUnknown): // else it has just been answered
			return nil, err
		}
	}
	return nil, ErrUnderWay
}

// credit puts a payment that has come into the player's account, once.
func (s *Shop) credit(ctx context.Context, c *store.Call) (Movement, error) {
	account := ledger.Of(ledger.Player, string(c.Player))
	var m Movement // the writer's until it answers
	var repeated bool
	err := s.do(ctx, &task{
		ask: func(ask *store.Ask) {
			ask.Keys = append(ask.Keys, store.ActKey{Actor: string(c.Player), Key: c.Key})
			ask.Accounts = append(ask.Accounts, account)
		},
		decide: func(b *Batch) error {
			a := &ledger.Act{
				Kind: "deposit", Actor: string(c.Player), Role: string(Player), Key: c.Key, Request: c.Request, Note: c.Reference,
				Transfers: []ledger.Transfer{{Debit: s.cashAccount(), Credit: account, Amount: c.Amount}},
			}
			done, err := b.Again(a, &m)
			if repeated = done && err == nil; repeated {
				return nil
			}
			if done { // the key has been used for something else since: the money has come nevertheless
				a.Key = ""
			}
			m = Movement{Amount: c.Amount, Balance: b.books.Balance(account) + c.Amount}
			_, err = b.Post(a, &m)
			return err
		},
		also: func(ctx context.Context, tx *store.Tx) error {
			if repeated {
				return nil
			}
			return tx.SetCall(ctx, c.Reference, store.Due, store.Settled, 0, "")
		},
		shared: true,
	})
	if err != nil {
		return Movement{}, s.refusal(err)
	}
	return m, nil
}

// withdraw takes money out of a player's account and has it paid. It refuses with ErrKeyReused or ErrFunds.
func (s *Shop) withdraw(ctx context.Context, by By, a *ledger.Act, amount money.Cents) (Movement, error) {
	reference, err := s.identifier()
	if err != nil {
		return Movement{}, err
	}
	c := s.newCall(reference, store.Withdrawal, s.cash().Name(), by, nil)
	c.Amount = amount
	a.Note = reference
	account := by.account(false)
	a.Transfers = []ledger.Transfer{{Debit: account, Credit: s.cashAccount(), Amount: amount}}
	var m Movement // the writer's until it answers
	var repeated bool
	err = s.do(ctx, &task{
		person: by.Person,
		ask: func(ask *store.Ask) {
			ask.Keys = append(ask.Keys, store.ActKey{Actor: a.Actor, Key: a.Key})
			ask.Accounts = append(ask.Accounts, account)
		},
		decide: func(b *Batch) error {
			done, err := b.Again(a, &m)
			if repeated = done; done {
				return err
			}
			m = Movement{Amount: amount, Balance: b.books.Balance(account) - amount}
			_, err = b.Post(a, &m)
			return err
		},
		also: func(ctx context.Context, tx *store.Tx) error {
			if repeated {
				return nil
			}
			return tx.AddCall(ctx, c)
		},
		shared: true,
	})
	if err != nil {
		return Movement{}, s.refusal(err)
	}
	s.wakeCalls()
	return m, nil
}

// settleCash makes the call of a deposit or a withdrawal and records what follows.
func (s *Shop) settleCash(ctx context.Context, c *store.Call) error {
	do := s.cash().PayOut
	if c.Kind == store.Deposit {
		do = s.cash().Collect
	}
	calling, cancel := context.WithTimeout(ctx, walletCall)
	defer cancel()
	accepted, err := do(calling, asPayment(c))
	if err != nil {
		return err
	}
	if err := s.step("answered"); err != nil {
		return err
	}
	switch {
	case c.Kind == store.Deposit && accepted:
		_, err := s.credit(ctx, c)
		return err
	case c.Kind == store.Deposit:
		return s.conclude(ctx, c, store.Refused, nil)
	case accepted:
		return s.conclude(ctx, c, store.Settled, nil)
	}
	a := s.callAct(c, "withdrawal_refused")
	a.Transfers = []ledger.Transfer{{Debit: s.cashAccount(), Credit: ledger.Of(ledger.Player, string(c.Player)), Amount: c.Amount}}
	return s.conclude(ctx, c, store.Undone, a)
}

var _ Cash = DemoCash{}
