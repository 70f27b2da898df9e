package shop

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"tirage/internal/shop/wallet"
	"tirage/internal/store"
	"tirage/money"
)

// Whatever becomes of a call, each bet is paid for a purchase or given back, and each lot arrives once.
func TestWalletFaults(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(op string, n int, _ wallet.Call) fault
		first string // what the first purchase is refused with
	}{
		"bet silent": {func(op string, n int, _ wallet.Call) fault { return on(op == "bet" && n == 0, silent) }, "wallet_silent"},
		"bet lost":   {func(op string, n int, _ wallet.Call) fault { return on(op == "bet" && n == 0, lost) }, "wallet_silent"},
		"bet twice":  {func(op string, _ int, _ wallet.Call) fault { return on(op == "bet", twice) }, ""},
		"rollback silent": {func(op string, n int, _ wallet.Call) fault {
			return on(op == "bet" && n == 0 || op == "rollback" && n == 0, silent)
		}, "wallet_silent"},
		"all lost at first":     {func(_ string, n int, _ wallet.Call) fault { return on(n == 0, lost) }, "wallet_silent"},
		"all twice":             {func(string, int, wallet.Call) fault { return twice }, ""},
		"win silent":            {func(op string, n int, _ wallet.Call) fault { return on(op == "win" && n == 0, silent) }, ""},
		"win lost":              {func(op string, n int, _ wallet.Call) fault { return on(op == "win" && n == 0, lost) }, ""},
		"bets lost a few times": {func(op string, n int, _ wallet.Call) fault { return on(op == "bet" && n < 5, lost) }, "wallet_silent"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			onEach(t, func(t *testing.T, d database) {
				h := newAtWallet(t, options{dsn: d.fresh(t)}, c.spoil)
				p, err := h.buy("a", 12)
				wants(t, "the first time", err, c.first)
				for try := 0; err != nil && try < 10; try++ {
					p, err = h.buy("a", 12)
				}
				if err != nil {
					t.Fatal(err)
				}
				for _, serial := range p.Tickets {
					if _, err := h.Reveal(t.Context(), h.by, serial); err != nil {
						t.Error(err)
					}
				}
				h.even()
				if n := h.tickets(); n != 12 {
					t.Errorf("%d tickets", n)
				}
			})
		})
	}
}

func on(is bool, what fault) fault {
	if is {
		return what
	}
	return fine
}

// A bet that arrives after its rollback takes nothing.
func TestWalletLateBet(t *testing.T) {
	late := make(chan wallet.Call, 1)
	h := newAtWallet(t, options{}, func(op string, n int, c wallet.Call) fault {
		if op == "bet" && n == 0 {
			late <- c
			return silent
		}
		return fine
	})
	_, err := h.buy("a", 2)
	wants(t, "a bet on its way", err, "wallet_silent")
	h.nothingOpen()
	if _, err := h.wallet.Wallet.Bet(t.Context(), <-late); wallet.RefusalName(err) != wallet.RolledBack {
		t.Errorf("the late bet: %v", err)
	}
	h.even()
}

// Who hangs up while the wallet is slow finds the purchase made.
func TestWalletHangUp(t *testing.T) {
	ctx, hangUp := context.WithCancel(t.Context())
	h := newAtWallet(t, options{}, func(op string, n int, _ wallet.Call) fault {
		if op == "bet" {
			hangUp()
			time.Sleep(100 * time.Millisecond)
		}
		return fine
	})
	_, _ = h.Buy(ctx, h.by, "a", forMoney)
	p, err := h.buy("a", 2)
	if err != nil || len(p.Tickets) != 2 || h.wallet.made("bet") != 1 {
		t.Errorf("%+v, %v after %d bets", p, err, h.wallet.made("bet"))
	}
	h.even()
}

// What cannot be sold any more once the bet is accepted is not sold, and the bet is taken back.
func TestWalletNothingLeft(t *testing.T) { onEach(t, walletNothingLeft) }

func walletNothingLeft(t *testing.T, d database) {
	for what, change := range map[string]string{
		"sold_out":      "update block set online_end = next",
		"price_changed": "update block set price = 200",
		"unavailable":   "update call set state = 'due', due = 1 where state = 'asked'", // another node has given the bet up
	} {
		var h *atWallet
		h = newAtWallet(t, options{dsn: d.fresh(t)}, func(op string, n int, _ wallet.Call) fault {
			if op == "bet" {
				h.sql(change)
			}
			return fine
		})
		_, err := h.buy("a", 2)
		wants(t, what, err, what)
		h.even()
		if h.tickets() != 0 || h.server.Totals().Rollbacks != 6_00 {
			t.Errorf("%s: %d tickets, %+v", what, h.tickets(), h.server.Totals())
		}
	}
}

