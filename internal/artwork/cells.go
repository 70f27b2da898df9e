package artwork

import (
	"strings"

	"tirage/internal/artwork/canvas"
	"tirage/internal/artwork/icon"
	"tirage/internal/artwork/typeface"
	"tirage/scratch"
)

// ref is one cell of a ticket.
type ref struct {
	surface *scratch.Surface
	zone    scratch.Zone
	index   int // in a face
}

// view is a surface sorted for drawing: its cells by zone, and apart those that show amounts.
type view struct {
	*scratch.Surface
	zones   [][]ref
	plain   []ref
	amounts []ref
}

// views sorts all surfaces of a game.
func views(g *scratch.Game) []view {
	list := make([]view, len(g.Surfaces))
	at := 0
	for i := range g.Surfaces {
		v := &list[i]
		v.Surface = &g.Surfaces[i]
		for _, z := range v.Mechanic.Zones() {
			if z.Cells == 0 {
				continue
			}
			refs := make([]ref, z.Cells)
			for k := range refs {
				refs[k] = ref{v.Surface, z, at}
				at++
			}
			v.zones = append(v.zones, refs)
			if payable(z) {
				v.amounts = append(v.amounts, refs...)
			} else {
				v.plain = append(v.plain, refs...)
			}
		}
	}
	return list
}

// payable reports whether a zone shows amounts.
func payable(z scratch.Zone) bool {
	for i := 1; i <= z.Alphabet.Len(); i++ {
		if z.Alphabet.At(scratch.Code(i)).Amount != 0 {
			return true
		}
	}
	return false
}

// shown is what a scratched cell shows.
type shown struct {
	figure  string
	caption string // "" where none is printed
	side    string // the figure set vertically, "" where none is printed
	value   int
	known   bool
}

// read looks a cell up in the face.
func (s *sheet) read(r ref) shown {
	face := s.hidden.Face
	e := r.zone.Alphabet.At(face.Cells[r.index])
	v := shown{figure: e.Figure, value: e.Value, known: r.zone.Alphabet.Holds(face.Cells[r.index])}
	text := e.Caption
	if r.index < len(face.Captions) && face.Captions[r.index] != scratch.CaptionAgrees {
		text = strings.Repeat("?", min(len(text), 3))
		if face.Captions[r.index] == scratch.CaptionAbsent {
			text = ""
		}
	}
	switch r.zone.Inscription {
	case scratch.InLetters:
		v.caption = text
	case scratch.Vertical:
		v.side = text
	case scratch.NoInscription:
	}
	return v
}

// stack sets a figure with its caption below, centred in a box.
func (s *sheet) stack(b canvas.Box, v shown, size float64, c canvas.Color) {
	x := b.Mid().X
	fig := centred(typeface.Figures, size, c)
	fig.least = 0.45
	if v.caption == "" {
		s.middle(fig, x, b.Mid().Y, b.W, v.figure)
		return
	}
	cap := centred(typeface.Narrow, min(size*0.42, 2.6), s.theme.ink)
	lines := s.caption(&cap, b.W, v.caption)
	leading := cap.size * 1.0
	tall := fig.face.Cap()*size + cap.size*0.45 + cap.face.Cap()*cap.size + leading*float64(len(lines)-1)
	y := b.Mid().Y - tall/2 + fig.face.Cap()*size
	s.text(fig, x, y, b.W, v.figure)
	y += cap.size*0.45 + cap.face.Cap()*cap.size
	for _, line := range lines {
		s.text(cap, x, y, b.W, line)
		y += leading
	}
}

// caption breaks a caption into at most three lines, making the letters smaller where that is needed.
func (s *sheet) caption(l *label, room float64, text string) []string {
	want := l.size
	l.least = 0.99
	for {
		lines := balanced(*l, room, text)
		if fits(*l, room, lines) || l.size < want*0.66 || l.size < 1.45 {
			return lines
		}
		l.size *= 0.96
	}
}

func fits(l label, room float64, lines []string) bool {
	for _, line := range lines {
		if l.face.Width(line, l.track)*l.size > room {
			return false
		}
	}
	return len(lines) <= 3
}

// balanced wraps a text with lines as even as they can be.
func balanced(l label, room float64, text string) []string {
	text = strings.ReplaceAll(text, "-", "-\u200b")
	lines := wrapAt(l, room, text)
	for narrow := room * 0.95; narrow > room*0.3 && len(lines) > 1; narrow *= 0.95 {
		tighter := wrapAt(l, narrow, text)
		if len(tighter) > len(lines) || !fits(l, narrow, tighter) {
			break
		}
		lines = tighter
	}
	return lines
}

// wrapAt wraps at spaces, and after hyphens that a zero-width space marks.
func wrapAt(l label, room float64, text string) []string {
	var lines []string
	line := ""
	for word := range strings.SplitSeq(text, " ") {
		for i, piece := range strings.Split(word, "\u200b") {
			glue := " "
			if i > 0 || line == "" {
				glue = ""
			}
			next := line + glue + piece
			if line != "" && l.face.Width(next, l.track)*l.size > room {
				lines = append(lines, line)
				next = piece
			}
			line = next
		}
	}
	return append(lines, line)
}

