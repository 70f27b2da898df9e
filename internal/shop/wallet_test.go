package shop

import (
	"context"
	"fmt"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"tirage/internal/shop/wallet"
	"tirage/internal/shop/wallettest"
	"tirage/internal/store"
	"tirage/ledger"
	"tirage/money"
)

// spoiled is a wallet that does what a test wants now and then.
type spoiled struct {
	wallet.Wallet
	mu    sync.Mutex
	calls map[string]int
	// spoil is asked before each call, with what it is and how many of its kind there were before
	spoil func(op string, n int, c wallet.Call) fault
}

// fault is what becomes of a call.
type fault int

const (
	fine   fault = iota
	silent       // it is not made, and nobody knows
	lost         // it is made, and nobody knows
	twice        // it is made twice
)

func (w *spoiled) do(op string, c wallet.Call, do func() (money.Cents, error)) (money.Cents, error) {
	w.mu.Lock()
	if w.calls == nil {
		w.calls = map[string]int{}
	}
	n := w.calls[op]
	w.calls[op]++
	w.mu.Unlock()
	what := fine
	if w.spoil != nil {
		what = w.spoil(op, n, c)
	}
	switch what {
	case silent:
		return 0, fmt.Errorf("%w: silent", wallet.ErrUnknown)
	case lost:
		_, _ = do()
		return 0, fmt.Errorf("%w: lost", wallet.ErrUnknown)
	case twice:
		_, _ = do()
	case fine:
	}
	return do()
}

func (w *spoiled) Bet(ctx context.Context, c wallet.Call) (money.Cents, error) {
	return w.do("bet", c, func() (money.Cents, error) { return w.Wallet.Bet(ctx, c) })
}

func (w *spoiled) Win(ctx context.Context, c wallet.Call) (money.Cents, error) {
	return w.do("win", c, func() (money.Cents, error) { return w.Wallet.Win(ctx, c) })
}

func (w *spoiled) Rollback(ctx context.Context, c wallet.Call) (money.Cents, error) {
	return w.do("rollback", c, func() (money.Cents, error) { return w.Wallet.Rollback(ctx, c) })
}

func (w *spoiled) made(op string) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.calls[op]
}

// player and funds of every wallet in these tests; a house that is opened again finds them again.
const (
	walletPlayer = "h8s2k1n5v9tq4rj3"
	walletFunds  = 3_000_00
)

// atWallet is a house whose players have their money elsewhere.
type atWallet struct {
	*house
	by     By
	server *wallettest.Server
	wallet *spoiled
	opened options
}

// newAtWallet is a house with a wallet and a block for money.
func newAtWallet(t *testing.T, o options, spoil func(op string, n int, c wallet.Call) fault) *atWallet {
	t.Helper()
	key, err := wallet.ParseKey([]byte(strings.Repeat("5c", 32)))
	if err != nil {
		t.Fatal(err)
	}
	h := &atWallet{server: wallettest.NewServer(key, "EUR", map[string]money.Cents{walletPlayer: walletFunds}, nil)}
	answering := httptest.NewServer(h.server)
	client, err := wallet.New(wallet.Options{Name: "ops", URL: answering.URL, Key: key, Timeout: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close(); answering.Close() })
	h.wallet = &spoiled{Wallet: client, spoil: spoil}
	change := o.change
	o.change = func(made *Options) {
		made.Wallet = h.wallet
		if change != nil {
			change(made)
		}
	}
	h.house = newHouse(t, o)
	h.sql("update block set play = 0")
	if err := h.catalog.load(t.Context(), h.Shop); err != nil {
		t.Fatal(err)
	}
	h.opened = o
	h.opened.dir, h.opened.dsn, h.opened.fault = h.dir, h.dsn, nil
	h.by = h.personOf(walletPlayer, Player)
	h.by.Session = "a-session"
	return h
}

// reopen closes the house as a crash would leave it, and opens it again where every claim of the one before has run out.
func (h *atWallet) reopen() {
	h.t.Helper()
	h.close()
	o := h.opened
	o.now = func() time.Time { return time.Now().Add(2 * callClaim) }
	o.change = func(made *Options) { made.Wallet = h.wallet }
	h.house = open(h.t, o)
	h.t.Cleanup(h.close)
}

// even waits until nothing is open, and holds what the house recorded against what the wallet did.
func (h *atWallet) even() {
	h.t.Helper()
	h.nothingOpen()
	totals := h.server.Totals()
	balance, err := h.store.Balance(h.t.Context(), ledger.Of(ledger.Wallet, "ops"))
	if err != nil {
		h.t.Fatal(err)
	}
	if want := totals.Wins + totals.Rollbacks - totals.Bets; balance != want {
		h.t.Errorf("the wallet's account holds %d; it had bets of %d, wins of %d, rollbacks of %d", balance, totals.Bets, totals.Wins, totals.Rollbacks)
	}
	if has := h.server.Balance(walletPlayer); has != walletFunds+balance {
		h.t.Errorf("the player has %d at the wallet, and should have %d", has, walletFunds+balance)
	}
	paid := money.Cents(h.tickets()) * 3_00
	if paid != totals.Bets-totals.Rollbacks {
		h.t.Errorf("tickets for %d were sold, and bets of %d less rollbacks of %d taken", paid, totals.Bets, totals.Rollbacks)
	}
	h.sound()
}

