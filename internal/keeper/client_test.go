package keeper

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/note"
)

// TestClientIsItsKeeper: through a socket every answer and every refusal is the Book's.
func TestClientIsItsKeeper(t *testing.T) {
	ctx := context.Background()
	dir := newFolder(t)
	b := open(t, testOptions(dir))
	c := overHTTP(t, b)
	ack := tell(t, c, 0, MaxSales)
	if ack.Told != MaxSales || ack.Chain != hash(1, MaxSales) {
		t.Fatalf("%+v", ack)
	}
	if again := tell(t, c, 0, MaxSales); string(again.Note) != string(ack.Note) {
		t.Error("the same again is not the same")
	}
	if got, err := c.Status(ctx, id); err != nil || string(got.Note) != string(ack.Note) {
		t.Error(got, err)
	}
	all := make([]int64, MaxPositions)
	for i := range all {
		all[i] = int64(i)
	}
	got, err := c.Halves(ctx, id, all)
	want, err2 := b.Halves(ctx, id, all)
	if err != nil || err2 != nil || len(got) != len(want) || got[999].Bytes() != want[999].Bytes() {
		t.Fatal(err, err2)
	}
	_, err = c.Tell(ctx, id, 1002, sales(1, 1002, 2))
	refused(t, err, OutOfOrder, 1000, 1002)
	_, err = c.Tell(ctx, id, 998, sales(2, 998, 2))
	refused(t, err, ToldOtherwise, 1000, 998)
	_, err = c.Tell(ctx, id, -4, sales(2, 998, 2))
	refused(t, err, OutOfRange, 1000, -4)
	_, err = c.Tell(ctx, id, 1000, nil)
	refused(t, err, BadRequest, 1000, 1000)
	_, err = c.Halves(ctx, id, []int64{5, 1000})
	refused(t, err, NotTold, 1000, 1000)
	_, err = c.Halves(ctx, id, []int64{-5})
	refused(t, err, OutOfRange, 1000, -5)
	_, err = c.Status(ctx, "3002-00-0002")
	refused(t, err, UnknownBlock, 0, 0)
	_, err = c.Status(ctx, "../x?y&block=3002-00-0001")
	refused(t, err, UnknownBlock, 0, 0)

	stranger, err := NewClient(ClientOptions{URL: c.base, Token: strings.ToUpper(testToken), Verifier: b.Verifier()})
	if err != nil {
		t.Fatal(err)
	}
	defer stranger.Close()
	_, err = stranger.Status(ctx, id)
	refused(t, err, Unauthorised, 0, 0)
	if _, err := stranger.Halves(ctx, id, []int64{1}); !errors.Is(err, Unauthorised) {
		t.Error(err)
	}
}

func TestClientOptions(t *testing.T) {
	b := open(t, testOptions(newFolder(t)))
	good := ClientOptions{URL: "https://keeper.example:1", Token: testToken + "\n", Verifier: b.Verifier() + "\n"}
	for _, c := range []struct {
		want   error
		change func(o *ClientOptions)
	}{
		{nil, func(*ClientOptions) {}},
		{nil, func(o *ClientOptions) { o.URL += "/" }},
		{ErrAddress, func(o *ClientOptions) { o.URL = "" }},
		{ErrAddress, func(o *ClientOptions) { o.URL = "keeper:80" }},
		{ErrAddress, func(o *ClientOptions) { o.URL = "ftp://keeper" }},
		{ErrAddress, func(o *ClientOptions) { o.URL = "https://me:secret@keeper" }},
		{ErrAddress, func(o *ClientOptions) { o.URL = "https://keeper/path" }},
		{ErrAddress, func(o *ClientOptions) { o.URL = "https://keeper?q" }},
		{ErrToken, func(o *ClientOptions) { o.Token = "short" }},
		{ErrToken, func(o *ClientOptions) { o.Token = testToken + "\r\nX-Other: 1" }},
		{ErrToken, func(o *ClientOptions) { o.Token = strings.Repeat("x", 2000) }},
		{ErrVerifier, func(o *ClientOptions) { o.Verifier = "" }},
		{ErrVerifier, func(o *ClientOptions) { o.Verifier = testToken }},
	} {
		o := good
		c.change(&o)
		if _, err := NewClient(o); !errors.Is(err, c.want) || c.want == nil && err != nil {
			t.Errorf("%+v: %v, want %v", o, err, c.want)
		} else if err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("the error tells a secret: %v", err)
		}
	}
}

