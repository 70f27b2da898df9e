package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"tirage/money"
)

// Whatever an audit notes beside a check has its French, also several remarks side by side.
func TestRemarksAreFrench(t *testing.T) {
	paths, err := filepath.Glob("../../internal/press/audit*.go")
	if err != nil || len(paths) == 0 {
		t.Fatal("no audit", err)
	}
	english := regexp.MustCompile(`\b(the|needs|are|is|of|were|with|without|only|again|destroyed)\b`)
	said := map[string]bool{}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if ok {
				if f, ok := call.Fun.(*ast.SelectorExpr); !ok || f.Sel.Name != "undone" && f.Sel.Name != "remark" {
					return true
				}
				text := ""
				for _, arg := range call.Args {
					ast.Inspect(arg, func(n ast.Node) bool {
						if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
							part, _ := strconv.Unquote(lit.Value)
							text += part
						}
						if id, ok := n.(*ast.SelectorExpr); ok && id.Sel.Name == "Packs" {
							text += "0-3"
						}
						return true
					})
				}
				said[text] = true
			}
			if lit, ok := n.(*ast.BasicLit); ok && strings.HasPrefix(lit.Value, `"needs `) {
				text, _ := strconv.Unquote(lit.Value)
				said[text] = true
			}
			return true
		})
	}
	said["2 of 9 print files are not there: destroyed after printing, as the call says"] = true
	said["2 of 9 print files are not there: their tickets are made again from the seeds"] = true
	said["the notes cannot be trusted as they stand (see signatures): this may only follow from that"] = true // of whatever differs then
	delete(said, "")
	if len(said) < 15 {
		t.Errorf("only %d remarks were found", len(said))
	}
	for text := range said {
		text = strings.NewReplacer("%d", "3", "%s", "").Replace(text)
		if fr := tongue(money.FR).remarks(text); english.MatchString(fr) || fr == text {
			t.Errorf("%q has no French: %q", text, fr)
		}
		if tongue(money.EN).remarks(text) != text {
			t.Errorf("%q is not English", text)
		}
	}
	got := tongue(money.FR).remarks("3 of 9 tickets were judged; the others need both seeds or their print files; made again from the seeds: no print file was read")
	if want := "3 tickets sur 9 ont été jugés ; pour les autres il faut les deux graines ou leurs fichiers d'impression ; refaits à partir des graines : aucun fichier d'impression n'a été lu"; got != want {
		t.Error(got)
	}
}
