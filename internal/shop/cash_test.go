package shop

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"tirage/ledger"
	"tirage/money"
)

// processor is a payment processor in memory, that does what a test wants now and then.
type processor struct {
	mu        sync.Mutex
	collected map[string]money.Cents // accepted, by reference
	paid      map[string]money.Cents
	refused   map[string]bool
	calls     int
	// spoil is asked before each call, with how many there were before
	spoil func(n int, p Payment) string // "", "silent", "lost", "refuse"
}

func (c *processor) Name() string { return "bank" }

func (c *processor) do(p Payment, accepted *map[string]money.Cents) (bool, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	what := ""
	if c.spoil != nil {
		what = c.spoil(c.calls, p)
	}
	c.calls++
	if *accepted == nil {
		*accepted = map[string]money.Cents{}
	}
	if c.refused == nil {
		c.refused = map[string]bool{}
	}
	if what == "silent" {
		return false, errors.New("silent")
	}
	if _, was := (*accepted)[p.Reference]; !was && !c.refused[p.Reference] { // an answer is final
		if what == "refuse" {
			c.refused[p.Reference] = true
		} else {
			(*accepted)[p.Reference] = p.Amount
		}
	}
	if what == "lost" {
		return false, errors.New("lost")
	}
	return !c.refused[p.Reference], nil
}

func (c *processor) Collect(_ context.Context, p Payment) (bool, error) { return c.do(p, &c.collected) }
func (c *processor) PayOut(_ context.Context, p Payment) (bool, error)  { return c.do(p, &c.paid) }

func (c *processor) sums() (in, out money.Cents) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, amount := range c.collected {
		in += amount
	}
	for _, amount := range c.paid {
		out += amount
	}
	return in, out
}

// evenCash waits until nothing is open, and holds the ledger against what the processor did.
func evenCash(h *house, c *processor, by By) {
	h.t.Helper()
	h.nothingOpen()
	in, out := c.sums()
	cash, err := h.store.Balance(h.t.Context(), ledger.Of(ledger.Cash, "bank"))
	if err != nil || cash != out-in {
		h.t.Errorf("the cash account holds %d; the processor took %d and paid %d; %v", cash, in, out, err)
	}
	if b, err := h.Balance(h.t.Context(), by); err != nil || b.Money != in-out {
		h.t.Errorf("the player has %d, and should have %d; %v", b.Money, in-out, err)
	}
	h.sound()
}

// newAtBank is a house whose money comes and goes through a processor.
func newAtBank(t *testing.T, o options, c *processor) *house {
	change := o.change
	o.change = func(made *Options) {
		made.Cash = c
		if change != nil {
			change(made)
		}
	}
	h := open(t, o)
	t.Cleanup(h.close)
	return h
}

func TestCash(t *testing.T) { onEach(t, withCash) }

func withCash(t *testing.T, d database) {
	answers := map[money.Cents]string{3_00: "refuse", 4_00: "refuse"}
	var mu sync.Mutex
	silent := map[string]bool{}
	c := &processor{spoil: func(_ int, p Payment) string {
		mu.Lock()
		defer mu.Unlock()
		if p.Amount == 5_00 && !silent[p.Reference] {
			silent[p.Reference] = true
			return "lost"
		}
		return answers[p.Amount]
	}}
	h := newAtBank(t, options{dsn: d.fresh(t)}, c)
	by := h.person(Player)
	for range 2 {
		m, err := h.Deposit(t.Context(), by, "a", 20_00, false)
		if err != nil || m.Balance != 20_00 {
			t.Errorf("deposit: %+v, %v", m, err)
		}
	}
	_, err := h.Deposit(t.Context(), by, "a", 21_00, false)
	wants(t, "the same key for another amount", err, "key_reused")
	_, err = h.Deposit(t.Context(), by, "b", 3_00, false)
	wants(t, "a refused payment", err, "deposit_refused")
	_, err = h.Deposit(t.Context(), by, "c", 5_00, false)
	wants(t, "a payment on its way", err, "deposit_pending")
	_, err = h.Deposit(t.Context(), by, "c", 5_01, false)
	wants(t, "its key for another amount", err, "key_reused")
	m, err := h.Deposit(t.Context(), by, "c", 5_00, false)
	if err != nil || m.Balance != 25_00 {
		t.Errorf("asked again: %+v, %v", m, err)
	}
	m, err = h.Withdraw(t.Context(), by, "d", 5_00, false)
	if err != nil || m.Balance != 20_00 {
		t.Errorf("withdrawal: %+v, %v", m, err)
	}
	if _, err = h.Withdraw(t.Context(), by, "d", 5_00, false); err != nil {
		t.Errorf("the same key: %v", err)
	}
	evenCash(h, c, by)
	m, err = h.Withdraw(t.Context(), by, "e", 4_00, false)
	if err != nil || m.Balance != 16_00 {
		t.Errorf("a withdrawal that will be refused: %+v, %v", m, err)
	}
	evenCash(h, c, by)
	_, err = h.Withdraw(t.Context(), by, "f", 20_01, false)
	wants(t, "more than there is", err, "insufficient_funds")
	if b, err := h.Balance(t.Context(), by); err != nil || b.Money != 20_00 {
		t.Errorf("after a refused withdrawal was given back: %+v, %v", b, err)
	}
}

// A deposit that is confirmed while nobody asks is put into the account, once, also when its key was used for something else since.
func TestCashConfirmedLater(t *testing.T) { onEach(t, confirmedLater) }

