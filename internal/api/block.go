package api

import (
	"context"
	"net/http"
	"regexp"

	"tirage/internal/shop"
	"tirage/internal/store"
	"tirage/money"
)

// Block is what is public of a block.
type Block struct {
	ID       string      `json:"id" doc:"As its serials begin: game, issue, block." example:"3002-00-0001"`
	Game     string      `json:"game" doc:"The game's identifier; empty if the block cannot be opened here." example:"vegas-3eur"`
	Play     bool        `json:"play" doc:"Sold for play money."`
	Specimen bool        `json:"specimen" doc:"Printed for trying out: worth nothing."`
	State    string      `json:"state" doc:"registered, on_sale, closed or destroyed." example:"on_sale"`
	Paused   string      `json:"paused,omitempty" doc:"Why a block that is on sale is not sold here now: keeper_silent, keeper_behind, keeper_ahead, keeper_differs, keeper_other, keeper_unsigned, told_otherwise, block_files or ticket_sealed." example:"keeper_ahead"`
	Price    money.Cents `json:"price" doc:"Of one ticket, in minor units." example:"300"`
	Tickets  int64       `json:"tickets" doc:"In the whole block." example:"2000000"`
	Online   int64       `json:"online" doc:"Of them for sale here." example:"10000"`
	Sold     int64       `json:"sold" doc:"Of those, sold." example:"412"`
	Told     int64       `json:"told" doc:"Of the sold ones, those the keeper was told of." example:"412"`
	Root     string      `json:"root" doc:"Root of the tree over all tickets, in base64." example:"Ym9vdCBvZiBhIHRyZWUgZm9yIHRoZSBleGFtcGxlISE="`
	SignedBy string      `json:"signed_by" doc:"Who signed the manifest." example:"house"`
	Version  string      `json:"version" doc:"SHA-256 of the game file."`
	Alone    bool        `json:"single_party" doc:"House and keeper are one here: the operator could have chosen the tickets."`
}

// Lot is a row of a block's prize table and what became of it.
type Lot struct {
	Lot    int         `json:"lot" doc:"The row, from 1." example:"1"`
	Amount money.Cents `json:"amount" doc:"In minor units." example:"5000000"`
	Count  int64       `json:"count" doc:"Printed in the whole block." example:"2"`
	Paid   int64       `json:"paid" doc:"Paid." example:"0"`
	Left   int64       `json:"left" doc:"Not paid: in tickets unsold, sealed or not claimed." example:"3"`
}

// BlockSheet is a block with its lots.
type BlockSheet struct {
	Block
	Revealed int64 `json:"revealed" doc:"Tickets sold here that were opened." example:"398"`
	Lots     []Lot `json:"lots" nullable:"false" doc:"What became of each row of the prize table."`

	Reconstruction string `json:"reconstruction,omitempty" doc:"What of the prize table was reconstructed, because the regulation’s text does not hold it."`
}

var exampleBlock = Block{
	ID: "3002-00-0001", Game: "vegas-3eur", Play: true, Specimen: true, State: "on_sale", Price: 300, Tickets: 2_000_000, Online: 10_000, Sold: 412, Told: 412,
	Root: "Ym9vdCBvZiBhIHRyZWUgZm9yIHRoZSBleGFtcGxlISE=", SignedBy: "house", Version: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
}

// blockID is how a block is named in an address.
type blockID struct {
	ID string `path:"id" doc:"The block." example:"3002-00-0001"`
}

var blockForm = regexp.MustCompile(`^[0-9]{4}-[0-9]{2}-[0-9]{4}$`)

// block gives the name, or refuses what names no block.
func (b *blockID) block() (store.BlockID, error) {
	if !blockForm.MatchString(b.ID) {
		return "", shop.ErrUnknownBlock
	}
	return store.BlockID(b.ID), nil
}

func (a *api) blockRoutes() {
	add(a, route{
		id: "blocks", method: http.MethodGet, path: "/api/blocks", tag: proofs,
		title: say("The blocks", "Les blocs"), about: say("Every block of the house, in the order in which they are sold.", "Tous les blocs de la maison, dans l’ordre où ils se vendent."),
		answered: List[Block]{Items: []Block{exampleBlock}},
	}, func(ctx context.Context, _ *call, _ *struct{}) (*answer[List[Block]], error) {
		blocks, err := a.shop.Blocks(ctx)
		return list(shop.Page[shop.BlockView]{Items: blocks}, err, a.blockOf)
	})
	add(a, route{
		id: "block", method: http.MethodGet, path: "/api/blocks/{id}", tag: proofs,
		title: say("A block and its lots", "Un bloc et ses lots"), about: say("What was printed, sold, opened and paid of a block.", "Ce qui a été imprimé, vendu, ouvert et payé d’un bloc."),
		refused:  []string{"unknown_block"},
		answered: BlockSheet{Block: exampleBlock, Revealed: 398, Lots: []Lot{{1, 5_000_000, 2, 0, 2}}},
	}, a.block)
	add(a, route{
		id: "manifest", method: http.MethodGet, path: "/api/blocks/{id}/manifest", tag: proofs, media: "text/plain",
		title: say("A block’s manifest", "Le manifeste d’un bloc"),
		about: say("The manifest as it was signed when the block was printed: a signed note, to be checked with the house’s verifier key.",
			"Le manifeste tel qu’il a été signé à l’impression du bloc : une note signée, à contrôler avec la clé de vérification de la maison."),
		refused: []string{"unknown_block"}, answered: "tirage manifest 1\n…\n\n— house …\n",
	}, a.manifest)
}

func (a *api) blockOf(b shop.BlockView) Block {
	return Block{
		ID: string(b.ID), Game: b.Game, Play: b.Play, Specimen: b.Specimen, State: b.State, Paused: b.Paused, Price: b.Price, Tickets: b.Tickets, Online: b.Online,
		Sold: b.Sold, Told: b.Told, Root: b.Root, SignedBy: b.SignedBy, Version: b.Version, Alone: a.shop.Single,
	}
}

func (a *api) block(ctx context.Context, c *call, in *blockID) (*answer[BlockSheet], error) {
	id, err := in.block()
	if err != nil {
		return nil, err
	}
	b, err := a.shop.Block(ctx, id)
	shown := BlockSheet{Block: a.blockOf(b), Revealed: b.Revealed, Lots: []Lot{}, Reconstruction: b.Reconstruction.In(c.lang)}
	for _, lot := range b.Lots {
		shown.Lots = append(shown.Lots, Lot(lot))
	}
	return body(shown, err)
}

// written is an answer that is no JSON.
type written struct {
	ContentType string `header:"Content-Type"`
	Body        []byte
}

func (a *api) manifest(ctx context.Context, _ *call, in *blockID) (*written, error) {
	id, err := in.block()
	if err != nil {
		return nil, err
	}
	text, err := a.shop.Manifest(ctx, id)
	if err != nil {
		return nil, err
	}
	return &written{"text/plain; charset=utf-8", text}, nil
}
