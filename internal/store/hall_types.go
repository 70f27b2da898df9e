package store

import (
	"crypto/sha256"
	"fmt"

	"tirage/money"
)

// RoomID is a room: the ID of the formula that it plays, "bingo-extra".
type RoomID string

// DrawRef names a draw by the code of its formula and its number, from 1.
type DrawRef struct{ Code, Number int64 }

// String is the draw as people write it: "4211-00000042".
func (r DrawRef) String() string { return fmt.Sprintf("%04d-%08d", r.Code, r.Number) }

// Formula is a game file as it is or was played. It is kept for ever: records of draws name its digest.
type Formula struct {
	Digest  [32]byte // SHA-256 of the file
	Code    int64
	ID      RoomID
	Version int64
	File    []byte
	At      int64 // when the house first played it
}

// Room is a bingo room. Times are microseconds since 1970, UTC.
type Room struct {
	ID       RoomID
	Code     int64    // of its formula: no two rooms have the same
	Formula  [32]byte // digest of what its next draws are played by
	Play     bool     // for play money
	State    string   // open or closed
	Settings []byte   // JSON, which is the hall's
	Next     int64    // number of the draw that is announced next
	Jackpot  money.Cents
	Fund     money.Cents // may stand below zero
	Changed  int64
	Change   int64 // one more at each change
}

// Draw is a draw. Times are microseconds since 1970, UTC, and 0 before what they are the time of.
type Draw struct {
	DrawRef
	Room       RoomID
	Formula    [32]byte
	Play       bool
	State      string // as bingo.State writes it
	Seq        int64  // of its last event
	Announced  int64
	Opens      int64
	Closes     int64
	Patience   int64
	Nonce      []byte // from which, with a secret that is not in the database, the house's secret follows
	A, B       [32]byte
	Commitment []byte // the keeper's signed note of B
	Schedule   []byte // signed note
	Super      money.Cents
	SuperBy    [2]PersonID

	// what sales change
	Size    int64
	Players int64
	Robots  int64       // of the players
	Price   money.Cents // of every card
	Log     []byte      // the edge of the tree of cards

	Locked   int64
	Jackpot  money.Cents // before anything was taken from it or added to it
	Fund     money.Cents
	Lock     []byte // signed note
	Opened   int64
	Sealed   []byte // order of the balls and result, sealed
	Called   int64  // balls
	CalledAt int64  // when the last one was called; before the first, when the draw was opened

	Ended        int64
	Reason       string // of a draw that was cancelled or voided
	EndBy        [2]PersonID
	End          []byte // signed note
	JackpotAfter money.Cents
	FundAfter    money.Cents
}

// DrawCard is a card sold in a draw.
type DrawCard struct {
	DrawRef
	Index   int64    // in the draw's log
	Card    []byte   // canonical bytes
	Hash    CardHash // of draw and card: see CardHash
	Owner   PersonID
	Tag     [32]byte // the owner's in this draw
	Journal string   // of the act that sold it: filled in by Commit
	Seq     int64
	Size    int64    // of the log after that act
	Root    [32]byte // likewise
}

// HoldingRef names what a person has in a draw.
type HoldingRef struct {
	DrawRef
	Person PersonID
}

// Holding is what a person has in a draw.
type Holding struct {
	HoldingRef
	Robot bool
	Cards int64
	Paid  money.Cents // won, or given back; 0 before the end
	At    int64       // of the first purchase
}

// CardHash is the first 16 bytes of SHA-256(the draw as people write it ‖ the card's canonical bytes): no two cards of a draw are equal.
type CardHash [16]byte

// HashCard names a card of a draw by its content.
func HashCard(ref DrawRef, card []byte) CardHash {
	sum := sha256.Sum256(append([]byte(ref.String()), card...))
	return CardHash(sum[:16])
}

// DrawSale is what a sale changes of a draw.
type DrawSale struct {
	DrawRef
	WasSize int64
	Size    int64
	Players int64
	Robots  int64
	Price   money.Cents
	Log     []byte
}

// HoldingChange is a holding as it is to be; New if there was none.
type HoldingChange struct {
	Holding
	New bool
}

// DrawEvent is something that happened to a draw: a row of its log.
type DrawEvent struct {
	DrawRef
	Seq  int64 // from 1, without a gap
	At   int64
	Kind string
	Body []byte // JSON
}

// RoomLease is the right to move a room on. Every holder has a token of its own.
type RoomLease struct {
	Room  RoomID
	Token int64
}

// DrawHead is where a draw stands, for those who watch many.
type DrawHead struct {
	DrawRef
	Room    RoomID
	State   string
	Seq     int64
	Size    int64
	Players int64
	Robots  int64
	Price   money.Cents
}
