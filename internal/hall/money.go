package hall

import (
	"fmt"

	"tirage/bingo"
	"tirage/internal/shop"
	"tirage/internal/store"
	"tirage/ledger"
	"tirage/money"
)

// account is where money of a draw stands in the ledger. Players have an account each.
func account(a bingo.Account, d *store.Draw) ledger.Account {
	code := fmt.Sprintf("%04d", d.Code)
	var l ledger.Account
	switch a {
	case bingo.StakesAccount:
		l = ledger.Of(ledger.Draw, d.String())
	case bingo.SuperAccount:
		l = ledger.Of(ledger.Draw, d.String()+".super")
	case bingo.OperatorAccount:
		l = ledger.Of(ledger.Game, code)
	case bingo.FundAccount:
		l = ledger.Of(ledger.Fund, code)
	case bingo.JackpotAccount:
		l = ledger.Of(ledger.Jackpot, code)
	default:
		return ""
	}
	return shop.Playing(l, d.Play)
}

// playerAccount is a player's.
func playerAccount(id store.PersonID, play bool) ledger.Account {
	return shop.Playing(ledger.Of(ledger.Player, string(id)), play)
}

// moved is the money that a step moves.
type moved struct {
	transfers []ledger.Transfer
	paid      map[store.PersonID]money.Cents
	total     money.Cents // of paid
	jackpot   money.Cents // what they are more
	fund      money.Cents
}

// move turns the effects of a step into entries of the ledger: what goes to all players together goes to each.
func move(e *bingo.Effects, d *store.Draw) (*moved, error) {
	m := &moved{paid: map[store.PersonID]money.Cents{}}
	from, left := map[int]bingo.Account{}, map[int]money.Cents{}
	for _, t := range e.Transfers {
		m.pots(t)
		if t.To == bingo.PlayersAccount {
			if before, ok := from[t.Figure]; ok && before != t.From {
				return nil, fmt.Errorf("hall: figure %d of draw %s is paid from two accounts", t.Figure, d.DrawRef)
			}
			from[t.Figure] = t.From
			left[t.Figure] += t.Amount
			continue
		}
		m.transfers = append(m.transfers, ledger.Transfer{Debit: account(t.From, d), Credit: account(t.To, d), Amount: t.Amount})
	}
	for _, p := range e.Payments {
		person := store.PersonID(p.Player)
		if p.Amount == 0 {
			continue
		}
		m.transfers = append(m.transfers, ledger.Transfer{Debit: account(from[p.Figure], d), Credit: playerAccount(person, d.Play), Amount: p.Amount})
		m.paid[person] += p.Amount
		m.total += p.Amount
		left[p.Figure] -= p.Amount
	}
	for figure, amount := range left {
		if amount != 0 {
			return nil, fmt.Errorf("hall: draw %s pays %d more for figure %d than its winners get", d.DrawRef, amount, figure)
		}
	}
	return m, nil
}

func (m *moved) pots(t bingo.Transfer) {
	for _, side := range []struct {
		account bingo.Account
		amount  money.Cents
	}{{t.From, -t.Amount}, {t.To, t.Amount}} {
		switch side.account {
		case bingo.JackpotAccount:
			m.jackpot += side.amount
		case bingo.FundAccount:
			m.fund += side.amount
		default:
		}
	}
}
