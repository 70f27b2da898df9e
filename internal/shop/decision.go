package shop

import (
	"context"
	"fmt"

	"tirage/internal/press"
	"tirage/internal/store"
	"tirage/ledger"
)

// decision prepares what a decision about a proposal does, and writes on the act what it is about. It gives what is to be said of it
// behind the decider's words. It refuses as the proposed act itself is refused now.
func (s *Shop) decision(ctx context.Context, row store.Proposal, approve bool, a *ledger.Act) (e Effect, came string, err error) {
	if e, err = s.effectOf(Kind(row.Kind), row.Body); err != nil {
		return nil, "", err
	}
	if !approve {
		return &rejection{}, "", nil
	}
	subject, err := e.Prepare(ctx, s)
	if err == nil {
		err = e.Approve(ctx, s)
	}
	a.Kind, a.Note = "approve", fmt.Sprintf("%s %s: ", row.Kind, subject)
	if told, ok := e.(interface{ came() string }); ok && err == nil {
		came = told.came()
	}
	return &approval{e, row.Proposer}, came, err
}

// rejection does nothing.
type rejection struct{ Nothing }

// Prepare is Effect's.
func (*rejection) Prepare(context.Context, *Shop) (string, error) { return "", nil }

// approval does what was proposed, if who proposed it still may.
type approval struct {
	Effect

	proposer store.PersonID
}

// Ask is Effect's.
func (p *approval) Ask(ask *store.Ask) {
	ask.Persons = append(ask.Persons, p.proposer)
	p.Effect.Ask(ask)
}

// Decide is Effect's.
func (p *approval) Decide(b *Batch, a *ledger.Act) error {
	if err := mayPropose(b.found.Persons[p.proposer]); err != nil {
		return err
	}
	return p.Effect.Decide(b, a)
}

// gameChange lets blocks of another game file be registered for a game.
type gameChange struct {
	Nothing `json:"-"`

	Game string `json:"game"` // its code, four digits
	File string `json:"file"` // the new game file, whole
}

// Prepare refuses with bad_game_file or same_version.
func (g *gameChange) Prepare(ctx context.Context, s *Shop) (string, error) {
	plan, err := press.LoadPlan([]byte(g.File))
	if err != nil {
		return "", bad("bad_game_file", "this is no game file that can be printed: tirage check says what is wrong", "ce n’est pas un fichier de jeu imprimable : tirage check dit ce qui ne va pas")
	}
	if code := gameCode(plan.Game.Code); code != g.Game {
		return "", bad("bad_game_file", "the file is of game %s", "le fichier est du jeu %s", code)
	}
	games, err := s.store.Games(ctx)
	if err != nil {
		return "", err
	}
	version := press.DigestOf([]byte(g.File)).String()
	if games[g.Game].Version == version {
		return "", bad("same_version", "the house plays the game by this file already", "la maison joue déjà le jeu d’après ce fichier")
	}
	return g.Game + " " + version, nil
}

// Also is Effect's.
func (g *gameChange) Also(ctx context.Context, tx *store.Tx) error {
	return tx.PutGame(ctx, store.Game{Code: g.Game, Version: press.DigestOf([]byte(g.File)).String()})
}
