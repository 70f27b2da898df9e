package artwork

import (
	"fmt"
	"slices"
	"strings"

	"tirage/bingo"
	"tirage/internal/artwork/canvas"
	"tirage/internal/artwork/typeface"
	"tirage/money"
)

// stripColors are the colours of the grids of a card, in their order: those of the ticket's balls, and a sixth.
var stripColors = [6]canvas.Color{0xD5203E, 0xC2510A, 0x1B8040, 0x1C62C9, 0x0B7480, 0x9A1F8E}

// cardSheet is a card of live bingo being drawn.
type cardSheet struct {
	*sheet
	formula *bingo.Formula
	card    BingoCard
	design  cardDesign
}

func (s *cardSheet) draw() {
	s.open(canvas.Down(0x2A0F66, 0x5B1FA8, 0x7A2AAE, 0x4A1788, 0x2A0F66))
	s.fill(rays(s.w*0.42, s.design.head*0.5, s.w+s.h, 26), canvas.Filled(0xFFFFFF).Faint(0.045))
	s.guilloche(0xFFFFFF, 0.14)
	s.heading()
	for i, b := range s.design.grids {
		s.Begin(canvas.Group{Title: s.spokenGrid(i)})
		if s.formula.Balls() == int(bingo.Machine75) {
			s.columnGrid(i, b)
		} else {
			s.rowGrid(i, b)
		}
		s.End()
	}
	s.footer()
	s.shut()
}

// heading is the formula's name in gold, what the card is, and its price.
func (s *cardSheet) heading() {
	r := 9.0
	right := s.w - r - 4.5
	if s.card.Price != 0 {
		s.stake(right, 13, r)
	}
	room := right - r - 3 - 5
	s.Begin(canvas.Group{Title: s.formula.Name.In(s.public.Lang)})
	p, w := typeface.Round.Outline(strings.ToUpper(s.formula.Name.FR), 0.015)
	size := min(12.5, room/w)
	base := 10.6 + typeface.Round.Cap()*size/2
	s.Draw(p, canvas.At(5.35, base+0.55).Scale(size, size), canvas.Filled(0x1A0840).Faint(0.6))
	s.Draw(p, canvas.At(5, base).Scale(size, size), canvas.Painted(canvas.Down(0xFFF3B0, 0xFFD23F, 0xF7A823)))
	s.End()
	s.tumbling(5+w*size+9, right-r-5)
	note := label{face: typeface.Bold, size: 3, color: 0xFFE9A8, track: 0.04}
	y := s.design.head - 4.4
	text := fmt.Sprintf("%d BOULES", s.formula.Balls())
	if n := s.formula.Model.Grids(); n > 1 {
		text += fmt.Sprintf(" · %d GRILLES", n)
	}
	x := 5.2 + s.text(note, 5.2, y, room, text)
	if (s.formula.Demonstration != money.Text{}) {
		s.demonstration(x+3, y)
	}
}

// tumbling is a row of the title's balls where the name leaves room for them.
func (s *cardSheet) tumbling(from, to float64) {
	const pitch = 11.5
	n := min(5, int((to-from)/pitch))
	for k := range n {
		x := to - pitch*(float64(n-k)-0.5)
		y := 12.5 + []float64{2.2, -2.4, 1.4, -1.8, 2.4}[k]
		c := bingoColors[k]
		(&bingoSheet{sheet: s.sheet}).ball(x, y, 5.6, c)
		s.fill(canvas.Circle(x, y, 3.5), canvas.Filled(0xFFFFFF))
		s.fill(canvas.Star(x, y+0.1, 2.5, 1.1, 5, 0), canvas.Filled(c))
	}
}

