package counter

import (
	"testing"
	"time"

	"tirage/internal/shop"
	"tirage/internal/store"
	"tirage/retail"
)

// TestIssueLives: an issue opens by a notice, closes by two persons, with its blocks, and lapses once, whatever the clock says afterwards.
func TestIssueLives(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		h := newHouse(t, options{dsn: d.fresh(t)})
		issue := h.block.Issue()
		if _, err := h.Issue(t.Context(), issue); shop.RefusalName(err) != "unknown_issue" {
			t.Errorf("an issue without a notice: %v", err)
		}
		body := `{"issue":"0007-00","notice":"notice of closing","day":"2026-03-02"}`
		h.refused(h.approve(CloseIssue, body), "unknown_issue")
		h.openIssue()
		again, err := h.OpenIssue(t.Context(), h.operator, "open-issue", issue, "notice of opening") // the answer was lost
		if err != nil || again.State != retail.Open || len(again.Blocks) != 1 || again.Blocks[0] != h.block {
			t.Errorf("opened again: %+v, %v", again, err)
		}
		_, err = h.OpenIssue(t.Context(), h.operator, "another", issue, "notice of opening")
		h.refused(err, "issue_open")
		_, err = h.OpenIssue(t.Context(), h.operator, "open-issue", issue, "other words")
		h.refused(err, "key_reused")

		end := h.closeIssue()
		if want := time.Date(2026, 4, 1, 22, 0, 0, 0, time.UTC); !end.Equal(want) { // 30 days after 2 March end with 1 April, summer time
			t.Errorf("claims lapse at %v", end)
		}
		shown, err := h.Issue(t.Context(), issue)
		if err != nil || shown.State != retail.Closed || shown.LastDay != "2026-04-01" || shown.Lapses != end.UnixMicro() || shown.ClosingDay != "2026-03-02" {
			t.Errorf("closed: %+v, %v", shown, err)
		}
		if row, err := h.store.Block(t.Context(), h.block); err != nil || row.State != store.Closed {
			t.Errorf("its block is %s, %v", row.State, err)
		}
		_, err = h.shop.Buy(t.Context(), h.player(100_00), "buy", shop.Order{Game: "small", Count: 1, Play: true})
		h.refused(err, "sold_out")
		h.refused(h.approve(CloseIssue, body), "issue_closed")

		h.clock.set(end.Add(-time.Second))
		if err := h.Lapse(t.Context()); err != nil {
			t.Fatal(err)
		}
		if i, err := h.Issue(t.Context(), issue); err != nil || i.State != retail.Closed {
			t.Errorf("a second before its end the issue is %s, %v", i.State, err)
		}
		h.clock.set(end.Add(-time.Millisecond)) // each look moves it on by a millisecond
		for range 2 {
			if err := h.Lapse(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		h.clock.set(end.Add(-time.Hour))
		if err := h.Lapse(t.Context()); err != nil {
			t.Fatal(err)
		}
		issues, err := h.Issues(t.Context())
		if err != nil || len(issues) != 1 || issues[0].State != retail.Lapsed {
			t.Errorf("after its end: %+v, %v", issues, err)
		}
		if n := h.acts("lapse"); n != 1 {
			t.Errorf("it lapsed %d times", n)
		}
		h.refused(h.approve(CloseIssue, `{"issue":"0007-00","notice":"notice of closing","day":"2026-05-02"}`), "issue_lapsed")
		h.sound()
	})
}

func TestIssueRefusals(t *testing.T) {
	h := newHouse(t, options{})
	for _, c := range []struct {
		by     shop.By
		key    string
		id     store.IssueID
		notice string
		want   string
	}{
		{shop.By{}, "k", "0007-00", "notice", "log_in"},
		{h.person(shop.Retailer), "k", "0007-00", "notice", "not_allowed"},
		{h.person(shop.Auditor), "k", "0007-00", "notice", "not_allowed"},
		{h.operator, "", "0007-00", "notice", "key_missing"},
		{h.operator, "k", "0007-00", "", "bad_notice"},
		{h.operator, "k", "0007-00", "two\nlines", "bad_notice"},
		{h.operator, "k", "0007-01", "notice", "unknown_issue"},
		{h.operator, "k", "", "notice", "unknown_issue"},
		{h.operator, "k", "0007-00-0001", "notice", "unknown_issue"},
	} {
		_, err := h.OpenIssue(t.Context(), c.by, c.key, c.id, c.notice)
		h.refused(err, c.want)
	}
	h.openIssue()
	for body, want := range map[string]string{
		`{"issue":"0007-00","notice":"","day":"2026-03-02"}`:                                       "bad_notice",
		`{"issue":"0007-00","notice":"notice","day":"2026-03-01"}`:                                 "bad_day", // yesterday
		`{"issue":"0007-00","notice":"notice","day":"2027-03-04"}`:                                 "bad_day", // in more than a year
		`{"issue":"0007-00","notice":"notice","day":"2026-02-30"}`:                                 "bad_day",
		`{"issue":"0007-01","notice":"notice","day":"2026-03-02"}`:                                 "unknown_issue",
		`{"issue":"0007-00","notice":"notice","day":"2026-03-02","lapses":1}`:                      "deadline_changed",
		`{"issue":"0007-00","notice":"notice","day":"2026-03-02","counter":{}}`:                    "bad_body",
		`{"issue":"0007-00","notice":"notice","day":"2026-03-02","lapses":1775080800000000}`:       "",
		`{"block":"0007-00-0001","seed_a":"00","seed_b":"00"}`:                                     "bad_body",
		`{"issue":"0007-00","notice":"notice","day":"2026-03-02","lapses":1775080800000000} extra`: "bad_body",
	} {
		_, err := h.shop.Propose(t.Context(), h.operator, CloseIssue, []byte(body), "a good reason")
		if shop.RefusalName(err) != want {
			t.Errorf("%s is refused with %v", body, err)
		}
	}
	p, err := h.shop.Propose(t.Context(), h.operator, CloseIssue, []byte(`{"issue":"0007-00","notice":"notice","day":"2026-03-02"}`), "a good reason")
	if err != nil {
		t.Fatal(err)
	}
	_, err = h.shop.Decide(t.Context(), h.operator, p.ID, true, "looked at it")
	h.refused(err, "same_person")
	h.sound()
}

