package shop

import (
	"context"

	"tirage/bingo"
	"tirage/internal/store"
)

// cardRows compares the cards of a draw with the acts that sold them, and with the root that receipts and lock are signed over.
func (h *held) cardRows(ctx context.Context, v *store.View, d *store.Draw, said *drawActs) error {
	sum, n := uint64(0), int64(0)
	id := bingo.ID{Code: uint16(d.Code), Number: uint32(d.Number)}
	log := bingo.NewLog(id)
	for {
		rows, err := v.DrawCards(ctx, d.DrawRef, n, pageOfRows)
		if err != nil {
			return err
		}
		for i := range rows {
			c := &rows[i]
			sum += mark(h, cardSold{d.DrawRef, c.Index, string(c.Owner), c.Journal, c.Seq})
			var card bingo.Card
			if err := card.UnmarshalBinary(c.Card); err != nil || c.Index != n {
				h.find(DrawDiffers, "draw %s: row %d is no card, or card %d", d.DrawRef, n, c.Index)
				return nil
			}
			if _, err := log.Add(d.Price, bingo.Digest(c.Tag), card); err != nil {
				return err
			}
			n++
		}
		if len(rows) < pageOfRows {
			break
		}
	}
	kept, err := bingo.ParseLog(id, d.Log)
	switch {
	case n != d.Size || sum != said.cards:
		h.find(DrawDiffers, "draw %s: its %d cards are not those that acts sold to their owners", d.DrawRef, n)
	case err != nil || kept.Root() != log.Root():
		h.find(DrawDiffers, "draw %s: the root of its cards is not the one that receipts were signed over", d.DrawRef)
	}
	return nil
}

// holdingRows compares what persons have in a draw.
func (h *held) holdingRows(ctx context.Context, v *store.View, d *store.Draw, said *drawActs) error {
	cards, paid := uint64(0), uint64(0)
	var players, robots int64
	for after := store.PersonID(""); ; {
		rows, err := v.HoldingsIn(ctx, d.DrawRef, after, pageOfRows)
		if err != nil {
			return err
		}
		for i := range rows {
			r := &rows[i]
			after = r.Person
			weight := mark(h, personIn{d.DrawRef, string(r.Person)})
			cards += weight * uint64(r.Cards)
			paid += weight * uint64(r.Paid)
			players++
			if r.Robot {
				robots++
			}
		}
		if len(rows) < pageOfRows {
			break
		}
	}
	switch {
	case cards != said.held:
		h.find(DrawDiffers, "draw %s: what persons have in it is not what they bought", d.DrawRef)
	case paid != said.paid:
		h.find(DrawDiffers, "draw %s: what persons were paid by its rows is not what the act paid", d.DrawRef)
	case players != d.Players || robots != d.Robots:
		h.find(DrawDiffers, "draw %s: %d players with %d robots by its row, %d with %d by those who have cards", d.DrawRef, d.Players, d.Robots, players, robots)
	}
	return nil
}

// eventRows looks at the log of a draw: no gap, and as many balls as its row says.
func (h *held) eventRows(ctx context.Context, v *store.View, d *store.Draw) error {
	seq, balls := int64(0), int64(0)
	for {
		rows, err := v.DrawEvents(ctx, d.DrawRef, seq, pageOfRows)
		if err != nil {
			return err
		}
		for i := range rows {
			if rows[i].Seq != seq+1 {
				h.find(DrawDiffers, "draw %s: event %d comes after event %d", d.DrawRef, rows[i].Seq, seq)
				return nil
			}
			seq++
			if rows[i].Kind == "ball" {
				balls++
			}
		}
		if len(rows) < pageOfRows {
			break
		}
	}
	if seq != d.Seq || balls != d.Called {
		h.find(DrawDiffers, "draw %s: %d events with %d balls in its log, its row says %d and %d", d.DrawRef, seq, balls, d.Seq, d.Called)
	}
	return nil
}
