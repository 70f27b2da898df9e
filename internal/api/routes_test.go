package api

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"tirage/internal/shop"
)

// row is a route of the table: what each of those who may ask gets.
type row struct {
	pattern string
	// in the order of askers; a name stands behind a refusal's status
	nobody, player, other, retailer, operator, auditor, administrator string
}

const (
	logIn = "401 log_in"
	role  = "403 not_allowed"
	wrong = "401 wrong_credentials"
	alien = "404 unknown_ticket"

	secret = "404 seeds_secret"
	noFile = "404 unknown_file"
	noRoom = "404 unknown_room"
	noDraw = "404 unknown_draw"
)

// table holds every route for every role.
var table = []row{
	{"POST /api/register", "201", "201", "201", "201", "201", "201", "201"},
	{"POST /api/login", "401 wrong_credentials", "401 wrong_credentials", "401 wrong_credentials", "401 wrong_credentials", "401 wrong_credentials", "401 wrong_credentials", "401 wrong_credentials"},
	{"POST /api/logout", "204", "204", "204", "204", "204", "204", "204"},
	{"POST /api/password", logIn, wrong, wrong, wrong, wrong, wrong, wrong},
	{"GET /api/me", logIn, "200", "200", "200", "200", "200", "200"},
	{"GET /api/balance", logIn, "200", "200", role, role, role, role},
	{"GET /api/statement", logIn, "200", "200", role, role, role, role},
	{"POST /api/deposits", logIn, "201", "201", role, role, role, role},
	{"POST /api/withdrawals", logIn, "201", "409 insufficient_funds", role, role, role, role},
	{"GET /api/games", "200", "200", "200", "200", "200", "200", "200"},
	{"GET /api/games/{id}", "200", "200", "200", "200", "200", "200", "200"},
	{"GET /api/blocks", "200", "200", "200", "200", "200", "200", "200"},
	{"GET /api/blocks/{id}", "200", "200", "200", "200", "200", "200", "200"},
	{"GET /api/blocks/{id}/manifest", "200", "200", "200", "200", "200", "200", "200"},
	{"POST /api/tickets", logIn, "201", "409 insufficient_funds", role, role, role, role},
	{"GET /api/tickets", logIn, "200", "200", role, role, role, role},
	{"GET /api/tickets/{serial}", logIn, "200", alien, role, role, role, role},
	{"GET /api/tickets/{serial}/picture", logIn, "200", alien, role, role, role, role},
	{"POST /api/tickets/{serial}/reveal", logIn, "200", alien, role, role, role, role},
	{"GET /api/tickets/{serial}/proof", logIn, "200", alien, role, role, role, role},
	{"GET /api/proposals", logIn, role, role, role, "200", "200", "200"},
	{"POST /api/proposals", logIn, role, role, role, "201", role, "201"},
	{"GET /api/proposals/{id}", logIn, role, role, role, "200", "200", "200"},
	{"POST /api/proposals/{id}/approve", logIn, role, role, role, "200", role, "200"},
	{"POST /api/proposals/{id}/reject", logIn, role, role, role, "200", role, "200"},
	{"GET /api/persons", logIn, role, role, role, role, role, "200"},
	{"POST /api/persons/{id}/lock", logIn, role, role, role, role, role, "204"},
	{"POST /api/persons/{id}/unlock", logIn, role, role, role, role, role, "204"},
	{"POST /api/persons/{id}/erase", logIn, role, role, role, role, role, "204"},
	{"POST /api/persons/{id}/password", logIn, role, role, role, role, role, "204"},
	{"GET /api/journals", logIn, role, role, role, "200", "200", "200"},
	{"GET /api/journals/{name}/acts", logIn, role, role, role, "200", "200", "200"},
	{"GET /api/ledger/verify", logIn, role, role, role, role, "200", "200"},
	{"POST /api/claims/check", "200", "200", "200", "200", "200", "200", "200"},
	{"POST /api/claims", logIn, role, role, "201", "201", role, role},
	{"POST /api/claims/{reference}/confirm", logIn, role, role, "200", "200", role, role},
	{"POST /api/claims/{reference}/cancel", logIn, role, role, "200", "200", role, role},
	{"POST /api/claims/misprint", logIn, role, role, "200", "403 two_persons", role, role},
	{"POST /api/files", logIn, role, role, role, "409 not_for_file", role, role},
	{"GET /api/files", logIn, role, role, role, "200", "200", role},
	{"GET /api/files/{id}", logIn, role, role, role, noFile, noFile, role},
	{"POST /api/files/{id}/erase", logIn, role, role, role, noFile, role, noFile},
	{"POST /api/oppositions", logIn, role, role, role, "201", role, role},
	{"GET /api/issues", "200", "200", "200", "200", "200", "200", "200"},
	{"POST /api/issues", logIn, role, role, role, "409 issue_open", role, role},
	{"GET /api/blocks/{id}/seeds", secret, secret, secret, secret, secret, secret, secret},
	{"GET /api/packs", logIn, role, role, "200", "200", "200", "200"},
	{"POST /api/packs/receive", logIn, role, role, role, "200", role, role},
	{"POST /api/packs/confirm", logIn, role, role, "200", role, role, role},
	{"POST /api/packs/activate", logIn, role, role, "200", role, role, role},
	{"POST /api/packs/settle", logIn, role, role, role, "200", role, role},
	{"POST /api/packs/return", logIn, role, role, role, "200", role, role},
	{"POST /api/packs/lost", logIn, role, role, "200", "200", role, role},
	{"POST /api/packs/stolen", logIn, role, role, "200", "200", role, role},
	{"GET /api/retailers", logIn, role, role, role, "200", "200", "200"},
	{"POST /api/retailers", logIn, role, role, role, "201", role, role},
	{"GET /api/retailers/{id}", logIn, role, role, "200", "200", "200", "200"},
	{"POST /api/retailers/{id}/terms", logIn, role, role, role, "200", role, role},
	{"POST /api/retailers/{id}/collect", logIn, role, role, role, "200", role, role},
	{"GET /api/retailers/{id}/statement", logIn, role, role, role, "200", "200", "200"},
	{"GET /api/statement/day", logIn, role, role, "200", role, role, role},
	{"GET /api/reports/sales", logIn, role, role, role, "200", "200", "200"},
	{"GET /api/reports/sales.csv", logIn, role, role, role, "200", "200", "200"},
	{"GET /api/reports/returns", logIn, role, role, role, "200", "200", "200"},
	{"GET /api/reports/returns.csv", logIn, role, role, role, "200", "200", "200"},
	{"GET /api/reports/suspicions", logIn, role, role, role, "200", "200", "200"},
	{"GET /api/reports/suspicions.csv", logIn, role, role, role, "200", "200", "200"},
	{"GET /api/rooms", "200", "200", "200", "200", "200", "200", "200"},
	{"GET /api/rooms/{room}", noRoom, noRoom, noRoom, noRoom, noRoom, noRoom, noRoom},
	{"GET /api/hall", "200", "200", "200", "200", "200", "200", "200"},
	{"GET /api/rooms/{room}/draws", noRoom, noRoom, noRoom, noRoom, noRoom, noRoom, noRoom},
	{"GET /api/draws/{draw}", noDraw, noDraw, noDraw, noDraw, noDraw, noDraw, noDraw},
	{"GET /api/draws/{draw}/events", noDraw, noDraw, noDraw, noDraw, noDraw, noDraw, noDraw},
	{"GET /api/draws/{draw}/record", noDraw, noDraw, noDraw, noDraw, noDraw, noDraw, noDraw},
	{"POST /api/rooms/{room}/offers", logIn, noRoom, noRoom, role, role, role, role},
	{"POST /api/rooms/{room}/cards", logIn, noRoom, noRoom, role, role, role, role},
	{"GET /api/draws/{draw}/cards", logIn, noDraw, noDraw, role, role, role, role},
	{"GET /api/me/draws", logIn, "200", "200", role, role, role, role},
	{"GET /api/me/owner-secret", logIn, "200", "200", role, role, role, role},
	{"POST /api/rooms", logIn, role, role, role, "201", role, "201"},
	{"POST /api/rooms/{room}/close", logIn, role, role, role, noRoom, role, noRoom},
	{"POST /api/draws/{draw}/cancel", logIn, role, role, role, noDraw, role, noDraw},
	{"GET /api/{$}", "200", "200", "200", "200", "200", "200", "200"},
	{"GET /api", "308", "308", "308", "308", "308", "308", "308"},
	{"GET /api/page.css", "200", "200", "200", "200", "200", "200", "200"},
	{"GET /api/openapi.json", "200", "200", "200", "200", "200", "200", "200"},
	{"GET /healthz", "200", "200", "200", "200", "200", "200", "200"},
	{"GET /readyz", "200", "200", "200", "200", "200", "200", "200"},
	{"GET /metrics", "404 not_found", "404 not_found", "404 not_found", "404 not_found", "404 not_found", "404 not_found", "404 not_found"}, // from elsewhere
}

