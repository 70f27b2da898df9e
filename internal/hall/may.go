package hall

import (
	"context"
	"strings"

	"tirage/bingo"
	"tirage/internal/shop"
	"tirage/internal/store"
)

// drawsFor finds the draws of an order: the next ones on sale, or a new one in a single-player room.
func (h *Hall) drawsFor(ctx context.Context, p *purchase, o CardOrder) ([]store.DrawRef, error) {
	if p.refused != nil {
		return nil, p.refused
	}
	if p.room.State != "open" {
		return nil, errRoomClosed
	}
	if p.formula.Mode == bingo.Single {
		if err := p.affords(ctx, o); err != nil {
			return nil, err
		}
		d, err := h.announceSingle(ctx, p.room.ID)
		return []store.DrawRef{d}, err
	}
	if o.Draw != "" {
		if err := h.onSale(ctx, p, o.Draw); err != nil {
			return nil, err
		}
	}
	live, err := h.store.LiveDrawsOf(ctx, p.room.ID)
	if err != nil {
		return nil, err
	}
	now := h.shop.Time()
	var refs []store.DrawRef
	for i := range live {
		d := &live[i]
		if d.State == "on_sale" && now < d.Closes && d.String() >= o.Draw && len(refs) < o.Draws {
			refs = append(refs, d.DrawRef)
		}
	}
	if len(refs) < o.Draws || o.Draw != "" && refs[0].String() != o.Draw {
		return nil, errNoDraw
	}
	return refs, nil
}

// affords refuses what would be refused once a single-player draw is announced, as far as that is seen beforehand: nobody makes draws
// that nobody plays.
func (p *purchase) affords(ctx context.Context, o CardOrder) error {
	cost, err := p.price.Mul(int64(len(p.cards)))
	switch {
	case err != nil:
		return err
	case o.Draw != "":
		return errOwnDraw
	case len(p.cards) > p.limit:
		return p.tooMany(0, "")
	}
	held, err := p.hall.store.Balance(ctx, playerAccount(p.by.Person, p.room.Play))
	if err == nil && held < cost {
		return shop.ErrFunds
	}
	return err
}

// onSale says of a draw that was named why it is not on sale.
func (h *Hall) onSale(ctx context.Context, p *purchase, id string) error {
	d, err := h.drawRow(ctx, id)
	switch {
	case err != nil:
		return err
	case d.Room != p.room.ID:
		return ErrUnknownDraw
	case d.State == "scheduled":
		return errNoDraw
	case d.State != "on_sale":
		return errLocked
	case h.shop.Time() >= d.Closes:
		return errSaleClosed
	}
	return nil
}

// wrongStake refuses a price by saying which there are.
func (p *purchase) wrongStake() error {
	var stakes []string
	for _, s := range p.formula.Stakes {
		stakes = append(stakes, p.hall.amountOf(s))
	}
	list := strings.Join(stakes, " · ")
	return shop.Sayf("wrong_stake", "a card costs one of these: %s", "une carte coûte l’un de ces montants : %s", list)
}

// tooMany refuses more cards than a player may have in a draw.
func (p *purchase) tooMany(held int64, draw string) error {
	if held == 0 {
		return shop.Sayf("too_many_cards", "a player has at most %d cards in a draw: nothing was charged", "un joueur a au plus %d cartes dans un tirage : rien n’a été débité", p.limit)
	}
	return shop.Sayf("too_many_cards", "a player has at most %d cards in a draw, and you have %d in %s: nothing was charged",
		"un joueur a au plus %d cartes dans un tirage, et vous en avez %d dans %s : rien n’a été débité", p.limit, held, draw)
}

// may refuses what stands against the cards in a draw.
func (p *purchase) may(b *shop.Batch, ref store.DrawRef) (store.Draw, error) {
	d, ok := b.Draw(ref)
	held, _ := b.Holding(store.HoldingRef{DrawRef: ref, Person: p.by.Person})
	n := int64(len(p.cards))
	switch {
	case !ok:
		return d, ErrUnknownDraw
	case d.State != "on_sale":
		return d, errLocked
	case b.At() >= d.Closes:
		return d, errSaleClosed
	case held.Cards+n > int64(p.limit):
		return d, p.tooMany(held.Cards, ref.String())
	case d.Size+n > bingo.MaxCardsOfDraw:
		return d, errFull
	case d.Size > 0 && d.Price != p.price:
		return d, errDiffers
	case p.formula.Mode == bingo.Single && d.Size > 0 && held.Cards == 0:
		return d, errOther
	}
	for _, text := range p.texts {
		if b.CardThere(store.HashCard(ref, text)) {
			return d, errCardEqual
		}
	}
	return d, nil
}
