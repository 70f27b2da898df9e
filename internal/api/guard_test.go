package api

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"tirage/internal/shop"
	"tirage/internal/store"
)

func TestHeadersOfEveryAnswer(t *testing.T) {
	h := newTableHouse(t)
	h.Secure = true
	seen := map[string]bool{}
	for _, pattern := range append(h.patterns, "GET /nowhere", "PUT /api/me") {
		r := h.try(h.askers[1], pattern)
		for name, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Referrer-Policy": "no-referrer", "Cross-Origin-Resource-Policy": "same-origin",
			"Strict-Transport-Security": "max-age=31536000",
		} {
			if got := r.head.Get(name); got != want {
				t.Errorf("%s: %s is %q", pattern, name, got)
			}
		}
		if csp := r.head.Get("Content-Security-Policy"); !strings.HasPrefix(csp, "default-src 'none'") || strings.Contains(csp, "unsafe") {
			t.Errorf("%s: policy %q", pattern, csp)
		}
		if cache := r.head.Get("Cache-Control"); cache != "no-store" && cache != "no-cache" {
			t.Errorf("%s: %q", pattern, cache)
		}
		id := r.head.Get("X-Request-Id")
		if len(id) != 16 || seen[id] {
			t.Errorf("%s: request %q", pattern, id)
		}
		seen[id] = true
	}
}

func TestLimits(t *testing.T) {
	slow := Rate{Every: time.Minute, Burst: 3}
	h := newHouse(t, Options{Limits: Limits{Address: Rate{Every: time.Second, Burst: 20}, Person: slow, LogIn: slow, Register: slow}})
	nobody := h.as("")
	for range 3 {
		nobody.post("/api/login", `{"login":"nobody","password":"dix tickets bleus"}`).is(401, "wrong_credentials")
		nobody.post("/api/register", `{"login":"x","password":"dix tickets bleus"}`).is(422, "bad_login")
	}
	r := nobody.post("/api/login", `{"login":"nobody","password":"dix tickets bleus"}`).is(429, "too_often")
	if r.head.Get("Retry-After") != "60" {
		t.Errorf("Retry-After %q", r.head.Get("Retry-After"))
	}
	nobody.post("/api/register", `{"login":"x","password":"dix tickets bleus"}`, "Accept-Language: fr").is(429, "too_often")
	h.clock.move(time.Minute)
	nobody.post("/api/login", `{"login":"nobody","password":"dix tickets bleus"}`).is(401, "wrong_credentials")
	nobody.post("/api/login", `{"login":"nobody","password":"dix tickets bleus"}`).is(429, "too_often")
	one, two := h.as(shop.Player), h.as(shop.Player)
	for range 3 {
		one.get("/api/me").is(200, "")
	}
	one.get("/api/me").is(429, "too_often")
	two.get("/api/me").is(200, "")
	refused := 0
	for range 40 {
		if nobody.get("/api/games").code == 429 {
			refused++
		}
	}
	if refused == 0 {
		t.Error("an address asks as often as it likes")
	}
}

// Buckets fill with time, hold no more than they should, and never grow without bound.
func TestLimiter(t *testing.T) {
	l := newLimiter(Rate{Every: time.Second, Burst: 2})
	now := time.Unix(1000, 0)
	for i, c := range []struct {
		at   time.Duration
		wait time.Duration
	}{
		{0, 0}, {0, 0}, {0, time.Second}, {500 * time.Millisecond, 500 * time.Millisecond}, {time.Second, 0}, {time.Second, time.Second}, {time.Hour, 0}, {time.Hour, 0}, {time.Hour, time.Second},
	} {
		if wait := l.take("k", now.Add(c.at)); wait != c.wait {
			t.Errorf("%d: %s, want %s", i, wait, c.wait)
		}
	}
	for i := range manyKeys + 1000 {
		l.take(fmt.Sprint(i), now)
	}
	if len(l.full) > manyKeys+1 {
		t.Errorf("%d buckets", len(l.full))
	}
	if wait := l.take("one more", now); wait == 0 {
		t.Error("those who come new while there are too many do not share a bucket")
	}
	if wait := l.take("one more", now.Add(time.Hour)); wait != 0 || len(l.full) > 2 {
		t.Errorf("an hour later: wait %s, %d buckets", wait, len(l.full))
	}
	if none := newLimiter(Rate{Burst: -1}); none.take("k", now) != 0 || len(none.full) != 0 {
		t.Error("no bound is a bound")
	}
}

