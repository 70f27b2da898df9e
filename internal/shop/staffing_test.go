package shop

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"tirage/internal/store"
	"tirage/ledger"
	"tirage/money"
)

// proposes wants a proposal to be refused with a name, or made if the name is "".
func (h *house) proposes(by By, kind Kind, name, form string, args ...any) string {
	h.t.Helper()
	p, err := h.Propose(h.t.Context(), by, kind, fmt.Appendf(nil, form, args...), "because")
	wants(h.t, fmt.Sprintf("propose %s", kind), err, name)
	return p.ID
}

// decides wants an approval to be refused with a name, or done if the name is "".
func (h *house) decides(by By, id, name string) {
	h.t.Helper()
	_, err := h.Decide(h.t.Context(), by, id, true, "because")
	wants(h.t, "approve", err, name)
}

// roleOf is a person's role in the database.
func (h *house) roleOf(id store.PersonID) Role {
	h.t.Helper()
	p, err := h.store.Person(h.t.Context(), id)
	if err != nil {
		h.t.Fatal(err)
	}
	return Role(p.Role)
}

func TestStaffByTwo(t *testing.T) { onEach(t, staffByTwo) }

// Nobody makes a member of staff alone, nor takes the place of one: not by opening an account, nor by giving it a password.
func staffByTwo(t *testing.T, d database) {
	h := open(t, options{dsn: d.fresh(t)})
	t.Cleanup(h.close)
	ctx := t.Context()
	one, two := h.person(Administrator), h.person(Operator)
	for _, role := range []Role{Operator, Auditor, Administrator} {
		_, err := h.Register(ctx, one, "puppet", "a long password", role)
		wants(t, "an administrator alone makes an "+string(role), err, "two_persons")
	}
	wants(t, "an administrator alone gives staff a password", h.SetPassword(ctx, one, two.Person, "a long password", "forgot it"), "two_persons")
	wants(t, "without a reason", h.SetPassword(ctx, one, two.Person, "a long password", ""), "bad_reason")
	wants(t, "the own password", h.SetPassword(ctx, one, one.Person, "a long password", "it is time"), "")

	zoe, err := h.Register(ctx, By{}, "zoe", "her own password", Player)
	wants(t, "register", err, "")
	h.proposes(one, StaffAccount, "bad_role", `{"person":%q,"role":"player"}`, zoe)
	h.proposes(one, StaffAccount, "bad_role", `{"person":%q,"role":"retailer"}`, zoe)
	h.proposes(one, StaffAccount, "unknown_person", `{"person":"nobody","role":"auditor"}`)
	made := h.proposes(one, StaffAccount, "", `{"person":%q,"role":"administrator"}`, zoe)
	h.decides(one, made, "same_person")
	session, err := h.LogIn(ctx, "zoe", "her own password", "here")
	wants(t, "log in", err, "")
	h.decides(two, made, "")
	if got := h.roleOf(zoe); got != Administrator {
		t.Errorf("zoe is %s", got)
	}
	_, err = h.Who(ctx, session.Token, "here")
	wants(t, "the session from before", err, "log_in")
	up := h.proposes(one, StaffAccount, "", `{"person":%q,"role":"administrator"}`, two.Person)
	h.decides(two, up, "same_person")

	// The password of a member of staff comes from an account that was opened for that.
	from, err := h.Register(ctx, By{}, "zoe2", "her new password", Player)
	wants(t, "register", err, "")
	h.proposes(one, StaffPassword, "bad_role", `{"person":%q,"from":%q}`, zoe, two.Person)
	h.proposes(one, StaffPassword, "bad_role", `{"person":%q,"from":%q}`, from, from)
	renewed := h.proposes(one, StaffPassword, "", `{"person":%q,"from":%q}`, zoe, from)
	h.decides(two, renewed, "")
	_, err = h.LogIn(ctx, "zoe", "her own password", "here")
	wants(t, "the old password", err, "wrong_credentials")
	_, err = h.LogIn(ctx, "zoe", "her new password", "here")
	wants(t, "the new password", err, "")
	_, err = h.LogIn(ctx, "zoe2", "her new password", "here")
	wants(t, "the account that it came from", err, "wrong_credentials")

	kinds := h.kinds("one")
	for _, kind := range []string{"set_role", "set_password", "erase"} {
		if !slices.Contains(kinds, kind) {
			t.Errorf("no %s is in the record: %v", kind, kinds)
		}
	}
	h.sound()
}

