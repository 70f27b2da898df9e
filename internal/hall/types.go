package hall

import (
	"encoding/json"

	"tirage/bingo"
	"tirage/internal/store"
	"tirage/money"
)

// Settings is how a room is run. Times are whole numbers of their unit, so that what two persons read is what is done.
type Settings struct {
	First    int64 `json:"first"`            // when the sale of a first draw closes, microseconds since 1970, UTC; the others close every Every from it. 0 for a single-player room
	Every    int   `json:"every"`            // seconds from one close to the next
	Sale     int   `json:"sale"`             // seconds that a sale is open: more than Every puts several draws on sale at once
	Ahead    int   `json:"ahead"`            // seconds between the announcement and the opening of the sale, in which a super jackpot may be announced
	Ball     int   `json:"ball"`             // milliseconds from one ball to the next
	Patience int   `json:"patience"`         // seconds after the lock that the keeper's secret is waited for
	MaxCards int   `json:"max_cards"`        // per player and draw: at most the formula's
	Robots   int   `json:"robots,omitempty"` // how many robots play, in rooms for play money only
}

// RoomView is a room as anybody sees it.
type RoomView struct {
	ID       string         `json:"id"`
	Name     money.Text     `json:"name"`
	Code     int            `json:"code"`
	Play     bool           `json:"play"`
	State    string         `json:"state"` // open or closed
	Settings Settings       `json:"settings"`
	Formula  *bingo.Formula `json:"-"` // of the next draws
	Digest   string         `json:"formula"`
	Jackpot  money.Cents    `json:"jackpot"` // what the formula's jackpot holds now
	Fund     money.Cents    `json:"fund"`
	Now      []DrawView     `json:"now"`    // from the lock to the end, the oldest first; then the one that ended last
	Next     []DrawView     `json:"next"`   // announced or on sale, the next first
	Paused   bool           `json:"paused"` // this node cannot move it on now: its database or its keeper is away
}

// DrawView is a draw as anybody sees it.
type DrawView struct {
	ID       string      `json:"id"` // "4211-00000042"
	Room     string      `json:"room"`
	State    string      `json:"state"`
	Seq      int64       `json:"seq"` // of its last event
	Play     bool        `json:"play"`
	Opens    int64       `json:"opens"` // microseconds since 1970, UTC, as all times
	Closes   int64       `json:"closes"`
	Price    money.Cents `json:"price,omitempty"` // of a card; 0 in a single-player draw of which none is sold
	Cards    int64       `json:"cards"`
	Players  int64       `json:"players"`
	Robots   int64       `json:"robots"` // of the players
	Stakes   money.Cents `json:"stakes"`
	Pool     money.Cents `json:"pool"`    // in play, by the cards so far
	Jackpot  money.Cents `json:"jackpot"` // that this draw plays for: before the lock, by the cards so far and today's balance
	Super    money.Cents `json:"super,omitempty"`
	Prizes   []PrizeView `json:"prizes"` // by figure
	Balls    []int       `json:"balls"`  // called so far
	Size     int64       `json:"size"`   // of the log of cards, with its root once it is locked
	Root     string      `json:"root,omitempty"`
	Ended    int64       `json:"ended,omitempty"`
	Reason   string      `json:"reason,omitempty"` // of a draw that was cancelled or voided
	Schedule string      `json:"schedule"`         // signed note
	Keeper   string      `json:"keeper,omitempty"` // the keeper's signed note of its commitment
	Lock     string      `json:"lock,omitempty"`
	End      string      `json:"end,omitempty"`
}

// PrizeView is a figure of a draw: what it pays, and who has won it so far.
type PrizeView struct {
	Figure string      `json:"figure"`
	Name   money.Text  `json:"name"`
	Within int         `json:"within,omitempty"` // balls; 0 for as long as the draw goes on
	Prize  money.Cents `json:"prize"`            // to all who win it together; in single-player mode to each, by the stake
	Ball   int         `json:"ball,omitempty"`   // at which it was won; 0 while it is not
	Units  int         `json:"units,omitempty"`  // how many won it
	Each   money.Cents `json:"each,omitempty"`
}

// OfferOrder asks for cards to choose from.
type OfferOrder struct {
	Room  string       `json:"room"`
	Count int          `json:"count"` // of cards, 1 to MaxOffer
	Lucky []bingo.Ball `json:"lucky,omitempty"`
}

// MaxOffer is how many cards are offered at once.
const MaxOffer = 25

// Offer is cards that one player may choose from, for a while. It takes no row: the token says how the cards were made.
type Offer struct {
	Token   string       `json:"token"`
	Room    string       `json:"room"`
	Cards   []bingo.Card `json:"cards"`
	Expires int64        `json:"expires"`
}

