package mechanic

import (
	"math/bits"
	"slices"

	"tirage/fair"
	"tirage/money"
	"tirage/ruling"
	"tirage/scratch"
)

// path is the kind path: nodes that each show a ball or a cross, paths over them, and one amount, which is paid, once, if all nodes of a
// path show the ball.
//
// The press shows exactly one whole path on a winning face; on a losing one it shows fewer balls than the shortest path has nodes, so that no path's worth
// of balls ever lies astride two paths. Other faces are decided all the same, and reported.
//
// Print takes the number of the pattern among those that win or lose, counted up with the first node as the lowest bit, then the amount on a losing
// surface.
type path struct {
	surface
	n       int
	paths   [][]int // nodes of each path
	ball    symbol
	pays    byCode
	wins    []uint32 // patterns of balls that the press makes, bit i being node i
	loses   []uint32
	minimum int     // nodes of the shortest path
	forbids [2]bool // whether balls astride, and several whole paths, are misprints
}

// The codes of the two symbols.
const (
	ballCode  scratch.Code = 1
	crossCode scratch.Code = 2
)

// The bounds of a graph.
const (
	maxNodes = 12
	maxPaths = 64
)

func pathKind() Kind {
	return Kind{
		Name: "path",
		About: money.Text{
			FR: "La somme inscrite est gagnée si tous les points d'un parcours montrent le bon symbole.",
			EN: "The amount shown is won if all nodes of a path show the good symbol.",
		},
		Asks: []ruling.Question{astride, fourBalls},
		Schema: objectSchema([]string{"nodes", "paths", "amounts", "articles"},
			symbolsField("nodes", "The nodes, each a zone of its own."),
			listField("paths", "The paths, each a list of nodes from its start to its goal.", `"type":"array","minItems":1,"items":{"type":"string"}`),
			symbolField("ball", "The symbol that a whole path must show."),
			symbolField("cross", "The symbol that breaks a path."),
			amountsField("amounts", "The amounts that may be shown."),
			articlesField([]string{"win", "lose"}), namesField(), captionsField()),
		New: newPath,
	}
}

// nodeNames are the names of nodes that a game file need not write.
var nodeNames = map[string]money.Text{
	"start": {FR: "DÉPART", EN: "START"}, "left": {FR: "GAUCHE", EN: "LEFT"}, "right": {FR: "DROITE", EN: "RIGHT"}, "goal": {FR: "BUT", EN: "GOAL"},
}

func newPath(raw []byte, env Env) (scratch.Mechanic, []scratch.Problem) {
	p := newParams(raw, env)
	m := &path{surface: newSurface("path", p)}
	nodes := p.symbols("nodes")
	m.n = len(nodes)
	amounts := p.prizes("amounts", true)
	m.ball = p.symbolOr("ball", named("ball", money.Text{FR: "ballon", EN: "ball"}))
	cross := p.symbolOr("cross", named("cross", money.Text{FR: "croix", EN: "cross"}))
	m.paths = p.paths(nodes)
	m.forbids = [2]bool{p.rules(astride, misprint), p.rules(fourBalls, misprint)}
	switch {
	case m.n > maxNodes:
		p.wrong("nodes", "list_too_long", "shorten it", "there are %d nodes, at most %d are possible", m.n, maxNodes)
	case m.ball.id == cross.id:
		p.wrong("cross", "repeated_symbol", "choose another symbol", "the ball and the cross are the same symbol")
	case p.clean():
		m.listPatterns()
		if len(m.wins) == 0 {
			p.wrong("paths", "no_winning_face", "leave out paths that run through others", "no face can show exactly one whole path")
		}
	}
	var elements []scratch.Element
	if m.ball.id != cross.id {
		elements = p.env.symbolElements([]symbol{m.ball, cross})
	}
	var ids []string
	var specs []zoneSpec
	for _, node := range nodes {
		zoneName := node.name
		if usual, ok := nodeNames[node.id]; ok && node.bare {
			zoneName = usual
		}
		if node.id == "amount" {
			p.wrong("nodes", "repeated_zone", "give the node another id", "the zone of the amount is called amount")
		}
		ids = append(ids, node.id)
		specs = append(specs, zoneSpec{id: node.id, name: zoneName, cells: 1, from: "ball", elements: elements, likeZone: nodes[0].id})
	}
	ids = append(ids, "amount")
	specs = append(specs, zoneSpec{id: "amount", name: money.Text{FR: "GAIN", EN: "PRIZE"}, cells: 1, from: "amounts", elements: p.env.amountElements(amounts), inscription: scratch.InLetters})
	m.zones = p.zones(m.articles(p, ids...), specs...)
	m.amounts = m.zones[m.n].Alphabet
	m.pays = m.oneAmount(amounts)
	if problems := p.problems(); len(problems) > 0 {
		return nil, problems
	}
	return m, nil
}

// symbolOr reads a field that is a symbol, def when it is not written.
func (p *params) symbolOr(field string, def symbol) symbol {
	if !p.has(field) {
		return def
	}
	s, ok := p.asSymbol(p.item(field))
	if !ok {
		return def
	}
	return s
}