// A wallet that refuses a win owes it: it is asked on.
func TestWalletRefusesWin(t *testing.T) {
	h := newAtWallet(t, options{change: func(o *Options) { o.Wallet = refusingWins{o.Wallet} }}, nil)
	p, err := h.buy("a", 20)
	if err != nil {
		t.Fatal(err)
	}
	owed := money.Cents(0)
	for _, serial := range p.Tickets {
		ticket, err := h.Reveal(t.Context(), h.by, serial)
		if err != nil {
			t.Fatal(err)
		}
		owed += ticket.Won
	}
	for until := time.Now().Add(5 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		open, err := h.store.OpenCalls(t.Context())
		if err == nil && len(open) == 1 && open[0].Kind == store.Win && open[0].Amount == owed && open[0].Tries > 1 {
			break
		}
		if time.Now().After(until) {
			t.Fatalf("open: %+v, %v", open, err)
		}
	}
	h.opened.change = nil
	h.reopen()
	h.even()
}

type refusingWins struct{ wallet.Wallet }

func (refusingWins) Win(context.Context, wallet.Call) (money.Cents, error) {
	return 0, wallet.Refuse(wallet.PlayerBlocked)
}

// A crash between any two steps loses no money and doubles none.
func TestWalletCrash(t *testing.T) {
	for _, point := range []string{"intended", "bet", "sold", "claimed", "answered"} {
		t.Run(point, func(t *testing.T) {
			t.Parallel()
			onEach(t, func(t *testing.T, d database) { walletCrash(t, d, point) })
		})
	}
}

func walletCrash(t *testing.T, d database, point string) {
	var mu sync.Mutex
	cut := 0
	plug := func(at string) bool {
		mu.Lock()
		defer mu.Unlock()
		if at == point && cut < 3 {
			cut++
			return true
		}
		return false
	}
	lostBet := func(op string, n int, _ wallet.Call) fault { return on(op == "bet" && n == 1, lost) }
	h := newAtWallet(t, options{dsn: d.fresh(t), change: func(o *Options) { o.plug = plug }}, lostBet)
	bought := map[string]string{}
	for _, key := range []string{"a", "b", "c", "d"} {
		p, err := h.buy(key, 8)
		if err != nil {
			continue
		}
		bought[key] = fmt.Sprint(p)
		for _, serial := range p.Tickets {
			if _, err := h.Reveal(t.Context(), h.by, serial); err != nil {
				t.Error(err)
			}
		}
	}
	h.reopen()
	h.even()
	if cut == 0 {
		t.Error("the plug was never pulled")
	}
	for _, key := range []string{"a", "b", "c", "d"} {
		p, err := h.buy(key, 8)
		if RefusalName(err) == "wallet_silent" { // the lost bet is only met now
			p, err = h.buy(key, 8)
		}
		if was := bought[key]; err != nil || was != "" && was != fmt.Sprint(p) {
			t.Errorf("%s asked again: %v, %v; first %s", key, p, err, was)
		}
	}
	h.even()
	if n := h.tickets(); n != 32 {
		t.Errorf("%d tickets", n)
	}
}

// The transaction that sells fails at any of its steps, also after it is committed: sold once, or taken back.
func TestWalletTransactionFails(t *testing.T) { onEach(t, walletTransactionFails) }

func walletTransactionFails(t *testing.T, d database) {
	var armed string
	var mu sync.Mutex
	arm := func(point string) {
		mu.Lock()
		defer mu.Unlock()
		armed = point
	}
	h := newAtWallet(t, options{dsn: d.fresh(t), fault: func(point string) error {
		mu.Lock()
		defer mu.Unlock()
		if armed != point {
			return nil
		}
		armed = ""
		return errors.New("the disk is full")
	}}, nil)
	for i, point := range store.FaultPoints() {
		var once sync.Once
		h.wallet.spoil = func(op string, _ int, _ wallet.Call) fault {
			if op == "bet" {
				once.Do(func() { arm(point) })
			}
			return fine
		}
		p, err := h.buy(point, 2)
		h.nothingOpen()
		if point == "committed" && err != nil {
			t.Errorf("%s: a committed purchase is refused: %v", point, err)
		}
		again, err2 := h.buy(point, 2)
		if err2 != nil || err == nil && fmt.Sprint(p) != fmt.Sprint(again) {
			t.Errorf("%s: %v %v, then %v %v", point, p, err, again, err2)
		}
		if n := h.tickets(); n != 2*(i+1) {
			t.Errorf("%s: %d tickets after %d purchases", point, n, i+1)
		}
	}
	h.even()
}
