package keeper

import (
	"errors"
	"fmt"
)

// Name is the stable name of a refusal. It is an error, so that errors.Is(err, NotTold) asks for one.
type Name string

// The refusals of a keeper.
const (
	BadRequest    Name = "bad_request"           // the call is not one of the protocol
	Unauthorised  Name = "unauthorised"          // the token is not the keeper's
	UnknownBlock  Name = "unknown_block"         // the keeper was not given this block
	OutOfRange    Name = "position_out_of_range" // not of the block's online share
	OutOfOrder    Name = "out_of_order"          // sales before these were not told
	ToldOtherwise Name = "told_otherwise"        // another sale was told at this position
	NotTold       Name = "not_told"              // the position was not told, so its half is not given
	NotPermitted  Name = "not_permitted"         // the position is of the paper share, and nobody permitted it
	NoHouse       Name = "no_house_key"          // the keeper was not given the key by which it knows the house's locks
	NotSigned     Name = "unsigned"              // this is no lock that the house signed
	NotCommitted  Name = "not_committed"         // the keeper never committed to this draw
	OtherLock     Name = "other_lock"            // the draw was opened for another lock
)

// names lists them all, for whoever reads one from a wire.
var names = []Name{BadRequest, Unauthorised, UnknownBlock, OutOfRange, OutOfOrder, ToldOtherwise, NotTold, NotPermitted, NoHouse, NotSigned, NotCommitted, OtherLock}

// Error gives the name.
func (n Name) Error() string { return string(n) }

// Refusal is what a keeper does not do. It unwraps to its Name.
type Refusal struct {
	Name     Name
	Block    string
	Told     int64  // number of sales told, with OutOfOrder, ToldOtherwise and NotTold
	Position int64  // the position refused, with OutOfRange, OutOfOrder, ToldOtherwise, NotTold and NotPermitted
	Detail   string // what to do, in English
}

// Error says what was refused and what to do.
func (r *Refusal) Error() string {
	text := "keeper: " + string(r.Name)
	if r.Block != "" {
		text += ": block " + r.Block
	}
	switch r.Name {
	case OutOfOrder, ToldOtherwise, NotTold:
		text += fmt.Sprintf(": position %d of %d told", r.Position, r.Told)
	case OutOfRange, NotPermitted:
		text += fmt.Sprintf(": position %d", r.Position)
	default: // no position is at fault
	}
	if r.Detail != "" {
		text += ": " + r.Detail
	}
	return text
}

// Unwrap gives the name.
func (r *Refusal) Unwrap() error { return r.Name }

// ErrSilent reports a keeper that gave no answer: unreachable, too slow, out of order itself. The call may or may not have been carried
// out; making the same call again is always right.
var ErrSilent = errors.New("keeper: no answer: ask again later")

// Doubted is the stable name of a contradiction between a keeper's answer and what it signed before or what the house's records say.
type Doubted string

// The contradictions.
const (
	Behind   Doubted = "keeper_behind"   // it was told less than it acknowledged: restored from an old copy. Tell it again from the house's records
	Differs  Doubted = "keeper_differs"  // it signed another chain: a person must look, nothing more is sold from the block
	Ahead    Doubted = "keeper_ahead"    // it was told sales that the house does not know: the house's database was restored from an old copy
	Other    Doubted = "keeper_other"    // it holds another block under this name: none of its halves opens a ticket of the house's
	Unsigned Doubted = "keeper_unsigned" // its acknowledgement does not bear the expected signature, or is not about what was asked
)

// Error gives the name.
func (d Doubted) Error() string { return string(d) }

// Doubt is a contradiction. It unwraps to its Doubted name.
type Doubt struct {
	Name  Doubted
	Block string
	Told  int64 // what the keeper says it was told
	Known int64 // what it had acknowledged, or what the house has sold, as the caller knows it
	Text  string
}

// Error says what contradicts what.
func (d *Doubt) Error() string {
	text := fmt.Sprintf("keeper: %s: block %s: the keeper says %d told, known are %d", string(d.Name), d.Block, d.Told, d.Known)
	if d.Text != "" {
		text += ": " + d.Text
	}
	return text
}

// Unwrap gives the name.
func (d *Doubt) Unwrap() error { return d.Name }
