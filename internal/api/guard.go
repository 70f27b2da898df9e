package api

import (
	"bufio"
	"context"
	"errors"
	"net"
	"net/http"
	"net/url"
	"path"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"
)

// maxPath and maxQuery bound what may be asked for, in bytes.
const (
	maxPath  = 512
	maxQuery = 2048
)

// ServeHTTP answers one request: it is numbered, counted, bounded and logged, whatever becomes of it.
func (a *api) ServeHTTP(w http.ResponseWriter, r *http.Request) { a.guard(w, r, a.mux) }

func (a *api) guard(w http.ResponseWriter, r *http.Request, next http.Handler) {
	began := a.Now()
	c := a.newCall(r)
	out := &recorder{ResponseWriter: w}
	ctx := context.WithValue(r.Context(), callKey{}, c)
	a.measures.inFlight.Inc()
	defer func() {
		a.measures.inFlight.Dec()
		broken := a.recovered(ctx, recover(), out, c)
		a.observe(r, c, out, a.Now().Sub(began))
		if broken {
			panic(http.ErrAbortHandler) // the answer had begun: the connection is closed, so that nobody takes it for a whole one
		}
	}()
	a.harden(w.Header(), c)
	if len(r.TransferEncoding) > 0 {
		// A length may have stood beside the chunks: net/http drops it unseen, and something before the house may have gone by it. What
		// follows on this connection is nobody's request (RFC 9112, section 6.1).
		w.Header().Set("Connection", "close")
	}
	if err := a.admit(w, r, c); err != nil {
		a.refuse(out, c, err)
		return
	}
	switch c.route {
	case verifyRoute:
		_ = http.NewResponseController(w).SetWriteDeadline(began.Add(verifyTime + writeTime))
	case liveRoute: // for as long as somebody watches
	default:
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, actTime)
		defer cancel()
	}
	next.ServeHTTP(out, r.WithContext(ctx))
}

// recovered answers for a handler that panicked, and tells whether its answer had begun.
func (a *api) recovered(ctx context.Context, cause any, w *recorder, c *call) (broken bool) {
	if cause == nil {
		return false
	}
	if err, ok := cause.(error); ok && (errors.Is(err, http.ErrAbortHandler) || ctx.Err() != nil) {
		return true // nobody listens any more
	}
	a.Log.Error("a handler panicked", "request", c.id, "route", c.route, "cause", cause, "stack", string(debug.Stack()))
	if w.status != 0 {
		return true
	}
	a.refuse(w, c, errInternal)
	return false
}

// harden sets the headers of every answer: nothing is kept, framed, sniffed or run.
func (a *api) harden(h http.Header, c *call) {
	h.Set("X-Request-Id", c.id)
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Vary", "Accept-Language, Authorization, Cookie")
	if a.Secure {
		h.Set("Strict-Transport-Security", "max-age=31536000")
	}
}

// admit refuses what is no request of this API before anything is done for it.
func (a *api) admit(w http.ResponseWriter, r *http.Request, c *call) error {
	if wait := a.wait(a.limits.address, c.place, c); wait > 0 {
		return a.tooOften("address", wait)
	}
	if err := a.find(w, r, c); err != nil {
		return err
	}
	if err := checkQuery(r.URL); err != nil {
		return err
	}
	for _, name := range []string{"Authorization", "Idempotency-Key"} {
		if len(r.Header.Values(name)) > 1 {
			return errHeaderTwice
		}
	}
	// A browser sends cookies along with what another site asks for, but no Authorization.
	if !c.bearer {
		if err := a.csrf.Check(r); err != nil {
			return errCrossSite
		}
	}
	return takeBody(w, r, a.bodyTime)
}

// find names the route. Paths are taken as they are sent: none is cleaned, decoded twice or redirected.
func (a *api) find(w http.ResponseWriter, r *http.Request, c *call) error {
	if r.Method == http.MethodConnect || r.URL.Host != "" {
		return errNoRoute
	}
	if len(r.URL.EscapedPath()) > maxPath || len(r.URL.RawQuery) > maxQuery {
		return errLongPath
	}
	p := r.URL.Path
	slash := strings.Contains(strings.ToLower(r.URL.RawPath), "%2f")
	if clean := path.Clean(p); slash || strings.ContainsFunc(p, unprintable) || p != clean && p != clean+"/" {
		return errNoRoute
	}
	handler, pattern := a.mux.Handler(r)
	if pattern != "" {
		c.route = pattern
		return nil
	}
	var answer probe
	handler.ServeHTTP(&answer, r)
	if allow := answer.Header().Get("Allow"); answer.status == http.StatusMethodNotAllowed {
		w.Header().Set("Allow", allow)
		return errMethod
	}
	return errNoRoute
}

func unprintable(r rune) bool { return r < ' ' || r == 0x7f || r == '\ufffd' || r == '\\' }

// checkQuery refuses a query that can be read in two ways.
func checkQuery(u *url.URL) error {
	query, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return errQuery
	}
	for name, values := range query {
		if len(values) > 1 || strings.ContainsFunc(name+values[0], unprintable) {
			return errQuery
		}
	}
	return nil
}

// tooOften refuses who must wait.
func (a *api) tooOften(whose string, wait time.Duration) error {
	a.measures.limited.WithLabelValues(whose).Inc()
	return &waiting{errTooOften, wait}
}

// waiting is a refusal that ends by itself.
type waiting struct {
	error
	wait time.Duration
}

func (w *waiting) Unwrap() error { return w.error }

// seconds is a wait as Retry-After has it.
func seconds(wait time.Duration) string {
	return strconv.FormatInt(int64((wait+time.Second-1)/time.Second), 10)
}

// probe hears what the mux would answer.
type probe struct {
	header http.Header
	status int
}

// Header is http.ResponseWriter's.
func (p *probe) Header() http.Header {
	if p.header == nil {
		p.header = http.Header{}
	}
	return p.header
}

// WriteHeader is http.ResponseWriter's.
func (p *probe) WriteHeader(status int) { p.status = status }

// Write is http.ResponseWriter's.
func (p *probe) Write(data []byte) (int, error) { return len(data), nil }

// recorder notes what is answered.
type recorder struct {
	http.ResponseWriter
	status int
	bytes  int64
}

// WriteHeader is http.ResponseWriter's.
func (r *recorder) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
	}
	r.ResponseWriter.WriteHeader(status)
}

// Write is http.ResponseWriter's.
func (r *recorder) Write(data []byte) (int, error) {
	if r.status == 0 {
		r.status = http.StatusOK
	}
	n, err := r.ResponseWriter.Write(data)
	r.bytes += int64(n)
	return n, err
}

// Hijack hands the connection over, for news.
func (r *recorder) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	r.status = http.StatusSwitchingProtocols
	return http.NewResponseController(r.ResponseWriter).Hijack()
}

// Unwrap lets deadlines be set through it.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// methods that are logged by their name; a client may send any word.
var methods = []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions}

func methodOf(r *http.Request) string {
	if slices.Contains(methods, r.Method) {
		return r.Method
	}
	return "other"
}
