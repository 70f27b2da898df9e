package mechanic

import (
	"tirage/fair"
	"tirage/money"
	"tirage/ruling"
	"tirage/scratch"
)

// order is the kind same-order: a winning combination, the player's combination and one amount, which is paid if both show the same
// symbols in the same order. Symbols may come twice.
//
// Print takes the number of the winning combination among all, for a losing face the number of the player's among the others, then the amount on a losing
// surface.
type order struct {
	surface
	n, symbols int
	pays       byCode
	picks      pair
}

func orderKind() Kind {
	return Kind{
		Name: "same-order",
		About: money.Text{
			FR: "La somme inscrite est gagnée si la combinaison du joueur est la combinaison gagnante, dans le même ordre.",
			EN: "The amount shown is won if the player's combination is the winning one, in the same order.",
		},
		Asks: []ruling.Question{game2Symbols},
		Schema: objectSchema([]string{"symbols", "amounts", "articles"},
			symbolsField("symbols", "The symbols of both combinations."),
			intField("cells", "How many symbols a combination has (3).", 1, 8),
			amountsField("amounts", "The amounts that may be shown."),
			articlesField([]string{"win", "lose"}, "winning", "yours", "amount"), namesField("winning", "yours", "amount"), captionsField()),
		New: newOrder,
	}
}

func newOrder(raw []byte, env Env) (scratch.Mechanic, []scratch.Problem) {
	p := newParams(raw, env)
	m := &order{surface: newSurface("same-order", p)}
	symbols := p.symbols("symbols")
	m.symbols = len(symbols)
	m.n = p.int("cells", 3, 1, 8)
	amounts := p.prizes("amounts", true)
	rows, ok := power(max(1, m.symbols), m.n, 1<<31)
	switch {
	case m.symbols == 1:
		p.wrong("symbols", "no_losing_face", "list two symbols or more", "with one symbol every face wins")
	case !ok:
		p.wrong("symbols", "too_many_faces", "list fewer symbols or shorten the combination", "%d symbols on %d cells make too many combinations", m.symbols, m.n)
	}
	if m.symbols > 0 && m.symbols != 10 && p.writes(game2Symbols, "ten_repeats_allowed") {
		p.contradicted(game2Symbols, "ten symbols are ruled, the surface lists %d", m.symbols)
	}
	elements := p.env.symbolElements(symbols)
	m.zones = p.zones(m.articles(p, "winning", "yours", "amount"),
		zoneSpec{id: "winning", name: money.Text{FR: "COMBINAISON GAGNANTE", EN: "WINNING COMBINATION"}, cells: m.n, from: "symbols", elements: elements, inscription: scratch.InLetters},
		zoneSpec{id: "yours", name: money.Text{FR: "VOTRE COMBINAISON", EN: "YOUR COMBINATION"}, cells: m.n, from: "symbols", elements: elements, inscription: scratch.InLetters, likeZone: "winning"},
		zoneSpec{id: "amount", name: money.Text{FR: "GAIN", EN: "PRIZE"}, cells: 1, from: "amounts", elements: p.env.amountElements(amounts), inscription: scratch.InLetters})
	m.amounts = m.zones[2].Alphabet
	m.pays = m.oneAmount(amounts)
	if problems := p.problems(); len(problems) > 0 {
		return nil, problems
	}
	m.picks = newPair(rows)
	return m, nil
}

// Print is described at order.
func (m *order) Print(tape *fair.Tape, outcome int, decoys *fair.Weighted, cells []scratch.Code) {
	winning, yours := m.picks.take(tape, outcome > 0)
	digits(uint64(winning), m.symbols, cells[:m.n])
	digits(uint64(yours), m.symbols, cells[m.n:2*m.n])
	cells[2*m.n] = m.gain(tape, outcome, decoys)
}

// Read pays the amount if the combinations agree in every place.
func (m *order) Read(cells []scratch.Code) (r scratch.Reading) {
	if m.differs(cells) < 0 {
		r.Pays[0] = m.pays.of(cells[2*m.n])
	}
	return r
}

// differs returns the first place in which the combinations differ or cannot be read, -1 if there is none.
func (m *order) differs(cells []scratch.Code) int {
	for i, c := range cells[:m.n] {
		if c != cells[m.n+i] || c-1 >= scratch.Code(m.symbols) { // Missing wraps round
			return i
		}
	}
	return -1
}

// Explain names the first symbol that differs.
func (m *order) Explain(cells []scratch.Code, r scratch.Reading) []scratch.Reason {
	i := m.differs(cells)
	if i < 0 {
		return m.reason(r, say("Votre combinaison est la combinaison gagnante, dans le même ordre : {a}.", "Your combination is the winning combination, in the same order: {a}.",
			name(m.zones[2], cells[2*m.n])))
	}
	if !m.zones[0].Alphabet.Holds(cells[i]) || !m.zones[1].Alphabet.Holds(cells[m.n+i]) {
		return m.reason(r, say("Le symbole n° {a} ne se lit pas dans les deux combinaisons, ou n'est pas de ceux du jeu.",
			"Symbol no. {a} cannot be read in both combinations, or is not one of the game's.", number(i+1)))
	}
	return m.reason(r, say("Votre symbole n° {a} (« {b} ») n'est pas celui de la combinaison gagnante (« {c} »).", "Your symbol no. {a} (“{b}”) is not that of the winning combination (“{c}”).",
		number(i+1), name(m.zones[1], cells[m.n+i]), name(m.zones[0], cells[i])))
}
