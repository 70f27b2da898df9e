package mechanic

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tirage/money"
	"tirage/scratch"
)

// mistakes are parameters with the names and places of everything that is wrong with them.
var mistakes = []struct{ kind, params, want string }{
	{"matching-number", `{}`, `unknown_mechanic@`},
	{"dice-sum", ``, `wrong_type@ missing_field@ missing_field@`},
	{"dice-sum", `[]`, `wrong_type@ missing_field@ missing_field@`},
	{"dice-sum", `{"amounts": [1], ` + anyArticles, `bad_json@`},
	{"dice-sum", `{"amounts": [1], ` + anyArticles + `} {}`, `bad_json@`},
	{"dice-sum", `{"amounts": [1], "amounts": [2], ` + anyArticles + `}`, `repeated_field@/amounts`},
	{"dice-sum", `{"amounts": [1], "articles": {"win": "1", "lose": "2"}}`, `missing_article@/articles`},
	{"dice-sum", `{"amounts": [1], "articles": {"win": "1", "dice": "3", "amount": "4"}}`, `missing_field@/articles`},
	{"dice-sum", `{"amounts": [1], "articles": {"win": 4.3, "lose": "2", "elements": "3", "amout": "3"}}`, `wrong_type@/articles/win unknown_field@/articles/amout`},
	{
		"dice-sum", `{"amounts": [], "targt": 7, "faces": 1, "dice": 2.5, ` + anyArticles + `}`,
		`wrong_type@/dice out_of_range@/faces empty_list@/amounts unknown_field@/targt`,
	},
	{
		"dice-sum", `{"amounts": [5, 5, 0, -3, "x", 0.5, "0.505", {}, "1e99999999", 99999999999999999], ` + anyArticles + `}`,
		`repeated_amount@/amounts/1 zero_amount@/amounts/2 negative_amount@/amounts/3 bad_amount@/amounts/4 unquoted_decimal@/amounts/5 bad_amount@/amounts/6 wrong_type@/amounts/7 bad_amount@/amounts/8 bad_amount@/amounts/9`,
	},
	{"dice-sum", `{"amounts": ["99 999 999 999 999"], ` + anyArticles + `}`, `amount_too_large@/amounts/0`},
	{"dice-sum", `{"amounts": [5], "target": 13, ` + anyArticles + `}`, `no_winning_face@/target`},
	{"dice-sum", `{"amounts": [5], "dice": 6, "faces": 20, "target": 13, ` + anyArticles + `}`, `too_many_faces@/dice`},
	{
		"dice-sum", `{"amounts": [5], "captions": ["dise"], "names": {"dices": {"fr": "x"}, "dice": {"de": "x"}}, ` + anyArticles + `}`,
		`unknown_zone@/captions/0 empty_text@/names/dice unknown_field@/names/dices unknown_field@/names/dice/de`,
	},
	{"dice-sum", `{"amounts": [5], "captions": "yes", ` + anyArticles + `}`, `wrong_type@/captions`},

	{"matching-numbers", `{"numbers": ["1-6"], "amounts": [1], ` + anyArticles + `}`, `no_losing_face@/numbers`},
	{
		"matching-numbers", `{"numbers": ["1-40", 7, "9-8", "x", 1.5, -1, "1-99999", null], "amounts": [1], ` + anyArticles + `}`,
		`repeated_number@/numbers/1 bad_number@/numbers/2 bad_number@/numbers/3 bad_number@/numbers/4 bad_number@/numbers/5 bad_number@/numbers/6 wrong_type@/numbers/7`,
	},
	{"matching-numbers", `{"numbers": ["1-129"], "amounts": [1], ` + anyArticles + `}`, `list_too_long@/numbers`},
	{"matching-numbers", `{"numbers": ["1-20"], "amounts": [1], "weights_by_spots": [1, 2], ` + anyArticles + `}`, `wrong_length@/weights_by_spots`},
	{"matching-numbers", `{"numbers": ["1-20"], "amounts": [1], "weights_by_spots": [0, 0, 0], ` + anyArticles + `}`, `no_weight@/weights_by_spots`},
	{"matching-numbers", `{"numbers": ["1-20"], "winning": 1, "amounts": [1], "weights_by_spots": [0, 1, 0], ` + anyArticles + `}`, `no_weight@/weights_by_spots`},
	{"matching-numbers", `{"numbers": ["1-20"], "stakes": 8, "winning": 8, "amounts": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], ` + anyArticles + `}`, `too_many_outcomes@/amounts`},

	{"beat-the-bank", `{"order": ["2", "3"], "bank_excludes": ["2"], "amounts": [1], ` + anyArticles + `}`, `no_winning_face@/bank_excludes`},
	{"beat-the-bank", `{"order": ["2", "3"], "bank_excludes": ["2", "3", "4"], "amounts": [1], ` + anyArticles + `}`, `unknown_card@/bank_excludes/2 no_winning_face@/bank_excludes`},
	{"beat-the-bank", `{"order": ["2", "2", "a|b", "3"], "amounts": [1], ` + anyArticles + `}`, `repeated_symbol@/order/1 bad_id@/order/2`},

	{"symbol-lines", `{"symbols": ["a"], "amounts": [1], ` + anyArticles + `}`, `no_losing_face@/symbols`},
	{"symbol-lines", `{"symbols": ["a", "b"], "amounts": [1], "captions": ["line_1"], ` + anyArticles + `}`, `missing_caption@/symbols missing_caption@/symbols`},
	{"shown-amount", `{"amounts": [1, 2], ` + anyArticles + `}`, `no_losing_face@/amounts`},
	{"shown-amount", `{"amounts": [0], ` + anyArticles + `}`, `no_winning_face@/amounts`},
	{"shown-amount", `{"amounts": [0, 1, 0], ` + anyArticles + `}`, `repeated_amount@/amounts/2`},
	{"same-order", `{"symbols": [{"id": "a", "fr": "a"}], "amounts": [1], ` + anyArticles + `}`, `no_losing_face@/symbols`},
	{"same-order", `{"symbols": [{"id": "a", "fr": "a"}, {"fr": "b"}], "amounts": [1], "cells": 9, ` + anyArticles + `}`, `missing_field@/symbols/1 out_of_range@/cells no_losing_face@/symbols`},
	{"two-alike", `{"symbols": [{"id": "a", "fr": "a"}, {"id": "b", "name": "b"}], "amounts": [1], ` + anyArticles + `}`, `missing_caption@/symbols unknown_field@/symbols/1/name`},

	{"two-alike", `{"symbols": [{"id": "a", "en": "a"}, {"id": "b", "fr": "b"}, {"id": "c", "fr": " ", "en": "c"}], "amounts": [1], ` + anyArticles + `}`, `missing_caption@/symbols missing_caption@/symbols`},

	{"lower-value", `{"print": {"from": "5:00.00", "to": "5:00.00"}, "amounts": [1], ` + anyArticles + `}`, `no_choice@/print/to`},
	{"lower-value", `{"print": {"from": "5:60.00"}, "amounts": [1], ` + anyArticles + `}`, `missing_field@/print bad_time@/print/from`},
	{"lower-value", `{"print": {"from": "5:60.00", "to": "6:00.00"}, "amounts": [1], ` + anyArticles + `}`, `bad_time@/print/from`},
	{"lower-value", `{"amounts": [1], ` + anyArticles + `}`, `missing_field@`},
	{"lower-value", `{"to": "5:00.00", "print": {"from": "4:00.00", "to": "5:00.01"}, "amounts": [1], ` + anyArticles + `}`, `out_of_range@/print/to`},
	{"lower-value", `{"to": "99:00.00", "print": {"from": "4:00.00", "to": "5:00.00"}, "amounts": [1], ` + anyArticles + `}`, `out_of_range@/to`},
	{"lower-value", `{"print": {"from": "6:00.00", "to": "5:00.00"}, "amounts": [1], ` + anyArticles + `}`, `bad_range@/print/to`},
	{"bands", bandsWith(`[{"from": "6.1", "to": "7.0", "pays": 5}, {"from": "7.2", "pays": 50}]`), `band_gap@/bands/1`},
	{"bands", bandsWith(`[{"from": "6.1", "to": "7.0", "pays": 5}, {"from": 7, "pays": 50}]`), `band_overlap@/bands/1`},
	{"bands", bandsWith(`[{"from": "6.1", "to": "7.0", "pays": 5}]`), `last_band_closed@/bands/0`},
	{"bands", bandsWith(`[{"from": "6.1", "pays": 5}, {"from": "7.1", "pays": 5}]`), `open_band@/bands/0`},
	{"bands", bandsWith(`[{"from": "4.0", "pays": 5}]`), `no_losing_face@/bands/0`},
	{
		"bands", bandsWith(`[{"from": "6.1", "to": "6.0", "pays": 5}, {"from": "6.15", "pays": 0}, {"from": 6.2, "pays": 1, "till": 7}]`),
		`bad_range@/bands/0/to zero_amount@/bands/1/pays bad_value@/bands/1/from unquoted_decimal@/bands/2/from unknown_field@/bands/2/till`,
	},
	{"bands", bandsWith(`[{"from": "6.1", "to": "100", "pays": 5}, {"from": "100.1", "pays": 6}]`), `band_out_of_range@/bands/0 band_out_of_range@/bands/1`},
	{"bands", bandsWith(`[{"from": "6.1", "to": "12", "pays": 5}, {"from": "12.1", "pays": 6}]`), `band_not_printed@/bands/1`},

	{"path", pathWith(`["a", "b"]`, `[["a", "c"]]`), `unknown_node@/paths/0/1`},
	{"path", pathWith(`["a", "b"]`, `[["a"]]`), `unused_node@/nodes`},
	{"path", pathWith(`["a", "b"]`, `[["a", "b"], ["b", "a"], []]`), `repeated_path@/paths/1 empty_list@/paths/2`},
	{"path", pathWith(`["a", "b"]`, `[["a", "b", "a"]]`), `repeated_node@/paths/0/2`},
	{"path", pathWith(`["a", "amount"]`, `[["a", "amount"]]`), `repeated_zone@/nodes`},
	{"path", pathWith(`["a"]`, `[["a"]], "cross": "ball"`), `repeated_symbol@/cross`},

	{"symbol-count", `{"symbols": ["a", "b"], "count": "c", "pays": [1], ` + anyArticles + `}`, `unknown_symbol@/count`},
	{"symbol-count", `{"symbols": ["a", "b"], "pays": [1, 0], ` + anyArticles + `}`, `zero_amount@/pays/1 missing_field@`},
}

