package wallettest

import (
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"path"
	"sync"
	"time"

	"tirage/internal/shop/wallet"
	"tirage/money"
)

// MaxAmount is the most that one call of the reference wallet moves, in minor units.
const MaxAmount money.Cents = 1_000_000_000_00

// Server is a wallet in memory that does all that docs/wallet.md asks: the reference for tests and for whoever writes another. It is an
// http.Handler, for any path that ends in the name of a call, and safe for concurrent use.
type Server struct {
	key      wallet.Key
	currency string
	now      func() time.Time

	mu      sync.Mutex
	players map[string]money.Cents
	entries map[string]entry // by reference
	ended   map[string]bool  // sessions
	totals  Totals

	rules rules // its own, but in tests
}

// rules are the steps of a call in which a wallet can go wrong.
type rules struct {
	check  func(r *http.Request, body []byte) error
	decode func(body []byte, c *wallet.Call) error
	do     func(call string, c wallet.Call) error // under the lock
}

// entry is what was done under a reference.
type entry struct {
	kind       string // "bet" or "win"
	call       wallet.Call
	rolledBack bool
}

// Totals are what the wallet did, each reference once.
type Totals struct {
	Bets, Wins, Rollbacks money.Cents // rollbacks that gave something back
}

// NewServer makes a wallet with these players and what they have. Now may be nil, for time.Now.
func NewServer(key wallet.Key, currency string, players map[string]money.Cents, now func() time.Time) *Server {
	if now == nil {
		now = time.Now
	}
	s := &Server{
		key: key, currency: currency, now: now, players: maps.Clone(players), entries: map[string]entry{}, ended: map[string]bool{},
	}
	s.rules = rules{
		check:  func(r *http.Request, body []byte) error { return key.Check(r, body, now()) },
		decode: func(body []byte, c *wallet.Call) error { return json.Unmarshal(body, c) },
		do:     s.do,
	}
	return s
}

// EndSession ends a session: bets in it are refused, wins are not.
func (s *Server) EndSession(session string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended[session] = true
}

// Totals are what the wallet did until now.
func (s *Server) Totals() Totals {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.totals
}

// Balance is what a player has.
func (s *Server) Balance(player string) money.Cents {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.players[player]
}

// ServeHTTP answers a call.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, wallet.MaxBody))
	if err != nil {
		write(w, http.StatusBadRequest, wallet.Answer{Refusal: wallet.BadCall})
		return
	}
	if err := s.rules.check(r, body); err != nil {
		write(w, http.StatusUnauthorized, wallet.Answer{Refusal: wallet.RefusalName(err)})
		return
	}
	if r.Method != http.MethodPost {
		write(w, http.StatusMethodNotAllowed, wallet.Answer{Refusal: wallet.BadCall})
		return
	}
	var c wallet.Call
	if err := s.rules.decode(body, &c); err != nil {
		write(w, http.StatusBadRequest, wallet.Answer{Refusal: wallet.BadCall})
		return
	}
	balance, err := s.once("/"+path.Base(r.URL.Path), c)
	if name := wallet.RefusalName(err); name != "" {
		status := http.StatusConflict
		if name == wallet.BadCall {
			status = http.StatusBadRequest
		}
		write(w, status, wallet.Answer{Reference: c.Reference, Refusal: name})
		return
	}
	write(w, http.StatusOK, wallet.Answer{Reference: c.Reference, Balance: &balance})
}

func write(w http.ResponseWriter, status int, a wallet.Answer) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(a) // whoever has gone asks again
}

// once does a call, and gives the player's balance after it.
func (s *Server) once(call string, c wallet.Call) (money.Cents, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	err := s.rules.do(call, c)
	return s.players[c.Player], err
}

// do does a call, if it was not done before.
func (s *Server) do(call string, c wallet.Call) error {
	if err := s.fits(call, c); err != nil {
		return err
	}
	switch call {
	case wallet.BetPath:
		return s.bet(c)
	case wallet.WinPath:
		return s.win(c)
	case wallet.RollbackPath:
		return s.rollback(c)
	}
	return nil
}

// fits refuses what no wallet could do.
func (s *Server) fits(call string, c wallet.Call) error {
	switch call {
	case wallet.BetPath, wallet.WinPath, wallet.RollbackPath:
		switch {
		case c.Reference == "" || len(c.Reference) > 64:
			return wallet.Refuse(wallet.BadCall)
		case c.Amount <= 0 || c.Amount > MaxAmount:
			return wallet.Refuse(wallet.BadAmount)
		case c.Currency != s.currency:
			return wallet.Refuse(wallet.BadCurrency)
		}
	case wallet.BalancePath:
	default:
		return wallet.Refuse(wallet.BadCall)
	}
	if _, ok := s.players[c.Player]; !ok {
		return wallet.Refuse(wallet.UnknownPlayer)
	}
	return nil
}

// before finds what was done under the call's reference. It refuses with ReferenceReused another call.
func (s *Server) before(kind string, c wallet.Call) (entry, bool, error) {
	e, ok := s.entries[c.Reference]
	if ok && (e.kind != kind || e.call.Player != c.Player || e.call.Amount != c.Amount) {
		return e, ok, wallet.Refuse(wallet.ReferenceReused)
	}
	return e, ok, nil
}

func (s *Server) bet(c wallet.Call) error {
	e, ok, err := s.before("bet", c)
	switch {
	case err != nil:
		return err
	case ok && e.rolledBack:
		return wallet.Refuse(wallet.RolledBack)
	case ok:
		return nil
	case s.ended[c.Session]:
		return wallet.Refuse(wallet.SessionEnded)
	case s.players[c.Player] < c.Amount:
		return wallet.Refuse(wallet.InsufficientFunds)
	}
	s.take(c)
	return nil
}

func (s *Server) take(c wallet.Call) {
	s.players[c.Player] -= c.Amount
	s.totals.Bets += c.Amount
	s.entries[c.Reference] = entry{kind: "bet", call: c}
}

func (s *Server) win(c wallet.Call) error {
	if _, ok, err := s.before("win", c); ok || err != nil {
		return err
	}
	s.give(c)
	return nil
}

func (s *Server) give(c wallet.Call) {
	s.players[c.Player] += c.Amount
	s.totals.Wins += c.Amount
	s.entries[c.Reference] = entry{kind: "win", call: c}
}

func (s *Server) rollback(c wallet.Call) error {
	e, ok, err := s.before("bet", c)
	if err != nil {
		return err
	}
	if ok && !e.rolledBack {
		s.players[c.Player] += c.Amount
		s.totals.Rollbacks += c.Amount
	}
	s.entries[c.Reference] = entry{kind: "bet", call: c, rolledBack: true}
	return nil
}
