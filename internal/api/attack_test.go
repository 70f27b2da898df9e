package api

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"tirage/internal/shop"
)

// Amounts and counts that no honest client sends are refused by name, and move nothing.
func TestNumbers(t *testing.T) {
	h := newHouse(t, Options{Limits: free})
	s := h.rich()
	for i, c := range []struct{ number, name string }{
		{"-1", "bad"},
		{"0", "bad"},
		{"-9223372036854775808", "bad"},
		{"9223372036854775807", "bad"},
		{"10000000001", "bad"},
		{"9223372036854775808", "bad_number"},
		{"-9223372036854775809", "bad_number"},
		{"1e2", "bad_number"},
		{"1E400", "bad_number"},
		{"1.0", "bad_number"},
		{"2.5", "bad_number"},
		{"99999999999999999999999999999999999999999999", "bad_number"},
		{`"1"`, "invalid"},
		{"null", "invalid"},
		{"true", "invalid"},
		{"[1]", "invalid"},
		{"{}", "invalid"},
		{"NaN", "bad_json"},
		{"01", "bad_json"},
		{"+1", "bad_json"},
		{"0x10", "bad_json"},
		{"", "bad_json"},
	} {
		key := fmt.Sprintf("Idempotency-Key: n-%d", i)
		amount, count := c.name, c.name
		if c.name == "bad" {
			amount, count = "bad_amount", "bad_count"
		}
		code := 422
		if c.name == "bad_json" {
			code = 400
		}
		s.post("/api/deposits", `{"play":true,"amount":`+c.number+`}`, key).is(code, amount)
		s.post("/api/withdrawals", `{"play":true,"amount":`+c.number+`}`, key).is(code, amount)
		s.post("/api/tickets", `{"game":"vegas-3eur","play":true,"count":`+c.number+`}`, key).is(code, count)
	}
	for _, limit := range []string{"0", "-1", "201", "1e1", "x", "9223372036854775808", "1.5", "%31%00"} {
		r := s.get("/api/tickets?limit=" + limit)
		if r.code != 422 && r.code != 400 {
			t.Errorf("limit=%s: %d", limit, r.code)
		}
	}
	var b Balance
	if s.get("/api/balance").is(200, "").into(&b); b.Play != 100_000 || b.Money != 0 {
		t.Errorf("%+v", b)
	}
}

// Bodies that two readers could understand differently are refused, wherever they nest.
func TestBodies(t *testing.T) {
	h := newHouse(t, Options{Limits: free})
	s, o := h.rich(), h.as(shop.Operator)
	for _, c := range []struct {
		body string
		code int
		name string
	}{
		{`{"game":"vegas-3eur","count":1,"count":100,"play":true}`, 400, "duplicate_key"},
		{`{"game":"vegas-3eur","count":1,"c\u006funt":100,"play":true}`, 400, "duplicate_key"},
		{`{"game":"vegas-3eur","count":1,"COUNT":100,"play":true}`, 400, "duplicate_key"},
		{`{"game":"vegas-3eur","COUNT":1,"play":true}`, 422, "invalid"},
		{`{"game":"vegas-3eur","count":1,"tic\u212aets":1,"tickets":2}`, 400, "duplicate_key"},
		{`{"game":"vegas-3eur","count":1,"play":true,"price":1}`, 422, "invalid"},
		{`{"game":"vegas-3eur","count":1,"play":true,"owner":"xxxxxxxx00000001"}`, 422, "invalid"},
		{"{\"game\":\"vegas\xff\",\"count\":1}", 400, "not_utf8"},
		{"\xef\xbb\xbf{}", 400, "bad_json"},
		{`{"game":"vegas-3eur","count":1}{"count":2}`, 400, "bad_json"},
		{`{"game":"vegas-3eur","count":1} x`, 400, "bad_json"},
		{`{"game":"vegas-3eur","count":1`, 400, "bad_json"},
		{`[]`, 422, "invalid"},
		{`null`, 422, "invalid"},
		{`7`, 422, "invalid"},
		{`"x"`, 422, "invalid"},
		{strings.Repeat("[", 100), 400, "bad_json"},
		{strings.Repeat(`{"a":`, 60) + "1" + strings.Repeat("}", 60), 400, "bad_json"},
		{"", 400, "bad_json"},
		{`{"game":"vegas-3eur","count":1,"play":true}` + strings.Repeat(" ", maxBody), 413, "too_large"},
	} {
		r := s.post("/api/tickets", c.body, "Idempotency-Key: b").is(c.code, c.name)
		if strings.Contains(r.text, "Go ") || strings.Contains(r.text, "api.") {
			t.Errorf("the program's own words go out: %s", r.text)
		}
	}
	o.post("/api/proposals", `{"kind":"adjust_account","reason":"for a test","body":{"account":"x","amount":1,"amount":2}}`).is(400, "duplicate_key")
	o.post("/api/proposals", `{"kind":"adjust_account","reason":"for a test","body":{"account":"x","amount":1e3}}`).is(422, "bad_number")
	o.post("/api/proposals", `{"kind":"adjust_account","reason":"for a test","body":"x"}`).is(422, "invalid")
	o.post("/api/proposals", `{"kind":"adjust_account","reason":"for a test\r\nnew line","body":{}}`).is(422, "bad_reason")
	good := `{"game":"vegas-3eur","count":1,"play":true}`
	for _, kind := range []string{"text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/json; charset=latin1", "application/cbor", "json", " "} {
		s.post("/api/tickets", good, "Idempotency-Key: m", "Content-Type: "+kind).is(415, "media_type")
	}
	s.post("/api/tickets", good, "Idempotency-Key: m", "Content-Encoding: gzip").is(415, "media_type")
	s.post("/api/tickets", good, "Idempotency-Key: m", "Content-Type: application/json; charset=UTF-8").is(201, "")
}

