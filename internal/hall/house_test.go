package hall

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/note"

	"tirage/bingo"
	"tirage/gamefile"
	"tirage/games"
	"tirage/internal/keeper"
	"tirage/internal/shop"
	"tirage/internal/store"
	"tirage/ledger"
	"tirage/money"
	"tirage/secret"
)

func TestMain(m *testing.M) {
	if asChild() {
		os.Exit(1)
	}
	code := m.Run()
	if err := stopDatabases(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

// The keys of every house of these tests: the hall's, and the keeper's knowledge of them.
const (
	hallSigner   = "PRIVATE+KEY+hall+1700e45a+AccvlPberAT+QYuwCNt7fzJsRa7BW7LaJfX5IovBT30R"
	hallVerifier = "hall+1700e45a+AeLNd7s+fvXGCedb+X/zEEC9S7cS/OHynbNk46EQAqZR"
)

// house is a house with a hall on a database of its own.
type house struct {
	t        testing.TB
	store    *store.Store
	shop     *shop.Shop
	hall     *Hall
	book     *keeper.Book
	faults   func(point string) error // of the store; nil for none
	stopHall func()
	operator shop.By
	second   shop.By
	keys     int
}

// options says what a house of a test is made of.
type options struct {
	dsn   string
	node  string       // "" for "one"
	book  *keeper.Book // nil for one of its own
	draws keeper.Draws // nil for the book
	lease time.Duration
	now   func() time.Time
}

// yearsLater is how far the clock of these houses is ahead.
const yearsLater = 27

func hallKeys(t testing.TB) Keys {
	t.Helper()
	signer, err := note.NewSigner(hallSigner)
	if err != nil {
		t.Fatal(err)
	}
	return Keys{Signer: signer, Secret: secret.New([32]byte{9, 9})}
}

func newHouse(t testing.TB, o options) *house {
	t.Helper()
	if o.node == "" {
		o.node = "one"
	}
	if o.now == nil { // bubbles begin in 2000, before any formula was in force
		o.now = func() time.Time { return time.Now().Add(time.Duration(yearsLater) * 365 * 24 * time.Hour) }
	}
	if o.dsn == "" {
		o.dsn = onFile.fresh(t)
	}
	h := &house{t: t, book: o.book}
	var err error
	if h.book == nil {
		if h.book, err = keeper.Open(keeper.Options{Dir: filepath.Join(t.TempDir(), "keeper"), House: hallVerifier}); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { h.book.Close() })
	}
	if o.draws == nil {
		o.draws = h.book
	}
	h.store, err = store.Open(t.Context(), o.dsn, store.Options{Now: o.now, Fault: func(point string) error {
		if h.faults != nil {
			return h.faults(point)
		}
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	currency, err := money.ParseCurrency("EUR")
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	if testing.Verbose() {
		log = slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelDebug})).With("node", o.node)
	}
	h.shop, err = shop.Open(t.Context(), shop.Options{
		Store: h.store, Node: o.node, Keeper: h.book, KeeperVerifier: h.book.Verifier(), Single: true, Demo: true, Currency: currency, Log: log, Now: o.now,
	})
	if err != nil {
		t.Fatal(err)
	}
	h.hall, err = Open(h.shop, h.store, Options{Node: o.node, Keys: hallKeys(t), Keeper: o.draws, Log: log, Lease: o.lease})
	if err != nil {
		t.Fatal(err)
	}
	h.operator, h.second = h.person("operator", shop.Operator), h.person("second", shop.Operator)
	return h
}

// close ends the house; what it was asked for is done.
func (h *house) close() {
	h.t.Helper()
	h.stop()
	if err := errors.Join(h.shop.Close(), h.store.Close()); err != nil {
		h.t.Error(err)
	}
}

// run has the hall run by itself until stop, or the end of the house.
func (h *house) run() {
	ctx, cancel := context.WithCancel(context.WithoutCancel(h.t.Context()))
	done := make(chan struct{})
	go func() {
		defer close(done)
		h.hall.Run(ctx)
	}()
	h.stopHall = func() {
		cancel()
		<-done
	}
}

func (h *house) stop() {
	if h.stopHall != nil {
		h.stopHall()
		h.stopHall = nil
	}
}

// person is somebody of a role; the same on every node of a house.
func (h *house) person(id string, role shop.Role) shop.By {
	h.t.Helper()
	p := store.Person{ID: store.PersonID(id), Login: id, Password: "none", Role: string(role), TagSecret: []byte(id), Created: 1}
	err := h.store.Write(h.t.Context(), func(ctx context.Context, tx *store.Tx) error { return tx.AddPerson(ctx, p) })
	if err != nil && !errors.Is(err, store.ErrTaken) {
		h.t.Fatal(err)
	}
	return shop.By{Person: p.ID, Role: role}
}

// player is somebody with 1,000 € of play money.
func (h *house) player(id string) shop.By {
	h.t.Helper()
	by := h.person(id, shop.Player)
	if _, err := h.shop.Deposit(h.t.Context(), by, "purse", 1_000_00, true); err != nil {
		h.t.Fatal(err)
	}
	return by
}

// key is a new idempotency key.
func (h *house) key() string {
	h.keys++
	return fmt.Sprintf("key-%d-%s", h.keys, h.hall.holder[len(h.hall.holder)-8:])
}

// timetable is one of a draw every 100 seconds, a sale of 80 that is announced 10 before, and a ball every second: the first closes in 60.
func (h *house) timetable() Settings {
	return Settings{First: h.shop.Time() + 60*second, Every: 100, Sale: 80, Ahead: 10, Ball: 1000, Patience: 60, MaxCards: 12}
}

// open opens the room of a shipped formula for play money.
func (h *house) open(id string, s Settings) RoomView {
	h.t.Helper()
	v, err := h.hall.OpenRoom(h.t.Context(), h.operator, h.key(), RoomOrder{File: formulaFile(h.t, id), Play: true, Settings: s, Reason: "a room for a test"})
	if err != nil {
		h.t.Fatal(err)
	}
	return v
}

func formulaFile(t testing.TB, id string) string {
	t.Helper()
	file, err := games.Open(id)
	if err != nil {
		t.Fatal(err)
	}
	return string(file)
}

// order is an order of cards from an offer of as many.
func (h *house) order(by shop.By, room string, cards int) CardOrder {
	h.t.Helper()
	offer, err := h.hall.Offer(h.t.Context(), by, OfferOrder{Room: room, Count: cards})
	if err != nil {
		h.t.Fatal(err)
	}
	o := CardOrder{Room: room, Offer: offer.Token, Draws: 1}
	for i := range offer.Cards {
		o.Cards = append(o.Cards, i)
	}
	return o
}

// buy buys cards of the next draw on sale.
func (h *house) buy(by shop.By, room string, cards int) Purchase {
	h.t.Helper()
	p, err := h.hall.Buy(h.t.Context(), by, h.key(), h.order(by, room, cards))
	if err != nil {
		h.t.Fatal(err)
	}
	return p
}

// refused wants a refusal of a name.
func (h *house) refused(name string, err error) {
	h.t.Helper()
	if shop.RefusalName(err) != name {
		h.t.Errorf("refused is %v, not %s", err, name)
	}
}

// draw is a draw as anybody sees it.
func (h *house) draw(id string) DrawView {
	h.t.Helper()
	v, err := h.hall.Draw(h.t.Context(), id)
	if err != nil {
		h.t.Fatal(err)
	}
	return v
}

// until waits until a draw is as it is wanted.
func (h *house) until(id string, what string, is func(DrawView) bool) DrawView {
	h.t.Helper()
	for range 100_000 {
		v, err := h.hall.Draw(h.t.Context(), id)
		if err != nil && !errors.Is(err, ErrUnknownDraw) {
			h.t.Fatal(err)
		}
		if err == nil && is(v) {
			return v
		}
		time.Sleep(100 * time.Millisecond)
	}
	h.t.Fatalf("draw %s: never %s, it is %s", id, what, h.draw(id).State)
	return DrawView{}
}

func (h *house) ended(id string) DrawView {
	h.t.Helper()
	return h.until(id, "ended", func(v DrawView) bool { return v.Ended != 0 })
}

// balance is what a player has of play money.
func (h *house) balance(by shop.By) money.Cents {
	h.t.Helper()
	b, err := h.store.Balance(h.t.Context(), playerAccount(by.Person, true))
	if err != nil {
		h.t.Fatal(err)
	}
	return b
}

// account is what an account of the house has of play money.
func (h *house) account(kind ledger.Kind, owner string) money.Cents {
	h.t.Helper()
	var b money.Cents
	err := h.store.View(h.t.Context(), func(ctx context.Context, v *store.View) (err error) {
		b, err = v.Balance(ctx, ledger.Of(kind, owner).Play())
		return err
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return b
}

// verified wants the record of a draw to be right: by the rules, by the notes and with the ones before it.
func (h *house) verified(ids ...string) []*bingo.Record {
	h.t.Helper()
	v, err := note.NewVerifier(hallVerifier)
	if err != nil {
		h.t.Fatal(err)
	}
	var records []*bingo.Record
	var code uint16
	for _, id := range ids {
		text, err := h.hall.Record(h.t.Context(), id)
		if err != nil {
			h.t.Fatal(err)
		}
		r, err := bingo.ReadRecord(text)
		if err != nil {
			h.t.Fatal(err)
		}
		f, report := gamefile.ReadFormula("formula", []byte(formulaFile(h.t, r.Schedule.Formula)))
		if f == nil {
			h.t.Fatal(report.Err())
		}
		code = f.Code
		for _, found := range append(bingo.VerifyRecord(r, f), bingo.VerifyNotes(r, note.VerifierList(v))...) {
			h.t.Errorf("draw %s: %s: %s: %s", id, found.Path, found.Name, found.Text.EN)
		}
		records = append(records, r)
	}
	for _, found := range bingo.VerifySequence(code, records) {
		h.t.Errorf("%s: %s: %s", found.Path, found.Name, found.Text.EN)
	}
	return records
}

// sound wants the journals to add up, with the rows.
func (h *house) sound() {
	h.t.Helper()
	report, err := shop.Verify(h.t.Context(), h.store, nil, func(f *ledger.Fault) {
		if f.Name != shop.PersonDiffers { // the persons of these tests are put into their table
			h.t.Errorf("%s", f)
		}
	}, nil)
	if err != nil {
		h.t.Fatal(err)
	}
	for _, f := range report.Faults {
		h.t.Errorf("%s", f)
	}
	if report.Real.Sign() != 0 || report.Play.Sign() != 0 {
		h.t.Errorf("all balances together are %s and %s", report.Real, report.Play)
	}
}

// receipts wants every receipt of a purchase to be kept by the records.
func (h *house) receipts(p Purchase, records []*bingo.Record) {
	h.t.Helper()
	v, err := note.NewVerifier(hallVerifier)
	if err != nil {
		h.t.Fatal(err)
	}
	byID := map[string]*bingo.Record{}
	for _, r := range records {
		byID[r.Schedule.Draw.String()] = r
	}
	for _, in := range p.Draws {
		for _, c := range in.Cards {
			text, err := bingo.OpenNote([]byte(c.Receipt), note.VerifierList(v))
			if err != nil {
				h.t.Fatal(err)
			}
			receipt, err := bingo.ParseReceipt(text)
			if err != nil {
				h.t.Fatal(err)
			}
			if r := byID[in.Draw]; r != nil {
				if err := bingo.VerifyReceipt(r, receipt); err != nil {
					h.t.Errorf("card %d of %s: %v", c.Index, in.Draw, err)
				}
			}
		}
	}
}

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
