package bingo_test

import (
	"testing"

	"tirage/bingo"
	"tirage/money"
)

// tied are the first draws, among those with the seeds "tie 0", "tie 1", …, in which so many of the four players of the worked
// draw make the first line at one ball, each with one card, and the other figures are won by one.
var tied = []struct {
	players int
	seed    string
	each    money.Cents
	fund    money.Cents
}{{2, "tie 0", 83, 136}, {3, "tie 28", 55, 137}}

// TestTiesInWholeDraws plays the worked draw with two and with three players tied on the first line.
func TestTiesInWholeDraws(t *testing.T) {
	for _, c := range tied {
		r := played(t, bingoExtra(), c.seed, 1, 1, 1, 1)
		won := r.draw.WonSoFar()
		if len(won[0].Units) != c.players || len(won[1].Units) != 1 || len(won[2].Units) != 1 {
			t.Fatalf("%d players: %+v", c.players, won)
		}
		for i, p := range r.payments[:c.players] {
			if p.Figure != 0 || p.Amount != c.each || p.Place.Card != won[0].Units[i].Card {
				t.Errorf("%d players: %+v", c.players, p)
			}
		}
		if want := -7500_00 + c.fund; r.balances[bingo.FundAccount] != want {
			t.Errorf("%d players: the fund is %d, want %d", c.players, r.balances[bingo.FundAccount], want)
		}
		r.laws()
	}
}
