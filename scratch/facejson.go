package scratch

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// MaxFaceBytes bounds a face file; a face of 147 cells takes about four thousand bytes.
const MaxFaceBytes = 256 << 10

// FaceHeader is what a face file says besides the cells.
type FaceHeader struct {
	Game     string
	Version  uint32 // of the game file; 0 if the file does not say
	Specimen bool
	Serial   string // empty if the file does not say
}

// ReadFace reads a face file of this game: what can be read on one ticket, surface by surface and zone by zone. Elements
// that are absent (null, "", an empty figure, a zone or surface that is null, not there or too short) are read as Missing, elements outside their
// alphabet as Unlisted: both are faces that can be judged. Anything that is no face of this game is refused with a Problem
// that says where: bad_json, duplicate_key, unknown_key, wrong_type, wrong_game, wrong_version, unknown_surface, unknown_zone,
// extra_element, too_large, not_utf8,
// not_nfc (an accent decomposed: a person sees no difference, so it may be no fault of the print).
func ReadFace(g *Game, data []byte) (Face, FaceHeader, error) {
	root, err := parseJSON(data)
	if err != nil {
		return Face{}, FaceHeader{}, err
	}
	r := faceReader{game: g, face: Face{Cells: make([]Code, g.CellCount()), Captions: make([]CaptionState, g.CellCount())}}
	header := r.header(root)
	if r.problem != nil {
		return Face{}, FaceHeader{}, *r.problem
	}
	return r.face, header, nil
}

// faceReader walks a parsed face file; the first problem stops it.
type faceReader struct {
	game    *Game
	face    Face
	problem *Problem
}

func (r *faceReader) refuse(path, name, hint, format string, args ...any) {
	if r.problem == nil {
		r.problem = &Problem{Path: path, Name: name, Message: fmt.Sprintf(format, args...), Hint: hint}
	}
}

func (r *faceReader) header(root jsonValue) (h FaceHeader) {
	r.members(root, "", []string{"game", "version", "specimen", "serial", "control_box", "surfaces"}, "unknown_key", "key")
	for _, m := range root.members {
		path := "/" + m.name
		switch m.name {
		case "game":
			if h.Game = r.text(m.value, path); h.Game != r.game.ID {
				r.refuse(path, "wrong_game", "judge it with its own game", "this is a face of %q, not of %q", h.Game, r.game.ID)
			}
		case "version":
			if m.value.kind != jsonNumber || m.value.text != fmt.Sprint(r.game.Version) {
				r.refuse(path, "wrong_version", "judge it with the game file that it was printed from", "this game file has version %d, the face %s", r.game.Version, m.value.text)
			}
			h.Version = r.game.Version
		case "specimen":
			if h.Specimen = m.value.text == "true"; m.value.kind != jsonBool {
				r.refuse(path, "wrong_type", "write true or false", "specimen is %s", m.value.kind)
			}
		case "serial":
			h.Serial = r.text(m.value, path)
		case "control_box":
			box := r.text(m.value, path)
			if r.face.BoxUncovered = box == "uncovered"; !r.face.BoxUncovered && box != "covered" {
				r.refuse(path, "wrong_type", `write "covered" or "uncovered"`, "the control box is %q", box)
			}
		case "surfaces":
			r.surfaces(m.value)
		}
	}
	for _, key := range []string{"game", "surfaces"} {
		if _, ok := root.member(key); !ok {
			r.refuse("", "missing_key", "a face names its game and lists its surfaces", "%q is missing", key)
		}
	}
	return h
}

func (r *faceReader) surfaces(list jsonValue) {
	var ids []string
	for i := range r.game.Surfaces {
		ids = append(ids, r.game.Surfaces[i].ID)
	}
	r.members(list, "/surfaces", ids, "unknown_surface", "surface")
	for i := range r.game.Surfaces {
		s := &r.game.Surfaces[i]
		zones, _ := list.member(s.ID)
		path := "/surfaces/" + s.ID
		if zones.kind != jsonAbsent && zones.kind != jsonNull {
			var names []string
			for _, z := range s.zones {
				names = append(names, z.ID)
			}
			r.members(zones, path, names, "unknown_zone", "zone")
		}
		first := s.First
		for j := range s.zones {
			z := &s.zones[j]
			cells, _ := zones.member(z.ID)
			r.zone(z, cells, path+"/"+z.ID, first)
			first += z.Cells
		}
	}
}

