package store

import (
	"github.com/jackc/pgx/v5/pgconn"

	"tirage/internal/store/rows"
)

// addActs inserts by key, so that two nodes with the same acts wait for each other and do not lock each other out.
func (t *inPostgres) addActs(journal string, first int64, acts []Posted) error {
	n := len(acts)
	ats := make([]int64, n)
	kinds, actors, roles, origins, keys := make([]string, n), make([]string, n), make([]string, n), make([]string, n), make([]string, n)
	subjects, notes := make([]string, n), make([]string, n)
	requests, answers, digests := make([][]byte, n), make([][]byte, n), make([][]byte, n)
	for i := range acts {
		a := &acts[i].Act
		ats[i], kinds[i], actors[i], roles[i], origins[i], keys[i] = a.At, a.Kind, a.Actor, a.Role, a.Origin, a.Key
		subjects[i], notes[i] = a.Subject, a.Note
		requests[i], answers[i], digests[i] = a.Request[:], bytesOf(acts[i].Answer), acts[i].Digest[:]
	}
	t.queue("insert into act ("+actColumns+") "+
		"select $1, $2::bigint + n - 1, at, kind, actor, role, origin, key, request, subject, note, answer, digest from unnest("+
		"$3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::bytea[], $10::text[], $11::text[], $12::bytea[], $13::bytea[]"+
		") with ordinality as u (at, kind, actor, role, origin, key, request, subject, note, answer, digest, n) order by actor, key, n",
		journal, first, ats, kinds, actors, roles, origins, keys, requests, subjects, notes, answers, digests)
	return nil
}

func (t *inPostgres) addTransfers(journal string, first int64, acts []Posted) error {
	var seqs, ns, ats, amounts, debitHeld, creditHeld []int64
	var debits, credits []string
	for i := range acts {
		for n, m := range acts[i].Act.Transfers {
			seqs, ns, ats = append(seqs, first+int64(i)), append(ns, int64(n)), append(ats, acts[i].Act.At)
			debits, credits, amounts = append(debits, string(m.Debit)), append(credits, string(m.Credit)), append(amounts, int64(m.Amount))
			debitHeld, creditHeld = append(debitHeld, flag(m.Debit.Held())), append(creditHeld, flag(m.Credit.Held()))
		}
	}
	t.queue("insert into transfer ("+transferColumns+") select $1, * from unnest("+
		"$2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::bigint[], $8::bigint[], $9::bigint[])",
		journal, seqs, ns, ats, debits, credits, amounts, debitHeld, creditHeld)
	return nil
}

func (t *inPostgres) setBalances(accounts []string, amounts []int64) error {
	t.queue("update balance set amount = u.amount from unnest($1::text[], $2::bigint[]) as u (account, amount) "+
		"where balance.account = u.account", accounts, amounts)
	return nil
}

func (t *inPostgres) addTickets(journal string, sold []Ticket) error {
	n := len(sold)
	blocks, owners, digests := make([]string, n), make([]string, n), make([][]byte, n)
	positions, plays, prices, ats, seqs := make([]int64, n), make([]int64, n), make([]int64, n), make([]int64, n), make([]int64, n)
	for i := range sold {
		k := &sold[i]
		blocks[i], positions[i], owners[i], plays[i], prices[i] = string(k.Block), k.Position, string(k.Owner), flag(k.Play), int64(k.Price)
		ats[i], seqs[i], digests[i] = k.SoldAt, k.Seq, k.Digest[:]
	}
	t.queue("insert into ticket ("+ticketColumns+") "+
		"select block, position, owner, play, price, sold_at, $1, seq, digest, 0, 0, 0, '', 0 from unnest("+
		"$2::text[], $3::bigint[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bytea[]"+
		") as u (block, position, owner, play, price, sold_at, seq, digest)",
		journal, blocks, positions, owners, plays, prices, ats, seqs, digests)
	return nil
}

func (t *inPostgres) revealTickets(revealed []Ticket) error {
	n := len(revealed)
	blocks, secrets := make([]string, n), make([][]byte, n)
	positions, ats, lots, compositions, paid := make([]int64, n), make([]int64, n), make([]int64, n), make([]int64, n), make([]int64, n)
	for i := range revealed {
		k := &revealed[i]
		blocks[i], positions[i], ats[i], lots[i] = string(k.Block), k.Position, k.RevealedAt, k.Lot
		compositions[i], secrets[i], paid[i] = k.Composition, bytesOf(k.Secret), int64(k.Paid)
	}
	t.queue("update ticket as t set revealed_at = u.at, lot = u.lot, composition = u.composition, secret = u.secret, paid = u.paid "+
		"from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bytea[], $7::bigint[]) "+
		"as u (block, position, at, lot, composition, secret, paid) "+
		"where t.block = u.block and t.position = u.position and t.revealed_at = 0",
		blocks, positions, ats, lots, compositions, secrets, paid).
		Exec(func(tag pgconn.CommandTag) error { return unrevealed(tag.RowsAffected(), revealed) })
	return nil
}

func (t *inPostgres) setNext(ids []string, next []int64) error {
	t.queue("update block set next = u.next from unnest($1::text[], $2::bigint[]) as u (id, next) where block.id = u.id", ids, next)
	return nil
}

func (t *inPostgres) addPaid(lots []lotSum) error {
	n := len(lots)
	blocks, numbers, revealed, paid := make([]string, n), make([]int64, n), make([]int64, n), make([]int64, n)
	for i, l := range lots {
		blocks[i], numbers[i], revealed[i], paid[i] = string(l.Block), l.Lot, l.revealed, l.paid
	}
	t.queue("insert into lot_paid as l (block, lot, revealed, paid) "+
		"select * from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[]) as u (block, lot, revealed, paid) order by u.block, u.lot "+
		"on conflict (block, lot) do update set revealed = l.revealed + excluded.revealed, paid = l.paid + excluded.paid",
		blocks, numbers, revealed, paid)
	return nil
}

func (t *inPostgres) moveHead(to rows.MoveHeadParams) error {
	t.queue("update journal set seq = $1, digest = $2, expires = $3 where name = $4 and token = $5 and seq = $6",
		to.Seq, to.Digest, to.Expires, to.Name, to.Token, to.Was).
		Exec(func(tag pgconn.CommandTag) error { return fencedIfUntouched(tag.RowsAffected(), nil) })
	return nil
}
