package main

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"sync"

	"tirage/bingo"
	"tirage/fair"
	"tirage/internal/artwork"
	"tirage/money"
	"tirage/odds"
)

const (
	maxDraws   = 1_000_000_000
	maxWorkers = 256
	chunk      = 64   // draws that a worker plays at a time
	points     = 480  // of the chart
	mostWins   = 1000 // jackpots of which draw and amount are kept
)

// simulated is what is simulated.
type simulated struct {
	stake   money.Cents
	players span
	cards   span // of each player
	seed    [32]byte
	draws   int64
	workers int
}

// simulation plays draws in any order and adds them up in theirs, so that its result does not depend on the workers.
type simulation struct {
	simulated
	formula  *bingo.Formula
	sampler  *bingo.Sampler
	progress func(done int64)

	ledger bingo.Ledger
	tally  odds.Tally
	sold   int64
	paid   [bingo.MaxFigures]money.Cents
	balls  [bingo.MaxFigures]int64 // sums of the balls at which figures were won
	spans  []artwork.FundSpan
	wins   []artwork.FundWin // the first of them
}

func newSimulation(f *bingo.Formula, s simulated) (*simulation, error) {
	sampler, err := bingo.NewSampler(f.Model, f.Layout)
	return &simulation{simulated: s, formula: f, sampler: sampler, ledger: bingo.OpenLedger(f), progress: func(int64) {}}, err
}

// job is some draws one after the other, and what came of them.
type job struct {
	first   int64
	results []bingo.Result // in their order, fewer than asked for if the work was stopped
	err     error
	done    chan struct{}
}

// run plays all draws, or those before the context ends, and returns the context's error then.
func (s *simulation) run(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	todo, inOrder := make(chan *job), make(chan *job, 4*s.workers)
	go func() { // hands out chunks until all are or the work is stopped
		defer close(inOrder)
		defer close(todo)
		for first := int64(0); first < s.draws && ctx.Err() == nil; first += chunk {
			j := &job{first: first, done: make(chan struct{})}
			select {
			case inOrder <- j:
			case <-ctx.Done():
				return
			}
			todo <- j // some worker takes it: they end only after todo is closed
		}
	}()
	var workers sync.WaitGroup
	for range s.workers {
		workers.Go(func() { s.work(ctx, todo) })
	}
	var failed error
	for j := range inOrder {
		<-j.done
		if failed == nil {
			if failed = errors.Join(j.err, s.fold(j.results)); failed != nil {
				stop()
			}
		}
	}
	workers.Wait()
	if failed == nil && s.ledger.Draws < s.draws {
		failed = ctx.Err()
	}
	return failed
}

func (s *simulation) work(ctx context.Context, todo <-chan *job) {
	player, err := bingo.NewSimulator(s.formula, s.sampler)
	var crowd crowd
	for j := range todo {
		last := min(j.first+chunk, s.draws)
		j.results = make([]bingo.Result, 0, chunk)
		for n := j.first; n < last && err == nil && ctx.Err() == nil; n++ {
			var r bingo.Result
			if r, err = player.Draw(s.seed, uint64(n), s.stake, crowd.of(&s.simulated, n)); err == nil {
				j.results = append(j.results, r)
			}
		}
		j.err = err
		if err == nil && int64(len(j.results)) < last-j.first {
			j.err = ctx.Err()
		}
		close(j.done)
	}
}

// crowd is the players of one draw: how many cards each has.
type crowd struct {
	tape  fair.Tape
	cards []int
}

const crowdDomain = "tirage simulated crowd 1\x00"

// of draws the players of draw n, uniformly, from a tape of its own.
func (c *crowd) of(s *simulated, n int64) []int {
	if s.players.first == s.players.last && s.cards.first == s.cards.last && len(c.cards) > 0 {
		return c.cards
	}
	room := append([]byte(crowdDomain), s.seed[:]...)
	c.tape.Reset(sha256.Sum256(binary.BigEndian.AppendUint64(room, uint64(n))))
	c.cards = c.cards[:0]
	for range c.within(s.players) {
		c.cards = append(c.cards, c.within(s.cards))
	}
	return c.cards
}

func (c *crowd) within(s span) int { return s.first + int(c.tape.N(uint64(s.last-s.first+1))) }

// fold adds draws to the ledger in their order.
func (s *simulation) fold(results []bingo.Result) error {
	for i := range results {
		r := &results[i]
		settled, err := s.ledger.Add(s.formula, r)
		if err != nil {
			return err
		}
		s.tally.Add(r)
		s.sold += int64(r.Cards)
		for g := range s.formula.Figures {
			part, err := settled.Each[g].Mul(int64(settled.Units[g]))
			if err == nil {
				s.paid[g], err = s.paid[g].Add(part)
			}
			if err != nil {
				return err
			}
			s.balls[g] += int64(r.Balls[g])
			if s.formula.Figures[g].Prize.Kind == bingo.JackpotPrize && part > 0 && len(s.wins) < mostWins {
				s.wins = append(s.wins, artwork.FundWin{Draw: s.ledger.Draws, Paid: part})
			}
		}
		s.mark()
	}
	s.progress(s.ledger.Draws)
	return nil
}

// mark adds the ledger as it stands after a draw to the chart.
func (s *simulation) mark() {
	per := max(1, (s.draws+points-1)/points)
	if (s.ledger.Draws-1)%per == 0 {
		s.spans = append(s.spans, artwork.FundSpan{})
	}
	s.spans[len(s.spans)-1].Add(s.ledger.Draws, s.ledger.Balances[bingo.JackpotAccount], s.ledger.Balances[bingo.FundAccount], s.ledger.Jackpots)
}

func (s *simulation) chart(r *simulationReport) *artwork.Fund {
	return &artwork.Fund{Formula: s.formula, Spans: s.spans, Wins: s.wins, Players: r.Players, Cards: r.CardsEach, Draws: r.Draws, Jackpots: r.Jackpots, Lowest: r.Lowest}
}
