package bingo

import "tirage/money"

// Event is something that happens to a draw: one of the types below, by value. Each carries the time at which it
// happened, which must not go back.
type Event interface{ when() Moment }

// Schedule announces a draw, before any sale.
type Schedule struct {
	At       Moment `json:"announced"`
	Draw     ID     `json:"draw"`
	Formula  string `json:"formula"`  // its ID
	Version  uint32 `json:"version"`  // of the formula
	Digest   Digest `json:"digest"`   // SHA-256 of its game file
	Opens    Moment `json:"opens"`    // the first moment of the sale
	Closes   Moment `json:"closes"`   // the first moment after it
	Patience Moment `json:"patience"` // how long after the lock the draw waits for the keeper's secret, at least
	A        Digest `json:"a"`        // the commitment to the house's secret
	B        Digest `json:"b"`        // the commitment to the keeper's secret
	Beacon   string `json:"beacon"`   // which value of which public beacon goes into the order, such as "name, first round 60 s after the lock"; "" for none
}

// AnnounceSuper promises to add an amount from the fund to the draw's jackpot. Two persons do it, before the sale opens.
type AnnounceSuper struct {
	At     Moment
	Amount money.Cents
	By     [2]string
}

// OpenSale opens the sale.
type OpenSale struct{ At Moment }

// Sell sells one card. Player is a pseudonym that stands for one person; it is used to count and to pay, and never
// published. Owner is that person's tag in this draw.
type Sell struct {
	At     Moment
	Card   Card
	Price  money.Cents
	Player string
	Owner  Digest
}

// Lock ends the sale and fixes what the draw plays for. Size and Root are what the house believes it sold; Jackpot and Fund
// are the formula's balances at this moment. A draw with too few players or cards is cancelled by it.
type Lock struct {
	At      Moment
	Size    int
	Root    Digest
	Jackpot money.Cents
	Fund    money.Cents
}

// Open brings the secrets together. From here on everything is fixed.
type Open struct {
	At     Moment
	A, B   Secret
	Beacon []byte
}

// Call calls the next ball.
type Call struct {
	At   Moment
	Ball Ball
}

// Settle pays the winners, after the last ball.
type Settle struct{ At Moment }

// CancelReason says why a draw was cancelled.
type CancelReason uint8

// The reasons.
const (
	ByOperator   CancelReason = iota + 1 // before the lock
	TooFew                               // players or cards when sales closed
	KeeperSilent                         // no secret of the keeper within the patience of the schedule
)

// String returns the reason's name in files.
func (r CancelReason) String() string { return word(uint8(r), "operator", "too_few", "keeper_silent") }

// Cancel gives all stakes back: before the lock, or after it when the keeper keeps silent, as then nobody can know what
// would have come out.
type Cancel struct {
	At     Moment
	Reason CancelReason
}

// Void gives all stakes back after the lock. Two persons do it, and all that would have been paid is published.
type Void struct {
	At     Moment
	By     [2]string
	Reason string
}

func (e Schedule) when() Moment      { return e.At }
func (e AnnounceSuper) when() Moment { return e.At }
func (e OpenSale) when() Moment      { return e.At }
func (e Sell) when() Moment          { return e.At }
func (e Lock) when() Moment          { return e.At }
func (e Open) when() Moment          { return e.At }
func (e Call) when() Moment          { return e.At }
func (e Settle) when() Moment        { return e.At }
func (e Cancel) when() Moment        { return e.At }
func (e Void) when() Moment          { return e.At }

// Effects is what an event brings about, for a ledger and for those who watch.
type Effects struct {
	Transfers []Transfer
	Payments  []Payment // what each player is paid or given back: together, what Transfers move to PlayersAccount
	Sold      *Receipt  // of Sell, to be signed
	Won       []Won     // the figures won at the ball of Call
	Ends      bool      // Call called the last ball
}

// Payment is money for one player.
type Payment struct {
	Player string
	Owner  Digest
	Why    Reason // PrizePaid or Refund
	Figure int    // counted from 0; -1 for a refund
	Place  Place  // of the grid that won; zero for a refund, which is for all cards of the player
	Amount money.Cents
}
