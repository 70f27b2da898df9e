package store

import (
	"context"
	"fmt"
	"testing"
)

func callNamed(reference, kind, state string) Call {
	return Call{
		Reference: reference, Kind: kind, State: state, Node: "north", Party: "bank", Player: "anne", Key: "key of " + reference, Request: [32]byte{1, 0, 2},
		Amount: 300, Currency: "EUR", Game: "3002", Tickets: 1, Subject: "s", Session: "é", Created: 100, Due: 200,
	}
}

func (s *Store) addCall(t testing.TB, c Call) error {
	t.Helper()
	return s.write(t, func(ctx context.Context, tx *Tx) error { return tx.AddCall(ctx, c) })
}

func TestCalls(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		s := open(t, d.fresh(t), Options{})
		bet := callNamed("a", Bet, Asked)
		must(t, s.addCall(t, bet))
		must(t, s.addCall(t, bet), ErrTaken)
		got, err := s.Call(t.Context(), "a")
		must(t, err)
		if fmt.Sprint(got) != fmt.Sprint(bet) {
			t.Errorf("wrote %v, read %v", bet, got)
		}
		_, err = s.Call(t.Context(), "nobody's")
		must(t, err, ErrUnknown)
		twin := callNamed("b", Bet, Asked)
		twin.Key = bet.Key
		must(t, s.addCall(t, twin), ErrTaken) // one open bet under a key
		set := func(reference, from, to string, due int64) error {
			return s.write(t, func(ctx context.Context, tx *Tx) error { return tx.SetCall(ctx, reference, from, to, due, "why") })
		}
		must(t, set("a", Due, Settled, 0), ErrStale)
		must(t, set("a", Asked, Due, 50))
		must(t, set("a", Asked, Settled, 0), ErrStale) // whoever comes second
		must(t, s.addCall(t, twin))                    // the first is only to be taken back
		claim := func(from, to int64) error {
			return s.write(t, func(ctx context.Context, tx *Tx) error { return tx.ClaimCall(ctx, "a", from, to) })
		}
		must(t, claim(49, 90), ErrStale)
		must(t, claim(50, 90))
		must(t, claim(50, 90), ErrStale) // one of two who take it up
		got, err = s.Call(t.Context(), "a")
		must(t, err)
		if got.State != Due || got.Due != 90 || got.Tries != 1 || got.Answer != "why" {
			t.Errorf("claimed: %+v", got)
		}
		n, err := s.OpenCallsOf(t.Context(), "anne")
		must(t, err)
		if n != 2 {
			t.Errorf("%d open calls", n)
		}
		must(t, set("a", Due, Undone, 0))
		must(t, set("b", Asked, Refused, 0))
		open, err := s.OpenCalls(t.Context())
		must(t, err)
		if len(open) != 0 {
			t.Errorf("open: %+v", open)
		}
	})
}

func TestOpenDeposits(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		s := open(t, d.fresh(t), Options{})
		c := callNamed("a", Deposit, Due)
		must(t, s.addCall(t, c))
		c.Reference = "b"
		must(t, s.addCall(t, c), ErrTaken)
		c.Player = "bob"
		must(t, s.addCall(t, c))
		got, err := s.OpenDeposit(t.Context(), "anne", c.Key)
		must(t, err)
		if got.Reference != "a" {
			t.Errorf("%+v", got)
		}
		must(t, s.write(t, func(ctx context.Context, tx *Tx) error { return tx.SetCall(ctx, "a", Due, Settled, 0, "") }))
		_, err = s.OpenDeposit(t.Context(), "anne", c.Key)
		must(t, err, ErrUnknown)
		for _, reference := range []string{"c", "d"} { // calls for acts that are committed have no key
			c := callNamed(reference, Withdrawal, Due)
			c.Key = ""
			must(t, s.addCall(t, c))
		}
	})
}

func TestDueAndAbandonedCalls(t *testing.T) {
	onEach(t, func(t *testing.T, d database) {
		s := open(t, d.fresh(t), Options{})
		for i, node := range []string{"north", "north", "south", "south"} {
			c := callNamed(fmt.Sprint("bet", i), Bet, Asked)
			c.Node, c.Created = node, int64(100+i)
			must(t, s.addCall(t, c))
		}
		for i := range 3 {
			c := callNamed(fmt.Sprint("win", i), Win, Due)
			c.Key, c.Due, c.Amount = "", int64(30-10*i), 5
			must(t, s.addCall(t, c))
		}
		due := func(now int64, limit int) (list []string) {
			calls, err := s.DueCalls(t.Context(), now, limit)
			must(t, err)
			for _, c := range calls {
				list = append(list, c.Reference)
			}
			return list
		}
		abandon := func(node string, before, now int64) (n int64) {
			must(t, s.write(t, func(ctx context.Context, tx *Tx) (err error) {
				n, err = tx.AbandonCalls(ctx, node, before, now)
				return err
			}))
			return n
		}
		if got := fmt.Sprint(due(20, 10), due(1000, 2)); got != "[win2 win1] [win2 win1]" {
			t.Errorf("due: %s", got)
		}
		if n := abandon("", 100, 7); n != 0 {
			t.Errorf("nobody's: %d", n)
		}
		if n := abandon("north", 0, 7); n != 2 {
			t.Errorf("north's: %d", n)
		}
		if n := abandon("", 103, 8); n != 1 {
			t.Errorf("old ones: %d", n)
		}
		if got := fmt.Sprint(due(1000, 10)); got != "[bet0 bet1 bet2 win2 win1 win0]" {
			t.Errorf("due: %s", got)
		}
		open, err := s.OpenCalls(t.Context())
		must(t, err)
		if got := fmt.Sprint(open); got != "[{bet asked 1 3.00 103 0} {bet due 3 9.00 100 0} {win due 3 0.15 100 0}]" && got != "[{bet asked 1 300 103 0} {bet due 3 900 100 0} {win due 3 15 100 0}]" {
			t.Errorf("open: %s", got)
		}
	})
}
