package api

import (
	"context"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// measures are what can be read at /metrics. Every label has few values: routes, statuses and names are lists of this package.
type measures struct {
	requests *prometheus.CounterVec   // by route and status
	seconds  *prometheus.HistogramVec // by route
	refusals *prometheus.CounterVec   // by name
	limited  *prometheus.CounterVec   // by what was bounded
	inFlight prometheus.Gauge
}

func newMeasures(r *prometheus.Registry) *measures {
	m := &measures{
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "tirage_http_requests_total", Help: "Requests answered, by route and status."}, []string{"route", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "tirage_http_request_seconds", Help: "Time from a request's header to the end of its answer, by route.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30},
		}, []string{"route"}),
		refusals: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "tirage_http_refusals_total", Help: "Refusals answered, by name."}, []string{"name"}),
		limited:  prometheus.NewCounterVec(prometheus.CounterOpts{Name: "tirage_http_limited_total", Help: "Requests refused for coming too often, by what was counted."}, []string{"by"}),
		inFlight: prometheus.NewGauge(prometheus.GaugeOpts{Name: "tirage_http_in_flight", Help: "Requests being answered now."}),
	}
	r.MustRegister(m.requests, m.seconds, m.refusals, m.limited, m.inFlight)
	return m
}

// paused counts the blocks on sale of which this node sells nothing, when it is asked.
func (a *api) paused() prometheus.Collector {
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "tirage_blocks_paused", Help: "Blocks on sale of which this node sells no ticket: GET /api/blocks says why."},
		func() float64 { return float64(len(a.shop.Paused())) })
}

// observe counts an answer and writes its line in the log: the route's pattern stands for the path, a pseudonym for the address.
func (a *api) observe(r *http.Request, c *call, w *recorder, took time.Duration) {
	route := c.route
	if route == "" {
		route = "none"
	}
	status := w.status
	if status == 0 {
		status = http.StatusOK // as net/http answers for a handler that says nothing
	}
	a.measures.requests.WithLabelValues(route, strconv.Itoa(status)).Inc()
	a.measures.seconds.WithLabelValues(route).Observe(took.Seconds())
	if c.name != "" {
		a.measures.refusals.WithLabelValues(c.name).Inc()
	}
	level := slog.LevelInfo
	if status >= http.StatusInternalServerError {
		level = slog.LevelWarn
	}
	a.Log.LogAttrs(context.WithoutCancel(r.Context()), level, "request",
		slog.String("request", c.id), slog.String("method", methodOf(r)), slog.String("route", route), slog.Int("status", status),
		slog.String("name", c.name), slog.Int64("bytes", w.bytes), slog.Duration("took", took),
		slog.String("origin", c.origin), slog.String("person", string(c.by.Person)), slog.String("role", string(c.by.Role)))
}
