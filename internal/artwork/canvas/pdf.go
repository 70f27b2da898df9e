package canvas

import (
	"bytes"
	"strconv"
	"time"

	"codeberg.org/go-pdf/fpdf"
)

// PDF is a canvas that writes a document of one page of the picture's own size.
type PDF struct {
	doc  *fpdf.Fpdf
	h    float64
	ops  bytes.Buffer
	fill []*Color
}

// NewPDF starts a document of w × h millimetres. It carries no date of its own making: equal scenes give equal bytes.
func NewPDF(w, h float64, lang, title, desc string) *PDF {
	doc := fpdf.NewCustom(&fpdf.InitType{UnitStr: "pt", Size: fpdf.SizeType{Wd: w * 72 / 25.4, Ht: h * 72 / 25.4}})
	doc.SetCatalogSort(true)
	doc.SetCreationDate(time.Unix(0, 0).UTC())
	doc.SetModificationDate(time.Unix(0, 0).UTC())
	doc.SetProducer("Tirage", true)
	doc.SetTitle(title, true)
	doc.SetSubject(desc, true)
	doc.SetLang(lang)
	doc.SetMargins(0, 0, 0)
	doc.SetAutoPageBreak(false, 0)
	doc.AddPage()
	p := &PDF{doc: doc}
	_, p.h = doc.GetPageSize()
	const k = 72 / 25.4
	p.cm(Affine{k, 0, 0, -k, 0, p.h})
	return p
}

// Bytes returns the finished document.
func (p *PDF) Bytes() ([]byte, error) {
	p.flush()
	var out bytes.Buffer
	err := p.doc.Output(&out)
	return out.Bytes(), err
}

// Begin opens a group; its names are for screens only.
func (p *PDF) Begin(g Group) {
	p.ops.WriteString("q\n")
	if g.Clip != nil {
		p.path(g.Clip)
		p.ops.WriteString("W n\n")
	}
	if g.Move != (Affine{}) {
		p.cm(g.Move)
	}
	fill := g.Fill
	if fill == nil && len(p.fill) > 0 {
		fill = p.fill[len(p.fill)-1]
	}
	p.fill = append(p.fill, fill)
}

// End closes the group opened last.
func (p *PDF) End() {
	p.fill = p.fill[:len(p.fill)-1]
	p.ops.WriteString("Q\n")
}

// Draw writes a path.
func (p *PDF) Draw(path *Path, at Affine, s Style) {
	p.ops.WriteString("q\n")
	if at != Identity {
		p.cm(at)
	}
	if s.Alpha > 0 && s.Alpha < 1 {
		p.flush()
		p.doc.SetAlpha(s.Alpha, "Normal")
	}
	if s.Fill == nil && s.Stroke == nil && len(p.fill) > 0 && p.fill[len(p.fill)-1] != nil {
		s.Fill = Plain(*p.fill[len(p.fill)-1])
	}
	if s.Fill != nil {
		p.path(path)
		star := ""
		if s.EvenOdd {
			star = "*"
		}
		if len(s.Fill.Stops) == 0 {
			p.color(s.Fill.Color, " rg\n")
			p.ops.WriteString("f" + star + "\n")
		} else {
			p.ops.WriteString("q W" + star + " n\n")
			p.gradient(path.Bounds(), s.Fill)
			p.ops.WriteString("Q\n")
		}
	}
	if s.Stroke != nil {
		p.color(*s.Stroke, " RG\n")
		p.nums(s.Width)
		p.ops.WriteString("w 1 j ")
		if s.Butt {
			p.ops.WriteString("0 J ")
		} else {
			p.ops.WriteString("1 J ")
		}
		if s.Dash[0] > 0 {
			p.ops.WriteString("[")
			p.nums(s.Dash[0], s.Dash[1])
			p.ops.WriteString("] 0 d ")
		}
		p.path(path)
		p.ops.WriteString("S\n")
	}
	p.ops.WriteString("Q\n")
}