// TestProblems: each mistake is named at its place. All of one file's are found at once.
func TestProblems(t *testing.T) {
	for _, c := range mistakes {
		m, problems := New(c.kind, []byte(c.params), Env{Currency: money.EUR})
		var got []string
		for _, p := range problems {
			got = append(got, p.Name+"@"+p.Path)
			if p.Message == "" || p.Hint == "" {
				t.Errorf("%s: no message or hint in %+v", c.params, p)
			}
		}
		if strings.Join(got, " ") != c.want || (m == nil) != (len(problems) > 0) {
			t.Errorf("%s %s:\n got %s\nwant %s", c.kind, c.params, strings.Join(got, " "), c.want)
		}
	}
}

func bandsWith(bands string) string {
	return `{"print": {"from": "4.0", "to": "9.9"}, "bands": ` + bands + `, ` + anyArticles + `}`
}

func pathWith(nodes, paths string) string {
	return fmt.Sprintf(`{"nodes": %s, "paths": %s, "amounts": [1], %s}`, nodes, paths, anyArticles)
}

func TestSuggestions(t *testing.T) {
	known := []string{"winning", "stakes", "amounts"}
	for word, want := range map[string]string{
		"wining": `did you mean "winning"?`, "amount": `did you mean "amounts"?`, "prices": "known are: amounts, stakes, winning",
		strings.Repeat("x", 10_000): "known are: amounts, stakes, winning",
	} {
		if got := scratch.Suggest(word, known); got != want {
			t.Errorf("%.20q: %s", word, got)
		}
	}
	if known[0] != "winning" {
		t.Error("the list was sorted in place")
	}
}

