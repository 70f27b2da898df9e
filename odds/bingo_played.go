package odds

import "tirage/bingo"

// Played adds what a simulation of the same formula, players and cards came to. Nothing is added for an empty tally.
func (s *FormulaSheet) Played(t *Tally) {
	if t.Draws == 0 {
		return
	}
	for i := range min(len(s.Figures), bingo.MaxFigures) {
		played := &PlayedOdds{Won: t.WonBy(i, bingo.MaxBalls), Units: t.Units(i)}
		last := int64(0)
		for n := 1; n <= s.Model.Balls(); n++ {
			by := t.WonBy(i, n)
			if by.Hits > last {
				played.Balls = append(played.Balls, BallFrequency{n, by})
			}
			last = by.Hits
		}
		s.Figures[i].Played = played
	}
}
