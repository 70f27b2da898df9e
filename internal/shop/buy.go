package shop

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"tirage/internal/store"
	"tirage/ledger"
	"tirage/money"
)

// MaxTickets is how many tickets one act buys at most.
const MaxTickets = 100

// Order is what a player wants to buy.
type Order struct {
	Game  string `json:"game"`
	Count int    `json:"count"`
	Play  bool   `json:"play"` // with play money, of specimen blocks
}

// Purchase is what was bought: tickets that are the player's from now on, whatever they show.
type Purchase struct {
	Tickets []string    `json:"tickets"` // serials, in order of position
	Total   money.Cents `json:"total"`
	Balance money.Cents `json:"balance"` // after it
}

// Buy sells the next tickets of a game. It refuses with ErrRole, ErrKeyMissing, bad_count, ErrUnknownGame, ErrKeyReused, ErrSoldOut, ErrNotInForce,
// ErrKeeperAway or ErrFunds, as buyElsewhere does where a wallet holds the money, and then sells none.
func (s *Shop) Buy(ctx context.Context, by By, key string, o Order) (Purchase, error) {
	if err := by.may(Player); err != nil {
		return Purchase{}, err
	}
	a, err := by.keyed("buy", key, o.Game, o.Count, o.Play)
	if err != nil {
		return Purchase{}, err
	}
	if o.Count < 1 || o.Count > MaxTickets {
		return Purchase{}, bad("bad_count", "one act buys 1 to %d tickets", "un acte achète de 1 à %d billets", MaxTickets)
	}
	sale := &sale{shop: s, by: by, order: o, act: a}
	if sale.blocks, sale.refused = s.forSale(ctx, o); errors.Is(sale.refused, ErrUnknownGame) {
		return Purchase{}, ErrUnknownGame
	}
	if s.elsewhere(o.Play) {
		p, err := s.buyElsewhere(ctx, sale)
		if err == nil {
			s.wakeTeller()
		}
		return p, err
	}
	account := by.account(o.Play)
	var p Purchase // the writer's until it answers
	err = s.do(ctx, &task{
		person: by.Person,
		ask: func(ask *store.Ask) {
			ask.Keys = append(ask.Keys, store.ActKey{Actor: a.Actor, Key: a.Key})
			ask.Accounts = append(ask.Accounts, account)
			ask.Blocks = append(ask.Blocks, sale.blocks...)
		},
		decide: func(b *Batch) error {
			p = Purchase{}
			if done, err := b.Again(a, &p); done {
				return err
			}
			return sale.decide(b, account, &p)
		},
	})
	if err != nil {
		return Purchase{}, err
	}
	s.wakeTeller()
	return p, nil
}

// fewBlocks is from how many blocks one act takes tickets at most.
const fewBlocks = 3

// forSale finds the blocks from which an order is filled: the first ones on sale that the keeper may be told of. It refuses with
// ErrUnknownGame, ErrSoldOut, ErrNotInForce or ErrKeeperAway: unless it was filled before, under its key.
func (s *Shop) forSale(ctx context.Context, o Order) (blocks []store.BlockID, refused error) {
	all := s.catalog.candidates(o.Game, o.Play)
	if len(all) == 0 {
		if s.knows(o.Game, o.Play) {
			return nil, ErrSoldOut
		}
		return nil, ErrUnknownGame
	}
	refused = ErrNotInForce
	now := s.now().UnixMicro()
	for _, id := range all {
		if opened := s.catalog.shelf(id); opened == nil || !opened.stock.Plan.Game.InForce.Holds(now) {
			continue
		}
		refused = ErrKeeperAway
		at := s.told.get(id)
		if !at.met() && len(blocks) == 0 {
			at = s.awaitMeeting(ctx, id)
		}
		if s.mayBeSold(at) != nil {
			continue
		}
		if blocks = append(blocks, id); len(blocks) == fewBlocks {
			break
		}
	}
	if len(blocks) > 0 {
		refused = nil
	}
	return blocks, refused
}

// knows tells whether the house has blocks of a game, sold out or not.
func (s *Shop) knows(game string, play bool) bool {
	for _, row := range s.catalog.rows() {
		if opened := s.catalog.shelf(row.ID); opened != nil && row.Play == play && opened.stock.Manifest.Game == game {
			return true
		}
	}
	return false
}

// sale is a purchase being decided.
type sale struct {
	shop    *Shop
	by      By
	order   Order
	act     *ledger.Act
	blocks  []store.BlockID
	refused error
	bet     *bet // that pays for it; nil where the house holds the money
}

// span is a run of positions of one block.
type span struct {
	block      *store.Block
	first, end int64
}

func (s *sale) decide(b *Batch, account ledger.Account, p *Purchase) error {
	if s.refused != nil {
		return s.refused
	}
	spans, ok := s.take(b)
	if !ok {
		return ErrSoldOut
	}
	a := *s.act
	var subject strings.Builder
	for i, span := range spans {
		if i > 0 {
			subject.WriteByte(' ')
		}
		fmt.Fprintf(&subject, "%s:%d-%d", span.block.ID, span.first, span.end-1)
		cost, err := span.block.Price.Mul(span.end - span.first)
		if err != nil {
			return err
		}
		a.Transfers = append(a.Transfers, ledger.Transfer{Debit: account, Credit: playing(ledger.Of(ledger.Game, span.block.Game), s.order.Play), Amount: cost})
		p.Total += cost
		if err := s.serials(span, p); err != nil {
			return err
		}
	}
	a.Subject = subject.String()
	p.Balance = b.books.Balance(account) - p.Total
	if s.bet != nil {
		if err := s.bet.fits(&a, p); err != nil {
			return err
		}
	}
	digest, err := b.Post(&a, p)
	if err != nil {
		return err
	}
	for _, span := range spans {
		for pos := span.first; pos < span.end; pos++ {
			b.out.Sold = append(b.out.Sold, store.Ticket{
				TicketRef: store.TicketRef{Block: span.block.ID, Position: pos}, Owner: s.by.Person, Play: s.order.Play, Price: span.block.Price,
				SoldAt: b.at, Seq: b.head.Seq, Digest: digest,
			})
		}
		b.out.Next[span.block.ID] = span.end
	}
	return nil
}

// take finds the next positions, in order, over as many blocks as it takes.
func (s *sale) take(b *Batch) (spans []span, ok bool) {
	want := int64(s.order.Count)
	for _, id := range s.blocks {
		block, found := b.found.Blocks[id]
		if !found || block.State != store.OnSale {
			continue
		}
		next := b.next(&block)
		if n := min(want, block.OnlineEnd-next); n > 0 {
			spans = append(spans, span{&block, next, next + n})
			want -= n
		}
		if want == 0 {
			return spans, true
		}
	}
	return nil, false
}

func (s *sale) serials(of span, p *Purchase) error {
	opened := s.shop.catalog.shelf(of.block.ID)
	for pos := of.first; pos < of.end; pos++ {
		serial, err := opened.stock.Manifest.Block.Serial(int(pos))
		if err != nil {
			return err
		}
		p.Tickets = append(p.Tickets, serial.String())
	}
	return nil
}
