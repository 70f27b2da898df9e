package main

import (
	"fmt"
	"io"
	"strings"

	"tirage/bingo"
	"tirage/money"
)

// checkedItem is one thing that was looked at, or could not be.
type checkedItem struct {
	What   string `json:"what"`
	Result string `json:"result"` // ok, failed, not checked
	Detail string `json:"detail,omitempty"`
}

// The results of a check.
const (
	passed    = "ok"
	failed    = "FAILED"
	unchecked = "not checked"
)

// difference is what is wrong, and where in the record.
type difference struct {
	Path    string `json:"path"` // JSON pointer, empty for the record as a whole
	Name    string `json:"name"` // stable
	Message string `json:"message"`
}

// verified is the report of one record.
type verified struct {
	File     string        `json:"file"`
	Draw     string        `json:"draw,omitempty"`
	State    string        `json:"state,omitempty"`
	OK       bool          `json:"ok"`
	Checks   []checkedItem `json:"checks"`
	Findings []difference  `json:"findings"`

	Unchecked string  `json:"unchecked,omitempty"` // why the record could not be checked; it is then not ok
	Yours     []yours `json:"yours,omitempty"`     // what the caller holds, which says nothing against the record

	headline string
	record   *bingo.Record
	formula  *bingo.Formula
}

func (v *verified) check(what, result, detail string) {
	v.Checks = append(v.Checks, checkedItem{what, result, detail})
}

// leave says why the record cannot be checked.
func (v *verified) leave(what, why string) {
	v.OK, v.Unchecked = false, why
	v.check(what, unchecked, why)
}

// wrong tells whether something in the record is, and not only unchecked.
func (v *verified) wrong() bool { return len(v.Findings) > 0 }

// compare adds a check and what it found.
func (v *verified) compare(what string, found []bingo.Finding) {
	result := passed
	if len(found) > 0 {
		result, v.OK = failed, false
	}
	v.check(what, result, "")
	for _, f := range found {
		v.Findings = append(v.Findings, difference(f))
	}
}

func (v *verified) write(out io.Writer) {
	if v.headline != "" {
		fmt.Fprintln(out, v.headline)
	}
	if v.formula != nil && (v.formula.Demonstration != money.Text{}) {
		fmt.Fprintf(out, "DEMONSTRATION: %s\n", v.formula.Demonstration.EN)
	}
	for _, c := range v.Checks {
		line := fmt.Sprintf("%-11s  %s", c.Result, c.What)
		if c.Detail != "" {
			line += ": " + c.Detail
		}
		fmt.Fprintln(out, line)
	}
	for _, f := range v.Findings {
		message := strings.TrimPrefix(f.Message, f.Name+": ")
		fmt.Fprintf(out, "  %s %s: %s\n", dash(f.Path), f.Name, message)
	}
	switch {
	case v.wrong():
		fmt.Fprintf(out, "%s is WRONG\n", v.File)
	case v.Unchecked != "":
		fmt.Fprintf(out, "%s is NOT CHECKED\n", v.File)
	default:
		fmt.Fprintf(out, "%s is right\n", v.File)
	}
	for _, y := range v.Yours {
		if !y.OK {
			fmt.Fprintf(out, "but %s does NOT BELONG to it: %s: %s\n", y.What, y.Name, strings.TrimPrefix(y.Message, y.Name+": "))
		}
	}
}
