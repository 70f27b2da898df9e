package counter

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"tirage/internal/shop"
	"tirage/internal/store"
	"tirage/ledger"
	"tirage/money"
	"tirage/retail"
)

// Statement is a retailer's day, in Paris: what came to the account and what left it, in money and in play money.
type Statement struct {
	Retailer store.PersonID `json:"retailer"`
	Day      retail.Date    `json:"day"`
	Money    Account        `json:"money"`
	Play     Account        `json:"play"`
}

// Account is how an account stood before a day and after it, and why: before and all amounts together are after.
type Account struct {
	Before money.Cents `json:"before"`
	After  money.Cents `json:"after"`
	Sums   []Sum       `json:"sums"`  // by kind of act
	Lines  []Line      `json:"lines"` // oldest first
}

// Sum is what all lines of a kind amount to.
type Sum struct {
	Kind   string      `json:"kind"`
	Lines  int64       `json:"lines"`
	Amount money.Cents `json:"amount"`
}

// Line is money that came, or left.
type Line struct {
	At      int64          `json:"at"` // microseconds since 1970, UTC
	Kind    string         `json:"kind"`
	Subject string         `json:"subject,omitempty"`
	With    ledger.Account `json:"with"`
	Amount  money.Cents    `json:"amount"` // more than zero: it came; less: it left
}

var errNoDay = shop.Say("bad_day", "a day is written as in 2026-11-30, and is not after today", "un jour s’écrit comme 2026-11-30, et n’est pas à venir")

// Statement shows a retailer's day to the house, or to that retailer. It refuses with ErrRole, bad_day or unknown_retailer.
func (c *Counter) Statement(ctx context.Context, by shop.By, retailer store.PersonID, day string) (Statement, error) {
	if err := mayRead(by, retailer); err != nil {
		return Statement{}, err
	}
	d, err := retail.ParseDate(day)
	if err != nil || retail.ParisDay(c.shop.Time()).Before(d) {
		return Statement{}, errNoDay
	}
	s := Statement{Retailer: retailer, Day: d}
	account := ledger.Of(ledger.Retailer, string(retailer))
	err = c.store.View(ctx, func(ctx context.Context, v *store.View) (err error) {
		if _, err = v.Retailer(ctx, retailer); err != nil {
			return err
		}
		if s.Money, err = dayOf(ctx, v, account, d); err != nil {
			return err
		}
		s.Play, err = dayOf(ctx, v, account.Play(), d)
		return err
	})
	if errors.Is(err, store.ErrUnknown) {
		return Statement{}, ErrUnknownRetailer
	}
	return s, err
}

// dayOf goes back from what the account holds now.
func dayOf(ctx context.Context, v *store.View, account ledger.Account, d retail.Date) (Account, error) {
	balance, err := v.Balance(ctx, account)
	if err != nil {
		return Account{}, err
	}
	begin, end := retail.ParisMidnight(d), retail.ParisMidnight(d.Plus(1))
	of := Account{After: balance, Lines: []Line{}}
	sums := map[string]*Sum{}
	const page = 5000
	for after := (store.Cursor{}); ; {
		lines, err := v.Statement(ctx, account, after, page)
		if err != nil {
			return Account{}, err
		}
		for i := range lines {
			l := &lines[i]
			after = l.Cursor()
			switch {
			case l.At >= end:
				of.After -= l.Amount
			case l.At >= begin:
				of.add(l, sums)
			}
		}
		if len(lines) < page || after.At < begin {
			break
		}
	}
	of.Before = of.After
	for _, sum := range sums {
		of.Before -= sum.Amount
		of.Sums = append(of.Sums, *sum)
	}
	slices.SortFunc(of.Sums, func(a, b Sum) int { return cmp.Compare(a.Kind, b.Kind) })
	slices.Reverse(of.Lines)
	return of, nil
}

func (a *Account) add(l *store.Line, sums map[string]*Sum) {
	a.Lines = append(a.Lines, Line{At: l.At, Kind: l.Kind, Subject: l.Subject, With: l.Other, Amount: l.Amount})
	sum := sums[l.Kind]
	if sum == nil {
		sum = &Sum{Kind: l.Kind}
		sums[l.Kind] = sum
	}
	sum.Lines, sum.Amount = sum.Lines+1, sum.Amount+l.Amount
}
