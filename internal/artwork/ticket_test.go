package artwork

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"regexp"
	"strings"
	"sync"
	"testing"

	"tirage/internal/artwork/canvas"
	"tirage/money"
	"tirage/scratch"
)

// A covered ticket is one and the same file whatever lies under its coating, and speaks of nothing that does.
func TestEverythingHiddenIsHidden(t *testing.T) {
	for id, g := range every(t) {
		var first []byte
		for outcome := range 3 {
			f := printed(g, outcome, 7)
			open, err := scratched(t, g, f).SVG()
			if err != nil {
				t.Fatal(err)
			}
			shut, err := covered(t, g).SVG()
			if err != nil {
				t.Fatal(err)
			}
			if first == nil {
				first = shut
			}
			if !bytes.Equal(shut, first) {
				t.Errorf("%s: the covered ticket changes with what it covers", id)
			}
			if bytes.Equal(shut, open) {
				t.Errorf("%s: covered and scratched are the same", id)
			}
			if !bytes.Contains(open, []byte(virn)) || bytes.Contains(shut, []byte(virn)) {
				t.Errorf("%s: the VIRN must be spoken once scratched, and only then", id)
			}
		}
		for _, label := range spokenLabels(t, first) {
			zone, said, _ := strings.Cut(label, "|")
			if zone != "" && !strings.HasSuffix(said, "non gratté") {
				t.Errorf("%s: %s says %q under its coating", id, zone, said)
			}
		}
	}
}

// spokenLabels lists "zone|label" of all groups of an SVG.
func spokenLabels(t *testing.T, svg []byte) (list []string) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(svg))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		if start, ok := token.(xml.StartElement); ok && start.Name.Local == "g" {
			zone, label := "", ""
			for _, a := range start.Attr {
				switch a.Name.Local {
				case "data-zone":
					zone = a.Value
				case "aria-label":
					label = a.Value
				}
			}
			if label != "" {
				list = append(list, zone+"|"+label)
			}
		}
	}
}

// A scratched ticket speaks every element of its face.
func TestScratchedSpeaks(t *testing.T) {
	for id, g := range every(t) {
		f := printed(g, 1, 3)
		svg, err := scratched(t, g, f).SVG()
		if err != nil {
			t.Fatal(err)
		}
		all := strings.Join(spokenLabels(t, svg), "\n")
		g.EachZone(func(s *scratch.Surface, z scratch.Zone, first int) {
			for i := range z.Cells {
				e := z.Alphabet.At(f.Cells[first+i])
				if !strings.Contains(all, or(e.Name.In(money.FR), e.Figure)) {
					t.Errorf("%s: %s.%s shows %q, which is not spoken", id, s.ID, z.ID, e.Figure)
				}
			}
		})
	}
}

// Equal input gives equal bytes, also when tickets are drawn at the same time.
func TestDeterminism(t *testing.T) {
	for id, g := range every(t) {
		var wait sync.WaitGroup
		var svg, pdf [3][]byte
		for i := range svg {
			wait.Go(func() {
				s, err := Scratched(public(g), Hidden{Face: printed(g, 2, 9), VIRN: virn, Code: code})
				if err == nil {
					svg[i], err = s.SVG()
				}
				if err == nil {
					pdf[i], err = s.PDF()
				}
				if err != nil {
					t.Error(err)
				}
			})
		}
		wait.Wait()
		for i := 1; i < len(svg); i++ {
			if !bytes.Equal(svg[0], svg[i]) || !bytes.Equal(pdf[0], pdf[i]) {
				t.Errorf("%s: two drawings of one ticket differ", id)
			}
		}
	}
}

var inside = regexp.MustCompile(`(?:href="#|url\(#)([^")]+)`)

// An SVG is one well-formed document that needs nothing outside itself: no font, script, style, picture or link.
func TestSVGStandsAlone(t *testing.T) {
	for id, g := range every(t) {
		for state, k := range map[string]*Ticket{"covered": covered(t, g), "scratched": scratched(t, g, printed(g, 0, 1))} {
			svg, err := k.SVG()
			if err != nil {
				t.Fatal(err)
			}
			ids := map[string]bool{}
			d := xml.NewDecoder(bytes.NewReader(svg))
			for {
				token, err := d.Token()
				if err == io.EOF {
					break
				}
				if err != nil {
					t.Fatalf("%s, %s: %v", id, state, err)
				}
				start, ok := token.(xml.StartElement)
				if !ok {
					continue
				}
				switch start.Name.Local {
				case "script", "style", "text", "image", "foreignObject", "a":
					t.Errorf("%s, %s: holds <%s>", id, state, start.Name.Local)
				}
				for _, a := range start.Attr {
					if a.Name.Local == "id" {
						if ids[a.Value] {
							t.Errorf("%s, %s: id %q stands twice", id, state, a.Value)
						}
						ids[a.Value] = true
					}
				}
			}
			for _, m := range inside.FindAllSubmatch(svg, -1) {
				if !ids[string(m[1])] {
					t.Errorf("%s, %s: refers to %q, which is not there", id, state, m[1])
				}
			}
			if n := len(svg); n > 400_000 {
				t.Errorf("%s, %s: %d bytes", id, state, n)
			}
		}
	}
}

