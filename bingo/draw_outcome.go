package bingo

import "slices"

// Place is a grid that reached a figure, for its unit: of several grids of one unit the earliest to reach it, and of these
// the first sold.
type Place struct {
	Card int // counted from 0 in the order of sale
	Grid int // of the card, counted from 0
	Ball int // at which it reached the figure
}

// Won is what became of one figure.
type Won struct {
	Figure int     // counted from 0
	Ball   int     // at which it was reached first, 0 if it was not won
	Units  []Place // one for each unit that won it, in the order of their balls and then of sale
}

// Outcome is what the order of the balls decided.
type Outcome struct {
	Balls int   // called until the draw ends
	Won   []Won // by figure
}

// Units is how many units won each figure.
func (o *Outcome) Units() (units [MaxFigures]int) {
	for i := range o.Won {
		units[i] = len(o.Won[i].Units)
	}
	return units
}

// Decide finds who wins what, from the balls in their order and all cards one after the other, as Ranks.Lines reads them.
// players[i] is the number of the player who has card i. It does not look at money. The order must hold the balls up to the
// end of the draw, at most all of the machine; it returns the refusals of NewRanks.
func (f *Formula) Decide(order, numbers []Ball, players []int32) (Outcome, error) {
	return f.decide(new(Ranks), order, numbers, players)
}

// decide is Decide with ranks to write over.
func (f *Formula) decide(ranks *Ranks, order, numbers []Ball, players []int32) (Outcome, error) {
	if err := ranks.set(f.Model.Machine(), order); err != nil {
		return Outcome{}, err
	}
	if f.Mode == Single {
		return f.decideTable(ranks, numbers), nil
	}
	return f.decideRace(ranks, numbers, players), nil
}

// decideRace decides a multiplayer draw: a figure goes to all units that reach it at the first ball at which one does.
func (f *Formula) decideRace(ranks *Ranks, numbers []Ball, players []int32) Outcome {
	firsts := ranks.FirstLines(f.Model, numbers)
	o := Outcome{Won: make([]Won, len(f.Figures)), Balls: f.lastBall(firsts)}
	for i := range f.Figures {
		g := &f.Figures[i]
		first := firsts[f.lines(g)-1]
		o.Won[i].Figure = i
		if first.Ball == 0 || first.Ball > min(f.limit(g), o.Balls) {
			continue
		}
		o.Won[i].Ball = first.Ball
		o.Won[i].Units = f.units(first, players)
	}
	return o
}

// lastBall is the ball at which a race ends.
func (f *Formula) lastBall(firsts []First) int {
	switch f.End.Kind {
	case FirstFullGrid:
		if full := firsts[len(firsts)-1].Ball; full > 0 {
			return min(full, f.LastBall())
		}
	case AllFigures:
		last := 0
		for i := range f.Figures {
			at := f.limit(&f.Figures[i])
			if first := firsts[f.lines(&f.Figures[i])-1].Ball; first > 0 {
				at = min(at, first)
			}
			last = max(last, at)
		}
		return last
	default: // AfterBalls
	}
	return f.LastBall()
}

// units counts each unit once, for its first grid.
func (f *Formula) units(first First, players []int32) []Place {
	places := make([]Place, 0, min(len(first.Grids), 8))
	var seen map[int32]bool
	for _, n := range first.Grids {
		card, grid := f.Model.Card(n)
		switch f.Tie {
		case ByCard:
			if k := len(places); k > 0 && places[k-1].Card == card {
				continue
			}
		case ByPlayer:
			if seen == nil && len(first.Grids) > 1 {
				seen = make(map[int32]bool, 8)
			}
			if seen[players[card]] {
				continue
			}
			if seen != nil {
				seen[players[card]] = true
			}
		case ByGrid:
		}
		places = append(places, Place{Card: card, Grid: grid, Ball: first.Ball})
	}
	return places
}

// decideTable decides a single-player draw: a figure goes to every unit that reaches it within its balls.
func (f *Formula) decideTable(ranks *Ranks, numbers []Ball) Outcome {
	o := Outcome{Won: make([]Won, len(f.Figures)), Balls: f.LastBall()}
	rows := f.Model.Rows()
	lines := make([]uint8, len(numbers)/PerRow)
	grids := ranks.Lines(f.Model, numbers, lines)
	for i := range f.Figures {
		g, w := &f.Figures[i], &o.Won[i]
		w.Figure = i
		for n := range grids {
			ball := int(lines[n*rows+f.lines(g)-1])
			if ball > f.limit(g) {
				continue
			}
			card, grid := f.Model.Card(n)
			if k := len(w.Units) - 1; f.Tie == ByCard && k >= 0 && w.Units[k].Card == card {
				if ball < w.Units[k].Ball {
					w.Units[k] = Place{card, grid, ball}
				}
				continue
			}
			w.Units = append(w.Units, Place{card, grid, ball})
		}
		slices.SortStableFunc(w.Units, func(a, b Place) int { return a.Ball - b.Ball })
		if len(w.Units) > 0 {
			w.Ball = w.Units[0].Ball
		}
	}
	return o
}
