package store

import (
	"cmp"
	"slices"

	"github.com/jackc/pgx/v5/pgconn"
)

// readCounter locks what the counter changes act by act. Issues and retailers, which every act asks about and hardly any changes, many may
// hold at once.
func (t *inPostgres) readCounter(ask *asked, f *Found) {
	if len(ask.issues) > 0 {
		queueAll(t, scanIssue, func(i Issue) { f.Issues[i.ID] = i },
			"select "+issueColumns+" from issue where id = any($1::text[]) order by id for share", ask.issues)
	}
	if n := len(ask.packs); n > 0 {
		blocks, numbers := make([]string, n), make([]int64, n)
		for i, r := range ask.packs {
			blocks[i], numbers[i] = string(r.Block), r.Pack
		}
		queueAll(t, scanPack, func(p Pack) { f.Packs[p.PackRef] = p },
			"select "+packColumns+" from pack where (block, pack) in (select * from unnest($1::text[], $2::bigint[])) "+
				"order by block, pack for update", blocks, numbers)
	}
	if len(ask.retailers) > 0 {
		queueAll(t, scanRetailer, func(r Retailer) { f.Retailers[r.Person] = r },
			"select "+retailerColumns+" from retailer where person = any($1::text[]) order by person for share", ask.retailers)
	}
	if n := len(ask.claims); n > 0 {
		blocks, positions := make([]string, n), make([]int64, n)
		for i, r := range ask.claims {
			blocks[i], positions[i] = string(r.Block), r.Position
		}
		queueAll(t, scanClaim, func(c Claim) { f.Claims[c.TicketRef] = c },
			"select "+claimColumns+" from claim where (block, position) in (select * from unnest($1::text[], $2::bigint[])) "+
				"order by block, position for update", blocks, positions)
	}
	if len(ask.guesses) > 0 {
		queueAll(t, scanGuess, func(g Guess) { f.Guesses[g.Subject] = g },
			"select "+guessColumns+" from guess where subject = any($1::text[]) order by subject for update", ask.guesses)
	}
}

// change queues a statement that changes so many rows, if there are any.
func (t *inPostgres) change(text string, n int, args ...any) {
	if n > 0 {
		t.queue(text, args...).Exec(func(tag pgconn.CommandTag) error { return changed(tag.RowsAffected(), n) })
	}
}

// claimLists is claims as columns.
type claimLists struct {
	blocks, states, actors, references, links, was                  []string
	positions, amounts, lots, compositions, expires, ats, sequences []int64
}

func (l *claimLists) add(c *ClaimChange) {
	l.blocks, l.positions = append(l.blocks, string(c.Block)), append(l.positions, c.Position)
	l.states, l.was = append(l.states, string(c.State)), append(l.was, string(c.Was))
	l.amounts, l.lots, l.compositions = append(l.amounts, int64(c.Amount)), append(l.lots, c.Lot), append(l.compositions, c.Composition)
	l.actors, l.references, l.links = append(l.actors, string(c.By)), append(l.references, c.Reference), append(l.links, c.Link)
	l.expires, l.ats, l.sequences = append(l.expires, c.Expires), append(l.ats, c.At), append(l.sequences, c.Seq)
}

func (t *inPostgres) setClaims(journal string, claims []ClaimChange) error {
	var fresh, known claimLists
	for i := range claims {
		if claims[i].Was == "" {
			fresh.add(&claims[i])
		} else {
			known.add(&claims[i])
		}
	}
	const lists = "unnest($2::text[], $3::bigint[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[], $8::text[], $9::text[], $10::bigint[], " +
		"$11::bigint[], $12::bigint[], $13::text[], $14::text[]) as u (block, position, state, amount, lot, composition, actor, reference, expires, at, seq, link, was)"
	args := func(l *claimLists) []any {
		return []any{
			journal, l.blocks, l.positions, l.states, l.amounts, l.lots, l.compositions, l.actors, l.references, l.expires, l.ats, l.sequences, l.links, l.was,
		}
	}
	t.change("update claim as c set state = u.state, amount = u.amount, lot = u.lot, composition = u.composition, actor = u.actor, "+
		"reference = u.reference, expires = u.expires, at = u.at, journal = $1, seq = u.seq, link = u.link from "+lists+
		" where c.block = u.block and c.position = u.position and c.state = u.was", len(known.blocks), args(&known)...)
	t.change("insert into claim ("+claimColumns+") select block, position, state, amount, lot, composition, actor, reference, expires, at, $1, seq, link from "+
		lists+" order by block, position", len(fresh.blocks), args(&fresh)...)
	return nil
}

