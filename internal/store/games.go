package store

import (
	"context"

	"tirage/internal/store/rows"
)

// Game is a game that the house plays.
type Game struct {
	Code    string // four digits
	Version string // digest of the game file, in hexadecimal digits
}

// Games returns the games that the house plays, by code.
func (r reads) Games(ctx context.Context) (map[string]Game, error) {
	list, err := r.q.Games(ctx)
	games := make(map[string]Game, len(list))
	for _, g := range list {
		games[g.Code] = Game(g)
	}
	return games, r.named("games", err)
}

// SoldFrom returns sold tickets of a block in order, from a position on.
func (r reads) SoldFrom(ctx context.Context, id BlockID, from int64, limit int) ([]Ticket, error) {
	list, err := r.q.SoldFrom(ctx, rows.SoldFromParams{Block: string(id), Position: from, Most: page(limit)})
	return each(list, ticketOf), r.named("sold tickets", err)
}

// PutGame makes a game, or changes its version.
func (t *Tx) PutGame(ctx context.Context, g Game) error {
	return t.named("game", t.q.PutGame(ctx, rows.PutGameParams(g)))
}

// Ack returns the keeper's last acknowledgement of a block, as it was signed, or ErrUnknown.
func (r reads) Ack(ctx context.Context, id BlockID) (note []byte, err error) {
	row, err := r.q.Ack(ctx, string(id))
	return row.Note, r.named("acknowledgement", err)
}

// PutAck keeps the keeper's acknowledgement of so many sales of a block, unless one of more is kept.
func (t *Tx) PutAck(ctx context.Context, id BlockID, told int64, note []byte) error {
	return t.named("acknowledgement", t.q.PutAck(ctx, rows.PutAckParams{Block: string(id), Told: told, Note: note}))
}

// DestroyedBlock is why and when a block was destroyed.
type DestroyedBlock struct {
	Block  BlockID
	Reason string
	At     int64 // microseconds since 1970, UTC
}

// Destroyed returns the blocks that were destroyed.
func (r reads) Destroyed(ctx context.Context) (map[BlockID]DestroyedBlock, error) {
	list, err := r.q.Destroyed(ctx)
	blocks := make(map[BlockID]DestroyedBlock, len(list))
	for _, d := range list {
		blocks[BlockID(d.Block)] = DestroyedBlock{Block: BlockID(d.Block), Reason: d.Reason, At: d.At}
	}
	return blocks, r.named("destroyed blocks", err)
}

// AddDestroyed keeps why a block was destroyed. It returns ErrTaken for one that was before.
func (t *Tx) AddDestroyed(ctx context.Context, d DestroyedBlock) error {
	return t.named("destroyed block", t.q.AddDestroyed(ctx, rows.AddDestroyedParams{Block: string(d.Block), Reason: d.Reason, At: d.At}))
}
