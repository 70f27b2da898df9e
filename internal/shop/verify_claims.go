package shop

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"tirage/internal/store"
	"tirage/ledger"
	"tirage/money"
	"tirage/retail"
)

// All acts about a ticket at the counter are one chain: each names the one before it. It does not follow the journals, since every node may
// have to do with the ticket; and one may be read before those that it comes after. So runs of acts are kept that follow each other, and
// put together when all were read.

// claimRun is a run of acts about a ticket.
type claimRun struct {
	after place     // the act before its first; zero if there is none
	first claimStep // its first act
	last  place     // its last act, and
	step  claimStep // what that did
	row   uint64    // digest of what the ticket's claim must say then
	more  *claimRun // another run of acts about the ticket
}

// claimStep is what an act does to a claim.
type claimStep struct {
	kind string // of the act, or of what two persons decided
	to   retail.ClaimState
	same uint64 // digest of reservation or file, and of what was claimed
}

// paperActs is what acts say of the paper tickets of a block together.
type paperActs struct {
	money  [2]bool     // whether any was paid or made good in money, in play money
	refund money.Cents // what was given back for a misprint
}

func (h *held) paperOf(id store.BlockID) *paperActs {
	p := h.paper[id]
	if p == nil {
		p = &paperActs{}
		h.paper[id] = p
	}
	return p
}

// claimed learns of an act about paper tickets: what it makes of their claims, and what it pays for.
func (h *held) claimed(r *store.Recorded) {
	a := &r.Act
	kind := a.Kind
	if kind == "approve" {
		kind, _, _ = strings.Cut(a.Note, " ")
	}
	claims := claimsOf(a.Note)
	if len(claims) == 0 || len(claims) > 1 && kind != ActMisprint {
		h.at(ClaimDiffers, r, "it does not say what becomes of which ticket: %.200q", a.Note)
		return
	}
	h.paid(r, kind, &claims[0].Claim)
	for i := range claims {
		c := &claims[i]
		c.By, c.At, c.Journal, c.Seq = store.PersonID(a.Actor), a.At, h.word(r.Journal), r.Seq
		if c.after.seq != 0 && c.after.journal == "" {
			c.after.journal = r.Journal
		}
		c.after.journal, c.Block, c.State = h.word(c.after.journal), store.BlockID(h.word(string(c.Block))), retail.ClaimState(h.word(string(c.State)))
		h.step(r, h.word(kind), c)
	}
}

// word keeps one copy of a text of which there are few, so that nothing longer is kept for it.
func (h *held) word(text string) string {
	kept, ok := h.words[text]
	if !ok {
		kept = strings.Clone(text)
		h.words[kept] = kept
	}
	return kept
}

// final tells of which states a claim never leaves.
func final(s retail.ClaimState) bool {
	return s == retail.Paid || s == retail.Refunded || s == retail.Exchanged
}

// step adds an act to the run that it follows.
func (h *held) step(r *store.Recorded, kind string, c *claimed) {
	step := claimStep{kind, c.State, mark(h, sameClaim{c.Reference, c.Lot, c.Composition, c.Amount})}
	here := place{c.Journal, c.Seq}
	var run *claimRun
	for n := h.claims[c.TicketRef]; n != nil; n = n.more {
		if final(n.step.to) && final(c.State) {
			h.at(PaidTwice, r, "ticket %s:%d was paid, refunded or exchanged before, by act %d of journal %q", c.Block, c.Position, n.last.seq, n.last.journal)
		}
		if n.last == c.after && c.after.seq != 0 {
			run = n
		}
	}
	if run == nil {
		run = &claimRun{after: c.after, first: step, more: h.claims[c.TicketRef]}
		h.claims[c.TicketRef] = run
	} else if !step.follows(run.step) {
		h.at(ClaimDiffers, r, "ticket %s:%d: %s is no act that may follow %s, after which the ticket was %q", c.Block, c.Position, kind, run.step.kind, run.step.to)
	}
	run.last, run.step, run.row = here, step, mark(h, c.Claim)
	if c.State == retail.Paid {
		at := store.LotRef{Block: c.Block, Lot: c.Lot}
		n := h.lots[at]
		n.Lot = c.Lot
		n.Paid++
		h.lots[at] = n
	}
}

