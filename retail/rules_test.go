package retail_test

import (
	"errors"
	"math/big"
	"slices"
	"strings"
	"testing"

	"tirage/money"
	"tirage/retail"
)

// TestMoves: of all moves by all parties, these are allowed and no others.
func TestMoves(t *testing.T) {
	states := []retail.PackState{"", retail.Received, retail.Confirmed, retail.Active, retail.Settled, retail.Returned, retail.Lost, retail.Stolen, "burnt"}
	// A letter for who may: h the house, c the counter, b both. From down, to across, in the order of states.
	table := []string{
		// .  rcv cnf act set ret los sto burnt
		"  .   h   .   .   .   .   .   .   .", // none
		"  .   .   c   .   .   h   b   b   .", // received
		"  .   .   .   c   .   h   b   b   .", // confirmed
		"  .   .   .   .   h   .   b   b   .", // active
		"  .   .   .   .   .   .   b   b   .", // settled
		"  .   .   .   .   .   .   .   .   .", // returned
		"  .   .   .   .   .   .   .   .   .", // lost
		"  .   .   .   .   .   .   .   .   .", // stolen
		"  .   .   .   .   .   .   .   .   .", // burnt
	}
	for i, from := range states {
		for j, to := range states {
			who := strings.Fields(table[i])[j]
			for _, by := range []retail.Party{retail.House, retail.Counter, 2} {
				allowed := who == "b" && by < 2 || who == "h" && by == retail.House || who == "c" && by == retail.Counter
				err := from.Move(to, by)
				var move *retail.BadMove
				switch {
				case allowed:
					if err != nil {
						t.Errorf("%q to %q by %d: %v", from, to, by, err)
					}
				case !errors.As(err, &move) || *move != retail.BadMove{From: from, To: to, By: by}:
					t.Errorf("%q to %q by %d: %v", from, to, by, err)
				case !strings.Contains(err.Error(), move.Text().EN) || !strings.Contains(move.Text().FR, "ne peut"):
					t.Errorf("%q to %q by %d is refused with %v, %v", from, to, by, err, move.Text())
				}
			}
		}
		if payable := from == retail.Active || from == retail.Settled; from.Payable() != payable {
			t.Errorf("%q pays: %v", from, from.Payable())
		}
	}
}

// rule is a sentence of the rules: an answer, and when it stands, whatever comes after it.
type rule struct {
	answer retail.Answer
	stands func(retail.Facts) bool
}

// The rules, as a retailer's handbook would list them, first to last.
var handbook = []rule{
	{"unknown_ticket", func(f retail.Facts) bool { return !f.VIRNRight }},
	{"void", func(f retail.Facts) bool { return f.ControlOpen }},
	{"already_paid", func(f retail.Facts) bool { return f.Claim == "paid" }},
	{"refunded", func(f retail.Facts) bool { return f.Claim == "refunded" }},
	{"exchanged", func(f retail.Facts) bool { return f.Claim == "exchanged" }},
	{"filed", func(f retail.Facts) bool { return f.Claim == "filed" }},
	{"opposed", func(f retail.Facts) bool { return f.Claim == "opposed" || f.Claim == "eaten" }},
	{"expired", func(f retail.Facts) bool { return f.Issue == "lapsed" }},
	{"expired", func(f retail.Facts) bool { return f.Lapses > 0 && f.Now >= f.Lapses }},
	{"pack_not_active", func(f retail.Facts) bool { return f.Issue == "" || f.Issue == "burnt" }},
	{"pack_not_active", func(f retail.Facts) bool { return f.Pack != "active" && f.Pack != "settled" }},
	{"no_lot", func(f retail.Facts) bool { return f.Amount == 0 }},
	{"reserved", func(f retail.Facts) bool { return f.Claim == "reserved" && !f.Mine && !f.ClaimExpired }},
	{"refer_file", func(f retail.Facts) bool { return f.Amount >= f.Centre+1 }},
	{"refer_centre", func(f retail.Facts) bool { return f.Amount >= f.Retailer+1 && f.At == retail.Retailer }},
	{"refer_centre", func(f retail.Facts) bool { return f.Amount >= f.Retailer+1 && f.At == retail.Anybody }},
	{"pay", func(retail.Facts) bool { return true }},
}

