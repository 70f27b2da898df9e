package ledger

import (
	"maps"
	"math"

	"tirage/money"
)

// Books are the balances that acts are decided against. A Books is not safe for concurrent use.
type Books struct {
	index    map[Account]int // of an account in accounts
	accounts []standing
	floors   map[Account]money.Cents // of accounts that are not in accounts yet
}

// standing is how one account stands.
type standing struct {
	account        Account
	balance, floor money.Cents // the floor is unbounded where there is none
}

const unbounded money.Cents = math.MinInt64

// NewBooks returns books with these balances, and floors below which an account may not be debited; a held account without
// one has zero, any other none; the least amount there is, as a floor, is none too. It keeps neither map.
//
// Books that decide need the balances of accounts with a floor only: no refusal but Overflow depends on another's.
func NewBooks(balances, floors map[Account]money.Cents) *Books {
	b := &Books{
		index:    make(map[Account]int, 2*len(balances)),
		accounts: make([]standing, 0, 2*len(balances)),
		floors:   maps.Clone(floors),
	}
	for a, balance := range balances {
		b.accounts[b.at(a)].balance = balance
	}
	return b
}

// at is where an account stands, and makes a place for one that is new.
func (b *Books) at(a Account) int {
	i, has := b.index[a]
	if !has {
		i = len(b.accounts)
		floor, has := b.floors[a]
		if !has && !a.Held() {
			floor = unbounded
		}
		b.index[a] = i
		b.accounts = append(b.accounts, standing{account: a, floor: floor})
	}
	return i
}

// Balance is an account's balance, zero for one that was never used.
func (b *Books) Balance(a Account) money.Cents {
	if i, has := b.index[a]; has {
		return b.accounts[i].balance
	}
	return 0
}

// Each calls f with every account that the books began with or that was moved since, and its balance, in no order.
func (b *Books) Each(f func(Account, money.Cents)) {
	for i := range b.accounts {
		f(b.accounts[i].account, b.accounts[i].balance)
	}
}

// Post moves the transfers of an act, in order, all or none: after a refusal the books are as before, and no account is in
// them that was not. It refuses, in this order for each transfer: BadAccount, BadAmount, SameAccount, MixedMoney,
// InsufficientFunds, Overflow. No transfers move nothing and are posted.
//
// A floor is held at every step: what an act credits to an account it can debit only afterwards. A balance that is below
// its floor already, because the floor was raised, can be credited and not debited.
func (b *Books) Post(transfers []Transfer) error {
	known := len(b.accounts)
	for i := range transfers {
		err := transfers[i].check(transfers[0].Debit.IsPlay())
		if err == nil {
			err = b.move(&transfers[i])
		}
		if err != nil {
			b.undo(transfers[:i], known)
			return err
		}
	}
	return nil
}

func (b *Books) move(t *Transfer) error {
	i, j := b.at(t.Debit), b.at(t.Credit)
	from, to := &b.accounts[i], &b.accounts[j]
	debit, err := from.balance.Sub(t.Amount)
	// Funds first: what is said to a player must not depend on how much others hold.
	if from.floor != unbounded && (err != nil || debit < from.floor) {
		return refuse(InsufficientFunds, "%s holds %d and may not go below %d: %d is too much", t.Debit, from.balance, from.floor, t.Amount)
	}
	if err != nil {
		return refuse(Overflow, "the balance of %s leaves what can be counted", t.Debit)
	}
	credit, err := to.balance.Add(t.Amount)
	if err != nil {
		return refuse(Overflow, "the balance of %s leaves what can be counted", t.Credit)
	}
	from.balance, to.balance = debit, credit
	return nil
}

// undo takes back transfers that were moved, and the places made for them. The steps before stood in the range of Cents, so
// none can leave it now.
func (b *Books) undo(transfers []Transfer, known int) {
	for i := len(transfers) - 1; i >= 0; i-- {
		t := &transfers[i]
		b.accounts[b.index[t.Debit]].balance += t.Amount
		b.accounts[b.index[t.Credit]].balance -= t.Amount
	}
	for _, s := range b.accounts[known:] {
		delete(b.index, s.account)
	}
	b.accounts = b.accounts[:known]
}
