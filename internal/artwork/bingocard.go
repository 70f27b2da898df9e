package artwork

import (
	"errors"
	"fmt"
	"math"

	"tirage/bingo"
	"tirage/internal/artwork/canvas"
	"tirage/money"
)

// BingoCard is a card of live bingo as it is drawn.
type BingoCard struct {
	Card  bingo.Card
	Lucky []bingo.Ball // marked on the first grid
	Price money.Cents  // 0 for a card of no formula, which shows none
	Label string       // which card it is, as people read it: "1", "17"
}

// MaxPicture is how many cards one picture takes.
const MaxPicture = 60

// Refusals of cards that cannot be drawn.
var (
	ErrNoCards = fmt.Errorf("artwork: a picture takes 1 to %d cards", MaxPicture)
	ErrCard    = errors.New("artwork: not a valid card of the formula's model")
)

// BingoCards renders cards of a formula as one SVG document like a ticket's: one card alone as large as it is, several side by
// side on a sheet. Each card is a group with id "card:1", "card:2" and so on.
func BingoCards(f *bingo.Formula, cards []BingoCard, lang money.Lang) ([]byte, error) {
	if len(cards) == 0 || len(cards) > MaxPicture {
		return nil, ErrNoCards
	}
	d := cardDesigns[f.Model]
	for i, c := range cards {
		if err := c.Card.Check(f.Layout); err != nil || c.Card.Model != f.Model || d.w == 0 {
			return nil, fmt.Errorf("%w: card %d: %w", ErrCard, i+1, err)
		}
	}
	columns := columnsFor(len(cards), d)
	rows := (len(cards) + columns - 1) / columns
	page := canvas.Box{W: d.w, H: d.h}
	margin := 0.0
	if len(cards) > 1 {
		margin = 7
		page.W, page.H = float64(columns)*(d.w+margin)+margin, float64(rows)*(d.h+margin)+margin
	}
	title := f.Name.In(lang)
	c := canvas.NewSVG(page.W, page.H, string(lang), title, cardsTitle(len(cards), f, lang))
	if margin > 0 {
		c.Draw(canvas.Rect(page, 0), canvas.Identity, canvas.Filled(0xF1ECF8))
	}
	for i, card := range cards {
		s := &sheet{Canvas: c, public: Public{Lang: lang}, theme: bingoTheme, w: d.w, h: d.h}
		x, y := margin+float64(i%columns)*(d.w+margin), margin+float64(i/columns)*(d.h+margin)
		g := canvas.Group{ID: fmt.Sprintf("card:%d", i+1), Title: cardTitle(f, card, lang)}
		if margin > 0 {
			g.Move = canvas.At(x, y)
		}
		c.Begin(g)
		(&cardSheet{sheet: s, formula: f, card: card, design: d}).draw()
		c.End()
	}
	return c.Bytes(), nil
}

// columnsFor sets cards side by side so that the sheet comes closest to a landscape page.
func columnsFor(n int, d cardDesign) int {
	best, least := 1, math.Inf(1)
	for columns := 1; columns <= n; columns++ {
		rows := (n + columns - 1) / columns
		shape := math.Abs(math.Log(float64(columns) * d.w / (float64(rows) * d.h) / 1.3))
		if spare := float64(columns*rows-n) / float64(n); shape+spare < least {
			best, least = columns, shape+spare
		}
	}
	return best
}

func cardsTitle(n int, f *bingo.Formula, lang money.Lang) string {
	text := money.Text{FR: "%d carte(s) de %d boules", EN: "%d card(s) of %d balls"}.In(lang)
	text = fmt.Sprintf(text, n, f.Balls())
	if d := f.Demonstration.In(lang); d != "" {
		text += ". " + d
	}
	return text
}

func cardTitle(f *bingo.Formula, c BingoCard, lang money.Lang) string {
	text := fmt.Sprintf(money.Text{FR: "%s, carte %s", EN: "%s, card %s"}.In(lang), f.Name.In(lang), c.Label)
	if c.Price != 0 {
		text += ", " + f.Currency.Format(c.Price, lang)
	}
	return text
}

// cardDesign is the layout of the cards of one model: size and head in millimetres, the grids' boxes.
type cardDesign struct {
	w, h, head float64
	grids      []canvas.Box
}

// foot is the height of a card's last line.
const foot = 9.0

var cardDesigns = map[bingo.Model]cardDesign{
	bingo.Classic75: stacked(96, 27, 90, 1, 1),
	bingo.Variant75: stacked(204, 27, 67, 1, 3),
	bingo.Classic90: stacked(140, 25, 46, 1, 1),
	bingo.Variant90: stacked(110, 27, 36.5, 6, 1),
}

// stacked sets grids of a height in rows and columns below a head.
func stacked(w, head, high float64, rows, columns int) cardDesign {
	const side, gap = 4.0, 2.2
	d := cardDesign{w: w, head: head, h: head + float64(rows)*(high+gap) - gap + foot}
	wide := (w - 2*side - float64(columns-1)*gap) / float64(columns)
	for i := range rows * columns {
		d.grids = append(d.grids, canvas.Box{
			X: side + float64(i%columns)*(wide+gap), Y: head + float64(i/columns)*(high+gap), W: wide, H: high,
		})
	}
	return d
}
