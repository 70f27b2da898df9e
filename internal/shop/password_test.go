package shop

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"tirage/internal/store"
	"tirage/ledger"
)

func TestOwnPassword(t *testing.T) { onEach(t, ownPassword) }

// Whoever knows the old password takes another: the other sessions end, this one goes on, the old password is of no use. Nobody else's
// session, no wrong password and no role in between does it.
func ownPassword(t *testing.T, d database) {
	h := open(t, options{dsn: d.fresh(t)})
	t.Cleanup(h.close)
	ctx := t.Context()
	admin := h.person(Administrator)
	const old, fresh = "the first password", "the second password"
	id, err := h.Register(ctx, admin, "zoe", old, Player)
	wants(t, "register", err, "")
	logIn := func(password string) (*Session, By) {
		t.Helper()
		session, err := h.LogIn(ctx, "zoe", password, "here")
		if err != nil {
			t.Fatal(err)
		}
		by, err := h.Who(ctx, session.Token, "here")
		wants(t, "who", err, "")
		return session, by
	}
	this, by := logIn(old)
	other, _ := logIn(old)
	wants(t, "nobody", h.ChangePassword(ctx, By{}, this.Token, old, fresh), "log_in")
	wants(t, "with a wrong password", h.ChangePassword(ctx, by, this.Token, "not that one", fresh), "wrong_credentials")
	wants(t, "a short one", h.ChangePassword(ctx, by, this.Token, old, "short"), "bad_password")
	wants(t, "without a session", h.ChangePassword(ctx, by, "player.none", old, fresh), "log_in")
	admins, err := h.begin(ctx, store.Person{ID: admin.Person, Password: "none", Role: string(Administrator)}, "")
	wants(t, "begin", err, "")
	wants(t, "with somebody else's session", h.ChangePassword(ctx, by, admins.Token, old, fresh), "log_in")
	_, err = h.LogIn(ctx, "zoe", old, "here")
	wants(t, "what was refused changed nothing", err, "")

	wants(t, "changed", h.ChangePassword(ctx, by, this.Token, old, fresh), "")
	_, err = h.Who(ctx, this.Token, "here")
	wants(t, "this session", err, "")
	_, err = h.Who(ctx, other.Token, "here")
	wants(t, "the other session", err, "log_in")
	_, err = h.Who(ctx, admins.Token, "here")
	wants(t, "somebody else's session", err, "")
	_, err = h.LogIn(ctx, "zoe", old, "here")
	wants(t, "the old password", err, "wrong_credentials")
	logIn(fresh)
	changes := slices.DeleteFunc(h.kinds("one"), func(kind string) bool { return kind != "set_password" })
	if len(changes) != 1 {
		t.Errorf("%d changes are in the record", len(changes))
	}
	// It is one of their own now: two may make them a member of staff.
	h.proposes(admin, StaffAccount, "", `{"person":%q,"role":"auditor"}`, id)
	h.sound()
}

// Of two who know the same password and change it at the same time one does, and the other's session is over.
func TestOwnPasswordRaces(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		h := open(t, options{dsn: d.fresh(t)})
		t.Cleanup(h.close)
		ctx := t.Context()
		const old = "the first password"
		_, err := h.Register(ctx, By{}, "zoe", old, Player)
		wants(t, "register", err, "")
		var sessions [2]*Session
		for i := range sessions {
			sessions[i], err = h.LogIn(ctx, "zoe", old, "here")
			wants(t, "log in", err, "")
		}
		var all sync.WaitGroup
		var errs [2]error
		for i, session := range sessions {
			all.Go(func() {
				errs[i] = h.ChangePassword(ctx, session.By, session.Token, old, fmt.Sprint("another password ", i))
			})
		}
		all.Wait()
		done := 0
		for i, err := range errs {
			_, logIn := h.LogIn(ctx, "zoe", fmt.Sprint("another password ", i), "here")
			_, who := h.Who(ctx, sessions[i].Token, "here")
			if err == nil {
				done++
			}
			if (err == nil) != (logIn == nil) || (err == nil) != (who == nil) || err != nil && RefusalName(err) == "" {
				t.Errorf("%d: %v, logs in: %v, session: %v", i, err, logIn, who)
			}
		}
		if done != 1 {
			t.Errorf("%d changed it: %v", done, errs)
		}
	})
}