// sameClaim is what stays the same from a reservation to its payment, and as long as a file is open.
type sameClaim struct {
	reference        string
	lot, composition int64
	amount           money.Cents
}

// follows tells whether the act may come after another one about the ticket; after none, if that is zero.
func (s claimStep) follows(was claimStep) bool {
	fresh := was.to == "" || was.to == retail.Free || was.to == retail.Reserved // nothing stands against it
	switch [2]string{s.kind, string(s.to)} {
	case [2]string{ActReserve, string(retail.Reserved)}, [2]string{ActOpenFile, string(retail.Filed)}, [2]string{ActMisprint, string(retail.Refunded)},
		[2]string{ActMisprint, string(retail.Exchanged)}, [2]string{string(RefundTicket), string(retail.Refunded)}:
		return fresh
	case [2]string{ActMisprint, string(retail.Free)}: // given in exchange
		return was.to == ""
	case [2]string{ActPay, string(retail.Paid)}:
		return was.to == retail.Reserved && was.same == s.same
	case [2]string{ActCancel, string(retail.Free)}:
		return was.to == retail.Reserved
	case [2]string{ActOppose, string(retail.Opposed)}:
		return fresh || was.to == retail.Filed && was.same == s.same
	case [2]string{string(LiftOpposition), string(retail.Free)}, [2]string{string(PayFile), string(retail.Opposed)}:
		return was.to == retail.Opposed
	case [2]string{string(LiftOpposition), string(retail.Filed)}:
		return was.to == retail.Opposed && was.same == s.same
	case [2]string{string(PayFile), string(retail.Paid)}:
		return was.to == retail.Filed && was.same == s.same
	case [2]string{string(PayFile), string(retail.Free)}:
		return was.to == retail.Filed
	}
	return false
}

