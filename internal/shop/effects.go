package shop

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"tirage/internal/keeper"
	"tirage/internal/press"
	"tirage/internal/store"
	"tirage/ledger"
	"tirage/money"
	"tirage/retail"
	"tirage/seal"
)

// Nothing is the part of an Effect that has none.
type Nothing struct{}

// Ask does nothing.
func (Nothing) Ask(*store.Ask) {}

// Decide does nothing.
func (Nothing) Decide(*Batch, *ledger.Act) error { return nil }

// Approve does nothing.
func (Nothing) Approve(context.Context, *Shop) error { return nil }

// Also does nothing.
func (Nothing) Also(ctx context.Context, tx *store.Tx) error { return nil }

// registration takes a sealed block into the house.
type registration struct {
	Nothing `json:"-"`

	Folder string `json:"folder"` // as this machine names it
	Play   bool   `json:"play"`   // for play money: for specimens, and only for them

	// What lay in the folder when it was proposed: what the second person approves is this block, and no other that lies there by then.
	Block    store.BlockID `json:"block,omitempty"`
	Root     string        `json:"root,omitempty"`     // of the tree, in base64
	Manifest string        `json:"manifest,omitempty"` // its digest, 64 hexadecimal digits

	row    store.Block
	pinned bool // the proposal said which block it is
}

// Prepare opens the block and reads its files whole. It refuses with bad_folder, manifest_changed, specimen, not_specimen, signature,
// block_files, not_from_first, currency, game_version, no_house_key, wrong_house_key, keeper_unknown, keeper_other, block_exists or
// issue_closed.
func (r *registration) Prepare(ctx context.Context, s *Shop) (string, error) {
	if !filepath.IsAbs(r.Folder) {
		return "", bad("bad_folder", "name the block's folder from the root of the house's machine", "nommez le dossier du bloc depuis la racine de la machine de la maison")
	}
	stock, err := s.openStock(r.Folder)
	if err != nil {
		return "", fileRefusal(err)
	}
	defer stock.Close()
	m := stock.Manifest
	first, end := stock.Online()
	digest := m.Digest()
	r.row = store.Block{
		ID: blockID(m.Block), Game: string(blockID(m.Block)[:4]), Issue: int64(m.Block.Issue), Number: int64(m.Block.Number), Play: r.Play, State: store.OnSale,
		Price: stock.Plan.Game.Price, First: first, OnlineEnd: end, Next: first, Told: first, Folder: r.Folder, Manifest: digest,
		Version: press.Digest(m.Block.GameFile).String(), Order: s.now().UnixMicro(),
	}
	if err := r.pin(r.row.ID, m.Root.String(), digest.String()); err != nil {
		return "", err
	}
	switch {
	case m.Specimen && !r.Play:
		return "", bad("specimen", "a SPECIMEN is not for sale: anybody can make it again. It may be registered for play money", "un SPÉCIMEN n’est pas à vendre : chacun peut le refaire. On peut l’inscrire pour l’argent fictif")
	case !m.Specimen && r.Play:
		return "", bad("not_specimen", "a block for sale is not given away for play money", "un bloc à vendre ne se donne pas pour de l’argent fictif")
	case first != 0:
		return "", bad("not_from_first", "this folder holds a later part of the block: register the one that begins with its first pack", "ce dossier contient une suite du bloc : inscrivez celui qui commence par son premier carnet")
	case stock.Plan.Game.Currency != s.Currency:
		return "", bad("currency", "this game is in %s, the house in %s", "ce jeu est en %s, la maison en %s", stock.Plan.Game.Currency.Code, s.Currency.Code)
	}
	if err := stock.Check(ctx); err != nil {
		return "", fileRefusal(err)
	}
	if _, err := s.houseKey(stock); err != nil {
		return "", err
	}
	return string(r.row.ID) + " manifest " + r.Manifest, r.known(ctx, s)
}

var errManifestChanged = say("manifest_changed", "the block in this folder is not the one that was proposed: propose it again", "le bloc de ce dossier n’est pas celui qui a été proposé : proposez à nouveau")

