package hall

import (
	"cmp"
	"context"
	"crypto/hkdf"
	"crypto/sha256"
	"errors"
	"slices"

	"tirage/bingo"
	"tirage/internal/shop"
	"tirage/internal/store"
	"tirage/money"
)

// ownerSecret is a player's secret, from which the tags of all their cards follow: HKDF-SHA-256(the person's secret, "tirage owner secret 1").
func (h *Hall) ownerSecret(ctx context.Context, id store.PersonID) (bingo.OwnerSecret, error) {
	p, err := h.store.Person(ctx, id)
	if err != nil {
		return bingo.OwnerSecret{}, err
	}
	raw, err := hkdf.Key(sha256.New, p.TagSecret, []byte("tirage owner secret 1"), "", 32)
	if err != nil {
		return bingo.OwnerSecret{}, err
	}
	return bingo.NewOwnerSecret([32]byte(raw)), nil
}

// OwnerSecret is the asking player's secret, with which they show that cards in public records are theirs: 64 hexadecimal digits. It
// refuses with ErrRole.
func (h *Hall) OwnerSecret(ctx context.Context, by shop.By) (string, error) {
	if err := by.May(shop.Player); err != nil {
		return "", err
	}
	s, err := h.ownerSecret(ctx, by.Person)
	return s.Hex(), err
}

// handCard is a card with its receipt, which the house signs as often as it is asked: it is always the same.
func (h *Hall) handCard(d *store.Draw, row *store.DrawCard) (c HandCard, err error) {
	c.Index = row.Index
	if err := c.Card.UnmarshalBinary(row.Card); err != nil {
		return c, err
	}
	id := idOf(row.DrawRef)
	receipt := bingo.Receipt{
		Draw: id, Index: int(row.Index), Leaf: bingo.Leaf(id, int(row.Index), d.Price, bingo.Digest(row.Tag), c.Card), Size: int(row.Size), Root: bingo.Digest(row.Root),
	}
	signed, err := bingo.Sign(receipt.Text(), h.Keys.Signer)
	c.Receipt = string(signed)
	return c, err
}

// Mine is what the asking player has in a draw: the cards nearest to the next figure first. It refuses with ErrRole, ErrUnknownDraw or
// no_cards.
func (h *Hall) Mine(ctx context.Context, by shop.By, id string) (Hand, error) {
	if err := by.May(shop.Player); err != nil {
		return Hand{}, err
	}
	d, err := h.drawRow(ctx, id)
	if err != nil {
		return Hand{}, err
	}
	held, err := h.store.Holding(ctx, store.HoldingRef{DrawRef: d.DrawRef, Person: by.Person})
	if errors.Is(err, store.ErrUnknown) {
		return Hand{}, errNoCards
	}
	if err != nil {
		return Hand{}, err
	}
	f, err := h.formula(ctx, d.Formula)
	if err != nil {
		return Hand{}, err
	}
	p, err := h.progressOf(ctx, &d)
	if err != nil {
		return Hand{}, err
	}
	rows, err := h.store.CardsOf(ctx, held.HoldingRef, 0)
	if err != nil {
		return Hand{}, err
	}
	hand := Hand{
		Draw: d.String(), State: d.State, Seq: d.Seq, Cards: make([]HandCard, len(rows)), Spent: d.Price * money.Cents(held.Cards), Won: []HandWin{}, Paid: held.Paid,
	}
	for i := range rows {
		if hand.Cards[i], err = h.handCard(&d, &rows[i]); err != nil {
			return Hand{}, err
		}
		hand.Owner = bingo.Digest(rows[i].Tag).String()
	}
	if d.Opened != 0 {
		mark(f, &hand, p)
		hand.Won, err = wins(f, rows, p)
	}
	return hand, err
}

var errNoCards = shop.Say("no_cards", "you have no card in this draw", "vous n’avez pas de carte dans ce tirage")

