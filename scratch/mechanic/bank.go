package mechanic

import (
	"slices"

	"tirage/fair"
	"tirage/money"
	"tirage/ruling"
	"tirage/scratch"
)

// bank is the kind beat-the-bank: the player's cards, the bank's card and one amount, which is paid if at least one of the player's
// cards is higher than the bank's, or as high where a tie wins. The player's cards may be alike.
//
// Print chooses a number below that of all faces that win (or lose), which stand in this order: the bank's card from the lowest;
// for winning faces then the last of the cards that beats it, from the left; then the cards' values, as one number. Then it chooses the amount on a
// losing surface.
type bank struct {
	surface
	n        int    // the player's cards
	order    int    // cards from lowest to highest
	below    []int  // by code in the bank's alphabet, from code 1: how many cards do not beat it
	unmade   []bool // by the same: cards that bank_excludes lists and yet may be judged
	tieWins  bool
	pays     byCode
	wins     []uint64 // by bank card: the player's cards that beat it
	loses    []uint64
	all      [2]uint64 // faces that lose, that win
	powOrder []uint64  // powers of the number of cards
}

func bankKind() Kind {
	return Kind{
		Name: "beat-the-bank",
		About: money.Text{
			FR: "La somme inscrite est gagnée si l'une des cartes du joueur est plus haute que celle de la banque ; l'égalité perd, sauf choix contraire.",
			EN: "The amount shown is won if one of the player's cards is higher than the bank's; a tie loses unless it is ruled to win.",
		},
		Asks: []ruling.Question{duelTie, bankAce, duelSeveralCards, duelRepeatedCards},
		Schema: objectSchema([]string{"order", "amounts", "articles"},
			symbolsField("order", "The cards from the lowest to the highest."),
			symbolsField("bank_excludes", "Cards that the press never shows at the bank; the ruling bank_ace says how they are judged."),
			intField("cards", "How many cards the player has (3).", 1, 8),
			amountsField("amounts", "The amounts that may be shown."),
			articlesField([]string{"win", "lose"}, "cards", "amount", "bank"), namesField("cards", "amount", "bank"), captionsField()),
		New: newBank,
	}
}

func newBank(raw []byte, env Env) (scratch.Mechanic, []scratch.Problem) {
	p := newParams(raw, env)
	m := &bank{surface: newSurface("beat-the-bank", p)}
	order := p.symbols("order")
	m.order = len(order)
	m.n = p.int("cards", 3, 1, 8)
	m.tieWins = p.rules(duelTie, "wins")
	amounts := p.prizes("amounts", true)
	cards := p.env.rankElements(order)
	held := m.bankCards(p, order, cards)
	switch {
	case m.order > 64:
		p.wrong("order", "list_too_long", "shorten it", "there are %d cards, at most 64 are possible", m.order)
	case m.order > 0 && !m.made(func(below int) bool { return below < m.order }):
		p.wrong("bank_excludes", "no_winning_face", "let the bank have a card below the highest", "no card can be higher than the bank's")
	case m.order > 0 && !m.made(func(below int) bool { return below > 0 }):
		p.wrong("bank_excludes", "no_losing_face", "let the bank have a card above the lowest", "every card is at least as high as the bank's, and a tie wins")
	}
	m.zones = p.zones(m.articles(p, "cards", "amount", "bank"),
		zoneSpec{id: "cards", name: money.Text{FR: "VOS CARTES", EN: "YOUR CARDS"}, cells: m.n, from: "order", elements: cards},
		zoneSpec{id: "amount", name: money.Text{FR: "GAIN", EN: "PRIZE"}, cells: 1, from: "amounts", elements: p.env.amountElements(amounts), inscription: scratch.InLetters},
		zoneSpec{id: "bank", name: money.Text{FR: "BANQUE", EN: "BANK"}, cells: 1, from: "order", elements: held})
	m.amounts = m.zones[1].Alphabet
	m.pays = m.oneAmount(amounts)
	if problems := p.problems(); len(problems) > 0 {
		return nil, problems
	}
	m.count()
	return m, nil
}

// bankCards reads bank_excludes and keeps what the bank may have.
func (m *bank) bankCards(p *params, order []symbol, cards []scratch.Element) (held []scratch.Element) {
	var excluded []string
	if p.has("bank_excludes") {
		for _, it := range p.elements(p.item("bank_excludes")) {
			s, ok := p.asSymbol(it)
			if ok && !slices.ContainsFunc(order, func(o symbol) bool { return o.id == s.id }) {
				p.report(it.path, "unknown_card", "name cards of the order", "there is no card %q", s.id)
			}
			excluded = append(excluded, s.id)
		}
	}
	if len(excluded) == 0 && p.writes(bankAce, misprint) {
		p.contradicted(bankAce, "a card that the bank may not have is ruled a misprint, but bank_excludes lists none")
	}
	allowed := p.rules(bankAce, "allowed")
	for i, c := range cards {
		out := slices.Contains(excluded, order[i].id)
		if out && !allowed {
			continue
		}
		below := c.Value
		if m.tieWins {
			below--
		}
		held = append(held, c)
		m.below, m.unmade = append(m.below, below), append(m.unmade, out)
	}
	return held
}