// doubted demands a doubt by name.
func doubted(t *testing.T, what string, err error, name Doubted, told, known int64) {
	t.Helper()
	var d *Doubt
	if !errors.As(err, &d) || d.Name != name || d.Told != told || d.Known != known || !errors.Is(err, name) {
		t.Errorf("%s: %v, want %s with %d told of %d known", what, err, name, told, known)
	}
}

// TestRestoredFromAnOldCopy puts a keeper back to what it was, under a client that goes on.
func TestRestoredFromAnOldCopy(t *testing.T) {
	ctx := context.Background()
	dir := newFolder(t)
	b := open(t, testOptions(dir))
	tell(t, b, 0, 100)
	old := copyFolder(t, dir)
	stand := &standIn{}
	server := httptest.NewServer(stand)
	defer server.Close()
	serve := func(dir string) {
		book := open(t, testOptions(dir))
		s, err := NewService(book, testToken, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		stand.set(s)
	}
	_ = b.Close()
	serve(dir)
	c, err := NewClient(ClientOptions{URL: server.URL, Token: testToken, Verifier: b.Verifier()})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	tell(t, c, 0, 100)
	tell(t, c, 100, 50)
	if _, err := c.Halves(ctx, id, []int64{149}); err != nil {
		t.Fatal(err)
	}
	serve(old)
	_, err = c.Tell(ctx, id, 150, sales(1, 150, 10))
	doubted(t, "tell", err, Behind, 100, 150)
	_, err = c.Status(ctx, id)
	doubted(t, "status", err, Behind, 100, 150)
	_, err = c.Halves(ctx, id, []int64{149})
	doubted(t, "halves", err, Behind, 100, 150)
	if _, err := c.Halves(ctx, id, []int64{99}); err != nil {
		t.Error(err)
	}
	_, err = c.Halves(ctx, id, []int64{150}) // nobody ever told it of this one
	refused(t, err, NotTold, 100, 150)
	// The house tells it again, and all is as it was.
	if ack := tell(t, c, 100, 60); ack.Chain != hash(1, 160) {
		t.Error("told again, but not as before")
	}
	if _, err := c.Halves(ctx, id, []int64{149}); err != nil {
		t.Error(err)
	}

	// A copy that was told otherwise since is found out.
	other := newFolder(t)
	fork := open(t, testOptions(other))
	if _, err := fork.Tell(ctx, id, 0, sales(2, 0, 160)); err != nil {
		t.Fatal(err)
	}
	_ = fork.Close()
	serve(other)
	_, err = c.Status(ctx, id)
	doubted(t, "another chain", err, Differs, 160, 160)
	_, err = c.Tell(ctx, id, 160, sales(1, 160, 5))
	doubted(t, "on another chain", err, Differs, 165, 160)
}

// standIn is a keeper that can be changed for another.
type standIn struct {
	mu sync.Mutex
	h  http.Handler
}

func (s *standIn) set(h http.Handler) { s.mu.Lock(); s.h = h; s.mu.Unlock() }

func (s *standIn) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	h := s.h
	s.mu.Unlock()
	h.ServeHTTP(w, r)
}

// liar is a keeper that answers what it is told to.
type liar struct {
	status int
	body   string
}

