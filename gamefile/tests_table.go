package gamefile

import (
	"fmt"
	"math/big"
	"regexp"
	"strings"

	"tirage/money"
)

// table compares the prize table, its compositions and its odds with what is expected.
func (t *tester) table(want *node) {
	lots, total := t.game.Table.Sum()
	if n := want.get("lots"); n != nil {
		t.run("number of lots", func() {
			if int64(n.int()) != lots {
				t.differs("/expect/lots", fmt.Sprintf("a block has %d lots, not %s", lots, n.text))
			}
		})
	}
	if n := want.get("total"); n != nil {
		t.run("total of lots", func() {
			if a := t.amount(t.game.Currency, n, "/expect/total"); a != total {
				t.differs("/expect/total", fmt.Sprintf("a block pays %s, not %s", t.game.Currency.Plain(total), t.game.Currency.Plain(a)))
			}
		})
	}
	if n := want.get("return"); n != nil {
		t.run("return", func() {
			sales := new(big.Int).Mul(big.NewInt(int64(t.game.Price)), big.NewInt(int64(t.game.BlockSize)))
			t.ratio("/expect/return", n.text, new(big.Rat).SetFrac(big.NewInt(int64(total)), sales))
		})
	}
	t.perLot(want.get("counts"), "/expect/counts", "tickets", func(amount money.Cents) (n int64) {
		for _, c := range t.plan.Compositions[1:] {
			if c.Amount == amount {
				n += c.Count
			}
		}
		return n
	})
	t.perLot(want.get("compositions"), "/expect/compositions", "compositions", func(amount money.Cents) (n int64) {
		for _, c := range t.plan.Compositions[1:] {
			if c.Amount == amount {
				n++
			}
		}
		return n
	})
	t.odds(want.get("odds"), lots)
}

// perLot compares one number for each lot listed.
func (t *tester) perLot(want *node, path, what string, count func(money.Cents) int64) {
	if want == nil {
		return
	}
	for i, k := range want.keys {
		at := path + "/" + escape(k.name)
		t.run(what+" with "+k.name, func() {
			amount, ok := t.lot(k.name, at)
			if n := count(amount); ok && n != int64(want.list[i].int()) {
				t.differs(at, fmt.Sprintf("there are %d %s with %s, not %s", n, what, k.name, want.list[i].text))
			}
		})
	}
}

// lot is the amount of a lot of the table.
func (t *tester) lot(text, path string) (money.Cents, bool) {
	a, err := money.Parse(text, t.game.Currency)
	for _, l := range t.game.Table.Lots {
		if err == nil && l.Amount == a {
			return a, true
		}
	}
	t.at(path, "unknown_lot", fmt.Sprintf("the prize table has no lot of %.40q", text), "write an amount of the prize table", false)
	return 0, false
}

func (t *tester) odds(want *node, lots int64) {
	if want == nil {
		return
	}
	for i, k := range want.keys {
		path, count := "/expect/odds/"+escape(k.name), lots
		t.run("odds of "+k.name, func() {
			if k.name != "any" {
				amount, ok := t.lot(k.name, path)
				if !ok {
					return
				}
				for _, l := range t.game.Table.Lots {
					if l.Amount == amount {
						count = l.Count
					}
				}
			}
			t.ratio(path, want.list[i].text, new(big.Rat).SetFrac64(count, int64(t.game.BlockSize)))
		})
	}
}

var (
	fractionForm = regexp.MustCompile(`^(\d{1,18})\s*/\s*(\d{1,18})$`)
	percentForm  = regexp.MustCompile(`^(\d{1,9}(?:[.,]\d{1,9})?)\s*%$`)
	oneInForm    = regexp.MustCompile(`^1 in (\d{1,12}(?:[.,]\d{1,9})?)$`)
)

// ratio compares an exact ratio with a text: "2/2000000" and "70 %" must be equal to it, "1 in 3.81" once rounded to as many decimals.
func (t *testRun) ratio(path, text string, got *big.Rat) {
	text = strings.Join(strings.Fields(text), " ")
	switch {
	case fractionForm.MatchString(text):
		want, ok := new(big.Rat).SetString(strings.ReplaceAll(text, " ", ""))
		if !ok || want.Cmp(got) != 0 {
			t.differs(path, fmt.Sprintf("it is exactly %s, not %s", got.RatString(), text))
		}
	case percentForm.MatchString(text):
		want, _ := new(big.Rat).SetString(decimal(percentForm.FindStringSubmatch(text)[1]))
		if percent := new(big.Rat).Mul(got, big.NewRat(100, 1)); percent.Cmp(want) != 0 {
			t.differs(path, fmt.Sprintf("it is exactly %s, %s %%, not %s", got.RatString(), percent.FloatString(4), text))
		}
	case oneInForm.MatchString(text):
		want := decimal(oneInForm.FindStringSubmatch(text)[1])
		_, decimals, _ := strings.Cut(want, ".")
		if got.Sign() == 0 || new(big.Rat).Inv(got).FloatString(len(decimals)) != want {
			t.differs(path, fmt.Sprintf("it is exactly %s, 1 in %s", got.RatString(), inverse(got, max(2, len(decimals)))))
		}
	default:
		t.at(path, "bad_ratio", fmt.Sprintf("%.40q is no ratio", text), `write "2/2000000", "70 %" or "1 in 3.81"`, false)
	}
}

func decimal(text string) string { return strings.Replace(text, ",", ".", 1) }

func inverse(r *big.Rat, decimals int) string {
	if r.Sign() == 0 {
		return "never"
	}
	return new(big.Rat).Inv(r).FloatString(decimals)
}