// CardOrder buys cards of an offer, the same in each of the next draws.
type CardOrder struct {
	Room  string      `json:"room"`
	Offer string      `json:"offer"`           // its token
	Cards []int       `json:"cards"`           // places in the offer, from 0
	Draws int         `json:"draws"`           // how many of the next draws, 1 to MaxDraws; 1 in a single-player room
	Draw  string      `json:"draw,omitempty"`  // the first of them; "" for the next that is on sale
	Stake money.Cents `json:"stake,omitempty"` // of a card, where there are several to choose from
}

// MaxDraws is for how many draws one act buys cards.
const MaxDraws = 20

// Purchase is what was bought: the cards play from now on, whether or not their player is there.
type Purchase struct {
	Draws   []DrawPurchase `json:"draws"`
	Total   money.Cents    `json:"total"`
	Balance money.Cents    `json:"balance"` // after it
}

// DrawPurchase is the cards of a purchase in one draw.
type DrawPurchase struct {
	Draw  string      `json:"draw"`
	Cards []HandCard  `json:"cards"`
	Total money.Cents `json:"total"`
}

// HandCard is a card of a player in a draw, with its receipt.
type HandCard struct {
	Index   int64      `json:"index"` // in the draw's log
	Card    bingo.Card `json:"card"`
	Receipt string     `json:"receipt"`           // signed note
	Missing []int      `json:"missing,omitempty"` // by grid, numbers still missing for the next figure that its line count can win
}

// Hand is what a player has in a draw.
type Hand struct {
	Draw  string      `json:"draw"`
	State string      `json:"state"`
	Seq   int64       `json:"seq"`
	Owner string      `json:"owner"` // the player's tag in this draw
	Cards []HandCard  `json:"cards"` // the nearest to the next figure first
	Spent money.Cents `json:"spent"`
	Won   []HandWin   `json:"won"`
	Paid  money.Cents `json:"paid"` // won, or given back
}

// HandWin is a figure that a player won.
type HandWin struct {
	Figure string      `json:"figure"`
	Ball   int         `json:"ball"`
	Card   int64       `json:"card"` // index in the draw's log
	Grid   int         `json:"grid"`
	Amount money.Cents `json:"amount"`
}

// Event is something that happened to a draw, as its log has it and as those who watch are told. Seq is from 1 without a gap: who misses one
// reads the log.
type Event struct {
	Draw string          `json:"draw"`
	Seq  int64           `json:"seq"`
	At   int64           `json:"at"`
	Kind string          `json:"kind"`
	Body json.RawMessage `json:"body"`
}

// The kinds of event.
const (
	Announced = "announced" // body: DrawView
	Super     = "super"     // body: SuperBody
	OnSale    = "on_sale"   // no body
	Locked    = "locked"    // body: DrawView
	Opened    = "opened"    // body: OpenedBody
	Called    = "ball"      // body: BallBody
	Resumed   = "resumed"   // body: ResumedBody, before the first ball after an interruption
	Settled   = "settled"   // body: EndBody
	Cancelled = "cancelled" // body: EndBody
	Voided    = "void"      // body: EndBody
)

// SuperBody announces a super jackpot.
type SuperBody struct {
	Amount money.Cents `json:"amount"`
}

// OpenedBody says when the first ball is due.
type OpenedBody struct {
	First int64 `json:"first"`
	Ball  int   `json:"ball"` // milliseconds from one to the next
}

// BallBody is a ball, and what was won at it.
type BallBody struct {
	Number int       `json:"number"` // from 1: how many were called
	Ball   int       `json:"ball"`
	Won    []WonBody `json:"won,omitempty"`
	Ends   bool      `json:"ends,omitempty"` // it is the last one
}

// WonBody is a figure won at a ball. Owners are tags that only their players recognise; of more than MaxWinners the number alone is told.
type WonBody struct {
	Figure string      `json:"figure"`
	Units  int         `json:"units"`
	Each   money.Cents `json:"each"`
	Owners []string    `json:"owners,omitempty"`
}

// MaxWinners is how many owners an event names.
const MaxWinners = 50

// ResumedBody says how long a draw stood still.
type ResumedBody struct {
	Since int64 `json:"since"`
	Next  int64 `json:"next"` // when the next ball is due
}

// EndBody is the end of a draw.
type EndBody struct {
	Paid    money.Cents `json:"paid"` // to winners, or given back
	Jackpot money.Cents `json:"jackpot"`
	Fund    money.Cents `json:"fund"`
	Reason  string      `json:"reason,omitempty"`
	End     string      `json:"end"` // signed note
}

// ref is the row of a draw.
func ref(id bingo.ID) store.DrawRef {
	return store.DrawRef{Code: int64(id.Code), Number: int64(id.Number)}
}
