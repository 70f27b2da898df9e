package bingo_test

import (
	"crypto/sha256"
	"fmt"

	"tirage/bingo"
	"tirage/fair"
	"tirage/money"
)

// tester is a test, or a property's.
type tester interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// samplers are made once: those of 90 balls take a while.
var samplers = map[bingo.Model]*bingo.Sampler{}

func sampler(t tester, m bingo.Model) *bingo.Sampler {
	t.Helper()
	if samplers[m] == nil {
		s, err := bingo.NewSampler(m, bingo.Options{})
		if err != nil {
			t.Fatal(err)
		}
		samplers[m] = s
	}
	return samplers[m]
}

// rig is a draw with the money of its house.
type rig struct {
	t        tester
	draw     bingo.Draw
	balances bingo.Balances
	payments []bingo.Payment
	won      []bingo.Won
	receipts []bingo.Receipt
	at       bingo.Moment
	number   uint32 // of the draw
	tape     *fair.Tape
	a, b     bingo.Secret
}

func seeded(name string) [32]byte { return sha256.Sum256([]byte(name)) }

// secretA and secretB are the secrets of every draw of these tests.
var (
	secretA = bingo.NewSecret(seeded("a"))
	secretB = bingo.NewSecret(seeded("b"))
)

func newRig(t tester, f *bingo.Formula, seed string) *rig {
	t.Helper()
	d, err := bingo.NewDraw(f)
	if err != nil {
		t.Fatal(err)
	}
	return &rig{t: t, draw: d, balances: bingo.OpenLedger(f).Balances, at: 1_700_000_000_000_000, number: 42, tape: fair.NewTape(seeded(seed)), a: secretA, b: secretB}
}

// try lets an event happen and books its effects.
func (r *rig) try(e bingo.Event) (bingo.Effects, error) {
	next, effects, err := bingo.Step(r.draw, e)
	if err != nil {
		return effects, err
	}
	r.draw = next
	if r.balances, err = r.balances.Apply(effects.Transfers); err != nil {
		r.t.Fatal(err)
	}
	r.payments = append(r.payments, effects.Payments...)
	r.won = append(r.won, effects.Won...)
	if effects.Sold != nil {
		r.receipts = append(r.receipts, *effects.Sold)
	}
	return effects, nil
}

func (r *rig) do(e bingo.Event) bingo.Effects {
	r.t.Helper()
	effects, err := r.try(e)
	if err != nil {
		r.t.Fatalf("%T: %v", e, err)
	}
	return effects
}

func (r *rig) id() bingo.ID { return bingo.ID{Code: r.draw.Formula().Code, Number: r.number} }

func (r *rig) schedule() bingo.Schedule {
	f := r.draw.Formula()
	return bingo.Schedule{
		At: r.at, Draw: r.id(), Formula: f.ID, Version: f.Version, Digest: f.Digest,
		Opens: r.at + 1_000_000, Closes: r.at + 60_000_000, Patience: 300_000_000,
		A: r.a.Commitment(), B: r.b.Commitment(),
	}
}

func (r *rig) onSale() {
	r.t.Helper()
	r.do(r.schedule())
	r.at += 1_000_000
	r.do(bingo.OpenSale{At: r.at})
}

func (r *rig) sell(player string, c bingo.Card) bingo.Sell {
	f := r.draw.Formula()
	return bingo.Sell{At: r.at, Card: c, Price: f.Stakes[0], Player: player, Owner: bingo.NewOwnerSecret(seeded(player)).Tag(r.id())}
}

// buy sells some cards to a player.
func (r *rig) buy(player string, cards int) {
	r.t.Helper()
	for range cards {
		r.do(r.sell(player, sampler(r.t, r.draw.Formula().Model).Card(r.tape)))
	}
}

func (r *rig) lock() bingo.Lock {
	r.t.Helper()
	root, err := r.draw.Root()
	if err != nil {
		r.t.Fatal(err)
	}
	r.at = r.draw.Schedule().Closes
	return bingo.Lock{
		At: r.at, Size: r.draw.Size(), Root: root,
		Jackpot: r.balances[bingo.JackpotAccount], Fund: r.balances[bingo.FundAccount],
	}
}

func (r *rig) open() bingo.Open { return bingo.Open{At: r.at, A: r.a, B: r.b} }

func (r *rig) callAll() {
	r.t.Helper()
	for ends := false; !ends; {
		b, err := r.draw.Next()
		if err != nil {
			r.t.Fatal(err)
		}
		r.at += 3_000_000
		ends = r.do(bingo.Call{At: r.at, Ball: b}).Ends
	}
}

// finish plays a draw on sale to its end.
func (r *rig) finish() {
	r.t.Helper()
	r.do(r.lock())
	r.do(r.open())
	r.callAll()
	r.do(bingo.Settle{At: r.at})
}

// played is a draw of some players with some cards each, played to its end.
func played(t tester, f *bingo.Formula, seed string, cards ...int) *rig {
	t.Helper()
	r := newRig(t, f, seed)
	r.onSale()
	for p, n := range cards {
		r.buy(fmt.Sprintf("player %d", p), n)
	}
	r.finish()
	return r
}

// laws fails unless the books are right: nothing is lost, and what is staked stands on its account until the end.
func (r *rig) laws() {
	r.t.Helper()
	sum, paid := money.Cents(0), money.Cents(0)
	for _, b := range r.balances {
		sum += b
	}
	for _, p := range r.payments {
		paid += p.Amount
	}
	stakes, super := r.draw.Stakes(), money.Cents(0)
	if s := r.draw.State(); s >= bingo.Locked && !s.Final() {
		super = r.draw.Super()
	}
	held := stakes
	if r.draw.State().Final() {
		held = 0
	}
	if sum != 0 || r.balances[bingo.StakesAccount] != held || r.balances[bingo.SuperAccount] != super {
		r.t.Fatalf("%s: balances %v with %d staked", r.draw.State(), r.balances, stakes)
	}
	if r.balances[bingo.PlayersAccount] != paid-stakes {
		r.t.Fatalf("%s: players paid %d and were paid %d, their account stands at %d", r.draw.State(), stakes, paid, r.balances[bingo.PlayersAccount])
	}
}
