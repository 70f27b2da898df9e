package mechanic

import (
	"slices"
	"strings"
	"testing"

	"tirage/money"
	"tirage/scratch"
)

// a case of a regulation: what is printed, and what the article says of it.
type ruled struct {
	article string
	face    string // "figures of a zone, separated by commas; the next zone"; "-" is an empty cell
	pays    money.Cents
	why     string // part of the French reason
	note    scratch.Note
}

var regulations = map[string][]ruled{
	"roulette": {
		{"4.2.3", "12,1,2,4; 5,12,7; 3 €,9 €,50 €", 900, "Votre 12 est un numéro gagnant\u00a0: 9\u00a0€.", 0},
		{"4.2.3", "12,1,2,4; 1,12,7; 3 €,9 €,50 €", 1200, "Vos numéros 1 et 12 sont des numéros gagnants\u00a0: 3\u00a0€ et 9\u00a0€ font 12\u00a0€.", 0},
		{"4.2.3", "12,1,2,4; 1,12,2; 1 000 €,9 €,50 €", 105900, "1, 12 et 2", 0},
		{"4.2.4", "12,1,2,4; 5,8,7; 3 €,9 €,50 €", 0, "Aucun de vos numéros (5, 8 et 7) n'est un numéro gagnant.", 0},
		{"4.2.4", "-,1,2,4; -,8,7; 3 €,9 €,50 €", 0, "", 0},
		{"4.2.4", "3,1,2,4; 3,8,7; 3 €,9 €,50 €", 0, "", 0}, // 3 is not in the list of 4.2.2
	},
	"craps": {
		{"4.3.3", "1,6; 50 €", 5000, "Les dés font 7\u00a0: 50\u00a0€.", 0},
		{"4.3.3", "4,3; 9 €", 900, "", 0},
		{"4.3.4", "4,5; 9 €", 0, "Les dés font 9, pas 7.", 0},
		{"4.3.4", "7,-; 9 €", 0, "ne se lisent pas", 0},
	},
	"duel": {
		{"4.4.4", "2,3,D; 6 €; V", 600, "Votre carte « dame » dépasse la carte « valet » de la banque\u00a0: 6\u00a0€.", 0},
		{"4.4.4", "AS,R,AS; 6 €; R", 600, "", 0}, // once, however many cards beat the bank
		{"4.4.4", "10,2,2; 3 €; 9", 300, "", 0},
		{"4.4.5", "V,3,2; 6 €; V", 0, "Aucune de vos cartes (valet, trois et deux) ne dépasse la carte « valet » de la banque.", 0}, // a tie
		{"4.4.5", "2,2,2; 6 €; 2", 0, "", 0},
		{"4.4.5", "AS,AS,AS; 6 €; AS", 0, "", 0}, // the bank has no ace (4.4.3): cannot be read
	},
	"jackpot": {
		{"4.5.3", "bell,bell,bell; bar,bell,bar; star,star,bar; 9 €,3 €,6 €", 900, "LIGNE 1\u00a0: tous les symboles sont identiques", 0},
		{"4.5.3", "bell,bell,bell; bar,bell,bar; star,star,star; 9 €,3 €,6 €", 1500, "9\u00a0€ et 6\u00a0€ font 15\u00a0€", 0},
		{"4.5.4", "bell,bar,bell; bell,bell,bar; bell,bar,bar; 9 €,3 €,6 €", 0, "Aucune ligne", 0}, // columns do not count
		{"4.5.4", "-,-,-; bell,bell,bar; bell,bar,bar; 9 €,3 €,6 €", 0, "", 0},
	},
	"bonus": {
		{"4.6.3", "15 €", 1500, "15\u00a0€", 0},
		{"4.6.4", "0 €", 0, "0\u00a0€", 0},
		{"4.6.4", "100 €", 0, "", 0}, // not listed
	},
	"bingo game 2": {
		{"4.3.4", "star,bell,star; star,bell,star; 2 000 €", 200000, "dans le même ordre\u00a0: 2\u202f000\u00a0€", 0},
		{"4.3.5", "star,bell,moon; bell,star,moon; 20 €", 0, "Votre symbole n° 1 (« cloche ») n'est pas celui de la combinaison gagnante (« étoile »).", 0},
		{"4.3.5", "star,bell,moon; star,bell,sun; 20 €", 0, "n° 3", 0},
	},
	"cycling": {
		{"3.2.3", "4:58.07; 4:58.08; 50 €", 5000, "Votre temps, 4:58.07, est inférieur à celui de votre adversaire, 4:58.08\u00a0: 50\u00a0€.", 0},
		{"3.2.3", "4:59.99; 5:00.00; 10 000 €", 1000000, "", 0},
		{"3.2.3", "4:58.07; 4:58.07; 50 €", 0, "égal", 0},
		{"3.2.3", "4:58.08; 4:58.07; 50 €", 0, "n'est pas inférieur", 0},
		{"3.2.3", "-; 4:58.07; 50 €", 0, "ne se lisent pas", 0},
	},
	"athletics": {
		{"3.3.3", "6,0; 4,0; 5,9; runner", 0, "Avec 6,0 mètres au mieux, vous n'atteignez pas 6,1 mètres.", 0},
		{"3.3.3", "4,0; 6,1; 4,0; runner", 500, "6,1 à 7,0 mètres", 0},
		{"3.3.3", "4,0; 7,0; 4,0; runner", 500, "", 0},
		{"3.3.3", "4,0; 7,1; 4,0; runner", 5000, "", 0},
		{"3.3.3", "4,0; 8,0; 4,0; runner", 5000, "", 0},
		{"3.3.3", "4,0; 4,0; 8,1; runner", 50000, "", 0},
		{"3.3.3", "4,0; 4,0; 9,0; runner", 50000, "", 0},
		{"3.3.3", "9,1; 4,0; 4,0; runner", 1000000, "9,1 mètres et plus", 0},
		{"3.3.3", "6,1; 8,1; 4,0; runner", 50000, "Avec 8,1 mètres", scratch.Unprinted}, // the best one
	},
	"judo": {
		{"3.4.3", "ippon,ippon; 500 €", 50000, "« ippon seoi nage »", 0},
		{"3.4.3", "ippon,ogoshi; 500 €", 0, "ne sont pas identiques", 0},
	},
	"handball": {
		{"3.5.3", "ball; ball; cross; ball; 5 €", 500, "(DÉPART, GAUCHE et BUT)", 0},
		{"3.5.3", "ball; cross; ball; ball; 5 €", 500, "(DÉPART, DROITE et BUT)", 0},
		{"3.5.3", "ball; ball; ball; ball; 5 €", 500, "qu'une fois", scratch.Unprinted},
		{"3.5.3", "ball; ball; ball; cross; 5 €", 0, "à cheval", scratch.Unprinted},
		{"3.5.3", "cross; ball; ball; ball; 5 €", 0, "à cheval", scratch.Unprinted},
		{"3.5.3", "ball; cross; cross; ball; 5 €", 0, "Aucun parcours", 0},
		{"3.5.3", "cross; cross; cross; cross; 5 €", 0, "", 0},
		{"3.5.3", "ball; ball; cross; -; 5 €", 0, "", 0},
	},
	"swimming": {
		{"3.6.3", "medal,whistle,cap,cap", 500, "Un symbole « médaille »", 0},
		{"3.6.3", "cap,medal,medal,cap", 5000, "2 symboles", 0},
		{"3.6.3", "medal,medal,mask,medal", 50000, "", 0},
		{"3.6.3", "medal,medal,medal,medal", 1000000, "", 0},
		{"3.6.3", "cap,cap,cap,cap", 0, "Aucun symbole « médaille »", 0},
	},
}

