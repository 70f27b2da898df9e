package mechanic

import (
	"fmt"
	"strconv"
	"strings"

	"tirage/money"
	"tirage/scratch"
	"tirage/words"
)

// folded returns the environment with its language filled in and its caption table keyed by figures with plain spaces, so that
// a designer need not type the spaces of typography.
func (e Env) folded() Env {
	if e.Lang == "" {
		e.Lang = money.FR
	}
	table := make(map[string]string, len(e.Captions))
	for figure, caption := range e.Captions {
		table[plainSpaces(figure)] = caption
	}
	e.Captions = table
	return e
}

func plainSpaces(figure string) string { return strings.Join(strings.Fields(figure), " ") }

// caption returns the inscription of a figure: the table's, or else what is written for it.
func (e Env) caption(figure, written string) string {
	if c, ok := e.Captions[plainSpaces(figure)]; ok {
		return c
	}
	return written
}

// InWords is what the inscription of an amount or a number would be without a caption table; empty for a symbol, which has only its name.
func (e Env) InWords(el scratch.Element) string {
	e = e.folded()
	if el.Figure == e.Currency.Format(el.Amount, e.Lang) {
		return e.amountInWords(el.Amount)
	}
	if n, err := strconv.Atoi(el.Figure); err == nil && n == el.Value {
		return e.upper(words.Number(int64(n), e.Lang))
	}
	return ""
}

// upper is how an inscription is set.
func (e Env) upper(text string) string { return words.Upper(text, e.Lang) }

// amountElements is the alphabet of amounts: "20 €", VINGT EUROS.
func (e Env) amountElements(amounts []money.Cents) []scratch.Element {
	list := make([]scratch.Element, len(amounts))
	for i, a := range amounts {
		figure := e.Currency.Format(a, e.Lang)
		list[i] = scratch.Element{
			Figure:  figure,
			Caption: e.caption(figure, e.amountInWords(a)),
			Name:    e.money(a),
			Amount:  a,
		}
	}
	return list
}

// amountInWords is empty for a currency that has no words.
func (e Env) amountInWords(a money.Cents) string {
	if !words.Knows(e.Currency) {
		return ""
	}
	return e.upper(words.Amount(a, e.Currency, e.Lang))
}

// money is an amount in figures in both languages.
func (e Env) money(a money.Cents) money.Text {
	return money.Text{FR: e.Currency.Format(a, money.FR), EN: e.Currency.Format(a, money.EN)}
}

// numberElements is the alphabet of whole numbers: "12", DOUZE.
func (e Env) numberElements(numbers []int) []scratch.Element {
	list := make([]scratch.Element, len(numbers))
	for i, n := range numbers {
		figure := strconv.Itoa(n)
		list[i] = scratch.Element{
			Figure:  figure,
			Caption: e.caption(figure, e.upper(words.Number(int64(n), e.Lang))),
			Name:    money.Text{FR: figure, EN: figure},
			Value:   n,
		}
	}
	return list
}

// pipElements is the alphabet of the faces of a die: 1 to n points.
func (e Env) pipElements(n int) []scratch.Element {
	numbers := make([]int, n)
	for i := range numbers {
		numbers[i] = i + 1
	}
	list := e.numberElements(numbers)
	for i := range list {
		list[i].Name = money.Text{FR: fmt.Sprintf("%d point%s", i+1, plural(i+1)), EN: fmt.Sprintf("%d pip%s", i+1, plural(i+1))}
	}
	return list
}

// symbolElements is the alphabet of drawings: "cherry", CERISE. A drawing without a name in the game's language or an entry in the
// caption table has no caption.
func (e Env) symbolElements(symbols []symbol) []scratch.Element {
	list := make([]scratch.Element, len(symbols))
	for i, s := range symbols {
		said := s.said.EN // the language of the game, and no other in its place
		if e.Lang == money.FR {
			said = s.said.FR
		}
		written := e.upper(strings.TrimSpace(said))
		list[i] = scratch.Element{Figure: s.id, Caption: e.caption(s.id, written), Name: s.name, Value: i + 1}
	}
	return list
}

// cardNames are the names of court cards and aces that a game file need not write.
var cardNames = map[string]money.Text{
	"V": {FR: "valet", EN: "jack"}, "D": {FR: "dame", EN: "queen"}, "R": {FR: "roi", EN: "king"}, "AS": {FR: "as", EN: "ace"},
	"J": {FR: "valet", EN: "jack"}, "Q": {FR: "dame", EN: "queen"}, "K": {FR: "roi", EN: "king"}, "A": {FR: "as", EN: "ace"},
}

// rankElements is the alphabet of cards in rising order, Value being the rank from 1.
func (e Env) rankElements(order []symbol) []scratch.Element {
	named := make([]symbol, len(order))
	for i, s := range order {
		if name, ok := cardNames[s.id]; ok && s.bare {
			s.name, s.said, s.bare = name, name, false
		} else if n, err := strconv.Atoi(s.id); err == nil && s.bare {
			s.said, s.bare = money.Text{FR: words.Number(int64(n), money.FR), EN: words.Number(int64(n), money.EN)}, false
			s.name = s.said
		}
		named[i] = s
	}
	return e.symbolElements(named)
}

// timeElements is the alphabet of times from lo to hi hundredths of a second: "4:58.07", and the same vertically.
func (e Env) timeElements(lo, hi int) []scratch.Element {
	list := make([]scratch.Element, 0, hi-lo+1)
	for t := lo; t <= hi; t++ {
		figure := formatTime(t)
		list = append(list, scratch.Element{Figure: figure, Caption: figure, Name: money.Text{FR: figure, EN: figure}, Value: t})
	}
	return list
}

func formatTime(hundredths int) string {
	two := func(n int) string { return strconv.Itoa(n/10%10) + strconv.Itoa(n%10) }
	return strconv.Itoa(hundredths/6000) + ":" + two(hundredths/100%60) + "." + two(hundredths%100)
}

// measureElements is the alphabet of measures from lo to hi in steps of the last decimal: "6,1" in French, and the same vertically.
func (e Env) measureElements(lo, hi, decimals int) []scratch.Element {
	list := make([]scratch.Element, 0, hi-lo+1)
	for v := lo; v <= hi; v++ {
		figure := formatMeasure(v, decimals, e.Lang)
		list = append(list, scratch.Element{
			Figure:  figure,
			Caption: figure,
			Name:    money.Text{FR: formatMeasure(v, decimals, money.FR), EN: formatMeasure(v, decimals, money.EN)},
			Value:   v,
		})
	}
	return list
}

func formatMeasure(value, decimals int, lang money.Lang) string {
	if decimals == 0 {
		return strconv.Itoa(value)
	}
	point := "."
	if lang == money.FR {
		point = ","
	}
	unit := 1
	for range decimals {
		unit *= 10
	}
	return fmt.Sprintf("%d%s%0*d", value/unit, point, decimals, value%unit)
}

// plural is the ending of a plural, in French (from 2) and in English (for numbers above 0).
func plural(n int) string {
	if n > 1 {
		return "s"
	}
	return ""
}
