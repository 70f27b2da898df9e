package artwork

import (
	"fmt"
	"strings"

	"tirage/internal/artwork/canvas"
	"tirage/internal/artwork/typeface"
	"tirage/scratch"
)

var bingoTheme = theme{
	paper: 0xFFFBF0, panel: 0xFFFBF0, on: 0x3A1A86, ink: 0x241452, deep: 0x3A1A86, main: 0x6A2BC4, warm: 0xFFC72C,
	coat: [3]canvas.Color{0xF6F3EA, 0xD9D3C4, 0xBDB5A4}, mark: 0x4A4256,
}

// bingoColors are the colours of the five balls of the title and of the cards.
var bingoColors = [5]canvas.Color{0xD5203E, 0xC2510A, 0x1B8040, 0x1C62C9, 0x0B7480}

// bingoSheet is Bingo's ticket being drawn: twenty balls, up to five cards of 5 by 5, and a second game of three zones.
type bingoSheet struct {
	*sheet
	balls []ref
	cards [][]ref
	match view
}

// bingoTicket lays out a first surface of balls and cards of 24 numbers, and a second one of two rows of symbols and an amount.
func bingoTicket(v []view) (design, bool) {
	if len(v) != 2 || len(v[0].zones) < 2 || len(v[1].zones) != 3 || len(v[1].amounts) != 1 {
		return design{}, false
	}
	var cells []ref
	for _, z := range v[0].zones[1:] {
		cells = append(cells, z...)
	}
	if len(v[0].zones[0]) != 20 || len(cells) != 5*24 || len(v[1].zones[0]) != 3 || len(v[1].zones[1]) != 3 {
		return design{}, false
	}
	b := bingoSheet{balls: v[0].zones[0], match: v[1]}
	for i := range 5 {
		b.cards = append(b.cards, cells[24*i:24*i+24])
	}
	return design{w: 110, h: 285, theme: bingoTheme, draw: func(s *sheet) {
		b := b
		b.sheet = s
		b.drawAll()
	}}, true
}

func (s *bingoSheet) drawAll() {
	s.open(canvas.Down(0x2A0F66, 0x5B1FA8, 0x8A2BA8, 0x4A1788, 0x2A0F66))
	s.fill(rays(55, 22, 150, 22), canvas.Filled(0xFFFFFF).Faint(0.05))
	s.guilloche(0xFFFFFF, 0.16)
	s.header()
	s.drawn20(canvas.Box{X: 4, Y: 44, W: 102, H: 31})
	for i, card := range s.cards {
		s.grid(i, card, canvas.Box{X: 4 + float64(i%2)*52, Y: 77 + float64(i/2)*42.2, W: 50, H: 40.8})
	}
	s.gains(canvas.Box{X: 56, Y: 161.4, W: 50, H: 40.8})
	s.second(canvas.Box{X: 4, Y: 204, W: 102, H: 33})
	s.rules(canvas.Box{X: 5, Y: 238.2, W: 100.5, H: 16.5})
	s.counterfoil()
	s.shut()
}

