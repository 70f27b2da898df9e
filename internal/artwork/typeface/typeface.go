// Package typeface turns text into outlines, so that a ticket looks the same on every screen and press, with no font installed.
//
// Its invariant: the same text gives the same outlines and widths. The fonts are embedded and under the SIL Open Font
// License, which lies beside them; fonts/subset.sh says how they were made.
package typeface

import (
	"embed"
	"fmt"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"tirage/internal/artwork/canvas"
)

//go:embed fonts/*.ttf
var files embed.FS

// Face is one of the embedded fonts.
type Face struct {
	mu     sync.Mutex
	file   string
	font   *sfnt.Font
	buf    sfnt.Buffer
	units  fixed.Int26_6
	glyphs map[sfnt.GlyphIndex]glyph
	cap    float64
}

type glyph struct {
	path  *canvas.Path // in thousandths of an em
	width float64      // likewise
}

// The faces: what each is for.
var (
	Text    = &Face{file: "text"}    // rules and small print
	Bold    = &Face{file: "bold"}    // headings, numbers
	Narrow  = &Face{file: "narrow"}  // captions in capitals
	Figures = &Face{file: "figures"} // amounts
	Round   = &Face{file: "round"}   // title of Bingo
	Marquee = &Face{file: "marquee"} // title of Vegas
	Speed   = &Face{file: "speed"}   // title of the sports ticket
)

// load reads the font at first use. The files are part of the program, so a failure is a broken build.
func (f *Face) load() error {
	if f.font != nil {
		return nil
	}
	data, err := files.ReadFile("fonts/" + f.file + ".ttf")
	if err != nil {
		return fmt.Errorf("font %s: %w", f.file, err)
	}
	parsed, err := sfnt.Parse(data)
	if err != nil {
		return fmt.Errorf("font %s: %w", f.file, err)
	}
	// At one pixel per unit, outlines come in the font's own units, without rounding.
	f.units = fixed.I(int(parsed.UnitsPerEm()))
	m, err := parsed.Metrics(&f.buf, f.units, font.HintingNone)
	if err != nil {
		return fmt.Errorf("font %s: %w", f.file, err)
	}
	f.font, f.glyphs = parsed, map[sfnt.GlyphIndex]glyph{}
	f.cap = float64(m.CapHeight) / float64(f.units)
	return nil
}

// Placed is a glyph of a line of text.
type Placed struct {
	Path *canvas.Path // in thousandths of an em, y downwards from the baseline; shared
	X    float64      // in thousandths of an em
}

// Set lays out a line of text and returns its glyphs and its width in ems. Characters that the font lacks are drawn as its
// box; tracking widens the space between letters, in ems.
func (f *Face) Set(text string, tracking float64) ([]Placed, float64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.load() != nil {
		return nil, 0
	}
	var line []Placed
	x, prev := 0.0, sfnt.GlyphIndex(0)
	for i, r := range text {
		index, err := f.font.GlyphIndex(&f.buf, space(r))
		if err != nil {
			continue
		}
		if i > 0 {
			x += tracking * 1000
			if k, err := f.font.Kern(&f.buf, prev, index, f.units, font.HintingNone); err == nil {
				x += f.thousandths(k)
			}
		}
		g := f.glyph(index)
		if len(g.path.Ops) > 0 {
			line = append(line, Placed{g.path, x})
		}
		x += g.width
		if r == '\u202f' {
			x -= g.width / 3
		}
		prev = index
	}
	return line, x / 1000
}

// Width is the width of a line of text in ems.
func (f *Face) Width(text string, tracking float64) float64 {
	_, w := f.Set(text, tracking)
	return w
}

// Cap is the height of capitals in ems.
func (f *Face) Cap() float64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.load() != nil {
		return 0.7
	}
	return f.cap
}

// Outline is a line of text as one path in ems, from the origin on the baseline, for lettering that is painted as a whole.
func (f *Face) Outline(text string, tracking float64) (*canvas.Path, float64) {
	line, width := f.Set(text, tracking)
	p := new(canvas.Path)
	for _, g := range line {
		p.Append(g.Path, canvas.At(g.X/1000, 0).Scale(0.001, 0.001))
	}
	return p, width
}

// Has reports whether the font can show every character of a text.
func (f *Face) Has(text string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.load() != nil {
		return false
	}
	for _, r := range text {
		if index, err := f.font.GlyphIndex(&f.buf, space(r)); err != nil || index == 0 {
			return false
		}
	}
	return true
}

// space maps the spaces that fonts often lack to the plain one.
func space(r rune) rune {
	if r == '\u202f' || r == '\u2009' || r == '\u00a0' {
		return ' '
	}
	return r
}

func (f *Face) thousandths(v fixed.Int26_6) float64 { return float64(v) / float64(f.units) * 1000 }

func (f *Face) glyph(index sfnt.GlyphIndex) glyph {
	if g, ok := f.glyphs[index]; ok {
		return g
	}
	g := glyph{path: new(canvas.Path).Share()}
	if adv, err := f.font.GlyphAdvance(&f.buf, index, f.units, font.HintingNone); err == nil {
		g.width = f.thousandths(adv)
	}
	if segments, err := f.font.LoadGlyph(&f.buf, index, f.units, nil); err == nil {
		f.trace(g.path, segments)
	}
	f.glyphs[index] = g
	return g
}

func (f *Face) trace(p *canvas.Path, segments sfnt.Segments) {
	v := f.thousandths
	open := false
	for _, s := range segments {
		a := s.Args
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			if open {
				p.Close()
			}
			open = true
			p.Move(v(a[0].X), v(a[0].Y))
		case sfnt.SegmentOpLineTo:
			p.Line(v(a[0].X), v(a[0].Y))
		case sfnt.SegmentOpQuadTo:
			p.Quad(v(a[0].X), v(a[0].Y), v(a[1].X), v(a[1].Y))
		case sfnt.SegmentOpCubeTo:
			p.Cubic(v(a[0].X), v(a[0].Y), v(a[1].X), v(a[1].Y), v(a[2].X), v(a[2].Y))
		}
	}
	if open {
		p.Close()
	}
}