// nothingOpen waits until no call is open.
func (h *house) nothingOpen() {
	h.t.Helper()
	var open []store.CallCount
	var err error
	for until := time.Now().Add(20 * time.Second); time.Now().Before(until); time.Sleep(5 * time.Millisecond) {
		if open, err = h.store.OpenCalls(h.t.Context()); err != nil {
			h.t.Fatal(err)
		}
		if len(open) == 0 {
			return
		}
	}
	h.t.Errorf("still open: %+v", open)
}

// tickets counts the player's tickets.
func (h *atWallet) tickets() int {
	h.t.Helper()
	list, err := h.History(h.t.Context(), h.by, "", MaxPage)
	if err != nil || list.Next != "" {
		h.t.Fatal(err, list.Next)
	}
	return len(list.Items)
}

var forMoney = Order{Game: "vegas-3eur", Count: 2}

func (h *atWallet) buy(key string, count int) (Purchase, error) {
	return h.Buy(h.t.Context(), h.by, key, Order{Game: "vegas-3eur", Count: count})
}

// A player's way with the money elsewhere: bought, shown, paid there; play money stays here.
func TestWallet(t *testing.T) { onEach(t, withWallet) }

func withWallet(t *testing.T, d database) {
	h := newAtWallet(t, options{dsn: d.fresh(t)}, nil)
	p, err := h.buy("a", 40)
	if err != nil || p.Total != 120_00 || p.Balance != walletFunds-120_00 || len(p.Tickets) != 40 {
		t.Fatalf("bought %+v, %v", p, err)
	}
	again, err := h.buy("a", 40)
	if err != nil || fmt.Sprint(again) != fmt.Sprint(p) || h.wallet.made("bet") != 1 {
		t.Errorf("the same key: %+v, %v, %d bets", again, err, h.wallet.made("bet"))
	}
	_, err = h.buy("a", 39)
	wants(t, "the same key for another order", err, "key_reused")
	h.server.EndSession(h.by.Session)
	won, lots := money.Cents(0), 0
	for _, serial := range p.Tickets {
		ticket, err := h.Reveal(t.Context(), h.by, serial)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := h.Reveal(t.Context(), h.by, serial); err != nil {
			t.Error(err)
		}
		if won += ticket.Won; ticket.Won > 0 {
			lots++
		}
	}
	h.nothingOpen()
	if totals := h.server.Totals(); totals.Wins != won || lots == 0 || h.wallet.made("win") != lots {
		t.Errorf("%d lots of %d in all, the wallet was told %d of %d", lots, won, h.wallet.made("win"), totals.Wins)
	}
	if b, err := h.Balance(t.Context(), h.by); err != nil || b.Money != walletFunds-120_00+won || b.Play != 0 {
		t.Errorf("balances %+v, %v", b, err)
	}
	_, err = h.Deposit(t.Context(), h.by, "d", 100, false)
	wants(t, "deposit", err, "wallet_holds")
	_, err = h.Withdraw(t.Context(), h.by, "w", 100, false)
	wants(t, "withdraw", err, "wallet_holds")
	m, err := h.Deposit(t.Context(), h.by, "p", 700, true)
	if err != nil || m.Balance != 700 {
		t.Errorf("play money: %+v, %v", m, err)
	}
	_, err = h.buy("b", 1)
	wants(t, "a bet after the session", err, "session_ended")
	h.even()
}

// What the wallet refuses is refused by its name, nothing is sold, and the same key may be used once the reason is gone.
func TestWalletRefuses(t *testing.T) { onEach(t, walletRefuses) }

func walletRefuses(t *testing.T, d database) {
	h := newAtWallet(t, options{dsn: d.fresh(t)}, nil)
	for i := range 10 {
		if _, err := h.buy(fmt.Sprint("k", i), 99); err != nil {
			t.Fatal(err)
		}
	}
	_, err := h.buy("more", 11)
	wants(t, "more than there is", err, "insufficient_funds")
	other := h.person(Player)
	_, err = h.Buy(t.Context(), other, "a", forMoney)
	wants(t, "a player whom the wallet does not know", err, "wallet_unknown_player")
	_, err = h.Balance(t.Context(), other)
	wants(t, "their balance", err, "wallet_unknown_player")
	_, err = h.Buy(t.Context(), other, "", forMoney)
	wants(t, "no key", err, "key_missing")
	if open, err := h.OpenCalls(t.Context(), h.person(Auditor)); err != nil || len(open) != 0 {
		t.Errorf("open: %+v, %v", open, err)
	}
	_, err = h.OpenCalls(t.Context(), other)
	wants(t, "open calls for a player", err, "not_allowed")
	if _, err := h.buy("more", 10); err != nil {
		t.Errorf("the same key for what there is: %v", err)
	}
	if n := h.wallet.made("rollback"); n != 0 {
		t.Errorf("%d rollbacks of refused bets", n)
	}
}

// Many ask for the same at once: one bet, one answer. Others ask for other things: each gets its own.
func TestWalletSameKeyAtOnce(t *testing.T) { onEach(t, walletSameKey) }

func walletSameKey(t *testing.T, d database) {
	h := newAtWallet(t, options{dsn: d.fresh(t)}, func(op string, _ int, _ wallet.Call) fault {
		time.Sleep(10 * time.Millisecond)
		return fine
	})
	answers := make(chan string)
	for i := range 12 {
		go func() {
			p, err := h.buy(fmt.Sprint("k", i%3), 1+i%3)
			answers <- fmt.Sprint(i%3, p, err)
		}()
	}
	seen := map[string]int{}
	for range 12 {
		seen[<-answers]++
	}
	if len(seen) != 3 || h.tickets() != 6 {
		t.Errorf("%d tickets, answers %v", h.tickets(), seen)
	}
	h.even()
}
