package bingo

import (
	"math/big"
	"math/bits"
	"slices"
	"testing"
)

// stripCounts are the numbers of patterns of the 90-ball strip: ways to say which cells of six grids hold a number, before numbers
// are set into them.
var stripCounts = map[Options]string{
	{}:                   "1957451954498053454453778914400",
	{EmptyColumns: true}: "145841846050143138281050989324000",
}

func number(t testing.TB, text string) *big.Int {
	n, ok := new(big.Int).SetString(text, 10)
	if !ok {
		t.Fatalf("%q is no number", text)
	}
	return n
}

// The walks' own totals: A goes grid by grid, B column by column.
func TestCountOfStrips(t *testing.T) {
	full, loose := sampler(t, Variant90, Options{}), sampler(t, Variant90, Options{EmptyColumns: true})
	if got, want := full.grids.total, number(t, stripCounts[Options{}]); got.Cmp(want) != 0 {
		t.Errorf("%v strips without empty columns, not %v", got, want)
	}
	if got, want := loose.rows.total, number(t, stripCounts[Options{EmptyColumns: true}]); got.Cmp(want) != 0 {
		t.Errorf("%v strips with empty columns, not %v", got, want)
	}
	if len(full.grids.states) != 177 || len(loose.rows.states) != 566 {
		t.Errorf("%d and %d states, which the comments number at 177 and 566", len(full.grids.states), len(loose.rows.states))
	}
}

// A again, by another programme: column by column and forwards, where the six grids can change places and so can the rows of each. A
// grid is what its three rows still want, sorted; a column is gone through grid by grid.
func TestCountOfStripsByColumns(t *testing.T) {
	half := strip{grids: 3, perRow: PerRow, sizes: []int{5, 5, 5, 5, 5, 5, 5, 5, 5}, least: 1, weight: [4]int64{1, 1, 1, 1}}
	walk, err := newGridWalk(half)
	if err != nil {
		t.Fatal(err)
	}
	if got := countByColumns(half); got.Cmp(walk.total) != 0 {
		t.Errorf("%v cards of half a strip, not %v", got, walk.total)
	}
	if testing.Short() {
		return
	}
	if got, want := countByColumns(strip{grids: 6, sizes: refSizes[:]}), number(t, stripCounts[Options{}]); got.Cmp(want) != 0 {
		t.Errorf("%v strips without empty columns, not %v", got, want)
	}
}

// countByColumns counts the patterns of up to six grids of nine columns, none of them empty.
func countByColumns(shape strip) *big.Int {
	type key struct {
		todo, done [6]uint8 // kinds of grids, each sorted; those not there are 255
		left       uint8    // of the column's numbers
	}
	var kinds [][3]int
	kindOf := map[[3]int]uint8{}
	for a := range 6 {
		for b := a; b < 6; b++ {
			for c := b; c < 6; c++ {
				kindOf[[3]int{a, b, c}] = uint8(len(kinds))
				kinds = append(kinds, [3]int{a, b, c})
			}
		}
	}
	const none = 255
	absent := [6]uint8{none, none, none, none, none, none}
	fresh := kindOf[[3]int{5, 5, 5}]
	all := absent
	for g := range shape.grids {
		all[g] = fresh
	}
	states := map[key]wide{{done: all}: {1, 0}}
	for column, size := range shape.sizes {
		begin := map[key]wide{}
		for s, n := range states {
			begin[key{s.done, absent, uint8(size)}] = n
		}
		states = begin
		rest := 8 - column // columns after this one
		for at := shape.grids - 1; at >= 0; at-- {
			next := map[key]wide{}
			for s, n := range states {
				for set := 1; set < 8; set++ {
					rows, k, sum, ok := kinds[s.todo[at]], uint8(0), 0, true
					for r := range rows {
						k += uint8(set >> r & 1)
						rows[r] -= set >> r & 1
						sum += rows[r]
						ok = ok && rows[r] >= 0 && rows[r] <= rest
					}
					more := uint8(at)
					if !ok || sum < rest || sum > 3*rest || s.left < k+more || s.left > k+3*more {
						continue
					}
					slices.Sort(rows[:])
					after := s
					after.todo[at], after.done[5], after.left = none, kindOf[rows], s.left-k
					slices.Sort(after.done[:])
					next[after] = next[after].plus(n)
				}
			}
			states = next
		}
	}
	total := new(big.Int)
	for _, n := range states {
		total.Add(total, n.big())
	}
	return total
}

// wide is a number below 2^128, the low half first.
type wide [2]uint64

