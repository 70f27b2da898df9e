package bingo

import (
	"fmt"
	"math/big"
	"math/bits"
	"slices"
	"testing"

	"tirage/fair"
)

// many is how many cards the statistical tests draw.
func many() int {
	if testing.Short() {
		return 10_000
	}
	return 150_000
}

// sheet says where each number of a card stands: its row through the whole card, or -1.
type sheet [MaxBalls + 1]int

func (s *sheet) read(numbers []Ball) {
	for i := range s {
		s[i] = -1
	}
	for i, b := range numbers {
		s[b] = i / PerRow
	}
}

// Every number of a variant card is as often in each grid, and each row, as in any other; every number of a classic card
// is on it as often as its column says, in each row.
func TestPlaceOfEveryNumber(t *testing.T) {
	for _, m := range Models {
		for _, o := range styles {
			machine, s := m.Machine(), sampler(t, m, o)
			rows := m.Grids() * m.Rows()
			got := make([][]int, machine.Balls()+1)
			for b := range got {
				got[b] = make([]int, rows+1)
			}
			tape := fair.NewTape([32]byte{14, byte(m), boolByte(o.EmptyColumns), boolByte(o.Sorted)})
			numbers := make([]Ball, m.Numbers())
			var at sheet
			for range many() {
				s.Draw(tape, numbers)
				at.read(numbers)
				for b := 1; b <= machine.Balls(); b++ {
					got[b][at[b]+1]++
				}
			}
			var chances [MaxColumns][]float64
			for c := range machine.Columns() {
				chances[c] = rowChances(m, o, c)
			}
			for b := 1; b <= machine.Balls(); b++ {
				what := fmt.Sprintf("%v %+v: number %d by row", m, o, b)
				counts, chance := got[b], chances[machine.Column(Ball(b))]
				if o.Sorted { // rows are then not alike, only grids are
					counts, chance = byGrid(counts, m), byGridChance(chance, m)
				}
				fits(t, what, counts, chance, machine.Balls()*len(Models)*len(styles))
			}
		}
	}
}