// pin notes which block lies in the folder, or refuses with manifest_changed one that is not the one that was noted.
func (r *registration) pin(id store.BlockID, root, manifest string) error {
	r.pinned = r.Block != "" && r.Root != "" && r.Manifest != ""
	if r.Block != "" && r.Block != id || r.Root != "" && r.Root != root || r.Manifest != "" && r.Manifest != manifest {
		return errManifestChanged
	}
	r.Block, r.Root, r.Manifest = id, root, manifest
	return nil
}

// Approve is Effect's.
func (r *registration) Approve(context.Context, *Shop) error {
	if !r.pinned {
		return errManifestChanged
	}
	return nil
}

// Ask asks for the issue, so that it is not closed meanwhile.
func (r *registration) Ask(ask *store.Ask) { ask.Issues = append(ask.Issues, r.row.ID.Issue()) }

// Decide is Effect's.
func (r *registration) Decide(b *Batch, _ *ledger.Act) error {
	return takesBlocks(b.found.Issues[r.row.ID.Issue()])
}

// takesBlocks refuses with issue_closed an issue that is closed, or has lapsed. One that has not opened takes blocks.
func takesBlocks(i store.Issue) error {
	if i.State == retail.Closed || i.State == retail.Lapsed {
		return bad("issue_closed", "issue %s is closed: no block is added to it", "l’émission %s est close : aucun bloc ne s’y ajoute", i.ID)
	}
	return nil
}

// known asks the others whether they are ready for the block.
func (r *registration) known(ctx context.Context, s *Shop) error {
	if _, err := s.store.Block(ctx, r.row.ID); err == nil {
		return bad("block_exists", "block %s is registered already", "le bloc %s est déjà inscrit", r.row.ID)
	} else if !errors.Is(err, store.ErrUnknown) {
		return err
	}
	if i, err := s.store.Issue(ctx, r.row.ID.Issue()); err == nil {
		if err := takesBlocks(i); err != nil {
			return err
		}
	} else if !errors.Is(err, store.ErrUnknown) {
		return err
	}
	if err := s.consecutive(ctx, r.row); err != nil {
		return err
	}
	if games, err := s.store.Games(ctx); err != nil {
		return err
	} else if at, ok := games[r.row.Game]; ok && at.Version != r.row.Version {
		return bad("game_version", "the house plays game %s by another file: change the game first (change_game)", "la maison joue le jeu %s d’après un autre fichier : changez d’abord le jeu (change_game)", r.row.Game)
	}
	err := s.holds(ctx, &r.row)
	var ack keeper.Ack
	if err == nil {
		ctx, cancel := context.WithTimeout(ctx, keeperCall)
		defer cancel()
		ack, err = s.Keeper.Status(ctx, string(r.row.ID))
	}
	switch {
	case errors.Is(err, keeper.Other):
		return bad("keeper_other", "the keeper holds another block as %s: it was printed again, or the keeper was given another manifest", "le dépositaire tient un autre bloc sous le nom %s : il a été réimprimé, ou le dépositaire a reçu un autre manifeste", r.row.ID)
	case errors.Is(err, keeper.UnknownBlock):
		return bad("keeper_unknown", "the keeper was not given block %s: its administrators add it first (tirage keeper add)", "le dépositaire n’a pas reçu le bloc %s : ses administrateurs l’ajoutent d’abord (tirage keeper add)", r.row.ID)
	case err != nil:
		return ErrKeeperSilent
	case ack.Told != 0:
		return bad("keeper_ahead", "the keeper was told %d sales of block %s: it was sold elsewhere", "on a dit au dépositaire %d ventes du bloc %s : il a été vendu ailleurs", ack.Told, r.row.ID)
	}
	return nil
}

// Also is Effect's.
func (r *registration) Also(ctx context.Context, tx *store.Tx) error {
	err := tx.AddBlock(ctx, r.row)
	if errors.Is(err, store.ErrTaken) {
		return bad("block_exists", "block %s is registered already", "le bloc %s est déjà inscrit", r.row.ID)
	}
	if err != nil {
		return err
	}
	return tx.PutGame(ctx, store.Game{Code: r.row.Game, Version: r.row.Version})
}

