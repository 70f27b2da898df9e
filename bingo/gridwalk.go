package bingo

import (
	"fmt"
	"math/big"
	"slices"

	"tirage/fair"
)

// pattern says which rows of a card have a number, by column: bit r is row r, grid after grid.
type pattern [MaxColumns]uint32

// gridRows is how many rows a grid of a walk has, and the most numbers that a column of it holds.
const gridRows = 3

// strip is the shape of a card in which every number stands once, in grids of gridRows rows.
type strip struct {
	grids  int
	perRow int
	sizes  []int               // how many numbers each column has, at most MaxColumns of them
	least  int                 // numbers in each column of each grid
	weight [gridRows + 1]int64 // of a column of one grid, by how many numbers it holds
}

// gridWalk draws the pattern of a strip grid by grid, each pattern in proportion to the product of the weights of its
// columns. A state is what the columns still hold, in ascending order, so that strips whose columns change places
// share it; 177 states make the 90-ball strip. It never changes once built.
type gridWalk struct {
	shape  strip
	states []gridState
	start  int
	total  *big.Int // the sum of all patterns' weights: their number, if each weight is 1
	fills  []gridFill
}

// gridState chooses how many numbers each column of the next grid holds.
type gridState struct {
	pick  *fair.Weighted
	moves []gridMove
}

// gridMove is one such choice. It goes through the columns by what they hold: those of one number, of two, of three, of none, and
// among these in the state's order. There are many moves, and the walk waits for them to come from memory: so each is two words.
type gridMove struct {
	from uint64 // four bits for each of these columns: its place in the state's order; above them, the state after the move
	to   uint64 // four bits for each of these columns: its place in the next state's order; above them, which fills suit it
}

const moveBits = 4 * MaxColumns // of the places

func (m *gridMove) next() int { return int(m.from >> moveBits) }
func (m *gridMove) fill() int { return int(m.to >> moveBits) }

// gridFill lists the ways of setting numbers into the rows of columns that hold one, two, three or none, with every row full.
type gridFill struct {
	kinds [gridRows + 1]int // how many columns hold so many numbers
	codes []uint32          // three bits a column, bit r for row r
}

// left is what the columns still hold.
type left [MaxColumns]uint8

// gridBuilder is the working memory of a walk being built, by the number of grids to come.
type gridBuilder struct {
	*gridWalk
	ids     []map[left]int
	weights []map[left]*big.Int
	fillIDs map[[gridRows + 1]int]int
}

// newGridWalk builds the walk of a shape.
func newGridWalk(shape strip) (*gridWalk, error) {
	b := gridBuilder{gridWalk: &gridWalk{shape: shape}, fillIDs: map[[gridRows + 1]int]int{}}
	for range shape.grids + 1 {
		b.ids = append(b.ids, map[left]int{})
		b.weights = append(b.weights, map[left]*big.Int{})
	}
	var all left
	for i, n := range shape.sizes {
		all[i] = uint8(n)
	}
	if !slices.IsSorted(shape.sizes) {
		return nil, fmt.Errorf("bingo: the columns of a walk must be given by size")
	}
	total, err := b.build(shape.grids, all)
	if err != nil {
		return nil, err
	}
	if total.Sign() == 0 {
		return nil, fmt.Errorf("bingo: no card has this shape")
	}
	b.total, b.start = total, b.ids[shape.grids][all]
	return b.gridWalk, nil
}

// build returns the sum of the weights of all ways to fill the last grids with what is left, and makes their states.
func (b *gridBuilder) build(grids int, rest left) (*big.Int, error) {
	if w := b.weights[grids][rest]; w != nil {
		return w, nil
	}
	total := new(big.Int)
	b.weights[grids][rest] = total
	n := len(b.shape.sizes)
	for _, v := range rest[:n] {
		if int(v) < b.shape.least*grids || int(v) > gridRows*grids {
			return total, nil
		}
	}
	if grids == 0 {
		return total.SetInt64(1), nil
	}
	var state gridState
	var weights []*big.Int
	for counts := range b.counts(rest) {
		move, weight, after := b.move(rest, counts)
		if weight == 0 {
			continue
		}
		ways, err := b.build(grids-1, after)
		if err != nil {
			return nil, err
		}
		if ways.Sign() == 0 {
			continue
		}
		move.from |= uint64(b.ids[grids-1][after]) << moveBits
		state.moves = append(state.moves, move)
		product := new(big.Int).Mul(ways, big.NewInt(weight))
		weights = append(weights, product)
		total.Add(total, product)
	}
	if total.Sign() == 0 {
		return total, nil
	}
	var err error
	if state.pick, err = fair.NewWeighted(weights); err != nil {
		return nil, err
	}
	b.ids[grids][rest] = len(b.states)
	b.states = append(b.states, state)
	return total, nil
}

