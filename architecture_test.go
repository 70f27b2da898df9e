// Package tirage_test holds the architecture of the module to its own table.
//
// Its invariant: every package and every import stands in layers, rule packages reach nothing outside themselves, and no
// float comes near money or odds. What each package does is left to its own comment.
package tirage_test

import (
	"bufio"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// sources parses the Go files of every package of this module that are no tests, by the package's path in the module. A
// folder with a go.mod of its own is another module.
func sources(t *testing.T, fset *token.FileSet) map[string][]*ast.File {
	t.Helper()
	packages := map[string][]*ast.File{}
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		switch name := entry.Name(); {
		case err != nil:
			return err
		case entry.IsDir() && path != ".":
			if strings.HasPrefix(name, ".") || name == "testdata" || name == "node_modules" {
				return fs.SkipDir
			}
			if _, err := os.Stat(filepath.Join(path, "go.mod")); err == nil {
				return fs.SkipDir
			}
		case strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go"):
			file, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			dir := filepath.ToSlash(filepath.Dir(path))
			packages[dir] = append(packages[dir], file)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(packages) == 0 {
		t.Fatal("no package found: the test does not run at the root of the module")
	}
	return packages
}

// module returns the module's path, from go.mod.
func module(t *testing.T) string {
	t.Helper()
	file, err := os.Open("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if name, ok := strings.CutPrefix(lines.Text(), "module "); ok {
			return strings.TrimSpace(name)
		}
	}
	t.Fatal("go.mod names no module")
	return ""
}

func within(path, prefix string) bool {
	return path == prefix || strings.HasPrefix(path, prefix+"/")
}

// refuse says why a package of this layer may not import path, or returns "" when it may. root is the module's path.
func (l layer) refuse(root, path string) string {
	ours, own := strings.CutPrefix(path, root+"/")
	first, _, _ := strings.Cut(path, "/")
	switch {
	case banned[path] != "":
		return banned[path]
	case own && slices.Contains(l.ours, ours):
		return ""
	case own:
		return "imports go downwards only: see layers"
	case strings.Contains(first, "."):
		if slices.ContainsFunc(l.outside, func(prefix string) bool { return within(path, prefix) }) {
			return ""
		}
		return "a module that this package has no business with: see layers"
	case !l.rules || slices.Contains(ruleStd, path) || slices.Contains(l.std, path):
		return ""
	}
	return "a rule package touches no file, socket, clock, lock or global randomness: seed, time and balances are arguments"
}

func TestImportsFollowTheTable(t *testing.T) {
	root, fset := module(t), token.NewFileSet()
	packages := sources(t, fset)
	for dir, files := range packages {
		l, ok := layers[dir]
		if !ok {
			t.Errorf("package %s is not in layers: add it with what it may import", dir)
			continue
		}
		used := map[string]bool{}
		for _, file := range files {
			for _, spec := range file.Imports {
				path, err := strconv.Unquote(spec.Path.Value)
				if err != nil {
					t.Fatal(err)
				}
				used[path] = true
				if why := l.refuse(root, path); why != "" {
					t.Errorf("%s: %s imports %s: %s", fset.Position(spec.Pos()), dir, path, why)
				}
			}
		}
		for _, ours := range l.ours {
			if !used[root+"/"+ours] {
				t.Logf("note: %s may import %s and does not", dir, ours)
			}
		}
		for _, prefix := range l.outside {
			hit := false
			for path := range used {
				hit = hit || within(path, prefix)
			}
			if !hit {
				t.Logf("note: %s may import %s and does not", dir, prefix)
			}
		}
	}
}

// TestLayersHaveNoCycle shows that the table itself goes downwards, also for the packages that do not exist yet.
func TestLayersHaveNoCycle(t *testing.T) {
	state := map[string]int{} // 1 while above, 2 when done
	var visit func(name string)
	visit = func(name string) {
		l, ok := layers[name]
		if !ok {
			t.Fatalf("layers lets a package import %s, which it does not hold", name)
		}
		state[name] = 1
		for _, below := range l.ours {
			switch state[below] {
			case 0:
				visit(below)
			case 1:
				t.Errorf("%s and %s import each other", name, below)
			}
			if l.rules && !layers[below].rules {
				t.Errorf("rule package %s may import %s, which is none", name, below)
			}
		}
		state[name] = 2
	}
	for name, l := range layers {
		if l.rules != slices.Contains(rules, name) {
			t.Errorf("%s: layers and rules disagree on whether it is a rule package", name)
		}
		if state[name] == 0 {
			visit(name)
		}
	}
}

func TestRulePackagesHoldNoFloat(t *testing.T) {
	fset := token.NewFileSet()
	for dir, files := range sources(t, fset) {
		if !layers[dir].rules {
			continue
		}
		for _, file := range files {
			for _, found := range floatsIn(file) {
				if floats["*"][found.name] == "" && floats[dir][found.name] == "" {
					t.Errorf("%s: %s: no float comes near money or odds", fset.Position(found.pos), found.name)
				}
			}
		}
	}
}

func TestRulePackagesUseOnlyHarmlessNames(t *testing.T) {
	fset := token.NewFileSet()
	for dir, files := range sources(t, fset) {
		if !layers[dir].rules {
			continue
		}
		for _, file := range files {
			for _, found := range harmfulIn(file) {
				t.Errorf("%s: %s: not among onlyNames", fset.Position(found.pos), found.name)
			}
		}
	}
}

// finding is a name or literal and where it stands.
type finding struct {
	name string
	pos  token.Pos
}

// floatsIn returns the names of a file that speak of floats or complex numbers, and its float literals. A whole number written
// with an exponent, such as 1e6, is none, except where it alone gives a variable its type: x := 1e6 makes a float64.
func floatsIn(file *ast.File) []finding {
	var found []finding
	literal := func(node ast.Node, wholeToo bool) {
		if lit, ok := node.(*ast.BasicLit); ok && (lit.Kind == token.FLOAT || lit.Kind == token.IMAG) {
			if whole := wholeNumber.MatchString(lit.Value); whole == wholeToo {
				found = append(found, finding{lit.Value, lit.Pos()})
			}
		}
	}
	untyped := func(values []ast.Expr) {
		for _, value := range values {
			if onlyLiterals(value) {
				ast.Inspect(value, func(node ast.Node) bool { literal(node, true); return true })
			}
		}
	}
	ast.Inspect(file, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.Ident:
			lower := strings.ToLower(n.Name)
			if strings.Contains(lower, "float") || lower == "complex64" || lower == "complex128" {
				found = append(found, finding{n.Name, n.Pos()})
			}
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				untyped(n.Rhs)
			}
		case *ast.GenDecl:
			for _, spec := range n.Specs {
				if value, ok := spec.(*ast.ValueSpec); ok && n.Tok == token.VAR && value.Type == nil {
					untyped(value.Values)
				}
			}
		}
		literal(node, false)
		return true
	})
	return found
}

