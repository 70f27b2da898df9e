package api

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"tirage/bingo"
	"tirage/internal/hall"
	"tirage/internal/shop"
	"tirage/money"
)

// Room is a bingo room.
type Room struct {
	ID      string       `json:"id" doc:"The formula that is played in it." example:"bingo-extra"`
	Name    string       `json:"name" doc:"In the language asked for." example:"BINGO EXTRA"`
	Demo    string       `json:"demonstration,omitempty" doc:"Says that no regulation stands behind the formula; empty when one does." example:"demonstration, not a regulation"`
	Code    int          `json:"code" doc:"Of the formula: draws are named by it and a number." example:"4211"`
	Play    bool         `json:"play" doc:"For play money."`
	State   string       `json:"state" enum:"open,closed" doc:"open, or closed: no draw is announced any more." example:"open"`
	Single  bool         `json:"single" doc:"For one player a draw: a draw begins when a player buys cards."`
	Model   string       `json:"model" doc:"Of the cards." example:"90-variant"`
	Stakes  []int64      `json:"stakes" nullable:"false" doc:"What a card may cost, in minor units."`
	Lucky   int          `json:"lucky" doc:"How many lucky numbers a player may choose at most; 0 for none." example:"0"`
	Minimum RoomMinimum  `json:"minimum" doc:"With fewer players or cards, a draw is cancelled when its sale closes, and every stake goes back."`
	Formula string       `json:"formula" doc:"SHA-256 of the formula's game file: 64 hexadecimal digits."`
	Version int          `json:"version" doc:"Of the game file." example:"1"`
	Jackpot money.Cents  `json:"jackpot" doc:"What the formula's jackpot holds now, in minor units." example:"750000"`
	Fund    money.Cents  `json:"fund" doc:"What its fund holds now; below zero, what the operator has advanced." example:"-750000"`
	Paused  bool         `json:"paused" doc:"It stands still: this node has lost its database or its keeper, and goes on as soon as they are back."`
	Run     RoomSettings `json:"settings" doc:"How it is run."`
	Now     []BingoDraw  `json:"now" nullable:"false" doc:"The draw that is played, and the one that ended last."`
	Next    []BingoDraw  `json:"next" nullable:"false" doc:"The draws that are announced or on sale, the next first."`
}

// RoomMinimum is what a draw needs.
type RoomMinimum struct {
	Players int `json:"players" doc:"Distinct persons." example:"4"`
	Cards   int `json:"cards" doc:"Cards." example:"4"`
}

// RoomSettings is how a room is run.
type RoomSettings struct {
	First    time.Time `json:"first,omitzero" required:"false" doc:"When the sale of a first draw closes; the others close every so many seconds from it. Not for a single-player room." example:"2026-03-02T08:00:00Z"`
	Every    int       `json:"every" required:"false" doc:"Seconds from one close to the next." example:"300"`
	Sale     int       `json:"sale" required:"false" doc:"Seconds that a sale is open: more than every puts several draws on sale at once." example:"600"`
	Ahead    int       `json:"ahead" required:"false" doc:"Seconds between the announcement and the opening of the sale, in which a super jackpot may be announced." example:"60"`
	Ball     int       `json:"ball" doc:"Milliseconds from one ball to the next." example:"3000"`
	Patience int       `json:"patience" doc:"Seconds after the lock that the keeper's secret is waited for; then every stake goes back." example:"300"`
	MaxCards int       `json:"max_cards" doc:"Cards of a player in one draw, at most the formula's." example:"12"`
	Robots   int       `json:"robots,omitempty" doc:"How many robots play, in rooms for play money only." example:"0"`
}

