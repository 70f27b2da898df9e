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

	"github.com/pressly/goose/v3"
	_ "modernc.org/sqlite" // the driver "sqlite"

	"tirage/ledger"
	"tirage/money"
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
	balance, block, ticket, act                                                         *sql.Stmt // reads
	addAct, addTransfer, setBalance, addTicket, revealTicket, moveNext, addLot, journal *sql.Stmt
}

func (b *onSQLite) prepare(ctx context.Context, db *sql.DB) error {
	for _, s := range []struct {
		stmt **sql.Stmt
		text string
	}{
		{&b.journal, "select seq, digest from journal where name = ? and token = ?"},
		{&b.balance, "select b.account, b.amount from json_each(?) as asked cross join balance as b on b.account = asked.value"},
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
	} {
		var err error
		if *s.stmt, err = db.PrepareContext(ctx, s.text); err != nil {
			return err
		}
	}
	return nil
}

func (b *onSQLite) head(ctx context.Context, tx *sql.Tx, journal string, token int64) (ledger.Head, error) {
	return scanHead(tx.StmtContext(ctx, b.journal).QueryRowContext(ctx, journal, token))
}

// find scans the row of each key, if there is one.
func find[K, V any](ctx context.Context, tx *sql.Tx, stmt *sql.Stmt, keys []K, args func(K) []any, scan func(scanner) (V, error), found func(K, V)) error {
	stmt = tx.StmtContext(ctx, stmt)
	for _, k := range keys {
		switch v, err := scan(stmt.QueryRowContext(ctx, args(k)...)); {
		case err == nil:
			found(k, v)
		case !errors.Is(err, sql.ErrNoRows):
			return err
		}
	}
	return nil
}

func (b *onSQLite) balances(ctx context.Context, tx *sql.Tx, accounts []string, into map[ledger.Account]money.Cents) error {
	asked, err := json.Marshal(accounts)
	if err != nil {
		return err
	}
	list, err := tx.StmtContext(ctx, b.balance).QueryContext(ctx, string(asked))
	return scanAll(list, err, scanBalance, func(k kept) { into[k.account] = k.amount })
}

func (b *onSQLite) blocks(ctx context.Context, tx *sql.Tx, ids []string, into map[BlockID]Block) error {
	return find(ctx, tx, b.block, ids, func(id string) []any { return []any{id} }, scanBlock,
		func(id string, block Block) { into[BlockID(id)] = block })
}

func (b *onSQLite) tickets(ctx context.Context, tx *sql.Tx, refs []TicketRef, into map[TicketRef]Ticket) error {
	return find(ctx, tx, b.ticket, refs, func(r TicketRef) []any { return []any{string(r.Block), r.Position} }, scanTicket,
		func(r TicketRef, t Ticket) { into[r] = t })
}

func (b *onSQLite) done(ctx context.Context, tx *sql.Tx, keys []ActKey, into map[ActKey]Done) error {
	pairs := make([][2]string, len(keys))
	for i, k := range keys {
		pairs[i] = [2]string{k.Actor, k.Key}
	}
	asked, err := json.Marshal(pairs)
	if err != nil {
		return err
	}
	list, err := tx.StmtContext(ctx, b.act).QueryContext(ctx, string(asked))
	return scanAll(list, err, scanDone, func(k keyed) { into[k.ActKey] = k.Done })
}

func (b *onSQLite) addActs(ctx context.Context, tx *sql.Tx, journal string, first int64, acts []Posted) error {
	stmt := tx.StmtContext(ctx, b.addAct)
	for i := range acts {
		a := &acts[i].Act
		if _, err := stmt.ExecContext(ctx, journal, first+int64(i), a.At, a.Kind, a.Actor, a.Role, a.Origin, a.Key, a.Request[:],
			a.Subject, a.Note, bytesOf(acts[i].Answer), acts[i].Digest[:]); err != nil {
			return err
		}
	}
	return nil
}

func (b *onSQLite) addTransfers(ctx context.Context, tx *sql.Tx, journal string, first int64, acts []Posted) error {
	stmt := tx.StmtContext(ctx, b.addTransfer)
	for i := range acts {
		for n, t := range acts[i].Act.Transfers {
			if _, err := stmt.ExecContext(ctx, journal, first+int64(i), int64(n), acts[i].Act.At, string(t.Debit), string(t.Credit), int64(t.Amount),
				flag(t.Debit.Held()), flag(t.Credit.Held())); err != nil {
				return err
			}
		}
	}
	return nil
}

func (b *onSQLite) setBalances(ctx context.Context, tx *sql.Tx, accounts []string, amounts []int64) error {
	stmt := tx.StmtContext(ctx, b.setBalance)
	for i, a := range accounts {
		if _, err := stmt.ExecContext(ctx, a, amounts[i]); err != nil {
			return err
		}
	}
	return nil
}

func (b *onSQLite) addTickets(ctx context.Context, tx *sql.Tx, journal string, sold []Ticket) error {
	stmt := tx.StmtContext(ctx, b.addTicket)
	for i := range sold {
		t := &sold[i]
		if _, err := stmt.ExecContext(ctx, string(t.Block), t.Position, string(t.Owner), flag(t.Play), int64(t.Price), t.SoldAt,
			journal, t.Seq, t.Digest[:]); err != nil {
			return err
		}
	}
	return nil
}

func (b *onSQLite) revealTickets(ctx context.Context, tx *sql.Tx, revealed []Ticket) (int64, error) {
	stmt, touched := tx.StmtContext(ctx, b.revealTicket), int64(0)
	for i := range revealed {
		t := &revealed[i]
		result, err := stmt.ExecContext(ctx, t.RevealedAt, t.Lot, t.Composition, bytesOf(t.Secret), int64(t.Paid), string(t.Block), t.Position)
		if err != nil {
			return 0, err
		}
		n, err := result.RowsAffected()
		if err != nil {
			return 0, err
		}
		touched += n
	}
	return touched, nil
}

func (b *onSQLite) setNext(ctx context.Context, tx *sql.Tx, ids []string, next []int64) error {
	stmt := tx.StmtContext(ctx, b.moveNext)
	for i, id := range ids {
		if _, err := stmt.ExecContext(ctx, next[i], id); err != nil {
			return err
		}
	}
	return nil
}

func (b *onSQLite) addPaid(ctx context.Context, tx *sql.Tx, lots []lotSum) error {
	stmt := tx.StmtContext(ctx, b.addLot)
	for _, l := range lots {
		if _, err := stmt.ExecContext(ctx, string(l.Block), l.Lot, l.revealed, l.paid); err != nil {
			return err
		}
	}
	return nil
}
