package artwork

import (
	"fmt"
	"math"
	"strings"

	"tirage/internal/artwork/canvas"
	"tirage/internal/artwork/typeface"
)

var sportsTheme = theme{
	paper: 0xFFFFFF, ink: 0x12284A, deep: 0x0B3A82, main: 0x1E78C8, warm: 0xF58A1F, panel: 0xFDFBF5, on: 0x12284A,
	coat: [3]canvas.Color{0xF3F5F7, 0xCFD5DB, 0xAEB6BF}, mark: 0x36424F,
}

// sportsSheet is the sports ticket being drawn.
type sportsSheet struct {
	*sheet
	cycling, athletics, judo, handball, swimming view
	jumps, athlete                               []ref
}

// sports lays out five surfaces: two times and an amount, three distances with an athlete, two holds and an amount, four balls on
// two paths and an amount, four symbols.
func sports(v []view) (design, bool) {
	if len(v) != 5 {
		return design{}, false
	}
	s := sportsSheet{cycling: v[0], athletics: v[1], judo: v[2], handball: v[3], swimming: v[4]}
	for _, z := range s.athletics.zones {
		if drawn(z[0].zone) {
			s.athlete = z
		} else {
			s.jumps = append(s.jumps, z...)
		}
	}
	shape := func(v view, plain, amounts int) bool { return len(v.plain) == plain && len(v.amounts) == amounts }
	if !shape(s.cycling, 2, 1) || len(s.jumps) != 3 || len(s.athlete) > 3 || !shape(s.judo, 2, 1) || !shape(s.handball, 4, 1) || !shape(s.swimming, 4, 0) {
		return design{}, false
	}
	return design{w: 104, h: 266, theme: sportsTheme, draw: func(on *sheet) {
		s := s
		s.sheet = on
		s.drawAll()
	}}, true
}

func (s *sportsSheet) drawAll() {
	s.open(canvas.Down(0x0A4FA8, 0x1E88D8, 0x3AA7E8, 0x1669BE, 0x0B3A82))
	s.track()
	s.guilloche(0xFFFFFF, 0.2)
	s.title()
	s.race(canvas.Box{X: 4, Y: 46, W: 96, H: 40})
	s.jump(canvas.Box{X: 4, Y: 88, W: 96, H: 33})
	s.mat(canvas.Box{X: 4, Y: 123, W: 47, H: 46})
	s.pool(canvas.Box{X: 4, Y: 171, W: 47, H: 50})
	s.court(canvas.Box{X: 53, Y: 123, W: 47, H: 98})
	s.rules(canvas.Box{X: 5, Y: 222, W: 94, H: 13.5})
	s.counterfoil()
	s.shut()
}

// track sweeps the lanes of a running track behind the title.
func (s *sportsSheet) track() {
	lane := func(k float64) *canvas.Path {
		return new(canvas.Path).Move(-5, 44+k).Cubic(30, 47+k, 70, 30+k, 110, 8+k)
	}
	s.fill(lane(0), canvas.Stroked(0xC9502B, 30).Faint(0.95))
	for k := -15.0; k <= 15; k += 5 {
		s.fill(lane(k), canvas.Stroked(0xFFFFFF, 0.4).Faint(0.85))
	}
}

