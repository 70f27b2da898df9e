package artwork

import (
	"fmt"
	"math"
	"strings"

	"tirage/internal/artwork/canvas"
	"tirage/internal/artwork/typeface"
)

var vegasTheme = theme{
	paper: 0xFFFDF6, ink: 0x2A1218, deep: 0x7A0E22, main: 0xE0B64A, warm: 0xF4CF6A, panel: 0x0D4A38, on: 0xF7EFD2,
	coat: [3]canvas.Color{0xF4F1EA, 0xD2CEC8, 0xB0ABA6}, mark: 0x43403F,
}

const (
	gold     canvas.Color = 0xF4CF6A
	goldDark canvas.Color = 0xA8741A
	night    canvas.Color = 0x17080C
)

var goldLeaf = canvas.Down(0xFFF3B8, 0xF6CF5E, 0xD99A2B, 0xF8DC84)

// vegasSheet is Vegas's ticket being drawn.
type vegasSheet struct {
	*sheet
	roulette, craps, duel, jackpot, bonus view
}

// vegas lays out five surfaces: numbers against stakes with amounts, two dice, cards against a bank, three lines of symbols, and an
// amount.
func vegas(v []view) (design, bool) {
	if len(v) != 5 {
		return design{}, false
	}
	s := vegasSheet{}
	for _, surface := range v {
		switch p, a := len(surface.plain), len(surface.amounts); {
		case p == 7 && a == 3 && len(surface.zones[0]) == 4:
			s.roulette = surface
		case p == 2 && a == 1:
			s.craps = surface
		case p == 4 && a == 1:
			s.duel = surface
		case p == 9 && a == 3:
			s.jackpot = surface
		case p == 0 && a == 1:
			s.bonus = surface
		}
	}
	for _, surface := range []view{s.roulette, s.craps, s.duel, s.jackpot, s.bonus} {
		if surface.Surface == nil {
			return design{}, false
		}
	}
	return design{w: 104, h: 252, theme: vegasTheme, draw: func(on *sheet) {
		s := s
		s.sheet = on
		s.drawAll()
	}}, true
}

func (s *vegasSheet) drawAll() {
	s.open(canvas.Glow(0.5, 0.12, 0.95, 0xB3152F, 0x8A0F25, 0x4A0716, 0x2A040C))
	s.harlequin()
	s.guilloche(0xFFD98A, 0.14)
	s.sign()
	s.table(canvas.Box{X: 4, Y: 46, W: 96, H: 49})
	s.dice(canvas.Box{X: 4, Y: 97, W: 50, H: 27.5})
	s.surprise(canvas.Box{X: 56, Y: 97, W: 44, H: 27.5})
	s.cards(canvas.Box{X: 4, Y: 126.5, W: 96, H: 33})
	s.reels(canvas.Box{X: 4, Y: 161.5, W: 96, H: 44})
	s.rules(canvas.Box{X: 5, Y: 206.5, W: 94.5, H: 15})
	s.counterfoil()
	s.shut()
}

// harlequin covers the ground with faint lozenges.
func (s *vegasSheet) harlequin() {
	p := new(canvas.Path)
	const w, h = 10.0, 14.0
	for y := 0.0; y < s.h; y += h {
		for x := 0.0; x < s.w; x += w {
			p.Move(x+w/2, y).Line(x+w, y+h/2).Line(x+w/2, y+h).Line(x, y+h/2).Close()
		}
	}
	s.fill(p, canvas.Filled(0x000000).Faint(0.1))
}

