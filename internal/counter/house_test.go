package counter

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"tirage/internal/keeper"
	"tirage/internal/press"
	"tirage/internal/shop"
	"tirage/internal/store"
	"tirage/ledger"
	"tirage/money"
	"tirage/retail"
	"tirage/seal"
)

// How tests of the counter are written:
//
//	onEach(t, func(t *testing.T, d database) {
//		h := newHouse(t, options{dsn: d.fresh(t)}) // a house with the small block, registered by h.operator and h.second
//		shopkeeper := h.open()                     // the issue is open, and somebody is a retailer, with all paper packs active
//		ticket := h.paper(20_00, 0)                // the first paper ticket with a lot of 20 €, with its numbers
//		…
//		h.pass(time.Hour)                          // the house's clock goes on when it is told to, or by a millisecond a look
//		h.sound()                                  // at the end: the journal adds up
//	})
//
// The small block is a specimen, so that everything is play money: h.account, h.balance. Its price is 10 €, a retailer pays up to 20 €, a
// centre up to 200 €, and its lots are 500, 100, 20 and 10 €. Of its 100 packs of 20 tickets, the first 40 are online.

const (
	smallPacks   = 100
	smallPack    = 20 // tickets
	smallOnline  = 40 // packs
	smallTickets = smallPacks * smallPack
	smallPrice   = money.Cents(10_00)
)

const smallGame = `kind: scratch
id: small
game_code: 7
version: 1
name: {fr: Petit, en: Small}
source: {fr: Essai, en: Test}
price: 10
currency: EUR
block: 2000
pack: 20
control_box: {fr: NUL SI DÉCOUVERT, en: VOID IF UNCOVERED}
claim: {days: 30}
payment: {retailer: 20, centre: 200}
captions: {language: fr}
lots:
  article: "2"
  stated: {lots: 440, total: 13000}
  rows:
    - {amount: 500, count: 10, total: 5000}
    - {amount: 100, count: 30, total: 3000}
    - {amount: 20, count: 100, total: 2000}
    - {amount: 10, count: 300, total: 3000}
surfaces:
  - id: dice
    name: {fr: DÉS, en: DICE}
    article: "4.1"
    mechanic: dice-sum
    with:
      amounts: [10, 20, 100, 500]
      articles: {win: "4.1.3", lose: "4.1.4", elements: "4.1.2"}
  - id: bonus
    name: {fr: BONUS, en: BONUS}
    article: "4.2"
    mechanic: shown-amount
    with:
      amounts: [0, 10]
      articles: {win: "4.2.3", lose: "4.2.4", elements: "4.2.2"}
`

// printed holds blocks of the small game for all tests, by their number.
var printed struct {
	sync.Mutex
	dir string
}

func TestMain(m *testing.M) {
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

// small gives the folder of a specimen of the small game, the same in every run: all of it, with its seeds.
func small(t testing.TB, number uint16) string {
	t.Helper()
	printed.Lock()
	defer printed.Unlock()
	var err error
	if printed.dir == "" {
		if printed.dir, err = os.MkdirTemp("", "counter"); err != nil {
			t.Fatal(err)
		}
	}
	folder := filepath.Join(printed.dir, fmt.Sprint(number))
	if _, err := os.Stat(folder); err == nil {
		return folder
	}
	_, err = press.Print(context.Background(), []byte(smallGame), press.Options{
		Out: folder, Number: number, Online: smallOnline, Specimen: true,
		SeedA: seal.NewSeed([32]byte{1, byte(number)}), SeedB: seal.NewSeed([32]byte{2, byte(number)}),
	})
	if err != nil {
		t.Fatal(err)
	}
	return folder
}

// clock is the house's, which a test moves. Each look at it moves it on by a millisecond.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(time.Millisecond)
	return c.at
}

func (c *clock) set(at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = at
}

