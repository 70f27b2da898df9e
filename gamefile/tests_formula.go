package gamefile

import (
	"fmt"
	"math/big"
	"strings"

	"tirage/bingo"
	"tirage/money"
	"tirage/scratch"
)

// RunFormulaTests runs a test file against its formula, which ReadFormula has returned. The name is only repeated in the
// results. A test file that cannot be read is a single result that says why.
func RunFormulaTests(f *bingo.Formula, name string, src []byte) []TestResult {
	r := readTests(name, src, formulaTestSchema, f.ID)
	if len(r.problems) > 0 {
		return r.unreadable()
	}
	t := formulaTester{testRun: testRun{reader: r}, formula: f, cards: map[string]bingo.Card{}, ledgers: map[string]bingo.Ledger{}}
	if n := r.root.get("of_stakes"); n != nil {
		t.ofStakes(n)
	}
	for i, n := range r.root.get("lucky").items() {
		t.lucky(n, fmt.Sprintf("/lucky/%d", i))
	}
	for i, n := range r.root.get("cards").items() {
		t.card(n, fmt.Sprintf("/cards/%d", i))
	}
	for i, n := range r.root.get("draws").items() {
		path := fmt.Sprintf("/draws/%d", i)
		t.run(n.get("name").str(), func() { t.draw(n, path) })
	}
	return t.results
}

// formulaTester runs the test file of a formula.
type formulaTester struct {
	testRun
	formula *bingo.Formula
	cards   map[string]bingo.Card   // by name
	ledgers map[string]bingo.Ledger // after each draw, by its name
}

// ofStakes compares exact parts of the stakes: accounts, and figures that share the pool.
func (t *formulaTester) ofStakes(want *node) {
	f := t.formula
	part := func(shares ...money.Share) *big.Rat {
		r := big.NewRat(1, 1)
		for _, s := range shares {
			r.Mul(r, big.NewRat(int64(s), int64(money.Whole)))
		}
		return r
	}
	known := []string{"winners", "pool", "jackpot", "fund", "operator"}
	parts := map[string]*big.Rat{
		"winners": part(f.Shares.Winners), "pool": part(f.Shares.Pool), "jackpot": part(f.Shares.Jackpot), "fund": part(f.Shares.Fund),
		"operator": part(money.Whole - f.Shares.Winners),
	}
	for i := range f.Figures {
		if g := &f.Figures[i]; g.Prize.Kind == bingo.PoolPrize && parts[g.ID] == nil {
			known, parts[g.ID] = append(known, g.ID), part(f.Shares.Pool, g.Prize.Share)
		}
	}
	for i, k := range want.keys {
		path := "/of_stakes/" + escape(k.name)
		t.run("part of the stakes: "+k.name, func() {
			if parts[k.name] == nil {
				t.at(path, "unknown_field", fmt.Sprintf("%.40q is no part of the stakes", k.name), scratch.Suggest(k.name, known), false)
				return
			}
			t.ratio(path, want.list[i].str(), parts[k.name])
		})
	}
}

// lucky compares what becomes of a choice of lucky numbers: taken, or the name of the refusal.
func (t *formulaTester) lucky(n *node, path string) {
	want := n.get("expect").str()
	t.run(n.get("name").str(), func() {
		var numbers []bingo.Ball
		for _, e := range n.get("numbers").items() {
			numbers = append(numbers, ball(e))
		}
		got, err := "taken", bingo.CheckLucky(t.formula.Model, numbers)
		switch most := t.formula.Lucky; {
		case most == 0:
			got = "not_offered"
		case len(numbers) > most:
			got = "too_many"
		case err != nil:
			got = bingo.RefusalName(err)
		}
		if got != want {
			t.differs(path+"/expect", fmt.Sprintf("it is %s, not %s", got, want))
		}
	})
}

// ball is a number of a card or a draw; what no ball can be becomes 0, which none is.
func ball(n *node) bingo.Ball {
	if i := n.int(); i > 0 && i <= bingo.MaxBalls {
		return bingo.Ball(i)
	}
	return 0
}

