package shop

import (
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tirage/internal/keeper"
	"tirage/internal/press"
	"tirage/ledger"
	"tirage/money"
	"tirage/seal"
)

// records is what a house and its keeper have on disk, read row by row and without the house's own code, to be added up again.
type records struct {
	t       testing.TB
	acts    []*actRow
	byPlace map[actPlace]*actRow
	tickets map[string][]*ticketRow // by block, in order of position
	blocks  map[string]*blockRow
	tags    map[string][]byte // secret of each person's owner tags
	keeper  map[string]keeper.State
	answers map[string]map[int64]int // how often the half of a position was given

	paperPaid map[string]int64 // lots that were paid at the counter, by block and lot
}

type actPlace struct {
	journal string
	seq     int64
}

type actRow struct {
	actPlace
	ledger.Act
	answer, digest []byte
}

type ticketRow struct {
	block                        string
	position                     int64
	owner                        string
	play, price, soldAt          int64
	by                           actPlace
	digest                       []byte
	revealedAt, lot, composition int64
	secret                       []byte
	paid                         int64
}

type blockRow struct {
	id, game, state, folder                   string
	play, price, first, onlineEnd, next, told int64
}

// openSQL opens the database beside the house.
func openSQL(t testing.TB, dsn string) *sql.DB {
	t.Helper()
	driver, source := "pgx", dsn
	if path, ok := strings.CutPrefix(dsn, "sqlite:"); ok {
		driver, source = "sqlite", "file:"+path+"?_pragma=busy_timeout(10000)"
	}
	db, err := sql.Open(driver, source)
	if err != nil {
		t.Fatal(err)
	}
	return db
}

func snapshot(dsn string) *sql.TxOptions {
	if strings.HasPrefix(dsn, "sqlite:") {
		return nil
	}
	return &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true}
}

// each reads the rows of a query.
func each(t testing.TB, tx *sql.Tx, query string, row func(scan func(...any) error) error) {
	t.Helper()
	rows, err := tx.QueryContext(context.Background(), query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := row(rows.Scan); err != nil {
			t.Fatalf("%s: %v", query, err)
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
}

func readRecords(t testing.TB, tx *sql.Tx) *records {
	t.Helper()
	r := &records{t: t, byPlace: map[actPlace]*actRow{}, tickets: map[string][]*ticketRow{}, blocks: map[string]*blockRow{}, tags: map[string][]byte{}}
	each(t, tx, `select journal, seq, at, kind, actor, role, origin, key, request, subject, note, answer, digest from act order by journal, seq`, func(scan func(...any) error) error {
		a := &actRow{}
		var request []byte
		err := scan(&a.journal, &a.seq, &a.At, &a.Kind, &a.Actor, &a.Role, &a.Origin, &a.Key, &request, &a.Subject, &a.Note, &a.answer, &a.digest)
		copy(a.Request[:], request)
		r.acts, r.byPlace[a.actPlace] = append(r.acts, a), a
		return err
	})
	each(t, tx, `select journal, seq, n, at, debit, credit, amount, debit_held, credit_held from transfer order by journal, seq, n`, func(scan func(...any) error) error {
		var place actPlace
		var n, at, debitHeld, creditHeld int64
		var l ledger.Transfer
		if err := scan(&place.journal, &place.seq, &n, &at, &l.Debit, &l.Credit, &l.Amount, &debitHeld, &creditHeld); err != nil {
			return err
		}
		a := r.byPlace[place]
		switch {
		case a == nil:
			t.Fatalf("a transfer of %v, which is no act", place)
		case int(n) != len(a.Transfers) || at != a.At || l.Debit.Held() != (debitHeld == 1) || l.Credit.Held() != (creditHeld == 1):
			t.Errorf("transfer %d of %v does not fit it", n, place)
		}
		a.Transfers = append(a.Transfers, l)
		return nil
	})
	each(t, tx, `select block, position, owner, play, price, sold_at, journal, seq, digest, revealed_at, lot, composition, secret, paid from ticket order by block, position`, func(scan func(...any) error) error {
		k := &ticketRow{}
		err := scan(&k.block, &k.position, &k.owner, &k.play, &k.price, &k.soldAt, &k.by.journal, &k.by.seq, &k.digest, &k.revealedAt, &k.lot, &k.composition, &k.secret, &k.paid)
		r.tickets[k.block] = append(r.tickets[k.block], k)
		return err
	})
	each(t, tx, `select id, game, state, folder, play, price, first, online_end, next, told from block`, func(scan func(...any) error) error {
		b := &blockRow{}
		err := scan(&b.id, &b.game, &b.state, &b.folder, &b.play, &b.price, &b.first, &b.onlineEnd, &b.next, &b.told)
		r.blocks[b.id] = b
		return err
	})
	each(t, tx, `select id, tag_secret from person`, func(scan func(...any) error) error {
		var id string
		var secret []byte
		err := scan(&id, &secret)
		r.tags[id] = secret
		return err
	})
	return r
}

func (r *records) readKeeper(dir string) {
	r.t.Helper()
	r.keeper, r.answers = map[string]keeper.State{}, map[string]map[int64]int{}
	states, err := keeper.Inspect(dir)
	if err != nil {
		r.t.Fatal(err)
	}
	for _, s := range states {
		r.keeper[s.Block] = s
		given := map[int64]int{}
		if err := keeper.ReadAnswered(dir, s.Block, func(_ keeper.Facts, a keeper.Answered) { given[a.Position]++ }); err != nil {
			r.t.Fatal(err)
		}
		r.answers[s.Block] = given
	}
}

// truth is what was sealed in a specimen, by its seeds.
type truth struct {
	folder    string
	stock     *press.Stock
	press     *seal.Press
	envelopes []byte
}

var (
	truths = map[string]*truth{}
	kept   = map[string][2]seal.Seed{} // of blocks for sale, whose folders have none
)

func sealed(t testing.TB, folder string) *truth {
	t.Helper()
	if known := truths[folder]; known != nil {
		return known
	}
	stock, err := press.OpenStock(folder, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	seeds, ours := kept[folder]
	if !ours {
		if seeds[0], seeds[1], err = stock.Seeds(); err != nil {
			t.Fatal(err)
		}
	}
	k := &truth{folder: folder, stock: stock}
	if k.press, err = seal.NewPress(seeds[0], seeds[1], stock.Manifest.Block); err != nil {
		t.Fatal(err)
	}
	if k.envelopes, err = os.ReadFile(filepath.Join(folder, "envelopes")); err != nil {
		t.Fatal(err)
	}
	truths[folder] = k
	return k
}

// at says what was sealed at a position.
func (k *truth) at(t testing.TB, pos int64) (serial string, o seal.Outcome, secret [16]byte, amount money.Cents) {
	t.Helper()
	var ticket seal.Ticket
	if err := k.press.Ticket(int(pos), &ticket); err != nil {
		t.Fatal(err)
	}
	o, err := k.press.Open((*[seal.RecordSize]byte)(k.envelopes[pos*seal.RecordSize:]), &ticket)
	if err != nil {
		t.Fatal(err)
	}
	_, amount, err = k.stock.Face(o, ticket.Secret)
	if err != nil {
		t.Fatal(err)
	}
	return ticket.Serial.String(), o, ticket.Secret.Bytes(), amount
}
