package mechanic

import (
	"math/bits"
	"slices"

	"tirage/fair"
	"tirage/scratch"
)

// How a bingo surface is printed from the tape. Whoever follows these steps with the same tape prints the same face.
//
// Numbers are drawn in sections. A section is a list of bounds; bounds go into one word in order as long as their product
// is at most 2^48, and each word is a Tape.Batch. An empty section takes no word. "Choose n of a list" means: for i = 0 …
// n-1, swap places i and i+r, r drawn below the list's length minus i; the choice is places 0 … n-1 in order.
//
// Losing outcome. (1) One section: choose the balls from the list 1 … numbers; in the order chosen, they are the balls.
// (2) Card by card, one section each: group by group, choose as many as the group has cells from the ascending list of
// the group's numbers, and set them in reading order.
//
// Winning outcome.
//
//  1. The class of patterns is a fair.Weighted pick among the outcome's classes. Demands are numbered by their rows, the
//     top row being bit 0, those without the bonus first; kinds are in the order of their first demands and list their
//     demands in order; classes are the non-decreasing rows of kinds in lexicographic order. Demands that no card can
//     fulfil exactly, and classes without a face, are left out.
//  2. One section: for each kind of the class, one of its demands; then these are dealt to the cards by swapping places i
//     and r for i = cards-1 … 1, r drawn below i+1.
//  3. Group by group, those with the star first, then those with bonus cells, then the rest: a fair.Weighted pick of the
//     group's number of balls among 0 … those left, by the weights of bingoStep; the last group takes what is left.
//  4. One section: group by group, now in ascending order, choose its balls from the ascending list of its numbers; the
//     list stays as swapped, balls first.
//  5. One section: the balls, in order of groups, are shuffled by swapping places i and r for i = balls-1 … 1, r drawn
//     below i+1.
//  6. Card by card, one section each: a card without demands as for a losing outcome; any other group by group, each time
//     from its list as (4) left it, h balls in front. With m demanded cells among its f cells, choose m from the first h
//     places; then f-m more by going on from place m over the whole list. The first m go into the demanded cells and the
//     others into the others, both in reading order.
//
// Either way the face is kept if it shows exactly the outcome's lines and bonus cards, and no two cards are equal; if
// not, everything starts over with the next word. Cards are only ever refused together with the balls, so that the law
// of the balls is the true one of the outcome.

// bingoDraft is the working memory of one print.
type bingoDraft struct {
	list  bingoList
	drawn [bingoMaxNumbers + 1 + 16]uint32 // by number: all bits set if a ball shows it; sixteen numbers can be had from any on
	cover [bingoMaxCards]uint32            // by card: cells whose numbers are drawn
}

// bingoList is the groups' numbers one after the other.
type bingoList [bingoMaxNumbers + 1]uint8

// bingoSection is a section whose bounds depend on what was drawn before, and what was drawn.
type bingoSection struct {
	bounds [bingoMaxNumbers]uint64
	n      int
	r      bingoPicks
}

// bingoPicks are the numbers drawn for a section.
type bingoPicks [bingoMaxNumbers + 1]uint32

// Print prints an outcome as described above.
func (b *bingoLines) Print(tape *fair.Tape, outcome int, _ *fair.Weighted, cells []scratch.Code) {
	var d bingoDraft
	for !b.table.try(tape, &d, b.plans[outcome], cells) {
	}
}

// try prints one face and reports whether it may be kept. No number of the draft is drawn before, nor after if it may not.
func (t *bingoTable) try(tape *fair.Tape, d *bingoDraft, plan *bingoPlan, cells []scratch.Code) bool {
	if plan.pick == nil {
		t.tryLosing(tape, d, cells)
	} else {
		t.tryWinning(tape, d, plan, cells)
	}
	if t.shows(d, cells, plan.lines, plan.bonus) {
		return true
	}
	clear(d.drawn[:])
	return false
}

// tryLosing fills a face uniformly among all.
func (t *bingoTable) tryLosing(tape *fair.Tape, d *bingoDraft, cells []scratch.Code) {
	d.list = t.ascending
	i := 0
	for w := range t.someBalls.words { // as draws.take, with each number used at once
		word := t.someBalls.words[w].Word(tape)
		for range t.someBalls.words[w].Len() {
			var r uint64
			r, word = bits.Mul64(word, uint64(t.numbers-i))
			j := (i + int(r)) & bingoMaxNumbers
			ball := d.list[j]
			d.list[j] = d.list[i&bingoMaxNumbers]
			d.drawn[ball] = ^uint32(0)
			cells[i] = scratch.Code(ball)
			i++
		}
	}
	for j := range t.cards {
		t.freeCard(tape, d, j, cells)
	}
}

// freeCard draws and sets card j without demands.
func (t *bingoTable) freeCard(tape *fair.Tape, d *bingoDraft, j int, cells []scratch.Code) {
	if t.shortcut != nil {
		t.shortcut.card(tape, d, j, cells[t.balls+j*t.printed:][:t.printed])
		return
	}
	d.list = t.ascending
	var r bingoPicks
	t.someCard.take(tape, r[:])
	t.set(d, &r, j, &t.free, cells)
}