// Who asks is who the last trusted proxy saw: what is written before that counts for nothing.
func TestClient(t *testing.T) {
	proxies := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("::1/128")}
	for _, c := range []struct{ peer, forwarded, want string }{
		{"203.0.113.5:1234", "", "203.0.113.5"},
		{"203.0.113.5:1234", "192.0.2.9", "203.0.113.5"},
		{"10.0.0.1:1234", "192.0.2.9", "192.0.2.9"},
		{"10.0.0.1:1234", "6.6.6.6, 192.0.2.9", "192.0.2.9"},
		{"10.0.0.1:1234", "6.6.6.6, 192.0.2.9, 10.1.1.1", "192.0.2.9"},
		{"10.0.0.1:1234", "", "10.0.0.1"},
		{"10.0.0.1:1234", "rubbish", "10.0.0.1"},
		{"10.0.0.1:1234", "192.0.2.9, rubbish", "10.0.0.1"},
		{"[::1]:1", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"},
		{"[::ffff:10.0.0.1]:1", "::ffff:192.0.2.9", "192.0.2.9"},
		{"@", "192.0.2.9", "invalid IP"},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = c.peer
		r.Header.Set("X-Forwarded-For", c.forwarded)
		if got := place(client(r, proxies)); got != c.want {
			t.Errorf("%s %q: %s, want %s", c.peer, c.forwarded, got, c.want)
		}
	}
}

// A handler that panics is answered for and noted, and the house goes on.
func TestPanics(t *testing.T) {
	h := newHouse(t, Options{Limits: free})
	ask := func(f http.HandlerFunc) (w *httptest.ResponseRecorder, aborted bool) {
		w = httptest.NewRecorder()
		defer func() { aborted = recover() != nil }()
		h.guard(w, httptest.NewRequest("GET", "/api/games", nil), f)
		return w, false
	}
	w, aborted := ask(func(http.ResponseWriter, *http.Request) { panic("the secret is 42") })
	if w.Code != 500 || strings.Contains(w.Body.String(), "42") || aborted {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if !strings.Contains(h.log.String(), "the secret is 42") || !strings.Contains(h.log.String(), "guard_test.go") {
		t.Error("the log does not say where")
	}
	w, aborted = ask(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte("half"))
		panic("late")
	})
	if !aborted || w.Body.String() != "half" {
		t.Errorf("an answer that had begun goes on: %t %s", aborted, w.Body)
	}
	h.as("").get("/api/games").is(200, "")
}

