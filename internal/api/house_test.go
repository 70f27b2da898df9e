package api

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/alexedwards/argon2id"

	"tirage/games"
	"tirage/internal/counter"
	"tirage/internal/hall"
	"tirage/internal/keeper"
	"tirage/internal/press"
	"tirage/internal/shop"
	"tirage/internal/store"
	"tirage/ledger"
	"tirage/money"
	"tirage/seal"
)

// printed is a specimen of Vegas for all tests: four packs of its online share.
var printed struct {
	once sync.Once
	dir  string
	err  error
}

func TestMain(m *testing.M) {
	code := m.Run()
	if printed.dir != "" {
		os.RemoveAll(printed.dir)
	}
	os.Exit(code)
}

func specimen(t testing.TB) string {
	t.Helper()
	printed.once.Do(func() {
		if printed.dir, printed.err = os.MkdirTemp("", "api"); printed.err != nil {
			return
		}
		printed.err = specimenOf(filepath.Join(printed.dir, "block"), 4)
	})
	if printed.err != nil {
		t.Fatal(printed.err)
	}
	return filepath.Join(printed.dir, "block")
}

// specimenOf prints so many packs of Vegas.
func specimenOf(folder string, packs int) error {
	file, err := games.Open(game)
	if err == nil {
		_, err = press.Print(context.Background(), file, press.Options{Out: folder, Number: 1, Online: 20_000, Specimen: true, Packs: press.Packs{First: 0, End: packs}})
	}
	return err
}

// paperSpecimen prints Vegas with paper tickets.
func paperSpecimen(folder string) error {
	file, err := games.Open(game)
	if err == nil {
		_, err = press.Print(context.Background(), file, press.Options{Out: folder, Number: 1, Online: paperOnline, Specimen: true, Packs: press.Packs{First: 0, End: paperPacks}})
	}
	return err
}

// password of everybody in these tests, and its hash: as cheap as the form allows, for what is tested here is not its strength.
const (
	password = "dix tickets bleus"
	block    = "3002-00-0001"
	game     = "vegas-3eur"
)

// clock is a time that tests move on.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) move(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// house is a house with a specimen block on sale, and its API.
type house struct {
	*api
	t     testing.TB
	store *store.Store
	shop  *shop.Shop
	clock *clock
	log   *safeBuffer
	made  int
}

// safeBuffer is a log that may be read while it is written.
type safeBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *safeBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *safeBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// free is a house that lets everybody ask as often as they like.
var free = Limits{Address: Rate{Burst: -1}, Person: Rate{Burst: -1}, LogIn: Rate{Burst: -1}, Register: Rate{Burst: -1}, Check: Rate{Burst: -1}}

func newHouse(t testing.TB, o Options) *house {
	t.Helper()
	return newHouseOf(t, o, specimen(t))
}

// newHouseOf is the same with another block.
func newHouseOf(t testing.TB, o Options, folder string) *house {
	t.Helper()
	dir := t.TempDir()
	h := &house{t: t, clock: &clock{now: time.Now()}, log: &safeBuffer{}}
	var err error
	if h.store, err = store.Open(t.Context(), "sqlite:"+filepath.Join(dir, "house.db"), store.Options{}); err != nil {
		t.Fatal(err)
	}
	book, err := keeper.Open(keeper.Options{Dir: filepath.Join(dir, "keeper"), House: hallVerifier})
	if err != nil {
		t.Fatal(err)
	}
	verifier, err := keeper.ReadVerifier(filepath.Join(dir, "keeper"))
	if err != nil {
		t.Fatal(err)
	}
	h.shop, err = shop.Open(t.Context(), shop.Options{
		Store: h.store, Node: "one", Keeper: book, KeeperVerifier: verifier, Single: true, Currency: money.EUR, Now: h.clock.Now,
		Log: slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn})),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if h.shop != nil {
			_ = h.shop.Close()
		}
		book.Close()
		h.store.Close()
	})
	o.Counter = counter.Open(h.shop, h.store)
	o.HallVerifier = hallVerifier
	if o.Hall, err = hall.Open(h.shop, h.store, hall.Options{Node: "one", Keys: hallKeys(t), Keeper: book}); err != nil {
		t.Fatal(err)
	}
	h.stock(filepath.Join(dir, "keeper"), folder)
	if o.Log == nil {
		o.Log = slog.New(slog.NewJSONHandler(h.log, nil))
	}
	if o.Now == nil {
		o.Now = h.clock.Now
	}
	h.api = newAPI(h.shop, o)
	t.Cleanup(h.declared)
	return h
}

