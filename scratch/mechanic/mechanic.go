// Package mechanic holds the kinds of surfaces: one file each, and the list All.
//
// Its invariant is the law of scratch.Mechanic: what Print prints, Read reads, exactly and with nothing else showing. What a
// ticket adds up to, and how often each outcome occurs, is left to package scratch.
package mechanic

import (
	"slices"

	"tirage/money"
	"tirage/ruling"
	"tirage/scratch"
)

// Env is what a mechanic needs to know of its game.
type Env struct {
	Currency money.Currency
	Lang     money.Lang        // of the inscriptions in letters
	Captions map[string]string // the game file's caption table: figure → inscription, before what package words writes
	Rulings  map[string]string // the game file's choices where the regulation is silent, by question; unknown ones are as if not written
}

// Kind is one kind of surface.
type Kind struct {
	Name   string
	About  money.Text                                                         // one sentence
	Asks   []ruling.Question                                                  // what its regulations leave open
	Schema string                                                             // JSON Schema of its parameters (an object schema)
	New    func(params []byte, env Env) (scratch.Mechanic, []scratch.Problem) // parameters as JSON
}

// New returns the mechanic of a kind with these parameters (a JSON object), or everything that is wrong with them, by JSON pointer into the
// parameters; a field that is missing is reported at the object that lacks it, and what contradicts a ruling at "/rulings/" and the question. Besides what its Schema lists, every kind takes the surface's "id", "name"
// {fr, en} and "article", which make its part and which whoever reads the game file adds.
func New(kind string, params []byte, env Env) (scratch.Mechanic, []scratch.Problem) {
	all := All()
	i := slices.IndexFunc(all, func(k Kind) bool { return k.Name == kind })
	if i < 0 {
		names := make([]string, len(all))
		for j, k := range all {
			names[j] = k.Name
		}
		return nil, []scratch.Problem{unknownKind(kind, names)}
	}
	return all[i].New(params, env)
}
