package artwork

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"tirage/internal/artwork/canvas"
	"tirage/internal/artwork/icon"
	"tirage/internal/artwork/typeface"
	"tirage/scratch"
)

const (
	corner = 4.0  // radius of the ticket's corners
	stub   = 30.0 // height of the counterfoil below the perforation
)

// open begins a ticket: everything is clipped to its rounded outline.
func (s *sheet) open(ground *canvas.Paint) {
	outline := canvas.Rect(canvas.Box{W: s.w, H: s.h}, corner)
	s.Begin(canvas.Group{Clip: outline})
	s.fill(outline, canvas.Painted(ground))
}

// shut ends a ticket: the mark of a specimen over the playing part, then the edge.
func (s *sheet) shut() {
	if s.public.Specimen {
		s.specimen()
	}
	s.fill(canvas.Rect(canvas.Box{W: s.w, H: s.h}.Inset(0.9), corner-0.9), canvas.Stroked(0xFFFFFF, 0.35).Faint(0.7))
	s.End()
}

// specimen marks the ticket across, over and over, so that no part of it can pass for a ticket on sale.
func (s *sheet) specimen() {
	s.Begin(canvas.Group{Title: "SPECIMEN"})
	play := s.h - stub
	n := int(play/85) + 1
	for i := range n {
		y := play * (float64(i) + 0.5) / float64(n)
		p, w := typeface.Figures.Outline("SPECIMEN", 0.05)
		size := s.w * 0.93 / w
		m := canvas.At(s.w/2, y).Turn(-28).Scale(size, size).Move(-w/2, typeface.Figures.Cap()/2)
		s.Draw(p, m, canvas.Stroked(0xFFFFFF, 0.024).Faint(0.3))
		s.Draw(p, m, canvas.Filled(0xC8102E).Faint(0.27))
	}
	s.End()
}

// roundel is the price in a notched disc.
func (s *sheet) roundel(x, y, r float64, fill *canvas.Paint, ink canvas.Color) {
	price := s.price(s.game.Price)
	s.Begin(canvas.Group{Title: s.say("Prix : %s", "Price: %s", s.game.Currency.Format(s.game.Price, s.public.Lang))})
	s.fill(canvas.Star(x+0.3, y+0.5, r, r*0.88, 22, 0), canvas.Filled(0).Faint(0.28))
	s.fill(canvas.Star(x, y, r, r*0.88, 22, 0), canvas.Painted(fill))
	s.fill(canvas.Circle(x, y, r*0.78), canvas.Stroked(ink, 0.25).Faint(0.7))
	s.middle(centred(typeface.Figures, r*0.86, ink), x, y, r*1.4, price)
	s.End()
}

// counterfoil is the part below the perforation: visible barcode and serial, the code to claim with under its coating, and the
// control box.
func (s *sheet) counterfoil() {
	top := s.h - stub
	s.fill(canvas.Rect(canvas.Box{Y: top, W: s.w, H: stub}, 0), canvas.Filled(0xFFFFFF))
	s.Draw(waves(s.w, 1.5, 11, 4), canvas.At(0, top+stub-3), canvas.Stroked(s.theme.main, 0.12).Faint(0.45))
	s.Draw(waves(s.w, 1.5, 11, 4), canvas.At(0, top+stub-7), canvas.Stroked(s.theme.main, 0.12).Faint(0.25))
	for x := 2.0; x < s.w; x += 2.4 {
		s.fill(canvas.Circle(x, top, 0.42), canvas.Filled(0xFFFFFF).And(s.theme.ink, 0.1))
	}
	ink := icon.Ink
	left := 5.0
	wide := s.w - 44
	s.Begin(canvas.Group{ID: "serial", Title: s.say("Numéro %s", "Number %s", s.public.Serial)})
	s.linear(canvas.Box{X: left, Y: top + 3, W: wide, H: 14}, s.public.Digits)
	s.text(label{face: typeface.Bold, size: 2.9, color: ink, align: 0.5, track: 0.04}, left+wide/2, top+20, wide, s.public.Serial)
	s.End()
	s.Begin(canvas.Group{ID: "control-box", Title: s.game.ControlBox.In(s.public.Lang)})
	s.control(canvas.Box{X: left, Y: top + 22, W: wide, H: 5.6})
	s.End()
	s.edges(top, "TIRAGE · JEU DE GRATTAGE", "18+ · INTERDIT AUX MINEURS")
	s.secret(canvas.Box{X: s.w - 36, Y: top + 3, W: 31, H: 24.6})
}

