package api

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"tirage/internal/shop"
	"tirage/money"
	"tirage/scratch"
)

// Order is what a player buys.
type Order struct {
	Game  string `json:"game" doc:"The game's identifier." example:"vegas-3eur"`
	Count int    `json:"count" doc:"How many tickets: 1 to 100." example:"2"`
	Play  bool   `json:"play,omitempty" doc:"With play money, of a specimen block."`
}

// Purchase is what was bought: from now on the tickets are the player's, whatever they show.
type Purchase struct {
	Tickets []string    `json:"tickets" nullable:"false" doc:"Their serials, in the order of the block."`
	Total   money.Cents `json:"total" doc:"What they cost, in minor units." example:"600"`
	Balance money.Cents `json:"balance" doc:"What the account held after it." example:"9400"`
}

// SealedTicket is a ticket that was not revealed. It has no member for anything that is under the coating.
type SealedTicket struct {
	State    string      `json:"state" enum:"sealed" doc:"sealed"`
	Serial   string      `json:"serial" doc:"The ticket's number." example:"3002-00-0001-000000-000-6"`
	Block    string      `json:"block" doc:"The block it is of." example:"3002-00-0001"`
	Position int64       `json:"position" doc:"Its place in the block, from 0." example:"0"`
	Game     string      `json:"game" doc:"The game's identifier." example:"vegas-3eur"`
	Play     bool        `json:"play" doc:"Bought with play money."`
	Specimen bool        `json:"specimen" doc:"Of a specimen block: worth nothing."`
	Price    money.Cents `json:"price" doc:"What it cost, in minor units." example:"300"`
	SoldAt   time.Time   `json:"sold_at" doc:"When it was bought." example:"2026-03-02T08:00:00Z"`
}

// RevealedTicket is a ticket that was revealed, as it showed then and always will.
type RevealedTicket struct {
	State      string      `json:"state" enum:"revealed" doc:"revealed"`
	Serial     string      `json:"serial" doc:"The ticket's number." example:"3002-00-0001-000000-000-6"`
	Block      string      `json:"block" doc:"The block it is of." example:"3002-00-0001"`
	Position   int64       `json:"position" doc:"Its place in the block, from 0." example:"0"`
	Game       string      `json:"game" doc:"The game's identifier." example:"vegas-3eur"`
	Play       bool        `json:"play" doc:"Bought with play money."`
	Specimen   bool        `json:"specimen" doc:"Of a specimen block: worth nothing."`
	Price      money.Cents `json:"price" doc:"What it cost, in minor units." example:"300"`
	SoldAt     time.Time   `json:"sold_at" doc:"When it was bought." example:"2026-03-02T08:00:00Z"`
	RevealedAt time.Time   `json:"revealed_at" doc:"When it was opened." example:"2026-03-02T08:00:09Z"`
	Won        money.Cents `json:"won" doc:"Its lot, in minor units; 0 if it lost. It is paid already." example:"0"`
	Reasons    []Reason    `json:"reasons" nullable:"false" doc:"What each part of the ticket pays, and by which article."`
	Face       Object      `json:"face" doc:"What the ticket shows, zone by zone, in the form that the command tirage judge reads."`
	Alone      bool        `json:"single_party" doc:"House and keeper are one here: the operator could have chosen this ticket."`
}

// Reason says what one part of a ticket pays, and why.
type Reason struct {
	Surface string      `json:"surface" doc:"The surface's identifier." example:"craps"`
	Part    string      `json:"part" doc:"The part of the surface." example:"craps"`
	Pays    money.Cents `json:"pays" doc:"In minor units." example:"0"`
	Article string      `json:"article" doc:"Of the game's regulation." example:"4.3.4"`
	Why     string      `json:"why" doc:"In the language asked for." example:"The dice make 8, not 7."`
}

// Object is a JSON object of a form that is described elsewhere.
type Object json.RawMessage

// MarshalJSON gives the object as it is, compact.
func (o Object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	if err := json.Compact(&b, o); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// UnmarshalJSON keeps the object as it is.
func (o *Object) UnmarshalJSON(text []byte) error {
	*o = append((*o)[:0], text...)
	return nil
}

// Schema says that it is an object.
func (Object) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true}
}

// Ticket is one of both, never something between.
type Ticket struct {
	Sealed   *SealedTicket   `json:"sealed,omitempty"`
	Revealed *RevealedTicket `json:"revealed,omitempty"`
}

// MarshalJSON writes whichever it is.
func (t Ticket) MarshalJSON() ([]byte, error) {
	if t.Revealed != nil {
		return json.Marshal(t.Revealed)
	}
	return json.Marshal(t.Sealed)
}

// TransformSchema says that it is one of both.
func (Ticket) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	return &huma.Schema{OneOf: []*huma.Schema{s.Properties["sealed"], s.Properties["revealed"]}}
}

