package ledger

import (
	"maps"

	"tirage/money"
)

// Books are the balances that acts are decided against. A Books is not safe for concurrent use.
type Books struct {
	balances map[Account]money.Cents
	floors   map[Account]money.Cents
}

// NewBooks returns books with these balances, and floors below which an account may not be debited; a held account without
// one has zero, any other none. It keeps neither map.
func NewBooks(balances, floors map[Account]money.Cents) *Books {
	b := &Books{balances: maps.Clone(balances), floors: maps.Clone(floors)}
	if b.balances == nil {
		b.balances = map[Account]money.Cents{}
	}
	return b
}

// Balance is an account's balance, zero for one that was never used.
func (b *Books) Balance(a Account) money.Cents { return b.balances[a] }

// Each calls f with every account and its balance, in no order.
func (b *Books) Each(f func(Account, money.Cents)) {
	for a, balance := range b.balances {
		f(a, balance)
	}
}

// Post moves the transfers of an act, in order, all or none. It refuses, in this order for each transfer: BadAccount,
// BadAmount, SameAccount, MixedMoney, Overflow, InsufficientFunds. No transfers move nothing and are posted.
func (b *Books) Post(transfers []Transfer) error {
	for i, t := range transfers {
		if err := b.move(t, transfers[0].Debit.IsPlay()); err != nil {
			for j := i - 1; j >= 0; j-- {
				b.balances[transfers[j].Debit] += transfers[j].Amount
				b.balances[transfers[j].Credit] -= transfers[j].Amount
			}
			return err
		}
	}
	return nil
}

func (b *Books) move(t Transfer, play bool) error {
	switch {
	case !t.Debit.Valid():
		return refuse(BadAccount, "%.80q is no account", t.Debit)
	case !t.Credit.Valid():
		return refuse(BadAccount, "%.80q is no account", t.Credit)
	case t.Amount <= 0:
		return refuse(BadAmount, "a transfer moves more than nothing, not %d", t.Amount)
	case t.Debit == t.Credit:
		return refuse(SameAccount, "a transfer goes from one account to another, not from %s to itself", t.Debit)
	case t.Debit.IsPlay() != play || t.Credit.IsPlay() != play:
		return refuse(MixedMoney, "play money and money do not meet: %s, %s", t.Debit, t.Credit)
	}
	debit, err := b.balances[t.Debit].Sub(t.Amount)
	if err != nil {
		return refuse(Overflow, "the balance of %s leaves what can be counted", t.Debit)
	}
	credit, err := b.balances[t.Credit].Add(t.Amount)
	if err != nil {
		return refuse(Overflow, "the balance of %s leaves what can be counted", t.Credit)
	}
	if floor, has := b.floors[t.Debit]; (has || t.Debit.Held()) && debit < floor {
		return refuse(InsufficientFunds, "%s holds %d and may not go below %d: %d is too much", t.Debit, b.balances[t.Debit], floor, t.Amount)
	}
	b.balances[t.Debit], b.balances[t.Credit] = debit, credit
	return nil
}
