package canvas

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// SVG is a canvas that writes one SVG document without scripts, styles, fonts or links to anything outside.
type SVG struct {
	w, h        float64
	title, desc string
	lang        string
	defs, body  strings.Builder
	shared      map[*Path]string
	paints      map[string]string
	clips       int
	open        int
}

// NewSVG starts a document of w × h millimetres.
func NewSVG(w, h float64, lang, title, desc string) *SVG {
	return &SVG{w: w, h: h, lang: lang, title: title, desc: desc, shared: map[*Path]string{}, paints: map[string]string{}}
}

// Bytes returns the finished document.
func (s *SVG) Bytes() []byte {
	var out strings.Builder
	out.Grow(s.defs.Len() + s.body.Len() + 1024)
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %s %s" width="%[1]smm" height="%[2]smm" role="img" aria-labelledby="ticket-title ticket-desc" lang="%s" xml:lang="%[3]s">`,
		num(s.w), num(s.h), s.lang)
	fmt.Fprintf(&out, "\n<title id=\"ticket-title\">%s</title>\n<desc id=\"ticket-desc\">%s</desc>\n<defs>\n%s</defs>\n%s</svg>\n",
		escape(s.title), escape(s.desc), s.defs.String(), s.body.String())
	return []byte(out.String())
}

// Begin opens a group.
func (s *SVG) Begin(g Group) {
	s.open++
	clip := ""
	if g.Clip != nil {
		s.clips++
		clip = "c" + strconv.Itoa(s.clips)
		s.defs.WriteString(`<clipPath id="` + clip + `"><path d="`)
		data(&s.defs, g.Clip)
		s.defs.WriteString("\"/></clipPath>\n")
	}
	b := &s.body
	b.WriteString("<g")
	attr(b, "id", g.ID)
	attr(b, "data-zone", g.Zone)
	if g.Title != "" {
		attr(b, "role", "img")
		attr(b, "aria-label", g.Title)
	}
	if clip != "" {
		attr(b, "clip-path", "url(#"+clip+")")
	}
	if g.Move != (Affine{}) {
		attr(b, "transform", matrix(g.Move))
	}
	if g.Fill != nil {
		attr(b, "fill", hex(*g.Fill))
	}
	b.WriteString(">")
	if g.Title != "" {
		b.WriteString("<title>" + escape(g.Title) + "</title>")
	}
	b.WriteString("\n")
}

// End closes the group opened last.
func (s *SVG) End() {
	s.open--
	s.body.WriteString("</g>\n")
}

// Draw writes a path, or a reference to a shared one.
func (s *SVG) Draw(p *Path, at Affine, st Style) {
	b := &s.body
	if p.Shared {
		id, ok := s.shared[p]
		if !ok {
			id = "p" + strconv.Itoa(len(s.shared)+1)
			s.shared[p] = id
			s.defs.WriteString(`<path id="` + id + `" d="`)
			data(&s.defs, p)
			s.defs.WriteString("\"/>\n")
		}
		b.WriteString(`<use href="#` + id + `"`)
		if at.A == 1 && at.D == 1 && at.B == 0 && at.C == 0 {
			if at.E != 0 {
				attr(b, "x", num(at.E))
			}
			if at.F != 0 {
				attr(b, "y", num(at.F))
			}
			at = Identity
		}
	} else {
		b.WriteString(`<path d="`)
		data(b, p)
		b.WriteString(`"`)
	}
	if at != Identity {
		attr(b, "transform", matrix(at))
	}
	s.style(st)
	b.WriteString("/>\n")
}

func (s *SVG) style(st Style) {
	b := &s.body
	switch {
	case st.Fill != nil:
		attr(b, "fill", s.paint(st.Fill))
		if st.EvenOdd {
			attr(b, "fill-rule", "evenodd")
		}
	case st.Stroke != nil:
		attr(b, "fill", "none")
	}
	if st.Stroke != nil {
		attr(b, "stroke", hex(*st.Stroke))
		attr(b, "stroke-width", num(st.Width))
		attr(b, "stroke-linejoin", "round")
		if !st.Butt {
			attr(b, "stroke-linecap", "round")
		}
		if st.Dash[0] > 0 {
			attr(b, "stroke-dasharray", num(st.Dash[0])+" "+num(st.Dash[1]))
		}
	}
	if st.Alpha > 0 && st.Alpha < 1 {
		// Opacity of a whole element costs renderers a layer of its own; it is only needed where fill and stroke overlap.
		name := "opacity"
		switch {
		case st.Stroke == nil:
			name = "fill-opacity"
		case st.Fill == nil:
			name = "stroke-opacity"
		}
		attr(b, name, num(st.Alpha))
	}
}

