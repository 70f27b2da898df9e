package scratch

import (
	"encoding/binary"
	"math/bits"
	"slices"
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

// find returns the code of a figure of that many bytes, packed; Missing if the table does not hold it. A zero byte at the end would
// pack as if it were not there, so it is looked for.
func (t *shortTable) find(key uint64, size int) Code {
	if size > 0 && key>>(8*(size-1)) == 0 {
		return Missing
	}
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

// before returns how many of eight packed bytes stand before the first separator, 8 if none is one: the separator is the
// lowest zero byte of the difference.
func before(word uint64) int {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	differs := word ^ ones*Separator
	return bits.TrailingZeros64((differs-ones)&^differs&highs) / 8
}

// eight is the first eight bytes of a text, packed. The text must have as many.
func eight(text string) uint64 {
	_ = text[7]
	return uint64(text[0]) | uint64(text[1])<<8 | uint64(text[2])<<16 | uint64(text[3])<<24 |
		uint64(text[4])<<32 | uint64(text[5])<<40 | uint64(text[6])<<48 | uint64(text[7])<<56
}

// shortText is a figure of at most seven bytes and the separator behind it, packed, to be written with one store.
type shortText struct {
	bytes uint64
	size  int
}

// newShortTexts is nil if a figure is longer.
func newShortTexts(elements []Element) []shortText {
	texts := make([]shortText, len(elements))
	for i, e := range elements {
		if len(e.Figure) > 7 {
			return nil
		}
		texts[i] = shortText{packed(e.Figure) | Separator<<(8*len(e.Figure)), len(e.Figure) + 1}
	}
	return texts
}

// AppendFigures appends the figures of a zone's cells with the separator between them. A missing cell is empty, an
// unlisted one "?".
func (z *Zone) AppendFigures(dst []byte, cells []Code) []byte {
	if len(cells) == 0 {
		return dst
	}
	texts := z.Alphabet.texts
	dst = slices.Grow(dst, 8*len(cells))
	for _, c := range cells {
		if i := int(c) - 1; uint(i) < uint(len(texts)) {
			t := &texts[i]
			binary.LittleEndian.PutUint64(dst[len(dst):cap(dst)], t.bytes)
			dst = dst[:len(dst)+t.size]
			continue
		}
		switch {
		case z.Alphabet.Holds(c):
			dst = append(dst, z.Alphabet.elements[c-1].Figure...)
		case c != Missing:
			dst = append(dst, '?')
		}
		dst = append(dst, Separator)
	}
	return dst[:len(dst)-1]
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
	exact = true
	short := &z.Alphabet.short
	n := 0
	for start := 0; start <= len(figures); n++ {
		if n == len(cells) {
			return false, refuse("cell_count", "zone %s has %d cells, the column holds more", z.ID, z.Cells)
		}
		if start+8 <= len(figures) { // most cells: no byte is looked at alone
			word := eight(figures[start:])
			if size := before(word); size < 8 {
				if code := short.find(word&(1<<(8*size)-1), size); code != Missing {
					cells[n] = code
					start += size + 1
					continue
				}
			}
		}
		text, _, _ := strings.Cut(figures[start:], "|")
		start += len(text) + 1
		cells[n] = Missing
		if len(text) <= 8 {
			cells[n] = short.find(packed(text), len(text))
		}
		if cells[n] == Missing {
			cells[n] = z.Alphabet.Find(text)
			exact = exact && (z.Alphabet.At(cells[n]).Figure == text || cells[n] == Unlisted)
		}
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
