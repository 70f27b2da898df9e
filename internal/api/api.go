package api

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"tirage/internal/counter"
	"tirage/internal/hall"
	"tirage/internal/shop"
	"tirage/money"
)

// Options says how the house is shown. The zero Options is a house on plain HTTP that nobody stands before.
type Options struct {
	Version string         // of the program, as the OpenAPI names it
	Secure  bool           // it is reached by HTTPS: cookies are sent over nothing else
	Limits  Limits         // how often one may ask
	Measure []netip.Prefix // addresses that may ask as often as they like, while a house is measured
	Proxies []netip.Prefix // reverse proxies whose X-Forwarded-For and X-Request-Id are believed
	Scrape  []netip.Prefix // who may read /metrics; nil for this machine alone
	Log     *slog.Logger   // nil for none
	Metrics *prometheus.Registry
	Now     func() time.Time // nil for time.Now
	// Counter is the house's room for paper tickets; nil for a house that has none.
	Counter *counter.Counter
	// Hall is the house's room for live bingo, and HallVerifier the public key of its notes; nil for a house that has none.
	Hall         *hall.Hall
	HallVerifier string
	// Live is where those come who watch draws as they happen, by WebSocket; nil for nobody.
	Live http.Handler
	// Picture draws a ticket as its owner sees it, sealed or revealed, as SVG; nil for a house that draws none.
	Picture func(t *shop.Ticket, lang money.Lang) ([]byte, error)
}

// api is the house over HTTP.
type api struct {
	Options
	shop     *shop.Shop
	mux      *http.ServeMux
	huma     huma.API
	routes   []route
	patterns []string // of all routes, as the mux knows them
	csrf     *http.CrossOriginProtection
	limits   limiters
	measures *measures
	verify   chan struct{} // one verification of the ledger at a time
	records  chan struct{} // one record of a draw at a time
	files    map[string]file
	bodyTime time.Duration
}

// New gives the handler of /api/, /healthz, /readyz and /metrics.
func New(s *shop.Shop, o Options) http.Handler { return newAPI(s, o) }

func newAPI(s *shop.Shop, o Options) *api {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Metrics == nil {
		o.Metrics = prometheus.NewRegistry()
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Scrape == nil {
		o.Scrape = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")}
	}
	a := &api{
		Options: o, shop: s, mux: http.NewServeMux(), csrf: http.NewCrossOriginProtection(), limits: newLimiters(o.Limits),
		measures: newMeasures(o.Metrics), verify: make(chan struct{}, 1), records: make(chan struct{}, 1), bodyTime: bodyTime,
	}
	o.Metrics.MustRegister(a.paused())
	nameProblems()
	a.huma = humago.New(a.mux, a.config())
	a.sessionRoutes()
	a.moneyRoutes()
	a.gameRoutes()
	a.blockRoutes()
	a.ticketRoutes()
	a.counterRoutes()
	a.hallRoutes()
	a.proposalRoutes()
	a.personRoutes()
	a.recordRoutes()
	a.files = a.describe()
	a.handle("GET /api/{$}", a.page)
	a.handle("GET /api", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/api/", http.StatusPermanentRedirect)
	})
	a.handle("GET /api/page.css", a.serve("page.css"))
	a.handle("GET /api/openapi.json", a.serve("openapi.json"))
	a.handle("GET /healthz", a.healthy)
	a.handle("GET /readyz", a.ready)
	a.handle("GET /metrics", a.scraped(promhttp.HandlerFor(o.Metrics, promhttp.HandlerOpts{})))
	return a
}

// naming sets what huma knows for a whole program alone: the hook by which it makes its errors, which are named by the request's own
// context, and that "COUNT" is not "count".
var naming sync.Once

func nameProblems() {
	naming.Do(func() {
		huma.ValidateStrictCasing = true
		huma.NewError = func(status int, message string, errs ...error) huma.StatusError {
			return invalid(money.EN, status, errs)
		}
		huma.NewErrorWithContext = func(ctx huma.Context, status int, message string, errs ...error) huma.StatusError {
			c := callOf(ctx.Context())
			p := invalid(c.lang, status, errs)
			p.of(c)
			return p
		}
	})
}

// handle adds a route that is no operation of the API.
func (a *api) handle(pattern string, h http.HandlerFunc) {
	a.patterns = append(a.patterns, pattern)
	a.mux.HandleFunc(pattern, h)
}

// The times that a client is given.
const (
	headerTime = 5 * time.Second  // to send the header
	bodyTime   = 10 * time.Second // to send the body
	actTime    = 25 * time.Second // an act may wait for the writer, the keeper and the disk
	writeTime  = 60 * time.Second // to take the answer, from the end of the header
	verifyTime = 10 * time.Minute // to read all journals
	idleTime   = 2 * time.Minute
	maxHeader  = 16 << 10
)

// Server is a server for a handler of this package. ReadTimeout is for bodies that no handler reads; those that are read the handler
// bounds itself, so that it can say so.
func Server(h http.Handler) *http.Server {
	return &http.Server{
		Handler: h, ReadHeaderTimeout: headerTime, ReadTimeout: headerTime + bodyTime, WriteTimeout: writeTime, IdleTimeout: idleTime, MaxHeaderBytes: maxHeader,
	}
}

func (a *api) healthy(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = w.Write([]byte("ok\n"))
}

func (a *api) ready(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
	defer cancel()
	if err := a.shop.Ready(ctx); err != nil {
		a.Log.Warn("not ready", "error", err)
		a.refuse(w, callOf(r.Context()), errNotReady)
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = w.Write([]byte("ready\n"))
}

// scraped lets those read who may: by the connection's own address, and never through a proxy.
func (a *api) scraped(h http.Handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if forwarded(r) || !within(peer(r), a.Scrape) {
			a.refuse(w, callOf(r.Context()), errNoRoute)
			return
		}
		h.ServeHTTP(w, r)
	}
}