// gradient paints the clipped box. The library knows gradients of two colours, so one with more is painted piece by piece, each
// piece over the one before from its own first stop on.
func (p *PDF) gradient(b Box, g *Paint) {
	p.flush()
	// The library counts y from the page's foot; the page is already turned, so turn the box back.
	y := p.h - b.H - b.Y
	n := len(g.Stops) - 1
	for i := range n {
		from, to := g.Stops[i], g.Stops[i+1]
		if g.Radial {
			from, to = g.Stops[n-1-i], g.Stops[n-i]
		}
		r1, g1, b1 := from.Color.RGB()
		r2, g2, b2 := to.Color.RGB()
		if g.Radial {
			// Outer rings first; the next ring's disc then covers their inside.
			if i > 0 {
				p.path(Ellipse(b.X+g.From.X*b.W, b.Y+g.From.Y*b.H, g.To.X*to.At*b.W, g.To.X*to.At*b.H))
				p.ops.WriteString("W n\n")
				p.flush()
			}
			p.radial(b.X, y, b.W, b.H, [6]uint8{r1, g1, b1, r2, g2, b2}, g, from.At, to.At)
			continue
		}
		dx, dy := g.To.X-g.From.X, g.To.Y-g.From.Y
		if i > 0 {
			p.halfPlane(b, Pt{g.From.X + dx*from.At, g.From.Y + dy*from.At}, dx, dy)
		}
		p.doc.LinearGradient(b.X, y, b.W, b.H, int(r1), int(g1), int(b1), int(r2), int(g2), int(b2),
			g.From.X+dx*from.At, g.From.Y+dy*from.At, g.From.X+dx*to.At, g.From.Y+dy*to.At)
	}
}

// radial paints a ring between two radii. The library's gradients start from a point, so the inner colour is carried back to it.
func (p *PDF) radial(x, y, w, h float64, c [6]uint8, g *Paint, from, to float64) {
	if from > 0 {
		for k := range 3 {
			v := float64(c[k+3]) + (float64(c[k])-float64(c[k+3]))*to/(to-from)
			c[k] = uint8(max(0, min(255, v)))
		}
	}
	p.doc.RadialGradient(x, y, w, h, int(c[0]), int(c[1]), int(c[2]), int(c[3]), int(c[4]), int(c[5]),
		g.From.X, g.From.Y, g.From.X, g.From.Y, g.To.X*to)
}

// halfPlane clips to what lies beyond a point of the box, in the direction of the gradient.
func (p *PDF) halfPlane(b Box, at Pt, dx, dy float64) {
	const far = 4
	c := Pt{b.X + at.X*b.W, b.Y + at.Y*b.H}
	// Across the gradient in the unit box, where a line of one colour is perpendicular to it.
	ax, ay := -dy*far*b.W, dx*far*b.H
	fx, fy := dx*far*b.W, dy*far*b.H
	p.path(new(Path).Move(c.X+ax, c.Y+ay).Line(c.X+ax+fx, c.Y+ay+fy).Line(c.X-ax+fx, c.Y-ay+fy).Line(c.X-ax, c.Y-ay).Close())
	p.ops.WriteString("W n\n")
	p.flush()
}

func (p *PDF) flush() {
	if p.ops.Len() > 0 {
		p.doc.RawWriteStr(p.ops.String())
		p.ops.Reset()
	}
}

func (p *PDF) path(path *Path) {
	i := 0
	for _, op := range path.Ops {
		switch op {
		case Move, Line:
			p.nums(path.Pts[i].X, path.Pts[i].Y)
			p.ops.WriteString([]string{"m\n", "l\n"}[op])
			i++
		case Cubic:
			for _, q := range path.Pts[i : i+3] {
				p.nums(q.X, q.Y)
			}
			p.ops.WriteString("c\n")
			i += 3
		case Close:
			p.ops.WriteString("h\n")
		}
	}
}

func (p *PDF) cm(m Affine) {
	for _, v := range []float64{m.A, m.B, m.C, m.D, m.E, m.F} {
		p.ops.Write(strconv.AppendFloat(nil, v, 'f', 6, 64))
		p.ops.WriteByte(' ')
	}
	p.ops.WriteString("cm\n")
}

func (p *PDF) nums(values ...float64) {
	var buf [32]byte
	for _, v := range values {
		p.ops.Write(append(appendThousandths(buf[:0], thousandths(v)), ' '))
	}
}

func (p *PDF) color(c Color, op string) {
	r, g, b := c.RGB()
	p.nums(float64(r)/255, float64(g)/255, float64(b)/255)
	p.ops.WriteString(op[1:])
}