// TestWeightsBySpots: for each total, the ways with one winning spot weigh together as 60, those with two as 25, those with three as 10, shared equally.
func TestWeightsBySpots(t *testing.T) {
	for _, name := range []string{"roulette", "jackpot"} {
		f := whole[slices.IndexFunc(whole, func(f fixture) bool { return f.name == name })]
		m := f.make(t)
		type group struct {
			together uint64
			each     map[uint64]bool
		}
		totals := map[money.Cents]map[int]*group{}
		for _, o := range m.Outcomes()[1:] {
			if totals[o.Total()] == nil {
				totals[o.Total()] = map[int]*group{}
			}
			g := totals[o.Total()][len(o.Shown)]
			if g == nil {
				g = &group{each: map[uint64]bool{}}
				totals[o.Total()][len(o.Shown)] = g
			}
			g.together += o.Weight
			g.each[o.Weight] = true
		}
		want := []uint64{0, 60, 25, 10}
		mixed := 0
		for total, groups := range totals {
			for k, g := range groups {
				if len(g.each) != 1 {
					t.Errorf("%s, %d with %d spots: not shared equally", name, total, k)
				}
				for l, h := range groups {
					if g.together*want[l] != h.together*want[k] {
						t.Errorf("%s, %d: %d spots weigh %d, %d spots %d", name, total, k, g.together, l, h.together)
					}
					if k != l {
						mixed++
					}
				}
			}
		}
		if mixed == 0 {
			t.Errorf("%s: no total is reached with different numbers of spots", name)
		}
	}
}

