package press

import (
	"fmt"

	"tirage/scratch"
)

// recount compares what was counted with the plan, composition by composition and lot by lot.
func recount(p *scratch.Plan, counts []int64, say func(Finding)) {
	g := p.Game
	lots := make([]int64, len(g.Table.Lots)+1) // by row of the table, losing tickets last
	for i, c := range p.Compositions {
		row := c.Lot
		if row < 0 {
			row = len(g.Table.Lots)
		}
		lots[row] += counts[i]
		if counts[i] != c.Count {
			say(Finding{"recount_composition", planFile, fmt.Sprintf("composition %d of %s: %d tickets were found, %d are planned", i, g.Currency.Plain(c.Amount), counts[i], c.Count)})
		}
	}
	for i, lot := range g.Table.Lots {
		if lots[i] != lot.Count {
			say(Finding{"recount_lot", gameFile, fmt.Sprintf("lot %s: %d tickets were found, the table has %d", g.Currency.Plain(lot.Amount), lots[i], lot.Count)})
		}
	}
}
