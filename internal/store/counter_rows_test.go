package store

import (
	"context"
	"fmt"
	"testing"

	"tirage/retail"
)

func TestIssues(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		s, ctx := open(t, d.fresh(t), Options{}), t.Context()
		add := func(id IssueID) error {
			return s.write(t, func(ctx context.Context, tx *Tx) error {
				return tx.AddIssue(ctx, Issue{ID: id, State: retail.Lapsed, Opened: 5, OpeningNotice: "é", Closed: 9, Lapses: 9})
			})
		}
		lapse := func(id IssueID, now int64) error {
			return s.write(t, func(ctx context.Context, tx *Tx) error { return tx.LapseIssue(ctx, id, now) })
		}
		shut := Issue{ID: "3002-00", Closed: 10, ClosingNotice: "n", ClosingDay: "2026-11-30", Lapses: 20}
		closing := func(i Issue) error {
			return s.write(t, func(ctx context.Context, tx *Tx) error { return tx.CloseIssue(ctx, i) })
		}
		must(t, closing(shut), ErrStale)
		must(t, add("3002-00"))
		must(t, add("3002-00"), ErrTaken)
		must(t, add("1001-00"))
		must(t, lapse("3002-00", 30), ErrStale) // it is open
		must(t, closing(shut))
		must(t, closing(shut), ErrStale)
		due, err := s.LapsingIssues(ctx, 19)
		must(t, err)
		must(t, lapse("3002-00", 19), ErrStale)
		then, err := s.LapsingIssues(ctx, 20)
		must(t, err)
		if len(due) != 0 || len(then) != 1 || then[0].ID != "3002-00" {
			t.Errorf("lapsing: %v, %v", due, then)
		}
		must(t, lapse("3002-00", 20))
		must(t, lapse("3002-00", 20), ErrStale)
		list, err := s.Issues(ctx)
		must(t, err)
		if got := fmt.Sprint(list); got != "[{1001-00 open 5 é 0   0} {3002-00 lapsed 5 é 10 n 2026-11-30 20}]" {
			t.Errorf("issues: %s", got)
		}
		_, err = s.Issue(ctx, "2004-00")
		must(t, err, ErrUnknown)
	})
}

func TestRetailers(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		h, ctx := counterHouse(t, d.fresh(t), Options{}), t.Context()
		must(t, h.write(t, func(ctx context.Context, tx *Tx) error { return tx.AddRetailer(ctx, Retailer{Person: "rita"}) }), ErrTaken)
		if err := h.write(t, func(ctx context.Context, tx *Tx) error { return tx.AddRetailer(ctx, Retailer{Person: "nobody"}) }); err == nil {
			t.Error("nobody became a retailer")
		}
		set := func(r Retailer) error {
			return h.write(t, func(ctx context.Context, tx *Tx) error { return tx.SetRetailer(ctx, r) })
		}
		must(t, set(Retailer{"rita", 40_000, 77, 99}))
		must(t, set(Retailer{Person: "nobody"}), ErrUnknown)
		one, err := h.Retailer(ctx, "rita")
		must(t, err)
		if one != (Retailer{"rita", 40_000, 77, 3}) {
			t.Errorf("rita: %+v", one)
		}
		_, err = h.Retailer(ctx, "nobody")
		must(t, err, ErrUnknown)
		first, err := h.Retailers(ctx, "", 1)
		must(t, err)
		second, err := h.Retailers(ctx, "rita", 10)
		must(t, err)
		if len(first) != 1 || first[0] != one || len(second) != 1 || second[0].Person != "rolf" {
			t.Errorf("retailers: %v, %v", first, second)
		}
	})
}

