package artwork

import (
	"fmt"
	"math"
	"strings"

	"tirage/internal/artwork/canvas"
	"tirage/internal/artwork/typeface"
	"tirage/scratch"
)

var generalTheme = theme{
	paper: 0xFFFDF7, ink: 0x10323A, deep: 0x0B4C57, main: 0x1B8A96, warm: 0xF5B335, panel: 0xE2F0EE, on: 0x10323A,
	coat: [3]canvas.Color{0xF4F4F0, 0xD3D4D0, 0xB3B5B2}, mark: 0x3B4345,
}

// block is a zone laid out on the general ticket: its cells in rows, its name above.
type block struct {
	cells   []ref
	x, y    float64 // from the corner of the surface's panel
	w, h    float64 // of one cell
	columns int
	whole   bool // many small cells under one coating
}

func (k block) rows() float64 { return float64((len(k.cells) + k.columns - 1) / k.columns) }
func (k block) wide() float64 { return float64(k.columns)*(k.w+cellGap) - cellGap }
func (k block) tall() float64 { return nameHigh + k.rows()*(k.h+cellGap) + 1 }

const (
	generalWide = 100.0
	innerWide   = generalWide - 12
	headHigh    = 7.6 // ribbon of a panel
	nameHigh    = 4.2 // name of a zone
	cellGap     = 1.0
	rowHigh     = 4.2 // of the table of gains
)

// blockOf says how large one cell of a zone is drawn, and how many stand in a row.
func blockOf(cells []ref) block {
	z := cells[0].zone
	longest := 0.0
	caption := false
	for i := range z.Alphabet.Len() {
		e := z.Alphabet.At(scratch.Code(i + 1))
		longest = math.Max(longest, typeface.Figures.Width(e.Figure, 0))
		caption = caption || e.Caption != ""
	}
	k := block{cells: cells, w: 8, h: 7.6}
	switch {
	case payable(z):
		k.w, k.h = 22, 13
	case drawn(z):
		k.w, k.h = 15, 13
	case longest > 2:
		k.w, k.h = 19, 12
	case caption:
		k.w, k.h = 13.6, 12
	default:
		if k.whole = len(cells) >= 12; !k.whole {
			k.w, k.h = 12, 12
		}
	}
	k.columns = min(len(cells), int((innerWide+cellGap)/(k.w+cellGap)))
	rows := (len(cells) + k.columns - 1) / k.columns
	k.columns = (len(cells) + rows - 1) / rows
	return k
}

// flow places the zones of a surface side by side where they fit, each line as wide as the panel where that does not make its
// cells too wide, and returns them with the height of the panel.
func flow(v view) ([]block, float64) {
	var blocks []block
	const between = 4.0
	y, from := headHigh+1, 0
	x := 0.0
	line := func() {
		cells, gaps, high := 0.0, -between, 0.0
		for _, k := range blocks[from:] {
			cells += float64(k.columns) * k.w
			gaps += between + float64(k.columns-1)*cellGap
			high = math.Max(high, k.tall())
		}
		stretch := math.Min(1.6, (innerWide-gaps)/cells)
		x = 0
		for i := from; i < len(blocks); i++ {
			k := &blocks[i]
			k.w *= stretch
			k.x, k.y = x, y
			x += k.wide() + between
		}
		x, y, from = 0, y+high, len(blocks)
	}
	for _, zone := range v.zones {
		k := blockOf(zone)
		if x > 0 && x+k.wide() > innerWide+0.01 {
			line()
		}
		blocks = append(blocks, k)
		x += k.wide() + between
	}
	line()
	legend := math.Ceil(float64(len(v.Mechanic.Legend()))/2) * rowHigh
	if legend > 0 {
		legend += 2
	}
	return blocks, y + legend + 1.5
}

// general is the layout for any game: one panel after the other, as the game's data have them.
func general(v []view) design {
	const top = 40.0
	h := top
	for _, surface := range v {
		_, high := flow(surface)
		h += high + 2.5
	}
	return design{w: generalWide, h: h + 12 + stub, theme: generalTheme, draw: func(s *sheet) {
		s.open(canvas.Down(0x0B4C57, 0x178493, 0x0F6470, 0x0B4C57))
		s.fill(rays(50, 18, 160, 20), canvas.Filled(0xFFFFFF).Faint(0.045))
		s.guilloche(0xFFFFFF, 0.18)
		s.generalTitle()
		y := top
		for _, surface := range v {
			_, high := flow(surface)
			s.generalSurface(canvas.Box{X: 4, Y: y, W: s.w - 8, H: high}, surface)
			y += high + 2.5
		}
		s.small(canvas.Box{X: 5, Y: y - 0.5, W: s.w - 10, H: 11}, 0xFFFFFF,
			"Grattez toutes les zones. Les gains des jeux s'additionnent en un seul lot. Règlement : "+or(s.game.Source.FR, s.game.Name.FR)+".",
			"Scratch every zone. Prizes of the games add up to one lot. Rules: "+or(s.game.Source.EN, s.game.Name.EN)+".")
		s.counterfoil()
		s.shut()
	}}
}

func or(text, other string) string {
	if text == "" {
		return other
	}
	return strings.TrimSuffix(text, ".")
}

