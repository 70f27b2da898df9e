package mechanic

import (
	"regexp"
	"strconv"

	"tirage/fair"
	"tirage/money"
	"tirage/ruling"
	"tirage/scratch"
)

// lower is the kind lower-value: the player's time, the opponent's and one amount, which is paid if the player's time is lower, or equal where a tie wins.
// Each time stands a second time, vertically, in its cell. Any time that its form allows can be read; the press shows those of its own range.
//
// Print takes, in one row of choices, two different places i and j: among the press's times for a face without a tie (a winning one where ties lose),
// where the lower is the winner's; among them and one more for a face that may tie, where the lower is the winner's and the higher, less one, the other's. Then it takes the amount on a losing surface.
type lower struct {
	surface
	times        int // that can be read: codes 1 to times
	first        int // code of the press's lowest time
	pays         byCode
	tieWins      bool
	strict, tied draws // of faces without a tie, and that may tie
}

func lowerKind() Kind {
	return Kind{
		Name: "lower-value",
		About: money.Text{
			FR: "La somme inscrite est gagnée si le temps du joueur est inférieur à celui de l'adversaire ; l'égalité perd, sauf choix contraire.",
			EN: "The amount shown is won if the player's time is lower than the opponent's; a tie loses unless it is ruled to win.",
		},
		Asks: []ruling.Question{twoReadings, cyclingTie},
		Schema: objectSchema([]string{"print", "amounts", "articles"},
			timeField("from", "The lowest time that the text allows (0:00.00)."),
			timeField("to", "The highest time that the text allows (9:59.99)."),
			printField(timeField("from", "The lowest time that the press shows, as \"4:50.00\"."), timeField("to", "The highest time that the press shows, as \"5:10.00\".")),
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
	v, ok := p.values(span{0, maxTime}, formatTime, (*params).time)
	amounts := p.prizes("amounts", true)
	var elements []scratch.Element
	if ok {
		elements = p.env.timeElements(v.text.from, v.text.to)
	}
	m.times = len(elements)
	m.zones = p.zones(m.articles(p, "yours", "opponent", "amount"),
		zoneSpec{id: "yours", name: money.Text{FR: "VOTRE COUREUR", EN: "YOUR RIDER"}, cells: 1, from: "to", elements: elements, inscription: scratch.Vertical},
		zoneSpec{id: "opponent", name: money.Text{FR: "ADVERSAIRE", EN: "OPPONENT"}, cells: 1, from: "to", elements: elements, inscription: scratch.Vertical, likeZone: "yours"},
		zoneSpec{id: "amount", name: money.Text{FR: "GAIN", EN: "PRIZE"}, cells: 1, from: "amounts", elements: p.env.amountElements(amounts), inscription: scratch.InLetters})
	m.amounts = m.zones[2].Alphabet
	m.pays = m.oneAmount(amounts)
	if problems := p.problems(); len(problems) > 0 {
		return nil, problems
	}
	m.first = v.print.from - v.text.from + 1
	n := uint64(v.print.size())
	m.tieWins = p.rules(cyclingTie, "wins")
	m.strict, m.tied = newDraws(n, n-1), newDraws(n+1, n)
	return m, nil
}

// maxTime is the highest time of the form m:ss.hh, 9:59.99, in hundredths.
const maxTime = 10*6000 - 1

var timePattern = regexp.MustCompile(`^(\d{1,2}):([0-5]\d)[.,](\d{2})$`)

// time reads minutes, seconds and hundredths as hundredths.
func (p *params) time(it item) (hundredths int, ok bool) {
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
	row, equal := &m.strict, scratch.Code(0)
	if m.tieWins == (outcome > 0) {
		row, equal = &m.tied, 1
	}
	row.take(tape, picks[:])
	low, high := picks[0], picks[1]
	if high >= low { // leave the first place out
		high++
	} else {
		low, high = high, low
	}
	winner, other := scratch.Code(m.first)+scratch.Code(low), scratch.Code(m.first)+scratch.Code(high)-equal
	cells[0], cells[1] = winner, other
	if outcome == 0 {
		cells[0], cells[1] = other, winner
	}
	cells[2] = m.gain(tape, outcome, decoys)
}

// Read pays the amount if the player's time is lower, or equal where a tie wins.
func (m *lower) Read(cells []scratch.Code) (r scratch.Reading) {
	yours, opponent := int(cells[0]), int(cells[1])
	if yours >= 1 && opponent <= m.times && (yours < opponent || m.tieWins && yours == opponent) {
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
	case cells[0] == cells[1] && m.tieWins:
		return m.reason(r, say("Votre temps, {a}, est égal à celui de votre adversaire, ce qui suffit : {b}.", "Your time, {a}, is equal to your opponent's, which is enough: {b}.", yours, amount))
	case cells[0] == cells[1]:
		return m.reason(r, say("Votre temps, {a}, est égal à celui de votre adversaire ; il doit être inférieur.", "Your time, {a}, is equal to your opponent's; it must be lower.", yours))
	}
	return m.reason(r, say("Votre temps, {a}, n'est pas inférieur à celui de votre adversaire, {b}.", "Your time, {a}, is not lower than your opponent's, {b}.", yours, opponent))
}
