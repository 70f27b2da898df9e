package mechanic

import (
	"fmt"
	"slices"
	"testing"

	"tirage/fair"
	"tirage/money"
	"tirage/scratch"
)

// The surface of the real game.
const bingoReal = `{
	"balls": 20, "numbers": ["1-75"], "cards": 5, "rows": 5, "columns": 5, "star": true, "layout": "columns",
	"lines": {"id": "game1", "name": {"fr": "Jeu 1", "en": "Game 1"}, "article": "4.2.5", "table": [20, 30, 50, 100, 200, 2000, 20000, 1000000]},
	"bonus": {"id": "bonus", "article": "4.2.10", "amount": 20, "cells": [[2, 3], [3, 2], [3, 4], [4, 3]]},
	"articles": {"balls": "4.2.3", "cards": "4.2.4", "lines_win": "4.2.7", "lines_lose": "4.2.9", "bonus_win": "4.2.11", "bonus_lose": "4.2.12"}
}`

const bingoRest = `"lines": {"id": "l", "table": %s}, "bonus": {"id": "b", "amount": 7, "cells": %s},
	"articles": {"elements": "1", "lines_win": "2", "lines_lose": "3", "bonus_win": "4", "bonus_lose": "5"}}`

// Surfaces small enough to list all their faces.
var bingoSmall = map[string]string{
	"columns": `{"balls": 3, "numbers": ["1-6"], "cards": 1, "rows": 2, "columns": 2, "star": false, ` + fmt.Sprintf(bingoRest, `[1]`, `[[1, 1], [2, 1]]`),
	"overlap": `{"balls": 3, "numbers": ["1-6"], "cards": 2, "rows": 2, "columns": 2, "star": false, ` + fmt.Sprintf(bingoRest, `[1, 2]`, `[[1, 1], [2, 2]]`),
	"anywhere": `{"balls": 2, "numbers": ["1-4"], "cards": 2, "rows": 2, "columns": 2, "star": false, "layout": "anywhere", ` +
		fmt.Sprintf(bingoRest, `[1]`, `[[1, 2], [2, 1]]`),
	"one card": `{"balls": 3, "numbers": ["1-6"], "cards": 1, "rows": 2, "columns": 2, "star": false, "layout": "anywhere", ` +
		fmt.Sprintf(bingoRest, `[1]`, `[[1, 1], [2, 2]]`),
	"star": `{"balls": 3, "numbers": ["1-9"], "cards": 1, "rows": 3, "columns": 3, "star": true, ` + fmt.Sprintf(bingoRest, `[1]`, `[[1, 1], [2, 3]]`),
	"no bonus": `{"balls": 3, "numbers": ["1-9"], "cards": 2, "rows": 1, "columns": 3, "star": true, "lines": {"id": "l", "table": [1, 2]},
		"articles": {"elements": "1", "lines_win": "2", "lines_lose": "3"}}`,
}

func newBingo(t testing.TB, params string) *bingoLines {
	t.Helper()
	m, problems := newBingoLines([]byte(params), Env{Currency: money.EUR, Lang: money.FR})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return m.(*bingoLines)
}

// plainBingo judges a face as a child would: cross out, look at each row.
func plainBingo(b *bingoLines, cells []scratch.Code) (lines, bonus int, perCard []int) {
	table := b.table
	drawn := map[scratch.Code]bool{}
	for _, c := range cells[:table.balls] {
		if c >= 1 && int(c) <= table.numbers {
			drawn[c] = true
		}
	}
	at := table.balls
	for range table.cards {
		grid := make([][]bool, table.rows)
		for r := range grid {
			for c := range table.columns {
				if r*table.columns+c == table.star {
					grid[r] = append(grid[r], true)
					continue
				}
				grid[r] = append(grid[r], drawn[cells[at]])
				at++
			}
		}
		mine := 0
		for _, row := range grid {
			if !slices.Contains(row, false) {
				mine++
			}
		}
		lines += mine
		perCard = append(perCard, mine)
		if all := bingoBonusCells(b); len(all) > 0 && !slices.ContainsFunc(all, func(rc [2]int) bool { return !grid[rc[0]][rc[1]] }) {
			bonus++
		}
	}
	return lines, bonus, perCard
}

// bingoBonusCells lists the bonus cells as row and column from 0.
func bingoBonusCells(b *bingoLines) (cells [][2]int) {
	for cell := range b.table.rows * b.table.columns {
		if b.view.bonus>>(b.table.rows*b.table.columns-1-cell)&1 == 1 {
			cells = append(cells, [2]int{cell / b.table.columns, cell % b.table.columns})
		}
	}
	return cells
}

