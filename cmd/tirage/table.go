package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/mattn/go-runewidth"

	"tirage/internal/visible"
)

// table is text in columns: numbers to the right, words to the left.
type table struct {
	left map[int]bool // columns set to the left
	rows [][]string
}

// newTable returns a table with these column heads; a head that begins with "<" sets its column to the left.
func newTable(heads ...string) *table {
	t := &table{left: map[int]bool{}}
	row := make([]string, len(heads))
	for i, h := range heads {
		row[i] = strings.TrimPrefix(h, "<")
		t.left[i] = row[i] != h
	}
	t.rows = append(t.rows, row)
	return t
}

// add adds a row. No cell breaks out of it.
func (t *table) add(cells ...string) {
	for i, cell := range cells {
		cells[i] = visible.Line(cell)
	}
	t.rows = append(t.rows, cells)
}

// write sets the table, two spaces between columns, a rule under the heads.
func (t *table) write(out io.Writer) {
	widths := make([]int, len(t.rows[0]))
	for _, row := range t.rows {
		for i, cell := range row {
			widths[i] = max(widths[i], runewidth.StringWidth(cell))
		}
	}
	for n, row := range t.rows {
		t.line(out, row, widths)
		if n == 0 {
			rule := make([]string, len(widths))
			for i, w := range widths {
				rule[i] = strings.Repeat("─", w)
			}
			t.line(out, rule, widths)
		}
	}
}

func (t *table) line(out io.Writer, row []string, widths []int) {
	var line strings.Builder
	for i, cell := range row {
		gap := strings.Repeat(" ", widths[i]-runewidth.StringWidth(cell))
		if i > 0 {
			line.WriteString("  ")
		}
		if t.left[i] {
			line.WriteString(cell + gap)
		} else {
			line.WriteString(gap + cell)
		}
	}
	fmt.Fprint(out, strings.TrimRight(line.String(), " ")+"\n")
}

// writeJSON writes a value as indented JSON.
func writeJSON(out io.Writer, value any) error {
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(value)
}
