package gamefile

import (
	"fmt"
	"strconv"

	"tirage/money"
	"tirage/scratch"
)

// faceBuilder writes what a test file says over a face.
type faceBuilder struct {
	*tester
	face *scratch.Face
}

func (f *faceBuilder) surfaces(n *node, path string) {
	if n == nil {
		return
	}
	for i, k := range n.keys {
		var ids []string
		found := false
		f.game.EachZone(func(s *scratch.Surface, _ scratch.Zone, _ int) {
			found = found || s.ID == k.name
			if len(ids) == 0 || ids[len(ids)-1] != s.ID {
				ids = append(ids, s.ID)
			}
		})
		if !found {
			f.at(path+"/"+escape(k.name), "unknown_surface", fmt.Sprintf("the ticket has no surface %.40q", k.name), scratch.Suggest(k.name, ids), false)
			continue
		}
		f.zones(k.name, n.list[i], path+"/"+escape(k.name))
	}
}

func (f *faceBuilder) zones(surface string, n *node, path string) {
	for i, k := range n.keys {
		var ids []string
		found := false
		f.game.EachZone(func(s *scratch.Surface, z scratch.Zone, first int) {
			if s.ID != surface {
				return
			}
			ids = append(ids, z.ID)
			if z.ID == k.name {
				found = true
				f.zone(z, first, n.list[i], path+"/"+escape(k.name))
			}
		})
		if !found {
			f.at(path+"/"+escape(k.name), "unknown_zone", fmt.Sprintf("surface %s has no zone %.40q", surface, k.name), scratch.Suggest(k.name, ids), false)
		}
	}
}

// zone writes a zone: a list of all its elements, a mapping from an element's number (from 1) to it, or, for a zone with one
// element, the element itself.
func (f *faceBuilder) zone(z scratch.Zone, first int, n *node, path string) {
	switch {
	case n.kind == listNode:
		if len(n.list) != z.Cells {
			f.at(path, "cell_count", fmt.Sprintf("zone %s has %d elements, %d are written", z.ID, z.Cells, len(n.list)), `write them all, "" for one that is missing, or some by number: {1: …}`, false)
			return
		}
		for i, e := range n.list {
			f.element(z, first+i, e, path+"/"+strconv.Itoa(i))
		}
	case n.kind == mapNode && !isElement(n):
		for i, k := range n.keys {
			number, err := strconv.Atoi(k.name)
			if err != nil || number < 1 || number > z.Cells {
				f.at(path+"/"+escape(k.name), "unknown_element", fmt.Sprintf("zone %s has elements 1 to %d, not %.20q", z.ID, z.Cells, k.name), "", false)
				continue
			}
			f.element(z, first+number-1, n.list[i], path+"/"+escape(k.name))
		}
	case z.Cells == 1:
		f.element(z, first, n, path)
	default:
		f.at(path, "wrong_type", fmt.Sprintf("zone %s has %d elements: a list is expected", z.ID, z.Cells), "", false)
	}
}

func isElement(n *node) bool {
	return n.get("figure") != nil || n.get("caption") != nil || n.get("vertical") != nil
}

// element writes one cell: a figure, or {figure, caption} with an inscription that need not agree.
func (f *faceBuilder) element(z scratch.Zone, cell int, n *node, path string) {
	figure, caption := n, (*node)(nil)
	if n.kind == mapNode {
		figure = n.get("figure")
		for _, k := range n.keys {
			if k.name != "figure" && k.name != inscriptionKey(z) {
				f.at(path+"/"+escape(k.name), "unknown_field", fmt.Sprintf("an element of zone %s has no %.20q", z.ID, k.name), "", false)
			}
		}
		caption = n.get(inscriptionKey(z))
	}
	if figure != nil && (figure.kind == listNode || figure.kind == mapNode) {
		f.at(path, "wrong_type", "an element is expected here, not "+figure.kind.String(), "", false)
		return
	}
	code := find(z.Alphabet, figure.str(), f.game.Currency)
	f.face.Cells[cell], f.face.Captions[cell] = code, scratch.CaptionAgrees
	if caption != nil {
		f.face.Captions[cell] = z.CompareCaption(code, caption.str())
	}
}

func inscriptionKey(z scratch.Zone) string {
	return [...]string{scratch.NoInscription: "figure", scratch.InLetters: "caption", scratch.Vertical: "vertical"}[z.Inscription]
}

// find is the code of a figure as a designer writes it: as printed, or an amount in the main unit.
func find(a *scratch.Alphabet, figure string, c money.Currency) scratch.Code {
	code := a.Find(figure)
	if code != scratch.Unlisted {
		return code
	}
	amount, err := money.Parse(figure, c)
	if err != nil {
		return code
	}
	for i := range a.Len() {
		if e := a.At(scratch.Code(i + 1)); e.Amount == amount && e.Figure == c.Format(amount, money.FR) || e.Amount == amount && e.Figure == c.Format(amount, money.EN) {
			return scratch.Code(i + 1)
		}
	}
	return code
}
