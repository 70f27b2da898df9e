package words

import (
	"strings"

	"tirage/money"
)

// noun is a unit of money, in the singular and the plural of both languages; her tells that it is feminine in French.
type noun struct {
	one, many money.Text
	her       bool
}

// names has a currency's unit and minor unit.
type names struct{ unit, minor noun }

// regular is a noun that takes an s in both languages, and masculine in French.
func regular(fr, en string) noun {
	return noun{one: money.Text{FR: fr, EN: en}, many: money.Text{FR: fr + "s", EN: en + "s"}}
}

// namesOf returns the names of the currencies in which tickets in French or English are sold.
func namesOf(code string) (names, bool) {
	franc, centime, dollar := regular("franc", "franc"), regular("centime", "centime"), regular("dollar", "dollar")
	switch code {
	case "EUR":
		return names{regular("euro", "euro"), regular("centime", "cent")}, true
	case "FRF", "BEF", "CHF":
		return names{franc, centime}, true
	case "XPF", "XAF", "XOF": // without a minor unit
		return names{unit: franc}, true
	case "USD", "CAD", "AUD", "NZD":
		return names{dollar, regular("cent", "cent")}, true
	case "GBP":
		pound := regular("livre", "pound")
		pound.her = true
		return names{pound, noun{one: money.Text{FR: "penny", EN: "penny"}, many: money.Text{FR: "pence", EN: "pence"}}}, true
	}
	return names{}, false
}

// Knows reports whether a currency has words: whether Amount writes letters and no figures.
func Knows(cur money.Currency) bool {
	n, ok := namesOf(cur.Code)
	return ok && (cur.Digits == 0 || n.minor.one != money.Text{})
}

// Amount returns an amount of a currency that Knows in words: "vingt euros", "cinquante centimes", "un euro et cinquante
// centimes", "deux millions d'euros", "mille francs"; "one million euros", "one euro and fifty cents". A part of zero is
// left out, unless both are. An amount of another currency, which has no names here, is written as its Format has it.
func Amount(a money.Cents, cur money.Currency, lang money.Lang) string {
	n, _ := namesOf(cur.Code)
	unit := uint64(cur.Unit())
	if !Knows(cur) || unit == 0 {
		return cur.Format(a, lang)
	}
	m := magnitude(int64(a))
	whole, minor := counted(m/unit, n.unit, lang), counted(m%unit, n.minor, lang)
	and := " and "
	if lang == money.FR {
		and = " et "
	}
	switch {
	case m%unit == 0:
		return minus(a < 0, lang) + whole
	case m < unit:
		return minus(a < 0, lang) + minor
	}
	return minus(a < 0, lang) + whole + and + minor
}

// counted returns a number of things. French says "de" after a number that ends in a noun (million and above), and has a
// singular for zero as for one.
func counted(n uint64, thing noun, lang money.Lang) string {
	if lang != money.FR {
		if n == 1 {
			return englishNumber(n) + " " + thing.one.EN
		}
		return englishNumber(n) + " " + thing.many.EN
	}
	number, name := frenchNumber(n), thing.many.FR
	if n < 2 {
		name = thing.one.FR
	}
	if thing.her && strings.HasSuffix(number, "un") {
		number += "e"
	}
	if n > 0 && n%1e6 == 0 {
		if strings.ContainsRune("aeiouy", rune(name[0])) {
			return number + " d'" + name
		}
		return number + " de " + name
	}
	return number + " " + name
}
