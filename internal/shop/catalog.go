package shop

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"tirage/internal/press"
	"tirage/internal/store"
	"tirage/money"
	"tirage/scratch"
	"tirage/seal"
)

// shelf is a block in the house with its files open. Nothing of it changes but the row, which is read anew, and the claim key, which may
// come later.
type shelf struct {
	stock   *press.Stock
	key     seal.HouseKey
	claim   seal.ClaimKey // of its paper tickets; none where noClaim says why
	noClaim error
}

// catalog is what this node knows of the blocks. The database has the last word in every transaction.
type catalog struct {
	mu      sync.RWMutex
	blocks  map[store.BlockID]store.Block
	shelves map[store.BlockID]*shelf
}

// load reads the blocks' rows again, and opens the files of those that it has not opened. A block whose files cannot be opened stays
// closed here, and is told in the log: the others go on.
func (c *catalog) load(ctx context.Context, s *Shop) error {
	rows, err := s.store.Blocks(ctx)
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.shelves == nil {
		c.shelves = map[store.BlockID]*shelf{}
	}
	c.blocks = map[store.BlockID]store.Block{}
	for _, row := range rows {
		c.blocks[row.ID] = row
		if opened := c.shelves[row.ID]; opened != nil {
			if opened.noClaim != nil {
				opened.claim, opened.noClaim = s.claimKey(opened.stock)
			}
			continue
		}
		if row.State == store.Destroyed {
			continue
		}
		opened, err := s.open(row.Folder, row.ID, row.Manifest)
		if err != nil {
			s.log.Error("a block cannot be opened: no ticket of it is sold or revealed here", "block", row.ID, "error", err)
			continue
		}
		c.shelves[row.ID] = opened
	}
	return nil
}

// open opens the files of a block that was registered.
func (s *Shop) open(folder string, id store.BlockID, manifest [32]byte) (*shelf, error) {
	stock, err := s.openStock(folder)
	if err != nil {
		return nil, err
	}
	opened := &shelf{stock: stock}
	switch {
	case blockID(stock.Manifest.Block) != id:
		err = fmt.Errorf("the folder holds block %s", blockID(stock.Manifest.Block))
	case stock.Manifest.Digest() != press.Digest(manifest):
		err = errors.New("the manifest is not the one that was registered")
	default:
		if opened.key, err = s.houseKey(stock); err == nil {
			opened.claim, opened.noClaim = s.claimKey(stock)
		}
	}
	if err != nil {
		stock.Close()
		return nil, err
	}
	return opened, nil
}

// openStock opens a block that the house signed, or a specimen, whoever signed it.
func (s *Shop) openStock(folder string) (*press.Stock, error) {
	refused := press.ErrSignature
	if s.Verifier != "" {
		stock, err := press.OpenStock(folder, s.Verifier, s.plans.load)
		if err == nil || !errors.Is(err, press.ErrSignature) {
			return stock, err
		}
		refused = err
	}
	stock, err := press.OpenStock(folder, "", s.plans.load)
	if err == nil && !stock.Manifest.Specimen {
		stock.Close()
		return nil, refused
	}
	return stock, err
}

// plans keeps the plan of each game file: many blocks have one.
type plans struct {
	mu   sync.Mutex
	made map[press.Digest]*scratch.Plan
}

func (p *plans) load(file []byte) (*scratch.Plan, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	digest := press.DigestOf(file)
	if plan, ok := p.made[digest]; ok {
		return plan, nil
	}
	plan, err := press.LoadPlan(file)
	if err != nil {
		return nil, err
	}
	if p.made == nil {
		p.made = map[press.Digest]*scratch.Plan{}
	}
	p.made[digest] = plan
	return plan, nil
}

