package api

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"tirage/internal/shop"
	"tirage/money"
)

// The parts of the API, as the OpenAPI and the page are divided.
const (
	sessions = "sessions"
	purse    = "money"
	play     = "tickets"
	claims   = "claims"
	field    = "field"
	rooms    = "rooms"
	proofs   = "blocks"
	four     = "proposals"
	people   = "persons"
	record   = "record"
)

// part is a part of the API.
type part struct {
	name         string
	title, about money.Text
}

// parts are the parts in their order.
var parts = []part{
	{sessions, say("Sessions", "Sessions"), say("Who asks. A session is a bearer token, or a cookie for pages of this site.", "Qui demande. Une session est un jeton, ou un cookie pour les pages de ce site.")},
	{play, say("Games and tickets", "Jeux et billets"), say("Bought sealed, revealed when the player wants, kept for ever.", "Achetés cachetés, révélés quand le joueur le veut, gardés pour toujours.")},
	{purse, say("Money", "Argent"), say("Amounts are whole numbers of the currency’s minor unit: 300 is 3.00 €.", "Les montants sont des nombres entiers de l’unité mineure de la monnaie : 300 est 3,00 €.")},
	{claims, say("Paper tickets", "Billets papier"), say("What a ticket is worth, and how it is paid once: reserved, then confirmed.", "Ce que vaut un billet, et comment il est payé une seule fois : réservé, puis confirmé.")},
	{field, say("Issues, packs, retailers", "Émissions, carnets, détaillants"), say("Paper tickets in the field: from the opening notice to the seeds.", "Les billets papier en circulation : de l’avis d’ouverture aux graines.")},
	{rooms, say("Bingo rooms", "Salles de bingo"), say("Live draws: cards are chosen and bought, balls are called on the clock, winners are paid, records are published.", "Les tirages en direct : les cartes se choisissent et s’achètent, les boules sont tirées à l’heure, les gagnants sont payés, les procès-verbaux publiés.")},
	{proofs, say("Blocks and proofs", "Blocs et preuves"), say("What was printed and sealed before any sale, what became of it, and how to check it.", "Ce qui a été imprimé et scellé avant toute vente, ce qu’il en est advenu, et comment le contrôler.")},
	{four, say("Acts of two persons", "Actes à deux personnes"), say("One proposes, another decides; both give reasons, and both are recorded.", "L’un propose, un autre décide ; tous deux donnent leurs raisons, et c’est consigné.")},
	{people, say("Persons", "Personnes"), say("For administrators: who has an account.", "Pour les administrateurs : qui a un compte.")},
	{record, say("The record", "Le registre"), say("Who did what, when and from where, in chains that nobody can change unseen.", "Qui a fait quoi, quand et d’où, en chaînes que nul ne peut changer sans que cela se voie.")},
}

const (
	aboutEN = "A lottery’s house: accounts, tickets of sealed blocks, proofs, and the acts that take two persons. Refusals are problem+json with a name that never changes; " +
		"texts are in French or English as Accept-Language says. Who moves money sends an Idempotency-Key and may send the same request again without harm."
	aboutFR = "La maison d’une loterie : comptes, billets de blocs scellés, preuves, et actes à deux personnes. Les refus sont du problem+json avec un nom qui ne change jamais ; " +
		"les textes sont en français ou en anglais selon Accept-Language. Qui déplace de l’argent envoie une Idempotency-Key et peut répéter la même demande sans dommage."
)

// everywhere are the names of refusals that any route may answer.
var everywhere = []string{"too_often", "bad_query", "header_twice", "unavailable", "internal"}

// refusals lists the names of the refusals that a route may answer.
func (r *route) refusals() []string {
	list := slices.Clone(r.refused)
	if r.who != nil {
		list = append(list, "log_in", "locked")
		if len(r.who) < len(shop.Roles()) {
			list = append(list, "not_allowed")
		}
	}
	if r.method == http.MethodPost {
		list = append(list, "cross_site")
	}
	if r.asked != nil {
		list = append(list, "invalid", "bad_json", "bad_number", "duplicate_key", "not_utf8", "media_type", "too_large", "too_slow", "stopping")
	} else if r.method == http.MethodGet {
		list = append(list, "invalid")
	}
	list = append(list, everywhere...)
	slices.Sort(list)
	return slices.Compact(list)
}

// describe completes the OpenAPI with what huma cannot know of a route, and makes the files that are served from it.
func (a *api) describe() map[string]file {
	doc := a.huma.OpenAPI()
	doc.Info.Description = aboutEN
	doc.Info.Extensions = map[string]any{"x-description-fr": aboutFR}
	doc.Servers = []*huma.Server{{URL: "/", Description: "This house."}}
	doc.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		"bearer": {Type: "http", Scheme: "bearer", Description: "The token that logging in gave."},
		"cookie": {Type: "apiKey", In: "cookie", Name: a.cookieName(), Description: "For pages of this site: set by logging in with cookie true."},
	}
	for _, p := range parts {
		doc.Tags = append(doc.Tags, &huma.Tag{Name: p.name, Description: p.about.EN, Extensions: map[string]any{"x-title": p.title.EN, "x-title-fr": p.title.FR, "x-description-fr": p.about.FR}})
	}
	for i := range a.routes {
		a.routes[i].describe(operation(doc, &a.routes[i]))
	}
	files := map[string]file{"openapi.json": fileOf("application/json", bounded(doc)), "page.css": fileOf("text/css; charset=utf-8", css)}
	for _, lang := range []money.Lang{money.FR, money.EN} {
		files[string(lang)+".html"] = fileOf("text/html; charset=utf-8", a.write(lang))
	}
	return files
}

