package bingo

import (
	"math/big"
	"slices"
	"sort"

	"tirage/fair"
)

// reference draws cards as docs/bingo-cards.md says, step by step and slowly. It shares the tape with the package, and nothing
// else.
type reference struct {
	model         Model
	empty, ascend bool
	lucky         []int
	w             map[refLeft]*big.Int
	v             map[refWants]*big.Int
	picks         map[refLeft]*fair.Weighted
}

type (
	refLeft struct {
		g int
		v [9]int
	}
	refWants struct {
		c int
		h [6]int
	}
)

// references are those made so far: their sums do not depend on lucky numbers.
var references = map[cardStyle]*reference{}

func newReference(m Model, o Options, lucky []int) *reference {
	style := cardStyle{m.String(), o.EmptyColumns, o.Sorted}
	if references[style] == nil {
		references[style] = &reference{model: m, empty: o.EmptyColumns, ascend: o.Sorted, w: map[refLeft]*big.Int{}, v: map[refWants]*big.Int{}, picks: map[refLeft]*fair.Weighted{}}
	}
	r := *references[style]
	r.lucky = slices.Clone(lucky)
	sort.Ints(r.lucky)
	return &r
}

var refSizes = [9]int{9, 10, 10, 10, 10, 10, 10, 10, 11}

func (r *reference) is90() bool  { return r.model == 3 || r.model == 4 }
func (r *reference) rows() int   { return []int{0, 5, 15, 3, 18}[r.model] }
func (r *reference) inGrid() int { return []int{0, 5, 5, 3, 3}[r.model] }

// column returns the numbers of a column, from 0.
func (r *reference) column(c int) (all []int) {
	for n := 1; n <= 90; n++ {
		switch {
		case r.is90() && (n/10 == c || n == 90 && c == 8):
			all = append(all, n)
		case !r.is90() && n <= 75 && (n-1)/15 == c:
			all = append(all, n)
		}
	}
	return all
}

func refProduct(from, count int) *big.Int {
	p := big.NewInt(1)
	for i := range count {
		p.Mul(p, big.NewInt(int64(from-i)))
	}
	return p
}

func refFactorial(n int) *big.Int { return refProduct(n, n) }

func refChoose(n, k int) *big.Int { return new(big.Int).Quo(refProduct(n, k), refFactorial(k)) }

// vectors lists all k between low and high, lexicographically.
func refVectors(low, high []int) [][]int {
	if len(low) == 0 {
		return [][]int{nil}
	}
	var all [][]int
	for k := low[0]; k <= high[0]; k++ {
		for _, tail := range refVectors(low[1:], high[1:]) {
			all = append(all, append([]int{k}, tail...))
		}
	}
	return all
}

func refSum(k []int) (sum int) {
	for _, x := range k {
		sum += x
	}
	return sum
}

// refGrids are the k of a grid without empty columns.
var refGrids = slices.DeleteFunc(refVectors([]int{1, 1, 1, 1, 1, 1, 1, 1, 1}, []int{3, 3, 3, 3, 3, 3, 3, 3, 3}), func(k []int) bool { return refSum(k) != 15 })

// refFills caches the fills by the numbers of columns of one and two.
var refFills = map[[2]int][][]int{}

// fills lists the choices of rows for so many columns of one and of two; each choice is a set of rows as a number of three bits.
func fills(ones, twos int) [][]int {
	if all, ok := refFills[[2]int{ones, twos}]; ok {
		return all
	}
	threes := 9 - ones - twos
	low, high := make([]int, ones+twos), make([]int, ones+twos)
	for i := range high {
		high[i] = 2
	}
	var all [][]int
	for _, choice := range refVectors(low, high) {
		var rows [3]int
		var sets []int
		for i, x := range choice {
			set := []int{1, 2, 4}[x]
			if i >= ones {
				set = []int{1 + 2, 1 + 4, 2 + 4}[x]
			}
			sets = append(sets, set)
			for row := range rows {
				rows[row] += set >> row & 1
			}
		}
		if rows == [3]int{5 - threes, 5 - threes, 5 - threes} {
			all = append(all, sets)
		}
	}
	refFills[[2]int{ones, twos}] = all
	return all
}