// Keys: missing ones, odd ones, one for two requests, one asked for again.
func TestIdempotency(t *testing.T) {
	h := newHouse(t, Options{Limits: free})
	s, other := h.rich(), h.rich()
	order := `{"game":"vegas-3eur","count":2,"play":true}`
	for _, path := range []string{"/api/tickets", "/api/deposits", "/api/withdrawals"} {
		body := `{"amount":5,"play":true}`
		if path == "/api/tickets" {
			body = order
		}
		s.post(path, body).is(400, "key_missing")
		for _, key := range []string{strings.Repeat("k", 65), "a b", "é", "a;b", "a'--", "\t"} {
			s.post(path, body, "Idempotency-Key: "+key).is(400, "key_missing")
		}
	}
	first := s.post("/api/tickets", order, "Idempotency-Key: k").is(201, "")
	if again := s.post("/api/tickets", order, "Idempotency-Key: k").is(201, ""); again.text != first.text {
		t.Errorf("asked again, it answers %s, not %s", again.text, first.text)
	}
	if again := s.post("/api/tickets", ` { "play":true, "count":2, "game":"vegas-3eur" } `, "Idempotency-Key: k").is(201, ""); again.text != first.text {
		t.Error("the same request in another order is another one")
	}
	s.post("/api/tickets", `{"game":"vegas-3eur","count":3,"play":true}`, "Idempotency-Key: k").is(422, "key_reused")
	s.post("/api/deposits", `{"amount":600,"play":true}`, "Idempotency-Key: k").is(422, "key_reused")
	if r := other.post("/api/tickets", order, "Idempotency-Key: k").is(201, ""); r.text == first.text {
		t.Error("somebody else’s key gave somebody else’s answer")
	}
	var b Balance
	if s.get("/api/balance").into(&b); b.Play != 100_000-600 {
		t.Errorf("%+v", b)
	}
	r := httptest.NewRequest("POST", "/api/tickets", strings.NewReader(order))
	r.Header["Idempotency-Key"] = []string{"k1", "k2"}
	r.Header.Set("Authorization", "Bearer "+s.token)
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	reply{t, w.Code, w.Result().Header, w.Body.String()}.is(400, "header_twice")
}

// A ticket of somebody else is as one that there is none: the same words, whatever is asked of it.
func TestOtherPeoplesTickets(t *testing.T) {
	h := newHouse(t, Options{Limits: free, Picture: drawn})
	owner, thief := h.rich(), h.rich()
	serial := owner.buy(1, "mine")[0]
	body := func(r reply) string {
		var p Problem
		r.is(404, "unknown_ticket").into(&p)
		p.Instance = ""
		return fmt.Sprint(p)
	}
	for _, path := range []string{"", "/reveal", "/proof", "/picture"} {
		ask := thief.get
		if path == "/reveal" {
			ask = func(p string, headers ...string) reply { return thief.post(p, "", headers...) }
		}
		theirs := body(ask("/api/tickets/" + serial + path))
		for _, none := range []string{"3002-00-0001-000003-099-9", "9999-00-0001-000000-000-6", "x", serial + "'", "3002000001", "..."} {
			if got := body(ask("/api/tickets/" + none + path)); got != theirs {
				t.Errorf("%s%s: %s, not %s", none, path, got, theirs)
			}
		}
	}
	var mine List[struct{ State string }]
	r := thief.get("/api/tickets").is(200, "")
	if !strings.Contains(r.text, `"items":[]`) {
		t.Error("a player with no ticket has", r.text, mine)
	}
}

