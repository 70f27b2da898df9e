package artwork

import (
	"errors"
	"math"
	"strings"

	"tirage/bingo"
	"tirage/internal/artwork/canvas"
	"tirage/internal/artwork/typeface"
	"tirage/money"
)

// Fund is a formula's jackpot and fund over many draws, to be drawn.
type Fund struct {
	Formula        *bingo.Formula
	Players, Cards string // of a draw, and of a player, as they were asked for
	Draws          int64
	Jackpots       int64       // won
	Lowest         money.Cents // that the fund ever stood at
	Spans          []FundSpan  // one after the other, each of about as many draws
	Wins           []FundWin   // of the jackpot, in the order of their draws; they are marked if all are there and they are few
}

// FundSpan is some draws of a chart, one after the other.
type FundSpan struct {
	First    int64 `json:"first"` // draw, counted from 1
	Last     int64 `json:"last"`
	Jackpot  Reach `json:"jackpot"`
	Fund     Reach `json:"fund"`
	Jackpots int64 `json:"jackpots_won"` // up to the last draw
}

// Reach is between what an amount, after each draw, moves, and where it ends.
type Reach struct {
	Low  money.Cents `json:"low"`
	High money.Cents `json:"high"`
	Last money.Cents `json:"last"`
}

// FundWin is a jackpot that was won: at which draw, counted from 1, and what it paid.
type FundWin struct {
	Draw int64       `json:"draw"`
	Paid money.Cents `json:"paid"`
}

// Add adds what stands after one more draw.
func (s *FundSpan) Add(draw int64, jackpot, fund money.Cents, jackpots int64) {
	s.Jackpot.add(jackpot, s.Last == 0)
	s.Fund.add(fund, s.Last == 0)
	if s.Last == 0 {
		s.First = draw
	}
	s.Last, s.Jackpots = draw, jackpots
}

func (r *Reach) add(a money.Cents, first bool) {
	if first {
		r.Low, r.High = a, a
	}
	r.Low, r.High, r.Last = min(r.Low, a), max(r.High, a), a
}

// ErrNoDraws reports a chart of nothing.
var ErrNoDraws = errors.New("artwork: a chart needs at least one draw")

const (
	chartWide, chartHigh = 240.0, 162.0
	fewStars             = 60 // jackpots that are marked one by one
)

// FundChart renders jackpot and fund over time as one SVG document, in the colours of the tickets.
func FundChart(f *Fund, lang money.Lang) ([]byte, error) {
	if len(f.Spans) == 0 {
		return nil, ErrNoDraws
	}
	title := f.Formula.Name.In(lang) + " · " + money.Text{FR: "jackpot et fonds", EN: "jackpot and fund"}.In(lang)
	s := &sheet{public: Public{Lang: lang}, theme: bingoTheme, w: chartWide, h: chartHigh}
	c := &chart{sheet: s, fund: f, count: counter(lang)}
	svg := canvas.NewSVG(chartWide, chartHigh, string(lang), title, c.facts(" · "))
	s.Canvas = svg
	c.draw()
	return svg.Bytes(), nil
}

// chart is a chart being drawn.
type chart struct {
	*sheet
	fund  *Fund
	count func(int64) string
}

// counter writes counts with their thousands apart.
func counter(lang money.Lang) func(int64) string {
	units := money.Currency{Code: "XXX"}
	return func(n int64) string { return strings.Trim(units.Format(money.Cents(n), lang), "X¤ \u00a0\u202f") }
}

func (c *chart) amount(a money.Cents) string { return c.fund.Formula.Currency.Format(a, c.public.Lang) }

// facts is what was played.
func (c *chart) facts(between string) string {
	f := c.fund
	list := []string{
		c.say("%s tirages", "%s draws", c.count(f.Draws)),
		c.say("%s joueurs", "%s players", strings.Replace(f.Players, ":", "–", 1)),
		c.each(),
		c.say("simulé", "simulated"),
	}
	return strings.Join(list, between)
}

