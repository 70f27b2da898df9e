package ledger

import (
	"errors"
	"fmt"
)

// The names of refusals.
const (
	BadAccount        = "bad_account"
	BadAmount         = "bad_amount"
	SameAccount       = "same_account"
	MixedMoney        = "mixed_money"
	Overflow          = "overflow"
	InsufficientFunds = "insufficient_funds"
)

// Refusal is an error with a stable name.
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