// house is a house with a counter on a database, with a keeper in it.
type house struct {
	*Counter
	t     testing.TB
	dsn   string
	dir   string
	clock *clock
	book  *keeper.Book

	operator, second shop.By // both operators
	block            store.BlockID
	stock            *press.Stock // of the block, as its printer has it
	press            *seal.Press  // of the block: its numbers
}

// options are what tests change of a house before it is opened.
type options struct {
	dsn    string // "" for SQLite
	dir    string // with the keeper; "" for a new one
	node   string // "" for one
	clock  *clock
	fault  func(point string) error
	change func(*shop.Options)
}

// openHouse opens a house; what it holds stays in its folder and its database.
func openHouse(t testing.TB, o options) *house {
	t.Helper()
	h := &house{t: t, dir: o.dir, dsn: o.dsn, clock: o.clock}
	if h.dir == "" {
		h.dir = t.TempDir()
	}
	if h.dsn == "" {
		h.dsn = "sqlite:" + filepath.Join(h.dir, "house.db")
	}
	if h.clock == nil {
		h.clock = &clock{at: time.Date(2026, 3, 2, 8, 0, 0, 0, time.UTC)} // a Monday
	}
	if o.node == "" {
		o.node = "one"
	}
	kept, err := store.Open(t.Context(), h.dsn, store.Options{Fault: o.fault})
	if err != nil {
		t.Fatal(err)
	}
	if h.book, err = keeper.Open(keeper.Options{Dir: filepath.Join(h.dir, "keeper")}); err != nil {
		t.Fatal(err)
	}
	verifier, err := keeper.ReadVerifier(filepath.Join(h.dir, "keeper"))
	if err != nil {
		t.Fatal(err)
	}
	made := shop.Options{
		Store: kept, Node: o.node, Keeper: h.book, KeeperVerifier: verifier, Single: true, Demo: true, Currency: money.EUR, LeaseTTL: 2 * time.Second,
		Now: h.clock.now, Log: slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn})),
	}
	if o.change != nil {
		o.change(&made)
	}
	opened, err := shop.Open(t.Context(), made)
	if err != nil {
		t.Fatal(err)
	}
	h.Counter = Open(opened, kept)
	return h
}

// newHouse is a house with the small block registered, two operators, and nothing else, that is closed when the test ends.
func newHouse(t testing.TB, o options) *house {
	t.Helper()
	h := openHouse(t, o)
	t.Cleanup(h.close)
	h.operator, h.second = h.person(shop.Operator), h.person(shop.Operator)
	h.block = h.register(small(t, 1))
	h.look(small(t, 1))
	return h
}

func (h *house) close() {
	if h.Counter == nil {
		return
	}
	if h.stock != nil {
		h.stock.Close()
	}
	for _, end := range []func() error{h.shop.Close, h.book.Close, h.store.Close} {
		if err := end(); err != nil {
			h.t.Error(err)
		}
	}
	h.Counter = nil
}

// register gives a specimen to the keeper and registers it by two persons.
func (h *house) register(folder string) store.BlockID {
	h.t.Helper()
	id := h.give(folder)
	if err := h.approve(shop.RegisterBlock, fmt.Sprintf(`{"folder":%q,"play":true}`, folder)); err != nil {
		h.t.Fatal(err)
	}
	return id
}

// propose gives a specimen to the keeper and proposes to register it.
func (h *house) propose(folder string) (proposal string) {
	h.t.Helper()
	h.give(folder)
	p, err := h.shop.Propose(h.t.Context(), h.operator, shop.RegisterBlock, fmt.Appendf(nil, `{"folder":%q,"play":true}`, folder), "a good reason")
	if err != nil {
		h.t.Fatal(err)
	}
	return p.ID
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
	return store.BlockID(fmt.Sprintf("%04d-%02d-%04d", facts.Block.Game, facts.Block.Issue, facts.Block.Number))
}

// player is somebody with play money.
func (h *house) player(cents money.Cents) shop.By {
	h.t.Helper()
	by := h.person(shop.Player)
	if _, err := h.shop.Deposit(h.t.Context(), by, "first", cents, true); err != nil {
		h.t.Fatal(err)
	}
	return by
}