// fileRefusal names what is wrong with a block's folder.
func fileRefusal(err error) error {
	switch {
	case errors.Is(err, press.ErrSignature):
		return bad("signature", "the manifest is not signed by the house's key", "le manifeste n’est pas signé de la clé de la maison")
	case errors.Is(err, press.ErrFiles):
		return bad("block_files", "the block's files are not those of its manifest: audit it (tirage audit)", "les fichiers du bloc ne sont pas ceux de son manifeste : contrôlez-le (tirage audit)")
	case errors.Is(err, press.ErrBlock), errors.Is(err, press.ErrUnfinished):
		return bad("bad_folder", "there is no whole block in this folder", "il n’y a pas de bloc entier dans ce dossier")
	}
	return err
}

// destruction takes a block out of the house, or marks the number of one that never came into it: none of its tickets will be sold, and
// its number is not given again.
type destruction struct {
	Block store.BlockID `json:"block"`

	row    store.Block // as it was; without a state if the house never had it
	reason string
	at     int64
}

// Prepare refuses with ErrUnknownBlock, block_gap, block_sold or block_destroyed.
func (d *destruction) Prepare(ctx context.Context, s *Shop) (string, error) {
	row, err := s.store.Block(ctx, d.Block)
	switch {
	case errors.Is(err, store.ErrUnknown):
		if row, err = missing(d.Block); err != nil {
			return "", err
		}
		if err := s.consecutive(ctx, row); err != nil {
			return "", err
		}
		row.Order = s.now().UnixMicro()
	case err != nil:
		return "", err
	case row.State == store.Destroyed:
		return "", errBlockDestroyed
	case row.Sold() > 0:
		return "", errBlockSold
	}
	d.row = row
	return string(d.Block), nil
}

// missing is the row of a block that the house never had. It refuses with ErrUnknownBlock what names no block.
func missing(id store.BlockID) (row store.Block, err error) {
	var game, issue, number uint16
	if _, err := fmt.Sscanf(string(id), "%4d-%2d-%4d", &game, &issue, &number); err != nil || number == 0 {
		return row, ErrUnknownBlock
	}
	if blockID(seal.Block{Game: game, Issue: issue, Number: number}) != id {
		return row, ErrUnknownBlock
	}
	return store.Block{ID: id, Game: gameCode(game), Issue: int64(issue), Number: int64(number)}, nil
}

// consecutive refuses with block_gap a block that is not the next one of its issue: a number that were left out could hide a block that
// somebody did not like.
func (s *Shop) consecutive(ctx context.Context, row store.Block) error {
	blocks, err := s.store.Blocks(ctx)
	if err != nil {
		return err
	}
	last := int64(0)
	for _, b := range blocks {
		switch {
		case b.ID == row.ID && b.State == store.Destroyed: // since it was looked for
			return errBlockDestroyed
		case b.ID == row.ID:
			return errBlockExists
		case b.Game == row.Game && b.Issue == row.Issue:
			last = max(last, b.Number)
		}
	}
	if row.Number != last+1 {
		return bad("block_gap", "the next block of this issue is number %d: register it, or have it destroyed with a reason", "le prochain bloc de cette émission porte le numéro %d : inscrivez-le, ou faites-le détruire avec une raison", last+1)
	}
	return nil
}

var (
	errBlockDestroyed = say("block_destroyed", "this block is destroyed already", "ce bloc est déjà détruit")
	errBlockExists    = say("block_exists", "this block is registered already", "ce bloc est déjà inscrit")
)

var errBlockSold = say("block_sold", "tickets of this block are sold, or its packs are with retailers: it is not destroyed", "des billets de ce bloc sont vendus, ou ses carnets sont chez des détaillants : il n’est pas détruit")

// Ask is Effect's.
func (d *destruction) Ask(ask *store.Ask) { ask.Blocks = append(ask.Blocks, d.Block) }

