package wallettest

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"time"

	"tirage/internal/shop/wallet"
	"tirage/money"
)

// Subject is a wallet that is tried.
type Subject struct {
	wallet.Options        // where it is and how it is asked
	Player         string // a player whom the wallet knows, with no limit below 1,000.00; wins are given to them
	Currency       string // ISO 4217
	// EndSession ends a session at the wallet; nil where that cannot be done from here: then a session is named that never was.
	EndSession func(ctx context.Context, session string) error
}

// Run tries a wallet by every rule, in order, and tells report what came of each: nil, or what the wallet does wrong. It returns how many
// rules are broken. An error means that the wallet was not tried.
func Run(ctx context.Context, s Subject, report func(Rule, error)) (broken int, err error) {
	client, err := wallet.New(s.Options)
	if err != nil {
		return 0, err
	}
	defer client.Close()
	for _, rule := range Rules() {
		if err := ctx.Err(); err != nil {
			return broken, err
		}
		t := &trial{ctx: ctx, subject: s, wallet: client}
		rule.check(t)
		if t.err != nil {
			broken++
		}
		report(rule, t.err)
	}
	return broken, ctx.Err()
}

// stake is what a trial's bets take, in minor units, unless it says otherwise; each trial begins by winning ten of them.
const stake money.Cents = 100

// trial is one rule being tried. After the first thing that is wrong, its methods do nothing.
type trial struct {
	ctx     context.Context
	subject Subject
	wallet  *wallet.Remote
	err     error
}

func (t *trial) fail(format string, args ...any) {
	if t.err == nil {
		t.err = fmt.Errorf(format, args...)
	}
}

// call is a new call.
func (t *trial) call(amount money.Cents) wallet.Call {
	return wallet.Call{
		Reference: "check-" + rand.Text(), Player: t.subject.Player, Amount: amount, Currency: t.subject.Currency, Game: "3002", Session: "check-" + rand.Text()[:10],
	}
}

// bet is a new bet of one ticket.
func (t *trial) bet(amount money.Cents) wallet.Call {
	c := t.call(amount)
	c.Tickets = 1
	return c
}

// win is a new win.
func (t *trial) win(amount money.Cents) wallet.Call {
	c := t.call(amount)
	c.Subject = "3002-00-0001-000-00"
	return c
}

// op is a call of the wallet, with what it is called in reports.
type op struct {
	name string
	do   func(*wallet.Remote, context.Context, wallet.Call) (money.Cents, error)
}

var (
	betOp      = op{"bet", (*wallet.Remote).Bet}
	winOp      = op{"win", (*wallet.Remote).Win}
	rollbackOp = op{"rollback", (*wallet.Remote).Rollback}
)

// funded wins enough for the trial and gives the balance.
func (t *trial) funded() money.Cents { return t.done(winOp, t.win(10*stake)) }

// balance asks for the balance.
func (t *trial) balance() money.Cents {
	if t.err != nil {
		return 0
	}
	b, err := t.wallet.Balance(t.ctx, t.subject.Player)
	if err != nil {
		t.fail("the balance of the player: %w", err)
	}
	return b
}

// holds demands a balance.
func (t *trial) holds(want money.Cents, after string) {
	if b := t.balance(); t.err == nil && b != want {
		t.fail("%s the balance is %d, and should be %d", after, b, want)
	}
}

// done makes a call that must be done, and gives the balance in its answer.
func (t *trial) done(o op, c wallet.Call) money.Cents {
	if t.err != nil {
		return 0
	}
	b, err := o.do(t.wallet, t.ctx, c)
	if err != nil {
		t.fail("a %s of %d: %w", o.name, c.Amount, err)
	}
	return b
}

// refused makes a call that must be refused, by one of these names.
func (t *trial) refused(o op, c wallet.Call, what string, names ...string) {
	if t.err != nil {
		return
	}
	_, err := o.do(t.wallet, t.ctx, c)
	switch name := wallet.RefusalName(err); {
	case err == nil:
		t.fail("%s was done, and should be refused: %s", what, names[0])
	case name == "":
		t.fail("%s should be refused (%s): %w", what, names[0], err)
	case !slices.Contains(names, name):
		t.fail("%s is refused by the name %s, and should be by %s", what, name, names[0])
	}
}

// rejected sends a request that must not be answered by "done", and must not change the balance; status is what it must have, 0 for
// any of 400 to 499.
func (t *trial) rejected(what string, from *wallet.Remote, path string, body []byte, status int, change func(*http.Request)) {
	before := t.balance()
	if t.err != nil {
		return
	}
	got, answer, err := from.Send(t.ctx, path, body, change)
	switch {
	case err != nil:
		t.fail("%s: %w", what, err)
	case status != 0 && got != status, got < 400 || got > 499:
		t.fail("%s is answered with status %d: %.100q", what, got, answer)
	}
	t.holds(before, "after "+what)
}

// other is a client with other options.
func (t *trial) other(change func(*wallet.Options)) *wallet.Remote {
	o := t.subject.Options
	if o.Now == nil {
		o.Now = time.Now
	}
	change(&o)
	client, err := wallet.New(o)
	if err != nil {
		t.fail("%w", err)
		return t.wallet
	}
	return client
}

// at is a client whose clock is wrong by so much.
func (t *trial) at(apart time.Duration) *wallet.Remote {
	return t.other(func(o *wallet.Options) {
		now := o.Now
		o.Now = func() time.Time { return now().Add(apart) }
	})
}

// together makes a call so many times at once.
func (t *trial) together(o op, calls ...wallet.Call) []error {
	errs := make([]error, len(calls))
	if t.err != nil {
		return errs
	}
	begin, ended := make(chan struct{}), make(chan struct{})
	for i := range calls {
		go func() {
			<-begin
			_, errs[i] = o.do(t.wallet, t.ctx, calls[i])
			ended <- struct{}{}
		}()
	}
	close(begin)
	for range calls {
		<-ended
	}
	return errs
}

// encoded is a call as it is sent.
func encoded(c wallet.Call) []byte {
	body, err := json.Marshal(c)
	if err != nil {
		return nil // there is no such call
	}
	return body
}

// with gives a request another body.
func with(body []byte) func(*http.Request) {
	return func(r *http.Request) {
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
		r.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
	}
}

// known reports an answer that the protocol has for a call at the same time as others: done, or refused by one of the names.
func known(err error, names ...string) bool {
	return err == nil || !errors.Is(err, wallet.ErrUnknown) && slices.Contains(names, wallet.RefusalName(err))
}