// header is the title on balls, the promise and the price.
func (s *bingoSheet) header() {
	name := []rune(strings.ToUpper(s.game.Name.FR))
	s.Begin(canvas.Group{Title: s.game.Name.In(s.public.Lang)})
	n := len(name)
	pitch := min(16.9, 84.5/float64(n))
	r := pitch * 0.54
	for i, letter := range name {
		x := 46 + (float64(i)-float64(n-1)/2)*pitch
		y := 17.0 + []float64{1.5, -1.8, 1, -1.5, 1.8}[i%5]
		s.ball(x, y, r, bingoColors[i%5])
		s.fill(canvas.Circle(x, y, r*0.68), canvas.Filled(0xFFFFFF))
		p, w := typeface.Round.Outline(string(letter), 0)
		size := r * 1.32
		s.Draw(p, canvas.At(x-w*size/2, y+typeface.Round.Cap()*size/2).Scale(size, size), canvas.Filled(0x2A0F66))
	}
	s.End()
	s.roundel(97.8, 13.5, 9.2, canvas.Glow(0.4, 0.35, 0.7, 0xFFE88A, 0xFFC72C, 0xF0A010), 0x3A1A86)
	s.Begin(canvas.Group{Title: s.upTo()})
	s.text(label{face: typeface.Bold, size: 4.2, color: 0xFFFFFF, track: 0.03}, 6, 39.500, 20, "JUSQU'À")
	p, w := typeface.Round.Outline(s.price(s.top()), 0.01)
	size := min(12.5, 62/w)
	at := canvas.At(23, 40).Scale(size, size)
	s.Draw(p, canvas.At(23.3, 40.5).Scale(size, size), canvas.Filled(0x1A0840).Faint(0.6))
	s.Draw(p, at, canvas.Painted(canvas.Down(0xFFF3B0, 0xFFD23F, 0xF7A823)))
	s.End()
	s.text(label{face: typeface.Bold, size: 3.2, color: 0xFFE9A8, align: 1, track: 0.02}, 105, 35.8, 24, fmt.Sprintf("%d SURFACES", len(s.game.Surfaces)))
	s.text(label{face: typeface.Bold, size: 3.2, color: 0xFFE9A8, align: 1, track: 0.02}, 105, 39.6, 24, fmt.Sprintf("%d JEUX", len(s.game.Parts())))
}

// ball is a glossy lottery ball.
func (s *bingoSheet) ball(x, y, r float64, c canvas.Color) {
	s.fill(canvas.Ellipse(x, y+r*0.98, r*0.8, r*0.2), canvas.Filled(0).Faint(0.25))
	s.fill(canvas.Circle(x, y, r), canvas.Painted(canvas.Glow(0.35, 0.3, 0.8, tint(c, 0.45), c, shade(c, 0.3))))
	s.fill(canvas.Ellipse(x-r*0.3, y-r*0.74, r*0.3, r*0.13), canvas.Filled(0xFFFFFF).Faint(0.7))
}

// drawn20 is the zone of the twenty star balls.
func (s *bingoSheet) drawn20(b canvas.Box) {
	in := s.panel(b, s.match1(), "Grattez vos 20 boules étoiles", canvas.Along(canvas.Pt{}, canvas.Pt{X: 1}, 0x3A1A86, 0x6A2BC4), 0xFFFFFF)
	pitch := in.W / 10
	r := 4.65
	for i, cell := range s.balls {
		x := in.X + pitch*(float64(i%10)+0.5)
		y := in.Y + 6 + float64(i/10)*10.9
		s.rub(patch{
			shape: canvas.Circle(x, y, r),
			cells: []ref{cell},
			title: s.say("Boule étoile %d", "Star ball %d", i+1),
			paper: canvas.Glow(0.4, 0.35, 0.75, 0xFFFFFF, 0xFFF6DC, 0xFFE7A6),
			decor: func() {
				s.fill(canvas.Star(x, y-0.1, r*0.72, r*0.34, 5, 0), canvas.Filled(s.theme.main).Faint(0.75))
			},
			under: func() { s.number(cell, x, y, 5.0, r*1.55) },
		})
	}
}

// match1 is the first surface's heading.
func (s *bingoSheet) match1() string {
	parts := s.balls[0].surface.Mechanic.Parts()
	names := make([]string, len(parts))
	for i, p := range parts {
		names[i] = strings.ToUpper(p.Name.FR)
	}
	return strings.Join(names, " + ")
}

func (s *bingoSheet) number(cell ref, x, y, size, room float64) {
	v := s.read(cell)
	s.middle(centred(typeface.Figures, size, s.theme.ink), x, y, room, v.figure)
}