// houseKey reads the house's key of a block from the folder of keys; a specimen's comes from the seeds that lie with it.
func (s *Shop) houseKey(stock *press.Stock) (seal.HouseKey, error) {
	if stock.Manifest.Specimen {
		a, _, err := stock.Seeds()
		if err != nil {
			return seal.HouseKey{}, err
		}
		return seal.NewHouseKey(a, stock.Manifest.Block)
	}
	id := blockID(stock.Manifest.Block)
	text, err := os.ReadFile(filepath.Join(s.Keys, string(id)+".house"))
	if err != nil {
		return seal.HouseKey{}, bad("no_house_key", "the house's key of block %s is not in its folder of keys: put it there as %s.house (tirage key house)",
			"la clé de la maison du bloc %s n’est pas dans son dossier de clés : mettez-l’y sous le nom %s.house (tirage key house)", id, id)
	}
	key, err := stock.Manifest.ReadHouseKey(text)
	if err != nil {
		return key, bad("wrong_house_key", "the file %s.house is not the key of this very block: derive it from the house's seed and the block's manifest (tirage key house)",
			"le fichier %s.house n’est pas la clé de ce bloc-ci : dérivez-la de la graine de la maison et du manifeste du bloc (tirage key house)", id)
	}
	return key, nil
}

// claimKey reads the claim key of a block from the folder of keys; a specimen's comes from the seeds that lie with it. Where there is none,
// or another block's, no paper ticket of the block is claimed.
func (s *Shop) claimKey(stock *press.Stock) (seal.ClaimKey, error) {
	if stock.Manifest.Specimen {
		a, _, err := stock.Seeds()
		if err != nil {
			return seal.ClaimKey{}, err
		}
		return seal.NewClaimKey(a, stock.Manifest.Block)
	}
	id := blockID(stock.Manifest.Block)
	text, err := os.ReadFile(filepath.Join(s.Keys, string(id)+".claim"))
	if err != nil {
		return seal.ClaimKey{}, bad("no_claim_key", "the claim key of block %s is not in the house’s folder of keys: the house puts it there as %s.claim (tirage key claim)",
			"la clé des demandes de paiement du bloc %s n’est pas dans le dossier de clés de la maison : la maison l’y met sous le nom %s.claim (tirage key claim)", id, id)
	}
	key, err := stock.Manifest.ReadClaimKey(text)
	if err != nil {
		return key, bad("wrong_claim_key", "the file %s.claim is not the claim key of this very block: the house derives it from its seed and the block’s manifest (tirage key claim)",
			"le fichier %s.claim n’est pas la clé des demandes de paiement de ce bloc-ci : la maison la dérive de sa graine et du manifeste du bloc (tirage key claim)", id)
	}
	return key, nil
}

// claims gives an open block with the key of its paper tickets. It refuses with ErrUnknownBlock, no_claim_key or wrong_claim_key.
func (c *catalog) claims(id store.BlockID) (*press.Stock, store.Block, seal.ClaimKey, error) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	opened := c.shelves[id]
	if opened == nil {
		return nil, store.Block{}, seal.ClaimKey{}, ErrUnknownBlock
	}
	return opened.stock, c.blocks[id], opened.claim, opened.noClaim
}

func (c *catalog) close() {
	for _, opened := range c.shelves {
		opened.stock.Close()
	}
}

func gameCode(code uint16) string { return fmt.Sprintf("%04d", code) }

func blockID(b seal.Block) store.BlockID {
	return store.BlockID(fmt.Sprintf("%04d-%02d-%04d", b.Game, b.Issue, b.Number))
}

// get gives a block as it was last read, and its open files; nil if they could not be opened.
func (c *catalog) get(id store.BlockID) (store.Block, *shelf, bool) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	row, ok := c.blocks[id]
	return row, c.shelves[id], ok
}

// candidates are the blocks from which a game's tickets are to be sold now, in their order.
func (c *catalog) candidates(game string, play bool) (ids []store.BlockID) {
	for _, row := range c.rows() {
		if opened := c.shelf(row.ID); opened != nil && opened.stock.Manifest.Game == game && row.Play == play && row.State == store.OnSale && row.Next < row.OnlineEnd {
			ids = append(ids, row.ID)
		}
	}
	return ids
}

func (c *catalog) shelf(id store.BlockID) *shelf {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.shelves[id]
}

// rows are the blocks in the order in which they are sold.
func (c *catalog) rows() []store.Block {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return slices.SortedFunc(maps.Values(c.blocks), func(a, b store.Block) int {
		return cmp.Or(cmp.Compare(a.Order, b.Order), cmp.Compare(a.ID, b.ID))
	})
}

