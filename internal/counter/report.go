package counter

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"tirage/internal/shop"
	"tirage/internal/store"
	"tirage/ledger"
	"tirage/money"
	"tirage/retail"
)

// Reports are sums of rows: tickets and packs sold, lots and refunds paid. They say the same as the ledger, to the cent: what a game's
// account holds is what was sold of its blocks, less what was paid and refunded; and the commission is what all packs earned.

// By says by what a report is divided: by none, some or all. Money and play money are always apart.
type By struct {
	Issue    bool `json:"issue"`
	Block    bool `json:"block"`
	Retailer bool `json:"retailer"`
	Day      bool `json:"day"`
}

// Those who sell and pay, and are no retailers.
const (
	Online = "online" // the house, tickets on a screen
	Centre = "centre" // the house's payment centre
)

// Part is what a row of a report is about: "" for what it is not divided by.
type Part struct {
	Issue    store.IssueID `json:"issue,omitempty"`
	Block    store.BlockID `json:"block,omitempty"`
	Retailer string        `json:"retailer,omitempty"` // by pseudonym; or Online, Centre
	Day      string        `json:"day,omitempty"`      // in Paris: "2026-11-30"
	Play     bool          `json:"play"`
}

// Figures are what was done in a part. Amounts are in minor units.
type Figures struct {
	OnlineTickets int64       `json:"online_tickets"` // sold
	OnlineSold    money.Cents `json:"online_sold"`
	Packs         int64       `json:"packs"` // settled
	PacksSold     money.Cents `json:"packs_sold"`
	Sold          money.Cents `json:"sold"` // of both
	Lots          int64       `json:"lots"` // paid
	OnlinePaid    money.Cents `json:"online_paid"`
	CounterPaid   money.Cents `json:"counter_paid"`
	Paid          money.Cents `json:"paid"`      // of both
	Misprints     int64       `json:"misprints"` // refunded or exchanged
	Refunded      money.Cents `json:"refunded"`  // their price
	Commission    money.Cents `json:"commission"`
	Game          money.Cents `json:"game"` // what is left in the game's account: sold, less paid and refunded
}

// Row is a row of a report.
type Row struct {
	Part
	Figures
}

// Report is what was sold and paid in a time.
type Report struct {
	By   By     `json:"by"`
	From string `json:"from,omitempty"` // first day; "" for the beginning
	To   string `json:"to,omitempty"`   // last day; "" for now
	At   int64  `json:"at"`             // when it was made: microseconds since 1970, UTC
	Rows []Row  `json:"rows"`
}

// Report sums up what was sold and paid from a day to a day, both with it, in Paris; "" for no limit. It refuses with ErrRole or bad_day.
func (c *Counter) Report(ctx context.Context, by shop.By, divided By, from, to string) (Report, error) {
	if err := by.May(shop.Operator, shop.Auditor, shop.Administrator); err != nil {
		return Report{}, err
	}
	begin, end, err := days(from, to)
	if err != nil {
		return Report{}, err
	}
	r := reporting{by: divided, sums: map[Part]*Figures{}, retailers: map[store.PersonID]bool{}}
	if err := c.store.View(ctx, func(ctx context.Context, v *store.View) error { return r.read(ctx, v, begin, end) }); err != nil {
		return Report{}, err
	}
	made := Report{By: divided, From: from, To: to, At: c.shop.Time(), Rows: []Row{}}
	for part, f := range r.sums {
		f.Sold, f.Paid = f.OnlineSold+f.PacksSold, f.OnlinePaid+f.CounterPaid
		f.Game = f.Sold - f.Paid - f.Refunded
		made.Rows = append(made.Rows, Row{part, *f})
	}
	slices.SortFunc(made.Rows, func(a, b Row) int {
		return cmp.Or(boolean(a.Play)-boolean(b.Play), cmp.Compare(a.Issue, b.Issue), cmp.Compare(a.Block, b.Block), cmp.Compare(a.Retailer, b.Retailer), cmp.Compare(a.Day, b.Day))
	})
	return made, nil
}

func boolean(b bool) int {
	if b {
		return 1
	}
	return 0
}

var errPeriod = shop.Say("bad_day", "a day is written as in 2026-11-30, and the last one is not before the first", "un jour s’écrit comme 2026-11-30, et le dernier n’est pas avant le premier")

// days gives the moments between which days lie; end 0 for none.
func days(from, to string) (begin, end int64, err error) {
	if from != "" {
		first, err := retail.ParseDate(from)
		if err != nil {
			return 0, 0, errPeriod
		}
		begin = retail.ParisMidnight(first)
	}
	if to != "" {
		last, err := retail.ParseDate(to)
		if err != nil {
			return 0, 0, errPeriod
		}
		end = retail.ParisMidnight(last.Plus(1))
		if end <= begin {
			return 0, 0, errPeriod
		}
	}
	return begin, end, nil
}

// reporting is a report being made.
type reporting struct {
	by        By
	sums      map[Part]*Figures
	retailers map[store.PersonID]bool
	plays     map[store.BlockID]bool
	dates     map[int64]string // of hours
}