// grid is one card: a coloured tab and 25 boxes under one coating.
func (s *bingoSheet) grid(i int, card []ref, b canvas.Box) {
	c := bingoColors[i%5]
	s.fill(canvas.Rect(canvas.Box{X: b.X + 0.3, Y: b.Y + 0.6, W: b.W, H: b.H}, 2.2), canvas.Filled(0).Faint(0.25))
	s.fill(canvas.Rect(b, 2.2), canvas.Filled(c))
	l := label{face: typeface.Bold, size: 3.9, color: 0xFFFFFF, track: 0.08}
	s.middle(l, b.X+2.4, b.Y+3, b.W-10, fmt.Sprintf("CARTE %d", i+1))
	for k := range 5 {
		s.fill(canvas.Star(b.Right()-3.2-float64(k)*3.2, b.Y+3, 1.1, 0.5, 5, 0), canvas.Filled(0xFFFFFF).Faint([]float64{0.95, 0.8, 0.65, 0.5, 0.35}[k]))
	}
	in := canvas.Box{X: b.X + 1, Y: b.Y + 6, W: b.W - 2, H: b.H - 7}
	w, h := in.W/5, in.H/5
	s.rub(patch{
		shape: canvas.Rect(in, 1.4),
		cells: card,
		title: s.say("Carte %d", "Card %d", i+1),
		decor: func() {
			for k := 1; k < 5; k++ {
				s.fill(new(canvas.Path).Move(in.X+w*float64(k), in.Y).Line(in.X+w*float64(k), in.Bottom()).
					Move(in.X, in.Y+h*float64(k)).Line(in.Right(), in.Y+h*float64(k)), canvas.Stroked(s.theme.mark, 0.15).Faint(0.35))
			}
			spark := canvas.Star(0, 0, 1.3, 0.55, 5, 0).Share()
			for k := range 25 {
				if k/5 != 2 || k%5 == 0 || k%5 == 4 {
					s.Draw(spark, canvas.At(in.X+w*(float64(k%5)+0.5), in.Y+h*(float64(k/5)+0.5)), canvas.Filled(c).Faint(0.3))
				}
			}
			m := in.Mid()
			s.fill(canvas.Rect(canvas.Box{X: m.X - 14, Y: m.Y - 2.6, W: 28, H: 5.2}, 2.6), canvas.Filled(0xF6F3EA).Faint(0.85))
		},
		prompt: "GRATTEZ ICI",
		under:  func() { s.boxes(card, in, w, h, c) },
	})
}

// boxes are a card's numbers around the star, the four next to it in yellow.
func (s *bingoSheet) boxes(card []ref, in canvas.Box, w, h float64, c canvas.Color) {
	for k := range 25 {
		box := canvas.Box{X: in.X + w*float64(k%5), Y: in.Y + h*float64(k/5), W: w, H: h}.Inset(0.35)
		if k == 7 || k == 11 || k == 13 || k == 17 {
			s.fill(canvas.Rect(box, 0.9), canvas.Filled(0xFFD84A))
		}
		if k == 12 {
			s.fill(canvas.Rect(box, 0.9), canvas.Filled(tint(c, 0.85)))
			s.fill(canvas.Star(box.Mid().X, box.Mid().Y+0.1, 2.5, 1.1, 5, 0), canvas.Filled(c))
			continue
		}
		s.fill(canvas.Rect(box, 0.9), canvas.Stroked(c, 0.18).Faint(0.55))
		at := k
		if k > 12 {
			at--
		}
		s.number(card[at], box.Mid().X, box.Mid().Y, 4.7, w-1.4)
	}
}

// gains is the table of lines and amounts, in clear.
func (s *bingoSheet) gains(b canvas.Box) {
	s.Begin(canvas.Group{ID: "legend", Title: s.say("Tableau des gains", "Table of prizes")})
	s.fill(canvas.Rect(b, 2.2), canvas.Filled(0x1F0B4E).Faint(0.9))
	s.fill(canvas.Rect(b.Inset(0.6), 1.8), canvas.Stroked(0xFFC72C, 0.25))
	s.middle(centred(typeface.Bold, 3.6, 0xFFC72C).spaced(0.06), b.Mid().X, b.Y+3.4, b.W-4, "VOS GAINS")
	rows, bonus := s.table()
	step := (b.H - 15.4) / float64(max(1, len(rows)))
	s.rows(canvas.Box{X: b.X + 4, Y: b.Y + 5.6, W: b.W - 8, H: b.H - 15.4}, rows)
	for i := 1; i < len(rows); i++ {
		y := b.Y + 5.6 + step*float64(i)
		s.fill(new(canvas.Path).Move(b.X+4, y).Line(b.Right()-4, y), canvas.Stroked(0xFFFFFF, 0.1).Faint(0.35))
	}
	if bonus != nil {
		foot := canvas.Box{X: b.X + 2, Y: b.Bottom() - 8.8, W: b.W - 4, H: 6.8}
		s.fill(canvas.Rect(foot, 1.2), canvas.Filled(0xFFD84A))
		s.middle(centred(typeface.Bold, 2.9, 0x2A0F66), foot.Mid().X, foot.Y+2.1, foot.W-2, bonus.Label.FR+" : "+s.price(bonus.Pays))
		s.middle(centred(typeface.Text, 2.4, 0x2A0F66), foot.Mid().X, foot.Y+4.9, foot.W-2, "avec les 4 numéros jaunes d'une même carte")
	}
	s.End()
}

