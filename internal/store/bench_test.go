package store

import (
	"context"
	"fmt"
	"testing"

	"tirage/ledger"
	"tirage/money"
	"tirage/retail"
)

const group = 1000 // sales in a transaction

// sales is a group of sales, each of another player, ready to be given numbers.
type sales struct {
	ask  Ask
	acts []Posted
	sold []Ticket
	made int64 // groups
}

const everywhere = BlockID("3002-00-0002")

func newSales() *sales {
	g := &sales{ask: Ask{Blocks: []BlockID{everywhere}, Keys: make([]ActKey, group)}, acts: make([]Posted, group), sold: make([]Ticket, group)}
	for i := range group {
		who := fmt.Sprintf("p%015d", i*7919%group)
		g.ask.Accounts = append(g.ask.Accounts, wallet(who))
		g.acts[i] = Posted{Answer: []byte(`["3002-00-0002-00001-07"]`), Act: ledger.Act{
			Kind: "buy", Actor: who, Role: "player", Origin: "0123456789abcdef", Subject: "3002-00-0002-00001-07",
			Transfers: []ledger.Transfer{{Debit: wallet(who), Credit: ledger.Of(ledger.Game, "3002"), Amount: 300}},
		}}
		g.sold[i] = Ticket{TicketRef: TicketRef{Block: everywhere}, Owner: PersonID(who), Price: 300}
	}
	return g
}

// next numbers the group for another transaction, without the cost of a chain of digests: that is its maker's.
func (g *sales) next(first int64) {
	for i := range group {
		n := g.made*group + int64(i)
		a, t := &g.acts[i], &g.sold[i]
		a.Act.Key, a.Act.At, a.Digest = fmt.Sprintf("%024d", n), n, [32]byte{byte(n), byte(n >> 8), byte(n >> 16)}
		g.ask.Keys[i] = ActKey{a.Act.Actor, a.Act.Key}
		t.Position, t.SoldAt, t.Seq, t.Digest = n, n, first+int64(i), a.Digest
	}
	g.made++
}

// richHouse is a house with a block without end and players with money.
func richHouse(b *testing.B, d database, g *sales) house {
	h := newHouse(b, d.fresh(b), Options{})
	must(b, h.write(b, func(ctx context.Context, tx *Tx) error { return tx.AddBlock(ctx, blockNamed(everywhere, 1<<40)) }))
	must(b, h.Commit(b.Context(), g.ask, func(f *Found) (*Written, error) {
		d := begin(f)
		for i := range g.acts {
			must(b, d.deposit(g.acts[i].Act.Actor, "", 1, 1<<40))
		}
		return &d.Written, nil
	}))
	return h
}

// BenchmarkCommit commits groups of sales, each an act, a transfer, a ticket and a balance.
func BenchmarkCommit(b *testing.B) {
	for _, d := range databases() {
		b.Run(d.name, func(b *testing.B) {
			g := newSales()
			h := richHouse(b, d, g)
			for b.Loop() {
				g.next(g.made*group + group + 1)
				must(b, h.Commit(b.Context(), g.ask, func(f *Found) (*Written, error) {
					w := &Written{Acts: g.acts, Sold: g.sold, Next: map[BlockID]int64{everywhere: f.Blocks[everywhere].Next + group}}
					w.Head = ledger.Head{Seq: f.Head.Seq + group, Digest: g.acts[group-1].Digest}
					w.Balances = make(map[ledger.Account]money.Cents, group)
					for a, c := range f.Balances {
						w.Balances[a] = c - 300
					}
					return w, nil
				}))
			}
			b.ReportMetric(float64(group*b.N)/b.Elapsed().Seconds(), "sales/s")
		})
	}
}

// BenchmarkRaw writes the same rows by the same statements, with nothing read, decided or checked, and no context to watch.
func BenchmarkRaw(b *testing.B) {
	for _, d := range databases() {
		b.Run(d.name, func(b *testing.B) {
			g := newSales()
			h := richHouse(b, d, g)
			var accounts []string
			amounts := make([]int64, group)
			for i := range g.acts {
				accounts = append(accounts, string(g.ask.Accounts[i]))
			}
			ctx := context.WithoutCancel(b.Context())
			for b.Loop() {
				first := g.made*group + group + 1
				g.next(first)
				for i := range amounts {
					amounts[i] = 1<<40 - g.made
				}
				tx, err := h.engine.bulk.begin(ctx, h.writer)
				must(b, err)
				must(b, tx.addActs("north", first, g.acts))
				must(b, tx.addTransfers("north", first, g.acts))
				must(b, tx.addTickets("north", g.sold))
				must(b, tx.setBalances(accounts, amounts))
				must(b, tx.send())
				must(b, tx.commit())
				tx.rollback()
			}
			b.ReportMetric(float64(group*b.N)/b.Elapsed().Seconds(), "sales/s")
		})
	}
}

// BenchmarkClaims reserves and pays groups of tickets, each in a transaction of its own: two acts, a transfer and a claim written twice for
// each ticket.
func BenchmarkClaims(b *testing.B) {
	for _, d := range databases() {
		b.Run(d.name, func(b *testing.B) {
			h := counterHouse(b, d.fresh(b), Options{})
			made := int64(0)
			for b.Loop() {
				ask := Ask{Issues: []IssueID{firstBlock.Issue()}, Retailers: []PersonID{"rita"}, Packs: []PackRef{{firstBlock, made / group}}}
				for i := range int64(group) {
					ask.Claims = append(ask.Claims, TicketRef{firstBlock, made + i*7919%group})
				}
				for _, state := range []retail.ClaimState{retail.Reserved, retail.Paid} {
					must(b, h.Commit(b.Context(), ask, func(f *Found) (*Written, error) {
						d := begin(f)
						for _, ref := range ask.Claims {
							must(b, d.claim(ref.Position, state, "rita", made))
						}
						return &d.Written, nil
					}))
				}
				made += group
			}
			b.ReportMetric(float64(made)/b.Elapsed().Seconds(), "claims/s")
		})
	}
}