// sold notes how far a block was sold in a transaction of this node.
func (c *catalog) sold(next map[store.BlockID]int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for id, n := range next {
		row := c.blocks[id]
		row.Next = max(row.Next, n)
		c.blocks[id] = row
	}
}

// Lot is a row of a block's prize table and what became of it.
type Lot struct {
	Lot    int         `json:"lot"`
	Amount money.Cents `json:"amount"`
	Count  int64       `json:"count"` // printed in the whole block
	Paid   int64       `json:"paid"`
	Left   int64       `json:"left"` // not paid: in tickets unsold, unopened or not claimed
}

// BlockView is what is public of a block.
type BlockView struct {
	ID       store.BlockID `json:"id"`
	Game     string        `json:"game"`
	Play     bool          `json:"play"`
	State    string        `json:"state"`
	Paused   string        `json:"paused,omitempty"` // why its tickets are not sold on this node, though it is on sale: a name; see Shop.Paused
	Price    money.Cents   `json:"price"`
	Tickets  int64         `json:"tickets"` // in the whole block
	Online   int64         `json:"online"`  // of them for sale here
	Sold     int64         `json:"sold"`    // of those
	Told     int64         `json:"told"`    // of those, to the keeper
	Revealed int64         `json:"revealed"`
	Specimen bool          `json:"specimen"`
	Root     string        `json:"root"` // of the tree, in base64
	SignedBy string        `json:"signed_by"`
	Version  string        `json:"version"`          // of the game file
	Reason   string        `json:"reason,omitempty"` // why it was destroyed
	Lots     []Lot         `json:"lots"`
	// Reconstruction says what of the prize table was reconstructed, if anything was.
	Reconstruction money.Text `json:"-"`
}

// Blocks are all blocks, without their lots: destroyed ones too, with the reason, so that no number is missing.
func (s *Shop) Blocks(ctx context.Context) ([]BlockView, error) {
	destroyed, err := s.store.Destroyed(ctx)
	if err != nil {
		return nil, err
	}
	var views []BlockView
	for _, row := range s.catalog.rows() {
		view := s.view(row)
		view.Reason = destroyed[row.ID].Reason
		views = append(views, view)
	}
	return views, nil
}

func (s *Shop) view(row store.Block) BlockView {
	v := BlockView{ID: row.ID, Play: row.Play, State: row.State, Price: row.Price, Online: row.OnlineEnd - row.First, Sold: row.Sold(), Told: max(row.Told, s.told.get(row.ID).upTo) - row.First, Version: row.Version, Paused: s.pausedRow(&row)}
	if opened := s.catalog.shelf(row.ID); opened != nil {
		m := opened.stock.Manifest
		v.Game, v.Tickets, v.Specimen, v.Root, v.SignedBy = m.Game, int64(m.Block.Tickets), m.Specimen, m.Root.String(), opened.stock.SignedBy
	}
	return v
}

// Block is a block with its lots: printed, paid and left. It refuses with ErrUnknownBlock.
func (s *Shop) Block(ctx context.Context, id store.BlockID) (BlockView, error) {
	row, err := s.store.Block(ctx, id)
	if errors.Is(err, store.ErrUnknown) {
		return BlockView{}, ErrUnknownBlock
	}
	if err != nil {
		return BlockView{}, err
	}
	v := s.view(row)
	opened := s.catalog.shelf(id)
	if opened == nil {
		return v, nil
	}
	v.Reconstruction = opened.stock.Plan.Game.Reconstruction
	counts, err := s.store.Lots(ctx, id)
	if err != nil {
		return v, err
	}
	became := map[int64]store.LotCount{}
	for _, c := range counts {
		became[c.Lot] = c
		v.Revealed += c.Revealed
	}
	for i, lot := range opened.stock.Plan.Game.Table.Lots {
		paid := became[int64(i+1)].Paid
		v.Lots = append(v.Lots, Lot{Lot: i + 1, Amount: lot.Amount, Count: lot.Count, Paid: paid, Left: lot.Count - paid})
	}
	return v, nil
}
