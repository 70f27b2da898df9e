package artwork

import (
	"fmt"
	"strings"

	"tirage/internal/artwork/canvas"
	"tirage/internal/artwork/icon"
	"tirage/internal/artwork/typeface"
	"tirage/money"
	"tirage/scratch"
)

// theme is a ticket's set of colours.
type theme struct {
	paper canvas.Color // under the coating and in panels
	ink   canvas.Color // text on paper
	deep  canvas.Color // the ticket's darkest colour, headings
	main  canvas.Color // its leading colour
	warm  canvas.Color // the accent
	panel canvas.Color // of the sheets that surfaces are printed on
	on    canvas.Color // text on panels
	coat  [3]canvas.Color
	mark  canvas.Color // print on the coating
}

// sheet is a ticket being drawn.
type sheet struct {
	canvas.Canvas
	game   *scratch.Game
	public Public
	hidden *Hidden
	theme  theme
	w, h   float64
	spots  []Spot
	parts  map[string]int // how many groups a zone has so far
	tight  []string       // texts that do not fit their place
	err    error
}

// label is how a line of text is set.
type label struct {
	face  *typeface.Face
	size  float64 // of the em, in millimetres
	color canvas.Color
	align float64 // 0 left, 0.5 centred, 1 right
	track float64 // extra space between letters, in ems
	least float64 // smallest part of size that may be used to fit; 0 counts as 0.62
}

// at returns the label set another way.
func (l label) in(c canvas.Color) label { l.color = c; return l }
func (l label) sized(mm float64) label  { l.size = mm; return l }
func (l label) spaced(em float64) label { l.track = em; return l }
func centred(f *typeface.Face, size float64, c canvas.Color) label {
	return label{face: f, size: size, color: c, align: 0.5}
}

// text sets one line with its baseline at y, no wider than room, and returns the width it took. A line that is too long is set
// smaller; one that would become too small is reported as tight.
func (s *sheet) text(l label, x, y, room float64, text string) float64 {
	if text == "" {
		return 0
	}
	line, width := l.face.Set(text, l.track)
	size := l.size
	least := l.least
	if least == 0 {
		least = 0.62
	}
	if width*size > room {
		size = room / width
		if size < l.size*least {
			s.tight = append(s.tight, fmt.Sprintf("%q needs %.1f mm of %.1f", text, width*l.size*least, room))
		}
	}
	if !l.face.Has(text) {
		s.tight = append(s.tight, fmt.Sprintf("%q has letters that the font lacks", text))
	}
	color := l.color
	s.Begin(canvas.Group{Move: canvas.At(x-width*size*l.align, y).Scale(size/1000, size/1000), Fill: &color})
	for _, g := range line {
		s.Draw(g.Path, canvas.At(g.X, 0), canvas.Style{})
	}
	s.End()
	return width * size
}

// middle sets one line centred on y by the height of its capitals.
func (s *sheet) middle(l label, x, y, room float64, text string) float64 {
	size := l.size
	if w := l.face.Width(text, l.track) * size; w > room && w > 0 {
		size *= room / w
	}
	return s.text(l, x, y+l.face.Cap()*size/2, room, text)
}

// wrap breaks a text into lines no wider than room.
func wrap(l label, room float64, text string) []string {
	var lines []string
	line := ""
	for _, word := range strings.Split(text, " ") {
		next := strings.TrimSpace(line + " " + word)
		if line != "" && l.face.Width(next, l.track)*l.size > room {
			lines = append(lines, line)
			next = word
		}
		line = next
	}
	return append(lines, line)
}

// paragraph sets a text in lines inside a box from its top, and returns the y below it. Lines that do not fit are reported.
func (s *sheet) paragraph(l label, b canvas.Box, leading float64, text string) float64 {
	x := b.X + b.W*l.align
	y := b.Y
	for _, line := range wrap(l, b.W, text) {
		y += leading
		s.text(l, x, y-leading*0.25, b.W, line)
	}
	if y > b.Bottom()+0.01 {
		s.tight = append(s.tight, fmt.Sprintf("%q is %.1f mm too long", text, y-b.Bottom()))
	}
	return y
}

// icon draws a symbol centred in a box. A name without a drawing becomes a badge with the name.
func (s *sheet) icon(name string, b canvas.Box) {
	side := min(b.W, b.H)
	c := b.Mid()
	d, ok := icon.Icon(name)
	if !ok {
		r := canvas.Box{X: b.X, Y: c.Y - side*0.3, W: b.W, H: side * 0.6}
		s.fill(canvas.Rect(r, side*0.2), canvas.Filled(0xFFFFFF).And(icon.Ink, 0.3))
		l := centred(typeface.Narrow, side*0.3, icon.Ink)
		l.least = 0.3
		s.middle(l, c.X, c.Y, r.W-1, strings.ToUpper(strings.ReplaceAll(name, "-", " ")))
		return
	}
	at := canvas.At(c.X-side/2, c.Y-side/2).Scale(side/icon.Size, side/icon.Size)
	s.Begin(canvas.Group{Move: at})
	for _, l := range d {
		s.Draw(l.Path, canvas.Identity, l.Style)
	}
	s.End()
}

// stencil draws a symbol in one colour, as printed on the coating.
func (s *sheet) stencil(name string, b canvas.Box, c canvas.Color, alpha float64) {
	d, _ := icon.Icon(name)
	side := min(b.W, b.H)
	at := canvas.At(b.Mid().X-side/2, b.Mid().Y-side/2).Scale(side/icon.Size, side/icon.Size)
	s.Begin(canvas.Group{Move: at})
	for _, l := range d {
		switch {
		case l.Style.Stroke != nil && *l.Style.Stroke == icon.Ink:
			s.Draw(l.Path, canvas.Identity, canvas.Stroked(c, l.Style.Width).Faint(alpha))
		case l.Style.Fill != nil && l.Style.Fill.Color == icon.Ink:
			s.Draw(l.Path, canvas.Identity, canvas.Filled(c).Faint(alpha))
		}
	}
	s.End()
}

// fill draws a path in place.
func (s *sheet) fill(p *canvas.Path, st canvas.Style) { s.Draw(p, canvas.Identity, st) }

func (s *sheet) price(c money.Cents) string { return s.game.Currency.Format(c, money.FR) }

// say formats what a screen reader speaks, in the ticket's language.
func (s *sheet) say(french, english string, args ...any) string {
	if s.public.Lang == money.FR {
		return fmt.Sprintf(french, args...)
	}
	return fmt.Sprintf(english, args...)
}

// top is the highest lot of the table.
func (s *sheet) top() money.Cents {
	var top money.Cents
	for _, l := range s.game.Table.Lots {
		top = max(top, l.Amount)
	}
	return top
}