// counts yields, in lexicographic order, how many numbers the columns of one grid may hold.
func (b *gridBuilder) counts(rest left) func(yield func(left) bool) {
	n, want := len(b.shape.sizes), gridRows*b.shape.perRow
	return func(yield func(left) bool) {
		var counts left
		var descend func(i, sum int) bool
		descend = func(i, sum int) bool {
			if sum > want || sum+gridRows*(n-i) < want {
				return true
			}
			if i == n {
				return yield(counts)
			}
			for k := b.shape.least; k <= min(gridRows, int(rest[i])); k++ {
				counts[i] = uint8(k)
				if !descend(i+1, sum+k) {
					return false
				}
			}
			return true
		}
		descend(0, 0)
	}
}

// move returns the move of these counts but for its next state, the weight of the grid (its fills times the weights of its
// columns), and what is left after it, in ascending order.
func (b *gridBuilder) move(rest, counts left) (move gridMove, weight int64, after left) {
	n := len(b.shape.sizes)
	var kinds [gridRows + 1]int
	var order [MaxColumns]int
	weight = 1
	for i := range n {
		kinds[counts[i]]++
		weight *= b.shape.weight[counts[i]]
		order[i] = i
	}
	slices.SortStableFunc(order[:n], func(i, j int) int { return int(rest[i]-counts[i]) - int(rest[j]-counts[j]) })
	for i, from := range order[:n] {
		after[i] = rest[from] - counts[from]
	}
	at := 0
	for _, k := range []uint8{1, 2, 3, 0} {
		for i := range n {
			if counts[i] == k {
				move.from |= uint64(i) << at
				move.to |= uint64(slices.Index(order[:n], i)) << at
				at += 4
			}
		}
	}
	id, ok := b.fillIDs[kinds]
	if !ok {
		id = len(b.fills)
		b.fillIDs[kinds] = id
		b.fills = append(b.fills, newGridFill(kinds, b.shape.perRow))
	}
	move.to |= uint64(id) << moveBits
	return move, weight * int64(len(b.fills[id].codes)), after
}

// newGridFill lists the fills of kinds[k] columns of k numbers, in lexicographic order: columns of one first, then those of
// two, each through its sets of rows {0}, {1}, {2} or {0,1}, {0,2}, {1,2}.
func newGridFill(kinds [gridRows + 1]int, perRow int) gridFill {
	fill := gridFill{kinds: kinds}
	threes := (uint32(1)<<(3*kinds[3]) - 1) << (3 * (kinds[1] + kinds[2]))
	var rows [gridRows]int
	for r := range rows {
		rows[r] = perRow - kinds[3]
	}
	var descend func(i int, code uint32, rows [gridRows]int)
	descend = func(i int, code uint32, rows [gridRows]int) {
		if slices.Min(rows[:]) < 0 {
			return
		}
		if i == kinds[1]+kinds[2] {
			if slices.Max(rows[:]) == 0 {
				fill.codes = append(fill.codes, code|threes)
			}
			return
		}
		sets := [...]uint32{0b001, 0b010, 0b100}
		if i >= kinds[1] {
			sets = [...]uint32{0b011, 0b101, 0b110}
		}
		for _, set := range sets {
			next := rows
			for r := range next {
				next[r] -= int(set >> r & 1)
			}
			descend(i+1, code|set<<(3*i), next)
		}
	}
	descend(0, 0, rows)
	return fill
}

// draw draws a pattern with words of the tape. p must be zero.
func (w *gridWalk) draw(t *fair.Tape, p *pattern) {
	n := len(w.shape.sizes)
	var rows [16]uint32     // by column
	var orders [2][16]uint8 // the columns in the state's order, and in the next state's
	for c := range orders[0] {
		orders[0][c] = uint8(c)
	}
	state := &w.states[w.start]
	for g := range w.shape.grids {
		move := &state.moves[state.pick.Pick(t)]
		from, to := move.from, move.to
		codes := w.fills[move.fill()].codes
		code := codes[t.N(uint64(len(codes)))]
		state = &w.states[move.next()]
		order, after := &orders[g&1], &orders[g&1^1]
		shift := gridRows * g & 31
		for range n {
			column := order[from&15]
			rows[column&15] |= code & 7 << shift
			after[to&15] = column
			code, from, to = code>>3, from>>4, to>>4
		}
	}
	copy(p[:], rows[:])
}
