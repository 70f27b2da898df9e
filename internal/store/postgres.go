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

	"tirage/ledger"
	"tirage/money"
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
		view:    sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true},
	}
	return nil
}

// onPostgres is bulk on PostgreSQL: each list is one statement, its columns arrays. What is read is locked, in order.
type onPostgres struct{}

func (onPostgres) prepare(context.Context, *sql.DB) error { return nil } // the driver does it at first use

func (onPostgres) head(ctx context.Context, tx *sql.Tx, journal string, token int64) (ledger.Head, error) {
	return scanHead(tx.QueryRowContext(ctx, "select seq, digest from journal where name = $1 and token = $2 for update", journal, token))
}

// balances also makes the rows that are missing, so that they too can be locked.
func (onPostgres) balances(ctx context.Context, tx *sql.Tx, accounts []string, into map[ledger.Account]money.Cents) error {
	read := func() (found int, err error) {
		list, err := tx.QueryContext(ctx, "select account, amount from balance where account = any($1::text[]) order by account for update", accounts)
		err = scanAll(list, err, scanBalance, func(k kept) {
			into[k.account] = k.amount
			found++
		})
		return found, err
	}
	found, err := read()
	if err != nil || found == len(accounts) {
		return err
	}
	_, err = tx.ExecContext(ctx, "insert into balance (account, amount) select account, 0 from unnest($1::text[]) as asked (account) "+
		"order by account on conflict (account) do nothing", accounts)
	if err == nil {
		_, err = read()
	}
	return err
}

func (onPostgres) blocks(ctx context.Context, tx *sql.Tx, ids []string, into map[BlockID]Block) error {
	list, err := tx.QueryContext(ctx, "select "+blockColumns+" from block where id = any($1::text[]) order by id for update", ids)
	return scanAll(list, err, scanBlock, func(b Block) { into[b.ID] = b })
}

func (onPostgres) tickets(ctx context.Context, tx *sql.Tx, refs []TicketRef, into map[TicketRef]Ticket) error {
	blocks, positions := make([]string, len(refs)), make([]int64, len(refs))
	for i, r := range refs {
		blocks[i], positions[i] = string(r.Block), r.Position
	}
	list, err := tx.QueryContext(ctx, "select "+ticketColumns+" from ticket "+
		"where (block, position) in (select * from unnest($1::text[], $2::bigint[])) order by block, position for update", blocks, positions)
	return scanAll(list, err, scanTicket, func(t Ticket) { into[t.TicketRef] = t })
}

func (onPostgres) done(ctx context.Context, tx *sql.Tx, keys []ActKey, into map[ActKey]Done) error {
	actors, texts := make([]string, len(keys)), make([]string, len(keys))
	for i, k := range keys {
		actors[i], texts[i] = k.Actor, k.Key
	}
	list, err := tx.QueryContext(ctx, "select a.actor, a.key, a.request, a.answer, a.journal, a.seq "+
		"from unnest($1::text[], $2::text[]) as asked (actor, key) "+
		"join act as a on a.actor = asked.actor and a.key = asked.key and a.key <> ''", actors, texts)
	return scanAll(list, err, scanDone, func(k keyed) { into[k.ActKey] = k.Done })
}
