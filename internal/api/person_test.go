package api

import (
	"fmt"
	"testing"

	"tirage/internal/shop"
)

// One administrator makes no member of staff and takes nobody's place; two do, and the new one logs in with a password of their own.
func TestStaffByTwo(t *testing.T) {
	h := newHouse(t, Options{Limits: free})
	admin, operator, nobody := h.as(shop.Administrator), h.as(shop.Operator), h.as("")
	admin.post("/api/register", `{"login":"puppet","password":"dix tickets bleus","role":"operator"}`).is(403, "two_persons")
	admin.post("/api/register", `{"login":"tabac","password":"dix tickets bleus","role":"retailer"}`).is(201, "")
	path := fmt.Sprintf("/api/persons/%s/password", operator.by.Person)
	admin.post(path, `{"password":"dix tickets rouges","reason":"forgotten"}`).is(403, "two_persons")
	admin.post(path, `{"password":"dix tickets rouges","reason":"\u200b\u200b\u200b"}`).is(422, "bad_reason")
	admin.post(path, `{"password":"dix tickets rouges"}`).is(422, "invalid")

	var zoe Registered
	nobody.post("/api/register", `{"login":"zoe","password":"dix tickets bleus"}`).is(201, "").into(&zoe)
	var p Proposal
	admin.post("/api/proposals", fmt.Sprintf(`{"kind":"staff_account","body":{"person":%q,"role":"auditor"},"reason":"new here"}`, zoe.ID)).is(201, "").into(&p)
	admin.post("/api/proposals/"+p.ID+"/approve", `{"reason":"new here"}`).is(403, "same_person")
	operator.post("/api/proposals/"+p.ID+"/approve", `{"reason":"spoke with her"}`).is(200, "")
	operator.post("/api/proposals", fmt.Sprintf(`{"kind":"staff_account","body":{"person":%q,"role":"auditor"},"reason":"again"}`, zoe.ID)).is(422, "bad_role")
	var in LoggedIn
	nobody.post("/api/login", `{"login":"zoe","password":"dix tickets bleus"}`).is(200, "").into(&in)
	if in.Person.Role != "auditor" {
		t.Errorf("zoe is %s", in.Person.Role)
	}
}
