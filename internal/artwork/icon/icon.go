// Package icon draws the symbols of tickets: own pictograms in one style, flat colours inside an even dark outline, on a grid
// of 64 by 64.
//
// Its invariant: every listed drawing parses and stays on its grid. Which symbol stands where is left to the games.
package icon

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"tirage/internal/artwork/canvas"
)

// Size is the side of the grid that symbols are drawn on.
const Size = 64.0

// Ink is the colour of all outlines.
const Ink canvas.Color = 0x1B2040

// colors by letter.
var colors = map[byte]canvas.Color{
	'k': Ink, 'w': 0xFFFFFF, 'r': 0xE0303A, 'o': 0xF58A1F, 'y': 0xFFC72C, 'g': 0x2FA24F, 'b': 0x2A6FDB, 's': 0x8FD3F4,
	'c': 0xF7EFD8, 'n': 0xB5762A, 'f': 0xF3C9A0, 'v': 0x7A3FB0, 'a': 0xAEB6C4, 'p': 0xF2709C,
}

// Layer is a part of a symbol.
type Layer struct {
	Path  *canvas.Path
	Style canvas.Style
}

// Drawing is a symbol, from its lowest layer up.
type Drawing []Layer

var cache sync.Map // name → Drawing

// others are further names of drawings, as games call them.
var others = map[string]string{
	"flippers": "fins", "board": "diving-board", "cap": "swimming-cap", "buoy": "ring-buoy", "lifebuoy": "ring-buoy", "mask": "mask-snorkel",
	"seoi-nage": "ippon-seoi-nage", "bars": "bar", "dollar": "coin", "gem": "diamond", "jewel": "diamond", "shamrock": "clover",
}

// Icon returns the drawing of a symbol on the 64 by 64 grid; false for a name that has none.
func Icon(id string) (Drawing, bool) {
	if d, ok := cache.Load(id); ok {
		return d.(Drawing), true
	}
	name := id
	if other, ok := others[id]; ok {
		name = other
	}
	source, ok := find(name)
	if !ok {
		return nil, false
	}
	var d Drawing
	for line := range strings.Lines(source) {
		layers, err := layer(strings.TrimSpace(line))
		if err != nil {
			return nil, false
		}
		d = append(d, layers...)
	}
	kept, _ := cache.LoadOrStore(id, d)
	return kept.(Drawing), true
}

// Names lists the symbols that have a drawing, in alphabetical order.
func Names() []string {
	var names []string
	for _, set := range []map[string]string{luck, pool, sport, holds, emblem} {
		for name := range set {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

func find(id string) (string, bool) {
	for _, set := range []map[string]string{luck, pool, sport, holds, emblem} {
		if s, ok := set[id]; ok {
			return s, true
		}
	}
	return "", false
}

// layer reads a line "how path". How is a colour in lower case for a filled shape with an outline, in capitals for one
// without, "r-3" for a line 3 wide, and "r~6" for a limb: a line 6 wide with an outline around it.
func layer(line string) (Drawing, error) {
	how, d, _ := strings.Cut(line, " ")
	if how == "" {
		return nil, nil
	}
	path, err := canvas.Parse(d)
	if err != nil {
		return nil, err
	}
	path.Share()
	color := colors[how[0]|0x20]
	if len(how) == 1 {
		s := canvas.Filled(color)
		if how[0] >= 'a' {
			s = s.And(Ink, 2.4)
		}
		return Drawing{{path, s}}, nil
	}
	width, err := strconv.ParseFloat(how[2:], 64)
	if err != nil {
		return nil, err
	}
	line1 := Layer{path, canvas.Stroked(color, width)}
	if how[1] == '~' {
		return Drawing{{path, canvas.Stroked(Ink, width+4.2)}, line1}, nil
	}
	return Drawing{line1}, nil
}
