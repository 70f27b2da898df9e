package bingo

import (
	"crypto/sha256"
	"encoding/binary"

	"tirage/fair"
	"tirage/money"
)

// Simulator plays draws of a formula without selling, sealing or calling: it samples the cards, shuffles the balls and decides. It
// keeps the memory it needs from one draw to the next and is not safe for concurrent use: give each goroutine its own.
//
// It does not check that the cards of a draw differ, as a sale does. Two strips are equal once in more than 10^40 pairs.
type Simulator struct {
	formula *Formula
	sampler *Sampler
	tape    fair.Tape
	numbers []Ball
	players []int32
	order   []Ball
	ranks   Ranks
}

// NewSimulator returns a simulator of a formula, with a sampler of its cards, which several may share. It refuses a formula with
// problems, whose first is the error, and with other_model a sampler of other cards.
func NewSimulator(f *Formula, s *Sampler) (*Simulator, error) {
	if err := f.playable(); err != nil {
		return nil, err
	}
	if s.Model() != f.Model || s.Options() != f.Layout {
		return nil, refuse("other_model", "%s is played with other cards than the sampler's", f.ID)
	}
	return &Simulator{formula: f, sampler: s}, nil
}

// simulateDomain begins the seed of every simulated draw.
const simulateDomain = "tirage simulated draw 1\x00"

// Draw plays draw n of a simulation in which player i has cards[i] cards of one price. The result is a function of seed, n, the
// formula and the cards: draws may be played in any order, by any number of simulators, and their results added to a Ledger in
// the order of n. Its tape, of seed SHA-256("tirage simulated draw 1" ‖ 0x00 ‖ seed ‖ n, 8 bytes big-endian), gives the cards
// one after the other, then the order of the balls. It refuses draw_full.
func (s *Simulator) Draw(seed [32]byte, n uint64, unit money.Cents, cards []int) (Result, error) {
	f := s.formula
	r := Result{Unit: unit}
	for _, c := range cards {
		if c < 0 || c > MaxCardsOfDraw || r.Cards+c > MaxCardsOfDraw {
			return r, refuse("draw_full", "a draw has at most %d cards", MaxCardsOfDraw)
		}
		r.Cards += c
	}
	var room [len(simulateDomain) + 32 + 8]byte
	copy(room[:], simulateDomain)
	copy(room[len(simulateDomain):], seed[:])
	binary.BigEndian.PutUint64(room[len(room)-8:], n)
	s.tape.Reset(sha256.Sum256(room[:]))
	s.deal(r.Cards, cards)
	outcome, err := f.decide(&s.ranks, s.order, s.numbers, s.players)
	if err != nil {
		return r, err
	}
	r.Units = outcome.Units()
	for i, w := range outcome.Won {
		r.Balls[i] = uint8(w.Ball)
	}
	return r, nil
}

// deal fills numbers, players and order.
func (s *Simulator) deal(total int, cards []int) {
	size := s.formula.Model.Numbers()
	if cap(s.numbers) < total*size {
		s.numbers = make([]Ball, total*size)
		s.players = make([]int32, total)
	}
	s.numbers, s.players = s.numbers[:total*size], s.players[:total]
	next := 0
	for p, n := range cards {
		for range n {
			s.sampler.Draw(&s.tape, s.numbers[next*size:(next+1)*size])
			s.players[next] = int32(p)
			next++
		}
	}
	if s.order == nil {
		s.order = make([]Ball, s.formula.Balls())
	}
	shuffleBalls(s.order, &s.tape)
}
