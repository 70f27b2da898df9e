package bingo

import (
	"fmt"

	"tirage/money"
)

// shares checks that what is promised of the stakes adds up, and says by how much it does not.
func (c *checker) shares() {
	f, s := c.formula, c.formula.Shares
	for _, part := range []struct {
		key   string
		share money.Share
	}{{"winners", s.Winners}, {"pool", s.Pool}, {"jackpot", s.Jackpot}, {"fund", s.Fund}} {
		if part.share < 0 || part.share > money.Whole {
			c.add("/shares/"+part.key, "out_of_range", "write from 0% to 100%", "%s of the stakes cannot be set apart", part.share)
			return
		}
	}
	if f.Remainders != FundAccount && f.Remainders != OperatorAccount {
		c.add("/remainders", "not_in_list", "write fund or operator", "no account takes what rounding leaves")
	}
	if f.Mode == Single {
		if (s != Shares{}) {
			c.add("/shares", "shares_in_single", "leave the shares out", "a single-player formula pays by its table, not from shares of the stakes")
		}
		return
	}
	if sum := s.Pool + s.Jackpot + s.Fund; sum != s.Winners {
		c.add("/shares", "shares_do_not_add_up", "correct one of the shares",
			"pool %s, jackpot %s and fund %s make %s, the winners' share is %s: %s", s.Pool, s.Jackpot, s.Fund, sum, s.Winners, off(sum, s.Winners))
	}
	sum, pays := money.Share(0), false
	for i := range f.Figures {
		if p := f.Figures[i].Prize; p.Kind == PoolPrize {
			pays = true
			if p.Share <= 0 || p.Share > money.Whole {
				c.add(fmt.Sprintf("/figures/%d/prize/pool_share", i), "out_of_range", "write a part of the pool, such as 29%", "a figure cannot pay %s of the pool", p.Share)
				return
			}
			sum += p.Share
		}
	}
	switch {
	case pays && s.Pool == 0:
		c.add("/shares/pool", "empty_pool", "give the pool a share of the stakes", "figures pay shares of a pool that has nothing")
	case (pays || s.Pool > 0) && sum != money.Whole:
		c.add("/figures", "shares_do_not_add_up", "correct the share of a figure", "the figures share out %s of the pool: %s", sum, off(sum, money.Whole))
	}
}

// off says how far a sum of shares is from what it should be.
func off(sum, want money.Share) string {
	if sum > want {
		return (sum - want).String() + " too much"
	}
	return (want - sum).String() + " too little"
}

func (c *checker) jackpot() {
	f, j := c.formula, c.formula.Jackpot
	has := f.Has(JackpotPrize)
	switch {
	case !has && f.Shares.Jackpot > 0:
		c.add("/shares/jackpot", "jackpot_without_figure", "name the figure that wins it", "the jackpot grows and no figure wins it")
	case !has && j != Jackpot{}:
		c.add("/jackpot", "jackpot_without_figure", "name the figure that wins it, or leave the jackpot out", "no figure wins the jackpot")
	case !has || f.Mode == Single: // prize tells
	case j.Guarantee <= 0 || j.Guarantee > MaxBalance:
		c.add("/jackpot/guarantee", "no_guarantee", "write the guaranteed amount", "a figure wins the jackpot, whose guarantee cannot be %s", c.plain(j.Guarantee))
	case j.Reading.String() == "":
		c.add("/jackpot/reading", "not_in_list", "write reset or at_least", "nothing says how the guarantee is kept")
	case f.Shares.Fund == 0:
		c.warn("/shares/fund", "unfunded", "give the fund a share of the stakes", "the fund guarantees %s and receives nothing: the operator will advance it all", c.plain(j.Guarantee))
	}
}

func (c *checker) figures() {
	f := c.formula
	if len(f.Figures) == 0 || len(f.Figures) > MaxFigures {
		c.add("/figures", "out_of_range", "name what can be won", "a formula has from 1 to %d figures, not %d", MaxFigures, len(f.Figures))
	}
	if f.Tie.String() == "" {
		c.add("/tie", "not_in_list", "write player, card or grid", "nothing says who counts once when several win together")
	} else if f.Mode == Single && f.Tie == ByPlayer {
		c.add("/tie", "player_in_single", "write card or grid", "one player plays: each card or grid is paid for itself")
	}
	ids, jackpots := map[string]bool{}, 0
	for i := range f.Figures {
		g := &f.Figures[i]
		path := fmt.Sprintf("/figures/%d", i)
		if !figureID.MatchString(g.ID) || len(g.ID) > 40 {
			c.add(path+"/id", "bad_form", "use lower-case letters and digits with _ between them", "%.60q cannot be a figure's id", g.ID)
		}
		if ids[g.ID] {
			c.add(path+"/id", "repeated_figure", "give each figure its own id", "two figures are called %q", g.ID)
		}
		ids[g.ID] = true
		c.text(path+"/name", g.Name)
		c.prize(path+"/prize", g.Prize)
		if g.Prize.Kind == JackpotPrize {
			jackpots++
			if jackpots == 2 {
				c.add(path+"/prize", "several_jackpots", "keep one", "two figures win the jackpot")
			}
		}
		if f.Model.Known() {
			c.reach(path, i)
		}
	}
}

