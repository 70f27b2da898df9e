package api

import (
	"context"
	"net/http"
	"slices"
	"time"

	"tirage/internal/counter"
	"tirage/internal/shop"
	"tirage/internal/store"
	"tirage/money"
)

// NewTerms are on what terms somebody is a retailer from now on.
type NewTerms struct {
	Commission int64       `json:"commission" doc:"On packs settled, in parts per million of their price: 50000 is 5 %." example:"50000"`
	Limit      money.Cents `json:"limit" doc:"How much may be owed at most, in minor units." example:"200000"`
	Reason     string      `json:"reason" doc:"Why: 3 to 300 characters, on one line. It is recorded for ever." example:"Contract of 1 March"`
}

// NewRetailer makes a retailer of somebody whose role that is.
type NewRetailer struct {
	Retailer string `json:"retailer" doc:"The person's pseudonym." example:"k3v9x0t2m8q4w7b1"`
	NewTerms
}

// Retailer is a retailer, and how the accounts stand.
type Retailer struct {
	Retailer   string      `json:"retailer" doc:"The person's pseudonym." example:"k3v9x0t2m8q4w7b1"`
	Commission int64       `json:"commission" doc:"On packs settled, in parts per million of their price: 50000 is 5 %." example:"50000"`
	Limit      money.Cents `json:"limit" doc:"How much may be owed at most, in minor units." example:"200000"`
	Since      time.Time   `json:"since" doc:"Since when." example:"2026-03-02T08:00:00Z"`
	Money      money.Cents `json:"money" doc:"How the account stands: above zero, what the house owes; below, what the retailer owes." example:"-28500"`
	Play       money.Cents `json:"play" doc:"The same of play money." example:"0"`
}

// Collecting is money that settles a retailer's account with the bank.
type Collecting struct {
	Amount money.Cents `json:"amount" doc:"In minor units; more than zero: the retailer paid the house; less: the house paid the retailer." example:"28500"`
	Play   bool        `json:"play,omitempty" doc:"Play money."`
}

// Collected is a collection, and the account after it.
type Collected struct {
	Retailer string      `json:"retailer" doc:"The person's pseudonym." example:"k3v9x0t2m8q4w7b1"`
	Amount   money.Cents `json:"amount" doc:"What was moved." example:"28500"`
	Play     bool        `json:"play" doc:"Play money."`
	Balance  money.Cents `json:"balance" doc:"How the account stands: above zero, what the house owes; below, what the retailer owes." example:"0"`
}

// Day is a retailer's day, in Paris.
type Day struct {
	Retailer string  `json:"retailer" doc:"The person's pseudonym." example:"k3v9x0t2m8q4w7b1"`
	Day      string  `json:"day" doc:"The day, in Paris." example:"2026-03-02"`
	Money    Account `json:"money" doc:"What came to the account and what left it."`
	Play     Account `json:"play" doc:"The same of play money."`
}

// Account is how an account stood before a day and after it, and why.
type Account struct {
	Before money.Cents `json:"before" doc:"How it stood when the day began." example:"0"`
	After  money.Cents `json:"after" doc:"How it stood when the day ended, or stands now." example:"-28500"`
	Sums   []Sum       `json:"sums" nullable:"false" doc:"By kind of act: before and these together are after."`
	Lines  []Posting   `json:"lines" nullable:"false" doc:"Every movement, oldest first."`
}

// Sum is what all movements by a kind of act amount to.
type Sum struct {
	Kind   string      `json:"kind" doc:"The act: settle_packs, pay_claim, misprint, collect, …" example:"settle_packs"`
	Lines  int64       `json:"lines" doc:"How many movements." example:"1"`
	Amount money.Cents `json:"amount" doc:"More than zero: it came; less: it left." example:"-28500"`
}

// Posting is money that came to an account, or left it.
type Posting struct {
	At      time.Time   `json:"at" doc:"When." example:"2026-03-02T08:00:00Z"`
	Kind    string      `json:"kind" doc:"The act: settle_packs, pay_claim, misprint, collect, …" example:"settle_packs"`
	Subject string      `json:"subject,omitempty" doc:"What was acted upon." example:"3002-00-0001:6667-6667"`
	With    string      `json:"with" doc:"The other account." example:"game/3002"`
	Amount  money.Cents `json:"amount" doc:"More than zero: it came; less: it left." example:"-30000"`
}

