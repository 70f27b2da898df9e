package api

import (
	"encoding/csv"
	"fmt"
	"strings"
	"testing"
	"time"

	"tirage/internal/shop"
	"tirage/retail"
)

// inField is a house whose issue is open, with a retailer who has packs on sale.
func inField(t *testing.T, limits Limits) *inTheField {
	t.Helper()
	h := newHouseOf(t, Options{Limits: limits}, paper(t))
	return h.sell(h.as(shop.Retailer))
}

func key(k string) string { return "Idempotency-Key: " + k }

// The line drops anywhere between the counter and the house: the lot is paid once, and whoever asks again learns what was done.
func TestPaidOnceOverABadLine(t *testing.T) {
	f := inField(t, free)
	ticket, s := f.winner(), f.retailer
	first := f.reserve(s, ticket, "r1")
	if again := f.reserve(s, ticket, "r1"); again != first {
		t.Errorf("the same key gives another reservation: %+v, not %+v", again, first)
	}
	second := f.reserve(s, ticket, "r2")
	s.post("/api/claims/"+first.Reference+"/confirm", "", key("c1")).is(409, "reservation_over")
	f.operator.post("/api/claims", ticket.look(), key("theirs")).is(409, "reserved")
	f.operator.post("/api/claims/"+second.Reference+"/confirm", "", key("theirs-too")).is(404, "unknown_reservation")
	paid := s.post("/api/claims/"+second.Reference+"/confirm", "", key("c2")).is(200, "")
	for range 3 {
		if again := s.post("/api/claims/"+second.Reference+"/confirm", "", key("c2")).is(200, ""); again.text != paid.text {
			t.Errorf("asked again: %s, not %s", again.text, paid.text)
		}
	}
	s.post("/api/claims/"+second.Reference+"/confirm", "", key("c3")).is(409, "already_paid")
	s.post("/api/claims/"+second.Reference+"/cancel", "", key("c4")).is(409, "already_paid")
	s.post("/api/claims/"+second.Reference+"/cancel", "", key("c2")).is(422, "key_reused")
	s.post("/api/claims/"+second.Reference+"/confirm", "").is(400, "key_missing")
	s.post("/api/claims", ticket.look(), key("r3")).is(409, "already_paid")
	var p ClaimPaid
	if paid.into(&p); p.Amount != ticket.amount || p.Balance != ticket.amount || !p.Play {
		t.Errorf("%+v of %d", p, ticket.amount)
	}
	var d Day
	s.get("/api/statement/day").is(200, "").into(&d)
	if d.Play.After != ticket.amount || len(d.Play.Lines) != 1 || d.Play.Lines[0].Subject != ticket.serial || d.Money.After != 0 || d.Day != retail.ParisDay(f.shop.Time()).String() {
		t.Errorf("%+v", d)
	}
	// a reservation that nobody confirms is over by itself
	third := f.reserve(s, f.winner(), "r4")
	f.clock.move(10 * time.Minute)
	s.post("/api/claims/"+third.Reference+"/confirm", "", key("c5")).is(409, "reservation_over")
}

// A wrong number and a ticket that there is not get the same answer, and neither learns anything of the ticket; each language has its words.
func TestWrongNumbersLearnNothing(t *testing.T) {
	f := inField(t, free)
	winner, other := f.winner(), f.winner()
	ask := func(serial, virn string, headers ...string) string {
		return f.as("").post("/api/claims/check", fmt.Sprintf(`{"serial":%q,"virn":%q}`, serial, virn), headers...).is(200, "").text
	}
	none := "3002-00-0009-000000-000-"
	for check := range 10 {
		if r := f.as("").post("/api/claims/check", fmt.Sprintf(`{"serial":"%s%d","virn":%q}`, none, check, winner.virn)); r.code == 200 {
			none += fmt.Sprint(check)
			break
		}
	}
	want := strings.Replace(ask(none, winner.virn), none, "it", 1)
	if got := strings.Replace(ask(other.serial, winner.virn), other.serial, "it", 1); got != want || !strings.Contains(got, `"unknown_ticket"`) {
		t.Errorf("%s, not %s", got, want)
	}
	if got := ask(winner.serial, winner.virn, "Accept-Language: fr"); !strings.Contains(got, "billet") || !strings.Contains(got, `"pay"`) {
		t.Error(got)
	}
	confusing := strings.NewReplacer("0", "o", "1", "l").Replace(strings.ToLower(winner.virn))
	if got := ask(strings.ReplaceAll(winner.serial, "0", "O"), confusing); !strings.Contains(got, `"pay"`) {
		t.Error(got)
	}
	if got := ask(f.loser().serial, winner.virn); strings.Contains(got, "amount") || strings.Contains(got, "game") {
		t.Error(got)
	}
}