// paid looks at what an act about a ticket pays, and when.
func (h *held) paid(r *store.Recorded, kind string, c *store.Claim) {
	a := &r.Act
	switch kind {
	case ActReserve, ActPay, ActMisprint, ActOpenFile, string(RefundTicket):
		id := c.Block.Issue()
		h.counter.claimed[id] = max(h.counter.claimed[id], a.At)
		if kind == ActPay && a.At >= c.Expires {
			h.at(ClaimDiffers, r, "ticket %s:%d is paid when its reservation is over", c.Block, c.Position)
		}
	}
	if !final(c.State) {
		if len(a.Transfers) > 0 {
			h.at(ClaimDiffers, r, "ticket %s:%d becomes %s, and money moves", c.Block, c.Position, c.State)
		}
		return
	}
	if len(a.Transfers) != 1 || a.Transfers[0].Amount != c.Amount || len(c.Block) < 4 {
		h.at(ClaimDiffers, r, "ticket %s:%d becomes %s for %d, and that is not what is paid", c.Block, c.Position, c.State, c.Amount)
		return
	}
	paid, play := &a.Transfers[0], a.Transfers[0].Debit.IsPlay()
	to := ledger.Of(ledger.Cash, "centre")
	switch {
	case kind == string(PayFile):
		to = ledger.Of(ledger.Cash, "transfer")
	case a.Role == string(Retailer):
		to = ledger.Of(ledger.Retailer, a.Actor)
	}
	if paid.Debit != playing(ledger.Of(ledger.Game, string(c.Block[:4])), play) || paid.Credit != playing(to, play) {
		h.at(OwnerDiffers, r, "%s pays ticket %s:%d from %s to %s", a.Actor, c.Block, c.Position, paid.Debit, paid.Credit)
	}
	p := h.paperOf(c.Block)
	p.money[b2i(play)] = true
	if c.State != retail.Paid {
		if p.refund != 0 && p.refund != c.Amount {
			h.at(ClaimDiffers, r, "ticket %s:%d is %s for %d, another of the block for %d", c.Block, c.Position, c.State, c.Amount, p.refund)
		}
		p.refund = c.Amount
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// joined puts the runs of a ticket together. It gives nil for acts that are not one chain.
func (run *claimRun) joined() *claimRun {
	runs := map[place]*claimRun{} // by the act that they come after
	for n := run; n != nil; n = n.more {
		if runs[n.after] != nil {
			return nil
		}
		runs[n.after] = n
	}
	whole := runs[place{}]
	if whole == nil || !whole.first.follows(claimStep{}) {
		return nil
	}
	for delete(runs, place{}); len(runs) > 0; {
		next := runs[whole.last]
		if next == nil || !next.first.follows(whole.step) {
			return nil
		}
		delete(runs, whole.last)
		whole = next
	}
	return whole
}

// claimRows compares the claims.
func (h *held) claimRows(ctx context.Context, v *store.View) error {
	for after := (store.TicketRef{}); ; {
		rows, err := v.Claims(ctx, after, pageOfRows)
		if err != nil {
			return err
		}
		for i := range rows {
			h.claimRow(&rows[i])
			after = rows[i].TicketRef
		}
		if len(rows) < pageOfRows {
			break
		}
	}
	refs := make([]store.TicketRef, 0, len(h.claims))
	for ref := range h.claims {
		refs = append(refs, ref)
	}
	slices.SortFunc(refs, func(a, b store.TicketRef) int {
		return slices.Compare([]string{string(a.Block), fmt.Sprintf("%19d", a.Position)}, []string{string(b.Block), fmt.Sprintf("%19d", b.Position)})
	})
	for _, ref := range refs {
		h.find(ClaimDiffers, "ticket %s:%d was claimed, and no row says so", ref.Block, ref.Position)
	}
	h.claims = nil // all was compared
	return h.paperRows(ctx, v)
}

func (h *held) claimRow(c *store.Claim) {
	run := h.claims[c.TicketRef]
	delete(h.claims, c.TicketRef)
	if run == nil {
		h.find(ClaimDiffers, "ticket %s:%d: its row says that it is %s, and no act is about it", c.Block, c.Position, c.State)
		return
	}
	whole := run.joined()
	switch {
	case whole == nil:
		h.find(ClaimDiffers, "ticket %s:%d: the acts about it are not one chain, from an unclaimed ticket on", c.Block, c.Position)
	case whole.last != place{c.Journal, c.Seq}:
		h.find(ClaimDiffers, "ticket %s:%d: its row is of act %d of journal %q, the last about it is act %d of journal %q", c.Block, c.Position, c.Seq, c.Journal, whole.last.seq, whole.last.journal)
	case whole.row != mark(h, *c):
		h.find(ClaimDiffers, "ticket %s:%d: its row says that it is %s for %d, by %s, and something of that row is not as act %d of journal %q has it: who, when, lot, composition, amount, reference, end or link",
			c.Block, c.Position, c.State, c.Amount, c.By, c.Seq, c.Journal)
	}
}

// paperRows compares what was paid for tickets of a block with the block.
func (h *held) paperRows(ctx context.Context, v *store.View) error {
	blocks, err := v.Blocks(ctx)
	if err != nil {
		return err
	}
	for i := range blocks {
		b := &blocks[i]
		p := h.paper[b.ID]
		if p == nil {
			continue
		}
		if p.money[b2i(!b.Play)] {
			h.find(ClaimDiffers, "block %s: its tickets are paid at the counter in the other kind of money", b.ID)
		}
		if p.refund != 0 && p.refund != b.Price {
			h.find(ClaimDiffers, "block %s: misprints are made good for %d, its price is %d", b.ID, p.refund, b.Price)
		}
	}
	return nil
}
