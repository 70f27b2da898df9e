package canvas

// Color is 0xRRGGBB.
type Color uint32

// RGB splits a colour.
func (c Color) RGB() (r, g, b uint8) { return uint8(c >> 16), uint8(c >> 8), uint8(c) }

// Stop is a colour at a place of a gradient, from 0 to 1.
type Stop struct {
	At    float64
	Color Color
}

// Paint fills a shape: a plain colour, or a gradient laid over the shape's box.
type Paint struct {
	Color  Color
	Stops  []Stop // two or more for a gradient, the first at 0 and the last at 1
	Radial bool   // around From with radius To.X; otherwise from From to To
	From   Pt     // in fractions of the shape's box
	To     Pt
}

// Plain is a plain colour.
func Plain(c Color) *Paint { return &Paint{Color: c} }

// Down is a gradient from top to bottom through evenly spaced colours.
func Down(colors ...Color) *Paint { return Along(Pt{0, 0}, Pt{0, 1}, colors...) }

// Along is a gradient between two points of the box.
func Along(from, to Pt, colors ...Color) *Paint {
	return &Paint{Stops: even(colors), From: from, To: to}
}

// Glow is a radial gradient from a point of the box outwards.
func Glow(x, y, r float64, colors ...Color) *Paint {
	return &Paint{Stops: even(colors), Radial: true, From: Pt{x, y}, To: Pt{r, 0}}
}

func even(colors []Color) []Stop {
	stops := make([]Stop, len(colors))
	for i, c := range colors {
		stops[i] = Stop{float64(i) / float64(len(colors)-1), c}
	}
	return stops
}

// Style says how a path is drawn: filled, then stroked.
type Style struct {
	Fill    *Paint // nil: not filled
	EvenOdd bool
	Stroke  *Color // nil: not stroked
	Width   float64
	Dash    [2]float64 // length and gap; zero: solid
	Butt    bool       // stroke ends are cut, not round
	Alpha   float64    // 0 counts as 1
}

// Filled fills with a plain colour.
func Filled(c Color) Style { return Style{Fill: Plain(c)} }

// Painted fills with a paint.
func Painted(p *Paint) Style { return Style{Fill: p} }

// Stroked draws the outline only.
func Stroked(c Color, width float64) Style { return Style{Stroke: &c, Width: width} }

// And adds an outline to a filled style.
func (s Style) And(c Color, width float64) Style { s.Stroke, s.Width = &c, width; return s }

// Faint sets the opacity, from 0 to 1.
func (s Style) Faint(alpha float64) Style { s.Alpha = alpha; return s }

// Dashed breaks the outline.
func (s Style) Dashed(on, off float64) Style { s.Dash = [2]float64{on, off}; return s }

// Group is a part of the picture that may be named, moved and clipped.
type Group struct {
	ID    string // stable name in the SVG
	Zone  string // "surface.zone" for a part that is scratched
	Title string // read out by a screen reader
	Move  Affine // the zero value leaves everything in place
	Clip  *Path
	Fill  *Color // for the paths inside that have neither fill nor stroke of their own
}

// Canvas takes a scene. Groups nest; every Begin has its End.
type Canvas interface {
	Begin(Group)
	End()
	Draw(p *Path, at Affine, s Style)
}
