package api

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"slices"
	"time"

	"tirage/internal/counter"
	"tirage/internal/shop"
	"tirage/money"
)

// Period asks for a report of some days.
type Period struct {
	From string `query:"from" doc:"The first day, in Paris; the beginning if nothing is said." example:"2026-03-01" maxLength:"10"`
	To   string `query:"to" doc:"The last day, in Paris; today if nothing is said." example:"2026-03-31" maxLength:"10"`
}

// Division asks for a report of some days, divided.
type Division struct {
	By []string `query:"by" doc:"By what it is divided, with commas between them: issue, block, retailer, day." enum:"issue,block,retailer,day" maxItems:"4" uniqueItems:"true"`
	Period
}

// SalesRow is what was sold and paid in a part.
type SalesRow struct {
	Issue    string `json:"issue,omitempty" doc:"The issue, if it is divided by issue." example:"3002-00"`
	Block    string `json:"block,omitempty" doc:"The block, if it is divided by block." example:"3002-00-0001"`
	Retailer string `json:"retailer,omitempty" doc:"Who sold and paid, if it is divided by retailer: a pseudonym, online for the house, or centre for its payment centre." example:"k3v9x0t2m8q4w7b1"`
	Day      string `json:"day,omitempty" doc:"The day in Paris, if it is divided by day." example:"2026-03-02"`
	Play     bool   `json:"play" doc:"Play money, apart from money."`

	OnlineTickets int64       `json:"online_tickets" doc:"Tickets sold online." example:"412"`
	OnlineSold    money.Cents `json:"online_sold" doc:"For how much, in minor units." example:"123600"`
	Packs         int64       `json:"packs" doc:"Packs settled." example:"2"`
	PacksSold     money.Cents `json:"packs_sold" doc:"For how much, in minor units." example:"60000"`
	Sold          money.Cents `json:"sold" doc:"Both together." example:"183600"`
	Lots          int64       `json:"lots" doc:"Lots paid." example:"98"`
	OnlinePaid    money.Cents `json:"online_paid" doc:"Lots paid online, in minor units." example:"80000"`
	CounterPaid   money.Cents `json:"counter_paid" doc:"Lots paid at counters, at the payment centre and by transfer, in minor units." example:"20000"`
	Paid          money.Cents `json:"paid" doc:"Both together." example:"100000"`
	Misprints     int64       `json:"misprints" doc:"Misprints that were made good." example:"1"`
	Refunded      money.Cents `json:"refunded" doc:"Their price, in minor units." example:"300"`
	Commission    money.Cents `json:"commission" doc:"What retailers earned on packs settled, in minor units." example:"3000"`
	Game          money.Cents `json:"game" doc:"What is left in the game's account: sold, less paid and refunded." example:"83300"`
}

// SalesReport is what was sold and paid.
type SalesReport struct {
	From string     `json:"from,omitempty" doc:"The first day, in Paris." example:"2026-03-01"`
	To   string     `json:"to,omitempty" doc:"The last day, in Paris." example:"2026-03-31"`
	At   time.Time  `json:"at" doc:"When the report was made." example:"2026-03-31T08:00:00Z"`
	Rows []SalesRow `json:"rows" nullable:"false" doc:"The rows."`
}

