package mechanic

import (
	"tirage/fair"
	"tirage/money"
	"tirage/ruling"
	"tirage/scratch"
)

// bands is the kind bands: values of which one that lies in a band wins what the band pays. Values below the first band lose. Each value
// stands a second time, vertically, in its cell. Several values in bands pay the best one or, if so ruled, nothing, and are reported: the press shows at most
// one, all from its own range. A picture may belong to the surface: it decides nothing, but must be there.
//
// Print takes, in one row of choices: for a winning face the cell that wins and its value in the band, then the losing values from the left, then
// the picture.
type bands struct {
	surface
	n        int
	unit     money.Text
	list     []band
	pays     []money.Cents // by code: nothing below the first band
	lowest   scratch.Code  // that the press shows
	pictures int
	onlyOne  bool    // several values in bands pay nothing
	choices  []draws // by outcome
}

// band is a row of neighbouring values, in the unit's last decimal.
type band struct {
	path     string
	from, to int
	open     bool // upwards: to is the highest value there is
	pays     money.Cents
	print    span // of its values, those that the press shows
}

// end is where the band ends among values up to top.
func (b band) end(top int) int {
	if b.open {
		return top
	}
	return b.to
}

const maxBandValues = 8

func bandsKind() Kind {
	return Kind{
		Name: "bands",
		About: money.Text{
			FR: "Une valeur comprise dans une tranche paie la somme de la tranche ; en dessous de la première tranche elle perd.",
			EN: "A value inside a band pays what the band pays; below the first band it loses.",
		},
		Asks: []ruling.Question{twoReadings, distances, severalJumps, athlete},
		Schema: objectSchema([]string{"print", "bands", "articles"},
			intField("values", "How many values there are (3).", 1, maxBandValues),
			intField("decimals", "How many decimals the values have (1).", 0, 3),
			textField("unit", "The unit, in the plural (mètres, metres)."),
			valueField("from", `The lowest value that the text allows (0).`),
			valueField("to", `The highest value that the text allows (99.9, of the decimals that there are).`),
			printField(valueField("from", `The lowest value that the press shows, as "4.0".`), valueField("to", `The highest value that the press shows, as "9.9".`)),
			listField("bands", "The bands, rising and without gaps; the last has no end.",
				`"type":"object","additionalProperties":false,"required":["from","pays"],"properties":{"from":`+valueField("", "The lowest value of the band.").schema+
					`,"to":`+valueField("", "The highest value of the band; left out for the last band.").schema+`,"pays":`+amountField("", "What the band pays.").schema+`}`),
			symbolsField("pictures", "The drawings of which one stands on the surface."),
			articlesField([]string{"win", "lose"}, "values", "picture"), namesField("values", "picture"), captionsField()),
		New: newBands,
	}
}

func newBands(raw []byte, env Env) (scratch.Mechanic, []scratch.Problem) {
	p := newParams(raw, env)
	m := &bands{surface: newSurface("bands", p)}
	m.n = p.int("values", 3, 1, maxBandValues)
	decimals := p.int("decimals", 1, 0, 3)
	if ruled, written := p.ruled(distances); written {
		p.saidTwice(distances, "decimals")
		decimals = map[string]int{"whole_metres": 0, "tenths_of_a_metre": 1, "hundredths_of_a_metre": 2}[ruled]
	}
	m.onlyOne = p.rules(severalJumps, "none_if_several")
	m.unit = p.text("unit", money.Text{FR: "mètres", EN: "metres"})
	v, ok := p.values(span{0, maxMeasure(decimals)},
		func(v int) string { return formatMeasure(v, decimals, money.EN) },
		func(p *params, it item) (int, bool) { return p.measure(it, decimals) })
	list, complete := p.bands(decimals)
	m.list = list
	var pictures []symbol
	if !p.has("pictures") && p.writes(athlete, "must_be_there") {
		p.contradicted(athlete, "the drawing is ruled an element, but the surface lists no pictures")
	}
	if p.has("pictures") {
		pictures = p.symbols("pictures")
		m.pictures = len(pictures)
	}
	var elements []scratch.Element
	if ok {
		elements = p.env.measureElements(v.text.from, v.text.to, decimals)
	}
	if ok && complete {
		p.checkBands(m.list, v, decimals)
	}
	ids := []string{"values"}
	specs := []zoneSpec{{id: "values", name: money.Text{FR: "VOS ESSAIS", EN: "YOUR ATTEMPTS"}, cells: m.n, from: "to", elements: elements, inscription: scratch.Vertical}}
	if pictures != nil {
		ids = append(ids, "picture")
		specs = append(specs, zoneSpec{id: "picture", name: money.Text{FR: "DESSIN", EN: "PICTURE"}, cells: 1, from: "pictures", elements: p.env.symbolElements(pictures)})
	}
	m.zones = p.zones(m.articles(p, ids...), specs...)
	if problems := p.problems(); len(problems) > 0 {
		return nil, problems
	}
	m.prepare(v)
	return m, nil
}

