package typeface

import (
	"io/fs"
	"math"
	"os"
	"testing"
)

func all() map[string]*Face {
	return map[string]*Face{"text": Text, "bold": Bold, "narrow": Narrow, "figures": Figures, "round": Round, "marquee": Marquee, "speed": Speed}
}

// Every face sets what tickets hold in French and English.
func TestLetters(t *testing.T) {
	for name, f := range all() {
		for _, text := range []string{
			"ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz 0123456789", "ÀÂÆÇÉÈÊËÎÏÔŒÙÛÜ àâæçéèêëîïôœùûüÿ",
			"1\u202f000\u202f000\u00a0€ £ « » ’ ' \" – — … · × + - / ( ) : ; , . ! ? % & °",
		} {
			if !f.Has(text) {
				t.Errorf("%s lacks a letter of %q", name, text)
			}
		}
		if f.Has("日") {
			t.Errorf("%s claims to have a letter that it lacks", name)
		}
		if c := f.Cap(); c < 0.5 || c > 0.9 {
			t.Errorf("%s: capitals of %v em", name, c)
		}
	}
}

// Widths and outlines belong together: the outline ends about where the width says (slanted letters lean out), and tracking adds to each gap.
func TestWidths(t *testing.T) {
	for name, f := range all() {
		p, w := f.Outline("HH", 0)
		b := p.Bounds()
		if b.X < -0.1 || b.Right() > w+0.1 || b.W < w*0.6 {
			t.Errorf("%s: an outline of %+v in a width of %v", name, b, w)
		}
		if got := f.Width("HHHH", 0.1) - f.Width("HHHH", 0); math.Abs(got-0.3) > 1e-9 {
			t.Errorf("%s: three gaps of a tenth add %v", name, got)
		}
		if f.Width("", 0) != 0 {
			t.Errorf("%s: nothing has a width", name)
		}
	}
}

// The fonts stay small, and their licences lie beside them.
func TestFiles(t *testing.T) {
	total, fonts := int64(0), 0
	err := fs.WalkDir(files, ".", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		total += info.Size()
		fonts++
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if total > 1<<20 || fonts != len(all()) {
		t.Errorf("%d fonts of %d bytes", fonts, total)
	}
	for _, name := range []string{"barlow-semi-condensed", "barlow-condensed", "lilita-one", "limelight", "kanit"} {
		if _, err := os.Stat("fonts/" + name + ".OFL.txt"); err != nil {
			t.Error(err)
		}
	}
}
