package api

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"html"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"tirage/money"
)

//go:embed page.css
var css []byte

// page answers with the reading page, in the language that ?lang= or else Accept-Language wants.
func (a *api) page(w http.ResponseWriter, r *http.Request) {
	lang := callOf(r.Context()).lang
	if asked, err := money.ParseLang(r.URL.Query().Get("lang")); err == nil {
		lang = asked
	}
	h := w.Header()
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	h.Set("Content-Language", string(lang))
	a.files[string(lang)+".html"].serve(w, r)
}

// writer writes the reading page in one language.
type writer struct {
	bytes.Buffer
	lang money.Lang
	doc  *huma.OpenAPI
}

// in chooses between two texts.
func (w *writer) in(en, fr string) string { return say(en, fr).In(w.lang) }

// put writes HTML; the arguments are text and are escaped.
func (w *writer) put(format string, args ...any) {
	for i, arg := range args {
		args[i] = html.EscapeString(fmt.Sprint(arg))
	}
	fmt.Fprintf(w, format, args...)
}

// described is a description of the OpenAPI in the page's language.
func (w *writer) described(en string) string {
	if w.lang == money.FR && french[en] != "" {
		return french[en]
	}
	return en
}

// write writes the reading page from the OpenAPI.
func (a *api) write(lang money.Lang) []byte {
	w := &writer{lang: lang, doc: a.huma.OpenAPI()}
	title := w.in("The house’s API", "L’API de la maison")
	other, name := "fr", "Français"
	if lang == money.FR {
		other, name = "en", "English"
	}
	w.put("<!doctype html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>%s</title>\n", lang, title)
	w.put("<link rel=\"stylesheet\" href=\"/api/page.css\">\n</head>\n<body>\n<a class=\"skip\" href=\"#main\">%s</a>\n<header>\n<p><a href=\"?lang=%s\" lang=\"%s\" hreflang=\"%s\">%s</a> · <a href=\"/api/openapi.json\">OpenAPI 3.1</a></p>\n",
		w.in("To the content", "Au contenu"), other, other, other, name)
	w.put("<h1>%s <span class=\"soft\">%s</span></h1>\n<p>%s</p>\n</header>\n", title, a.Version, w.in(aboutEN, aboutFR))
	w.put("<nav aria-label=\"%s\"><ul>\n", w.in("Contents", "Sommaire"))
	for i := range a.routes {
		r := &a.routes[i]
		w.put("<li><a href=\"#%s\">%s</a></li>\n", r.id, r.title.In(lang))
	}
	w.put("<li><a href=\"#forms\">%s</a></li>\n<li><a href=\"#refusals\">%s</a></li>\n</ul></nav>\n<main id=\"main\">\n", w.in("Forms", "Formes"), w.in("Refusals", "Refus"))
	for _, p := range parts {
		w.put("<h2>%s</h2>\n<p>%s</p>\n", p.title.In(lang), p.about.In(lang))
		for i := range a.routes {
			if r := &a.routes[i]; r.tag == p.name {
				w.route(r)
			}
		}
	}
	w.forms()
	w.refusals()
	w.put("</main>\n</body>\n</html>\n")
	return w.Bytes()
}