// mark tells of each grid how many numbers are missing for the next figure that can still be won, and puts the nearest cards first.
func mark(f *bingo.Formula, hand *Hand, p *progress) {
	lines := next(f, p)
	called := map[bingo.Ball]bool{}
	for _, b := range p.balls {
		called[bingo.Ball(b)] = true
	}
	for i := range hand.Cards {
		c := &hand.Cards[i]
		for grid := range f.Model.Grids() {
			numbers := c.Card.Grid(grid)
			var missing []int
			for row := range f.Model.Rows() {
				n := 0
				for _, b := range numbers[row*bingo.PerRow : (row+1)*bingo.PerRow] {
					if !called[b] {
						n++
					}
				}
				missing = append(missing, n)
			}
			slices.Sort(missing)
			sum := 0
			for _, n := range missing[:lines] {
				sum += n
			}
			c.Missing = append(c.Missing, sum)
		}
	}
	slices.SortStableFunc(hand.Cards, func(a, b HandCard) int { return cmp.Compare(slices.Min(a.Missing), slices.Min(b.Missing)) })
}

// next is how many lines the next figure has that can still be won.
func next(f *bingo.Formula, p *progress) int {
	for i := range f.Figures {
		g := &f.Figures[i]
		if won := p.won[g.ID]; won.ball != 0 && f.Mode == bingo.Multi || g.Within != 0 && len(p.balls) >= g.Within {
			continue
		}
		if !g.Full {
			return g.Lines
		}
		break
	}
	return f.Model.Rows()
}

// wins are the figures that a player's cards have won at the balls that were called. They follow from the player's own cards and from the
// balls at which figures were won: nothing of others is looked at.
func wins(f *bingo.Formula, rows []store.DrawCard, p *progress) ([]HandWin, error) {
	var order, numbers []bingo.Ball
	for _, b := range p.balls {
		order = append(order, bingo.Ball(b))
	}
	for i := range rows {
		var card bingo.Card
		if err := card.UnmarshalBinary(rows[i].Card); err != nil {
			return nil, err
		}
		numbers = append(numbers, card.Numbers...)
	}
	outcome, err := f.Decide(order, numbers, make([]int32, len(rows)))
	if err != nil {
		return nil, err
	}
	list := []HandWin{}
	for _, w := range outcome.Won {
		figure := f.Figures[w.Figure].ID
		won := p.won[figure]
		if won.ball == 0 || f.Mode == bingo.Multi && w.Ball != won.ball {
			continue
		}
		for _, place := range w.Units {
			list = append(list, HandWin{Figure: figure, Ball: place.Ball, Card: rows[place.Card].Index, Grid: place.Grid, Amount: won.each})
		}
	}
	return list, nil
}

// Played is a draw in a player's history.
type Played struct {
	Draw  string      `json:"draw"`
	Room  string      `json:"room"`
	Play  bool        `json:"play"`
	State string      `json:"state"`
	Cards int64       `json:"cards"`
	Spent money.Cents `json:"spent"`
	Paid  money.Cents `json:"paid"` // won, or given back
	At    int64       `json:"at"`   // of the first purchase
}

// History lists the draws in which the asking player has or had cards, newest first, a page after a place: "" for the first, and then what
// came with the page before. It refuses with ErrRole, bad_cursor or bad_limit.
func (h *Hall) History(ctx context.Context, by shop.By, after string, limit int) (shop.Page[Played], error) {
	var page shop.Page[Played]
	if err := by.May(shop.Player); err != nil {
		return page, err
	}
	at, err := shop.Place(after, limit)
	if err != nil {
		return page, err
	}
	rows, err := h.store.HoldingsOf(ctx, by.Person, at.At, store.DrawRef{Code: at.N, Number: at.Pos}, limit+1)
	if err != nil {
		return page, err
	}
	list := make([]Played, len(rows))
	for i := range rows {
		d, err := h.store.Draw(ctx, rows[i].DrawRef)
		if err != nil {
			return page, err
		}
		list[i] = Played{
			Draw: d.String(), Room: string(d.Room), Play: d.Play, State: d.State, Cards: rows[i].Cards, Spent: d.Price * money.Cents(rows[i].Cards),
			Paid: rows[i].Paid, At: rows[i].At,
		}
	}
	return shop.Cut(list, limit, func(p Played) store.Cursor {
		id, _ := bingo.ParseID(p.Draw) // it is written by this house
		return store.Cursor{At: p.At, N: int64(id.Code), Pos: int64(id.Number)}
	}), nil
}
