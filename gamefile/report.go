package gamefile

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Problem is something wrong in a file, with its place: line and column from 1, the column in characters.
type Problem struct {
	File    string `json:"file"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Width   int    `json:"width"` // characters to underline
	Path    string `json:"path"`  // JSON pointer into the file
	Name    string `json:"name"`  // stable: "row_total", "unknown_field"
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
	Warning bool   `json:"warning,omitempty"` // the game can be printed all the same
	Source  string `json:"source"`            // the line
}

// Report is everything that is wrong with a file, in the order of the file.
type Report struct {
	File     string    `json:"file"`
	Digest   string    `json:"digest"` // SHA-256 of the file's exact bytes, hexadecimal
	Problems []Problem `json:"problems"`
	More     int       `json:"more,omitempty"` // problems beyond the first hundred
}

// OK reports whether nothing but warnings was found.
func (r Report) OK() bool { return r.Errors() == 0 }

// Errors is the number of problems that are no warnings.
func (r Report) Errors() (n int) {
	for _, p := range r.Problems {
		if !p.Warning {
			n++
		}
	}
	return n
}

// Warnings is the number of warnings.
func (r Report) Warnings() int { return len(r.Problems) - r.Errors() }

// Err is the first problem that is no warning, with its place, as an error; nil if there is none.
func (r Report) Err() error {
	for _, p := range r.Problems {
		if !p.Warning {
			return fmt.Errorf("%s:%d:%d: %s", p.File, p.Line, p.Column, p.Message)
		}
	}
	return nil
}

// Text writes the report for a terminal, without colour: each problem with its line and a caret, then what to do.
func (r Report) Text() string {
	var b strings.Builder
	for i, p := range r.Problems {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(p.Text())
	}
	if r.More > 0 {
		fmt.Fprintf(&b, "\nand %d more\n", r.More)
	}
	return b.String()
}

// Text writes one problem for a terminal, without colour.
func (p Problem) Text() string {
	var b strings.Builder
	kind := "error"
	if p.Warning {
		kind = "warning"
	}
	fmt.Fprintf(&b, "%s:%d:%d: %s: %s [%s]\n", p.File, p.Line, p.Column, kind, p.Message, p.Name)
	if p.Source != "" {
		source, column, width := window(p.Source, p.Column, p.Width)
		number := fmt.Sprintf("%5d", p.Line)
		fmt.Fprintf(&b, "%s | %s\n%s | %s%s\n", number, source, strings.Repeat(" ", len(number)), strings.Repeat(" ", column-1), strings.Repeat("^", width))
	}
	if p.Hint != "" {
		fmt.Fprintf(&b, "      → %s\n", p.Hint)
	}
	return b.String()
}

// window cuts a long line to the part around the caret and makes tabs, and signs that nobody sees, as wide as the caret's line assumes.
func window(line string, column, width int) (shown string, at, wide int) {
	const most = 110
	runes := []rune(strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case unicode.In(r, unicode.Cc, unicode.Cf):
			return unicode.ReplacementChar
		}
		return r
	}, line))
	column = min(max(1, column), len(runes)+1)
	start := 0
	if len(runes) > most && column > most/2 {
		start = min(column-most/2, len(runes)-most)
	}
	end := min(len(runes), start+most)
	shown = string(runes[start:end])
	if start > 0 {
		shown = "…" + shown
		column++
	}
	if end < len(runes) {
		shown += "…"
	}
	at = column - start
	return shown, at, min(max(1, width), max(1, end-start-at+2))
}

// finish puts the problems in the order of the file and drops the same problem found twice.
func (r *reader) finish() Report {
	slices.SortStableFunc(r.problems, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	r.problems = slices.CompactFunc(r.problems, func(a, b Problem) bool {
		return a.Line == b.Line && a.Column == b.Column && a.Name == b.Name && a.Message == b.Message
	})
	report := Report{File: r.name, Digest: r.digest, Problems: r.problems, More: r.more}
	if n := len(report.Problems); n > maxProblems {
		report.Problems, report.More = report.Problems[:maxProblems], r.more+n-maxProblems
	}
	return report
}

// full reports whether so many problems were found that more would only cost time.
func (r *reader) full() bool { return len(r.problems) >= maxFound }

// report adds a problem at a place.
func (r *reader) report(at position, path, name, message, hint string) {
	source := ""
	if len(r.lines) > 0 { // the parser's places go astray in broken files
		at.line = min(max(1, at.line), len(r.lines))
		source = r.lines[at.line-1]
		at.column = min(max(1, at.column), utf8.RuneCountInString(source)+1)
	}
	if r.full() {
		r.more++
		return
	}
	if r.seen == nil {
		r.seen = map[string]bool{}
	}
	r.seen[path] = true
	r.problems = append(r.problems, Problem{
		File: r.name, Line: at.line, Column: at.column, Width: at.width, Path: path, Name: name, Message: message, Hint: hint, Source: source,
	})
}

// at reports a problem at a JSON pointer into the tree.
func (r *reader) at(pointer, name, message, hint string, warning bool) {
	wantKey := slices.Contains([]string{"unknown_field", "missing_field", "unknown_part", "unknown_surface", "unknown_zone"}, name)
	if r.full() {
		r.more++
		return
	}
	r.report(r.root.find(pointer, wantKey), pointer, name, message, hint)
	r.problems[len(r.problems)-1].Warning = warning
}
