package shop

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"tirage/internal/store"
)

func TestTidy(t *testing.T) { onEach(t, tidies) }

// Folding between purchases changes no balance; sessions that have ended are forgotten, and no others.
func tidies(t *testing.T, d database) {
	h := newHouse(t, options{dsn: d.fresh(t)})
	by := h.player(100_00)
	old, live := [32]byte{1}, [32]byte{2}
	err := h.store.Write(t.Context(), func(ctx context.Context, tx *store.Tx) error {
		return errors.Join(
			tx.AddSession(ctx, store.Session{Token: old, Person: by.Person, Created: 1, Seen: 1, Expires: 2}),
			tx.AddSession(ctx, store.Session{Token: live, Person: by.Person, Created: 1, Seen: 1, Expires: h.now().UnixMicro() + 60_000_000}),
		)
	})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		if _, err := h.Buy(t.Context(), by, fmt.Sprint(i), Order{Game: "vegas-3eur", Count: 2, Play: true}); err != nil {
			t.Fatal(err)
		}
		if err := h.tidy(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	journals, err := h.store.Journals(t.Context())
	if err != nil || len(journals) == 0 || journals[0].Folded != journals[0].Head.Seq {
		t.Errorf("journals %+v, %v: not folded to the end", journals, err)
	}
	if _, _, err := h.store.Holder(t.Context(), old); !errors.Is(err, store.ErrUnknown) {
		t.Errorf("an ended session: %v", err)
	}
	if _, _, err := h.store.Holder(t.Context(), live); err != nil {
		t.Errorf("a live session: %v", err)
	}
	h.sound()
}