func (s *sheet) generalTitle() {
	s.Begin(canvas.Group{Title: s.game.Name.In(s.public.Lang)})
	p, w := typeface.Speed.Outline(strings.ToUpper(s.game.Name.FR), 0)
	size := min(17, 70/w)
	y := 12 + typeface.Speed.Cap()*size/2
	s.Draw(p, canvas.At(6.5, y+0.6).Scale(size, size), canvas.Filled(0x062B32))
	s.Draw(p, canvas.At(6, y).Scale(size, size), canvas.Painted(canvas.Down(0xFFFFFF, 0xFFF3D0)))
	s.End()
	s.roundel(88.5, 12.5, 9, canvas.Glow(0.4, 0.35, 0.75, 0xFFF3B8, 0xF5B335, 0xE08E12), 0x10323A)
	s.Begin(canvas.Group{Title: s.upTo()})
	lead := label{face: typeface.Bold, size: 4, color: 0xFFFFFF, track: 0.05}
	x := 7 + s.text(lead, 6, 33.5, 30, "JUSQU'À") + 2
	q, v := typeface.Figures.Outline(s.price(s.top()), 0.01)
	size = min(12, (94-x)/v)
	s.Draw(q, canvas.At(x+0.4, 34).Scale(size, size), canvas.Filled(0x062B32).Faint(0.7))
	s.Draw(q, canvas.At(x, 33.6).Scale(size, size), canvas.Painted(canvas.Down(0xFFF3B0, 0xFFD23F, 0xF7A823)))
	s.End()
	s.reconstruction(s.w-30, 37, 0xFFFFFF, 0xA01626)
}

func (s *sheet) generalSurface(b canvas.Box, v view) {
	s.panel(b, strings.ToUpper(v.Name.FR), "Grattez ici", canvas.Along(canvas.Pt{}, canvas.Pt{X: 1}, 0x10323A, 0x1B7A86), 0xFFFFFF)
	blocks, high := flow(v)
	for _, k := range blocks {
		k.x, k.y = k.x+b.X+2, k.y+b.Y
		name := k.cells[0].zone.Name.FR
		s.middle(label{face: typeface.Bold, size: 2.7, color: s.theme.on, track: 0.03, least: 0.5}, k.x, k.y+1.8, k.wide()+3, strings.ToUpper(name))
		if k.whole {
			s.generalGrid(k)
			continue
		}
		for i, cell := range k.cells {
			box := k.box(i)
			s.rub(patch{
				shape: canvas.Rect(box, 1.8), cells: []ref{cell}, title: fmt.Sprintf("%s, %d", cell.zone.Name.In(s.public.Lang), i+1),
				decor: func() {
					if box.W > 12 {
						s.ask(box.Mid().X, box.Mid().Y, box.W-2)
					} else {
						s.middle(centred(typeface.Figures, box.H*0.6, s.theme.mark), box.Mid().X, box.Mid().Y, box.W, "?")
					}
				},
				under: func() { s.element(box.Inset(0.9), cell) },
			})
		}
	}
	rows := v.Mechanic.Legend()
	if len(rows) == 0 {
		return
	}
	half := (len(rows) + 1) / 2
	tall := float64(half) * rowHigh
	foot := canvas.Box{X: b.X + 2, Y: b.Y + high - tall - 2, W: b.W - 4, H: tall + 0.6}
	s.Begin(canvas.Group{Title: s.say("Gains : %s", "Prizes: %s", v.Name.In(s.public.Lang))})
	s.fill(canvas.Rect(foot, 1.4), canvas.Filled(s.theme.deep))
	in := canvas.Box{X: foot.X + 2, Y: foot.Y + 0.3, W: foot.W/2 - 5, H: tall}
	s.rows(in, rows[:half])
	s.rows(canvas.Box{X: foot.X + foot.W/2 + 3, Y: in.Y, W: in.W, H: rowHigh * float64(len(rows)-half)}, rows[half:])
	s.End()
}

// box is where a cell of the block stands.
func (k block) box(i int) canvas.Box {
	return canvas.Box{
		X: k.x + float64(i%k.columns)*(k.w+cellGap), Y: k.y + nameHigh + float64(i/k.columns)*(k.h+cellGap), W: k.w, H: k.h,
	}
}

// generalGrid is a zone of many numbers under one coating.
func (s *sheet) generalGrid(k block) {
	all := canvas.Box{X: k.x, Y: k.y + nameHigh, W: k.wide(), H: k.rows()*(k.h+cellGap) - cellGap}
	s.rub(patch{
		shape: canvas.Rect(all, 1.8), cells: k.cells, title: k.cells[0].zone.Name.In(s.public.Lang), prompt: "GRATTEZ ICI",
		under: func() {
			for i, cell := range k.cells {
				b := k.box(i).Inset(0.6)
				s.fill(canvas.Rect(b, 1), canvas.Stroked(s.theme.main, 0.15).Faint(0.6))
				s.middle(centred(typeface.Figures, 4.6, s.theme.ink), b.Mid().X, b.Mid().Y, b.W-1, s.read(cell).figure)
			}
		},
	})
}
