package bingo

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"tirage/money"
)

// Refusal is an error with a stable name.
type Refusal struct {
	Name string     // "card_repeats", "lucky_column"
	Text money.Text // what is wrong, with the figures, and what to do
}

// Error says the name and the text, in English.
func (r *Refusal) Error() string { return r.In(money.EN) }

// In says the name and the text in a language.
func (r *Refusal) In(lang money.Lang) string { return r.Name + ": " + r.Text.In(lang) }

// RefusalName returns the name of the Refusal in an error, or "".
func RefusalName(err error) string {
	var r *Refusal
	if errors.As(err, &r) {
		return r.Name
	}
	return ""
}

func refuse(name, format string, args ...any) *Refusal {
	return &Refusal{Name: name, Text: written(format, args...)}
}

// spoken is an argument of a text that has words of its own: a state, a refusal, a text.
type spoken interface{ In(money.Lang) string }

// written fills the verbs of an English text and of its French.
func written(format string, args ...any) money.Text {
	in := func(lang money.Lang, format string) string {
		if len(args) == 0 {
			return format
		}
		said := make([]any, len(args))
		for i, a := range args {
			if said[i] = a; a != nil {
				if s, ok := a.(spoken); ok {
					said[i] = s.In(lang)
				}
			}
		}
		return fmt.Sprintf(format, said...)
	}
	return money.Text{EN: in(money.EN, format), FR: in(money.FR, french[format])}
}

// notJSON refuses, in plain words and with the place, what package json could not decode. It quotes nothing but keys: the text may
// be a secret that was taken for another file.
func notJSON(name string, err error) *Refusal {
	var (
		syntax *json.SyntaxError
		kind   *json.UnmarshalTypeError
		own    *Refusal
	)
	switch {
	case errors.As(err, &own):
		return refuse(name, "%s", own)
	case errors.As(err, &syntax):
		return refuse(name, "this is no JSON at byte %d", syntax.Offset)
	case errors.As(err, &kind):
		found := jsonKinds[kind.Value]
		if strings.HasPrefix(kind.Value, "number ") { // with its digits
			found = money.Text{EN: "a number that is too large or not whole", FR: "un nombre trop grand ou non entier"}
		}
		return refuse(name, "%s, up to byte %d: %s stands where %s belongs", keyPath(kind.Field), kind.Offset, found, jsonKinds[kind.Type.Kind().String()])
	}
	if key, unknown := strings.CutPrefix(err.Error(), "json: unknown field "); unknown {
		return refuse(name, "the key %.40s does not belong there", key)
	}
	return refuse(name, "this is no JSON: it ends too early")
}

// keyPath is the path of a value by its keys, as JSON calls it.
func keyPath(keys string) money.Text {
	if keys == "" {
		return written("the whole")
	}
	return written("%q", keys)
}

// jsonKinds are the kinds of values, by the names that package json and the language have for them.
var jsonKinds = map[string]money.Text{
	"string": {EN: "a text", FR: "un texte"},
	"number": {EN: "a number", FR: "un nombre"},
	"bool":   {EN: "true or false", FR: "vrai ou faux"},
	"array":  {EN: "a list", FR: "une liste"}, "slice": {EN: "a list", FR: "une liste"},
	"object": {EN: "an object", FR: "un objet"}, "struct": {EN: "an object", FR: "un objet"}, "ptr": {EN: "an object", FR: "un objet"},
	"int": wholeNumber, "int64": wholeNumber, "uint8": wholeNumber, "uint16": wholeNumber, "uint32": wholeNumber,
}

var wholeNumber = money.Text{EN: "a whole number", FR: "un nombre entier"}