// card reads a card and compares what becomes of it: good, or the name of the refusal.
func (t *formulaTester) card(n *node, path string) {
	name := n.get("name").str()
	t.run("card "+name, func() {
		if _, twice := t.cards[name]; twice {
			t.at(path+"/name", "repeated_name", fmt.Sprintf("two cards are called %.60q", name), "give each its own name", false)
		}
		c := bingo.Card{Model: t.formula.Model}
		for _, row := range n.get("rows").items() {
			for _, e := range row.items() {
				c.Numbers = append(c.Numbers, ball(e))
			}
		}
		want, got, why := "good", "good", ""
		if n.get("expect") != nil {
			want = n.get("expect").str()
		}
		if err := c.Check(t.formula.Layout); err != nil {
			got = bingo.RefusalName(err)
			why = strings.TrimPrefix(err.Error(), got)
		} else {
			t.cards[name] = c
		}
		if got != want {
			t.differs(path+"/rows", fmt.Sprintf("the card is %s, not %s%s", got, want, why))
		}
	})
}

// draw settles a draw, played with cards or given by its winners, and compares its money.
func (t *formulaTester) draw(n *node, path string) {
	f := t.formula
	ledger := bingo.OpenLedger(f)
	if after := n.get("after"); after != nil {
		before, known := t.ledgers[after.str()]
		if !known {
			t.at(path+"/after", "unknown_draw", fmt.Sprintf("no draw above is called %.60q", after.str()), "write the name of a draw above", false)
			return
		}
		ledger = before
	}
	r := bingo.Result{Cards: n.get("cards").int(), Unit: f.Stakes[0], Super: t.amount(f.Currency, n.get("super"), path+"/super")}
	if stake := n.get("stake"); stake != nil {
		r.Unit = t.amount(f.Currency, stake, path+"/stake")
	}
	switch {
	case n.get("players") != nil:
		t.play(n, path, &r)
	case n.get("cards") != nil:
		t.won(n.get("won"), path+"/won", &r)
	default:
		t.missing(path, "players", "write who plays with which cards, or how many cards are sold and who won")
	}
	if len(t.problems) > 0 {
		return
	}
	before := ledger
	settled, err := ledger.Add(f, &r)
	if err != nil {
		t.at(path, bingo.RefusalName(err), err.Error(), "", false)
		return
	}
	t.ledgers[n.get("name").str()] = ledger
	terms, _, err := f.Terms(r.Unit, r.Cards, before.Balances[bingo.JackpotAccount], before.Balances[bingo.FundAccount], r.Super)
	if err != nil {
		t.at(path, bingo.RefusalName(err), err.Error(), "", false)
		return
	}
	t.money(n.get("expect"), path+"/expect", &terms, &settled, &ledger)
}

// figureOf is the number of a figure by its id, -1 for none.
func (t *formulaTester) figureOf(id, path string) int {
	known := make([]string, len(t.formula.Figures))
	for i := range t.formula.Figures {
		if known[i] = t.formula.Figures[i].ID; known[i] == id {
			return i
		}
	}
	t.at(path, "unknown_field", fmt.Sprintf("no figure is called %.40q", id), scratch.Suggest(id, known), false)
	return -1
}

// won reads how many players, cards or grids won each figure.
func (t *formulaTester) won(n *node, path string, r *bingo.Result) {
	if n == nil {
		return
	}
	for i, k := range n.keys {
		if g := t.figureOf(k.name, path+"/"+escape(k.name)); g >= 0 {
			r.Units[g] = n.list[i].int()
		}
	}
}

// play decides a draw with the cards of its players and the balls in their order; those that are not written follow in
// ascending order.
func (t *formulaTester) play(n *node, path string, r *bingo.Result) {
	var (
		names   []string
		numbers []bingo.Ball
		players []int32
	)
	for i, k := range n.get("players").keys {
		names = append(names, k.name)
		for j, e := range n.get("players").list[i].items() {
			c, known := t.cards[e.str()]
			if !known {
				t.at(fmt.Sprintf("%s/players/%s/%d", path, escape(k.name), j), "unknown_card", fmt.Sprintf("no good card above is called %.40q", e.str()), "write its name", false)
				return
			}
			numbers, players = append(numbers, c.Numbers...), append(players, int32(i))
		}
	}
	outcome, err := t.formula.Decide(t.order(n.get("balls")), numbers, players)
	if err != nil {
		t.at(path+"/balls", bingo.RefusalName(err), err.Error(), "", false)
		return
	}
	r.Cards, r.Units = len(players), outcome.Units()
	t.outcome(n.get("expect"), path+"/expect", &outcome, func(p bingo.Place) string { return names[players[p.Card]] })
}

