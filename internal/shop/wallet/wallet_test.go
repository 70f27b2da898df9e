package wallet

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func testKey(t testing.TB) Key {
	t.Helper()
	k, err := ParseKey([]byte(strings.Repeat("0123456789abcdef", 4) + "\n"))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// The example of docs/wallet.md; the signature is what "openssl dgst -sha256 -mac HMAC" says.
func TestSignatureVector(t *testing.T) {
	body := `{"reference":"4k2b9x0cq7dmzw3e","player":"h8s2k1n5v9tq4rj3","amount":300,"currency":"EUR","game":"3002","tickets":1,"session":"a1f09c77d2e4b853"}`
	const want = "a355c97258113be8cd4c73f9d40c516ec3ac40d5fd41acca4c438c1eac64f1e5"
	if got := testKey(t).Sign("POST", "/tirage/bet", "1767225600", []byte(body)); got != want {
		t.Errorf("signature %s", got)
	}
}

func TestKeys(t *testing.T) {
	for _, text := range []string{"", "00", strings.Repeat("0", 63), strings.Repeat("g", 64), strings.Repeat("0", 62), strings.Repeat("ab", 1025), strings.Repeat("0", 32) + "\n" + strings.Repeat("0", 32)} {
		if _, err := ParseKey([]byte(text)); !errors.Is(err, ErrKey) || len(text) > 10 && strings.Contains(err.Error(), text) {
			t.Errorf("%.20q: %v", text, err)
		}
	}
	secret := hex.EncodeToString(testKey(t).secret)
	for _, format := range []string{"%v", "%+v", "%#v", "%s"} {
		if said := fmt.Sprintf(format, testKey(t)); strings.Contains(said, secret) {
			t.Errorf("%s shows the key", format)
		}
	}
}

func TestAddresses(t *testing.T) {
	for _, url := range []string{"", "wallet", "ftp://a/b", "https://", "https://u:p@a/", "https://a/?x", "https://a/?", "https://a/#x", "https://a/%zz"} {
		if _, err := New(Options{URL: url, Key: testKey(t)}); !errors.Is(err, ErrAddress) {
			t.Errorf("%q: %v", url, err)
		}
	}
	if _, err := New(Options{URL: "https://a/b"}); !errors.Is(err, ErrKey) {
		t.Errorf("no key: %v", err)
	}
}

// A request is checked by every part that is signed, and by its age.
func TestCheck(t *testing.T) {
	now := time.Unix(1_767_225_600, 0)
	k := testKey(t)
	made := func() (*http.Request, []byte) {
		body := []byte(`{"player":"x"}`)
		r := httptest.NewRequest("POST", "/a/balance?q=1", nil)
		r.Header.Set(TimestampHeader, "1767225600")
		r.Header.Set(SignatureHeader, k.Sign("POST", "/a/balance?q=1", "1767225600", body))
		return r, body
	}
	r, body := made()
	for _, apart := range []time.Duration{0, Window, -Window} {
		if err := k.Check(r, body, now.Add(apart)); err != nil {
			t.Errorf("%v: %v", apart, err)
		}
	}
	for _, apart := range []time.Duration{Window + time.Second, -Window - time.Second, 1e6 * time.Hour} {
		if err := k.Check(r, body, now.Add(apart)); RefusalName(err) != BadTimestamp {
			t.Errorf("%v: %v", apart, err)
		}
	}
	for name, spoil := range map[string]func(r *http.Request){
		"method":          func(r *http.Request) { r.Method = "PUT" },
		"path":            func(r *http.Request) { r.URL.Path = "/b/balance" },
		"query":           func(r *http.Request) { r.URL.RawQuery = "q=2" },
		"timestamp":       func(r *http.Request) { r.Header.Set(TimestampHeader, "1767225601") },
		"no timestamp":    func(r *http.Request) { r.Header.Del(TimestampHeader) },
		"two timestamps":  func(r *http.Request) { r.Header.Add(TimestampHeader, "1767225600") },
		"no signature":    func(r *http.Request) { r.Header.Del(SignatureHeader) },
		"two signatures":  func(r *http.Request) { r.Header.Add(SignatureHeader, r.Header.Get(SignatureHeader)) },
		"longer":          func(r *http.Request) { r.Header.Set(SignatureHeader, r.Header.Get(SignatureHeader)+"00") },
		"empty signature": func(r *http.Request) { r.Header.Set(SignatureHeader, "") },
	} {
		r, body := made()
		spoil(r)
		if err := k.Check(r, body, now); RefusalName(err) != BadSignature {
			t.Errorf("%s: %v", name, err)
		}
	}
	r, _ = made()
	if err := k.Check(r, []byte(`{"player":"y"}`), now); RefusalName(err) != BadSignature {
		t.Errorf("body: %v", err)
	}
}

// Every answer is "done", a refusal of the list, or unknown.
func TestAnswers(t *testing.T) {
	const unknown = "unknown"
	c := Call{Reference: "r", Player: "p", Amount: 1, Currency: "EUR", Game: "3002"}
	for _, a := range []struct {
		status int
		body   string
		want   string
	}{
		{200, `{"reference":"r","balance":5}`, ""},
		{200, `{"reference":"r","balance":-5,"more":[1]}`, ""},
		{200, `{"reference":"r"}`, unknown},
		{200, `{"reference":"s","balance":5}`, unknown},
		{200, `{"balance":5}`, unknown},
		{200, `{"reference":"r","balance":5.5}`, unknown},
		{200, `{"reference":"r","balance":"5"}`, unknown},
		{200, `{"reference":"r","balance":5,"refusal":"insufficient_funds"}`, unknown},
		{200, `{"reference":"r","refusal":"insufficient_funds"}`, unknown},
		{201, `{"reference":"r","balance":5}`, unknown},
		{302, `{"reference":"r","balance":5}`, unknown},
		{409, `{"reference":"r","refusal":"insufficient_funds"}`, InsufficientFunds},
		{409, `{"reference":"r","refusal":"limit_reached"}`, LimitReached},
		{400, `{"reference":"r","refusal":"bad_call"}`, BadCall},
		{400, `{"refusal":"bad_call"}`, unknown},
		{409, `{"reference":"r","refusal":"insufficient_funds","balance":5}`, unknown},
		{409, `{"reference":"r","refusal":"not_in_the_list"}`, unknown},
		{409, `{"reference":"r","refusal":"bad_signature"}`, unknown},
		{409, `{"reference":"s","refusal":"insufficient_funds"}`, unknown},
		{401, `{"reference":"r","refusal":"bad_signature"}`, unknown},
		{401, `{"reference":"r","refusal":"insufficient_funds"}`, unknown},
		{404, `not found`, unknown},
		{500, `{"reference":"r","refusal":"insufficient_funds"}`, unknown},
		{503, ``, unknown},
		{200, `{"reference":"r","balance":5}` + strings.Repeat(" ", MaxBody), unknown},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Location", "/elsewhere")
			w.WriteHeader(a.status)
			_, _ = io.WriteString(w, a.body)
		}))
		client, err := New(Options{Name: "w", URL: server.URL, Key: testKey(t)})
		if err != nil {
			t.Fatal(err)
		}
		_, err = client.Bet(t.Context(), c)
		got := RefusalName(err)
		if errors.Is(err, ErrUnknown) {
			got = unknown
		}
		if got != a.want || a.want == "" && err != nil {
			t.Errorf("%d %.60s: %v, want %q", a.status, a.body, err, a.want)
		}
		client.Close()
		server.Close()
	}
}

