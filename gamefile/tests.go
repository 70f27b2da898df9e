package gamefile

import (
	"fmt"
	"slices"

	"tirage/fair"
	"tirage/scratch"
)

// TestResult is one expectation of a test file: what it is called, and what came out otherwise.
type TestResult struct {
	Name     string    `json:"name"`
	Problems []Problem `json:"problems"` // empty when it holds
}

// OK reports whether the expectation holds.
func (t TestResult) OK() bool { return len(t.Problems) == 0 }

// RunTests runs a test file against its game or formula, which Read has returned; see RunTests and RunFormulaTests. A file with
// errors has no results.
func (f File) RunTests(name string, src []byte) []TestResult {
	switch {
	case f.Game != nil:
		return RunTests(f.Game, name, src)
	case f.Formula != nil:
		return RunFormulaTests(f.Formula, name, src)
	}
	return nil
}

// RunTests runs a test file against its game, which Parse has returned. The name is only repeated in the results. A test file that
// cannot be read is a single result that says why.
func RunTests(game *scratch.Game, name string, src []byte) []TestResult {
	r := readTests(name, src, testSchema, game.ID)
	plan, problems := scratch.NewPlan(game)
	if len(r.problems) == 0 && len(problems) > 0 {
		r.report(r.root.at, "", problems[0].Name, problems[0].Message, problems[0].Hint)
	}
	if len(r.problems) > 0 {
		return r.unreadable()
	}
	t := tester{testRun: testRun{reader: r}, game: game, plan: plan, faces: map[string]scratch.Face{}}
	if expect := r.root.get("expect"); expect != nil {
		t.table(expect)
	}
	for i := range r.root.get("faces").items() {
		t.face(i)
	}
	return t.results
}

// readTests reads a test file and checks that it belongs to the game of an id.
func readTests(name string, src []byte, schema, id string) *reader {
	r := newReader(name, src)
	r.start = "start with game: " + id
	if r.root = r.load(src); r.root != nil {
		r.checkExpected()
		r.validate(schema)
	}
	if len(r.problems) == 0 && r.root.get("game").str() != id {
		r.at("/game", "wrong_game", fmt.Sprintf("these are tests of %.40q, the game is %q", r.root.get("game").str(), id), "put the test file beside its own game", false)
	}
	return r
}

// ofVerdict are the fields of what is expected of a face, besides the games of the ticket.
var ofVerdict = []string{"verdict", "amount", "lot", "fault"}

// checkExpected refuses fields of an expected verdict that are neither known nor could be games of the ticket, in better words than the schema's.
func (r *reader) checkExpected() {
	for i, face := range r.root.get("faces").items() {
		expect := face.get("expect")
		if expect == nil || expect.kind != mapNode {
			continue
		}
		for j, k := range expect.keys {
			if expect.list[j].kind != mapNode && !slices.Contains(ofVerdict, k.name) {
				r.at(fmt.Sprintf("/faces/%d/expect/%s", i, escape(k.name)), "unknown_field",
					fmt.Sprintf("there is no field %q here, and what a game of the ticket pays is written as {pays: …}", clip(k.name)), scratch.Suggest(k.name, ofVerdict), false)
			}
		}
	}
}

// unreadable is the one result of a test file that cannot be read.
func (r *reader) unreadable() []TestResult {
	return []TestResult{{Name: "the test file can be read", Problems: r.finish().Problems}}
}

// testRun collects the results of one test file.
type testRun struct {
	*reader
	results []TestResult
}

// run runs one expectation: what it reports makes the result.
func (t *testRun) run(name string, test func()) {
	t.problems = nil
	test()
	t.results = append(t.results, TestResult{Name: name, Problems: t.finish().Problems})
}

// differs reports that something came out otherwise than expected.
func (t *testRun) differs(pointer, message string) { t.at(pointer, "differs", message, "", false) }

// tester runs the test file of a scratch game.
type tester struct {
	testRun
	game  *scratch.Game
	plan  *scratch.Plan
	faces map[string]scratch.Face // by name, to build others on
}

// losingFace is a face that loses, the same for every run.
func (t *tester) losingFace() scratch.Face {
	cells := make([]scratch.Code, t.game.CellCount())
	t.plan.Print(fair.NewTape([32]byte{}), 0, cells)
	return scratch.Face{Cells: cells}
}

// face reads a face and compares its verdict.
func (t *tester) face(i int) {
	path := fmt.Sprintf("/faces/%d", i)
	n := t.root.get("faces").list[i]
	name := n.get("name").str()
	t.run(name, func() {
		if _, twice := t.faces[name]; twice {
			t.at(path+"/name", "repeated_name", fmt.Sprintf("two faces are called %.60q", name), "give each its own name", false)
		}
		face, ok := t.base(n.get("base"), path+"/base")
		if !ok {
			return
		}
		f := faceBuilder{t, &face}
		f.surfaces(n.get("face"), path+"/face")
		if box := n.get("control_box"); box != nil {
			face.BoxUncovered = box.text == "uncovered"
		}
		t.faces[name] = face
		if len(t.problems) == 0 {
			t.verdict(face, n.get("expect"), path+"/expect")
		}
	})
}