// declared wants each route to declare the refusals that it was seen to answer with.
func (h *house) declared() {
	for line := range strings.Lines(h.log.String()) {
		var entry struct{ Msg, Route, Name string }
		if err := json.Unmarshal([]byte(line), &entry); err != nil || entry.Msg != "request" || entry.Name == "" {
			continue
		}
		for i := range h.routes {
			if r := &h.routes[i]; r.pattern() == entry.Route && !slices.Contains(r.refusals(), entry.Name) {
				h.t.Errorf("%s does not declare %s", entry.Route, entry.Name)
			}
		}
	}
}

// stock gives a specimen to the keeper and registers it by two persons.
func (h *house) stock(keeping, folder string) {
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
	manifest, err := os.ReadFile(filepath.Join(folder, "manifest"))
	if err != nil {
		h.t.Fatal(err)
	}
	if err := keeper.Add(keeping, keeper.Facts{Block: stock.Manifest.Block, Online: int64(stock.Manifest.Shares.Online)}, key, manifest); err != nil {
		h.t.Fatal(err)
	}
	one, two := h.person(shop.Operator), h.person(shop.Operator)
	p, err := h.shop.Propose(h.t.Context(), one, shop.RegisterBlock, fmt.Appendf(nil, `{"folder":%q,"play":true}`, folder), "first block")
	if err != nil {
		h.t.Fatal(err)
	}
	if _, err := h.shop.Decide(h.t.Context(), two, p.ID, true, "looked at it"); err != nil {
		h.t.Fatal(err)
	}
}

// hashed is a password as the house keeps it, of all those of these tests.
var hashed = sync.OnceValue(func() string {
	hash, err := argon2id.CreateHash(password, argon2id.DefaultParams)
	if err != nil {
		panic(err)
	}
	return hash
})

// person puts somebody into the database as the desk does, without hashing a password.
func (h *house) person(role shop.Role) shop.By {
	h.t.Helper()
	h.made++
	id := fmt.Sprintf("%s%08d", strings.Repeat("x", 8), h.made)
	p := store.Person{ID: store.PersonID(id), Login: id, Password: hashed(), Role: string(role), TagSecret: []byte(id), Created: 1}
	journal, err := h.store.Journal(h.t.Context(), "desk", time.Minute)
	if err != nil {
		h.t.Fatal(err)
	}
	a := ledger.Act{Kind: "register", Actor: "desk", Role: string(shop.Administrator), Subject: id, Note: string(role), At: int64(h.made)}
	err = journal.Commit(h.t.Context(), store.Ask{}, func(found *store.Found) (*store.Written, error) {
		head := found.Head.Next(&a)
		return &store.Written{Acts: []store.Posted{{Act: a, Digest: head.Digest}}, Head: head}, nil
	}, func(ctx context.Context, tx *store.Tx) error { return tx.AddPerson(ctx, p) })
	if err := errors.Join(err, journal.Release(h.t.Context())); err != nil {
		h.t.Fatal(err)
	}
	return shop.By{Person: p.ID, Role: role}
}

// client is somebody who asks.
type somebody struct {
	h     *house
	by    shop.By
	token string
}

