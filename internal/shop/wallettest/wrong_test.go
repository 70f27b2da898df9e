package wallettest

import (
	"bytes"
	"encoding/json"
	"math"
	"net/http"
	"path"
	"time"

	"tirage/internal/shop/wallet"
)

// wrongServer is a wallet that breaks one rule.
type wrongServer struct {
	*Server
	wrong string // the rule's name; "" for none
}

func newWrong(s *Server, rule string) *wrongServer {
	w := &wrongServer{s, rule}
	if rule != "" {
		s.rules = rules{check: w.check, decode: w.decode, do: w.doWrong}
	}
	return w
}

// check holds a request against its signature.
func (s *wrongServer) check(r *http.Request, body []byte) error {
	err := s.key.Check(r, body, s.now())
	switch {
	case s.wrong == "clocks_apart" && err == nil:
		return s.key.Check(r, body, s.now().Add(wallet.Window-10*time.Second))
	case s.wrong == "signed" && wallet.RefusalName(err) == wallet.BadSignature,
		s.wrong == "fresh" && wallet.RefusalName(err) == wallet.BadTimestamp:
		return nil
	case s.wrong == "signed_body" && err != nil:
		return s.key.Check(r, bytes.Replace(body, []byte(`"amount":2`), []byte(`"amount":1`), 1), s.now())
	case s.wrong == "signed_path" && err != nil:
		other := *r.URL
		other.Path = path.Join(path.Dir(other.Path), wallet.WinPath)
		return s.key.Check(&http.Request{Method: r.Method, URL: &other, Header: r.Header}, body, s.now())
	}
	return err
}

func (s *wrongServer) decode(body []byte, c *wallet.Call) error {
	d := json.NewDecoder(bytes.NewReader(body))
	if s.wrong == "unknown_fields" {
		d.DisallowUnknownFields()
	}
	return d.Decode(c)
}

// doWrong does a call, under the lock.
func (s *wrongServer) doWrong(call string, c wallet.Call) error {
	switch s.wrong {
	case "amount_zero", "amount_negative", "amount_huge", "amount_form", "currency", "unknown_player":
		return s.doLax(call, c)
	}
	if err := s.fits(call, c); err != nil {
		return err
	}
	e, seen := s.entries[c.Reference]
	var err error
	switch call {
	case wallet.BetPath:
		err = s.betWrong(c, e, seen)
	case wallet.WinPath:
		err = s.winWrong(c, seen)
	case wallet.RollbackPath:
		err = s.rollbackWrong(c, e, seen)
	}
	return err
}

// doLax checks one thing less.
func (s *wrongServer) doLax(call string, c wallet.Call) error {
	err := s.fits(call, c)
	if call == wallet.RollbackPath && err == nil {
		err = s.rollback(c)
	}
	if call == wallet.BalancePath || call == wallet.RollbackPath {
		return err
	}
	name := wallet.RefusalName(err)
	switch {
	case s.wrong == "amount_zero" && name == wallet.BadAmount && c.Amount == 0,
		s.wrong == "amount_form" && name == wallet.BadAmount && c.Amount == 0,
		s.wrong == "amount_negative" && name == wallet.BadAmount && c.Amount < 0,
		s.wrong == "currency" && name == wallet.BadCurrency,
		s.wrong == "unknown_player" && name == wallet.UnknownPlayer:
	case s.wrong == "amount_huge" && name == wallet.BadAmount && c.Amount == math.MaxInt64:
		return nil
	case err != nil:
		return err
	}
	if call == wallet.BetPath {
		err = s.bet(c)
	} else {
		err = s.win(c)
	}
	return err
}

// pause lets others in, as a wallet does that reads and writes without holding what it read.
func (s *wrongServer) pause() {
	s.mu.Unlock()
	time.Sleep(20 * time.Millisecond)
	s.mu.Lock()
}

func (s *wrongServer) betWrong(c wallet.Call, e entry, seen bool) error {
	held := s.players[c.Player]
	switch {
	case s.wrong == "concurrent_bets" && !seen, s.wrong == "concurrent_repeats" && !seen:
		s.pause()
		if held < c.Amount {
			return wallet.Refuse(wallet.InsufficientFunds)
		}
		s.take(c)
		return nil
	case s.wrong == "bet_once" && seen && !e.rolledBack,
		s.wrong == "funds" && held < c.Amount,
		s.wrong == "late_bet" && seen && e.rolledBack,
		s.wrong == "bet_after_rollback" && seen && e.rolledBack:
		s.take(c)
		return nil
	case s.wrong == "bet_reference" && seen && e.call.Amount != c.Amount:
		return nil // as if it were the same
	}
	err := s.bet(c)
	if s.wrong == "bet_takes" {
		s.players[c.Player]-- // a fee
	}
	return err
}

func (s *wrongServer) winWrong(c wallet.Call, seen bool) error {
	switch {
	case s.wrong == "win_once" && seen, s.wrong == "win_reference" && seen:
		s.give(c)
		return nil
	case s.wrong == "win_after_session" && (s.ended[c.Session] || c.Session == ""):
		return wallet.Refuse(wallet.SessionEnded)
	case s.wrong == "win_gives":
		s.give(c)
		s.players[c.Player]-- // a fee
		return nil
	}
	return s.win(c)
}

func (s *wrongServer) rollbackWrong(c wallet.Call, e entry, seen bool) error {
	switch {
	case s.wrong == "rollback_gives_back":
		s.entries[c.Reference] = entry{kind: "bet", call: c, rolledBack: true}
		return nil
	case s.wrong == "rollback_once" && seen, s.wrong == "rollback_unknown" && !seen, s.wrong == "rollback_reference" && seen && e.call.Amount != c.Amount:
		s.players[c.Player] += c.Amount
		return nil
	case s.wrong == "late_bet" && !seen:
		return nil // and forgotten
	case s.wrong == "concurrent_rollback":
		s.pause()
		if !seen {
			s.entries[c.Reference] = entry{kind: "bet", call: c, rolledBack: true}
			return nil
		}
	}
	return s.rollback(c)
}