var (
	exampleTerms    = NewTerms{Commission: 50_000, Limit: 200_000, Reason: "Contract of 1 March"}
	exampleRetailer = Retailer{Retailer: "k3v9x0t2m8q4w7b1", Commission: 50_000, Limit: 200_000, Since: exampleTime, Money: -28_500}
	exampleDay      = Day{
		Retailer: "k3v9x0t2m8q4w7b1", Day: "2026-03-02", Play: Account{Sums: []Sum{}, Lines: []Posting{}},
		Money: Account{After: -28_500, Sums: []Sum{{"settle_packs", 2, -28_500}}, Lines: []Posting{
			{exampleTime, "settle_packs", "3002-00-0001:6667-6667", "house/commission", 1_500}, {exampleTime, "settle_packs", "3002-00-0001:6667-6667", "game/3002", -30_000},
		}},
	}
)

// retailer gives the pseudonym of an address, or refuses what is none.
func (p *PersonID) retailer() (store.PersonID, error) {
	if !personForm.MatchString(p.ID) {
		return "", counter.ErrUnknownRetailer
	}
	return store.PersonID(p.ID), nil
}

func retailerOf(r counter.Retailer) Retailer {
	return Retailer{string(r.Person), r.Commission, r.Limit, at(r.Since), r.Money, r.Play}
}

func (a *api) retailerRoutes() {
	operators := []shop.Role{shop.Operator}
	add(a, route{
		id: "retailers", method: http.MethodGet, path: "/api/retailers", tag: field, who: staff,
		title: say("The retailers", "Les détaillants"), about: say("Their terms and their accounts, by pseudonym.", "Leurs conditions et leurs comptes, par pseudonyme."),
		refused: []string{"bad_cursor"}, answered: List[Retailer]{Items: []Retailer{exampleRetailer}},
	}, a.retailers)
	terms := []string{"key_missing", "key_reused", "bad_reason", "bad_commission", "bad_amount"}
	add(a, route{
		id: "add-retailer", method: http.MethodPost, path: "/api/retailers", tag: field, who: operators, code: http.StatusCreated, keyed: true,
		title: say("Add a retailer", "Ajouter un détaillant"), about: say("Gives terms to somebody whose role is retailer.", "Donne des conditions à quelqu’un dont le rôle est détaillant."),
		refused: append([]string{"unknown_person", "retailer_exists"}, terms...), asked: NewRetailer{Retailer: exampleRetailer.Retailer, NewTerms: exampleTerms}, answered: exampleRetailer,
	}, func(ctx context.Context, c *call, in *keyed[NewRetailer]) (*answer[Retailer], error) {
		if !personForm.MatchString(in.Body.Retailer) {
			return nil, shop.ErrUnknownPerson
		}
		r, err := a.Counter.AddRetailer(ctx, c.by, in.Key, termsOf(store.PersonID(in.Body.Retailer), in.Body.NewTerms))
		return body(retailerOf(r), err)
	})
	add(a, route{
		id: "set-terms", method: http.MethodPost, path: "/api/retailers/{id}/terms", tag: field, who: operators, keyed: true,
		title: say("Change a retailer’s terms", "Changer les conditions d’un détaillant"), about: say("From now on; what was settled stays.", "À partir de maintenant ; ce qui est réglé reste."),
		refused: append([]string{"unknown_retailer", "unknown_person"}, terms...), asked: exampleTerms, answered: exampleRetailer,
	}, func(ctx context.Context, c *call, in *struct {
		PersonID
		Key  string `header:"Idempotency-Key" doc:"1 to 64 letters, digits, - or _, a new one for each act. Sent again with the same request, it gives the same answer and nothing is done twice." example:"7f3a-0001"`
		Body NewTerms
	},
	) (*answer[Retailer], error) {
		id, err := in.retailer()
		if err != nil {
			return nil, err
		}
		r, err := a.Counter.SetRetailer(ctx, c.by, in.Key, termsOf(id, in.Body))
		return body(retailerOf(r), err)
	})
	add(a, route{
		id: "retailer", method: http.MethodGet, path: "/api/retailers/{id}", tag: field, who: slices.Concat([]shop.Role{shop.Retailer}, staff),
		title: say("One retailer", "Un détaillant"), about: say("To the house, and to that retailer.", "À la maison, et à ce détaillant."),
		refused: []string{"unknown_retailer"}, answered: exampleRetailer,
	}, func(ctx context.Context, c *call, in *PersonID) (*answer[Retailer], error) {
		id, err := in.retailer()
		if err != nil {
			return nil, err
		}
		r, err := a.Counter.Retailer(ctx, c.by, id)
		return body(retailerOf(r), err)
	})
	add(a, route{
		id: "collect", method: http.MethodPost, path: "/api/retailers/{id}/collect", tag: field, who: operators, keyed: true,
		title: say("Note a collection", "Noter un recouvrement"), about: say("The retailer has paid the house through the bank, or was paid.", "Le détaillant a payé la maison par la banque, ou a été payé."),
		refused: []string{"key_missing", "key_reused", "bad_amount", "unknown_retailer", "collect_too_much"}, asked: Collecting{Amount: 28_500},
		answered: Collected{Retailer: exampleRetailer.Retailer, Amount: 28_500},
	}, func(ctx context.Context, c *call, in *struct {
		PersonID
		Key  string `header:"Idempotency-Key" doc:"1 to 64 letters, digits, - or _, a new one for each act. Sent again with the same request, it gives the same answer and nothing is done twice." example:"7f3a-0001"`
		Body Collecting
	},
	) (*answer[Collected], error) {
		id, err := in.retailer()
		if err != nil {
			return nil, err
		}
		m, err := a.Counter.Collect(ctx, c.by, in.Key, counter.Collection{Retailer: id, Amount: in.Body.Amount, Play: in.Body.Play})
		return body(Collected{string(m.Retailer), m.Amount, m.Play, m.Balance}, err)
	})
	a.dayRoutes()
}

