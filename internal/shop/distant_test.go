package shop

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tirage/internal/keeper"
	"tirage/internal/store"
)

const keeperToken = "a token of the tests, thirty-two characters"

// distant is a keeper on another machine, which can be down, slow, or lie.
type distant struct {
	t       testing.TB
	dir     string
	server  *httptest.Server
	book    *keeper.Book
	service atomic.Pointer[keeper.Service] // nil while it is down
	slow    atomic.Bool
	lie     atomic.Pointer[func(path string, body []byte) []byte]
	token   string
}

func newDistant(t testing.TB) *distant {
	t.Helper()
	d := &distant{t: t, dir: filepath.Join(t.TempDir(), "keeper"), token: strings.ReplaceAll(keeperToken, " ", "-")}
	d.server = httptest.NewServer(http.HandlerFunc(d.serve))
	d.up()
	t.Cleanup(func() {
		d.server.Close()
		d.down()
	})
	return d
}

func (d *distant) serve(w http.ResponseWriter, r *http.Request) {
	if d.slow.Load() {
		select {
		case <-time.After(2 * time.Second):
		case <-r.Context().Done():
		}
	}
	service := d.service.Load()
	if service == nil {
		panic(http.ErrAbortHandler)
	}
	answer := httptest.NewRecorder()
	service.ServeHTTP(answer, r)
	body := answer.Body.Bytes()
	if lie := d.lie.Load(); lie != nil {
		body = (*lie)(r.URL.Path, body)
	}
	for name, values := range answer.Header() {
		w.Header()[name] = values
	}
	w.WriteHeader(answer.Code)
	_, _ = w.Write(body) // the client may be gone
}

// up starts the keeper in its folder.
func (d *distant) up() {
	d.t.Helper()
	var err error
	if d.book, err = keeper.Open(keeper.Options{Dir: d.dir}); err != nil {
		d.t.Fatal(err)
	}
	service, err := keeper.NewService(d.book, d.token, slog.New(slog.DiscardHandler))
	if err != nil {
		d.t.Fatal(err)
	}
	d.service.Store(service)
}

func (d *distant) down() {
	d.t.Helper()
	if d.service.Swap(nil) == nil {
		return
	}
	if err := d.book.Close(); err != nil {
		d.t.Error(err)
	}
}

// client is how the house reaches the keeper.
func (d *distant) client(url string) *keeper.Client {
	d.t.Helper()
	verifier, err := keeper.ReadVerifier(d.dir)
	if err != nil {
		d.t.Fatal(err)
	}
	c, err := keeper.NewClient(keeper.ClientOptions{URL: url, Token: d.token, Verifier: verifier, Timeout: 300 * time.Millisecond})
	if err != nil {
		d.t.Fatal(err)
	}
	d.t.Cleanup(c.Close)
	return c
}

// clock goes with the time, and can be put forward.
type clock struct{ ahead atomic.Int64 }

func (c *clock) now() time.Time { return time.Now().Add(time.Duration(c.ahead.Load())) }

// far is a house with a distant keeper.
type far struct {
	*house
	keeper *distant
	clock  *clock
	n      int
}

func newFar(t *testing.T) *far {
	f := &far{keeper: newDistant(t), clock: &clock{}}
	f.open(t)
	t.Cleanup(func() { f.close() })
	f.stock(specimen(t))
	return f
}

func (f *far) open(t testing.TB) {
	t.Helper()
	verifier, err := keeper.ReadVerifier(f.keeper.dir)
	if err != nil {
		t.Fatal(err)
	}
	f.house = open(t, options{dir: filepath.Dir(f.keeper.dir), keep: f.keeper.client(f.keeper.server.URL), verifier: verifier, now: f.clock.now})
}

func (f *far) reopen() {
	f.t.Helper()
	t := f.t
	f.close()
	f.open(t)
}

// buy buys a ticket, or is refused.
func (f *far) buy(by By) (serial string, refused error) {
	f.t.Helper()
	f.n++
	p, err := f.Buy(f.t.Context(), by, fmt.Sprint("b", f.n), Order{Game: "vegas-3eur", Count: 1, Play: true})
	if err != nil {
		return "", err
	}
	return p.Tickets[0], nil
}

func (f *far) bought(by By, n int) (serials []string) {
	f.t.Helper()
	for range n {
		serial, err := f.buy(by)
		if err != nil {
			f.t.Fatal(err)
		}
		serials = append(serials, serial)
	}
	return serials
}

// opens demands that tickets open.
func (f *far) opens(by By, serials ...string) {
	f.t.Helper()
	for _, serial := range serials {
		if ticket, err := f.Reveal(f.t.Context(), by, serial); err != nil || !ticket.Revealed() {
			f.t.Errorf("ticket %s: %v", serial, err)
		}
	}
}

// stays demands that a ticket is refused by name, and stays sealed.
func (f *far) stays(by By, serial string, name *Refusal) {
	f.t.Helper()
	_, err := f.Reveal(f.t.Context(), by, serial)
	if !errors.Is(err, name) {
		f.t.Errorf("ticket %s: %v, want %s", serial, err, name.Name)
	}
	if ticket, err := f.Ticket(f.t.Context(), by, serial); err != nil || ticket.Revealed() || ticket.Cells != nil {
		f.t.Errorf("ticket %s is shown as %+v, %v", serial, ticket, err)
	}
}

// await waits until something is so.
func await(t testing.TB, what string, is func() bool) {
	t.Helper()
	for range 500 {
		if is() {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatalf("never: %s", what)
}

func (f *far) awaitTold(n int64) {
	f.t.Helper()
	await(f.t, fmt.Sprint(n, " told"), func() bool {
		row, err := f.store.Block(f.t.Context(), firstBlock)
		return err == nil && row.Told >= n
	})
}

const firstBlock = store.BlockID("3002-00-0001")
