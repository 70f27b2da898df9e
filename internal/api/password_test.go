package api

import (
	"fmt"
	"testing"

	"tirage/internal/shop"
)

// Whoever knows their password changes it: their other sessions end, the old password is of no use, and what is refused changes nothing.
func TestChangePassword(t *testing.T) {
	h := newHouse(t, Options{Limits: free, Picture: drawn})
	for _, role := range shop.Roles() {
		this := h.as(role)
		other := &somebody{h: h, by: this.by, token: h.session(this.by.Person)}
		change := func(old, fresh string) reply {
			return this.post("/api/password", fmt.Sprintf(`{"old":%q,"password":%q}`, old, fresh))
		}
		const fresh = "onze tickets verts"
		change("not that one at all", fresh).is(401, "wrong_credentials")
		change(password, "short").is(422, "bad_password")
		this.post("/api/password", `{"password":"onze tickets verts"}`).is(422, "invalid")
		other.get("/api/me").is(200, "")
		change(password, fresh).is(204, "")
		this.get("/api/me").is(200, "")
		other.get("/api/me").is(401, "log_in")
		logIn := func(with string) reply {
			return h.as("").post("/api/login", fmt.Sprintf(`{"login":%q,"password":%q}`, this.by.Person, with))
		}
		logIn(password).is(401, "wrong_credentials")
		logIn(fresh).is(200, "")
	}
}

// Guessing at the password of a session is as slow as guessing at a login.
func TestChangePasswordIsLimited(t *testing.T) {
	limits := free
	limits.LogIn = Rate{Every: 1e12, Burst: 1}
	h := newHouse(t, Options{Limits: limits, Picture: drawn})
	s := h.as(shop.Player)
	s.post("/api/password", `{"old":"not that one at all","password":"onze tickets verts"}`).is(401, "wrong_credentials")
	s.post("/api/password", `{"old":"dix tickets bleus","password":"onze tickets verts"}`).is(429, "too_often")
}

// A proposal is shown by its name to those who work in the house, decided or not.
func TestOneProposal(t *testing.T) {
	h := newTableHouse(t)
	id := h.propose()
	operator := h.askers[4]
	var p Proposal
	operator.get("/api/proposals/"+id).is(200, "").into(&p)
	if p.ID != id || p.State != "pending" || p.Note != "" || p.Face != nil {
		t.Errorf("%+v", p)
	}
	operator.post("/api/proposals/"+id+"/approve", `{"reason":"seen by two"}`).is(200, "")
	var after Proposal
	operator.get("/api/proposals/"+id).is(200, "").into(&after)
	if after.State != "approved" || after.Note != "seen by two (it opens, and is still sealed)" || after.Face != nil {
		t.Errorf("%+v", after)
	}
	for _, none := range []string{"nobodyknowsit", "A", "a-b", "%C3%A9"} {
		operator.get("/api/proposals/"+none).is(404, "unknown_proposal")
	}
}
