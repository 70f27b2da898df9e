package mechanic

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"tirage/money"
)

// The bounds of parameters. They keep every sum of amounts far inside money.Cents and every alphabet inside scratch.Code.
const (
	maxAmount   = money.Cents(1e15) // minor units of one amount
	maxNumber   = 9999              // of a list of numbers
	maxSymbols  = 256               // in a list of symbols
	maxAmounts  = 64                // in a list of amounts
	maxOutcomes = 5000              // of one surface
)

// symbol is a drawing or a card as a parameter names it.
type symbol struct {
	id   string
	name money.Text // both languages filled, with the id if nothing else is written
	said money.Text // as it is written: what an inscription is made of
	bare bool       // no name was written
}

// named is a symbol that the program names.
func named(id string, name money.Text) symbol { return symbol{id: id, name: name, said: name} }

// isNumber reports whether a value is a JSON number.
func (it item) isNumber() bool {
	return len(it.raw) > 0 && (it.raw[0] == '-' || it.raw[0] >= '0' && it.raw[0] <= '9')
}

// asString reads a text.
func (p *params) asString(it item) (string, bool) {
	var s string
	if len(it.raw) == 0 || it.raw[0] != '"' || json.Unmarshal(it.raw, &s) != nil {
		p.wrongType(it, "a text")
		return "", false
	}
	return s, true
}

// asInt reads a whole number between lo and hi.
func (p *params) asInt(it item, lo, hi int) (int, bool) {
	n, err := strconv.Atoi(string(it.raw))
	if !it.isNumber() || err != nil {
		p.wrongType(it, "a whole number")
		return 0, false
	}
	if n < lo || n > hi {
		p.report(it.path, "out_of_range", "choose a number in that range", "%d is not between %d and %d", n, lo, hi)
		return 0, false
	}
	return n, true
}

// int reads a field that is a whole number between lo and hi, def when it is not written.
func (p *params) int(field string, def, lo, hi int) int {
	if !p.has(field) {
		return def
	}
	n, ok := p.asInt(p.item(field), lo, hi)
	if !ok {
		return def
	}
	return n
}

// bool reads a field that is true or false, def when it is not written.
func (p *params) bool(field string, def bool) bool {
	if !p.has(field) {
		return def
	}
	switch string(p.fields[field]) {
	case "true":
		return true
	case "false":
		return false
	}
	p.wrongType(p.item(field), "true or false")
	return def
}

// string reads a field that is a text, def when it is not written.
func (p *params) string(field, def string) string {
	if !p.has(field) {
		return def
	}
	s, ok := p.asString(p.item(field))
	if !ok {
		return def
	}
	return s
}

// text reads a field {fr, en}, def when it is not written; a language left out is taken from the other.
func (p *params) text(field string, def money.Text) money.Text {
	if !p.has(field) {
		return def
	}
	n := p.object(field, false)
	t := money.Text{FR: n.string("fr", ""), EN: n.string("en", "")}
	if t.FR == "" && t.EN == "" {
		p.wrong(field, "empty_text", "write {fr: …, en: …}", "%q has no text", field)
		return def
	}
	return money.Text{FR: t.In(money.FR), EN: t.In(money.EN)}
}

// decimal reads the text of a figure. A number with a decimal point must be quoted, because the languages that game files are
// written in read it as floating point.
func (p *params) decimal(it item, example string) (string, bool) {
	if !it.isNumber() {
		return p.asString(it)
	}
	text := string(it.raw)
	if strings.ContainsAny(text, ".eE") {
		p.report(it.path, "unquoted_decimal", fmt.Sprintf("write it in quotes, as %q", example), "%s is a number with decimals", shorten(it.raw))
		return "", false
	}
	return text, true
}

// asAmount reads an amount in the currency's main unit, zero or more.
func (p *params) asAmount(it item) (money.Cents, bool) {
	text, ok := p.decimal(it, "0.50")
	if !ok {
		return 0, false
	}
	a, err := money.Parse(text, p.env.Currency)
	switch {
	case err != nil:
		p.report(it.path, "bad_amount", `write an amount in the main unit, as 20, "0.50" or "1 000 000"`, "%v", err)
	case a < 0:
		p.report(it.path, "negative_amount", "an amount is at least zero", "%s is negative", text)
	case a > maxAmount:
		p.report(it.path, "amount_too_large", "check the zeros", "%s is larger than any lot", text)
	default:
		return a, true
	}
	return 0, false
}

// prize reads an amount that must be more than zero.
func (p *params) prize(field string) money.Cents {
	it, ok := p.need(field, "write the amount it pays")
	if !ok {
		return 0
	}
	a, ok := p.asAmount(it)
	if ok && a == 0 {
		p.report(it.path, "zero_amount", "write an amount above zero", "a prize cannot be zero")
	}
	return a
}

// prizes reads a list of amounts, each more than zero; distinct says that none may come twice.
func (p *params) prizes(field string, distinct bool) []money.Cents {
	return p.amounts(field, distinct, false)
}