// symbol draws an icon with its caption below, centred in a box.
func (s *sheet) symbol(b canvas.Box, v shown) {
	if !v.known {
		return
	}
	if v.caption == "" {
		s.icon(v.figure, b)
		return
	}
	l := centred(typeface.Narrow, min(2.3, b.H*0.17), s.theme.ink)
	lines := s.caption(&l, b.W, v.caption)
	leading := l.size
	foot := leading * float64(len(lines))
	s.icon(v.figure, canvas.Box{X: b.X, Y: b.Y, W: b.W, H: b.H - foot - 0.3})
	y := b.Bottom() - foot + leading*0.85
	for _, line := range lines {
		s.text(l, b.Mid().X, y, b.W, line)
		y += leading
	}
}

// measure sets a time or distance, with the same figure vertically at the right.
func (s *sheet) measure(b canvas.Box, v shown, size float64, c canvas.Color) {
	l := centred(typeface.Figures, size, c)
	if v.side == "" {
		s.middle(l, b.Mid().X, b.Mid().Y, b.W, v.figure)
		return
	}
	side := l.sized(size * 0.66).in(s.theme.ink)
	gap, thick := size*0.26, side.face.Cap()*side.size
	wide := l.face.Width(v.figure, 0) * size
	if k := b.W / (wide + gap + thick); k < 1 {
		l.size, side.size, gap, thick, wide = l.size*k, side.size*k, gap*k, thick*k, wide*k
	}
	x := b.Mid().X - (wide+gap+thick)/2
	s.middle(l, x+wide/2, b.Mid().Y, wide*1.01, v.figure)
	s.Begin(canvas.Group{Move: canvas.At(x+wide+gap+thick/2, b.Mid().Y).Turn(-90)})
	s.middle(side, 0, 0, b.H, v.side)
	s.End()
}

// element shows a cell in the way its alphabet asks for.
func (s *sheet) element(b canvas.Box, r ref) {
	v := s.read(r)
	switch {
	case !v.known:
	case v.side != "":
		s.measure(b, v, min(b.H*0.5, b.W*0.3), s.theme.deep)
	case drawn(r.zone):
		s.symbol(b, v)
	default:
		s.stack(b, v, min(b.H*0.55, b.W*0.5), s.theme.deep)
	}
}

// drawn reports whether a zone shows symbols rather than figures: names of lower-case letters, or drawings that exist.
func drawn(z scratch.Zone) bool {
	for i := 1; i <= z.Alphabet.Len(); i++ {
		f := z.Alphabet.At(scratch.Code(i)).Figure
		if _, ok := icon.Icon(f); ok {
			return true
		}
		if strings.ContainsFunc(f, func(r rune) bool { return (r < 'a' || r > 'z') && r != '-' }) {
			return false
		}
	}
	return true
}

// die draws a face of a die.
func (s *sheet) die(b canvas.Box, pips int) {
	side := min(b.W, b.H)
	x, y := b.Mid().X-side/2, b.Mid().Y-side/2
	s.fill(canvas.Rect(canvas.Box{X: x, Y: y, W: side, H: side}, side*0.18), canvas.Filled(0xFFFFFF).And(icon.Ink, 0.35))
	at := func(u, v float64) {
		s.fill(canvas.Circle(x+side*u, y+side*v, side*0.09), canvas.Filled(icon.Ink))
	}
	const lo, mid, hi = 0.27, 0.5, 0.73
	if pips%2 == 1 {
		at(mid, mid)
	}
	if pips >= 2 {
		at(lo, lo)
		at(hi, hi)
	}
	if pips >= 4 {
		at(hi, lo)
		at(lo, hi)
	}
	if pips >= 6 {
		at(lo, mid)
		at(hi, mid)
	}
}

// card draws a playing card with its value and, if there is one, the caption below.
func (s *sheet) card(b canvas.Box, v shown, suit string) {
	s.fill(canvas.Rect(b, 1.4), canvas.Filled(0xFFFFFF).And(icon.Ink, 0.3))
	if !v.known {
		return
	}
	color := icon.Ink
	if strings.HasPrefix(suit, "suit-") {
		color = 0xC8202C
	}
	foot := 0.0
	if v.caption != "" {
		foot = 3
		l := centred(typeface.Narrow, 2.4, icon.Ink)
		s.text(l, b.Mid().X, b.Bottom()-1.1, b.W-1.4, v.caption)
	}
	s.icon(suit, canvas.Box{X: b.Mid().X - 2.6, Y: b.Y + 1.6, W: 5.2, H: 4.2})
	l := centred(typeface.Figures, (b.H-foot)*0.5, color)
	s.middle(l, b.Mid().X, b.Y+5+(b.H-foot-5)/2, b.W-2, v.figure)
}
