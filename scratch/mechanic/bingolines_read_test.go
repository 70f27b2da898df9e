package mechanic

import (
	"slices"
	"strings"
	"testing"

	"tirage/fair"
	"tirage/money"
	"tirage/scratch"
)

// bingoFace is a real face on which the balls 1-4, 16-19, 31-34, 46-49 and 61-64 are drawn and no card shows a drawn number,
// but for the rows given: "1.3" is row 3 of card 1.
func bingoFace(rows ...string) []scratch.Code {
	var cells []scratch.Code
	for c := range 5 {
		for i := range 4 {
			cells = append(cells, scratch.Code(15*c+i+1))
		}
	}
	for card := range 5 {
		for i := range 25 {
			row, column := i/5, i%5
			number := 15*column + 6 + row
			if slices.Contains(rows, string(rune('1'+card))+"."+string(rune('1'+row))) {
				number = 15*column + 1 + row%4
			}
			if i != 12 {
				cells = append(cells, scratch.Code(number))
			}
		}
	}
	return cells
}

// bingoCell is the index of a cell of a card, all from 1.
func bingoCell(card, row, column int) int {
	i := (row-1)*5 + column - 1
	if i > 12 {
		i--
	}
	return 20 + (card-1)*24 + i
}

func TestBingoRead(t *testing.T) {
	b := newBingo(t, bingoReal)
	euros := func(lines, bonus money.Cents) [2]money.Cents { return [2]money.Cents{100 * lines, 100 * bonus} }
	missingOnce := bingoFace("2.4")
	missingOnce[bingoCell(2, 4, 5)] = scratch.Missing
	unlisted := bingoFace("2.4")
	unlisted[bingoCell(2, 4, 1)] = 76
	unlisted[0] = 76 // a ball that shows the same
	beyond := bingoFace("2.4")
	beyond[bingoCell(2, 4, 1)] = 128 + 4 // looks like 4 in seven bits
	far := bingoFace("2.4", "3.1")
	far[bingoCell(2, 4, 1)] = scratch.Unlisted
	missingBoth := bingoFace("2.4")
	missingBoth[bingoCell(2, 4, 1)], missingBoth[3] = scratch.Missing, scratch.Missing
	twice := bingoFace("2.4")
	twice[0] = 4 // 4 is drawn twice, 1 is not
	yellow := bingoFace()
	for i, at := range []int{bingoCell(5, 2, 3), bingoCell(5, 3, 2), bingoCell(5, 3, 4), bingoCell(5, 4, 3)} {
		yellow[at] = scratch.Code(i + 1)
	}
	yellows := slices.Clone(yellow)
	copy(yellows[bingoCell(1, 1, 1):], yellow[bingoCell(5, 1, 1):])
	three := slices.Clone(yellow)
	three[bingoCell(5, 4, 3)] = 70
	repeated := bingoFace()
	for column := range 5 {
		repeated[bingoCell(3, 2, column+1)] = 64
	}
	for _, c := range []struct {
		name  string
		cells []scratch.Code
		pays  [2]money.Cents
		note  scratch.Note
	}{
		{"nothing", bingoFace(), euros(0, 0), 0},
		{"one line", bingoFace("2.4"), euros(20, 0), 0},
		{"middle row with the star", bingoFace("2.3"), euros(20, 0), 0},
		{"two cards", bingoFace("1.1", "5.5"), euros(30, 0), 0},
		{"middle rows do not make a bonus", bingoFace("1.3", "2.3", "3.3"), euros(50, 0), 0},
		{"three rows around the star make one", bingoFace("4.2", "4.3", "4.4"), euros(50, 20), 0},
		{"four lines", bingoFace("1.1", "2.1", "3.1", "4.1"), euros(100, 0), 0},
		{"five lines", bingoFace("1.1", "2.1", "3.1", "4.1", "5.1"), euros(200, 0), 0},
		{"six lines", bingoFace("1.1", "2.1", "3.1", "4.1", "5.1", "5.5"), euros(2000, 0), 0},
		{"seven lines", bingoFace("1.1", "2.1", "3.1", "4.1", "5.1", "5.5", "4.5"), euros(20_000, 0), 0},
		{"eight lines", bingoFace("1.1", "2.1", "3.1", "4.1", "5.1", "5.5", "4.5", "1.3"), euros(1_000_000, 0), 0},
		{"nine lines", bingoFace("1.1", "2.1", "3.1", "4.1", "5.1", "5.5", "4.5", "1.3", "2.3"), euros(0, 0), scratch.AboveTable},
		{"a cell missing", missingOnce, euros(0, 0), 0},
		{"unlisted alike", unlisted, euros(0, 0), 0},
		{"a code of eight bits", beyond, euros(0, 0), 0},
		{"unlisted, another card wins", far, euros(20, 0), 0},
		{"ball and cell missing", missingBoth, euros(0, 0), 0},
		{"a ball twice", twice, euros(20, 0), 0},
		{"bonus", yellow, euros(0, 20), 0},
		{"bonus twice pays once", yellows, euros(0, 20), 0},
		{"three of four", three, euros(0, 0), 0},
		{"a number five times in a row", repeated, euros(20, 0), 0},
	} {
		if r := b.Read(c.cells); r.Pays != c.pays || r.Note != c.note {
			t.Errorf("%s: %v, want %v %v", c.name, r, c.pays, c.note)
		}
	}
}

