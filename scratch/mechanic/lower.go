package mechanic

import (
	"regexp"
	"strconv"

	"tirage/fair"
	"tirage/money"
	"tirage/scratch"
)

// lower is the kind lower-value: the player's time, the opponent's and one amount, which is paid if the player's time is strictly lower.
// Each time stands a second time, vertically, in its cell.
//
// Print takes, in one row of choices, two different places i and j: among the times for a winning face, where the lower is the player's; among the
// times and one more for a losing face, where the lower is the opponent's and the higher, less one, the player's. Then it takes the amount on a losing surface.
type lower struct {
	surface
	times           int
	pays            byCode
	winning, losing draws
}

func lowerKind() Kind {
	return Kind{
		Name: "lower-value",
		About: money.Text{
			FR: "La somme inscrite est gagnée si le temps du joueur est inférieur à celui de l'adversaire ; l'égalité perd.",
			EN: "The amount shown is won if the player's time is lower than the opponent's; a tie loses.",
		},
		Schema: objectSchema([]string{"from", "to", "amounts", "articles"},
			timeField("from", "The lowest time, as \"4:50.00\"."),
			timeField("to", "The highest time, as \"5:10.00\"."),
			amountsField("amounts", "The amounts that may be shown."),
			articlesField([]string{"win", "lose"}, "yours", "opponent", "amount"), namesField("yours", "opponent", "amount"), captionsField()),
		New: newLower,
	}
}

func timeField(name, about string) field {
	return field{name, described(about, `"type":"string","pattern":"^[0-9]{1,2}:[0-5][0-9][.,][0-9]{2}$"`)}
}

func newLower(raw []byte, env Env) (scratch.Mechanic, []scratch.Problem) {
	p := newParams(raw, env)
	m := &lower{surface: newSurface("lower-value", p)}
	from, ok1 := p.time("from")
	to, ok2 := p.time("to")
	amounts := p.prizes("amounts", true)
	var elements []scratch.Element
	switch {
	case !ok1 || !ok2:
	case to <= from:
		p.wrong("to", "no_winning_face", "choose a higher time", "there must be two times or more from the lowest to the highest")
	case to-from >= maxValues:
		p.wrong("to", "list_too_long", "choose a closer time", "there are %d times, at most %d are possible", to-from+1, maxValues)
	default:
		elements = p.env.timeElements(from, to)
	}
	m.times = len(elements)
	m.zones = p.zones(m.articles(p, "yours", "opponent", "amount"),
		zoneSpec{id: "yours", name: money.Text{FR: "VOTRE COUREUR", EN: "YOUR RIDER"}, cells: 1, from: "from", elements: elements, inscription: scratch.Vertical},
		zoneSpec{id: "opponent", name: money.Text{FR: "ADVERSAIRE", EN: "OPPONENT"}, cells: 1, from: "from", elements: elements, inscription: scratch.Vertical, likeZone: "yours"},
		zoneSpec{id: "amount", name: money.Text{FR: "GAIN", EN: "PRIZE"}, cells: 1, from: "amounts", elements: p.env.amountElements(amounts), inscription: scratch.InLetters})
	m.amounts = m.zones[2].Alphabet
	m.pays = m.oneAmount(amounts)
	if problems := p.problems(); len(problems) > 0 {
		return nil, problems
	}
	n := uint64(m.times)
	m.winning, m.losing = newDraws(n, n-1), newDraws(n+1, n)
	return m, nil
}

// maxValues bounds the values of one zone.
const maxValues = 50_000

var timePattern = regexp.MustCompile(`^(\d{1,2}):([0-5]\d)[.,](\d{2})$`)

// time reads minutes, seconds and hundredths as hundredths.
func (p *params) time(field string) (hundredths int, ok bool) {
	it, ok := p.need(field, `write a time, as "4:50.00"`)
	if !ok {
		return 0, false
	}
	text, ok := p.asString(it)
	if !ok {
		return 0, false
	}
	parts := timePattern.FindStringSubmatch(text)
	if parts == nil {
		p.report(it.path, "bad_time", `write minutes, seconds and hundredths, as "4:50.00"`, "%s is not a time", shorten(it.raw))
		return 0, false
	}
	for i, size := range []int{6000, 100, 1} {
		n, _ := strconv.Atoi(parts[i+1])
		hundredths += n * size
	}
	return hundredths, true
}

// Print is described at lower.
func (m *lower) Print(tape *fair.Tape, outcome int, decoys *fair.Weighted, cells []scratch.Code) {
	var picks [2]uint32
	row := &m.winning
	if outcome == 0 {
		row = &m.losing
	}
	row.take(tape, picks[:])
	low, high := picks[0], picks[1]
	if high >= low { // leave the first place out
		high++
	} else {
		low, high = high, low
	}
	if outcome > 0 {
		cells[0], cells[1] = scratch.Code(low)+1, scratch.Code(high)+1
	} else {
		cells[0], cells[1] = scratch.Code(high), scratch.Code(low)+1
	}
	cells[2] = m.gain(tape, outcome, decoys)
}

// Read pays the amount if the player's time is lower.
func (m *lower) Read(cells []scratch.Code) (r scratch.Reading) {
	yours, opponent := int(cells[0]), int(cells[1])
	if yours >= 1 && yours < opponent && opponent <= m.times {
		r.Pays[0] = m.pays.of(cells[2])
	}
	return r
}

// Explain compares the times.
func (m *lower) Explain(cells []scratch.Code, r scratch.Reading) []scratch.Reason {
	yours, opponent, amount := name(m.zones[0], cells[0]), name(m.zones[1], cells[1]), name(m.zones[2], cells[2])
	a, b := m.zones[0].Alphabet.Holds(cells[0]), m.zones[1].Alphabet.Holds(cells[1])
	switch {
	case !a || !b:
		return m.reason(r, money.Text{FR: "Les deux temps ne se lisent pas.", EN: "The two times cannot both be read."})
	case cells[0] < cells[1]:
		return m.reason(r, say("Votre temps, {a}, est inférieur à celui de votre adversaire, {b} : {c}.", "Your time, {a}, is lower than your opponent's, {b}: {c}.", yours, opponent, amount))
	case cells[0] == cells[1]:
		return m.reason(r, say("Votre temps, {a}, est égal à celui de votre adversaire ; il doit être inférieur.", "Your time, {a}, is equal to your opponent's; it must be lower.", yours))
	}
	return m.reason(r, say("Votre temps, {a}, n'est pas inférieur à celui de votre adversaire, {b}.", "Your time, {a}, is not lower than your opponent's, {b}.", yours, opponent))
}