// checkBingoFace checks everything that a printed face must satisfy.
func checkBingoFace(t *testing.T, b *bingoLines, outcome int, cells []scratch.Code) {
	t.Helper()
	lines, bonus, _ := plainBingo(b, cells)
	if wantLines, wantBonus := b.linesOf(outcome); lines != wantLines || bonus != wantBonus {
		t.Fatalf("%d lines and %d bonus cards printed for %d and %d", lines, bonus, wantLines, wantBonus)
	}
	if r := b.Read(cells); r.Pays != b.outcomes[outcome].Pays || r.Note != scratch.NoNote {
		t.Fatalf("read %v, printed %v", r, b.outcomes[outcome])
	}
	if f := b.Fault(cells); f.Kind != scratch.NoFault {
		t.Fatal(f)
	}
	distinct(t, cells[:b.table.balls])
	cards := map[string]bool{}
	for j := range b.table.cards {
		card := cells[b.table.balls+j*b.table.printed:][:b.table.printed]
		distinct(t, card)
		cards[fmt.Sprint(card)] = true
	}
	if len(cards) != b.table.cards {
		t.Fatal("two cards are equal")
	}
}

func distinct(t *testing.T, codes []scratch.Code) {
	t.Helper()
	sorted := slices.Sorted(slices.Values(codes))
	if len(slices.Compact(sorted)) != len(codes) {
		t.Fatalf("repeated number in %v", codes)
	}
}

func TestBingoLaw(t *testing.T) {
	params := map[string]string{"real": bingoReal}
	for name, small := range bingoSmall {
		params[name] = small
	}
	for name, p := range params {
		b := newBingo(t, p)
		cells := make([]scratch.Code, b.table.cells())
		for o := range b.outcomes {
			tape := fair.NewTape([32]byte{byte(o), 1})
			for range 400 {
				b.Print(tape, o, nil, cells)
				checkBingoFace(t, b, o, cells)
			}
		}
		if t.Failed() {
			t.Fatal(name)
		}
	}
}

func TestBingoColumns(t *testing.T) {
	b := newBingo(t, bingoReal)
	cells := make([]scratch.Code, b.table.cells())
	tape := fair.NewTape([32]byte{})
	for o := range b.outcomes {
		b.Print(tape, o, nil, cells)
		for j := range 5 {
			card := slices.Insert(slices.Clone(cells[20+24*j:][:24]), 12, 0)
			for i, c := range card {
				if column := i % 5; i != 12 && (int(c) <= 15*column || int(c) > 15*column+15) {
					t.Fatalf("%d in column %d of %v", c, column, card)
				}
			}
		}
	}
}

// The shortcut for cards without demands changes nothing but time.
func TestBingoShortcut(t *testing.T) {
	for name, p := range bingoSmall {
		if b := newBingo(t, p); b.table.shortcut == nil {
			t.Log("no shortcut:", name)
		}
	}
	for name, p := range map[string]string{"real": bingoReal, "columns": bingoSmall["columns"], "star": bingoSmall["star"], "no bonus": bingoSmall["no bonus"]} {
		quick, slow := newBingo(t, p), newBingo(t, p)
		if quick.table.shortcut == nil {
			t.Fatal("no shortcut:", name)
		}
		slow.table.shortcut = nil
		one, other := make([]scratch.Code, quick.table.cells()), make([]scratch.Code, quick.table.cells())
		for o := range quick.outcomes {
			first, second := fair.NewTape([32]byte{9}), fair.NewTape([32]byte{9})
			for range 500 {
				quick.Print(first, o, nil, one)
				slow.Print(second, o, nil, other)
				if !slices.Equal(one, other) {
					t.Fatalf("%s: %v and %v", name, one, other)
				}
			}
		}
	}
}

func BenchmarkBingoNew(b *testing.B) {
	for b.Loop() {
		newBingo(b, bingoReal)
	}
}

func BenchmarkBingoPrint(b *testing.B) {
	m := newBingo(b, bingoReal)
	cells := make([]scratch.Code, m.table.cells())
	for o, outcome := range m.outcomes {
		b.Run(outcome.Label.EN, func(b *testing.B) {
			tape := fair.NewTape([32]byte{})
			b.ReportAllocs()
			for b.Loop() {
				m.Print(tape, o, nil, cells)
			}
		})
	}
}

// The outcomes of a block: three quarters losing, 15 % one line or the bonus, the rest more.
func BenchmarkBingoMix(b *testing.B) {
	m := newBingo(b, bingoReal)
	cells := make([]scratch.Code, m.table.cells())
	tape := fair.NewTape([32]byte{})
	outcomes := make([]int, 1024)
	for i := range outcomes {
		switch u := tape.N(100); {
		case u < 75:
		case u < 90:
			outcomes[i] = 1 + i%2
		default:
			outcomes[i] = 3 + int(tape.N(4))
		}
	}
	i := 0
	b.ReportAllocs()
	for b.Loop() {
		m.Print(tape, outcomes[i&1023], nil, cells)
		i++
	}
}

func BenchmarkBingoRead(b *testing.B) {
	m := newBingo(b, bingoReal)
	tape := fair.NewTape([32]byte{})
	faces := make([][]scratch.Code, 1024)
	for i := range faces {
		faces[i] = make([]scratch.Code, m.table.cells())
		m.Print(tape, i%4%2, nil, faces[i])
	}
	i := 0
	b.ReportAllocs()
	for b.Loop() {
		m.Read(faces[i&1023])
		i++
	}
}
