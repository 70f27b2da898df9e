package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tirage/money"
	"tirage/odds"
)

// Every text that a tongue is asked for has its French, with the same verbs in the same order, and no French is left over.
func TestFrenchIsWhole(t *testing.T) {
	asked := map[string]bool{odds.Exact: true, odds.Proven: true, odds.Assumes: true, "never": true, passed: true, failed: true, unchecked: true}
	for _, check := range []string{"signatures", "files", "plan", "envelopes", "tree", "seeds", "tickets", "recount", "deal", "print", "draws"} { // of an audit, and of progress
		asked[check] = true
	}
	for _, text := range slices.Concat(houseWords(), keeperWords(), counterWords(), roomWords()) {
		asked[text] = true
	}
	names, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range names {
		if !strings.HasSuffix(entry.Name(), ".go") || strings.HasSuffix(entry.Name(), "_test.go") || strings.HasPrefix(entry.Name(), "french") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), entry.Name(), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				for _, text := range texts(call) {
					asked[text] = true
				}
			}
			return true
		})
	}
	whole := maps.Clone(french)
	for _, more := range frenches[1:] {
		for text, fr := range more {
			if whole[text] != "" {
				t.Errorf("%q has its French twice", text)
			}
			whole[text] = fr
		}
	}
	verbs := regexp.MustCompile(`%[.0-9]*[a-z]`)
	for text := range asked {
		fr, ok := whole[text]
		if !ok {
			t.Errorf("%q has no French", text)
		} else if !slices.Equal(verbs.FindAllString(text, -1), verbs.FindAllString(fr, -1)) {
			t.Errorf("%q: other verbs in %q", text, fr)
		}
	}
	for text := range whole {
		if !asked[text] {
			t.Errorf("nobody asks for the French of %q", text)
		}
	}
}

// texts are the texts that a call asks a tongue for. Those that wrap one, as in the sheets, have it as their last argument or but few.
func texts(call *ast.CallExpr) (list []string) {
	name := ""
	switch f := call.Fun.(type) {
	case *ast.SelectorExpr:
		name = f.Sel.Name
	case *ast.Ident:
		name = f.Name
	}
	from, to := 0, len(call.Args)
	switch name {
	case "in", "notice", "refuse":
		to = 1
	case "some":
		from = 1
	case "bound", "mean":
		from = 1
	case "row":
		from, to = 2, min(3, to)
	case "heads":
	default:
		return nil
	}
	for i := from; i < to; i++ {
		if lit, ok := call.Args[i].(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if text, err := strconv.Unquote(lit.Value); err == nil && strings.TrimPrefix(text, "<") != "" {
				list = append(list, strings.TrimPrefix(text, "<"))
			}
		}
	}
	return list
}

func TestTongueNumbers(t *testing.T) {
	en, fr := tongue(money.EN), tongue(money.FR)
	for plain, want := range map[string][2]string{
		"22132.02": {"22,132.02", "22\u202f132,02"}, "0.0045": {"0.0045", "0,0045"}, "-1234567.5": {"-1,234,567.5", "-1\u202f234\u202f567,5"},
		"999": {"999", "999"}, "1000": {"1,000", "1\u202f000"}, "never": {"never", "jamais"}, "": {"", ""},
	} {
		if got := [2]string{en.number(plain), fr.number(plain)}; got != want {
			t.Errorf("%s: %q, want %q", plain, got, want)
		}
	}
}

// A notice that begins with its heading's word has it once.
func TestNotice(t *testing.T) {
	text := money.Text{FR: "démonstration, pas un règlement", EN: "demonstration, not a regulation"}
	if got := tongue(money.EN).notice("DEMONSTRATION", text); got != "DEMONSTRATION, not a regulation" {
		t.Error(got)
	}
	if got := tongue(money.FR).notice("DEMONSTRATION", text); got != "DÉMONSTRATION, pas un règlement" {
		t.Error(got)
	}
	if got := tongue(money.EN).notice("DEMONSTRATION", money.Text{FR: "essai", EN: "a trial"}); got != "DEMONSTRATION: a trial" {
		t.Error(got)
	}
}
