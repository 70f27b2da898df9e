package scratch

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"tirage/money"
)

// The bounds of serials and of what a block may hold.
const (
	MaxGameCode  = 9999
	MaxBlock     = 99_999_999
	MaxPack      = 1000
	MaxPacks     = 1_000_000
	MaxCells     = 2000
	maxLotAmount = money.Cents(1e15)
)

var (
	gameID    = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	surfaceID = regexp.MustCompile(`^[a-z0-9]+(_[a-z0-9]+)*$`)
)

// checker collects what is wrong with a game.
type checker struct {
	game  *Game
	found []Problem
}

func (c *checker) add(path, name, hint, format string, args ...any) {
	c.found = append(c.found, Problem{Path: path, Name: name, Message: fmt.Sprintf(format, args...), Hint: hint})
}

// plain writes an amount for a message.
func (c *checker) plain(a money.Cents) string { return c.game.Currency.Plain(a) }

// Check returns everything that is wrong with a game, each problem at its JSON pointer in the game file. It leaves surfaces
// without a mechanic alone, whose own problems mechanic.New has told, and compositions to NewPlan.
func (g *Game) Check() []Problem {
	c := &checker{game: g}
	c.identity()
	c.serials()
	c.dates()
	c.payment()
	c.lots()
	c.surfaces()
	c.mix()
	c.rulings()
	return c.found
}

