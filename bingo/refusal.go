package bingo

import "fmt"

// Refusal is an error with a stable name.
type Refusal struct {
	Name    string // "card_repeats", "lucky_column"
	Message string // what is wrong, with the figures, and what to do
}

// Error says the name and the message.
func (r *Refusal) Error() string { return r.Name + ": " + r.Message }

func refuse(name, format string, args ...any) *Refusal {
	return &Refusal{Name: name, Message: fmt.Sprintf(format, args...)}
}
