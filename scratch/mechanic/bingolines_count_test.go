package mechanic

import (
	"math"
	"math/big"
	"sync"
	"testing"

	"tirage/fair"
	"tirage/scratch"
)

// The real surface counted in another way than the press counts: not patterns but whole cards. Given the number of balls in each column, the
// five cards are independent; how many cards have exactly l lines and y bonus (0 or 1) follows by inclusion and exclusion over the
// sets of rows; and five cards together are the fifth power of the polynomial in lines and bonus.

// grid of lines × bonus cards.
type bingoPoly [26][6]*big.Int

func (p *bingoPoly) add(l, y int, x *big.Int) {
	if p[l][y] == nil {
		p[l][y] = new(big.Int)
	}
	p[l][y].Add(p[l][y], x)
}

func (p *bingoPoly) times(q *bingoPoly) *bingoPoly {
	out := new(bingoPoly)
	x := new(big.Int)
	for l := range p {
		for y := range p[l] {
			if p[l][y] == nil || p[l][y].Sign() == 0 {
				continue
			}
			for m := range q {
				for z := range q[m] {
					if q[m][z] != nil && q[m][z].Sign() != 0 {
						out.add(l+m, y+z, x.Mul(p[l][y], q[m][z]))
					}
				}
			}
		}
	}
	return out
}

// bingoCount holds the number of faces by lines and bonus cards, cards that are equal among them; for up to 8 lines and 1
// bonus card also by balls in an outer column, by balls in the middle column, and by lines on the first card. All without the orders of the balls.
type bingoCount struct {
	all                  bingoPoly
	outer, middle, first [9][2][16]*big.Int
}

func ff(n, k int) *big.Int {
	x := big.NewInt(1)
	for i := range k {
		x.Mul(x, big.NewInt(int64(n-i)))
	}
	return x
}

// cardsGiven counts the cards by exact lines and bonus, given the balls of each column.
func cardsGiven(h [5]int) *bingoPoly {
	var exact [64]*big.Int // by set of rows, and bonus in bit 5
	for set := range exact {
		n := big.NewInt(1)
		for c := range 5 {
			wanted, cells := 0, 0
			for r := range 5 {
				if r == 2 && c == 2 {
					continue
				}
				cells++
				inBonus := r == 2 && (c == 1 || c == 3) || c == 2 && (r == 1 || r == 3)
				if set>>r&1 == 1 || set>>5 == 1 && inBonus {
					wanted++
				}
			}
			if wanted > h[c] {
				n.SetInt64(0)
				break
			}
			n.Mul(n, ff(h[c], wanted)).Mul(n, ff(15-wanted, cells-wanted))
		}
		exact[set] = n
	}
	for bit := range 6 {
		for set := range exact {
			if set>>bit&1 == 0 {
				exact[set].Sub(exact[set], exact[set|1<<bit])
			}
		}
	}
	p := new(bingoPoly)
	for set, n := range exact {
		lines := 0
		for r := range 5 {
			lines += set >> r & 1
		}
		p.add(lines, set>>5, n)
	}
	return p
}

func addTo(p **big.Int, x *big.Int) {
	if *p == nil {
		*p = new(big.Int)
	}
	(*p).Add(*p, x)
}

var countBingo = sync.OnceValue(func() *bingoCount {
	n := new(bingoCount)
	x := new(big.Int)
	for a := range 16 { // outer columns
		for e := range a + 1 {
			for b := range 16 { // columns with a bonus cell beside the star
				for d := range b + 1 {
					c := 20 - a - e - b - d
					if c < 0 || c > 15 {
						continue
					}
					ways := big.NewInt(1)
					for _, h := range []int{a, b, c, d, e} {
						ways.Mul(ways, x.Binomial(15, int64(h)))
					}
					both := int64(2) // a and e may change places
					if a == e {
						both = 1
					}
					if b != d {
						ways.Lsh(ways, 1)
					}
					one := cardsGiven([5]int{a, b, c, d, e})
					two := one.times(one)
					four := two.times(two)
					five := four.times(one)
					for l := range five {
						for y, cards := range five[l] {
							if cards == nil {
								continue
							}
							cards.Mul(cards, ways)
							n.all.add(l, y, x.Mul(cards, big.NewInt(both)))
							if l < 9 && y < 2 {
								addTo(&n.middle[l][y][c], x)
								addTo(&n.outer[l][y][a], cards)
								if both == 2 {
									addTo(&n.outer[l][y][e], cards)
								}
							}
						}
					}
					ways.Mul(ways, big.NewInt(both))
					for l := range 9 {
						for y := range 2 {
							for i := range min(l, 5) + 1 {
								for z := range y + 1 {
									if p, q := one[i][z], four[l-i][y-z]; p != nil && q != nil {
										addTo(&n.first[l][y][i], x.Mul(p, q).Mul(x, ways))
									}
								}
							}
						}
					}
				}
			}
		}
	}
	return n
})

func TestBingoCountsAll(t *testing.T) {
	n := countBingo()
	sum := new(big.Int)
	for l := range n.all {
		for _, x := range n.all[l] {
			if x != nil {
				if x.Sign() < 0 {
					t.Fatal("a negative count")
				}
				sum.Add(sum, x)
			}
		}
	}
	card := new(big.Int).Mul(new(big.Int).Exp(ff(15, 5), big.NewInt(4), nil), ff(15, 4))
	want := new(big.Int).Mul(new(big.Int).Binomial(75, 20), card.Exp(card, big.NewInt(5), nil))
	if sum.Cmp(want) != 0 {
		t.Errorf("the faces by lines and bonus sum to %v, all faces are %v", sum, want)
	}
}

