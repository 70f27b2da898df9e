package api

import (
	"context"
	"net/http"
	"time"

	"tirage/internal/shop"
	"tirage/money"
)

// List is a page of a list.
type List[T any] struct {
	Items []T    `json:"items" nullable:"false" doc:"The rows."`
	Next  string `json:"next" doc:"Send it as after to go on; empty at the end."`
}

// Paging is how a list is asked for.
type Paging struct {
	After string `query:"after" doc:"Where to go on: next of the page before." maxLength:"300"`
	Limit int    `query:"limit" doc:"How many rows." default:"50" minimum:"1" maximum:"200"`
}

// list turns a page of the shop's into one of the API's.
func list[A, B any](page shop.Page[A], err error, show func(A) B) (*answer[List[B]], error) {
	if err != nil {
		return nil, err
	}
	shown := List[B]{Items: make([]B, 0, len(page.Items)), Next: page.Next}
	for _, item := range page.Items {
		shown.Items = append(shown.Items, show(item))
	}
	return body(shown, nil)
}

// at is a time of the house's.
func at(micros int64) time.Time { return time.UnixMicro(micros).UTC() }

// later is a time that may not have come.
func later(micros int64) (t time.Time) {
	if micros != 0 {
		t = at(micros)
	}
	return t
}

var exampleTime = time.Date(2026, 3, 2, 8, 0, 0, 0, time.UTC)

// Balance is what a player's accounts hold.
type Balance struct {
	Currency string      `json:"currency" doc:"ISO 4217. Every amount is in its minor unit: 300 is 3.00 €." example:"EUR"`
	Money    money.Cents `json:"money" doc:"In the account." example:"2500"`
	Play     money.Cents `json:"play" doc:"In the account of play money, which buys nothing but specimens." example:"9700"`
}

// Movement is an amount that comes or goes.
type Movement struct {
	Amount money.Cents `json:"amount" doc:"In minor units: from 1 to 10,000,000,000." example:"2500"`
	Play   bool        `json:"play,omitempty" doc:"Play money."`
}

// Moved is what a movement left.
type Moved struct {
	Amount  money.Cents `json:"amount" doc:"What was moved." example:"2500"`
	Balance money.Cents `json:"balance" doc:"What the account held after it." example:"2500"`
}

// Line is a line of a statement.
type Line struct {
	At      time.Time   `json:"at" doc:"When." example:"2026-03-02T08:00:00Z"`
	Kind    string      `json:"kind" doc:"The act: deposit, withdraw, buy, reveal, …" example:"buy"`
	Subject string      `json:"subject,omitempty" doc:"What was acted upon: positions of a block, a ticket." example:"3002-00-0001:0-1"`
	Amount  money.Cents `json:"amount" doc:"More than zero: it came; less: it left." example:"-600"`
}

// keyed is a request with an idempotency key.
type keyed[T any] struct {
	Key  string `header:"Idempotency-Key" doc:"1 to 64 letters, digits, - or _, a new one for each act. Sent again with the same request, it gives the same answer and nothing is done twice." example:"7f3a-0001"`
	Body T
}

func (a *api) moneyRoutes() {
	add(a, route{
		id: "balance", method: http.MethodGet, path: "/api/balance", tag: purse, who: players,
		title: say("What the account holds", "Le solde du compte"), about: say("Money and play money, apart.", "L’argent et l’argent fictif, séparément."),
		answered: Balance{Currency: "EUR", Money: 2500, Play: 9700},
	}, a.balance)
	add(a, route{
		id: "statement", method: http.MethodGet, path: "/api/statement", tag: purse, who: players,
		title: say("What came and what left", "Ce qui est entré et sorti"), about: say("Every movement of the account, newest first.", "Chaque mouvement du compte, du plus récent au plus ancien."),
		refused:  []string{"bad_cursor"},
		answered: List[Line]{Items: []Line{{At: exampleTime, Kind: "buy", Subject: "3002-00-0001:0-1", Amount: -600}}},
	}, func(ctx context.Context, c *call, in *struct {
		Paging
		Play bool `query:"play" doc:"Of the account of play money."`
	},
	) (*answer[List[Line]], error) {
		page, err := a.shop.Statement(ctx, c.by, in.Play, in.After, in.Limit)
		return list(page, err, func(l shop.Line) Line { return Line{at(l.At), l.Kind, l.Subject, l.Amount} })
	})
	move := route{
		id: "deposit", method: http.MethodPost, path: "/api/deposits", tag: purse, who: players, code: http.StatusCreated, keyed: true,
		title: say("Put money into the account", "Approvisionner le compte"), about: say("Asks the cash port for the amount and puts it into the account.", "Demande le montant au port d’encaissement et l’inscrit au compte."),
		refused: []string{"key_missing", "key_reused", "bad_amount", "deposit_pending", "deposit_refused", "under_way", "wallet_holds"},
		asked:   Movement{Amount: 2500}, answered: Moved{Amount: 2500, Balance: 2500},
	}
	add(a, move, func(ctx context.Context, c *call, in *keyed[Movement]) (*answer[Moved], error) {
		m, err := a.shop.Deposit(ctx, c.by, in.Key, in.Body.Amount, in.Body.Play)
		return body(Moved(m), err)
	})
	move.id, move.path = "withdraw", "/api/withdrawals"
	move.title = say("Take money out of the account", "Retirer de l’argent du compte")
	move.about = say("Takes the amount from the account and hands it to the cash port.", "Prend le montant au compte et le remet au port d’encaissement.")
	move.refused = []string{"key_missing", "key_reused", "bad_amount", "insufficient_funds", "under_way", "wallet_holds"}
	move.answered = Moved{Amount: 2500, Balance: 0}
	add(a, move, func(ctx context.Context, c *call, in *keyed[Movement]) (*answer[Moved], error) {
		m, err := a.shop.Withdraw(ctx, c.by, in.Key, in.Body.Amount, in.Body.Play)
		return body(Moved(m), err)
	})
}

func (a *api) balance(ctx context.Context, c *call, _ *struct{}) (*answer[Balance], error) {
	b, err := a.shop.Balance(ctx, c.by)
	return body(Balance{a.shop.Currency.Code, b.Money, b.Play}, err)
}
