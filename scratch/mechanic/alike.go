package mechanic

import (
	"tirage/fair"
	"tirage/money"
	"tirage/scratch"
)

// alike is the kind two-alike: two symbols and one amount, which is paid if the symbols are the same.
//
// Print takes the symbol, on a losing surface the other one among the rest, then the amount on a losing surface.
type alike struct {
	surface
	symbols int
	pays    byCode
	picks   pair
}

func alikeKind() Kind {
	return Kind{
		Name: "two-alike",
		About: money.Text{
			FR: "La somme inscrite est gagnée si les deux symboles sont identiques.",
			EN: "The amount shown is won if the two symbols are the same.",
		},
		Schema: objectSchema([]string{"symbols", "amounts", "articles"},
			symbolsField("symbols", "The symbols."),
			amountsField("amounts", "The amounts that may be shown."),
			articlesField([]string{"win", "lose"}, "symbols", "amount"), namesField("symbols", "amount"), captionsField()),
		New: newAlike,
	}
}

func newAlike(raw []byte, env Env) (scratch.Mechanic, []scratch.Problem) {
	p := newParams(raw, env)
	m := &alike{surface: newSurface("two-alike", p)}
	symbols := p.symbols("symbols")
	m.symbols = len(symbols)
	amounts := p.prizes("amounts", true)
	if m.symbols == 1 {
		p.wrong("symbols", "no_losing_face", "list two symbols or more", "with one symbol every face wins")
	}
	m.zones = p.zones(m.articles(p, "symbols", "amount"),
		zoneSpec{id: "symbols", name: money.Text{FR: "SYMBOLES", EN: "SYMBOLS"}, cells: 2, from: "symbols", elements: p.env.symbolElements(symbols), inscription: scratch.InLetters},
		zoneSpec{id: "amount", name: money.Text{FR: "GAIN", EN: "PRIZE"}, cells: 1, from: "amounts", elements: p.env.amountElements(amounts), inscription: scratch.InLetters})
	m.amounts = m.zones[1].Alphabet
	m.pays = m.oneAmount(amounts)
	if problems := p.problems(); len(problems) > 0 {
		return nil, problems
	}
	m.picks = newPair(uint64(m.symbols))
	return m, nil
}

// Print is described at alike.
func (m *alike) Print(tape *fair.Tape, outcome int, decoys *fair.Weighted, cells []scratch.Code) {
	a, b := m.picks.take(tape, outcome > 0)
	cells[0], cells[1] = scratch.Code(a)+1, scratch.Code(b)+1
	cells[2] = m.gain(tape, outcome, decoys)
}

// Read pays the amount if both cells show the same symbol.
func (m *alike) Read(cells []scratch.Code) (r scratch.Reading) {
	if cells[0] == cells[1] && cells[0]-1 < scratch.Code(m.symbols) { // Missing wraps round
		r.Pays[0] = m.pays.of(cells[2])
	}
	return r
}

// Explain names the symbols.
func (m *alike) Explain(cells []scratch.Code, r scratch.Reading) []scratch.Reason {
	if !m.zones[0].Alphabet.Holds(cells[0]) || !m.zones[0].Alphabet.Holds(cells[1]) {
		return m.reason(r, money.Text{
			FR: "Les deux symboles ne se lisent pas, ou ne sont pas de ceux du jeu.",
			EN: "The two symbols cannot both be read, or are not among the game's.",
		})
	}
	a, b := name(m.zones[0], cells[0]), name(m.zones[0], cells[1])
	if cells[0] == cells[1] && m.zones[0].Alphabet.Holds(cells[0]) {
		return m.reason(r, say("Les deux symboles sont identiques (« {a} ») : {b}.", "The two symbols are the same (“{a}”): {b}.", a, name(m.zones[1], cells[2])))
	}
	return m.reason(r, say("Les deux symboles (« {a} » et « {b} ») ne sont pas identiques.", "The two symbols (“{a}” and “{b}”) are not the same.", a, b))
}
