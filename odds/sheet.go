// Package odds computes what a game really offers: exact chances and returns, as rationals.
//
// Its invariant: a sheet is derived from the plan that blocks are printed by, so that a printed block equals it lot by lot and
// composition by composition. How the figures are laid out for a reader is left to the command line and the pages.
package odds

import (
	"math/big"

	"tirage/fair"
	"tirage/money"
	"tirage/scratch"
)

// Sheet is the exact sheet of a scratch game: one block, ticket by ticket equally likely. Amounts are in minor units of Currency.
type Sheet struct {
	Game           string            `json:"game"`
	Version        uint32            `json:"version"`
	Name           money.Text        `json:"name"`
	Reconstruction *money.Text       `json:"reconstruction,omitempty"`
	InForce        *scratch.InForce  `json:"in_force,omitempty"` // from when the version applies, where the game file says it
	Currency       string            `json:"currency"`
	Price          money.Cents       `json:"price"`
	Tickets        int64             `json:"tickets"`
	Sales          money.Cents       `json:"sales"` // of a whole block
	LotCount       int64             `json:"lot_count"`
	LotTotal       money.Cents       `json:"lot_total"`
	AnyLot         Chance            `json:"any_lot"`
	AbovePrice     Chance            `json:"above_price"` // of a lot higher than the price
	Return         Chance            `json:"return"`      // lots ÷ sales
	Lots           []LotOdds         `json:"lots"`
	Compositions   []CompositionOdds `json:"compositions,omitempty"`
	Surfaces       []SurfaceOdds     `json:"surfaces,omitempty"`
}

// LotOdds is a row of the prize table with its chance.
type LotOdds struct {
	Amount       money.Cents `json:"amount"`
	Count        int64       `json:"count"`
	Total        money.Cents `json:"total"`
	Chance       Chance      `json:"chance"`
	Compositions int         `json:"compositions"`
}

// CompositionOdds is one way of making up a lot, by what each winning part pays.
type CompositionOdds struct {
	Number int         `json:"number"` // as in envelopes
	Lot    money.Cents `json:"lot"`
	Pays   []PartPays  `json:"pays"`
	Count  int64       `json:"count"`
	Chance Chance      `json:"chance"`
}

// PartPays is what one part pays.
type PartPays struct {
	Part   string      `json:"part"`
	Amount money.Cents `json:"amount"`
}

// SurfaceOdds is what one surface offers.
type SurfaceOdds struct {
	ID     string        `json:"id"`
	Name   money.Text    `json:"name"`
	Parts  []PartOdds    `json:"parts"`
	Decoys []DecoyWeight `json:"decoys,omitempty"`
}

// PartOdds is how often one part pays what.
type PartOdds struct {
	ID   string       `json:"id"`
	Name money.Text   `json:"name"`
	Wins Chance       `json:"wins"`
	Pays []AmountOdds `json:"pays"`
}

// AmountOdds is how many tickets of a block have a part pay an amount.
type AmountOdds struct {
	Amount money.Cents `json:"amount"`
	Count  int64       `json:"count"`
	Chance Chance      `json:"chance"`
}

// DecoyWeight is how often an amount stands on a losing spot, among all amounts on losing spots of the surface.
type DecoyWeight struct {
	Figure string      `json:"figure"`
	Amount money.Cents `json:"amount"`
	Share  Chance      `json:"share"`
}

// NewSheet derives the sheet of a block from its plan.
func NewSheet(p *scratch.Plan) *Sheet {
	g := p.Game
	s := &Sheet{
		Game: g.ID, Version: g.Version, Name: g.Name, Currency: g.Currency.Code,
		Price: g.Price, Tickets: int64(g.BlockSize), Sales: g.Price * money.Cents(g.BlockSize),
	}
	if g.Reconstruction != (money.Text{}) {
		s.Reconstruction = &g.Reconstruction
	}
	if g.InForce != (scratch.InForce{}) {
		s.InForce = &g.InForce
	}
	s.LotCount, s.LotTotal = g.Table.Sum()
	s.AnyLot = Of(s.LotCount, s.Tickets)
	s.Return = Of(int64(s.LotTotal), int64(s.Sales))
	above := int64(0)
	for _, l := range g.Table.Lots {
		if l.Amount > g.Price {
			above += l.Count
		}
		s.Lots = append(s.Lots, LotOdds{
			Amount: l.Amount, Count: l.Count, Total: l.Amount * money.Cents(l.Count), Chance: Of(l.Count, s.Tickets),
		})
	}
	s.AbovePrice = Of(above, s.Tickets)
	s.compose(p)
	s.surfaces(p)
	return s
}

// compose lists the winning compositions.
func (s *Sheet) compose(p *scratch.Plan) {
	parts := p.Game.Parts()
	for number, c := range p.Compositions {
		if c.Lot < 0 {
			continue
		}
		s.Lots[c.Lot].Compositions++
		row := CompositionOdds{Number: number, Lot: c.Amount, Count: c.Count, Chance: Of(c.Count, s.Tickets)}
		for i, amount := range c.Pays {
			if amount > 0 {
				row.Pays = append(row.Pays, PartPays{parts[i].ID, amount})
			}
		}
		s.Compositions = append(s.Compositions, row)
	}
}

// surfaces counts what each part pays over all compositions.
func (s *Sheet) surfaces(p *scratch.Plan) {
	at := 0 // index of the part over the whole game
	for i := range p.Game.Surfaces {
		surface := &p.Game.Surfaces[i]
		row := SurfaceOdds{ID: surface.ID, Name: surface.Name}
		for _, part := range surface.Mechanic.Parts() {
			row.Parts = append(row.Parts, s.part(p, part, at))
			at++
		}
		if w := p.Decoys(i); w != nil {
			row.Decoys = decoys(surface.Mechanic.Amounts(), w)
		}
		s.Surfaces = append(s.Surfaces, row)
	}
}

func (s *Sheet) part(p *scratch.Plan, part scratch.Part, at int) PartOdds {
	counts := map[money.Cents]int64{}
	wins := int64(0)
	for _, c := range p.Compositions {
		if c.Pays[at] > 0 {
			counts[c.Pays[at]] += c.Count
			wins += c.Count
		}
	}
	row := PartOdds{ID: part.ID, Name: part.Name, Wins: Of(wins, s.Tickets)}
	for _, amount := range descending(counts) {
		row.Pays = append(row.Pays, AmountOdds{amount, counts[amount], Of(counts[amount], s.Tickets)})
	}
	return row
}

func decoys(amounts *scratch.Alphabet, w *fair.Weighted) (rows []DecoyWeight) {
	for i := range w.Len() {
		e := amounts.At(scratch.Code(i + 1))
		rows = append(rows, DecoyWeight{e.Figure, e.Amount, Chance{new(big.Rat).SetFrac(w.Weight(i), w.Total())}})
	}
	return rows
}
