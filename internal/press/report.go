package press

import (
	"fmt"
	"strings"

	"tirage/internal/visible"
)

// The checks of an audit, in their order.
const (
	checkSignatures = "signatures"
	checkFiles      = "files"
	checkPlan       = "plan"
	checkEnvelopes  = "envelopes"
	checkTree       = "tree"
	checkSeeds      = "seeds"
	checkTickets    = "tickets"
	checkRecount    = "recount"
)

// Result is what became of a check.
type Result string

// The results. A check that found a difference differs, whether or not it could be finished.
const (
	Passed  Result = "ok"
	Differs Result = "differs"
	NotDone Result = "not_done"
)

// Check is one thing that an audit did or could not do.
type Check struct {
	Name   string `json:"name"`
	Result Result `json:"result"`
	Note   string `json:"note,omitempty"` // what it rests on, or what it would need
}

// remark adds to a check's note.
func (c *Check) remark(text string) {
	if c.Note != "" && text != "" {
		c.Note += "; "
	}
	c.Note += text
}

// Finding is something in a block that is not as it must be.
type Finding struct {
	Check   string `json:"check"`   // that differs by it
	Name    string `json:"name"`    // stable: "leaf", "misprint", "recount_lot"
	Place   string `json:"place"`   // file, and position with serial for a ticket
	Message string `json:"message"` // what was found and what was expected
}

// String gives the finding as a line, whatever names and values of the folder it tells.
func (f Finding) String() string { return visible.Line(f.Place + ": " + f.Name + ": " + f.Message) }

// Count is how often one kind of difference was found.
type Count struct {
	Check string `json:"check"`
	Name  string `json:"name"`
	Found int64  `json:"found"`
}

// Tally is what was found: all of it counted by name, and the first few of each name as examples.
type Tally struct {
	Counts   []Count   `json:"counts"`
	Findings []Finding `json:"findings"` // general ones before those of tickets, tickets by position
}

// add counts a finding, and lists it if there are fewer of its name than alike and fewer of all than most.
func (t *Tally) add(f Finding, alike, most int) {
	t.count(f.Check, f.Name, 1)
	listed := 0
	for _, g := range t.Findings {
		if g.Check == f.Check && g.Name == f.Name {
			listed++
		}
	}
	if listed < alike && len(t.Findings) < most {
		t.Findings = append(t.Findings, f)
	}
}

func (t *Tally) count(check, name string, n int64) {
	for i := range t.Counts {
		if c := &t.Counts[i]; c.Check == check && c.Name == name {
			c.Found += n
			return
		}
	}
	t.Counts = append(t.Counts, Count{check, name, n})
}

// merge adds what another tally holds.
func (t *Tally) merge(o *Tally, alike, most int) {
	for _, f := range o.Findings {
		t.add(f, alike, most)
		t.count(f.Check, f.Name, -1) // it is among the counts
	}
	for _, c := range o.Counts {
		t.count(c.Check, c.Name, c.Found)
	}
}

// Report is what an audit found. A block is as it must be, as far as the checks that were done can tell, if it is OK.
type Report struct {
	OK       bool      `json:"ok"`   // nothing was found wrong
	Game     string    `json:"game"` // empty if the manifest cannot be read
	Issue    uint16    `json:"issue"`
	Block    uint16    `json:"block"`
	Specimen bool      `json:"specimen"`
	Manifest *Manifest `json:"-"`
	Checks   []Check   `json:"checks"`
	Tally
	More    int64        `json:"more"`    // findings that are counted and not listed
	Tickets int64        `json:"tickets"` // whose face was judged
	Lots    []CountedLot `json:"lots"`    // found among them
}

// begin begins a check: what is found from now on is a difference of it.
func (a *audit) begin(check string) {
	a.report.Checks = append(a.report.Checks, Check{Name: check, Result: Passed})
}

func (a *audit) current() *Check { return &a.report.Checks[len(a.report.Checks)-1] }

// undone says of the current check that it could not be done, or not to its end.
func (a *audit) undone(why string) {
	if c := a.current(); c.Result == Passed {
		c.Result = NotDone
	}
	a.current().remark(why)
}

// message is a finding's text: an error in it comes without the name of this package, which says nothing to those who read reports.
func message(format string, args ...any) string {
	return strings.TrimPrefix(fmt.Sprintf(format, args...), "press: ")
}

// find lists a difference of the current check.
func (a *audit) find(name, place, format string, args ...any) {
	a.add(Finding{a.current().Name, name, place, message(format, args...)})
}

func (a *audit) add(f Finding) { a.report.add(f, a.alike(), a.MaxFindings) }

// alike is how many findings of one name are listed, so that the first of many do not hide others: fewer when they probably follow
// from a manifest that is not to be trusted.
func (a *audit) alike() int {
	if a.distrusted != "" && a.current().Name != checkSignatures {
		return 1
	}
	return max(1, a.MaxFindings/4)
}

// finished completes the report.
func (a *audit) finished() *Report {
	r := &a.report
	if m := a.manifest; m != nil {
		r.Game, r.Issue, r.Block, r.Specimen, r.Manifest = m.Game, m.Block.Issue, m.Block.Number, m.Specimen, m
	}
	r.OK = len(r.Counts) == 0
	r.More = -int64(len(r.Findings))
	for _, c := range r.Counts {
		r.More += c.Found
	}
	for i := range r.Checks {
		c := &r.Checks[i]
		for _, d := range r.Counts {
			if d.Check == c.Name {
				c.Result = Differs
			}
		}
		if c.Result == Differs && c.Name != checkSignatures {
			c.remark(a.distrusted)
		}
	}
	if r.OK {
		r.Counts, r.Findings = []Count{}, []Finding{}
	}
	if r.Lots == nil {
		r.Lots = []CountedLot{}
	}
	return r
}