var wholeNumber = regexp.MustCompile(`^[0-9_]+[eE][+]?[0-9]+$`)

// onlyLiterals reports whether an expression is made of literals alone, so that they choose its type.
func onlyLiterals(e ast.Expr) bool {
	switch n := e.(type) {
	case *ast.BasicLit:
		return true
	case *ast.ParenExpr:
		return onlyLiterals(n.X)
	case *ast.UnaryExpr:
		return onlyLiterals(n.X)
	case *ast.BinaryExpr:
		return onlyLiterals(n.X) && onlyLiterals(n.Y)
	}
	return false
}

// harmfulIn returns the names that a file takes from a package of onlyNames without leave. Such a package may be imported
// under its own name only, so that this search cannot be misled.
func harmfulIn(file *ast.File) []finding {
	var found []finding
	allowed := map[string][]string{}
	for _, spec := range file.Imports {
		path, _ := strconv.Unquote(spec.Path.Value)
		names, narrowed := onlyNames[path]
		if !narrowed {
			continue
		}
		if spec.Name != nil {
			found = append(found, finding{"import of " + path + " under another name", spec.Pos()})
		}
		local := filepath.Base(strings.TrimSuffix(path, "/v2"))
		allowed[local] = names
	}
	ast.Inspect(file, func(node ast.Node) bool {
		selector, ok := node.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		base, ok := selector.X.(*ast.Ident)
		if !ok {
			return true
		}
		names, narrowed := allowed[base.Name]
		if narrowed && !slices.ContainsFunc(names, func(name string) bool { return matches(name, selector.Sel.Name) }) {
			found = append(found, finding{base.Name + "." + selector.Sel.Name, selector.Pos()})
		}
		return true
	})
	return found
}

func matches(pattern, name string) bool {
	prefix, wild := strings.CutSuffix(pattern, "*")
	return name == pattern || wild && strings.HasPrefix(name, prefix)
}

// TestTheChecksSee shows that each check above finds what it is for.
func TestTheChecksSee(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "x.go", `package x
		import ("math"; "math/rand/v2"; clock "time")
		var a, b, c, d = 1.5, float32(0), math.MaxInt64, math.Sqrt(2)
		var e, f, g = rand.N(3), new(rand.ChaCha8), clock.Now()
		var i, j, k = 1e6, int64(1e6), a * 1e3
		const l = 1e9
		func m() { n := -(1e2 + 3) }
		func h(r interface{ Float64() (float64, bool) }) { r.Float64() }`, 0)
	if err != nil {
		t.Fatal(err)
	}
	names := func(found []finding) string {
		var list []string
		for _, f := range found {
			list = append(list, f.name)
		}
		return strings.Join(list, ", ")
	}
	if got, want := names(floatsIn(file)), "1.5, float32, 1e6, 1e2, Float64, float64, Float64"; got != want {
		t.Errorf("floats: %s, want %s", got, want)
	}
	if got, want := names(harmfulIn(file)), "import of time under another name, math.Sqrt, rand.N"; got != want {
		t.Errorf("harmful: %s, want %s", got, want)
	}
	for _, c := range []struct {
		from, path string
		may        bool
	}{
		{"money", "errors", true},
		{"money", "os", false},
		{"money", "tirage/fair", false},
		{"money", "github.com/bojanz/currency", true},
		{"money", "github.com/bojanz/currencyx", false},
		{"fair", "math/rand/v2", true},
		{"scratch", "math/rand/v2", false},
		{"scratch", "sync", false},
		{"odds", "time", false},
		{"gamefile", "time", true},
		{"seal", "crypto/rand", false},
		{"odds", "tirage/scratch", true},
		{"scratch", "tirage/odds", false},
		{"games", "tirage/money", false},
		{"internal/press", "os", true},
		{"internal/press", "unsafe", false},
		{"internal/press", "tirage/internal/golden", false},
		{"internal/artwork", "tirage/internal/press", false},
		{"cmd/tirage", "tirage/internal/press", true},
		{"cmd/tirage", "github.com/lib/pq", false},
	} {
		if why := layers[c.from].refuse("tirage", c.path); (why == "") != c.may {
			t.Errorf("%s importing %s: %q", c.from, c.path, why)
		}
	}
}
