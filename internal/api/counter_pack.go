package api

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"tirage/internal/counter"
	"tirage/internal/shop"
	"tirage/internal/store"
	"tirage/money"
	"tirage/retail"
)

// Packs are some packs of a block.
type Packs struct {
	Block    string `json:"block" doc:"The block." example:"3002-00-0001"`
	First    int64  `json:"first" doc:"The first pack's number." example:"6667"`
	Last     int64  `json:"last" doc:"The last pack's number: at most 1,000 packs in one act." example:"6766"`
	Retailer string `json:"retailer,omitempty" doc:"Whose they are, or are to be: a pseudonym. A retailer leaves it out." example:"k3v9x0t2m8q4w7b1"`
}

// PacksMoved is what became of some packs, all of them.
type PacksMoved struct {
	Packs
	State      string      `json:"state" doc:"received, confirmed, active, settled, returned, lost or stolen." example:"active"`
	Price      money.Cents `json:"price" doc:"What was charged when they were settled, in minor units; else 0." example:"0"`
	Commission money.Cents `json:"commission" doc:"What was earned when they were settled, in minor units; else 0." example:"0"`
	Balance    money.Cents `json:"balance" doc:"Of the retailer's account after they were settled: below zero, what the retailer owes; else 0." example:"0"`
}

// Pack is a pack in the field.
type Pack struct {
	Block      string      `json:"block" doc:"The block." example:"3002-00-0001"`
	Pack       int64       `json:"pack" doc:"Its number in the block, from 0." example:"6667"`
	State      string      `json:"state" doc:"received, confirmed, active, settled, returned, lost or stolen." example:"active"`
	Retailer   string      `json:"retailer" doc:"Who has it: a pseudonym." example:"k3v9x0t2m8q4w7b1"`
	At         time.Time   `json:"at" doc:"When it changed last." example:"2026-03-02T08:00:00Z"`
	Activated  time.Time   `json:"activated,omitzero" doc:"When it was put on sale." example:"2026-03-02T08:00:00Z"`
	Settled    time.Time   `json:"settled,omitzero" doc:"When its retailer was charged." example:"2026-03-09T08:00:00Z"`
	Price      money.Cents `json:"price" doc:"What its retailer was charged, in minor units." example:"0"`
	Commission money.Cents `json:"commission" doc:"What its retailer earned, in minor units." example:"0"`
}

// packsIn asks for packs.
type packsIn struct {
	Block    string `query:"block" doc:"Of one block." maxLength:"12"`
	Retailer string `query:"retailer" doc:"Of one retailer: a pseudonym." maxLength:"32"`
	State    string `query:"state" doc:"Of one state." enum:"received,confirmed,active,settled,returned,lost,stolen"`
	Paging
}

var examplePacks = Packs{Block: "3002-00-0001", First: 6667, Last: 6766, Retailer: "k3v9x0t2m8q4w7b1"}

// packsOf reads which packs are meant. It refuses with unknown_block or unknown_retailer what can be none.
func packsOf(p Packs) (counter.Packs, error) {
	if !blockForm.MatchString(p.Block) {
		return counter.Packs{}, shop.ErrUnknownBlock
	}
	if p.Retailer != "" && !personForm.MatchString(p.Retailer) {
		return counter.Packs{}, counter.ErrUnknownRetailer
	}
	return counter.Packs{Block: store.BlockID(p.Block), First: p.First, Last: p.Last, Retailer: store.PersonID(p.Retailer)}, nil
}