// amounts reads a list of amounts, in the order written.
func (p *params) amounts(field string, distinct, zero bool) []money.Cents {
	var list []money.Cents
	seen := map[money.Cents]bool{}
	items := p.list(field, "list the amounts")
	if len(items) > maxAmounts {
		p.wrong(field, "list_too_long", "shorten it", "%q has %d amounts, at most %d are possible", field, len(items), maxAmounts)
		return nil
	}
	for _, it := range items {
		a, ok := p.asAmount(it)
		switch {
		case !ok:
			continue
		case a == 0 && !zero:
			p.report(it.path, "zero_amount", "leave it out", "a prize cannot be zero")
			continue
		case seen[a] && distinct:
			p.report(it.path, "repeated_amount", "leave one out", "%s is listed twice", p.env.Currency.Plain(a))
			continue
		}
		seen[a] = true
		list = append(list, a)
	}
	return list
}

// weights reads a list of exactly n whole weights from 0 to a million, def when it is not written.
func (p *params) weights(field string, n int, def []uint64) []uint64 {
	if !p.has(field) {
		return def
	}
	items := p.list(field, "list the weights")
	if len(items) != n {
		p.wrong(field, "wrong_length", "write one weight for each", "%q must have %d weights, it has %d", field, n, len(items))
		return def
	}
	list := make([]uint64, n)
	sum := uint64(0)
	for i, it := range items {
		w, _ := p.asInt(it, 0, 1_000_000)
		list[i] = uint64(w)
		sum += list[i]
	}
	if sum == 0 && p.clean() {
		p.wrong(field, "no_weight", "raise one of them", "all weights are zero")
	}
	return list
}

var rangePattern = regexp.MustCompile(`^(\d{1,5})(?:-(\d{1,5}))?$`)

// numbers reads a list of whole numbers and "1-75" ranges, in the order written, each number once.
func (p *params) numbers(field string) []int {
	var list []int
	seen := map[int]bool{}
	for _, it := range p.list(field, `list the numbers, as [1, 2, "10-36"]`) {
		lo, hi, ok := p.span(it)
		for n := lo; ok && n <= hi; n++ {
			if seen[n] {
				p.report(it.path, "repeated_number", "leave one out", "%d is listed twice", n)
				break
			}
			seen[n] = true
			list = append(list, n)
		}
	}
	return list
}

// span reads a number or a range of numbers.
func (p *params) span(it item) (lo, hi int, ok bool) {
	text := string(it.raw)
	if !it.isNumber() {
		if text, ok = p.asString(it); !ok {
			return 0, 0, false
		}
	}
	m := rangePattern.FindStringSubmatch(strings.TrimSpace(text))
	if m == nil {
		p.report(it.path, "bad_number", `write a whole number or a range as "1-75"`, "%s is neither a number nor a range", shorten(it.raw))
		return 0, 0, false
	}
	lo, _ = strconv.Atoi(m[1])
	hi = lo
	if m[2] != "" {
		hi, _ = strconv.Atoi(m[2])
	}
	if hi < lo || hi > maxNumber {
		p.report(it.path, "bad_number", `write the smaller number first, as "1-75"`, "%s is no range of numbers from 0 to %d", shorten(it.raw), maxNumber)
		return 0, 0, false
	}
	return lo, hi, true
}

var idPattern = regexp.MustCompile(`^[\pL\pN][\pL\pN_-]{0,39}$`)

// asSymbol reads an id, or {id, fr, en}.
func (p *params) asSymbol(it item) (symbol, bool) {
	s := symbol{bare: true}
	switch {
	case len(it.raw) > 0 && it.raw[0] == '{':
		n := p.entry(it)
		s.name = money.Text{FR: n.string("fr", ""), EN: n.string("en", "")}
		s.said = s.name
		s.bare = s.name == money.Text{}
		id, ok := n.need("id", "give it an id")
		if !ok {
			return s, false
		}
		if s.id, ok = n.idText(id); !ok {
			return s, false
		}
	default:
		var ok bool
		if s.id, ok = p.idText(it); !ok {
			return s, false
		}
	}
	if !idPattern.MatchString(s.id) {
		p.report(it.path, "bad_id", "use letters, digits, - and _", "%q cannot be an id", s.id)
		return s, false
	}
	if s.bare {
		s.name = money.Text{FR: s.id, EN: s.id}
	}
	s.name = money.Text{FR: s.name.In(money.FR), EN: s.name.In(money.EN)}
	return s, true
}

// idText reads an id, which may look like a number.
func (p *params) idText(it item) (string, bool) {
	if it.isNumber() {
		return string(it.raw), true
	}
	return p.asString(it)
}

// symbols reads a list of symbols, each id once.
func (p *params) symbols(field string) []symbol {
	items := p.list(field, "list the symbols, as [{id: cherry, fr: cerise, en: cherry}]")
	if len(items) > maxSymbols {
		p.wrong(field, "list_too_long", "shorten it", "%q has %d symbols, at most %d are possible", field, len(items), maxSymbols)
		return nil
	}
	var list []symbol
	seen := map[string]bool{}
	for _, it := range items {
		s, ok := p.asSymbol(it)
		switch {
		case !ok:
			continue
		case seen[s.id]:
			p.report(it.path, "repeated_symbol", "leave one out", "%q is listed twice", s.id)
			continue
		}
		seen[s.id] = true
		list = append(list, s)
	}
	return list
}