// An account of which somebody else knows the password becomes no member of staff, whenever that was chosen.
func TestStaffOwnPassword(t *testing.T) {
	h := open(t, options{})
	t.Cleanup(h.close)
	ctx := t.Context()
	one, two := h.person(Administrator), h.person(Administrator)
	puppet, err := h.Register(ctx, one, "puppet", "a long password", Player)
	wants(t, "register for somebody", err, "")
	if _, err := h.LogIn(ctx, "puppet", "a long password", "here"); err != nil {
		t.Error(err)
	}
	h.proposes(one, StaffAccount, "password_given", `{"person":%q,"role":"operator"}`, puppet)
	zoe, err := h.Register(ctx, By{}, "zoe", "her own password", Player)
	wants(t, "register", err, "")
	made := h.proposes(one, StaffAccount, "", `{"person":%q,"role":"operator"}`, zoe)
	renewed := h.proposes(one, StaffPassword, "", `{"person":%q,"from":%q}`, two.Person, zoe)
	wants(t, "reset", h.SetPassword(ctx, one, zoe, "another password", "forgot it"), "")
	h.decides(two, made, "password_given")
	h.decides(two, renewed, "password_given")
	if _, err := h.LogIn(ctx, "zoe", "another password", "here"); err != nil {
		t.Error(err)
	}
	if got := h.roleOf(zoe); got != Player {
		t.Errorf("zoe is %s", got)
	}
	rich := h.person(Player)
	if _, err := h.Deposit(ctx, rich, "in", 5_00, false); err != nil {
		t.Fatal(err)
	}
	h.decides(two, h.proposes(one, StaffAccount, "", `{"person":%q,"role":"operator"}`, rich.Person), "balance_left")
	h.sound()
}

// The proposal of somebody who is no longer let in is not approved; it can be rejected.
func TestProposerLocked(t *testing.T) {
	h := open(t, options{})
	t.Cleanup(h.close)
	ctx := t.Context()
	one, two, admin, player := h.person(Operator), h.person(Operator), h.person(Administrator), h.person(Player)
	body := fmt.Sprintf(`{"account":"play/player/%s","amount":700}`, player.Person)
	first, second := h.proposes(one, AdjustAccount, "", "%s", body), h.proposes(one, AdjustAccount, "", "%s", body)
	wants(t, "lock", h.Lock(ctx, admin, one.Person, "left the house"), "")
	h.proposes(one, AdjustAccount, "locked", "%s", body)
	h.decides(two, first, "proposer_locked")
	_, err := h.Decide(ctx, two, second, false, "he left")
	wants(t, "reject", err, "")
	wants(t, "erase", h.Erase(ctx, admin, one.Person, "left the house"), "")
	h.decides(two, first, "proposer_locked")
	third := h.proposes(two, AdjustAccount, "", "%s", body)
	wants(t, "lock", h.Lock(ctx, admin, admin.Person, "left the house"), "")
	h.decides(admin, third, "locked")
	if b, err := h.Balance(ctx, player); err != nil || b.Play != 0 {
		t.Errorf("%+v, %v", b, err)
	}
}

// An account is adjusted that its owner has by role, and nobody's who was forgotten.
func TestAdjustedAccounts(t *testing.T) {
	h := open(t, options{})
	t.Cleanup(h.close)
	ctx := t.Context()
	one, two, admin, player, retailer := h.person(Operator), h.person(Operator), h.person(Administrator), h.person(Player), h.person(Retailer)
	for _, account := range []ledger.Account{
		ledger.Of(ledger.Player, string(admin.Person)), ledger.Of(ledger.Retailer, string(player.Person)).Play(), ledger.Of(ledger.Player, string(retailer.Person)),
	} {
		h.proposes(one, AdjustAccount, "bad_account", `{"account":%q,"amount":5}`, account)
	}
	h.decides(two, h.proposes(one, AdjustAccount, "", `{"account":"retailer/%s","amount":5}`, retailer.Person), "")
	late := h.proposes(one, AdjustAccount, "", `{"account":"player/%s","amount":5}`, player.Person)
	wants(t, "erase", h.Erase(ctx, admin, player.Person, "asked for it"), "")
	h.decides(two, late, "unknown_person")
	h.sound()
}

// adjusted between prepare and the transaction is refused there.
func TestAdjustErasedInTransaction(t *testing.T) {
	for _, at := range []store.Standing{{Role: string(Player), Erased: 1}, {Role: string(Operator)}, {}} {
		j := &adjustment{Account: "player/zoe", Amount: 5}
		b := &Batch{found: &store.Found{Persons: map[store.PersonID]store.Standing{"zoe": at}}}
		if err := j.Decide(b, &ledger.Act{}); RefusalName(err) == "" {
			t.Errorf("%+v is adjusted", at)
		}
	}
}

func TestNoMoneyForTheForgotten(t *testing.T) { onEach(t, noMoneyForTheForgotten) }

