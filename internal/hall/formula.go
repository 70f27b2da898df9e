package hall

import (
	"context"
	"errors"
	"sync"

	"tirage/bingo"
	"tirage/gamefile"
	"tirage/internal/store"
)

// formulas are the formulas that this node has read. They never change.
type formulas struct {
	mu   sync.Mutex
	read map[[32]byte]*bingo.Formula
}

// samplers of cards are made once for the program: they never change, and the first of a model with 90 balls takes some tenths of a second.
var samplers struct {
	mu   sync.Mutex
	made map[sampled]*bingo.Sampler
}

// sampled is what a sampler is made for.
type sampled struct {
	model  bingo.Model
	layout bingo.Options
}

// formula is the formula of a digest, from the file that the database keeps.
func (h *Hall) formula(ctx context.Context, digest [32]byte) (*bingo.Formula, error) {
	h.formulas.mu.Lock()
	f := h.formulas.read[digest]
	h.formulas.mu.Unlock()
	if f != nil {
		return f, nil
	}
	row, err := h.store.FormulaFile(ctx, digest)
	if err != nil {
		return nil, err
	}
	f, report := gamefile.ReadFormula(string(row.ID), row.File)
	if f == nil {
		return nil, report.Err()
	}
	if [32]byte(f.Digest) != digest {
		return nil, errors.New("hall: a formula's file is not the one of its digest")
	}
	h.formulas.mu.Lock()
	defer h.formulas.mu.Unlock()
	if h.formulas.read == nil {
		h.formulas.read = map[[32]byte]*bingo.Formula{}
	}
	h.formulas.read[digest] = f
	return f, nil
}

// sampler makes the cards of a formula.
func sampler(f *bingo.Formula) (*bingo.Sampler, error) {
	samplers.mu.Lock()
	defer samplers.mu.Unlock()
	of := sampled{f.Model, f.Layout}
	if s := samplers.made[of]; s != nil {
		return s, nil
	}
	s, err := bingo.NewSampler(f.Model, f.Layout)
	if err != nil {
		return nil, err
	}
	if samplers.made == nil {
		samplers.made = map[sampled]*bingo.Sampler{}
	}
	samplers.made[of] = s
	return s, nil
}

// idOf is a draw's identity in the rules.
func idOf(r store.DrawRef) bingo.ID { return bingo.ID{Code: uint16(r.Code), Number: uint32(r.Number)} }
