package bingo

// Never is the ball at which a line is complete whose numbers are not all drawn.
const Never = 255

// Ranks says at which ball, counted from 1, each ball was drawn.
type Ranks struct {
	machine Machine
	drawn   int
	// One entry for every number a byte of a grid can be: wider than a byte, as the compiler makes conditional moves of max
	// only from 16 bits on, and that is seven times as fast.
	at [256]uint32
	// The later of any two such ranks, by the first number and 256 times the second: two numbers of a grid are one index, which
	// saves a third of the work. It makes Ranks 64 KiB, of which those pairs that a grid can hold stay in the nearest cache.
	pairs [1 << 16]uint8
}

// NewRanks returns the ranks of balls in the order drawn: all balls of the machine, or those drawn so far. It refuses
// machine_unknown, ball_range for a ball that the machine has not, and ball_repeats.
func NewRanks(m Machine, order []Ball) (*Ranks, error) {
	r := new(Ranks)
	if err := r.set(m, order); err != nil {
		return nil, err
	}
	return r, nil
}

// set makes r what NewRanks returns, so that one Ranks serves many draws.
func (r *Ranks) set(m Machine, order []Ball) error {
	if !m.Known() {
		return refuse("machine_unknown", "there is no machine of %d balls: take 75 or 90", m.Balls())
	}
	r.machine, r.drawn = m, len(order)
	for i := range r.at {
		r.at[i] = Never
	}
	r.pairs[0] = Never
	for n := 1; n < len(r.pairs); n *= 2 {
		copy(r.pairs[n:], r.pairs[:n])
	}
	for i, b := range order {
		if !m.Has(b) {
			return refuse("ball_range", "ball %d of the draw is %d, which is not one of the %d balls", i+1, b, m.Balls())
		}
		if r.at[b] != Never {
			return refuse("ball_repeats", "ball %d of the draw is %d, which was drawn before as ball %d", i+1, b, r.at[b])
		}
		r.at[b] = uint32(i + 1)
		for _, earlier := range order[:i+1] {
			r.pairs[pair(earlier, b)], r.pairs[pair(b, earlier)] = uint8(i+1), uint8(i+1)
		}
	}
	return nil
}

// Of returns at which ball, counted from 1, a ball was drawn, or Never.
func (r *Ranks) Of(b Ball) int { return int(r.at[b]) }

// Drawn returns how many balls were drawn.
func (r *Ranks) Drawn() int { return r.drawn }

// First says at which ball a figure was first reached, and by whom.
type First struct {
	Ball  int   // counted from 1; 0 if no grid reached it
	Grids []int // the grids that reached it at this ball, ascending, counted from 0 over all grids
}

// Card returns which card a grid belongs to, and which of its grids it is, both counted from 0.
func (m Model) Card(grid int) (card, of int) { return grid / m.Grids(), grid % m.Grids() }

// Lines writes, for each grid, the balls at which one line, two lines, … are complete, ascending, or Never: as many
// as the grid has rows, of which the last is the full grid's. Numbers are those of whole cards one after the other, as in
// Card, and out must have room for one byte a row. It returns how many grids there were. Model and ranks must be of one
// machine, or nothing is done.
func (r *Ranks) Lines(m Model, numbers []Ball, out []uint8) int {
	grids := r.grids(m, numbers)
	if m.Machine() == Machine90 {
		for i := range grids {
			g := (*[15]Ball)(numbers[15*i:])
			a, b, c := three(r.line15(g, 0), r.line15(g, 5), r.line15(g, 10))
			o := out[3*i : 3*i+3 : 3*i+3]
			o[0], o[1], o[2] = uint8(a), uint8(b), uint8(c)
		}
		return grids
	}
	for i := range grids {
		g := (*[25]Ball)(numbers[25*i:])
		a, b, c, d, e := r.line25(g, 0), r.line25(g, 5), r.line25(g, 10), r.line25(g, 15), r.line25(g, 20)
		a, d = order(a, d) // a sorting network
		b, e = order(b, e)
		a, c = order(a, c)
		b, d = order(b, d)
		a, b = order(a, b)
		c, e = order(c, e)
		b, c = order(b, c)
		d, e = order(d, e)
		c, d = order(c, d)
		o := out[5*i : 5*i+5 : 5*i+5]
		o[0], o[1], o[2], o[3], o[4] = uint8(a), uint8(b), uint8(c), uint8(d), uint8(e)
	}
	return grids
}