// Standing is how a block, or the blocks of an issue together, stand since their beginning.
type Standing struct {
	Issue       string      `json:"issue" doc:"The issue." example:"3002-00"`
	Block       string      `json:"block,omitempty" doc:"The block; not there for all blocks of the issue together." example:"3002-00-0001"`
	Play        bool        `json:"play" doc:"Play money, apart from money."`
	State       string      `json:"state" doc:"Of the block or of the issue; empty for an issue before its opening notice." example:"on_sale"`
	Stakes      money.Cents `json:"stakes" doc:"The price of all tickets, sold or not, in minor units." example:"600000000"`
	Prizes      money.Cents `json:"prizes" doc:"The lots of all tickets, in minor units." example:"420000000"`
	Theoretical string      `json:"theoretical" doc:"Lots ÷ price of all tickets: an exact fraction." example:"7/10"`
	Sold        money.Cents `json:"sold" doc:"In minor units." example:"183600"`
	Paid        money.Cents `json:"paid" doc:"In minor units." example:"100000"`
	Actual      string      `json:"actual" doc:"Paid ÷ sold: an exact fraction; empty while nothing is sold." example:"250/459"`
	Refunded    money.Cents `json:"refunded" doc:"In minor units." example:"300"`
	Commission  money.Cents `json:"commission" doc:"In minor units." example:"3000"`
	Expected    money.Cents `json:"expected_liability" doc:"What is expected to be paid yet on tickets sold: sold × theoretical return, less paid, rounded down; below zero where more was won than that; 0 once claims have lapsed." example:"28520"`
	Lots        []Lot       `json:"lots" nullable:"false" doc:"Of a block, what became of each row of the prize table."`
}

// Suspect is somebody who paid tickets that are to be looked into.
type Suspect struct {
	Payer      string      `json:"payer" doc:"Who paid it, and was credited: a pseudonym." example:"k3v9x0t2m8q4w7b1"`
	Tickets    int64       `json:"tickets" doc:"Lots paid by this person in the time." example:"40"`
	SeenBefore int64       `json:"seen_before" doc:"Tickets whose payer had seen them more than ten minutes before." example:"2"`
	AskedAfter int64       `json:"asked_after" doc:"Tickets about which somebody else asked after they were paid." example:"1"`
	Amount     money.Cents `json:"amount" doc:"The lots of those, each once, in minor units." example:"9000"`
	Misprints  int64       `json:"misprints" doc:"Misprints that this retailer made good in the time, on what he said to have read." example:"3"`
	Refunded   money.Cents `json:"refunded" doc:"For them, in minor units." example:"900"`
}

// Suspicion is a payment that is to be looked into.
type Suspicion struct {
	Why    string      `json:"why" doc:"seen_before: the payer had seen the winner more than ten minutes before. asked_after: somebody else asked about it after it was paid." example:"seen_before"`
	Serial string      `json:"serial" doc:"The ticket's number." example:"3002-00-0001-006667-000-3"`
	Block  string      `json:"block" doc:"The block it is of." example:"3002-00-0001"`
	Lot    int64       `json:"lot" doc:"The row, from 1." example:"9"`
	Amount money.Cents `json:"amount" doc:"Of the lot, in minor units." example:"2000"`
	Payer  string      `json:"payer" doc:"Who paid it, and was credited: a pseudonym." example:"k3v9x0t2m8q4w7b1"`
	PaidAt time.Time   `json:"paid_at" doc:"When it was paid." example:"2026-03-02T18:00:00Z"`
	Asker  string      `json:"asker,omitempty" doc:"Who asked; not there for a holder who is not known." example:"k3v9x0t2m8q4w7b1"`
	Asked  time.Time   `json:"asked" doc:"When somebody asked." example:"2026-03-02T08:00:00Z"`
	Answer string      `json:"answer" doc:"What was answered then." example:"pay"`
}

// Suspicions is what is to be looked into.
type Suspicions struct {
	From     string      `json:"from,omitempty" doc:"The first day, in Paris." example:"2026-03-01"`
	To       string      `json:"to,omitempty" doc:"The last day, in Paris." example:"2026-03-31"`
	Suspects []Suspect   `json:"suspects" nullable:"false" doc:"Most tickets to be looked into first."`
	List     []Suspicion `json:"list" nullable:"false" doc:"By when somebody asked."`
}

