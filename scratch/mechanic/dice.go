package mechanic

import (
	"strconv"

	"tirage/fair"
	"tirage/money"
	"tirage/scratch"
)

// dice is the kind dice-sum: dice and one amount, which is paid if the points add up to the target.
//
// Print chooses one of all throws that win (or of all that lose), in rising order, then the amount on a losing surface.
type dice struct {
	surface
	n, target int
	pays      byCode
	throws    [2][]scratch.Code // all throws that lose, all that win, one after the other
}

const maxThrows = 60_000

func diceKind() Kind {
	return Kind{
		Name: "dice-sum",
		About: money.Text{
			FR: "La somme inscrite est gagnée si les points des dés font le total demandé.",
			EN: "The amount shown is won if the dice add up to the target.",
		},
		Schema: objectSchema([]string{"amounts", "articles"},
			intField("dice", "How many dice there are (2).", 1, 6),
			intField("faces", "How many faces a die has (6).", 2, 20),
			intField("target", "The sum that wins (7).", 1, 120),
			amountsField("amounts", "The amounts that may be shown."),
			articlesField([]string{"win", "lose"}, "dice", "amount"), namesField("dice", "amount"), captionsField()),
		New: newDice,
	}
}

func newDice(raw []byte, env Env) (scratch.Mechanic, []scratch.Problem) {
	p := newParams(raw, env)
	m := &dice{surface: newSurface("dice-sum", p)}
	m.n = p.int("dice", 2, 1, 6)
	faces := p.int("faces", 6, 2, 20)
	m.target = p.int("target", 7, 1, 120)
	amounts := p.prizes("amounts", true)
	count, ok := power(faces, m.n, maxThrows)
	switch {
	case !ok:
		p.wrong("dice", "too_many_faces", "use fewer dice or dice with fewer faces", "%d dice with %d faces fall in more than %d ways", m.n, faces, maxThrows)
	case m.target < m.n || m.target > m.n*faces:
		p.wrong("target", "no_winning_face", "choose a sum the dice can make", "%d dice with %d faces make sums from %d to %d, never %d", m.n, faces, m.n, m.n*faces, m.target)
	}
	m.zones = p.zones(m.articles(p, "dice", "amount"),
		zoneSpec{id: "dice", name: money.Text{FR: "DÉS", EN: "DICE"}, cells: m.n, from: "faces", elements: p.env.pipElements(faces), inscription: scratch.InLetters},
		zoneSpec{id: "amount", name: money.Text{FR: "GAIN", EN: "PRIZE"}, cells: 1, from: "amounts", elements: p.env.amountElements(amounts), inscription: scratch.InLetters})
	m.amounts = m.zones[1].Alphabet
	m.pays = m.oneAmount(amounts)
	if problems := p.problems(); len(problems) > 0 {
		return nil, problems
	}
	throw := make([]scratch.Code, m.n)
	for number := range count {
		digits(number, faces, throw)
		points, wins := 0, 0
		for _, c := range throw {
			points += int(c)
		}
		if points == m.target {
			wins = 1
		}
		m.throws[wins] = append(m.throws[wins], throw...)
	}
	return m, nil
}

// Print is described at dice.
func (m *dice) Print(tape *fair.Tape, outcome int, decoys *fair.Weighted, cells []scratch.Code) {
	throws := m.throws[min(outcome, 1)]
	at := int(tape.N(uint64(len(throws)/m.n))) * m.n
	copy(cells, throws[at:at+m.n])
	cells[m.n] = m.gain(tape, outcome, decoys)
}

// sum adds up the points; ok is false if a die cannot be read.
func (m *dice) sum(cells []scratch.Code) (points int, ok bool) {
	faces := m.zones[0].Alphabet
	ok = true
	for _, c := range cells[:m.n] {
		if !faces.Holds(c) {
			ok = false
			continue
		}
		points += int(c)
	}
	return points, ok
}

// Read pays the amount if the points add up to the target.
func (m *dice) Read(cells []scratch.Code) (r scratch.Reading) {
	if points, ok := m.sum(cells); ok && points == m.target {
		r.Pays[0] = m.pays.of(cells[m.n])
	}
	return r
}

// Explain tells the sum.
func (m *dice) Explain(cells []scratch.Code, r scratch.Reading) []scratch.Reason {
	points, ok := m.sum(cells)
	sum, target := number(points), number(m.target)
	switch {
	case !ok:
		return m.reason(r, money.Text{FR: "Les dés ne se lisent pas tous.", EN: "Not all dice can be read."})
	case points == m.target:
		return m.reason(r, say("Les dés font {a} : {b}.", "The dice make {a}: {b}.", sum, name(m.zones[1], cells[m.n])))
	}
	return m.reason(r, say("Les dés font {a}, pas {b}.", "The dice make {a}, not {b}.", sum, target))
}

// number is a number in figures in both languages.
func number(n int) money.Text {
	text := strconv.Itoa(n)
	return money.Text{FR: text, EN: text}
}