// Anybody checks as often as one logs in; a counter more often. Guesses bar whoever makes them, and the ticket.
func TestChecksAreBound(t *testing.T) {
	f := inField(t, Limits{Address: Rate{Burst: -1}, Person: Rate{Burst: -1}})
	loser := f.loser()
	for range 10 {
		f.as("").post("/api/claims/check", loser.look()).is(200, "")
	}
	if r := f.as("").post("/api/claims/check", loser.look()).is(429, "too_often"); r.head.Get("Retry-After") != "6" {
		t.Errorf("Retry-After %q", r.head.Get("Retry-After"))
	}
	f.as(shop.Player).post("/api/claims/check", loser.look()).is(429, "too_often")
	for range 20 {
		f.retailer.post("/api/claims/check", loser.look()).is(200, "")
	}
	// ten wrong numbers bar a counter, though the number be right, and nobody else
	victim, wrong := f.winner(), loser.virn
	body := fmt.Sprintf(`{"serial":%q,"virn":%q}`, victim.serial, wrong)
	for range 10 {
		f.retailer.post("/api/claims/check", body).is(200, "")
	}
	f.operator.post("/api/claims/check", victim.look()).is(200, "")
	r := f.retailer.post("/api/claims", victim.look(), key("barred"), "Accept-Language: fr").is(429, "too_many_guesses")
	if r.head.Get("Retry-After") != "3600" || !strings.Contains(r.text, "UTC") {
		t.Errorf("Retry-After %q: %s", r.head.Get("Retry-After"), r.text)
	}
	// a misread character is found, and is no guess
	for range 20 {
		f.operator.post("/api/claims/check", fmt.Sprintf(`{"serial":%q,"virn":"0000-0000-0000-0001"}`, loser.serial)).is(422, "bad_virn")
	}
	f.clock.move(time.Hour + time.Second)
	f.retailer.post("/api/claims/check", victim.look()).is(200, "")
}

// No number under the coating goes into the log, whatever becomes of the request.
func TestNoNumberIsLogged(t *testing.T) {
	f := inField(t, free)
	ticket := f.winner()
	f.as("").post("/api/claims/check", ticket.look()).is(200, "")
	r := f.reserve(f.retailer, ticket, "r")
	f.retailer.post("/api/claims/"+r.Reference+"/confirm", "", key("c")).is(200, "")
	f.retailer.post("/api/claims/misprint", fmt.Sprintf(`{"serial":%q,"virn":%q,"face":{"game":"vegas-3eur","surfaces":{"duel":{"bank":["9"]}}},"way":"refund"}`, ticket.serial, ticket.virn), key("m")).is(409, "already_paid")
	f.as("").post("/api/claims/check", fmt.Sprintf(`{"serial":%q,"virn":%q,"virn2":1}`, ticket.serial, ticket.virn)).is(422, "invalid")
	f.as("").get("/api/claims/check?virn="+ticket.virn).is(405, "wrong_method")
	f.as("").post("/api/claims/"+ticket.virn+"/confirm", "", key("x")).is(401, "log_in")
	log := f.log.String()
	for _, form := range []string{ticket.virn, strings.ReplaceAll(ticket.virn, "-", "")} {
		if strings.Contains(strings.ToUpper(log), form) {
			t.Errorf("the log holds %s", form)
		}
	}
	if !strings.Contains(log, "/api/claims/check") {
		t.Error("the log holds nothing at all")
	}
}

