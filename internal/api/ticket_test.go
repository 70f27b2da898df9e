package api

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tirage/games"
	"tirage/internal/press"
	"tirage/internal/shop"
	"tirage/money"
	"tirage/scratch"
)

// members gives the names under which a type's fields stand in JSON.
func members(of reflect.Type) (names []string) {
	for field := range of.Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		names = append(names, name)
	}
	return names
}

// A sealed ticket has no member in which anything hidden could stand: the type itself has none, and sealedOf is what makes it.
func TestSealedTicketHasNowhereToShow(t *testing.T) {
	sealed, revealed := reflect.TypeFor[SealedTicket](), reflect.TypeFor[RevealedTicket]()
	if got, want := members(sealed), []string{"state", "serial", "block", "position", "game", "play", "specimen", "price", "sold_at"}; !slices.Equal(got, want) {
		t.Errorf("a sealed ticket has the members %v, want %v", got, want)
	}
	for field := range sealed.Fields() {
		switch field.Type.String() {
		case "string", "int64", "bool", "money.Cents", "time.Time":
		default:
			t.Errorf("%s is a %s: something could hide in it", field.Name, field.Type)
		}
	}
	for _, hidden := range []string{"revealed_at", "won", "reasons", "face"} {
		if slices.Contains(members(sealed), hidden) || !slices.Contains(members(revealed), hidden) {
			t.Errorf("%s is not a revealed ticket's alone", hidden)
		}
	}
	// Even of a ticket that carries everything, a sealed one shows nothing while it says that it is sealed.
	h := &api{shop: &shop.Shop{}}
	loaded := &shop.Ticket{Serial: "3002-00-0001-000000-000-6", Block: block, Game: game, Price: 300, SoldAt: 1, Won: 777_777, Balance: 888_888, Cells: []scratch.Code{1, 2, 3}, Rules: vegas(t)}
	text, err := json.Marshal(h.ticketOf(loaded, money.EN))
	if err != nil {
		t.Fatal(err)
	}
	for _, hidden := range []string{"777777", "888888", "won", "face", "cells", "reasons", "balance", "rules"} {
		if strings.Contains(strings.ToLower(string(text)), hidden) {
			t.Errorf("a sealed ticket shows %s: %s", hidden, text)
		}
	}
	var held map[string]any
	if err := json.Unmarshal(text, &held); err != nil {
		t.Fatal(err)
	}
	if got := slices.Sorted(maps.Keys(held)); len(got) != sealed.NumField() {
		t.Errorf("members %v", got)
	}
}

func vegas(t *testing.T) *scratch.Game {
	t.Helper()
	text, err := games.Open(game)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := press.LoadPlan(text)
	if err != nil {
		t.Fatal(err)
	}
	return plan.Game
}

// Sealed answers are all of one length but for their numbers, winners and losers alike; a revealed ticket's face is one that the rules
// read and judge to what was paid; and what was shown once is shown again, in the history too.
func TestTicketsFromSealedToRevealed(t *testing.T) {
	h := newHouse(t, Options{Limits: free, Picture: drawn})
	s := h.rich()
	serials := s.buy(100, "many")
	var won money.Cents
	for i, serial := range serials {
		sealed := s.get("/api/tickets/"+serial).is(200, "")
		var before map[string]any
		sealed.into(&before)
		if before["state"] != "sealed" || len(before) != 9 {
			t.Fatalf("%v", before)
		}
		if got := s.get("/api/tickets/" + serial + "/picture").text; !strings.Contains(got, "false") {
			t.Error("the picture of a sealed ticket is", got)
		}
		if i%5 != 0 {
			continue
		}
		shown := s.post("/api/tickets/"+serial+"/reveal", "").is(200, "")
		var r RevealedTicket
		shown.into(&r)
		face, header, err := scratch.ReadFace(vegas(t), r.Face)
		if err != nil {
			t.Fatal(err)
		}
		var v scratch.Verdict
		vegas(t).Judge(face, &v)
		paid := money.Cents(0)
		for _, reason := range r.Reasons {
			paid += reason.Pays
		}
		if header.Serial != serial || !header.Specimen || v.Amount != r.Won || paid != r.Won || !r.Alone || r.RevealedAt.Before(r.SoldAt) {
			t.Errorf("%s: face %+v, judged %d, reasons %d, won %d", serial, header, v.Amount, paid, r.Won)
		}
		won += r.Won
		for _, again := range []reply{s.post("/api/tickets/"+serial+"/reveal", ""), s.get("/api/tickets/" + serial)} {
			if again.text != shown.text {
				t.Errorf("shown again: %s, not %s", again.text, shown.text)
			}
		}
	}
	var b Balance
	if s.get("/api/balance").into(&b); b.Play != 100_000-30_000+won {
		t.Errorf("%d after winning %d", b.Play, won)
	}
	if r := s.get("/api/tickets/"+serials[0], "Accept-Language: fr").is(200, ""); !strings.Contains(r.text, "numéro") {
		t.Error("not in French:", r.text)
	}
	// a page at a time gives every ticket once, newest first
	var seen []string
	for after := ""; ; {
		var page List[struct{ Serial, State string }]
		r := s.get("/api/tickets?limit=33&after="+after).is(200, "")
		if err := json.Unmarshal([]byte(r.text), &page); err != nil {
			t.Fatal(err)
		}
		for _, ticket := range page.Items {
			seen = append(seen, ticket.Serial)
		}
		if after = page.Next; after == "" {
			break
		}
	}
	slices.Sort(seen)
	if slices.Sort(serials); !slices.Equal(seen, serials) {
		t.Errorf("%d tickets in the history, %d bought", len(seen), len(serials))
	}
	var sheet BlockSheet
	if s.get("/api/blocks/"+block).is(200, "").into(&sheet); sheet.Sold != 100 || sheet.Revealed != 20 || len(sheet.Lots) == 0 {
		t.Errorf("%+v", sheet)
	}
	for _, lot := range sheet.Lots {
		if lot.Left != lot.Count-lot.Paid || lot.Paid < 0 {
			t.Errorf("%+v", lot)
		}
	}
	s.post("/api/tickets", fmt.Sprintf(`{"game":%q,"count":1}`, game), "Idempotency-Key: real").is(404, "unknown_game") // for money there is none
}
