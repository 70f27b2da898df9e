package main

import (
	"fmt"
	"strings"

	"tirage/money"
	"tirage/odds"
)

// tongue writes sheets, ledgers and lists in a language: the texts of french, and numbers as it writes them.
type tongue money.Lang

// in returns an English text in the language, its verbs filled in. A text that is not in french stays English.
func (t tongue) in(text string, args ...any) string {
	if money.Lang(t) == money.FR {
		if other, ok := french[text]; ok {
			text = other
		}
	}
	if len(args) == 0 {
		return text
	}
	return fmt.Sprintf(text, args...)
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
