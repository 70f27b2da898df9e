package keeper

import (
	"context"
	"fmt"

	"tirage/seal"
)

// Sale is what the keeper is told of one sold ticket, besides its position. It says nothing about who bought it.
type Sale struct {
	Owner  [16]byte // owner tag: bound to the buyer by a secret that the buyer and the house hold
	Digest [32]byte // of the house's act of sale
}

// SaleSize is the number of bytes of a sale as it is sent, kept and hashed: owner tag, then digest.
const SaleSize = 16 + 32

// Bounds of one call.
const (
	MaxSales     = 1_000 // sales in one Tell
	MaxPositions = 1_000 // positions in one Halves
)

// Ack is what the keeper signs: that it was told the sales of positions 0 … Told-1, with this chain over them.
type Ack struct {
	Block string   // as BlockID writes it
	Told  int64    // number of sales told
	Chain [32]byte // see Chain
	Note  []byte   // signed note over the three; OpenAck reads it
}

// Held is what the keeper signs of a block that it was given: which block this is, so that nobody sells another one under its name.
type Held struct {
	Block    string   // as BlockID writes it
	Online   int64    // positions 0 … Online-1 are kept
	Manifest [32]byte // SHA-256 of the text of the block's manifest, without its signature
	Note     []byte   // signed note over the three; OpenHeld reads it
}

// Keeper is a second party, in this process or elsewhere. Its refusals are *Refusal; a keeper that gave no answer is ErrSilent, and the
// same call may then be made again; an answer that contradicts what the keeper signed before, or what the caller's records say, is *Doubt.
type Keeper interface {
	// Tell tells the sales of the positions from, from+1, … of a block, up to MaxSales of them. What was told already is compared, the
	// rest is added; the answer is the acknowledgement of exactly the positions up to from+len(sales), however often it is asked. It
	// refuses with UnknownBlock, BadRequest (no sales or too many), OutOfRange (beyond the online share), OutOfOrder (from is greater
	// than the number told, which the refusal says) or ToldOtherwise (another sale was told there, whose position it says).
	Tell(ctx context.Context, block string, from int64, sales []Sale) (Ack, error)
	// Halves answers the keeper's half of the key of each position, up to MaxPositions of them, after noting it. It answers all of them
	// or none: it refuses with UnknownBlock, BadRequest (no positions or too many), OutOfRange, NotTold or, of the paper share,
	// NotPermitted (of a position, which it says).
	Halves(ctx context.Context, block string, positions []int64) ([]seal.Half, error)
	// Status acknowledges all that was told of a block. It refuses with UnknownBlock.
	Status(ctx context.Context, block string) (Ack, error)
	// Held says which block the keeper was given under a name. It refuses with UnknownBlock.
	Held(ctx context.Context, block string) (Held, error)
}

// BlockID names a block as its serials begin: game, issue and block number, "3002-00-0001".
func BlockID(b seal.Block) string { return fmt.Sprintf("%04d-%02d-%04d", b.Game, b.Issue, b.Number) }

// validID tells whether text could come from BlockID, and so may be the name of a folder.
func validID(text string) bool {
	if len(text) != len("3002-00-0001") {
		return false
	}
	for i, c := range []byte(text) {
		if dash := i == 4 || i == 7; dash != (c == '-') || !dash && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}
