// Package canvas draws vector scenes twice from one description: as SVG for screens and as PDF for print.
//
// Its invariant: equal calls give equal bytes, and both backends show the same picture. It knows shapes, paints and
// groups only; letters, symbols and tickets are left to the packages above.
package canvas

import "math"

// Op is one step of a path.
type Op byte

// The steps: a point for Move and Line, three for Cubic, none for Close.
const (
	Move Op = iota
	Line
	Cubic
	Close
)

// Pt is a point in scene units (millimetres, y downwards).
type Pt struct{ X, Y float64 }

// Path is an outline. Build it with the methods and do not change it once it has been drawn.
type Path struct {
	Ops    []Op
	Pts    []Pt
	Shared bool // drawn many times: the SVG defines it once and refers to it
}

// Move starts a new outline.
func (p *Path) Move(x, y float64) *Path { return p.add(Move, Pt{x, y}) }

// Line goes straight on.
func (p *Path) Line(x, y float64) *Path { return p.add(Line, Pt{x, y}) }

// Cubic goes on along a Bézier curve with two control points.
func (p *Path) Cubic(a, b, c, d, x, y float64) *Path {
	return p.add(Cubic, Pt{a, b}, Pt{c, d}, Pt{x, y})
}

// Quad goes on along a Bézier curve with one control point.
func (p *Path) Quad(a, b, x, y float64) *Path {
	from := p.last()
	return p.Cubic(from.X+(a-from.X)*2/3, from.Y+(b-from.Y)*2/3, x+(a-x)*2/3, y+(b-y)*2/3, x, y)
}

// Close ends the outline where it began.
func (p *Path) Close() *Path { return p.add(Close) }

// Append adds another path, moved by m.
func (p *Path) Append(q *Path, m Affine) *Path {
	p.Ops = append(p.Ops, q.Ops...)
	for _, pt := range q.Pts {
		p.Pts = append(p.Pts, m.Apply(pt))
	}
	return p
}

// Share marks the path as drawn many times.
func (p *Path) Share() *Path { p.Shared = true; return p }

func (p *Path) add(op Op, pts ...Pt) *Path {
	p.Ops = append(p.Ops, op)
	p.Pts = append(p.Pts, pts...)
	return p
}

func (p *Path) last() Pt {
	if len(p.Pts) == 0 {
		return Pt{}
	}
	return p.Pts[len(p.Pts)-1]
}

// Bounds is the box of all points, control points included.
func (p *Path) Bounds() Box {
	if len(p.Pts) == 0 {
		return Box{}
	}
	lo, hi := p.Pts[0], p.Pts[0]
	for _, q := range p.Pts {
		lo = Pt{math.Min(lo.X, q.X), math.Min(lo.Y, q.Y)}
		hi = Pt{math.Max(hi.X, q.X), math.Max(hi.Y, q.Y)}
	}
	return Box{lo.X, lo.Y, hi.X - lo.X, hi.Y - lo.Y}
}

// Flatten returns points along a path of one outline, about step apart.
func (p *Path) Flatten(step float64) []Pt {
	var pts []Pt
	var cur, start Pt
	line := func(to Pt, at func(float64) Pt, length float64) {
		n := math.Ceil(length / step)
		for k := 1.0; k <= n; k++ {
			pts = append(pts, at(k/n))
		}
		cur = to
	}
	i := 0
	for _, op := range p.Ops {
		switch op {
		case Move:
			cur = p.Pts[i]
			start = cur
			i++
		case Line, Close:
			a, b := cur, start
			if op == Line {
				b = p.Pts[i]
				i++
			}
			line(b, func(t float64) Pt { return Pt{a.X + (b.X-a.X)*t, a.Y + (b.Y-a.Y)*t} }, math.Hypot(b.X-a.X, b.Y-a.Y))
		case Cubic:
			a, b, c, d := cur, p.Pts[i], p.Pts[i+1], p.Pts[i+2]
			line(d, func(t float64) Pt {
				u := 1 - t
				return Pt{
					u*u*u*a.X + 3*u*u*t*b.X + 3*u*t*t*c.X + t*t*t*d.X,
					u*u*u*a.Y + 3*u*u*t*b.Y + 3*u*t*t*c.Y + t*t*t*d.Y,
				}
			}, (math.Hypot(b.X-a.X, b.Y-a.Y)+math.Hypot(c.X-b.X, c.Y-b.Y)+math.Hypot(d.X-c.X, d.Y-c.Y)+math.Hypot(d.X-a.X, d.Y-a.Y))/2)
			i += 3
		}
	}
	return pts
}

