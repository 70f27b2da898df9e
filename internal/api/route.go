package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"tirage/internal/shop"
	"tirage/money"
)

// route is an operation of the API: a line of the one list of them.
type route struct {
	id           string // in the OpenAPI
	method, path string
	tag          string      // the part of the page
	who          []shop.Role // who may; nil for anybody, with a session or without
	title, about money.Text
	code         int      // of the answer; 0 for 200
	refused      []string // names of refusals beside those of every route
	asked        any      // an example of the body
	answered     any      // an example of the answer
	keyed        bool     // it must bear an idempotency key
	media        string   // of the answer, if it is no JSON
}

// The lists of roles that may use a route.
var (
	players  = []shop.Role{shop.Player}
	staff    = []shop.Role{shop.Operator, shop.Auditor, shop.Administrator}
	deciders = []shop.Role{shop.Operator, shop.Administrator}
	auditors = []shop.Role{shop.Auditor, shop.Administrator}
)

func say(en, fr string) money.Text { return money.Text{EN: en, FR: fr} }

// pattern is the route as the mux knows it.
func (r *route) pattern() string { return r.method + " " + r.path }

// answer is a body.
type answer[T any] struct{ Body T }

// body makes the answer of a value, or of an error.
func body[T any](v T, err error) (*answer[T], error) {
	if err != nil {
		return nil, err
	}
	return &answer[T]{v}, nil
}

// add adds an operation: who may not use it, and who asks too often, is refused before its body is looked at.
func add[I, O any](a *api, r route, do func(ctx context.Context, c *call, in *I) (*O, error)) {
	a.routes = append(a.routes, r)
	a.patterns = append(a.patterns, r.pattern())
	op := huma.Operation{
		OperationID: r.id, Method: r.method, Path: r.path, DefaultStatus: r.code, Tags: []string{r.tag}, Summary: r.title.EN, Description: r.about.EN,
		MaxBodyBytes: maxBody + 1, BodyReadTimeout: -1, RejectUnknownQueryParameters: true,
		Middlewares: huma.Middlewares{func(ctx huma.Context, next func(huma.Context)) {
			req, w := humago.Unwrap(ctx)
			c := callOf(req.Context())
			if err := a.enter(req.Context(), c, r.who); err != nil {
				a.refuse(w, c, err)
				return
			}
			next(ctx)
		}},
	}
	huma.Register(a.huma, op, func(ctx context.Context, in *I) (*O, error) {
		c := callOf(ctx)
		out, err := do(ctx, c, in)
		if err == nil {
			return out, nil
		}
		p := a.problem(c, err)
		h := http.Header{}
		setRefused(h, c, err, p.Status)
		return nil, huma.ErrorWithHeaders(p, h)
	})
}

// enter finds out who asks and whether they may. Where anybody may, a session that is over is as none.
func (a *api) enter(ctx context.Context, c *call, who []shop.Role) error {
	c.by = shop.By{Origin: c.origin}
	if c.token == "" || len(c.token) > 128 {
		if who != nil {
			return shop.ErrLogIn
		}
		return nil
	}
	by, err := a.shop.Who(ctx, c.token, c.origin)
	if err != nil {
		if who == nil && (errors.Is(err, shop.ErrLogIn) || errors.Is(err, shop.ErrLocked)) {
			return nil
		}
		return err
	}
	c.by = by
	if wait := a.wait(a.limits.person, string(by.Person), c); wait > 0 {
		return a.tooOften("person", wait)
	}
	if who != nil && !slices.Contains(who, by.Role) {
		return shop.ErrRole
	}
	return nil
}

// config is huma's, with nothing of its own shown: the description and the page are ours.
func (a *api) config() huma.Config {
	asJSON := huma.Format{
		Marshal: func(w io.Writer, v any) error {
			var b bytes.Buffer
			e := json.NewEncoder(&b)
			e.SetEscapeHTML(false)
			if err := e.Encode(v); err != nil {
				return err
			}
			_, err := w.Write(b.Bytes())
			return err
		},
		Unmarshal: json.Unmarshal,
	}
	c := huma.DefaultConfig("Tirage", a.Version)
	c.CreateHooks, c.OpenAPIPath, c.DocsPath, c.SchemasPath = nil, "", "", ""
	c.Formats, c.DefaultFormat = map[string]huma.Format{"application/json": asJSON, "json": asJSON}, "application/json"
	return c
}