func (w *writer) route(r *route) {
	op := operation(w.doc, r)
	w.put("<section>\n<h3 id=\"%s\">%s</h3>\n<p><code><span class=\"verb %s\">%s</span> %s</code></p>\n<p>%s</p>\n", r.id, r.title.In(w.lang), r.method, r.method, r.path, r.about.In(w.lang))
	who := w.in("anybody", "tout le monde")
	if r.who != nil {
		var list []string
		for _, role := range r.who {
			list = append(list, w.described(string(role)))
		}
		who = strings.Join(list, ", ")
	}
	w.put("<p class=\"soft\">%s%s</p>\n", w.in("For: ", "Pour : "), who)
	if len(op.Parameters) > 0 {
		w.table(w.in("Parameter", "Paramètre"))
		for _, p := range op.Parameters {
			w.put("<tr><td><code>%s</code></td><td>%s</td><td>%s</td></tr>\n", p.Name, w.described(p.In), w.described(p.Description))
		}
		w.put("</table></div>\n")
	}
	if r.asked != nil {
		w.example(w.in("Request", "Demande"), r.asked)
	}
	if r.answered != nil {
		w.example(w.in("Answer", "Réponse"), r.answered)
	}
	if len(r.refused) > 0 {
		w.put("<p>%s", w.in("Its own refusals: ", "Ses refus propres : "))
		for i, name := range r.refused {
			if i > 0 {
				w.put(", ")
			}
			w.put("<a href=\"#%s\"><code>%s</code></a>", name, name)
		}
		w.put("</p>\n")
	}
	w.put("</section>\n")
}

func (w *writer) table(first string) {
	w.put("<div class=\"wide\"><table><tr><th scope=\"col\">%s</th><th scope=\"col\">%s</th><th scope=\"col\">%s</th></tr>\n", first, w.in("Kind", "Genre"), w.in("What it is", "Ce que c’est"))
}

func (w *writer) example(title string, v any) {
	text, ok := v.(string)
	if !ok {
		var b bytes.Buffer
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		e.SetIndent("", "  ")
		_ = e.Encode(v) // it was encoded for the OpenAPI before
		text = strings.TrimSpace(b.String())
	}
	w.put("<details><summary>%s</summary><pre tabindex=\"0\">%s</pre></details>\n", title, text)
}

// forms lists the members of every form.
func (w *writer) forms() {
	w.put("<h2 id=\"forms\">%s</h2>\n", w.in("Forms", "Formes"))
	schemas := w.doc.Components.Schemas.Map()
	for _, name := range slices.Sorted(maps.Keys(schemas)) {
		s := schemas[name]
		w.put("<h3 id=\"form-%s\">%s</h3>\n", name, name)
		if len(s.OneOf) > 0 {
			w.put("<p>%s ", w.in("One of:", "L’une de :"))
			for i, one := range s.OneOf {
				if i > 0 {
					w.put(", ")
				}
				w.kind(one)
			}
			w.put("</p>\n")
			continue
		}
		w.table(w.in("Member", "Membre"))
		for _, property := range slices.Sorted(maps.Keys(s.Properties)) {
			of := s.Properties[property]
			w.put("<tr><td><code>%s</code></td><td>", property)
			w.kind(of)
			if !slices.Contains(s.Required, property) {
				w.put(" <span class=\"soft\">%s</span>", w.in("(optional)", "(facultatif)"))
			}
			w.put("</td><td>%s</td></tr>\n", w.described(of.Description))
		}
		w.put("</table></div>\n")
	}
}

// kind writes what kind of value a schema wants.
func (w *writer) kind(s *huma.Schema) {
	switch {
	case s.Ref != "":
		name := s.Ref[strings.LastIndex(s.Ref, "/")+1:]
		w.put("<a href=\"#form-%s\">%s</a>", name, name)
	case s.Items != nil:
		w.put("%s ", w.in("list of", "liste de"))
		w.kind(s.Items)
	default:
		w.put("%s", w.described(s.Type))
	}
}

// refusals lists every refusal by name.
func (w *writer) refusals() {
	w.put("<h2 id=\"refusals\">%s</h2>\n<div class=\"wide\"><table><tr><th scope=\"col\">%s</th><th scope=\"col\">%s</th><th scope=\"col\">%s</th></tr>\n",
		w.in("Refusals", "Refus"), w.in("Name", "Nom"), w.in("Status", "Statut"), w.in("What it is", "Ce que c’est"))
	for _, name := range slices.Sorted(maps.Keys(names)) {
		w.put("<tr id=\"%s\"><td><code>%s</code></td><td>%s</td><td>%s</td></tr>\n", name, name, fmt.Sprint(names[name].code), names[name].title.In(w.lang))
	}
	w.put("</table></div>\n")
}