func (r *faceReader) zone(z *Zone, list jsonValue, path string, first int) {
	if list.kind != jsonList && list.kind != jsonAbsent && list.kind != jsonNull {
		r.refuse(path, "wrong_type", "write the zone's elements in a list, [ ]", "zone %s is %s, not a list", z.ID, list.kind)
		return
	}
	for i, e := range list.list {
		at := fmt.Sprintf("%s/%d", path, i)
		if i >= z.Cells {
			r.refuse(at, "extra_element", "a zone holds no more elements than its ticket has cells", "zone %s has %d cells, the face lists %d elements", z.ID, z.Cells, len(list.list))
			return
		}
		r.face.Cells[first+i], r.face.Captions[first+i] = r.cell(z, e, at)
	}
}

func (r *faceReader) cell(z *Zone, e jsonValue, path string) (Code, CaptionState) {
	figure, caption := "", ""
	switch e.kind {
	case jsonNull:
	case jsonString:
		figure = e.text
	case jsonObject:
		keys := []string{"figure"}
		if key := z.Inscription.key(); key != "" {
			keys = append(keys, key)
		}
		r.members(e, path, keys, "unknown_key", "key")
		for _, m := range e.members {
			if m.value.kind == jsonNull {
				continue
			}
			text := r.text(m.value, path+"/"+m.name)
			if m.name == "figure" {
				figure = text
			} else {
				caption = text
			}
		}
	default:
		r.refuse(path, "wrong_type", `write the figure as text, between quotes`, "an element is a text or an object, this one is %s", e.kind)
	}
	c := z.Alphabet.Find(figure)
	return c, z.CompareCaption(c, caption)
}

// key is the inscription's name in a face file.
func (i Inscription) key() string { return [...]string{"", "caption", "vertical"}[i] }

func (r *faceReader) text(v jsonValue, path string) string {
	if v.kind != jsonString {
		r.refuse(path, "wrong_type", "write it as text, between quotes", "a text is expected here, not %s", v.kind)
	}
	return v.text
}

// members checks that v is an object with no other keys than these.
func (r *faceReader) members(v jsonValue, path string, known []string, name, what string) {
	if v.kind != jsonObject {
		r.refuse(path, "wrong_type", "write an object, { }", "an object is expected here, not %s", v.kind)
		return
	}
	for _, m := range v.members {
		if !slices.Contains(known, m.name) {
			r.refuse(path+"/"+escapePointer(m.name), name, "here go: "+strings.Join(known, ", "), "unknown %s %.40q", what, m.name)
		}
	}
}

// escapePointer makes a key a JSON pointer's step (RFC 6901).
func escapePointer(key string) string {
	if len(key) > 80 {
		key = key[:80]
	}
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(strings.ToValidUTF8(key, ""))
}

// WriteFace writes a printed face, one zone a line, in the form that ReadFace reads: every inscription agrees and the control box
// is covered. The header's game and version are the game's own.
func WriteFace(g *Game, cells []Code, header FaceHeader) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "{\n  \"game\": %s,\n  \"version\": %d,\n", quoted(g.ID), g.Version)
	fmt.Fprintf(&b, "  \"specimen\": %t,\n", header.Specimen)
	if header.Serial != "" {
		fmt.Fprintf(&b, "  \"serial\": %s,\n", quoted(header.Serial))
	}
	b.WriteString("  \"control_box\": \"covered\",\n  \"surfaces\": {")
	for i := range g.Surfaces {
		s := &g.Surfaces[i]
		fmt.Fprintf(&b, "%s\n    %s: {", between(i, ","), quoted(s.ID))
		first := s.First
		for j := range s.zones {
			z := &s.zones[j]
			fmt.Fprintf(&b, "%s\n      %s: [", between(j, ","), quoted(z.ID))
			for k := range z.Cells {
				c := Missing
				if first+k < len(cells) {
					c = cells[first+k]
				}
				b.WriteString(between(k, ", "))
				z.writeCell(&b, c)
			}
			b.WriteString("]")
			first += z.Cells
		}
		b.WriteString("\n    }")
	}
	b.WriteString("\n  }\n}\n")
	return b.Bytes()
}

func (z *Zone) writeCell(b *bytes.Buffer, c Code) {
	e := z.Alphabet.At(c)
	switch {
	case c == Missing:
		b.WriteString(`""`)
	case !z.Alphabet.Holds(c):
		b.WriteString(`"?"`)
	case z.Inscription == NoInscription:
		b.WriteString(quoted(e.Figure))
	default:
		fmt.Fprintf(b, `{"figure": %s, %q: %s}`, quoted(e.Figure), z.Inscription.key(), quoted(e.Caption))
	}
}

// between is what stands before element i of a list.
func between(i int, separator string) string {
	if i == 0 {
		return ""
	}
	return separator
}

// quoted writes a text as JSON, readable: no escapes for HTML.
func quoted(text string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(text) // a string always encodes
	return strings.TrimSuffix(b.String(), "\n")
}
