package main

import (
	"fmt"
	"strconv"
	"strings"

	"tirage/bingo"
	"tirage/internal/visible"
	"tirage/money"
	"tirage/odds"
)

// tongue writes sheets, ledgers and lists in a language: the texts of french, and numbers as it writes them.
type tongue money.Lang

// frenches are the French of all verbs. No text is in two of them.
var frenches = []map[string]string{french, frenchRefusals, frenchHouse, frenchKeeper, frenchCounter, frenchRoom}

// in returns an English text in the language, its verbs filled in with arguments that have words of their own in it, each
// on one line whatever it holds. A text that has no French stays English.
func (t tongue) in(text string, args ...any) string {
	if money.Lang(t) == money.FR {
		for _, words := range frenches {
			if other, ok := words[text]; ok {
				text = other
				break
			}
		}
	}
	if len(args) == 0 {
		return text
	}
	said := make([]any, len(args))
	for i, a := range args {
		switch a := a.(type) {
		case error:
			said[i] = sayIn(a, money.Lang(t))
		case spoken:
			said[i] = visible.Line(a.In(money.Lang(t)))
		case string:
			said[i] = visible.Line(a)
		default:
			said[i] = a
		}
	}
	return fmt.Sprintf(text, said...)
}

// heads returns the heads of a table in the language; "<" before one sets its column to the left.
func (t tongue) heads(texts ...string) []string {
	for i, text := range texts {
		head := strings.TrimPrefix(text, "<")
		texts[i] = text[:len(text)-len(head)] + t.in(head)
	}
	return texts
}

// count writes a count with its thousands apart.
func (t tongue) count(n int64) string { return group(n, money.Lang(t)) }

// number writes digits with a decimal point, "22132.02", as the language does; words stand as they are, translated.
func (t tongue) number(plain string) string {
	sign := ""
	if strings.HasPrefix(plain, "-") {
		sign, plain = "-", plain[1:]
	}
	whole, decimals, broken := strings.Cut(plain, ".")
	if whole == "" || strings.Trim(whole+decimals, "0123456789") != "" {
		return t.in(sign + plain)
	}
	point, apart := ".", ","
	if money.Lang(t) == money.FR {
		point, apart = ",", "\u202f"
	}
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + apart + whole[i:]
	}
	if !broken {
		return sign + whole
	}
	return sign + whole + point + decimals
}

// percent writes a number of per cent with its sign.
func (t tongue) percent(number string) string {
	if money.Lang(t) == money.FR {
		return t.number(number) + "\u202f%"
	}
	return t.number(number) + " %"
}

// value writes a value of a sheet: a number, one in per cent, "1 in 3.81"; all else stands as it is.
func (t tongue) value(plain string) string {
	if number, ok := strings.CutSuffix(plain, " %"); ok {
		return t.percent(number)
	}
	if number, ok := strings.CutPrefix(plain, "1 in "); ok {
		return t.in("1 in") + " " + t.number(number)
	}
	return t.number(plain)
}

// share writes a chance in per cent with its sign.
func (t tongue) share(c odds.Chance) string { return t.percent(c.Percent()) }

// oneIn writes 1 ÷ a chance.
func (t tongue) oneIn(c odds.Chance) string { return t.number(c.OneIn()) }

// sure is how often intervals hold the truth.
func (t tongue) sure() string { return t.percent(strings.TrimSuffix(odds.Confidence, " %")) }

// cards is a count of cards, or a span of it, in words.
func (t tongue) cards(n string) string { return t.some(n, "1 card", "%s cards") }

// players is a count of players, or a span of it, in words.
func (t tongue) players(n string) string { return t.some(n, "1 player", "%s players") }

// state is where a draw stands, by the name that it has in files.
func (t tongue) state(name string) string {
	for s := bingo.Planned; s <= bingo.Voided; s++ {
		if s.String() == name {
			return s.In(money.Lang(t))
		}
	}
	return strconv.Quote(name)
}

func (t tongue) some(n, one, more string) string {
	if n == "1" {
		return t.in(one)
	}
	return t.in(more, n)
}

// notice writes what must be known of a game, under its heading; a text that begins with the word of the heading has it once.
func (t tongue) notice(heading string, text money.Text) string {
	heading, said := t.in(heading), text.In(money.Lang(t))
	if rest := strings.TrimPrefix(strings.ToUpper(said), heading); rest != strings.ToUpper(said) && strings.HasPrefix(rest, ",") {
		return heading + said[strings.Index(said, ","):]
	}
	return heading + ": " + said
}