// each is how many cards a player has.
func (c *chart) each() string {
	if c.fund.Cards == "1" {
		return c.say("1 carte par joueur", "1 card each")
	}
	return c.say("%s cartes par joueur", "%s cards each", strings.Replace(c.fund.Cards, ":", "–", 1))
}

func (c *chart) draw() {
	c.open(canvas.Along(canvas.Pt{}, canvas.Pt{X: 1, Y: 1}, 0x2A0F66, 0x5B1FA8, 0x7A2AAE, 0x3A1A86))
	c.fill(rays(40, 14, 300, 30), canvas.Filled(0xFFFFFF).Faint(0.045))
	c.guilloche(0xFFFFFF, 0.12)
	c.title()
	last := c.fund.Spans[len(c.fund.Spans)-1]
	inner := c.panel(canvas.Box{X: 5, Y: 28, W: chartWide - 10, H: 58}, "JACKPOT", c.jackpotNote(last), canvas.Along(canvas.Pt{}, canvas.Pt{X: 1}, 0xC2510A, 0xE8A31A), 0xFFFFFF)
	c.jackpot(inner)
	inner = c.panel(canvas.Box{X: 5, Y: 89, W: chartWide - 10, H: 68}, c.say("FONDS", "FUND"), c.fundNote(last), canvas.Along(canvas.Pt{}, canvas.Pt{X: 1}, 0x3A1A86, 0x8A2BA8), 0xFFFFFF)
	c.balance(inner)
	c.shut()
}

func (c *chart) title() {
	p, w := typeface.Round.Outline(strings.ToUpper(c.fund.Formula.Name.In(c.public.Lang)), 0.015)
	size := min(12, 130/w)
	c.Draw(p, canvas.At(6.35, 17.55).Scale(size, size), canvas.Filled(0x1A0840).Faint(0.6))
	c.Draw(p, canvas.At(6, 17).Scale(size, size), canvas.Painted(canvas.Down(0xFFF3B0, 0xFFD23F, 0xF7A823)))
	x := 6 + c.text(label{face: typeface.Bold, size: 3.1, color: 0xFFE9A8, track: 0.03}, 6, 23.6, 150, c.facts("  ·  "))
	if text := c.fund.Formula.Demonstration.In(c.public.Lang); text != "" {
		c.text(label{face: typeface.Text, size: 2.8, color: 0xFFFFFF}, x+5, 23.6, chartWide-x-12, text)
	}
	facts := [][2]string{
		{c.say("JACKPOTS GAGNÉS", "JACKPOTS WON"), c.count(c.fund.Jackpots)},
		{c.say("FONDS AU PLUS BAS", "FUND AT ITS LOWEST"), c.amount(c.fund.Lowest)},
	}
	x = chartWide - 6
	for i := len(facts) - 1; i >= 0; i-- {
		small := label{face: typeface.Bold, size: 2.4, color: 0xE9DFFF, align: 0.5, track: 0.05}
		large := centred(typeface.Figures, 7, 0xFFD84A)
		wide := max(small.face.Width(facts[i][0], small.track)*small.size, large.face.Width(facts[i][1], 0)*large.size) + 8
		box := canvas.Box{X: x - wide, Y: 5, W: wide, H: 15.5}
		c.fill(canvas.Rect(box, 2.2), canvas.Filled(0x1F0B4E).Faint(0.75))
		c.fill(canvas.Rect(box.Inset(0.6), 1.8), canvas.Stroked(0xFFC72C, 0.22))
		c.middle(small, box.Mid().X, box.Y+3.8, wide-3, facts[i][0])
		c.middle(large, box.Mid().X, box.Y+10.2, wide-3, facts[i][1])
		x -= wide + 3
	}
}

func (c *chart) jackpotNote(last FundSpan) string {
	return c.say("à la fin : %s", "at the end: %s", c.amount(last.Jackpot.Last))
}