func (l *liar) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	_, _ = io.Copy(io.Discard, r.Body)
	if l.status/100 == 3 {
		w.Header().Set("Location", "http://127.0.0.1:1/elsewhere")
	}
	w.WriteHeader(l.status)
	_, _ = io.WriteString(w, l.body)
}

func TestLyingKeeper(t *testing.T) {
	ctx := context.Background()
	key, err := newSigningKey("keeper", strings.NewReader(strings.Repeat("k", 32)))
	if err != nil {
		t.Fatal(err)
	}
	signer, verifier, err := openSigner(key)
	if err != nil {
		t.Fatal(err)
	}
	otherKey, _ := newSigningKey("keeper", strings.NewReader(strings.Repeat("o", 32)))
	other, _, err := openSigner(otherKey)
	if err != nil {
		t.Fatal(err)
	}
	signed := func(s note.Signer, block string, told int64, h [32]byte) string {
		a, err := sign(s, Chain{Block: block, Told: told, Hash: h})
		if err != nil {
			t.Fatal(err)
		}
		text, _ := json.Marshal(ackAnswer{string(a.Note)})
		return string(text)
	}
	l := &liar{}
	server := httptest.NewServer(l)
	defer server.Close()
	for _, c := range []struct {
		what   string
		status int
		body   string
		want   error
	}{
		{"the truth", 200, signed(signer, id, 20, hash(1, 20)), nil},
		{"another's signature", 200, signed(other, id, 20, hash(1, 20)), Unsigned},
		{"another block", 200, signed(signer, "3002-00-0002", 20, hash(1, 20)), Unsigned},
		{"fewer", 200, signed(signer, id, 19, hash(1, 19)), Unsigned},
		{"more", 200, signed(signer, id, 21, hash(1, 21)), Unsigned},
		{"another chain", 200, signed(signer, id, 20, hash(2, 20)), Differs},
		{"no note", 200, `{"note":""}`, Unsigned},
		{"half a note", 200, signed(signer, id, 20, hash(1, 20))[:60] + `"}`, Unsigned},
		{"no JSON", 200, "<html>", ErrSilent},
		{"nothing", 200, "", ErrSilent},
		{"a flood", 200, strings.Repeat("x", 1<<20), ErrSilent},
		{"elsewhere", 302, "", ErrSilent},
		{"elsewhere for ever", 308, "", ErrSilent},
		{"a proxy", 502, "bad gateway", ErrSilent},
		{"a refusal that is a failure", 500, `{"name":"not_told"}`, ErrSilent},
		{"an unknown refusal", 409, `{"name":"no_such"}`, ErrSilent},
		{"not found", 404, "404 page not found", ErrSilent},
		{"fewer than it acknowledged", 409, `{"name":"out_of_order","told":9}`, Behind},
		{"a refusal", 409, `{"name":"told_otherwise","told":20,"position":12}`, ToldOtherwise},
		{"too many calls", 429, "", ErrSilent},
	} {
		client, err := NewClient(ClientOptions{URL: server.URL, Token: testToken, Verifier: verifier})
		if err != nil {
			t.Fatal(err)
		}
		client.Know(Chain{Block: id, Told: 10, Hash: hash(1, 10)})
		l.status, l.body = c.status, c.body
		if _, err := client.Tell(ctx, id, 10, sales(1, 10, 10)); !errors.Is(err, c.want) || c.want == nil && err != nil {
			t.Errorf("%s: %v, want %v", c.what, err, c.want)
		}
		client.Close()
	}
	client, err := NewClient(ClientOptions{URL: server.URL, Token: testToken, Verifier: verifier})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	l.status = 200
	good := strings.Repeat("ab", 32)
	for body, ok := range map[string]bool{
		`{"halves":["` + good + `","` + good + `"]}`:   true,
		`{"halves":["` + good + `"]}`:                  false,
		`{"halves":["` + good + `","` + good + `ab"]}`: false,
		`{"halves":["` + good + `","ab"]}`:             false,
		`{"halves":["` + good + `",null]}`:             false,
		`{"halves":null}`:                              false,
		`{}`:                                           false,
		`[]`:                                           false,
	} {
		l.body = body
		if _, err := client.Halves(ctx, id, []int64{1, 2}); ok != (err == nil) || !ok && !errors.Is(err, ErrSilent) {
			t.Errorf("%s: %v", body, err)
		}
	}
}

