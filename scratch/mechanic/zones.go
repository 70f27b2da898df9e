package mechanic

import (
	"fmt"
	"slices"
	"strings"

	"tirage/money"
	"tirage/scratch"
)

// zoneSpec is a zone as a mechanic defines it, before the game file's names, articles and captions.
type zoneSpec struct {
	id          string
	name        money.Text
	cells       int
	from        string // the parameter that lists its elements
	elements    []scratch.Element
	inscription scratch.Inscription // what stands in its cells unless the game file says otherwise
	likeZone    string              // takes the alphabet of an earlier zone when both have the same captions
}

// articles reads the object "articles": the required entries, and for each zone its own entry or else "elements". The
// result has an entry for each of them.
func (p *params) articles(required, zones []string) map[string]string {
	n := p.object("articles", true)
	found := map[string]string{}
	for _, key := range required {
		if it, ok := n.need(key, "name the article of the regulation, as \"4.2.3\""); ok {
			if found[key], ok = n.asString(it); ok && strings.TrimSpace(found[key]) == "" {
				n.report(it.path, "missing_article", "name the article of the regulation, as \"4.2.3\"", "no article is named")
			}
		}
	}
	elements := n.string("elements", "")
	for _, z := range zones {
		found[z] = n.string(z, elements)
	}
	if i := slices.IndexFunc(zones, func(z string) bool { return strings.TrimSpace(found[z]) == "" }); i >= 0 {
		n.report(n.path, "missing_article", `write "elements", or an entry for each zone`, "no article says what the zone %q may show", zones[i])
	}
	return found
}

// part reads what gamefile says of the surface: its id, name and article.
func (p *params) part() scratch.Part {
	id := p.string("id", "")
	return scratch.Part{ID: id, Name: p.text("name", money.Text{FR: id, EN: id}), Article: p.string("article", "")}
}

// captionZones reads "captions": true (the zones that the mechanic's text captions), false (none), or a list of zones.
func (p *params) captionZones(specs []zoneSpec) map[string]bool {
	byDefault := map[string]bool{}
	var ids []string
	for _, z := range specs {
		byDefault[z.id] = z.inscription != scratch.NoInscription
		ids = append(ids, z.id)
	}
	if !p.has("captions") {
		return byDefault
	}
	it := p.item("captions")
	if !p.isList(it) {
		if !p.bool("captions", true) {
			return map[string]bool{}
		}
		return byDefault
	}
	chosen := map[string]bool{}
	for _, zone := range p.elements(it) {
		id, ok := p.asString(zone)
		if ok && !slices.Contains(ids, id) {
			p.report(zone.path, "unknown_zone", scratch.Suggest(id, ids), "there is no zone %q", id)
		}
		chosen[id] = true
	}
	return chosen
}

// zones turns the mechanic's zones into those of the game: with names, articles and captions from the parameters. Its
// result is of use only if clean() holds afterwards.
func (p *params) zones(articles map[string]string, specs ...zoneSpec) []scratch.Zone {
	names := p.object("names", false)
	captioned := p.captionZones(specs)
	list := make([]scratch.Zone, len(specs))
	for i, s := range specs {
		z := scratch.Zone{ID: s.id, Name: names.text(s.id, s.name), Cells: s.cells, Article: articles[s.id]}
		if captioned[s.id] {
			z.Inscription = max(s.inscription, scratch.InLetters)
		}
		like := slices.IndexFunc(specs[:i], func(o zoneSpec) bool { return o.id == s.likeZone })
		if like >= 0 && captioned[s.id] == captioned[s.likeZone] {
			z.Alphabet = list[like].Alphabet
		} else if len(s.elements) > 0 {
			z.Alphabet = p.alphabet(s, captioned[s.id])
		}
		list[i] = z
	}
	return list
}

// alphabet makes the alphabet of a zone, with or without the elements' captions.
func (p *params) alphabet(s zoneSpec, captioned bool) *scratch.Alphabet {
	elements := slices.Clone(s.elements)
	for i := range elements {
		switch {
		case !captioned:
			elements[i].Caption = ""
		case elements[i].Caption == "":
			p.missingCaption(s, elements[i])
		}
	}
	a, err := scratch.NewAlphabet(elements)
	if err != nil {
		p.wrong(s.from, "bad_alphabet", "change its elements or the caption table", "the zone %q cannot be printed: %v", s.id, err)
	}
	return a
}

// missingCaption names the element and the language of what it lacks.
func (p *params) missingCaption(s zoneSpec, e scratch.Element) {
	lang := "English"
	if p.env.Lang == money.FR {
		lang = "French"
	}
	hint := "name it in the game's language, as {id: cherry, fr: cerise, en: cherry}, or write it in the caption table"
	if e.Figure == p.env.Currency.Format(e.Amount, p.env.Lang) {
		hint = fmt.Sprintf("amounts of %s have no words here: write each in the caption table, or leave the zone uncaptioned", p.env.Currency.Code)
	}
	p.wrong(s.from, "missing_caption", hint, "the zone %q is captioned, but %q has no %s inscription", s.id, e.Figure, lang)
}
