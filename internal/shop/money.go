package shop

import (
	"context"

	"tirage/internal/store"
	"tirage/ledger"
	"tirage/money"
)

// MaxAmount is the most that one deposit or withdrawal moves, in minor units: 100 million of the main unit.
const MaxAmount money.Cents = 100_000_000_00

// Movement is the answer of a deposit or a withdrawal.
type Movement struct {
	Amount  money.Cents `json:"amount"`
	Balance money.Cents `json:"balance"` // after it
}

// account is the player's account for money or play money.
func (by By) account(play bool) ledger.Account {
	return playing(ledger.Of(ledger.Player, string(by.Person)), play)
}

func playing(a ledger.Account, play bool) ledger.Account {
	if play {
		return a.Play()
	}
	return a
}

// Deposit puts money into a player's account. It refuses with ErrRole, ErrKeyMissing, bad_amount or ErrKeyReused; for money with
// ErrWalletHolds, ErrDepositPending or ErrDepositRefused too.
func (s *Shop) Deposit(ctx context.Context, by By, key string, amount money.Cents, play bool) (Movement, error) {
	return s.move(ctx, by, "deposit", key, amount, play)
}

// Withdraw takes money out of a player's account, before it is paid: if it is refused there, it is given back. It refuses as Deposit
// does but for the last two, and with ErrFunds.
func (s *Shop) Withdraw(ctx context.Context, by By, key string, amount money.Cents, play bool) (Movement, error) {
	return s.move(ctx, by, "withdraw", key, amount, play)
}

func (s *Shop) move(ctx context.Context, by By, kind, key string, amount money.Cents, play bool) (Movement, error) {
	if err := by.may(Player, Robot); err != nil {
		return Movement{}, err
	}
	if by.Role == Robot && !play {
		return Movement{}, ErrRole
	}
	a, err := by.keyed(kind, key, amount, play)
	if err != nil {
		return Movement{}, err
	}
	if amount <= 0 || amount > MaxAmount {
		return Movement{}, bad("bad_amount", "an amount is more than nothing and at most %s", "un montant est positif et d’au plus %s", s.Currency.Plain(MaxAmount))
	}
	switch {
	case s.elsewhere(play):
		return Movement{}, ErrWalletHolds
	case !play && kind == "deposit":
		return s.deposit(ctx, by, a, amount)
	case !play:
		return s.withdraw(ctx, by, a, amount)
	}
	cash, account := playing(ledger.Of(ledger.Cash, "demo"), play), by.account(play)
	transfer := ledger.Transfer{Debit: cash, Credit: account, Amount: amount}
	if kind == "withdraw" {
		transfer.Debit, transfer.Credit = account, cash
	}
	a.Transfers = []ledger.Transfer{transfer}
	var m Movement // the writer's until it answers
	err = s.do(ctx, &task{
		person: by.Person,
		ask: func(ask *store.Ask) {
			ask.Keys = append(ask.Keys, store.ActKey{Actor: a.Actor, Key: a.Key})
			ask.Accounts = append(ask.Accounts, account)
		},
		decide: func(b *Batch) error {
			if done, err := b.Again(a, &m); done {
				return err
			}
			m = Movement{Amount: amount, Balance: b.books.Balance(account) + amount}
			if kind == "withdraw" {
				m.Balance -= 2 * amount
			}
			_, err := b.Post(a, &m)
			return err
		},
	})
	if err != nil {
		return Movement{}, err
	}
	return m, nil
}

// Balances are what a player's accounts hold.
type Balances struct {
	Money money.Cents `json:"money"`
	Play  money.Cents `json:"play"`
}

// Balance tells what the asking player's accounts hold.
func (s *Shop) Balance(ctx context.Context, by By) (b Balances, err error) {
	if err := by.may(Player); err != nil {
		return b, err
	}
	if s.Wallet != nil {
		b.Money, err = s.walletBalance(ctx, by.Person)
	} else {
		b.Money, err = s.store.Balance(ctx, by.account(false))
	}
	if err != nil {
		return b, err
	}
	b.Play, err = s.store.Balance(ctx, by.account(true))
	return b, err
}