// demonstration says that no regulation stands behind the card.
func (s *cardSheet) demonstration(x, y float64) {
	const words = "DÉMONSTRATION"
	l := centred(typeface.Bold, 2.2, 0x2A0F66).spaced(0.06)
	w := l.face.Width(words, l.track)*l.size + 3.6
	s.Begin(canvas.Group{Title: s.formula.Demonstration.In(s.public.Lang)})
	s.fill(canvas.Rect(canvas.Box{X: x, Y: y - 2.75, W: w, H: 3.5}, 1.75), canvas.Filled(0xFFC72C))
	s.middle(l, x+w/2, y-1, w, words)
	s.End()
}

// stake is the price in the tickets' notched disc.
func (s *cardSheet) stake(x, y, r float64) {
	s.Begin(canvas.Group{Title: s.say("Prix : %s", "Price: %s", s.formula.Currency.Format(s.card.Price, s.public.Lang))})
	s.fill(canvas.Star(x+0.3, y+0.5, r, r*0.88, 22, 0), canvas.Filled(0).Faint(0.28))
	s.fill(canvas.Star(x, y, r, r*0.88, 22, 0), canvas.Painted(canvas.Glow(0.4, 0.35, 0.7, 0xFFE88A, 0xFFC72C, 0xF0A010)))
	s.fill(canvas.Circle(x, y, r*0.78), canvas.Stroked(0x3A1A86, 0.25).Faint(0.7))
	price := centred(typeface.Figures, r*0.8, 0x3A1A86)
	price.least = 0.4
	s.middle(price, x, y, r*1.36, s.formula.Currency.Format(s.card.Price, money.FR))
	s.End()
}

// footer says which card it is and when it counts.
func (s *cardSheet) footer() {
	y := s.h - foot/2 - 0.2
	l := label{face: typeface.Bold, size: 2.9, color: 0xFFFFFF, track: 0.05}
	x := 5.4 + s.middle(l, 5.4, y, s.w/3, "CARTE "+s.card.Label)
	small := label{face: typeface.Text, size: 2.15, color: 0xE9DFFF, align: 1, least: 0.5}
	s.middle(small, s.w-5.4, y, s.w-5.4-x-4, "Joue dès qu’elle est inscrite au tirage · Plays once it stands in a draw")
}

// backing is the coloured board of a grid, and returns the part for its numbers below a tab of a height.
func (s *cardSheet) backing(b canvas.Box, c canvas.Color, tab float64) canvas.Box {
	s.fill(canvas.Rect(canvas.Box{X: b.X + 0.3, Y: b.Y + 0.6, W: b.W, H: b.H}, 2.2), canvas.Filled(0).Faint(0.25))
	s.fill(canvas.Rect(b, 2.2), canvas.Filled(c))
	in := canvas.Box{X: b.X + 1, Y: b.Y + tab, W: b.W - 2, H: b.H - tab - 1}
	s.fill(canvas.Rect(in, 1.5), canvas.Filled(s.theme.paper))
	return in
}

// columnGrid is a grid of 75 balls: a ball with a letter over each column.
func (s *cardSheet) columnGrid(grid int, b canvas.Box) {
	board := canvas.Color(0x3A1A86)
	w := (b.W - 2) / 5
	r := min(w*0.46, 7.2)
	tab := r*2 + 2.4
	in := s.backing(b, board, tab)
	h := in.H / 5
	cells := s.cells(grid)
	for k, letter := range "BINGO" {
		x := in.X + w*(float64(k)+0.5)
		c := bingoColors[k]
		s.fill(canvas.Rect(canvas.Box{X: x - w/2, Y: in.Y, W: w, H: in.H}.Inset(0.4), 1.2), canvas.Filled(tint(c, 0.9)))
		s.lettered(string(letter), x, b.Y+tab/2+0.1, r, c)
		for row := range 5 {
			box := canvas.Box{X: x - w/2, Y: in.Y + h*float64(row), W: w, H: h}.Inset(0.75)
			s.spot(box, cells[row*5+k], c, min(h*0.62, w*0.56), grid)
		}
	}
}

