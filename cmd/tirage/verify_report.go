package main

import (
	"fmt"
	"io"
	"strings"

	"tirage/bingo"
	"tirage/internal/visible"
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

	tongue   // that it is written in
	headline string
	record   *bingo.Record
	formula  *bingo.Formula
}

func (v *verified) lang() money.Lang { return money.Lang(v.tongue) }

// find adds what a refusal says.
func (v *verified) find(path string, err error) {
	v.OK = false
	name := bingo.RefusalName(err)
	v.Findings = append(v.Findings, difference{path, name, strings.TrimPrefix(sayIn(err, v.lang()), name+": ")})
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
		v.Findings = append(v.Findings, difference{f.Path, f.Name, f.Text.In(v.lang())})
	}
}

func (v *verified) write(out io.Writer) {
	if v.headline != "" {
		fmt.Fprintln(out, visible.Line(v.headline))
	}
	if v.formula != nil && (v.formula.Demonstration != money.Text{}) {
		fmt.Fprintln(out, v.notice("DEMONSTRATION", v.formula.Demonstration))
	}
	for _, c := range v.Checks {
		line := fmt.Sprintf("%-11s  %s", v.in(c.Result), c.What)
		if c.Detail != "" {
			line += v.in(": ") + c.Detail
		}
		fmt.Fprintln(out, visible.Line(line))
	}
	for _, f := range v.Findings {
		fmt.Fprintln(out, visible.Line(fmt.Sprintf("  %s %s%s%s", dash(f.Path), f.Name, v.in(": "), f.Message)))
	}
	switch {
	case v.wrong():
		fmt.Fprintln(out, v.in("%s is WRONG", v.File))
	case v.Unchecked != "":
		fmt.Fprintln(out, v.in("%s is NOT CHECKED", v.File))
	default:
		fmt.Fprintln(out, v.in("%s is right", v.File))
	}
	for _, y := range v.Yours {
		if !y.OK {
			fmt.Fprintln(out, v.in("but %s does NOT BELONG to it: %s: %s", y.What, y.Name, y.Message))
		}
	}
}
