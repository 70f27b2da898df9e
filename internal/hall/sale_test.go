package hall

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"tirage/bingo"
	"tirage/internal/shop"
)

// longSale is a timetable whose sales outlast a test.
func (h *house) longSale(cards int) Settings {
	return Settings{First: h.shop.Time() + 600*second, Every: 600, Sale: 600, Ball: minBall, Patience: 30, MaxCards: cards}
}

// TestLastAllowedCards has one player ask for the last allowed cards many times at once, under keys of their own, on two nodes: exactly twelve play.
func TestLastAllowedCards(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		dsn := d.fresh(t)
		one := newHouse(t, options{dsn: dsn})
		defer one.close()
		two := newHouse(t, options{dsn: dsn, node: "two", book: one.book})
		defer two.close()
		one.open("bingo-extra", one.longSale(12))
		one.run()
		const id = "4211-00000001"
		one.until(id, "on sale", func(v DrawView) bool { return v.State == "on_sale" })
		anna := one.player("anna")
		one.buy(anna, "bingo-extra", 9)
		var all sync.WaitGroup
		for i := range 20 {
			h := []*house{one, two}[i%2]
			order := h.order(anna, "bingo-extra", 1)
			all.Go(func() {
				if _, err := h.hall.Buy(t.Context(), anna, fmt.Sprint("last-", i), order); err != nil && shop.RefusalName(err) != "too_many_cards" {
					t.Error(err)
				}
			})
		}
		all.Wait()
		hand, err := one.hall.Mine(t.Context(), anna, id)
		if err != nil || len(hand.Cards) != 12 || one.balance(anna) != 1_000_00-36_00 {
			t.Errorf("anna has %d cards and %d left: %v", len(hand.Cards), one.balance(anna), err)
		}
		ben := one.player("ben") // the same offer again, under another key: a card does not play twice
		order := one.order(ben, "bingo-extra", 2)
		for n, want := range []string{"", "card_equal"} {
			if _, err := one.hall.Buy(t.Context(), ben, fmt.Sprint("again-", n), order); shop.RefusalName(err) != want {
				t.Errorf("time %d: %v", n+1, err)
			}
		}
		one.sound()
	})
}

// onSaleNow is a house with BINGO EXTRA and the classic room on sale.
func onSaleNow(t *testing.T) *house {
	t.Helper()
	h := newHouse(t, options{})
	h.open("bingo-extra", h.longSale(12))
	h.open("classic-75", h.longSale(25))
	h.run()
	for _, id := range []string{"4211-00000001", "9075-00000001"} {
		h.until(id, "on sale", func(v DrawView) bool { return v.State == "on_sale" })
	}
	return h
}

// TestRefusedOrders tampers with offers and orders: each is refused by its name, and nothing is charged.
func TestRefusedOrders(t *testing.T) {
	h := onSaleNow(t)
	defer h.close()
	anna, ben := h.player("anna"), h.player("ben")
	good := h.order(anna, "bingo-extra", 3)
	try := func(name string, by shop.By, o CardOrder) {
		t.Helper()
		before := h.balance(by)
		_, err := h.hall.Buy(t.Context(), by, h.key(), o)
		if shop.RefusalName(err) != name {
			t.Errorf("%s: %v", name, err)
		}
		if h.balance(by) != before {
			t.Errorf("%s: charged", name)
		}
	}
	with := func(change func(*CardOrder)) CardOrder {
		o := good
		change(&o)
		return o
	}
	try("bad_offer", ben, good)
	try("bad_offer", anna, with(func(o *CardOrder) { o.Room = "classic-75" }))
	for i := 0; i < len(good.Offer); i += 7 {
		changed := []byte(good.Offer)
		changed[i] ^= 1
		try("bad_offer", anna, with(func(o *CardOrder) { o.Offer = string(changed) }))
	}
	try("bad_offer", anna, with(func(o *CardOrder) { o.Offer = "" }))
	try("bad_cards", anna, with(func(o *CardOrder) { o.Cards = []int{3} }))
	try("bad_cards", anna, with(func(o *CardOrder) { o.Cards = []int{1, 1} }))
	try("bad_cards", anna, with(func(o *CardOrder) { o.Cards = nil }))
	try("bad_cards", anna, with(func(o *CardOrder) { o.Cards = []int{-1} }))
	try("bad_draws", anna, with(func(o *CardOrder) { o.Draws = 0 }))
	try("wrong_stake", anna, with(func(o *CardOrder) { o.Stake = 2_99 }))
	try("unknown_room", anna, with(func(o *CardOrder) { o.Room = "none" }))
	try("no_draw_on_sale", anna, with(func(o *CardOrder) { o.Draws = 20 }))
	try("unknown_draw", anna, with(func(o *CardOrder) { o.Draw = "4211-00000009" }))
	try("unknown_draw", anna, with(func(o *CardOrder) { o.Draw = "9075-00000001" }))
	try("unknown_draw", anna, with(func(o *CardOrder) { o.Draw = "4211" }))
	try("not_allowed", h.operator, good)
	poor := h.person("poor", shop.Player)
	try("insufficient_funds", poor, h.order(poor, "bingo-extra", 1))
}