// title is the name, leaning forward, the promise and the price.
func (s *sportsSheet) title() {
	s.Begin(canvas.Group{Title: s.game.Name.In(s.public.Lang)})
	name := strings.ToUpper(s.game.Name.FR)
	p, w := typeface.Speed.Outline(name, 0)
	size := min(17, 72/w)
	y := 12 + typeface.Speed.Cap()*size/2 + 1.5
	for i, c := range []canvas.Color{0xFFC72C, 0xF58A1F, 0xE0303A} {
		k := float64(i)
		s.fill(new(canvas.Path).Move(0, y-size*0.50+k*3.4).Line(5.2-k*1.1, y-size*0.50+k*3.4).Line(4.6-k*1.1, y-size*0.50+k*3.4+2).Line(0, y-size*0.50+k*3.4+2).Close(), canvas.Filled(c))
	}
	s.Draw(p, canvas.At(6.6, y+0.7).Scale(size, size), canvas.Filled(0x072C66).And(0x072C66, 0.06))
	s.Draw(p, canvas.At(6, y).Scale(size, size), canvas.Painted(canvas.Down(0xFFFFFF, 0xFFFFFF, 0xD8ECFB)).And(0x072C66, 0.012))
	s.End()
	s.roundel(92.5, 12.500, 9, canvas.Glow(0.4, 0.35, 0.75, 0xFFF3B8, 0xFFC72C, 0xF0A010), 0x0B2F6B)
	for i, k := range []struct {
		name string
		c    canvas.Color
	}{{"cyclist", 0xFFC72C}, {"athlete", 0xF9B58F}, {"kimono", 0xF7A8AE}, {"ball", 0xA9E0B5}, {"goggles", 0xBFE8FB}} {
		x, y := 10+float64(i)*10.6, 31.5
		s.fill(canvas.Circle(x+0.2, y+0.4, 4.9), canvas.Filled(0).Faint(0.25))
		s.fill(canvas.Circle(x, y, 4.9), canvas.Filled(k.c).And(0xFFFFFF, 0.7))
		s.icon(k.name, canvas.Box{X: x - 3.3, Y: y - 3.3, W: 6.6, H: 6.6})
	}
	s.Begin(canvas.Group{Title: s.upTo()})
	s.text(label{face: typeface.Bold, size: 3.6, color: 0xFFFFFF, align: 1, track: 0.05}, 99, 32.2, 30, "JUSQU'À")
	q, v := typeface.Speed.Outline(s.price(s.top()), 0)
	size = min(10, 36/v)
	s.Draw(q, canvas.At(99.3-v*size, 41.4).Scale(size, size), canvas.Filled(0x072C66).And(0x072C66, 0.05))
	s.Draw(q, canvas.At(99-v*size, 41).Scale(size, size), canvas.Painted(canvas.Down(0xFFF6C8, 0xFFD23F, 0xFFB020)))
	s.End()
	s.reconstruction(31.2, 41, 0xFFFFFF, 0xA01626)
}

func ribbon(a, b canvas.Color) *canvas.Paint { return canvas.Along(canvas.Pt{}, canvas.Pt{X: 1}, a, b) }

// below names what a patch is, under it.
func (s *sportsSheet) below(x, y, room float64, text string) {
	s.middle(centred(typeface.Bold, 2.5, s.theme.on).spaced(0.03), x, y, room, strings.ToUpper(text))
}

// ask prints "grattez ici" in two lines on the coating.
func (s *sheet) ask(x, y, room float64) {
	l := centred(typeface.Bold, 2.2, s.theme.mark).spaced(0.04)
	s.middle(l, x, y-1.2, room, "GRATTEZ")
	s.middle(l, x, y+1.2, room, "ICI")
}

// race is the cycling: two stopwatches and a medal.
func (s *sportsSheet) race(b canvas.Box) {
	in := s.panel(b, strings.ToUpper(s.cycling.Name.FR), "Temps inférieur à celui de l'adversaire : gagné !", ribbon(0xFFC72C, 0xFFDF7A), 0x12284A)
	names := []string{s.cycling.plain[0].zone.Name.FR, s.cycling.plain[1].zone.Name.FR}
	if names[0] == names[1] {
		names = []string{"Votre coureur", "Adversaire"}
	}
	spoken := []string{s.cycling.plain[0].zone.Name.In(s.public.Lang), s.cycling.plain[1].zone.Name.In(s.public.Lang)}
	if spoken[0] == spoken[1] {
		spoken = []string{s.say("Votre coureur", "Your rider"), s.say("Adversaire", "Opponent")}
	}
	const r = 13.3
	y := in.Y + 14.6
	for i, cell := range s.cycling.plain {
		x := in.X + 14.5 + float64(i)*34
		s.watch(x, y, r, []canvas.Color{0x1E78C8, 0xC9502B}[i])
		s.rub(patch{
			shape: canvas.Circle(x, y, r-1), cells: []ref{cell}, title: s.say("Temps %d : %s", "Time %d: %s", i+1, spoken[i]),
			decor: func() {
				for k := range 12 {
					sin, cos := math.Sincos(math.Pi * float64(k) / 6)
					s.fill(new(canvas.Path).Move(x+sin*10, y-cos*10).Line(x+sin*11.4, y-cos*11.4), canvas.Stroked(s.theme.mark, 0.35))
				}
				s.ask(x, y, 13)
			},
			under: func() {
				v := s.read(cell)
				s.measure(canvas.Box{X: x - r*0.82, Y: y - r*0.6, W: r * 1.64, H: r * 1.2}, v, 6.2, s.theme.deep)
			},
		})
		s.below(x, in.Bottom()-1.6, 29, names[i])
	}
	s.middle(centred(typeface.Speed, 6, 0xC9502B), in.X+31.5, y, 5.6, "VS")
	s.medal(in.Right()-13, in.Y+15.2, 11.6, s.cycling.amounts[0])
	s.below(in.Right()-13, in.Bottom()-1.6, 24, "Gain")
}