// sign is the title on a lit sign with bulbs, the promise and the price.
func (s *vegasSheet) sign() {
	s.Begin(canvas.Group{Title: s.game.Name.In(s.public.Lang)})
	board := new(canvas.Path).Move(10, 12).Cubic(22, 2.5, 72, 2.5, 84, 12).Line(81, 30).Cubic(70, 33.5, 24, 33.5, 13, 30).Close()
	s.fill(board, canvas.Painted(canvas.Down(0x3A0C18, night)).And(gold, 1.1))
	s.bulbs(board, 2.15)
	p, w := typeface.Marquee.Outline(strings.ToUpper(s.game.Name.FR), 0.05)
	size := min(20.5, 60/w)
	x, y := 47-w*size/2, 18.2+typeface.Marquee.Cap()*size/2
	s.Draw(p, canvas.At(x+0.7, y+0.8).Scale(size, size), canvas.Filled(0x8A0F25).And(0x8A0F25, 0.03))
	s.Draw(p, canvas.At(x, y).Scale(size, size), canvas.Painted(goldLeaf).And(0xFFF6D0, 0.008))
	s.End()
	s.roundel(93, 12, 9, canvas.Glow(0.4, 0.35, 0.75, 0xFFF3B8, 0xF6CF5E, 0xD99A2B), 0x5A0A18)
	s.Begin(canvas.Group{Title: s.upTo()})
	q, v := typeface.Figures.Outline(s.price(s.top()), 0.02)
	size = min(10.5, 46/v)
	lead := label{face: typeface.Bold, size: 4, color: 0xFFFFFF, track: 0.05}
	wide := lead.face.Width("JUSQU'À", lead.track)*lead.size + 2.5 + v*size
	x = s.w/2 - wide/2
	s.text(lead, x, 43, 30, "JUSQU'À")
	at := canvas.At(x+wide-v*size, 43)
	s.Draw(q, at.Move(0.35, 0.4).Scale(size, size), canvas.Filled(night).Faint(0.7))
	s.Draw(q, at.Scale(size, size), canvas.Painted(goldLeaf))
	s.End()
	s.props()
}

// props are two rolling dice and two aces at the sides of the promise.
func (s *vegasSheet) props() {
	for _, d := range []struct {
		x, y, turn float64
		pips       int
	}{{10, 39.5, -14, 5}, {17.2, 41.2, 18, 2}} {
		s.Begin(canvas.Group{Move: canvas.At(d.x, d.y).Turn(d.turn)})
		s.die(canvas.Box{X: -3, Y: -3, W: 6, H: 6}, d.pips)
		s.End()
	}
	for k, suit := range []string{"spade", "suit-heart"} {
		s.Begin(canvas.Group{Move: canvas.At(91+float64(k)*4.4, 41.5).Turn(-14 + 26*float64(k))})
		b := canvas.Box{X: -3.4, Y: -5.6, W: 6.8, H: 9.4}
		s.fill(canvas.Rect(b, 0.9), canvas.Filled(0xFFFFFF).And(night, 0.2))
		s.icon(suit, canvas.Box{X: -2, Y: -3, W: 4, H: 4.4})
		s.End()
	}
}

// bulbs sets lights along a line.
func (s *vegasSheet) bulbs(line *canvas.Path, step float64) {
	bulb, halo := canvas.Circle(0, 0, 0.52).Share(), canvas.Circle(0, 0, 0.95).Share()
	for i, p := range line.Flatten(step) {
		c := canvas.Color(0xFFE9A0)
		if i%2 == 1 {
			c = 0xFFFFFF
		}
		s.Draw(halo, canvas.At(p.X, p.Y), canvas.Filled(0xFFC94A).Faint(0.4))
		s.Draw(bulb, canvas.At(p.X, p.Y), canvas.Filled(c))
	}
}

var blackRibbon = canvas.Along(canvas.Pt{}, canvas.Pt{X: 1}, 0x17080C, 0x3A101A, 0x17080C)

func (s *vegasSheet) surface(b canvas.Box, v view, note string) canvas.Box {
	s.fill(canvas.Rect(b.Inset(-0.45), 3), canvas.Painted(goldLeaf))
	return s.panel(b, strings.ToUpper(v.Name.FR), note, blackRibbon, gold)
}

// heading names a zone on the felt.
func (s *vegasSheet) heading(x, y, room float64, text string) {
	s.middle(centred(typeface.Bold, 2.8, s.theme.on).spaced(0.06), x, y, room, strings.ToUpper(text))
}

