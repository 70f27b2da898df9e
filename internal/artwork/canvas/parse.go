package canvas

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// arguments per command of the path language.
var arguments = map[byte]int{'M': 2, 'L': 2, 'H': 1, 'V': 1, 'C': 6, 'S': 4, 'Q': 4, 'A': 7, 'O': 3, 'Z': 0}

// Parse reads a drawing in the path language of SVG (M L H V C S Q A Z and their relative forms) with one word of its own:
// "O x y r" is a circle. The error says which command has bad numbers.
func Parse(d string) (*Path, error) {
	p := new(Path)
	var cur, start, arm Pt
	for len(d) > 0 {
		cmd := d[0]
		end := strings.IndexAny(d[1:], "MLHVCSQAOZmlhvcsqaoz") + 1
		if end == 0 {
			end = len(d)
		}
		nums, err := numbers(d[1:end])
		n, known := arguments[cmd&^0x20]
		if err != nil || !known || (n == 0) != (len(nums) == 0) || n > 0 && len(nums)%n != 0 {
			return nil, fmt.Errorf("path command %q: bad numbers in %q", cmd, d[:end])
		}
		d = d[end:]
		if n == 0 {
			p.Close()
			cur, arm = start, start
			continue
		}
		for ; len(nums) > 0; nums = nums[n:] {
			base := Pt{}
			if cmd >= 'a' {
				base = cur
			}
			cur, arm = p.step(cmd&^0x20, nums[:n], base, cur, arm)
			if cmd&^0x20 == 'M' {
				start = cur
				cmd = cmd&0x20 | 'L'
			}
		}
	}
	return p, nil
}

// step adds one command and returns the new point and the last control point.
func (p *Path) step(cmd byte, a []float64, base, cur, arm Pt) (Pt, Pt) {
	at := func(i int) Pt { return Pt{base.X + a[i], base.Y + a[i+1]} }
	var to Pt
	switch cmd {
	case 'M':
		to = at(0)
		p.Move(to.X, to.Y)
	case 'L':
		to = at(0)
		p.Line(to.X, to.Y)
	case 'H':
		to = Pt{base.X + a[0], cur.Y}
		p.Line(to.X, to.Y)
	case 'V':
		to = Pt{cur.X, base.Y + a[0]}
		p.Line(to.X, to.Y)
	case 'C', 'S':
		one := Pt{2*cur.X - arm.X, 2*cur.Y - arm.Y}
		if cmd == 'C' {
			one = at(0)
		}
		two := at(len(a) - 4)
		to = at(len(a) - 2)
		p.Cubic(one.X, one.Y, two.X, two.Y, to.X, to.Y)
		return to, two
	case 'Q':
		one := at(0)
		to = at(2)
		p.Quad(one.X, one.Y, to.X, to.Y)
	case 'A':
		to = at(5)
		p.arc(cur, to, a[0], a[1], a[2], a[3] != 0, a[4] != 0)
	case 'O':
		to = at(0)
		p.Append(Circle(to.X, to.Y, a[2]), Identity)
	}
	return to, to
}

// arc follows the rules of SVG's elliptical arcs.
func (p *Path) arc(from, to Pt, rx, ry, turn float64, large, sweep bool) {
	if rx == 0 || ry == 0 || from == to {
		p.Line(to.X, to.Y)
		return
	}
	sin, cos := math.Sincos(turn * math.Pi / 180)
	dx, dy := (from.X-to.X)/2, (from.Y-to.Y)/2
	x, y := (cos*dx+sin*dy)/rx, (cos*dy-sin*dx)/ry
	if l := math.Hypot(x, y); l > 1 {
		rx, ry, x, y = rx*l, ry*l, x/l, y/l
	}
	k := math.Sqrt(math.Max(0, 1/(x*x+y*y)-1))
	if large == sweep {
		k = -k
	}
	cx, cy := k*y, -k*x
	a0, a1 := math.Atan2(y-cy, x-cx), math.Atan2(-y-cy, -x-cx)
	if sweep && a1 < a0 {
		a1 += 2 * math.Pi
	} else if !sweep && a1 > a0 {
		a1 -= 2 * math.Pi
	}
	m := Affine{cos * rx, sin * rx, -sin * ry, cos * ry, (from.X + to.X) / 2, (from.Y + to.Y) / 2}.Move(cx, cy)
	n := math.Ceil(math.Abs(a1-a0)/(math.Pi/2) - 1e-9)
	step := (a1 - a0) / n
	t := 4.0 / 3 * math.Tan(step/4)
	for i := range int(n) {
		s0, c0 := math.Sincos(a0 + float64(i)*step)
		s1, c1 := math.Sincos(a0 + float64(i+1)*step)
		u, v, w := m.Apply(Pt{c0 - t*s0, s0 + t*c0}), m.Apply(Pt{c1 + t*s1, s1 - t*c1}), m.Apply(Pt{c1, s1})
		p.Cubic(u.X, u.Y, v.X, v.Y, w.X, w.Y)
	}
}

func numbers(s string) ([]float64, error) {
	var out []float64
	for _, f := range strings.FieldsFunc(strings.ReplaceAll(s, "-", " -"), func(r rune) bool { return r == ' ' || r == ',' || r == '\n' || r == '\t' }) {
		v, err := strconv.ParseFloat(f, 64)
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, nil
}