var (
	exampleSales = SalesReport{From: "2026-03-01", To: "2026-03-31", At: exampleTime.AddDate(0, 0, 29), Rows: []SalesRow{{
		Block: "3002-00-0001", Play: true, OnlineTickets: 412, OnlineSold: 123_600, Packs: 2, PacksSold: 60_000, Sold: 183_600, Lots: 98, OnlinePaid: 80_000,
		CounterPaid: 20_000, Paid: 100_000, Misprints: 1, Refunded: 300, Commission: 3_000, Game: 83_300,
	}}}
	exampleStanding = Standing{
		Issue: "3002-00", Block: "3002-00-0001", Play: true, State: "on_sale", Stakes: 6_000_000_00, Prizes: 4_200_000_00, Theoretical: "7/10", Sold: 183_600, Paid: 100_000,
		Actual: "250/459", Refunded: 300, Commission: 3_000, Expected: 28_520, Lots: []Lot{{1, 5_000_000, 2, 0, 2}},
	}
	exampleSuspicions = Suspicions{
		Suspects: []Suspect{{Payer: "k3v9x0t2m8q4w7b1", Tickets: 40, SeenBefore: 1, Amount: 2_000}},
		List: []Suspicion{{
			Why: counter.SeenBefore, Serial: examplePaper, Block: "3002-00-0001", Lot: 9, Amount: 2_000, Payer: "k3v9x0t2m8q4w7b1", PaidAt: exampleTime.Add(10 * time.Hour),
			Asker: "k3v9x0t2m8q4w7b1", Asked: exampleTime, Answer: "pay",
		}},
	}
)

// report adds a report twice: as JSON, and as a table for spreadsheets.
func report[I, R, S any](a *api, r route, make func(context.Context, shop.By, *I) (R, error), show func(R) S, csv func(R, io.Writer) error) {
	r.method, r.tag, r.who = http.MethodGet, record, staff
	path, about := r.path, r.about
	add(a, r, func(ctx context.Context, c *call, in *I) (*answer[S], error) {
		made, err := make(ctx, c.by, in)
		if err != nil {
			return nil, err
		}
		return body(show(made), nil)
	})
	r.id, r.path, r.media, r.answered = r.id+"-csv", path+".csv", "text/csv", "issue,block,…\n3002-00,3002-00-0001,…\n"
	r.title = say(r.title.EN+" (CSV)", r.title.FR+" (CSV)")
	r.about = say(about.EN+" For a spreadsheet: RFC 4180, a line of names first, amounts in the main unit with a point.", about.FR+" Pour un tableur : RFC 4180, une ligne de noms d’abord, montants en unité principale avec un point.")
	add(a, r, func(ctx context.Context, c *call, in *I) (*written, error) {
		made, err := make(ctx, c.by, in)
		if err != nil {
			return nil, err
		}
		var text bytes.Buffer
		if err := csv(made, &text); err != nil {
			return nil, err
		}
		return &written{"text/csv; charset=utf-8; header=present", text.Bytes()}, nil
	})
}

