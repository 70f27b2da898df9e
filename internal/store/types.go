package store

import (
	"errors"

	"tirage/ledger"
	"tirage/money"
)

// Errors that callers may ask for with errors.Is.
var (
	ErrLeased   = errors.New("store: another node holds the journal: wait until its lease has run out, or give this node another name")
	ErrFenced   = errors.New("store: the journal was taken over by another node: nothing was written")
	ErrUnknown  = errors.New("store: no such row")
	ErrTaken    = errors.New("store: it exists already")
	ErrLost     = errors.New("store: another node has taken the room over: nothing was written")
	ErrStale    = errors.New("store: it is no longer in the state that the change begins from")
	ErrUnsure   = errors.New("store: it is open whether this was written: ask again under the same keys")
	ErrWritten  = errors.New("store: what was decided does not fit what was found") // a fault of the program, not of the data
	ErrDatabase = errors.New("store: the database's address must be sqlite:PATH or postgres://…")
)

// PersonID is a person's pseudonym: 16 lower-case letters and digits.
type PersonID string

// BlockID is a block's identity as its serials begin: "3002-00-0001".
type BlockID string

// TicketRef names a ticket by its block and its position in it, from 0.
type TicketRef struct {
	Block    BlockID
	Position int64
}

// LotRef names a lot of a block: 0 for losing tickets, else the row of the prize table, from 1.
type LotRef struct {
	Block BlockID
	Lot   int64
}

// ActKey is an idempotency key: unique for its actor.
type ActKey struct{ Actor, Key string }

// Done is an act that was committed under an idempotency key.
type Done struct {
	Request [32]byte // SHA-256 of what was asked
	Answer  []byte   // what was answered
	Journal string
	Seq     int64
}

// The states of a block.
const (
	Registered = "registered"
	OnSale     = "on_sale"
	Closed     = "closed"
	Destroyed  = "destroyed"
)

// Block is a block in the house. Positions are from 0; times are microseconds since 1970, UTC.
type Block struct {
	ID        BlockID
	Game      string // four digits
	Issue     int64
	Number    int64
	Play      bool // for play money
	State     string
	Price     money.Cents
	First     int64 // first position of the online share
	OnlineEnd int64 // position after its last
	Next      int64 // next position to sell: First ≤ Next ≤ OnlineEnd
	Told      int64 // positions from First to before this were told to the keeper
	Folder    string
	Manifest  [32]byte // digest of the signed manifest
	Version   string   // of the game file
	Order     int64    // blocks of a game are sold in this order, then by ID
}

// Sold is how many tickets of the online share were sold.
func (b Block) Sold() int64 { return b.Next - b.First }

// Ticket is a sold online ticket. What follows RevealedAt is zero until it is revealed.
type Ticket struct {
	TicketRef
	Owner       PersonID
	Play        bool
	Price       money.Cents
	SoldAt      int64    // microseconds since 1970, UTC
	Journal     string   // of the act that sold it
	Seq         int64    // of that act
	Digest      [32]byte // of that act
	RevealedAt  int64    // microseconds since 1970, UTC; 0 for a ticket that was not revealed
	Lot         int64
	Composition int64
	Secret      []byte // the ticket's own 16 bytes
	Paid        money.Cents
}

// Revealed reports whether the ticket was revealed.
func (t *Ticket) Revealed() bool { return t.RevealedAt != 0 }

// Ask is what a decision needs to know. Repetitions do no harm.
type Ask struct {
	Keys     []ActKey
	Accounts []ledger.Account // held accounts; see ledger.Account.Held
	Persons  []PersonID
	Blocks   []BlockID
	Tickets  []TicketRef

	// of the counter
	Issues    []IssueID
	Packs     []PackRef
	Claims    []TicketRef
	Retailers []PersonID
	Guesses   []string

	// of the hall
	Draws    []DrawRef
	Holdings []HoldingRef
	Cards    []CardHash
}