// table is the roulette: a wheel with the winning numbers, chips with the player's, and their amounts.
func (s *vegasSheet) table(b canvas.Box) {
	in := s.surface(b, s.roulette, "Un numéro gagnant : vous gagnez sa somme")
	zones := s.roulette.zones
	x, y, r := in.X+19.8, in.Y+22.4, 17.7
	s.heading(x, in.Y+1.9, 36, zones[0][0].zone.Name.FR)
	s.wheel(x, y, r)
	for i, cell := range zones[0] {
		sin, cos := math.Sincos(math.Pi/4 + math.Pi/2*float64(i))
		px, py := x-cos*9.6, y-sin*9.6
		s.spotRound(px, py, 6.3, cell, s.say("Numéro gagnant %d", "Winning number %d", i+1), 4.9)
	}
	s.fill(canvas.Circle(x, y, 2.7), canvas.Painted(canvas.Glow(0.35, 0.3, 0.8, 0xFFF3B8, 0xD99A2B, 0x8A5A12)))
	left := in.X + 41
	wide := (in.Right() - left) / 3
	s.heading(left+wide*1.5, in.Y+1.9, 40, zones[1][0].zone.Name.FR)
	for i, cell := range zones[1] {
		cx := left + wide*(float64(i)+0.5)
		s.chip(cx, in.Y+12.9, 8.1, []canvas.Color{0xC8202C, 0x1C62C9, 0x2A2A33}[i])
		s.spotRound(cx, in.Y+12.9, 6.4, cell, s.say("Votre mise %d", "Your number %d", i+1), 5)
		s.spotAmount(canvas.Box{X: cx - wide/2 + 0.5, Y: in.Y + 23.4, W: wide - 1, H: 14.6}, s.roulette.amounts[i], s.say("Somme de la mise %d", "Prize of number %d", i+1))
	}
}

// wheel is the rim of a roulette with its pockets of red and black.
func (s *vegasSheet) wheel(x, y, r float64) {
	s.fill(canvas.Circle(x, y, r+1.5), canvas.Painted(canvas.Along(canvas.Pt{}, canvas.Pt{X: 1, Y: 1}, 0xF8DC84, 0x9A6418, 0xF6CF5E)))
	s.fill(canvas.Circle(x, y, r), canvas.Filled(0x17161C))
	n := 32
	p := new(canvas.Path)
	for i := 0; i < n; i += 2 {
		s0, c0 := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		s1, c1 := math.Sincos(2 * math.Pi * float64(i+1) / float64(n))
		p.Move(x, y).Line(x+r*c0, y+r*s0).Line(x+r*c1, y+r*s1).Close()
	}
	s.fill(p, canvas.Filled(0xC8202C))
	s.fill(canvas.Circle(x, y, r*0.89), canvas.Painted(canvas.Glow(0.5, 0.5, 0.5, 0x8A4B1E, 0x6B3410, 0x4A2208)).And(gold, 0.3))
}

// chip is a casino chip.
func (s *vegasSheet) chip(x, y, r float64, c canvas.Color) {
	s.fill(canvas.Circle(x+0.3, y+0.5, r), canvas.Filled(0).Faint(0.3))
	s.fill(canvas.Circle(x, y, r), canvas.Filled(c))
	p := new(canvas.Path)
	for i := range 8 {
		a := 2 * math.Pi * (float64(i) + 0.25) / 8
		s0, c0 := math.Sincos(a)
		s1, c1 := math.Sincos(a + math.Pi/8)
		p.Move(x+r*c0, y+r*s0).Line(x+r*c1, y+r*s1).Line(x+r*0.8*c1, y+r*0.8*s1).Line(x+r*0.8*c0, y+r*0.8*s0).Close()
	}
	s.fill(p, canvas.Filled(0xFFFFFF))
	s.fill(canvas.Circle(x, y, r*0.8), canvas.Filled(0xFFFFFF))
}

// spotRound is a round patch over a number with its caption.
func (s *sheet) spotRound(x, y, r float64, cell ref, title string, size float64) {
	s.rub(patch{
		shape: canvas.Circle(x, y, r), cells: []ref{cell}, title: title,
		decor: func() { s.middle(centred(typeface.Figures, r*1.1, s.theme.mark), x, y, r, "?") },
		under: func() {
			s.stack(canvas.Box{X: x - r*0.84, Y: y - r, W: r * 1.68, H: r * 2}, s.read(cell), size, s.theme.deep)
		},
	})
}

