package counter

import (
	"context"
	"errors"
	"fmt"

	"tirage/internal/shop"
	"tirage/internal/store"
	"tirage/internal/visible"
	"tirage/ledger"
	"tirage/retail"
)

// Issue is what is public of an issue in the field. Times are microseconds since 1970, UTC.
type Issue struct {
	ID            store.IssueID     `json:"id"`
	State         retail.IssueState `json:"state"`
	Opened        int64             `json:"opened"`
	OpeningNotice string            `json:"opening_notice"`
	Closed        int64             `json:"closed,omitempty"`
	ClosingNotice string            `json:"closing_notice,omitempty"`
	ClosingDay    string            `json:"closing_day,omitempty"` // from which the days for claims are counted: "2026-11-30"
	LastDay       string            `json:"last_day,omitempty"`    // on which lots are paid
	Lapses        int64             `json:"lapses,omitempty"`      // the first moment at which nothing is paid
	Blocks        []store.BlockID   `json:"blocks"`                // without those that were destroyed
}

// The refusals of issues.
var (
	ErrUnknownIssue = shop.Say("unknown_issue", "there is no such issue in the field: it opens by its opening notice", "il n’y a pas de telle émission : elle s’ouvre par son avis d’ouverture")
	ErrIssueOpen    = shop.Say("issue_open", "this issue is open", "cette émission est ouverte")
	ErrIssueClosed  = shop.Say("issue_closed", "this issue is closed: nothing of it is sold any more", "cette émission est close : plus rien n’en est vendu")
	ErrIssueLapsed  = shop.Say("issue_lapsed", "the claims of this issue have lapsed", "le délai de paiement de cette émission est écoulé")
)

// standing refuses with unknown_issue, issue_closed or issue_lapsed an issue that is not open.
func standing(found map[store.IssueID]store.Issue, id store.IssueID) error {
	switch i, ok := found[id]; {
	case !ok:
		return ErrUnknownIssue
	case i.State == retail.Closed:
		return ErrIssueClosed
	case i.State != retail.Open:
		return ErrIssueLapsed
	}
	return nil
}

func checkNotice(notice string) error {
	if !visible.Sentence(notice, 3) || len(notice) > 600 {
		return shop.Say("bad_notice", "give the notice's words or its reference: one line of 3 characters and at most 600 bytes", "donnez les mots de l’avis ou sa référence : une ligne d’au moins 3 caractères et d’au plus 600 octets")
	}
	return nil
}

// OpenIssue opens an issue by its opening notice: its packs may be delivered from now on. It refuses with ErrRole, ErrKeyMissing, bad_notice,
// unknown_issue (it has no block in the house), or ErrIssueOpen, ErrIssueClosed, ErrIssueLapsed.
func (c *Counter) OpenIssue(ctx context.Context, by shop.By, key string, id store.IssueID, notice string) (Issue, error) {
	if err := by.May(shop.Operator); err != nil {
		return Issue{}, err
	}
	a, err := by.Keyed(shop.ActOpenIssue, key, id, notice)
	if err != nil {
		return Issue{}, err
	}
	if err := checkNotice(notice); err != nil {
		return Issue{}, err
	}
	blocks, err := blocksOf(ctx, c.store, id)
	if err != nil {
		return Issue{}, err
	}
	if len(blocks) == 0 {
		return Issue{}, shop.Say("unknown_issue", "the house has no block of this issue: register one first", "la maison n’a pas de bloc de cette émission : inscrivez-en d’abord un")
	}
	a.Subject, a.Note = string(id), notice
	row := store.Issue{ID: id, State: retail.Open, OpeningNotice: notice}
	var shown Issue // the writer's until it answers
	var first bool
	err = c.shop.Do(ctx, shop.Task{
		Person: by.Person,
		Ask: func(ask *store.Ask) {
			ask.Keys = append(ask.Keys, store.ActKey{Actor: a.Actor, Key: a.Key})
			ask.Issues = append(ask.Issues, id)
		},
		Decide: func(b *shop.Batch) error {
			first, shown = false, Issue{}
			if done, err := b.Again(a, &shown); done {
				return err
			}
			if err := standing(b.Found().Issues, id); err == nil {
				return ErrIssueOpen
			} else if !errors.Is(err, ErrUnknownIssue) {
				return err
			}
			first, row.Opened = true, b.At()
			shown = issueView(row, blocks)
			done := *a
			_, err := b.Post(&done, &shown)
			return err
		},
		Also: func(ctx context.Context, tx *store.Tx) error {
			if !first {
				return nil
			}
			return taken(tx.AddIssue(ctx, row), ErrIssueOpen)
		},
	})
	if err != nil {
		return Issue{}, err
	}
	return shown, nil
}

