package mechanic

import (
	"testing"

	"tirage/money"
	"tirage/scratch"
)

// fixture is a mechanic with parameters, and a reading of it written for the tests alone.
type fixture struct {
	name, kind, params string
	naive              func(z map[string][]string) naive // nil if its own tests read it
}

const (
	vegasAmounts  = `[3, 6, 9, 15, 50, 100, 1000, 50000]`
	sportsAmounts = `[5, 50, 500, 10000]`
)

// whole are the surfaces as the regulations describe them.
var whole = []fixture{
	{"bingo game 1", "bingo-lines", bingoReal, nil},
	{"roulette", "matching-numbers", `{"numbers": [1, 2, 4, 5, 7, 8, "10-14", "16-36"], "winning": 4, "stakes": 3, "amounts": [3, 6, 9, 15, 50, 100, 1000],
		"articles": {"win": "4.2.3", "lose": "4.2.4", "elements": "4.2.2"}}`, naiveMatching},
	{"craps", "dice-sum", `{"dice": 2, "faces": 6, "target": 7, "amounts": ` + vegasAmounts + `,
		"articles": {"win": "4.3.3", "lose": "4.3.4", "elements": "4.3.2"}}`, naiveDice(7)},
	{"duel", "beat-the-bank", `{"order": [2, 3, 4, 5, 6, 7, 8, 9, 10, "V", "D", "R", "AS"], "bank_excludes": ["AS"], "cards": 3, "amounts": ` + vegasAmounts + `,
		"articles": {"win": "4.4.4", "lose": "4.4.5", "elements": "4.4.2", "bank": "4.4.3"}}`, naiveBank},
	{"jackpot", "symbol-lines", `{"symbols": ["cherry", "bell", "seven", "bar", "clover", "horseshoe", "star", "diamond"], "amounts": ` + vegasAmounts + `,
		"articles": {"win": "4.5.3", "lose": "4.5.4", "elements": "4.5.2"}}`, naiveLines},
	{"bonus", "shown-amount", `{"amounts": [0, 3, 6, 9, 15, 50], "articles": {"win": "4.6.3", "lose": "4.6.4", "elements": "4.6.2"}}`, naiveShown},
	{"bingo game 2", "same-order", `{"symbols": [{"id": "clover", "fr": "trèfle", "en": "clover"}, {"id": "star", "fr": "étoile", "en": "star"}, {"id": "bell", "fr": "cloche", "en": "bell"},
		{"id": "moon", "fr": "lune", "en": "moon"}, {"id": "sun", "fr": "soleil", "en": "sun"}, {"id": "key", "fr": "clé", "en": "key"}, {"id": "crown", "fr": "couronne", "en": "crown"},
		{"id": "heart", "fr": "cœur", "en": "heart"}, {"id": "apple", "fr": "pomme", "en": "apple"}, {"id": "hat", "fr": "chapeau", "en": "hat"}],
		"cells": 3, "amounts": [20, 30, 50, 100, 200, "2 000"], "articles": {"win": "4.3.4", "lose": "4.3.5", "elements": "4.3.2"}}`, naiveOrder},
	{"cycling", "lower-value", `{"print": {"from": "4:50.00", "to": "5:09.99"}, "amounts": ` + sportsAmounts + `,
		"articles": {"win": "3.2.3", "lose": "3.2.3", "elements": "3.2.2"}}`, naiveLower("4:50.00", "5:09.99")},
	{"athletics", "bands", `{"values": 3, "print": {"from": "4.0", "to": "9.9"}, "unit": {"fr": "mètres", "en": "metres"}, "pictures": ["runner", "jumper"],
		"bands": [{"from": "6.1", "to": "7.0", "pays": 5}, {"from": "7.1", "to": 8, "pays": 50}, {"from": "8,1", "to": "9", "pays": 500}, {"from": "9.1", "pays": 10000}],
		"articles": {"win": "3.3.3", "lose": "3.3.3", "elements": "3.3.2"}}`, naiveAthletics("4,0", "9,9")},
	{"judo", "two-alike", `{"symbols": [{"id": "ippon", "fr": "ippon seoi nage", "en": "ippon seoi nage"}, {"id": "ogoshi", "fr": "o goshi", "en": "o goshi"}, {"id": "uchimata", "fr": "uchi mata", "en": "uchi mata"}],
		"amounts": ` + sportsAmounts + `, "articles": {"win": "3.4.3", "lose": "3.4.3", "elements": "3.4.2"}}`, naiveAlike},
	{"handball", "path", `{"nodes": ["start", "left", "right", "goal"], "paths": [["start", "left", "goal"], ["start", "right", "goal"]], "amounts": ` + sportsAmounts + `,
		"articles": {"win": "3.5.3", "lose": "3.5.3", "elements": "3.5.2"}}`, naiveHandball},
	{"swimming", "symbol-count", `{"symbols": [{"id": "medal", "fr": "médaille", "en": "medal"}, "whistle", "swimsuit", "goggles", "fins", "board", "cap", "trunks", "ring", "mask"],
		"count": "medal", "pays": ` + sportsAmounts + `, "articles": {"win": "3.6.3", "lose": "3.6.3", "elements": "3.6.2"}}`, naiveSwimming},
}