// tableHouse is a house with a ticket of one player's, proposals to decide, and somebody of each role.
type tableHouse struct {
	*house
	askers []*somebody
	ticket string
	n      int
	field  *inTheField
}

func newTableHouse(t *testing.T) *tableHouse {
	h := &tableHouse{house: newHouseOf(t, Options{Limits: free, Picture: drawn}, paper(t))}
	player := h.rich()
	h.ticket = player.buy(1, "table")[0]
	h.askers = []*somebody{h.as(""), player, h.as(shop.Player), h.as(shop.Retailer), h.as(shop.Operator), h.as(shop.Auditor), h.as(shop.Administrator)}
	h.field = h.sell(h.askers[3])
	return h
}

// propose makes a proposal that anybody else may decide.
func (h *tableHouse) propose() string {
	h.t.Helper()
	p, err := h.shop.Propose(h.t.Context(), h.person(shop.Operator), shop.ReconstructTicket, fmt.Appendf(nil, `{"ticket":%q}`, h.ticket), "so that somebody decides")
	if err != nil {
		h.t.Fatal(err)
	}
	return p.ID
}

// try asks for a route with a request that nothing is wrong with.
func (h *tableHouse) try(s *somebody, pattern string) reply {
	h.n++
	method, path, _ := strings.Cut(pattern, " ")
	id := game
	switch {
	case strings.HasPrefix(path, "/api/blocks"):
		id = block
	case strings.HasPrefix(path, "/api/proposals/"):
		id = h.propose()
	case strings.HasPrefix(path, "/api/persons/"):
		id = string(h.person(shop.Player).Person)
	case strings.HasPrefix(path, "/api/retailers/"):
		id = string(h.askers[3].by.Person)
	}
	reference, atCounter := h.field.prepare(s, pattern, h.n)
	path = strings.NewReplacer("{id}", id, "{serial}", h.ticket, "{name}", "one", "{$}", "", "{reference}", reference, "{room}", "no-room", "{draw}", "9999-00000001").Replace(path)
	body := map[string]string{
		"POST /api/register":               fmt.Sprintf(`{"login":"somebody %d","password":%q}`, h.n, password),
		"POST /api/login":                  `{"login":"nobody at all","password":"dix tickets bleus"}`,
		"POST /api/password":               `{"old":"not that one at all","password":"another one, longer"}`,
		"POST /api/deposits":               `{"amount":1}`,
		"POST /api/withdrawals":            `{"amount":1}`,
		"POST /api/tickets":                `{"game":"vegas-3eur","count":1,"play":true}`,
		"POST /api/proposals":              fmt.Sprintf(`{"kind":"reconstruct_ticket","body":{"ticket":%q},"reason":"to see it"}`, h.ticket),
		"POST /api/persons/{id}/lock":      `{"reason":"asked for by letter"}`,
		"POST /api/persons/{id}/unlock":    `{"reason":"asked for by letter"}`,
		"POST /api/persons/{id}/erase":     `{"reason":"asked for by letter"}`,
		"POST /api/persons/{id}/password":  `{"password":"another one, longer","reason":"asked for by letter"}`,
		"POST /api/proposals/{id}/approve": `{"reason":"seen by two"}`,
		"POST /api/proposals/{id}/reject":  `{"reason":"seen by two"}`,
		"POST /api/rooms/{room}/offers":    `{"count":1}`,
		"POST /api/rooms/{room}/cards":     `{"offer":"b2ZmZXI","cards":[0]}`,
		"POST /api/rooms/{room}/close":     `{"reason":"the season is over"}`,
		"POST /api/draws/{draw}/cancel":    `{"reason":"a strike"}`,
	}[pattern]
	if pattern == "POST /api/rooms" {
		body = roomBody(h.t, "solo-75", RoomSettings{Ball: 1000, Patience: 60, MaxCards: 5})
	}
	if pattern == "POST /api/withdrawals" && s == h.askers[2] {
		body = `{"amount":1000}`
	}
	if atCounter != "" {
		body = atCounter
	}
	return s.ask(method, path, body, fmt.Sprintf("Idempotency-Key: table-%d", h.n))
}

