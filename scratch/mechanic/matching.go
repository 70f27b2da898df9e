package mechanic

import (
	"tirage/fair"
	"tirage/money"
	"tirage/ruling"
	"tirage/scratch"
)

// matching is the kind matching-numbers: winning numbers on one side, the player's numbers with an amount each on the other; each of
// the player's numbers that is a winning number pays its amount, and they add up.
//
// Print takes, in one row of choices: the winning numbers in order, the losing numbers in order from the rest, the matching numbers in order from the winning
// ones, the order of the spots; then an amount for each losing spot from the left.
type matching struct {
	surface
	spots   *spots
	numbers int
	winning int
	pays    byCode
	byWins  []draws // by winning spots
	again   [2]bool // whether a winning number, and a number of the player, may stand twice
}

const (
	maxPool    = 128 // numbers to draw from
	maxWinning = 32
	maxDraws   = maxWinning + 3*maxSpots
)

func matchingKind() Kind {
	return Kind{
		Name: "matching-numbers",
		About: money.Text{
			FR: "Les numéros du joueur qui figurent parmi les numéros gagnants paient chacun la somme qui leur est associée.",
			EN: "Each of the player's numbers that is among the winning numbers pays the amount beside it.",
		},
		Asks: []ruling.Question{severalMatches, repeatedWinning, repeatedStake},
		Schema: objectSchema([]string{"numbers", "amounts", "articles"},
			numbersField("numbers", "The numbers that both zones choose from."),
			intField("winning", "How many winning numbers there are (4).", 1, maxWinning),
			intField("stakes", "How many numbers the player has (3).", 1, maxSpots),
			amountsField("amounts", "The amounts that may stand beside the player's numbers."),
			weightsField("weights_by_spots", "Weight of reaching a total with one winning number, with two, and so on; 0 never prints that many."),
			articlesField([]string{"win", "lose"}, "winning", "stakes", "stake_amounts"), namesField("winning", "stakes", "stake_amounts"), captionsField()),
		New: newMatching,
	}
}

func newMatching(raw []byte, env Env) (scratch.Mechanic, []scratch.Problem) {
	p := newParams(raw, env)
	m := &matching{surface: newSurface("matching-numbers", p)}
	m.again = [2]bool{p.rules(repeatedWinning, "counts_once"), p.rules(repeatedStake, "each_pays")}
	numbers := p.numbers("numbers")
	m.numbers = len(numbers)
	m.winning = p.int("winning", 4, 1, maxWinning)
	stakes := p.int("stakes", 3, 1, maxSpots)
	amounts := p.prizes("amounts", true)
	switch {
	case m.numbers > maxPool:
		p.wrong("numbers", "list_too_long", "shorten it", "there are %d numbers, at most %d are possible", m.numbers, maxPool)
	case m.numbers > 0 && m.numbers < m.winning+stakes:
		p.wrong("numbers", "no_losing_face", "list more numbers, or show fewer",
			"%d numbers are too few for a losing face: it shows %d winning numbers and %d others", m.numbers, m.winning, stakes)
	}
	numberElements := p.env.numberElements(numbers)
	m.zones = p.zones(m.articles(p, "winning", "stakes", "stake_amounts"),
		zoneSpec{id: "winning", name: money.Text{FR: "NUMÉROS GAGNANTS", EN: "WINNING NUMBERS"}, cells: m.winning, from: "numbers", elements: numberElements, inscription: scratch.InLetters},
		zoneSpec{id: "stakes", name: money.Text{FR: "VOS MISES", EN: "YOUR NUMBERS"}, cells: stakes, from: "numbers", elements: numberElements, inscription: scratch.InLetters, likeZone: "winning"},
		zoneSpec{id: "stake_amounts", name: money.Text{FR: "GAINS", EN: "PRIZES"}, cells: stakes, from: "amounts", elements: p.env.amountElements(amounts), inscription: scratch.InLetters})
	m.amounts = m.zones[2].Alphabet
	m.pays = newByCode(amounts)
	most := min(stakes, m.winning)
	m.spots = m.spotOutcomes(p, amounts, stakes, most)
	if problems := p.problems(); len(problems) > 0 {
		return nil, problems
	}
	for k := range most + 1 {
		bounds := append(descending(m.numbers, m.winning+stakes-k), descending(m.winning, k)...)
		m.byWins = append(m.byWins, newDraws(append(bounds, descending(stakes, stakes-1)...)...))
	}
	return m, nil
}

