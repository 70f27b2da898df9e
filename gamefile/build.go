package gamefile

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tirage/money"
	"tirage/ruling"
	"tirage/scratch"
	"tirage/scratch/mechanic"
)

// build makes a game of a tree, as far as the tree allows: fields with a problem stay empty, surfaces that cannot be made have no mechanic.
func (r *reader) build() *scratch.Game {
	root := r.root
	g := &scratch.Game{
		ID: root.get("id").str(), Code: uint16(root.get("game_code").int()), Version: uint32(root.get("version").int()),
		Name: root.get("name").both(), Source: root.get("source").both(), Reconstruction: root.get("reconstruction").both(),
		BlockSize: root.get("block").int(), PackSize: root.get("pack").int(), ControlBox: root.get("control_box").both(),
		Captions: money.Lang(root.get("captions").get("language").str()),
		Currency: r.currency(),
	}
	g.Price = r.amount(g.Currency, root.get("price"), "/price")
	force := root.get("in_force")
	g.InForce = scratch.InForce{Planned: force.get("planned").str(), Actual: force.get("actual").str(), Notice: force.get("notice").str()}
	g.Claim.Days = root.get("claim").get("days").int()
	g.Payment.Retailer = r.amount(g.Currency, root.get("payment").get("retailer"), "/payment/retailer")
	g.Payment.Centre = r.amount(g.Currency, root.get("payment").get("centre"), "/payment/centre")
	r.buildLots(g)
	r.buildMix(g)
	g.Rulings = r.rulings()
	r.checkRulings(g.Rulings)
	r.buildSurfaces(g)
	return g
}

func (n *node) int() int {
	if n == nil || n.kind != integerNode {
		return 0
	}
	i, _ := strconv.Atoi(n.text) // eighteen digits at most
	return i
}

func (n *node) both() money.Text {
	return money.Text{FR: n.get("fr").str(), EN: n.get("en").str()}
}

func (r *reader) currency() money.Currency {
	n := r.root.get("currency")
	c, err := money.ParseCurrency(n.str())
	if err != nil && n != nil && n.kind == stringNode {
		r.at("/currency", "unknown_currency", fmt.Sprintf("there is no currency %.20q", n.text), "write its ISO 4217 code in capitals, as EUR", false)
	}
	if err != nil {
		return money.EUR // so that amounts can be read all the same
	}
	return c
}

// amount reads an amount as it is written. What the schema has refused stays zero.
func (r *reader) amount(c money.Currency, n *node, pointer string) money.Cents {
	if n == nil || n.kind != integerNode && n.kind != stringNode || r.seen[pointer] {
		return 0
	}
	a, err := money.Parse(n.text, c)
	if err != nil || a < 0 {
		message := fmt.Sprintf("%q is negative", clip(n.text))
		if err != nil {
			message = strings.TrimPrefix(err.Error(), "money: ")
		}
		r.at(pointer, "bad_amount", message, `write the main unit, as 20, "0.50" or "1 000 000"`, false)
		return 0
	}
	return a
}

func (r *reader) buildLots(g *scratch.Game) {
	lots := r.root.get("lots")
	g.Table.Article = lots.get("article").str()
	g.Table.Stated.Lots = int64(lots.get("stated").get("lots").int())
	g.Table.Stated.Total = r.amount(g.Currency, lots.get("stated").get("total"), "/lots/stated/total")
	for i, n := range lots.get("rows").items() {
		path := fmt.Sprintf("/lots/rows/%d", i)
		g.Table.Lots = append(g.Table.Lots, scratch.Lot{
			Amount: r.amount(g.Currency, n.get("amount"), path+"/amount"),
			Count:  int64(n.get("count").int()),
			Stated: r.amount(g.Currency, n.get("total"), path+"/total"),
		})
	}
}

