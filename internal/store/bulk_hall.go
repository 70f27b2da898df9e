package store

import (
	"cmp"
	"slices"

	"tirage/internal/store/rows"
)

// The columns of the hall's tables, in the order in which bulk reads and writes them.
const (
	drawColumns = "code, number, room, formula, play, state, seq, announced, opens, closes, patience, nonce, a, b, commitment, schedule, super, super_by, super_and, " +
		"size, players, robots, price, log, locked, jackpot, fund, lock_note, opened, sealed, called, called_at, ended, reason, end_by, end_and, end_note, " +
		"jackpot_after, fund_after"
	drawCardColumns = "code, number, idx, card, hash, owner, tag, journal, seq, size, root"
	holdingColumns  = "code, number, person, robot, cards, paid, at"
)

// readHall completes the lists by what is asked of the hall, and makes room for what is found.
func readHall(ask Ask, lists *asked, f *Found) {
	lists.draws = distinct(slices.Clone(ask.Draws), compareDraws)
	lists.holdings = distinct(slices.Clone(ask.Holdings), func(a, b HoldingRef) int {
		return cmp.Or(compareDraws(a.DrawRef, b.DrawRef), cmp.Compare(a.Person, b.Person))
	})
	lists.cards = distinct(slices.Clone(ask.Cards), func(a, b CardHash) int { return slices.Compare(a[:], b[:]) })
	f.Draws, f.Holdings = make(map[DrawRef]Draw, len(lists.draws)), make(map[HoldingRef]Holding, len(lists.holdings))
	f.Cards = map[CardHash]bool{}
}

func compareDraws(a, b DrawRef) int {
	return cmp.Or(cmp.Compare(a.Code, b.Code), cmp.Compare(a.Number, b.Number))
}

func scanDraw(row scanner) (Draw, error) {
	var d rows.Draw
	err := row.Scan(&d.Code, &d.Number, &d.Room, &d.Formula, &d.Play, &d.State, &d.Seq, &d.Announced, &d.Opens, &d.Closes, &d.Patience, &d.Nonce,
		&d.A, &d.B, &d.Commitment, &d.Schedule, &d.Super, &d.SuperBy, &d.SuperAnd, &d.Size, &d.Players, &d.Robots, &d.Price, &d.Log, &d.Locked,
		&d.Jackpot, &d.Fund, &d.LockNote, &d.Opened, &d.Sealed, &d.Called, &d.CalledAt, &d.Ended, &d.Reason, &d.EndBy, &d.EndAnd, &d.EndNote,
		&d.JackpotAfter, &d.FundAfter)
	return drawOf(d), err
}

func scanHolding(row scanner) (Holding, error) {
	var h rows.Holding
	err := row.Scan(&h.Code, &h.Number, &h.Person, &h.Robot, &h.Cards, &h.Paid, &h.At)
	return holdingOf(h), err
}

func scanCardHash(row scanner) (c CardHash, err error) {
	var hash []byte
	err = row.Scan(&hash)
	copy(c[:], hash)
	return c, err
}

