package shop

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"tirage/internal/store"
	"tirage/money"
	"tirage/seal"
)

// call is what a client asks a house for: the same call again has the same key.
type call struct {
	ID     int         `json:"id"`
	Client int         `json:"client"`
	Op     string      `json:"op"` // "buy", "reveal", "deposit", "withdraw", "propose", "approve", or an act of the counter
	Key    string      `json:"key,omitempty"`
	Count  int         `json:"count,omitempty"`
	Amount money.Cents `json:"amount,omitempty"`
	Real   bool        `json:"real,omitempty"`   // money, not play money
	Target string      `json:"target,omitempty"` // a ticket's serial, an account, a proposal, a reservation, a retailer
	Other  string      `json:"other,omitempty"`  // the ticket that is given in exchange
	Pack   int64       `json:"pack,omitempty"`
}

// answer is what the client was told.
type answer struct {
	ID         int         `json:"id"`
	Refused    string      `json:"refused,omitempty"` // nothing was done
	Tickets    []string    `json:"tickets,omitempty"`
	Won        money.Cents `json:"won,omitempty"`
	RevealedAt int64       `json:"revealed_at,omitempty"`
	Face       string      `json:"face,omitempty"`
	Proposal   string      `json:"proposal,omitempty"`
	Paper      PaperAnswer `json:"paper"`
}

// asked is everything that the clients of a house asked, and what they were answered.
type asked struct {
	mu       sync.Mutex
	people   []By // clients by number; the last two are operators
	calls    []call
	answers  map[int]answer
	unopened map[int][]string // serials that a client has bought and not opened
	pending  []string         // proposals that nobody has approved

	paper    paperDesk
	room     PaperRoom        // nil without a counter
	reserved map[int][]string // references that a retailer has
}

func newAsked(people []By) *asked {
	return &asked{people: people, answers: map[int]answer{}, unopened: map[int][]string{}, reserved: map[int][]string{}}
}

// noteAnswer notes an answer when it has arrived.
func (a *asked) noteAnswer(got answer) {
	a.mu.Lock()
	defer a.mu.Unlock()
	c := a.calls[got.ID]
	if before, ok := a.answers[got.ID]; ok {
		panic(fmt.Sprintf("%+v was answered twice: %+v, %+v", c, before, got))
	}
	a.answers[got.ID] = got
	if c.Op == ActPay || c.Op == ActCancel { // also if it is over
		a.reserved[c.Client] = slices.DeleteFunc(a.reserved[c.Client], func(s string) bool { return s == c.Target })
	}
	if got.Refused != "" {
		return
	}
	switch c.Op {
	case "buy":
		a.unopened[c.Client] = append(a.unopened[c.Client], got.Tickets...)
	case "reveal":
		a.unopened[c.Client] = slices.DeleteFunc(a.unopened[c.Client], func(s string) bool { return s == c.Target })
	case ActReserve:
		a.reserved[c.Client] = append(a.reserved[c.Client], got.Paper.Reference)
	case "propose":
		a.pending = append(a.pending, got.Proposal)
	case "approve":
		a.pending = slices.DeleteFunc(a.pending, func(s string) bool { return s == c.Target })
	}
}

// open are the calls of a client that were not answered.
func (a *asked) open(client int) (open []call) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, c := range a.calls {
		if _, ok := a.answers[c.ID]; !ok && (client < 0 || c.Client == client) {
			open = append(open, c)
		}
	}
	return open
}