func (a *api) packRoutes() {
	add(a, route{
		id: "packs", method: http.MethodGet, path: "/api/packs", tag: field, who: slices.Concat([]shop.Role{shop.Retailer}, staff),
		title: say("The packs", "Les carnets"), about: say("The packs in the field, by block and number; a retailer’s own.", "Les carnets en circulation, par bloc et numéro ; à un détaillant, les siens."),
		refused:  []string{"bad_cursor"},
		answered: List[Pack]{Items: []Pack{{Block: "3002-00-0001", Pack: 6667, State: "active", Retailer: examplePacks.Retailer, At: exampleTime, Activated: exampleTime}}},
	}, a.packs)
	house, shopkeeper := []shop.Role{shop.Operator}, []shop.Role{shop.Retailer}
	move := func(verb string, to retail.PackState, who []shop.Role, title, about [2]string, refused ...string) {
		moved := PacksMoved{Packs: examplePacks, State: string(to)}
		if to == retail.Settled {
			moved.Price, moved.Commission, moved.Balance = 3_000_000, 150_000, -2_850_000
		}
		add(a, route{
			id: verb + "-packs", method: http.MethodPost, path: "/api/packs/" + verb, tag: field, who: who, keyed: true,
			title: say(title[0], title[1]), about: say(about[0], about[1]),
			refused: append([]string{"key_missing", "key_reused", "bad_packs", "bad_move", "unknown_block", "unknown_retailer", "pack_elsewhere"}, refused...),
			asked:   examplePacks, answered: moved,
		}, func(ctx context.Context, c *call, in *keyed[Packs]) (*answer[PacksMoved], error) {
			packs, err := packsOf(in.Body)
			if err != nil {
				return nil, err
			}
			m, err := a.Counter.Move(ctx, c.by, in.Key, to, packs)
			shown := Packs{Block: string(m.Block), First: m.First, Last: m.Last, Retailer: string(m.Retailer)}
			return body(PacksMoved{shown, string(m.State), m.Price, m.Commission, m.Balance}, err)
		})
	}
	open := []string{"unknown_issue", "issue_closed", "issue_lapsed"}
	move("receive", retail.Received, house, [2]string{"Deliver packs", "Livrer des carnets"},
		[2]string{"The house says which retailer has them; of an issue that is open.", "La maison dit quel détaillant les a ; d’une émission ouverte."}, append([]string{"block_closed"}, open...)...)
	move("confirm", retail.Confirmed, shopkeeper, [2]string{"Confirm packs", "Confirmer des carnets"},
		[2]string{"The retailer says that they have come.", "Le détaillant dit qu’ils sont arrivés."}, open...)
	move("activate", retail.Active, shopkeeper, [2]string{"Put packs on sale", "Mettre des carnets en vente"},
		[2]string{"From now on their tickets are sold, and paid.", "Dès lors leurs billets se vendent, et sont payés."}, append([]string{"not_in_force"}, open...)...)
	move("settle", retail.Settled, house, [2]string{"Settle packs", "Régler des carnets"},
		[2]string{"Charges the retailer their full price, less the commission. What the retailer owes stays within the limit.", "Débite au détaillant leur plein prix, moins la commission. Ce que doit le détaillant reste dans son plafond."}, "insufficient_funds")
	move("return", retail.Returned, house, [2]string{"Take packs back", "Reprendre des carnets"},
		[2]string{"Packs that were not put on sale; their tickets are never paid.", "Des carnets qui n’ont pas été mis en vente ; leurs billets ne sont jamais payés."})
	move("lost", retail.Lost, counters, [2]string{"Report packs lost", "Déclarer des carnets perdus"},
		[2]string{"From this moment on nothing is paid on their tickets.", "Dès cet instant rien n’est payé sur leurs billets."})
	move("stolen", retail.Stolen, counters, [2]string{"Report packs stolen", "Déclarer des carnets volés"},
		[2]string{"From this moment on nothing is paid on their tickets.", "Dès cet instant rien n’est payé sur leurs billets."})
}

// packs lists packs; a place in the list is a block and a number, "3002-00-0001:6667".
func (a *api) packs(ctx context.Context, c *call, in *packsIn) (*answer[List[Pack]], error) {
	var after store.PackRef
	if in.After != "" {
		block, number, _ := strings.Cut(in.After, ":")
		n, err := strconv.ParseInt(number, 10, 64)
		if err != nil || n < 0 || !blockForm.MatchString(block) {
			return nil, errBadCursor
		}
		after = store.PackRef{Block: store.BlockID(block), Pack: n}
	}
	if in.Block != "" && !blockForm.MatchString(in.Block) || in.Retailer != "" && !personForm.MatchString(in.Retailer) {
		return body(List[Pack]{Items: []Pack{}}, nil)
	}
	filter := store.PackFilter{Block: store.BlockID(in.Block), Retailer: store.PersonID(in.Retailer), State: retail.PackState(in.State)}
	page, err := a.Counter.Packs(ctx, c.by, filter, after, in.Limit)
	next := ""
	if page.Next.Block != "" {
		next = fmt.Sprintf("%s:%d", page.Next.Block, page.Next.Pack)
	}
	return list(shop.Page[counter.Pack]{Items: page.Items, Next: next}, err, func(p counter.Pack) Pack {
		return Pack{string(p.Block), p.Pack, string(p.State), string(p.Retailer), at(p.At), later(p.Activated), later(p.Settled), p.Price, p.Commission}
	})
}
