package counter

import (
	"context"
	"fmt"

	"tirage/internal/shop"
	"tirage/internal/store"
	"tirage/ledger"
)

// RestorePack is the kind of the act that brings lost or stolen packs back, by two persons: a slip of the hand, or a thief, must not keep the
// buyers of their tickets from being paid.
const RestorePack = shop.RestorePack

// restoring makes packs again what they were before they were reported: settled or active.
type restoring struct {
	shop.Nothing `json:"-"`
	Packs

	counter *Counter
}

// Prepare refuses with unknown_block, bad_packs or unknown_retailer.
func (e *restoring) Prepare(context.Context, *shop.Shop) (string, error) {
	stock, _, err := e.counter.shop.Stock(e.Block)
	if err != nil {
		return "", err
	}
	if err := paperPacks(stock.Manifest, e.Packs); err != nil {
		return "", err
	}
	if e.Retailer == "" {
		return "", ErrUnknownRetailer
	}
	return fmt.Sprintf("%s:%d-%d retailer %s", e.Block, e.First, e.Last, e.Retailer), nil
}

// Ask is Effect's.
func (e *restoring) Ask(ask *store.Ask) {
	for n := e.First; n <= e.Last; n++ {
		ask.Packs = append(ask.Packs, store.PackRef{Block: e.Block, Pack: n})
	}
	ask.Retailers = append(ask.Retailers, e.Retailer)
}

// Decide refuses with unknown_retailer, pack_elsewhere or bad_move, and then changes nothing.
func (e *restoring) Decide(b *shop.Batch, _ *ledger.Act) error {
	if _, ok := b.Found().Retailers[e.Retailer]; !ok {
		return ErrUnknownRetailer
	}
	restored := make([]store.Pack, 0, e.Last-e.First+1)
	for n := e.First; n <= e.Last; n++ {
		p, ok := b.Pack(store.PackRef{Block: e.Block, Pack: n})
		if ok && p.Retailer != e.Retailer {
			return errPackElsewhere
		}
		state, err := p.State.Restore(p.Activated != 0, p.Settled != 0)
		if err != nil {
			return badMove(n, err)
		}
		p.State, p.At = state, b.At()
		restored = append(restored, p)
	}
	for _, p := range restored {
		b.SetPack(p)
	}
	return nil
}
