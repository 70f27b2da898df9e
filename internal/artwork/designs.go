package artwork

import "tirage/scratch"

// designFor returns the layout of a game: its own if it has one and the game is of the shape it was made for, else the general one.
func designFor(g *scratch.Game) design {
	v := views(g)
	switch g.ID {
	case "bingo-10eur":
		if d, ok := bingoTicket(v); ok {
			return d
		}
	case "vegas-3eur":
		if d, ok := vegas(v); ok {
			return d
		}
	case "sports-2004-5eur":
		if d, ok := sports(v); ok {
			return d
		}
	}
	return general(v)
}
