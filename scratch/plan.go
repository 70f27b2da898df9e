package scratch

import (
	"fmt"
	"math/big"
	"slices"

	"tirage/fair"
	"tirage/money"
)

// Plan is the working paper of a block: how many tickets of each composition it holds, and how a ticket of each
// composition is printed. It is immutable and safe for concurrent use.
type Plan struct {
	Game         *Game
	Compositions []Composition // 0 is the losing one; a composition keeps its number even if rounding leaves it no ticket

	choices [][]choice       // by composition and surface
	decoys  []*fair.Weighted // by surface; nil when it shows no amounts
	shown   [][]*big.Rat     // by surface and amount: times per block that a winning spot shows it
}

// choice is the second weighted choice: how a surface reaches what it pays.
type choice struct {
	outcomes []int
	weights  *fair.Weighted // nil when there is one outcome only
}

// NewPlan plans a block: it enumerates the compositions of every lot and turns their weights into whole numbers of tickets by
// largest remainder. It returns every problem that makes the game impossible to print, under the names no_composition, too_many_compositions,
// no_losing_face and too_many_lots.
func NewPlan(g *Game) (*Plan, []Problem) {
	p := &Plan{Game: g}
	losing := Composition{Lot: -1, Pays: make([]money.Cents, len(g.Parts())), Count: int64(g.BlockSize)}
	for i := range g.Surfaces {
		losing.outcomes = append(losing.outcomes, payments(&g.Surfaces[i])[0].outcomes)
		if g.Surfaces[i].Mechanic.Outcomes()[0].Total() != 0 {
			return nil, []Problem{{
				Path: fmt.Sprintf("/surfaces/%d", i), Name: "no_losing_face",
				Message: "this surface can only win, so no ticket of the game can lose", Hint: "give it parameters under which it can show a losing face",
			}}
		}
	}
	p.Compositions = append(p.Compositions, losing)
	problems := p.compose()
	for _, c := range p.Compositions[1:] {
		p.Compositions[0].Count -= c.Count
	}
	if p.Compositions[0].Count < 0 {
		problems = append(problems, Problem{
			Path: "/lots", Name: "too_many_lots",
			Message: fmt.Sprintf("the table has %d lots more than the block has tickets", -p.Compositions[0].Count), Hint: "raise block or lower the counts",
		})
	}
	if len(problems) > 0 {
		return nil, problems
	}
	p.choose()
	p.weighDecoys()
	return p, nil
}

// compose enumerates and counts the compositions of every lot.
func (p *Plan) compose() (problems []Problem) {
	c := newComposer(p.Game)
	for lot, row := range p.Game.Table.Lots {
		path := fmt.Sprintf("/lots/rows/%d", lot)
		amount := p.Game.Currency.Plain(row.Amount)
		list, weights, ok := c.compositions(lot, MaxCompositions-len(p.Compositions))
		switch {
		case !ok:
			return append(problems, Problem{
				Path: path, Name: "too_many_compositions",
				Message: fmt.Sprintf("the lots down to %s have more than %d compositions", amount, MaxCompositions), Hint: "write the compositions you want, or limit the number of winning parts",
			})
		case len(list) == 0:
			problems = append(problems, p.Game.uncomposed(lot))
			continue
		}
		counts := money.LargestRemainder(row.Count, integers(weights))
		for i := range list {
			list[i].Count = counts[i]
		}
		p.Compositions = append(p.Compositions, list...)
	}
	return problems
}

// Uncomposed lists the lots that no composition of the surfaces pays, as NewPlan does, of a game whose table may be wrong otherwise. All surfaces must have
// their mechanic.
func (g *Game) Uncomposed() (problems []Problem) {
	c := newComposer(g)
	for lot := range g.Table.Lots {
		switch list, _, ok := c.compositions(lot, MaxCompositions); {
		case !ok: // too many: none is missing, and the rest would take its time
			return problems
		case len(list) == 0:
			problems = append(problems, g.uncomposed(lot))
		}
	}
	return problems
}

func (g *Game) uncomposed(lot int) Problem {
	return Problem{
		Path: fmt.Sprintf("/lots/rows/%d", lot), Name: "no_composition", Message: "no composition of the surfaces pays " + g.Currency.Plain(g.Table.Lots[lot].Amount),
		Hint: "let a surface show amounts that add up to it, loosen the constraints, or drop the lot",
	}
}

// integers scales rational weights to whole numbers in the same proportion.
func integers(weights []*big.Rat) []*big.Int {
	common := big.NewInt(1)
	for _, w := range weights {
		d := w.Denom()
		common.Mul(common, new(big.Int).Div(d, new(big.Int).GCD(nil, nil, common, d)))
	}
	whole := make([]*big.Int, len(weights))
	for i, w := range weights {
		whole[i] = new(big.Int).Mul(w.Num(), new(big.Int).Div(common, w.Denom()))
	}
	return whole
}

