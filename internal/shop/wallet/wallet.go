// Package wallet is the port to an operator's own wallet: what is asked of it, how a request is written and signed, and the client that
// asks. docs/wallet.md says the same to those who write the other side.
//
// Its invariant: an answer is "done", a refusal by a name of the list, or unknown; whatever is not clearly one of the first two is
// unknown, and nobody may conclude anything from it. Every call may be made again: one reference is done once.
//
// When a wallet is asked, what is recorded before and what follows from the answer is left to package shop.
package wallet

import (
	"context"
	"errors"
	"fmt"

	"tirage/money"
)

// Call is what a wallet is asked to do. A rollback is the call of the bet that it takes back, again.
type Call struct {
	Reference string      `json:"reference"`         // of ours, unique for ever: the same call again has the same one
	Player    string      `json:"player"`            // pseudonym: 16 lower-case letters and digits
	Amount    money.Cents `json:"amount"`            // more than zero
	Currency  string      `json:"currency"`          // ISO 4217
	Game      string      `json:"game"`              // its code, four digits
	Tickets   int         `json:"tickets,omitempty"` // how many a bet buys
	Subject   string      `json:"subject,omitempty"` // of a win: the ticket's serial
	Session   string      `json:"session,omitempty"` // pseudonym of the player's session, if there is one
}

// Wallet holds the players' money. Each call may be made again with the same reference, also at the same time, and is done once. They
// return the balance that the player has left, a *Refusal, or an error that is ErrUnknown.
type Wallet interface {
	// Name names the wallet's account in the ledger: 1 to 64 letters, digits, '-', '_', '.'.
	Name() string
	// Bet takes money from a player.
	Bet(ctx context.Context, c Call) (money.Cents, error)
	// Win gives a player what a ticket won, whether the session it was bought in lasts or not.
	Win(ctx context.Context, c Call) (money.Cents, error)
	// Rollback gives back what a bet took, if it took anything; of a bet that the wallet has not seen, it sees to it that it is refused
	// when it comes.
	Rollback(ctx context.Context, bet Call) (money.Cents, error)
	// Balance tells what a player has.
	Balance(ctx context.Context, player string) (money.Cents, error)
}

// ErrUnknown reports a call of which nobody knows whether it was done: no answer, a late one, or one that is neither "done" nor a refusal.
var ErrUnknown = errors.New("wallet: it is not known whether the call was done")

// The refusals, all there are.
const (
	InsufficientFunds = "insufficient_funds" // the player has less
	UnknownPlayer     = "unknown_player"     // the wallet has no such player
	PlayerBlocked     = "player_blocked"     // the player may not play, or not now
	LimitReached      = "limit_reached"      // a limit of the player's, or of the wallet's, would be exceeded
	SessionEnded      = "session_ended"      // bets only: the session in which the player plays is over
	ReferenceReused   = "reference_reused"   // the reference was used for another call
	RolledBack        = "rolled_back"        // bets only: the bet was taken back before
	BadAmount         = "bad_amount"         // not more than zero, or more than the wallet counts
	BadCurrency       = "bad_currency"       // not the wallet's
	BadCall           = "bad_call"           // the body is not what the call's should be
	BadSignature      = "bad_signature"      // nobody who has the key wrote this
	BadTimestamp      = "bad_timestamp"      // signed too long ago, or in the future
)

// Refusal is a call that was not done, and never will be by itself.
type Refusal struct {
	Name string
}

// Error says the name.
func (r *Refusal) Error() string { return "the wallet refuses: " + r.Name }

// Is reports whether another error is a refusal of the same name.
func (r *Refusal) Is(other error) bool {
	o, ok := other.(*Refusal)
	return ok && o.Name == r.Name
}

// Refuse makes a refusal.
func Refuse(name string) error { return &Refusal{name} }

// RefusalName returns the name of the Refusal in an error, or "".
func RefusalName(err error) string {
	var r *Refusal
	if errors.As(err, &r) {
		return r.Name
	}
	return ""
}

// decides reports whether a refusal says that the call was not done. The signature's do not: a wallet whose clock or key is wrong for a
// moment may have done the same call before.
func decides(name string) bool {
	switch name {
	case InsufficientFunds, UnknownPlayer, PlayerBlocked, LimitReached, SessionEnded, ReferenceReused, RolledBack, BadAmount, BadCurrency, BadCall:
		return true
	}
	return false
}

func unknown(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrUnknown}, args...)...)
}