// taken turns store.ErrTaken into a refusal.
func taken(err error, refusal *shop.Refusal) error {
	if errors.Is(err, store.ErrTaken) {
		return refusal
	}
	return err
}

type blockReader interface {
	Blocks(context.Context) ([]store.Block, error)
}

// blocksOf are the blocks of an issue in the house, but for destroyed ones.
func blocksOf(ctx context.Context, from blockReader, id store.IssueID) ([]store.Block, error) {
	all, err := from.Blocks(ctx)
	var blocks []store.Block
	for _, b := range all {
		if b.ID.Issue() == id && b.State != store.Destroyed {
			blocks = append(blocks, b)
		}
	}
	return blocks, err
}

func issueView(i store.Issue, blocks []store.Block) Issue {
	v := Issue{
		ID: i.ID, State: i.State, Opened: i.Opened, OpeningNotice: i.OpeningNotice, Closed: i.Closed, ClosingNotice: i.ClosingNotice,
		ClosingDay: i.ClosingDay, Lapses: i.Lapses, Blocks: []store.BlockID{},
	}
	if i.Lapses != 0 {
		v.LastDay = retail.ParisDay(i.Lapses - 1).String()
	}
	for _, b := range blocks {
		v.Blocks = append(v.Blocks, b.ID)
	}
	return v
}

// Issue shows an issue in the field. It refuses with ErrUnknownIssue.
func (c *Counter) Issue(ctx context.Context, id store.IssueID) (Issue, error) {
	row, err := c.store.Issue(ctx, id)
	if errors.Is(err, store.ErrUnknown) {
		return Issue{}, ErrUnknownIssue
	}
	if err != nil {
		return Issue{}, err
	}
	blocks, err := blocksOf(ctx, c.store, id)
	return issueView(row, blocks), err
}

// Issues shows all issues in the field.
func (c *Counter) Issues(ctx context.Context) ([]Issue, error) {
	rows, err := c.store.Issues(ctx)
	if err != nil {
		return nil, err
	}
	shown := make([]Issue, 0, len(rows))
	for _, row := range rows {
		blocks, err := blocksOf(ctx, c.store, row.ID)
		if err != nil {
			return nil, err
		}
		shown = append(shown, issueView(row, blocks))
	}
	return shown, nil
}

// CloseIssue is the kind of the act that closes an issue, by two persons.
const CloseIssue = shop.CloseIssue

// closing closes an issue by its closing notice: nothing of it is sold from then on, and its claims lapse.
type closing struct {
	shop.Nothing `json:"-"`

	Issue  store.IssueID `json:"issue"`
	Notice string        `json:"notice"`
	Day    string        `json:"day"` // in the notice, from which the days for claims are counted: "2026-11-30"

	// What follows from the day by the games' files when it was proposed: the second person approves this very deadline.
	Lapses int64 `json:"lapses,omitempty"`

	counter *Counter
	row     store.Issue
	pinned  bool
}

var errBadDay = shop.Say("bad_day", "a day is written as in 2026-11-30; the closing notice’s is not before today, nor more than a year ahead", "un jour s’écrit comme 2026-11-30 ; celui de l’avis de clôture n’est ni passé, ni à plus d’un an")

// Prepare refuses with bad_notice, bad_day, unknown_issue, issue_closed, issue_lapsed, ErrUnavailable or deadline_changed.
func (e *closing) Prepare(ctx context.Context, s *shop.Shop) (string, error) {
	if err := checkNotice(e.Notice); err != nil {
		return "", err
	}
	day, err := retail.ParseDate(e.Day)
	today := retail.ParisDay(s.Time())
	if err != nil || day.Before(today) || today.Plus(366).Before(day) {
		return "", errBadDay
	}
	row, err := e.counter.store.Issue(ctx, e.Issue)
	if errors.Is(err, store.ErrUnknown) {
		return "", ErrUnknownIssue
	} else if err != nil {
		return "", err
	}
	if err := standing(map[store.IssueID]store.Issue{e.Issue: row}, e.Issue); err != nil {
		return "", err
	}
	days, err := e.counter.claimDays(ctx, e.Issue)
	if err != nil {
		return "", err
	}
	_, at := retail.Lapse(day, days)
	if e.pinned = e.Lapses != 0; e.pinned && e.Lapses != at {
		return "", errDeadlineChanged
	}
	e.Lapses = at
	row.State, row.ClosingNotice, row.ClosingDay, row.Lapses = retail.Closed, e.Notice, day.String(), at
	e.row = row
	return fmt.Sprintf("%s day %s lapses %d notice %q", e.Issue, e.Day, at, e.Notice), nil
}

