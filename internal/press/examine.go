package press

import (
	"encoding/binary"
	"fmt"

	"tirage/money"
	"tirage/scratch"
	"tirage/seal"
)

// report takes findings about one ticket.
type report func(name, format string, args ...any)

// rules is what all examiners of a block share.
type rules struct {
	plan   *scratch.Plan
	block  seal.Block
	table  *table
	byPays map[string]uint16 // the composition of what the parts pay
	parts  []int             // by surface: its number of parts
}

func newRules(p *scratch.Plan, b seal.Block, specimen bool) *rules {
	r := &rules{plan: p, block: b, table: newTable(p.Game, specimen), byPays: make(map[string]uint16, len(p.Compositions))}
	for i := range p.Game.Surfaces {
		r.parts = append(r.parts, len(p.Game.Surfaces[i].Mechanic.Parts()))
	}
	for i, c := range p.Compositions {
		r.byPays[string(appendPays(nil, c.Pays))] = uint16(i)
	}
	return r
}

func appendPays(dst []byte, pays []money.Cents) []byte {
	for _, p := range pays {
		dst = binary.BigEndian.AppendUint64(dst, uint64(p))
	}
	return dst
}

// outcome is what the envelopes of a composition hide.
func (r *rules) outcome(composition int) seal.Outcome {
	return seal.Outcome{Lot: uint16(r.plan.Compositions[composition].Lot + 1), Composition: uint16(composition)}
}

// examiner reads and judges tickets one after the other, and counts them. Each worker has its own.
type examiner struct {
	*rules
	counts    []int64 // by composition
	verdict   scratch.Verdict
	cells     []scratch.Code
	captions  []scratch.CaptionState
	canonical []byte
	pays      []byte
	text      []byte
}

func newExaminer(r *rules) *examiner {
	n := r.plan.Game.CellCount()
	return &examiner{rules: r, counts: make([]int64, len(r.plan.Compositions)), cells: make([]scratch.Code, n), captions: make([]scratch.CaptionState, n)}
}

// read examines a row that must be the ticket of a position: its numbers against one another, its face by the rules. It fills t's
// serial and VIRN and leaves the face in e.cells and e.canonical. The VIRN of dealt saves parsing one that is written alike; dealt may be
// nil. ok is false when the row says too little to go on.
func (e *examiner) read(r *row, pos int, dealt, t *seal.Ticket, say report) (composition int, ok bool) {
	want, err := e.block.Serial(pos)
	if err != nil {
		say("position", "%v", err)
		return 0, false
	}
	t.Serial = want
	if int(r.position) != pos {
		say("position", "the row says %d", r.position)
	}
	if e.text = want.Append(e.text[:0]); r.texts[columnSerial] != string(e.text) {
		say("serial", "it reads %.40q, %s was expected", r.texts[columnSerial], want)
	}
	d := want.Digits()
	if r.texts[columnBarcode] != string(d[:]) {
		say("barcode", "it reads %.40q, %s was expected", r.texts[columnBarcode], d)
	}
	if !e.virn(r.texts[columnVIRN], dealt, t) {
		say("virn", "%.40q is not a VIRN", r.texts[columnVIRN])
		return 0, false
	}
	e.text = append(append(e.text[:0], d[:]...), r.texts[columnVIRN]...)
	if r.texts[columnDataMatrix] != string(e.text) {
		say("datamatrix", "it does not carry the serial and the VIRN of its row")
	}
	if e.table.specimen != 0 && r.texts[e.table.specimen] != specimenCell {
		say("specimen", "the column says %.40q, %q was expected", r.texts[e.table.specimen], specimenCell)
	}
	for i := range e.table.zones {
		z := &e.table.zones[i]
		captions := ""
		if z.captions != 0 {
			captions = r.texts[z.captions]
		}
		end := z.first + z.zone.Cells
		exact, err := z.zone.ReadCells(r.texts[z.figures], captions, e.cells[z.first:end], e.captions[z.first:end])
		if err != nil {
			say("columns", "%v", err)
			return 0, false
		}
		if !exact {
			say("cell_bytes", "zone %s reads right but is not written as the press writes it: %.80q %.80q", e.table.names[z.figures], r.texts[z.figures], captions)
		}
	}
	e.canonical = scratch.Canonical(e.canonical[:0], e.cells)
	return e.judge(e.captions, say)
}

// virn reads a VIRN in its canonical form.
func (e *examiner) virn(text string, dealt, t *seal.Ticket) bool {
	if dealt != nil {
		if e.text = dealt.VIRN.Append(e.text[:0]); text == string(e.text) {
			t.VIRN = dealt.VIRN
			return true
		}
	}
	var err error
	t.VIRN, err = seal.ParseVIRN(text)
	return err == nil && t.VIRN.Text() == text
}

// judge judges the face in e.cells by the rules alone, and counts it under the composition that it shows.
func (e *examiner) judge(captions []scratch.CaptionState, say report) (composition int, ok bool) {
	g := e.plan.Game
	g.Judge(scratch.Face{Cells: e.cells, Captions: captions}, &e.verdict)
	v := &e.verdict
	if v.Kind == scratch.Misprint {
		say("misprint", "fault %d in cell %d", v.Fault.Kind, v.Fault.Cell)
		return 0, false
	}
	e.pays = e.pays[:0]
	for s, r := range v.Readings {
		e.pays = appendPays(e.pays, r.Pays[:e.parts[s]])
		if r.Note != scratch.NoNote {
			say("unprinted", "surface %s shows what no press prints", g.Surfaces[s].ID)
		}
	}
	number, known := e.byPays[string(e.pays)]
	if !known || !e.plan.Match(int(number), v) {
		say("composition", "the ticket is judged to %s %s, which is no composition of the plan", v.Kind, g.Currency.Plain(v.Amount))
		return 0, false
	}
	e.counts[number]++
	return int(number), true
}

// place names a ticket.
func (r *rules) place(file string, pos int) string {
	s, err := r.block.Serial(pos)
	if err != nil {
		return fmt.Sprintf("%s: position %d", file, pos)
	}
	return fmt.Sprintf("%s: position %d (%s)", file, pos, s)
}
