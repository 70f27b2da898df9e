package ledger

import (
	"errors"
	"fmt"
)

// The names of refusals. They stay as they are: callers and interfaces rely on them.
const (
	BadAct            = "bad_act"            // a text is missing, too long, or cannot be kept
	BadAccount        = "bad_account"        // an account is not Valid
	BadAmount         = "bad_amount"         // an amount is not more than zero
	SameAccount       = "same_account"       // debit and credit are one account
	MixedMoney        = "mixed_money"        // one act moves play money and money
	InsufficientFunds = "insufficient_funds" // a balance would go below its floor
	Overflow          = "overflow"           // a balance would leave the range of money.Cents
)

// Refusal is an error with a stable name: what was asked cannot be done, and nothing was.
type Refusal struct {
	Name string
	Text string // what is wrong, with the figures, for engineers
}

// Error says the name and the text.
func (r *Refusal) Error() string { return r.Name + ": " + r.Text }

// RefusalName returns the name of the Refusal in an error, or "".
func RefusalName(err error) string {
	var r *Refusal
	if errors.As(err, &r) {
		return r.Name
	}
	return ""
}

func refuse(name, format string, args ...any) error {
	return &Refusal{Name: name, Text: fmt.Sprintf(format, args...)}
}
