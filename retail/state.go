package retail

// IssueState is where an issue stands. It has none before its opening notice.
type IssueState string

// The states of an issue.
const (
	Open   IssueState = "open"
	Closed IssueState = "closed" // nothing is sold; lots are paid until it lapses
	Lapsed IssueState = "lapsed" // nothing is paid any more, whatever a clock says
)

// PackState is where a pack stands. It has none before it is received.
type PackState string

// The states of a pack.
const (
	Received  PackState = "received"  // by a retailer, as the house says
	Confirmed PackState = "confirmed" // by the retailer
	Active    PackState = "active"    // its tickets are sold, and may be paid
	Settled   PackState = "settled"   // the same, and the retailer was charged
	Returned  PackState = "returned"
	Lost      PackState = "lost"
	Stolen    PackState = "stolen"
)

// Payable reports whether tickets of the pack may be paid.
func (s PackState) Payable() bool { return s == Active || s == Settled }

// ClaimState is what became of a paper ticket. It has none before somebody claims it.
type ClaimState string

// The states of a claim.
const (
	Free      ClaimState = "free"      // it was claimed, and that was given up
	Reserved  ClaimState = "reserved"  // a counter is about to pay it
	Paid      ClaimState = "paid"      //
	Filed     ClaimState = "filed"     // a large lot, in a file
	Opposed   ClaimState = "opposed"   // somebody says that it was stolen
	Refunded  ClaimState = "refunded"  // a misprint: its price was given back
	Exchanged ClaimState = "exchanged" // a misprint: for another ticket
)

// FileState is where the file of a large lot stands.
type FileState string

// The states of a file.
const (
	FileOpen    FileState = "open"
	FilePaid    FileState = "paid"
	FileRefused FileState = "refused"
)
