package store

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"tirage/internal/store/rows"
)

// openPostgres opens a pool of connections. Nothing of an address that cannot be read is shown: it may be a password.
func (s *Store) openPostgres(dsn string) error {
	config, err := pgx.ParseConfig(dsn)
	if err != nil {
		return errors.Join(ErrDatabase)
	}
	config.RuntimeParams["application_name"] = "tirage"
	config.RuntimeParams["synchronous_commit"] = "on"
	// Plans follow the tables as they grow: a plan kept from when a table was empty would read it whole.
	config.RuntimeParams["plan_cache_mode"] = "force_custom_plan"
	// Every list is looked up in tables that only grow, by key: whatever the planner thinks of their sizes, it never pays to
	// read and sort such a table whole.
	config.RuntimeParams["enable_hashjoin"] = "off"
	config.RuntimeParams["enable_mergejoin"] = "off"
	config.RuntimeParams["random_page_cost"] = "1.1"
	// A node that is stopped in the middle of a transaction holds up the others no longer than this.
	config.RuntimeParams["idle_in_transaction_session_timeout"] = "60000"
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 120))
	if err != nil {
		return err
	}
	const connections = 16
	s.writer = stdlib.OpenDB(*config)
	s.writer.SetMaxOpenConns(connections)
	s.writer.SetMaxIdleConns(connections)
	s.writer.SetConnMaxIdleTime(5 * time.Minute)
	s.reader = s.writer
	s.engine = engine{
		bulk: onPostgres{}, dialect: goose.DialectPostgres, secret: config.Password, schema: func(f fs.FS) fs.FS { return f },
		options: []goose.ProviderOption{goose.WithDisableGlobalRegistry(true), goose.WithSessionLocker(locker)},
		notify:  "select pg_notify('" + news + "', '')", listen: listener(config),
		view: sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true},
	}
	return nil
}

// onPostgres is bulk on PostgreSQL.
type onPostgres struct{}

func (onPostgres) prepare(context.Context, *sql.DB) error { return nil } // the driver does it at first use

func (onPostgres) begin(ctx context.Context, db *sql.DB) (transaction, error) {
	conn, err := db.Conn(ctx)
	return &inPostgres{ctx: ctx, conn: conn}, err
}

// inPostgres is a transaction on PostgreSQL. Each list is one statement, its columns arrays. Statements are sent together, for
// an answer to each would cost as much as its work: those that read, with the begin, then those that write, then the commit.
// That goes alone: only once all others are known to have done what they should.
type inPostgres struct {
	ctx     context.Context
	conn    *sql.Conn
	tx      pgx.Tx     // nil until it is begun
	waiting *pgx.Batch // nil for none
}

func (t *inPostgres) queue(text string, args ...any) *pgx.QueuedQuery {
	if t.waiting == nil {
		t.waiting = &pgx.Batch{}
		if t.tx == nil {
			t.waiting.BeginTx(pgx.TxOptions{})
		}
	}
	return t.waiting.Queue(text, args...)
}

// queueAll queues a statement whose rows are scanned.
func queueAll[V any](t *inPostgres, scan func(scanner) (V, error), found func(V), text string, args ...any) {
	t.queue(text, args...).Query(func(list pgx.Rows) error { return scanAll(list, scan, found) })
}

func (t *inPostgres) send() error {
	batch := t.waiting
	if t.waiting = nil; batch == nil {
		return nil
	}
	return t.conn.Raw(func(driver any) error {
		results := driver.(*stdlib.Conn).Conn().SendBatch(t.ctx, batch)
		if t.tx == nil {
			t.tx = results.Tx()
		}
		return results.Close()
	})
}

func (t *inPostgres) statements() rows.DBTX { return t.conn }

func (t *inPostgres) commit() error {
	return t.conn.Raw(func(any) error { return t.tx.Commit(t.ctx) })
}

func (t *inPostgres) rollback() {
	t.abandon()
	_ = t.conn.Close() // it goes back to the pool, which looks at it before it is used again
}

// abandon ends the transaction; what is queued next begins another.
func (t *inPostgres) abandon() {
	if t.tx != nil {
		_ = t.conn.Raw(func(any) error { return t.tx.Rollback(t.ctx) }) // which closes the connection if it fails; nothing is left after a commit
	}
	t.tx, t.waiting = nil, nil
}

// read makes the balances that are missing, so that they too can be locked, and then asks again from the beginning: what was
// read after them was read too early.
func (t *inPostgres) read(journal string, token int64, ask *asked, f *Found) error {
	found, err := t.readOnce(journal, token, ask, f, false)
	if err == nil && found < len(ask.accounts) {
		t.abandon()
		_, err = t.readOnce(journal, token, ask, f, true)
	}
	return err
}

func (t *inPostgres) readOnce(journal string, token int64, ask *asked, f *Found, missing bool) (balances int, err error) {
	t.queue("select seq, digest from journal where name = $1 and token = $2 for update", journal, token).
		QueryRow(func(row pgx.Row) (err error) {
			f.Head, err = scanHead(row)
			return err
		})
	if missing {
		t.queue("insert into balance (account, amount) select account, 0 from unnest($1::text[]) as asked (account) "+
			"order by account on conflict (account) do nothing", ask.accounts)
	}
	if len(ask.accounts) > 0 {
		queueAll(t, scanBalance, func(k kept) {
			f.Balances[k.account] = k.amount
			balances++
		}, "select account, amount from balance where account = any($1::text[]) order by account for update", ask.accounts)
	}
	if len(ask.persons) > 0 {
		queueAll(t, scanStanding, func(p standing) { f.Persons[p.id] = p.Standing },
			"select id, role, locked, erased from person where id = any($1::text[])", ask.persons)
	}
	if len(ask.blocks) > 0 {
		queueAll(t, scanBlock, func(b Block) { f.Blocks[b.ID] = b },
			"select "+blockColumns+" from block where id = any($1::text[]) order by id for update", ask.blocks)
	}
	if n := len(ask.tickets); n > 0 {
		blocks, positions := make([]string, n), make([]int64, n)
		for i, r := range ask.tickets {
			blocks[i], positions[i] = string(r.Block), r.Position
		}
		queueAll(t, scanTicket, func(k Ticket) { f.Tickets[k.TicketRef] = k },
			"select "+ticketColumns+" from ticket where (block, position) in (select * from unnest($1::text[], $2::bigint[])) "+
				"order by block, position for update", blocks, positions)
	}
	t.readCounter(ask, f)
	t.readHall(ask, f)
	if n := len(ask.keys); n > 0 {
		actors, texts := make([]string, n), make([]string, n)
		for i, k := range ask.keys {
			actors[i], texts[i] = k.Actor, k.Key
		}
		queueAll(t, scanDone, func(k keyed) { f.Done[k.ActKey] = k.Done },
			"select a.actor, a.key, a.request, a.answer, a.journal, a.seq from unnest($1::text[], $2::text[]) as asked (actor, key) "+
				"join act as a on a.actor = asked.actor and a.key = asked.key and a.key <> ''", actors, texts)
	}
	err = t.send()
	return balances, err
}
