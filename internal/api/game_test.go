package api

import (
	"testing"

	"tirage/games"
	"tirage/internal/press"
	"tirage/internal/shop"
	"tirage/money"
)

// A prize table that is not the regulation's own says so with the game, in the language asked for; the others say nothing.
func TestReconstructionIsTold(t *testing.T) {
	for _, id := range games.List() {
		file, err := games.Open(id)
		if err != nil {
			t.Fatal(err)
		}
		plan, err := press.LoadPlan(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, lang := range []money.Lang{money.FR, money.EN} {
			got := gameOf(&shop.GameOnSale{ID: id, Plan: plan}, lang).Reconstruction
			if want := plan.Game.Reconstruction.In(lang); got != want || (got != "") != (id == "sports-2004-5eur") {
				t.Errorf("%s in %s: %q, want %q", id, lang, got, want)
			}
		}
	}
}
