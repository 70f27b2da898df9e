package shop

import (
	"context"
	"strings"
	"sync"
	"time"

	"github.com/alexedwards/argon2id"
)

const (
	maxHashing = 2                      // passwords are hashed at a time: each takes 64 MiB
	maxWaiting = 24                     // for that, all together: two seconds of work
	maxOfLogin = 4                      // of them for one login
	wrongRests = 250 * time.Millisecond // a login after a wrong password, before the next is tried
)

// ErrBusy refuses who would wait too long to have a password hashed.
var ErrBusy = say("busy", "too many are logging in at this moment: try again in a moment", "trop de connexions en ce moment : réessayez dans un instant")

// hashing lets passwords be hashed a few at a time. Of one login it is one at a time, and a wrong one rests: whoever guesses at a login
// from many places holds up nobody else, and nobody is locked out by it.
type hashing struct {
	slots   chan struct{}
	mu      sync.Mutex
	waiting int
	logins  map[string]*turn
}

// turn is the queue before one login.
type turn struct {
	free chan struct{} // holds one thing while it is nobody's turn
	n    int           // wait, try or rest
}

func newHashing(slots int) *hashing {
	return &hashing{slots: make(chan struct{}, slots), logins: map[string]*turn{}}
}

// enter waits until a password may be hashed, for a login or for none (""). Leave when it is, with how long the login is to rest. It
// refuses with ErrBusy.
func (h *hashing) enter(ctx context.Context, login string) (leave func(rest time.Duration), err error) {
	t, err := h.queue(login)
	if err != nil {
		return nil, err
	}
	select {
	case <-t.free:
	case <-ctx.Done():
		h.unqueue(login, t, true)
		return nil, ctx.Err()
	}
	select {
	case h.slots <- struct{}{}:
	case <-ctx.Done():
		t.free <- struct{}{}
		h.unqueue(login, t, true)
		return nil, ctx.Err()
	}
	return func(rest time.Duration) {
		<-h.slots
		h.mu.Lock()
		h.waiting--
		h.mu.Unlock()
		next := func() {
			t.free <- struct{}{}
			h.unqueue(login, t, false)
		}
		if rest > 0 {
			time.AfterFunc(rest, next)
			return
		}
		next()
	}, nil
}

func (h *hashing) queue(login string) (*turn, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	var t *turn
	if login != "" {
		t = h.logins[login]
	}
	if h.waiting >= maxWaiting || t != nil && t.n >= maxOfLogin {
		return nil, ErrBusy
	}
	if t == nil {
		t = &turn{free: make(chan struct{}, 1)}
		t.free <- struct{}{}
		if login != "" {
			h.logins[login] = t
		}
	}
	t.n++
	h.waiting++
	return t, nil
}

// unqueue takes one out of the queue before a login, and of all who wait if it did.
func (h *hashing) unqueue(login string, t *turn, waited bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if waited {
		h.waiting--
	}
	if t.n--; t.n == 0 && login != "" {
		delete(h.logins, login)
	}
}

// hash hashes a new password. It refuses with bad_password or ErrBusy.
func (s *Shop) hash(ctx context.Context, password string) (string, error) {
	if n := len(password); n < 10 || n > 200 {
		return "", bad("bad_password", "a password has 10 to 200 bytes", "un mot de passe a de 10 à 200 octets")
	}
	leave, err := s.hashing.enter(ctx, "")
	if err != nil {
		return "", err
	}
	defer leave(0)
	return argon2id.CreateHash(password, argon2id.DefaultParams)
}

// check tells whether a password is the one that was hashed. It refuses with ErrBusy.
func (s *Shop) check(ctx context.Context, login, password, hash string) (right bool, err error) {
	if len(password) > 200 {
		return false, nil
	}
	leave, err := s.hashing.enter(ctx, login)
	if err != nil {
		return false, err
	}
	defer func() {
		if right {
			leave(0)
		} else {
			leave(wrongRests)
		}
	}()
	return argon2id.ComparePasswordAndHash(password, strings.TrimPrefix(hash, given))
}

// given stands before the hash of a password that somebody else chose for a player. Whoever knows it may be that somebody: the account
// becomes no member of the house's staff.
const given = "given:"
