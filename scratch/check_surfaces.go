package scratch

import (
	"fmt"
	"slices"
	"strings"

	"tirage/money"
)

func (c *checker) surfaces() {
	if len(c.game.Surfaces) == 0 {
		c.add("/surfaces", "empty", "describe at least one surface", "the ticket has no surface")
	}
	var alphabets []*Alphabet
	ids, parts, cells := map[string]bool{}, map[string]bool{}, 0
	for i := range c.game.Surfaces {
		s := &c.game.Surfaces[i]
		path := fmt.Sprintf("/surfaces/%d", i)
		if !surfaceID.MatchString(s.ID) {
			c.add(path+"/id", "bad_form", "use lower-case letters and digits with _ between them", "%.60q cannot be a surface's id", s.ID)
		}
		if ids[s.ID] {
			c.add(path+"/id", "repeated_surface", "give each surface its own id", "two surfaces are called %q", s.ID)
		}
		ids[s.ID] = true
		c.text(path+"/name", s.Name)
		c.article(path+"/article", s.Article)
		if s.Misprint != "" {
			c.article(path+"/misprint", s.Misprint)
		}
		if s.Mechanic == nil {
			continue
		}
		for _, p := range s.Mechanic.Parts() {
			if parts[p.ID] && p.ID != s.ID {
				c.add(path+"/with", "repeated_part", "give each game its own id", "two games of the ticket are called %q", p.ID)
			}
			parts[p.ID] = true
			if p.Article != s.Article { // which was looked at above
				c.article(path+"/with", p.Article)
			}
		}
		for _, z := range s.Mechanic.Zones() {
			cells += z.Cells
			c.zone(path, z)
			if !slices.Contains(alphabets, z.Alphabet) {
				alphabets = append(alphabets, z.Alphabet)
				c.captions(path, z)
			}
		}
		c.decoys(path, s)
	}
	if cells > MaxCells {
		c.add("/surfaces", "too_many_cells", "show less", "the ticket has %d elements under its coating, at most %d are possible", cells, MaxCells)
	}
}

// zone wants an article for every zone and an inscription for every element that must carry one.
func (c *checker) zone(path string, z Zone) {
	if strings.TrimSpace(z.Article) == "" {
		c.add(path+"/with/articles", "no_article", "write it under "+z.ID+" or elements", "no article lists what zone %s may show", z.ID)
	}
	if z.Inscription == NoInscription {
		return
	}
	for i := range z.Alphabet.Len() {
		if e := z.Alphabet.At(Code(i + 1)); normal(e.Caption) == "" {
			c.add(path+"/with", "no_caption", fmt.Sprintf("add %q to captions/table", e.Figure), "zone %s demands inscriptions, %q has none", z.ID, e.Figure)
		}
	}
}

// captions wants words that tell the elements of a zone apart, if only by more than their case.
func (c *checker) captions(path string, z Zone) {
	if z.Inscription != InLetters {
		return
	}
	figures := map[string]string{}
	for i := range z.Alphabet.Len() {
		e := z.Alphabet.At(Code(i + 1))
		key := strings.ToUpper(normal(e.Caption))
		if first, twice := figures[key]; twice && key != "" {
			c.add(path+"/with", "repeated_caption", "write another inscription for one of them, in the symbol's name or in captions/table",
				"%q and %q in zone %s have the same inscription %q, which cannot tell them apart", first, normal(e.Figure), z.ID, e.Caption)
			return
		}
		figures[key] = normal(e.Figure)
	}
}

func (c *checker) decoys(path string, s *Surface) {
	if s.Decoys == nil {
		return
	}
	amounts := s.Mechanic.Amounts()
	if amounts == nil {
		c.add(path+"/decoys", "no_amounts", "leave decoys out", "this surface shows no amounts")
		return
	}
	sum := uint64(0)
	for code, w := range s.Decoys {
		if !amounts.Holds(code) {
			c.add(path+"/decoys", "unlisted_amount", "weigh only amounts that the surface lists", "a weight is given to an amount that the surface does not show")
		}
		sum += w
	}
	if sum == 0 {
		c.add(path+"/decoys", "no_weight", "raise one of them", "all weights are zero: nothing could stand on a losing spot")
	}
}