// Every text fits its place, whatever the ticket shows: each outcome of each surface, and each element of each alphabet.
func TestEveryTextFits(t *testing.T) {
	for id, g := range every(t) {
		d := designFor(g)
		seen := map[string]bool{}
		check := func(k *Ticket) {
			t.Helper()
			for _, text := range k.draw(blank{}, d).tight {
				if !seen[text] {
					seen[text] = true
					t.Errorf("%s: %s", id, text)
				}
			}
		}
		check(covered(t, g))
		n := outcomes(g)
		for i := 0; i < n; i += 1 + n/60 {
			check(scratched(t, g, printed(g, i, byte(i))))
		}
		longest := 0
		g.EachZone(func(_ *scratch.Surface, z scratch.Zone, _ int) { longest = max(longest, z.Alphabet.Len()) })
		for i := 0; i < longest; i += 1 + longest/60 {
			cells := make([]scratch.Code, 0, g.CellCount())
			g.EachZone(func(_ *scratch.Surface, z scratch.Zone, _ int) {
				for k := range z.Cells {
					cells = append(cells, scratch.Code((i+k)%z.Alphabet.Len()+1))
				}
			})
			check(scratched(t, g, scratch.Face{Cells: cells}))
		}
	}
}

// A badly printed ticket can be drawn too: as somebody holds it.
func TestMisprints(t *testing.T) {
	for id, g := range every(t) {
		good := printed(g, 1, 1)
		fine, err := scratched(t, g, good).SVG()
		if err != nil {
			t.Fatal(err)
		}
		for name, spoil := range map[string]func(*scratch.Face){
			"missing":  func(f *scratch.Face) { clear(f.Cells) },
			"unlisted": func(f *scratch.Face) { f.Cells[0], f.Cells[len(f.Cells)-1] = scratch.Unlisted, scratch.Unlisted },
			"captions": func(f *scratch.Face) {
				f.Captions = make([]scratch.CaptionState, len(f.Cells))
				for i := range f.Captions {
					f.Captions[i] = scratch.CaptionState(i % 3)
				}
			},
			"few captions": func(f *scratch.Face) { f.Captions = []scratch.CaptionState{scratch.CaptionDiffers} },
			"control box":  func(f *scratch.Face) { f.BoxUncovered = true },
		} {
			f := scratch.Face{Cells: bytesOf(good.Cells)}
			spoil(&f)
			k := scratched(t, g, f)
			bad, err := k.SVG()
			if err != nil {
				t.Fatal(err)
			}
			if bytes.Equal(bad, fine) && (name != "captions" && name != "few captions" || captioned(g)) && name != "few captions" {
				t.Errorf("%s: %s cannot be seen", id, name)
			}
			if _, err := k.PDF(); err != nil {
				t.Errorf("%s: %s: %v", id, name, err)
			}
		}
	}
}

func bytesOf(cells []scratch.Code) []scratch.Code { return append([]scratch.Code(nil), cells...) }

func captioned(g *scratch.Game) (yes bool) {
	g.EachZone(func(_ *scratch.Surface, z scratch.Zone, _ int) { yes = yes || z.Inscription != scratch.NoInscription })
	return yes
}

// The web lays its scratchable parts by Spots: each cell under exactly one, none overlapping, all on the ticket and in the SVG.
func TestSpots(t *testing.T) {
	for id, g := range every(t) {
		spots, w, h := Spots(g)
		svg, err := covered(t, g).SVG()
		if err != nil {
			t.Fatal(err)
		}
		under := make([]int, g.CellCount())
		for i, s := range spots {
			for _, c := range s.Cells {
				under[c]++
			}
			if s.Box.X < 0 || s.Box.Y < 0 || s.Box.Right() > w || s.Box.Bottom() > h {
				t.Errorf("%s: %v leaves the ticket: %+v", id, s.Zones, s.Box)
			}
			for _, o := range spots[:i] {
				if overlap(s.Box, o.Box) {
					t.Errorf("%s: %v and %v overlap", id, s.Zones, o.Zones)
				}
			}
			if !bytes.Contains(svg, []byte(`id="zone:`+s.Surface+"."+s.Zones[0])) {
				t.Errorf("%s: no group for %s.%s", id, s.Surface, s.Zones[0])
			}
		}
		for c, n := range under {
			if n != 1 {
				t.Errorf("%s: cell %d lies under %d spots", id, c, n)
			}
		}
	}
}

