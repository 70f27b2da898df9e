package api

import (
	"cmp"
	"sync"
	"time"
)

// Rate is how often one may ask: so many at once, and one more each time that Every has passed. The zero Rate stands for the usual
// one; a negative Burst for no bound.
type Rate struct {
	Every time.Duration
	Burst int
}

// Limits are the bounds on how often one may ask. They are of this node.
type Limits struct {
	Address  Rate // of one address, whatever is asked
	Person   Rate // of one person logged in
	LogIn    Rate // attempts to log in from one address
	Register Rate // accounts opened from one address
	Check    Rate // looks at paper tickets from one address, but for those of counters
}

func (r Rate) or(usual Rate) Rate { return cmp.Or(r, usual) }

// limiters count who asked.
type limiters struct{ address, person, logIn, register, check *limiter }

func newLimiters(l Limits) limiters {
	return limiters{
		address:  newLimiter(l.Address.or(Rate{20 * time.Millisecond, 200})),
		person:   newLimiter(l.Person.or(Rate{50 * time.Millisecond, 100})),
		logIn:    newLimiter(l.LogIn.or(Rate{6 * time.Second, 10})),
		register: newLimiter(l.Register.or(Rate{time.Minute, 10})),
		check:    newLimiter(l.Check.or(Rate{6 * time.Second, 10})),
	}
}

// wait is how long who asks has to wait by a limiter, unless they may ask as often as they like.
func (a *api) wait(l *limiter, key string, c *call) time.Duration {
	if c.unbounded {
		return 0
	}
	return l.take(key, a.Now())
}

// manyKeys bounds the memory of a limiter.
const manyKeys = 100_000

// limiter is the generic cell rate algorithm: of each key it keeps the time at which its bucket will be full again.
type limiter struct {
	rate  Rate
	mu    sync.Mutex
	full  map[string]time.Time
	swept time.Time
}

func newLimiter(r Rate) *limiter { return &limiter{rate: r, full: map[string]time.Time{}} }

// take takes one from the bucket of a key, or says how long to wait until there is one.
func (l *limiter) take(key string, now time.Time) (wait time.Duration) {
	if l.rate.Burst < 0 {
		return 0
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	full, ok := l.full[key]
	if !ok && len(l.full) >= manyKeys {
		l.sweep(now)
		if len(l.full) >= manyKeys {
			key = "" // too many at once: those who come new share one bucket
			full = l.full[key]
		}
	}
	if full.Before(now) {
		full = now
	}
	full = full.Add(l.rate.Every)
	if wait = full.Sub(now) - l.rate.Every*time.Duration(l.rate.Burst); wait > 0 {
		return wait
	}
	l.full[key] = full
	return 0
}

// sweep forgets those whose bucket is full, now and then: to look through them all for each newcomer would be what a flood wants.
func (l *limiter) sweep(now time.Time) {
	if now.Sub(l.swept) < time.Second {
		return
	}
	l.swept = now
	for key, full := range l.full {
		if !full.After(now) {
			delete(l.full, key)
		}
	}
}
