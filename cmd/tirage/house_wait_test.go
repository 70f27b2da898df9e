package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"tirage/money"
)

// A house that was asked too often is asked again once it wants to be, with the same body; one that wants an hour is not waited for.
func TestAskedTooOften(t *testing.T) {
	var bodies []string
	wait := "1"
	house := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, _ := io.ReadAll(r.Body)
		bodies = append(bodies, string(text))
		if len(bodies) == 1 {
			w.Header().Set("Retry-After", wait)
			w.WriteHeader(http.StatusTooManyRequests)
			fmt.Fprint(w, `{"name":"too_often","detail":"wait"}`)
			return
		}
		fmt.Fprint(w, `{"text":"here"}`)
	}))
	defer house.Close()
	c := caller{server: house.URL, lang: money.EN}
	var in struct{ Text string }
	if err := c.ask(t.Context(), http.MethodPost, "/", "body", &in); err != nil || in.Text != "here" || len(bodies) != 2 || bodies[0] != bodies[1] {
		t.Errorf("%v, %q, asked with %q", err, in.Text, bodies)
	}
	bodies, wait = nil, "3600"
	if err := c.ask(t.Context(), http.MethodPost, "/", "body", &in); err == nil || len(bodies) != 1 {
		t.Errorf("a house that wants an hour: %v, asked with %q", err, bodies)
	}
}
