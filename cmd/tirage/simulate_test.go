package main

import (
	"context"
	"errors"
	"slices"
	"testing"

	"tirage/bingo"
	"tirage/money"
)

func trial(t *testing.T, id string, draws int64, workers int) *simulation {
	t.Helper()
	f, err := loadFormula(id)
	if err != nil {
		t.Fatal(err)
	}
	players := span{4, 12}
	if f.Mode == bingo.Single {
		players = span{1, 1}
	}
	s, err := newSimulation(f, simulated{stake: f.Stakes[0], players: players, cards: span{1, 3}, seed: seedOf("test", id), draws: draws, workers: workers})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// alone plays the same draws one after the other.
func alone(t *testing.T, s *simulation, draws int64) bingo.Ledger {
	t.Helper()
	player, err := bingo.NewSimulator(s.formula, s.sampler)
	if err != nil {
		t.Fatal(err)
	}
	l := bingo.OpenLedger(s.formula)
	var c crowd
	for n := range draws {
		r, err := player.Draw(s.seed, uint64(n), s.stake, c.of(&s.simulated, n))
		if err == nil {
			_, err = l.Add(s.formula, &r)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return l
}

// Workers in any number come to what one comes to alone, also when they are stopped: then of the first draws.
func TestSimulationInOrder(t *testing.T) {
	for _, id := range []string{"bingo-extra", "classic-75", "solo-75"} {
		s := trial(t, id, 3*chunk+5, 3)
		if err := s.run(context.Background()); err != nil {
			t.Fatal(err)
		}
		if want := alone(t, s, s.draws); s.ledger != want {
			t.Errorf("%s: ledger %+v, alone %+v", id, s.ledger, want)
		}
		total := money.Cents(0)
		for _, paid := range s.paid {
			total += paid
		}
		if total != s.ledger.Paid || s.tally.Draws != s.draws {
			t.Errorf("%s: figures paid %d of %d in %d draws", id, total, s.ledger.Paid, s.tally.Draws)
		}

		ctx, stop := context.WithCancel(context.Background())
		s = trial(t, id, maxDraws, 2)
		s.progress = func(done int64) {
			if done >= chunk {
				stop()
			}
		}
		if err := s.run(ctx); !errors.Is(err, context.Canceled) {
			t.Fatalf("%s: stopped with %v", id, err)
		}
		if s.ledger.Draws < chunk || s.ledger.Draws == s.draws || s.tally.Draws != s.ledger.Draws {
			t.Errorf("%s: stopped after %d draws", id, s.ledger.Draws)
		}
		if want := alone(t, s, s.ledger.Draws); s.ledger != want {
			t.Errorf("%s, stopped: ledger %+v, alone %+v", id, s.ledger, want)
		}
	}
}

// The chart's spans lie side by side and cover all draws.
func TestSimulationSpans(t *testing.T) {
	for _, draws := range []int64{1, points - 1, points, points + 1, 3*points + 7} {
		s := &simulation{simulated: simulated{draws: draws}}
		for n := range draws {
			s.ledger.Draws = n + 1
			s.mark()
		}
		next := int64(1)
		for _, span := range s.spans {
			if span.First != next || span.Last < span.First {
				t.Fatalf("%d draws: a span from %d to %d after %d", draws, span.First, span.Last, next-1)
			}
			next = span.Last + 1
		}
		if next != draws+1 || len(s.spans) > points {
			t.Errorf("%d draws: %d spans up to %d", draws, len(s.spans), next-1)
		}
	}
}

func TestParseSpan(t *testing.T) {
	for text, want := range map[string]span{"1": {1, 1}, "50:400": {50, 400}, "7:7": {7, 7}} {
		if got, err := parseSpan("--players", text); err != nil || got != want {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "0", "-1", "4:3", "1:", ":1", "1:2:3", "x", "99999999999999999999"} {
		if got, err := parseSpan("--players", text); err == nil {
			t.Errorf("%s: %v", text, got)
		}
	}
}

// Players are drawn anew for each draw, and all numbers occur.
func TestCrowd(t *testing.T) {
	s := &simulated{players: span{2, 4}, cards: span{1, 2}}
	seen := map[int]bool{}
	var c crowd
	for n := range int64(200) {
		cards := slices.Clone(c.of(s, n))
		seen[len(cards)] = true
		if len(cards) < 2 || len(cards) > 4 || slices.Min(cards) < 1 || slices.Max(cards) > 2 {
			t.Fatalf("draw %d: %v", n, cards)
		}
		if again := c.of(s, n); !slices.Equal(again, cards) {
			t.Fatalf("draw %d: %v, then %v", n, cards, again)
		}
	}
	if len(seen) != 3 {
		t.Errorf("numbers of players: %v", seen)
	}
}
