package artwork

import (
	"math"
	"sync"

	"tirage/internal/artwork/canvas"
)

// rosette is a guilloche of radius 1: a closed curve that a rose engine would cut, with so many lobes, winding so many times.
func rosette(lobes, windings int, depth float64) *canvas.Path {
	p := new(canvas.Path)
	n := lobes * windings * 5
	for i := range n {
		t := 2 * math.Pi * float64(windings) * float64(i) / float64(n)
		at := func(t float64) (float64, float64) {
			r := 1 - depth + depth*math.Cos(float64(lobes)*t/float64(windings))
			sin, cos := math.Sincos(t)
			return r * cos * 1, r * sin
		}
		x, y := at(t)
		if i == 0 {
			p.Move(x, y)
			continue
		}
		half := t - math.Pi*float64(windings)/float64(n)
		mx, my := at(half)
		before := p.Pts[len(p.Pts)-1]
		p.Quad(2*mx-(before.X+x)/2, 2*my-(before.Y+y)/2, x, y)
	}
	return p.Close().Share()
}

var (
	roseLarge = sync.OnceValue(func() *canvas.Path { return rosette(19, 7, 0.30) })
	roseSmall = sync.OnceValue(func() *canvas.Path { return rosette(11, 4, 0.22) })
)

// waves is a band of w millimetres of interlaced waves around y = 0.
func waves(w, high float64, periods, strands int) *canvas.Path {
	p := new(canvas.Path)
	for k := range strands {
		phase := 2 * math.Pi * float64(k) / float64(strands)
		p.Append(wave(w, high, periods, phase), canvas.Identity)
	}
	return p.Share()
}

func wave(w, high float64, periods int, phase float64) *canvas.Path {
	p := new(canvas.Path)
	n := periods * 6
	f := func(x float64) (float64, float64) {
		s, c := math.Sincos(2*math.Pi*float64(periods)*x/w + phase)
		return high * s, high * c * 2 * math.Pi * float64(periods) / w
	}
	y0, d0 := f(0)
	p.Move(0, y0)
	step := w / float64(n)
	for i := range n {
		x := step * float64(i)
		y1, d1 := f(x + step)
		p.Cubic(x+step/3, y0+d0*step/3, x+step*2/3, y1-d1*step/3, x+step, y1)
		y0, d0 = y1, d1
	}
	return p
}

// rays are n beams from a point out to a radius.
func rays(x, y, r float64, n int) *canvas.Path {
	p := new(canvas.Path)
	for i := range n {
		a := 2 * math.Pi * float64(i) / float64(n)
		s0, c0 := math.Sincos(a)
		s1, c1 := math.Sincos(a + math.Pi/float64(n))
		p.Move(x, y).Line(x+r*c0, y+r*s0).Line(x+r*c1, y+r*s1).Close()
	}
	return p
}

// guilloche covers a ticket's ground with fine engraved lines.
func (s *sheet) guilloche(c canvas.Color, alpha float64) {
	for _, at := range []struct{ x, y, r float64 }{{0.08, 0.18, 34}, {0.95, 0.42, 40}, {0.05, 0.70, 38}, {0.9, 0.93, 36}} {
		m := canvas.At(s.w*at.x, s.h*at.y)
		s.Draw(roseLarge(), m.Scale(at.r, at.r), canvas.Stroked(c, 0.16/at.r).Faint(alpha))
		s.Draw(roseSmall(), m.Scale(at.r*0.5, at.r*0.5), canvas.Stroked(c, 0.16/(at.r*0.5)).Faint(alpha))
	}
	band := waves(s.w, 1.6, 9, 3)
	for y := 12.0; y < s.h; y += 15 {
		s.Draw(band, canvas.At(0, y), canvas.Stroked(c, 0.12).Faint(alpha*0.8))
	}
}