func TestBingoExplain(t *testing.T) {
	b := newBingo(t, bingoReal)
	for _, c := range []struct {
		cells    []scratch.Code
		articles string
		fr, en   string // of both parts
	}{
		{
			bingoFace(), "4.2.9 4.2.12", "Aucune ligne horizontale complète.|Aucune carte n'a tous ses numéros du bonus parmi les boules.",
			"No complete horizontal line.|No card has all its bonus numbers among the balls.",
		},
		{bingoFace("1.1", "4.5"), "4.2.7 4.2.12", "Deux lignes complètes (cartes 1 et 4) : gain de 30\u00a0€.|Aucune", "Two complete lines (cards 1 and 4): wins €30.|No card"},
		{
			bingoFace("3.2", "3.3", "3.4"), "4.2.7 4.2.11",
			"Trois lignes complètes (carte 3) : gain de 50\u00a0€.|Tous les numéros du bonus d'une même carte sont parmi les boules (carte 3) : gain de 20\u00a0€.",
			"Three complete lines (card 3): wins €50.|All bonus numbers of one card are among the balls (card 3): wins €20.",
		},
		{
			bingoFace("1.1", "2.1", "3.1", "4.1", "5.1", "5.5", "4.5", "1.3", "2.3"), "4.2.9 4.2.12",
			"Neuf lignes complètes (cartes 1, 2, 3, 4 et 5) : le tableau des gains s'arrête à huit lignes ; présentez le ticket à un centre de paiement.|Aucune",
			"Nine complete lines (cards 1, 2, 3, 4 and 5): the table of gains ends at eight lines; take the ticket to a payment centre.|No card",
		},
	} {
		r := b.Read(c.cells)
		reasons := b.Explain(c.cells, r)
		if len(reasons) != 2 || reasons[0].Part != "game1" || reasons[1].Part != "bonus" {
			t.Fatal(reasons)
		}
		if got := reasons[0].Article + " " + reasons[1].Article; got != c.articles {
			t.Errorf("articles %s, want %s", got, c.articles)
		}
		if reasons[0].Pays != r.Pays[0] || reasons[1].Pays != r.Pays[1] {
			t.Errorf("%v for %v", reasons, r)
		}
		if got := reasons[0].Why.FR + "|" + reasons[1].Why.FR; !strings.HasPrefix(got, c.fr) {
			t.Errorf("%q, want %q", got, c.fr)
		}
		if got := reasons[0].Why.EN + "|" + reasons[1].Why.EN; !strings.HasPrefix(got, c.en) {
			t.Errorf("%q, want %q", got, c.en)
		}
	}
	if feminine(1) != "une" || feminine(21) != "vingt et une" || feminine(11) != "onze" {
		t.Error(feminine(1), feminine(21), feminine(11))
	}
}

// Whatever the codes, reading neither fails nor pays more than a naive reading finds.
func FuzzBingoRead(f *testing.F) {
	real, small := newBingo(f, bingoReal), newBingo(f, bingoSmall["star"])
	f.Add([]byte{1, 2, 3, 0, 255, 255, 76, 128})
	cells := make([]scratch.Code, real.table.cells())
	real.Print(fair.NewTape([32]byte{}), len(real.outcomes)-1, nil, cells)
	f.Add(scratch.Canonical(nil, cells))
	f.Fuzz(func(t *testing.T, raw []byte) {
		for _, b := range []*bingoLines{real, small} {
			cells := make([]scratch.Code, b.table.cells())
			for i := range cells {
				if 2*i+1 < len(raw) {
					cells[i] = scratch.Code(raw[2*i])<<8 | scratch.Code(raw[2*i+1])
				}
			}
			lines, bonus, _ := plainBingo(b, cells)
			var want scratch.Reading
			switch {
			case lines > len(b.gains):
				want.Note = scratch.AboveTable
			case lines > 0:
				want.Pays[0] = b.gains[lines-1]
			}
			if bonus > 0 {
				want.Pays[1] = b.bonus
			}
			r := b.Read(cells)
			if r != want {
				t.Fatalf("%v, want %v, on %v", r, want, cells)
			}
			if b.Fault(cells).Kind != scratch.NoFault || len(b.Explain(cells, r)) != len(b.parts) {
				t.Fatal("fault or reasons")
			}
		}
	})
}

