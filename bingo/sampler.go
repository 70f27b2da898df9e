package bingo

import (
	"math/big"

	"tirage/fair"
)

// Sampler draws exactly uniform cards of one model. It never changes and may be shared by goroutines, each with its own
// tape. docs/bingo-cards.md says which words of the tape give which card.
type Sampler struct {
	model   Model
	options Options
	columns [MaxColumns]columnPlan
	even    pattern     // the pattern of every card, where all have the same one (75 balls)
	grids   *gridWalk   // or what draws it
	rows    *columnWalk // or what draws it
	lucky   []Ball      // ascending
}

// NewSampler returns the sampler of a model. It refuses model_unknown, and sorted_empty_columns for strips that are sorted
// and may have empty columns: their weights do not come apart into a table of a sensible size. Building one for 90 balls takes
// some tenths of a second, so it is done once.
func NewSampler(m Model, o Options) (*Sampler, error) {
	if !m.Known() {
		return nil, refuse("model_unknown", "there is no card model %d", uint8(m))
	}
	s := &Sampler{model: m, options: o}
	var sizes []int
	for c := range m.Columns() {
		first, size := m.Machine().Span(c)
		sizes = append(sizes, size)
		s.columns[c] = newColumnPlan(first, size, nil)
		s.even[c] = 1<<(m.Grids()*m.Rows()) - 1
	}
	if m.Machine() == Machine75 {
		return s, nil
	}
	s.even = pattern{}
	var err error
	switch {
	case m == Classic90:
		s.rows, err = newColumnWalk(rowShape{rows: gridRows, perRow: PerRow, columns: gridRules(sizes, o)})
	case !o.EmptyColumns:
		s.grids, err = newGridWalk(strip{grids: m.Grids(), perRow: PerRow, sizes: sizes, least: 1, weight: columnWeights(o)})
	case !o.Sorted:
		s.rows, err = newColumnWalk(rowShape{rows: gridRows * m.Grids(), perRow: PerRow, columns: stripRules(sizes)})
	default:
		err = refuse("sorted_empty_columns", "no sampler for sorted strips with empty columns: choose one or the other")
	}
	if err != nil {
		return nil, err
	}
	return s, nil
}

// columnWeights are the weights of a strip's columns, by how many numbers they hold in one grid. A set of k numbers can stand there
// in k! orders, or in one if it must be sorted, so that a sorted strip comes from fewer of the equally likely placements:
// hence 6/k!.
func columnWeights(o Options) [gridRows + 1]int64 {
	if o.Sorted {
		return [...]int64{6, 6, 3, 1}
	}
	return [...]int64{1, 1, 1, 1}
}

// stripRules are those of a strip whose columns may be empty: a column just holds all its numbers.
func stripRules(sizes []int) (rules []columnRule) {
	for _, size := range sizes {
		rule := make(columnRule, size+1)
		for k := range rule {
			rule[k] = new(big.Int)
		}
		rule[size].SetInt64(1)
		rules = append(rules, rule)
	}
	return rules
}

// gridRules are those of one 90-ball grid: the weight of k numbers in a column is the number of ways to choose them, in order
// unless they are sorted.
func gridRules(sizes []int, o Options) (rules []columnRule) {
	for _, size := range sizes {
		rule := make(columnRule, gridRows+1)
		for k := range rule {
			switch {
			case k == 0 && !o.EmptyColumns || k > size:
				rule[k] = new(big.Int)
			case o.Sorted:
				rule[k] = new(big.Int).Binomial(int64(size), int64(k))
			default:
				rule[k] = new(big.Int).MulRange(int64(size-k+1), int64(size))
			}
		}
		rules = append(rules, rule)
	}
	return rules
}

// Model returns the model of the cards.
func (s *Sampler) Model() Model { return s.model }

// Options returns how the cards are laid out.
func (s *Sampler) Options() Options { return s.options }

// Card draws a card.
func (s *Sampler) Card(t *fair.Tape) Card {
	c := Card{Model: s.model, Numbers: make([]Ball, s.model.Numbers())}
	s.Draw(t, c.Numbers)
	return c
}

// Draw draws a card and writes its numbers in reading order, as in Card, into numbers, which must have room for them.
// It allocates nothing.
func (s *Sampler) Draw(t *fair.Tape, numbers []Ball) {
	p := s.even
	for {
		if s.grids != nil {
			s.grids.draw(t, &p)
		}
		if s.rows != nil {
			s.rows.draw(t, &p)
		}
		if s.keeps(t, &p) {
			break
		}
		p = pattern{}
	}
	s.place(t, &p, numbers)
}