// watch is a stopwatch without its dial.
func (s *sportsSheet) watch(x, y, r float64, c canvas.Color) {
	s.fill(canvas.Rect(canvas.Box{X: x - 2, Y: y - r - 1.8, W: 4, H: 3}, 0.6), canvas.Filled(shade(c, 0.25)))
	s.Begin(canvas.Group{Move: canvas.At(x, y).Turn(38)})
	s.fill(canvas.Rect(canvas.Box{X: -1.3, Y: -r - 1.3, W: 2.6, H: 2}, 0.5), canvas.Filled(shade(c, 0.25)))
	s.End()
	s.fill(canvas.Circle(x, y, r), canvas.Painted(canvas.Along(canvas.Pt{}, canvas.Pt{X: 1, Y: 1}, tint(c, 0.4), c, shade(c, 0.3))))
}

// medal is a patch over an amount on a medal with its ribbon.
func (s *sportsSheet) medal(x, y, r float64, cell ref) {
	top := y - r - 2.6
	s.fill(new(canvas.Path).Move(x-6, top).Line(x-1.6, top).Line(x+2.5, y-r*0.6).Line(x-3.5, y-r*0.6).Close(), canvas.Filled(0x1E78C8))
	s.fill(new(canvas.Path).Move(x+6, top).Line(x+1.6, top).Line(x-2.5, y-r*0.6).Line(x+3.5, y-r*0.6).Close(), canvas.Filled(0xE0303A))
	s.fill(canvas.Circle(x, y, r), canvas.Painted(canvas.Along(canvas.Pt{}, canvas.Pt{X: 1, Y: 1}, 0xFFF0B0, 0xF2B632, 0xC27E10)))
	s.rub(patch{
		shape: canvas.Circle(x, y, r-1.1), cells: []ref{cell}, title: s.say("Gain", "Prize"),
		decor: func() {
			s.middle(centred(typeface.Bold, 3, s.theme.mark).spaced(0.06), x, y-3, r, "GAIN")
			s.ask(x, y+1.8, r*1.3)
		},
		under: func() {
			s.stack(canvas.Box{X: x - r*0.74, Y: y - r*0.7, W: r * 1.48, H: r * 1.4}, s.read(cell), min(6.4, r*0.62), s.theme.deep)
		},
	})
}