// reach checks that a figure can be reached, and stands behind those that are reached before it.
func (c *checker) reach(path string, i int) {
	f := c.formula
	g := &f.Figures[i]
	switch {
	case g.Full && g.Lines != 0:
		c.add(path, "lines_and_full", "write one of them", "a figure is a number of lines or the full grid, not both")
		return
	case !g.Full && (g.Lines < 1 || g.Lines > f.Model.Rows()):
		c.add(path+"/lines", "unreachable_figure", fmt.Sprintf("write 1 to %d lines, or the full grid", f.Model.Rows()),
			"a grid has %d lines, the figure wants %d", f.Model.Rows(), g.Lines)
		return
	case g.Within < 0 || g.Within > f.Balls():
		c.add(path+"/within", "out_of_range", "leave it out where there is no limit", "there are %d balls, the figure is to be reached within %d", f.Balls(), g.Within)
		return
	}
	if needs := f.lines(g) * PerRow; f.limit(g) < needs {
		c.add(path+"/within", "unreachable_figure", "raise the limit, or the balls of the draw", "the figure needs %d balls and may take only %d", needs, f.limit(g))
	}
	if i > 0 {
		if before := f.lines(&f.Figures[i-1]); before > f.lines(g) && before <= f.Model.Rows() {
			c.add(path, "figures_out_of_order", "list figures from the fewest lines to the full grid", "%d lines stand after %d", f.lines(g), before)
		}
	}
}

func (c *checker) prize(path string, p Prize) {
	single := c.formula.Mode == Single
	switch p.Kind {
	case PoolPrize:
		if single {
			c.add(path, "pool_in_single", "pay a multiple of the stake", "a single-player formula has no pool")
		}
	case JackpotPrize: // jackpot tells the rest
		if single {
			c.add(path, "jackpot_in_single", "pay a multiple of the stake", "a single-player formula has no jackpot")
		}
	case MultiplePrize:
		if p.Times < 1 || p.Times > MaxTimes {
			c.add(path+"/multiple", "out_of_range", "write a whole number", "a prize cannot be %d times the stake", p.Times)
		}
	case FundPrize:
		switch {
		case single:
			c.add(path, "fund_in_single", "pay a multiple of the stake", "a single-player formula has no fund")
		case p.Amount <= 0 || p.Amount > MaxBalance:
			c.add(path+"/from_fund", "out_of_range", "write the amount in the main unit", "a prize cannot be %s", c.plain(p.Amount))
		case c.formula.Shares.Fund == 0:
			c.warn("/shares/fund", "unfunded", "give the fund a share of the stakes", "the fund pays a prize and receives nothing: the operator will advance it all")
		}
	default:
		c.add(path, "not_in_list", "write pool_share, jackpot, multiple or from_fund", "nothing says what the figure pays")
	}
}

func (c *checker) end() {
	f := c.formula
	switch f.End.Kind {
	case FirstFullGrid, AllFigures:
		if f.Mode == Single {
			c.add("/end", "end_in_single", "end after a number of balls", "in single-player mode each card is played to the limit of its figures")
		}
		if f.End.Balls != 0 {
			c.add("/end", "out_of_range", "leave it out", "this end has no number of balls")
		}
	case AfterBalls:
		if f.End.Balls < 1 || f.Model.Known() && f.End.Balls > f.Balls() {
			c.add("/end/after_balls", "out_of_range", "write how many balls are called", "a draw cannot end after %d balls", f.End.Balls)
		}
		for i := range f.Figures {
			if w := f.Figures[i].Within; w > f.End.Balls {
				c.add(fmt.Sprintf("/figures/%d/within", i), "limit_after_end", "lower it", "the draw ends after %d balls, before the limit of %d", f.End.Balls, w)
			}
		}
	default:
		c.add("/end", "not_in_list", "write first_full_grid, all_figures or after_balls", "nothing says when the draw ends")
	}
}
