package hall

import (
	"encoding/json"

	"tirage/bingo"
	"tirage/internal/shop"
	"tirage/internal/store"
)

const (
	second = int64(1_000_000) // microseconds

	soloSale = 2 * second // how long the sale of a single-player draw stays open after it was announced: its player buys at once
)

// The bounds of settings. A sale is over before the next draw of its room can end, and nobody waits for a ball without knowing why.
const (
	maxEvery    = 7 * 24 * 3600 // seconds
	maxPatience = 24 * 3600
	minBall     = 100 // milliseconds
	maxBall     = 60_000
	maxRobots   = 50
	maxOnSale   = 100 // draws of a room that are announced or on sale at once
)

// check refuses settings with bad_timetable, bad_ball, bad_patience, bad_max_cards or bad_robots.
func (s *Settings) check(f *bingo.Formula, play bool) error {
	single := f.Mode == bingo.Single
	switch {
	case single && (s.First != 0 || s.Every != 0 || s.Sale != 0 || s.Ahead != 0):
		return shop.Say("bad_timetable", "a single-player room has no timetable: a draw begins when a player asks for it",
			"une salle à un joueur n’a pas d’horaire : un tirage commence quand un joueur le demande")
	case single:
	case s.First <= 0 || s.First > int64(bingo.MaxMoment) || s.Every < 5 || s.Every > maxEvery || s.Sale < 2 || s.Ahead < 0:
		return shop.Sayf("bad_timetable", "say when a first sale closes, every 5 to %d seconds, a sale of 2 seconds or more, and how long before it a draw is announced",
			"dites quand ferme une première vente, toutes les 5 à %d secondes, une vente d’au moins 2 secondes, et combien avant elle un tirage est annoncé", maxEvery)
	case s.Sale > maxOnSale*maxEvery || s.Ahead > maxOnSale*maxEvery || (s.Sale+s.Ahead)/s.Every >= maxOnSale: // each by itself first: no sum overflows
		return shop.Sayf("bad_timetable", "at most %d draws of a room are announced at once: shorten the sale, or the time before it",
			"au plus %d tirages d’une salle sont annoncés à la fois : raccourcissez la vente, ou le temps qui la précède", maxOnSale)
	}
	switch {
	case s.Ball < minBall || s.Ball > maxBall:
		return shop.Sayf("bad_ball", "from one ball to the next there are %d to %d milliseconds", "d’une boule à la suivante il y a de %d à %d millisecondes", minBall, maxBall)
	case s.Patience < 1 || s.Patience > maxPatience:
		return shop.Sayf("bad_patience", "the keeper's secret is waited for 1 to %d seconds", "on attend le secret du dépositaire de 1 à %d secondes", maxPatience)
	case s.MaxCards < 1 || s.MaxCards > f.MaxCards:
		return shop.Sayf("bad_max_cards", "a player has 1 to %d cards in a draw of this formula", "un joueur a de 1 à %d cartes dans un tirage de cette formule", f.MaxCards)
	case s.Robots < 0 || s.Robots > maxRobots || s.Robots > 0 && (!play || single):
		return shop.Sayf("bad_robots", "up to %d robots play, in rooms of several players for play money only", "jusqu’à %d robots jouent, et seulement dans les salles à plusieurs pour l’argent fictif", maxRobots)
	}
	return nil
}

// settings reads those of a room.
func settings(r *store.Room) (s Settings, err error) {
	err = json.Unmarshal(r.Settings, &s)
	return s, err
}

// closeAfter is the first time after another at which a sale closes by the timetable.
func (s *Settings) closeAfter(at int64) int64 {
	every := int64(s.Every) * second
	if at < s.First {
		return s.First
	}
	return s.First + ((at-s.First)/every+1)*every
}

// next is the draw that is announced after one whose sale closes at a time (0 for none): when its sale opens and closes, and when it is
// announced. A draw that could not be announced in time has what is left of its sale; one without five seconds of it is left out.
func (s *Settings) next(last, now int64) (announce, opens, closes int64) {
	closes = s.closeAfter(max(last, now+min(5*second, int64(s.Sale)*second-1)))
	opens = closes - int64(s.Sale)*second
	return opens - int64(s.Ahead)*second, max(opens, now), closes
}

// step is what is to be done with a draw.
type step uint8

const (
	nothing step = iota
	openSale
	lockSale
	openSecrets
	giveUp // the keeper was silent too long
	callBall
	settleDraw
)

// due is what is to be done with a draw next, and when. free is from when no earlier draw of the room stands in its way: 0 from the
// beginning.
func due(d *store.Draw, s *Settings, balls int64, free int64) (what step, at int64) {
	switch d.State {
	case "scheduled":
		return openSale, d.Opens
	case "on_sale":
		return lockSale, max(d.Closes, free)
	case "locked":
		return openSecrets, d.Locked
	case "opened", "calling":
		if d.Called == balls {
			return settleDraw, d.CalledAt
		}
		return callBall, d.CalledAt + int64(s.Ball)*1000
	}
	return nothing, 0
}
