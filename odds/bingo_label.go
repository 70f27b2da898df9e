package odds

import "errors"

// The labels that say what a figure of a bingo sheet is worth.
const (
	Exact     = "exact"     // a rational number, without rounding
	Proven    = "bound"     // the value lies between two numbers, and that is proven
	Simulated = "simulated" // counted in draws played from a tape, with an interval of confidence
)

// ByShares labels a number of cards that follows from the shares as written, before anything is rounded.
const ByShares = "proven from that many cards on, by the shares alone"

// ErrCards reports a number of cards that no draw has.
var ErrCards = errors.New("odds: no such number of cards")