// made reports whether the press shows a card at the bank of which this holds.
func (m *bank) made(holds func(below int) bool) bool {
	for i, below := range m.below {
		if !m.unmade[i] && holds(below) {
			return true
		}
	}
	return false
}

// count tells, for each card of the bank, how many of the player's cards lose and win. With at most 64 cards and 8 of the player's
// all numbers stay below 2^54.
func (m *bank) count() {
	m.powOrder = []uint64{1}
	for range m.n {
		m.powOrder = append(m.powOrder, m.powOrder[len(m.powOrder)-1]*uint64(m.order))
	}
	for i, below := range m.below {
		lose := raised(uint64(below), m.n)
		win := m.powOrder[m.n] - lose
		if m.unmade[i] {
			lose, win = 0, 0
		}
		m.loses = append(m.loses, lose)
		m.wins = append(m.wins, win)
		m.all[0] += lose
		m.all[1] += win
	}
}

// raised is base^exponent.
func raised(base uint64, exponent int) uint64 {
	product := uint64(1)
	for range exponent {
		product *= base
	}
	return product
}

// Print is described at bank.
func (m *bank) Print(tape *fair.Tape, outcome int, decoys *fair.Weighted, cells []scratch.Code) {
	number := tape.N(m.all[min(outcome, 1)])
	table := m.loses
	if outcome > 0 {
		table = m.wins
	}
	card := 0
	for number >= table[card] {
		number -= table[card]
		card++
	}
	below := uint64(m.below[card])
	if outcome > 0 {
		m.printWin(number, below, cells)
	} else {
		for i := range m.n {
			cells[i] = scratch.Code(number%below) + 1
			number /= below
		}
	}
	cells[m.n] = m.gain(tape, outcome, decoys)
	cells[m.n+1] = scratch.Code(card + 1)
}

// printWin sets the winning cards of this number: with card j the last that beats the bank, any cards may stand before it, and none that beats the
// bank behind it.
func (m *bank) printWin(number, below uint64, cells []scratch.Code) {
	higher := uint64(m.order) - below
	j := 0
	for {
		faces := m.powOrder[j] * higher * raised(below, m.n-1-j)
		if number < faces {
			break
		}
		number -= faces
		j++
	}
	for i := range m.n {
		base, from := uint64(m.order), scratch.Code(1)
		switch {
		case i == j:
			base, from = higher, scratch.Code(below)+1
		case i > j:
			base = below
		}
		cells[i] = scratch.Code(number%base) + from
		number /= base
	}
}

// Read pays the amount if one of the player's cards beats the bank's.
func (m *bank) Read(cells []scratch.Code) (r scratch.Reading) {
	if c := cells[m.n+1] - 1; int(c) < len(m.unmade) && m.unmade[c] { // Missing wraps round
		r.Note = scratch.Unprinted
	}
	if m.best(cells) >= 0 {
		r.Pays[0] = m.pays.of(cells[m.n])
	}
	return r
}

// best returns the highest of the player's cards that beat the bank, -1 if none does or the bank's card cannot be read.
func (m *bank) best(cells []scratch.Code) int {
	held := int(cells[m.n+1])
	if held < 1 || held > len(m.below) {
		return -1
	}
	at, highest := -1, m.below[held-1]
	for i, c := range cells[:m.n] {
		if int(c) > highest && int(c) <= m.order {
			at, highest = i, int(c)
		}
	}
	return at
}

// Explain names the card that beats the bank, or all of them.
func (m *bank) Explain(cells []scratch.Code, r scratch.Reading) []scratch.Reason {
	held := name(m.zones[2], cells[m.n+1])
	i := m.best(cells)
	if i >= 0 && m.tieWins && m.zones[0].Alphabet.At(cells[i]).Value == m.zones[2].Alphabet.At(cells[m.n+1]).Value {
		return m.reason(r, say("Votre carte « {a} » égale la carte « {b} » de la banque, ce qui suffit : {c}.", "Your {a} equals the bank's {b}, which is enough: {c}.",
			name(m.zones[0], cells[i]), held, name(m.zones[1], cells[m.n])))
	}
	if i >= 0 {
		return m.reason(r, say("Votre carte « {a} » dépasse la carte « {b} » de la banque : {c}.", "Your {a} is higher than the bank's {b}: {c}.",
			name(m.zones[0], cells[i]), held, name(m.zones[1], cells[m.n])))
	}
	if !m.zones[2].Alphabet.Holds(cells[m.n+1]) {
		return m.reason(r, money.Text{
			FR: "La carte de la banque ne se lit pas, ou n'est pas de celles qu'elle peut avoir.",
			EN: "The bank's card cannot be read, or is not one that it may have.",
		})
	}
	if m.tieWins {
		return m.reason(r, say("Aucune de vos cartes ({a}) n'atteint la carte « {b} » de la banque.", "None of your cards ({a}) is as high as the bank's {b}.",
			namesOf(m.zones[0], cells[:m.n]), held))
	}
	return m.reason(r, say("Aucune de vos cartes ({a}) ne dépasse la carte « {b} » de la banque.", "None of your cards ({a}) is higher than the bank's {b}.",
		namesOf(m.zones[0], cells[:m.n]), held))
}
