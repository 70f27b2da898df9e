package api

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/note"

	"tirage/bingo"
	"tirage/games"
	"tirage/internal/hall"
	"tirage/internal/keeper"
	"tirage/internal/shop"
	hidden "tirage/secret"
)

// The signing key of the halls of these tests.
const (
	hallSigner   = "PRIVATE+KEY+hall+1700e45a+AccvlPberAT+QYuwCNt7fzJsRa7BW7LaJfX5IovBT30R"
	hallVerifier = "hall+1700e45a+AeLNd7s+fvXGCedb+X/zEEC9S7cS/OHynbNk46EQAqZR"
)

func hallKeys(t testing.TB) hall.Keys {
	t.Helper()
	s, err := note.NewSigner(hallSigner)
	if err != nil {
		t.Fatal(err)
	}
	return hall.Keys{Signer: s, Secret: hidden.New([32]byte{1})}
}

// roomBody is the body that opens the room of a shipped formula for play money.
func roomBody(t testing.TB, id string, s RoomSettings) string {
	t.Helper()
	file, err := games.Open(id)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(RoomWanted{File: string(file), Play: true, Settings: s, Reason: "a room for a test"})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestADrawOverHTTP opens a room for one player, who buys cards and plays to the end; the record verifies, and is told of nobody's name.
func TestADrawOverHTTP(t *testing.T) {
	h := newHouse(t, Options{Limits: free})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); h.Hall.Run(ctx) }()
	defer func() { cancel(); <-ended }()
	tick := time.NewTicker(10 * time.Millisecond) // the house's clock is one of tests
	defer tick.Stop()
	go func() {
		for range tick.C {
			h.clock.move(200 * time.Millisecond)
		}
	}()
	operator, player, other := h.as(shop.Operator), h.rich(), h.as(shop.Player)
	operator.post("/api/rooms", roomBody(t, "solo-75", RoomSettings{Ball: 100, Patience: 60, MaxCards: 25}), "Idempotency-Key: open").is(201, "")
	var room Room

	h.as("").get("/api/rooms/solo-75").is(200, "").into(&room)
	if !room.Single || room.State != "open" || room.Demo == "" {
		t.Errorf("the room is %+v", room)
	}
	var offer CardOffer
	player.post("/api/rooms/solo-75/offers", `{"count":3}`).is(200, "").into(&offer)
	for _, n := range []string{"0", "-5", "91", "1000000000000000000"} {
		if r := player.post("/api/rooms/solo-75/offers", `{"count":3,"lucky":[`+n+`]}`).is(422, "lucky_range"); !strings.Contains(r.text, `"`+n+` is not`) {
			t.Errorf("lucky number %s is refused as another: %s", n, r.text)
		}
	}
	buy := fmt.Sprintf(`{"offer":%q,"cards":[0,2],"stake":50}`, offer.Token)
	other.post("/api/rooms/solo-75/cards", buy, "Idempotency-Key: steal").is(409, "bad_offer")
	var bought, again CardsBought
	player.post("/api/rooms/solo-75/cards", buy, "Idempotency-Key: cards").is(201, "").into(&bought)
	player.post("/api/rooms/solo-75/cards", buy, "Idempotency-Key: cards").is(201, "").into(&again)
	if len(bought.Draws) != 1 || len(bought.Draws[0].Cards) != 2 || bought.Total != 100 || again.Draws[0].Draw != bought.Draws[0].Draw {
		t.Fatalf("bought %+v, and again %+v", bought, again)
	}
	id := bought.Draws[0].Draw
	h.as("").get("/api/draws/"+id+"/record").is(409, "not_ended")
	other.get("/api/draws/"+id+"/cards").is(404, "no_cards")
	var d BingoDraw
	for after := int64(0); d.Ended.IsZero(); {
		var events List[DrawEvent]
		h.as("").get(fmt.Sprintf("/api/draws/%s/events?after=%d&wait=5", id, after)).is(200, "").into(&events)
		for _, e := range events.Items {
			if e.Seq != after+1 {
				t.Fatalf("event %d comes after event %d", e.Seq, after)
			}
			after = e.Seq
		}
		h.as("").get("/api/draws/"+id).is(200, "").into(&d)
	}
	if d.State != "settled" || len(d.Balls) != 60 {
		t.Errorf("the draw is %s after %d balls", d.State, len(d.Balls))
	}
	c, err := keeper.OpenCommitment([]byte(d.Keeper), h.shop.KeeperVerifier)
	if err != nil || c.Draw.String() != id {
		t.Errorf("the keeper's commitment %q: %v", d.Keeper, err)
	}
	text := h.as("").get("/api/draws/"+id+"/record").is(200, "").text
	r, err := bingo.ReadRecord([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if r.Schedule.B != c.Digest {
		t.Errorf("the keeper committed to %s, the schedule says %s", c.Digest, r.Schedule.B)
	}
	v, err := note.NewVerifier(hallVerifier)
	if err != nil {
		t.Fatal(err)
	}
	if found := bingo.VerifyNotes(r, note.VerifierList(v)); len(found) > 0 {
		t.Errorf("the notes: %+v", found)
	}
	var hand Hand
	player.get("/api/draws/"+id+"/cards").is(200, "").into(&hand)
	var secret OwnerSecret
	player.get("/api/me/owner-secret").is(200, "").into(&secret)
	owner, err := bingo.ParseOwnerSecret([]byte(secret.Secret))
	if err != nil || len(bingo.OwnedBy(r, owner)) != 2 || len(hand.Cards) != 2 {
		t.Errorf("the player has %d cards by the record, %d by hand: %v", len(bingo.OwnedBy(r, owner)), len(hand.Cards), err)
	}
}