func TestRegulations(t *testing.T) {
	for _, f := range whole {
		if f.naive == nil {
			continue
		}
		m := f.make(t)
		if len(regulations[f.name]) == 0 {
			t.Errorf("%s: no case", f.name)
		}
		for _, c := range regulations[f.name] {
			cells := read(t, m, c.face)
			r := m.Read(cells)
			if r.Pays[0] != c.pays || r.Note != c.note {
				t.Errorf("%s, art. %s: %q reads %+v, not %d with note %d", f.name, c.article, c.face, r, c.pays, c.note)
			}
			why := m.Explain(cells, r)[0]
			if why.Article != c.article || !strings.Contains(why.Why.FR, c.why) {
				t.Errorf("%s: %q because of art. %s: %q", f.name, c.face, why.Article, why.Why.FR)
			}
		}
	}
}

// read finds the codes of a face written as figures, cell after cell.
func read(t *testing.T, m scratch.Mechanic, face string) []scratch.Code {
	t.Helper()
	texts := strings.FieldsFunc(strings.ReplaceAll(face, "; ", ";"), func(r rune) bool { return r == ';' })
	var figures []string
	for _, zone := range texts {
		if m.Kind() == "bands" {
			figures = append(figures, zone) // commas are decimal there
		} else {
			figures = append(figures, strings.Split(zone, ",")...)
		}
	}
	cells := make([]scratch.Code, len(figures))
	if len(cells) != cellCount(m) {
		t.Fatalf("%q has %d cells, not %d", face, len(cells), cellCount(m))
	}
	eachCell(m, func(cell int, z scratch.Zone) {
		if figures[cell] != "-" {
			cells[cell] = z.Alphabet.Find(figures[cell])
		}
	})
	return cells
}