var errDeadlineChanged = shop.Say("deadline_changed", "the deadline is not the one that was proposed: propose it again", "le délai n’est pas celui qui a été proposé : proposez à nouveau")

// claimDays is for how many days lots of an issue are paid after the day in its closing notice: the most that a block's game file says. It
// refuses with ErrUnavailable while this node has not opened a block's files: another one has registered it just now, say.
func (c *Counter) claimDays(ctx context.Context, id store.IssueID) (days int, err error) {
	blocks, err := blocksOf(ctx, c.store, id)
	for _, b := range blocks {
		stock, _, err := c.shop.Stock(b.ID)
		if err != nil {
			return 0, shop.ErrUnavailable
		}
		days = max(days, stock.Plan.Game.Claim.Days)
	}
	return days, err
}

// Approve refuses with deadline_changed a proposal that does not say when claims lapse.
func (e *closing) Approve(context.Context, *shop.Shop) error {
	if !e.pinned {
		return errDeadlineChanged
	}
	return nil
}

// Ask asks for the issue.
func (e *closing) Ask(ask *store.Ask) { ask.Issues = append(ask.Issues, e.Issue) }

// Decide refuses with unknown_issue, issue_closed or issue_lapsed.
func (e *closing) Decide(b *shop.Batch, _ *ledger.Act) error {
	e.row.Closed = b.At()
	return standing(b.Found().Issues, e.Issue)
}

// Also closes the blocks too: the issue's row is locked, so that none is registered meanwhile.
func (e *closing) Also(ctx context.Context, tx *store.Tx) error {
	if err := tx.CloseIssue(ctx, e.row); errors.Is(err, store.ErrStale) {
		return ErrIssueClosed
	} else if err != nil {
		return err
	}
	blocks, err := blocksOf(ctx, tx, e.Issue)
	if err != nil {
		return err
	}
	for _, b := range blocks {
		err := tx.SetBlockState(ctx, b.ID, store.OnSale, store.Closed)
		if err != nil && !errors.Is(err, store.ErrStale) { // if it was destroyed meanwhile, it stays so
			return err
		}
	}
	return nil
}

// lapseActor does what time does.
const lapseActor = "counter"

// Lapse notes of every closed issue whose deadline is over that its claims have lapsed: once, for ever, whatever a clock says afterwards.
func (c *Counter) Lapse(ctx context.Context) error {
	issues, err := c.store.LapsingIssues(ctx, c.shop.Time())
	if err != nil {
		return err
	}
	for _, i := range issues {
		if err := c.lapse(ctx, i.ID); err != nil {
			return err
		}
	}
	return nil
}

func (c *Counter) lapse(ctx context.Context, id store.IssueID) error {
	a := ledger.Act{Kind: shop.ActLapse, Actor: lapseActor, Key: "lapse:" + string(id), Subject: string(id)}
	var at int64 // 0 if it is not due
	err := c.shop.Do(ctx, shop.Task{
		Ask: func(ask *store.Ask) {
			ask.Keys = append(ask.Keys, store.ActKey{Actor: a.Actor, Key: a.Key})
			ask.Issues = append(ask.Issues, id)
		},
		Decide: func(b *shop.Batch) error {
			at = 0
			i := b.Found().Issues[id]
			if i.State != retail.Closed || b.At() < i.Lapses || b.Has(store.ActKey{Actor: a.Actor, Key: a.Key}) {
				return nil
			}
			at = b.At()
			done := a
			done.Note = fmt.Sprintf("lapses %d", i.Lapses)
			_, err := b.Post(&done, nil)
			return err
		},
		Also: func(ctx context.Context, tx *store.Tx) error {
			if at == 0 {
				return nil
			}
			return tx.LapseIssue(ctx, id, at)
		},
	})
	if errors.Is(err, shop.ErrUnavailable) { // another node did it at the same time, or it is tried again
		if i, again := c.store.Issue(ctx, id); again == nil && i.State == retail.Lapsed {
			return nil
		}
	}
	return err
}