const anyArticles = `"articles": {"win": "1", "lose": "2", "elements": "3"}`

// small are surfaces of which all faces can be listed.
var small = []fixture{
	{"matching", "matching-numbers", `{"numbers": ["1-4"], "winning": 2, "stakes": 2, "amounts": [1, 2, 3], ` + anyArticles + `}`, naiveMatching},
	{"matching three stakes", "matching-numbers", `{"numbers": ["5-8"], "winning": 1, "stakes": 3, "amounts": [1, 2], ` + anyArticles + `}`, naiveMatching},
	{"matching one stake", "matching-numbers", `{"numbers": ["1-5"], "winning": 3, "stakes": 1, "amounts": [1], ` + anyArticles + `}`, naiveMatching},
	{"dice", "dice-sum", `{"amounts": [1, 2], ` + anyArticles + `}`, naiveDice(7)},
	{"three dice", "dice-sum", `{"dice": 3, "faces": 4, "target": 5, "amounts": [2], ` + anyArticles + `}`, naiveDice(5)},
	{"bank", "beat-the-bank", `{"order": [2, 3, 10, "V", "AS"], "bank_excludes": ["AS"], "cards": 3, "amounts": [1, 2], ` + anyArticles + `}`, naiveBank},
	{"bank with gaps", "beat-the-bank", `{"order": [2, 3, 10, "V", "AS"], "bank_excludes": [2, 10], "cards": 2, "amounts": [1], ` + anyArticles + `}`, naiveBank},
	{"lines", "symbol-lines", `{"symbols": ["a", "b"], "lines": 2, "cells": 3, "amounts": [1, 2, 3], ` + anyArticles + `}`, naiveLines},
	{"pairs", "symbol-lines", `{"symbols": ["a", "b", "c"], "lines": 2, "cells": 2, "amounts": [1, 2], "weights_by_spots": [3, 1], ` + anyArticles + `}`, naiveLines},
	{"three lines", "symbol-lines", `{"symbols": ["a", "b"], "lines": 3, "cells": 2, "amounts": [1, 2], ` + anyArticles + `}`, naiveLines},
	{"shown", "shown-amount", `{"amounts": [2, 0, 1], ` + anyArticles + `}`, naiveShown},
	{"order", "same-order", `{"symbols": ["a", "b", "c"], "cells": 2, "captions": false, "amounts": [1, 2], ` + anyArticles + `}`, naiveOrder},
	{"lower", "lower-value", `{"from": "0:59.98", "to": "1:00.05", "print": {"from": "0:59.99", "to": "1:00.03"}, "amounts": [1, 2], ` + anyArticles + `}`, naiveLower("0:59.99", "1:00.03")},
	{"bands", "bands", `{"values": 3, "from": "5.6", "to": "9.4", "print": {"from": "5.8", "to": "9.2"}, "bands": [{"from": "6.1", "to": "7.0", "pays": 5}, {"from": "7.1", "to": 8, "pays": 50}, {"from": "8,1", "to": "9", "pays": 500}, {"from": "9.1", "pays": 10000}],
		"pictures": ["x", "y"], ` + anyArticles + `}`, naiveAthletics("5,8", "9,2")},
	{"alike", "two-alike", `{"symbols": ["a", "b", "c", "d"], "captions": ["amount"], "amounts": [1, 2], ` + anyArticles + `}`, naiveAlike},
	{"handball", "path", `{"nodes": ["start", "left", "right", "goal"], "paths": [["start", "left", "goal"], ["start", "right", "goal"]], "amounts": [1, 2], ` + anyArticles + `}`, naiveHandball},
	{"count", "symbol-count", `{"symbols": ["whistle", "medal", "cap"], "count": "medal", "pays": ` + sportsAmounts + `, ` + anyArticles + `}`, naiveSwimming},
}

func (f fixture) make(t testing.TB) scratch.Mechanic {
	t.Helper()
	return newMechanic(t, f.kind, f.params)
}

func newMechanic(t testing.TB, kind, params string) scratch.Mechanic {
	t.Helper()
	m, problems := New(kind, []byte(params), Env{Currency: money.EUR, Lang: money.FR})
	for _, p := range problems {
		t.Errorf("%s: %s: %v (%s)", kind, p.Name, p, p.Hint)
	}
	if len(problems) > 0 || m == nil {
		t.FailNow()
	}
	return m
}

func cellCount(m scratch.Mechanic) (n int) {
	for _, z := range m.Zones() {
		n += z.Cells
	}
	return n
}

// eachCell calls visit with the zone of every cell.
func eachCell(m scratch.Mechanic, visit func(cell int, z scratch.Zone)) {
	at := 0
	for _, z := range m.Zones() {
		for range z.Cells {
			visit(at, z)
			at++
		}
	}
}

// figures shows cells as a person sees them: by zone what is printed, "" for nothing, "#" for something that belongs elsewhere.
func figures(m scratch.Mechanic, cells []scratch.Code) map[string][]string {
	seen := map[string][]string{}
	eachCell(m, func(cell int, z scratch.Zone) {
		figure := z.Alphabet.At(cells[cell]).Figure
		if figure == "" && cells[cell] != scratch.Missing {
			figure = "#"
		}
		seen[z.ID] = append(seen[z.ID], figure)
	})
	return seen
}
