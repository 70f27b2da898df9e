package words

import (
	"strings"

	"tirage/money"
)

// names has a currency's unit and minor unit in the singular, in both languages. All are masculine in French, and all
// take an s.
type names struct {
	unit, minor money.Text
}

// namesOf returns the names of the currencies that have been needed.
func namesOf(code string) (names, bool) {
	switch code {
	case "EUR":
		return names{money.Text{FR: "euro", EN: "euro"}, money.Text{FR: "centime", EN: "cent"}}, true
	case "FRF":
		return names{money.Text{FR: "franc", EN: "franc"}, money.Text{FR: "centime", EN: "centime"}}, true
	}
	return names{}, false
}

// Amount returns an amount of euros or francs in words: "vingt euros", "cinquante centimes", "un euro et cinquante
// centimes", "deux millions d'euros", "mille francs"; "one million euros", "one euro and fifty cents". A part of zero is
// left out, unless both are. An amount of another currency, which has no names here, is written as its Format has it.
func Amount(a money.Cents, cur money.Currency, lang money.Lang) string {
	n, ok := namesOf(cur.Code)
	unit := uint64(cur.Unit())
	if !ok || unit == 0 {
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
func counted(n uint64, thing money.Text, lang money.Lang) string {
	if lang != money.FR {
		return englishNumber(n) + " " + plural(thing.In(lang), n != 1)
	}
	noun := plural(thing.FR, n > 1)
	if n > 0 && n%1e6 == 0 {
		if strings.ContainsRune("aeiouy", rune(noun[0])) {
			return frenchNumber(n) + " d'" + noun
		}
		return frenchNumber(n) + " de " + noun
	}
	return frenchNumber(n) + " " + noun
}