// choose prepares the second weighted choice of every composition.
func (p *Plan) choose() {
	p.choices = make([][]choice, len(p.Compositions))
	for i, c := range p.Compositions {
		for s, outcomes := range c.outcomes {
			ch := choice{outcomes: outcomes}
			if len(outcomes) > 1 {
				all := p.Game.Surfaces[s].Mechanic.Outcomes()
				weights := make([]uint64, len(outcomes))
				for j, o := range outcomes {
					weights[j] = all[o].Weight
				}
				ch.weights, _ = fair.NewWeights(weights) // outcome weights are never zero
			}
			p.choices[i] = append(p.choices[i], ch)
		}
	}
}

// weighDecoys settles the weights of amounts on losing spots: the game file's, or in proportion to how often winning spots of the surface
// show them, each at least one hundredth.
func (p *Plan) weighDecoys() {
	p.decoys = make([]*fair.Weighted, len(p.Game.Surfaces))
	p.shown = make([][]*big.Rat, len(p.Game.Surfaces))
	for s := range p.Game.Surfaces {
		surface := &p.Game.Surfaces[s]
		amounts := surface.Mechanic.Amounts()
		if amounts == nil {
			continue
		}
		p.shown[s] = p.countShown(s, amounts.Len())
		weights := make([]*big.Int, amounts.Len())
		for i := range weights {
			weights[i] = new(big.Int).SetUint64(surface.Decoys[Code(i+1)])
		}
		if surface.Decoys == nil {
			weights = atLeastOneHundredth(p.shown[s])
		}
		p.decoys[s], _ = fair.NewWeighted(weights) // Check refuses all-zero weights
	}
}

// countShown returns, by amount, how many winning spots of a surface show it in a block: exact expectations.
func (p *Plan) countShown(s, n int) []*big.Rat {
	shown := make([]*big.Rat, n)
	for i := range shown {
		shown[i] = new(big.Rat)
	}
	all := p.Game.Surfaces[s].Mechanic.Outcomes()
	for _, c := range p.Compositions {
		total := new(big.Int)
		for _, o := range c.outcomes[s] {
			total.Add(total, new(big.Int).SetUint64(all[o].Weight))
		}
		for _, o := range c.outcomes[s] {
			times := new(big.Int).Mul(big.NewInt(c.Count), new(big.Int).SetUint64(all[o].Weight))
			for _, code := range all[o].Shown {
				shown[code-1].Add(shown[code-1], new(big.Rat).SetFrac(times, total))
			}
		}
	}
	return shown
}

// atLeastOneHundredth turns exact frequencies into whole weights: an amount that would have less than one hundredth of the
// weight gets exactly that, and the others share the rest in proportion to their frequencies. More than a hundred amounts weigh the same.
func atLeastOneHundredth(shown []*big.Rat) []*big.Int {
	n := int64(len(shown))
	weights := make([]*big.Rat, n)
	raised := make([]bool, n)
	for again := true; again; {
		again = false
		sum, rest := new(big.Rat), big.NewRat(100, 1) // hundredths
		for i, x := range shown {
			if raised[i] {
				rest.Sub(rest, big.NewRat(1, 1))
			} else {
				sum.Add(sum, x)
			}
		}
		if n > 100 || sum.Sign() == 0 {
			return slices.Repeat([]*big.Int{big.NewInt(1)}, int(n))
		}
		for i, x := range shown {
			if weights[i] = big.NewRat(1, 1); !raised[i] {
				weights[i] = new(big.Rat).Mul(rest, new(big.Rat).Quo(x, sum))
				raised[i] = weights[i].Cmp(big.NewRat(1, 1)) < 0
				again = again || raised[i]
			}
		}
	}
	return integers(weights)
}

// Deal lays the compositions' numbers out over the block's positions: exactly Count of each, in an order that is a uniform
// shuffle by the tape.
func (p *Plan) Deal(tape *fair.Tape) []uint16 {
	deal := make([]uint16, 0, p.Game.BlockSize)
	for number, c := range p.Compositions {
		for range c.Count {
			deal = append(deal, uint16(number))
		}
	}
	fair.Shuffle16(tape, deal)
	return deal
}

// Print fills cells with a face of this composition, fixed by the tape: surface after surface, first the choice among the
// outcomes that pay the surface's share, then the surface's cells.
func (p *Plan) Print(tape *fair.Tape, composition int, cells []Code) {
	for s := range p.Game.Surfaces {
		surface := &p.Game.Surfaces[s]
		ch := &p.choices[composition][s]
		outcome := ch.outcomes[0]
		if ch.weights != nil {
			outcome = ch.outcomes[ch.weights.Pick(tape)]
		}
		surface.Mechanic.Print(tape, outcome, p.decoys[s], surface.On(cells))
	}
}

// Decoys returns the weights of the amounts on a surface's losing spots (nil if it shows none).
func (p *Plan) Decoys(surface int) *fair.Weighted { return p.decoys[surface] }

// Match reports whether a judged face shows exactly a composition.
func (p *Plan) Match(composition int, v *Verdict) bool {
	pays := p.Compositions[composition].Pays
	i := 0
	for s, r := range v.Readings {
		n := len(p.Game.Surfaces[s].parts)
		for j := range n {
			if r.Pays[j] != pays[i+j] {
				return false
			}
		}
		i += n
	}
	want := Lose
	if p.Compositions[composition].Lot >= 0 {
		want = Win
	}
	return v.Kind == want && v.Amount == p.Compositions[composition].Amount
}