// TestRepeatedNumbers is art. 4.2.2 of Vegas: no number twice in a zone.
func TestRepeatedNumbers(t *testing.T) {
	m := whole[1].make(t)
	for face, want := range map[string]scratch.Fault{
		"1,2,4,5; 1,2,4; 3 €,3 €,3 €":  {},
		"1,2,4,2; 7,8,10; 3 €,3 €,3 €": {Kind: scratch.ElementRepeated, Cell: 3},
		"1,2,4,5; 7,8,7; 3 €,3 €,3 €":  {Kind: scratch.ElementRepeated, Cell: 6},
		"1,1,4,5; 7,7,8; 3 €,3 €,3 €":  {Kind: scratch.ElementRepeated, Cell: 1},
	} {
		if got := m.Fault(read(t, m, face)); got != want {
			t.Errorf("%q: fault %+v, want %+v", face, got, want)
		}
	}
}

// TestInscriptions: what the regulations want transcribed, and how.
func TestInscriptions(t *testing.T) {
	for _, c := range []struct {
		surface, zone, figure, caption string
		inscription                    scratch.Inscription
	}{
		{"roulette", "winning", "21", "VINGT ET UN", scratch.InLetters},
		{"roulette", "stake_amounts", "1 000 €", "MILLE EUROS", scratch.InLetters},
		{"craps", "dice", "1", "UN", scratch.InLetters},
		{"duel", "cards", "V", "", scratch.NoInscription},
		{"duel", "amount", "15 €", "QUINZE EUROS", scratch.InLetters},
		{"jackpot", "line_2", "bell", "", scratch.NoInscription},
		{"jackpot", "line_amounts", "6 €", "SIX EUROS", scratch.InLetters},
		{"bonus", "amount", "0 €", "ZÉRO EURO", scratch.InLetters},
		{"bingo game 2", "yours", "heart", "CŒUR", scratch.InLetters},
		{"cycling", "yours", "4:58.07", "4:58.07", scratch.Vertical},
		{"athletics", "values", "6,1", "6,1", scratch.Vertical},
		{"athletics", "picture", "runner", "", scratch.NoInscription},
		{"judo", "symbols", "uchimata", "UCHI MATA", scratch.InLetters},
		{"handball", "left", "ball", "", scratch.NoInscription},
		{"swimming", "symbols", "medal", "", scratch.NoInscription},
	} {
		f := whole[slices.IndexFunc(whole, func(f fixture) bool { return f.name == c.surface })]
		for _, z := range f.make(t).Zones() {
			if z.ID != c.zone {
				continue
			}
			e := z.Alphabet.At(z.Alphabet.Find(c.figure))
			if e.Caption != c.caption || z.Inscription != c.inscription {
				t.Errorf("%s, %s: %q has caption %q, inscription %d", c.surface, c.zone, c.figure, e.Caption, z.Inscription)
			}
		}
	}
}