func TestBingoProblems(t *testing.T) {
	change := func(old, new string) string {
		if !strings.Contains(bingoReal, old) {
			t.Fatal(old)
		}
		return strings.Replace(bingoReal, old, new, 1)
	}
	for _, c := range []struct{ params, path, name string }{
		{`{}`, "", "missing_field"},
		{`[]`, "", "wrong_type"},
		{change(`"balls": 20`, `"balls": 76`), "/balls", "too_few_numbers"},
		{change(`"balls": 20`, `"balls": 0`), "/balls", "out_of_range"},
		{change(`"1-75"`, `"1-74"`), "/numbers", "uneven_columns"},
		{change(`"1-75"`, `"1-20"`), "/numbers", "too_few_numbers"},
		{change(`"1-75"`, `"1-130"`), "/numbers", "list_too_long"},
		{change(`"rows": 5`, `"rows": 4`), "/star", "no_middle"},
		{change(`"rows": 5`, `"rows": 6`), "/rows", "out_of_range"},
		{change(`"layout": "columns"`, `"layout": "column"`), "/layout", "unknown_layout"},
		{change(`"table": [20,`, `"table": [0,`), "/lines/table/0", "zero_amount"},
		{change(`"table": [20,`, `"table": [20.5,`), "/lines/table/0", "unquoted_decimal"},
		{change(`"table": [20,`, `"table": [20, 20, 20, 20,`), "/lines/table", "list_too_long"},
		{change(`[2, 3], `, `[3, 3], `), "/bonus/cells/0", "star_cell"},
		{change(`[2, 3], `, `[3, 2], `), "/bonus/cells/1", "repeated_cell"},
		{change(`[2, 3], `, `[2, 6], `), "/bonus/cells/0/1", "out_of_range"},
		{change(`[2, 3], `, `[2], `), "/bonus/cells/0", "wrong_length"},
		{change(`"bonus": {"id": "bonus"`, `"bonus": {"id": "game1"`), "/bonus/id", "repeated_part"},
		{change(`"bonus_win": "4.2.11", `, ``), "/articles", "missing_field"},
		{change(`"cards": "4.2.4", `, ``), "/articles", "missing_article"},
		{change(`"star": true`, `"start": true`), "/start", "unknown_field"},
		{change(`"balls": 20`, `"balls": 3`), "", "impossible_outcome"},
		{change(`"balls": 20`, `"balls": 70`), "", "rare_outcome"},
		{
			`{"balls": 2, "numbers": ["1-4"], "cards": 2, "rows": 2, "columns": 2, "star": false, "layout": "anywhere", "lines": {"id": "l", "table": [1, 2]},
			"bonus": {"id": "b", "amount": 7, "cells": [[1, 2], [2, 1]]}, "articles": {"elements": "1", "lines_win": "2", "lines_lose": "3", "bonus_win": "4", "bonus_lose": "5"}}`,
			"", "impossible_outcome",
		},
	} {
		m, problems := newBingoLines([]byte(c.params), Env{Currency: money.EUR})
		if !slices.ContainsFunc(problems, func(p scratch.Problem) bool { return p.Path == c.path && p.Name == c.name && p.Hint != "" }) {
			t.Errorf("%s at %q expected, found %v %v", c.name, c.path, problems, c.params)
		}
		if m != nil {
			t.Error("a mechanic in spite of problems")
		}
	}
}

func TestBingoShape(t *testing.T) {
	b := newBingo(t, bingoReal)
	sum, ids := 0, ""
	for _, z := range b.Zones() {
		sum += z.Cells
		ids += z.ID + ":" + z.Article + " "
		if z.Alphabet != b.zones[0].Alphabet || z.Alphabet.Len() != 75 || z.Inscription != scratch.NoInscription {
			t.Error(z)
		}
	}
	if sum != 140 || ids != "balls:4.2.3 card_1:4.2.4 card_2:4.2.4 card_3:4.2.4 card_4:4.2.4 card_5:4.2.4 " {
		t.Error(sum, ids)
	}
	outcomes := b.Outcomes()
	if len(outcomes) != 18 || outcomes[0].Total() != 0 {
		t.Fatal(outcomes)
	}
	seen := map[[2]money.Cents]bool{}
	for _, o := range outcomes {
		seen[o.Pays] = true
		if o.Weight != 1 || o.Label.FR == "" || o.Label.EN == "" {
			t.Error(o)
		}
	}
	if len(seen) != 18 || !seen[[2]money.Cents{100_000_000, 2000}] || !seen[[2]money.Cents{0, 2000}] {
		t.Error(seen)
	}
	legend := b.Legend()
	if len(legend) != 9 || legend[7] != (scratch.LegendRow{Label: money.Text{FR: "8 lignes", EN: "8 lines"}, Pays: 100_000_000}) || legend[8].Pays != 2000 {
		t.Error(legend)
	}
}

func TestBingoAllocates(t *testing.T) {
	b := newBingo(t, bingoReal)
	cells := make([]scratch.Code, 140)
	tape := fair.NewTape([32]byte{})
	if n := testing.AllocsPerRun(100, func() {
		for o := range b.outcomes {
			b.Print(tape, o, nil, cells)
			b.Read(cells)
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