// jump is the athletics: an athlete, three pits and the table of distances.
func (s *sportsSheet) jump(b canvas.Box) {
	in := s.panel(b, strings.ToUpper(s.athletics.Name.FR), "Vos trois sauts, en mètres", ribbon(0xA83E1A, 0xBF4A26), 0xFFFFFF)
	x := in.X
	h := in.H - 3.8
	table := 34.0
	if len(s.athlete) == 1 {
		s.runner(canvas.Box{X: x, Y: in.Y + 0.3, W: 14, H: h}, s.athlete[0])
		s.below(x+7, in.Bottom()-1.3, 14, "Athlète")
		x += 15
	}
	wide := (in.Right() - table - x) / 3
	for i, cell := range s.jumps {
		box := canvas.Box{X: x + wide*float64(i), Y: in.Y + 0.3, W: wide - 1.2, H: h}
		cells := []ref{cell}
		if len(s.athlete) == 3 {
			cells = append(cells, s.athlete[i])
		}
		s.rub(patch{
			shape: canvas.Rect(box, 2), cells: cells, title: s.say("Saut %d", "Jump %d", i+1),
			paper: canvas.Down(0xFFFDF4, 0xF8E7BE),
			decor: func() { s.pit(box) },
			under: func() {
				at := box.Inset(1.2)
				if len(cells) == 2 {
					s.element(canvas.Box{X: at.X, Y: at.Y, W: at.W, H: at.H * 0.46}, cells[1])
					at = canvas.Box{X: at.X, Y: at.Y + at.H*0.46, W: at.W, H: at.H * 0.54}
				}
				s.measure(at, s.read(cell), 7, s.theme.deep)
			},
		})
		s.below(box.Mid().X, in.Bottom()-1.3, wide, fmt.Sprintf("Saut %d", i+1))
	}
	s.bands(canvas.Box{X: in.Right() - table + 1, Y: in.Y + 0.3, W: table - 1, H: in.H - 0.6}, s.athletics, "VOTRE MEILLEUR SAUT")
}

func (s *sportsSheet) runner(b canvas.Box, cell ref) {
	s.rub(patch{
		shape: canvas.Rect(b, 2), cells: []ref{cell}, title: s.say("Athlète", "Athlete"),
		decor: func() { s.ask(b.Mid().X, b.Mid().Y, b.W-1) },
		under: func() { s.element(b.Inset(0.8), cell) },
	})
}

// pit draws a jumping pit on the coating: run-up, board and sand.
func (s *sportsSheet) pit(b canvas.Box) {
	y := b.Bottom() - 4.6
	s.fill(new(canvas.Path).Move(b.X+1, y).Line(b.Mid().X-2, y), canvas.Stroked(s.theme.mark, 0.5))
	sand := new(canvas.Path).Move(b.Mid().X, y).Quad(b.Mid().X+3.500, y-2.2, b.Right()-1, y).Line(b.Right()-1, y+1.6).Line(b.Mid().X, y+1.6).Close()
	s.fill(sand, canvas.Filled(s.theme.mark).Faint(0.45))
	s.fill(new(canvas.Path).Move(b.X+4, y-1.4).Cubic(b.X+6, y-6, b.Right()-6, y-6, b.Right()-4, y-2), canvas.Stroked(s.theme.mark, 0.3).Dashed(0.7, 0.9))
	s.ask(b.Mid().X, b.Y+6, b.W-2)
}

// bands is the table of gains of a surface, in clear.
func (s *sportsSheet) bands(b canvas.Box, v view, head string) {
	s.Begin(canvas.Group{Title: s.say("Gains : %s", "Prizes: %s", v.Name.In(s.public.Lang))})
	s.fill(canvas.Rect(b, 1.6), canvas.Filled(s.theme.deep))
	s.middle(centred(typeface.Bold, 2.4, 0xFFD23F).spaced(0.02), b.Mid().X, b.Y+2.5, b.W-2, head)
	s.rows(canvas.Box{X: b.X + 1.6, Y: b.Y + 4, W: b.W - 3.2, H: b.H - 5}, v.Mechanic.Legend())
	s.End()
}

func (s *sportsSheet) rules(b canvas.Box) {
	s.small(b, 0xFFFFFF,
		"Cinq épreuves indépendantes. Athlétisme et natation : le tableau de l'épreuve donne le gain. "+
			"Handball : trois ballons à la suite sur un parcours, sans croix. Si plusieurs épreuves gagnent, leurs gains s'ajoutent.",
		"Five independent events: scratch them all. Athletics and swimming pay by the table beside them. "+
			"Handball: three balls in a row on one path, with no cross. If several events win, their prizes add up.")
}