// BingoDraw is a draw as anybody sees it. No ball is in it that was not called.
type BingoDraw struct {
	ID       string       `json:"id" doc:"Code of the formula, and number." example:"4211-00000042"`
	Room     string       `json:"room" doc:"Its room." example:"bingo-extra"`
	State    string       `json:"state" enum:"scheduled,on_sale,locked,opened,calling,settled,cancelled,void" doc:"scheduled, on_sale, locked, opened, calling; then settled, cancelled or void for ever." example:"on_sale"`
	Seq      int64        `json:"seq" doc:"Number of its last event: who is behind reads the events after theirs." example:"2"`
	Play     bool         `json:"play" doc:"For play money."`
	Opens    time.Time    `json:"opens" doc:"When its sale opens." example:"2026-03-02T08:00:00Z"`
	Closes   time.Time    `json:"closes" doc:"When its sale closes." example:"2026-03-02T08:10:00Z"`
	Ended    time.Time    `json:"ended,omitzero" doc:"When it ended." example:"2026-03-02T08:14:00Z"`
	Reason   string       `json:"reason,omitempty" doc:"Of a draw that was cancelled or voided." example:"too_few"`
	Price    money.Cents  `json:"price" doc:"Of a card, in minor units; 0 while no card is sold." example:"300"`
	Cards    int64        `json:"cards" doc:"Sold so far." example:"4"`
	Players  int64        `json:"players" doc:"Who has cards so far." example:"4"`
	Robots   int64        `json:"robots" doc:"How many of the players are robots of a demonstration." example:"0"`
	Stakes   money.Cents  `json:"stakes" doc:"Of all cards." example:"1200"`
	Pool     money.Cents  `json:"pool" doc:"In play for the figures, by the cards so far." example:"572"`
	Jackpot  money.Cents  `json:"jackpot" doc:"That this draw plays for, by the cards so far." example:"750072"`
	Super    money.Cents  `json:"super,omitempty" doc:"What the fund adds to the jackpot of this draw." example:"100000"`
	Prizes   []BingoPrize `json:"prizes" nullable:"false" doc:"By figure."`
	Balls    []int        `json:"balls" nullable:"false" doc:"Called so far, in their order."`
	Root     string       `json:"root,omitempty" doc:"Of the tree of its cards, once it is locked: 64 hexadecimal digits."`
	Schedule string       `json:"schedule" doc:"The signed note that announced it."`
	Keeper   string       `json:"keeper" doc:"The note by which the keeper, and not the house, signed its commitment to b before the sale."`
	Lock     string       `json:"lock,omitempty" doc:"The signed note that ended its sale."`
	End      string       `json:"end,omitempty" doc:"The signed note of its end."`
}

// BingoPrize is a figure of a draw.
type BingoPrize struct {
	Figure string      `json:"figure" doc:"Its identifier." example:"one_line"`
	Name   string      `json:"name" doc:"In the language asked for." example:"1 whole horizontal line"`
	Within int         `json:"within,omitempty" doc:"It must be reached within so many balls; left out where there is no limit." example:"45"`
	Prize  money.Cents `json:"prize" doc:"For all who win it together; in a single-player room for each." example:"166"`
	Ball   int         `json:"ball,omitempty" doc:"The ball at which it was won, counted from 1." example:"17"`
	Units  int         `json:"units,omitempty" doc:"How many won it." example:"1"`
	Each   money.Cents `json:"each,omitempty" doc:"What each of them gets." example:"166"`
}

// CardOffer is cards to choose from.
type CardOffer struct {
	Token   string    `json:"token" doc:"Send it with the purchase." example:"b2ZmZXI"`
	Room    string    `json:"room" doc:"The room." example:"bingo-extra"`
	Expires time.Time `json:"expires" doc:"Until when the cards may be bought." example:"2026-03-02T08:10:00Z"`
	Cards   []Object  `json:"cards" nullable:"false" doc:"The cards: {\"model\", \"grids\"}, row by row, 0 for a cell without a number."`
}

// OfferWanted asks for cards to choose from.
type OfferWanted struct {
	Count int   `json:"count" doc:"How many cards." example:"6" minimum:"1" maximum:"25"`
	Lucky []int `json:"lucky,omitempty" nullable:"false" doc:"Numbers that the first grid of each card has, where the formula takes them: at most five." maxItems:"5"`
}

