package store

import (
	"context"

	"tirage/internal/store/rows"
	"tirage/money"
)

// The kinds of call.
const (
	Bet        = "bet"
	Win        = "win"
	Deposit    = "deposit"
	Withdrawal = "withdrawal"
)

// The states of a call; the migration that makes the table says which may follow which.
const (
	Asked   = "asked"   // a bet of which nobody has decided yet what becomes of it
	Due     = "due"     // to be made until it is answered; a bet: to be taken back
	Settled = "done"    // it was made, and what it was for is recorded
	Refused = "refused" // it was not made, and nothing was recorded
	Undone  = "undone"  // a bet that was taken back, a withdrawal that was given back
)

// Call is a call of somebody else who holds money. Times are microseconds since 1970, UTC.
type Call struct {
	Reference string // unique for ever
	Kind      string
	State     string
	Node      string // that made it
	Party     string // name of the wallet or of the cash adapter that is called
	Player    PersonID
	Key       string   // idempotency key of the act it is for, "" if that act is committed
	Request   [32]byte // of that act
	Amount    money.Cents
	Currency  string
	Game      string
	Tickets   int64
	Subject   string
	Session   string
	Created   int64
	Due       int64 // when it is made next
	Tries     int64 // how often it was taken up again
	Answer    string
}

// CallCount is what is open of a kind of call.
type CallCount struct {
	Kind   string
	State  string
	Calls  int64
	Amount money.Cents
	Oldest int64 // microseconds since 1970, UTC
	Tries  int64 // most of any
}

// Call returns a call, or ErrUnknown.
func (r reads) Call(ctx context.Context, reference string) (Call, error) {
	row, err := r.q.Call(ctx, reference)
	return callOf(row), r.named("call", err)
}

// OpenDeposit returns the deposit that a player asked for under a key and that was not answered, or ErrUnknown.
func (r reads) OpenDeposit(ctx context.Context, player PersonID, key string) (Call, error) {
	row, err := r.q.OpenDeposit(ctx, rows.OpenDepositParams{Player: string(player), Key: key})
	return callOf(row), r.named("deposit", err)
}

// DueCalls returns calls that are to be made by now, those that wait longest first.
func (r reads) DueCalls(ctx context.Context, now int64, limit int) ([]Call, error) {
	list, err := r.q.DueCalls(ctx, rows.DueCallsParams{Now: now, Most: page(limit)})
	return each(list, callOf), r.named("due calls", err)
}

// OpenCalls counts the calls that are asked or due.
func (r reads) OpenCalls(ctx context.Context) ([]CallCount, error) {
	list, err := r.q.OpenCalls(ctx)
	return each(list, func(c rows.OpenCallsRow) CallCount {
		return CallCount{Kind: c.Kind, State: c.State, Calls: c.Calls, Amount: money.Cents(c.Amount), Oldest: c.Oldest, Tries: c.Tries}
	}), r.named("open calls", err)
}

// OpenCallsOf counts the calls for a player that are asked or due.
func (r reads) OpenCallsOf(ctx context.Context, player PersonID) (int64, error) {
	n, err := r.q.OpenCallsOf(ctx, string(player))
	return n, r.named("open calls of a player", err)
}

// AddCall adds a call, or returns ErrTaken if the reference is, or if another bet or deposit of the player under the same key is open.
func (t *Tx) AddCall(ctx context.Context, c Call) error {
	return t.named("add call", t.q.AddCall(ctx, rows.AddCallParams{
		Reference: c.Reference, Kind: c.Kind, State: c.State, Node: c.Node, Party: c.Party, Player: string(c.Player), Key: c.Key, Request: c.Request[:],
		Amount: int64(c.Amount), Currency: c.Currency, Game: c.Game, Tickets: c.Tickets, Subject: c.Subject, Session: c.Session,
		Created: c.Created, Due: c.Due, Tries: c.Tries, Answer: c.Answer,
	}))
}

// SetCall takes a call from one state to another, due from a time on; ErrStale if it is not in the first.
func (t *Tx) SetCall(ctx context.Context, reference, from, to string, due int64, answer string) error {
	n, err := t.q.SetCall(ctx, rows.SetCallParams{Reference: reference, Was: from, State: to, Due: due, Answer: answer})
	return t.one("set call "+reference, n, err, ErrStale)
}

// ClaimCall makes a call that is due at one time due at a later one, and counts a try: before the call is made, so that nobody else
// makes it meanwhile. ErrStale if it is not due at the first.
func (t *Tx) ClaimCall(ctx context.Context, reference string, from, to int64) error {
	n, err := t.q.ClaimCall(ctx, rows.ClaimCallParams{Reference: reference, Was: from, Due: to})
	return t.one("claim call "+reference, n, err, ErrStale)
}

// AbandonCalls makes bets due to be taken back that are still asked: those of a node ("" for none), and those from before a time. It
// returns how many.
func (t *Tx) AbandonCalls(ctx context.Context, node string, before, now int64) (int64, error) {
	n, err := t.q.AbandonCalls(ctx, rows.AbandonCallsParams{Node: node, Before: before, Now: now})
	return n, t.named("abandon calls", err)
}

func callOf(c rows.Call) Call {
	return Call{
		Reference: c.Reference, Kind: c.Kind, State: c.State, Node: c.Node, Party: c.Party, Player: PersonID(c.Player), Key: c.Key, Request: digestOf(c.Request),
		Amount: money.Cents(c.Amount), Currency: c.Currency, Game: c.Game, Tickets: c.Tickets, Subject: c.Subject, Session: c.Session,
		Created: c.Created, Due: c.Due, Tries: c.Tries, Answer: c.Answer,
	}
}
