package scratch

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Problem is something wrong in a game file, at a place in it.
type Problem struct {
	Path    string // JSON pointer into the file, or into a mechanic's parameters: "/lots/rows/3/total"
	Name    string // stable name: "table_total", "no_composition"
	Message string // what is wrong, with the figures
	Hint    string // what to do about it
	Warning bool   // the game can be printed all the same
}

// Error makes a Problem usable as an error.
func (p Problem) Error() string {
	if p.Path == "" {
		return p.Message
	}
	return p.Path + ": " + p.Message
}

// Refusal is an error with a stable name.
type Refusal struct {
	Name    string
	Message string
}

// Error says the name and what to do.
func (r *Refusal) Error() string { return r.Name + ": " + r.Message }

func refuse(name, format string, args ...any) *Refusal {
	return &Refusal{Name: name, Message: fmt.Sprintf(format, args...)}
}

// printable reports whether a text can stand in a cell and in the print file's columns.
func printable(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool {
		return r == '|' || (unicode.IsControl(r))
	})
}
