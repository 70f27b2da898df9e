package press

import (
	"fmt"

	"tirage/scratch"
)

// CountedLot is one row of the prize table with what was found of it.
type CountedLot struct {
	Amount  string `json:"amount"`  // main unit, dot
	Planned int64  `json:"planned"` // in the whole block
	Found   int64  `json:"found"`   // among the tickets judged
}

// byLot adds counts of compositions up by row of the prize table, losing tickets last.
func byLot(p *scratch.Plan, counts []int64) []int64 {
	lots := make([]int64, len(p.Game.Table.Lots)+1)
	for i, c := range p.Compositions {
		row := c.Lot
		if row < 0 {
			row = len(lots) - 1
		}
		lots[row] += counts[i]
	}
	return lots
}

// countedLots lists the table's rows as they were counted.
func countedLots(p *scratch.Plan, counts []int64) (list []CountedLot) {
	found := byLot(p, counts)
	for i, lot := range p.Game.Table.Lots {
		list = append(list, CountedLot{p.Game.Currency.Plain(lot.Amount), lot.Count, found[i]})
	}
	return list
}

// recount compares what was counted with the plan, composition by composition and lot by lot.
func recount(p *scratch.Plan, counts []int64, say func(Finding)) {
	g := p.Game
	lots := byLot(p, counts)
	for i, c := range p.Compositions {
		if counts[i] != c.Count {
			say(Finding{checkRecount, "recount_composition", planFile, fmt.Sprintf("composition %d of %s: %d tickets were found, %d are planned", i, g.Currency.Plain(c.Amount), counts[i], c.Count)})
		}
	}
	for i, lot := range g.Table.Lots {
		if lots[i] != lot.Count {
			say(Finding{checkRecount, "recount_lot", gameFile, fmt.Sprintf("lot %s: %d tickets were found, the table has %d", g.Currency.Plain(lot.Amount), lots[i], lot.Count)})
		}
	}
}