// paths reads the paths as rows of nodes' numbers.
func (p *params) paths(nodes []symbol) (list [][]int) {
	var ids []string
	for _, n := range nodes {
		ids = append(ids, n.id)
	}
	used := make([]bool, len(nodes))
	items := p.list("paths", "list the paths, as [[start, left, goal], [start, right, goal]]")
	if len(items) > maxPaths {
		p.wrong("paths", "list_too_long", "shorten it", "there are %d paths, at most %d are possible", len(items), maxPaths)
		return nil
	}
	for _, it := range items {
		var row []int
		for _, node := range p.elements(it) {
			id, ok := p.asString(node)
			i := slices.Index(ids, id)
			switch {
			case !ok:
			case i < 0:
				p.report(node.path, "unknown_node", scratch.Suggest(id, ids), "there is no node %q", id)
			case slices.Contains(row, i):
				p.report(node.path, "repeated_node", "leave one out", "the path goes through %q twice", id)
			default:
				row = append(row, i)
				used[i] = true
			}
		}
		if len(row) == 0 {
			p.report(it.path, "empty_list", "list the path's nodes", "the path has no nodes")
			continue
		}
		same := func(other []int) bool {
			return slices.Equal(slices.Sorted(slices.Values(other)), slices.Sorted(slices.Values(row)))
		}
		if slices.ContainsFunc(list, same) {
			p.report(it.path, "repeated_path", "leave one out", "another path goes through the same nodes")
		}
		list = append(list, row)
	}
	for i, u := range used {
		if !u && p.clean() {
			p.wrong("nodes", "unused_node", "leave it out or lead a path through it", "no path goes through %q", ids[i])
		}
	}
	return list
}

// listPatterns lists what the press shows.
func (m *path) listPatterns() {
	m.minimum = m.n
	masks := make([]uint32, len(m.paths))
	for i, nodes := range m.paths {
		m.minimum = min(m.minimum, len(nodes))
		for _, node := range nodes {
			masks[i] |= 1 << node
		}
	}
	for pattern := range uint32(1) << m.n {
		whole := 0
		for _, mask := range masks {
			if pattern&mask == mask {
				whole++
			}
		}
		switch {
		case whole == 1:
			m.wins = append(m.wins, pattern)
		case whole == 0 && bits.OnesCount32(pattern) < m.minimum:
			m.loses = append(m.loses, pattern)
		}
	}
}

// Print is described at path.
func (m *path) Print(tape *fair.Tape, outcome int, decoys *fair.Weighted, cells []scratch.Code) {
	patterns := m.loses
	if outcome > 0 {
		patterns = m.wins
	}
	pattern := patterns[tape.N(uint64(len(patterns)))]
	for i := range cells[:m.n] {
		cells[i] = crossCode
		if pattern>>i&1 == 1 {
			cells[i] = ballCode
		}
	}
	cells[m.n] = m.gain(tape, outcome, decoys)
}

// Read looks along each path for anything but a ball.
func (m *path) Read(cells []scratch.Code) (r scratch.Reading) {
	whole, balls := m.walk(cells)
	if whole > 0 {
		r.Pays[0] = m.pays.of(cells[m.n])
	}
	if whole > 1 || whole == 0 && balls >= m.minimum {
		r.Note = scratch.Unprinted
	}
	return r
}

// Fault finds the last ball that is one too many, where balls astride or several whole paths are ruled misprints.
func (m *path) Fault(cells []scratch.Code) scratch.Fault {
	if m.forbids == [2]bool{} {
		return scratch.Fault{}
	}
	whole, balls := m.walk(cells)
	if m.forbids[0] && whole == 0 && balls >= m.minimum || m.forbids[1] && whole > 1 {
		for i := m.n - 1; i >= 0; i-- {
			if cells[i] == ballCode {
				return scratch.Fault{Kind: scratch.ElementRepeated, Cell: i}
			}
		}
	}
	return scratch.Fault{}
}

// walk counts the whole paths and all balls.
func (m *path) walk(cells []scratch.Code) (whole, balls int) {
	for _, nodes := range m.paths {
		n := 0
		for _, node := range nodes {
			if cells[node] == ballCode {
				n++
			}
		}
		if n == len(nodes) {
			whole++
		}
	}
	for _, c := range cells[:m.n] {
		if c == ballCode {
			balls++
		}
	}
	return whole, balls
}

// Explain names the path that is whole.
func (m *path) Explain(cells []scratch.Code, r scratch.Reading) []scratch.Reason {
	whole, balls := m.walk(cells)
	ball, amount := m.ball.name, name(m.zones[m.n], cells[m.n])
	switch {
	case whole > 1:
		return m.reason(r, say("Plusieurs parcours sont complets, mais la somme n'est gagnée qu'une fois : {a}.", "More than one path is whole, but the amount is won once: {a}.", amount))
	case whole == 0 && balls >= m.minimum:
		return m.reason(r, say("Les symboles « {a} » sont à cheval sur plusieurs parcours, dont aucun n'est complet.", "The “{a}” symbols lie astride several paths, none of which is whole.", ball))
	case whole == 0:
		return m.reason(r, say("Aucun parcours ne montre le symbole « {a} » d'un bout à l'autre.", "No path shows the “{a}” symbol from end to end.", ball))
	}
	var along []money.Text
	for _, nodes := range m.paths {
		if !slices.ContainsFunc(nodes, func(node int) bool { return cells[node] != ballCode }) {
			for _, node := range nodes {
				along = append(along, m.zones[node].Name)
			}
		}
	}
	return m.reason(r, say("Le symbole « {a} » se suit sur tout un parcours ({b}) : {c}.", "The “{a}” symbol follows a whole path ({b}): {c}.", ball, names(along), amount))
}