// Every route answers every role as the table says, and every route is in the table.
func TestEveryRouteForEveryRole(t *testing.T) {
	h := newTableHouse(t)
	var listed []string
	for _, r := range table {
		listed = append(listed, r.pattern)
		for i, want := range []string{r.nobody, r.player, r.other, r.retailer, r.operator, r.auditor, r.administrator} {
			s := h.askers[i]
			if r.pattern == "POST /api/logout" && s.token != "" {
				s = &somebody{h: h.house, token: h.session(s.by.Person)}
			}
			got := h.try(s, r.pattern)
			code, name := 0, ""
			_, _ = fmt.Sscan(want, &code, &name) // a status alone has no name
			t.Run(fmt.Sprintf("%s %d", r.pattern, i), func(t *testing.T) { got.t = t; got.is(code, name) })
		}
	}
	for _, pattern := range h.patterns {
		if !slices.Contains(listed, pattern) {
			t.Errorf("%s is not in the table: say who may use it", pattern)
		}
	}
	for _, pattern := range listed {
		if !slices.Contains(h.patterns, pattern) {
			t.Errorf("%s is in the table and not among the routes", pattern)
		}
	}
}

// What is no route is not found, what is asked in another way is told how; HEAD is as GET.
func TestMethods(t *testing.T) {
	h := newTableHouse(t)
	auditor := h.askers[5]
	for _, pattern := range h.patterns {
		if strings.Contains(pattern, "verify") || strings.Contains(pattern, "metrics") {
			continue
		}
		_, path, _ := strings.Cut(pattern, " ")
		path = strings.NewReplacer("{id}", "x", "{serial}", "x", "{reference}", "x", "{name}", "one", "{$}", "").Replace(path)
		var ways []string
		for _, p := range h.patterns {
			if method, other, _ := strings.Cut(p, " "); strings.NewReplacer("{id}", "x", "{serial}", "x", "{reference}", "x", "{name}", "one", "{$}", "").Replace(other) == path {
				ways = append(ways, method)
			}
		}
		for _, method := range []string{"PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW"} {
			r := auditor.ask(method, path, "").is(405, "wrong_method")
			for _, way := range ways {
				if !strings.Contains(r.head.Get("Allow"), way) {
					t.Errorf("%s %s: Allow says %q", method, path, r.head.Get("Allow"))
				}
			}
		}
		if !slices.Contains(ways, http.MethodPost) {
			auditor.post(path, "").is(405, "wrong_method")
		}
	}
	if r := auditor.ask("HEAD", "/api/games", ""); r.code != 200 {
		t.Errorf("HEAD: %d", r.code)
	}
}