// A page of another site cannot act with a player's cookie; a bearer token no page can send along, and an expired session is none.
func TestCrossSiteAndSessions(t *testing.T) {
	h := newHouse(t, Options{Limits: free, Secure: true})
	admin := h.as(shop.Administrator)
	admin.post("/api/register", `{"login":"Ｃamille","password":"dix tickets bleus"}`).is(201, "")
	nobody := h.as("")
	nobody.post("/api/register", `{"login":"camille","password":"dix tickets bleus"}`).is(409, "login_taken")
	nobody.post("/api/register", `{"login":"boss","password":"dix tickets bleus","role":"administrator"}`).is(401, "log_in")
	nobody.post("/api/login", `{"login":"camille","password":"dix tickets rouges"}`).is(401, "wrong_credentials")
	r := nobody.post("/api/login", `{"login":"camille","password":"dix tickets bleus","cookie":true}`).is(200, "")
	cookie := r.head.Get("Set-Cookie")
	for _, want := range []string{"__Host-tirage=", "Path=/", "HttpOnly", "Secure", "SameSite=Strict"} {
		if !strings.Contains(cookie, want) {
			t.Errorf("%q lacks %s", cookie, want)
		}
	}
	if strings.Contains(r.text, "token") {
		t.Error("the token is in the answer as well:", r.text)
	}
	mine, _, _ := strings.Cut(cookie, ";")
	deposit := func(headers ...string) reply {
		return nobody.post("/api/deposits", `{"amount":5,"play":true}`, append(headers, "Cookie: "+mine, "Idempotency-Key: c")...)
	}
	deposit().is(201, "") // no browser: neither header
	deposit("Sec-Fetch-Site: same-origin", "Origin: https://house.example").is(201, "")
	deposit("Sec-Fetch-Site: cross-site").is(403, "cross_site")
	deposit("Sec-Fetch-Site: same-site").is(403, "cross_site")
	deposit("Origin: https://evil.example").is(403, "cross_site")
	deposit("Origin: null").is(403, "cross_site")
	nobody.post("/api/login", `{"login":"camille","password":"dix tickets bleus","cookie":true}`, "Origin: https://evil.example").is(403, "cross_site")
	deposit("Sec-Fetch-Site: cross-site", "Authorization: Bearer x").is(401, "log_in") // the cookie counts for nothing then
	deposit("Sec-Fetch-Site: cross-site", "Authorization: Basic eDp4").is(403, "cross_site")
	var in LoggedIn
	nobody.post("/api/login", `{"login":"camille","password":"dix tickets bleus"}`).is(200, "").into(&in)
	s := &somebody{h: h, token: in.Token}
	s.post("/api/deposits", `{"amount":5,"play":true}`, "Origin: https://shop.example", "Sec-Fetch-Site: cross-site", "Idempotency-Key: c").is(201, "")
	if got := s.get("/api/me", "Origin: https://evil.example").head.Get("Access-Control-Allow-Origin"); got != "" {
		t.Error("another site may read:", got)
	}
	h.clock.move(13 * time.Hour)
	s.get("/api/me").is(401, "log_in")
	nobody.get("/api/me", "Cookie: "+mine).is(401, "log_in")
	nobody.get("/api/games", "Cookie: "+mine).is(200, "")
	for _, token := range []string{"", "x", strings.Repeat("x", 5000), "é", "a b", "' or 1=1 --", in.Token + "x", in.Token[1:]} {
		(&somebody{h: h, token: token}).get("/api/me").is(401, "log_in")
	}
	nobody.post("/api/login", `{"login":"camille","password":"dix tickets bleus"}`).is(200, "").into(&in)
	s.token = in.Token
	r = s.post("/api/logout", "").is(204, "")
	if c := r.head.Get("Set-Cookie"); !strings.Contains(c, "__Host-tirage=;") || !strings.Contains(c, "Max-Age=0") {
		t.Errorf("logging out sets %q", c)
	}
	s.get("/api/me").is(401, "log_in")
	for _, secret := range []string{in.Token, "dix tickets", "hunter2", strings.TrimPrefix(mine, "__Host-tirage="), "192.0.2.1", "camille"} {
		if strings.Contains(h.log.String(), secret) {
			t.Errorf("the log holds %q", secret)
		}
	}
}