func (c *chart) fundNote(last FundSpan) string {
	return c.say("à la fin : %s · sous zéro, l’opérateur avance l’argent", "at the end: %s · below zero the operator advances the money", c.amount(last.Fund.Last))
}

// axes sets the frame of a curve: amounts to the left, draws below. It returns where a draw and an amount stand.
func (c *chart) axes(b canvas.Box, low, high money.Cents) (plot canvas.Box, x func(int64) float64, y func(money.Cents) float64) {
	f := c.fund
	ticks := rungs(int64(low), int64(high), int64(f.Formula.Currency.Unit()))
	bottom, top := float64(ticks[0]), float64(ticks[len(ticks)-1])
	plot = canvas.Box{X: b.X + 25, Y: b.Y + 2.2, W: b.W - 29, H: b.H - 8.4}
	first, last := float64(f.Spans[0].First-1), float64(max(f.Draws, 1))
	x = func(draw int64) float64 { return plot.X + plot.W*(float64(draw)-first)/(last-first) }
	y = func(a money.Cents) float64 { return plot.Bottom() - plot.H*(float64(a)-bottom)/(top-bottom) }
	left := label{face: typeface.Text, size: 2.9, color: c.theme.ink, align: 1}
	for _, t := range ticks {
		at := y(money.Cents(t))
		c.fill(new(canvas.Path).Move(plot.X, at).Line(plot.Right(), at), canvas.Stroked(0x8E7FB8, 0.12).Faint(0.7))
		c.middle(left, plot.X-2, at, 22, c.amount(money.Cents(t)))
	}
	below := label{face: typeface.Text, size: 2.7, color: 0x5A4A86, align: 0.5}
	for _, t := range rungs(0, f.Draws, 1) {
		if t > f.Draws {
			continue
		}
		at := x(t)
		c.fill(new(canvas.Path).Move(at, plot.Bottom()).Line(at, plot.Bottom()+1), canvas.Stroked(0x8E7FB8, 0.2))
		c.middle(below, at, plot.Bottom()+3.2, 30, c.count(t))
	}
	return plot, x, y
}

// rungs are round values, at least two, evenly spaced, that enclose low and high. Steps are whole multiples of a unit.
func rungs(low, high, unit int64) []int64 {
	raw := float64(max(high-low, unit)) / 5
	step := float64(unit)
	for _, k := range []float64{1, 2, 5, 10} {
		power := math.Pow(10, math.Floor(math.Log10(raw/float64(unit))))
		if step = k * power * float64(unit); step >= raw {
			break
		}
	}
	s := max(int64(step), unit)
	from := low / s
	if low < from*s {
		from--
	}
	list := []int64{from * s}
	for list[len(list)-1] < high || len(list) < 2 {
		list = append(list, list[len(list)-1]+s)
	}
	return list
}

// curve is the line through the ends of all spans, and the band between their lowest and highest amounts.
func (c *chart) curve(x func(int64) float64, y func(money.Cents) float64, of func(FundSpan) Reach) (line, band *canvas.Path) {
	line, band = new(canvas.Path), new(canvas.Path)
	spans := c.fund.Spans
	for i, s := range spans {
		at, r := x(s.Last), of(s)
		if i == 0 {
			line.Move(x(s.First-1), y(r.Low))
			band.Move(x(s.First-1), y(r.High))
		}
		line.Line(at, y(r.Last))
		band.Line(at, y(r.High))
	}
	for i := len(spans) - 1; i >= 0; i-- {
		band.Line(x(spans[i].Last), y(of(spans[i]).Low))
	}
	return line, band.Line(x(spans[0].First-1), y(of(spans[0]).Low)).Close()
}

func (c *chart) reach(of func(FundSpan) Reach) (low, high money.Cents) {
	for _, s := range c.fund.Spans {
		low, high = min(low, of(s).Low), max(high, of(s).High)
	}
	return low, high
}

