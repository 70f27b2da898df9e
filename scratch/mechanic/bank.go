package mechanic

import (
	"slices"

	"tirage/fair"
	"tirage/money"
	"tirage/scratch"
)

// bank is the kind beat-the-bank: the player's cards, the bank's card and one amount, which is paid if at least one of the player's
// cards is higher than the bank's. A tie loses. The player's cards may be alike.
//
// Print chooses a number below that of all faces that win (or lose), which stand in this order: the bank's card from the lowest;
// for winning faces then the last of the cards that beats it, from the left; then the cards' values, as one number. Then it chooses the amount on a
// losing surface.
type bank struct {
	surface
	n        int   // the player's cards
	order    int   // cards from lowest to highest
	ranks    []int // by code in the bank's alphabet, from code 1: how many cards are not higher
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
			FR: "La somme inscrite est gagnée si l'une des cartes du joueur est plus haute que celle de la banque ; l'égalité perd.",
			EN: "The amount shown is won if one of the player's cards is higher than the bank's; a tie loses.",
		},
		Schema: objectSchema([]string{"order", "amounts", "articles"},
			symbolsField("order", "The cards from the lowest to the highest."),
			symbolsField("bank_excludes", "Cards that the bank never has."),
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
	amounts := p.prizes("amounts", true)
	cards := p.env.rankElements(order)
	held := m.bankCards(p, order, cards)
	switch {
	case m.order > 64:
		p.wrong("order", "list_too_long", "shorten it", "there are %d cards, at most 64 are possible", m.order)
	case m.order > 0 && (len(held) == 0 || m.ranks[0] == m.order):
		p.wrong("bank_excludes", "no_winning_face", "let the bank have a card below the highest", "no card can be higher than the bank's")
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
	for i, c := range cards {
		if !slices.Contains(excluded, order[i].id) {
			held = append(held, c)
			m.ranks = append(m.ranks, c.Value)
		}
	}
	return held
}

// count tells, for each card of the bank, how many of the player's cards lose and win. With at most 64 cards and 8 of the player's
// all numbers stay below 2^54.
func (m *bank) count() {
	m.powOrder = []uint64{1}
	for range m.n {
		m.powOrder = append(m.powOrder, m.powOrder[len(m.powOrder)-1]*uint64(m.order))
	}
	for _, rank := range m.ranks {
		lose := uint64(1)
		for range m.n {
			lose *= uint64(rank)
		}
		m.loses = append(m.loses, lose)
		m.wins = append(m.wins, m.powOrder[m.n]-lose)
		m.all[0] += lose
		m.all[1] += m.powOrder[m.n] - lose
	}
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
	rank := uint64(m.ranks[card])
	if outcome > 0 {
		m.printWin(number, rank, cells)
	} else {
		for i := range m.n {
			cells[i] = scratch.Code(number%rank) + 1
			number /= rank
		}
	}
	cells[m.n] = m.gain(tape, outcome, decoys)
	cells[m.n+1] = scratch.Code(card + 1)
}

// printWin sets the winning cards of this number: with card j the last that beats the bank, any cards may stand before it, and none that beats the
// bank behind it.
func (m *bank) printWin(number, rank uint64, cells []scratch.Code) {
	higher := uint64(m.order) - rank
	behind := uint64(1)
	for range m.n - 1 {
		behind *= rank
	}
	j := 0
	for {
		faces := m.powOrder[j] * higher * behind
		if number < faces {
			break
		}
		number -= faces
		behind /= rank
		j++
	}
	for i := range m.n {
		base, from := uint64(m.order), scratch.Code(1)
		switch {
		case i == j:
			base, from = higher, scratch.Code(rank)+1
		case i > j:
			base = rank
		}
		cells[i] = scratch.Code(number%base) + from
		number /= base
	}
}

// Read pays the amount if one of the player's cards is higher than the bank's.
func (m *bank) Read(cells []scratch.Code) (r scratch.Reading) {
	if m.best(cells) >= 0 {
		r.Pays[0] = m.pays.of(cells[m.n])
	}
	return r
}

// best returns the highest of the player's cards that beat the bank, -1 if none does or the bank's card cannot be read.
func (m *bank) best(cells []scratch.Code) int {
	held := int(cells[m.n+1])
	if held < 1 || held > len(m.ranks) {
		return -1
	}
	at, highest := -1, m.ranks[held-1]
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
	if i := m.best(cells); i >= 0 {
		return m.reason(r, say("Votre carte « {a} » dépasse la carte « {b} » de la banque : {c}.", "Your {a} is higher than the bank's {b}: {c}.",
			name(m.zones[0], cells[i]), held, name(m.zones[1], cells[m.n])))
	}
	if !m.zones[2].Alphabet.Holds(cells[m.n+1]) {
		return m.reason(r, money.Text{
			FR: "La carte de la banque ne se lit pas, ou n'est pas de celles qu'elle peut avoir.",
			EN: "The bank's card cannot be read, or is not one that it may have.",
		})
	}
	return m.reason(r, say("Aucune de vos cartes ({a}) ne dépasse la carte « {b} » de la banque.", "None of your cards ({a}) is higher than the bank's {b}.",
		namesOf(m.zones[0], cells[:m.n]), held))
}
