// Package artwork draws scratch tickets: one scene per game, rendered as SVG for screens and as PDF for print.
//
// Its invariant: a covered ticket is made from public data alone, so nothing hidden can be in its file in any form; and equal
// input gives equal bytes. Layouts are hand-made for the shipped games and derived from the game's data for any other.
// What a ticket shows and is worth is left to package scratch, its numbers to package seal.
package artwork

import (
	"errors"
	"fmt"

	"tirage/internal/artwork/canvas"
	"tirage/money"
	"tirage/scratch"
)

// Public is what anyone may see on a ticket before it is scratched.
type Public struct {
	Game     *scratch.Game // prepared
	Serial   string        // as people read it
	Digits   string        // the visible barcode's payload: the serial's digits alone
	Lang     money.Lang    // of the names that a screen reader speaks; the ticket itself is printed in French with the rules in English below
	Specimen bool          // marks the ticket as worthless
}

// Hidden is what the coating hides.
type Hidden struct {
	Face scratch.Face
	VIRN string // as people read it
	Code string // the payload of the DataMatrix: serial and VIRN
}

// Ticket is a ticket that can be drawn. It is immutable and safe for concurrent use.
type Ticket struct {
	public Public
	hidden *Hidden
}

// Refusals of a ticket that cannot be drawn.
var (
	ErrNoGame = errors.New("artwork: a ticket needs a prepared game with at least one surface")
	ErrDigits = errors.New("artwork: the visible barcode needs the serial's digits, 4 to 40 of them")
	ErrCells  = errors.New("artwork: the face has another number of cells than the game")
	ErrCode   = errors.New("artwork: the DataMatrix needs 1 to 200 characters")
)

// Covered returns the ticket as it is sold. It takes nothing hidden and so can show nothing hidden.
func Covered(p Public) (*Ticket, error) {
	if p.Game == nil || len(p.Game.Surfaces) == 0 || p.Game.CellCount() == 0 {
		return nil, ErrNoGame
	}
	if len(p.Digits) < 4 || len(p.Digits) > 40 || !digits(p.Digits) {
		return nil, ErrDigits
	}
	if p.Lang == "" {
		p.Lang = money.FR
	}
	return &Ticket{public: p}, nil
}

// Scratched returns the ticket with every zone scratched, the control box only if the face says so. Cells that cannot be read are drawn empty.
func Scratched(p Public, h Hidden) (*Ticket, error) {
	t, err := Covered(p)
	if err != nil {
		return nil, err
	}
	if len(h.Face.Cells) != p.Game.CellCount() {
		return nil, fmt.Errorf("%w: %d instead of %d", ErrCells, len(h.Face.Cells), p.Game.CellCount())
	}
	if len(h.Code) == 0 || len(h.Code) > 200 {
		return nil, ErrCode
	}
	t.hidden = &h
	return t, nil
}

func digits(s string) bool {
	for _, r := range s {
		if r < '0' || r > '9' {
			return false
		}
	}
	return true
}

// SVG renders the ticket as one SVG document without scripts, fonts or links to anything outside. Each scratched part is a group
// with id "zone:surface.zone" (":2" and so on for further parts) and the attribute data-zone="surface.zone".
func (t *Ticket) SVG() ([]byte, error) {
	d := designFor(t.public.Game)
	c := canvas.NewSVG(d.w, d.h, string(t.public.Lang), t.title(), t.description())
	if err := t.draw(c, d).err; err != nil {
		return nil, err
	}
	return c.Bytes(), nil
}

// PDF renders the ticket as a document of one page of its own size.
func (t *Ticket) PDF() ([]byte, error) {
	d := designFor(t.public.Game)
	c := canvas.NewPDF(d.w, d.h, string(t.public.Lang), t.title(), t.description())
	if err := t.draw(c, d).err; err != nil {
		return nil, err
	}
	return c.Bytes()
}

// Spot is a part of a ticket that is scratched as one piece.
type Spot struct {
	Surface string
	Zones   []string // whose cells lie under it
	Cells   []int    // their indices in a face
	Box     canvas.Box
}

// Spots returns a game's scratched parts, and the ticket's width and height, in millimetres.
func Spots(g *scratch.Game) (spots []Spot, width, height float64) {
	d := designFor(g)
	t := Ticket{public: Public{Game: g, Serial: "0", Digits: "0000", Lang: money.FR}}
	return t.draw(blank{}, d).spots, d.w, d.h
}

// blank is a canvas that draws nothing.
type blank struct{}

// Begin does nothing.
func (blank) Begin(canvas.Group) {}

// End does nothing.
func (blank) End() {}

// Draw does nothing.
func (blank) Draw(*canvas.Path, canvas.Affine, canvas.Style) {}

func (t *Ticket) title() string {
	p := t.public
	title := p.Game.Name.In(p.Lang) + " · " + p.Game.Currency.Format(p.Game.Price, p.Lang)
	if p.Specimen {
		title += " · SPECIMEN"
	}
	return title
}

func (t *Ticket) description() string {
	p := t.public
	state := money.Text{FR: "Ticket à gratter, non gratté. Numéro ", EN: "Scratch ticket, not scratched. Number "}
	if t.hidden != nil {
		state = money.Text{FR: "Ticket à gratter, gratté. Numéro ", EN: "Scratch ticket, scratched. Number "}
	}
	text := state.In(p.Lang) + p.Serial + "."
	if r := p.Game.Reconstruction.In(p.Lang); r != "" {
		text += " " + r
	}
	return text
}

// design is the layout of a game's ticket: its size in millimetres, its colours and its drawing.
type design struct {
	w, h  float64
	theme theme
	draw  func(*sheet)
}

func (t *Ticket) draw(c canvas.Canvas, d design) *sheet {
	s := &sheet{Canvas: c, game: t.public.Game, public: t.public, hidden: t.hidden, theme: d.theme, w: d.w, h: d.h, parts: map[string]int{}}
	d.draw(s)
	return s
}