// tryWinning fills a face uniformly among those that show at least one of the plan's patterns, counted once per pattern.
func (t *bingoTable) tryWinning(tape *fair.Tape, d *bingoDraft, plan *bingoPlan, cells []scratch.Code) {
	class := &plan.classes[plan.pick.Pick(tape)]
	var demands [bingoMaxCards]*bingoDemand
	var section bingoSection
	class.member.take(tape, section.r[:])
	for i, kind := range class.kinds {
		demands[i] = &kind.members[section.r[i]]
	}
	for i := t.cards - 1; i > 0; i-- {
		r := section.r[2*t.cards-1-i]
		demands[i], demands[r] = demands[r], demands[i]
	}
	var hits [bingoMaxSide]int // by group: its balls
	left := t.balls
	step := class.walk
	for _, g := range t.order {
		hits[g] = left
		if step.next != nil {
			hits[g] = step.tables[left].Pick(tape)
		}
		left -= hits[g]
		step = step.next
	}
	ballsFirst := t.ascending
	t.drawBalls(tape, d, &ballsFirst, &section, &hits, cells)
	for j := range t.cards {
		if demands[j].cells == 0 {
			t.freeCard(tape, d, j, cells)
			continue
		}
		d.list = ballsFirst
		for g := range t.groups {
			group := &t.groups[g]
			m := demands[j].forced[g]
			for i := range group.cells {
				if i < m {
					section.bound(hits[g] - i)
				} else {
					section.bound(group.size - i)
				}
			}
		}
		section.take(tape)
		t.set(d, &section.r, j, demands[j], cells)
	}
}

// drawBalls chooses the balls of each group, which go to the front of its list, and puts them in random order.
func (t *bingoTable) drawBalls(tape *fair.Tape, d *bingoDraft, lists *bingoList, section *bingoSection, hits *[bingoMaxSide]int, cells []scratch.Code) {
	for g := range t.groups {
		for i := range hits[g] {
			section.bound(t.groups[g].size - i)
		}
	}
	section.take(tape)
	n := 0
	for g := range t.groups {
		list := lists[t.groups[g].first:]
		for i := range hits[g] {
			j := i + int(section.r[n])
			list[i], list[j] = list[j], list[i]
			d.drawn[list[i]] = ^uint32(0)
			cells[n] = scratch.Code(list[i])
			n++
		}
	}
	t.someOrder.take(tape, section.r[:])
	for i := n - 1; i > 0; i-- {
		r := section.r[n-1-i]
		cells[i], cells[r] = cells[r], cells[i]
	}
}

// bound adds a bound to the section.
func (s *bingoSection) bound(n int) {
	s.bounds[s.n] = uint64(n)
	s.n++
}

// take draws the section by the same rule as draws, whose bounds are known beforehand, and empties it.
func (s *bingoSection) take(tape *fair.Tape) {
	for from := 0; from < s.n; {
		end, product := from+1, s.bounds[from]
		for end < s.n && product*s.bounds[end] <= 1<<48 {
			product *= s.bounds[end]
			end++
		}
		tape.Batch(s.bounds[from:end], s.r[from:end])
		from = end
	}
	s.n = 0
}

// set writes card j from the numbers drawn for it, and notes which of its cells are covered.
func (t *bingoTable) set(d *bingoDraft, r *bingoPicks, j int, demand *bingoDemand, cells []scratch.Code) {
	card := cells[t.balls+j*t.printed:][:t.printed]
	cover := uint32(0)
	n := 0
	for g := range t.groups {
		first := t.groups[g].first
		for i := first; i < first+len(t.groups[g].cells); i++ {
			k := (i + int(r[n])) & bingoMaxNumbers
			number := d.list[k]
			d.list[k] = d.list[i&bingoMaxNumbers]
			cell := demand.order[n]
			card[cell] = scratch.Code(number)
			cover |= d.drawn[number] & (1 << (cell & 31))
			n++
		}
	}
	d.cover[j] = cover
}

// shows reports whether a tried face may be printed: exactly so many lines, exactly so many bonus cards, no two cards equal.
func (t *bingoTable) shows(d *bingoDraft, cells []scratch.Code, lines, bonus int) bool {
	for _, cover := range d.cover[:t.cards] {
		for _, row := range t.rowMask {
			lines -= within(row, cover)
		}
		if t.bonusMask != 0 {
			bonus -= within(t.bonusMask, cover)
		}
	}
	if lines != 0 || bonus != 0 {
		return false
	}
	last := t.printed - 1
	for j := range t.cards {
		one := cells[t.balls+j*t.printed:][:t.printed]
		for i := range j {
			other := cells[t.balls+i*t.printed:][:t.printed]
			if (one[0]^other[0])|(one[last]^other[last]) == 0 && slices.Equal(one, other) { // two cells at once: a branch easier to foresee
				return false
			}
		}
	}
	return true
}

// within is 1 if all cells of mask are in cover, otherwise 0, without a branch that nobody can foresee. Masks are below 2^31.
func within(mask, cover uint32) int { return int((mask&^cover - 1) >> 31) }
