package artwork

import (
	"math"
	"strconv"
	"strings"
	"sync"

	"tirage/internal/artwork/canvas"
	"tirage/internal/artwork/typeface"
)

// patch is a part of the ticket that is scratched as one piece.
type patch struct {
	shape  *canvas.Path
	cells  []ref
	title  string        // read out by a screen reader
	decor  func()        // printed on the coating
	prompt string        // printed on the coating, in the middle of the shape's box or at promptY
	at     canvas.Box    // of the prompt; the shape's box if empty
	paper  *canvas.Paint // under the coating; the theme's paper if nil
	under  func()        // what the cells show; runs on scratched tickets only
}

// rub draws a patch, covered or scratched, and notes where it lies.
func (s *sheet) rub(p patch) {
	box := p.shape.Bounds()
	zone := "claim-code"
	if len(p.cells) > 0 {
		zone = p.cells[0].surface.ID + "." + p.cells[0].zone.ID
		s.note(p, box)
	}
	s.parts[zone]++
	id := "zone:" + zone
	if n := s.parts[zone]; n > 1 {
		id += ":" + strconv.Itoa(n)
	}
	s.Begin(canvas.Group{ID: id, Zone: zone, Title: p.title + s.spoken(p.cells)})
	if s.hidden == nil {
		s.coat(p, box)
	} else {
		s.uncover(p, box)
	}
	s.End()
}

// spoken is what a screen reader says of the cells after their place's name: that they are covered, or what they show.
func (s *sheet) spoken(cells []ref) string {
	switch {
	case len(cells) == 0:
		return ""
	case s.hidden == nil:
		return s.say(", non gratté", ", not scratched")
	}
	words := make([]string, len(cells))
	for i, c := range cells {
		if e := c.zone.Alphabet.At(s.hidden.Face.Cells[c.index]); e.Figure != "" {
			words[i] = or(e.Name.In(s.public.Lang), e.Figure)
		} else {
			words[i] = s.say("illisible", "unreadable")
		}
	}
	return s.say(" : ", ": ") + strings.Join(words, ", ")
}

// note keeps the patch's place for Spots.
func (s *sheet) note(p patch, box canvas.Box) {
	spot := Spot{Surface: p.cells[0].surface.ID, Box: box}
	for _, c := range p.cells {
		if n := len(spot.Zones); n == 0 || spot.Zones[n-1] != c.zone.ID {
			spot.Zones = append(spot.Zones, c.zone.ID)
		}
		spot.Cells = append(spot.Cells, c.index)
	}
	s.spots = append(s.spots, spot)
}

// coat draws the coating: metal, hatching, and what is printed on it.
func (s *sheet) coat(p patch, box canvas.Box) {
	c := s.theme.coat
	s.fill(p.shape, canvas.Painted(canvas.Along(canvas.Pt{X: 0, Y: 0}, canvas.Pt{X: 1, Y: 1}, c[0], c[1], c[2], c[1], c[0])))
	s.Begin(canvas.Group{Clip: p.shape})
	for x := box.X; x < box.Right(); x += hatchSide {
		for y := box.Y; y < box.Bottom(); y += hatchSide {
			s.Draw(hatch(), canvas.At(x, y), canvas.Stroked(0xFFFFFF, 0.11).Faint(0.5))
		}
	}
	s.fill(p.shape, canvas.Stroked(0xFFFFFF, 0.9).Faint(0.55))
	if p.decor != nil {
		p.decor()
	}
	s.End()
	s.fill(p.shape, canvas.Stroked(s.theme.mark, 0.22).Faint(0.55))
	if p.prompt != "" {
		at := p.at
		if at.W == 0 {
			at = box.Inset(1)
		}
		l := centred(typeface.Bold, min(2.7, at.H*0.8), s.theme.mark)
		l.track = 0.04
		s.middle(l, at.Mid().X, at.Mid().Y, at.W, p.prompt)
	}
}

// uncover draws the paper with what it shows, and crumbs of the coating left along the edge.
func (s *sheet) uncover(p patch, box canvas.Box) {
	paper := p.paper
	if paper == nil {
		paper = canvas.Plain(s.theme.paper)
	}
	s.fill(p.shape, canvas.Painted(paper))
	k := math.Min(1, math.Min(box.W, box.H)/16)
	s.fill(ragged(p.shape, 1.25*k), canvas.Style{Fill: canvas.Plain(s.theme.coat[1]), EvenOdd: true})
	s.fill(ragged(p.shape, 0.6*k), canvas.Style{Fill: canvas.Plain(s.theme.coat[2]), EvenOdd: true})
	s.fill(p.shape, canvas.Stroked(s.theme.mark, 0.18).Faint(0.45))
	if p.under != nil {
		p.under()
	}
}

// ragged is the ring between an outline and an uneven line inside it, at most depth away: what a coin leaves of the coating.
func ragged(shape *canvas.Path, depth float64) *canvas.Path {
	pts := shape.Flatten(0.75)
	ring := new(canvas.Path).Append(shape, canvas.Identity)
	area := 0.0
	for i, p := range pts {
		q := pts[(i+1)%len(pts)]
		area += p.X*q.Y - q.X*p.Y
	}
	dice := uint32(len(pts))*2654435761 + uint32(depth*1000)
	for i, p := range pts {
		a, b := pts[(i+len(pts)-1)%len(pts)], pts[(i+1)%len(pts)]
		dx, dy := b.X-a.X, b.Y-a.Y
		if area < 0 {
			dx, dy = -dx, -dy
		}
		dice = dice*1664525 + 1013904223
		n := math.Hypot(dx, dy)
		if n == 0 {
			continue
		}
		d := depth * (0.15 + 0.85*float64(dice>>16&0xFF)/255*float64(dice>>24)/255)
		x, y := p.X-dy/n*d, p.Y+dx/n*d
		if len(ring.Ops) == len(shape.Ops) {
			ring.Move(x, y)
		} else {
			ring.Line(x, y)
		}
	}
	return ring.Close()
}

const hatchSide = 12.0

// hatch is a tile of fine slanting lines that continue in the next tile.
var hatch = sync.OnceValue(func() *canvas.Path {
	p := new(canvas.Path)
	const step = 0.8
	for d := step; d < 2*hatchSide; d += step {
		a := math.Max(0, d-hatchSide)
		p.Move(a, d-a).Line(d-a, a)
	}
	return p.Share()
})
