package api

import (
	"context"
	"net/http"
	"time"

	"tirage/bingo"
	"tirage/internal/hall"
	"tirage/internal/shop"
)

// eventsIn asks for events of a draw.
type eventsIn struct {
	InDraw
	After int64 `query:"after" doc:"Events after the one with this number." default:"0" minimum:"0"`
	Limit int   `query:"limit" doc:"How many." default:"100" minimum:"1" maximum:"500"`
	Wait  int   `query:"wait" doc:"Seconds to wait for one, if there is none yet." default:"0" minimum:"0" maximum:"20"`
}

// lookAgain is how often a waiting reader looks for an event.
const lookAgain = 250 * time.Millisecond

// drawsIn asks for draws of a room.
type drawsIn struct {
	InRoom
	Paging
}

func (a *api) drawRoutes() {
	add(a, route{
		id: "draws", method: http.MethodGet, path: "/api/rooms/{room}/draws", tag: rooms,
		title: say("Draws that have ended", "Tirages terminés"), about: say("The draws of a room that have ended, the last first.", "Les tirages terminés d’une salle, du dernier au premier."),
		refused: []string{"unknown_room", "unknown_draw"}, answered: List[BingoDraw]{Items: []BingoDraw{exampleDraw}},
	}, func(ctx context.Context, c *call, in *drawsIn) (*answer[List[BingoDraw]], error) {
		views, err := a.Hall.Draws(ctx, in.Room, in.After, in.Limit)
		page := shop.Page[hall.DrawView]{Items: views}
		if len(views) == in.Limit {
			page.Next = views[len(views)-1].ID
		}
		return list(page, err, func(v hall.DrawView) BingoDraw { return drawOf(v, c.lang) })
	})
	add(a, route{
		id: "draw", method: http.MethodGet, path: "/api/draws/{draw}", tag: rooms,
		title: say("A draw", "Un tirage"), about: say("A draw as it stands: who comes late has the state so far.", "Un tirage tel qu’il est : qui arrive en retard a l’état jusque-là."),
		refused: []string{"unknown_draw"}, answered: exampleDraw,
	}, func(ctx context.Context, c *call, in *InDraw) (*answer[BingoDraw], error) {
		v, err := a.Hall.Draw(ctx, in.Draw)
		if err != nil {
			return nil, err
		}
		return body(drawOf(v, c.lang), nil)
	})
	add(a, route{
		id: "draw-events", method: http.MethodGet, path: "/api/draws/{draw}/events", tag: rooms,
		title: say("What happened to a draw", "Ce qui est arrivé à un tirage"), about: say("The draw’s log after an event, waiting for the next one if asked to. News by WebSocket are hints: the truth is here.", "Le journal du tirage après un événement, en attendant le suivant si on le demande. Les nouvelles par WebSocket sont des indices : la vérité est ici."),
		refused:  []string{"unknown_draw"},
		answered: List[DrawEvent]{Items: []DrawEvent{{"4211-00000042", 5, exampleTime, "ball", Object(`{"number":1,"ball":37}`)}}},
	}, a.drawEvents)
	add(a, route{
		id: "draw-record", method: http.MethodGet, path: "/api/draws/{draw}/record", tag: rooms, media: "application/json",
		title: say("The record of a draw", "Le procès-verbal d’un tirage"), about: say("All that is published of a draw that has ended, for “tirage verify”: secrets, cards, balls, payments, signed notes. It names nobody.", "Tout ce qui est publié d’un tirage terminé, pour « tirage verify » : secrets, cartes, boules, paiements, notes signées. Il ne nomme personne."),
		refused: []string{"unknown_draw", "not_ended"}, answered: "{…}",
	}, func(ctx context.Context, _ *call, in *InDraw) (*written, error) {
		select { // one at a time: that of a million cards takes some hundred megabytes
		case a.records <- struct{}{}:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		defer func() { <-a.records }()
		text, err := a.Hall.Record(ctx, in.Draw)
		if err != nil {
			return nil, err
		}
		return &written{"application/json", text}, nil
	})
}

func (a *api) drawEvents(ctx context.Context, _ *call, in *eventsIn) (*answer[List[DrawEvent]], error) {
	until := time.Now().Add(time.Duration(in.Wait) * time.Second)
	for {
		events, err := a.Hall.Events(ctx, in.Draw, in.After, in.Limit)
		if err != nil || len(events) > 0 || time.Now().After(until) {
			return list(shop.Page[hall.Event]{Items: events}, err, func(e hall.Event) DrawEvent {
				return DrawEvent{e.Draw, e.Seq, at(e.At), e.Kind, Object(e.Body)}
			})
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(lookAgain):
		}
	}
}

// offerIn asks for cards of a room.
type offerIn struct {
	InRoom
	Body OfferWanted
}

func (a *api) cardRoutes() {
	add(a, route{
		id: "offer-cards", method: http.MethodPost, path: "/api/rooms/{room}/offers", tag: rooms, who: players,
		title: say("Cards to choose from", "Des cartes à choisir"), about: say("Offers cards at random, for ten minutes and to this player alone.", "Propose des cartes au hasard, pour dix minutes et à ce joueur seul."),
		refused: []string{"unknown_room", "room_closed", "bad_count", "lucky_none", "lucky_count", "lucky_range", "lucky_repeats", "lucky_column"},
		asked:   OfferWanted{Count: 6}, answered: CardOffer{"b2ZmZXI", "bingo-extra", exampleTime, []Object{exampleCard}},
	}, a.offer)
	add(a, route{
		id: "buy-cards", method: http.MethodPost, path: "/api/rooms/{room}/cards", tag: rooms, who: players, code: http.StatusCreated, keyed: true,
		title: say("Buy cards", "Acheter des cartes"), about: say("Buys cards of an offer for the next draws: all of them or none. The cards play from now on, whether or not their player is there.", "Achète des cartes d’une offre pour les prochains tirages : toutes ou aucune. Les cartes jouent dès lors, que leur joueur soit là ou non."),
		refused: []string{
			"key_missing", "key_reused", "unknown_room", "unknown_draw", "bad_draws", "bad_cards", "bad_offer", "offer_expired", "wrong_stake", "room_closed", "no_draw_on_sale", "wallet_rooms",
			"sale_closed", "sold_after_lock", "too_many_cards", "draw_full", "stake_differs", "other_player", "card_equal", "insufficient_funds", "not_in_force", "keeper_silent",
		},
		asked:    CardsWanted{Offer: "b2ZmZXI", Cards: []int{0}, Draws: 1},
		answered: CardsBought{[]CardsIn{{"4211-00000042", []HandCard{{Index: 3, Card: exampleCard, Receipt: "tirage receipt 1\n…"}}, 300}}, 300, 9700},
	}, a.buyCards)
	add(a, route{
		id: "hand", method: http.MethodGet, path: "/api/draws/{draw}/cards", tag: rooms, who: players,
		title: say("My cards in a draw", "Mes cartes dans un tirage"), about: say("The player’s cards, with receipts, what is missing and what was won.", "Les cartes du joueur, avec leurs reçus, ce qui manque et ce qui est gagné."),
		refused: []string{"unknown_draw", "no_cards"},
		answered: Hand{
			"4211-00000042", "calling", 21, "5f", []HandCard{{Index: 3, Card: exampleCard, Receipt: "tirage receipt 1\n…", Missing: []int{2}}}, 300, []HandWin{{"one_line", 17, 3, 2, 166}}, 0,
		},
	}, func(ctx context.Context, c *call, in *InDraw) (*answer[Hand], error) {
		h, err := a.Hall.Mine(ctx, c.by, in.Draw)
		if err != nil {
			return nil, err
		}
		cards, err := handCards(h.Cards)
		shown := Hand{h.Draw, h.State, h.Seq, h.Owner, cards, h.Spent, []HandWin{}, h.Paid}
		for _, w := range h.Won {
			shown.Won = append(shown.Won, HandWin(w))
		}
		return body(shown, err)
	})
	add(a, route{
		id: "my-draws", method: http.MethodGet, path: "/api/me/draws", tag: rooms, who: players,
		title: say("My draws", "Mes tirages"), about: say("Every draw in which the player has or had cards, newest first.", "Tous les tirages où le joueur a ou a eu des cartes, du plus récent au plus ancien."),
		refused: []string{"bad_cursor"}, answered: List[Played]{Items: []Played{{"4211-00000042", "bingo-extra", false, "settled", 1, 300, 166, exampleTime}}},
	}, func(ctx context.Context, c *call, in *Paging) (*answer[List[Played]], error) {
		page, err := a.Hall.History(ctx, c.by, in.After, in.Limit)
		return list(page, err, func(p hall.Played) Played {
			return Played{p.Draw, p.Room, p.Play, p.State, p.Cards, p.Spent, p.Paid, at(p.At)}
		})
	})
	add(a, route{
		id: "owner-secret", method: http.MethodGet, path: "/api/me/owner-secret", tag: rooms, who: players,
		title: say("My secret of owners’ tags", "Mon secret d’étiquettes"), about: say("With it the player, and nobody else, shows which cards of public records are theirs.", "Avec lui le joueur, et nul autre, montre quelles cartes des procès-verbaux sont à lui."),
		answered: OwnerSecret{"8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4"},
	}, func(ctx context.Context, c *call, _ *struct{}) (*answer[OwnerSecret], error) {
		s, err := a.Hall.OwnerSecret(ctx, c.by)
		return body(OwnerSecret{s}, err)
	})
}

// OwnerSecret is a player's.
type OwnerSecret struct {
	Secret string `json:"secret" doc:"64 hexadecimal digits."`
}

// errNoBall refuses a number that no machine has, and no ball can hold.
func errNoBall(n int) error {
	return shop.Sayf("lucky_range", "%d is not the number of a ball", "%d n’est pas le numéro d’une boule", n)
}

func (a *api) offer(ctx context.Context, c *call, in *offerIn) (*answer[CardOffer], error) {
	want := hall.OfferOrder{Room: in.Room, Count: in.Body.Count}
	for _, n := range in.Body.Lucky {
		if n < 1 || n > bingo.MaxBalls {
			return nil, errNoBall(n)
		}
		want.Lucky = append(want.Lucky, bingo.Ball(n))
	}
	o, err := a.Hall.Offer(ctx, c.by, want)
	if err != nil {
		return nil, err
	}
	shown := CardOffer{Token: o.Token, Room: o.Room, Expires: at(o.Expires)}
	for _, card := range o.Cards {
		object, err := cardOf(card)
		if err != nil {
			return nil, err
		}
		shown.Cards = append(shown.Cards, object)
	}
	return body(shown, nil)
}

func (a *api) buyCards(ctx context.Context, c *call, in *roomKeyed[CardsWanted]) (*answer[CardsBought], error) {
	w := in.Body
	p, err := a.Hall.Buy(ctx, c.by, in.Key, hall.CardOrder{Room: in.Room, Offer: w.Offer, Cards: w.Cards, Draws: w.Draws, Draw: w.Draw, Stake: w.Stake})
	if err != nil {
		return nil, err
	}
	shown := CardsBought{Draws: []CardsIn{}, Total: p.Total, Balance: p.Balance}
	for _, d := range p.Draws {
		cards, err := handCards(d.Cards)
		if err != nil {
			return nil, err
		}
		shown.Draws = append(shown.Draws, CardsIn{d.Draw, cards, d.Total})
	}
	return body(shown, nil)
}