// checkHall refuses a sale of cards that does not follow from what was found: a draw's log has no gap, and who has cards in it has as many
// as were sold.
func checkHall(ask Ask, f *Found, d *Written) error {
	if len(d.Cards)+len(d.Draws)+len(d.Holdings) == 0 {
		return nil
	}
	sold, bought := map[DrawRef]int64{}, map[HoldingRef]int64{}
	hashes := setOf(ask.Cards)
	for i := range d.Cards {
		c := &d.Cards[i]
		was, ok := f.Draws[c.DrawRef]
		switch {
		case !ok || was.State != "on_sale":
			return unfit("a card is sold in draw %s, which was not found on sale", c.DrawRef)
		case c.Index != was.Size+sold[c.DrawRef]:
			return unfit("card %d is sold in draw %s where card %d is next", c.Index, c.DrawRef, was.Size+sold[c.DrawRef])
		case !hashes[c.Hash] || f.Cards[c.Hash]:
			return unfit("card %d of draw %s is there already, or was not asked for", c.Index, c.DrawRef)
		case c.Seq <= f.Head.Seq || c.Seq > f.Head.Seq+int64(len(d.Acts)):
			return unfit("card %d of draw %s is sold by act %d, which is not of this decision", c.Index, c.DrawRef, c.Seq)
		case c.Hash != HashCard(c.DrawRef, c.Card):
			return unfit("card %d of draw %s has the hash of another card", c.Index, c.DrawRef)
		case len(c.Card) == 0 || c.Owner == "" || c.Size <= c.Index:
			return unfit("card %d of draw %s has no numbers, no owner or a receipt of %d cards", c.Index, c.DrawRef, c.Size)
		}
		hashes[c.Hash] = false
		sold[c.DrawRef]++
		bought[HoldingRef{c.DrawRef, c.Owner}]++
	}
	if err := checkDraws(f, d, sold); err != nil {
		return err
	}
	return checkHoldings(ask, f, d, bought)
}

func checkDraws(f *Found, d *Written, sold map[DrawRef]int64) error {
	for i := range d.Draws {
		s := &d.Draws[i]
		was := f.Draws[s.DrawRef]
		n := sold[s.DrawRef]
		delete(sold, s.DrawRef)
		switch {
		case n == 0 || s.WasSize != was.Size || s.Size != was.Size+n:
			return unfit("draw %s goes from %d to %d cards; %d were found and %d are sold", s.DrawRef, s.WasSize, s.Size, was.Size, n)
		case s.Players < was.Players || s.Robots < was.Robots || s.Robots > s.Players || s.Players > s.Size:
			return unfit("draw %s has %d players, of them %d robots, with %d cards", s.DrawRef, s.Players, s.Robots, s.Size)
		case s.Price <= 0 || was.Size > 0 && s.Price != was.Price:
			return unfit("the cards of draw %s cost %d, and now %d", s.DrawRef, was.Price, s.Price)
		}
	}
	if len(sold) > 0 {
		return unfit("cards are sold in %d draws that do not say so", len(sold))
	}
	return nil
}

func checkHoldings(ask Ask, f *Found, d *Written, bought map[HoldingRef]int64) error {
	open, players, robots := setOf(ask.Holdings), map[DrawRef]int64{}, map[DrawRef]int64{}
	for i := range d.Holdings {
		h := &d.Holdings[i]
		was, ok := f.Holdings[h.HoldingRef]
		switch {
		case !open[h.HoldingRef]:
			return unfit("what %s has in draw %s is changed twice, or was not asked for", h.Person, h.DrawRef)
		case h.New == ok || h.Cards != was.Cards+bought[h.HoldingRef] || h.Paid != 0 || ok && (h.Robot != was.Robot || h.At != was.At):
			return unfit("%s has %d cards in draw %s, where %d were found and %d are sold", h.Person, h.Cards, h.DrawRef, was.Cards, bought[h.HoldingRef])
		}
		if h.New {
			players[h.DrawRef]++
			robots[h.DrawRef] += flag(h.Robot)
		}
		delete(bought, h.HoldingRef)
		delete(open, h.HoldingRef)
	}
	if len(bought) > 0 {
		return unfit("%d persons buy cards that they do not have", len(bought))
	}
	for i := range d.Draws {
		s := &d.Draws[i]
		was := f.Draws[s.DrawRef]
		if s.Players != was.Players+players[s.DrawRef] || s.Robots != was.Robots+robots[s.DrawRef] {
			return unfit("draw %s has %d players and %d robots, where %d and %d were found and %d and %d are new",
				s.DrawRef, s.Players, s.Robots, was.Players, was.Robots, players[s.DrawRef], robots[s.DrawRef])
		}
	}
	return nil
}
