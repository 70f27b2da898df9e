package store

import (
	"database/sql"
)

// counterOnSQLite is the statements for the counter's lists.
type counterOnSQLite struct {
	issue, pack, retailer, claim, guess                                   *sql.Stmt // reads
	addClaim, setClaim, addPack, setPack, addGuess, setGuess, addSighting *sql.Stmt
}

// prepared is a statement and its text.
type prepared struct {
	stmt **sql.Stmt
	text string
}

func (b *counterOnSQLite) texts() []prepared {
	const asked = "(select value from json_each(?))"
	const pairs = "(select value ->> 0, value ->> 1 from json_each(?))"
	return []prepared{
		{&b.issue, "select " + issueColumns + " from issue where id in " + asked},
		{&b.pack, "select " + packColumns + " from pack where (block, pack) in " + pairs},
		{&b.retailer, "select " + retailerColumns + " from retailer where person in " + asked},
		{&b.claim, "select " + claimColumns + " from claim where (block, position) in " + pairs},
		{&b.guess, "select " + guessColumns + " from guess where subject in " + asked},
		{&b.addClaim, "insert into claim (state, amount, lot, composition, actor, reference, expires, at, journal, seq, link, block, position) " +
			"values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"},
		{&b.setClaim, "update claim set state = ?, amount = ?, lot = ?, composition = ?, actor = ?, reference = ?, expires = ?, at = ?, " +
			"journal = ?, seq = ?, link = ? where block = ? and position = ? and state = ?"},
		{&b.addPack, "insert into pack (state, retailer, at, activated, settled, price, commission, block, pack) values (?, ?, ?, ?, ?, ?, ?, ?, ?)"},
		{&b.setPack, "update pack set state = ?, retailer = ?, at = ?, activated = ?, settled = ?, price = ?, commission = ? " +
			"where block = ? and pack = ? and state = ?"},
		{&b.addGuess, "insert into guess (failures, since, until, subject) values (?, ?, ?, ?)"},
		{&b.setGuess, "update guess set failures = ?, since = ?, until = ? where subject = ?"},
		{&b.addSighting, "insert into sighting (block, position, at, n, actor, answer) " +
			"select ?1, ?2, ?3, coalesce(max(n) + 1, 0), ?4, ?5 from sighting where block = ?1 and position = ?2 and at = ?3"},
	}
}

func (t inSQLite) readCounter(ask *asked, f *Found) (err error) {
	if len(ask.issues) > 0 {
		err = findAll(t, t.issue, ask.issues, scanIssue, func(i Issue) { f.Issues[i.ID] = i })
	}
	if err == nil && len(ask.packs) > 0 {
		pairs := make([][2]any, len(ask.packs))
		for i, r := range ask.packs {
			pairs[i] = [2]any{r.Block, r.Pack}
		}
		err = findAll(t, t.pack, pairs, scanPack, func(p Pack) { f.Packs[p.PackRef] = p })
	}
	if err == nil && len(ask.retailers) > 0 {
		err = findAll(t, t.retailer, ask.retailers, scanRetailer, func(r Retailer) { f.Retailers[r.Person] = r })
	}
	if err == nil && len(ask.claims) > 0 {
		pairs := make([][2]any, len(ask.claims))
		for i, r := range ask.claims {
			pairs[i] = [2]any{r.Block, r.Position}
		}
		err = findAll(t, t.claim, pairs, scanClaim, func(c Claim) { f.Claims[c.TicketRef] = c })
	}
	if err == nil && len(ask.guesses) > 0 {
		err = findAll(t, t.guess, ask.guesses, scanGuess, func(g Guess) { f.Guesses[g.Subject] = g })
	}
	return err
}

func (t inSQLite) setClaims(journal string, claims []ClaimChange) error {
	add, set := t.tx.StmtContext(t.ctx, t.addClaim), t.tx.StmtContext(t.ctx, t.setClaim)
	for i := range claims {
		c := &claims[i]
		row := []any{
			string(c.State), int64(c.Amount), c.Lot, c.Composition, string(c.By), c.Reference, c.Expires, c.At, journal, c.Seq, c.Link, string(c.Block), c.Position,
		}
		if err := t.change(add, set, c.Was == "", row, string(c.Was)); err != nil {
			return err
		}
	}
	return nil
}

func (t inSQLite) setPacks(packs []PackChange) error {
	add, set := t.tx.StmtContext(t.ctx, t.addPack), t.tx.StmtContext(t.ctx, t.setPack)
	for i := range packs {
		p := &packs[i]
		row := []any{
			string(p.State), string(p.Retailer), p.At, p.Activated, p.Settled, int64(p.Price), int64(p.Commission), string(p.Block), p.Pack.Pack,
		}
		if err := t.change(add, set, p.Was == "", row, string(p.Was)); err != nil {
			return err
		}
	}
	return nil
}

func (t inSQLite) setGuesses(guesses []GuessChange) error {
	add, set := t.tx.StmtContext(t.ctx, t.addGuess), t.tx.StmtContext(t.ctx, t.setGuess)
	for i := range guesses {
		g := &guesses[i]
		if err := t.change(add, set, g.New, []any{g.Failures, g.Since, g.Until, g.Subject}); err != nil {
			return err
		}
	}
	return nil
}

// change adds a row, or sets the one that is there as it was found.
func (t inSQLite) change(add, set *sql.Stmt, isNew bool, row []any, was ...any) error {
	if isNew {
		_, err := add.ExecContext(t.ctx, row...)
		return err
	}
	result, err := set.ExecContext(t.ctx, append(row, was...)...)
	if err != nil {
		return err
	}
	n, err := result.RowsAffected()
	if err != nil {
		return err
	}
	return changed(n, 1)
}

func (t inSQLite) addSightings(list []Sighting) error {
	stmt := t.tx.StmtContext(t.ctx, t.addSighting)
	for i := range list {
		s := &list[i]
		if _, err := stmt.ExecContext(t.ctx, string(s.Block), s.Position, s.At, string(s.By), s.Answer); err != nil {
			return err
		}
	}
	return nil
}
