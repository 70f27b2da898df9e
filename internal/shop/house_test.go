package shop

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"tirage/games"
	"tirage/internal/keeper"
	"tirage/internal/press"
	"tirage/internal/store"
	"tirage/ledger"
	"tirage/money"
	"tirage/seal"
)

// printed is a specimen of Vegas for all tests: 40 packs of its online share.
var printed struct {
	once sync.Once
	dir  string
	err  error
}

// Main is TestMain. It stands in package shop_test, which may import the counter above this package: see room_test.go.
func Main(m *testing.M) {
	if task := os.Getenv(childTask); task != "" {
		os.Exit(child(task)) // see kill_test.go
	}
	code := m.Run()
	if printed.dir != "" {
		os.RemoveAll(printed.dir)
	}
	if err := stopDatabases(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

const packs = 40

// paperSpecimen gives the folder of another one, of which half of the packs are for sale on paper.
func paperSpecimen(t testing.TB) string {
	t.Helper()
	folder := filepath.Join(filepath.Dir(specimen(t)), "paper")
	if _, err := os.Stat(folder); err == nil {
		return folder
	}
	file, err := games.Open("vegas-3eur")
	if err != nil {
		t.Fatal(err)
	}
	o := press.Options{Out: folder, Number: 1, Online: packs / 2, Specimen: true, Packs: press.Packs{First: 0, End: packs}}
	if _, err := press.Print(context.Background(), file, o); err != nil {
		t.Fatal(err)
	}
	return folder
}

// specimen gives the folder of a specimen block.
func specimen(t testing.TB) string {
	t.Helper()
	printed.once.Do(func() {
		var file []byte
		if file, printed.err = games.Open("vegas-3eur"); printed.err != nil {
			return
		}
		if printed.dir, printed.err = os.MkdirTemp("", "shop"); printed.err != nil {
			return
		}
		_, printed.err = press.Print(context.Background(), file, press.Options{
			Out: filepath.Join(printed.dir, "block"), Number: 1, Online: 20_000, Specimen: true, Packs: press.Packs{First: 0, End: packs},
		})
	})
	if printed.err != nil {
		t.Fatal(printed.err)
	}
	return filepath.Join(printed.dir, "block")
}

// anotherSpecimen prints a specimen of another number, a pack of it.
func anotherSpecimen(t testing.TB, number uint16) string {
	t.Helper()
	file, err := games.Open("vegas-3eur")
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(t.TempDir(), "block")
	o := press.Options{Out: folder, Number: number, Online: 20_000, Specimen: true, Packs: press.Packs{First: 0, End: 1}}
	if _, err := press.Print(t.Context(), file, o); err != nil {
		t.Fatal(err)
	}
	return folder
}

// house is a house on a database, with a keeper in it.
type house struct {
	*Shop
	t     testing.TB
	dsn   string
	dir   string
	store *store.Store
	book  *keeper.Book
}

// options are what tests change of a house before it is opened.
type options struct {
	dsn    string
	dir    string
	node   string
	fault  func(point string) error
	change func(*Options) // to any other
	keep   keeper.Keeper

	verifier string           // of keep
	now      func() time.Time // of the house, not of its leases
	lease    time.Duration
	keys     string // folder of the house's keys
	signed   string // the house's own verifier key
	log      io.Writer
}

// open opens a house; what it holds stays in its folder.
func open(t testing.TB, o options) *house {
	t.Helper()
	h := &house{t: t, dir: o.dir, dsn: o.dsn}
	if h.dir == "" {
		h.dir = t.TempDir()
	}
	if h.dsn == "" {
		h.dsn = "sqlite:" + filepath.Join(h.dir, "house.db")
	}
	if o.node == "" {
		o.node = "one"
	}
	var err error
	if h.store, err = store.Open(t.Context(), h.dsn, store.Options{Fault: o.fault}); err != nil {
		t.Fatal(err)
	}
	if o.keep == nil {
		if h.book, err = keeper.Open(keeper.Options{Dir: filepath.Join(h.dir, "keeper")}); err != nil {
			t.Fatal(err)
		}
		o.keep = h.book
	}
	if o.verifier == "" {
		if o.verifier, err = keeper.ReadVerifier(filepath.Join(h.dir, "keeper")); err != nil {
			t.Fatal(err)
		}
	}
	if o.lease == 0 {
		o.lease = 2 * time.Second
	}
	level := slog.LevelDebug
	if o.log == nil {
		o.log, level = t.Output(), slog.LevelWarn
	}
	made := Options{
		Store: h.store, Node: o.node, Keeper: o.keep, KeeperVerifier: o.verifier, Single: true, Currency: money.EUR, LeaseTTL: o.lease,
		Now: o.now, Keys: o.keys, Verifier: o.signed,
		Log: slog.New(slog.NewTextHandler(o.log, &slog.HandlerOptions{Level: level})),
	}
	if o.change != nil {
		o.change(&made)
	}
	if h.Shop, err = Open(t.Context(), made); err != nil {
		t.Fatal(err)
	}
	return h
}

// newHouse is a house with a specimen block on sale, that is closed when the test ends.
func newHouse(t testing.TB, o options) *house {
	t.Helper()
	h := open(t, o)
	t.Cleanup(h.close)
	h.stock(specimen(t))
	return h
}

func (h *house) close() {
	if h.Shop == nil {
		return
	}
	if err := h.Close(); err != nil {
		h.t.Error(err)
	}
	if h.book != nil {
		if err := h.book.Close(); err != nil {
			h.t.Error(err)
		}
	}
	if err := h.store.Close(); err != nil {
		h.t.Error(err)
	}
	h.Shop = nil
}

// stock gives a specimen to the keeper and registers it by two persons.
func (h *house) stock(folder string) store.BlockID {
	h.t.Helper()
	id := h.give(folder)
	one, two := h.person(Operator), h.person(Operator)
	p, err := h.Propose(h.t.Context(), one, RegisterBlock, fmt.Appendf(nil, `{"folder":%q,"play":true}`, folder), "first block")
	if err != nil {
		h.t.Fatal(err)
	}
	if _, err := h.Decide(h.t.Context(), two, p.ID, true, "looked at it"); err != nil {
		h.t.Fatal(err)
	}
	return id
}

// give gives a specimen to the keeper.
func (h *house) give(folder string) store.BlockID {
	h.t.Helper()
	stock, err := press.OpenStock(folder, "", nil)
	if err != nil {
		h.t.Fatal(err)
	}
	defer stock.Close()
	_, b, err := stock.Seeds()
	if err != nil {
		h.t.Fatal(err)
	}
	key, err := seal.NewKeeperKey(b, stock.Manifest.Block)
	if err != nil {
		h.t.Fatal(err)
	}
	facts := keeper.Facts{Block: stock.Manifest.Block, Online: int64(stock.Manifest.Shares.Online)}
	manifest, err := os.ReadFile(filepath.Join(folder, "manifest"))
	if err != nil {
		h.t.Fatal(err)
	}
	if err := keeper.Add(filepath.Join(h.dir, "keeper"), facts, key, manifest); err != nil {
		h.t.Fatal(err)
	}
	return blockID(stock.Manifest.Block)
}

// person puts somebody into the database as the desk does, without hashing a password.
func (h *house) person(role Role) By {
	h.t.Helper()
	id, err := h.identifier()
	if err != nil {
		h.t.Fatal(err)
	}
	return h.personOf(id, role)
}

// personOf puts somebody with a pseudonym into the database.
func (h *house) personOf(id string, role Role) By {
	h.t.Helper()
	p := store.Person{ID: store.PersonID(id), Login: id, Password: "none", Role: string(role), TagSecret: []byte(id), Created: 1}
	a := By{Person: deskName, Role: Administrator}.act("register")
	a.Subject, a.Note = id, string(role)
	err := h.do(h.t.Context(), &task{
		ask:    func(*store.Ask) {},
		decide: func(b *Batch) error { _, err := b.Post(a, nil); return err },
		also:   func(ctx context.Context, tx *store.Tx) error { return tx.AddPerson(ctx, p) },
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return By{Person: p.ID, Role: role}
}

// player is somebody with play money.
func (h *house) player(cents money.Cents) By {
	h.t.Helper()
	by := h.person(Player)
	if cents > 0 {
		if _, err := h.Deposit(h.t.Context(), by, "first", cents, true); err != nil {
			h.t.Fatal(err)
		}
	}
	return by
}

// sql changes the database behind the house's back.
func (h *house) sql(statement string, args ...any) {
	h.t.Helper()
	driver, dsn := "pgx", h.dsn
	if path, ok := strings.CutPrefix(h.dsn, "sqlite:"); ok {
		driver, dsn = "sqlite", "file:"+path+"?_pragma=busy_timeout(5000)"
	}
	db, err := sql.Open(driver, dsn)
	if err != nil {
		h.t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(h.t.Context(), statement, args...); err != nil {
		h.t.Fatal(err)
	}
}

// sound verifies the journals, and counts tickets and money apart from them.
func (h *house) sound() {
	h.t.Helper()
	report, err := Verify(h.t.Context(), h.store, nil, func(f *ledger.Fault) { h.t.Errorf("the record does not add up: %v", f) }, nil)
	if err != nil {
		h.t.Fatal(err)
	}
	if !report.OK() {
		h.t.Errorf("the ledger does not add up: %v", report.Faults)
	}
}
