package mechanic

import (
	"fmt"
	"math"
	"testing"

	"tirage/fair"
	"tirage/scratch"
)

// listBingo calls visit with every face that may be printed: balls all different in any order, no number twice on a card, each number in its
// column under columns layout, no two cards alike.
func listBingo(b *bingoLines, byColumns bool, visit func(cells []scratch.Code)) {
	t := b.table
	cells := make([]scratch.Code, t.cells())
	var fill func(at int)
	fill = func(at int) {
		if at == len(cells) {
			visit(cells)
			return
		}
		from, lo, hi := 0, 1, t.numbers // where the numbers must differ from, and their range
		if at >= t.balls {
			place := (at - t.balls) % t.printed
			from = at - place
			if byColumns {
				if t.star >= 0 && place >= t.star {
					place++
				}
				share := t.numbers / t.columns
				lo = place%t.columns*share + 1
				hi = lo + share - 1
			}
		}
	number:
		for n := lo; n <= hi; n++ {
			for _, c := range cells[from:at] {
				if int(c) == n {
					continue number
				}
			}
			cells[at] = scratch.Code(n)
			if at+1 > t.balls && (at+1-t.balls)%t.printed == 0 && repeatsCard(t, cells[t.balls:at+1]) {
				continue
			}
			fill(at + 1)
		}
	}
	fill(0)
}

// repeatsCard reports whether the last of these cards equals an earlier one.
func repeatsCard(t *bingoTable, cards []scratch.Code) bool {
	last := len(cards) - t.printed
	for at := 0; at < last; at += t.printed {
		if fmt.Sprint(cards[at:at+t.printed]) == fmt.Sprint(cards[last:]) {
			return true
		}
	}
	return false
}

// bingoNumber writes a face of numbers below 10 as one decimal number.
func bingoNumber(cells []scratch.Code) (n uint64) {
	for _, c := range cells {
		n = n*10 + uint64(c)
	}
	return n
}

// Every face with an outcome is printed, and all of them equally often.
func TestBingoUniform(t *testing.T) {
	for name, p := range bingoSmall {
		t.Run(name, func(t *testing.T) {
			b := newBingo(t, p)
			faces := make([]map[uint64]int, len(b.outcomes))
			for i := range faces {
				faces[i] = map[uint64]int{}
			}
			listBingo(b, len(b.table.groups) > 1, func(cells []scratch.Code) {
				lines, bonus, _ := plainBingo(b, cells)
				if lines <= len(b.gains) && bonus < len(b.parts) {
					faces[lines*len(b.parts)+bonus][bingoNumber(cells)] = 0
				}
			})
			cells := make([]scratch.Code, b.table.cells())
			for o, seen := range faces {
				tape := fair.NewTape([32]byte{byte(o), 7})
				each := 5
				for range each * len(seen) {
					b.Print(tape, o, nil, cells)
					n := bingoNumber(cells)
					if _, ok := seen[n]; !ok {
						t.Fatalf("%v is no face with %s", cells, b.outcomes[o].Label.EN)
					}
					seen[n]++
				}
				sum := 0.0
				for _, count := range seen {
					d := float64(count - each)
					sum += d * d / float64(each)
				}
				if most := chiSquare999(len(seen) - 1); sum > most {
					t.Errorf("%s: chi-square %.0f of %d faces is above %.0f", b.outcomes[o].Label.EN, sum, len(seen), most)
				}
				t.Logf("%s: %d faces, chi-square %.0f", b.outcomes[o].Label.EN, len(seen), sum)
			}
		})
	}
}

// chiSquare999 is the 99.9 % quantile of chi-square by Wilson and Hilferty's approximation.
func chiSquare999(freedom int) float64 {
	const z = 3.0902
	n := float64(freedom)
	return n * math.Pow(1-2/(9*n)+z*math.Sqrt(2/(9*n)), 3)
}