// jackpot is the upper curve, of what stands after each draw, with a star where and when a jackpot was won while these are few: at
// its draw, as high as it paid.
func (c *chart) jackpot(b canvas.Box) {
	of := func(s FundSpan) Reach { return s.Jackpot }
	low, high := c.reach(of)
	stars := c.stars()
	for _, w := range stars {
		high = max(high, w.Paid)
	}
	plot, x, y := c.axes(b, low, high)
	line, band := c.curve(x, y, of)
	ground := new(canvas.Path).Append(line, canvas.Identity).Line(plot.Right(), plot.Bottom()).Line(plot.X, plot.Bottom()).Close()
	c.fill(ground, canvas.Painted(canvas.Down(0xFFC72C, 0xFFF0C2)).Faint(0.6))
	c.fill(band, canvas.Painted(canvas.Down(0xE87A1A, 0xF7A823)).Faint(0.7))
	if c.fund.Jackpots < int64(len(c.fund.Spans)) { // else it would fill the band
		c.fill(line, canvas.Stroked(0xC2510A, 0.45))
	}
	if g := c.fund.Formula.Jackpot.Guarantee; g > 0 && g <= high {
		c.fill(new(canvas.Path).Move(plot.X, y(g)).Line(plot.Right(), y(g)), canvas.Stroked(0x3A1A86, 0.3).Dashed(1.6, 1.1))
		c.text(label{face: typeface.Bold, size: 2.5, color: 0x3A1A86, align: 1}, plot.Right()-1, y(g)+2.7, 80, c.say("garanti : %s", "guaranteed: %s", c.amount(g)))
	}
	for _, w := range stars {
		c.Begin(canvas.Group{Title: c.say("Gagné au tirage %s : %s", "Won at draw %s: %s", c.count(w.Draw), c.amount(w.Paid))})
		c.fill(canvas.Star(x(w.Draw), y(w.Paid), 2.1, 0.95, 5, 0), canvas.Filled(0xD5203E).And(0xFFFFFF, 0.2))
		c.End()
	}
}

// stars are the wins that are marked: all of them while they are few, else none.
func (c *chart) stars() []FundWin {
	if c.fund.Jackpots > fewStars || c.fund.Jackpots != int64(len(c.fund.Wins)) {
		return nil
	}
	return c.fund.Wins
}

// balance is the lower curve: violet above zero, red below it.
func (c *chart) balance(b canvas.Box) {
	of := func(s FundSpan) Reach { return s.Fund }
	low, high := c.reach(of)
	plot, x, y := c.axes(b, low, high)
	line, band := c.curve(x, y, of)
	first, last := c.fund.Spans[0], c.fund.Spans[len(c.fund.Spans)-1]
	area := new(canvas.Path).Append(line, canvas.Identity).Line(x(last.Last), y(0)).Line(x(first.First-1), y(0)).Close()
	sides := []struct {
		part  canvas.Box
		fill  *canvas.Paint
		color canvas.Color
	}{
		{canvas.Box{X: plot.X, Y: plot.Y - 1, W: plot.W, H: y(0) - plot.Y + 1}, canvas.Down(0x8A2BA8, 0xD9C6F2), 0x4A1788},
		{canvas.Box{X: plot.X, Y: y(0), W: plot.W, H: plot.Bottom() - y(0) + 1}, canvas.Down(0xF6C4C9, 0xD5203E), 0xA30F2B},
	}
	for _, side := range sides {
		if side.part.H <= 0.01 {
			continue
		}
		c.Begin(canvas.Group{Clip: canvas.Rect(side.part, 0)})
		c.fill(area, canvas.Painted(side.fill).Faint(0.55))
		c.fill(band, canvas.Filled(side.color).Faint(0.35))
		c.fill(line, canvas.Stroked(side.color, 0.5))
		c.End()
	}
	c.fill(new(canvas.Path).Move(plot.X, y(0)).Line(plot.Right(), y(0)), canvas.Stroked(c.theme.ink, 0.3))
}