func (a *api) dayRoutes() {
	day := say("A retailer’s day", "La journée d’un détaillant")
	add(a, route{
		id: "own-day", method: http.MethodGet, path: "/api/statement/day", tag: field, who: []shop.Role{shop.Retailer},
		title: say("My day", "Ma journée"), about: say("What came to the own account on a day and what left it, and how it stands after it.", "Ce qui est entré au compte un jour et ce qui en est sorti, et son solde ensuite."),
		refused: []string{"bad_day", "unknown_retailer"}, answered: exampleDay,
	}, func(ctx context.Context, c *call, in *struct {
		Day string `query:"day" doc:"The day, in Paris; today if nothing is said." example:"2026-03-02" maxLength:"10"`
	},
	) (*answer[Day], error) {
		return dayOf(a.Counter.Statement(ctx, c.by, c.by.Person, a.day(in.Day)))
	})
	add(a, route{
		id: "day", method: http.MethodGet, path: "/api/retailers/{id}/statement", tag: field, who: staff,
		title: day, about: say("What came to a retailer’s account on a day and what left it, and how it stands after it.", "Ce qui est entré au compte d’un détaillant un jour et ce qui en est sorti, et son solde ensuite."),
		refused: []string{"bad_day", "unknown_retailer"}, answered: exampleDay,
	}, func(ctx context.Context, c *call, in *struct {
		PersonID
		Day string `query:"day" doc:"The day, in Paris; today if nothing is said." example:"2026-03-02" maxLength:"10"`
	},
	) (*answer[Day], error) {
		id, err := in.retailer()
		if err != nil {
			return nil, err
		}
		return dayOf(a.Counter.Statement(ctx, c.by, id, a.day(in.Day)))
	})
}

func termsOf(id store.PersonID, t NewTerms) counter.Terms {
	return counter.Terms{Person: id, Commission: t.Commission, Limit: t.Limit, Reason: t.Reason}
}

func (a *api) retailers(ctx context.Context, c *call, in *Paging) (*answer[List[Retailer]], error) {
	if in.After != "" && !personForm.MatchString(in.After) {
		return nil, errBadCursor
	}
	page, err := a.Counter.Retailers(ctx, c.by, store.PersonID(in.After), in.Limit)
	next := ""
	if len(page) == in.Limit {
		next = string(page[len(page)-1].Person)
	}
	return list(shop.Page[counter.Retailer]{Items: page, Next: next}, err, retailerOf)
}

func dayOf(s counter.Statement, err error) (*answer[Day], error) {
	return body(Day{string(s.Retailer), s.Day.String(), accountOf(s.Money), accountOf(s.Play)}, err)
}

func accountOf(of counter.Account) Account {
	shown := Account{Before: of.Before, After: of.After, Sums: []Sum{}, Lines: []Posting{}}
	for _, s := range of.Sums {
		shown.Sums = append(shown.Sums, Sum(s))
	}
	for _, l := range of.Lines {
		shown.Lines = append(shown.Lines, Posting{at(l.At), l.Kind, l.Subject, string(l.With), l.Amount})
	}
	return shown
}
