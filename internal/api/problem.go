package api

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"tirage/internal/shop"
	"tirage/money"
)

// Problem is a refusal as it is answered (RFC 9457).
type Problem struct {
	Type     string  `json:"type" format:"uri-reference" doc:"Where the refusal is explained."`
	Title    string  `json:"title" doc:"What the refusal is called, in the language asked for."`
	Status   int     `json:"status" doc:"The HTTP status again."`
	Detail   string  `json:"detail" doc:"What is wrong with this request and what to do, in the language asked for."`
	Name     string  `json:"name" doc:"The refusal's name. It never changes: programs go by it."`
	Instance string  `json:"instance,omitempty" doc:"The request's number, as the house's log has it."`
	Errors   []Fault `json:"errors,omitempty" nullable:"false" doc:"Where the request is not what the schema says."`
}

// Fault is one place in which a request is not what its schema says.
type Fault struct {
	Where   string `json:"where" doc:"The place: body.count, query.limit."`
	Message string `json:"message" doc:"What is wrong there, in the language asked for."`
}

// Error is the refusal in a log.
func (p *Problem) Error() string { return p.Name + ": " + p.Detail }

// GetStatus gives the HTTP status to whoever writes the answer.
func (p *Problem) GetStatus() int { return p.Status }

// ContentType names the form of the answer.
func (p *Problem) ContentType(string) string { return problemType }

const problemType = "application/problem+json"

// own is a refusal of this package.
func own(name, en, fr string) *shop.Refusal {
	return &shop.Refusal{Name: name, Text: money.Text{EN: en, FR: fr}}
}

// What this package refuses by itself.
var (
	errNoRoute     = own("not_found", "there is nothing at this address: see /api/", "il n’y a rien à cette adresse : voir /api/")
	errMethod      = own("wrong_method", "this address is not asked in this way: the header Allow says how", "cette adresse ne s’appelle pas ainsi : l’en-tête Allow dit comment")
	errLongPath    = own("long_path", "no address here is so long", "aucune adresse n’est aussi longue ici")
	errQuery       = own("bad_query", "write what follows the question mark as name=value, each name once", "écrivez ce qui suit le point d’interrogation sous la forme nom=valeur, chaque nom une seule fois")
	errHeaderTwice = own("header_twice", "send Authorization and Idempotency-Key once each", "envoyez Authorization et Idempotency-Key une seule fois")
	errCrossSite   = own("cross_site", "a page of another site asked for this with your session: it is not done", "une page d’un autre site l’a demandé avec votre session : ce n’est pas fait")
	errTooOften    = own("too_often", "too many requests: wait as long as Retry-After says", "trop de demandes : attendez le temps qu’indique Retry-After")
	errMediaType   = own("media_type", "send the body as application/json, in UTF-8, not compressed", "envoyez le corps en application/json, en UTF-8, sans compression")
	errTooLarge    = own("too_large", "a body has at most 65,536 bytes", "un corps a au plus 65 536 octets")
	errTooSlow     = own("too_slow", "the body did not come in time", "le corps n’est pas arrivé à temps")
	errBadJSON     = own("bad_json", "the body is no JSON, or nested too deeply", "le corps n’est pas du JSON, ou trop imbriqué")
	errNotUTF8     = own("not_utf8", "the body is not text in UTF-8", "le corps n’est pas un texte en UTF-8")
	errTwice       = own("duplicate_key", "a key stands twice in one object", "une clé figure deux fois dans un même objet")
	errBadNumber   = own("bad_number", "numbers here are whole, written without point or exponent, and fit 64 bits", "les nombres sont ici entiers, sans virgule ni exposant, et tiennent sur 64 bits")
	errInvalid     = own("invalid", "the request is not what the schema says: see errors", "la demande n’est pas conforme au schéma : voir errors")
	errBadCursor   = own("bad_cursor", "this is no place in the list: use what the page before gave as next", "ce n’est pas un endroit de la liste : servez-vous de ce que la page précédente a donné")
	errBusy        = own("busy", "the ledger is being verified for somebody else: try again in a while", "on vérifie déjà les comptes pour quelqu’un d’autre : réessayez dans un moment")
	errNotReady    = own("not_ready", "the house cannot do anything now", "la maison ne peut rien faire pour le moment")
	errInternal    = own("internal", "something is wrong in the house: it has been noted under the number of this request", "quelque chose ne va pas dans la maison : c’est noté sous le numéro de cette demande")
)

// problem turns an error into what is answered: a refusal by its name, anything else into "internal", with what it was in the log alone.
func (a *api) problem(c *call, err error) *Problem {
	var refusal *shop.Refusal
	switch {
	case errors.As(err, &refusal):
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		refusal = shop.ErrUnavailable
	default:
		a.Log.Error("a request failed", "request", c.id, "route", c.route, "error", err)
		refusal = errInternal
	}
	p := problemOf(refusal, c.lang)
	p.of(c)
	return p
}

func problemOf(r *shop.Refusal, lang money.Lang) *Problem {
	kind, ok := names[r.Name]
	if !ok {
		kind = status{http.StatusConflict, r.Text}
	}
	return &Problem{Type: "/api/#" + r.Name, Title: kind.title.In(lang), Status: kind.code, Detail: r.Text.In(lang), Name: r.Name}
}

// of notes which request was refused.
func (p *Problem) of(c *call) {
	c.name = p.Name
	if c.id != "" {
		p.Instance = "urn:request:" + c.id
	}
}

// retryIn is how long to wait where the house cannot do something now.
const retryIn = 2 * time.Second

// refuse answers with a refusal.
func (a *api) refuse(w http.ResponseWriter, c *call, err error) {
	p := a.problem(c, err)
	setRefused(w.Header(), c, err, p.Status)
	w.Header().Set("Content-Type", problemType)
	w.WriteHeader(p.Status)
	text, _ := json.Marshal(p) // strings and numbers always have a JSON form
	_, _ = w.Write(text)
}

// setRefused sets the headers of a refusal.
func setRefused(h http.Header, c *call, err error, code int) {
	h.Set("Content-Language", string(c.lang))
	var w *waiting
	switch {
	case errors.As(err, &w):
		h.Set("Retry-After", seconds(w.wait))
	case code == http.StatusTooManyRequests: // too_many_guesses, whose text says until when: an hour at most
		h.Set("Retry-After", seconds(time.Hour))
	case code == http.StatusServiceUnavailable || code == http.StatusBadGateway:
		h.Set("Retry-After", seconds(retryIn))
	case code == http.StatusUnauthorized:
		h.Set("WWW-Authenticate", "Bearer")
	}
}
