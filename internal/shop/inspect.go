package shop

import (
	"context"
	"fmt"
	"time"

	"tirage/internal/keeper"
	"tirage/internal/store"
)

// Names of what is wrong with a block itself, so that nothing of it is sold, besides the names of doubts in package keeper.
const (
	TicketSealed = "ticket_sealed" // a sold ticket does not open with both halves
	BlockFiles   = "block_files"   // its files are not those of its manifest, or cannot be opened
)

// inspect reads the files of every block whole, one after the other, once after this node has opened it: what was changed in place while no
// house looked is found before many tickets of it are sold.
func (s *Shop) inspect(ctx context.Context) {
	read := map[store.BlockID]*shelf{}
	tick := time.NewTicker(tellEvery)
	defer tick.Stop()
	for {
		for _, row := range s.catalog.rows() {
			opened := s.catalog.shelf(row.ID)
			if opened == nil || read[row.ID] == opened || row.State != store.OnSale {
				continue
			}
			err := opened.stock.Check(ctx)
			if ctx.Err() != nil {
				return
			}
			read[row.ID] = opened
			if err != nil {
				s.told.stop(row.ID, BlockFiles)
				s.log.Error("a block's files are not those of its manifest: no ticket of it is sold here any more", "block", row.ID, "error", err)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// Paused names, for each block that is on sale, why this node sells no ticket of it: keeper_silent, a name of package keeper for a
// contradiction, BlockFiles or TicketSealed. A block that is sold is not in it.
func (s *Shop) Paused() map[store.BlockID]string {
	paused := map[store.BlockID]string{}
	for _, row := range s.catalog.rows() {
		if why := s.pausedRow(&row); why != "" {
			paused[row.ID] = why
		}
	}
	return paused
}

func (s *Shop) pausedRow(row *store.Block) string {
	switch {
	case row.State != store.OnSale:
		return ""
	case s.catalog.shelf(row.ID) == nil:
		return BlockFiles
	}
	return s.pausedBy(s.told.get(row.ID))
}

// holds asks the keeper which block it holds under a name. It refuses with *keeper.Doubt one that is not the house's: no half of that opens
// a ticket of this.
func (s *Shop) holds(ctx context.Context, row *store.Block) error {
	ctx, cancel := context.WithTimeout(ctx, keeperCall)
	defer cancel()
	held, err := s.Keeper.Held(ctx, string(row.ID))
	if err == nil && (held.Manifest != row.Manifest || held.Online < row.OnlineEnd) {
		return &keeper.Doubt{Name: keeper.Other, Block: string(row.ID), Text: fmt.Sprintf("it holds the block of manifest %x, positions 0 to %d; the house has manifest %x, positions to %d",
			held.Manifest, held.Online-1, row.Manifest, row.OnlineEnd-1)}
	}
	return err
}