// Whoever was let in a moment ago, and is locked or erased now, moves no money: the transaction itself looks.
func noMoneyForTheForgotten(t *testing.T, d database) {
	h := newHouse(t, options{dsn: d.fresh(t)})
	ctx := t.Context()
	admin := h.person(Administrator)
	for name, out := range map[string]func(context.Context, By, store.PersonID, string) error{"locked": h.Lock, "log_in": h.Erase} {
		player := h.player(50_00)
		p, err := h.Buy(ctx, player, "before", Order{Game: "vegas-3eur", Count: 1, Play: true})
		if err != nil {
			t.Fatal(err)
		}
		wants(t, "out", out(ctx, admin, player.Person, "asked for it"), "")
		for _, play := range []bool{true, false} {
			_, err = h.Deposit(ctx, player, fmt.Sprint("in", play), 5_00, play)
			wants(t, "deposit", err, name)
			_, err = h.Withdraw(ctx, player, fmt.Sprint("out", play), 1, play)
			wants(t, "withdraw", err, name)
		}
		_, err = h.Buy(ctx, player, "k", Order{Game: "vegas-3eur", Count: 1, Play: true})
		wants(t, "buy", err, name)
		_, err = h.Reveal(ctx, player, p.Tickets[0])
		wants(t, "reveal", err, name)
		if b, err := h.Balance(ctx, player); err != nil || b != (Balances{Play: 47_00}) {
			t.Errorf("%+v, %v", b, err)
		}
	}
	h.sound()
}

// Deposits that race with being forgotten: the person is forgotten and holds nothing, or holds something and is not.
func TestEraseRacesDeposits(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		h := open(t, options{dsn: d.fresh(t)})
		t.Cleanup(h.close)
		ctx := t.Context()
		admin := h.person(Administrator)
		for i := range 15 {
			player := h.person(Player)
			in := make(chan error, 8)
			for n := range cap(in) {
				go func() { _, err := h.Deposit(ctx, player, fmt.Sprint("k", n), 1, false); in <- err }()
			}
			err := h.Erase(ctx, admin, player.Person, "asked for it")
			for range cap(in) {
				if err := <-in; err != nil && RefusalName(err) == "" {
					t.Error(err)
				}
			}
			held, balanceErr := h.store.Balance(ctx, player.account(false))
			if balanceErr != nil {
				t.Fatal(balanceErr)
			}
			if name := RefusalName(err); err != nil && name != "balance_left" || err == nil && held != 0 {
				t.Errorf("%d: erased: %v, holds %s", i, err, money.EUR.Plain(held))
			}
		}
		h.sound()
	})
}

// A session that begins while its person is locked, erased or given another password does not begin.
func TestSessionInTransaction(t *testing.T) {
	h := open(t, options{})
	t.Cleanup(h.close)
	ctx := t.Context()
	admin := h.person(Administrator)
	for _, role := range []Role{Player, Operator} {
		p, err := h.store.Person(ctx, h.person(role).Person)
		if err != nil {
			t.Fatal(err)
		}
		_, err = h.begin(ctx, p, "here")
		wants(t, "begin", err, "")
		old := p
		old.Password = "another"
		_, err = h.begin(ctx, old, "here")
		wants(t, "with the password of before", err, "wrong_credentials")
		wants(t, "lock", h.Lock(ctx, admin, p.ID, "asked for it"), "")
		_, err = h.begin(ctx, p, "here")
		wants(t, "locked", err, "locked")
		wants(t, "erase", h.Erase(ctx, admin, p.ID, "asked for it"), "")
		_, err = h.begin(ctx, p, "here")
		wants(t, "erased", err, "wrong_credentials")
	}
}

// Passwords are hashed a few at a time, of one login one, and nobody waits without end.
func TestHashingIsBounded(t *testing.T) {
	h := newHashing(2)
	ctx := t.Context()
	var out []func()
	enter := func(login string) {
		t.Helper()
		leave, err := h.enter(ctx, login)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, func() { leave(0) })
	}
	enter("zoe")
	ended, cancel := context.WithCancel(ctx)
	waiting := make(chan error, 100)
	wait := func(login string) { _, err := h.enter(ended, login); waiting <- err }
	for range maxOfLogin - 1 {
		go wait("zoe")
	}
	until(t, h, maxOfLogin)
	if _, err := h.enter(ctx, "zoe"); !errors.Is(err, ErrBusy) {
		t.Errorf("one more for this login: %v", err)
	}
	enter("yan") // whoever guesses at zoe does not hold up yan
	for i := maxOfLogin + 1; i < maxWaiting; i++ {
		go wait(fmt.Sprint("other", i))
	}
	until(t, h, maxWaiting)
	if _, err := h.enter(ctx, "new"); !errors.Is(err, ErrBusy) {
		t.Errorf("one more at all: %v", err)
	}
	cancel()
	for range maxWaiting - 2 {
		if err := <-waiting; !errors.Is(err, context.Canceled) {
			t.Errorf("who waited: %v", err)
		}
	}
	for _, leave := range out {
		leave()
	}
	if h.waiting != 0 || len(h.logins) != 0 {
		t.Errorf("%d wait, %d logins are kept", h.waiting, len(h.logins))
	}
	leave, err := h.enter(ctx, "zoe")
	if err != nil {
		t.Fatal(err)
	}
	leave(wrongRests)
	short, stop := context.WithTimeout(ctx, wrongRests/10)
	defer stop()
	if _, err := h.enter(short, "zoe"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("right after a wrong password: %v", err)
	}
	enter("zoe")
}

func until(t *testing.T, h *hashing, n int) {
	t.Helper()
	await(t, "they wait", func() bool { h.mu.Lock(); defer h.mu.Unlock(); return h.waiting == n })
}
