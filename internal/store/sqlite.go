package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"runtime"
	"slices"

	"github.com/pressly/goose/v3"
	_ "modernc.org/sqlite" // the driver "sqlite"

	"tirage/internal/store/rows"
)

// openSQLite opens a file with one connection that writes, and some that read. Commits are durable: the log is synced by
// each. Nobody but its owner may read the file.
func (s *Store) openSQLite(path string) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	open := func(lock string, more ...string) (*sql.DB, error) {
		query := url.Values{"_txlock": {lock}, "_pragma": append([]string{
			"busy_timeout(10000)", "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)", "cache_size(-65536)",
			"wal_autocheckpoint(8192)",
			"secure_delete(1)", // what is erased is overwritten
		}, more...)}
		return sql.Open("sqlite", "file:"+(&url.URL{Path: path}).EscapedPath()+"?"+query.Encode())
	}
	if s.writer, err = open("immediate"); err != nil {
		return err
	}
	s.writer.SetMaxOpenConns(1)
	if s.reader, err = open("deferred", "query_only(1)"); err != nil {
		return err
	}
	readers := max(4, runtime.GOMAXPROCS(0))
	s.reader.SetMaxOpenConns(readers)
	s.reader.SetMaxIdleConns(readers)
	s.engine = engine{
		bulk: &onSQLite{}, dialect: goose.DialectSQLite3, schema: func(f fs.FS) fs.FS { return withoutRowid{f} },
		options: []goose.ProviderOption{goose.WithDisableGlobalRegistry(true)},
	}
	return nil
}

// onSQLite is bulk on SQLite. Long lists are looked up by one statement, as JSON, which is half the work of a statement each;
// rows are written one by one by prepared statements: there is no network between, and the work is that of the tables. A
// transaction is alone from its beginning, so that reads need no locks.
type onSQLite struct {
	counterOnSQLite
	hallOnSQLite
	balance, person, block, ticket, act                                                 *sql.Stmt // reads
	addAct, addTransfer, setBalance, addTicket, revealTicket, moveNext, addLot, journal *sql.Stmt
}

func (b *onSQLite) prepare(ctx context.Context, db *sql.DB) error {
	for _, s := range slices.Concat(b.counterOnSQLite.texts(), b.hallOnSQLite.texts(), []prepared{
		{&b.journal, "select seq, digest from journal where name = ? and token = ?"},
		{&b.balance, "select b.account, b.amount from json_each(?) as asked cross join balance as b on b.account = asked.value"},
		{&b.person, "select p.id, p.role, p.locked, p.erased from json_each(?) as asked cross join person as p on p.id = asked.value"},
		{&b.block, "select " + blockColumns + " from block where id = ?"},
		{&b.ticket, "select " + ticketColumns + " from ticket where block = ? and position = ?"},
		{&b.act, "select a.actor, a.key, a.request, a.answer, a.journal, a.seq from json_each(?) as asked " +
			"cross join act as a on a.actor = asked.value ->> 0 and a.key = asked.value ->> 1 and a.key <> ''"},
		{&b.addAct, "insert into act (" + actColumns + ") values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"},
		{&b.addTransfer, "insert into transfer (" + transferColumns + ") values (?, ?, ?, ?, ?, ?, ?, ?, ?)"},
		{&b.setBalance, "insert into balance (account, amount) values (?, ?) on conflict (account) do update set amount = excluded.amount"},
		{&b.addTicket, "insert into ticket (" + ticketColumns + ") values (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0, x'', 0)"},
		{&b.revealTicket, "update ticket set revealed_at = ?, lot = ?, composition = ?, secret = ?, paid = ? " +
			"where block = ? and position = ? and revealed_at = 0"},
		{&b.moveNext, "update block set next = ? where id = ?"},
		{&b.addLot, "insert into lot_paid (block, lot, revealed, paid) values (?, ?, ?, ?) " +
			"on conflict (block, lot) do update set revealed = lot_paid.revealed + excluded.revealed, paid = lot_paid.paid + excluded.paid"},
	}) {
		var err error
		if *s.stmt, err = db.PrepareContext(ctx, s.text); err != nil {
			return err
		}
	}
	return nil
}

// inSQLite is a transaction on SQLite. Its statements do not watch for the end of a context: that costs a goroutine each, as
// much as the row; and nothing is waited for.
type inSQLite struct {
	*onSQLite
	ctx context.Context
	tx  *sql.Tx
}

func (b *onSQLite) begin(ctx context.Context, db *sql.DB) (transaction, error) {
	tx, err := db.BeginTx(ctx, nil)
	return inSQLite{b, context.WithoutCancel(ctx), tx}, err
}

func (t inSQLite) send() error           { return nil }
func (t inSQLite) statements() rows.DBTX { return t.tx }
func (t inSQLite) commit() error         { return t.tx.Commit() }
func (t inSQLite) rollback()             { _ = t.tx.Rollback() } // nothing is left to roll back after a commit

