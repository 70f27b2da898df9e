package artwork

import (
	"math"
	"strings"

	"tirage/internal/artwork/canvas"
	"tirage/internal/artwork/typeface"
)

// mat is the judo: two kimonos and a medal.
func (s *sportsSheet) mat(b canvas.Box) {
	in := s.panel(b, strings.ToUpper(s.judo.Name.FR), "Deux prises identiques", ribbon(0xA01228, 0xC8202E), 0xFFFFFF)
	const w, h = 21.0, 18.6
	for i, cell := range s.judo.plain {
		box := canvas.Box{X: in.X + float64(i)*(w+1), Y: in.Y + 0.2, W: w, H: h}
		s.rub(patch{
			shape: kimono(box), cells: []ref{cell}, title: s.say("Kimono %d", "Kimono %d", i+1), paper: canvas.Down(0xFFFFFF, 0xE9F2FB),
			decor: func() {
				m := box.Mid()
				s.fill(new(canvas.Path).Move(m.X-3.6, box.Y).Line(m.X, box.Y+5).Line(m.X-1.4, box.Y+11).Move(m.X+3.6, box.Y).Line(m.X, box.Y+5).Line(m.X+1.4, box.Y+11), canvas.Stroked(s.theme.mark, 0.4))
				s.fill(canvas.Rect(canvas.Box{X: box.X, Y: box.Y + 10, W: box.W, H: 2.1}, 0), canvas.Filled(s.theme.mark).Faint(0.8))
				s.ask(m.X, box.Y+15.4, 14)
			},
			under: func() {
				s.symbol(canvas.Box{X: box.X + 3.9, Y: box.Y + 1.2, W: box.W - 7.8, H: box.H - 2}, s.read(cell))
			},
		})
	}
	s.medal(in.Mid().X, in.Bottom()-7.5, 7.7, s.judo.amounts[0])
	s.below(in.X+7.5, in.Bottom()-7.5, 11, "Gain")
}

// kimono is the outline of a judo jacket.
func kimono(b canvas.Box) *canvas.Path {
	x := func(f float64) float64 { return b.X + b.W*f }
	y := func(f float64) float64 { return b.Y + b.H*f }
	p := new(canvas.Path).Move(x(0.30), y(0))
	p.Quad(x(0.5), y(0.10), x(0.70), y(0)).Cubic(x(0.85), y(0.02), x(0.97), y(0.10), x(1), y(0.42)).
		Line(x(0.88), y(0.47)).Line(x(0.88), y(0.94)).Cubic(x(0.88), y(0.98), x(0.85), y(1), x(0.82), y(1)).
		Line(x(0.18), y(1)).Cubic(x(0.15), y(1), x(0.12), y(0.98), x(0.12), y(0.94)).Line(x(0.12), y(0.47)).Line(x(0), y(0.42)).
		Cubic(x(0.03), y(0.10), x(0.15), y(0.02), x(0.30), y(0))
	return p.Close()
}

// pool is the swimming: four medals and the table of gains.
func (s *sportsSheet) pool(b canvas.Box) {
	in := s.panel(b, strings.ToUpper(s.swimming.Name.FR), "Trouvez des médailles", ribbon(0x0A5F86, 0x0E76A2), 0xFFFFFF)
	const r = 7.6
	for i, cell := range s.swimming.plain {
		x := in.X + 8.2 + float64(i%2)*16.4
		y := in.Y + 8.6 + float64(i/2)*16.6
		s.fill(canvas.Circle(x, y, r), canvas.Painted(canvas.Along(canvas.Pt{}, canvas.Pt{X: 1, Y: 1}, 0xFFF0B0, 0xF2B632, 0xC27E10)))
		s.rub(patch{
			shape: canvas.Circle(x, y, r-0.8), cells: []ref{cell}, title: s.say("Médaille %d", "Medal %d", i+1),
			decor: func() { s.ask(x, y, 9.500) },
			under: func() { s.symbol(canvas.Box{X: x - 4.6, Y: y - 4.6, W: 9.2, H: 9.2}, s.read(cell)) },
		})
	}
	// Waves beside the medals.
	for k := range 4 {
		s.fill(new(canvas.Path).Append(wave(8, 0.7, 1, 0), canvas.At(in.Right()-9, in.Y+7+float64(k)*6.5)), canvas.Stroked(0x3AB5E0, 0.9))
	}
	s.Begin(canvas.Group{Title: s.say("Gains : %s", "Prizes: %s", s.swimming.Name.In(s.public.Lang))})
	foot := canvas.Box{X: in.X, Y: in.Bottom() - 7.4, W: in.W, H: 7.6}
	s.fill(canvas.Rect(foot, 1.4), canvas.Filled(s.theme.deep))
	rows := s.swimming.Mechanic.Legend()
	half := (len(rows) + 1) / 2
	s.rows(canvas.Box{X: foot.X + 1.2, Y: foot.Y + 0.5, W: foot.W*0.45 - 1.4, H: foot.H - 1}, rows[:half])
	s.rows(canvas.Box{X: foot.X + foot.W*0.5, Y: foot.Y + 0.5, W: foot.W*0.5 - 1.2, H: foot.H - 1}, rows[half:])
	s.End()
}

