package scratch

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"tirage/problem"
)

// Problem is something wrong in a game file, at a place in it.
type Problem = problem.Problem

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
		return r == '|' || unicode.IsControl(r)
	})
}
