package keeper

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func newService(t testing.TB, log io.Writer) (*Service, *Book) {
	t.Helper()
	b := open(t, testOptions(newFolder(t)))
	s, err := NewService(b, testToken, slog.New(slog.NewJSONHandler(log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	return s, b
}

func TestHostileCalls(t *testing.T) {
	var log bytes.Buffer
	s, b := newService(t, &log)
	tell(t, b, 0, 5)
	before := read(t, file(b.options.Dir, toldFile))
	one := base64.StdEncoding.EncodeToString(bytes.Repeat([]byte{7}, SaleSize))
	bearer := "Bearer " + testToken
	for _, c := range []struct {
		method, path, token, body string
		status                    int
		name                      string
	}{
		{"POST", "/tell", "", `{}`, 401, "unauthorised"},
		{"POST", "/tell", testToken, `{}`, 401, "unauthorised"},
		{"POST", "/tell", "Basic " + testToken, `{}`, 401, "unauthorised"},
		{"POST", "/tell", bearer + " ", `{}`, 401, "unauthorised"},
		{"POST", "/tell", bearer[:len(bearer)-1], `{}`, 401, "unauthorised"},
		{"GET", "/status?block=" + id, "Bearer ", "", 401, "unauthorised"},
		{"GET", "/secret", "", "", 401, "unauthorised"},
		{"GET", "/secret", bearer, "", 404, "bad_request"},
		{"GET", "/", bearer, "", 404, "bad_request"},
		{"POST", "/tell/", bearer, "", 404, "bad_request"},
		{"POST", "/../tell", bearer, "", 404, "bad_request"},
		{"GET", "/tell", bearer, "", 405, "bad_request"},
		{"PUT", "/tell", bearer, "{}", 405, "bad_request"},
		{"DELETE", "/halves", bearer, "", 405, "bad_request"},
		{"POST", "/status?block=" + id, bearer, "", 405, "bad_request"},
		{"HEAD", "/status?block=" + id, bearer, "", 405, "bad_request"},
		{"GET", "/status", bearer, "", 404, "unknown_block"},
		{"GET", "/status?block=..%2f..%2fetc", bearer, "", 404, "unknown_block"},
		{"GET", "/status?block=3002-00-0001%00", bearer, "", 404, "unknown_block"},
		{"POST", "/tell", bearer, "", 400, "bad_request"},
		{"POST", "/tell", bearer, "null", 404, "unknown_block"},
		{"POST", "/tell", bearer, "[]", 400, "bad_request"},
		{"POST", "/tell", bearer, "{", 400, "bad_request"},
		{"POST", "/tell", bearer, `{"block":"3002-00-0001","from":5,"sales":"` + one + `"}{}`, 400, "bad_request"},
		{"POST", "/tell", bearer, `{"block":"3002-00-0001","from":5,"sales":"` + one + `","more":1}`, 400, "bad_request"},
		{"POST", "/tell", bearer, `{"block":"3002-00-0001","from":5.5,"sales":"` + one + `"}`, 400, "bad_request"},
		{"POST", "/tell", bearer, `{"block":"3002-00-0001","from":"5","sales":"` + one + `"}`, 400, "bad_request"},
		{"POST", "/tell", bearer, `{"block":"3002-00-0001","from":5,"sales":"` + one[:60] + `"}`, 400, "bad_request"},
		{"POST", "/tell", bearer, `{"block":"3002-00-0001","from":5,"sales":"#"}`, 400, "bad_request"},
		{"POST", "/tell", bearer, `{"block":"3002-00-0001","from":5,"sales":""}`, 400, "bad_request"},
		{"POST", "/tell", bearer, `{"block":"3002-00-0001","from":-1,"sales":"` + one + `"}`, 422, "position_out_of_range"},
		{"POST", "/tell", bearer, `{"block":"3002-00-0001","from":9223372036854775807,"sales":"` + one + `"}`, 422, "position_out_of_range"},
		{"POST", "/tell", bearer, `{"block":"3002-00-0001","from":9223372036854775808,"sales":"` + one + `"}`, 400, "bad_request"},
		{"POST", "/tell", bearer, `{"block":"3002-00-0001","from":6,"sales":"` + one + `"}`, 409, "out_of_order"},
		{"POST", "/tell", bearer, `{"block":"3002-00-0001","from":4,"sales":"` + one + `"}`, 409, "told_otherwise"},
		{"POST", "/tell", bearer, `{"block":"3002-00-0001","sales":"` + strings.Repeat("A", maxCall) + `"}`, 413, "bad_request"},
		{"POST", "/tell", bearer, strings.Repeat("[", 100_000), 400, "bad_request"},
		{"POST", "/halves", bearer, `{"block":"3002-00-0001","positions":[5]}`, 409, "not_told"},
		{"POST", "/halves", bearer, `{"block":"3002-00-0001","positions":[-1]}`, 422, "position_out_of_range"},
		{"POST", "/halves", bearer, `{"block":"3002-00-0001","positions":[]}`, 400, "bad_request"},
		{"POST", "/halves", bearer, `{"block":"3002-00-0001","positions":[` + strings.Repeat("0,", MaxPositions) + `0]}`, 400, "bad_request"},
		{"POST", "/halves", bearer, `{"block":"3002-00-0001","positions":[1e3]}`, 400, "bad_request"},
		{"POST", "/halves", bearer, "{\"block\":\"\xff\xfe\",\"positions\":[0]}", 404, "unknown_block"},
	} {
		what := fmt.Sprintf("%s %s %.60s", c.method, c.path, c.body)
		r := httptest.NewRequest(c.method, "http://keeper/", strings.NewReader(c.body))
		r.URL.Path, r.URL.RawQuery, _ = strings.Cut(c.path, "?")
		if c.token != "" {
			r.Header.Set("Authorization", c.token)
		}
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		var p problem
		err := json.Unmarshal(w.Body.Bytes(), &p)
		if w.Code != c.status || err != nil || p.Name != c.name || p.Status != c.status || w.Header().Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s: %d %s, want %d %s", what, w.Code, w.Body, c.status, c.name)
		}
		if (c.status == 401) != (w.Header().Get("WWW-Authenticate") != "") || (c.status == 405) != (w.Header().Get("Allow") != "") {
			t.Errorf("%s: headers %v", what, w.Header())
		}
	}
	if !bytes.Equal(before, read(t, file(b.options.Dir, toldFile))) || len(read(t, file(b.options.Dir, halvesFile))) != 0 {
		t.Error("a refused call was recorded")
	}
	if text := log.String(); strings.Contains(text, testToken) || strings.Contains(text, testToken[:31]) || strings.Contains(text, one) {
		t.Error("the log holds a secret, or what a caller wrote")
	}
}

// TestLogsNoHalf: a half is answered and logged as a call, not as a value.
func TestLogsNoHalf(t *testing.T) {
	var log bytes.Buffer
	s, b := newService(t, &log)
	tell(t, b, 0, 5)
	r := httptest.NewRequest("POST", "/halves", strings.NewReader(`{"block":"3002-00-0001","positions":[4]}`))
	r.Header.Set("Authorization", "bearer "+testToken)
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	var answer halvesAnswer
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil || w.Code != 200 || len(answer.Halves) != 1 {
		t.Fatal(w.Code, w.Body)
	}
	if strings.Contains(log.String(), answer.Halves[0]) || !strings.Contains(log.String(), `"block":"3002-00-0001"`) || w.Header().Get("Cache-Control") != "no-store" {
		t.Error(log.String())
	}
}

func TestTokens(t *testing.T) {
	b := open(t, testOptions(newFolder(t)))
	for _, token := range []string{"", "short", strings.Repeat(" ", 40), strings.Repeat("a", 20) + " " + strings.Repeat("a", 20), strings.Repeat("é", 20)} {
		if _, err := NewService(b, token, slog.New(slog.DiscardHandler)); !errors.Is(err, ErrToken) {
			t.Errorf("%q: %v", token, err)
		}
	}
}

func TestHealth(t *testing.T) {
	s, b := newService(t, io.Discard)
	for _, want := range []int{http.StatusOK, http.StatusServiceUnavailable} {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest("GET", "/healthz", nil))
		if w.Code != want {
			t.Errorf("%d, want %d", w.Code, want)
		}
		_ = b.Close()
	}
}

// TestServeStopsGracefully: a call at work is answered, a connection that says nothing is not waited for, and new ones are refused.
func TestServeStopsGracefully(t *testing.T) {
	entered, leave := make(chan struct{}), make(chan struct{})
	first := true
	o := testOptions(newFolder(t))
	o.fault = func(point string) error {
		if point == "told" && first {
			first = false
			close(entered)
			<-leave
		}
		return nil
	}
	b := open(t, o)
	s, err := NewService(b, testToken, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- s.Serve(ctx, l) }()
	c, err := NewClient(ClientOptions{URL: "http://" + l.Addr().String(), Token: testToken, Verifier: b.Verifier()})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	told := make(chan error, 1)
	go func() {
		_, err := c.Tell(context.Background(), id, 0, sales(1, 0, 3))
		told <- err
	}()
	<-entered
	stop()
	for start := time.Now(); time.Since(start) < 5*time.Second; time.Sleep(time.Millisecond) {
		if conn, err := net.Dial("tcp", l.Addr().String()); err != nil {
			break
		} else {
			conn.Close()
		}
	}
	close(leave)
	if err := <-told; err != nil {
		t.Errorf("the call at work: %v", err)
	}
	if err := <-served; err != nil {
		t.Error(err)
	}
	if _, err := c.Status(context.Background(), id); !errors.Is(err, ErrSilent) {
		t.Errorf("after the stop: %v", err)
	}
}