func TestClaimFiles(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		s, ctx := open(t, d.fresh(t), Options{}), t.Context()
		file := func(id string, position, at int64) ClaimFile {
			return ClaimFile{
				ID: id, TicketRef: TicketRef{firstBlock, position}, Amount: 1_000_000, State: retail.FileOpen, Opened: at, By: "otto",
				Identity: "Anne é", Transfer: "FR76…",
			}
		}
		add := func(f ClaimFile) error {
			return s.write(t, func(ctx context.Context, tx *Tx) error { return tx.AddFile(ctx, f) })
		}
		decide := func(f ClaimFile) error {
			return s.write(t, func(ctx context.Context, tx *Tx) error { return tx.DecideFile(ctx, f) })
		}
		erase := func(id string) error {
			return s.write(t, func(ctx context.Context, tx *Tx) error { return tx.EraseFile(ctx, id) })
		}
		a := file("a", 1, 10)
		must(t, add(a))
		must(t, add(file("a", 2, 10)), ErrTaken)
		must(t, add(file("b", 1, 10)), ErrTaken) // another of the ticket is open
		must(t, add(file("c", 2, 10)))
		must(t, add(file("d", 3, 11)))
		got, err := s.File(ctx, "a")
		must(t, err)
		if got != a {
			t.Errorf("added %+v, read %+v", a, got)
		}
		must(t, erase("a"), ErrStale) // it is needed
		a.State, a.Decided, a.Decider, a.Note = retail.FileRefused, 20, "olga", "why"
		must(t, decide(a))
		must(t, decide(a), ErrStale)
		must(t, decide(file("x", 1, 1)), ErrStale)
		must(t, erase("a"))
		must(t, erase("x"), ErrStale)
		a.Identity, a.Transfer = "", ""
		if got, err = s.File(ctx, "a"); err != nil || got != a {
			t.Errorf("erased %+v, read %+v: %v", a, got, err)
		}
		must(t, add(file("b", 1, 30)))
		ids := func(state retail.FileState) (list string) {
			for after := (Cursor{}); ; {
				page, err := s.Files(ctx, state, after, 2)
				must(t, err)
				if len(page) == 0 {
					return list
				}
				for _, f := range page {
					list, after = list+f.ID, f.Cursor()
				}
			}
		}
		if all, open, refused := ids(""), ids(retail.FileOpen), ids(retail.FileRefused); all != "bdca" || open != "bdc" || refused != "a" {
			t.Errorf("files %s, open %s, refused %s", all, open, refused)
		}
		_, err = s.File(ctx, "x")
		must(t, err, ErrUnknown)
	})
}

func TestSeeds(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		h := newHouse(t, d.fresh(t), Options{})
		_, err := h.Seeds(t.Context(), firstBlock)
		must(t, err, ErrUnknown)
		want := Seeds{firstBlock, []byte{1, 0}, []byte{0, 2}, 7}
		publish := func() error {
			return h.write(t, func(ctx context.Context, tx *Tx) error { return tx.AddSeeds(ctx, want) })
		}
		must(t, publish())
		must(t, publish(), ErrTaken)
		got, err := h.Seeds(t.Context(), firstBlock)
		must(t, err)
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("published %v, read %v", want, got)
		}
	})
}

func TestGuessesAreSwept(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		h := counterHouse(t, d.fresh(t), Options{})
		must(t, h.decide(t, 3, func(d *draft) error {
			d.guess(0, 5, 10) // until 15
			d.guess(1, 90, 10)
			d.guess(2, 5, 20)
			return nil
		}))
		must(t, h.write(t, func(ctx context.Context, tx *Tx) error {
			n, err := tx.SweepGuesses(ctx, 20, 50)
			if n != 1 {
				t.Errorf("%d were swept", n)
			}
			return err
		}))
		_, err := h.Guess(t.Context(), guessAbout(0))
		must(t, err, ErrUnknown)
		for _, i := range []int64{1, 2} {
			_, err := h.Guess(t.Context(), guessAbout(i))
			must(t, err)
		}
	})
}

// TestSuspects finds who saw a winner long before paying it, and about which winners somebody else asked after they were paid.
func TestSuspects(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		h := counterHouse(t, d.fresh(t), Options{})
		must(t, h.decide(t, 6, func(d *draft) error {
			for i, s := range []struct {
				at    int64
				by    PersonID
				state retail.ClaimState
			}{
				{1, "rita", retail.Paid},     // long before
				{40, "rita", retail.Paid},    // just in time
				{39, "rolf", retail.Paid},    // another's, before
				{51, "", retail.Paid},        // somebody's, after
				{51, "rita", retail.Paid},    // its own, after
				{1, "rita", retail.Reserved}, // not paid
			} {
				must(t, d.claim(int64(i), s.state, "rita", 50))
				d.see(int64(i), s.at, s.by, "pay")
			}
			return nil
		}))
		var list []Suspect
		for after := (Cursor{}); ; {
			page, err := h.Suspects(t.Context(), 10, after, 1)
			must(t, err)
			if len(page) == 0 {
				break
			}
			list, after = append(list, page...), page[0].Cursor()
		}
		if len(list) != 2 || list[0].Position != 0 || list[1].Position != 3 {
			t.Fatalf("suspects: %+v", list)
		}
		c, err := h.Claim(t.Context(), TicketRef{firstBlock, 3})
		must(t, err)
		if list[1].Claim != c || list[1].At != 51 || list[1].By != "" {
			t.Errorf("%+v", list[1])
		}
	})
}