func kinds(k []int) (ones, twos int) {
	for _, x := range k {
		switch x {
		case 1:
			ones++
		case 2:
			twos++
		}
	}
	return ones, twos
}

func (r *reference) gridWeight(g int, v [9]int, k []int) *big.Int {
	weight := big.NewInt(int64(len(fills(kinds(k)))))
	for i, x := range k {
		if v[i] < x {
			return new(big.Int)
		}
		v[i] -= x
		if r.ascend {
			weight.Mul(weight, []*big.Int{nil, big.NewInt(6), big.NewInt(3), big.NewInt(1)}[x])
		}
	}
	if weight.Sign() == 0 {
		return weight
	}
	return weight.Mul(weight, r.W(g-1, v))
}

// W is the document's W(g, v). It depends on v only up to order.
func (r *reference) W(g int, v [9]int) *big.Int {
	sort.Ints(v[:])
	if g == 0 && v == [9]int{} {
		return big.NewInt(1)
	}
	if g == 0 || v[0] < g || v[8] > 3*g {
		return new(big.Int)
	}
	key := refLeft{g, v}
	if r.w[key] == nil {
		sum := new(big.Int)
		for _, k := range refGrids {
			sum.Add(sum, r.gridWeight(g, v, k))
		}
		r.w[key] = sum
	}
	return r.w[key]
}

func refChoice(weights []*big.Int) *fair.Weighted {
	choice, err := fair.NewWeighted(weights)
	if err != nil {
		panic(err)
	}
	return choice
}

// table says which cells have numbers, by row and column.
func (r *reference) table(t *fair.Tape) (table [18][9]bool) {
	switch {
	case !r.is90():
		for row := range r.rows() {
			for c := range 5 {
				table[row][c] = true
			}
		}
	case r.model == 4 && !r.empty:
		r.byGrids(t, &table)
	default:
		r.byColumns(t, &table)
	}
	return table
}

func (r *reference) byGrids(t *fair.Tape, table *[18][9]bool) {
	order := []int{0, 1, 2, 3, 4, 5, 6, 7, 8}
	left := refSizes
	for grid := range 6 {
		sort.SliceStable(order, func(i, j int) bool { return left[order[i]] < left[order[j]] })
		var v [9]int
		for i, c := range order {
			v[i] = left[c]
		}
		key := refLeft{6 - grid, v}
		if r.picks[key] == nil {
			var weights []*big.Int
			for _, k := range refGrids {
				weights = append(weights, r.gridWeight(6-grid, v, k))
			}
			r.picks[key] = refChoice(weights)
		}
		k := refGrids[r.picks[key].Pick(t)]
		all := fills(kinds(k))
		sets := all[t.N(uint64(len(all)))]
		for _, of := range []int{1, 2, 3} {
			for i, c := range order {
				if k[i] != of {
					continue
				}
				set := 7
				if of < 3 {
					set, sets = sets[0], sets[1:]
				}
				for row := range 3 {
					table[3*grid+row][c] = set>>row&1 == 1
				}
				left[c] -= of
			}
		}
	}
}

func (r *reference) u(c, n int) *big.Int {
	s := refSizes[c]
	switch {
	case r.model == 4 && n == s:
		return big.NewInt(1)
	case r.model == 4 || n > 3 || n == 0 && !r.empty:
		return new(big.Int)
	case r.ascend:
		return refChoose(s, n)
	}
	return refProduct(s, n)
}

// takes lists the x of h, and their weights; both count wants downwards from 5.
func (r *reference) takes(c int, h [6]int) (all [][]int, weights []*big.Int) {
	for _, x := range refVectors(make([]int, 5), h[:5]) {
		u := r.u(c, refSum(x))
		if u.Sign() == 0 {
			continue
		}
		weight := new(big.Int).Set(u)
		after := h
		for i, n := range x {
			weight.Mul(weight, refChoose(h[i], n))
			after[i] -= n
			after[i+1] += n
		}
		all = append(all, x)
		weights = append(weights, weight.Mul(weight, r.V(c+1, after)))
	}
	return all, weights
}

