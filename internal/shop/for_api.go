package shop

import (
	"context"
	"encoding/base64"
	"errors"
	"io"
	"os"
	"path/filepath"

	"tirage/internal/press"
	"tirage/internal/store"
	"tirage/scratch"
)

// GameOnSale is a game of which the house has a block, with the plan of the block from which its next ticket comes.
type GameOnSale struct {
	ID    string
	Plan  *scratch.Plan
	Money bool // tickets are left for money
	Play  bool // tickets are left for play money
}

// Games lists the games of which the house has blocks that are open here, in the order of their first block.
func (s *Shop) Games(context.Context) []GameOnSale {
	var games []GameOnSale
	at := map[string]int{}
	for _, row := range s.catalog.rows() {
		opened := s.catalog.shelf(row.ID)
		if opened == nil {
			continue
		}
		id := opened.stock.Manifest.Game
		i, ok := at[id]
		if !ok {
			i = len(games)
			at[id] = i
			games = append(games, GameOnSale{ID: id, Plan: opened.stock.Plan})
		}
		if row.State != store.OnSale || row.Next >= row.OnlineEnd {
			continue
		}
		if !games[i].Money && !games[i].Play {
			games[i].Plan = opened.stock.Plan
		}
		games[i].Money, games[i].Play = games[i].Money || !row.Play, games[i].Play || row.Play
	}
	return games
}

// maxManifest bounds what is read of a block's manifest: a line for each of its print files.
const maxManifest = 4 << 20

// Manifest gives a block's manifest as it was signed. It refuses with ErrUnknownBlock; a file that is no longer the one that was
// registered is an error.
func (s *Shop) Manifest(_ context.Context, id store.BlockID) ([]byte, error) {
	row, opened, ok := s.catalog.get(id)
	if !ok || opened == nil {
		return nil, ErrUnknownBlock
	}
	if m, _, err := press.ReadManifest(row.Folder, ""); err != nil {
		return nil, err
	} else if m.Digest() != opened.stock.Manifest.Digest() {
		return nil, errors.New("shop: the manifest in the folder is not the one that was registered")
	}
	f, err := os.Open(filepath.Join(row.Folder, "manifest"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxManifest))
}

// JournalHead is where a journal's chain of acts ends. Whoever notes it can prove later that what was before it is unchanged.
type JournalHead struct {
	Name   string `json:"name"`
	Seq    int64  `json:"seq"`
	Digest string `json:"digest"` // base64
}

// Journals lists the journals. It refuses with ErrRole.
func (s *Shop) Journals(ctx context.Context, by By) ([]JournalHead, error) {
	if err := by.may(Operator, Auditor, Administrator); err != nil {
		return nil, err
	}
	list, err := s.store.Journals(ctx)
	if err != nil {
		return nil, err
	}
	heads := make([]JournalHead, 0, len(list))
	for _, j := range list {
		heads = append(heads, JournalHead{Name: j.Name, Seq: j.Head.Seq, Digest: base64.StdEncoding.EncodeToString(j.Head.Digest[:])})
	}
	return heads, nil
}