// next is a new call of a client.
func (a *asked) next(client int, random *rand.Rand) call {
	a.mu.Lock()
	defer a.mu.Unlock()
	c := call{ID: len(a.calls), Client: client, Key: fmt.Sprint("k", len(a.calls))}
	if a.paper.next(a, &c, random) {
		a.calls = append(a.calls, c)
		return c
	}
	if a.people[client].Role == Operator {
		c.Op, c.Key = "propose", ""
		c.Target = string(a.people[random.IntN(a.players())].account(true))
		c.Amount = money.Cents(1 + random.IntN(500))
		if len(a.pending) > 0 && random.IntN(3) > 0 {
			c.Op, c.Target, c.Amount = "approve", a.pending[0], 0
		}
	} else {
		mine := a.unopened[client]
		switch n := random.IntN(20); {
		case n < 8 && len(mine) > 0:
			c.Op, c.Key, c.Target = "reveal", "", mine[random.IntN(len(mine))]
		case n < 16:
			c.Op, c.Count = "buy", 1+random.IntN(3)
		case n < 19:
			c.Op, c.Amount, c.Real = "deposit", money.Cents(1+random.IntN(2_000)), random.IntN(3) > 0
		default:
			c.Op, c.Amount, c.Real = "withdraw", money.Cents(1+random.IntN(500)), random.IntN(2) > 0
		}
	}
	a.calls = append(a.calls, c)
	return c
}

// players are how many clients are players: they come first.
func (a *asked) players() int {
	return slices.IndexFunc(a.people, func(by By) bool { return by.Role != Player })
}

// make makes a call. An error says that it is open whether it was done.
func (c call) make(ctx context.Context, s *Shop, room PaperRoom, by By, second By) (got answer, err error) {
	got.ID = c.ID
	switch c.Op {
	case "buy":
		var p Purchase
		p, err = s.Buy(ctx, by, c.Key, Order{Game: "vegas-3eur", Count: c.Count, Play: true})
		got.Tickets = p.Tickets
	case "deposit":
		_, err = s.Deposit(ctx, by, c.Key, c.Amount, !c.Real)
	case "withdraw":
		_, err = s.Withdraw(ctx, by, c.Key, c.Amount, !c.Real)
	case "reveal":
		var t *Ticket
		if t, err = s.Reveal(ctx, by, c.Target); err == nil {
			got.Won, got.RevealedAt, got.Face = t.Won, t.RevealedAt, fmt.Sprint(t.Cells)
		}
	case "propose":
		var p Proposal
		p, err = s.Propose(ctx, by, AdjustAccount, fmt.Appendf(nil, `{"account":%q,"amount":%d}`, c.Target, c.Amount), "a test")
		got.Proposal = p.ID
	case "approve":
		if _, err = s.Decide(ctx, second, c.Target, true, "a test"); errors.Is(err, errDecided) {
			err = nil // by the call that is repeated
		}
	default:
		got.Paper, err = room(ctx, by, PaperCall{c.Op, c.Key, c.Target, c.Other, c.Pack, c.Pack, c.Amount})
	}
	if name := RefusalName(err); name != "" && !openRefusal(name) {
		got.Refused, err = name, nil
	}
	return got, err
}

// openRefusal tells whether a refusal leaves it open whether the act was done, or will be when it is asked again.
func openRefusal(name string) bool {
	return slices.Contains([]string{ErrStopped.Name, ErrUnavailable.Name, ErrKeeperSilent.Name, ErrKeeperAway.Name, ErrDepositPending.Name, ErrUnderWay.Name}, name)
}

// work makes calls as one client until the context ends or so many are answered: first those that are open, then new ones.
func (a *asked) work(ctx context.Context, s *Shop, client int, calls int, pause time.Duration, before func(call), after func(answer)) {
	random := rand.New(rand.NewPCG(uint64(client), uint64(time.Now().UnixNano())))
	open := a.open(client)
	for done := 0; (done < calls || calls < 0) && ctx.Err() == nil; {
		var c call
		if len(open) > 0 {
			c, open = open[0], open[1:]
		} else {
			c = a.next(client, random)
		}
		before(c)
		second := a.people[len(a.people)-1]
		got, err := c.make(ctx, s, a.room, a.people[client], second)
		if err != nil {
			if ctx.Err() != nil {
				return
			}
			open = append([]call{c}, open...)
			time.Sleep(20 * time.Millisecond)
			continue
		}
		a.noteAnswer(got)
		after(got)
		done++
		time.Sleep(pause)
	}
}