// V is the document's V, with columns from 0.
func (r *reference) V(c int, h [6]int) *big.Int {
	if c == 9 && h[5] == r.rows() {
		return big.NewInt(1)
	}
	if c == 9 {
		return new(big.Int)
	}
	key := refWants{c, h}
	if r.v[key] == nil {
		sum := new(big.Int)
		_, weights := r.takes(c, h)
		for _, weight := range weights {
			sum.Add(sum, weight)
		}
		r.v[key] = sum
	}
	return r.v[key]
}

func (r *reference) byColumns(t *fair.Tape, table *[18][9]bool) {
	var list []int
	for row := range r.rows() {
		list = append(list, row)
	}
	h := [6]int{r.rows()}
	for c := range 9 {
		all, weights := r.takes(c, h)
		x := all[refChoice(weights).Pick(t)]
		var bounds []uint64
		product := uint64(1)
		for i, n := range x {
			for j := range n {
				bounds = append(bounds, uint64(h[i]-j))
				product *= uint64(h[i] - j)
			}
		}
		drawn := make([]uint32, len(bounds))
		if product > 1 {
			t.Batch(bounds, drawn)
		}
		b, after := 0, h
		for i, n := range x {
			for j := range n {
				p, q := b+int(drawn[0]), b+h[i]-j-1
				list[p], list[q] = list[q], list[p]
				table[list[q]][c] = true
				drawn = drawn[1:]
			}
			b += h[i]
			after[i] -= n
			after[i+1] += n
		}
		h = after
	}
}

// card draws one card.
func (r *reference) card(t *fair.Tape) []byte {
	table := r.table(t)
	for r.is90() && len(r.lucky) > 0 {
		ways, most := big.NewInt(1), big.NewInt(1)
		for c := range 9 {
			k, l := 0, 0
			for row := range 3 {
				if table[row][c] {
					k++
				}
			}
			for _, n := range r.column(c) {
				if slices.Contains(r.lucky, n) {
					l++
				}
			}
			ways.Mul(ways, refProduct(k, l))
			most.Mul(most, refProduct(3, l))
		}
		if t.N(most.Uint64()) < ways.Uint64() {
			break
		}
		table = r.table(t)
	}
	var cells [18][9]int
	for c := range 9 {
		r.numbers(t, c, &table, &cells)
	}
	bytes := []byte{byte(r.model)}
	for _, row := range cells {
		for _, n := range row {
			if n > 0 {
				bytes = append(bytes, byte(n))
			}
		}
	}
	return bytes
}

// numbers sets the numbers of a column.
func (r *reference) numbers(t *fair.Tape, c int, table *[18][9]bool, cells *[18][9]int) {
	var rows, lucky, others []int
	f := 0
	for row := range r.rows() {
		if table[row][c] {
			rows = append(rows, row)
			if row < r.inGrid() {
				f++
			}
		}
	}
	if len(rows) == 0 {
		return
	}
	for _, n := range r.column(c) {
		if slices.Contains(r.lucky, n) {
			lucky = append(lucky, n)
		} else {
			others = append(others, n)
		}
	}
	var bounds []uint64
	for i := range lucky {
		bounds = append(bounds, uint64(f-i))
	}
	for i := range len(rows) - len(lucky) {
		bounds = append(bounds, uint64(len(others)-i))
	}
	drawn := make([]uint32, len(bounds))
	t.Batch(bounds, drawn)
	first := slices.Clone(rows[:f])
	for i, n := range lucky {
		q := i + int(drawn[i])
		first[i], first[q] = first[q], first[i]
		cells[first[i]][c] = n
	}
	for i, d := range drawn[len(lucky):] {
		q := i + int(d)
		others[i], others[q] = others[q], others[i]
		at := slices.IndexFunc(rows, func(row int) bool { return cells[row][c] == 0 })
		cells[rows[at]][c] = others[i]
	}
	if r.ascend {
		for top := 0; top < r.rows(); top += r.inGrid() {
			var at, numbers []int
			for row := top; row < top+r.inGrid(); row++ {
				if cells[row][c] > 0 {
					at, numbers = append(at, row), append(numbers, cells[row][c])
				}
			}
			sort.Ints(numbers)
			for i, row := range at {
				cells[row][c] = numbers[i]
			}
		}
	}
}

// total is the document's total.
func (r *reference) total() *big.Int {
	switch {
	case r.model == 4 && !r.empty:
		return r.W(6, refSizes)
	default:
		return r.V(0, [6]int{r.rows()})
	}
}