// sealedOf is what is shown of a ticket that was not revealed. It takes, one by one, what anybody can read on the coating.
func sealedOf(t *shop.Ticket) *SealedTicket {
	return &SealedTicket{"sealed", t.Serial, string(t.Block), t.Position, t.Game, t.Play, t.Specimen, t.Price, at(t.SoldAt)}
}

// ticketOf is the only way from a ticket of the shop's to JSON.
func (a *api) ticketOf(t *shop.Ticket, lang money.Lang) Ticket {
	if !t.Revealed() {
		return Ticket{Sealed: sealedOf(t)}
	}
	return Ticket{Revealed: &RevealedTicket{
		"revealed", t.Serial, string(t.Block), t.Position, t.Game, t.Play, t.Specimen, t.Price, at(t.SoldAt), at(t.RevealedAt), t.Won,
		reasons(t, lang), Object(scratch.WriteFace(t.Rules, t.Cells, scratch.FaceHeader{Serial: t.Serial, Specimen: t.Specimen})), a.shop.Single,
	}}
}

// reasons judges a revealed ticket once more.
func reasons(t *shop.Ticket, lang money.Lang) []Reason {
	face := scratch.Face{Cells: t.Cells}
	var verdict scratch.Verdict
	t.Rules.Judge(face, &verdict)
	list := []Reason{}
	for _, surface := range t.Rules.Explain(face, &verdict).Surfaces {
		for _, r := range surface.Reasons {
			list = append(list, Reason{surface.ID, r.Part, r.Pays, r.Article, r.Why.In(lang)})
		}
	}
	return list
}

// Proof is the proof that a block's signed root commits to a ticket.
type Proof struct {
	Serial   string   `json:"serial" doc:"The ticket." example:"3002-00-0001-000000-000-6"`
	Block    string   `json:"block" doc:"Its block." example:"3002-00-0001"`
	Index    int64    `json:"index" doc:"Of the leaf in the tree." example:"0"`
	Size     int64    `json:"size" doc:"Leaves of the tree." example:"4000"`
	Leaf     string   `json:"leaf" doc:"SHA-256, in base64, as all digests here."`
	Path     []string `json:"path" nullable:"false" doc:"From the leaf's sibling up (RFC 6962)."`
	Root     string   `json:"root" doc:"As the block's signed manifest has it."`
	SignedBy string   `json:"signed_by" doc:"Who signed the manifest." example:"house"`
	Alone    bool     `json:"single_party" doc:"House and keeper are one here: the operator could have chosen this ticket."`
}

// serial is how a ticket is named in an address.
type serial struct {
	Serial string `path:"serial" doc:"The ticket." example:"3002-00-0001-000000-000-6" maxLength:"40"`
}

var exampleSealed = SealedTicket{
	State: "sealed", Serial: "3002-00-0001-000000-000-6", Block: "3002-00-0001", Game: "vegas-3eur", Play: true, Specimen: true, Price: 300, SoldAt: exampleTime,
}

var exampleRevealed = RevealedTicket{
	State: "revealed", Serial: "3002-00-0001-000000-000-6", Block: "3002-00-0001", Game: "vegas-3eur", Play: true, Specimen: true, Price: 300, SoldAt: exampleTime,
	RevealedAt: exampleTime.Add(9 * time.Second), Reasons: []Reason{{"craps", "craps", 0, "4.3.4", "The dice make 8, not 7."}},
	Face: Object(`{"game":"vegas-3eur","version":1,"specimen":true,"serial":"3002-00-0001-000000-000-6","control_box":"covered","surfaces":{}}`),
}