func boolByte(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// byGrid adds up the rows of each grid; entry 0 is "not on the card".
func byGrid(counts []int, m Model) []int {
	sums := make([]int, m.Grids()+1)
	sums[0] = counts[0]
	for r, n := range counts[1:] {
		sums[1+r/m.Rows()] += n
	}
	return sums
}

func byGridChance(chance []float64, m Model) []float64 {
	sums := make([]float64, m.Grids()+1)
	sums[0] = chance[0]
	for r, p := range chance[1:] {
		sums[1+r/m.Rows()] += p
	}
	return sums
}

// rowChances are the chances of a number of a column: not to be on the card, or to be in one of its rows.
func rowChances(m Model, o Options, column int) []float64 {
	on := 1.0
	switch m {
	case Classic75:
		on = 5.0 / 15
	case Classic90:
		_, size := Machine90.Span(column)
		mean := 0.0
		for counts, chance := range gridCounts(m, o) {
			f, _ := chance.Float64()
			mean += f * float64(counts[column])
		}
		on = mean / float64(size)
	default: // on every variant card
	}
	chance := []float64{1 - on}
	for range m.Grids() * m.Rows() {
		chance = append(chance, on/float64(m.Grids()*m.Rows()))
	}
	return chance
}

// gridLaws keeps what gridCounts returned.
var gridLaws = map[cardStyle]map[[9]int]*big.Rat{}

// gridCounts returns the exact law of how many numbers the columns of one 90-ball grid hold, from counts of its own: the ways to
// fill this grid's rows, times those to fill the other grids with what is left (or to choose the numbers).
func gridCounts(m Model, o Options) map[[9]int]*big.Rat {
	style := cardStyle{m.String(), o.EmptyColumns, o.Sorted}
	if law := gridLaws[style]; law != nil {
		return law
	}
	law := map[[9]int]*big.Rat{}
	total := new(big.Rat)
	memo, sums := countByRows{}, newReference(m, o, nil)
	low := []int{1, 1, 1, 1, 1, 1, 1, 1, 1}
	if o.EmptyColumns {
		low = make([]int, 9)
	}
	for _, k := range refVectors(low, []int{3, 3, 3, 3, 3, 3, 3, 3, 3}) {
		if refSum(k) != 15 {
			continue
		}
		ways := new(big.Int).Set(memo.count(3, [9]int(k)))
		left := refSizes
		for c := range k {
			left[c] -= k[c]
			if m == Classic90 {
				ways.Mul(ways, sums.u(c, k[c]))
			} else if o.Sorted {
				ways.Mul(ways, big.NewInt([]int64{6, 6, 3, 1}[k[c]]))
			}
		}
		switch {
		case m == Classic90:
		case o.EmptyColumns:
			ways.Mul(ways, memo.count(15, left))
		default:
			ways.Mul(ways, sums.W(5, left))
		}
		law[[9]int(k)] = new(big.Rat).SetInt(ways)
		total.Add(total, law[[9]int(k)])
	}
	for _, p := range law {
		p.Quo(p, total)
	}
	gridLaws[style] = law
	return law
}

// How many numbers the columns of a grid hold follows the exact law, in the first grid, a middle one and the last alike.
func TestColumnCounts(t *testing.T) {
	for _, m := range []Model{Classic90, Variant90} {
		for _, o := range styles {
			law := gridCounts(m, o)
			index := map[[9]int]int{}
			var chance []float64
			for counts, p := range law {
				index[counts] = len(chance)
				f, _ := p.Float64()
				chance = append(chance, f)
			}
			grids := []int{0, m.Grids() / 2, m.Grids() - 1}
			grids = slices.Compact(grids)
			got := make([][]int, len(grids))
			for i := range got {
				got[i] = make([]int, len(chance))
			}
			s, tape := sampler(t, m, o), fair.NewTape([32]byte{15, byte(m), boolByte(o.EmptyColumns), boolByte(o.Sorted)})
			card := Card{m, make([]Ball, m.Numbers())}
			for range many() {
				s.Draw(tape, card.Numbers)
				for i, g := range grids {
					got[i][index[countsOf(card.Grid(g))]]++
				}
			}
			for i, g := range grids {
				fits(t, fmt.Sprintf("%v %+v: columns of grid %d", m, o, g+1), got[i], chance, 12)
			}
		}
	}
}

func countsOf(grid []Ball) (counts [9]int) {
	for _, b := range grid {
		counts[Machine90.Column(b)]++
	}
	return counts
}

// Two numbers are in the same row, in the same grid, or in different grids as often as the exact law says, or not both on the
// card.
func TestPairsOfNumbers(t *testing.T) {
	const pairs = 60
	for _, m := range Models {
		for _, o := range []Options{{}, {EmptyColumns: true}} {
			machine, s := m.Machine(), sampler(t, m, o)
			tape := fair.NewTape([32]byte{16, byte(m), boolByte(o.EmptyColumns)})
			var a, b [pairs]int
			for i := range pairs {
				order := randomOrder(tape, machine)
				a[i], b[i] = int(order[0]), int(order[1])
				if first, size := machine.Span(i % machine.Columns()); i%3 == 0 { // of one column
					a[i], b[i] = int(first)+i/3%size, int(first)+(i/3+1)%size
				}
			}
			var got [pairs][4]int
			numbers := make([]Ball, m.Numbers())
			var at sheet
			for range many() {
				s.Draw(tape, numbers)
				at.read(numbers)
				for i := range pairs {
					got[i][relation(m, at[a[i]], at[b[i]])]++
				}
			}
			means := newPairMeans(m, o)
			for i := range pairs {
				chance := means.chances(m, machine.Column(Ball(a[i])), machine.Column(Ball(b[i])))
				fits(t, fmt.Sprintf("%v %+v: numbers %d and %d", m, o, a[i], b[i]), got[i][:], chance, pairs*len(Models)*2)
			}
		}
	}
}

// relation says how two rows stand to each other: 0 the same, 1 of one grid, 2 of two grids, 3 one of them not on the card.
func relation(m Model, a, b int) int {
	switch {
	case a < 0 || b < 0:
		return 3
	case a == b:
		return 0
	case a/m.Rows() == b/m.Rows():
		return 1
	}
	return 2
}

// pairMeans are the means, over one grid, of the pairs of cells with numbers in two columns: in one row, and in two rows.
type pairMeans struct{ one, two [9][9]float64 }

func newPairMeans(m Model, o Options) (p pairMeans) {
	if m.Machine() == Machine75 {
		for c := range 5 {
			for d := range 5 {
				p.two[c][d] = 20
				if c != d {
					p.one[c][d] = 5
				}
			}
		}
		return p
	}
	shares := map[[9]int]map[[2]int]float64{}
	for counts, rat := range gridCounts(m, o) {
		chance, _ := rat.Float64()
		sorted := counts
		slices.Sort(sorted[:])
		share := shares[sorted]
		if share == nil {
			share = sharesOfOneRow(sorted)
			shares[sorted] = share
		}
		for c, x := range counts {
			for d, y := range counts {
				if c == d {
					p.two[c][c] += chance * float64(x*(x-1))
					continue
				}
				one := 3 * share[[2]int{x, y}]
				p.one[c][d] += chance * one
				p.two[c][d] += chance * (float64(x*y) - one)
			}
		}
	}
	return p
}

// sharesOfOneRow returns in how many of all fills of a grid whose columns hold so many numbers, both of two columns have one in the
// first row: by what the two columns hold, as columns that hold the same are alike.
func sharesOfOneRow(counts [9]int) map[[2]int]float64 {
	memo, shares := countByRows{}, map[[2]int]float64{}
	for c := range counts {
		for d := range counts {
			both := new(big.Int)
			for set := range uint(1 << 9) {
				if c == d || set>>c&1 == 0 || set>>d&1 == 0 || bits.OnesCount(set) != PerRow {
					continue
				}
				left := counts
				for i := range left {
					left[i] -= int(set >> i & 1)
				}
				both.Add(both, memo.count(2, left))
			}
			if c != d {
				shares[[2]int{counts[c], counts[d]}], _ = new(big.Rat).SetFrac(both, memo.count(3, counts)).Float64()
			}
		}
	}
	return shares
}

// chances are those of two different numbers of these columns, by relation.
func (p *pairMeans) chances(m Model, c, d int) []float64 {
	_, all := m.Machine().Span(c)
	_, others := m.Machine().Span(d)
	if c == d {
		others--
	}
	scale := float64(m.Grids()) / float64(all*others)
	x, y := p.one[c][d]*scale, p.two[c][d]*scale
	if m.Variant() {
		return []float64{x, y, 1 - x - y, 0}
	}
	return []float64{x, y, 0, 1 - x - y}
}

// 75 balls: every cell of a grid has each number of its column equally often, and unsorted columns every order of two.
func TestCellsOf75(t *testing.T) {
	for _, m := range []Model{Classic75, Variant75} {
		s, tape := sampler(t, m, Options{}), fair.NewTape([32]byte{17, byte(m)})
		var cells [75][]int
		var pairs [5][]int
		for i := range cells {
			cells[i] = make([]int, 15)
		}
		for c := range pairs {
			pairs[c] = make([]int, 15*15)
		}
		numbers := make([]Ball, m.Numbers())
		for range many() {
			s.Draw(tape, numbers)
			for i, b := range numbers {
				cells[i][(b-1)%15]++
			}
			for c := range pairs {
				pairs[c][15*int((numbers[c]-1)%15)+int((numbers[5+c]-1)%15)]++
			}
		}
		for i := range m.Numbers() {
			fits(t, fmt.Sprintf("%v: cell %d", m, i), cells[i], even(15), 110)
		}
		different := make([]float64, 15*15)
		for i := range different {
			if i/15 != i%15 {
				different[i] = 1.0 / 210
			}
		}
		for c := range pairs {
			fits(t, fmt.Sprintf("%v: first two numbers of column %d", m, c+1), pairs[c], different, 110)
		}
	}
}