// The press's patterns, without leaving any out, count each face once for each choice among its lines and among its bonus cards.
func TestBingoPatternsCount(t *testing.T) {
	n := countBingo()
	b := newBingo(t, bingoReal)
	walks := newBingoWalks(b.table)
	kinds := b.table.kinds(true)
	for lines := range 10 {
		for bonus := range 3 {
			got := new(big.Int)
			for _, c := range walks.classes(kinds, lines, bonus) {
				got.Add(got, c.weight)
			}
			want, x := new(big.Int), new(big.Int)
			for l := lines; l < len(n.all); l++ {
				for y := bonus; y < len(n.all[l]); y++ {
					if n.all[l][y] != nil {
						ways := new(big.Int).Binomial(int64(l), int64(lines))
						ways.Mul(ways, x.Binomial(int64(y), int64(bonus)))
						want.Add(want, ways.Mul(ways, n.all[l][y]))
					}
				}
			}
			if got.Cmp(want) != 0 {
				t.Errorf("patterns of %d lines and %d bonus cards count %v faces, cards count %v", lines, bonus, got, want)
			}
		}
	}
}

// The share of tries kept is the share of faces with exactly the outcome among those that the patterns count.
func TestBingoKept(t *testing.T) {
	n := countBingo()
	b := newBingo(t, bingoReal)
	cells := make([]scratch.Code, b.table.cells())
	const tries = 20000
	for o, plan := range b.plans {
		all := new(big.Int)
		for _, c := range plan.classes {
			all.Add(all, c.weight)
		}
		if o == 0 {
			for l := range n.all {
				for _, x := range n.all[l] {
					if x != nil {
						all.Add(all, x)
					}
				}
			}
		}
		share, _ := new(big.Rat).SetFrac(n.all[plan.lines][plan.bonus], all).Float64()
		tape := fair.NewTape([32]byte{byte(o), 3})
		kept := 0
		for range tries {
			var d bingoDraft
			if b.table.try(tape, &d, plan, cells) {
				kept++
			}
		}
		if off := math.Abs(float64(kept)-tries*share) / math.Sqrt(tries*share*(1-share)); off > 4 {
			t.Errorf("%s: kept %d of %d, expected %.1f", b.outcomes[o].Label.EN, kept, tries, tries*share)
		}
		t.Logf("%s: %.4f kept", b.outcomes[o].Label.EN, share)
	}
}

// How many balls fall in an outer and in the middle column, and how many lines on the first card, follows the exact law of the outcome; and
// all places of the balls are alike.
func TestBingoRealLaw(t *testing.T) {
	n := countBingo()
	b := newBingo(t, bingoReal)
	cells := make([]scratch.Code, b.table.cells())
	const faces = 10000
	for o, outcome := range b.outcomes {
		lines, bonus := b.linesOf(o)
		tape := fair.NewTape([32]byte{byte(o), 4})
		var outer, middle, first [16]int
		var places [20]int
		for range faces {
			b.Print(tape, o, nil, cells)
			var h [5]int
			for i, c := range cells[:20] {
				h[(c-1)/15]++
				if c <= 15 {
					places[i]++
				}
			}
			_, _, perCard := plainBingo(b, cells)
			outer[h[4]]++
			middle[h[2]]++
			first[perCard[0]]++
		}
		follows(t, outcome.Label.EN+", outer column", outer, n.outer[lines][bonus])
		follows(t, outcome.Label.EN+", middle column", middle, n.middle[lines][bonus])
		follows(t, outcome.Label.EN+", first card", first, n.first[lines][bonus])
		mean, sum := 0.0, 0.0
		for _, x := range places {
			mean += float64(x) / 20
		}
		for _, x := range places {
			sum += (float64(x) - mean) * (float64(x) - mean) / mean
		}
		if sum > chiSquare999(19) { // an upper bound: the places of one face exclude each other
			t.Errorf("%s: places of the balls, chi-square %.1f", outcome.Label.EN, sum)
		}
	}
}

// follows compares counts with exact weights by chi-square, rare cases taken together.
func follows(t *testing.T, what string, counts [16]int, weights [16]*big.Int) {
	t.Helper()
	total, all := new(big.Int), 0
	for i, w := range weights {
		if w != nil {
			total.Add(total, w)
		}
		all += counts[i]
	}
	sum, cells := 0.0, 0
	rest, restExpected := 0.0, 0.0
	for i, w := range weights {
		if w == nil || w.Sign() == 0 {
			if counts[i] > 0 {
				t.Errorf("%s: %d printed, which is impossible", what, i)
			}
			continue
		}
		expected, _ := new(big.Rat).SetFrac(w, total).Float64()
		expected *= float64(all)
		if expected < 5 {
			rest += float64(counts[i])
			restExpected += expected
			continue
		}
		d := float64(counts[i]) - expected
		sum += d * d / expected
		cells++
	}
	if restExpected > 1 {
		sum += (rest - restExpected) * (rest - restExpected) / restExpected
		cells++
	} else if rest > 12 {
		t.Errorf("%s: %.0f rare cases, expected %.2f", what, rest, restExpected)
	}
	if cells > 1 && sum > chiSquare999(cells-1) {
		t.Errorf("%s: chi-square %.1f above %.1f, %v", what, sum, chiSquare999(cells-1), counts)
	}
}