// as gives somebody of a role, logged in; "" for somebody who is not.
func (h *house) as(role shop.Role) *somebody {
	h.t.Helper()
	if role == "" {
		return &somebody{h: h}
	}
	s := &somebody{h: h, by: h.person(role)}
	s.token = h.session(s.by.Person)
	return s
}

// rich gives a player with play money.
func (h *house) rich() *somebody {
	h.t.Helper()
	s := h.as(shop.Player)
	if _, err := h.shop.Deposit(h.t.Context(), s.by, "first", 100_000, true); err != nil {
		h.t.Fatal(err)
	}
	return s
}

// reply is an answer.
type reply struct {
	t    testing.TB
	code int
	head http.Header
	text string
}

// ask asks for something; the body is JSON text, "" for none; headers are "Name: value".
func (s *somebody) ask(method, path, body string, headers ...string) reply {
	s.h.t.Helper()
	r := httptest.NewRequest(method, "http://house.example"+path, strings.NewReader(body))
	if body == "" {
		r.Body = http.NoBody
	} else {
		r.Header.Set("Content-Type", "application/json")
	}
	r.URL.Host, r.URL.Scheme = "", ""
	if s.token != "" {
		r.Header.Set("Authorization", "Bearer "+s.token)
	}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		if value == "" {
			r.Header.Del(name)
			continue
		}
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	s.h.ServeHTTP(w, r)
	return reply{s.h.t, w.Code, w.Result().Header, w.Body.String()}
}

// get and post ask as most do.
func (s *somebody) get(path string, headers ...string) reply {
	return s.ask(http.MethodGet, path, "", headers...)
}

func (s *somebody) post(path, body string, headers ...string) reply {
	return s.ask(http.MethodPost, path, body, headers...)
}

// is wants a status and, for a refusal, its name.
func (r reply) is(code int, name string) reply {
	r.t.Helper()
	var p Problem
	if r.code >= 400 {
		if err := json.Unmarshal([]byte(r.text), &p); err != nil || r.head.Get("Content-Type") != problemType {
			r.t.Errorf("a refusal that is no problem+json: %d %q", r.code, r.text)
		}
	}
	if r.code != code || p.Name != name {
		r.t.Errorf("%d %s, want %d %s: %s", r.code, p.Name, code, name, r.text)
	}
	return r
}

// into reads the answer.
func (r reply) into(v any) {
	r.t.Helper()
	d := json.NewDecoder(strings.NewReader(r.text))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		r.t.Fatalf("%v: %s", err, r.text)
	}
}

// buy buys tickets with play money.
func (s *somebody) buy(count int, key string) []string {
	s.h.t.Helper()
	var p Purchase
	s.post("/api/tickets", fmt.Sprintf(`{"game":%q,"count":%d,"play":true}`, game, count), "Idempotency-Key: "+key).is(201, "").into(&p)
	return p.Tickets
}

// session begins a session without a password.
func (h *house) session(id store.PersonID) string {
	h.t.Helper()
	h.made++
	p, err := h.store.Person(h.t.Context(), id)
	if err != nil {
		h.t.Fatal(err)
	}
	token := fmt.Sprintf("%s.token-of-a-session-%08d", p.Role, h.made)
	now := h.clock.Now()
	row := store.Session{Token: sha256.Sum256([]byte(token)), Person: id, Created: now.UnixMicro(), Seen: now.UnixMicro(), Expires: now.Add(12 * time.Hour).UnixMicro()}
	if err := h.store.Write(h.t.Context(), func(ctx context.Context, tx *store.Tx) error { return tx.AddSession(ctx, row) }); err != nil {
		h.t.Fatal(err)
	}
	return token
}

// drawn stands for a picture of a ticket.
func drawn(t *shop.Ticket, lang money.Lang) ([]byte, error) {
	return fmt.Appendf(nil, "<svg lang=%q>%t</svg>", lang, t.Revealed()), nil
}
