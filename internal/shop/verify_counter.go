package shop

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"tirage/internal/store"
	"tirage/ledger"
	"tirage/money"
	"tirage/retail"
)

// counterActs is what acts say of the rows of the counter that are few.
type counterActs struct {
	issues    map[store.IssueID]*issueActs
	claimed   map[store.IssueID]int64 // when a ticket of the issue was last claimed
	retailers map[store.PersonID]*retailerActs
	packs     map[store.PackRef]*packActs
	files     map[string]*fileActs
	seeds     map[store.BlockID]*seedsAct
}

func newCounterActs() counterActs {
	return counterActs{
		issues: map[store.IssueID]*issueActs{}, claimed: map[store.IssueID]int64{}, retailers: map[store.PersonID]*retailerActs{},
		packs: map[store.PackRef]*packActs{}, files: map[string]*fileActs{}, seeds: map[store.BlockID]*seedsAct{},
	}
}

// made is the entry of a map, which is made if there is none.
func made[K comparable, V any](m map[K]*V, key K) *V {
	v := m[key]
	if v == nil {
		v = new(V)
		m[key] = v
	}
	return v
}

// counterRows compares what is few of the counter.
func (h *held) counterRows(ctx context.Context, v *store.View) error {
	for _, rows := range []func(context.Context, *store.View) error{h.seedRows, h.issueRows, h.retailerRows, h.packRows, h.fileRows} {
		if err := rows(ctx, v); err != nil {
			return err
		}
	}
	return nil
}

// issueActs is what acts say of an issue: how often it was opened, closed and lapsed, and its row.
type issueActs struct {
	opened, closed, lapsed int
	row                    store.Issue
	deadline               int64 // by the act that noted that its claims lapsed
}

// issueOpened learns of an opening notice.
func (h *held) issueOpened(r *store.Recorded) {
	i := made(h.counter.issues, store.IssueID(r.Act.Subject))
	i.opened++
	i.row.Opened, i.row.OpeningNotice = r.Act.At, r.Act.Note
}

// issueClosed learns of a closing notice: "close_issue 3002-00 day 2026-11-30 lapses 1775080800000000 notice "…": the reason".
func (h *held) issueClosed(r *store.Recorded, id store.IssueID) {
	h.issues[id] = true // its blocks are closed with it
	i := made(h.counter.issues, id)
	i.closed++
	i.row.Closed = r.Act.At
	words := strings.SplitN(r.Act.Note, " ", 8)
	notice, ok := "", false
	if len(words) == 8 {
		notice, ok = quoted(words[7])
	}
	if !ok || words[2] != "day" || words[4] != "lapses" || words[6] != "notice" {
		h.at(IssueDiffers, r, "it does not say by which notice it closes an issue, and when that lapses: %.200q", r.Act.Note)
		return
	}
	i.row.ClosingDay, i.row.Lapses, i.row.ClosingNotice = words[3], whole(words[5]), notice
}

// quoted reads the text in quotation marks with which another begins.
func quoted(text string) (said string, ok bool) {
	prefix, err := strconv.QuotedPrefix(text)
	if err != nil {
		return "", false
	}
	said, err = strconv.Unquote(prefix)
	return said, err == nil
}

// issueLapsed learns that the claims of an issue lapsed: "lapses 1775080800000000".
func (h *held) issueLapsed(r *store.Recorded) {
	i := made(h.counter.issues, store.IssueID(r.Act.Subject))
	i.lapsed++
	text, _ := strings.CutPrefix(r.Act.Note, "lapses ")
	if i.deadline = whole(text); i.deadline < 0 || r.Act.At < i.deadline {
		h.at(IssueDiffers, r, "claims lapse at %d, not by %q", r.Act.At, r.Act.Note)
	}
}