// base returns a copy of the face that another one is built on.
func (t *tester) base(n *node, path string) (scratch.Face, bool) {
	var face scratch.Face
	switch {
	case n == nil || n.text == "losing":
		face = t.losingFace()
	case n.text == "empty":
		face.Cells = make([]scratch.Code, t.game.CellCount())
	default:
		from, known := t.faces[n.text]
		if !known {
			t.at(path, "unknown_base", fmt.Sprintf("no face above is called %.60q", n.text), "write losing, empty, or the name of a face above", false)
			return face, false
		}
		face.BoxUncovered = from.BoxUncovered
		face.Cells = append(face.Cells, from.Cells...)
		face.Captions = append(face.Captions, from.Captions...)
	}
	if face.Captions == nil {
		face.Captions = make([]scratch.CaptionState, len(face.Cells))
	}
	return face, true
}

// verdict judges a face and compares it with what is expected.
func (t *tester) verdict(face scratch.Face, want *node, path string) {
	var v scratch.Verdict
	t.game.Judge(face, &v)
	got := t.game.Explain(face, &v)
	if w := want.get("verdict").str(); w != got.Verdict {
		t.differs(path+"/verdict", fmt.Sprintf("the verdict is %s, not %s: %s", got.Verdict, w, got.Summary.EN))
	}
	if n := want.get("amount"); n != nil {
		if a := t.amount(t.game.Currency, n, path+"/amount"); a != got.Amount {
			t.differs(path+"/amount", fmt.Sprintf("the ticket pays %s, not %s", t.game.Currency.Plain(got.Amount), t.game.Currency.Plain(a)))
		}
	} else if got.Amount != 0 && want.get("verdict").str() == got.Verdict {
		t.differs(path+"/verdict", fmt.Sprintf("the ticket pays %s, and no amount is expected", t.game.Currency.Plain(got.Amount)))
	}
	if n := want.get("lot"); n != nil && (n.text == "true") == v.NotALot {
		t.differs(path+"/lot", fmt.Sprintf("that the amount is in the prize table is %t", !v.NotALot))
	}
	if n := want.get("fault"); n != nil || got.Fault != nil {
		t.fault(got.Fault, n, path)
	}
	for i, k := range want.keys {
		if want.list[i].kind == mapNode && k.name != "fault" {
			t.part(got, v, k.name, want.list[i], path+"/"+escape(k.name))
		}
	}
}

func (t *tester) fault(got *scratch.FaultAccount, want *node, path string) {
	switch {
	case want == nil:
		t.differs(path, fmt.Sprintf("a fault was found: %s in zone %s of %s, element %d", got.Name, got.Zone, got.Surface, got.Cell))
	case got == nil:
		t.differs(path+"/fault", "no fault was found")
	default:
		for _, c := range []struct{ key, value string }{
			{"kind", got.Name}, {"surface", got.Surface}, {"zone", got.Zone}, {"element", fmt.Sprint(got.Cell)}, {"article", got.Article},
		} {
			if n := want.get(c.key); n != nil && n.text != c.value {
				t.differs(path+"/fault/"+c.key, fmt.Sprintf("the fault's %s is %s, not %s", c.key, c.value, n.text))
			}
		}
	}
}

func (t *tester) part(got scratch.Account, v scratch.Verdict, id string, want *node, path string) {
	var known []string
	for i, s := range got.Surfaces {
		for _, r := range s.Reasons {
			if known = append(known, r.Part); r.Part != id {
				continue
			}
			if n := want.get("pays"); n != nil {
				if a := t.amount(t.game.Currency, n, path+"/pays"); a != r.Pays {
					t.differs(path+"/pays", fmt.Sprintf("%s pays %s, not %s: %s", id, t.game.Currency.Plain(r.Pays), t.game.Currency.Plain(a), r.Why.EN))
				}
			}
			if n := want.get("article"); n != nil && n.text != r.Article {
				t.differs(path+"/article", fmt.Sprintf("article %s decides, not %s: %s", r.Article, n.text, r.Why.EN))
			}
			if n := want.get("note"); n != nil && n.text != v.Readings[i].Note.String() {
				t.differs(path+"/note", fmt.Sprintf("the note is %s, not %s", v.Readings[i].Note, n.text))
			}
			return
		}
	}
	t.at(path, "unknown_part", fmt.Sprintf("no game of the ticket is called %.40q", id), scratch.Suggest(id, append(known, ofVerdict...)), false)
}