// asked holds what clients were answered against the records: nothing that was answered is missing, nothing is there that was not
// asked for, and what is still open was done once or not at all.
func (r *records) asked(log *asked) {
	log.mu.Lock()
	defer log.mu.Unlock()
	acts, subjects, serials := map[store.ActKey]*actRow{}, map[[2]string][]*actRow{}, map[string]*ticketRow{}
	for _, a := range r.acts {
		if a.Key != "" && a.Kind != "reveal" {
			acts[store.ActKey{Actor: a.Actor, Key: a.Key}] = a
		}
		about := [2]string{a.Kind, a.Subject}
		subjects[about] = append(subjects[about], a)
	}
	for id, tickets := range r.tickets {
		for _, k := range tickets {
			serials[r.serial(id, k.position)] = k
		}
	}
	for _, c := range log.calls {
		got, answered := log.answers[c.ID]
		var done []*actRow
		switch c.Op {
		case "reveal", "approve":
			done = subjects[[2]string{c.Op, c.Target}]
		case "propose":
			done = subjects[[2]string{c.Op, got.Proposal}]
		default:
			key := store.ActKey{Actor: string(log.people[c.Client].Person), Key: c.Key}
			if a := acts[key]; a != nil && a.Kind == c.Op {
				done = append(done, a)
				delete(acts, key)
			}
		}
		switch {
		case !answered:
		case got.Refused != "":
			if len(done) > 0 {
				r.t.Errorf("%+v was refused as %s, and done by %v", c, got.Refused, done[0].actPlace)
			}
		case len(done) != 1:
			r.t.Errorf("%+v was answered %+v, and is there %d times", c, got, len(done))
		case c.Op == "buy":
			r.bought(c, got, done[0])
		case c.Op == "reveal":
			r.opened(c, got, serials[c.Target])
		case paperOp(c.Op):
			r.paperAsked(c, got, done[0])
		case c.Key != "" && (len(done[0].Transfers) != 1 || done[0].Transfers[0].Amount != c.Amount):
			r.t.Errorf("%+v moved %v", c, done[0].Transfers)
		}
	}
	for key, a := range acts {
		if slices.ContainsFunc(log.people, func(by By) bool { return string(by.Person) == key.Actor }) && !strings.HasPrefix(key.Key, "first") {
			r.t.Errorf("act %v was done, and nobody asked for it: %+v", a.actPlace, a.Act)
		}
	}
}

func (r *records) serial(id string, pos int64) string {
	serial, err := sealed(r.t, r.blocks[id].folder).stock.Manifest.Block.Serial(int(pos))
	if err != nil {
		r.t.Fatal(err)
	}
	return serial.String()
}

func (r *records) bought(c call, got answer, a *actRow) {
	var serials []string
	for id, span := range r.spans(a) {
		for pos := span[0]; pos < span[1]; pos++ {
			serials = append(serials, r.serial(id, pos))
		}
	}
	slices.Sort(serials)
	var p Purchase
	if err := json.Unmarshal(a.answer, &p); err != nil || !slices.Equal(p.Tickets, got.Tickets) || len(p.Tickets) != c.Count || !slices.Equal(serials, slices.Sorted(slices.Values(got.Tickets))) {
		r.t.Errorf("%+v was answered %v, recorded are %v, sold %v: %v", c, got.Tickets, p.Tickets, serials, err)
	}
}

func (r *records) opened(c call, got answer, k *ticketRow) {
	if k == nil || k.revealedAt != got.RevealedAt || money.Cents(k.paid) != got.Won {
		r.t.Errorf("%+v was answered %+v, recorded is %+v", c, got, k)
		return
	}
	truth := sealed(r.t, r.blocks[k.block].folder)
	_, o, secret, _ := truth.at(r.t, k.position)
	if cells, _, err := truth.stock.Face(o, seal.NewSecret(secret)); err != nil || fmt.Sprint(cells) != got.Face {
		r.t.Errorf("%+v showed %s, sealed is %v: %v", c, got.Face, cells, err)
	}
}