// mix checks the rules by which lots are composed against the table and the parts.
func (c *checker) mix() {
	m := c.game.Mix
	sum := uint64(0)
	for _, w := range m.ByWinning {
		sum += w
	}
	if len(m.ByWinning) > 0 && sum == 0 {
		c.add("/compositions/by_winning", "no_weight", "raise one of them", "all weights are zero: no lot could be composed")
	}
	parts, complete := map[string]bool{}, true
	var names []string
	for i := range c.game.Surfaces {
		if c.game.Surfaces[i].Mechanic == nil {
			complete = false
			continue
		}
		for _, p := range c.game.Surfaces[i].Mechanic.Parts() {
			parts[p.ID] = true
			names = append(names, p.ID)
		}
	}
	for i, k := range m.Constraints {
		path := fmt.Sprintf("/compositions/constraints/%d", i)
		if k.Max > 0 && k.Max < k.Min {
			c.add(path+"/max", "limits_out_of_order", "swap them", "at most %d games cannot be at least %d", k.Max, k.Min)
		}
		if k.Min > len(names) && complete {
			c.add(path+"/min", "out_of_range", "lower it", "the ticket has %d games, %d cannot win", len(names), k.Min)
		}
		for j, lot := range k.Lots {
			c.lot(fmt.Sprintf("%s/lots/%d", path, j), lot)
		}
	}
	for i, w := range m.Written {
		path := fmt.Sprintf("/compositions/written/%d", i)
		c.lot(path+"/lot", w.Lot)
		sum := money.Cents(0)
		for part, pays := range w.Pays {
			sum += pays
			if !parts[part] && complete {
				c.add(path+"/pays/"+escapePointer(part), "unknown_part", Suggest(part, names), "no game of the ticket is called %.40q", part)
			}
		}
		if sum != w.Lot {
			c.add(path+"/pays", "composition_total", "correct what the games pay", "the games pay %s together, the lot is %s: %s", c.plain(sum), c.plain(w.Lot), c.off(sum, w.Lot))
		}
	}
}

func (c *checker) lot(path string, amount money.Cents) {
	if c.game.Table.row(amount) < 0 {
		c.add(path, "unknown_lot", "write an amount of the prize table", "the prize table has no lot of %s", c.plain(amount))
	}
}

// Check returns warnings about a plan: amounts that a surface lists though no composition ever pays them there, and
// written compositions that a constraint forbids or no surface can show.
func (p *Plan) Check() []Problem {
	c := &checker{game: p.Game}
	for s := range p.Game.Surfaces {
		m := p.Game.Surfaces[s].Mechanic
		won, amounts := p.won(s)
		for i, a := range amounts {
			if won[a] || a == 0 {
				continue
			}
			path := fmt.Sprintf("/surfaces/%d/with", s)
			if m.Amounts() != nil {
				path = fmt.Sprintf("%s/amounts/%d", path, i)
			}
			c.add(path, "amount_never_won", "leave it out, or add a lot or a composition that uses it",
				"%s is listed, but no composition of any lot pays it here: no ticket would ever win it", c.plain(a))
		}
	}
	for i, w := range p.Game.Mix.Written {
		if !p.has(w) {
			c.add(fmt.Sprintf("/compositions/written/%d", i), "composition_impossible", "loosen the constraints, or write one that the surfaces can show",
				"the surfaces cannot show this composition of %s", c.plain(w.Lot))
		}
	}
	for i := range c.found {
		c.found[i].Warning = true
	}
	return c.found
}

// won returns the amounts that a surface lists for its spots (all that it can pay, if it shows none and has one part), and those among them that
// some composition pays there.
func (p *Plan) won(surface int) (won map[money.Cents]bool, listed []money.Cents) {
	m := p.Game.Surfaces[surface].Mechanic
	all, alphabet := m.Outcomes(), m.Amounts()
	switch {
	case alphabet != nil:
		for i := range alphabet.Len() {
			listed = append(listed, alphabet.At(Code(i+1)).Amount)
		}
	case len(m.Parts()) == 1:
		for _, o := range all {
			listed = append(listed, o.Total())
		}
	}
	won, seen := map[money.Cents]bool{}, map[*int]bool{} // compositions share their lists of outcomes
	for _, c := range p.Compositions {
		list := c.outcomes[surface]
		if seen[&list[0]] {
			continue
		}
		seen[&list[0]] = true
		for _, o := range list {
			if alphabet == nil {
				won[all[o].Total()] = true
			}
			for _, code := range all[o].Shown {
				won[alphabet.At(code).Amount] = true
			}
		}
	}
	return won, listed
}

// has reports whether the plan holds a written composition.
func (p *Plan) has(w WrittenComposition) bool {
	parts := p.Game.Parts()
	for _, c := range p.Compositions[1:] {
		same := c.Amount == w.Lot
		for i, part := range parts {
			same = same && c.Pays[i] == w.Pays[part.ID]
		}
		if same {
			return true
		}
	}
	return false
}