// edges are the lines up the counterfoil's sides: the house, and for whom the game is not.
func (s *sheet) edges(top float64, left, right string) {
	l := centred(typeface.Bold, 1.9, s.theme.deep).spaced(0.06)
	for i, text := range []string{left, right} {
		s.Begin(canvas.Group{Move: canvas.At(2.9+float64(i)*(s.w-5.8), top+stub/2).Turn(-90)})
		s.middle(l, 0, 0, stub-5, text)
		s.End()
	}
}

// control is the box that must not be scratched.
func (s *sheet) control(b canvas.Box) {
	text := s.game.ControlBox.FR
	if text == "" {
		text = "NUL SI DÉCOUVERT"
	}
	shape := canvas.Rect(b, 1)
	if s.hidden != nil && s.hidden.Face.BoxUncovered {
		s.fill(shape, canvas.Filled(0xFFFFFF).And(0xB01020, 0.4))
		s.middle(centred(typeface.Bold, 3, 0xB01020).spaced(0.08), b.Mid().X, b.Mid().Y, b.W-4, "NUL · VOID")
		return
	}
	c := s.theme.coat
	s.fill(shape, canvas.Painted(canvas.Along(canvas.Pt{}, canvas.Pt{X: 1, Y: 1}, c[2], c[1], c[2])))
	s.fill(shape, canvas.Stroked(0xB01020, 0.4))
	s.middle(centred(typeface.Bold, 3, 0x7A0A16).spaced(0.06), b.Mid().X, b.Mid().Y, b.W-4, text)
}

// secret is the patch over the VIRN and the DataMatrix.
func (s *sheet) secret(b canvas.Box) {
	s.rub(patch{
		shape:  canvas.Rect(b, 1.6),
		title:  s.secretTitle(),
		paper:  canvas.Plain(0xFFFFFF),
		prompt: "CODE DE CONTRÔLE",
		at:     canvas.Box{X: b.X + 2, Y: b.Y + b.H*0.28, W: b.W - 4, H: 4},
		decor: func() {
			l := centred(typeface.Text, 2, s.theme.mark)
			s.middle(l, b.Mid().X, b.Y+b.H*0.56, b.W-4, "à gratter pour être payé")
			s.middle(l, b.Mid().X, b.Y+b.H*0.68, b.W-4, "scratch to claim")
		},
		under: func() {
			side := b.H - 7
			s.matrix(canvas.Box{X: b.Mid().X - side/2, Y: b.Y + 1.6, W: side, H: side}, s.hidden.Code)
			l := centred(typeface.Bold, 2.5, icon.Ink)
			s.text(l, b.Mid().X, b.Bottom()-2.3, b.W-3.4, s.hidden.VIRN)
		},
	})
}

func (s *sheet) secretTitle() string {
	if s.hidden == nil {
		return s.say("Code de contrôle, non gratté", "Claim code, not scratched")
	}
	return s.say("Code de contrôle : %s", "Claim code: %s", s.hidden.VIRN)
}

func (s *sheet) upTo() string {
	return s.say("Jusqu'à %s", "Up to %s", s.game.Currency.Format(s.top(), s.public.Lang))
}

// small is the small print above the counterfoil: the rules in short, in both languages.
func (s *sheet) small(b canvas.Box, color canvas.Color, french, english string) {
	const size, leading = 2.15, 2.55
	l := label{face: typeface.Text, size: size, color: color}
	y := s.paragraph(l, b, leading, french) + size*0.3
	s.paragraph(l, canvas.Box{X: b.X, Y: y, W: b.W, H: b.Bottom() - y}, leading, english)
}

