package wallettest

import (
	"context"
	"errors"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"tirage/internal/shop/wallet"
	"tirage/money"
)

func key(t testing.TB) wallet.Key {
	t.Helper()
	k, err := wallet.ParseKey([]byte(strings.Repeat("ab", 32) + "\n"))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// try tries a wallet that breaks a rule ("" for none), and returns the rules that it was found to break.
func try(t testing.TB, wrong string) map[string]error {
	t.Helper()
	s := NewServer(key(t), "EUR", map[string]money.Cents{"anne": 5_00}, nil)
	newWrong(s, wrong)
	server := httptest.NewServer(s)
	defer server.Close()
	found := map[string]error{}
	n := 0
	broken, err := Run(t.Context(), Subject{
		Options: wallet.Options{Name: "test", URL: server.URL + "/v1/tirage/", Key: key(t)}, Player: "anne", Currency: "EUR",
		EndSession: func(_ context.Context, session string) error { s.EndSession(session); return nil },
	}, func(r Rule, err error) {
		n++
		if err != nil {
			found[r.Name] = err
		}
	})
	if err != nil || broken != len(found) || n != len(Rules()) {
		t.Errorf("%d of %d rules broken, %d reported: %v", broken, n, len(found), err)
	}
	return found
}

func TestReference(t *testing.T) {
	for rule, err := range try(t, "") {
		t.Errorf("%s: %v", rule, err)
	}
}

// Each rule finds the wallet that breaks it, and the wallet breaks no rule that has nothing to do with it: at most a few.
func TestEachRuleFindsItsFault(t *testing.T) {
	for _, rule := range Rules() {
		t.Run(rule.Name, func(t *testing.T) {
			found := try(t, rule.Name)
			if found[rule.Name] == nil {
				t.Errorf("not found; others: %v", found)
			}
			if len(found) > 6 && rule.Name != "bet_takes" { // which most others rest on
				t.Errorf("one fault breaks %d rules: %v", len(found), found)
			}
			t.Log(found[rule.Name])
		})
	}
}

// A wallet that is away is an error at every rule, and none is passed.
func TestAway(t *testing.T) {
	server := httptest.NewServer(nil)
	server.Close()
	broken, err := Run(t.Context(), Subject{Options: wallet.Options{URL: server.URL, Key: key(t), Timeout: time.Second}, Player: "anne", Currency: "EUR"}, func(r Rule, err error) {
		if !errors.Is(err, wallet.ErrUnknown) {
			t.Errorf("%s: %v", r.Name, err)
		}
	})
	if err != nil || broken != len(Rules()) {
		t.Errorf("%d broken, %v", broken, err)
	}
}
