package api

import (
	"context"
	"net/http"
	"regexp"
	"time"

	"tirage/internal/counter"
	"tirage/internal/shop"
	"tirage/internal/store"
	"tirage/retail"
)

// counters may pay a ticket: a retailer's counter, and an operator as the payment centre.
var counters = []shop.Role{shop.Retailer, shop.Operator}

// counterRoutes are those of paper tickets, of a house that has a counter.
func (a *api) counterRoutes() {
	if a.Counter == nil {
		return
	}
	a.claimRoutes()
	a.misprintRoute()
	a.fileRoutes()
	a.issueRoutes()
	a.packRoutes()
	a.retailerRoutes()
	a.reportRoutes()
}

// Issue is an issue in the field: from its opening notice on, its packs are sold.
type Issue struct {
	ID            string    `json:"id" doc:"As its serials begin: game, issue." example:"3002-00"`
	State         string    `json:"state" enum:"open,closed,lapsed" doc:"open; closed: nothing of it is sold, and lots are paid; lapsed: nothing is paid any more." example:"open"`
	Opened        time.Time `json:"opened" doc:"When it was opened." example:"2026-03-02T08:00:00Z"`
	OpeningNotice string    `json:"opening_notice" doc:"The words or the reference of the opening notice." example:"JO of 2 March 2026"`
	Closed        time.Time `json:"closed,omitzero" doc:"When it was closed." example:"2026-11-30T08:00:00Z"`
	ClosingNotice string    `json:"closing_notice,omitempty" doc:"The words or the reference of the closing notice." example:"JO of 30 November 2026"`
	ClosingDay    string    `json:"closing_day,omitempty" doc:"The day that the closing notice gives." example:"2026-11-30"`
	LastDay       string    `json:"last_day,omitempty" doc:"The last day on which lots are paid, in Paris." example:"2026-12-30"`
	Lapses        time.Time `json:"lapses,omitzero" doc:"The first moment at which nothing is paid." example:"2026-12-30T23:00:00Z"`
	Blocks        []string  `json:"blocks" nullable:"false" doc:"Its blocks, without those that were destroyed."`
}

// Opening opens an issue.
type Opening struct {
	Issue  string `json:"issue" doc:"The issue: game, issue." example:"3002-00"`
	Notice string `json:"notice" doc:"The words or the reference of the opening notice." example:"JO of 2 March 2026"`
}

// Seeds are the published seeds of a block.
type Seeds struct {
	Block string    `json:"block" doc:"The block." example:"3002-00-0001"`
	SeedA string    `json:"seed_a" doc:"The house's seed: 64 hexadecimal digits."`
	SeedB string    `json:"seed_b" doc:"The keeper's seed: 64 hexadecimal digits."`
	At    time.Time `json:"at" doc:"When they were published." example:"2026-12-31T08:00:00Z"`
}

var exampleIssue = Issue{
	ID: "3002-00", State: "open", Opened: exampleTime, OpeningNotice: "JO of 2 March 2026", Blocks: []string{"3002-00-0001"},
}

var issueForm = regexp.MustCompile(`^[0-9]{4}-[0-9]{2}$`)

func issueOf(i counter.Issue) Issue {
	shown := Issue{
		ID: string(i.ID), State: string(i.State), Opened: at(i.Opened), OpeningNotice: i.OpeningNotice, Closed: later(i.Closed), ClosingNotice: i.ClosingNotice,
		ClosingDay: i.ClosingDay, LastDay: i.LastDay, Lapses: later(i.Lapses), Blocks: []string{},
	}
	for _, b := range i.Blocks {
		shown.Blocks = append(shown.Blocks, string(b))
	}
	return shown
}

func (a *api) issueRoutes() {
	add(a, route{
		id: "issues", method: http.MethodGet, path: "/api/issues", tag: field,
		title: say("The issues", "Les émissions"), about: say("Every issue that was opened, and until when its lots are paid.", "Toutes les émissions ouvertes, et jusqu’à quand leurs lots sont payés."),
		answered: List[Issue]{Items: []Issue{exampleIssue}},
	}, func(ctx context.Context, _ *call, _ *struct{}) (*answer[List[Issue]], error) {
		issues, err := a.Counter.Issues(ctx)
		return list(shop.Page[counter.Issue]{Items: issues}, err, issueOf)
	})
	add(a, route{
		id: "open-issue", method: http.MethodPost, path: "/api/issues", tag: field, who: []shop.Role{shop.Operator}, code: http.StatusCreated, keyed: true,
		title: say("Open an issue", "Ouvrir une émission"), about: say("Opens an issue by its opening notice: its packs may be delivered from now on.", "Ouvre une émission par son avis d’ouverture : ses carnets peuvent dès lors être livrés."),
		refused: []string{"key_missing", "key_reused", "bad_notice", "unknown_issue", "issue_open", "issue_closed", "issue_lapsed"},
		asked:   Opening{Issue: "3002-00", Notice: "JO of 2 March 2026"}, answered: exampleIssue,
	}, func(ctx context.Context, c *call, in *keyed[Opening]) (*answer[Issue], error) {
		if !issueForm.MatchString(in.Body.Issue) {
			return nil, counter.ErrUnknownIssue
		}
		i, err := a.Counter.OpenIssue(ctx, c.by, in.Key, store.IssueID(in.Body.Issue), in.Body.Notice)
		return body(issueOf(i), err)
	})
	add(a, route{
		id: "seeds", method: http.MethodGet, path: "/api/blocks/{id}/seeds", tag: proofs,
		title: say("A block’s seeds", "Les graines d’un bloc"), about: say("The seeds, published once the claims have lapsed: whoever has them makes the whole block again and recounts it.",
			"Les graines, publiées une fois écoulé le délai de paiement : qui les a refait le bloc entier et le recompte."),
		refused: []string{"unknown_block", "seeds_secret"}, answered: Seeds{Block: "3002-00-0001", SeedA: exampleSeed, SeedB: exampleSeed, At: exampleTime},
	}, func(ctx context.Context, _ *call, in *blockID) (*answer[Seeds], error) {
		id, err := in.block()
		if err != nil {
			return nil, err
		}
		s, err := a.Counter.Seeds(ctx, id)
		return body(Seeds{string(s.Block), s.SeedA, s.SeedB, at(s.At)}, err)
	})
}

const exampleSeed = "1111111111111111111111111111111111111111111111111111111111111111"

// day is the day asked for, or today in Paris.
func (a *api) day(asked string) string {
	if asked == "" {
		return retail.ParisDay(a.shop.Time()).String()
	}
	return asked
}