func (t *formulaTester) order(n *node) []bingo.Ball {
	var order []bingo.Ball
	var written [bingo.MaxBalls + 1]bool
	for _, e := range n.items() {
		b := ball(e)
		order, written[b] = append(order, b), true
	}
	for b := bingo.Ball(1); int(b) <= t.formula.Balls(); b++ {
		if !written[b] {
			order = append(order, b)
		}
	}
	return order
}

// outcome compares who won what at which ball, and when the draw ended.
func (t *formulaTester) outcome(want *node, path string, got *bingo.Outcome, who func(bingo.Place) string) {
	if n := want.get("balls"); n != nil && n.int() != got.Balls {
		t.differs(path+"/balls", fmt.Sprintf("the draw ends at ball %d, not %d", got.Balls, n.int()))
	}
	won := want.get("won")
	if won == nil {
		return
	}
	for i, k := range won.keys {
		at := path + "/won/" + escape(k.name)
		g := t.figureOf(k.name, at)
		if g < 0 {
			continue
		}
		w := got.Won[g]
		if n := won.list[i].get("ball"); n != nil && n.int() != w.Ball {
			t.differs(at+"/ball", fmt.Sprintf("it is won at ball %d, not %d", w.Ball, n.int()))
		}
		names, wanted := make([]string, len(w.Units)), make([]string, 0, 4)
		for j, p := range w.Units {
			names[j] = who(p)
		}
		for _, e := range won.list[i].get("by").items() {
			wanted = append(wanted, e.str())
		}
		if g, w := strings.Join(names, ", "), strings.Join(wanted, ", "); won.list[i].get("by") != nil && g != w {
			t.differs(at+"/by", fmt.Sprintf("it is won by %s, not by %s", nobody(g), nobody(w)))
		}
	}
}

func nobody(names string) string {
	if names == "" {
		return "nobody"
	}
	return names
}

// money compares what a draw played for, what its winners get, and what stands on the accounts after it.
func (t *formulaTester) money(want *node, path string, terms *bingo.Terms, settled *bingo.Settlement, after *bingo.Ledger) {
	f, split := t.formula, &terms.Split
	for _, c := range []struct {
		key string
		got money.Cents
	}{
		{"stakes", split.Stakes},
		{"winners", split.Winners},
		{"operator", split.Operator},
		{"growth", split.Jackpot},
		{"fund", split.Fund},
		{"jackpot", f.JackpotOf(terms)},
		{"paid", settled.Paid},
	} {
		t.cents(want.get(c.key), path+"/"+c.key, c.got)
	}
	for _, m := range []struct {
		key string
		got func(figure int) money.Cents
	}{
		{"prizes", func(g int) money.Cents { return f.Prize(terms, g) }},
		{"each", func(g int) money.Cents { return settled.Each[g] }},
	} {
		n := want.get(m.key)
		if n == nil {
			continue
		}
		for i, k := range n.keys {
			at := path + "/" + m.key + "/" + escape(k.name)
			if g := t.figureOf(k.name, at); g >= 0 {
				t.cents(n.list[i], at, m.got(g))
			}
		}
	}
	for _, a := range []bingo.Account{bingo.OperatorAccount, bingo.FundAccount, bingo.JackpotAccount} {
		t.cents(want.get("balances").get(a.String()), path+"/balances/"+a.String(), after.Balances[a])
	}
}

// cents compares an amount, which may stand below zero; nothing is expected where nothing is written.
func (t *formulaTester) cents(want *node, path string, got money.Cents) {
	if want == nil {
		return
	}
	c := t.formula.Currency
	a, err := money.Parse(want.str(), c)
	if err != nil {
		t.at(path, "bad_amount", strings.TrimPrefix(err.Error(), "money: "), `write the main unit, as 20, "0.50" or "-7500"`, false)
		return
	}
	if a != got {
		t.differs(path, fmt.Sprintf("it is %s, not %s", c.Plain(got), c.Plain(a)))
	}
}