// CardsWanted buys cards of an offer.
type CardsWanted struct {
	Offer string      `json:"offer" doc:"The token of the offer." example:"b2ZmZXI" maxLength:"100"`
	Cards []int       `json:"cards" nullable:"false" doc:"Which cards of the offer, counted from 0." maxItems:"25"`
	Draws int         `json:"draws" required:"false" doc:"For how many of the next draws, the same cards in each." example:"1" default:"1" minimum:"1" maximum:"20"`
	Draw  string      `json:"draw,omitempty" doc:"The first of them; left out for the next one on sale." example:"4211-00000042" maxLength:"13"`
	Stake money.Cents `json:"stake,omitempty" doc:"Of a card, where there are several to choose from." example:"300"`
}

// CardsBought is what was bought.
type CardsBought struct {
	Draws   []CardsIn   `json:"draws" nullable:"false" doc:"By draw."`
	Total   money.Cents `json:"total" doc:"What they cost together." example:"300"`
	Balance money.Cents `json:"balance" doc:"What the account held after it." example:"9700"`
}

// CardsIn is the cards that were bought in one draw.
type CardsIn struct {
	Draw  string      `json:"draw" doc:"The draw." example:"4211-00000042"`
	Cards []HandCard  `json:"cards" nullable:"false" doc:"The cards."`
	Total money.Cents `json:"total" doc:"What they cost." example:"300"`
}

// HandCard is a card of a player.
type HandCard struct {
	Index   int64  `json:"index" doc:"Its place in the draw's log of cards, from 0." example:"3"`
	Card    Object `json:"card" doc:"The card: {\"model\", \"grids\"}."`
	Receipt string `json:"receipt" doc:"The signed note that promises its place; verify it against the draw's record."`
	Missing []int  `json:"missing,omitempty" nullable:"false" doc:"By grid, how many numbers are missing for the next figure, while balls are called."`
}

// Hand is what a player has in a draw.
type Hand struct {
	Draw  string      `json:"draw" doc:"The draw." example:"4211-00000042"`
	State string      `json:"state" doc:"Of the draw." example:"calling"`
	Seq   int64       `json:"seq" doc:"Number of the draw's last event that is taken into account." example:"21"`
	Owner string      `json:"owner" doc:"The player's tag in this draw, by which winners are named."`
	Cards []HandCard  `json:"cards" nullable:"false" doc:"Those nearest to the next figure first."`
	Spent money.Cents `json:"spent" doc:"What the cards cost." example:"300"`
	Won   []HandWin   `json:"won" nullable:"false" doc:"Figures won so far."`
	Paid  money.Cents `json:"paid" doc:"Won or given back, once the draw has ended." example:"0"`
}

// HandWin is a figure that a player won.
type HandWin struct {
	Figure string      `json:"figure" doc:"The figure." example:"one_line"`
	Ball   int         `json:"ball" doc:"At which ball, counted from 1." example:"17"`
	Card   int64       `json:"card" doc:"Index of the card." example:"3"`
	Grid   int         `json:"grid" doc:"Grid of the card, from 0." example:"2"`
	Amount money.Cents `json:"amount" doc:"What it pays." example:"166"`
}

// Played is a draw in a player's history.
type Played struct {
	Draw  string      `json:"draw" doc:"The draw." example:"4211-00000042"`
	Room  string      `json:"room" doc:"Its room." example:"bingo-extra"`
	Play  bool        `json:"play" doc:"For play money."`
	State string      `json:"state" doc:"Of the draw." example:"settled"`
	Cards int64       `json:"cards" doc:"How many cards." example:"1"`
	Spent money.Cents `json:"spent" doc:"What they cost." example:"300"`
	Paid  money.Cents `json:"paid" doc:"Won or given back." example:"166"`
	At    time.Time   `json:"at" doc:"When the first of them was bought." example:"2026-03-02T08:00:00Z"`
}

