package api

import (
	"errors"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"tirage/internal/shop"
	"tirage/money"
)

// invalid is the refusal of a request that huma found not to be what the schema says. Values are not repeated: there may be
// passwords among them.
func invalid(lang money.Lang, code int, errs []error) *Problem {
	var refusal *shop.Refusal
	switch code {
	case http.StatusBadRequest:
		refusal = errBadJSON
	case http.StatusRequestTimeout:
		refusal = errTooSlow
	case http.StatusRequestEntityTooLarge:
		refusal = errTooLarge
	case http.StatusUnsupportedMediaType, http.StatusNotAcceptable:
		refusal = errMediaType
	case http.StatusUnprocessableEntity:
		refusal = errInvalid
	default:
		refusal = errInternal
	}
	p := problemOf(refusal, lang)
	if refusal == errInternal {
		return p
	}
	for _, err := range errs {
		fault := Fault{Message: "not as it should be"}
		var detail huma.ErrorDetailer
		if errors.As(err, &detail) {
			d := detail.ErrorDetail()
			fault = Fault{Where: d.Location, Message: d.Message}
		}
		fault.Message = translated(fault.Message, lang)
		p.Errors = append(p.Errors, fault)
	}
	return p
}

// sentences are the beginnings of what huma finds, what stands behind them if anything does, and how both are said in French. An empty
// English text stands for huma's own.
var sentences = []struct{ begins, ends, en, fr string }{
	{"json: ", "", "not of the kind that belongs here", "pas du genre attendu ici"},
	{"unexpected property", "", "there is no such member", "ce membre n’existe pas"},
	{"unknown query parameter", "", "", "ce paramètre n’existe pas"},
	{"required query parameter is missing", "", "", "ce paramètre manque"},
	{"required header parameter is missing", "", "", "cet en-tête manque"},
	{"request body is required", "", "", "le corps manque"},
	{"invalid integer", "", "a whole number is expected", "un nombre entier est attendu"},
	{"invalid boolean", "", "true or false is expected", "true ou false est attendu"},
	{"expected boolean", "", "true or false is expected", "true ou false est attendu"},
	{"expected integer", "", "a whole number is expected", "un nombre entier est attendu"},
	{"expected number >= ", "", "", "attendu : un nombre d’au moins "},
	{"expected number <= ", "", "", "attendu : un nombre d’au plus "},
	{"expected number", "", "", "un nombre est attendu"},
	{"expected string", "", "", "un texte est attendu"},
	{"expected array", "", "", "une liste est attendue"},
	{"expected object", "", "", "un objet est attendu"},
	{"expected value to be one of ", "", "", "attendu : l’un de "},
	{"expected length >= ", "", "", "attendu : une longueur d’au moins "},
	{"expected length <= ", "", "", "attendu : une longueur d’au plus "},
	{"expected required property ", " to be present", "", "il manque le membre "},
}

// translated says what huma found in the language asked for.
func translated(message string, lang money.Lang) string {
	for _, s := range sentences {
		rest, ok := strings.CutPrefix(message, s.begins)
		if !ok {
			continue
		}
		if s.en != "" {
			return money.Text{EN: s.en, FR: s.fr}.In(lang)
		}
		if lang == money.FR {
			return s.fr + strings.TrimSuffix(rest, s.ends)
		}
		return message
	}
	return money.Text{EN: "not as it should be", FR: "non conforme"}.In(lang)
}
