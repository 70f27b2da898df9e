package bingo

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tirage/money"
)

// Every text of a refusal or a finding has its French, with the same verbs in the same order, and no French is left over.
func TestFrenchIsWhole(t *testing.T) {
	place := map[string]int{"refuse": 1, "find": 2, "written": 0, "fail": 0} // of the text among the arguments
	asked := map[string]bool{}
	names, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range names {
		if !strings.HasSuffix(entry.Name(), ".go") || strings.HasSuffix(entry.Name(), "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), entry.Name(), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			name := ""
			switch f := call.Fun.(type) {
			case *ast.SelectorExpr:
				name = f.Sel.Name
			case *ast.Ident:
				name = f.Name
			}
			i, known := place[name]
			if !known || i >= len(call.Args) {
				return true
			}
			if lit, ok := call.Args[i].(*ast.BasicLit); ok && lit.Kind == token.STRING {
				text, err := strconv.Unquote(lit.Value)
				if err != nil {
					t.Fatal(err)
				}
				asked[text] = true
			} else if id, ok := call.Args[i].(*ast.Ident); !ok || id.Name != "format" && id.Name != "text" {
				t.Errorf("%s: the text of a call of %s is no literal: its French cannot be checked", entry.Name(), name)
			}
			return true
		})
	}
	verbs := regexp.MustCompile(`%[.0-9]*[a-z]`)
	for text := range asked {
		if fr, ok := french[text]; !ok {
			t.Errorf("%q has no French", text)
		} else if !slices.Equal(verbs.FindAllString(text, -1), verbs.FindAllString(fr, -1)) {
			t.Errorf("%q: other verbs in %q", text, fr)
		}
	}
	for text := range french {
		if !asked[text] {
			t.Errorf("nobody asks for the French of %q", text)
		}
	}
}

// A refusal is said in both languages, with the words of its arguments.
func TestRefusalInBothLanguages(t *testing.T) {
	r := refuse("final", "the draw is %s, and nothing can happen to it any more", Settled)
	if r.Error() != "final: the draw is settled, and nothing can happen to it any more" {
		t.Error(r.Error())
	}
	if fr := r.In(money.FR); fr != "final: le tirage est réglé, et plus rien ne peut lui arriver" {
		t.Error(fr)
	}
	for s := Planned; s <= Voided; s++ {
		if s.In(money.EN) == "" || s.In(money.FR) == "" || strings.Contains(s.In(money.EN), "_") {
			t.Errorf("state %d: %q, %q", s, s.In(money.EN), s.In(money.FR))
		}
	}
}

// A card in another form is refused in plain words, with the place and in both languages; package json is not heard.
func TestCardJSONInPlainWords(t *testing.T) {
	for text, want := range map[string][2]string{
		`{"model":7}`:                              {`"model", up to byte 10: a number stands where a text belongs`, `"model", jusqu'à l'octet 10 : un nombre`},
		`{"model":"75-classic","grids":"none"}`:    {`"grids", up to byte 36: a text stands where a list belongs`, `un texte est là où il faut une liste`},
		`{"model":"75-classic","grids":[[["7"]]]}`: {`"grids", up to byte 36: a text stands where a whole number belongs`, `il faut un nombre entier`},
		`{"model":"75-classic","grids":[[[1.5]]]}`: {`a number that is too large or not whole stands where a whole number belongs`, `un nombre trop grand ou non entier`},
		`{"model":"75-classic","grids":[[[1,2`:     {`it ends too early`, `finit trop tôt`},
		`{"model":"75-classic",,`:                  {`this is no JSON at byte 23`, `pas du JSON à l'octet 23`},
		`{"model":"75-classic","grid":[]}`:         {`the key "grid" does not belong there`, `la clé "grid"`},
		`[]`:                                       {`the whole, up to byte 1: a list stands where an object belongs`, `le tout, jusqu'à l'octet 1 : une liste est là où il faut un objet`},
		``:                                         {`it ends too early`, `finit trop tôt`},
	} {
		var c Card
		err := c.UnmarshalJSON([]byte(text))
		r, ok := err.(*Refusal)
		if !ok || r.Name != "card_json" {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if !strings.Contains(r.Text.EN, want[0]) || !strings.Contains(r.Text.FR, want[1]) {
			t.Errorf("%s: %q, %q", text, r.Text.EN, r.Text.FR)
		}
		if strings.Contains(r.Text.EN, "json:") || strings.Contains(err.Error(), "unmarshal") || strings.Contains(err.Error(), "%!") {
			t.Errorf("%s: %v", text, err)
		}
	}
}