// DrawEvent is something that happened to a draw.
type DrawEvent struct {
	Draw string    `json:"draw" doc:"The draw." example:"4211-00000042"`
	Seq  int64     `json:"seq" doc:"From 1, without a gap." example:"5"`
	At   time.Time `json:"at" doc:"When." example:"2026-03-02T08:10:03Z"`
	Kind string    `json:"kind" doc:"announced, super, on_sale, locked, opened, ball, resumed, settled, cancelled or void." example:"ball"`
	Body Object    `json:"body" doc:"By kind: docs/hall.md."`
}

// Parties are whose signatures a draw's record bears.
type Parties struct {
	Hall   string `json:"hall" doc:"The public key of schedules, receipts, locks and ends: name+hash+key." example:"hall+1700e45a+AeLN"`
	Keeper string `json:"keeper" doc:"The public key of the keeper's commitments." example:"keeper+1700e45a+AeLN"`
	Alone  bool   `json:"single_party" doc:"House and keeper are one here: the operator could have chosen the order of the balls."`
}

var exampleDraw = BingoDraw{
	ID: "4211-00000042", Room: "bingo-extra", State: "on_sale", Seq: 2, Opens: exampleTime, Closes: exampleTime.Add(10 * time.Minute), Price: 300, Cards: 4, Players: 4, Stakes: 1200, Pool: 572,
	Jackpot: 750072, Prizes: []BingoPrize{{Figure: "one_line", Name: "1 whole horizontal line", Within: 90, Prize: 166}}, Balls: []int{}, Schedule: "tirage schedule 1\n…", Keeper: "tirage keeper draw 1\n…",
}

var exampleSettings = RoomSettings{First: exampleTime, Every: 300, Sale: 600, Ahead: 60, Ball: 3000, Patience: 300, MaxCards: 12}

var exampleRoom = Room{
	ID: "bingo-extra", Name: "BINGO EXTRA", Code: 4211, State: "open", Model: "90-variant", Stakes: []int64{300}, Minimum: RoomMinimum{4, 4},
	Formula: "8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4", Version: 1, Jackpot: 750000, Fund: -750000, Run: exampleSettings,
	Now: []BingoDraw{}, Next: []BingoDraw{exampleDraw},
}

var exampleCard = Object(`{"model":"75-classic","grids":[[[1,16,31,46,61],[2,17,32,47,62],[3,18,33,48,63],[4,19,34,49,64],[5,20,35,50,65]]]}`)

// roomOf is a room as the API has it.
func roomOf(v hall.RoomView, lang money.Lang) Room {
	f := v.Formula
	r := Room{
		ID: v.ID, Name: v.Name.In(lang), Demo: f.Demonstration.In(lang), Code: v.Code, Play: v.Play, State: v.State, Single: f.Mode == bingo.Single, Model: f.Model.String(), Lucky: f.Lucky,
		Stakes: []int64{}, Minimum: RoomMinimum(f.Minimum), Formula: v.Digest, Version: int(f.Version), Jackpot: v.Jackpot, Fund: v.Fund, Paused: v.Paused,
		Run: settingsOf(v.Settings), Now: []BingoDraw{}, Next: []BingoDraw{},
	}
	for _, s := range f.Stakes {
		r.Stakes = append(r.Stakes, int64(s))
	}
	for _, d := range v.Now {
		r.Now = append(r.Now, drawOf(d, lang))
	}
	for _, d := range v.Next {
		r.Next = append(r.Next, drawOf(d, lang))
	}
	return r
}

func settingsOf(s hall.Settings) RoomSettings {
	return RoomSettings{later(s.First), s.Every, s.Sale, s.Ahead, s.Ball, s.Patience, s.MaxCards, s.Robots}
}

// settings is how a room is to be run.
func (s *RoomSettings) settings() hall.Settings {
	h := hall.Settings{Every: s.Every, Sale: s.Sale, Ahead: s.Ahead, Ball: s.Ball, Patience: s.Patience, MaxCards: s.MaxCards, Robots: s.Robots}
	if !s.First.IsZero() {
		h.First = s.First.UnixMicro()
	}
	return h
}