// spotAmount is a patch over an amount.
func (s *sheet) spotAmount(b canvas.Box, cell ref, title string) {
	s.rub(patch{
		shape: canvas.Rect(b, 1.6), cells: []ref{cell}, title: title,
		decor: func() {
			s.middle(centred(typeface.Bold, min(3, b.H*0.28), s.theme.mark).spaced(0.06), b.Mid().X, b.Mid().Y, b.W-2, "GAIN")
		},
		under: func() {
			s.stack(b.Inset(1.2), s.read(cell), min(b.H*0.52, 7.5), s.theme.deep)
		},
	})
}

// dice is the craps.
func (s *vegasSheet) dice(b canvas.Box) {
	in := s.surface(b, s.craps, "Total 7 : gagné !")
	w, h := 12.6, in.H-0.6
	for i, cell := range s.craps.plain {
		box := canvas.Box{X: in.X + float64(i)*(w+3.6), Y: in.Y + 0.2, W: w, H: h}
		s.rub(patch{
			shape: canvas.Rect(box, 2), cells: []ref{cell}, title: s.say("Dé %d", "Die %d", i+1),
			decor: func() {
				s.fill(canvas.Rect(canvas.Box{X: box.X + 2, Y: box.Mid().Y - 4.4, W: 8.6, H: 8.6}, 1.5), canvas.Stroked(s.theme.mark, 0.35))
				s.middle(centred(typeface.Figures, 6, s.theme.mark), box.Mid().X, box.Mid().Y, 8, "?")
			},
			under: func() {
				v := s.read(cell)
				if !v.known {
					return
				}
				s.die(canvas.Box{X: box.X + 1.7, Y: box.Y + 2, W: w - 3.4, H: 9.4}, v.value)
				s.text(centred(typeface.Narrow, 2.5, s.theme.ink), box.Mid().X, box.Bottom()-2.2, w-2, v.caption)
			},
		})
	}
	s.middle(centred(typeface.Figures, 5, gold), in.X+w+1.8, in.Mid().Y, 4, "+")
	x := in.X + 2*w + 5.4
	s.spotAmount(canvas.Box{X: x, Y: in.Y + 0.2, W: in.Right() - x, H: h}, s.craps.amounts[0], s.say("Gain", "Prize"))
}

// surprise is the bonus: one amount.
func (s *vegasSheet) surprise(b canvas.Box) {
	in := s.surface(b, s.bonus, "Autre que 0 € : gagné !")
	cell := s.bonus.amounts[0]
	box := canvas.Box{X: in.X + 0.5, Y: in.Y + 0.2, W: in.W - 1, H: in.H - 0.6}
	s.rub(patch{
		shape: canvas.Rect(box, 3), cells: []ref{cell}, title: s.bonus.Name.In(s.public.Lang),
		decor: func() {
			for k := -1.0; k <= 1; k += 2 {
				s.fill(canvas.Star(box.Mid().X+k*14, box.Mid().Y, 3.4, 1.5, 5, 0), canvas.Filled(s.theme.mark).Faint(0.5))
			}
		},
		prompt: "GRATTEZ ICI",
		at:     canvas.Box{X: box.Mid().X - 9, Y: box.Y, W: 18, H: box.H},
		under:  func() { s.stack(box.Inset(1.6), s.read(cell), 8, s.theme.deep) },
	})
}