// Decide is Effect's.
func (d *destruction) Decide(b *Batch, a *ledger.Act) error {
	switch row, ok := b.found.Blocks[d.Block]; {
	case row.State == store.Destroyed:
		return errBlockDestroyed
	case row.Sold() > 0:
		return errBlockSold
	case ok && d.row.State == "":
		return errBlockExists // it came into the house meanwhile
	}
	d.reason, d.at = a.Note, b.at
	return nil
}

// Also refuses with block_sold a block that has packs in the field. Its row is locked, so that none is delivered meanwhile.
func (d *destruction) Also(ctx context.Context, tx *store.Tx) error {
	if packs, err := tx.Packs(ctx, store.PackFilter{Block: d.Block}, store.PackRef{}, 1); err != nil {
		return err
	} else if len(packs) > 0 {
		return errBlockSold
	}
	was := d.row.State
	if was == "" {
		row := d.row // which stays as it was, if this begins anew
		row.State = store.Destroyed
		if err := tx.AddBlock(ctx, row); errors.Is(err, store.ErrTaken) {
			return errBlockDestroyed
		} else if err != nil {
			return err
		}
	} else if err := tx.SetBlockState(ctx, d.Block, was, store.Destroyed); errors.Is(err, store.ErrStale) {
		return errBlockDestroyed
	} else if err != nil {
		return err
	}
	return tx.AddDestroyed(ctx, store.DestroyedBlock{Block: d.Block, Reason: d.reason, At: d.at})
}

// Approve is Effect's.
func (*destruction) Approve(context.Context, *Shop) error { return nil }

// adjustment corrects an account from the house's own money, or to it.
type adjustment struct {
	Nothing `json:"-"`

	Account ledger.Account `json:"account"` // of a player or a retailer
	Amount  money.Cents    `json:"amount"`  // more than zero: to it; less: from it
}

// Prepare refuses with bad_account, bad_amount or ErrUnknownPerson.
func (j *adjustment) Prepare(ctx context.Context, s *Shop) (string, error) {
	if !j.Account.Valid() || !j.Account.Held() {
		return "", bad("bad_account", "an account of a player or a retailer is adjusted: player/…, play/player/…", "on ajuste le compte d’un joueur ou d’un détaillant : player/…, play/player/…")
	}
	if j.Amount == 0 || j.Amount > MaxAmount || j.Amount < -MaxAmount {
		return "", bad("bad_amount", "an adjustment moves something, and at most %s", "un ajustement déplace quelque chose, et au plus %s", s.Currency.Plain(MaxAmount))
	}
	p, err := s.store.Person(ctx, j.owner())
	if errors.Is(err, store.ErrUnknown) {
		return "", ErrUnknownPerson
	} else if err != nil {
		return "", err
	}
	if err := j.fits(store.Standing{Role: p.Role, Erased: p.Erased}); err != nil {
		return "", err
	}
	return string(j.Account) + " " + s.Currency.Plain(j.Amount), nil
}

func (j *adjustment) owner() store.PersonID { return store.PersonID(j.Account.Owner()) }

// fits refuses an account of somebody who was forgotten, or has none of this kind.
func (j *adjustment) fits(owner store.Standing) error {
	switch {
	case owner.Erased != 0:
		return ErrUnknownPerson
	case string(j.Account.Kind()) != owner.Role:
		return bad("bad_account", "this person has no account of the kind %s", "cette personne n’a pas de compte du genre %s", string(j.Account.Kind()))
	}
	return nil
}

// Ask is Effect's.
func (j *adjustment) Ask(ask *store.Ask) {
	ask.Accounts, ask.Persons = append(ask.Accounts, j.Account), append(ask.Persons, j.owner())
}

// Decide is Effect's.
func (j *adjustment) Decide(b *Batch, a *ledger.Act) error {
	if err := j.fits(b.found.Persons[j.owner()]); err != nil {
		return err
	}
	house := playing(ledger.Of(ledger.House, "adjustments"), j.Account.IsPlay())
	t := ledger.Transfer{Debit: house, Credit: j.Account, Amount: j.Amount}
	if j.Amount < 0 {
		t = ledger.Transfer{Debit: j.Account, Credit: house, Amount: -j.Amount}
	}
	a.Transfers = append(a.Transfers, t)
	return nil
}
