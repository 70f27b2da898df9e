package mechanic

import (
	"tirage/fair"
	"tirage/money"
	"tirage/scratch"
)

// bands is the kind bands: values of which one that lies in a band wins what the band pays. Values below the first band lose. Each value
// stands a second time, vertically, in its cell. Several values in bands pay the best one, and are reported: the press shows at most
// one. A picture may belong to the surface: it decides nothing, but must be there.
//
// Print takes, in one row of choices: for a winning face the cell that wins and its value in the band, then the losing values from the left, then
// the picture.
type bands struct {
	surface
	n        int
	unit     money.Text
	list     []band
	pays     []money.Cents // by code: nothing below the first band
	pictures int
	choices  []draws // by outcome
}

// band is a row of neighbouring values, in the unit's last decimal.
type band struct {
	path     string
	from, to int
	open     bool // upwards: to is the highest value there is
	pays     money.Cents
}

const maxBandValues = 8

func bandsKind() Kind {
	return Kind{
		Name: "bands",
		About: money.Text{
			FR: "Une valeur comprise dans une tranche paie la somme de la tranche ; en dessous de la première tranche elle perd.",
			EN: "A value inside a band pays what the band pays; below the first band it loses.",
		},
		Schema: objectSchema([]string{"from", "to", "bands", "articles"},
			intField("values", "How many values there are (3).", 1, maxBandValues),
			intField("decimals", "How many decimals the values have (1).", 0, 3),
			textField("unit", "The unit, in the plural (mètres, metres)."),
			valueField("from", `The lowest value, as "4.0".`),
			valueField("to", `The highest value, as "9.9".`),
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
	m.unit = p.text("unit", money.Text{FR: "mètres", EN: "metres"})
	from, to, ok := p.valueRange(decimals)
	list, complete := p.bands(decimals)
	m.list = list
	var pictures []symbol
	if p.has("pictures") {
		pictures = p.symbols("pictures")
		m.pictures = len(pictures)
	}
	var elements []scratch.Element
	if ok {
		elements = p.env.measureElements(from, to, decimals)
	}
	if ok && complete {
		p.checkBands(m.list, from, to, decimals)
	}
	ids := []string{"values"}
	specs := []zoneSpec{{id: "values", name: money.Text{FR: "VOS ESSAIS", EN: "YOUR ATTEMPTS"}, cells: m.n, from: "from", elements: elements, inscription: scratch.Vertical}}
	if pictures != nil {
		ids = append(ids, "picture")
		specs = append(specs, zoneSpec{id: "picture", name: money.Text{FR: "DESSIN", EN: "PICTURE"}, cells: 1, from: "pictures", elements: p.env.symbolElements(pictures)})
	}
	m.zones = p.zones(m.articles(p, ids...), specs...)
	if problems := p.problems(); len(problems) > 0 {
		return nil, problems
	}
	m.prepare(from, to)
	return m, nil
}

// prepare lays out what each value pays, the outcomes and their choices.
func (m *bands) prepare(from, to int) {
	lowest := m.list[0].from
	m.outcomes = []scratch.Outcome{losing}
	m.pays = make([]money.Cents, to-from+2)
	below := uint64(lowest - from)
	m.choices = []draws{m.newChoices(below, 0)}
	for i := range m.list {
		b := &m.list[i]
		if b.open {
			b.to = to
		}
		for v := b.from; v <= b.to; v++ {
			m.pays[v-from+1] = b.pays
		}
		b.from, b.to = b.from-from+1, b.to-from+1 // as codes from here on
		m.outcomes = append(m.outcomes, scratch.Outcome{Pays: [scratch.MaxParts]money.Cents{b.pays}, Weight: 1, Label: m.label(*b)})
		m.choices = append(m.choices, m.newChoices(below, uint64(b.to-b.from+1)))
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
		cells[at] = scratch.Code(m.list[outcome-1].from) + scratch.Code(picks[1])
		next = 2
	}
	for i := range cells[:m.n] {
		if i != at {
			cells[i] = scratch.Code(picks[next]) + 1
			next++
		}
	}
	if m.pictures > 0 {
		cells[m.n] = scratch.Code(picks[next]) + 1
	}
}

// Read pays the best of the bands that values lie in.
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
	best := scratch.Missing
	for _, c := range cells[:m.n] {
		if int(c) >= len(m.pays) {
			continue
		}
		if m.pays[c] > m.pays[best] || m.pays[c] == m.pays[best] && c > best {
			best = c
		}
	}
	if best == scratch.Missing {
		return m.reason(r, money.Text{FR: "Aucune valeur ne se lit, ou n'est de celles du jeu.", EN: "No value can be read, or is one of the game's."})
	}
	value := name(m.zones[0], best)
	for _, b := range m.list {
		if c := int(best); b.from <= c && c <= b.to {
			return m.reason(r, say("Avec {a} {b}, vous êtes dans la tranche « {c} » : {d}.", "With {a} {b} you are in the band “{c}”: {d}.", value, m.unit, m.label(b), m.env.money(b.pays)))
		}
	}
	return m.reason(r, say("Avec {a} {b} au mieux, vous n'atteignez pas {c} {b}.", "At {a} {b} at best, you do not reach {c} {b}.", value, m.unit, name(m.zones[0], scratch.Code(m.list[0].from))))
}