func (s *SVG) paint(p *Paint) string {
	if len(p.Stops) == 0 {
		return hex(p.Color)
	}
	var g strings.Builder
	name := "linearGradient"
	if p.Radial {
		name = "radialGradient"
		g.WriteString(` cx="` + num(p.From.X) + `" cy="` + num(p.From.Y) + `" r="` + num(p.To.X) + `">`)
	} else {
		g.WriteString(` x1="` + num(p.From.X) + `" y1="` + num(p.From.Y) + `" x2="` + num(p.To.X) + `" y2="` + num(p.To.Y) + `">`)
	}
	for _, stop := range p.Stops {
		g.WriteString(`<stop offset="` + num(stop.At) + `" stop-color="` + hex(stop.Color) + `"/>`)
	}
	key := name + g.String()
	id, ok := s.paints[key]
	if !ok {
		id = "g" + strconv.Itoa(len(s.paints)+1)
		s.paints[key] = id
		s.defs.WriteString("<" + name + ` id="` + id + `"` + g.String() + "</" + name + ">\n")
	}
	return "url(#" + id + ")"
}

// data writes a path with relative coordinates, which are shorter. Each is counted from the point drawn, not the one wanted, so that
// rounding errors do not add up.
func data(b *strings.Builder, p *Path) {
	buf := make([]byte, 0, 16*len(p.Pts)+8)
	var x, y, startX, startY int64 // in thousandths
	i := 0
	rel := func(q Pt, first bool) (int64, int64) {
		dx, dy := thousandths(q.X)-x, thousandths(q.Y)-y
		if !first && dx >= 0 {
			buf = append(buf, ' ')
		}
		buf = appendThousandths(buf, dx)
		if dy >= 0 {
			buf = append(buf, ' ')
		}
		buf = appendThousandths(buf, dy)
		return dx, dy
	}
	for _, op := range p.Ops {
		if op == Close {
			buf = append(buf, 'z')
			x, y = startX, startY
			continue
		}
		buf = append(buf, "mlc"[op])
		n := 1
		if op == Cubic {
			n = 3
		}
		var dx, dy int64
		for k := range n {
			dx, dy = rel(p.Pts[i+k], k == 0)
		}
		x, y = x+dx, y+dy
		i += n
		if op == Move {
			startX, startY = x, y
		}
	}
	b.Write(buf)
}

func thousandths(v float64) int64 { return int64(math.Round(v * 1000)) }

// appendThousandths writes a number of thousandths as shortly as it can.
func appendThousandths(b []byte, n int64) []byte {
	if n < 0 {
		b, n = append(b, '-'), -n
	}
	if n >= 1000 || n == 0 {
		b = strconv.AppendInt(b, n/1000, 10)
	}
	if n %= 1000; n == 0 {
		return b
	}
	b = append(b, '.', byte('0'+n/100))
	if n %= 100; n > 0 {
		b = append(b, byte('0'+n/10))
		if n %= 10; n > 0 {
			b = append(b, byte('0'+n))
		}
	}
	return b
}

// num writes a number with at most three decimals.
func num(v float64) string {
	var buf [24]byte
	return string(appendThousandths(buf[:0], thousandths(v)))
}

func matrix(m Affine) string {
	if m.A == 1 && m.D == 1 && m.B == 0 && m.C == 0 {
		return "translate(" + num(m.E) + " " + num(m.F) + ")"
	}
	five := func(v float64) string {
		return strings.TrimRight(strings.TrimRight(strconv.FormatFloat(v, 'f', 5, 64), "0"), ".")
	}
	return "matrix(" + five(m.A) + " " + five(m.B) + " " + five(m.C) + " " + five(m.D) + " " + num(m.E) + " " + num(m.F) + ")"
}

func hex(c Color) string { return fmt.Sprintf("#%06x", uint32(c)&0xFFFFFF) }

func attr(b *strings.Builder, name, value string) {
	if value != "" {
		b.WriteString(" " + name + `="` + escape(value) + `"`)
	}
}

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

func escape(s string) string { return escaper.Replace(s) }
