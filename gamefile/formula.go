package gamefile

import (
	"fmt"
	"slices"
	"strings"

	"tirage/bingo"
	"tirage/money"
)

// formula makes a formula of a tree, as far as the tree allows, and asks it what is wrong.
func (r *reader) formula(src []byte) *bingo.Formula {
	r.validate(rulingsSchema(formulaSchema, nil, false))
	root, currency := r.root, r.currency()
	f := &bingo.Formula{
		ID: root.get("id").str(), Code: uint16(root.get("code").int()), Version: uint32(root.get("version").int()), Digest: Digest(src),
		Name: root.get("name").both(), Source: root.get("source").both(), Demonstration: root.get("demonstration").both(),
		Currency: currency, Mode: choice(root.get("mode"), bingo.Multi, bingo.Single),
		Model:    choice(root.get("model"), bingo.Models...),
		Layout:   bingo.Options{EmptyColumns: root.get("layout").get("empty_columns").yes(), Sorted: root.get("layout").get("sorted").yes()},
		Lucky:    root.get("lucky").int(),
		MaxCards: root.get("max_cards").int(),
		Minimum:  bingo.Minimum{Players: 1, Cards: 1},
		Tie:      choice(root.get("tie"), bingo.ByPlayer, bingo.ByCard, bingo.ByGrid),
		End:      r.end(root.get("end")),
		Jackpot: bingo.Jackpot{
			Guarantee: r.amount(currency, root.get("jackpot").get("guarantee"), "/jackpot/guarantee"),
			Reading:   choice(root.get("jackpot").get("reading"), bingo.Reset, bingo.AtLeast),
		},
		InForce: bingo.InForce{
			Planned: root.get("in_force").get("planned").str(), Actual: root.get("in_force").get("actual").str(), Notice: root.get("in_force").get("notice").str(),
		},
	}
	for i, n := range root.get("stakes").items() {
		f.Stakes = append(f.Stakes, r.amount(f.Currency, n, fmt.Sprintf("/stakes/%d", i)))
	}
	if m := root.get("minimum"); m != nil {
		f.Minimum = bingo.Minimum{Players: m.get("players").int(), Cards: m.get("cards").int()}
	}
	r.rule(f)
	r.shares(f)
	for i, n := range root.get("figures").items() {
		f.Figures = append(f.Figures, r.figure(f.Currency, n, fmt.Sprintf("/figures/%d", i)))
	}
	r.papers(f)
	r.checkFormula(f)
	return f
}

// choice is the value that a node names, or zero.
func choice[T interface {
	comparable
	fmt.Stringer
}](n *node, values ...T) T {
	return choiceOf(n.str(), values...)
}

// choiceOf is the value of a name, or zero.
func choiceOf[T interface {
	comparable
	fmt.Stringer
}](name string, values ...T) (none T) {
	for _, v := range values {
		if name == v.String() {
			return v
		}
	}
	return none
}

func (n *node) yes() bool { return n != nil && n.kind == boolNode && n.text == "true" }

// end reads "first_full_grid", "all_figures" or {after_balls: 60}. What the schema has refused is no end.
func (r *reader) end(n *node) bingo.End {
	if balls := n.get(bingo.AfterBalls.String()).int(); balls > 0 {
		return bingo.End{Kind: bingo.AfterBalls, Balls: balls}
	}
	return bingo.End{Kind: choice(n, bingo.FirstFullGrid, bingo.AllFigures)}
}

func (r *reader) shares(f *bingo.Formula) {
	n := r.root.get("shares")
	f.Shares = bingo.Shares{
		Winners: r.share(n.get("winners"), "/shares/winners"), Pool: r.share(n.get("pool"), "/shares/pool"),
		Jackpot: r.share(n.get("jackpot"), "/shares/jackpot"), Fund: r.share(n.get("fund"), "/shares/fund"),
	}
	f.Remainders = choice(r.root.get("remainders"), bingo.FundAccount, bingo.OperatorAccount)
	if r.root.get("remainders") == nil && f.Mode == bingo.Single {
		f.Remainders = bingo.OperatorAccount // there are none
	}
}

// share reads a percentage as it is written, with or without its sign. What the schema has refused stays zero.
func (r *reader) share(n *node, pointer string) money.Share {
	if n == nil || n.kind != integerNode && n.kind != stringNode || r.seen[pointer] {
		return 0
	}
	text := strings.TrimSpace(n.text)
	if !strings.HasSuffix(text, "%") {
		text += "%"
	}
	s, err := money.ParseShare(text)
	if err != nil {
		r.at(pointer, "bad_share", fmt.Sprintf("%q is no share", clip(n.text)), `write a percentage from 0 % to 100 % with at most four decimals, as "47.72 %"`, false)
		return 0
	}
	return s
}