func overlap(a, b canvas.Box) bool {
	return a.X < b.Right() && b.X < a.Right() && a.Y < b.Bottom() && b.Y < a.Bottom()
}

// A reconstructed prize table and a specimen are always said to be such; without them nothing says so.
func TestLabels(t *testing.T) {
	g := shipped(t, "sports-2004-5eur")
	svg, err := covered(t, g).SVG()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`aria-label="SPECIMEN"`, "· SPECIMEN</title>", g.Reconstruction.FR} {
		if !bytes.Contains(svg, []byte(want)) {
			t.Errorf("the sports specimen does not say %q", want)
		}
	}
	p := public(shipped(t, "vegas-3eur"))
	p.Specimen, p.Lang = false, money.EN
	k, err := Covered(p)
	if err != nil {
		t.Fatal(err)
	}
	svg, err = k.SVG()
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(svg, []byte("SPECIMEN")) || !bytes.Contains(svg, []byte(`lang="en"`)) || !bytes.Contains(svg, []byte("not scratched")) {
		t.Error("a Vegas ticket in English is marked wrongly")
	}
}

// What cannot be drawn is refused by name.
func TestRefusals(t *testing.T) {
	g := shipped(t, "vegas-3eur")
	p := public(g)
	f := printed(g, 0, 1)
	cases := []struct {
		want error
		make func() (*Ticket, error)
	}{
		{ErrNoGame, func() (*Ticket, error) { return Covered(Public{Digits: digits20}) }},
		{ErrNoGame, func() (*Ticket, error) { return Covered(Public{Game: &scratch.Game{}, Digits: digits20}) }},
		{ErrDigits, func() (*Ticket, error) { return Covered(Public{Game: g, Digits: "12-34"}) }},
		{ErrDigits, func() (*Ticket, error) { return Covered(Public{Game: g}) }},
		{ErrCells, func() (*Ticket, error) {
			return Scratched(p, Hidden{Face: scratch.Face{Cells: f.Cells[1:]}, Code: code})
		}},
		{ErrCode, func() (*Ticket, error) { return Scratched(p, Hidden{Face: f}) }},
	}
	for i, c := range cases {
		if k, err := c.make(); k != nil || !errors.Is(err, c.want) {
			t.Errorf("case %d: %v, want %v", i, err, c.want)
		}
	}
}

// Any game gets a ticket: a shipped id with other surfaces, one surface alone, no name, a very long one, another currency.
func TestOddGames(t *testing.T) {
	franc, err := money.ParseCurrency("FRF")
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"bingo-10eur", "vegas-3eur", "sports-2004-5eur", "other"} {
		for from, base := range every(t) {
			for n := 1; n <= len(base.Surfaces); n++ {
				g := *base
				g.ID, g.Currency = id, franc
				g.Surfaces = append([]scratch.Surface(nil), base.Surfaces[n-1:]...)
				g.Name = money.Text{FR: strings.Repeat("Grand jeu ", n-1)}
				g.Prepare()
				k := scratched(t, &g, printed(&g, n, 1))
				if s := k.draw(blank{}, designFor(&g)); s.err != nil || len(s.spots) == 0 {
					t.Errorf("%s from surface %d of %s: %v, %d spots", id, n, from, s.err, len(s.spots))
				}
			}
		}
	}
}

// Text can be read against what it stands on: a contrast of 4.5 at least (WCAG 2.2, AA).
func TestContrast(t *testing.T) {
	for name, th := range map[string]theme{"bingo": bingoTheme, "vegas": vegasTheme, "sports": sportsTheme, "general": generalTheme} {
		for pair, c := range map[string][2]canvas.Color{
			"ink on paper": {th.ink, th.paper}, "figures on paper": {th.deep, th.paper}, "text on panel": {th.on, th.panel},
			"print on the coating": {th.mark, th.coat[1]}, "print on the coating's shade": {th.mark, th.coat[2]},
		} {
			if r := contrast(c[0], c[1]); r < 4.5 {
				t.Errorf("%s: %s has a contrast of %.1f", name, pair, r)
			}
		}
	}
	for _, c := range bingoColors {
		if r := contrast(0xFFFFFF, c); r < 4.5 {
			t.Errorf("white on card colour %06x has a contrast of %.1f", c, r)
		}
	}
}

func contrast(a, b canvas.Color) float64 {
	light := func(c canvas.Color) float64 {
		part := func(v uint8) float64 {
			if x := float64(v) / 255; x > 0.04045 {
				return math.Pow((x+0.055)/1.055, 2.4)
			} else {
				return x / 12.92
			}
		}
		r, g, b := c.RGB()
		return 0.2126*part(r) + 0.7152*part(g) + 0.0722*part(b)
	}
	x, y := light(a), light(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}