func (r *reader) buildMix(g *scratch.Game) {
	mix := r.root.get("compositions")
	for _, n := range mix.get("by_winning").items() {
		g.Mix.ByWinning = append(g.Mix.ByWinning, uint64(max(0, n.int())))
	}
	for i, n := range mix.get("constraints").items() {
		c := scratch.Constraint{Min: n.get("min").int(), Max: n.get("max").int()}
		for j, lot := range n.get("lots").items() {
			c.Lots = append(c.Lots, r.amount(g.Currency, lot, fmt.Sprintf("/compositions/constraints/%d/lots/%d", i, j)))
		}
		g.Mix.Constraints = append(g.Mix.Constraints, c)
	}
	for i, n := range mix.get("written").items() {
		path := fmt.Sprintf("/compositions/written/%d", i)
		w := scratch.WrittenComposition{Lot: r.amount(g.Currency, n.get("lot"), path+"/lot"), Pays: map[string]money.Cents{}, Weight: 1}
		if weight := n.get("weight"); weight != nil {
			w.Weight = uint64(max(0, weight.int()))
		}
		if pays := n.get("pays"); pays != nil && pays.kind == mapNode {
			for j, k := range pays.keys {
				w.Pays[k.name] = r.amount(g.Currency, pays.list[j], path+"/pays/"+escape(k.name))
			}
		}
		g.Mix.Written = append(g.Mix.Written, w)
	}
}

func (r *reader) buildSurfaces(g *scratch.Game) {
	env := mechanic.Env{Currency: g.Currency, Lang: g.Captions, Captions: map[string]string{}, Rulings: map[string]string{}}
	for _, ruled := range g.Rulings {
		env.Rulings[ruled.Name] = ruled.Choice
	}
	if table := r.root.get("captions").get("table"); table != nil && table.kind == mapNode {
		for i, k := range table.keys {
			env.Captions[k.name] = table.list[i].str()
		}
	}
	bad := r.flagged()
	for i, n := range r.root.get("surfaces").items() {
		if r.full() {
			return
		}
		path := fmt.Sprintf("/surfaces/%d", i)
		s := scratch.Surface{ID: n.get("id").str(), Name: n.get("name").both(), Article: n.get("article").str(), Misprint: n.get("misprint").str()}
		if !spoiled(bad, path) && !spoiled(bad, "/captions") && !spoiled(bad, "/currency") {
			s.Mechanic = r.mechanic(n, path, env)
		}
		if s.Mechanic != nil {
			r.buildDecoys(g, &s, n.get("decoys"), path+"/decoys")
		}
		g.Surfaces = append(g.Surfaces, s)
	}
	r.compareWords(g, env)
}

// compareWords warns of inscriptions in the caption table that do not say their amount or number as it is said in words.
func (r *reader) compareWords(g *scratch.Game, env mechanic.Env) {
	warned := map[string]bool{}
	for _, s := range g.Surfaces {
		if s.Mechanic == nil {
			continue
		}
		for _, z := range s.Mechanic.Zones() {
			for figure, caption := range env.Captions {
				e := z.Alphabet.At(z.Alphabet.Find(figure))
				usual := env.InWords(e)
				if z.Inscription != scratch.InLetters || usual == "" || warned[figure] || strings.Join(strings.Fields(caption), " ") == usual {
					continue
				}
				warned[figure] = true
				r.at("/captions/table/"+escape(figure), "unusual_caption", fmt.Sprintf("%q is inscribed %q here; in words it is %q", figure, clip(caption), clip(usual)),
					"leave the entry out unless the ticket is meant to say this", true)
			}
		}
	}
}

// spoiled reports whether a problem was found at a pointer or inside it.
func spoiled(bad map[string]bool, pointer string) bool {
	for p := range bad {
		if p == pointer || strings.HasPrefix(p, pointer+"/") {
			return true
		}
	}
	return false
}

