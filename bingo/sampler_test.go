package bingo

import (
	"sync"
	"testing"
)

// samplers keeps the samplers made so far, as some take long to build.
var samplers sync.Map

func sampler(t testing.TB, m Model, o Options) *Sampler {
	t.Helper()
	type key struct {
		Model
		Options
	}
	if s, ok := samplers.Load(key{m, o}); ok {
		return s.(*Sampler)
	}
	s, err := NewSampler(m, o)
	if err != nil {
		t.Fatal(err)
	}
	samplers.Store(key{m, o}, s)
	return s
}
