package store

import (
	"database/sql"
	"encoding/hex"
)

// hallOnSQLite is the statements for the hall's lists.
type hallOnSQLite struct {
	draw, holding, card                         *sql.Stmt // reads
	addCard, saleOfDraw, addHolding, setHolding *sql.Stmt
}

func (b *hallOnSQLite) texts() []prepared {
	return []prepared{
		{&b.draw, "select " + drawColumns + " from json_each(?) as asked cross join draw on code = asked.value ->> 0 and number = asked.value ->> 1"},
		{&b.holding, "select h.code, h.number, h.person, h.robot, h.cards, h.paid, h.at from json_each(?) as asked cross join holding as h " +
			"on h.code = asked.value ->> 0 and h.number = asked.value ->> 1 and h.person = asked.value ->> 2"},
		{&b.card, "select c.hash from json_each(?) as asked cross join draw_card as c on c.hash = unhex(asked.value)"},
		{&b.addCard, "insert into draw_card (" + drawCardColumns + ") values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"},
		{&b.saleOfDraw, "update draw set size = ?, players = ?, robots = ?, price = ?, log = ? where code = ? and number = ? and size = ? and state = 'on_sale'"},
		{&b.addHolding, "insert into holding (robot, cards, paid, at, code, number, person) values (?, ?, ?, ?, ?, ?, ?)"},
		{&b.setHolding, "update holding set robot = ?, cards = ?, paid = ?, at = ? where code = ? and number = ? and person = ?"},
	}
}

func (t inSQLite) readHall(ask *asked, f *Found) (err error) {
	if len(ask.draws) > 0 {
		pairs := make([][2]int64, len(ask.draws))
		for i, r := range ask.draws {
			pairs[i] = [2]int64{r.Code, r.Number}
		}
		err = findAll(t, t.draw, pairs, scanDraw, func(d Draw) { f.Draws[d.DrawRef] = d })
	}
	if err == nil && len(ask.holdings) > 0 {
		triples := make([][3]any, len(ask.holdings))
		for i, r := range ask.holdings {
			triples[i] = [3]any{r.Code, r.Number, r.Person}
		}
		err = findAll(t, t.holding, triples, scanHolding, func(h Holding) { f.Holdings[h.HoldingRef] = h })
	}
	if err == nil && len(ask.cards) > 0 {
		hashes := make([]string, len(ask.cards))
		for i, h := range ask.cards {
			hashes[i] = hex.EncodeToString(h[:])
		}
		err = findAll(t, t.card, hashes, scanCardHash, func(c CardHash) { f.Cards[c] = true })
	}
	return err
}

func (t inSQLite) addCards(journal string, cards []DrawCard) error {
	stmt := t.tx.StmtContext(t.ctx, t.addCard)
	for i := range cards {
		c := &cards[i]
		if _, err := stmt.ExecContext(t.ctx, c.Code, c.Number, c.Index, c.Card, c.Hash[:], string(c.Owner), c.Tag[:], journal, c.Seq, c.Size, c.Root[:]); err != nil {
			return err
		}
	}
	return nil
}

func (t inSQLite) sellInDraws(sales []DrawSale) error {
	stmt := t.tx.StmtContext(t.ctx, t.saleOfDraw)
	for i := range sales {
		s := &sales[i]
		if err := t.change(nil, stmt, false, []any{s.Size, s.Players, s.Robots, int64(s.Price), s.Log, s.Code, s.Number, s.WasSize}); err != nil {
			return err
		}
	}
	return nil
}

func (t inSQLite) setHoldings(list []HoldingChange) error {
	add, set := t.tx.StmtContext(t.ctx, t.addHolding), t.tx.StmtContext(t.ctx, t.setHolding)
	for i := range list {
		h := &list[i]
		row := []any{flag(h.Robot), h.Cards, int64(h.Paid), h.At, h.Code, h.Number, string(h.Person)}
		if err := t.change(add, set, h.New, row); err != nil {
			return err
		}
	}
	return nil
}
