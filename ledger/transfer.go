package ledger

import "tirage/money"

// Transfer moves money from one account to another.
type Transfer struct {
	Debit, Credit Account     // from, to
	Amount        money.Cents // more than zero
}

// check refuses a transfer that no books could post, whatever their balances: BadAccount, BadAmount, SameAccount, MixedMoney,
// in this order. play says which money its act moves.
func (t *Transfer) check(play bool) error {
	switch {
	case !t.Debit.Valid():
		return badAccount(t.Debit)
	case !t.Credit.Valid():
		return badAccount(t.Credit)
	case t.Amount <= 0:
		return refuse(BadAmount, "a transfer moves more than nothing, not %d", t.Amount)
	case t.Debit == t.Credit:
		return refuse(SameAccount, "a transfer goes from one account to another, not from %s to itself", t.Debit)
	case t.Debit.IsPlay() != play || t.Credit.IsPlay() != play:
		return refuse(MixedMoney, "an act moves play money or money, not both: %s, %s", t.Debit, t.Credit)
	}
	return nil
}

// checkTransfers is check for the transfers of one act, which all move the money that the first debit holds.
func checkTransfers(transfers []Transfer) error {
	for i := range transfers {
		if err := transfers[i].check(transfers[0].Debit.IsPlay()); err != nil {
			return err
		}
	}
	return nil
}

func badAccount(a Account) error {
	return refuse(BadAccount, "%.80q is no account: it is kind/owner or play/kind/owner, the owner of 1 to %d letters, digits, '-', '_' and '.'", string(a), MaxOwner)
}