// mechanic makes a surface's mechanic, nil if something is wrong with it. The mechanic gets the surface's id, name and article with its own parameters.
func (r *reader) mechanic(n *node, path string, env mechanic.Env) scratch.Mechanic {
	with := n.get("with")
	if with == nil || with.kind != mapNode {
		return nil
	}
	params := &node{kind: mapNode}
	for _, own := range surfaceFields {
		if with.get(own) != nil {
			r.at(path+"/with/"+own, "unknown_field", fmt.Sprintf("%q belongs to the surface, not to its mechanic's parameters", own), "write it beside with", false)
			return nil
		}
		params.keys, params.list = append(params.keys, key{name: own}), append(params.list, n.get(own))
	}
	params.keys, params.list = append(params.keys, with.keys...), append(params.list, with.list...)
	m, problems := mechanic.New(n.get("mechanic").str(), params.appendJSON(nil), env)
	for _, p := range problems {
		at := path + "/with" + p.Path
		if first, _, _ := strings.Cut(strings.TrimPrefix(p.Path, "/"), "/"); slices.Contains(surfaceFields, first) {
			at = path + p.Path
		} else if q, ok := strings.CutPrefix(p.Path, "/rulings/"); ok {
			at = ruling.Place(r.rulings(), q)
		}
		r.at(at, p.Name, p.Message, p.Hint, p.Warning)
	}
	if len(problems) > 0 {
		return nil
	}
	return m
}

func (r *reader) buildDecoys(g *scratch.Game, s *scratch.Surface, n *node, path string) {
	if n == nil || n.kind != mapNode {
		return
	}
	s.Decoys = map[scratch.Code]uint64{}
	amounts := s.Mechanic.Amounts()
	if amounts == nil {
		return // Check says so
	}
	for i, k := range n.keys {
		a, err := money.Parse(k.name, g.Currency)
		if err != nil {
			r.report(k.at, path+"/"+escape(k.name), "bad_amount", strings.TrimPrefix(err.Error(), "money: "), `write the main unit, as 20 or "0.50"`)
			continue
		}
		code := amounts.FindAmount(a)
		if code == scratch.Unlisted {
			r.report(k.at, path+"/"+escape(k.name), "unlisted_amount", fmt.Sprintf("the surface does not show %s", g.Currency.Plain(a)), "weigh only amounts that the surface lists")
			continue
		}
		s.Decoys[code] += uint64(max(0, n.list[i].int()))
	}
}

// check asks the game itself, as far as it was read without problems, and then plans it.
func (r *reader) check(g *scratch.Game) {
	bad := r.flagged()
	for _, p := range g.Check() {
		if r.full() {
			return
		}
		if !r.echo(bad, p) {
			r.at(p.Path, p.Name, p.Message, p.Hint, p.Warning)
		}
	}
	if r.failed() {
		r.uncomposed(g)
		return
	}
	g.Prepare()
	plan, problems := scratch.NewPlan(g)
	if len(problems) == 0 {
		problems = plan.Check()
	}
	for _, p := range problems {
		r.at(p.Path, p.Name, p.Message, p.Hint, p.Warning)
	}
}

// uncomposed reports the lots that no composition pays in a file whose table or texts are wrong: nothing else that is wrong may bear on them.
func (r *reader) uncomposed(g *scratch.Game) {
	for _, p := range r.problems {
		section, rest, _ := strings.Cut(strings.TrimPrefix(p.Path, "/"), "/")
		whole := section == "" || section == "surfaces" && !strings.HasSuffix(rest, "/name") || section == "currency" || section == "compositions" || section == "rulings"
		if !p.Warning && (whole || strings.HasSuffix(p.Path, "/amount")) {
			return
		}
	}
	for i := range g.Surfaces {
		if g.Surfaces[i].Mechanic == nil {
			return
		}
	}
	for _, p := range g.Uncomposed() {
		r.at(p.Path, p.Name, p.Message, p.Hint, false)
	}
}

// echo reports whether a problem of the game only says in other words that the file could not be read there.
func (r *reader) echo(bad map[string]bool, p scratch.Problem) bool {
	section, _, _ := strings.Cut(strings.TrimPrefix(p.Path, "/"), "/")
	if r.root.get(section) == nil {
		return true // the schema said that it is missing
	}
	switch p.Name {
	case "stated_lots", "stated_total", "too_many_lots", "return_too_high", "lots_out_of_order", "unknown_lot":
		if spoiled(bad, "/lots") {
			return true
		}
	}
	parent := p.Path[:strings.LastIndexByte(p.Path, '/')]
	for b := range bad {
		if b == p.Path || b != "" && (strings.HasPrefix(p.Path, b+"/") || b == parent) || parent != "" && strings.HasPrefix(b, parent+"/") {
			return true
		}
	}
	return false
}
