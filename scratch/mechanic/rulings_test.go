package mechanic

import (
	"slices"
	"strings"
	"testing"

	"tirage/fair"
	"tirage/money"
	"tirage/ruling"
	"tirage/scratch"
)

// ruledCase is some choices with the reading that they make of some surfaces, written for the tests alone.
type ruledCase struct {
	name     string
	fixtures []string // of small and whole
	rulings  map[string]string
	naive    func(f fixture) func(z map[string][]string) naive
}

var ruledCases = []ruledCase{
	{"a tie with the bank wins", []string{"bank", "bank with gaps", "duel"}, map[string]string{"duel_tie": "wins"}, bankRuled(true, false)},
	{"a tie with the bank loses", []string{"bank"}, map[string]string{"duel_tie": "loses", "bank_ace": "misprint"}, bankRuled(false, false)},
	{"the bank may show an ace", []string{"bank", "bank with gaps", "duel"}, map[string]string{"bank_ace": "allowed"}, bankRuled(false, true)},
	{"both", []string{"bank", "bank with gaps", "duel"}, map[string]string{"bank_ace": "allowed", "duel_tie": "wins"}, bankRuled(true, true)},
	{"an equal time wins", []string{"lower", "cycling"}, map[string]string{"cycling_tie": "wins"}, func(f fixture) func(z map[string][]string) naive {
		return func(z map[string][]string) naive {
			printable := f.naive(z).printable
			a, b := z["yours"][0], z["opponent"][0]
			n := one(readable(a) && readable(b) && a <= b, z["amount"][0])
			n.printable = printable
			return n
		}
	}},
	{"an equal time loses", []string{"lower"}, map[string]string{"cycling_tie": "loses"}, same},
	{"several jumps pay nothing", []string{"bands", "athletics"}, map[string]string{"several_jumps": "none_if_several"}, func(f fixture) func(z map[string][]string) naive {
		return func(z map[string][]string) naive {
			n := f.naive(z)
			if n.odd {
				n.pays = 0
			}
			return n
		}
	}},
	{"several jumps pay the best", []string{"bands"}, map[string]string{"several_jumps": "best_one", "distances": "tenths_of_a_metre", "athlete": "must_be_there"}, same},
	{"a winning number twice", []string{"matching", "roulette"}, map[string]string{"repeated_winning_number": "counts_once"}, matchingRuled(true, false)},
	{"a stake twice", []string{"matching", "roulette"}, map[string]string{"repeated_stake": "each_pays"}, matchingRuled(false, true)},
	{"either twice", []string{"matching", "roulette"}, map[string]string{"repeated_stake": "each_pays", "repeated_winning_number": "counts_once"}, matchingRuled(true, true)},
	{"none twice", []string{"matching"}, map[string]string{"repeated_stake": "misprint", "repeated_winning_number": "misprint", "several_matches": "add_up"}, same},
	{"as usual", []string{"handball"}, map[string]string{"astride": "never_printed_and_loses", "four_balls": "never_printed_and_wins_once"}, same},
	{"balls astride", []string{"handball"}, map[string]string{"astride": "misprint"}, handballRuled(true, false)},
	{"four balls", []string{"handball"}, map[string]string{"four_balls": "misprint"}, handballRuled(false, true)},
	{"astride and four", []string{"handball"}, map[string]string{"astride": "misprint", "four_balls": "misprint"}, handballRuled(true, true)},
}

func same(f fixture) func(z map[string][]string) naive { return f.naive }

// bankRuled reads a duel in which a tie may win, and the bank may show any card.
func bankRuled(tie, ace bool) func(f fixture) func(z map[string][]string) naive {
	cards := []string{"2", "3", "4", "5", "6", "7", "8", "9", "10", "V", "D", "R", "AS"}
	return func(f fixture) func(z map[string][]string) naive {
		excluded := []string{"AS"}
		if strings.Contains(f.params, `"bank_excludes": [2, 10]`) {
			excluded = []string{"2", "10"}
		}
		return func(z map[string][]string) naive {
			bank, wins := z["bank"][0], false
			for _, card := range z["cards"] {
				if readable(bank) && readable(card) {
					mine, theirs := slices.Index(cards, card), slices.Index(cards, bank)
					wins = wins || mine > theirs || tie && mine == theirs
				}
			}
			n := one(wins, z["amount"][0])
			n.odd = ace && slices.Contains(excluded, bank)
			n.printable = !slices.Contains(excluded, bank)
			return n
		}
	}
}

func matchingRuled(winning, stake bool) func(f fixture) func(z map[string][]string) naive {
	return func(fixture) func(z map[string][]string) naive {
		return func(z map[string][]string) naive {
			n := naiveMatching(z)
			w, s := twice(z["winning"]), twice(z["stakes"])
			n.fault = w && !winning || s && !stake
			n.odd = w && winning || s && stake
			return n
		}
	}
}