// acts counts the acts of a kind.
func (h *house) acts(kind string) (n int) {
	h.t.Helper()
	for r, err := range h.store.Acts(h.t.Context(), "one", 0) {
		if err != nil {
			h.t.Fatal(err)
		}
		if r.Act.Kind == kind {
			n++
		}
	}
	return n
}

// look opens the block for the test, which knows all its numbers as its press does.
func (h *house) look(folder string) {
	h.t.Helper()
	var err error
	if h.stock, err = press.OpenStock(folder, "", nil); err != nil {
		h.t.Fatal(err)
	}
	a, b, err := h.stock.Seeds()
	if err != nil {
		h.t.Fatal(err)
	}
	if h.press, err = seal.NewPress(a, b, h.stock.Manifest.Block); err != nil {
		h.t.Fatal(err)
	}
}

// approve has an act proposed by the operator and approved by the second one. It gives back what the act was refused with.
func (h *house) approve(kind shop.Kind, body string) error {
	h.t.Helper()
	p, err := h.shop.Propose(h.t.Context(), h.operator, kind, []byte(body), "a good reason")
	if err != nil {
		return err
	}
	_, err = h.shop.Decide(h.t.Context(), h.second, p.ID, true, "looked at it")
	return err
}

// person puts somebody into the database as the desk does, without hashing a password.
func (h *house) person(role shop.Role) shop.By {
	h.t.Helper()
	id, err := h.shop.Identifier()
	if err != nil {
		h.t.Fatal(err)
	}
	p := store.Person{ID: store.PersonID(id), Login: id, Password: "none", Role: string(role), TagSecret: []byte(id), Created: 1}
	a := shop.By{Person: "desk", Role: shop.Administrator}.Act("register")
	a.Subject, a.Note = id, string(role)
	err = h.shop.Do(h.t.Context(), shop.Task{
		Ask:    func(*store.Ask) {},
		Decide: func(b *shop.Batch) error { _, err := b.Post(a, nil); return err },
		Also:   func(ctx context.Context, tx *store.Tx) error { return tx.AddPerson(ctx, p) },
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return shop.By{Person: p.ID, Role: role, Origin: "here"}
}

// commission and limit are the terms of the tests' retailers.
const (
	commission = 50_000 // parts per million
	limit      = money.Cents(100_000_00)
)

// retailer makes somebody a retailer.
func (h *house) retailer() shop.By {
	h.t.Helper()
	by := h.person(shop.Retailer)
	terms := Terms{Person: by.Person, Commission: commission, Limit: limit, Reason: "a good shop"}
	if _, err := h.AddRetailer(h.t.Context(), h.operator, "add-"+string(by.Person), terms); err != nil {
		h.t.Fatal(err)
	}
	return by
}

// open opens the block's issue, and gives a new retailer all paper packs, active.
func (h *house) open() shop.By {
	h.t.Helper()
	h.openIssue()
	by := h.retailer()
	h.deliver(by, smallOnline, smallPacks-1)
	return by
}

func (h *house) openIssue() {
	h.t.Helper()
	if _, err := h.OpenIssue(h.t.Context(), h.operator, "open-issue", h.block.Issue(), "notice of opening"); err != nil {
		h.t.Fatal(err)
	}
}

// deliver gives packs to a retailer, who activates them.
func (h *house) deliver(to shop.By, first, last int64) {
	h.t.Helper()
	h.move(h.operator, retail.Received, to, first, last)
	h.move(to, retail.Confirmed, to, first, last)
	h.move(to, retail.Active, to, first, last)
}

// move moves packs of a retailer.
func (h *house) move(by shop.By, to retail.PackState, of shop.By, first, last int64) Moved {
	h.t.Helper()
	p := Packs{Block: h.block, First: first, Last: last, Retailer: of.Person}
	m, err := h.Move(h.t.Context(), by, fmt.Sprintf("%s-%d-%d", to, first, last), to, p)
	if err != nil {
		h.t.Fatalf("packs %d to %d become %s: %v", first, last, to, err)
	}
	return m
}

// closeIssue closes the block's issue today, and gives the moment at which its claims lapse.
func (h *house) closeIssue() time.Time {
	h.t.Helper()
	today := retail.ParisDay(h.shop.Time())
	body := fmt.Sprintf(`{"issue":%q,"notice":"notice of closing","day":%q}`, h.block.Issue(), today)
	if err := h.approve(CloseIssue, body); err != nil {
		h.t.Fatal(err)
	}
	_, at := retail.Lapse(today, 30)
	return time.UnixMicro(at)
}

// refused fails the test unless an act was refused by this name.
func (h *house) refused(err error, name string) {
	h.t.Helper()
	if got := shop.RefusalName(err); got != name {
		h.t.Errorf("refused with %q (%v), not with %q", got, err, name)
	}
}

// ticket is a paper ticket as its holder has it.
type ticket struct {
	store.TicketRef
	serial, virn string // as printed
	amount       money.Cents
	lot          int64 // 0 for none
	pack         int64
	outcome      seal.Outcome
	secret       seal.Secret
}

// at is the ticket of a position.
func (h *house) at(position int64) ticket {
	h.t.Helper()
	var numbers seal.Ticket
	if err := h.press.Ticket(int(position), &numbers); err != nil {
		h.t.Fatal(err)
	}
	a, b, err := h.stock.Seeds()
	if err != nil {
		h.t.Fatal(err)
	}
	ours, err := seal.NewHouseKey(a, h.stock.Manifest.Block)
	if err != nil {
		h.t.Fatal(err)
	}
	theirs, err := seal.NewKeeperKey(b, h.stock.Manifest.Block)
	if err != nil {
		h.t.Fatal(err)
	}
	one, err := ours.Half(numbers.Serial)
	if err != nil {
		h.t.Fatal(err)
	}
	two, err := theirs.Half(numbers.Serial)
	if err != nil {
		h.t.Fatal(err)
	}
	opened, err := h.stock.Open(position, one, two)
	if err != nil {
		h.t.Fatal(err)
	}
	return ticket{
		TicketRef: store.TicketRef{Block: h.block, Position: position}, serial: numbers.Serial.String(), virn: numbers.VIRN.Text(),
		amount: opened.Amount, lot: int64(opened.Outcome.Lot), pack: position / smallPack, outcome: opened.Outcome, secret: opened.Secret,
	}
}

// paper is the n-th paper ticket, from 0, with a lot of an amount; 0 for a ticket that loses.
func (h *house) paper(amount money.Cents, n int) ticket {
	h.t.Helper()
	for position := int64(smallOnline * smallPack); position < smallTickets; position++ {
		if t := h.at(position); t.amount == amount {
			if n == 0 {
				return t
			}
			n--
		}
	}
	h.t.Fatalf("there are not so many paper tickets of %d", amount)
	return ticket{}
}

// pass moves the house's clock on.
func (h *house) pass(d time.Duration) { h.clock.set(h.clock.now().Add(d)) }

// account is the account of the block's money.
func (h *house) account(k ledger.Kind, owner string) ledger.Account {
	return shop.Playing(ledger.Of(k, owner), true)
}

// balance is what an account holds by the journal.
func (h *house) balance(k ledger.Kind, owner string) money.Cents {
	h.t.Helper()
	amount, err := h.store.Balance(h.t.Context(), h.account(k, owner))
	if err != nil {
		h.t.Fatal(err)
	}
	return amount
}

// sound verifies the journals, and counts tickets and money apart from them.
func (h *house) sound() {
	h.t.Helper()
	report, err := shop.Verify(h.t.Context(), h.store, nil, func(f *ledger.Fault) { h.t.Errorf("the record does not add up: %v", f) }, nil)
	if err != nil {
		h.t.Fatal(err)
	}
	if !report.OK() {
		h.t.Errorf("the ledger does not add up: %v", report.Faults)
	}
}
