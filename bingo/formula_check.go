package bingo

import (
	"fmt"
	"regexp"
	"strings"

	"tirage/money"
)

// The bounds of what a formula may hold. Together they keep every sum of one draw far inside the range of money.Cents.
const (
	MaxFormulaCode = 9999
	MaxFigures     = 16
	MaxStakes      = 16
	MaxStake       = money.Cents(100_000_00)
	MaxTimes       = 1_000_000
	MaxBalance     = money.Cents(1e15)
)

var (
	formulaID = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	figureID  = regexp.MustCompile(`^[a-z0-9]+(_[a-z0-9]+)*$`)
)

// checker collects what is wrong with a formula.
type checker struct {
	formula *Formula
	found   []Problem
}

func (c *checker) add(path, name, hint, format string, args ...any) {
	c.found = append(c.found, Problem{Path: path, Name: name, Message: fmt.Sprintf(format, args...), Hint: hint})
}

func (c *checker) warn(path, name, hint, format string, args ...any) {
	c.add(path, name, hint, format, args...)
	c.found[len(c.found)-1].Warning = true
}

func (c *checker) plain(a money.Cents) string { return c.formula.Currency.Plain(a) }

// Check returns everything that is wrong with a formula, each problem at its JSON pointer in the game file. A formula with
// problems that are no warnings must not be played: the other functions of this package expect one without.
func (f *Formula) Check() []Problem {
	c := &checker{formula: f}
	c.identity()
	c.sale()
	c.shares()
	c.jackpot()
	c.figures()
	c.end()
	c.papers()
	return c.found
}

// playable returns the first problem that is no warning, as an error.
func (f *Formula) playable() error {
	for _, p := range f.Check() {
		if !p.Warning {
			return p
		}
	}
	return nil
}

func (c *checker) identity() {
	f := c.formula
	if !formulaID.MatchString(f.ID) || len(f.ID) > 40 {
		c.add("/id", "bad_form", "use lower-case letters and digits with hyphens between them", "%.60q cannot be a formula's id", f.ID)
	}
	if f.Code < 1 || f.Code > MaxFormulaCode {
		c.add("/code", "out_of_range", "choose a free code from 1 to 9999", "formula code %d does not fit the identity of draws", f.Code)
	}
	if f.Version == 0 {
		c.add("/version", "out_of_range", "start at 1", "versions count from 1")
	}
	c.text("/name", f.Name)
	c.text("/source", f.Source)
	if (f.Demonstration != money.Text{}) {
		c.text("/demonstration", f.Demonstration)
	}
	if _, err := money.ParseCurrency(f.Currency.Code); err != nil {
		c.add("/currency", "not_in_list", "write a code such as EUR", "%.20q is no currency", f.Currency.Code)
	}
	if f.Mode.String() == "" {
		c.add("/mode", "not_in_list", "write multi or single", "the mode of play is missing")
	}
	if !f.Model.Known() {
		c.add("/model", "not_in_list", "name one of the card models", "there is no such card model")
	}
}

// text wants both languages.
func (c *checker) text(path string, t money.Text) {
	for _, l := range []struct{ key, text, name string }{{"fr", t.FR, "French"}, {"en", t.EN, "English"}} {
		if strings.TrimSpace(l.text) == "" {
			c.add(path+"/"+l.key, "empty", "write it in both languages", "the %s text is missing", l.name)
		}
	}
}

func (c *checker) sale() {
	f := c.formula
	c.stakes()
	switch {
	case f.Lucky < 0 || f.Lucky > MaxLucky:
		c.add("/lucky", "out_of_range", "write 0 to forbid them", "a player chooses at most %d lucky numbers, not %d", MaxLucky, f.Lucky)
	case f.Lucky > 0 && f.Mode == Single:
		c.add("/lucky", "lucky_in_single", "write 0", "lucky numbers exist in multiplayer formulas only (art. 2.2)")
	}
	if !f.Model.Known() {
		return
	}
	if f.Model == Variant90 && f.Layout.Sorted && f.Layout.EmptyColumns {
		c.add("/layout", "sorted_empty_columns", "choose one or the other", "there is no way yet to make sorted strips with empty columns")
	}
	most := f.Model.MaxPerDraw()
	if f.MaxCards < 1 || f.MaxCards > most {
		c.add("/max_cards", "out_of_range", "25 classic or 12 variant cards are the limit (art. 2.2)",
			"a player takes from 1 to %d cards of this model in a draw, not %d", most, f.MaxCards)
	}
	m := f.Minimum
	switch {
	case m.Players < 1 || m.Cards < 1:
		c.add("/minimum", "out_of_range", "write 1 where there is no minimum", "a draw needs at least one player and one card")
	case f.Mode == Single && m.Players > 1:
		c.add("/minimum/players", "players_in_single", "write 1", "a single-player formula cannot wait for %d players", m.Players)
	case f.Mode == Single && m.Cards > f.MaxCards:
		c.add("/minimum/cards", "minimum_above_maximum", "lower it", "one player takes at most %d cards, the draw needs %d", f.MaxCards, m.Cards)
	}
}

func (c *checker) stakes() {
	stakes := c.formula.Stakes
	switch {
	case len(stakes) == 0 || len(stakes) > MaxStakes:
		c.add("/stakes", "out_of_range", "write one price, or up to 16 to choose from", "a formula has from 1 to %d stakes, not %d", MaxStakes, len(stakes))
	case len(stakes) > 1 && c.formula.Mode == Multi:
		c.add("/stakes", "several_stakes", "write one formula per stake", "cards that share one pool cost the same")
	}
	for i, s := range stakes {
		path := fmt.Sprintf("/stakes/%d", i)
		if s <= 0 || s > MaxStake {
			c.add(path, "out_of_range", "write the price in the main unit", "a card cannot cost %s", c.plain(s))
		}
		if i > 0 && s <= stakes[i-1] {
			c.add(path, "stakes_out_of_order", "list them from the lowest to the highest, each once", "the stake %s stands after %s", c.plain(s), c.plain(stakes[i-1]))
		}
	}
}

func (c *checker) papers() {
	f := c.formula
	for _, d := range []struct{ key, date string }{{"planned", f.InForce.Planned}, {"actual", f.InForce.Actual}} {
		if d.date != "" && !isDate(d.date) {
			c.add("/in_force/"+d.key, "bad_date", "write year, month and day, as 2026-01-31", "%.40q is no date", d.date)
		}
	}
	c.rulings()
}
