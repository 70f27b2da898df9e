package bingo

import (
	"fmt"
	"math/big"
	"slices"
	"testing"

	"tirage/fair"
)

// small is a kind of card so small that all its cards can be listed.
type small struct {
	grids, perRow int
	sizes         []int
	whole         bool // every number is on the card
	options       Options
	lucky         []Ball
}

// ball is the i-th number of column c, both from 0.
func (k small) ball(c, i int) Ball { return Ball(10*c + i + 1) }

// list lists all valid cards by the rules alone: every row takes numbers from some columns, no number is taken twice.
func (k small) list() (cards [][MaxBalls]Ball) {
	var card [MaxBalls]Ball
	used := map[Ball]bool{}
	var rowFrom func(row, n, column int)
	rowFrom = func(row, n, column int) {
		switch {
		case row == gridRows*k.grids:
			if k.valid(&card) {
				cards = append(cards, card)
			}
		case n == k.perRow:
			rowFrom(row+1, 0, 0)
		default:
			for c := column; c < len(k.sizes); c++ {
				for i := range k.sizes[c] {
					if b := k.ball(c, i); !used[b] {
						used[b] = true
						card[PerRow*row+n] = b
						rowFrom(row, n+1, c+1)
						card[PerRow*row+n] = 0
						used[b] = false
					}
				}
			}
		}
	}
	rowFrom(0, 0, 0)
	return cards
}

func (k small) valid(card *[MaxBalls]Ball) bool {
	for g := range k.grids {
		grid := card[g*15 : g*15+15]
		for c := range k.sizes {
			var column []Ball
			for _, b := range grid {
				if b != 0 && int(b)/10 == c {
					column = append(column, b)
				}
			}
			if len(column) == 0 && !k.options.EmptyColumns || k.options.Sorted && !slices.IsSorted(column) {
				return false
			}
		}
		for _, b := range k.lucky {
			if g == 0 && !slices.Contains(grid, b) {
				return false
			}
		}
	}
	return true
}

// samplers builds the walks that can draw such cards, as NewSampler does.
func (k small) samplers(t *testing.T) (all []*Sampler) {
	add := func(grids *gridWalk, rows *columnWalk, err error) {
		if err != nil {
			t.Fatal(err)
		}
		s := &Sampler{model: Variant90, options: k.options, grids: grids, rows: rows, lucky: k.lucky}
		for c, size := range k.sizes {
			s.columns[c] = newColumnPlan(k.ball(c, 0), size, k.lucky)
		}
		all = append(all, s)
	}
	rows := rowShape{rows: gridRows * k.grids, perRow: k.perRow}
	if k.whole {
		shape := strip{grids: k.grids, perRow: k.perRow, sizes: k.sizes, weight: columnWeights(k.options), least: 1}
		if k.options.EmptyColumns {
			shape.least = 0
		}
		walk, err := newGridWalk(shape)
		add(walk, nil, err)
		if k.options.EmptyColumns && !k.options.Sorted {
			rows.columns = stripRules(k.sizes)
			walk, err := newColumnWalk(rows)
			add(nil, walk, err)
		}
		return all
	}
	rows.columns = gridRules(k.sizes, k.options)
	walk, err := newColumnWalk(rows)
	add(nil, walk, err)
	return all
}

// Every card of some small kinds comes as often as every other, with and without lucky numbers.
func TestEveryCardOfSmallKinds(t *testing.T) {
	loose, sorted := Options{EmptyColumns: true}, Options{Sorted: true}
	kinds := []small{
		{grids: 2, perRow: 1, sizes: []int{2, 2, 2}, whole: true},
		{grids: 2, perRow: 1, sizes: []int{2, 2, 2}, whole: true, lucky: []Ball{2, 11}},
		{grids: 2, perRow: 1, sizes: []int{2, 2, 2}, whole: true, options: loose},
		{grids: 2, perRow: 1, sizes: []int{1, 2, 3}, whole: true, options: loose},
		{grids: 2, perRow: 1, sizes: []int{1, 2, 3}, whole: true, options: loose, lucky: []Ball{22}},
		{grids: 2, perRow: 1, sizes: []int{1, 2, 3}, whole: true, options: loose, lucky: []Ball{1, 22, 23}},
		{grids: 2, perRow: 1, sizes: []int{1, 2, 3}, whole: true, options: loose, lucky: []Ball{21, 22, 23}},
		{grids: 2, perRow: 1, sizes: []int{1, 2, 3}, whole: true, options: Options{EmptyColumns: true, Sorted: true}},
		{grids: 2, perRow: 1, sizes: []int{3, 3}, whole: true, options: sorted},
		{grids: 2, perRow: 1, sizes: []int{3, 3}, whole: true, options: sorted, lucky: []Ball{2}},
		{grids: 1, perRow: 2, sizes: []int{2, 2, 2}, whole: true},
		{grids: 1, perRow: 1, sizes: []int{2, 3, 4}},
		{grids: 1, perRow: 1, sizes: []int{2, 3, 4}, options: loose},
		{grids: 1, perRow: 1, sizes: []int{2, 3, 4}, options: Options{EmptyColumns: true, Sorted: true}},
		{grids: 1, perRow: 1, sizes: []int{2, 3, 4}, options: loose, lucky: []Ball{24}},
		{grids: 1, perRow: 2, sizes: []int{2, 2, 3}, options: sorted},
		{grids: 1, perRow: 2, sizes: []int{2, 2, 3}, options: sorted, lucky: []Ball{12, 21}},
		{grids: 1, perRow: 2, sizes: []int{2, 2, 3}, options: loose, lucky: []Ball{21, 23}},
	}
	if !testing.Short() {
		kinds = append(kinds, small{grids: 2, perRow: 2, sizes: []int{2, 3, 3, 4}, whole: true, options: sorted, lucky: []Ball{1, 12, 22, 33}})
	}
	tests := len(kinds) + 3
	for i, kind := range kinds {
		cards := kind.list()
		index := map[[MaxBalls]Ball]int{}
		for j, card := range cards {
			index[card] = j
		}
		for j, s := range kind.samplers(t) {
			what := fmt.Sprintf("%+v, walk %d", kind, j)
			if len(kind.lucky) == 0 {
				checkSmallTotal(t, what, s, kind, len(cards))
			}
			tape := fair.NewTape([32]byte{13, byte(i), byte(j)})
			got := make([]int, len(cards))
			for range 40 * len(cards) {
				var card [MaxBalls]Ball
				s.Draw(tape, card[:])
				at, ok := index[card]
				if !ok {
					t.Fatalf("%s: drew %v, which is not valid", what, card)
				}
				got[at]++
			}
			fits(t, what, got, even(len(cards)), tests)
		}
	}
}

// checkSmallTotal compares the walk's total with the number of cards: the total counts patterns with their weights for strips, and cards
// otherwise.
func checkSmallTotal(t *testing.T, what string, s *Sampler, k small, cards int) {
	t.Helper()
	want, total := big.NewInt(int64(cards)), new(big.Int)
	if s.rows != nil {
		total.Set(s.rows.total)
	} else {
		total.Set(s.grids.total)
	}
	if k.whole {
		for _, size := range k.sizes {
			total.Mul(total, new(big.Int).MulRange(1, int64(size)))
			if k.options.Sorted { // the weights are 6 times 1/k!
				want.Mul(want, new(big.Int).Exp(big.NewInt(6), big.NewInt(int64(k.grids)), nil))
			}
		}
	}
	if total.Cmp(want) != 0 {
		t.Errorf("%s: the total %v is not %v", what, total, want)
	}
}
