package scratch

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"tirage/fair"
	"tirage/money"
)

// faceStub is a surface of which only the zones matter.
type faceStub struct{ zones []Zone }

func (s faceStub) Kind() string                                  { return "stub" }
func (s faceStub) Zones() []Zone                                 { return s.zones }
func (s faceStub) Parts() []Part                                 { return []Part{{ID: "stub"}} }
func (s faceStub) Outcomes() []Outcome                           { return []Outcome{{Weight: 1}} }
func (s faceStub) Amounts() *Alphabet                            { return nil }
func (s faceStub) Read([]Code) Reading                           { return Reading{} }
func (s faceStub) Fault([]Code) Fault                            { return Fault{} }
func (s faceStub) Explain([]Code, Reading) []Reason              { return nil }
func (s faceStub) Legend() []LegendRow                           { return nil }
func (s faceStub) Print(*fair.Tape, int, *fair.Weighted, []Code) {}

// faceGame has a zone of each inscription.
func faceGame(t testing.TB) *Game {
	t.Helper()
	alphabet := func(elements ...Element) *Alphabet {
		a, err := NewAlphabet(elements)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	numbers := make([]Element, 75)
	for i := range numbers {
		numbers[i] = Element{Figure: string(appendInt(nil, i+1)), Value: i + 1}
	}
	g := &Game{ID: "stub-1eur", Version: 3, Price: 100, Currency: money.EUR, Surfaces: []Surface{
		{ID: "one", Mechanic: faceStub{[]Zone{
			{ID: "balls", Cells: 27, Alphabet: alphabet(numbers...)},
			{ID: "cards", Cells: 120, Alphabet: alphabet(numbers...)},
		}}},
		{ID: "two", Mechanic: faceStub{[]Zone{
			{ID: "gain", Cells: 1, Inscription: InLetters, Alphabet: alphabet(
				Element{Figure: "3 €", Caption: "TROIS EUROS"}, Element{Figure: "1\u202f000\u202f000\u00a0€", Caption: "UN MILLION D'EUROS"})},
			{ID: "times", Cells: 2, Inscription: Vertical, Alphabet: alphabet(
				Element{Figure: "4:58.07", Caption: "4:58.07"}, Element{Figure: "4:58.08", Caption: "4:58.08"})},
		}}},
	}}
	g.Prepare()
	return g
}

func appendInt(dst []byte, n int) []byte {
	if n >= 10 {
		dst = appendInt(dst, n/10)
	}
	return append(dst, byte('0'+n%10))
}

func randomFace(g *Game, r *rand.Rand) []Code {
	cells := make([]Code, g.CellCount())
	g.EachZone(func(_ *Surface, z Zone, first int) {
		for i := range z.Cells {
			cells[first+i] = Code(1 + r.IntN(z.Alphabet.Len()))
		}
	})
	return cells
}

// TestFaceRoundTrip: what WriteFace writes, ReadFace reads, cell by cell, with every inscription agreeing; missing and unlisted cells too.
func TestFaceRoundTrip(t *testing.T) {
	g, r := faceGame(t), rand.New(rand.NewPCG(1, 2))
	for i := range 200 {
		cells := randomFace(g, r)
		if i%2 == 1 {
			cells[r.IntN(len(cells))] = Missing
			cells[r.IntN(len(cells))] = Unlisted
		}
		want := FaceHeader{Game: g.ID, Version: 3, Specimen: i%3 == 0, Serial: "0001-01"}
		face, header, err := ReadFace(g, WriteFace(g, cells, want))
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(face.Cells, cells) || header != want || face.BoxUncovered {
			t.Fatalf("read %v %+v, wrote %v %+v", face.Cells, header, cells, want)
		}
		if slicesIndexOther(face.Captions) >= 0 {
			t.Fatalf("inscriptions of a printed face disagree: %v", face.Captions)
		}
	}
}

func slicesIndexOther(states []CaptionState) int {
	for i, s := range states {
		if s != CaptionAgrees {
			return i
		}
	}
	return -1
}

func TestReadFaceCells(t *testing.T) {
	g := faceGame(t)
	gain := g.Surfaces[1].First
	for _, c := range []struct {
		name, gain string
		code       Code
		state      CaptionState
	}{
		{"agrees", `[{"figure": "3 €", "caption": "TROIS EUROS"}]`, 1, CaptionAgrees},
		{"other spaces", `[{"figure": " 1 000 000 € ", "caption": " UN  MILLION D'EUROS"}]`, 2, CaptionAgrees},
		{"no caption", `[{"figure": "3 €"}]`, 1, CaptionAbsent},
		{"bare figure", `["3 €"]`, 1, CaptionAbsent},
		{"empty caption", `[{"figure": "3 €", "caption": " "}]`, 1, CaptionAbsent},
		{"null caption", `[{"figure": "3 €", "caption": null}]`, 1, CaptionAbsent},
		{"other caption", `[{"figure": "3 €", "caption": "QUATRE EUROS"}]`, 1, CaptionDiffers},
		{"other case", `[{"figure": "3 €", "caption": "Trois euros"}]`, 1, CaptionDiffers},
		{"unlisted", `[{"figure": "4 €", "caption": "QUATRE EUROS"}]`, Unlisted, CaptionAgrees},
		{"null", `[null]`, Missing, CaptionAgrees},
		{"empty", `[""]`, Missing, CaptionAgrees},
		{"empty figure", `[{"figure": "", "caption": "TROIS EUROS"}]`, Missing, CaptionAgrees},
		{"caption alone", `[{"caption": "TROIS EUROS"}]`, Missing, CaptionAgrees},
		{"short zone", `[]`, Missing, CaptionAgrees},
		{"null zone", `null`, Missing, CaptionAgrees},
	} {
		face, _, err := ReadFace(g, []byte(`{"game": "stub-1eur", "surfaces": {"two": {"gain": `+c.gain+`}}}`))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if face.Cells[gain] != c.code || face.Captions[gain] != c.state {
			t.Errorf("%s: code %d state %d, want %d %d", c.name, face.Cells[gain], face.Captions[gain], c.code, c.state)
		}
		if face.Cells[0] != Missing {
			t.Errorf("%s: a surface that is not there reads as %d", c.name, face.Cells[0])
		}
	}
}

func TestReadFaceRefuses(t *testing.T) {
	g := faceGame(t)
	in := func(surfaces string) string { return `{"game": "stub-1eur", "surfaces": {` + surfaces + `}}` }
	for _, c := range []struct{ data, name, path string }{
		{``, "bad_json", ""},
		{`{"game": "stub-1eur", "surfaces": {}`, "bad_json", ""},
		{`{"game": "stub-1eur", "surfaces": {}} {}`, "bad_json", ""},
		{`{"game": "stub-1eur" "surfaces": {}}`, "bad_json", ""},
		{`[[[[[[[[[[]]]]]]]]]]`, "bad_json", "/0/0/0/0/0/0/0/0"},
		{"{\"game\": \"\xff\"}", "not_utf8", ""},
		{strings.Repeat(" ", MaxFaceBytes+1), "too_large", ""},
		{in("\"two\": {\"gain\": [{\"figure\": \"3 €\", \"caption\": \"ZE\u0301RO\"}]}"), "not_nfc", "/surfaces/two/gain/0/caption"},
		{in(`"two": {"gain": [{"figure": "3 €", "caption": "ZE\u0301RO"}]}`), "not_nfc", "/surfaces/two/gain/0/caption"},
		{`[]`, "wrong_type", ""},
		{`null`, "wrong_type", ""},
		{`{}`, "missing_key", ""},
		{`{"game": "stub-1eur"}`, "missing_key", ""},
		{`{"surfaces": {}}`, "missing_key", ""},
		{`{"game": "stub-1eur", "game": "stub-1eur", "surfaces": {}}`, "duplicate_key", "/game"},
		{`{"game": "bingo", "surfaces": {}}`, "wrong_game", "/game"},
		{`{"game": 7, "surfaces": {}}`, "wrong_type", "/game"},
		{`{"game": "stub-1eur", "version": 2, "surfaces": {}}`, "wrong_version", "/version"},
		{`{"game": "stub-1eur", "version": "3", "surfaces": {}}`, "wrong_version", "/version"},
		{`{"game": "stub-1eur", "specimen": "yes", "surfaces": {}}`, "wrong_type", "/specimen"},
		{`{"game": "stub-1eur", "control_box": "open", "surfaces": {}}`, "wrong_type", "/control_box"},
		{`{"game": "stub-1eur", "surfaces": []}`, "wrong_type", "/surfaces"},
		{`{"game": "stub-1eur", "surface": {}, "surfaces": {}}`, "unknown_key", "/surface"},
		{in(`"three": {}`), "unknown_surface", "/surfaces/three"},
		{in(`"a/b~c": {}`), "unknown_surface", "/surfaces/a~1b~0c"},
		{in(`"two": {"prize": []}`), "unknown_zone", "/surfaces/two/prize"},
		{in(`"two": {"gain": "3 €"}`), "wrong_type", "/surfaces/two/gain"},
		{in(`"two": {"gain": ["3 €", "3 €"]}`), "extra_element", "/surfaces/two/gain/1"},
		{in(`"two": {"gain": [3]}`), "wrong_type", "/surfaces/two/gain/0"},
		{in(`"two": {"gain": [{"figure": 3}]}`), "wrong_type", "/surfaces/two/gain/0/figure"},
		{in(`"two": {"gain": [{"figure": "3 €", "vertical": "3 €"}]}`), "unknown_key", "/surfaces/two/gain/0/vertical"},
		{in(`"one": {"balls": [{"figure": "3", "caption": "TROIS"}]}`), "unknown_key", "/surfaces/one/balls/0/caption"},
		{in(`"one": {"balls": [3]}`), "wrong_type", "/surfaces/one/balls/0"},
	} {
		_, _, err := ReadFace(g, []byte(c.data))
		var p Problem
		if !errors.As(err, &p) || p.Name != c.name || p.Path != c.path {
			t.Errorf("%.80s: %v (%s at %q), want %s at %q", c.data, err, p.Name, p.Path, c.name, c.path)
		}
	}
}

// FuzzReadFace: any bytes are a face or a Problem, and a face that was read is written and read back the same.
func FuzzReadFace(f *testing.F) {
	g := faceGame(f)
	f.Add(WriteFace(g, randomFace(g, rand.New(rand.NewPCG(1, 2))), FaceHeader{}))
	f.Add([]byte(`{"game": "stub-1eur", "control_box": "uncovered", "surfaces": {"two": {"gain": [null], "times": ["4:58.07", {"figure": "4:58.07", "vertical": ""}]}}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		face, header, err := ReadFace(g, data)
		if err != nil {
			if _, named := err.(Problem); !named {
				t.Fatalf("an error without a name: %v", err)
			}
			return
		}
		again, _, err := ReadFace(g, WriteFace(g, face.Cells, header))
		if err != nil || !reflect.DeepEqual(again.Cells, face.Cells) {
			t.Fatalf("%v read back as %v, %v", face.Cells, again.Cells, err)
		}
	})
}

// TestColumnsRoundTrip: what AppendFigures and AppendCaptions write, ReadCells reads.
func TestColumnsRoundTrip(t *testing.T) {
	g, r := faceGame(t), rand.New(rand.NewPCG(3, 4))
	for range 200 {
		cells := randomFace(g, r)
		cells[r.IntN(len(cells))] = Missing
		g.EachZone(func(_ *Surface, z Zone, first int) {
			want := cells[first : first+z.Cells]
			got, states := make([]Code, z.Cells), make([]CaptionState, z.Cells)
			exact, err := z.ReadCells(string(z.AppendFigures(nil, want)), string(z.AppendCaptions(nil, want)), got, states)
			if err != nil || !exact || !reflect.DeepEqual(got, want) || slicesIndexOther(states) >= 0 {
				t.Fatalf("%s: wrote %v, read %v %v, %v", z.ID, want, got, states, err)
			}
		})
	}
}

func TestReadCells(t *testing.T) {
	g := faceGame(t)
	gain, times := &g.Surfaces[1].zones[0], &g.Surfaces[1].zones[1]
	balls := &g.Surfaces[0].zones[0]
	for _, c := range []struct {
		zone              *Zone
		figures, captions string
		cells             []Code
		states            []CaptionState
	}{
		{gain, "1 000 000 €", "UN MILLION D'EUROS", []Code{2}, []CaptionState{CaptionAgrees}},
		{gain, "", "", []Code{Missing}, []CaptionState{CaptionAgrees}},
		{gain, "3 €\x00", "", []Code{Unlisted}, []CaptionState{CaptionAgrees}},
		{gain, "3 €", "QUATRE", []Code{1}, []CaptionState{CaptionDiffers}},
		{times, "4:58.07|4:58.08", "|4:58.07", []Code{1, 2}, []CaptionState{CaptionAbsent, CaptionDiffers}},
		{times, "4:58.07|4:58.0", "4:58.07|4:58.0", []Code{1, Unlisted}, []CaptionState{CaptionAgrees, CaptionAgrees}},
	} {
		cells, states := make([]Code, c.zone.Cells), make([]CaptionState, c.zone.Cells)
		if _, err := c.zone.ReadCells(c.figures, c.captions, cells, states); err != nil || !reflect.DeepEqual(cells, c.cells) || !reflect.DeepEqual(states, c.states) {
			t.Errorf("%q %q: %v %v %v", c.figures, c.captions, cells, states, err)
		}
	}
	for _, c := range []struct {
		zone                    *Zone
		figures, captions, name string
	}{
		{times, "4:58.07", "4:58.07|4:58.07", "cell_count"},
		{times, "4:58.07|4:58.07|4:58.07", "4:58.07|4:58.07", "cell_count"},
		{times, "4:58.07|4:58.07", "4:58.07", "cell_count"},
		{times, "4:58.07|4:58.07", "4:58.07|4:58.07|", "cell_count"},
		{balls, strings.Repeat("1|", 26) + "1", "UN", "unexpected_caption"},
	} {
		cells, states := make([]Code, c.zone.Cells), make([]CaptionState, c.zone.Cells)
		var refusal *Refusal
		if _, err := c.zone.ReadCells(c.figures, c.captions, cells, states); !errors.As(err, &refusal) || refusal.Name != c.name {
			t.Errorf("%q %q: %v, want %s", c.figures, c.captions, err, c.name)
		}
	}
}

// BenchmarkReadCells reads the 147 cells of a bingo face; the aim is under 3 µs.
func BenchmarkReadCells(b *testing.B) {
	g := faceGame(b)
	cells := randomFace(g, rand.New(rand.NewPCG(1, 2)))
	got, states := make([]Code, 147), make([]CaptionState, 147)
	balls, cards := &g.Surfaces[0].zones[0], &g.Surfaces[0].zones[1]
	ballText, cardText := string(balls.AppendFigures(nil, cells[:27])), string(cards.AppendFigures(nil, cells[27:147]))
	b.ReportAllocs()
	for b.Loop() {
		exactBalls, err := balls.ReadCells(ballText, "", got[:27], states[:27])
		exactCards, err2 := cards.ReadCells(cardText, "", got[27:], states[27:])
		if err != nil || err2 != nil || !exactBalls || !exactCards {
			b.Fatal("refused")
		}
	}
	if !bytes.Equal(Canonical(nil, got), Canonical(nil, cells[:147])) {
		b.Fatal("misread")
	}
}