func (a *api) reportRoutes() {
	report(a, route{
		id: "sales-report", path: "/api/reports/sales", refused: []string{"bad_day"}, answered: exampleSales,
		title: say("What was sold and paid", "Ce qui a été vendu et payé"),
		about: say("Sales, payments, refunds and commission of some days, by issue, block, retailer or day, or several of them. It agrees with the ledger to the cent.",
			"Ventes, paiements, remboursements et commissions de certains jours, par émission, bloc, détaillant ou jour, ou plusieurs à la fois. Il concorde avec les comptes au centime."),
	}, func(ctx context.Context, by shop.By, in *Division) (counter.Report, error) {
		has := func(what string) bool { return slices.Contains(in.By, what) }
		return a.Counter.Report(ctx, by, counter.By{Issue: has("issue"), Block: has("block"), Retailer: has("retailer"), Day: has("day")}, in.From, in.To)
	}, salesOf, func(r counter.Report, w io.Writer) error { return r.CSV(w, a.shop.Currency) })
	report(a, route{
		id: "returns-report", path: "/api/reports/returns", refused: []string{"unknown_block"}, answered: List[Standing]{Items: []Standing{exampleStanding}},
		title: say("How blocks stand", "Où en sont les blocs"),
		about: say("Of every issue and block since its beginning: the return so far beside the theoretical one, what is expected to be paid yet, lots left.",
			"De chaque émission et bloc depuis son début : le taux de retour atteint à côté du théorique, ce qui reste probablement à payer, les lots restants."),
	}, func(ctx context.Context, by shop.By, _ *struct{}) ([]counter.Returns, error) {
		return a.Counter.Returns(ctx, by)
	},
		standingsOf, func(list []counter.Returns, w io.Writer) error { return counter.ReturnsCSV(w, a.shop.Currency, list) })
	report(a, route{
		id: "suspicions-report", path: "/api/reports/suspicions", refused: []string{"bad_day", "unknown_block"}, answered: exampleSuspicions,
		title: say("What is to be looked into", "Ce qui est à examiner"),
		about: say("Winning tickets whose payer had seen them long before, or about which somebody else asked after they were paid; and how many misprints each retailer made good.",
			"Les billets gagnants que qui les a payés avait vus longtemps avant, ou sur lesquels quelqu’un d’autre s’est renseigné après leur paiement ; et combien d’anomalies d’impression chaque détaillant a réglées."),
	}, func(ctx context.Context, by shop.By, in *Period) (counter.Suspicions, error) {
		return a.Counter.Suspicions(ctx, by, in.From, in.To)
	}, suspicionsOf, func(s counter.Suspicions, w io.Writer) error { return s.CSV(w, a.shop.Currency) })
}

func salesOf(r counter.Report) SalesReport {
	shown := SalesReport{From: r.From, To: r.To, At: at(r.At), Rows: []SalesRow{}}
	for i := range r.Rows {
		p, f := &r.Rows[i].Part, &r.Rows[i].Figures
		shown.Rows = append(shown.Rows, SalesRow{
			Issue: string(p.Issue), Block: string(p.Block), Retailer: p.Retailer, Day: p.Day, Play: p.Play, OnlineTickets: f.OnlineTickets, OnlineSold: f.OnlineSold,
			Packs: f.Packs, PacksSold: f.PacksSold, Sold: f.Sold, Lots: f.Lots, OnlinePaid: f.OnlinePaid, CounterPaid: f.CounterPaid, Paid: f.Paid,
			Misprints: f.Misprints, Refunded: f.Refunded, Commission: f.Commission, Game: f.Game,
		})
	}
	return shown
}

func standingsOf(list []counter.Returns) List[Standing] {
	shown := List[Standing]{Items: []Standing{}}
	for i := range list {
		r := &list[i]
		one := Standing{
			Issue: string(r.Issue), Block: string(r.Block), Play: r.Play, State: r.State, Stakes: r.Stakes, Prizes: r.Prizes, Theoretical: r.Theoretical, Sold: r.Sold, Paid: r.Paid,
			Actual: r.Actual, Refunded: r.Refunded, Commission: r.Commission, Expected: r.Expected, Lots: []Lot{},
		}
		for _, lot := range r.Lots {
			one.Lots = append(one.Lots, Lot(lot))
		}
		shown.Items = append(shown.Items, one)
	}
	return shown
}

func suspicionsOf(s counter.Suspicions) Suspicions {
	shown := Suspicions{From: s.From, To: s.To, Suspects: []Suspect{}, List: []Suspicion{}}
	for _, p := range s.Suspects {
		shown.Suspects = append(shown.Suspects, Suspect{string(p.Payer), p.Tickets, p.SeenBefore, p.AskedAfter, p.Amount, p.Misprints, p.Refunded})
	}
	for _, one := range s.List {
		shown.List = append(shown.List, Suspicion{
			one.Why, one.Serial, string(one.Block), one.Lot, one.Amount, string(one.Payer), at(one.PaidAt), string(one.Asker), at(one.Asked), one.Answer,
		})
	}
	return shown
}