func (c *checker) identity() {
	g := c.game
	if !gameID.MatchString(g.ID) || len(g.ID) > 40 {
		c.add("/id", "bad_form", "use lower-case letters and digits with hyphens between them", "%.60q cannot be a game's id", g.ID)
	}
	if g.Version == 0 {
		c.add("/version", "out_of_range", "start at 1", "versions count from 1")
	}
	c.text("/name", g.Name)
	c.text("/source", g.Source)
	c.text("/control_box", g.ControlBox)
	if (g.Reconstruction != money.Text{}) {
		c.text("/reconstruction", g.Reconstruction)
	}
	if g.Price <= 0 || g.Price > maxLotAmount {
		c.add("/price", "out_of_range", "write the price in the main unit", "a ticket cannot cost %s", c.plain(g.Price))
	}
	if _, err := money.ParseLang(string(g.Captions)); err != nil {
		c.add("/captions/language", "not_in_list", "write fr or en", "there is no language %.20q", g.Captions)
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

func (c *checker) article(path, article string) {
	if strings.TrimSpace(article) == "" {
		c.add(path, "no_article", "write the article of the regulation", "no article is named")
	}
}

func (c *checker) serials() {
	g := c.game
	if g.Code < 1 || g.Code > MaxGameCode {
		c.add("/game_code", "out_of_range", "choose a free code from 1 to 9999", "game code %d does not fit serials", g.Code)
	}
	sizes := g.BlockSize >= 1 && g.BlockSize <= MaxBlock
	if !sizes {
		c.add("/block", "out_of_range", "print several smaller blocks", "a block has from 1 to %d tickets, not %d", MaxBlock, g.BlockSize)
	}
	if g.PackSize < 1 || g.PackSize > MaxPack {
		c.add("/pack", "out_of_range", "choose a smaller pack", "a pack has from 1 to %d tickets, not %d", MaxPack, g.PackSize)
		return
	}
	if !sizes {
		return
	}
	if rest := g.BlockSize % g.PackSize; rest != 0 {
		c.add("/pack", "pack_does_not_divide", "choose a pack size that divides the block", "packs of %d leave %d of the %d tickets over", g.PackSize, rest, g.BlockSize)
	} else if packs := g.BlockSize / g.PackSize; packs > MaxPacks {
		c.add("/pack", "too_many_packs", "choose larger packs", "packs of %d make %d packs, serials count %d", g.PackSize, packs, MaxPacks)
	}
}

func (c *checker) dates() {
	f := c.game.InForce
	for _, d := range []struct{ key, date string }{{"planned", f.Planned}, {"actual", f.Actual}} {
		if d.date == "" {
			continue
		}
		if _, err := time.Parse("2006-01-02", d.date); err != nil {
			c.add("/in_force/"+d.key, "bad_date", "write year, month and day, as 2026-01-31", "%.40q is no date", d.date)
		}
	}
	if days := c.game.Claim.Days; days < 1 || days > 3650 {
		c.add("/claim/days", "out_of_range", "30 is usual", "claims cannot lapse after %d days", days)
	}
}

func (c *checker) payment() {
	switch p := c.game.Payment; {
	case p.Retailer < 0 || p.Centre < 0:
		c.add("/payment", "out_of_range", "write amounts of zero or more", "a threshold is negative")
	case p.Centre < p.Retailer:
		c.add("/payment/centre", "thresholds_out_of_order", "a centre pays at least what a retailer pays",
			"centres pay up to %s, less than the %s of retailers", c.plain(p.Centre), c.plain(p.Retailer))
	}
}

func (c *checker) lots() {
	t := c.game.Table
	c.article("/lots/article", t.Article)
	lots, total, above, exact := int64(0), money.Cents(0), money.Cents(0), true
	for i, l := range t.Lots {
		path := fmt.Sprintf("/lots/rows/%d", i)
		if l.Amount <= 0 || l.Amount > maxLotAmount {
			c.add(path+"/amount", "out_of_range", "check the zeros", "a lot cannot be %s", c.plain(l.Amount))
			exact = false
			continue
		}
		if l.Count < 1 || l.Count > MaxBlock {
			c.add(path+"/count", "out_of_range", "leave out a lot that no ticket has", "a lot cannot be on %d tickets", l.Count)
			exact = false
			continue
		}
		if above > 0 {
			c.order(path+"/amount", above, l.Amount)
		}
		above = l.Amount
		row, err := l.Amount.Mul(l.Count)
		if err == nil {
			total, err = total.Add(row)
		}
		if err != nil {
			c.add(path, "too_large", "check the zeros", "the table's total is out of range")
			return
		}
		lots += l.Count
		if l.Stated != 0 && l.Stated != row {
			c.add(path+"/total", "row_total", "correct the count, the amount or the total",
				"%d lots of %s make %s, not %s: %s", l.Count, c.plain(l.Amount), c.plain(row), c.plain(l.Stated), c.off(l.Stated, row))
		}
	}
	if exact {
		c.totals(lots, total)
	}
}

func (c *checker) order(path string, above, amount money.Cents) {
	switch {
	case amount == above:
		c.add(path, "repeated_lot", "join the two rows", "the lot %s is listed twice", c.plain(amount))
	case amount > above:
		c.add(path, "lots_out_of_order", "list lots from the highest to the lowest", "the lot %s stands below the smaller lot %s", c.plain(amount), c.plain(above))
	}
}

// off says how far a stated amount is from the true one.
func (c *checker) off(stated, sum money.Cents) string {
	if stated > sum {
		return c.plain(stated-sum) + " too much"
	}
	return c.plain(sum-stated) + " too little"
}

// totals compares the sums of the rows with what the table says and with the block.
func (c *checker) totals(lots int64, total money.Cents) {
	g := c.game
	if s := g.Table.Stated.Lots; s != lots {
		way, by := "too many", s-lots
		if by < 0 {
			way, by = "too few", -by
		}
		c.add("/lots/stated/lots", "stated_lots", "correct a count or the stated number", "the rows have %d lots, the table states %d: %d %s", lots, s, by, way)
	}
	if s := g.Table.Stated.Total; s != total {
		c.add("/lots/stated/total", "stated_total", "correct a row or the stated total", "the rows make %s, the table states %s: %s", c.plain(total), c.plain(s), c.off(s, total))
	}
	if lots > int64(g.BlockSize) && g.BlockSize > 0 {
		c.add("/lots/rows", "too_many_lots", "raise the block or lower the counts", "the table has %d lots, the block only %d tickets", lots, g.BlockSize)
	}
	if sales, err := g.Price.Mul(int64(g.BlockSize)); err == nil && g.Price > 0 && g.BlockSize > 0 && total >= sales {
		c.add("/lots/rows", "return_too_high", "lower the counts or raise the price", "a block pays %s and sells for %s: a return of 100 %% or more", c.plain(total), c.plain(sales))
	}
}
