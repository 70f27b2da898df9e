// Package scratch holds the rules of scratch tickets: what a game is, which compositions make up a lot, how a block is
// planned, what a face shows and what it is worth.
//
// Its invariant: a planned block pays its prize table to the cent, lot by lot; a face printed for a composition is judged to
// pay exactly that composition; and a face that breaks the regulation's print rules is never paid. Kinds of surfaces live
// in the subpackage mechanic; reading game files is left to gamefile, secrets to seal, files to the press.
package scratch

import (
	"cmp"
	"time"

	"tirage/money"
	"tirage/ruling"
)

// Game is one scratch game, as a game file describes it. Fill it and call Prepare, which computes the rest; it is
// immutable afterwards and safe for concurrent use.
type Game struct {
	ID             string // "vegas-3eur"
	Code           uint16 // game code in serials, 1-9999
	Version        uint32 // of the game file, from 1
	Name           money.Text
	Source         money.Text // the regulation it follows, to be shown with its articles
	Reconstruction money.Text // says what of the prize table was reconstructed; empty if it stands in the regulation
	Price          money.Cents
	Currency       money.Currency
	BlockSize      int // tickets
	PackSize       int // tickets; divides BlockSize
	InForce        InForce
	ControlBox     money.Text // printed on the void-if-uncovered box
	Claim          Claim
	Payment        Payment
	Table          Table
	Mix            Mix
	Surfaces       []Surface
	Captions       money.Lang // language of the inscriptions in letters
	Rulings        []Ruling

	cells int
}

// Ruling is a named choice where the regulation is silent.
type Ruling = ruling.Ruling

// InForce says from when a version of a game applies. Dates are "2006-01-02", empty while unknown.
type InForce struct {
	Planned string `json:"planned,omitempty"`
	Actual  string `json:"actual,omitempty"`
	Notice  string `json:"notice,omitempty"`
}

// From is the date from which the version applies: the actual one, the planned one until that is known, "" for neither.
func (i InForce) From() string { return cmp.Or(i.Actual, i.Planned) }

// Holds reports whether the version applies at a moment, in microseconds since 1970: from midnight UTC of its day on, as a formula does. Without
// a date it always does.
func (i InForce) Holds(micro int64) bool {
	from := i.From()
	if from == "" {
		return true
	}
	day, err := time.Parse(time.DateOnly, from)
	return err == nil && micro >= day.UnixMicro()
}

// Claim is when claims lapse: so many days after the closing notice.
type Claim struct {
	Days int
}

// Payment holds the thresholds on a ticket's whole lot: any retailer pays up to Retailer, a payment centre up to Centre, above that a file is opened.
type Payment struct {
	Retailer, Centre money.Cents
}

// Table is the prize table of one block.
type Table struct {
	Lots    []Lot // from the highest amount to the lowest
	Stated  Stated
	Article string
}

// Lot is one row of the prize table.
type Lot struct {
	Amount money.Cents
	Count  int64       // per block
	Stated money.Cents // the row's printed total; zero if none is printed
}

// Stated is what the published table says of itself.
type Stated struct {
	Lots  int64
	Total money.Cents
}

// Mix says how the lots are spread over their compositions.
type Mix struct {
	ByWinning   []uint64 // weight of all compositions together in which 1, 2, 3 … parts win, shared equally among them
	Written     []WrittenComposition
	Constraints []Constraint
}

// WrittenComposition fixes the weight of one composition; a lot with written compositions has no others.
type WrittenComposition struct {
	Lot    money.Cents
	Pays   map[string]money.Cents // by Part.ID; parts not named pay nothing
	Weight uint64
}

// Constraint limits the compositions of some lots by the number of winning parts; no lots listed means all.
type Constraint struct {
	Lots     []money.Cents
	Min, Max int // Max 0: no limit
}

// Surface is a part of the ticket with a mechanic of its own.
type Surface struct {
	ID       string
	Name     money.Text
	Article  string
	Misprint string // the article that makes a badly printed surface a misprint; empty where only a general regulation says so
	Mechanic Mechanic
	Decoys   map[Code]uint64 // weights of amounts on losing spots by code in Mechanic.Amounts(); nil: in proportion to what the surface pays

	First int // index of the surface's first cell in a face; set by Prepare
	Cells int // set by Prepare

	zones []Zone
	parts []Part
	runs  []run // of cells, for judging
}

// Prepare lays the surfaces' cells out one after the other. It must be called once, before any other use.
func (g *Game) Prepare() {
	g.cells = 0
	for i := range g.Surfaces {
		s := &g.Surfaces[i]
		s.First, s.Cells = g.cells, 0
		s.zones, s.parts = s.Mechanic.Zones(), s.Mechanic.Parts()
		s.runs = runs(s.zones)
		for _, z := range s.zones {
			s.Cells += z.Cells
		}
		g.cells += s.Cells
	}
}

// CellCount is the number of cells of a face.
func (g *Game) CellCount() int { return g.cells }

// On returns the surface's share of a face's cells.
func (s *Surface) On(cells []Code) []Code { return cells[s.First : s.First+s.Cells : s.First+s.Cells] }

// Parts lists the parts of all surfaces in order.
func (g *Game) Parts() []Part {
	var parts []Part
	for i := range g.Surfaces {
		parts = append(parts, g.Surfaces[i].Mechanic.Parts()...)
	}
	return parts
}

// EachZone calls visit for every zone in canonical order with the index of its first cell in a face.
func (g *Game) EachZone(visit func(s *Surface, z Zone, first int)) {
	for i := range g.Surfaces {
		s := &g.Surfaces[i]
		first := s.First
		for _, z := range s.Mechanic.Zones() {
			visit(s, z, first)
			first += z.Cells
		}
	}
}

// Sum is the number of lots per block and what they pay together, as the rows say.
func (t Table) Sum() (lots int64, total money.Cents) {
	for _, l := range t.Lots {
		lots += l.Count
		total += money.Cents(l.Count) * l.Amount
	}
	return lots, total
}