// What can be measured has few labels, whatever is asked, and is told to this machine alone.
func TestMetrics(t *testing.T) {
	h := newHouse(t, Options{Limits: free, Proxies: []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")}})
	s := h.as("")
	for i := range 50 {
		s.get(fmt.Sprintf("/api/games/%d", i))
		s.ask(fmt.Sprintf("M%d", i), "/api/me", "")
		s.get(fmt.Sprintf("/nowhere/%d", i))
	}
	scrape := func(from string, headers ...string) *httptest.ResponseRecorder {
		r := httptest.NewRequest("GET", "/metrics", nil)
		r.RemoteAddr = from
		for _, name := range headers {
			r.Header.Set(name, "127.0.0.1")
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w
	}
	text := scrape("127.0.0.1:5").Body.String()
	for _, want := range []string{
		`tirage_http_requests_total{route="GET /api/games/{id}",status="404"} 50`, `tirage_http_requests_total{route="none",status="404"} 50`,
		`tirage_http_requests_total{route="none",status="405"} 50`, `tirage_http_refusals_total{name="unknown_game"} 50`, "tirage_http_in_flight 1", "tirage_http_request_seconds_bucket",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s", want)
		}
	}
	if n := strings.Count(text, "\n"); n > 200 {
		t.Errorf("%d lines", n)
	}
	for _, c := range []*httptest.ResponseRecorder{scrape("192.0.2.1:5"), scrape("192.0.2.1:5", "X-Forwarded-For")} {
		if c.Code != 404 {
			t.Errorf("/metrics from elsewhere: %d", c.Code)
		}
	}
	for _, header := range []string{"X-Forwarded-For", "Forwarded", "Via", "X-Real-IP", "X-Forwarded-Proto", "X-Forwarded-Host", "X-Forwarded", "True-Client-IP"} {
		if code := scrape("127.0.0.1:5", header).Code; code != 404 {
			t.Errorf("/metrics through a proxy that says so by %s: %d", header, code)
		}
	}
}

// A request's number is taken over from a trusted proxy alone, and only if it is one.
func TestRequestNumbers(t *testing.T) {
	h := newHouse(t, Options{Limits: free, Proxies: []netip.Prefix{netip.MustParsePrefix("192.0.2.0/24")}})
	if got := h.as("").get("/healthz", "X-Request-Id: abc-123").head.Get("X-Request-Id"); got != "abc-123" {
		t.Errorf("%q", got)
	}
	if got := h.as("").get("/healthz", "X-Request-Id: a b\"}").head.Get("X-Request-Id"); len(got) != 16 {
		t.Errorf("%q", got)
	}
	h.Proxies = nil
	if got := h.as("").get("/healthz", "X-Request-Id: abc-123").head.Get("X-Request-Id"); got == "abc-123" {
		t.Error("anybody numbers requests")
	}
}

// One verification at a time, and what it finds.
func TestVerification(t *testing.T) {
	h := newHouse(t, Options{Limits: free})
	rich := h.rich()
	rich.buy(3, "k")
	s := h.as(shop.Auditor)
	var v Verification
	s.get("/api/ledger/verify").is(200, "").into(&v)
	if !v.OK || v.Acts < 4 || v.Money != "0" || v.Play != "0" || len(v.Journals) != 2 || v.Journals[1].Name != "one" || v.Journals[0].Seq+v.Journals[1].Seq != v.Acts {
		t.Errorf("%+v", v)
	}
	h.verify <- struct{}{}
	if r := s.get("/api/ledger/verify").is(503, "busy"); r.head.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
	<-h.verify
	var journals List[Journal]
	s.get("/api/journals").is(200, "").into(&journals)
	if !slices.Equal(journals.Items, v.Journals) {
		t.Errorf("%+v, not %+v", journals, v.Journals)
	}
	// a page at a time gives every act once, in order
	seq := int64(0)
	for after := ""; ; {
		var page List[Act]
		s.get("/api/journals/one/acts?limit=2&after="+after).is(200, "").into(&page)
		for _, act := range page.Items {
			if seq++; act.Seq != seq || act.Actor == "" || act.Digest == "" {
				t.Errorf("%+v", act)
			}
		}
		if after = page.Next; after == "" {
			break
		}
	}
	if seq != v.Journals[1].Seq {
		t.Errorf("%d acts in pages, %d verified", seq, v.Journals[1].Seq)
	}
	// and what somebody changed in a row
	if err := h.store.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error { return tx.SetLocked(ctx, rich.by.Person, 1) }); err != nil {
		t.Fatal(err)
	}
	s.get("/api/ledger/verify").is(200, "").into(&v)
	if v.OK || v.Found != 1 || len(v.Findings) != 1 || v.Findings[0].Name != shop.PersonDiffers {
		t.Errorf("%+v", v)
	}
}

// Two persons, one of whom cannot be both.
func TestTwoPersons(t *testing.T) {
	h := newHouse(t, Options{Limits: free})
	one, two, player := h.as(shop.Operator), h.as(shop.Administrator), h.rich()
	account := "play/player/" + string(player.by.Person)
	var p Proposal
	one.post("/api/proposals", fmt.Sprintf(`{"kind":"adjust_account","body":{"account":%q,"amount":700},"reason":"a lost deposit"}`, account)).is(201, "").into(&p)
	if p.State != "pending" || p.Proposer != string(one.by.Person) || string(p.Body) == "" {
		t.Errorf("%+v", p)
	}
	one.post("/api/proposals/"+p.ID+"/approve", `{"reason":"I trust myself"}`).is(403, "same_person")
	two.post("/api/proposals/"+p.ID+"/approve", `{"reason":"x"}`).is(422, "bad_reason")
	var waiting List[Proposal]
	two.get("/api/proposals").is(200, "").into(&waiting)
	if len(waiting.Items) != 1 || waiting.Items[0].ID != p.ID {
		t.Errorf("%+v", waiting)
	}
	two.post("/api/proposals/"+p.ID+"/approve", `{"reason":"seen the receipt"}`).is(200, "").into(&p)
	if p.State != "approved" || p.Decider != string(two.by.Person) || p.Decided.IsZero() {
		t.Errorf("%+v", p)
	}
	two.post("/api/proposals/"+p.ID+"/reject", `{"reason":"changed my mind"}`).is(409, "decided")
	var b Balance
	if player.get("/api/balance").into(&b); b.Play != 100_700 {
		t.Errorf("%+v", b)
	}
	one.post("/api/proposals", fmt.Sprintf(`{"kind":"adjust_account","body":{"account":%q,"amount":1},"reason":"one more"}`, account)).is(201, "").into(&p)
	h.clock.move(11 * time.Hour)
	h.clock.move(73*time.Hour - 11*time.Hour)
	late := &somebody{h: h, token: h.session(two.by.Person)}
	late.post("/api/proposals/"+p.ID+"/approve", `{"reason":"too late"}`).is(409, "expired")
	late.post("/api/proposals/0000/approve", `{"reason":"no such"}`).is(404, "unknown_proposal")
}
