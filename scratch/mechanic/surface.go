package mechanic

import (
	"strings"

	"tirage/fair"
	"tirage/money"
	"tirage/scratch"
)

// surface is what all mechanics with a single part have in common.
type surface struct {
	kind     string
	env      Env
	zones    []scratch.Zone
	parts    []scratch.Part
	outcomes []scratch.Outcome
	amounts  *scratch.Alphabet
	win      string // articles
	lose     string
}

// Kind is the mechanic's name in game files.
func (s *surface) Kind() string { return s.kind }

// Zones lists the zones in canonical order.
func (s *surface) Zones() []scratch.Zone { return s.zones }

// Parts lists the one part.
func (s *surface) Parts() []scratch.Part { return s.parts }

// Outcomes lists the losing outcome, then the winning ones.
func (s *surface) Outcomes() []scratch.Outcome { return s.outcomes }

// Amounts is the alphabet of the amounts on spots.
func (s *surface) Amounts() *scratch.Alphabet { return s.amounts }

// Fault finds nothing: unless a mechanic says more, any listed elements may stand together.
func (s *surface) Fault([]scratch.Code) scratch.Fault { return scratch.Fault{} }

// Legend is empty unless a mechanic prints a table.
func (s *surface) Legend() []scratch.LegendRow { return nil }

// losing is the outcome that every surface can show.
var losing = scratch.Outcome{Weight: 1, Label: money.Text{FR: "perdant", EN: "losing"}}

// oneAmount makes the outcomes of a surface with one spot for an amount: outcome i shows amount i and pays it. On a losing surface the
// spot shows a decoy.
func (s *surface) oneAmount(amounts []money.Cents) byCode {
	s.outcomes = []scratch.Outcome{losing}
	for i, a := range amounts {
		s.outcomes = append(s.outcomes, scratch.Outcome{
			Pays: [scratch.MaxParts]money.Cents{a}, Shown: []scratch.Code{scratch.Code(i + 1)}, Weight: 1, Label: s.env.money(a),
		})
	}
	return newByCode(amounts)
}

// gain is the code to print on the one spot of an outcome of oneAmount.
func (s *surface) gain(tape *fair.Tape, outcome int, decoys *fair.Weighted) scratch.Code {
	if outcome > 0 {
		return scratch.Code(outcome)
	}
	return decoy(tape, decoys, s.amounts.Len())
}

// reason explains the one part: the sentence of the case that the reading says.
func (s *surface) reason(r scratch.Reading, why money.Text) []scratch.Reason {
	article := s.lose
	if r.Pays[0] > 0 {
		article = s.win
	}
	return []scratch.Reason{{Part: s.parts[0].ID, Pays: r.Pays[0], Article: article, Why: why}}
}

// name is what to call the element of a code in the alphabet of a zone, also where none of them shows.
func name(z scratch.Zone, c scratch.Code) money.Text {
	if !z.Alphabet.Holds(c) {
		if z.Alphabet.At(1).Amount > 0 || z.Alphabet.At(2).Amount > 0 { // one of the amounts may be 0
			return money.Text{FR: "une somme illisible ou inconnue", EN: "an unreadable or unknown amount"}
		}
		return money.Text{FR: "un élément illisible ou inconnu", EN: "an unreadable or unknown element"}
	}
	return z.Alphabet.At(c).Name
}

// names lists elements in a sentence: "a, b et c" / "a, b and c".
func names(list []money.Text) money.Text {
	fr, en := make([]string, len(list)), make([]string, len(list))
	for i, t := range list {
		fr[i], en[i] = t.FR, t.EN
	}
	return money.Text{FR: enumerate(fr, " et "), EN: enumerate(en, " and ")}
}

func enumerate(list []string, and string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	last := len(list) - 1
	return strings.Join(list[:last], ", ") + and + list[last]
}

// namesOf lists the elements of some cells of a zone.
func namesOf(z scratch.Zone, cells []scratch.Code) money.Text {
	list := make([]money.Text, len(cells))
	for i, c := range cells {
		list[i] = name(z, c)
	}
	return names(list)
}

// say fills the places {a}, {b}, {c} of a sentence in both languages, in that order.
func say(fr, en string, fill ...money.Text) money.Text {
	for i, t := range fill {
		place := "{" + string(rune('a'+i)) + "}"
		fr = strings.ReplaceAll(fr, place, t.FR)
		en = strings.ReplaceAll(en, place, t.EN)
	}
	return money.Text{FR: strings.ReplaceAll(fr, " :", "\u00a0:"), EN: en}
}

// newSurface starts a surface with its part.
func newSurface(kind string, p *params) surface {
	return surface{kind: kind, env: p.env, parts: []scratch.Part{p.part()}}
}

// articles reads the articles under which the surface wins and loses, and returns those of its zones.
func (s *surface) articles(p *params, zones ...string) map[string]string {
	found := p.articles([]string{"win", "lose"}, zones)
	s.win, s.lose = found["win"], found["lose"]
	return found
}
