package counter

import (
	"context"
	"errors"
	"fmt"

	"tirage/internal/press"
	"tirage/internal/shop"
	"tirage/internal/store"
	"tirage/ledger"
	"tirage/money"
	"tirage/retail"
)

// MaxPacks is how many packs one act moves at most.
const MaxPacks = shop.MaxPacks

// Packs are some packs of a block, by their numbers, first and last.
type Packs struct {
	Block    store.BlockID  `json:"block"`
	First    int64          `json:"first"`
	Last     int64          `json:"last"`
	Retailer store.PersonID `json:"retailer,omitempty"` // whose they are, or are to be; whoever asks, for a retailer
}

// Moved is what became of some packs, all of them. Price and commission are what was charged and earned when they were settled.
type Moved struct {
	Packs
	State      retail.PackState `json:"state"`
	Price      money.Cents      `json:"price"`
	Commission money.Cents      `json:"commission"`
	Balance    money.Cents      `json:"balance"` // of the retailer's account after it was settled; else 0
}

// moves are the acts that move packs, by what the packs become.
var moves = map[retail.PackState]string{
	retail.Received: shop.ActReceive, retail.Confirmed: shop.ActConfirm, retail.Active: shop.ActActivate, retail.Settled: shop.ActSettle,
	retail.Returned: shop.ActReturn, retail.Lost: shop.ActLose, retail.Stolen: shop.ActSteal,
}

// The refusals of packs.
var (
	ErrUnknownRetailer = shop.Say("unknown_retailer", "there is no such retailer", "il n’y a pas de tel détaillant")
	errPackElsewhere   = shop.Say("pack_elsewhere", "one of these packs is another retailer’s", "un de ces carnets est à un autre détaillant")
	errNoState         = shop.Say("bad_move", "a pack becomes received, confirmed, active, settled, returned, lost or stolen", "un carnet devient reçu, confirmé, actif, réglé, retourné, perdu ou volé")
)

// Move moves packs, all or none: an operator for the house, or the retailer who has them. Which moves there are says retail.PackState.Move;
// nothing is delivered, confirmed or activated of an issue that is not open, or activated before its game is in force. Settling charges the
// retailer the packs' full price, less the commission on each; packs that were lost or stolen after they were on sale are charged too, and
// stay what they are. It refuses with ErrRole, ErrKeyMissing, bad_move, bad_packs, unknown_block, unknown_retailer, unknown_issue,
// issue_closed, issue_lapsed, shop.ErrNotInForce, block_closed, pack_elsewhere or ErrFunds: what the retailer owes would pass the limit.
func (c *Counter) Move(ctx context.Context, by shop.By, key string, to retail.PackState, p Packs) (Moved, error) {
	if err := by.May(shop.Operator, shop.Retailer); err != nil {
		return Moved{}, err
	}
	m := move{counter: c, by: by, to: to, packs: p, party: retail.House}
	if by.Role == shop.Retailer {
		if p.Retailer != "" && p.Retailer != by.Person {
			return Moved{}, shop.ErrRole
		}
		m.party, m.packs.Retailer = retail.Counter, by.Person
	}
	kind, ok := moves[to]
	if !ok {
		return Moved{}, errNoState
	}
	var err error
	if m.act, err = by.Keyed(kind, key, m.packs.Block, m.packs.First, m.packs.Last, m.packs.Retailer); err != nil {
		return Moved{}, err
	}
	if err := m.prepare(); err != nil {
		return Moved{}, err
	}
	if err := c.shop.Do(ctx, shop.Task{Person: by.Person, Ask: m.ask, Decide: m.decide}); err != nil {
		return Moved{}, err
	}
	return m.answer, nil
}

// move is a move of packs being decided.
type move struct {
	counter *Counter
	by      shop.By
	to      retail.PackState
	packs   Packs
	party   retail.Party
	act     *ledger.Act
	stock   *press.Stock
	row     store.Block
	answer  Moved // the writer's until it answers
}

// prepare looks whether there are such packs.
func (m *move) prepare() (err error) {
	if m.stock, m.row, err = m.counter.shop.Stock(m.packs.Block); err != nil {
		return err
	}
	if err := paperPacks(m.stock.Manifest, m.packs); err != nil {
		return err
	}
	if m.packs.Retailer == "" && m.to != retail.Confirmed && m.to != retail.Active { // which the house does not
		return ErrUnknownRetailer
	}
	return nil
}

