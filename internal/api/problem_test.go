package api

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2/validation"

	"tirage/internal/shop"
	"tirage/money"
	"tirage/retail"
)

// refusalsIn reads from the source of a package the names by which it refuses: the first argument of these functions, and Name in
// a Refusal.
func refusalsIn(t *testing.T, dir string, makers ...string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatal("no source in", dir)
	}
	var found []string
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			if !slices.Contains(makers, called(call)) {
				return true
			}
			if arg, ok := call.Args[0].(*ast.Ident); ok && arg.Name == "name" && filepath.Base(path) == "rooms.go" {
				return true // makes those of other rooms, which are named there
			}
			text, ok := call.Args[0].(*ast.BasicLit)
			if !ok {
				t.Errorf("%s: a refusal whose name is not written there", path)
				return true
			}
			name, err := strconv.Unquote(text.Value)
			if err != nil {
				t.Fatal(err)
			}
			found = append(found, name)
			return true
		})
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// called is what a call names: "f", or "p.f".
func called(call *ast.CallExpr) string {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		if of, ok := f.X.(*ast.Ident); ok {
			return of.Name + "." + f.Sel.Name
		}
	}
	return ""
}

// The table of names holds every refusal of the shop, the counter and this package, and no other.
func TestEveryRefusalHasAStatus(t *testing.T) {
	ours := refusalsIn(t, ".", "own")
	theirs := refusalsIn(t, "../shop", "say", "bad")
	counters := refusalsIn(t, "../counter", "shop.Say", "shop.Sayf")
	halls := refusalsIn(t, "../hall", "shop.Say", "shop.Sayf")
	rules := []string{ // of package bingo, as far as the hall passes them on
		"draw_locked", "final", "wrong_state", "super_twice", "super_without_jackpot", "balance_out_of_range", "lucky_none", "lucky_count", "lucky_range", "lucky_repeats", "lucky_column",
	}
	if len(halls) < 20 {
		t.Fatalf("only %d names of the hall were found: the test does not see them any more", len(halls))
	}
	if len(theirs) < 40 || len(ours) < 15 || len(counters) < 15 {
		t.Fatalf("only %d, %d and %d names were found: the test does not see them any more", len(theirs), len(ours), len(counters))
	}
	all := append(slices.Concat(ours, theirs, counters, halls, rules), "not_misprint")
	for _, answer := range retail.Answers() {
		if answer != retail.Pay {
			all = append(all, string(answer))
		}
	}
	for _, name := range all {
		kind, ok := names[name]
		if !ok {
			t.Errorf("%s has no status and no title", name)
		} else if kind.code < 400 || kind.code > 599 || kind.title.EN == "" || kind.title.FR == "" || kind.title.EN == kind.title.FR {
			t.Errorf("%s: %+v", name, kind)
		}
	}
	for name := range names {
		if !slices.Contains(all, name) {
			t.Errorf("nothing refuses with %s", name)
		}
	}
}

// A route declares only names that there are, and each name that some route's test meets is declared: see is.
func TestRoutesDeclareRefusals(t *testing.T) {
	h := newHouse(t, Options{Picture: drawn})
	for _, r := range h.routes {
		for _, name := range r.refusals() {
			if _, ok := names[name]; !ok {
				t.Errorf("%s declares %s, which is no refusal", r.id, name)
			}
		}
		if r.keyed && !slices.Contains(r.refused, "key_missing") {
			t.Errorf("%s takes a key and does not declare that it may be missing", r.id)
		}
	}
}

func TestProblemsInBothLanguages(t *testing.T) {
	h := newHouse(t, Options{Limits: free})
	for accept, want := range map[string][2]string{
		"":                          {"en", "log in first"},
		"fr":                        {"fr", "connectez-vous d’abord"},
		"fr-CA,en;q=0.5":            {"fr", "connectez-vous d’abord"},
		"en;q=0.5, fr;q=0.9":        {"fr", "connectez-vous d’abord"},
		"de,es":                     {"en", "log in first"},
		"fr;q=0, en":                {"en", "log in first"},
		"fr;q=2;q=x, en;q=-1, \x7f": {"en", "log in first"},
	} {
		r := h.as("").get("/api/me", "Accept-Language: "+accept).is(401, "log_in")
		var p Problem
		r.into(&p)
		if p.Detail != want[1] || r.head.Get("Content-Language") != want[0] {
			t.Errorf("%q: %s %q", accept, r.head.Get("Content-Language"), p.Detail)
		}
		if p.Type != "/api/#log_in" || p.Status != 401 || p.Title == "" || p.Instance != "urn:request:"+r.head.Get("X-Request-Id") {
			t.Errorf("%+v", p)
		}
	}
	var p Problem
	h.rich().post("/api/tickets", `{"game":7,"coumt":1}`, "Idempotency-Key: a", "Accept-Language: fr").is(422, "invalid").into(&p)
	var places []string
	for _, f := range p.Errors {
		places = append(places, f.Where+" "+f.Message)
	}
	slices.Sort(places)
	want := []string{"body il manque le membre count", "body.coumt ce membre n’existe pas", "body.game un texte est attendu"}
	if !slices.Equal(places, want) {
		t.Errorf("%q", places)
	}
}

// Each sentence begins as one of huma's does, and none of huma's sentences goes out untranslated.
func TestSentencesAreHumas(t *testing.T) {
	humas := []string{
		validation.MsgUnexpectedProperty, validation.MsgExpectedBoolean, validation.MsgExpectedInteger, validation.MsgExpectedNumber, validation.MsgExpectedString,
		validation.MsgExpectedArray, validation.MsgExpectedObject, validation.MsgExpectedOneOf, validation.MsgExpectedMinimumNumber, validation.MsgExpectedMaximumNumber,
		validation.MsgExpectedMinLength, validation.MsgExpectedMaxLength, validation.MsgExpectedRequiredProperty,
	}
	for _, message := range humas {
		if translated(message, money.FR) == message || strings.Contains(translated(message, money.FR), "expected") {
			t.Errorf("%q is not in French", message)
		}
	}
	if got := translated("anything else with a secret", money.EN); got != "not as it should be" {
		t.Errorf("an unknown sentence goes out: %q", got)
	}
}

// What nobody foresaw goes into the log, and nothing of it to whoever asked.
func TestUnknownErrorsStayInside(t *testing.T) {
	h := newHouse(t, Options{Limits: free})
	p := h.problem(&call{lang: money.EN, id: "17"}, errors.New("pq: the password is hunter2"))
	if p.Status != 500 || p.Name != "internal" || strings.Contains(p.Detail, "hunter2") {
		t.Errorf("%+v", p)
	}
	if !strings.Contains(h.log.String(), "hunter2") || !strings.Contains(h.log.String(), `"request":"17"`) {
		t.Error("the log does not say what was wrong")
	}
	if p := h.problem(&call{lang: money.FR}, &shop.Refusal{Name: "brand_new", Text: money.Text{EN: "new", FR: "neuf"}}); p.Status != 409 || p.Detail != "neuf" {
		t.Errorf("a refusal that has no line yet: %+v", p)
	}
}

// A house that stops says so by name.
func TestStoppedHouse(t *testing.T) {
	h := newHouse(t, Options{Limits: free})
	s := h.rich()
	if err := h.shop.Close(); err != nil {
		t.Fatal(err)
	}
	r := s.post("/api/withdrawals", `{"amount":1,"play":true}`, "Idempotency-Key: late").is(503, "stopping")
	if r.head.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
	s.get("/readyz").is(503, "not_ready")
	s.get("/healthz").is(200, "")
	h.api.shop, h.shop = h.shop, nil
}