func TestRoleSwapped(t *testing.T) { onEach(t, roleSwapped) }

// A role that was changed in the database gives the sessions of before nothing, and takes what they had; whoever was let in a moment
// before is looked at in the transaction of each act.
func roleSwapped(t *testing.T, d database) {
	h := newHouse(t, options{dsn: d.fresh(t)})
	ctx := t.Context()
	for _, swap := range []struct{ was, is Role }{{Player, Administrator}, {Operator, Player}, {Auditor, Administrator}, {Administrator, Operator}} {
		by := h.person(swap.was)
		if swap.was == Player {
			by = h.player(50_00)
		}
		session, err := h.begin(ctx, store.Person{ID: by.Person, Password: "none", Role: string(swap.was)}, "here")
		wants(t, "begin", err, "")
		_, err = h.Who(ctx, session.Token, "here")
		wants(t, "before", err, "")
		acts := map[string]func() error{
			"deposit": func() error { _, err := h.Deposit(ctx, by, "k", 5_00, true); return err },
			"buy": func() error {
				_, err := h.Buy(ctx, by, "b", Order{Game: "vegas-3eur", Count: 1, Play: true})
				return err
			},
			"propose": func() error {
				_, err := h.Propose(ctx, by, DestroyBlock, []byte(`{"block":"3002-00-0002"}`), "because")
				return err
			},
			"lock": func() error { return h.Lock(ctx, by, h.person(Player).Person, "because") },
		}
		allowed := map[string]bool{}
		for name, act := range acts {
			err := act()
			if allowed[name] = RefusalName(err) != "not_allowed"; err != nil && allowed[name] {
				t.Errorf("%s %s: %v", swap.was, name, err)
			}
		}
		h.sql(`update person set role = '` + string(swap.is) + `' where id = '` + string(by.Person) + `'`)
		_, err = h.Who(ctx, session.Token, "here")
		wants(t, fmt.Sprintf("%s, now %s: the session", swap.was, swap.is), err, "log_in")
		for name, act := range acts { // with what was known of the person before
			if want := map[bool]string{true: "log_in", false: "not_allowed"}[allowed[name]]; RefusalName(act()) != want {
				t.Errorf("%s, now %s: %s: %v, want %s", swap.was, swap.is, name, act(), want)
			}
		}
		_, err = h.begin(ctx, store.Person{ID: by.Person, Password: "none", Role: string(swap.was)}, "here")
		wants(t, "a session that begins meanwhile", err, "wrong_credentials")
		// Nor does a token of the new role that somebody makes of the old one.
		_, err = h.Who(ctx, string(swap.is)+session.Token[len(swap.was):], "here")
		wants(t, "a token made up", err, "log_in")
	}
	// A decision in the name of a role that is gone decides nothing.
	one, two, player := h.person(Operator), h.person(Operator), h.player(50_00)
	id := h.proposes(one, AdjustAccount, "", `{"account":%q,"amount":7}`, ledger.Of(ledger.Player, string(player.Person)).Play())
	h.sql(`update person set role = 'auditor' where id = '` + string(two.Person) + `'`)
	h.decides(two, id, "log_in")
	if p, err := h.Proposal(ctx, one, id); err != nil || p.State != store.Pending {
		t.Errorf("%+v, %v", p, err)
	}
}

// Whoever gets a password by a proposal does not decide it, nor do proposer and receiver together.
func TestRenewalIsNotOnesOwn(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		h := open(t, options{dsn: d.fresh(t)})
		t.Cleanup(h.close)
		ctx := t.Context()
		one, two, three := h.person(Operator), h.person(Administrator), h.person(Operator)
		from, err := h.Register(ctx, By{}, "new", "a password of mine", Player)
		wants(t, "register", err, "")
		id := h.proposes(one, StaffPassword, "", `{"person":%q,"from":%q}`, two.Person, from)
		h.decides(two, id, "same_person")
		h.decides(one, id, "same_person")
		h.decides(three, id, "")
		h.sound()
	})
}