func drawOf(v hall.DrawView, lang money.Lang) BingoDraw {
	d := BingoDraw{
		ID: v.ID, Room: v.Room, State: v.State, Seq: v.Seq, Play: v.Play, Opens: at(v.Opens), Closes: at(v.Closes), Ended: later(v.Ended), Reason: v.Reason, Price: v.Price,
		Cards: v.Cards, Players: v.Players, Robots: v.Robots, Stakes: v.Stakes, Pool: v.Pool, Jackpot: v.Jackpot, Super: v.Super, Prizes: []BingoPrize{}, Balls: v.Balls,
		Root: v.Root, Schedule: v.Schedule, Keeper: v.Keeper, Lock: v.Lock, End: v.End,
	}
	for _, p := range v.Prizes {
		d.Prizes = append(d.Prizes, BingoPrize{p.Figure, p.Name.In(lang), p.Within, p.Prize, p.Ball, p.Units, p.Each})
	}
	return d
}

// cardOf is a card as an object.
func cardOf(c bingo.Card) (Object, error) {
	text, err := json.Marshal(c)
	return Object(text), err
}

func handCards(cards []hall.HandCard) ([]HandCard, error) {
	list := make([]HandCard, len(cards))
	for i, c := range cards {
		card, err := cardOf(c.Card)
		if err != nil {
			return nil, err
		}
		list[i] = HandCard{c.Index, card, c.Receipt, c.Missing}
	}
	return list, nil
}

// InRoom is how a room is named in an address.
type InRoom struct {
	Room string `path:"room" doc:"The room." example:"bingo-extra" maxLength:"64"`
}

// InDraw is how a draw is.
type InDraw struct {
	Draw string `path:"draw" doc:"The draw." example:"4211-00000042" maxLength:"13"`
}

// hallRoutes are those of bingo rooms, of a house that has a hall.
func (a *api) hallRoutes() {
	if a.Hall == nil {
		return
	}
	a.roomRoutes()
	a.drawRoutes()
	a.cardRoutes()
	a.runRoutes()
	if a.Live != nil {
		a.handle(liveRoute, a.Live.ServeHTTP)
	}
}

// liveRoute is where those come who watch draws as they happen.
const liveRoute = "GET /api/live/websocket"

func (a *api) roomRoutes() {
	add(a, route{
		id: "rooms", method: http.MethodGet, path: "/api/rooms", tag: rooms,
		title: say("The rooms", "Les salles"), about: say("Every bingo room, with what is played now and what is on sale next.", "Toutes les salles de bingo, avec ce qui s’y joue et ce qui est en vente ensuite."),
		answered: List[Room]{Items: []Room{exampleRoom}},
	}, func(ctx context.Context, c *call, _ *struct{}) (*answer[List[Room]], error) {
		views, err := a.Hall.Rooms(ctx)
		return list(shop.Page[hall.RoomView]{Items: views}, err, func(v hall.RoomView) Room { return roomOf(v, c.lang) })
	})
	add(a, route{
		id: "room", method: http.MethodGet, path: "/api/rooms/{room}", tag: rooms,
		title: say("A room", "Une salle"), about: say("One room.", "Une salle."), refused: []string{"unknown_room"}, answered: exampleRoom,
	}, func(ctx context.Context, c *call, in *InRoom) (*answer[Room], error) {
		v, err := a.Hall.Room(ctx, in.Room)
		if err != nil {
			return nil, err
		}
		return body(roomOf(v, c.lang), nil)
	})
	add(a, route{
		id: "hall", method: http.MethodGet, path: "/api/hall", tag: rooms,
		title: say("Whose signatures", "De qui sont les signatures"), about: say("The public keys of the hall and of the keeper, with which records and receipts are checked. Have them from elsewhere too.", "Les clés publiques de la salle et du dépositaire, avec lesquelles se contrôlent procès-verbaux et reçus. Ayez-les aussi d’ailleurs."),
		answered: Parties{Hall: "hall+1700e45a+AeLN", Keeper: "keeper+1700e45a+AeLN"},
	}, func(context.Context, *call, *struct{}) (*answer[Parties], error) {
		return body(Parties{a.HallVerifier, a.shop.KeeperVerifier, a.shop.Single}, nil)
	})
}