func TestSlowAndSilentKeeper(t *testing.T) {
	release := make(chan struct{})
	slow := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusOK)
		_ = http.NewResponseController(w).Flush()
		<-release // the header came, the body never does
	}))
	defer slow.Close()
	defer close(release)
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	deaf, err := net.Listen("tcp", "127.0.0.1:0") // takes the connection and says nothing
	if err != nil {
		t.Fatal(err)
	}
	defer deaf.Close()
	_ = closed.Close()
	verifier := open(t, testOptions(newFolder(t))).Verifier()
	for what, url := range map[string]string{"slow": slow.URL, "deaf": "http://" + deaf.Addr().String(), "gone": "http://" + closed.Addr().String()} {
		for _, own := range []bool{true, false} {
			o := ClientOptions{URL: url, Token: testToken, Verifier: verifier}
			ctx, cancel := context.WithTimeout(context.Background(), 30*time.Millisecond)
			if own {
				cancel()
				o.Timeout = 30 * time.Millisecond
				ctx, cancel = context.WithCancel(context.Background())
			}
			c, err := NewClient(o)
			if err != nil {
				t.Fatal(err)
			}
			start := time.Now()
			_, err = c.Tell(ctx, id, 0, sales(1, 0, 1))
			_, err2 := c.Halves(ctx, id, []int64{0})
			_, err3 := c.Status(ctx, id)
			for _, err := range []error{err, err2, err3} {
				if !errors.Is(err, ErrSilent) || what != "gone" && !errors.Is(err, context.DeadlineExceeded) || strings.Contains(err.Error(), testToken) {
					t.Errorf("%s: %v", what, err)
				}
			}
			if took := time.Since(start); took > 3*time.Second {
				t.Errorf("%s took %v", what, took)
			}
			cancel()
			c.Close()
		}
	}
	// The Book itself keeps to a deadline that has passed.
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := open(t, testOptions(newFolder(t))).Tell(ctx, id, 0, sales(1, 0, 1)); !errors.Is(err, ErrSilent) || !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestCompare(t *testing.T) {
	records := func(house, n int64, fails error) iter.Seq2[Sale, error] {
		return func(yield func(Sale, error) bool) {
			for p := range n {
				if !yield(sale(house, p), nil) {
					return
				}
			}
			if fails != nil {
				yield(Sale{}, fails)
			}
		}
	}
	ack := func(told int64) Ack { return Ack{Block: id, Told: told, Chain: hash(1, told)} }
	for _, told := range []int64{0, 1, 30} {
		if c, err := Compare(ack(told), told, records(1, 30, nil)); err != nil || c.Told != told || c.Hash != hash(1, told) {
			t.Errorf("%d told: %+v, %v", told, c, err)
		}
	}
	_, err := Compare(ack(20), 25, records(1, 30, nil))
	doubted(t, "old keeper", err, Behind, 20, 25)
	_, err = Compare(ack(31), 25, records(1, 30, nil))
	doubted(t, "old house", err, Ahead, 31, 30)
	_, err = Compare(ack(20), 10, records(2, 30, nil))
	doubted(t, "another house", err, Differs, 20, 10)
	_, err = Compare(Ack{Block: id}, 0, records(1, 30, nil))
	doubted(t, "no chain", err, Differs, 0, 0)
	broken := fmt.Errorf("the database is gone")
	if _, err := Compare(ack(31), 0, records(1, 30, broken)); err != broken {
		t.Error(err)
	}
}