// paperPacks refuses with bad_packs what are not packs of the block's paper share.
func paperPacks(m *press.Manifest, p Packs) error {
	size := int64(m.Block.PackSize)
	first, last := max(int64(m.Shares.Online)/size, int64(m.Packs.First)), int64(m.Block.Packs())-1
	if m.Packs.End != 0 {
		last = min(last, int64(m.Packs.End)-1)
	}
	if p.First < first || p.Last > last || p.First > p.Last || p.Last-p.First >= MaxPacks {
		return shop.Sayf("bad_packs", "the paper packs of this block are numbers %d to %d, and one act moves at most %d", "les carnets papier de ce bloc portent les numéros %d à %d, et un acte en déplace au plus %d", first, last, MaxPacks)
	}
	return nil
}

func (m *move) account() ledger.Account {
	return shop.Playing(ledger.Of(ledger.Retailer, string(m.packs.Retailer)), m.row.Play)
}

func (m *move) ask(ask *store.Ask) {
	ask.Keys = append(ask.Keys, store.ActKey{Actor: m.act.Actor, Key: m.act.Key})
	ask.Issues = append(ask.Issues, m.packs.Block.Issue())
	for n := m.packs.First; n <= m.packs.Last; n++ {
		ask.Packs = append(ask.Packs, store.PackRef{Block: m.packs.Block, Pack: n})
	}
	if m.packs.Retailer != "" {
		ask.Retailers = append(ask.Retailers, m.packs.Retailer)
	}
	switch m.to {
	case retail.Received:
		ask.Persons, ask.Blocks = append(ask.Persons, m.packs.Retailer), append(ask.Blocks, m.packs.Block)
	case retail.Settled:
		ask.Accounts = append(ask.Accounts, m.account())
	case retail.Confirmed, retail.Active, retail.Returned, retail.Lost, retail.Stolen:
	}
}

func (m *move) decide(b *shop.Batch) error {
	m.answer = Moved{}
	if done, err := b.Again(m.act, &m.answer); done {
		return err
	}
	if err := m.allowed(b); err != nil {
		return err
	}
	answer := Moved{Packs: m.packs, State: m.to}
	moved, err := m.each(b, &answer)
	if err != nil {
		return err
	}
	a := *m.act
	a.Subject = fmt.Sprintf("%s:%d-%d", m.packs.Block, m.packs.First, m.packs.Last)
	a.Note = "retailer " + string(m.packs.Retailer)
	if m.to == retail.Settled {
		first, last := moved[0].Price, moved[len(moved)-1].Price // which may be shorter
		a.Note += fmt.Sprintf(" commission %d ppm price %d last %d", b.Found().Retailers[m.packs.Retailer].Commission, first, last)
		a.Transfers = m.settle(&answer)
		answer.Balance = b.Balance(m.account()) + answer.Commission - answer.Price
	}
	if _, err := b.Post(&a, &answer); err != nil {
		return err
	}
	for _, p := range moved {
		b.SetPack(p)
	}
	m.answer = answer
	return nil
}

// allowed looks at issue, block and retailer.
func (m *move) allowed(b *shop.Batch) error {
	found := b.Found()
	_, known := found.Retailers[m.packs.Retailer]
	if m.packs.Retailer != "" && !known {
		return ErrUnknownRetailer
	}
	switch m.to {
	case retail.Received:
		if p := found.Persons[m.packs.Retailer]; p.Role != string(shop.Retailer) || p.Locked != 0 || p.Erased != 0 {
			return ErrUnknownRetailer
		}
		if err := standing(found.Issues, m.packs.Block.Issue()); err != nil {
			return err
		}
		if found.Blocks[m.packs.Block].State != store.OnSale {
			return shop.Say("block_closed", "this block is not on sale", "ce bloc n’est pas en vente")
		}
	case retail.Active:
		if !m.stock.Plan.Game.InForce.Holds(b.At()) {
			return shop.ErrNotInForce
		}
		return standing(found.Issues, m.packs.Block.Issue())
	case retail.Confirmed:
		return standing(found.Issues, m.packs.Block.Issue())
	case retail.Settled, retail.Returned, retail.Lost, retail.Stolen: // whenever it comes to that
	}
	return nil
}