// Bodies and addresses that no honest client sends.
func TestHostileAtTheCounter(t *testing.T) {
	f := inField(t, free)
	ticket := f.winner()
	look := func(more string) string {
		return fmt.Sprintf(`{"serial":%q,"virn":%q%s}`, ticket.serial, ticket.virn, more)
	}
	for i, c := range []struct {
		body string
		code int
		name string
	}{
		{look(`,"virn":"7KQ2-M0X4-V9T1-C3N4"`), 400, "duplicate_key"},
		{look(`,"VIRN":"7KQ2-M0X4-V9T1-C3N4"`), 400, "duplicate_key"},
		{look(`,"control_open":"no"`), 422, "invalid"},
		{look(`,"amount":5000000`), 422, "invalid"},
		{look(`,"control_open":false`) + "x", 400, "bad_json"},
		{`{"serial":null,"virn":null}`, 422, "invalid"},
		{fmt.Sprintf(`{"serial":%q}`, ticket.serial), 422, "invalid"},
		{fmt.Sprintf(`{"serial":%q,"virn":%q}`, ticket.serial, strings.Repeat("0", 101)), 422, "invalid"},
		{fmt.Sprintf(`{"serial":%q,"virn":"' or 1=1 --"}`, ticket.serial), 422, "bad_virn"},
		{`{"serial":"../../etc/passwd","virn":"7KQ2-M0X4-V9T1-C3N4"}`, 422, "bad_serial"},
		{"[]", 422, "invalid"},
		{"", 400, "bad_json"},
	} {
		f.retailer.post("/api/claims/check", c.body).is(c.code, c.name)
		f.retailer.post("/api/claims", c.body, key(fmt.Sprint("h", i))).is(c.code, c.name)
	}
	for i, c := range []struct {
		more, name string
		code       int
	}{
		{`"face":null,"way":"refund"`, "bad_face", 422},
		{`"face":[],"way":"refund"`, "invalid", 422},
		{`"face":{"game":"vegas-3eur","surfaces":{"craps":1}},"way":"refund"`, "bad_face", 422},
		{`"face":{"game":"bingo-10eur","surfaces":{}},"way":"refund"`, "bad_face", 422},
		{`"face":{"game":"vegas-3eur","surfaces":{}},"way":"pay"`, "bad_way", 422},
		{`"face":{"game":"vegas-3eur","surfaces":{}},"way":"exchange"`, "bad_way", 422},
		{`"face":{"game":"vegas-3eur","surfaces":{}},"way":"refund"`, "bad_face", 422},
		{`"face":{"game":"vegas-3eur","surfaces":{"duel":{"bank":["9"]}}},"way":"exchange","replacement":"` + ticket.serial + `"`, "misprint_elsewhere", 409},
		{`"face":{"a":` + strings.Repeat(`{"a":`, 40) + "1" + strings.Repeat("}", 40) + `},"way":"refund"`, "bad_json", 400},
	} {
		r := f.retailer.post("/api/claims/misprint", look(","+c.more), key(fmt.Sprint("m", i)))
		if r.code == 422 && c.name == "bad_face" && strings.Contains(r.text, `"invalid"`) {
			continue // either finds it
		}
		r.is(c.code, c.name)
	}
	for i, reference := range []string{"x", ".", ticket.serial, ticket.serial + ".", ticket.serial + "." + strings.Repeat("0", 32), ticket.serial + "." + strings.Repeat("é", 16), "%27or%201=1"} {
		for _, step := range []string{"confirm", "cancel"} {
			if r := f.retailer.post("/api/claims/"+reference+"/"+step, "", key(fmt.Sprint("a", i, step))); r.code != 404 && !strings.Contains(r.text, `"reservation_over"`) {
				t.Errorf("%s %q: %s", step, reference, r.text)
			}
		}
	}
	for i, body := range []string{
		`{"block":"3002-00-0001","first":-1,"last":4}`, `{"block":"3002-00-0001","first":9,"last":4}`, `{"block":"3002-00-0001","first":0,"last":0}`,
		`{"block":"3002-00-0001","first":4,"last":9223372036854775807}`, `{"block":"3002-00-0001","first":-9223372036854775808,"last":9223372036854775807}`,
	} {
		f.retailer.post("/api/packs/activate", body, key(fmt.Sprint("p", i))).is(422, "bad_packs")
	}
	f.retailer.post("/api/packs/activate", `{"block":"../x","first":4,"last":4}`, key("p")).is(404, "unknown_block")
	f.retailer.post("/api/packs/activate", fmt.Sprintf(`{"block":%q,"first":4,"last":4,"retailer":"xxxxxxxx99999999"}`, block), key("p")).is(403, "not_allowed")
	f.operator.post("/api/packs/receive", fmt.Sprintf(`{"block":%q,"first":4,"last":4,"retailer":"' or 1=1"}`, block), key("p")).is(404, "unknown_retailer")
	for _, amount := range []string{"0", "10000000001", "-10000000001", "9223372036854775807", "-9223372036854775808"} {
		f.operator.post("/api/retailers/"+string(f.retailer.by.Person)+"/collect", `{"amount":`+amount+`}`, key("c"+amount)).is(422, "bad_amount")
	}
	for _, day := range []string{"2026-13-01", "2999-01-01", "x", "2026-1-1", "0000-00-00"} {
		f.retailer.get("/api/statement/day?day="+day).is(422, "bad_day")
	}
	f.retailer.get("/api/statement/day?day=2026-01-0100").is(422, "invalid")
	f.operator.get("/api/retailers/nobody/statement").is(404, "unknown_retailer")
	f.operator.get("/api/retailers/x%27/statement").is(404, "unknown_retailer")
	f.operator.get("/api/files/"+strings.Repeat("a", 200)).is(404, "unknown_file")
}