func (r *reader) figure(c money.Currency, n *node, path string) bingo.Figure {
	g := bingo.Figure{
		ID: n.get("id").str(), Name: n.get("name").both(),
		Lines: n.get("lines").int(), Full: n.get("full").yes(), Within: n.get("within").int(),
	}
	if n.kind == mapNode && n.get("lines") == nil && !g.Full && !r.seen[path+"/full"] {
		r.missing(path, "lines", "write how many lines it takes, or full: true")
	}
	prize := n.get("prize")
	path += "/prize"
	if prize.str() == bingo.JackpotPrize.String() {
		g.Prize.Kind = bingo.JackpotPrize
	}
	if prize == nil || len(prize.keys) != 1 || r.seen[path] {
		return g
	}
	path += "/" + escape(prize.keys[0].name)
	switch prize.keys[0].name {
	case bingo.PoolPrize.String():
		g.Prize = bingo.Prize{Kind: bingo.PoolPrize, Share: r.share(prize.list[0], path)}
	case bingo.MultiplePrize.String():
		g.Prize = bingo.Prize{Kind: bingo.MultiplePrize, Times: int64(prize.list[0].int())}
	case bingo.FundPrize.String():
		g.Prize = bingo.Prize{Kind: bingo.FundPrize, Amount: r.amount(c, prize.list[0], path)}
	}
	return g
}

func (r *reader) papers(f *bingo.Formula) {
	a := r.root.get("articles")
	f.Articles = bingo.Articles{
		Cards: a.get("cards").str(), Stakes: a.get("stakes").str(), Lucky: a.get("lucky").str(), Minimum: a.get("minimum").str(),
		Shares: a.get("shares").str(), Figures: a.get("figures").str(), Jackpot: a.get("jackpot").str(), End: a.get("end").str(),
	}
}

// optional lists what may be left out of a formula's file, and whose absence is then told by the formula itself.
var optional = []string{"lucky", "layout", "in_force", "demonstration", "rulings"}

// checkFormula asks the formula itself, as far as it was read without problems.
func (r *reader) checkFormula(f *bingo.Formula) {
	i := slices.IndexFunc(f.Figures, func(g bingo.Figure) bool { return g.Prize.Kind == bingo.JackpotPrize })
	if i >= 0 && r.root.get("jackpot") == nil && f.Mode == bingo.Multi {
		path := fmt.Sprintf("/figures/%d/prize", i)
		r.at(path, "no_guarantee", "this figure wins a jackpot of which nothing is said", "write jackpot: {guarantee: …, reading: reset}", false)
	}
	bad := r.missed()
	for _, p := range f.Check() {
		if r.full() {
			return
		}
		if !r.echoes(bad, p) {
			r.at(p.Path, p.Name, p.Message, p.Hint, p.Warning)
		}
	}
}

// echoes reports whether a problem of the formula only says in other words that the file could not be read there.
func (r *reader) echoes(bad map[string]bool, p bingo.Problem) bool {
	section, _, _ := strings.Cut(strings.TrimPrefix(p.Path, "/"), "/")
	if r.root.get(section) == nil && !slices.Contains(optional, section) {
		return true // the schema said that it is missing
	}
	for b := range bad {
		if b == p.Path || b != "" && strings.HasPrefix(p.Path, b+"/") {
			return true
		}
	}
	switch p.Name {
	case "jackpot_without_figure":
		return figuresSpoiled(bad, "prize")
	case "shares_do_not_add_up":
		return section == "figures" && figuresSpoiled(bad, "prize") || section != "figures" && spoiled(bad, p.Path)
	case "empty_pool", "unfunded":
		return spoiled(bad, "/shares")
	case "figures_out_of_order":
		return figuresSpoiled(bad, "lines") || figuresSpoiled(bad, "full")
	case "lines_and_full", "several_stakes", "jackpot_in_single":
		return false
	}
	return spoiled(bad, p.Path)
}

// figuresSpoiled reports whether a field of some figure, or a whole figure, could not be read.
func figuresSpoiled(bad map[string]bool, field string) bool {
	for b := range bad {
		if path, ok := strings.CutPrefix(b, "/figures/"); ok {
			if _, rest, deeper := strings.Cut(path, "/"); !deeper || rest == field || strings.HasPrefix(rest, field+"/") {
				return true
			}
		}
	}
	return false
}