// Text that means something elsewhere is text here.
func TestTextIsText(t *testing.T) {
	h := newHouse(t, Options{Limits: free})
	admin := h.as(shop.Administrator)
	for i, login := range []string{"robert'); drop table person;--", `x" or 1=1`, "<script>alert(1)</script>", "a%00b", "%s%n", "../../etc/passwd", "名前", "é̂", `back\slash`} {
		text := strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(login)
		nobody := h.as("")
		admin.post("/api/register", `{"login":"`+text+`","password":"dix tickets bleus"}`).is(201, "")
		var in LoggedIn
		nobody.post("/api/login", `{"login":"`+text+`","password":"dix tickets bleus"}`).is(200, "").into(&in)
		if i < 6 && in.Person.Login != strings.ToLower(login) {
			t.Errorf("%q became %q", login, in.Person.Login)
		}
		r := (&somebody{h: h, token: in.Token}).get("/api/me").is(200, "")
		if !strings.HasPrefix(r.head.Get("Content-Type"), "application/json") || r.head.Get("X-Content-Type-Options") != "nosniff" {
			t.Error(r.head)
		}
	}
	for _, login := range []string{`a\r\nSet-Cookie: x=y`, `a\u0000b`, `\u200b\u200b\u200b`, "x", strings.Repeat("x", 65), ""} {
		r := admin.post("/api/register", `{"login":"`+login+`","password":"dix tickets bleus"}`).is(422, "bad_login")
		if r.head.Get("Set-Cookie") != "" {
			t.Error("a header out of a body")
		}
	}
	s := h.rich()
	for _, after := range []string{"x", "'", "AAAA", "MQ", strings.Repeat("A", 299), "%F0%9F%8E%B2"} {
		s.get("/api/tickets?after="+after).is(422, "bad_cursor")
	}
	o := h.as(shop.Operator)
	o.get("/api/journals/one/acts?after=-1").is(422, "bad_cursor")
	o.get("/api/journals/one/acts?after=x").is(422, "bad_cursor")
	o.get("/api/journals/one'or'1/acts").is(200, "")
	o.get("/api/proposals?after=%27").is(422, "bad_cursor")
	o.get("/api/proposals?state=all").is(422, "invalid")
	o.post("/api/proposals/'/approve", `{"reason":"why not"}`).is(404, "unknown_proposal")
	for _, id := range []string{"x", "3002-00-0002", "3002-00-0001%20", "'", "30020000001"} {
		o.get("/api/blocks/"+id).is(404, "unknown_block")
		o.get("/api/blocks/"+id+"/manifest").is(404, "unknown_block")
	}
	o.get("/api/games/x").is(404, "unknown_game")
}

// Paths are taken as they are written.
func TestPaths(t *testing.T) {
	h := newHouse(t, Options{Limits: free, Proxies: nil})
	s := h.as(shop.Auditor)
	for _, path := range []string{
		"/api/%2e%2e/metrics", "/api/../metrics", "//api/games", "/api//games", "/api/./games", "/api/games/", "/api/games/%2e%2e", "/api/games%2fvegas-3eur", "/API/games",
		"/api/games/vegas-3eur/..", "/api/%00", "/api/games/a%0d%0aX:%20y", "/api/games/%ff", `/api/games\x`, "/", "/api/openapi.yaml", "/api/docs", "/api/schemas/Order.json", "/debug/pprof/",
		"/api/tickets/a/b/c", "/metrics/", "/api/blocks//manifest",
	} {
		s.get(path).is(404, "not_found")
	}
	s.get("/api/games/"+strings.Repeat("x", 600)).is(414, "long_path")
	s.get("/api/games?"+strings.Repeat("x", 3000)).is(414, "long_path")
	for _, query := range []string{"limit=1&limit=2", "a=%zz", "a;b", "after=%00"} {
		s.get("/api/journals/one/acts?"+query).is(400, "bad_query")
	}
	s.get("/api/journals/one/acts?token=x").is(422, "invalid")
	if strings.Contains(h.log.String(), "token=x") || strings.Contains(h.log.String(), "passwd") {
		t.Error("the log holds a query")
	}
	r := s.get("/api").is(308, "")
	if r.head.Get("Location") != "/api/" {
		t.Error(r.head)
	}
}