// Found is what was asked for, as it is and stays until the decision is written: but for a person, who stays so if an account of
// the person's is asked for by all who change that. What does not exist is not in the maps, but every account asked for is.
type Found struct {
	Done     map[ActKey]Done
	Balances map[ledger.Account]money.Cents
	Persons  map[PersonID]Standing
	Blocks   map[BlockID]Block
	Tickets  map[TicketRef]Ticket
	Head     ledger.Head // of the journal

	// of the counter
	Issues    map[IssueID]Issue
	Packs     map[PackRef]Pack
	Claims    map[TicketRef]Claim
	Retailers map[PersonID]Retailer
	Guesses   map[string]Guess

	// of the hall; a card is there if an equal one is in the draw
	Draws    map[DrawRef]Draw
	Holdings map[HoldingRef]Holding
	Cards    map[CardHash]bool
}

// Posted is an act to write. Its sequence number is its place after Found.Head.
type Posted struct {
	Act    ledger.Act
	Answer []byte   // kept for who asks again under the same key
	Digest [32]byte // of the chain after this act
}

// Written is a decision. The zero Written writes nothing.
type Written struct {
	Acts     []Posted
	Balances map[ledger.Account]money.Cents // after all acts, of the held accounts that their transfers name, and no others
	Sold     []Ticket                       // Journal is filled in by Commit
	Revealed []Ticket                       // of those found, with what a reveal adds
	Next     map[BlockID]int64              // of those found, the next position to sell
	Paid     map[LotRef]int64               // how many more tickets of a lot were paid
	Head     ledger.Head                    // after all acts

	// of the counter: at most one change of a ticket, a pack, a subject
	Claims    []ClaimChange
	Packs     []PackChange
	Guesses   []GuessChange
	Sightings []Sighting

	// of the hall: at most one change of a draw, and of what a person has in it
	Cards    []DrawCard // in the order of their indexes; Journal is filled in by Commit
	Draws    []DrawSale
	Holdings []HoldingChange
}

// Recorded is an act as it stands in a journal.
type Recorded struct {
	Journal string
	Seq     int64
	Act     ledger.Act
	Answer  []byte
	Digest  [32]byte
}

// JournalState is a journal as it stands: its chain's head, its lease, and up to where it is folded.
type JournalState struct {
	Name    string
	Head    ledger.Head
	Folded  int64 // house accounts are folded up to this act
	Token   int64 // of the lease: one more for each holder
	Expires int64 // of the lease: microseconds since 1970, UTC
}

// Person is an account holder. Login is the only thing here that names somebody.
type Person struct {
	ID        PersonID
	Login     string
	Password  string // argon2id, in its own text form
	Role      string
	TagSecret []byte // owner tags are derived from it
	Created   int64  // microseconds since 1970, UTC
	Locked    int64  // when the account was locked; 0 if it is not
	Erased    int64  // when the personal data was erased; 0 if it was not
}

// Standing is what decides whether a person may still do something.
type Standing struct {
	Role   string
	Locked int64 // as of a Person
	Erased int64
}

// Session is somebody logged in.
type Session struct {
	Token   [32]byte // SHA-256 of the session's token
	Person  PersonID
	Created int64 // microseconds since 1970, UTC
	Expires int64
	Seen    int64
}

// Pending is the state of a proposal that nobody has decided.
const Pending = "pending"

// Proposal is an act that waits for a second person. Times are microseconds since 1970, UTC.
type Proposal struct {
	ID       string
	Kind     string
	Body     []byte
	Reason   string
	Proposer PersonID
	Created  int64
	Expires  int64
	State    string // Pending, or what was decided
	Decider  PersonID
	Decided  int64
	Note     string
}

// LotCount is what became of a lot of a block.
type LotCount struct {
	Lot      int64
	Revealed int64 // online tickets that were opened
	Paid     int64 // tickets that were paid
}

// Cursor is a place in a player's history or statement, behind the last row that was read; the zero Cursor is before the
// newest.
type Cursor struct {
	At  int64  // sold_at, or at of the act: microseconds since 1970, UTC
	In  string // block, or journal
	Pos int64  // position, or sequence number
	N   int64  // of a statement: the transfer's number
}

// Line is a line of a statement: money that came to an account, or left it, by an act.
type Line struct {
	Journal string
	Seq     int64
	N       int64 // of the act's transfers, from 0
	At      int64 // microseconds since 1970, UTC
	Kind    string
	Actor   string
	Subject string
	Note    string
	Other   ledger.Account // where it came from or went
	Amount  money.Cents    // more than zero: it came; less: it left
}
