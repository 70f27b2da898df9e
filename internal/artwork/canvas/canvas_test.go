package canvas

import (
	"encoding/xml"
	"io"
	"math"
	"strings"
	"testing"
)

// Arcs, circles and relative commands go where geometry says.
func TestParse(t *testing.T) {
	for d, want := range map[string]Box{
		"M10 10H20V30H10Z":                {10, 10, 10, 20},
		"m10 10h10v20h-10z":               {10, 10, 10, 20},
		"M0 0l5-5":                        {0, -5, 5, 5},
		"M0 0A10 10 0 0 1 20 0":           {0, -10, 20, 10}, // the upper half of a circle
		"M0 0A10 10 0 0 0 20 0":           {0, 0, 20, 10},   // the lower half
		"M10 0A10 10 0 0 1 20 10":         {10, 0, 10, 10},  // a quarter
		"M0 0A5 5 0 0 1 20 0":             {0, -10, 20, 10}, // too small a radius grows
		"O5 5 5":                          {0, 0, 10, 10},
		"M0 0 10 0 10 10":                 {0, 0, 10, 10},
		"M0 0C0 10 10 10 10 0S20-10 20 0": {0, -10, 20, 20},
	} {
		p, err := Parse(d)
		if err != nil {
			t.Errorf("%s: %v", d, err)
			continue
		}
		var b Box
		for i, q := range p.Flatten(0.01) {
			if i == 0 {
				b = Box{q.X, q.Y, 0, 0}
			}
			b = b.Union(Box{q.X, q.Y, 0, 0})
		}
		if strings.Contains(d, "C") { // bounds of the control points, not of the curve
			b = p.Bounds()
		}
		start := Box{p.Pts[0].X, p.Pts[0].Y, 0, 0}
		b = b.Union(start)
		for _, off := range []float64{b.X - want.X, b.Y - want.Y, b.W - want.W, b.H - want.H} {
			if math.Abs(off) > 0.02 {
				t.Errorf("%s: %+v, want %+v", d, b, want)
				break
			}
		}
	}
	for _, d := range []string{"M1", "M1 2 3", "L a b", "X1 2", "Z1", "M1 2Z3", "A1 2 3", "M1e 2"} {
		if _, err := Parse(d); err == nil {
			t.Errorf("%q is accepted", d)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, d := range []string{"M0 0A1 2 3 0 1 4 5Z", "m1-1.5c1 2 3 4 5 6s1 2 3 4q1 2 3 4z", "O1 2 3", "M1 2 3", "é"} {
		f.Add(d)
	}
	f.Fuzz(func(t *testing.T, d string) {
		p, err := Parse(d)
		if (p == nil) == (err == nil) {
			t.Errorf("%q: path %v, error %v", d, p, err)
		}
	})
}

// Numbers are written as shortly as they can be, and relative steps add up to the points meant.
func TestNumbers(t *testing.T) {
	for v, want := range map[float64]string{0: "0", -0.0001: "0", 0.5: ".5", -0.25: "-.25", 12: "12", 1.0005: "1.001", -3.1: "-3.1", 0.042: ".042"} {
		if got := num(v); got != want {
			t.Errorf("%v is written %q, want %q", v, got, want)
		}
	}
	p := new(Path).Move(0, 0)
	for i := range 3000 {
		p.Line(float64(i+1)/3, float64(i%2)/3)
	}
	var b strings.Builder
	data(&b, p)
	q, err := Parse(b.String())
	if err != nil {
		t.Fatal(err)
	}
	if last := q.Pts[len(q.Pts)-1]; math.Abs(last.X-1000) > 0.001 {
		t.Errorf("3,000 steps of a third end at %v", last)
	}
}

// Titles come from game files: whatever they hold, the document stays well-formed.
func TestEscapes(t *testing.T) {
	nasty := `"<>&' ]]> <script>`
	s := NewSVG(10, 10, "fr", nasty, nasty)
	s.Begin(Group{ID: "a", Title: nasty})
	s.Draw(Circle(5, 5, 2), Identity, Painted(Glow(0.5, 0.5, 0.5, 1, 2, 3)))
	s.End()
	d := xml.NewDecoder(strings.NewReader(string(s.Bytes())))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "script" {
			t.Fatal("a title became an element")
		}
	}
}
