package scratch

import "tirage/money"

// VerdictKind is what a ticket is judged to be.
type VerdictKind uint8

// The verdicts, in order of precedence.
const (
	Void VerdictKind = iota + 1
	Misprint
	Win
	Lose
)

// String returns the verdict's name in files and API.
func (k VerdictKind) String() string {
	return [...]string{"", "void", "misprint", "win", "lose"}[k]
}

// Verdict is what a face is worth. A misprint or a void ticket has no amount.
type Verdict struct {
	Kind     VerdictKind
	Amount   money.Cents // of the whole ticket: a lot is one and indivisible
	Fault    Fault       // of a misprint: the first one in canonical order of surfaces, Cell counted over the whole face
	Readings []Reading   // per surface, also for a misprint: what would have shown
	NotALot  bool        // a win whose amount is not in the prize table: no press makes one, refer to a payment centre
}

// Judge decides a face by the regulation: void before misprint before win before lose. It fills v, reusing its Readings, and accepts any
// codes; a face with another number of cells than the game's is judged as if the cells beyond were missing.
func (g *Game) Judge(face Face, v *Verdict) {
	*v = Verdict{Readings: v.Readings[:0]}
	cells := g.fit(face.Cells)
	for i := range g.Surfaces {
		s := &g.Surfaces[i]
		on := s.On(cells)
		if v.Fault.Kind == NoFault {
			v.Fault = s.fault(on, face.Captions)
		}
		r := s.Mechanic.Read(on)
		v.Amount += r.Pays[0] + r.Pays[1]
		v.Readings = append(v.Readings, r)
	}
	switch {
	case face.BoxUncovered:
		v.Kind = Void
	case v.Fault.Kind != NoFault:
		v.Kind = Misprint
	case v.Amount > 0:
		v.Kind = Win
		v.NotALot = g.Table.row(v.Amount) < 0
		return
	default:
		v.Kind = Lose
	}
	v.Amount = 0
}

// fit cuts cells to the game's number or fills them up with missing ones.
func (g *Game) fit(cells []Code) []Code {
	if len(cells) == g.cells {
		return cells
	}
	fitted := make([]Code, g.cells)
	copy(fitted, cells)
	return fitted
}

// run is a row of cells, of one zone or of several, that show alphabets of one size.
type run struct {
	cells int
	size  Code
}

// runs joins the zones that follow each other with alphabets of one size.
func runs(zones []Zone) (list []run) {
	for _, z := range zones {
		size := Code(z.Alphabet.Len())
		if n := len(list); n > 0 && list[n-1].size == size {
			list[n-1].cells += z.Cells
			continue
		}
		list = append(list, run{z.Cells, size})
	}
	return list
}

// listed reports whether every code names an element of an alphabet of this size; c-1 wraps round for a missing one. Judging a block spends
// much of its time here: four cells at a time take half as long as one by one.
func listed(cells []Code, size Code) bool {
	for len(cells) >= 4 {
		if cells[0]-1 >= size || cells[1]-1 >= size || cells[2]-1 >= size || cells[3]-1 >= size {
			return false
		}
		cells = cells[4:]
	}
	for _, c := range cells {
		if c-1 >= size {
			return false
		}
	}
	return true
}

// unlisted returns the first cell of a row in which nothing listed shows.
func unlisted(cells []Code, size Code) Fault {
	for i, c := range cells {
		if c == Missing {
			return Fault{ElementMissing, i}
		}
		if c > size {
			return Fault{ElementUnlisted, i}
		}
	}
	return Fault{}
}

// fault returns the surface's first fault, its cell counted over the whole face.
func (s *Surface) fault(on []Code, captions []CaptionState) Fault {
	at := 0
	for _, r := range s.runs {
		if cells := on[at : at+r.cells]; !listed(cells, r.size) {
			f := unlisted(cells, r.size)
			return Fault{f.Kind, s.First + at + f.Cell}
		}
		at += r.cells
	}
	for i := s.First; captions != nil && i < min(s.First+s.Cells, len(captions)); i++ {
		switch captions[i] {
		case CaptionAbsent:
			return Fault{CaptionMissing, i}
		case CaptionDiffers:
			return Fault{CaptionDisagrees, i}
		case CaptionAgrees:
		}
	}
	if f := s.Mechanic.Fault(on); f.Kind != NoFault {
		return Fault{f.Kind, s.First + f.Cell}
	}
	return Fault{}
}

// row returns the index of the lot of this amount, -1 if the table has none.
func (t Table) row(amount money.Cents) int {
	for i, l := range t.Lots {
		if l.Amount == amount {
			return i
		}
	}
	return -1
}