// cards is the duel: the player's cards against the bank's.
func (s *vegasSheet) cards(b canvas.Box) {
	in := s.surface(b, s.duel, "Une carte plus forte que la banque : gagné !")
	suits := []string{"spade", "suit-heart", "club", "suit-diamond"}
	mine, bank := s.duel.plain[:3], s.duel.plain[3]
	for _, z := range s.duel.zones {
		if len(z) == 1 && len(z) > 0 && !payable(z[0].zone) {
			bank = z[0]
		} else if len(z) == 3 {
			mine = z
		}
	}
	w, h := 14.2, in.H-4.2
	s.heading(in.X+(3*w+3)/2, in.Y+1.5, 44, mine[0].zone.Name.FR)
	for i, cell := range mine {
		s.playing(canvas.Box{X: in.X + float64(i)*(w+1.5), Y: in.Y + 3.8, W: w, H: h}, cell, suits[i], s.say("Votre carte %d", "Your card %d", i+1))
	}
	x := in.X + 3*w + 5
	s.spotAmount(canvas.Box{X: x, Y: in.Y + 3.8, W: 21, H: h}, s.duel.amounts[0], s.say("Gain", "Prize"))
	s.middle(centred(typeface.Marquee, 4.6, gold), (x+21+in.Right()-w)/2, in.Y+3.8+h/2, 6.6, "VS")
	box := canvas.Box{X: in.Right() - w, Y: in.Y + 3.8, W: w, H: h}
	s.heading(box.Mid().X, in.Y+1.5, w+4, bank.zone.Name.FR)
	s.playing(box, bank, suits[3], s.say("Carte de la banque", "The bank's card"))
}

func (s *vegasSheet) playing(b canvas.Box, cell ref, suit, title string) {
	s.rub(patch{
		shape: canvas.Rect(b, 1.6), cells: []ref{cell}, title: title,
		decor: func() {
			s.fill(canvas.Rect(b.Inset(1.3), 1), canvas.Stroked(s.theme.mark, 0.25).Faint(0.7))
			s.middle(centred(typeface.Figures, 10, s.theme.mark), b.Mid().X, b.Mid().Y, b.W, "?")
		},
		under: func() { s.card(b.Inset(0.8), s.read(cell), suit) },
	})
}

// reels is the jackpot: three lines of three symbols, each with its amount.
func (s *vegasSheet) reels(b canvas.Box) {
	in := s.surface(b, s.jackpot, "3 symboles identiques sur une ligne : gagné !")
	h := in.H / 3
	const name, side = 13.0, 15.6
	for i := range 3 {
		y := in.Y + h*float64(i)
		s.middle(label{face: typeface.Bold, size: 2.8, color: s.theme.on, track: 0.04}, in.X, y+h/2, name-1, strings.ToUpper(s.lineName(i)))
		for k, cell := range s.jackpot.plain[3*i : 3*i+3] {
			box := canvas.Box{X: in.X + name + float64(k)*(side+1), Y: y + 0.4, W: side, H: h - 1}
			s.rub(patch{
				shape: canvas.Rect(box, 1.6), cells: []ref{cell}, title: s.say("Ligne %d, symbole %d", "Line %d, symbol %d", i+1, k+1),
				decor: func() {
					s.fill(canvas.Star(box.Mid().X, box.Mid().Y+0.2, 3.6, 1.6, 5, 0), canvas.Filled(s.theme.mark).Faint(0.6))
				},
				under: func() { s.symbol(box.Inset(1), s.read(cell)) },
			})
		}
		x := in.X + name + 3*(side+1) + 2.5
		s.fill(new(canvas.Path).Move(x-2, y+h/2-1.3).Line(x-0.6, y+h/2).Line(x-2, y+h/2+1.3).Close(), canvas.Filled(gold))
		s.spotAmount(canvas.Box{X: x, Y: y + 0.4, W: in.Right() - x, H: h - 1}, s.jackpot.amounts[i], s.say("Gain de la ligne %d", "Prize of line %d", i+1))
	}
}

// lineName is the name of a line: of its own zone, or a number if all lines are one zone.
func (s *vegasSheet) lineName(i int) string {
	if z := s.jackpot.plain[3*i].zone; z.Cells == 3 {
		return z.Name.FR
	}
	return fmt.Sprintf("Ligne %d", i+1)
}

func (s *vegasSheet) rules(b canvas.Box) {
	s.small(b, 0xFFF4DC,
		"Cinq jeux indépendants : grattez-les tous. Duel : ordre croissant 2 à 10, V, D, R, AS ; l'égalité perd. Bonus : 0 € perd. "+
			"Si plusieurs jeux gagnent, les gains s'additionnent en un seul lot.",
		"Five independent games: scratch them all. Duel: rising order 2 to 10, jack (V), queen (D), king (R), ace (AS); a tie loses. Bonus: €0 loses. "+
			"If several games win, their prizes add up to one lot.")
}