// reconstruction is the label that a ticket carries when its prize table is not the regulation's own.
func (s *sheet) reconstruction(x, y float64, back, ink canvas.Color) {
	text := s.game.Reconstruction.FR
	if text == "" {
		return
	}
	const words = "TABLEAU DE LOTS : RECONSTITUTION"
	l := centred(typeface.Bold, 2.2, ink).spaced(0.05)
	w := l.face.Width(words, l.track)*l.size + 4
	s.Begin(canvas.Group{Title: s.game.Reconstruction.In(s.public.Lang)})
	s.fill(canvas.Rect(canvas.Box{X: x - w/2, Y: y - 1.8, W: w, H: 3.6}, 1.8), canvas.Filled(back))
	s.middle(l, x, y, w, words)
	s.End()
}

// panel is a sheet of paper that a surface is printed on, with its name on a ribbon. It returns the part below the ribbon.
func (s *sheet) panel(b canvas.Box, name, note string, ribbon *canvas.Paint, on canvas.Color) canvas.Box {
	s.fill(canvas.Rect(canvas.Box{X: b.X + 0.3, Y: b.Y + 0.6, W: b.W, H: b.H}, 2.6), canvas.Filled(0).Faint(0.25))
	s.fill(canvas.Rect(b, 2.6), canvas.Filled(s.theme.panel))
	s.fill(canvas.Rect(b.Inset(0.7), 2), canvas.Stroked(s.theme.main, 0.15).Faint(0.6))
	const high = 6.4
	head := new(canvas.Path).Move(b.X, b.Y+high).Line(b.X, b.Y+2.6).Cubic(b.X, b.Y+1.2, b.X+1.2, b.Y, b.X+2.6, b.Y).
		Line(b.Right()-2.6, b.Y).Cubic(b.Right()-1.2, b.Y, b.Right(), b.Y+1.2, b.Right(), b.Y+2.6).Line(b.Right(), b.Y+high).Close()
	s.fill(head, canvas.Painted(ribbon))
	l := label{face: typeface.Bold, size: 4.6, color: on, track: 0.05}
	w := s.middle(l, b.X+3, b.Y+high/2, b.W*0.6, name)
	if note != "" {
		s.middle(label{face: typeface.Text, size: 2.6, color: on, align: 1}, b.Right()-3, b.Y+high/2, b.W-w-9, note)
	}
	return canvas.Box{X: b.X + 2, Y: b.Y + high + 1, W: b.W - 4, H: b.H - high - 2}
}

// several writes "2 × médaille" as "2 × médailles", a symbol of one word in the plural; all else stands as it is.
func several(text string) string {
	n, word, counted := strings.Cut(text, " × ")
	if !counted || n == "1" || n == "0" || strings.Trim(n, "0123456789") != "" || word == "" || strings.ContainsAny(word, " -'’") {
		return text
	}
	switch last, _ := utf8.DecodeLastRuneInString(word); {
	case !unicode.IsLetter(last), strings.ContainsRune("sxz", last):
		return text
	case strings.HasSuffix(word, "al"):
		return strings.TrimSuffix(text, "l") + "ux"
	case strings.HasSuffix(word, "au"), strings.HasSuffix(word, "eu"):
		return text + "x"
	}
	return text + "s"
}

// rows sets a table of gains: what is needed, and what it pays, all rows in one size, on dark ground.
func (s *sheet) rows(b canvas.Box, rows []scratch.LegendRow) {
	step := b.H / float64(max(1, len(rows)))
	size := min(3.2, step*0.84)
	what := label{face: typeface.Bold, size: size * 0.92, color: 0xFFFFFF}
	pays := label{face: typeface.Figures, size: size * 1.05, color: 0xFFE58A, align: 1}
	for _, row := range rows {
		wide := what.face.Width(several(row.Label.FR), 0)*what.size + pays.face.Width(s.price(row.Pays), 0)*pays.size + 1.5
		if k := b.W / wide; k < 1 {
			what.size, pays.size = what.size*max(k, 0.6), pays.size*max(k, 0.6)
		}
	}
	for i, row := range rows {
		y := b.Y + step*(float64(i)+0.5)
		w := s.middle(pays, b.Right(), y, b.W*0.6, s.price(row.Pays))
		s.middle(what, b.X, y, b.W-w-1, several(row.Label.FR))
	}
}