func handballRuled(astride, four bool) func(f fixture) func(z map[string][]string) naive {
	return func(fixture) func(z map[string][]string) naive {
		return func(z map[string][]string) naive {
			n := naiveHandball(z)
			n.fault = n.odd && (n.pays > 0 && four || n.pays == 0 && astride)
			return n
		}
	}
}

// each calls visit with every fixture of a case, with its ruled reading, and its mechanic.
func (c ruledCase) each(t *testing.T, list []fixture, visit func(f fixture, m scratch.Mechanic)) {
	t.Helper()
	for _, f := range list {
		if !slices.Contains(c.fixtures, f.name) {
			continue
		}
		f.naive = c.naive(f)
		visit(f, ruledMechanic(t, f.kind, f.params, c.rulings))
	}
}

func ruledMechanic(t *testing.T, kind, params string, rulings map[string]string) scratch.Mechanic {
	t.Helper()
	m, problems := New(kind, []byte(params), Env{Currency: money.EUR, Lang: money.FR, Rulings: rulings})
	for _, p := range problems {
		t.Errorf("%s, %v: %v (%s)", kind, rulings, p, p.Hint)
	}
	if m == nil {
		t.FailNow()
	}
	return m
}

// TestRuledLaw: what the press prints under a choice, the judge reads so, and so does a reading written for the test.
func TestRuledLaw(t *testing.T) {
	for _, c := range ruledCases {
		seen := 0
		c.each(t, slices.Concat(whole, small), func(f fixture, m scratch.Mechanic) {
			seen++
			checkShape(t, f, m)
			tape := fair.NewTape([32]byte{41})
			cells := make([]scratch.Code, cellCount(m))
			for outcome := range m.Outcomes() {
				for range max(3, min(200, 10_000/len(m.Outcomes()))) {
					m.Print(tape, outcome, nil, cells)
					if checkFace(t, f, m, outcome, cells); t.Failed() {
						t.Fatalf("%s, %s: outcome %d, cells %v", c.name, f.name, outcome, cells)
					}
				}
			}
		})
		if seen < len(c.fixtures) {
			t.Errorf("%s: %d surfaces of %v", c.name, seen, c.fixtures)
		}
	}
}

// TestRuledReading compares the two readings on cells drawn at random. Every choice that is not the usual one must show in some of them.
func TestRuledReading(t *testing.T) {
	for _, c := range ruledCases {
		differs, usual := 0, true
		for q, choice := range c.rulings {
			for _, known := range Questions() {
				usual = usual && (known.Name != q || known.Choices[0].Name == choice)
			}
		}
		c.each(t, slices.Concat(whole, small), func(f fixture, m scratch.Mechanic) {
			plain := f.make(t)
			tape := fair.NewTape([32]byte{42})
			cells := make([]scratch.Code, cellCount(m))
			for round := range 8000 {
				randomCells(m, tape, round, cells)
				n, r := f.naive(figures(m, cells)), m.Read(cells)
				if r.Pays[0] != n.pays {
					t.Fatalf("%s: %v: reads %+v, naive %+v", c.name, figures(m, cells), r, n)
				}
				checkReasons(t, m, cells, r)
				if !listed(m, cells) {
					continue
				}
				fault := m.Fault(cells)
				if (fault.Kind != scratch.NoFault) != n.fault || (r.Note == scratch.Unprinted) != n.odd {
					t.Fatalf("%s: %v: reads %+v, fault %+v, naive %+v", c.name, figures(m, cells), r, fault, n)
				}
				if m.Zones()[len(m.Zones())-1].Alphabet.Len() != plain.Zones()[len(m.Zones())-1].Alphabet.Len() ||
					plain.Read(cells) != r || plain.Fault(cells) != fault {
					differs++
				}
			}
		})
		if usual != (differs == 0) {
			t.Errorf("%s: %d faces are read otherwise than usual", c.name, differs)
		}
	}
}

// TestRuledUniform: under every choice each printable face of an outcome comes up equally often.
func TestRuledUniform(t *testing.T) {
	for _, c := range ruledCases {
		c.each(t, small, func(f fixture, m scratch.Mechanic) {
			if f.kind == "bands" {
				return // its faces do not depend on the choices
			}
			for outcome, want := range everyFace(t, f, m, nil) {
				if len(want) == 0 {
					t.Errorf("%s, %s: no face for outcome %d", c.name, f.name, outcome)
				}
				checkSample(t, f, m, outcome, nil, want, 43)
			}
		})
	}
}

