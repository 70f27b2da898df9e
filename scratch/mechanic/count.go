package mechanic

import (
	"fmt"
	"slices"

	"tirage/fair"
	"tirage/money"
	"tirage/scratch"
)

// count is the kind symbol-count: the number of times that one symbol is found selects what is paid.
//
// Print takes, in one row of choices, the order of the cells with the symbol and without it, then the other symbols from the left.
type count struct {
	surface
	n, symbols int
	target     scratch.Code
	gains      []money.Cents // of finding it once, twice …
	choices    []draws       // by how often it is found
}

func countKind() Kind {
	return Kind{
		Name: "symbol-count",
		About: money.Text{
			FR: "Le nombre de fois qu'un symbole est découvert détermine le gain.",
			EN: "How many times one symbol is found selects the prize.",
		},
		Schema: objectSchema([]string{"symbols", "count", "pays", "articles"},
			symbolsField("symbols", "The symbols of the cells."),
			valueField("count", "The id of the symbol that is counted."),
			amountsField("pays", "What finding it once, twice … pays: one amount for each cell."),
			articlesField([]string{"win", "lose"}, "symbols"), namesField("symbols"), captionsField()),
		New: newCount,
	}
}

func newCount(raw []byte, env Env) (scratch.Mechanic, []scratch.Problem) {
	p := newParams(raw, env)
	m := &count{surface: newSurface("symbol-count", p)}
	symbols := p.symbols("symbols")
	m.symbols = len(symbols)
	m.gains = p.prizes("pays", false)
	m.n = len(m.gains)
	if m.symbols == 1 {
		p.wrong("symbols", "no_losing_face", "list two symbols or more", "with one symbol every face wins")
	}
	if m.n > maxCounted {
		p.wrong("pays", "list_too_long", "shorten it", "there are %d cells, at most %d are possible", m.n, maxCounted)
	}
	if it, ok := p.need("count", "name the symbol that is counted"); ok {
		if s, ok := p.asSymbol(it); ok {
			at := slices.IndexFunc(symbols, func(o symbol) bool { return o.id == s.id })
			if at < 0 && len(symbols) > 0 {
				p.report(it.path, "unknown_symbol", "name one of the symbols", "there is no symbol %q", s.id)
			}
			m.target = scratch.Code(at + 1)
		}
	}
	m.zones = p.zones(m.articles(p, "symbols"),
		zoneSpec{id: "symbols", name: money.Text{FR: "SYMBOLES", EN: "SYMBOLS"}, cells: m.n, from: "symbols", elements: p.env.symbolElements(symbols)})
	if problems := p.problems(); len(problems) > 0 {
		return nil, problems
	}
	m.outcomes = []scratch.Outcome{losing}
	for i, a := range m.gains {
		m.outcomes = append(m.outcomes, scratch.Outcome{Pays: [scratch.MaxParts]money.Cents{a}, Weight: 1, Label: m.label(i + 1)})
	}
	for found := range m.n + 1 {
		bounds := descending(m.n, m.n-1)
		for range m.n - found {
			bounds = append(bounds, uint64(m.symbols-1))
		}
		m.choices = append(m.choices, newDraws(bounds...))
	}
	return m, nil
}

const maxCounted = 16

// label is "2 × médaille".
func (m *count) label(found int) money.Text {
	symbol := name(m.zones[0], m.target)
	return money.Text{FR: fmt.Sprintf("%d × %s", found, symbol.FR), EN: fmt.Sprintf("%d × %s", found, symbol.EN)}
}

// Print is described at count: the outcome's number is how often the symbol is found.
func (m *count) Print(tape *fair.Tape, outcome int, _ *fair.Weighted, cells []scratch.Code) {
	var picks [2 * maxCounted]uint32
	row := &m.choices[outcome]
	row.take(tape, picks[:row.count])
	for i := range cells[:m.n] {
		cells[i] = 0
		if i < outcome {
			cells[i] = m.target
		}
	}
	for i, pick := range picks[:m.n-1] {
		last := m.n - 1 - i
		cells[last], cells[pick] = cells[pick], cells[last]
	}
	next := m.n - 1
	for i := range cells[:m.n] {
		if cells[i] == 0 {
			c := scratch.Code(picks[next]) + 1
			if c >= m.target { // leave the counted symbol out
				c++
			}
			cells[i] = c
			next++
		}
	}
}

// Read counts the symbol.
func (m *count) Read(cells []scratch.Code) (r scratch.Reading) {
	if found := m.found(cells); found > 0 {
		r.Pays[0] = m.gains[found-1]
	}
	return r
}

func (m *count) found(cells []scratch.Code) (n int) {
	for _, c := range cells[:m.n] {
		if c == m.target {
			n++
		}
	}
	return n
}

// Legend lists what each number of symbols pays.
func (m *count) Legend() []scratch.LegendRow {
	rows := make([]scratch.LegendRow, m.n)
	for i, a := range m.gains {
		rows[i] = scratch.LegendRow{Label: m.label(i + 1), Pays: a}
	}
	return rows
}

// Explain tells how often the symbol was found.
func (m *count) Explain(cells []scratch.Code, r scratch.Reading) []scratch.Reason {
	symbol, found := name(m.zones[0], m.target), m.found(cells)
	switch found {
	case 0:
		return m.reason(r, say("Aucun symbole « {a} » découvert.", "No “{a}” symbol uncovered.", symbol))
	case 1:
		return m.reason(r, say("Un symbole « {a} » découvert : {b}.", "One “{a}” symbol uncovered: {b}.", symbol, m.env.money(r.Pays[0])))
	}
	return m.reason(r, say("{c} symboles « {a} » découverts : {b}.", "{c} “{a}” symbols uncovered: {b}.", symbol, m.env.money(r.Pays[0]), number(found)))
}