func confirmedLater(t *testing.T, d database) {
	c := &processor{spoil: func(n int, p Payment) string { return map[bool]string{true: "silent"}[n < 2] }}
	h := newAtBank(t, options{dsn: d.fresh(t)}, c)
	by := h.person(Player)
	for _, key := range []string{"a", "b"} {
		_, err := h.Deposit(t.Context(), by, key, 5_00, false)
		wants(t, "a payment on its way", err, "deposit_pending")
	}
	if _, err := h.Deposit(t.Context(), by, "b", 7_00, true); err != nil { // play money, under the same key
		t.Error(err)
	}
	evenCash(h, c, by)
	if m, err := h.Deposit(t.Context(), by, "a", 5_00, false); err != nil || m.Amount != 5_00 {
		t.Errorf("%+v, %v", m, err)
	}
	if in, _ := c.sums(); in != 10_00 {
		t.Errorf("collected %d", in)
	}
}

// The same deposit asked for by many at once is one.
func TestCashAtOnce(t *testing.T) { onEach(t, cashAtOnce) }

func cashAtOnce(t *testing.T, d database) {
	c := &processor{}
	h := newAtBank(t, options{dsn: d.fresh(t)}, c)
	by := h.person(Player)
	errs := make(chan error)
	for i := range 12 {
		go func() {
			_, err := h.Deposit(t.Context(), by, fmt.Sprint("k", i%2), 5_00, false)
			errs <- err
		}()
	}
	for range 12 {
		if err := <-errs; err != nil && RefusalName(err) != "unavailable" && RefusalName(err) != "under_way" {
			t.Error(err)
		}
	}
	evenCash(h, c, by)
	if in, _ := c.sums(); in != 10_00 {
		t.Errorf("collected %d", in)
	}
}

// A crash between any two steps loses no payment and doubles none.
func TestCashCrash(t *testing.T) {
	for _, point := range []string{"intended", "collected", "claimed", "answered"} {
		t.Run(point, func(t *testing.T) {
			t.Parallel()
			onEach(t, func(t *testing.T, d database) { cashCrash(t, d, point) })
		})
	}
}

func cashCrash(t *testing.T, d database, point string) {
	var mu sync.Mutex
	cut := 0
	c := &processor{spoil: func(n int, p Payment) string {
		switch n {
		case 1, 3, 5:
			return "lost"
		case 6:
			return "refuse"
		}
		return ""
	}}
	o := options{dsn: d.fresh(t), dir: t.TempDir(), change: func(made *Options) {
		made.plug = func(at string) bool {
			mu.Lock()
			defer mu.Unlock()
			if at != point || cut == 2 {
				return false
			}
			cut++
			return true
		}
	}}
	h := newAtBank(t, o, c)
	by := h.person(Player)
	for i := range 6 {
		_, _ = h.Deposit(t.Context(), by, fmt.Sprint("d", i), 10_00, false)
	}
	for i := range 3 {
		_, _ = h.Withdraw(t.Context(), by, fmt.Sprint("w", i), 7_00, false)
	}
	for until := time.Now().Add(5 * time.Second); time.Now().Before(until); time.Sleep(5 * time.Millisecond) {
		mu.Lock()
		reached := cut == 2
		mu.Unlock()
		if reached {
			break
		}
	}
	h.close()
	o.dsn, o.change, o.now = h.dsn, nil, func() time.Time { return time.Now().Add(2 * callClaim) }
	h = newAtBank(t, o, c)
	if cut == 0 {
		t.Error("the plug was never pulled")
	}
	evenCash(h, c, by)
	for i := range 6 { // whoever asks again is answered, and nothing comes twice: a refused one may come now
		if _, err := h.Deposit(t.Context(), by, fmt.Sprint("d", i), 10_00, false); err != nil {
			t.Errorf("deposit %d asked again: %v", i, err)
		}
	}
	evenCash(h, c, by)
	if in, _ := c.sums(); in != 60_00 {
		t.Errorf("collected %d", in)
	}
}

// Whoever is still owed an answer of the processor is not erased: it may have to be given back.
func TestCashErase(t *testing.T) {
	silent := true
	c := &processor{spoil: func(n int, _ Payment) string { return map[bool]string{true: "silent"}[silent && n > 0] }}
	h := newAtBank(t, options{}, c)
	admin, by := h.person(Administrator), h.person(Player)
	if _, err := h.Deposit(t.Context(), by, "a", 5_00, false); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Withdraw(t.Context(), by, "b", 5_00, false); err != nil {
		t.Fatal(err)
	}
	wants(t, "erase with a payment on its way", h.Erase(t.Context(), admin, by.Person, "asked for it"), "balance_left")
	c.mu.Lock()
	silent = false
	c.mu.Unlock()
	evenCash(h, c, by)
	wants(t, "erase", h.Erase(t.Context(), admin, by.Person, "asked for it"), "")
}

// The demo takes and pays everything.
func TestDemoCash(t *testing.T) {
	h := open(t, options{})
	t.Cleanup(h.close)
	by := h.person(Player)
	if _, err := h.Deposit(t.Context(), by, "a", 5_00, false); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Withdraw(t.Context(), by, "b", 2_00, false); err != nil {
		t.Fatal(err)
	}
	h.nothingOpen()
	if b, err := h.Balance(t.Context(), by); err != nil || b.Money != 3_00 {
		t.Errorf("%+v, %v", b, err)
	}
	h.sound()
}