// TestRulingIsTheParameter: a choice that stands for a parameter makes the same surface.
func TestRulingIsTheParameter(t *testing.T) {
	bingo := func(layout, cells string) string {
		return `{"balls": 9, "numbers": ["1-75"], "cards": 2, "rows": 3, "columns": 5, "star": true, ` + layout + `"lines": {"id": "a", "table": [2, 3]},
			"bonus": {"id": "b", ` + cells + `"amount": 1}, "articles": {"lines_win": "1", "lines_lose": "2", "bonus_win": "3", "bonus_lose": "4", "elements": "5"}}`
	}
	jumps := func(decimals string) string {
		return `{"print": {"from": 4, "to": 9}, ` + decimals + `"bands": [{"from": 6, "pays": 5}], ` + anyArticles + `}`
	}
	for _, c := range []struct{ kind, plain, ruled, question, choice string }{
		{"bingo-lines", bingo(`"layout": "columns", `, ``), bingo(``, ``), "card_layout", "fifteen_numbers_a_column"},
		{"bingo-lines", bingo(`"layout": "columns", `, ``), bingo(``, ``), "card_layout", "equal_columns"},
		{"bingo-lines", bingo(`"layout": "anywhere", `, ``), bingo(``, ``), "card_layout", "anywhere"},
		{"bingo-lines", bingo(``, `"cells": [[1, 3], [2, 2], [2, 4], [3, 3]], `), bingo(``, ``), "yellow_cells", "beside_the_star"},
		{"bingo-lines", bingo(``, `"cells": [[1, 2], [1, 4], [3, 2], [3, 4]], `), bingo(``, ``), "yellow_cells", "diagonal_to_the_star"},
		{"bands", jumps(`"decimals": 0, `), jumps(``), "distances", "whole_metres"},
		{"bands", jumps(`"decimals": 1, `), jumps(``), "distances", "tenths_of_a_metre"},
		{"bands", jumps(`"decimals": 2, `), jumps(``), "distances", "hundredths_of_a_metre"},
	} {
		plain, ruled := newMechanic(t, c.kind, c.plain), ruledMechanic(t, c.kind, c.ruled, map[string]string{c.question: c.choice})
		if a, b := plain.Zones()[0].Alphabet.Len(), ruled.Zones()[0].Alphabet.Len(); a != b {
			t.Errorf("%s %s: %d and %d elements", c.question, c.choice, a, b)
		}
		a, b := make([]scratch.Code, cellCount(plain)), make([]scratch.Code, cellCount(ruled))
		for outcome, o := range ruled.Outcomes() {
			for i := range 20 {
				seed := [32]byte{44, byte(i)}
				plain.Print(fair.NewTape(seed), outcome, nil, a)
				ruled.Print(fair.NewTape(seed), outcome, nil, b)
				if !slices.Equal(a, b) || ruled.Read(b).Pays != o.Pays || plain.Read(b).Pays != o.Pays {
					t.Fatalf("%s %s: %v and %v", c.question, c.choice, a, b)
				}
			}
		}
	}
}

// TestRuledBingo reads, under each choice, a face with six lines and the bonus on both cards, of which the table knows two, and a ball that stands twice.
func TestRuledBingo(t *testing.T) {
	const params = `{"balls": 15, "numbers": ["1-75"], "cards": 2, "rows": 3, "columns": 5, "lines": {"id": "a", "table": [2, 3]},
		"bonus": {"id": "b", "amount": 1}, "articles": {"lines_win": "1", "lines_lose": "2", "bonus_win": "3", "bonus_lose": "4", "elements": "5"}}`
	card := []scratch.Code{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14}
	face := slices.Concat(card, []scratch.Code{14}, card, card)
	for _, c := range []struct {
		rulings map[string]string
		bonus   money.Cents
		note    scratch.Note
		fault   scratch.Fault
	}{
		{nil, 100, scratch.AboveTable, scratch.Fault{}},
		{map[string]string{"nine_lines": "loses", "repeated_ball": "counts_once", "bonus_on_several_cards": "paid_once", "star": "covered"}, 100, scratch.AboveTable, scratch.Fault{}},
		{map[string]string{"nine_lines": "loses_unreferred"}, 100, scratch.Unprinted, scratch.Fault{}},
		{map[string]string{"repeated_ball": "misprint"}, 100, scratch.AboveTable, scratch.Fault{Kind: scratch.ElementRepeated, Cell: 14}},
		{map[string]string{"bonus_on_several_cards": "paid_for_each_card"}, 200, scratch.AboveTable, scratch.Fault{}},
	} {
		m := ruledMechanic(t, "bingo-lines", params, c.rulings)
		r := m.Read(face)
		if r.Pays != [scratch.MaxParts]money.Cents{0, c.bonus} || r.Note != c.note || m.Fault(face) != c.fault {
			t.Errorf("%v: reads %+v, fault %+v", c.rulings, r, m.Fault(face))
		}
		checkReasons(t, m, face, r)
		why := m.Explain(face, r)[0].Why.FR
		if strings.Contains(why, "centre de paiement") != (c.note == scratch.AboveTable) {
			t.Errorf("%v: %s", c.rulings, why)
		}
		f := fixture{kind: "bingo-lines"}
		tape, cells := fair.NewTape([32]byte{45}), make([]scratch.Code, cellCount(m))
		for outcome := range m.Outcomes() {
			for range 100 {
				m.Print(tape, outcome, nil, cells)
				checkFace(t, f, m, outcome, cells)
			}
		}
	}
}