func (t inSQLite) read(journal string, token int64, ask *asked, f *Found) (err error) {
	if f.Head, err = scanHead(t.tx.StmtContext(t.ctx, t.journal).QueryRowContext(t.ctx, journal, token)); err != nil {
		return err
	}
	if len(ask.accounts) > 0 {
		err = findAll(t, t.balance, ask.accounts, scanBalance, func(k kept) { f.Balances[k.account] = k.amount })
	}
	if err == nil && len(ask.persons) > 0 {
		err = findAll(t, t.person, ask.persons, scanStanding, func(p standing) { f.Persons[p.id] = p.Standing })
	}
	if err == nil {
		err = find(t, t.block, ask.blocks, func(id string) []any { return []any{id} }, scanBlock,
			func(id string, block Block) { f.Blocks[BlockID(id)] = block })
	}
	if err == nil {
		err = find(t, t.ticket, ask.tickets, func(r TicketRef) []any { return []any{string(r.Block), r.Position} }, scanTicket,
			func(r TicketRef, ticket Ticket) { f.Tickets[r] = ticket })
	}
	if err == nil {
		err = t.readCounter(ask, f)
	}
	if err == nil {
		err = t.readHall(ask, f)
	}
	if err == nil && len(ask.keys) > 0 {
		pairs := make([][2]string, len(ask.keys))
		for i, k := range ask.keys {
			pairs[i] = [2]string{k.Actor, k.Key}
		}
		err = findAll(t, t.act, pairs, scanDone, func(k keyed) { f.Done[k.ActKey] = k.Done })
	}
	return err
}

// find scans the row of each key, if there is one.
func find[K, V any](t inSQLite, stmt *sql.Stmt, keys []K, args func(K) []any, scan func(scanner) (V, error), found func(K, V)) error {
	stmt = t.tx.StmtContext(t.ctx, stmt)
	for _, k := range keys {
		switch v, err := scan(stmt.QueryRowContext(t.ctx, args(k)...)); {
		case err == nil:
			found(k, v)
		case !errors.Is(err, sql.ErrNoRows):
			return err
		}
	}
	return nil
}

// findAll scans the rows of all keys, which are given as JSON.
func findAll[V any](t inSQLite, stmt *sql.Stmt, keys any, scan func(scanner) (V, error), found func(V)) error {
	asked, err := json.Marshal(keys)
	if err != nil {
		return err
	}
	list, err := t.tx.StmtContext(t.ctx, stmt).QueryContext(t.ctx, string(asked))
	if err != nil {
		return err
	}
	defer list.Close()
	return scanAll(list, scan, found)
}

func (t inSQLite) addActs(journal string, first int64, acts []Posted) error {
	stmt := t.tx.StmtContext(t.ctx, t.addAct)
	for i := range acts {
		a := &acts[i].Act
		if _, err := stmt.ExecContext(t.ctx, journal, first+int64(i), a.At, a.Kind, a.Actor, a.Role, a.Origin, a.Key, a.Request[:],
			a.Subject, a.Note, bytesOf(acts[i].Answer), acts[i].Digest[:]); err != nil {
			return err
		}
	}
	return nil
}

func (t inSQLite) addTransfers(journal string, first int64, acts []Posted) error {
	stmt := t.tx.StmtContext(t.ctx, t.addTransfer)
	for i := range acts {
		for n, m := range acts[i].Act.Transfers {
			if _, err := stmt.ExecContext(t.ctx, journal, first+int64(i), int64(n), acts[i].Act.At, string(m.Debit), string(m.Credit), int64(m.Amount),
				flag(m.Debit.Held()), flag(m.Credit.Held())); err != nil {
				return err
			}
		}
	}
	return nil
}

func (t inSQLite) setBalances(accounts []string, amounts []int64) error {
	stmt := t.tx.StmtContext(t.ctx, t.setBalance)
	for i, a := range accounts {
		if _, err := stmt.ExecContext(t.ctx, a, amounts[i]); err != nil {
			return err
		}
	}
	return nil
}

func (t inSQLite) addTickets(journal string, sold []Ticket) error {
	stmt := t.tx.StmtContext(t.ctx, t.addTicket)
	for i := range sold {
		k := &sold[i]
		if _, err := stmt.ExecContext(t.ctx, string(k.Block), k.Position, string(k.Owner), flag(k.Play), int64(k.Price), k.SoldAt,
			journal, k.Seq, k.Digest[:]); err != nil {
			return err
		}
	}
	return nil
}

func (t inSQLite) revealTickets(revealed []Ticket) error {
	stmt, touched := t.tx.StmtContext(t.ctx, t.revealTicket), int64(0)
	for i := range revealed {
		k := &revealed[i]
		result, err := stmt.ExecContext(t.ctx, k.RevealedAt, k.Lot, k.Composition, bytesOf(k.Secret), int64(k.Paid), string(k.Block), k.Position)
		if err != nil {
			return err
		}
		n, err := result.RowsAffected()
		if err != nil {
			return err
		}
		touched += n
	}
	return unrevealed(touched, revealed)
}

func (t inSQLite) setNext(ids []string, next []int64) error {
	stmt := t.tx.StmtContext(t.ctx, t.moveNext)
	for i, id := range ids {
		if _, err := stmt.ExecContext(t.ctx, next[i], id); err != nil {
			return err
		}
	}
	return nil
}

func (t inSQLite) addPaid(lots []lotSum) error {
	stmt := t.tx.StmtContext(t.ctx, t.addLot)
	for _, l := range lots {
		if _, err := stmt.ExecContext(t.ctx, string(l.Block), l.Lot, l.revealed, l.paid); err != nil {
			return err
		}
	}
	return nil
}

func (t inSQLite) moveHead(to rows.MoveHeadParams) error {
	touched, err := rows.New(t.tx).MoveHead(t.ctx, to)
	return fencedIfUntouched(touched, err)
}