// TestNoWeightIsNotPrinted: a number of winning spots of weight zero is no outcome.
func TestNoWeightIsNotPrinted(t *testing.T) {
	m := newMechanic(t, "matching-numbers", `{"numbers": ["1-9"], "amounts": [1, 2], "weights_by_spots": [1, 0, 2], `+anyArticles+`}`)
	count := map[int]int{}
	for _, o := range m.Outcomes() {
		count[len(o.Shown)]++
	}
	if fmt.Sprint(count) != "map[0:1 1:2 3:4]" {
		t.Errorf("outcomes by winning spots: %v", count)
	}
}

// TestAmountsWithoutWords: amounts of a currency that has no words are refused where they must be in letters, unless the caption table has them.
func TestAmountsWithoutWords(t *testing.T) {
	yen, err := money.ParseCurrency("JPY")
	if err != nil {
		t.Fatal(err)
	}
	params := []byte(`{"amounts": [0, 500], ` + anyArticles + `}`)
	for _, c := range []struct {
		table map[string]string
		want  int
	}{
		{nil, 2},
		{map[string]string{yen.Format(0, money.FR): "RIEN"}, 1},
		{map[string]string{yen.Format(0, money.FR): "RIEN", yen.Format(500, money.FR): "CINQ CENTS YENS"}, 0},
	} {
		_, problems := New("shown-amount", params, Env{Currency: yen, Lang: money.FR, Captions: c.table})
		if len(problems) != c.want {
			t.Errorf("%v: %v", c.table, problems)
		}
		for _, p := range problems {
			if p.Name != "missing_caption" || !strings.Contains(p.Hint, "JPY") || !strings.Contains(p.Message, "French") {
				t.Errorf("%s: %s (%s)", p.Name, p.Message, p.Hint)
			}
		}
	}
	if _, problems := New("shown-amount", []byte(`{"amounts": [0, 500], "captions": false, `+anyArticles+`}`), Env{Currency: yen, Lang: money.FR}); problems != nil {
		t.Error(problems)
	}
}
