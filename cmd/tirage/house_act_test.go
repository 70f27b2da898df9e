package main

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"tirage/internal/api"
	"tirage/money"
)

// An act whose answer is lost is asked for again under the same key; a refusal is not.
func TestActsAreAskedForAgain(t *testing.T) {
	var keys []string
	answers := []int{http.StatusServiceUnavailable, 0, http.StatusOK}
	house := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		keys = append(keys, r.Header.Get("Idempotency-Key"))
		code := answers[0]
		if answers = answers[1:]; code == 0 {
			panic(http.ErrAbortHandler) // the line drops
		}
		w.WriteHeader(code)
		if code == http.StatusOK {
			_, _ = w.Write([]byte(`{"serial":"x"}`))
			return
		}
		_, _ = w.Write([]byte(`{"name":"unavailable","detail":"not now"}`))
	}))
	defer house.Close()
	c := caller{server: house.URL, lang: money.EN}
	var done api.ClaimCancelled
	if err := c.act(t.Context(), "/api/claims/x/cancel", nil, &done); err != nil || done.Serial != "x" {
		t.Error(done, err)
	}
	if len(keys) != 3 || len(keys[0]) < 16 || keys[1] != keys[0] || keys[2] != keys[0] {
		t.Errorf("%q", keys)
	}
	answers = []int{http.StatusConflict}
	if err := c.act(t.Context(), "/api/claims/x/cancel", nil, &done); err == nil || !strings.HasPrefix(err.Error(), "unavailable: ") || len(keys) != 4 {
		t.Error(err)
	}
	answers = []int{503, 503, 503, 503, 503, 503}
	c.key = "monday"
	err := c.act(t.Context(), "/api/claims/x/cancel", nil, &done)
	var ours *refusal
	if !errors.As(err, &ours) || !strings.Contains(err.Error(), "--key monday") || !strings.Contains(ours.In(money.FR), "--key monday, et ce n'est pas fait deux fois") {
		t.Error(err)
	}
}

// What is confirmed is confirmed under the same key from whatever call, and no key says anything of another step.
func TestStepKeys(t *testing.T) {
	if a, b := stepKey("confirm", "x"), stepKey("confirm", "x"); a != b || len(a) > 64 {
		t.Error(a, b)
	}
	if stepKey("confirm", "x") == stepKey("confirm", "y") || stepKey("confirm", "x")[8:] == stepKey("cancel", "x")[7:] {
		t.Error("two steps have one key")
	}
}
