package mechanic

import (
	"slices"

	"tirage/fair"
	"tirage/money"
	"tirage/ruling"
	"tirage/scratch"
)

// shown is the kind shown-amount: one amount that is won if it is not zero. It has no losing spot that could show another
// amount, so its Amounts are nil. Print takes nothing from the tape.
type shown struct {
	surface
	pays byCode
	code []scratch.Code // by outcome
}

func shownKind() Kind {
	return Kind{
		Name: "shown-amount",
		About: money.Text{
			FR: "La somme découverte est gagnée si elle n'est pas zéro.",
			EN: "The amount uncovered is won if it is not zero.",
		},
		Asks: []ruling.Question{bonusNothing},
		Schema: objectSchema([]string{"amounts", "articles"},
			amountsField("amounts", "The amounts that may be shown, 0 among them."),
			articlesField([]string{"win", "lose"}, "amount"), namesField("amount"), captionsField()),
		New: newShown,
	}
}

func newShown(raw []byte, env Env) (scratch.Mechanic, []scratch.Problem) {
	p := newParams(raw, env)
	m := &shown{surface: newSurface("shown-amount", p)}
	amounts := p.amounts("amounts", true, true)
	zero := slices.Index(amounts, 0)
	switch {
	case len(amounts) > 0 && zero < 0:
		p.wrong("amounts", "no_losing_face", "list 0 too", "without 0 every face wins")
	case len(amounts) == 1:
		p.wrong("amounts", "no_winning_face", "list the amounts that win too", "with 0 alone every face loses")
	}
	m.zones = p.zones(m.articles(p, "amount"),
		zoneSpec{id: "amount", name: money.Text{FR: "BONUS", EN: "BONUS"}, cells: 1, from: "amounts", elements: p.env.amountElements(amounts), inscription: scratch.InLetters})
	if m.zones[0].Inscription == scratch.NoInscription && p.writes(bonusNothing, "zero_with_caption") {
		p.contradicted(bonusNothing, "zero is ruled to carry a caption, but the surface has none")
	}
	if problems := p.problems(); len(problems) > 0 {
		return nil, problems
	}
	m.pays = newByCode(amounts)
	m.outcomes, m.code = []scratch.Outcome{losing}, []scratch.Code{scratch.Code(zero + 1)}
	for i, a := range amounts {
		if a > 0 {
			m.outcomes = append(m.outcomes, scratch.Outcome{Pays: [scratch.MaxParts]money.Cents{a}, Weight: 1, Label: m.env.money(a)})
			m.code = append(m.code, scratch.Code(i+1))
		}
	}
	return m, nil
}

// Print shows the outcome's amount.
func (m *shown) Print(_ *fair.Tape, outcome int, _ *fair.Weighted, cells []scratch.Code) {
	cells[0] = m.code[outcome]
}

// Read pays what is shown.
func (m *shown) Read(cells []scratch.Code) (r scratch.Reading) {
	r.Pays[0] = m.pays.of(cells[0])
	return r
}

// Explain names the amount.
func (m *shown) Explain(cells []scratch.Code, r scratch.Reading) []scratch.Reason {
	amount := name(m.zones[0], cells[0])
	if !m.zones[0].Alphabet.Holds(cells[0]) {
		return m.reason(r, money.Text{
			FR: "La somme découverte ne se lit pas, ou n'est pas de celles du jeu.",
			EN: "The amount uncovered cannot be read, or is not one of the game's.",
		})
	}
	if r.Pays[0] > 0 {
		return m.reason(r, say("Vous avez découvert {a} : cette somme est gagnée.", "You uncovered {a}, and you win it.", amount))
	}
	return m.reason(r, say("Vous avez découvert {a}.", "You uncovered {a}.", amount))
}
