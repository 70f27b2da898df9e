//go:build readers

package artwork

import (
	"bytes"
	"image"
	"image/draw"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// tool runs an independent program. Without it the test fails: barcodes that nobody read are not proven.
func tool(t *testing.T, name string, args ...string) (string, error) {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Fatalf("%s is missing: apt-get install librsvg2-bin poppler-utils zbar-tools dmtx-utils", name)
	}
	out, err := exec.Command(path, args...).Output()
	return strings.TrimSpace(string(out)), err
}

const wide = 900 // pixels of a rendered ticket

// render turns a ticket's file into a picture with a program of others.
func render(t *testing.T, k *Ticket, format string) *image.RGBA {
	t.Helper()
	dir := t.TempDir()
	in, out := filepath.Join(dir, "ticket."+format), filepath.Join(dir, "ticket.png")
	data, err := k.SVG()
	if format == "pdf" {
		data, err = k.PDF()
	}
	if err == nil {
		err = os.WriteFile(in, data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	if format == "pdf" {
		_, err = tool(t, "pdftoppm", "-png", "-singlefile", "-scale-to-x", strconv.Itoa(wide), "-scale-to-y", "-1", in, strings.TrimSuffix(out, ".png"))
	} else {
		_, err = tool(t, "rsvg-convert", "-w", strconv.Itoa(wide), "-b", "white", "-o", out, in)
	}
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	picture, err := png.Decode(file)
	if err != nil {
		t.Fatal(err)
	}
	rgba := image.NewRGBA(image.Rect(0, 0, picture.Bounds().Dx(), picture.Bounds().Dy()))
	draw.Draw(rgba, rgba.Rect, picture, picture.Bounds().Min, draw.Src)
	return rgba
}

// cut writes the counterfoil, where both codes stand, as a file of its own.
func cut(t *testing.T, picture *image.RGBA, left bool) string {
	t.Helper()
	b := picture.Bounds()
	foot := image.Rect(b.Min.X, b.Max.Y-int(float64(b.Dx())*stub/100*0.95), b.Max.X, b.Max.Y)
	if split := b.Min.X + b.Dx()*66/100; left {
		foot.Max.X = split
	} else {
		foot.Min.X = split
	}
	part := image.NewGray(image.Rect(0, 0, foot.Dx(), foot.Dy()))
	draw.Draw(part, part.Bounds(), picture, foot.Min, draw.Src)
	var out bytes.Buffer
	if err := png.Encode(&out, part); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "foot.png")
	if err := os.WriteFile(name, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// Readers that know nothing of this program read the serial on every ticket, and the DataMatrix on scratched ones only. Print and
// screen show the same picture: two renderers of two formats differ by little more than anti-aliasing.
func TestIndependentReaders(t *testing.T) {
	for id, g := range every(t) {
		if strings.HasPrefix(id, "new-") && id != "new-vegas-3eur" {
			continue // the general counterfoil is the same for all
		}
		shut, open := render(t, covered(t, g), "svg"), render(t, scratched(t, g, printed(g, 1, 2)), "svg")
		press := render(t, scratched(t, g, printed(g, 1, 2)), "pdf")
		for state, picture := range map[string]*image.RGBA{"covered": shut, "scratched": open, "scratched, in print": press} {
			if got, err := tool(t, "zbarimg", "-q", "--raw", cut(t, picture, true)); got != digits20 {
				t.Errorf("%s, %s: the barcode reads %q, %v", id, state, got, err)
			}
			want, patience := code, "-m5000"
			if state == "covered" {
				want, patience = "", "-m300"
			}
			if got, _ := tool(t, "dmtxread", "-N1", patience, cut(t, picture, false)); got != want {
				t.Errorf("%s, %s: the DataMatrix reads %q", id, state, got)
			}
		}
		if off := difference(open, press); off > 0.02 {
			t.Errorf("%s: SVG and PDF differ by %.1f %%", id, off*100)
		}
		if off := difference(open, shut); off < 0.02 {
			t.Errorf("%s: covered and scratched differ by %.1f %% only: the comparison is blind", id, off*100)
		}
	}
}

// difference is the mean difference of the means of 5 by 5 pixels, from 0 to 1.
func difference(a, b *image.RGBA) float64 {
	const side = 5
	w, h := min(a.Rect.Dx(), b.Rect.Dx())/side, min(a.Rect.Dy(), b.Rect.Dy())/side
	total := 0
	for y := range h {
		for x := range w {
			var sum [3]int
			for k := range side * side {
				p, q := a.PixOffset(x*side+k%side, y*side+k/side), b.PixOffset(x*side+k%side, y*side+k/side)
				for c := range sum {
					sum[c] += int(a.Pix[p+c]) - int(b.Pix[q+c])
				}
			}
			for _, d := range sum {
				total += max(d, -d)
			}
		}
	}
	return float64(total) / float64(3*w*h*side*side*255)
}
