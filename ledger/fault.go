package ledger

import "fmt"

// The names of what a Verifier finds, besides the names of refusals: an act in a journal that has transfers which no books
// could post is found under the name of the refusal.
const (
	BrokenChain    = "broken_chain"    // acts are missing before this one, or it was read before, or it is out of order
	WrongDigest    = "wrong_digest"    // the act, after the digest before it, does not have its digest
	CopiedJournal  = "copied_journal"  // two journals begin with the same digest
	HeadDiffers    = "head_differs"    // the journal does not pass, or end, where a noted head says
	Truncated      = "truncated"       // the journal ends before a noted head
	TimeBack       = "time_back"       // the act is of an earlier time than the one before it
	BalanceDiffers = "balance_differs" // a stored balance is not what the entries add up to
	BelowFloor     = "below_floor"     // the entries leave an account below its floor
	Unbalanced     = "unbalanced"      // the balances together are not zero
)

// Fault is something in the journals or the stored balances that does not add up, with its place.
type Fault struct {
	Name    string  // one of the constants
	Journal string  // where it is, "" if it is a matter of all journals
	Seq     int64   // the act, 0 if it is none
	Account Account // whose, "" if it is a matter of no one account
	Text    string  // what is wrong, with the figures, for auditors
}

// Error says the name, the place and the text.
func (f *Fault) Error() string {
	switch {
	case f.Seq != 0:
		return fmt.Sprintf("%s: act %d of journal %q: %s", f.Name, f.Seq, f.Journal, f.Text)
	case f.Journal != "":
		return fmt.Sprintf("%s: journal %q: %s", f.Name, f.Journal, f.Text)
	}
	return f.Name + ": " + f.Text
}
