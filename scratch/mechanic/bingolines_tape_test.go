package mechanic

import (
	"slices"
	"testing"

	"tirage/fair"
	"tirage/scratch"
)

// plainPrinter follows the published steps word by word, in the plainest way.
type plainPrinter struct {
	t    *bingoTable
	tape *fair.Tape
}

func (p plainPrinter) section(bounds []uint64) []uint32 {
	var out []uint32
	for len(bounds) > 0 {
		n, product := 0, uint64(1)
		for n < len(bounds) && product*bounds[n] <= 1<<48 {
			product *= bounds[n]
			n++
		}
		word := make([]uint32, n)
		p.tape.Batch(bounds[:n], word)
		out = append(out, word...)
		bounds = bounds[n:]
	}
	return out
}

func downFrom(n, count int) (bounds []uint64) {
	for i := range count {
		bounds = append(bounds, uint64(n-i))
	}
	return bounds
}

// swaps exchanges places i and i+r of a list for i = from, from+1 … and returns these places.
func swaps(list []scratch.Code, from int, r []uint32) []scratch.Code {
	for i, x := range r {
		list[from+i], list[from+i+int(x)] = list[from+i+int(x)], list[from+i]
	}
	return list[from : from+len(r)]
}

func ascending(first, size int) (list []scratch.Code) {
	for i := range size {
		list = append(list, scratch.Code(first+i+1))
	}
	return list
}

// card sets one card from its groups' lists, of which the first hits[g] are balls.
func (p plainPrinter) card(lists [][]scratch.Code, hits []int, demanded uint32, card []scratch.Code) {
	var bounds []uint64
	for g, group := range p.t.groups {
		m := 0
		for _, cell := range group.cells {
			m += int(demanded >> cell & 1)
		}
		bounds = append(bounds, downFrom(hits[g], m)...)
		bounds = append(bounds, downFrom(group.size-m, len(group.cells)-m)...)
	}
	r := p.section(bounds)
	for g, group := range p.t.groups {
		var cells []int // demanded, then the others
		for _, wanted := range []uint32{1, 0} {
			for _, cell := range group.cells {
				if demanded>>cell&1 == wanted {
					cells = append(cells, cell)
				}
			}
		}
		for i, code := range swaps(lists[g], 0, r[:len(cells)]) {
			card[cells[i]] = code
		}
		r = r[len(cells):]
	}
}

func (p plainPrinter) losing(cells []scratch.Code) {
	copy(cells, swaps(ascending(0, p.t.numbers), 0, p.section(downFrom(p.t.numbers, p.t.balls))))
	for j := range p.t.cards {
		p.free(cells[p.t.balls+j*p.t.printed:][:p.t.printed])
	}
}

func (p plainPrinter) free(card []scratch.Code) {
	var lists [][]scratch.Code
	for _, group := range p.t.groups {
		lists = append(lists, ascending(group.first, group.size))
	}
	p.card(lists, make([]int, len(lists)), 0, card)
}

func (p plainPrinter) winning(plan *bingoPlan, cells []scratch.Code) {
	t := p.t
	class := plan.classes[plan.pick.Pick(p.tape)]
	var bounds []uint64
	for _, kind := range class.kinds {
		bounds = append(bounds, uint64(len(kind.members)))
	}
	r := p.section(append(bounds, downFrom(t.cards, t.cards-1)...))
	var demanded []uint32
	for i, kind := range class.kinds {
		demanded = append(demanded, kind.members[r[i]].cells)
	}
	for i, x := range r[t.cards:] {
		last := t.cards - 1 - i
		demanded[last], demanded[x] = demanded[x], demanded[last]
	}
	hits, left, step := make([]int, len(t.groups)), t.balls, class.walk
	for i, g := range t.order {
		hits[g] = left
		if i < len(t.order)-1 {
			hits[g] = step.tables[left].Pick(p.tape)
		}
		left -= hits[g]
		step = step.next
	}
	bounds = nil
	for g, group := range t.groups {
		bounds = append(bounds, downFrom(group.size, hits[g])...)
	}
	r = p.section(bounds)
	var lists [][]scratch.Code
	var balls []scratch.Code
	for g, group := range t.groups {
		list := ascending(group.first, group.size)
		balls = append(balls, swaps(list, 0, r[:hits[g]])...)
		lists = append(lists, list)
		r = r[hits[g]:]
	}
	for i, x := range p.section(downFrom(t.balls, t.balls-1)) {
		last := t.balls - 1 - i
		balls[last], balls[x] = balls[x], balls[last]
	}
	copy(cells, balls)
	for j := range t.cards {
		card := cells[t.balls+j*t.printed:][:t.printed]
		if demanded[j] == 0 {
			p.free(card)
			continue
		}
		own := make([][]scratch.Code, len(lists))
		for g := range lists {
			own[g] = slices.Clone(lists[g])
		}
		p.card(own, hits, demanded[j], card)
	}
}

// The published steps are complete: following them gives the faces that are printed, from the same words.
func TestBingoTape(t *testing.T) {
	for _, params := range []string{bingoReal, bingoSmall["overlap"], bingoSmall["anywhere"], bingoSmall["star"], bingoSmall["no bonus"]} {
		b := newBingo(t, params)
		printed, plain := make([]scratch.Code, b.table.cells()), make([]scratch.Code, b.table.cells())
		for o := range b.outcomes {
			one := fair.NewTape([32]byte{byte(o), 11})
			p := plainPrinter{b.table, fair.NewTape([32]byte{byte(o), 11})}
			for range 100 {
				b.Print(one, o, nil, printed)
				for {
					if o == 0 {
						p.losing(plain)
					} else {
						p.winning(b.plans[o], plain)
					}
					lines, bonus, _ := plainBingo(b, plain)
					if wantLines, wantBonus := b.linesOf(o); lines != wantLines || bonus != wantBonus {
						continue
					}
					if !slices.ContainsFunc(ascending(0, b.table.cards-1), func(j scratch.Code) bool {
						return repeatsCard(b.table, plain[b.table.balls:][:(int(j)+1)*b.table.printed])
					}) {
						break
					}
				}
				if !slices.Equal(printed, plain) {
					t.Fatalf("%s: printed %v, by the steps %v", b.outcomes[o].Label.EN, printed, plain)
				}
			}
			if one.Uint64() != p.tape.Uint64() {
				t.Fatal("the tapes are at different words")
			}
		}
	}
}