// TestJudge tries every combination of facts.
func TestJudge(t *testing.T) {
	both := []bool{false, true}
	claims := []retail.ClaimState{"", retail.Free, retail.Reserved, retail.Paid, retail.Filed, retail.Opposed, retail.Refunded, retail.Exchanged, "eaten"}
	packs := []retail.PackState{"", retail.Received, retail.Confirmed, retail.Active, retail.Settled, retail.Returned, retail.Lost, retail.Stolen}
	issues := []retail.IssueState{"", retail.Open, retail.Closed, retail.Lapsed, "burnt"}
	seen := map[retail.Answer]int{}
	try := func(f retail.Facts) {
		at := slices.IndexFunc(handbook, func(r rule) bool { return r.stands(f) })
		got := retail.Judge(f)
		seen[got]++
		if got != handbook[at].answer {
			t.Fatalf("%+v is answered %s, not %s", f, got, handbook[at].answer)
		}
	}
	for _, f := range combinations(both, claims, packs, issues) {
		for _, f.Lapses = range []int64{0, 1_000} {
			for _, f.Now = range []int64{999, 1_000, 1_001} {
				for _, f.Amount = range []money.Cents{0, 1, 300_00, 300_01, 30_000_00, 30_000_01} {
					f.Retailer, f.Centre = 300_00, 30_000_00
					for _, f.At = range []retail.Place{retail.Anybody, retail.Retailer, retail.Centre} {
						try(f)
					}
				}
			}
		}
	}
	for _, a := range retail.Answers() {
		if text := a.Text(); seen[a] == 0 || text.EN == string(a) || text.FR == text.EN {
			t.Errorf("%s was answered %d times: %v", a, seen[a], text)
		}
	}
	if len(seen) != len(retail.Answers()) {
		t.Errorf("the answers are %v", seen)
	}
}

// combinations are all of what is yes or no and all states.
func combinations(both []bool, claims []retail.ClaimState, packs []retail.PackState, issues []retail.IssueState) (all []retail.Facts) {
	var f retail.Facts
	for _, f.VIRNRight = range both {
		for _, f.ControlOpen = range both {
			for _, f.ClaimExpired = range both {
				for _, f.Mine = range both {
					for _, f.Claim = range claims {
						for _, f.Pack = range packs {
							for _, f.Issue = range issues {
								all = append(all, f)
							}
						}
					}
				}
			}
		}
	}
	return all
}

func TestCommission(t *testing.T) {
	for _, c := range []struct {
		price, want money.Cents
		ppm         int64
	}{
		{0, 0, 50_000},
		{300_00, 15_00, 50_000},
		{1, 0, 999_999},
		{1, 1, 1_000_000},
		{333_33, 16_66, 50_000},
		{19, 0, 50_000},
		{20, 1, 50_000},
		{1<<63 - 1, 1<<63 - 1, 1_000_000},
		{1<<63 - 1, 9_223_372_036_854, 1},
	} {
		if got, err := retail.Commission(c.price, c.ppm); err != nil || got != c.want {
			t.Errorf("%d ppm of %d are %d, %v; not %d", c.ppm, c.price, got, err, c.want)
		}
	}
	for price := money.Cents(1); price < 1<<62; price = price*7 + 3 {
		for ppm := int64(0); ppm <= 1_000_000; ppm += 31_357 {
			want := new(big.Int).Mul(big.NewInt(int64(price)), big.NewInt(ppm))
			want.Quo(want, big.NewInt(1_000_000))
			if got, err := retail.Commission(price, ppm); err != nil || int64(got) != want.Int64() {
				t.Fatalf("%d ppm of %d are %d, %v; not %v", ppm, price, got, err, want)
			}
		}
	}
	for _, c := range []struct {
		price money.Cents
		ppm   int64
	}{{-1, 50_000}, {100, -1}, {100, 1_000_001}} {
		if got, err := retail.Commission(c.price, c.ppm); !errors.Is(err, money.ErrShare) {
			t.Errorf("%d ppm of %d are %d, %v", c.ppm, c.price, got, err)
		}
	}
}

// TestLostPacks: a lost or stolen pack that was on sale is charged once and stays so, and comes back as what it was; others are neither.
func TestLostPacks(t *testing.T) {
	for _, s := range []retail.PackState{"", retail.Received, retail.Confirmed, retail.Active, retail.Settled, retail.Returned, retail.Lost, retail.Stolen, "burnt"} {
		for i := range 4 {
			activated, settled := i&1 != 0, i&2 != 0
			gone := s == retail.Lost || s == retail.Stolen
			for _, by := range []retail.Party{retail.House, retail.Counter} {
				to, err := s.Charge(activated, settled, by)
				switch charged := gone && activated && !settled && by == retail.House; {
				case charged && (err != nil || to != s):
					t.Errorf("%q is charged and becomes %q, %v", s, to, err)
				case !charged && (err == nil) != (s == retail.Active && by == retail.House), err == nil && !charged && to != retail.Settled:
					t.Errorf("%q, on sale %v, settled %v, becomes %q by %d, %v", s, activated, settled, to, by, err)
				}
			}
			want := retail.Active
			if settled {
				want = retail.Settled
			}
			if to, err := s.Restore(activated, settled); (err == nil) != (gone && activated) || err == nil && to != want {
				t.Errorf("%q, on sale %v, settled %v, comes back as %q, %v", s, activated, settled, to, err)
			}
		}
	}
}