// operation is a route's part of the OpenAPI.
func operation(doc *huma.OpenAPI, r *route) *huma.Operation {
	item := doc.Paths[r.path]
	if r.method == http.MethodPost {
		return item.Post
	}
	return item.Get
}

func (r *route) describe(op *huma.Operation) {
	roles := []string{"anybody"}
	if r.who != nil {
		roles = nil
		for _, role := range r.who {
			roles = append(roles, string(role))
		}
		op.Security = []map[string][]string{{"bearer": {}}, {"cookie": {}}}
	}
	op.Extensions = map[string]any{"x-roles": roles, "x-refusals": r.refusals(), "x-summary-fr": r.title.FR, "x-description-fr": r.about.FR}
	for _, p := range op.Parameters {
		if p.Name == "Idempotency-Key" {
			p.Required = r.keyed
		}
	}
	if r.asked != nil {
		op.RequestBody.Content["application/json"].Example = plain(r.asked)
	}
	code := r.code
	if code == 0 {
		code = http.StatusOK
	}
	answered := op.Responses[strconv.Itoa(code)]
	answered.Description = r.title.EN + ": done."
	switch {
	case r.media != "":
		answered.Content = map[string]*huma.MediaType{r.media: {Schema: &huma.Schema{Type: huma.TypeString}, Example: r.answered}}
	case r.answered != nil:
		answered.Content["application/json"].Example = plain(r.answered)
	}
	delete(op.Responses, "default")
	r.describeRefusals(op)
}

// describeRefusals lists the refusals by status, each with an example.
func (r *route) describeRefusals(op *huma.Operation) {
	byCode := map[int][]string{}
	for _, name := range r.refusals() {
		byCode[names[name].code] = append(byCode[names[name].code], name)
	}
	for code, list := range byCode {
		kind := names[list[0]]
		op.Responses[strconv.Itoa(code)] = &huma.Response{
			Description: http.StatusText(code) + ": " + strings.Join(list, ", ") + ".",
			Content: map[string]*huma.MediaType{problemType: {
				Schema: &huma.Schema{Ref: "#/components/schemas/Problem"},
				Example: plain(Problem{
					Type: "/api/#" + list[0], Title: kind.title.EN, Status: code, Detail: "What is wrong with this request and what to do.", Name: list[0], Instance: "urn:request:5f0c9a1e7b3d2648",
				}),
			}},
		}
	}
}

// plain turns a value into what its JSON holds, so that it is written in the same way wherever it stands.
func plain(v any) (held any) {
	text, err := json.Marshal(v)
	if err == nil {
		d := json.NewDecoder(bytes.NewReader(text))
		d.UseNumber()
		err = d.Decode(&held)
	}
	if err != nil {
		panic(fmt.Sprintf("an example of the API is no JSON: %v", err)) // a fault of this package, found when it starts
	}
	return held
}

// bounds are those of numbers that the shop itself holds requests to, for readers of the OpenAPI: it refuses by better names.
var bounds = []struct {
	schema, property string
	least, most      int64
}{
	{"Order", "count", 1, shop.MaxTickets},
	{"Movement", "amount", 1, int64(shop.MaxAmount)},
}

// bounded writes the OpenAPI with the bounds in it.
func bounded(doc *huma.OpenAPI) []byte {
	held := plain(doc)
	schemas := inside(held, "components", "schemas")
	for _, b := range bounds {
		property := inside(schemas, b.schema, "properties")[b.property].(map[string]any)
		property["minimum"], property["maximum"] = b.least, b.most
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	_ = e.Encode(held) // it was JSON before
	return out.Bytes()
}

// inside walks into an object of objects.
func inside(v any, path ...string) map[string]any {
	for _, step := range path {
		v = v.(map[string]any)[step]
	}
	return v.(map[string]any)
}

// file is something served as it is, with its digest.
type file struct {
	kind, tag string
	data      []byte
}

func fileOf(kind string, data []byte) file {
	sum := sha256.Sum256(data)
	return file{kind, `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`, data}
}

// serve answers with a file, or with nothing to who has it already.
func (a *api) serve(name string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) { a.files[name].serve(w, r) }
}

func (f file) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", f.kind)
	h.Set("Cache-Control", "no-cache")
	h.Set("ETag", f.tag)
	if r.Header.Get("If-None-Match") == f.tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Length", strconv.Itoa(len(f.data)))
	_, _ = w.Write(f.data)
}