// lettered is a ball of the title.
func (s *cardSheet) lettered(letter string, x, y, r float64, c canvas.Color) {
	(&bingoSheet{sheet: s.sheet}).ball(x, y, r, c)
	s.fill(canvas.Circle(x, y, r*0.66), canvas.Filled(0xFFFFFF))
	p, w := typeface.Round.Outline(letter, 0)
	size := r * 1.25
	s.Draw(p, canvas.At(x-w*size/2, y+typeface.Round.Cap()*size/2).Scale(size, size), canvas.Filled(0x2A0F66))
}

// rowGrid is a grid of 90 balls: three rows of nine cells, five of them with numbers.
func (s *cardSheet) rowGrid(grid int, b canvas.Box) {
	c := stripColors[grid%6]
	tab := 5.6
	if s.formula.Model == bingo.Classic90 {
		c, tab = s.theme.deep, 6.2
	}
	in := s.backing(b, c, tab)
	l := label{face: typeface.Bold, size: 3.3, color: 0xFFFFFF, track: 0.08}
	s.middle(l, in.X+1.4, b.Y+tab/2, b.W/2, fmt.Sprintf("GRILLE %d", grid+1))
	for k := range 5 {
		s.fill(canvas.Star(b.Right()-3.4-float64(k)*3.3, b.Y+tab/2, 1.15, 0.52, 5, 0), canvas.Filled(0xFFFFFF).Faint([]float64{0.95, 0.8, 0.65, 0.5, 0.35}[k]))
	}
	in = in.Inset(0.5)
	w, h := in.W/9, in.H/3
	blankCell := canvas.Star(0, 0, min(w, h)*0.2, min(w, h)*0.09, 5, 0).Share()
	for i, n := range s.cells(grid) {
		box := canvas.Box{X: in.X + w*float64(i%9), Y: in.Y + h*float64(i/9), W: w, H: h}.Inset(0.4)
		if n == 0 {
			s.fill(canvas.Rect(box, 1), canvas.Filled(tint(c, 0.84)))
			s.Draw(blankCell, canvas.At(box.Mid().X, box.Mid().Y), canvas.Filled(tint(c, 0.55)))
			continue
		}
		s.spot(box, n, c, min(h*0.68, w*0.62), grid)
	}
}

// spot is a cell with its number, in yellow if it is lucky.
func (s *cardSheet) spot(box canvas.Box, n bingo.Ball, c canvas.Color, size float64, grid int) {
	fill := canvas.Filled(0xFFFFFF)
	lucky := grid == 0 && slices.Contains(s.card.Lucky, n)
	if lucky {
		fill = canvas.Filled(0xFFD84A)
	}
	s.fill(canvas.Rect(box, 1), fill.And(tint(c, 0.45), 0.18))
	if lucky {
		r := min(1.3, box.W*0.1)
		s.fill(canvas.Star(box.Right()-r*1.35, box.Y+r*1.35, r, r*0.45, 5, 0), canvas.Filled(c))
	}
	s.middle(centred(typeface.Figures, size, s.theme.ink), box.Mid().X, box.Mid().Y, box.W-0.6, fmt.Sprint(n))
}

// cells are all cells of a grid, 0 where there is no number.
func (s *cardSheet) cells(grid int) []bingo.Ball {
	m := s.formula.Model
	size := m.Rows() * m.Columns()
	return s.card.Card.Cells()[grid*size : (grid+1)*size]
}

// spokenGrid reads a grid's rows out.
func (s *cardSheet) spokenGrid(grid int) string {
	var rows []string
	numbers := s.card.Card.Grid(grid)
	for at := 0; at < len(numbers); at += bingo.PerRow {
		rows = append(rows, strings.Trim(fmt.Sprint(numbers[at:at+bingo.PerRow]), "[]"))
	}
	return s.say("Grille %d : %s", "Grid %d: %s", grid+1, strings.Join(rows, " ; "))
}