// court is the handball: from the start below by either side to the goal above.
func (s *sportsSheet) court(b canvas.Box) {
	in := s.panel(b, strings.ToUpper(s.handball.Name.FR), "3 ballons : gagné !", ribbon(0x14622F, 0x1C7F3E), 0xFFFFFF)
	floor := canvas.Box{X: in.X, Y: in.Y, W: in.W, H: in.H}
	s.fill(canvas.Rect(floor, 1.6), canvas.Painted(canvas.Down(0xE9F6EC, 0xCDEAD3)))
	m := in.Mid()
	s.goal(canvas.Box{X: m.X - 15, Y: in.Y + 2, W: 30, H: 19})
	const r = ballRadius
	last, side, start := in.Y+33.5, in.Y+53.5, in.Y+75.0
	at := []canvas.Pt{{X: m.X, Y: start}, {X: in.X + 10, Y: side}, {X: in.Right() - 10, Y: side}, {X: m.X, Y: last}}
	s.fill(new(canvas.Path).Move(in.X+2, in.Y+24).Cubic(in.X+2, in.Y+40, in.Right()-2, in.Y+40, in.Right()-2, in.Y+24), canvas.Stroked(0x2FA24F, 0.35).Dashed(1.6, 1.2))
	s.arrow(at[0], at[1], 0x1E78C8)
	s.arrow(at[1], at[3], 0x1E78C8)
	s.arrow(at[0], at[2], 0xC9502B)
	s.arrow(at[2], at[3], 0xC9502B)
	titles := []string{
		s.say("Ballon de départ", "First ball"), s.say("Ballon de gauche", "Left ball"), s.say("Ballon de droite", "Right ball"), s.say("Dernier ballon", "Last ball"),
	}
	for i, cell := range s.handball.plain {
		p := at[i]
		s.fill(canvas.Circle(p.X+0.2, p.Y+0.4, r), canvas.Filled(0).Faint(0.2))
		s.fill(canvas.Circle(p.X, p.Y, r), canvas.Painted(canvas.Along(canvas.Pt{}, canvas.Pt{X: 1, Y: 1}, 0xF9B56B, 0xF58A1F, 0xB85A08)))
		s.rub(patch{
			shape: canvas.Circle(p.X, p.Y, r-0.9), cells: []ref{cell}, title: titles[i],
			decor: func() {
				s.stencil("ball", canvas.Box{X: p.X - r, Y: p.Y - r, W: 2 * r, H: 2 * r}, s.theme.mark, 0.16)
				s.ask(p.X, p.Y, 10)
			},
			under: func() { s.symbol(canvas.Box{X: p.X - 5, Y: p.Y - 5, W: 10, H: 10}, s.read(cell)) },
		})
	}
	l := centred(typeface.Bold, 2.5, s.theme.ink).spaced(0.03)
	names := func(i int) string { return strings.ToUpper(s.handball.plain[i].zone.Name.FR) }
	s.middle(l, m.X, start+r+2, 20, names(0))
	s.middle(l.in(0x0B4FA0), in.X+7.2, start+0.5, 12.8, names(1))
	s.middle(l.in(0x9A3412), in.Right()-7.2, start+0.5, 12.8, names(2))
}

// goal is the cage with the amount under it.
func (s *sportsSheet) goal(b canvas.Box) {
	net := new(canvas.Path)
	for x := b.X + 2; x < b.Right(); x += 2 {
		net.Move(x, b.Y).Line(x, b.Bottom())
	}
	for y := b.Y + 2; y < b.Bottom(); y += 2 {
		net.Move(b.X, y).Line(b.Right(), y)
	}
	s.fill(net, canvas.Stroked(0x6B8F74, 0.15).Faint(0.7))
	s.fill(canvas.Rect(canvas.Box{X: b.X - 1.2, Y: b.Y - 1.2, W: b.W + 2.4, H: 2}, 0.5), canvas.Filled(0xE0303A))
	for k := range 2 {
		x := b.X - 1.2 + float64(k)*(b.W+0.4)
		s.fill(canvas.Rect(canvas.Box{X: x, Y: b.Y - 1.2, W: 2, H: b.H + 1.2}, 0.5), canvas.Filled(0xE0303A))
		for j := range 3 {
			s.fill(canvas.Rect(canvas.Box{X: x, Y: b.Y + 2.4 + float64(j)*5.6, W: 2, H: 2.8}, 0), canvas.Filled(0xFFFFFF))
		}
	}
	cell := s.handball.amounts[0]
	box := canvas.Box{X: b.X + 3, Y: b.Y + 3, W: b.W - 6, H: b.H - 5}
	s.rub(patch{
		shape: canvas.Rect(box, 2), cells: []ref{cell}, title: s.say("Gain", "Prize"),
		decor: func() {
			s.middle(centred(typeface.Bold, 3.2, s.theme.mark).spaced(0.06), box.Mid().X, box.Y+4, box.W, "GAIN")
			s.ask(box.Mid().X, box.Y+8.8, 14)
		},
		under: func() { s.stack(box.Inset(1.2), s.read(cell), 7, s.theme.deep) },
	})
}

// ballRadius is the size of a ball on the court.
const ballRadius = 7.8

// arrow points from one ball to the next, leaving room for both.
func (s *sheet) arrow(from, to canvas.Pt, c canvas.Color) {
	const room = ballRadius + 0.8
	d := math.Hypot(to.X-from.X, to.Y-from.Y)
	u, v := (to.X-from.X)/d, (to.Y-from.Y)/d
	a := canvas.Pt{X: from.X + u*room, Y: from.Y + v*room}
	b := canvas.Pt{X: to.X - u*room, Y: to.Y - v*room}
	head := canvas.Pt{X: b.X - u*2.6, Y: b.Y - v*2.6}
	s.fill(new(canvas.Path).Move(a.X, a.Y).Line(head.X, head.Y), canvas.Stroked(c, 1.3))
	s.fill(new(canvas.Path).Move(b.X, b.Y).Line(head.X-v*1.9, head.Y+u*1.9).Line(head.X+v*1.9, head.Y-u*1.9).Close(), canvas.Filled(c))
}
