package mechanic

import (
	"fmt"

	"tirage/fair"
	"tirage/money"
	"tirage/ruling"
	"tirage/scratch"
)

// lines is the kind symbol-lines: lines of symbols, each with an amount, which is paid if all symbols of the line are alike. Winning
// lines add up.
//
// Print takes, in one row of choices, the order of the winning and losing lines, then for each line from the top the symbol that is repeated, or the number
// of a row that is not all alike; then an amount for each losing line from the top.
type lines struct {
	surface
	spots   *spots
	cells   int // per line
	symbols int
	step    uint64 // rows of symbols, counted up, from one row of equals to the next
	pays    byCode
	choices []draws // by winning spots: of the order and then the rows of the winning spots and of the losing spots
}

func linesKind() Kind {
	return Kind{
		Name: "symbol-lines",
		About: money.Text{
			FR: "Chaque ligne dont tous les symboles sont identiques paie la somme qui lui est associée.",
			EN: "Each line whose symbols are all alike pays the amount beside it.",
		},
		Asks: []ruling.Question{severalMatches, jackpotSymbols},
		Schema: objectSchema([]string{"symbols", "amounts", "articles"},
			symbolsField("symbols", "The symbols of the lines."),
			intField("lines", "How many lines there are (3).", 1, maxSpots),
			intField("cells", "How many symbols a line has (3).", 2, 8),
			amountsField("amounts", "The amounts that may stand beside a line."),
			weightsField("weights_by_spots", "Weight of reaching a total with one winning line, with two, and so on; 0 never prints that many."),
			articlesField([]string{"win", "lose"}), namesField(), captionsField()),
		New: newLines,
	}
}

func newLines(raw []byte, env Env) (scratch.Mechanic, []scratch.Problem) {
	p := newParams(raw, env)
	m := &lines{surface: newSurface("symbol-lines", p)}
	symbols := p.symbols("symbols")
	m.symbols = len(symbols)
	n := p.int("lines", 3, 1, maxSpots)
	m.cells = p.int("cells", 3, 2, 8)
	amounts := p.prizes("amounts", true)
	rows, ok := uint64(1), true
	if m.symbols == 1 {
		p.wrong("symbols", "no_losing_face", "list two symbols or more", "with one symbol every line wins")
	} else if m.symbols > 1 {
		rows, ok = power(m.symbols, m.cells, 1<<31)
	}
	if !ok {
		p.wrong("symbols", "too_many_faces", "list fewer symbols or shorten the lines", "%d symbols on %d cells make too many lines", m.symbols, m.cells)
	}
	if m.symbols > 0 && m.symbols != 8 && p.writes(jackpotSymbols, "eight_without_caption") {
		p.contradicted(jackpotSymbols, "eight symbols are ruled, the surface lists %d", m.symbols)
	}
	elements := p.env.symbolElements(symbols)
	var specs []zoneSpec
	var ids []string
	for i := range n {
		id := fmt.Sprintf("line_%d", i+1)
		ids = append(ids, id)
		specs = append(specs, zoneSpec{
			id: id, name: money.Text{FR: fmt.Sprintf("LIGNE %d", i+1), EN: fmt.Sprintf("LINE %d", i+1)},
			cells: m.cells, from: "symbols", elements: elements, likeZone: "line_1",
		})
	}
	ids = append(ids, "line_amounts")
	specs = append(specs, zoneSpec{id: "line_amounts", name: money.Text{FR: "GAINS", EN: "PRIZES"}, cells: n, from: "amounts", elements: p.env.amountElements(amounts), inscription: scratch.InLetters})
	m.zones = p.zones(m.articles(p, ids...), specs...)
	if m.zones[0].Inscription != scratch.NoInscription && p.writes(jackpotSymbols, "eight_without_caption") {
		p.contradicted(jackpotSymbols, "symbols without captions are ruled, but captions lists their lines")
	}
	m.amounts = m.zones[n].Alphabet
	m.pays = newByCode(amounts)
	m.spots = m.spotOutcomes(p, amounts, n, n)
	if problems := p.problems(); len(problems) > 0 {
		return nil, problems
	}
	m.step = (rows - 1) / uint64(m.symbols-1)
	for k := range n + 1 {
		bounds := descending(n, n-1)
		for i := range n {
			if i < k {
				bounds = append(bounds, uint64(m.symbols))
			} else {
				bounds = append(bounds, rows-uint64(m.symbols))
			}
		}
		m.choices = append(m.choices, newDraws(bounds...))
	}
	return m, nil
}

// Print is described at lines; the choices of the winning lines stand before those of the losing lines.
func (m *lines) Print(tape *fair.Tape, outcome int, decoys *fair.Weighted, cells []scratch.Code) {
	var picks [2 * maxSpots]uint32
	var amounts [maxSpots]scratch.Code
	n, k := m.spots.n, m.spots.wins[outcome]
	row := &m.choices[k]
	row.take(tape, picks[:row.count])
	m.spots.deal(outcome, picks[:n-1], amounts[:n])
	rows := picks[n-1 : 2*n-1]
	win, lose := 0, k
	for i, amount := range amounts[:n] {
		line := cells[i*m.cells : (i+1)*m.cells]
		if amount > 0 {
			for j := range line {
				line[j] = scratch.Code(rows[win]) + 1
			}
			win++
		} else {
			digits(m.unlike(uint64(rows[lose])), m.symbols, line)
			lose++
			amount = decoy(tape, decoys, len(m.pays)-1)
		}
		cells[n*m.cells+i] = amount
	}
}

// unlike returns the row of this number among those that are not all alike. Rows of equals stand at 0, step, 2·step, …
func (m *lines) unlike(number uint64) uint64 {
	between := m.step - 1
	return number/between*m.step + 1 + number%between
}

// Read adds the amounts of the lines whose symbols are all alike.
func (m *lines) Read(cells []scratch.Code) (r scratch.Reading) {
	for i := range m.spots.n {
		if m.alike(cells, i) {
			r.Pays[0] += m.pays.of(cells[m.spots.n*m.cells+i])
		}
	}
	return r
}

// alike reports whether a line shows the same symbol in all its cells.
func (m *lines) alike(cells []scratch.Code, i int) bool {
	line := cells[i*m.cells : (i+1)*m.cells]
	for _, c := range line {
		if c != line[0] || c-1 >= scratch.Code(m.symbols) { // Missing wraps round
			return false
		}
	}
	return true
}

// Explain names the lines that win.
func (m *lines) Explain(cells []scratch.Code, r scratch.Reading) []scratch.Reason {
	var won, sums []money.Text
	first := money.Text{}
	for i := range m.spots.n {
		if m.alike(cells, i) {
			won = append(won, m.zones[i].Name)
			sums = append(sums, name(m.zones[m.spots.n], cells[m.spots.n*m.cells+i]))
			first = name(m.zones[i], cells[i*m.cells])
		}
	}
	switch len(won) {
	case 0:
		return m.reason(r, money.Text{FR: "Aucune ligne n'a tous ses symboles identiques.", EN: "No line has all its symbols alike."})
	case 1:
		return m.reason(r, say("{a} : tous les symboles sont identiques (« {b} »), {c}.", "{a}: all symbols are alike (“{b}”), {c}.", won[0], first, sums[0]))
	}
	return m.reason(r, say("{a} : les symboles de chaque ligne sont identiques ; {b} font {c}.", "{a}: the symbols of each line are alike; {b} make {c}.",
		names(won), names(sums), m.env.money(r.Pays[0])))
}