// FirstLines returns, for one line, two lines, … up to the full grid, the ball at which the first of many grids completes them,
// and all grids that do so at this ball. Numbers are those of whole cards one after the other. With a model of another
// machine nothing is reached.
func (r *Ranks) FirstLines(m Model, numbers []Ball) []First {
	var f [5]lead
	for k := range f {
		f[k].ball = Never - 1
	}
	grids := r.grids(m, numbers)
	if m.Machine() == Machine90 {
		r.first90(numbers, grids, &f)
	} else {
		r.first75(numbers, grids, &f)
	}
	firsts := make([]First, m.Rows())
	for k := range firsts {
		if len(f[k].grids) > 0 {
			firsts[k] = First{Ball: int(f[k].ball), Grids: f[k].grids}
		}
	}
	return firsts
}

// lead is the best of the grids looked at so far.
type lead struct {
	ball  uint32
	grids []int
}

// meet takes note of a grid that is at least as early.
func (f *lead) meet(ball uint32, grid int) {
	if ball < f.ball {
		f.ball, f.grids = ball, f.grids[:0]
	}
	f.grids = append(f.grids, grid)
}

func (r *Ranks) grids(m Model, numbers []Ball) int {
	if !m.Known() || r.machine != m.Machine() {
		return 0
	}
	return len(numbers) / m.PerGrid()
}

func (r *Ranks) first90(numbers []Ball, grids int, f *[5]lead) {
	for i := range grids {
		g := (*[15]Ball)(numbers[15*i:])
		a, b, c := three(r.line15(g, 0), r.line15(g, 5), r.line15(g, 10))
		if a <= f[0].ball {
			f[0].meet(a, i)
		}
		if b <= f[1].ball {
			f[1].meet(b, i)
		}
		if c <= f[2].ball {
			f[2].meet(c, i)
		}
	}
}

func (r *Ranks) first75(numbers []Ball, grids int, f *[5]lead) {
	for i := range grids {
		g := (*[25]Ball)(numbers[25*i:])
		a, b, c, d, e := r.line25(g, 0), r.line25(g, 5), r.line25(g, 10), r.line25(g, 15), r.line25(g, 20)
		a, d = order(a, d) // the same network; a function of it is too big for the compiler to inline, and a tenth slower
		b, e = order(b, e)
		a, c = order(a, c)
		b, d = order(b, d)
		a, b = order(a, b)
		c, e = order(c, e)
		b, c = order(b, c)
		d, e = order(d, e)
		c, d = order(c, d)
		if a <= f[0].ball {
			f[0].meet(a, i)
		}
		if b <= f[1].ball {
			f[1].meet(b, i)
		}
		if c <= f[2].ball {
			f[2].meet(c, i)
		}
		if d <= f[3].ball {
			f[3].meet(d, i)
		}
		if e <= f[4].ball {
			f[4].meet(e, i)
		}
	}
}

// line15 and line25 return when the line of five numbers from place i on is complete.
func (r *Ranks) line15(g *[15]Ball, i int) uint32 {
	return max(max(uint32(r.pairs[pair(g[i], g[i+1])]), uint32(r.pairs[pair(g[i+2], g[i+3])])), r.at[g[i+4]])
}

func (r *Ranks) line25(g *[25]Ball, i int) uint32 {
	return max(max(uint32(r.pairs[pair(g[i], g[i+1])]), uint32(r.pairs[pair(g[i+2], g[i+3])])), r.at[g[i+4]])
}

// pair is the index of two numbers. Of neighbours in memory it is a single load.
func pair(x, y Ball) uint16 { return uint16(x) | uint16(y)<<8 }

// order returns two numbers ascending, and three returns three.
func order(x, y uint32) (low, high uint32) { return min(x, y), max(x, y) }

func three(x, y, z uint32) (a, b, c uint32) {
	low, high := min(x, y), max(x, y)
	return min(low, z), max(low, min(high, z)), max(high, z)
}
