package counter

import (
	"cmp"
	"context"
	"math/big"
	"slices"

	"tirage/internal/shop"
	"tirage/internal/store"
	"tirage/money"
	"tirage/retail"
)

// LotLeft is a row of a prize table and what became of it.
type LotLeft struct {
	Lot    int         `json:"lot"`
	Amount money.Cents `json:"amount"`
	Count  int64       `json:"count"` // printed
	Paid   int64       `json:"paid"`
	Left   int64       `json:"left"` // not paid: on tickets unsold, unopened or not claimed. Which ones, nobody knows
}

// Returns is how a block, or the blocks of an issue together, stand since their beginning.
type Returns struct {
	Issue store.IssueID `json:"issue"`
	Block store.BlockID `json:"block,omitempty"` // "" for all of the issue
	Play  bool          `json:"play"`
	State string        `json:"state"` // of the block; for an issue its own, "" before its opening notice

	Stakes      money.Cents `json:"stakes"`      // of all tickets, sold or not
	Prizes      money.Cents `json:"prizes"`      // of all tickets
	Theoretical string      `json:"theoretical"` // return, an exact fraction: prizes / stakes, "13/20"
	Sold        money.Cents `json:"sold"`
	Paid        money.Cents `json:"paid"`
	Actual      string      `json:"actual"` // return, an exact fraction: paid / sold; "" while nothing is sold
	Refunded    money.Cents `json:"refunded"`
	Commission  money.Cents `json:"commission"`

	// Expected is what is still to be paid on tickets that are sold, if they win as the table says: sold × theoretical return, less what was
	// paid, rounded down. It is an expectation: below zero where more was won than that. Nothing once claims have lapsed.
	Expected money.Cents `json:"expected_liability"`

	Packs map[retail.PackState]int64 `json:"packs,omitempty"` // that have left the press, by state
	Lots  []LotLeft                  `json:"lots,omitempty"`  // of a block
}

// Returns shows how every block stands that was not destroyed, and every issue: blocks by ID, each issue before its blocks, money before play money. It refuses
// with ErrRole, or ErrUnknownBlock where the files of a block cannot be read here.
func (c *Counter) Returns(ctx context.Context, by shop.By) ([]Returns, error) {
	if err := by.May(shop.Operator, shop.Auditor, shop.Administrator); err != nil {
		return nil, err
	}
	list := []Returns{}
	err := c.store.View(ctx, func(ctx context.Context, v *store.View) error {
		r := reporting{by: By{Block: true}, sums: map[Part]*Figures{}}
		if err := r.read(ctx, v, 0, 0); err != nil {
			return err
		}
		issues, err := issuesOf(ctx, v)
		if err != nil {
			return err
		}
		packs, err := v.PackCounts(ctx)
		if err != nil {
			return err
		}
		blocks, err := v.Blocks(ctx)
		if err != nil {
			return err
		}
		slices.SortFunc(blocks, func(a, b store.Block) int {
			return cmp.Or(cmp.Compare(a.ID.Issue(), b.ID.Issue()), boolean(a.Play)-boolean(b.Play), cmp.Compare(a.ID, b.ID))
		})
		head := -1 // where the issue stands in the list
		for i := range blocks {
			b := &blocks[i]
			if b.State == store.Destroyed {
				continue
			}
			block, err := c.returns(ctx, v, b, r.sums[Part{Block: b.ID, Play: b.Play}])
			if err != nil {
				return err
			}
			for _, n := range packs {
				if n.Block == b.ID {
					block.Packs[n.State] += n.Packs
				}
			}
			if head < 0 || list[head].Issue != block.Issue || list[head].Play != block.Play {
				head = len(list)
				list = append(list, Returns{Issue: block.Issue, Play: block.Play, State: string(issues[block.Issue].State), Packs: map[retail.PackState]int64{}})
			}
			list[head].join(&block)
			list = append(list, block)
		}
		for i := range list {
			list[i].conclude(issues[list[i].Issue].State == retail.Lapsed)
		}
		return nil
	})
	return list, err
}

func issuesOf(ctx context.Context, v *store.View) (map[store.IssueID]store.Issue, error) {
	rows, err := v.Issues(ctx)
	issues := make(map[store.IssueID]store.Issue, len(rows))
	for _, i := range rows {
		issues[i.ID] = i
	}
	return issues, err
}

// returns is how a block stands, but for what conclude works out.
func (c *Counter) returns(ctx context.Context, v *store.View, b *store.Block, f *Figures) (Returns, error) {
	stock, _, err := c.shop.Stock(b.ID)
	if err != nil {
		return Returns{}, err
	}
	r := Returns{Issue: b.ID.Issue(), Block: b.ID, Play: b.Play, State: b.State, Packs: map[retail.PackState]int64{}}
	if r.Stakes, err = b.Price.Mul(int64(stock.Manifest.Block.Tickets)); err != nil {
		return Returns{}, err
	}
	counts, err := v.Lots(ctx, b.ID)
	if err != nil {
		return Returns{}, err
	}
	paid := map[int64]int64{}
	for _, n := range counts {
		paid[n.Lot] = n.Paid
	}
	for i, lot := range stock.Plan.Game.Table.Lots {
		n := paid[int64(i+1)]
		r.Lots = append(r.Lots, LotLeft{Lot: i + 1, Amount: lot.Amount, Count: lot.Count, Paid: n, Left: lot.Count - n})
		prizes, err := lot.Amount.Mul(lot.Count)
		if err != nil {
			return Returns{}, err
		}
		r.Prizes += prizes
	}
	if f != nil {
		r.Sold, r.Paid = f.OnlineSold+f.PacksSold, f.OnlinePaid+f.CounterPaid
		r.Refunded, r.Commission = f.Refunded, f.Commission
	}
	return r, nil
}

// join adds a block to its issue.
func (r *Returns) join(b *Returns) {
	r.Stakes, r.Prizes, r.Sold, r.Paid = r.Stakes+b.Stakes, r.Prizes+b.Prizes, r.Sold+b.Sold, r.Paid+b.Paid
	r.Refunded, r.Commission = r.Refunded+b.Refunded, r.Commission+b.Commission
	for state, n := range b.Packs {
		r.Packs[state] += n
	}
}

// conclude works out the fractions.
func (r *Returns) conclude(lapsed bool) {
	theoretical := big.NewRat(int64(r.Prizes), max(1, int64(r.Stakes)))
	r.Theoretical = theoretical.RatString()
	if r.Sold > 0 {
		r.Actual = big.NewRat(int64(r.Paid), int64(r.Sold)).RatString()
	}
	if lapsed {
		return
	}
	won := new(big.Rat).Mul(theoretical, new(big.Rat).SetInt64(int64(r.Sold)))
	whole := new(big.Int).Div(won.Num(), won.Denom()) // rounded down: nothing here is below zero
	r.Expected = money.Cents(whole.Int64()) - r.Paid
}
