package press

import (
	"bytes"
	"encoding/json"

	"tirage/scratch"
)

// workingPaper is the plan of a block as plan.json shows it: public numbers, without any order.
type workingPaper struct {
	Game           string            `json:"game"`
	Version        uint32            `json:"version"`
	Currency       string            `json:"currency"`
	Price          string            `json:"price"`
	Tickets        int               `json:"tickets"`
	Reconstruction string            `json:"reconstruction,omitempty"`
	Lots           []plannedLot      `json:"lots"`
	Parts          []string          `json:"parts"`
	Compositions   []plannedTogether `json:"compositions"`
}

type plannedLot struct {
	Lot    int    `json:"lot"`
	Amount string `json:"amount"`
	Count  int64  `json:"count"`
}

type plannedTogether struct {
	Number int      `json:"number"`
	Lot    int      `json:"lot"`    // row of the table from 1, 0 for losing tickets
	Amount string   `json:"amount"` // of the lot
	Pays   []string `json:"pays"`   // by part
	Count  int64    `json:"count"`
}

// writePlan gives the bytes of plan.json. Amounts are texts in the main unit with a dot.
func writePlan(p *scratch.Plan) ([]byte, error) {
	g := p.Game
	w := workingPaper{Game: g.ID, Version: g.Version, Currency: g.Currency.Code, Price: g.Currency.Plain(g.Price), Tickets: g.BlockSize, Reconstruction: g.Reconstruction.EN}
	for i, l := range g.Table.Lots {
		w.Lots = append(w.Lots, plannedLot{i + 1, g.Currency.Plain(l.Amount), l.Count})
	}
	for _, part := range g.Parts() {
		w.Parts = append(w.Parts, part.ID)
	}
	for i, c := range p.Compositions {
		row := plannedTogether{Number: i, Lot: c.Lot + 1, Amount: g.Currency.Plain(c.Amount), Count: c.Count}
		for _, pay := range c.Pays {
			row.Pays = append(row.Pays, g.Currency.Plain(pay))
		}
		w.Compositions = append(w.Compositions, row)
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetIndent("", " ")
	e.SetEscapeHTML(false)
	err := e.Encode(w)
	return out.Bytes(), err
}