// packLists is packs as columns.
type packLists struct {
	blocks, states, retailers, was                        []string
	numbers, ats, activated, settled, prices, commissions []int64
}

func (l *packLists) add(p *PackChange) {
	l.blocks, l.numbers = append(l.blocks, string(p.Block)), append(l.numbers, p.Pack.Pack)
	l.states, l.was, l.retailers = append(l.states, string(p.State)), append(l.was, string(p.Was)), append(l.retailers, string(p.Retailer))
	l.ats, l.activated, l.settled = append(l.ats, p.At), append(l.activated, p.Activated), append(l.settled, p.Settled)
	l.prices, l.commissions = append(l.prices, int64(p.Price)), append(l.commissions, int64(p.Commission))
}

func (t *inPostgres) setPacks(packs []PackChange) error {
	var fresh, known packLists
	for i := range packs {
		if packs[i].Was == "" {
			fresh.add(&packs[i])
		} else {
			known.add(&packs[i])
		}
	}
	const lists = "unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[], $10::text[]) " +
		"as u (block, pack, state, retailer, at, activated, settled, price, commission, was)"
	args := func(l *packLists) []any {
		return []any{l.blocks, l.numbers, l.states, l.retailers, l.ats, l.activated, l.settled, l.prices, l.commissions, l.was}
	}
	t.change("update pack as p set state = u.state, retailer = u.retailer, at = u.at, activated = u.activated, settled = u.settled, "+
		"price = u.price, commission = u.commission from "+lists+" where p.block = u.block and p.pack = u.pack and p.state = u.was",
		len(known.blocks), args(&known)...)
	t.change("insert into pack ("+packColumns+") select "+packColumns+" from "+lists+" order by block, pack", len(fresh.blocks), args(&fresh)...)
	return nil
}

func (t *inPostgres) setGuesses(guesses []GuessChange) error {
	type columns struct {
		subjects                []string
		failures, since, untils []int64
	}
	var fresh, known columns
	for i := range guesses {
		g, to := &guesses[i], &known
		if g.New {
			to = &fresh
		}
		to.subjects, to.failures = append(to.subjects, g.Subject), append(to.failures, g.Failures)
		to.since, to.untils = append(to.since, g.Since), append(to.untils, g.Until)
	}
	const lists = "unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[]) as u (subject, failures, since, until)"
	t.change("update guess as g set failures = u.failures, since = u.since, until = u.until from "+lists+" where g.subject = u.subject",
		len(known.subjects), known.subjects, known.failures, known.since, known.untils)
	t.change("insert into guess ("+guessColumns+") select "+guessColumns+" from "+lists+" order by subject",
		len(fresh.subjects), fresh.subjects, fresh.failures, fresh.since, fresh.untils)
	return nil
}

// addSightings counts several of one ticket at one time on, from those that are there.
func (t *inPostgres) addSightings(list []Sighting) error {
	list = slices.SortedStableFunc(slices.Values(list), func(a, b Sighting) int {
		return cmp.Or(compareTickets(a.TicketRef, b.TicketRef), cmp.Compare(a.At, b.At))
	})
	n := len(list)
	blocks, actors, answers := make([]string, n), make([]string, n), make([]string, n)
	positions, ats := make([]int64, n), make([]int64, n)
	for i := range list {
		s := &list[i]
		blocks[i], positions[i], ats[i], actors[i], answers[i] = string(s.Block), s.Position, s.At, string(s.By), s.Answer
	}
	t.change("insert into sighting ("+sightingColumns+") select block, position, at, "+
		"coalesce((select max(s.n) + 1 from sighting as s where s.block = u.block and s.position = u.position and s.at = u.at), 0) "+
		"+ row_number() over (partition by block, position, at order by i) - 1, actor, answer "+
		"from unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::text[]) with ordinality as u (block, position, at, actor, answer, i) "+
		"order by block, position, at, i", n, blocks, positions, ats, actors, answers)
	return nil
}
