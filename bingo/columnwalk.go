package bingo

import (
	"fmt"
	"math/big"
	"math/bits"

	"tirage/fair"
)

// MaxRows bounds the rows of a card: six grids of three, or three of five.
const MaxRows = 18

// rowShape is the shape of a card whose rows can change places: nothing ties some of its rows together.
type rowShape struct {
	rows    int
	perRow  int          // at most PerRow
	columns []columnRule // at most MaxColumns
}

// columnRule gives, by how many numbers a column may hold, the weight of each set of rows for them.
type columnRule []*big.Int

// columnWalk draws a pattern column by column, each pattern in proportion to the product of the weights of its columns.
// A state is how many rows still want how many numbers; 566 states make the 90-ball strip. It never changes once built.
type columnWalk struct {
	shape  rowShape
	states []columnState
	start  int
	total  *big.Int // the sum of all patterns' weights
}

// columnState chooses how many rows of each kind get a number in the next column.
type columnState struct {
	kinds wants
	pick  *fair.Weighted
	moves []columnMove
}

// columnMove is one such choice.
type columnMove struct {
	next uint32
	take wants // by want: how many of those rows get a number
	word bound // of the word that chooses them
}

// wants counts rows by how many numbers they still want.
type wants [PerRow + 1]uint8

// columnBuilder is the working memory of a walk being built, by column.
type columnBuilder struct {
	*columnWalk
	ids     []map[wants]int
	weights []map[wants]*big.Int
}

// newColumnWalk builds the walk of a shape.
func newColumnWalk(shape rowShape) (*columnWalk, error) {
	b := columnBuilder{columnWalk: &columnWalk{shape: shape}}
	for range len(shape.columns) + 1 {
		b.ids = append(b.ids, map[wants]int{})
		b.weights = append(b.weights, map[wants]*big.Int{})
	}
	var all wants
	all[shape.perRow] = uint8(shape.rows)
	total, err := b.build(0, all)
	if err != nil {
		return nil, err
	}
	if total.Sign() == 0 {
		return nil, fmt.Errorf("bingo: no card has this shape")
	}
	b.total, b.start = total, b.ids[0][all]
	return b.columnWalk, nil
}

// build returns the sum of the weights of all ways to fill the columns from this one on, and makes their states.
func (b *columnBuilder) build(column int, kinds wants) (*big.Int, error) {
	if w := b.weights[column][kinds]; w != nil {
		return w, nil
	}
	total := new(big.Int)
	b.weights[column][kinds] = total
	for want, rows := range kinds {
		if rows > 0 && want > len(b.shape.columns)-column {
			return total, nil
		}
	}
	if column == len(b.shape.columns) {
		return total.SetInt64(1), nil
	}
	state := columnState{kinds: kinds}
	var weights []*big.Int
	for take := range b.takes(column, kinds) {
		move := columnMove{take: take}
		after, count := kinds, 0
		product := big.NewInt(1)
		var bounds []uint64
		for want := PerRow; want > 0; want-- {
			x := take[want]
			after[want] -= x
			after[want-1] += x
			count += int(x)
			product.Mul(product, new(big.Int).Binomial(int64(kinds[want]), int64(x)))
			for i := range x {
				bounds = append(bounds, uint64(kinds[want]-i))
			}
		}
		ways, err := b.build(column+1, after)
		if err != nil {
			return nil, err
		}
		product.Mul(product, b.shape.columns[column][count])
		product.Mul(product, ways)
		if product.Sign() == 0 {
			continue
		}
		move.next, move.word = uint32(b.ids[column+1][after]), newBound(bounds)
		state.moves = append(state.moves, move)
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
	b.ids[column][kinds] = len(b.states)
	b.states = append(b.states, state)
	return total, nil
}

// takes yields, in lexicographic order from the rows that want most, how many rows of each kind may get a number.
func (b *columnBuilder) takes(column int, kinds wants) func(yield func(wants) bool) {
	most := len(b.shape.columns[column]) - 1
	return func(yield func(wants) bool) {
		var take wants
		var descend func(want, count int) bool
		descend = func(want, count int) bool {
			if want == 0 {
				return b.shape.columns[column][count].Sign() == 0 || yield(take)
			}
			for x := 0; x <= min(int(kinds[want]), most-count); x++ {
				take[want] = uint8(x)
				if !descend(want-1, count+x) {
					return false
				}
			}
			return true
		}
		descend(PerRow, 0)
	}
}

// draw draws a pattern with words of the tape. p must be zero.
//
// The rows stand in a list by what they want, most first. Those that get a number are brought to the end of their kind,
// which makes them the beginning of the next kind: the list is in order again.
func (w *columnWalk) draw(t *fair.Tape, p *pattern) {
	var list [32]uint8
	for r := range w.shape.rows {
		list[r&31] = uint8(r)
	}
	state := &w.states[w.start]
	for c := range w.shape.columns {
		move := &state.moves[state.pick.Pick(t)]
		word := uint64(0)
		if move.word.product > 1 {
			word = move.word.draw(t)
		}
		begin, rows := 0, uint32(0)
		for want := PerRow; want > 0; want-- {
			n := int(state.kinds[want])
			for left := n; left > n-int(move.take[want]); left-- {
				var hi uint64
				hi, word = bits.Mul64(word, uint64(left))
				i, j := (begin+int(hi))&31, (begin+left-1)&31
				row := list[i]
				list[i] = list[j]
				list[j] = row
				rows |= 1 << (row & 31)
			}
			begin += n
		}
		p[c%MaxColumns] = rows
		state = &w.states[move.next]
	}
}

// count returns how many numbers a column of the first grid holds, when a grid has so many rows.
func (p *pattern) count(column, rows int) int {
	return bits.OnesCount32(p[column] & (1<<rows - 1))
}