// table splits the table of gains into the lines' rows and the bonus's.
func (s *bingoSheet) table() (rows []scratch.LegendRow, bonus *scratch.LegendRow) {
	m := s.balls[0].surface.Mechanic
	parts := m.Parts()
	for _, row := range m.Legend() {
		if len(parts) > 1 && row.Label.FR == parts[1].Name.FR {
			bonus = &row
			continue
		}
		rows = append(rows, row)
	}
	return rows, bonus
}

// second is the second game: two rows of three symbols and an amount.
func (s *bingoSheet) second(b canvas.Box) {
	in := s.panel(b, strings.ToUpper(s.match.Name.FR), "Mêmes symboles, même ordre : gagné !", canvas.Along(canvas.Pt{}, canvas.Pt{X: 1}, 0xB3126B, 0xD5203E), 0xFFFFFF)
	widths := []float64{36.5, 36.5, in.W - 77}
	x := in.X
	for k, zone := range s.match.zones {
		w := widths[k]
		head := label{face: typeface.Bold, size: 2.9, color: s.theme.deep, align: 0.5, track: 0.03}
		s.middle(head, x+w/2, in.Y+1.7, w, strings.ToUpper(zone[0].zone.Name.FR))
		n := float64(len(zone))
		for i, cell := range zone {
			box := canvas.Box{X: x + w/n*float64(i), Y: in.Y + 4, W: w / n, H: in.H - 4.6}.Inset(0.45)
			s.rub(patch{
				shape: canvas.Rect(box, 1.6),
				cells: []ref{cell},
				title: fmt.Sprintf("%s, %d", zone[0].zone.Name.In(s.public.Lang), i+1),
				decor: func() {
					if len(zone) > 1 {
						l := centred(typeface.Round, 9, s.theme.mark)
						s.middle(l, box.Mid().X, box.Mid().Y, box.W, "?")
						return
					}
					s.middle(centred(typeface.Round, 11, s.theme.mark), box.Mid().X, box.Mid().Y-1, box.W, "€")
				},
				under: func() { s.element(box.Inset(0.9), cell) },
			})
		}
		x += w + 2
	}
}

func (s *bingoSheet) rules(b canvas.Box) {
	s.small(b, 0xFFFFFF,
		"Jeu 1 : cochez vos 20 numéros sur les 5 cartes, l'étoile est offerte. Le nombre de lignes horizontales complètes donne le gain du tableau. "+
			"Jeu 2 : retrouvez la combinaison gagnante dans le même ordre et gagnez le montant de la case Gain. Les gains des jeux s'additionnent.",
		"Game 1: mark your 20 numbers on the 5 cards, the star is free. Complete horizontal lines win as in the table. "+
			"Game 2: match the winning symbols in the same order to win the amount shown. Prizes of the games add up.")
}

// tint mixes a colour with white, shade with black.
func tint(c canvas.Color, part float64) canvas.Color  { return mix(c, 0xFFFFFF, part) }
func shade(c canvas.Color, part float64) canvas.Color { return mix(c, 0, part) }

func mix(c, d canvas.Color, part float64) canvas.Color {
	r, g, b := c.RGB()
	x, y, z := d.RGB()
	m := func(a, b uint8) canvas.Color { return canvas.Color(float64(a)*(1-part) + float64(b)*part + 0.5) }
	return m(r, x)<<16 | m(g, y)<<8 | m(b, z)
}