// What is one retailer's is not another's; lists give every row once, in order.
func TestPacksAreEachRetailersOwn(t *testing.T) {
	f := inField(t, free)
	other := f.as(shop.Retailer)
	var page List[Pack]
	if other.get("/api/packs").is(200, "").into(&page); len(page.Items) != 0 {
		t.Errorf("somebody else's packs: %+v", page)
	}
	if other.get("/api/packs?retailer="+string(f.retailer.by.Person)).is(200, "").into(&page); len(page.Items) != 0 {
		t.Errorf("somebody else's packs: %+v", page)
	}
	other.get("/api/retailers/"+string(f.retailer.by.Person)).is(403, "not_allowed")
	other.get("/api/statement/day").is(404, "unknown_retailer")
	other.post("/api/packs/lost", fmt.Sprintf(`{"block":%q,"first":%d,"last":%d}`, block, paperOnline, paperOnline), key("lost")).is(404, "unknown_retailer")
	f.terms(other.by)
	other.post("/api/packs/lost", fmt.Sprintf(`{"block":%q,"first":%d,"last":%d}`, block, paperOnline, paperOnline), key("lost")).is(409, "pack_elsewhere")
	next, n := "", int64(paperOnline)
	for {
		f.operator.get("/api/packs?limit=7&block="+block+"&after="+next).is(200, "").into(&page)
		for _, p := range page.Items {
			if p.Pack != n || p.State != "active" || p.Retailer != string(f.retailer.by.Person) || p.Activated.IsZero() {
				t.Errorf("pack %d: %+v", n, p)
			}
			n++
		}
		if next = page.Next; next == "" {
			break
		}
	}
	if n != firstFree {
		t.Errorf("packs up to %d, not %d", n, firstFree)
	}
	for _, after := range []string{"x", block, block + ":", block + ":-1", "x:1", block + ":99999999999999999999"} {
		f.operator.get("/api/packs?after="+after).is(422, "bad_cursor")
	}
	f.operator.get("/api/packs?state=sold").is(422, "invalid")
	if f.operator.get("/api/packs?state=stolen").is(200, "").into(&page); len(page.Items) != 0 {
		t.Errorf("%+v", page)
	}
}

