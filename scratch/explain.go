package scratch

import (
	"cmp"
	"fmt"

	"tirage/money"
)

// Account is a verdict with its reasons, for people and programs.
type Account struct {
	Game     string           `json:"game"`
	Version  uint32           `json:"version"`
	Verdict  string           `json:"verdict"`
	Amount   money.Cents      `json:"amount"` // minor units of Currency
	Currency string           `json:"currency"`
	NotALot  bool             `json:"not_a_lot,omitempty"` // wins an amount that is not in the prize table: refer to a payment centre
	Summary  money.Text       `json:"summary"`
	Fault    *FaultAccount    `json:"fault,omitempty"` // of a misprint
	Surfaces []SurfaceAccount `json:"surfaces"`        // what shows on each surface, whatever the verdict
}

// FaultAccount says where and how a ticket is badly printed.
type FaultAccount struct {
	Name    string     `json:"name"`
	Surface string     `json:"surface"`
	Zone    string     `json:"zone"`
	Cell    int        `json:"cell"`    // in the zone, from 1
	Article string     `json:"article"` // of the surface's misprints, or else the one that lists the zone's elements
	Why     money.Text `json:"why"`
}

// SurfaceAccount says what a surface shows, part by part.
type SurfaceAccount struct {
	ID      string          `json:"id"`
	Name    money.Text      `json:"name"`
	Reasons []ReasonAccount `json:"reasons"`
	Note    *NoteAccount    `json:"note,omitempty"`
}

// NoteAccount says why a person should look at a surface though the words decide it.
type NoteAccount struct {
	Name string     `json:"name"` // Note.String
	Text money.Text `json:"text"`
}

// String returns the note's name in files and API: none, above_table or unprinted.
func (n Note) String() string {
	return [...]string{NoNote: "none", AboveTable: "above_table", Unprinted: "unprinted"}[n]
}

var noteTexts = [...]money.Text{
	AboveTable: {
		FR: "Plus de lignes que le tableau des gains n'en compte : présentez le ticket à un centre de paiement.",
		EN: "More lines than the table of gains has: take the ticket to a payment centre.",
	},
	Unprinted: {
		FR: "Aucune presse n'imprime cela : le règlement en décide, mais le ticket est à signaler.",
		EN: "No press prints this: the regulation decides it, but the ticket should be reported.",
	},
}

func explainNote(n Note) *NoteAccount {
	if n == NoNote {
		return nil
	}
	return &NoteAccount{Name: n.String(), Text: noteTexts[n]}
}

// ReasonAccount is a Reason as it is written out.
type ReasonAccount struct {
	Part    string      `json:"part"`
	Pays    money.Cents `json:"pays"`
	Article string      `json:"article"`
	Why     money.Text  `json:"why"`
}

// Explain gives the reasons of a verdict that Judge has reached on this face.
func (g *Game) Explain(face Face, v *Verdict) Account {
	a := Account{
		Game: g.ID, Version: g.Version, Verdict: v.Kind.String(), Amount: v.Amount, Currency: g.Currency.Code,
		NotALot: v.NotALot, Summary: g.summary(v), Surfaces: make([]SurfaceAccount, 0, len(g.Surfaces)),
	}
	if v.Kind == Misprint {
		a.Fault = g.explainFault(v.Fault)
	}
	cells := g.fit(face.Cells)
	for i := range g.Surfaces {
		s := &g.Surfaces[i]
		row := SurfaceAccount{ID: s.ID, Name: s.Name, Note: explainNote(v.Readings[i].Note)}
		for _, r := range s.Mechanic.Explain(s.On(cells), v.Readings[i]) {
			row.Reasons = append(row.Reasons, ReasonAccount(r))
		}
		a.Surfaces = append(a.Surfaces, row)
	}
	return a
}

// summary is the verdict in a sentence.
func (g *Game) summary(v *Verdict) money.Text {
	switch v.Kind {
	case Void:
		return money.Text{
			FR: "Ticket nul : la case de contrôle a été découverte.",
			EN: "Void: the control box has been uncovered.",
		}
	case Misprint:
		price := func(l money.Lang) string { return g.Currency.Format(g.Price, l) }
		return money.Text{
			FR: "Anomalie d'impression : aucun lot ne peut être payé ; le ticket est remboursé " + price(money.FR) + " ou échangé, une fois, contre remise du ticket.",
			EN: "Misprint: no lot can be paid; the ticket is refunded " + price(money.EN) + " or exchanged, once, when it is handed in.",
		}
	case Win:
		text := money.Text{
			FR: "Gagnant : " + g.Currency.Format(v.Amount, money.FR) + ", en un seul lot indivisible.",
			EN: "Wins " + g.Currency.Format(v.Amount, money.EN) + ", as one indivisible lot.",
		}
		if v.NotALot {
			text.FR += " Ce montant n'est pas au tableau de lots : présentez le ticket à un centre de paiement."
			text.EN += " This amount is not in the prize table: take the ticket to a payment centre."
		}
		return text
	default:
		return money.Text{FR: "Perdant.", EN: "Loses."}
	}
}

// faultTexts names each fault and says it in a sentence, given the zone's name.
var faultTexts = [...]struct {
	name   string
	fr, en string
}{
	ElementMissing:   {"element_missing", "un élément manque ou est illisible (%s, %d)", "an element is missing or cannot be read (%s, %d)"},
	ElementUnlisted:  {"element_unlisted", "un élément n'est pas de ceux que la zone peut montrer (%s, %d)", "an element is not one that the zone can show (%s, %d)"},
	ElementRepeated:  {"element_repeated", "un élément figure deux fois là où il ne le peut pas (%s, %d)", "an element stands twice where it may not (%s, %d)"},
	CaptionMissing:   {"caption_missing", "l'inscription qui accompagne un élément manque (%s, %d)", "the inscription beside an element is missing (%s, %d)"},
	CaptionDisagrees: {"caption_disagrees", "l'inscription ne correspond pas à son élément (%s, %d)", "an inscription does not agree with its element (%s, %d)"},
}

func (g *Game) explainFault(f Fault) (account *FaultAccount) {
	text := faultTexts[f.Kind]
	g.EachZone(func(s *Surface, z Zone, first int) {
		if f.Cell < first || f.Cell >= first+z.Cells {
			return
		}
		cell := f.Cell - first + 1
		account = &FaultAccount{
			Name: text.name, Surface: s.ID, Zone: z.ID, Cell: cell, Article: cmp.Or(s.Misprint, z.Article),
			Why: money.Text{FR: fmt.Sprintf(text.fr, z.Name.FR, cell), EN: fmt.Sprintf(text.en, z.Name.EN, cell)},
		}
	})
	return account
}