// each makes the packs what they become. It changes nothing in the batch.
func (m *move) each(b *shop.Batch, answer *Moved) ([]store.Pack, error) {
	moved := make([]store.Pack, 0, m.packs.Last-m.packs.First+1)
	for n := m.packs.First; n <= m.packs.Last; n++ {
		ref := store.PackRef{Block: m.packs.Block, Pack: n}
		p, ok := b.Pack(ref)
		if ok && m.packs.Retailer != "" && p.Retailer != m.packs.Retailer {
			return nil, errPackElsewhere
		}
		become, err := m.to, p.State.Move(m.to, m.party)
		if m.to == retail.Settled {
			become, err = p.State.Charge(p.Activated != 0, p.Settled != 0, m.party)
		}
		if err != nil {
			return nil, badMove(n, err)
		}
		p.PackRef, p.State, p.At = ref, become, b.At()
		switch m.to {
		case retail.Received:
			p.Retailer = m.packs.Retailer
		case retail.Active:
			p.Activated = b.At()
		case retail.Settled:
			if err := m.charge(b, &p); err != nil {
				return nil, err
			}
			answer.Price, answer.Commission = answer.Price+p.Price, answer.Commission+p.Commission
		case retail.Confirmed, retail.Returned, retail.Lost, retail.Stolen:
		}
		moved = append(moved, p)
	}
	return moved, nil
}

func badMove(pack int64, err error) error {
	var bad *retail.BadMove
	if !errors.As(err, &bad) {
		return err
	}
	text := bad.Text()
	return shop.Say("bad_move", fmt.Sprintf("pack %d: %s", pack, text.EN), fmt.Sprintf("carnet %d : %s", pack, text.FR))
}

// charge settles a pack: its full price, however many of its tickets are sold, and the commission on it.
func (m *move) charge(b *shop.Batch, p *store.Pack) (err error) {
	block := m.stock.Manifest.Block
	size := int64(block.PackSize)
	tickets := min(size, int64(block.Tickets)-p.Pack*size)
	if p.Price, err = m.row.Price.Mul(tickets); err != nil {
		return err
	}
	p.Settled = b.At()
	p.Commission, err = retail.Commission(p.Price, b.Found().Retailers[p.Retailer].Commission)
	return err
}

// settle moves the money: the commission first, so that it counts against the limit.
func (m *move) settle(answer *Moved) (transfers []ledger.Transfer) {
	of := func(k ledger.Kind, owner string) ledger.Account { return shop.Playing(ledger.Of(k, owner), m.row.Play) }
	if answer.Commission > 0 {
		transfers = append(transfers, ledger.Transfer{Debit: of(ledger.House, "commission"), Credit: m.account(), Amount: answer.Commission})
	}
	return append(transfers, ledger.Transfer{Debit: m.account(), Credit: of(ledger.Game, m.row.Game), Amount: answer.Price})
}

// Pack is a pack in the field. Times are microseconds since 1970, UTC.
type Pack struct {
	Block      store.BlockID    `json:"block"`
	Pack       int64            `json:"pack"`
	State      retail.PackState `json:"state"`
	Retailer   store.PersonID   `json:"retailer"`
	At         int64            `json:"at"`
	Activated  int64            `json:"activated,omitempty"`
	Settled    int64            `json:"settled,omitempty"`
	Price      money.Cents      `json:"price"`
	Commission money.Cents      `json:"commission"`
}

// PackPage is a part of a list of packs. Next is where the rest begins: a block and a number; without a block at the end.
type PackPage struct {
	Items []Pack        `json:"items"`
	Next  store.PackRef `json:"-"`
}

// Packs lists packs by block and number, behind a place: all that a filter lets through, or a retailer's own. It refuses with ErrRole or
// bad_limit.
func (c *Counter) Packs(ctx context.Context, by shop.By, f store.PackFilter, after store.PackRef, limit int) (PackPage, error) {
	if err := by.May(shop.Operator, shop.Auditor, shop.Administrator, shop.Retailer); err != nil {
		return PackPage{}, err
	}
	if by.Role == shop.Retailer {
		f.Retailer = by.Person
	}
	if limit < 1 || limit > shop.MaxPage {
		return PackPage{}, errBadLimit
	}
	rows, err := c.store.Packs(ctx, f, after, limit+1)
	if err != nil {
		return PackPage{}, err
	}
	page := PackPage{Items: make([]Pack, 0, len(rows))}
	for i, p := range rows {
		if i == limit {
			page.Next = rows[i-1].PackRef
			break
		}
		page.Items = append(page.Items, Pack{
			Block: p.Block, Pack: p.Pack, State: p.State, Retailer: p.Retailer, At: p.At, Activated: p.Activated, Settled: p.Settled,
			Price: p.Price, Commission: p.Commission,
		})
	}
	return page, nil
}

var errBadLimit = shop.Sayf("bad_limit", "a page holds 1 to %d rows", "une page contient de 1 à %d lignes", shop.MaxPage)