// A report says the same as JSON and as CSV, and the same as the ledger.
func TestReports(t *testing.T) {
	f := inField(t, free)
	ticket, auditor := f.winner(), f.as(shop.Auditor)
	r := f.reserve(f.retailer, ticket, "r")
	f.retailer.post("/api/claims/"+r.Reference+"/confirm", "", key("c")).is(200, "")
	packs := fmt.Sprintf(`{"block":%q,"first":%d,"last":%d,"retailer":%q}`, block, paperOnline, paperOnline+1, f.retailer.by.Person)
	f.operator.post("/api/packs/settle", packs, key("s")).is(200, "")
	f.rich().buy(2, "online")
	var sales SalesReport
	auditor.get("/api/reports/sales").is(200, "").into(&sales)
	if len(sales.Rows) != 1 {
		t.Fatalf("%+v", sales)
	}
	row := sales.Rows[0]
	if row.OnlineSold != 6_00 || row.PacksSold != 600_00 || row.Commission != 30_00 || row.CounterPaid != ticket.amount || row.Game != 606_00-ticket.amount || !row.Play {
		t.Errorf("%+v", row)
	}
	var verified Verification
	if auditor.get("/api/ledger/verify").is(200, "").into(&verified); !verified.OK {
		t.Errorf("%+v", verified)
	}
	for path, want := range map[string]int{"/api/reports/sales.csv?by=block,day": 2, "/api/reports/returns.csv": 3, "/api/reports/suspicions.csv": 1} {
		r := auditor.get(path).is(200, "")
		lines, err := csv.NewReader(strings.NewReader(r.text)).ReadAll()
		if err != nil || len(lines) < want || !strings.HasPrefix(r.head.Get("Content-Type"), "text/csv") {
			t.Errorf("%s: %v %q %s", path, err, r.text, r.head.Get("Content-Type"))
		}
	}
	auditor.get("/api/reports/sales?by=week").is(422, "invalid")
	auditor.get("/api/reports/sales?by=block,block").is(422, "invalid")
	auditor.get("/api/reports/sales?from=2026-12-31&to=2026-01-01").is(422, "bad_day")
	auditor.get("/api/reports/returns?by=day").is(422, "invalid")
	// who saw a winner and is paid for it later is found
	late := f.winner()
	f.retailer.post("/api/claims/check", late.look()).is(200, "")
	f.clock.move(11 * time.Minute)
	r = f.reserve(f.retailer, late, "late")
	f.retailer.post("/api/claims/"+r.Reference+"/confirm", "", key("late-c")).is(200, "")
	var found Suspicions
	auditor.get("/api/reports/suspicions").is(200, "").into(&found)
	if len(found.Suspects) != 1 || found.Suspects[0].Payer != string(f.retailer.by.Person) || found.Suspects[0].SeenBefore != 1 || found.List[0].Serial != late.serial {
		t.Errorf("%+v", found)
	}
}

// Two persons close an issue through the queue that they know.
func TestIssueClosesByTwo(t *testing.T) {
	f := inField(t, free)
	second, day := f.as(shop.Operator), retail.ParisDay(f.shop.Time())
	var p Proposal
	body := fmt.Sprintf(`{"kind":"close_issue","body":{"issue":"3002-00","notice":"notice of closing","day":%q},"reason":"all sold"}`, day)
	f.operator.post("/api/proposals", strings.Replace(body, day.String(), "2020-01-01", 1)).is(422, "bad_day")
	f.operator.post("/api/proposals", strings.Replace(body, "3002-00", "3002-01", 1)).is(404, "unknown_issue")
	f.operator.post("/api/proposals", body).is(201, "").into(&p)
	second.post("/api/proposals/"+p.ID+"/approve", `{"reason":"so it is"}`).is(200, "")
	var issues List[Issue]
	f.as("").get("/api/issues").is(200, "").into(&issues)
	last, lapses := retail.Lapse(day, 30)
	if i := issues.Items[0]; i.State != "closed" || i.LastDay != last.String() || !i.Lapses.Equal(at(lapses)) || i.ClosingDay != day.String() {
		t.Errorf("%+v", i)
	}
	f.operator.post("/api/proposals", fmt.Sprintf(`{"kind":"publish_seeds","body":{"block":%q,"seed_a":%q,"seed_b":%q},"reason":"too early"}`, block, exampleSeed, exampleSeed)).is(409, "seeds_early")
	ticket := f.winner()
	f.reserve(f.retailer, ticket, "still")
	f.clock.move(at(lapses).Sub(f.clock.Now()))
	late := &somebody{h: f.house, by: f.retailer.by, token: f.session(f.retailer.by.Person)}
	late.post("/api/claims", ticket.look(), key("late")).is(409, "expired")
	if late.get("/api/issues").is(200, "").into(&issues); issues.Items[0].State != "lapsed" {
		t.Errorf("%+v", issues.Items[0])
	}
	two := &somebody{h: f.house, by: second.by, token: f.session(second.by.Person)}
	two.post("/api/proposals", fmt.Sprintf(`{"kind":"publish_seeds","body":{"block":%q,"seed_a":%q,"seed_b":%q},"reason":"lapsed"}`, block, exampleSeed, exampleSeed)).is(409, "wrong_seeds")
}