func (r *reporting) read(ctx context.Context, v *store.View, begin, end int64) error {
	blocks, err := v.Blocks(ctx)
	if err != nil {
		return err
	}
	if r.retailers, err = retailersOf(ctx, v); err != nil {
		return err
	}
	r.plays, r.dates = map[store.BlockID]bool{}, map[int64]string{}
	for i := range blocks {
		b := &blocks[i]
		r.plays[b.ID] = b.Play
		if b.Sold() == 0 {
			continue
		}
		if err := r.online(ctx, v, b.ID, begin, end); err != nil {
			return err
		}
	}
	return r.paper(ctx, v, begin, end)
}

// retailersOf are all who ever were retailers.
func retailersOf(ctx context.Context, v *store.View) (map[store.PersonID]bool, error) {
	all := map[store.PersonID]bool{}
	const page = 5000
	for after := store.PersonID(""); ; {
		rows, err := v.Retailers(ctx, after, page)
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			all[row.Person], after = true, row.Person
		}
		if len(rows) < page {
			return all, nil
		}
	}
}

func (r *reporting) online(ctx context.Context, v *store.View, id store.BlockID, begin, end int64) error {
	sales, err := v.OnlineSales(ctx, id, begin, end)
	if err != nil {
		return err
	}
	for _, s := range sales {
		f := r.part(id, Online, s.Hour)
		f.OnlineTickets, f.OnlineSold = f.OnlineTickets+s.Tickets, f.OnlineSold+s.Price
	}
	payments, err := v.OnlinePayments(ctx, id, begin, end)
	if err != nil {
		return err
	}
	for _, p := range payments {
		if p.Amount == 0 {
			continue
		}
		f := r.part(id, Online, p.Hour)
		f.Lots, f.OnlinePaid = f.Lots+p.Tickets, f.OnlinePaid+p.Amount
	}
	return nil
}

func (r *reporting) paper(ctx context.Context, v *store.View, begin, end int64) error {
	sales, err := v.PaperSales(ctx, begin, end)
	if err != nil {
		return err
	}
	for _, s := range sales {
		f := r.part(s.Block, string(s.Retailer), s.Hour)
		f.Packs, f.PacksSold, f.Commission = f.Packs+s.Packs, f.PacksSold+s.Price, f.Commission+s.Commission
	}
	payments, err := v.PaperPayments(ctx, begin, end)
	if err != nil {
		return err
	}
	for _, p := range payments {
		payer := Centre
		if r.retailers[p.By] {
			payer = string(p.By)
		}
		switch p.State {
		case retail.Paid:
			f := r.part(p.Block, payer, p.Hour)
			f.Lots, f.CounterPaid = f.Lots+p.Tickets, f.CounterPaid+p.Amount
		case retail.Refunded, retail.Exchanged:
			f := r.part(p.Block, payer, p.Hour)
			f.Misprints, f.Refunded = f.Misprints+p.Tickets, f.Refunded+p.Amount
		case retail.Free, retail.Reserved, retail.Filed, retail.Opposed: // nothing was paid
		}
	}
	return nil
}

// part finds where something belongs that happened in an hour.
func (r *reporting) part(id store.BlockID, retailer string, hour int64) *Figures {
	p := Part{Play: r.plays[id]}
	if r.by.Issue {
		p.Issue = id.Issue()
	}
	if r.by.Block {
		p.Block = id
	}
	if r.by.Retailer {
		p.Retailer = retailer
	}
	if r.by.Day {
		if p.Day = r.dates[hour]; p.Day == "" {
			p.Day = retail.ParisDay(hour).String()
			r.dates[hour] = p.Day
		}
	}
	f := r.sums[p]
	if f == nil {
		f = &Figures{}
		r.sums[p] = f
	}
	return f
}

// Difference is where a report and the ledger disagree. There must be none.
type Difference struct {
	Account ledger.Account `json:"account"`
	Report  money.Cents    `json:"report"` // what the account should hold by the report
	Ledger  money.Cents    `json:"ledger"` // what it holds
}

// Reconcile holds what was ever sold, paid and earned against the accounts of the ledger, to the cent. It refuses with ErrRole.
func (c *Counter) Reconcile(ctx context.Context, by shop.By) ([]Difference, error) {
	if err := by.May(shop.Operator, shop.Auditor, shop.Administrator); err != nil {
		return nil, err
	}
	different := []Difference{}
	err := c.store.View(ctx, func(ctx context.Context, v *store.View) error {
		r := reporting{by: By{Block: true}, sums: map[Part]*Figures{}}
		if err := r.read(ctx, v, 0, 0); err != nil {
			return err
		}
		want := map[ledger.Account]money.Cents{}
		for part, f := range r.sums {
			of := func(k ledger.Kind, owner string) ledger.Account { return shop.Playing(ledger.Of(k, owner), part.Play) }
			want[of(ledger.Game, string(part.Block[:4]))] += f.OnlineSold + f.PacksSold - f.OnlinePaid - f.CounterPaid - f.Refunded
			want[of(ledger.House, "commission")] -= f.Commission
		}
		totals, err := v.Totals(ctx)
		if err != nil {
			return err
		}
		accounts := maps.Clone(want)
		for a := range totals {
			if a.Kind() == ledger.Game || a.Kind() == ledger.House && a.Owner() == "commission" {
				accounts[a] = 0
			}
		}
		for _, a := range slices.Sorted(maps.Keys(accounts)) {
			if want[a] != totals[a] {
				different = append(different, Difference{a, want[a], totals[a]})
			}
		}
		return nil
	})
	return different, err
}