// A wallet that says nothing, or goes on for ever, is left after the time that a call has; so it is when whoever asked has gone.
func TestSilence(t *testing.T) {
	release := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, WinPath) {
			for {
				if _, err := w.Write([]byte(" ")); err != nil {
					return
				}
				_ = http.NewResponseController(w).Flush()
				select {
				case <-release:
					return
				case <-time.After(time.Millisecond):
				}
			}
		}
		<-release
	}))
	defer server.Close()
	defer close(release)
	client, err := New(Options{Name: "w", URL: server.URL, Key: testKey(t), Timeout: 50 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	began := time.Now()
	if _, err := client.Bet(t.Context(), Call{Reference: "r"}); !errors.Is(err, ErrUnknown) {
		t.Errorf("silent: %v", err)
	}
	if _, err := client.Win(t.Context(), Call{Reference: "r"}); !errors.Is(err, ErrUnknown) {
		t.Errorf("endless: %v", err)
	}
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("it took %v", took)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := client.Rollback(gone, Call{Reference: "r"}); !errors.Is(err, ErrUnknown) {
		t.Errorf("gone: %v", err)
	}
}

// FuzzRead reads any answer: what is no refusal of the list is done, with this reference and status 200, or unknown.
func FuzzRead(f *testing.F) {
	f.Add(200, []byte(`{"reference":"r","balance":5}`))
	f.Add(409, []byte(`{"reference":"r","refusal":"limit_reached"}`))
	f.Fuzz(func(t *testing.T, status int, data []byte) {
		_, err := read(status, data, "r")
		switch name := RefusalName(err); {
		case err == nil && status != 200:
			t.Errorf("done by status %d", status)
		case err != nil && name == "" && !errors.Is(err, ErrUnknown):
			t.Error(err)
		case name != "" && (!decides(name) || errors.Is(err, ErrUnknown)):
			t.Errorf("refused by %s", name)
		}
	})
}