// Print is described at matching.
func (m *matching) Print(tape *fair.Tape, outcome int, decoys *fair.Weighted, cells []scratch.Code) {
	var picks [maxDraws]uint32
	var pool [maxPool]scratch.Code
	var amounts [maxSpots]scratch.Code
	for i := range m.numbers {
		pool[i] = scratch.Code(i + 1)
	}
	k, w, n := m.spots.wins[outcome], m.winning, m.spots.n
	row := &m.byWins[k]
	row.take(tape, picks[:row.count])
	drawn := w + n - k
	for i, pick := range picks[:drawn] {
		at := i + int(pick)
		pool[i], pool[at] = pool[at], pool[i]
	}
	copy(cells[:w], pool[:w])
	for i, pick := range picks[drawn : drawn+k] { // the winning numbers again, as an ordered draw
		at := i + int(pick)
		pool[i], pool[at] = pool[at], pool[i]
	}
	m.spots.deal(outcome, picks[drawn+k:row.count], amounts[:n])
	match, other := 0, w
	for i, amount := range amounts[:n] {
		if amount == 0 {
			cells[w+i], other = pool[other], other+1
			amount = decoy(tape, decoys, len(m.pays)-1)
		} else {
			cells[w+i], match = pool[match], match+1
		}
		cells[w+n+i] = amount
	}
}

// Read adds the amounts of the player's numbers that are winning numbers. Numbers that may stand twice though no press makes them are noted.
func (m *matching) Read(cells []scratch.Code) (r scratch.Reading) {
	winning, stakes, amounts := m.split(cells)
	if m.again[0] && repeated(winning) >= 0 || m.again[1] && repeated(stakes) >= 0 {
		r.Note = scratch.Unprinted
	}
	for i, stake := range stakes {
		if m.wins(winning, stake) {
			r.Pays[0] += m.pays.of(amounts[i])
		}
	}
	return r
}

func (m *matching) split(cells []scratch.Code) (winning, stakes, amounts []scratch.Code) {
	w, n := m.winning, m.spots.n
	return cells[:w], cells[w : w+n], cells[w+n : w+2*n]
}

// wins reports whether a number that can be read is one of the winning numbers.
func (m *matching) wins(winning []scratch.Code, stake scratch.Code) bool {
	if stake-1 >= scratch.Code(m.numbers) { // Missing wraps round
		return false
	}
	for _, c := range winning {
		if c == stake {
			return true
		}
	}
	return false
}

// Fault finds a number that stands twice in one zone where it may not.
func (m *matching) Fault(cells []scratch.Code) scratch.Fault {
	winning, stakes, _ := m.split(cells)
	if i := repeated(winning); i >= 0 && !m.again[0] {
		return scratch.Fault{Kind: scratch.ElementRepeated, Cell: i}
	}
	if i := repeated(stakes); i >= 0 && !m.again[1] {
		return scratch.Fault{Kind: scratch.ElementRepeated, Cell: m.winning + i}
	}
	return scratch.Fault{}
}

// repeated returns the first cell that shows what an earlier one shows, -1 if there is none.
func repeated(cells []scratch.Code) int {
	for i, c := range cells {
		for _, earlier := range cells[:i] {
			if c == earlier {
				return i
			}
		}
	}
	return -1
}

// Explain names the player's numbers that win, or all of them.
func (m *matching) Explain(cells []scratch.Code, r scratch.Reading) []scratch.Reason {
	winning, stakes, amounts := m.split(cells)
	var numbers, sums []money.Text
	for i, stake := range stakes {
		if m.wins(winning, stake) {
			numbers = append(numbers, name(m.zones[1], stake))
			sums = append(sums, name(m.zones[2], amounts[i]))
		}
	}
	total := m.env.money(r.Pays[0])
	switch len(numbers) {
	case 0:
		return m.reason(r, say("Aucun de vos numéros ({a}) n'est un numéro gagnant.", "None of your numbers ({a}) is a winning number.", namesOf(m.zones[1], stakes)))
	case 1:
		return m.reason(r, say("Votre {a} est un numéro gagnant : {b}.", "Your {a} is a winning number: {b}.", numbers[0], sums[0]))
	}
	return m.reason(r, say("Vos numéros {a} sont des numéros gagnants : {b} font {c}.", "Your numbers {a} are winning numbers: {b} make {c}.", names(numbers), names(sums), total))
}
