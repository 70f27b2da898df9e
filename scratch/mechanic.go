package scratch

import (
	"tirage/fair"
	"tirage/money"
)

// MaxParts is the most games that one surface may hold.
const MaxParts = 2

// Mechanic is one kind of surface with its parameters. It knows four things: the outcomes that it can show, how to print
// cells with exactly one of them, how to read cells by the regulation's words alone, and what correctly printed cells
// must satisfy.
//
// Law: for every outcome o and every tape, Fault(cells) is none and Read(cells) pays exactly Outcomes()[o].Pays after
// Print(tape, o, …, cells). Print and Read share nothing but the element types. A printed surface is an exact uniform sample of all
// printable cells with that outcome, but for the amounts on losing spots, which follow the decoys' weights.
//
// In all methods cells holds the surface's cells, zone after zone in the order of Zones. A Mechanic is immutable and safe for
// concurrent use.
type Mechanic interface {
	// Kind is the mechanic's name in game files.
	Kind() string
	// Zones lists the surface's zones in canonical order.
	Zones() []Zone
	// Parts lists the games of the surface, at least one and at most MaxParts, each with its own prize.
	Parts() []Part
	// Outcomes lists everything that the surface can show, the losing outcome first. It is computed once: do not change it.
	Outcomes() []Outcome
	// Amounts is the alphabet of the amounts shown on the surface's spots, nil if it shows none. Amounts on losing spots are
	// chosen by weight among its elements (element 1 ↔ weight 0).
	Amounts() *Alphabet
	// Print fills cells with the outcome of this index in Outcomes. decoys weighs the elements of Amounts() on losing spots; nil
	// means equal weights, and it is ignored when Amounts is nil.
	Print(tape *fair.Tape, outcome int, decoys *fair.Weighted, cells []Code)
	// Read tells what the cells pay by the regulation's words. It accepts any codes; what is missing or unlisted matches nothing.
	Read(cells []Code) Reading
	// Fault returns the first way in which the text forbids these cells, all of which are known to be listed in their zones'
	// alphabets: a number repeated where it may not be. The zero Fault means none.
	Fault(cells []Code) Fault
	// Explain gives, part by part, the article that decides these cells and why, in a sentence.
	Explain(cells []Code, r Reading) []Reason
	// Legend lists the table printed in clear on the ticket ("2 lines: 30 €"), nil if the surface has none.
	Legend() []LegendRow
}

// Part is one game of a surface: the unit whose prizes add up to the ticket's lot.
type Part struct {
	ID      string // unique in the game
	Name    money.Text
	Article string // where the game is described
}

// Outcome is one thing that a surface can show.
type Outcome struct {
	Pays   [MaxParts]money.Cents // by part
	Shown  []Code                // the codes in Amounts() that winning spots show, in any order: {3 €, 6 €} pays 9 €
	Weight uint64                // among the outcomes of the surface with the same Pays; never zero
	Label  money.Text            // "2 lignes + bonus" / "2 lines + bonus"
}

// Total is what the outcome pays in all.
func (o Outcome) Total() money.Cents { return o.Pays[0] + o.Pays[1] }

// Winning is the number of parts that pay.
func (o Outcome) Winning() (n int) {
	for _, p := range o.Pays {
		if p > 0 {
			n++
		}
	}
	return n
}

// Reading is what a surface's cells say by the regulation's words.
type Reading struct {
	Pays [MaxParts]money.Cents
	Note Note
}

// Note marks a reading that a person should look at though the words decide it.
type Note uint8

// The notes.
const (
	NoNote     Note = iota
	AboveTable      // more lines than the table of gains knows: loses, refer the holder to a payment centre
	Unprinted       // something that a press never makes (three balls astride both paths, four balls): decided, and reported
)

// FaultKind names a way in which a ticket can be badly printed.
type FaultKind uint8

// The faults, from any of which the whole ticket is a misprint.
const (
	NoFault FaultKind = iota
	ElementMissing
	ElementUnlisted
	ElementRepeated
	CaptionMissing
	CaptionDisagrees
)

// Fault is where and how a face breaks what the text demands of every ticket.
type Fault struct {
	Kind FaultKind
	Cell int // index in the cells given
}

// Reason is why a part wins or loses.
type Reason struct {
	Part    string      // Part.ID
	Pays    money.Cents // zero when it loses
	Article string      // the article that decided
	Why     money.Text  // one sentence
}

// LegendRow is a row of the table of gains printed in clear.
type LegendRow struct {
	Label money.Text
	Pays  money.Cents
}