// TestCaptionTable: the designer's own inscriptions come first, whatever spaces the figure is typed with.
func TestCaptionTable(t *testing.T) {
	m, problems := New("two-alike", []byte(`{"symbols": ["a", "b"], "amounts": [5, 10000], `+anyArticles+`}`), Env{
		Currency: money.EUR,
		Captions: map[string]string{"a": "PREMIER", "b": "SECOND", "10 000 €": "DIX M"},
	})
	if problems != nil {
		t.Fatal(problems)
	}
	for zone, want := range [][]string{{"PREMIER", "SECOND"}, {"CINQ EUROS", "DIX M"}} {
		for i, caption := range want {
			if got := m.Zones()[zone].Alphabet.At(scratch.Code(i + 1)).Caption; got != caption {
				t.Errorf("caption %q, want %q", got, caption)
			}
		}
	}
}

// TestEnglish: a game whose inscriptions are English.
func TestEnglish(t *testing.T) {
	m, problems := New("dice-sum", []byte(`{"amounts": [5, "1 000"], `+anyArticles+`}`), Env{Currency: money.EUR, Lang: money.EN})
	if problems != nil {
		t.Fatal(problems)
	}
	cells := []scratch.Code{m.Zones()[0].Alphabet.Find("3"), m.Zones()[0].Alphabet.Find("4"), m.Zones()[1].Alphabet.Find("€1,000")}
	if got := m.Zones()[1].Alphabet.At(cells[2]).Caption; got != "ONE THOUSAND EUROS" {
		t.Errorf("caption %q", got)
	}
	if got := m.Explain(cells, m.Read(cells))[0].Why.EN; got != "The dice make 7: €1,000." {
		t.Errorf("reason %q", got)
	}
}

// TestLegends: what is printed in clear.
func TestLegends(t *testing.T) {
	for name, want := range map[string][]scratch.LegendRow{
		"athletics": {
			{Label: money.Text{FR: "6,1 à 7,0 mètres", EN: "6.1 to 7.0 metres"}, Pays: 500},
			{Label: money.Text{FR: "7,1 à 8,0 mètres", EN: "7.1 to 8.0 metres"}, Pays: 5000},
			{Label: money.Text{FR: "8,1 à 9,0 mètres", EN: "8.1 to 9.0 metres"}, Pays: 50000},
			{Label: money.Text{FR: "9,1 mètres et plus", EN: "9.1 metres and above"}, Pays: 1000000},
		},
		"swimming": {
			{Label: money.Text{FR: "1 × médaille", EN: "1 × medal"}, Pays: 500},
			{Label: money.Text{FR: "2 × médaille", EN: "2 × medal"}, Pays: 5000},
			{Label: money.Text{FR: "3 × médaille", EN: "3 × medal"}, Pays: 50000},
			{Label: money.Text{FR: "4 × médaille", EN: "4 × medal"}, Pays: 1000000},
		},
		"judo": nil,
	} {
		f := whole[slices.IndexFunc(whole, func(f fixture) bool { return f.name == name })]
		if got := f.make(t).Legend(); !slices.Equal(got, want) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}