func (a *api) ticketRoutes() {
	add(a, route{
		id: "buy", method: http.MethodPost, path: "/api/tickets", tag: play, who: players, code: http.StatusCreated, keyed: true,
		title: say("Buy tickets", "Acheter des billets"),
		about: say("Sells the next tickets of the game, in the order of the block. What they show is fixed from now on, and known to nobody.",
			"Vend les billets suivants du jeu, dans l’ordre du bloc. Ce qu’ils montrent est dès lors fixé, et connu de personne."),
		refused: []string{
			"key_missing", "key_reused", "bad_count", "unknown_game", "sold_out", "not_in_force", "insufficient_funds", "sales_paused", "under_way", "price_changed",
			"limit_reached", "session_ended", "wallet_silent", "wallet_blocked", "wallet_refused", "wallet_unknown_player",
		},
		asked:    Order{Game: "vegas-3eur", Count: 2, Play: true},
		answered: Purchase{Tickets: []string{"3002-00-0001-000000-000-6", "3002-00-0001-000000-001-1"}, Total: 600, Balance: 9400},
	}, func(ctx context.Context, c *call, in *keyed[Order]) (*answer[Purchase], error) {
		p, err := a.shop.Buy(ctx, c.by, in.Key, shop.Order(in.Body))
		return body(Purchase(p), err)
	})
	add(a, route{
		id: "history", method: http.MethodGet, path: "/api/tickets", tag: play, who: players,
		title: say("My tickets", "Mes billets"), about: say("Every ticket of the player, newest first: sealed ones sealed, revealed ones as they showed.", "Tous les billets du joueur, du plus récent au plus ancien : cachetés s’ils le sont, révélés tels qu’ils ont paru."),
		refused: []string{"bad_cursor"}, answered: List[Ticket]{Items: []Ticket{{Sealed: &exampleSealed}}},
	}, func(ctx context.Context, c *call, in *Paging) (*answer[List[Ticket]], error) {
		page, err := a.shop.History(ctx, c.by, in.After, in.Limit)
		return list(page, err, func(t *shop.Ticket) Ticket { return a.ticketOf(t, c.lang) })
	})
	one := route{
		id: "ticket", method: http.MethodGet, path: "/api/tickets/{serial}", tag: play, who: players,
		title: say("One of my tickets", "Un de mes billets"), about: say("A ticket of the player, as it is now. Somebody else’s is unknown.", "Un billet du joueur, tel qu’il est. Celui d’autrui est inconnu."),
		refused: []string{"unknown_ticket"}, answered: Ticket{Sealed: &exampleSealed},
	}
	add(a, one, func(ctx context.Context, c *call, in *serial) (*answer[Ticket], error) {
		return a.shown(c)(a.shop.Ticket(ctx, c.by, in.Serial))
	})
	one.id, one.method, one.path, one.answered = "reveal", http.MethodPost, "/api/tickets/{serial}/reveal", Ticket{Revealed: &exampleRevealed}
	one.title, one.about = say("Reveal a ticket", "Révéler un billet"), say("Opens the ticket with the keeper’s half and pays its lot, once. Asked again, it shows the same.",
		"Ouvre le billet avec la moitié du dépositaire et paie son lot, une seule fois. Demandé à nouveau, il montre la même chose.")
	one.refused = append(one.refused, "keeper_silent", "keeper_wrong", "ticket_doubted")
	add(a, one, func(ctx context.Context, c *call, in *serial) (*answer[Ticket], error) {
		return a.shown(c)(a.shop.Reveal(ctx, c.by, in.Serial))
	})
	add(a, route{
		id: "proof", method: http.MethodGet, path: "/api/tickets/{serial}/proof", tag: proofs, who: players,
		title: say("Prove a ticket", "Prouver un billet"),
		about: say("The proof that the ticket stands in its block as it was sealed before any sale, also while it is sealed. It tells nothing of other tickets.",
			"La preuve que le billet figure dans son bloc tel qu’il a été scellé avant toute vente, même cacheté. Elle ne dit rien des autres billets."),
		refused: []string{"unknown_ticket"}, answered: exampleProof,
	}, a.proof)
	if a.Picture == nil {
		return
	}
	add(a, route{
		id: "picture", method: http.MethodGet, path: "/api/tickets/{serial}/picture", tag: play, who: players, media: "image/svg+xml",
		title: say("A ticket’s picture", "L’image d’un billet"), about: say("The ticket as SVG: covered while it is sealed, scratched when it was revealed.", "Le billet en SVG : couvert tant qu’il est cacheté, gratté une fois révélé."),
		refused: []string{"unknown_ticket"}, answered: "<svg>…</svg>",
	}, a.picture)
}

var exampleProof = Proof{
	Serial: "3002-00-0001-000000-000-6", Block: "3002-00-0001", Size: 2, Leaf: "bGVhZiBvZiBhIHRyZWUgZm9yIHRoZSBleGFtcGxlISE=",
	Path: []string{"c2libGluZyBpbiBhIHRyZWUgZm9yIHRoZSBleGFtcGw="}, Root: exampleBlock.Root, SignedBy: "house",
}

// shown makes the answer of a ticket, or of an error.
func (a *api) shown(c *call) func(*shop.Ticket, error) (*answer[Ticket], error) {
	return func(t *shop.Ticket, err error) (*answer[Ticket], error) {
		if err != nil {
			return nil, err
		}
		return body(a.ticketOf(t, c.lang), nil)
	}
}

func (a *api) proof(ctx context.Context, c *call, in *serial) (*answer[Proof], error) {
	p, err := a.shop.Proof(ctx, c.by, in.Serial)
	if err != nil {
		return nil, err
	}
	base := base64.StdEncoding.EncodeToString
	shown := Proof{
		Serial: p.Serial, Block: string(p.Block), Index: p.Index, Size: p.Size, Leaf: base(p.Leaf[:]), Path: []string{}, Root: base(p.Root[:]),
		SignedBy: p.SignedBy, Alone: a.shop.Single,
	}
	for _, hash := range p.Path {
		shown.Path = append(shown.Path, base(hash[:]))
	}
	return body(shown, nil)
}

// picture draws a ticket. A page may show it as an image, where nothing in it runs; opened by itself nothing does either.
func (a *api) picture(ctx context.Context, c *call, in *serial) (*written, error) {
	t, err := a.shop.Ticket(ctx, c.by, in.Serial)
	if err != nil {
		return nil, err
	}
	svg, err := a.Picture(t, c.lang)
	if err != nil {
		return nil, err
	}
	return &written{"image/svg+xml", svg}, nil
}
