package store

// readHall locks the draws, which every sale in them changes; what persons have in a draw changes under that lock alone.
func (t *inPostgres) readHall(ask *asked, f *Found) {
	if n := len(ask.draws); n > 0 {
		codes, numbers := make([]int64, n), make([]int64, n)
		for i, r := range ask.draws {
			codes[i], numbers[i] = r.Code, r.Number
		}
		queueAll(t, scanDraw, func(d Draw) { f.Draws[d.DrawRef] = d },
			"select "+drawColumns+" from draw where (code, number) in (select * from unnest($1::bigint[], $2::bigint[])) "+
				"order by code, number for update", codes, numbers)
	}
	if n := len(ask.holdings); n > 0 {
		codes, numbers, persons := make([]int64, n), make([]int64, n), make([]string, n)
		for i, r := range ask.holdings {
			codes[i], numbers[i], persons[i] = r.Code, r.Number, string(r.Person)
		}
		queueAll(t, scanHolding, func(h Holding) { f.Holdings[h.HoldingRef] = h },
			"select h.code, h.number, h.person, h.robot, h.cards, h.paid, h.at from unnest($1::bigint[], $2::bigint[], $3::text[]) as u (code, number, person) "+
				"join holding as h on h.code = u.code and h.number = u.number and h.person = u.person", codes, numbers, persons)
	}
	if n := len(ask.cards); n > 0 {
		hashes := make([][]byte, n)
		for i := range ask.cards {
			hashes[i] = ask.cards[i][:]
		}
		queueAll(t, scanCardHash, func(c CardHash) { f.Cards[c] = true }, "select hash from draw_card where hash = any($1::bytea[])", hashes)
	}
}

func (t *inPostgres) addCards(journal string, cards []DrawCard) error {
	n := len(cards)
	codes, numbers, indexes, seqs, sizes := make([]int64, n), make([]int64, n), make([]int64, n), make([]int64, n), make([]int64, n)
	texts, hashes, tags, roots, owners := make([][]byte, n), make([][]byte, n), make([][]byte, n), make([][]byte, n), make([]string, n)
	for i := range cards {
		c := &cards[i]
		codes[i], numbers[i], indexes[i], seqs[i], sizes[i] = c.Code, c.Number, c.Index, c.Seq, c.Size
		texts[i], hashes[i], tags[i], roots[i], owners[i] = c.Card, c.Hash[:], c.Tag[:], c.Root[:], string(c.Owner)
	}
	t.queue("insert into draw_card ("+drawCardColumns+") select code, number, idx, card, hash, owner, tag, $1, seq, size, root from unnest("+
		"$2::bigint[], $3::bigint[], $4::bigint[], $5::bytea[], $6::bytea[], $7::text[], $8::bytea[], $9::bigint[], $10::bigint[], $11::bytea[]"+
		") as u (code, number, idx, card, hash, owner, tag, seq, size, root)",
		journal, codes, numbers, indexes, texts, hashes, owners, tags, seqs, sizes, roots)
	return nil
}

func (t *inPostgres) sellInDraws(sales []DrawSale) error {
	n := len(sales)
	codes, numbers, was, sizes := make([]int64, n), make([]int64, n), make([]int64, n), make([]int64, n)
	players, robots, prices, logs := make([]int64, n), make([]int64, n), make([]int64, n), make([][]byte, n)
	for i := range sales {
		s := &sales[i]
		codes[i], numbers[i], was[i], sizes[i] = s.Code, s.Number, s.WasSize, s.Size
		players[i], robots[i], prices[i], logs[i] = s.Players, s.Robots, int64(s.Price), s.Log
	}
	t.change("update draw as d set size = u.size, players = u.players, robots = u.robots, price = u.price, log = u.log "+
		"from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bytea[]) "+
		"as u (code, number, was, size, players, robots, price, log) "+
		"where d.code = u.code and d.number = u.number and d.size = u.was and d.state = 'on_sale'",
		n, codes, numbers, was, sizes, players, robots, prices, logs)
	return nil
}

// holdingLists is what persons have in draws, as columns.
type holdingLists struct {
	codes, numbers, robots, cards, paid, ats []int64
	persons                                  []string
}

func (l *holdingLists) add(h *HoldingChange) {
	l.codes, l.numbers, l.persons = append(l.codes, h.Code), append(l.numbers, h.Number), append(l.persons, string(h.Person))
	l.robots, l.cards = append(l.robots, flag(h.Robot)), append(l.cards, h.Cards)
	l.paid, l.ats = append(l.paid, int64(h.Paid)), append(l.ats, h.At)
}

func (t *inPostgres) setHoldings(list []HoldingChange) error {
	var fresh, known holdingLists
	for i := range list {
		if list[i].New {
			fresh.add(&list[i])
		} else {
			known.add(&list[i])
		}
	}
	const lists = "unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[]) " +
		"as u (code, number, person, robot, cards, paid, at)"
	args := func(l *holdingLists) []any {
		return []any{l.codes, l.numbers, l.persons, l.robots, l.cards, l.paid, l.ats}
	}
	t.change("insert into holding ("+holdingColumns+") select * from "+lists, len(fresh.codes), args(&fresh)...)
	t.change("update holding as h set cards = u.cards from "+lists+" where h.code = u.code and h.number = u.number and h.person = u.person",
		len(known.codes), args(&known)...)
	return nil
}