// Box is a rectangle in scene units.
type Box struct{ X, Y, W, H float64 }

// Inset returns the box with d taken off each side.
func (b Box) Inset(d float64) Box { return Box{b.X + d, b.Y + d, b.W - 2*d, b.H - 2*d} }

// Mid is the centre.
func (b Box) Mid() Pt { return Pt{b.X + b.W/2, b.Y + b.H/2} }

// Right is the right edge.
func (b Box) Right() float64 { return b.X + b.W }

// Bottom is the lower edge.
func (b Box) Bottom() float64 { return b.Y + b.H }

// Union is the smallest box around both.
func (b Box) Union(c Box) Box {
	x, y := math.Min(b.X, c.X), math.Min(b.Y, c.Y)
	return Box{x, y, math.Max(b.Right(), c.Right()) - x, math.Max(b.Bottom(), c.Bottom()) - y}
}

// kappa is the length of the control arms of a quarter circle of radius 1.
const kappa = 0.5522847498

// Rect is a rectangle with corners rounded by r.
func Rect(b Box, r float64) *Path {
	r = math.Min(r, math.Min(b.W, b.H)/2)
	x, y, u, v, k := b.X, b.Y, b.Right(), b.Bottom(), r*(1-kappa)
	if r <= 0 {
		return new(Path).Move(x, y).Line(u, y).Line(u, v).Line(x, v).Close()
	}
	return new(Path).Move(x+r, y).Line(u-r, y).Cubic(u-k, y, u, y+k, u, y+r).Line(u, v-r).Cubic(u, v-k, u-k, v, u-r, v).
		Line(x+r, v).Cubic(x+k, v, x, v-k, x, v-r).Line(x, y+r).Cubic(x, y+k, x+k, y, x+r, y).Close()
}

// Ellipse is an ellipse around a centre.
func Ellipse(x, y, rx, ry float64) *Path {
	a, b := rx*kappa, ry*kappa
	return new(Path).Move(x+rx, y).Cubic(x+rx, y+b, x+a, y+ry, x, y+ry).Cubic(x-a, y+ry, x-rx, y+b, x-rx, y).
		Cubic(x-rx, y-b, x-a, y-ry, x, y-ry).Cubic(x+a, y-ry, x+rx, y-b, x+rx, y).Close()
}

// Circle is a circle around a centre.
func Circle(x, y, r float64) *Path { return Ellipse(x, y, r, r) }

// Star has n points of radius r and notches of radius inner; the first point is at the top, turned by turn radians.
func Star(x, y, r, inner float64, n int, turn float64) *Path {
	p := new(Path)
	for i := range 2 * n {
		rad := r
		if i%2 == 1 {
			rad = inner
		}
		sin, cos := math.Sincos(turn + math.Pi*float64(i)/float64(n))
		if i == 0 {
			p.Move(x+rad*sin, y-rad*cos)
		} else {
			p.Line(x+rad*sin, y-rad*cos)
		}
	}
	return p.Close()
}

// Affine is the map x' = A·x + C·y + E, y' = B·x + D·y + F.
type Affine struct{ A, B, C, D, E, F float64 }

// Identity leaves everything in place.
var Identity = Affine{A: 1, D: 1}

// At moves the origin to a point.
func At(x, y float64) Affine { return Affine{A: 1, D: 1, E: x, F: y} }

// Scale returns m with what it draws scaled first.
func (m Affine) Scale(sx, sy float64) Affine {
	return Affine{m.A * sx, m.B * sx, m.C * sy, m.D * sy, m.E, m.F}
}

// Turn returns m with what it draws turned first, clockwise, in degrees.
func (m Affine) Turn(degrees float64) Affine {
	s, c := math.Sincos(degrees * math.Pi / 180)
	return Affine{m.A*c + m.C*s, m.B*c + m.D*s, m.C*c - m.A*s, m.D*c - m.B*s, m.E, m.F}
}

// Move returns m with what it draws moved first.
func (m Affine) Move(x, y float64) Affine {
	m.E, m.F = m.A*x+m.C*y+m.E, m.B*x+m.D*y+m.F
	return m
}

// Apply maps a point.
func (m Affine) Apply(p Pt) Pt {
	return Pt{m.A*p.X + m.C*p.Y + m.E, m.B*p.X + m.D*p.Y + m.F}
}
