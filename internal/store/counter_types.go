package store

import (
	"tirage/money"
	"tirage/retail"
)

// IssueID is an issue: the blocks of a game code that were issued together, as their serials begin: "3002-00".
type IssueID string

// Issue is the issue of a block.
func (b BlockID) Issue() IssueID { return IssueID(b[:min(7, len(b))]) }

// Issue is an issue in the field. Times are microseconds since 1970, UTC.
type Issue struct {
	ID            IssueID
	State         retail.IssueState
	Opened        int64
	OpeningNotice string
	Closed        int64
	ClosingNotice string
	ClosingDay    string // the day that the closing notice gives: "2026-11-30"; "" while it is open
	Lapses        int64  // the first moment at which no lot is paid; 0 while it is open
}

// PackRef names a pack of a block by its number, from 0.
type PackRef struct {
	Block BlockID
	Pack  int64
}

// Pack is a pack that has left the press. Times are microseconds since 1970, UTC.
type Pack struct {
	PackRef
	State      retail.PackState
	Retailer   PersonID
	At         int64       // of its last change
	Activated  int64       // 0 if it never was
	Settled    int64       // 0 if it never was; what follows was moved then, and stays so whatever becomes of the pack
	Price      money.Cents // what its retailer was charged
	Commission money.Cents // what its retailer earned
}

// Retailer is somebody who sells and pays paper tickets. Its account in the ledger is retailer/PERSON.
type Retailer struct {
	Person     PersonID
	Commission int64       // on packs settled, in parts per million of their price
	Limit      money.Cents // how much may be owed at most
	Since      int64       // microseconds since 1970, UTC
}

// Claim is what became of a paper ticket. Times are microseconds since 1970, UTC.
type Claim struct {
	TicketRef
	State       retail.ClaimState
	Amount      money.Cents // what is, or was, paid or refunded
	Lot         int64       // as its envelope says; 0 for a losing ticket, and for one that was refunded
	Composition int64
	By          PersonID // who handles it: a retailer, or a member of staff
	Reference   string   // of the reservation, or of the file
	Expires     int64    // of a reservation
	At          int64
	Seq         int64  // of the last act about it
	Journal     string // of that act: filled in by Commit
	Link        string // the serial that was given in exchange, or for which this one was given
}

// Guess is how many wrong numbers were given for a ticket, or by somebody.
type Guess struct {
	Subject  string // "ticket/3002-…", "counter-ticket/3002-…", "person/…", "origin/…", "misprints/…"
	Failures int64  // since Since
	Since    int64  // microseconds since 1970, UTC
	Until    int64  // nothing is answered before; 0 for nothing barred
}

// Sighting is that somebody asked about a ticket with its right numbers, and was answered something that matters.
type Sighting struct {
	TicketRef
	At     int64 // microseconds since 1970, UTC
	N      int64 // of several at the same time, from 0: filled in by Commit
	By     PersonID
	Answer string
}

// ClaimChange is a claim as it is to be, and the state it was found in; "" if there was none.
type ClaimChange struct {
	Claim
	Was retail.ClaimState
}

// PackChange is a pack as it is to be, and the state it was found in; "" if there was none.
type PackChange struct {
	Pack
	Was retail.PackState
}

// GuessChange is a guess as it is to be; New if there was none.
type GuessChange struct {
	Guess
	New bool
}

// ClaimFile is the file of a large lot. Who claims it and where the money goes are personal data: they can be erased.
type ClaimFile struct {
	ID string
	TicketRef
	Amount   money.Cents
	State    retail.FileState
	Opened   int64 // microseconds since 1970, UTC
	By       PersonID
	Identity string // "" once it was erased
	Transfer string // to which account it is paid; "" once it was erased
	Decided  int64
	Decider  PersonID
	Note     string
}

// Seeds are the seeds of a block, published after the claims of its issue have lapsed.
type Seeds struct {
	Block BlockID
	A, B  []byte
	At    int64 // microseconds since 1970, UTC
}

// Suspect is a sighting of a ticket that was paid, and its claim: somebody saw it long before paying it, or somebody else asked about it after
// it was paid.
type Suspect struct {
	Sighting
	Claim Claim
}

// PackFilter selects packs: of a block, of a retailer, in a state, each or all if they are "".
type PackFilter struct {
	Block    BlockID
	Retailer PersonID
	State    retail.PackState
}

// PaperSale is what packs settled in an hour brought.
type PaperSale struct {
	Block      BlockID
	Retailer   PersonID
	Hour       int64 // that begins then, a full one of UTC: microseconds since 1970
	Packs      int64
	Price      money.Cents // that the retailer was charged
	Commission money.Cents // that the retailer earned
}

// PackCount is how many packs of a retailer are in a state now.
type PackCount struct {
	Block    BlockID
	Retailer PersonID
	State    retail.PackState
	Packs    int64
}

// PaperPayment is how many tickets were paid, refunded or exchanged in an hour, and for how much.
type PaperPayment struct {
	Block   BlockID
	Lot     int64
	State   retail.ClaimState // paid, refunded or exchanged
	By      PersonID
	Hour    int64 // as of a PaperSale
	Tickets int64
	Amount  money.Cents
}

// OnlineSale is how many online tickets of a block were sold in an hour, and for how much.
type OnlineSale struct {
	Hour    int64 // as of a PaperSale
	Tickets int64
	Price   money.Cents
}

// OnlinePayment is how many online tickets of a lot were revealed in an hour, and what they were paid.
type OnlinePayment struct {
	Lot     int64
	Hour    int64 // as of a PaperSale
	Tickets int64
	Amount  money.Cents
}