// TestEveryChoiceIsTested: no choice is declared and then forgotten: where there are several, each is taken somewhere in these tests.
func TestEveryChoiceIsTested(t *testing.T) {
	taken := map[string]bool{}
	for _, c := range ruledCases {
		for q, choice := range c.rulings {
			taken[q+" "+choice] = true
		}
	}
	for _, elsewhere := range []string{
		"card_layout fifteen_numbers_a_column", "card_layout equal_columns", "card_layout anywhere", // TestRulingIsTheParameter
		"yellow_cells beside_the_star", "yellow_cells diagonal_to_the_star", "distances whole_metres", "distances hundredths_of_a_metre",
		"nine_lines loses", "nine_lines loses_unreferred", "repeated_ball counts_once", "repeated_ball misprint", // TestRuledBingo
		"bonus_on_several_cards paid_once", "bonus_on_several_cards paid_for_each_card",
		"jackpot_symbols eight_without_caption", "jackpot_symbols as_listed", // TestContradictions
		"game2_symbols ten_repeats_allowed", "game2_symbols listed_repeats_allowed",
	} {
		taken[elsewhere] = true
	}
	for _, f := range ruledCases {
		for q, choice := range f.rulings {
			if asked, ok := ruling.Find(Questions(), q); !ok || !asked.Has(choice) {
				t.Errorf("%s: there is no %s: %s", f.name, q, choice)
			}
		}
	}
	for _, q := range Questions() {
		for _, c := range q.Names() {
			if len(q.Choices) > 1 && !taken[q.Name+" "+c] {
				t.Errorf("%s: %s is not tested", q.Name, c)
			}
		}
	}
}

// TestContradictions: what a surface says otherwise than the ruling is a problem of the ruling; a choice that leaves it to the list is none.
func TestContradictions(t *testing.T) {
	lines := `{"symbols": ["a", "b"], "amounts": [1], ` + anyArticles + `}`
	captioned := `{"symbols": ["a", "b", "c", "d", "e", "f", "g", "h"], "captions": ["line_1", "line_amounts"], "amounts": [1], ` + anyArticles + `}`
	order := `{"symbols": ["a", "b"], "captions": false, "amounts": [1], ` + anyArticles + `}`
	for _, c := range []struct{ kind, params, question, choice, problem string }{
		{"symbol-lines", lines, "jackpot_symbols", "eight_without_caption", "ruling_contradicted"},
		{"symbol-lines", captioned, "jackpot_symbols", "eight_without_caption", "ruling_contradicted"},
		{"symbol-lines", lines, "jackpot_symbols", "as_listed", ""},
		{"same-order", order, "game2_symbols", "ten_repeats_allowed", "ruling_contradicted"},
		{"same-order", order, "game2_symbols", "listed_repeats_allowed", ""},
		{"shown-amount", `{"amounts": [0, 1], "captions": false, ` + anyArticles + `}`, "bonus_nothing", "zero_with_caption", "ruling_contradicted"},
		{"beat-the-bank", `{"order": [2, 3], "amounts": [1], ` + anyArticles + `}`, "bank_ace", "misprint", "ruling_contradicted"},
		{"beat-the-bank", `{"order": [2, 3], "bank_excludes": [3], "amounts": [1], ` + anyArticles + `}`, "duel_tie", "wins", "no_losing_face"},
		{"bands", `{"print": {"from": 1, "to": 9}, "bands": [{"from": 6, "pays": 5}], ` + anyArticles + `}`, "athlete", "must_be_there", "ruling_contradicted"},
		{"bands", `{"decimals": 1, "print": {"from": 1, "to": 9}, "bands": [{"from": 6, "pays": 5}], ` + anyArticles + `}`, "distances", "tenths_of_a_metre", "said_twice"},
	} {
		m, problems := New(c.kind, []byte(c.params), Env{Currency: money.EUR, Lang: money.FR, Rulings: map[string]string{c.question: c.choice}})
		var found []string
		for _, p := range problems {
			found = append(found, p.Name)
			if p.Name == "ruling_contradicted" && p.Path != "/rulings/"+c.question {
				t.Errorf("%s at %s", p.Name, p.Path)
			}
		}
		if c.problem == "" && m == nil || c.problem != "" && !slices.Contains(found, c.problem) {
			t.Errorf("%s, %s: %s: %v", c.kind, c.question, c.choice, problems)
		}
	}
}