func (w wide) plus(v wide) (sum wide) {
	var carry uint64
	sum[0], carry = bits.Add64(w[0], v[0], 0)
	sum[1], _ = bits.Add64(w[1], v[1], carry)
	return sum
}

func (w wide) big() *big.Int {
	n := new(big.Int).SetUint64(w[1])
	return n.Add(n.Lsh(n, 64), new(big.Int).SetUint64(w[0]))
}

// B again, by another programme: row by row.
func TestCountOfStripsByRows(t *testing.T) {
	got := countByRows{}.count(18, refSizes)
	if want := number(t, stripCounts[Options{EmptyColumns: true}]); got.Cmp(want) != 0 {
		t.Errorf("%v strips with empty columns, not %v", got, want)
	}
}

// countByRows counts the ways to fill rows with five numbers each, row by row, where the columns can change places. A state is the
// rows to come and what the columns still hold, ascending.
type countByRows map[rowsLeft]*big.Int

type rowsLeft struct {
	rows int
	left [9]int
}

func (memo countByRows) count(rows int, left [9]int) *big.Int {
	slices.Sort(left[:])
	if left[0] < 0 || left[8] > rows {
		return new(big.Int)
	}
	if rows == 0 {
		return big.NewInt(1)
	}
	key := rowsLeft{rows, left}
	if memo[key] != nil {
		return memo[key]
	}
	total := new(big.Int)
	for set := range uint(1 << 9) {
		if bits.OnesCount(set) != PerRow {
			continue
		}
		next := left
		for c := range next {
			next[c] -= int(set >> c & 1)
		}
		total.Add(total, memo.count(rows-1, next))
	}
	memo[key] = total
	return total
}

// How many columns of one grid of a strip hold three numbers: exact, from the weights of the walk's first grid, and again from
// other counts.
func TestColumnsOfThree(t *testing.T) {
	walk := sampler(t, Variant90, Options{}).grids
	start := walk.states[walk.start]
	var threes, again [10]big.Rat
	for i, move := range start.moves {
		k := walk.fills[move.fill()].kinds[3]
		threes[k].Add(&threes[k], new(big.Rat).SetFrac(start.pick.Weight(i), walk.total))
	}
	for counts, p := range gridCounts(Variant90, Options{}) {
		k := 0
		for _, n := range counts {
			k += n / 3
		}
		again[k].Add(&again[k], p)
	}
	for k := range threes {
		want := "0.0000"
		if k < 4 {
			want = []string{"0.2709", "0.5465", "0.1772", "0.0053"}[k]
		}
		if got := threes[k].FloatString(4); got != want || threes[k].Cmp(&again[k]) != 0 {
			t.Errorf("%d columns of three with probability %v (%s), not %v (%s)", k, &threes[k], got, &again[k], want)
		}
	}
}

// The number of single grids, counted through all sets of rows of every column. Where columns may be empty and numbers are not
// counted, it is the number of 3×9 tables with five in each row: C(9,5)³.
func TestCountOfGrids(t *testing.T) {
	for _, o := range styles {
		want := map[[3]int]*big.Int{{}: big.NewInt(1)} // by the lengths of the rows
		for c := range 9 {
			_, size := Machine90.Span(c)
			next := map[[3]int]*big.Int{}
			for rows, n := range want {
				for set := range 8 {
					after, k := rows, int64(0)
					for r := range 3 {
						after[r] += set >> r & 1
						k += int64(set >> r & 1)
					}
					if set == 0 && !o.EmptyColumns {
						continue
					}
					ways := new(big.Int).Binomial(int64(size), k)
					if !o.Sorted {
						ways.Mul(ways, new(big.Int).MulRange(1, k))
					}
					if next[after] == nil {
						next[after] = new(big.Int)
					}
					next[after].Add(next[after], ways.Mul(ways, n))
				}
			}
			want = next
		}
		if got := sampler(t, Classic90, o).rows.total; got.Cmp(want[[3]int{5, 5, 5}]) != 0 {
			t.Errorf("%+v: %v cards, not %v", o, got, want[[3]int{5, 5, 5}])
		}
	}
	rules := gridRules(refSizes[:], Options{EmptyColumns: true})
	for _, rule := range rules {
		for k := range rule {
			rule[k] = big.NewInt(1)
		}
	}
	walk, err := newColumnWalk(rowShape{rows: 3, perRow: 5, columns: rules})
	if err != nil || walk.total.Cmp(big.NewInt(126*126*126)) != 0 {
		t.Errorf("%v patterns of one grid, not 126³ (%v)", walk.total, err)
	}
}
