package artwork

import (
	"fmt"

	"github.com/boombuler/barcode"
	"github.com/boombuler/barcode/code128"
	"github.com/boombuler/barcode/datamatrix"

	"tirage/internal/artwork/canvas"
)

// linear draws a Code 128 barcode in black on a white box, filling its width, with quiet zones of ten modules.
func (s *sheet) linear(b canvas.Box, payload string) {
	code, err := code128.Encode(payload)
	if err != nil {
		s.err = fmt.Errorf("artwork: Code 128 of the serial: %w", err)
		return
	}
	s.fill(canvas.Rect(b, 0.6), canvas.Filled(0xFFFFFF))
	n := code.Bounds().Dx()
	module := b.W / float64(n+20)
	s.fill(bars(code, canvas.Box{X: b.X + 10*module, Y: b.Y + 0.8, W: float64(n) * module, H: b.H - 1.6}, n, 1), canvas.Filled(0))
}

// matrix draws a DataMatrix in black on a white square with a quiet zone of two modules.
func (s *sheet) matrix(b canvas.Box, payload string) {
	code, err := datamatrix.Encode(payload)
	if err != nil {
		s.err = fmt.Errorf("artwork: DataMatrix of serial and VIRN: %w", err)
		return
	}
	s.fill(canvas.Rect(b, 0), canvas.Filled(0xFFFFFF))
	n := code.Bounds().Dx()
	module := b.W / float64(n+4)
	s.fill(bars(code, b.Inset(2*module), n, code.Bounds().Dy()), canvas.Filled(0))
}

// bars is one rectangle per run of dark modules, row by row.
func bars(code barcode.Barcode, b canvas.Box, columns, rows int) *canvas.Path {
	p := new(canvas.Path)
	w, h := b.W/float64(columns), b.H/float64(rows)
	for y := range rows {
		for x := 0; x < columns; x++ {
			run := x
			for run < columns && dark(code, run, y) {
				run++
			}
			if run > x {
				u, v := b.X+float64(x)*w, b.Y+float64(y)*h
				p.Append(canvas.Rect(canvas.Box{X: u, Y: v, W: float64(run-x) * w, H: h}, 0), canvas.Identity)
				x = run
			}
		}
	}
	return p
}

func dark(code barcode.Barcode, x, y int) bool {
	r, _, _, _ := code.At(x, y).RGBA()
	return r < 0x8000
}