// TestClosedIssueTakesNoBlock: a block is not registered into an issue that is closed, also if it was proposed before.
func TestClosedIssueTakesNoBlock(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		h := newHouse(t, options{dsn: d.fresh(t)})
		h.openIssue()
		folder := small(t, 2)
		early := h.propose(folder)
		end := h.closeIssue()
		_, err := h.shop.Decide(t.Context(), h.second, early, true, "looked at it")
		h.refused(err, "issue_closed")
		h.clock.set(end)
		if err := h.Lapse(t.Context()); err != nil {
			t.Fatal(err)
		}
		_, err = h.shop.Decide(t.Context(), h.second, early, true, "looked at it")
		h.refused(err, "expired") // the proposal
		h.sound()
	})
}

// TestLapsedTicketStaysSealed: an online ticket that was not opened in time is not opened, one that was is shown for ever.
func TestLapsedTicketStaysSealed(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		h := newHouse(t, options{dsn: d.fresh(t)})
		h.openIssue()
		anne := h.player(100_00)
		bought, err := h.shop.Buy(t.Context(), anne, "buy", shop.Order{Game: "small", Count: 3, Play: true})
		if err != nil {
			t.Fatal(err)
		}
		end := h.closeIssue()
		h.clock.set(end.Add(-time.Minute))
		if _, err := h.shop.Reveal(t.Context(), anne, bought.Tickets[0]); err != nil {
			t.Errorf("a minute before its end: %v", err)
		}
		h.clock.set(end)
		_, err = h.shop.Reveal(t.Context(), anne, bought.Tickets[1]) // nobody has noted yet that it lapsed
		h.refused(err, "expired")
		if err := h.Lapse(t.Context()); err != nil {
			t.Fatal(err)
		}
		h.clock.set(end.Add(-time.Hour)) // somebody sets the clock back
		_, err = h.shop.Reveal(t.Context(), anne, bought.Tickets[2])
		h.refused(err, "expired")
		if shown, err := h.shop.Reveal(t.Context(), anne, bought.Tickets[0]); err != nil || !shown.Revealed() {
			t.Errorf("the ticket that was opened in time: %v", err)
		}
		h.sound()
	})
}

// TestSeeds: the seeds are published after the lapse only, by two persons, and they must be the block's.
func TestSeeds(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		h := newHouse(t, options{dsn: d.fresh(t)})
		h.openIssue()
		a, b, err := h.stock.Seeds()
		if err != nil {
			t.Fatal(err)
		}
		body := func(a, b string) string { return `{"block":"0007-00-0001","seed_a":"` + a + `","seed_b":"` + b + `"}` }
		h.refused(h.approve(PublishSeeds, body(a.Hex(), b.Hex())), "seeds_early")
		h.clock.set(h.closeIssue())
		h.refused(h.approve(PublishSeeds, body(a.Hex(), b.Hex())), "seeds_early") // it is noted by the act of lapsing
		if err := h.Lapse(t.Context()); err != nil {
			t.Fatal(err)
		}
		h.refused(h.approve(PublishSeeds, body(b.Hex(), a.Hex())), "wrong_seeds")
		h.refused(h.approve(PublishSeeds, body(a.Hex(), "")), "wrong_seeds")
		h.refused(h.approve(PublishSeeds, `{"block":"0007-00-0009"}`), "unknown_block")
		_, err = h.Seeds(t.Context(), h.block)
		h.refused(err, "seeds_secret")
		_, err = h.Seeds(t.Context(), "0007-00-0002")
		h.refused(err, "unknown_block")
		if err := h.approve(PublishSeeds, body(a.Hex(), b.Hex())); err != nil {
			t.Fatal(err)
		}
		if s, err := h.Seeds(t.Context(), h.block); err != nil || s.SeedA != a.Hex() || s.SeedB != b.Hex() || s.Block != h.block || s.At == 0 {
			t.Errorf("published: %+v, %v", s, err)
		}
		h.refused(h.approve(PublishSeeds, body(a.Hex(), b.Hex())), "seeds_published")
		h.sound()
	})
}
