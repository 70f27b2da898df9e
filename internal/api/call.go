package api

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"

	"tirage/internal/shop"
	"tirage/money"
)

// call is one request while it is answered.
type call struct {
	id     string // of the request
	place  string // where it comes from, for counting: never logged
	origin string // the same as a pseudonym
	lang   money.Lang
	token  string // of a session, "" for none: never logged
	bearer bool   // the token came in Authorization
	by     shop.By
	route  string // the pattern that matched
	name   string // of the refusal that was answered

	unbounded bool // it may ask as often as it likes: see Options.Measure
}

type callKey struct{}

// callOf gives the call of a context; an empty one, in English, where there is none.
func callOf(ctx context.Context) *call {
	if c, ok := ctx.Value(callKey{}).(*call); ok {
		return c
	}
	return &call{lang: money.EN}
}

func (a *api) newCall(r *http.Request) *call {
	c := &call{lang: language(r.Header.Get("Accept-Language"))}
	if id := r.Header.Get("X-Request-Id"); plainID(id) && within(peer(r), a.Proxies) {
		c.id = id
	} else {
		var raw [8]byte
		_, _ = rand.Read(raw[:]) // never fails
		c.id = hex.EncodeToString(raw[:])
	}
	from := client(r, a.Proxies)
	c.place, c.unbounded = place(from), within(from, a.Measure)
	c.origin = a.shop.Origin(c.place)
	if scheme, token, ok := strings.Cut(r.Header.Get("Authorization"), " "); ok && strings.EqualFold(scheme, "Bearer") {
		c.token, c.bearer = strings.TrimSpace(token), true
	} else if cookie, err := r.Cookie(a.cookieName()); err == nil && r.Header.Get("Authorization") == "" {
		c.token = cookie.Value
	}
	return c
}

func plainID(id string) bool {
	return id != "" && len(id) <= 64 && !strings.ContainsFunc(id, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '_'
	})
}

// language is French or English, whichever Accept-Language wants more; English where it says neither.
func language(accept string) money.Lang {
	best, most := money.EN, 0
	for i, part := range strings.Split(accept, ",") {
		if i == 32 {
			break
		}
		tag, parameters, _ := strings.Cut(strings.TrimSpace(part), ";")
		primary, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(tag)), "-")
		if quality := quality(parameters); quality > most && (primary == "fr" || primary == "en") {
			best, most = money.Lang(primary), quality
		}
	}
	return best
}

// quality reads "q=0.8" in thousandths: 1000 where nothing is said, 0 for what is none.
func quality(parameters string) int {
	text, ok := strings.CutPrefix(strings.ReplaceAll(parameters, " ", ""), "q=")
	if !ok {
		return 1000
	}
	whole, decimals, _ := strings.Cut(text, ".")
	n, err := strconv.Atoi(whole + (decimals + "000")[:3])
	if err != nil || n < 0 || n > 1000 {
		return 0
	}
	return n
}
