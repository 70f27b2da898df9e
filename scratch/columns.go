package scratch

import (
	"math/bits"
	"strings"
)

// Separator stands between the cells of a zone in a print file's columns. No figure or caption holds it.
const Separator = '|'

// shortTable finds the code of a figure of one to eight bytes without hashing a string: the bytes, packed, are the key of
// an open table. An auditor reads a billion cells.
type shortTable struct {
	keys  []uint64 // 0 is a free place: no figure holds a zero byte
	codes []Code
	shift uint
}

func newShortTable(elements []Element) shortTable {
	size := 1 << max(4, bits.Len(uint(len(elements)))+1)
	t := shortTable{keys: make([]uint64, size), codes: make([]Code, size), shift: uint(64 - bits.Len(uint(size-1)))}
	for i, e := range elements {
		if len(e.Figure) == 0 || len(e.Figure) > 8 {
			continue
		}
		key := packed(e.Figure)
		at := t.place(key)
		for t.keys[at] != 0 {
			at = (at + 1) & (size - 1)
		}
		t.keys[at], t.codes[at] = key, Code(i+1)
	}
	return t
}

func (t *shortTable) place(key uint64) int { return int(key * 0x9E3779B97F4A7C15 >> t.shift) }

// find returns the code of a packed figure, Missing if the table does not hold it.
func (t *shortTable) find(key uint64) Code {
	mask := len(t.keys) - 1
	for at := t.place(key); t.keys[at&mask] != 0; at++ {
		if t.keys[at&mask] == key {
			return t.codes[at&mask]
		}
	}
	return Missing
}

// packed is a text of at most eight bytes as one number.
func packed(figure string) (key uint64) {
	for i := range len(figure) {
		key |= uint64(figure[i]) << (8 * i)
	}
	return key
}

// AppendFigures appends the figures of a zone's cells with the separator between them. A missing cell is empty, an
// unlisted one "?".
func (z *Zone) AppendFigures(dst []byte, cells []Code) []byte {
	for i, c := range cells {
		if i > 0 {
			dst = append(dst, Separator)
		}
		switch {
		case z.Alphabet.Holds(c):
			dst = append(dst, z.Alphabet.elements[c-1].Figure...)
		case c != Missing:
			dst = append(dst, '?')
		}
	}
	return dst
}

// AppendCaptions appends the inscriptions of a zone's cells with the separator between them; nothing for a zone without
// inscriptions.
func (z *Zone) AppendCaptions(dst []byte, cells []Code) []byte {
	if z.Inscription == NoInscription {
		return dst
	}
	for i, c := range cells {
		if i > 0 {
			dst = append(dst, Separator)
		}
		if z.Alphabet.Holds(c) {
			dst = append(dst, z.Alphabet.elements[c-1].Caption...)
		}
	}
	return dst
}

// ReadCells reads the columns of a zone as AppendFigures and AppendCaptions write them: len(cells) must be the zone's
// number of cells. What stands in no alphabet is read as Unlisted, an empty cell as Missing. Unless states is nil, which leaves the
// captions unread, it gets how each cell's inscription compares. It refuses columns with another number of cells (cell_count) and
// captions in a zone that has none (unexpected_caption). It allocates nothing for figures that the zone lists.
//
// A cell that reads right and is not written right, byte for byte, has no other verdict for it: but no press writes one so, and somebody
// could mark tickets by it. exact is false if there is one, a space of another kind or at an end, in a figure or an inscription.
func (z *Zone) ReadCells(figures, captions string, cells []Code, states []CaptionState) (exact bool, err error) {
	if len(cells) != z.Cells {
		return false, refuse("cell_count", "zone %s has %d cells, room was given for %d", z.ID, z.Cells, len(cells))
	}
	if exact, err = z.readFigures(figures, cells); err != nil || states == nil {
		return exact, err
	}
	if z.Inscription == NoInscription {
		if captions != "" {
			return false, refuse("unexpected_caption", "zone %s carries no inscriptions, the column holds some", z.ID)
		}
		clear(states[:len(cells)])
		return exact, nil
	}
	for i, c := range cells {
		text, rest, more := strings.Cut(captions, "|")
		if more == (i == len(cells)-1) {
			return false, refuse("cell_count", "zone %s has %d cells, its captions %d", z.ID, z.Cells, i+1+strings.Count(rest, "|"))
		}
		captions = rest
		if z.Alphabet.Holds(c) && text == z.Alphabet.elements[c-1].Caption {
			states[i] = CaptionAgrees
			continue
		}
		states[i] = z.CompareCaption(c, text)
		exact = exact && (states[i] != CaptionAgrees || !z.Alphabet.Holds(c))
	}
	return exact, nil
}

func (z *Zone) readFigures(figures string, cells []Code) (exact bool, err error) {
	n, start := 0, 0
	var key uint64
	exact = true
	for i := 0; i <= len(figures); i++ {
		if i < len(figures) && figures[i] != Separator {
			key |= uint64(figures[i]) << (8 * uint(i-start)) // shifts of 64 and more add nothing
			continue
		}
		if n == len(cells) {
			return false, refuse("cell_count", "zone %s has %d cells, the column holds more", z.ID, z.Cells)
		}
		cells[n] = Missing
		if i-start <= 8 && (i == start || figures[i-1] != 0) { // a zero byte at the end would pack as if it were not there
			cells[n] = z.Alphabet.short.find(key)
		}
		if cells[n] == Missing {
			c := z.Alphabet.Find(figures[start:i])
			cells[n] = c
			exact = exact && (z.Alphabet.At(c).Figure == figures[start:i] || c == Unlisted)
		}
		n++
		start, key = i+1, 0
	}
	if n != len(cells) {
		return false, refuse("cell_count", "zone %s has %d cells, the column holds %d", z.ID, z.Cells, n)
	}
	return exact, nil
}

// CompareCaption says how an inscription compares with the one that a cell must carry: exactly, but for the kind and number of
// spaces. A zone without inscriptions demands none, and where nothing listed can be read there is nothing to compare with.
func (z *Zone) CompareCaption(c Code, caption string) CaptionState {
	if z.Inscription == NoInscription || !z.Alphabet.Holds(c) {
		return CaptionAgrees
	}
	want := z.Alphabet.elements[c-1].Caption
	if caption == want {
		return CaptionAgrees
	}
	switch normal(caption) {
	case normal(want):
		return CaptionAgrees
	case "":
		return CaptionAbsent
	}
	return CaptionDiffers
}
