package scratch

import (
	"strings"

	"tirage/money"
)

// Code names one element of an alphabet inside a cell: 1 is the alphabet's first element. Code 0 is a cell in which
// nothing can be read, Unlisted a cell that shows something outside its alphabet.
type Code uint16

// The two codes that no correctly printed cell holds.
const (
	Missing  Code = 0
	Unlisted Code = 0xFFFF
)

// Element is one thing that a cell can show.
type Element struct {
	Figure  string      // what is printed, and what a reader types: "12", "20 €", "cherry", "4:58.07"
	Caption string      // the inscription that must stand with it: its transcription in letters, or the same figure vertically; "" for none
	Name    money.Text  // what to call it on a screen
	Amount  money.Cents // for an alphabet of amounts
	Value   int         // the number, the rank, the hundredths of a second, the tenths of a metre: what mechanics compare
}

// Alphabet is the list of everything that the cells of one zone may show. It is immutable once made.
type Alphabet struct {
	elements []Element
	codes    map[string]Code
	short    shortTable  // of the figures short enough to be found faster
	texts    []shortText // of the figures, if all are short enough to be written faster; else nil
}

// NewAlphabet returns the alphabet of these elements, in code order from 1. It refuses an empty or too long list (more
// than 60,000), an empty or repeated figure, and a figure or caption that holds the separator '|', a control character or invalid UTF-8.
func NewAlphabet(elements []Element) (*Alphabet, error) {
	if len(elements) == 0 {
		return nil, refuse("empty_alphabet", "an alphabet needs at least one element")
	}
	if len(elements) > 60_000 {
		return nil, refuse("alphabet_too_long", "an alphabet holds at most 60,000 elements, this one has %d", len(elements))
	}
	a := &Alphabet{elements: elements, codes: make(map[string]Code, len(elements))}
	for i, e := range elements {
		for _, text := range []string{e.Figure, e.Caption} {
			if !printable(text) {
				return nil, refuse("unprintable", "%q holds a control character, invalid UTF-8 or the separator |", text)
			}
		}
		key := normal(e.Figure)
		if key == "" {
			return nil, refuse("empty_figure", "element %d has no figure", i+1)
		}
		if _, twice := a.codes[key]; twice {
			return nil, refuse("repeated_figure", "%q is listed twice", e.Figure)
		}
		a.codes[key] = Code(i + 1)
	}
	a.short, a.texts = newShortTable(elements), newShortTexts(elements)
	return a, nil
}

// Len is the number of elements.
func (a *Alphabet) Len() int { return len(a.elements) }

// Holds reports whether a code names an element of this alphabet.
func (a *Alphabet) Holds(c Code) bool { return c != Missing && int(c) <= len(a.elements) }

// At returns the element of a code; the zero Element for a code that the alphabet does not hold.
func (a *Alphabet) At(c Code) Element {
	if !a.Holds(c) {
		return Element{}
	}
	return a.elements[c-1]
}

// Find returns the code of a printed figure, whatever kind of space it is set with: Missing for an empty text, Unlisted for
// a figure that is not in the alphabet.
func (a *Alphabet) Find(figure string) Code {
	c, ok := a.codes[figure]
	if !ok {
		figure = normal(figure)
		if figure == "" {
			return Missing
		}
		if c, ok = a.codes[figure]; !ok {
			return Unlisted
		}
	}
	return c
}

// FindAmount returns the code of an amount, Unlisted if the alphabet has none such.
func (a *Alphabet) FindAmount(amount money.Cents) Code {
	for i, e := range a.elements {
		if e.Amount == amount {
			return Code(i + 1)
		}
	}
	return Unlisted
}

// normal folds the spaces of typography into plain ones, so that an amount typed on a keyboard is the amount printed.
func normal(figure string) string {
	return strings.Join(strings.Fields(figure), " ")
}

// Inscription says what must stand beside the figure in every cell of a zone.
type Inscription uint8

// The inscriptions the regulations know.
const (
	NoInscription Inscription = iota
	InLetters                 // the caption: the figure or symbol transcribed in letters
	Vertical                  // the same figure again, set vertically
)

// Zone is a part of a surface that is scratched as one and whose cells share an alphabet.
type Zone struct {
	ID          string     // unique in its surface: lower case, digits and '_'
	Name        money.Text // as printed in clear beside it
	Cells       int
	Alphabet    *Alphabet
	Inscription Inscription
	Article     string // of the regulation: where the elements of the zone are listed
}
