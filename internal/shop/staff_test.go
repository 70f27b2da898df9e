package shop

import (
	"context"
	"errors"
	"slices"
	"testing"

	"tirage/internal/store"
	"tirage/money"
)

// kinds lists the acts of a journal, in order.
func (h *house) kinds(journal string) (kinds []string) {
	h.t.Helper()
	for r, err := range h.store.Acts(h.t.Context(), journal, 0) {
		if err != nil {
			h.t.Fatal(err)
		}
		kinds = append(kinds, r.Act.Kind)
	}
	return kinds
}

func wants(t testing.TB, what string, err error, name string) {
	t.Helper()
	if RefusalName(err) != name || name == "" && err != nil {
		t.Errorf("%s: %v, want %q", what, err, name)
	}
}

// The desk makes the first administrator while the house is open, and the house knows it at once.
func TestDesk(t *testing.T) {
	h := open(t, options{})
	t.Cleanup(h.close)
	ctx := t.Context()
	desk, err := OpenDesk(ctx, Options{Store: h.store, Currency: money.EUR})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := OpenDesk(ctx, Options{Store: h.store}); !errors.Is(err, store.ErrLeased) {
		t.Errorf("a second desk: %v", err)
	}
	id, err := desk.Register(ctx, "Anna", "a long password", Administrator)
	wants(t, "register", err, "")
	_, err = desk.Register(ctx, "ANNA", "a long password", Operator)
	wants(t, "register twice", err, "login_taken")
	found, err := desk.Find(ctx, "anna")
	if err != nil || found.ID != id || found.Role != Administrator {
		t.Errorf("found %+v, %v", found, err)
	}
	session, err := h.LogIn(ctx, "anna", "a long password", "here")
	if err != nil {
		t.Fatal(err)
	}
	by, err := h.Who(ctx, session.Token, "here")
	wants(t, "who", err, "")
	list, err := h.Persons(ctx, by, "", 10)
	if err != nil || len(list) != 1 || list[0].Login != "anna" {
		t.Errorf("persons: %+v, %v", list, err)
	}

	wants(t, "password", desk.SetPassword(ctx, id, "another password", "forgot it"), "")
	_, err = h.Who(ctx, session.Token, "here")
	wants(t, "the session after another password", err, "log_in")
	_, err = h.LogIn(ctx, "anna", "a long password", "here")
	wants(t, "the old password", err, "wrong_credentials")

	wants(t, "lock without a reason", desk.Lock(ctx, id, ""), "bad_reason")
	wants(t, "lock", desk.Lock(ctx, id, "left the house"), "")
	_, err = h.LogIn(ctx, "anna", "another password", "here")
	wants(t, "log in while locked", err, "locked")
	wants(t, "unlock", desk.Unlock(ctx, id, "came back"), "")
	_, err = h.LogIn(ctx, "anna", "another password", "here")
	wants(t, "log in again", err, "")
	if err := desk.Close(); err != nil {
		t.Error(err)
	}
	if got, want := h.kinds(deskName), []string{"register", "set_password", "lock", "unlock"}; !slices.Equal(got, want) {
		t.Errorf("the desk's journal has %v, want %v", got, want)
	}
	if again, err := OpenDesk(ctx, Options{Store: h.store}); err != nil {
		t.Errorf("the desk after it was closed: %v", err)
	} else if err := again.Close(); err != nil {
		t.Error(err)
	}
	h.sound()
}

// Whoever holds money is not erased; whoever is erased stays a pseudonym in the record, and nobody logs in as them.
func TestErase(t *testing.T) {
	h := open(t, options{})
	t.Cleanup(h.close)
	ctx := t.Context()
	admin, player := h.person(Administrator), h.person(Player)
	if _, err := h.Deposit(ctx, player, "in", 5_00, false); err != nil {
		t.Fatal(err)
	}
	wants(t, "erase with money", h.Erase(ctx, admin, player.Person, "asked for it"), "balance_left")
	if _, err := h.Withdraw(ctx, player, "out", 5_00, false); err != nil {
		t.Fatal(err)
	}
	h.nothingOpen()
	wants(t, "erase", h.Erase(ctx, admin, player.Person, "asked for it"), "")
	wants(t, "erase twice", h.Erase(ctx, admin, player.Person, "asked for it"), "unknown_person")
	wants(t, "lock the erased", h.Lock(ctx, admin, player.Person, "why not"), "unknown_person")
	_, err := h.Find(ctx, admin, string(player.Person))
	wants(t, "find by pseudonym", err, "")
	kinds := h.kinds("one")
	if n := len(kinds); n != 5 || kinds[n-1] != "erase" {
		t.Errorf("refused acts are in the record: %v", kinds)
	}
	h.sound()
}

// Only administrators keep persons.
func TestStaffRoles(t *testing.T) {
	h := open(t, options{})
	t.Cleanup(h.close)
	ctx := t.Context()
	someone := h.person(Player).Person
	for _, role := range append(Roles(), "") {
		by := By{Role: role}
		want := "log_in"
		if role != "" {
			by, want = h.person(role), "not_allowed"
		}
		acts := map[string]func(context.Context) error{
			"persons": func(ctx context.Context) error { _, err := h.Persons(ctx, by, "", 1); return err },
			"find":    func(ctx context.Context) error { _, err := h.Find(ctx, by, string(someone)); return err },
			"password": func(ctx context.Context) error {
				return h.SetPassword(ctx, by, someone, "a long password", "forgot it")
			},
			"lock":   func(ctx context.Context) error { return h.Lock(ctx, by, someone, "a reason") },
			"unlock": func(ctx context.Context) error { return h.Unlock(ctx, by, someone, "a reason") },
			"erase":  func(ctx context.Context) error { return h.Erase(ctx, by, "nobody", "a reason") },
		}
		for name, act := range acts {
			switch {
			case role != Administrator:
				wants(t, string(role)+" "+name, act(ctx), want)
			case name == "erase":
				wants(t, name, act(ctx), "unknown_person")
			default:
				wants(t, name, act(ctx), "")
			}
		}
	}
}
