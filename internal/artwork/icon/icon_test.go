package icon

import "testing"

// Every symbol parses and stays on its grid, outline included.
func TestDrawings(t *testing.T) {
	for _, name := range Names() {
		d, ok := Icon(name)
		if !ok || len(d) == 0 {
			t.Errorf("%s: does not parse", name)
			continue
		}
		for i, l := range d {
			b := l.Path.Bounds()
			if b.X < -4 || b.Y < -4 || b.Right() > Size+4 || b.Bottom() > Size+4 {
				t.Errorf("%s, layer %d: %+v leaves the grid", name, i+1, b)
			}
		}
	}
	if _, ok := Icon("no such symbol"); ok {
		t.Error("an unknown name has a drawing")
	}
}