func (h *held) issueRows(ctx context.Context, v *store.View) error {
	rows, err := v.Issues(ctx)
	if err != nil {
		return err
	}
	for i := range rows {
		row := &rows[i]
		said := made(h.counter.issues, row.ID)
		delete(h.counter.issues, row.ID)
		state := retail.Open
		switch {
		case said.lapsed > 0:
			state = retail.Lapsed
		case said.closed > 0:
			state = retail.Closed
		}
		want := said.row
		want.ID, want.State = row.ID, state
		switch {
		case said.opened != 1 || said.closed > 1 || said.lapsed > said.closed:
			h.find(IssueDiffers, "issue %s: %d acts opened it, %d closed it, %d had its claims lapse", row.ID, said.opened, said.closed, said.lapsed)
		case said.lapsed > 0 && said.deadline != want.Lapses:
			h.find(IssueDiffers, "issue %s: its claims lapsed by another deadline than that of its closing notice", row.ID)
		case *row != want:
			h.find(IssueDiffers, "issue %s: its row is not what the acts say: %s", row.ID, differences(
				"state", row.State, want.State, "opened", row.Opened, want.Opened, "opening notice", row.OpeningNotice, want.OpeningNotice, "closed", row.Closed, want.Closed,
				"closing notice", row.ClosingNotice, want.ClosingNotice, "closing day", row.ClosingDay, want.ClosingDay, "lapses", row.Lapses, want.Lapses))
		}
		if last := h.counter.claimed[row.ID]; want.Lapses != 0 && last >= want.Lapses {
			h.find(IssueDiffers, "issue %s: a ticket was claimed at %d, and claims lapsed at %d", row.ID, last, want.Lapses)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(h.counter.issues)) {
		h.find(IssueDiffers, "issue %s: acts open or close it, and it is not there", id)
	}
	return nil
}

// differences says in what a row is not as it should be: what, is, should be; and so on.
func differences(list ...any) string {
	var t []string
	for i := 0; i+2 < len(list); i += 3 {
		if list[i+1] != list[i+2] {
			t = append(t, fmt.Sprintf("%v is %.60q and should be %.60q", list[i], fmt.Sprint(list[i+1]), fmt.Sprint(list[i+2])))
		}
	}
	return strings.Join(t, ", ")
}

// retailerActs is what acts say of a retailer.
type retailerActs struct {
	made  int // how often
	since int64
	terms map[string]givenTerms // the last of each journal
	limit money.Cents           // the greatest there ever was
}

// givenTerms are terms of a retailer, and when they were given.
type givenTerms struct {
	at, commission int64
	limit          money.Cents
}

// apart is how far apart in time acts of two journals are, at least, for it to be known which came first: clocks of nodes differ by less.
const apart = int64(60_000_000) // microseconds

// last are the terms that may have been given last.
func (p *retailerActs) last() (list []givenTerms) {
	latest := int64(0)
	for _, t := range p.terms {
		latest = max(latest, t.at)
	}
	for _, t := range p.terms {
		if t.at > latest-apart {
			list = append(list, t)
		}
	}
	return list
}

// terms learns on what terms somebody is a retailer: "commission 50000 ppm limit 100000: the reason".
func (h *held) terms(r *store.Recorded) {
	p := made(h.counter.retailers, store.PersonID(r.Act.Subject))
	if r.Act.Kind == ActAddRetailer {
		p.made++
		p.since = r.Act.At
	}
	var commission, limit int64
	if _, err := fmt.Sscanf(r.Act.Note, "commission %d ppm limit %d:", &commission, &limit); err != nil || commission < 0 || limit < 0 {
		h.at(RetailerDiffers, r, "it does not say on what terms: %.200q", r.Act.Note)
		return
	}
	if p.terms == nil {
		p.terms = map[string]givenTerms{}
	}
	p.terms[r.Journal] = givenTerms{r.Act.At, commission, money.Cents(limit)}
	p.limit = max(p.limit, money.Cents(limit))
}

// floors are below what no retailer's account may be. A limit that was lowered below what was owed at that time is no fault, so that the
// greatest one counts.
func (h *held) floors(verifier *ledger.Verifier) {
	for id, p := range h.counter.retailers {
		account := ledger.Of(ledger.Retailer, string(id))
		verifier.SetFloor(account, -p.limit)
		verifier.SetFloor(account.Play(), -p.limit)
	}
}

// collected looks at what a collection moves.
func (h *held) collected(r *store.Recorded) {
	if len(r.Act.Transfers) == 1 {
		t := r.Act.Transfers[0]
		of, bank := playing(ledger.Of(ledger.Retailer, r.Act.Subject), t.Debit.IsPlay()), playing(ledger.Of(ledger.Cash, "bank"), t.Debit.IsPlay())
		if t.Debit == of && t.Credit == bank || t.Debit == bank && t.Credit == of {
			return
		}
	}
	h.at(RetailerDiffers, r, "it does not move money between the bank and retailer %s alone", r.Act.Subject)
}

func (h *held) retailerRows(ctx context.Context, v *store.View) error {
	left := maps.Clone(h.counter.retailers) // floors wants them, too
	for after := store.PersonID(""); ; {
		rows, err := v.Retailers(ctx, after, pageOfRows)
		if err != nil {
			return err
		}
		for i := range rows {
			row := &rows[i]
			after = row.Person
			h.retailerRow(row, made(left, row.Person))
			delete(left, row.Person)
		}
		if len(rows) < pageOfRows {
			break
		}
	}
	for _, id := range slices.Sorted(maps.Keys(left)) {
		h.find(RetailerDiffers, "retailer %s: acts give this person terms, and the row is missing", id)
	}
	return nil
}

func (h *held) retailerRow(row *store.Retailer, said *retailerActs) {
	last := said.last()
	fits := slices.ContainsFunc(last, func(t givenTerms) bool { return t.commission == row.Commission && t.limit == row.Limit })
	switch {
	case said.made != 1:
		h.find(RetailerDiffers, "retailer %s: %d acts made one of this person", row.Person, said.made)
	case row.Since != said.since || !fits:
		h.find(RetailerDiffers, "retailer %s: the row is not what the acts say: since %d, a commission of %d ppm and a limit of %d; by acts since %d, and last %+v",
			row.Person, row.Since, row.Commission, row.Limit, said.since, last)
	}
}

// seedsAct is what acts say of a block's published seeds.
type seedsAct struct {
	times int
	a, b  string // hexadecimal
	at    int64
}

// seedsPublished learns of seeds: "publish_seeds 3002-00-0001 a … b …: the reason".
func (h *held) seedsPublished(r *store.Recorded, id store.BlockID, words []string) {
	s := made(h.counter.seeds, id)
	s.times++
	s.at = r.Act.At
	if len(words) < 6 || words[2] != "a" || words[4] != "b" {
		h.at(SeedsDiffer, r, "it does not say which seeds are published: %.200q", r.Act.Note)
		return
	}
	s.a, s.b = words[3], strings.TrimSuffix(words[5], ":")
}

// seedRows compares the seeds. Of a block that has no row they are not read: that is a fault already.
func (h *held) seedRows(ctx context.Context, v *store.View) error {
	blocks, err := v.Blocks(ctx)
	if err != nil {
		return err
	}
	for i := range blocks {
		id := blocks[i].ID
		said, issue := h.counter.seeds[id], h.counter.issues[id.Issue()]
		delete(h.counter.seeds, id)
		row, err := v.Seeds(ctx, id)
		switch {
		case said != nil && (issue == nil || issue.lapsed == 0):
			h.find(SeedsDiffer, "block %s: its seeds were published, and claims have not lapsed", id)
		case errors.Is(err, store.ErrUnknown) && said != nil:
			h.find(SeedsDiffer, "block %s: its seeds were published, and are not there", id)
		case errors.Is(err, store.ErrUnknown):
		case err != nil:
			return err
		case said == nil:
			h.find(SeedsDiffer, "block %s: no act of two persons published its seeds", id)
		case said.times != 1 || said.a != fmt.Sprintf("%x", row.A) || said.b != fmt.Sprintf("%x", row.B) || said.at != row.At:
			h.find(SeedsDiffer, "block %s: its published seeds, or when they were published, are not what the act says", id)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(h.counter.seeds)) {
		h.find(SeedsDiffer, "block %s: its seeds were published, and it is not there", id)
	}
	return nil
}