// prepare lays out what each value pays, the outcomes and their choices.
func (m *bands) prepare(v values) {
	code := func(value int) int { return value - v.text.from + 1 }
	below := uint64(m.list[0].from - v.print.from)
	m.lowest = scratch.Code(code(v.print.from))
	m.outcomes = []scratch.Outcome{losing}
	m.pays = make([]money.Cents, v.text.size()+1)
	m.choices = []draws{m.newChoices(below, 0)}
	for i := range m.list {
		b := &m.list[i]
		b.to = b.end(v.text.to)
		b.print = span{code(max(b.from, v.print.from)), code(min(b.to, v.print.to))}
		b.from, b.to = code(b.from), code(b.to) // as codes from here on
		for c := b.from; c <= b.to; c++ {
			m.pays[c] = b.pays
		}
		m.outcomes = append(m.outcomes, scratch.Outcome{Pays: [scratch.MaxParts]money.Cents{b.pays}, Weight: 1, Label: m.label(*b)})
		m.choices = append(m.choices, m.newChoices(below, uint64(b.print.size())))
	}
}

// newChoices is the row of choices of a face with a value among so many of a band, 0 for none.
func (m *bands) newChoices(below, inBand uint64) draws {
	var bounds []uint64
	losing := m.n
	if inBand > 0 {
		bounds = append(bounds, uint64(m.n), inBand)
		losing--
	}
	for range losing {
		bounds = append(bounds, below)
	}
	if m.pictures > 0 {
		bounds = append(bounds, uint64(m.pictures))
	}
	return newDraws(bounds...)
}

// label is "6,1 à 7,0 mètres"; the band's bounds are codes.
func (m *bands) label(b band) money.Text {
	from, to := name(m.zones[0], scratch.Code(b.from)), name(m.zones[0], scratch.Code(b.to))
	if b.open {
		return say("{a} {b} et plus", "{a} {b} and above", from, m.unit)
	}
	return say("{a} à {b} {c}", "{a} to {b} {c}", from, to, m.unit)
}

// Print is described at bands.
func (m *bands) Print(tape *fair.Tape, outcome int, _ *fair.Weighted, cells []scratch.Code) {
	var picks [maxBandValues + 3]uint32
	row := &m.choices[outcome]
	row.take(tape, picks[:row.count])
	next, at := 0, -1
	if outcome > 0 {
		at = int(picks[0])
		cells[at] = scratch.Code(m.list[outcome-1].print.from) + scratch.Code(picks[1])
		next = 2
	}
	for i := range cells[:m.n] {
		if i != at {
			cells[i] = m.lowest + scratch.Code(picks[next])
			next++
		}
	}
	if m.pictures > 0 {
		cells[m.n] = scratch.Code(picks[next]) + 1
	}
}

// Read pays the best of the bands that values lie in, or nothing if they may not be several.
func (m *bands) Read(cells []scratch.Code) (r scratch.Reading) {
	reached := 0
	for _, c := range cells[:m.n] {
		if int(c) < len(m.pays) && m.pays[c] > 0 {
			reached++
			r.Pays[0] = max(r.Pays[0], m.pays[c])
		}
	}
	if reached > 1 {
		r.Note = scratch.Unprinted
		if m.onlyOne {
			r.Pays[0] = 0
		}
	}
	return r
}

// Legend lists what each band pays.
func (m *bands) Legend() []scratch.LegendRow {
	rows := make([]scratch.LegendRow, len(m.list))
	for i, b := range m.list {
		rows[i] = scratch.LegendRow{Label: m.label(b), Pays: b.pays}
	}
	return rows
}

// Explain names the value that decides: the one whose band pays most, or else the highest.
func (m *bands) Explain(cells []scratch.Code, r scratch.Reading) []scratch.Reason {
	best, reached := scratch.Missing, 0
	for _, c := range cells[:m.n] {
		if int(c) >= len(m.pays) {
			continue
		}
		if m.pays[c] > 0 {
			reached++
		}
		if m.pays[c] > m.pays[best] || m.pays[c] == m.pays[best] && c > best {
			best = c
		}
	}
	if best == scratch.Missing {
		return m.reason(r, money.Text{FR: "Aucune valeur ne se lit, ou n'est de celles du jeu.", EN: "No value can be read, or is one of the game's."})
	}
	if reached > 1 && m.onlyOne {
		return m.reason(r, money.Text{FR: "Plusieurs valeurs sont dans une tranche : rien n'est gagné.", EN: "Several values lie inside a band, so nothing is won."})
	}
	value := name(m.zones[0], best)
	for _, b := range m.list {
		if c := int(best); b.from <= c && c <= b.to {
			return m.reason(r, say("Avec {a} {b}, vous êtes dans la tranche « {c} » : {d}.", "With {a} {b} you are in the band “{c}”: {d}.", value, m.unit, m.label(b), m.env.money(b.pays)))
		}
	}
	return m.reason(r, say("Avec {a} {b} au mieux, vous n'atteignez pas {c} {b}.", "At {a} {b} at best, you do not reach {c} {b}.", value, m.unit, name(m.zones[0], scratch.Code(m.list[0].from))))
}