// TestRefusedSolo has single-player cards bought that cannot be: no draw is announced for them, so that nobody makes draws for nothing.
func TestRefusedSolo(t *testing.T) {
	h := newHouse(t, options{})
	defer h.close()
	h.open("solo-75", Settings{Ball: minBall, Patience: 30, MaxCards: 5})
	poor, anna := h.person("poor", shop.Player), h.player("anna")
	for name, c := range map[string]struct {
		by    shop.By
		cards int
		draw  string
	}{
		"insufficient_funds": {poor, 1, ""},
		"too_many_cards":     {anna, 6, ""},
		"unknown_draw":       {anna, 1, "9175-00000001"},
	} {
		o := h.order(c.by, "solo-75", c.cards)
		o.Stake, o.Draw = 50, c.draw
		_, err := h.hall.Buy(t.Context(), c.by, h.key(), o)
		h.refused(name, err)
	}
	_, err := h.hall.Buy(t.Context(), anna, h.key(), h.order(anna, "solo-75", 1)) // which of its stakes?
	h.refused("wrong_stake", err)
	if !strings.HasSuffix(fmt.Sprint(err), "0.50 · 1 · 2 · 5") {
		t.Errorf("the stakes are not told: %v", err)
	}
	if room, err := h.store.Room(t.Context(), "solo-75"); err != nil || room.Next != 1 {
		t.Errorf("the next draw is number %d: %v", room.Next, err)
	}
}

// TestNamedDraw buys for draws by their names when their sale is over, and asks again under a key whose offer is none any more.
func TestNamedDraw(t *testing.T) {
	h := onSaleNow(t)
	defer h.close()
	anna := h.player("anna")
	const id = "9075-00000001"
	order := h.order(anna, "classic-75", 2)
	order.Draw = id
	first, err := h.hall.Buy(t.Context(), anna, "first", order)
	if err != nil || first.Draws[0].Draw != id {
		t.Fatalf("bought %+v: %v", first, err)
	}
	late := h.order(anna, "classic-75", 1)
	late.Draw = id
	if _, err := h.hall.CancelDraw(t.Context(), h.operator, h.key(), id, "a strike"); err != nil {
		t.Fatal(err)
	}
	_, err = h.hall.Buy(t.Context(), anna, h.key(), late)
	h.refused("sold_after_lock", err)
	// another version of the formula: offers made before are none any more, what was bought stays bought
	file := strings.Replace(formulaFile(t, "classic-75"), "version: 1", "version: 2", 1)
	if _, err := h.hall.OpenRoom(t.Context(), h.operator, h.key(), RoomOrder{File: file, Play: true, Settings: h.longSale(25), Reason: "another version"}); err != nil {
		t.Fatal(err)
	}
	_, err = h.hall.Buy(t.Context(), anna, h.key(), order)
	h.refused("bad_offer", err)
	again, err := h.hall.Buy(t.Context(), anna, "first", order)
	if err != nil || !reflect.DeepEqual(again, first) {
		t.Errorf("asked again: %+v, not %+v: %v", again, first, err)
	}
}

// TestOffers wants what is offered to be what was asked for, and what is chosen to be what plays.
func TestOffers(t *testing.T) {
	h := onSaleNow(t)
	defer h.close()
	anna := h.player("anna")
	for name, want := range map[string]OfferOrder{
		"lucky_none":    {Room: "bingo-extra", Count: 1, Lucky: []bingo.Ball{7}},
		"bad_count":     {Room: "bingo-extra", Count: MaxOffer + 1},
		"unknown_room":  {Room: "none", Count: 1},
		"lucky_count":   {Room: "classic-75", Count: 1, Lucky: []bingo.Ball{1, 2, 3, 4, 5, 6}},
		"lucky_range":   {Room: "classic-75", Count: 1, Lucky: []bingo.Ball{76}},
		"lucky_repeats": {Room: "classic-75", Count: 1, Lucky: []bingo.Ball{7, 7}},
	} {
		_, err := h.hall.Offer(t.Context(), anna, want)
		h.refused(name, err)
	}
	lucky := []bingo.Ball{7, 23, 51}
	offer, err := h.hall.Offer(t.Context(), anna, OfferOrder{Room: "classic-75", Count: 25, Lucky: lucky})
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range offer.Cards {
		for _, n := range lucky {
			if !slices.Contains(c.Grid(0), n) {
				t.Errorf("card %d has no %d", i, n)
			}
		}
		if slices.ContainsFunc(offer.Cards[:i], c.Equal) {
			t.Errorf("card %d is there twice", i)
		}
	}
	p, err := h.hall.Buy(t.Context(), anna, "lucky", CardOrder{Room: "classic-75", Offer: offer.Token, Cards: []int{24, 3}, Draws: 1})
	if err != nil || !p.Draws[0].Cards[0].Card.Equal(offer.Cards[24]) || !p.Draws[0].Cards[1].Card.Equal(offer.Cards[3]) {
		t.Errorf("other cards than those chosen: %v", err)
	}
}
