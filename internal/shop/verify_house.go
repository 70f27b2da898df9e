package shop

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"tirage/internal/store"
	"tirage/money"
)

// blockActs is what the acts say of a block.
type blockActs struct {
	registered, destroyed int         // by how many acts of two persons
	manifest              string      // that was registered: its digest, 64 hexadecimal digits
	why                   string      // it was destroyed
	sold, first, end      int64       // how many tickets, and from where to where
	price                 money.Cents // of those sold
	play                  bool        // for play money, those sold
}

func (h *held) block(id store.BlockID) *blockActs {
	b := h.blocks[id]
	if b == nil {
		b = &blockActs{}
		h.blocks[id] = b
	}
	return b
}

// sell counts what a purchase sold of the block.
func (b *blockActs) sell(h *held, r *store.Recorded, s run, price money.Cents, play bool) {
	switch {
	case b.sold == 0:
		b.first, b.end, b.price, b.play = s.first, s.end, price, play
	case price != b.price || play != b.play:
		h.at(BlockDiffers, r, "tickets of block %s are sold for %d, others were for %d, or for the other kind of money", s.id, price, b.price)
	}
	b.first, b.end = min(b.first, s.first), max(b.end, s.end)
	b.sold += s.end - s.first
}

// approved learns what two persons had done with a block: "register_block 3002-00-0001 manifest …: the reason".
func (h *held) approved(r *store.Recorded) {
	words := strings.Fields(r.Act.Note)
	if len(words) < 2 {
		return
	}
	id := store.BlockID(strings.TrimSuffix(words[1], ":"))
	h.decidedLive(r, words[0], string(id))
	switch Kind(words[0]) {
	case RegisterBlock:
		b := h.block(id)
		b.registered++
		if len(words) > 3 && words[2] == "manifest" {
			b.manifest = strings.TrimSuffix(words[3], ":")
		}
	case DestroyBlock:
		b := h.block(id)
		b.destroyed++
		b.why = r.Act.Note
	case CloseIssue:
		h.issueClosed(r, store.IssueID(id))
	case PayFile:
		h.claimed(r)
		h.fileDecided(r)
	case RefundTicket, LiftOpposition:
		h.claimed(r)
	case RestorePack:
		h.packsRestored(r, words)
	case PublishSeeds:
		h.seedsPublished(r, id, words)
	case ReconstructTicket, AdjustAccount, ChangeGame, StaffAccount, StaffPassword: // of no block
	}
}

// blockRows compares the blocks.
func (h *held) blockRows(ctx context.Context, v *store.View) error {
	rows, err := v.Blocks(ctx)
	if err != nil {
		return err
	}
	destroyed, err := v.Destroyed(ctx)
	if err != nil {
		return err
	}
	for i := range rows {
		b := &rows[i]
		said := h.blocks[b.ID]
		delete(h.blocks, b.ID)
		if said == nil {
			said = &blockActs{}
		}
		if said.sold == 0 {
			said.first, said.end, said.price, said.play = b.First, b.First, b.Price, b.Play
		}
		gone, noted := destroyed[b.ID]
		delete(destroyed, b.ID)
		switch {
		case said.registered+said.destroyed == 0:
			h.find(BlockDiffers, "block %s: no act of two persons registered it", b.ID)
		case said.registered > 1 || said.destroyed > 1:
			h.find(BlockDiffers, "block %s: %d acts registered it, %d destroyed it", b.ID, said.registered, said.destroyed)
		case said.registered == 1 && said.manifest != fmt.Sprintf("%x", b.Manifest):
			h.find(BlockDiffers, "block %s: its manifest is %x, registered was %s", b.ID, b.Manifest, said.manifest)
		case (b.State == store.Destroyed) != (said.destroyed == 1) || b.State != store.Destroyed && b.State != stateBy(h.issues[b.ID.Issue()]):
			h.find(BlockDiffers, "block %s: it is %s, %d acts destroyed it, its issue was closed: %v", b.ID, b.State, said.destroyed, h.issues[b.ID.Issue()])
		case noted != (said.destroyed == 1) || noted && gone.Reason != said.why:
			h.find(BlockDiffers, "block %s: why it was destroyed is not what the act says", b.ID)
		}
		if said.first != b.First || said.end != b.Next || said.sold != b.Sold() {
			h.find(BlockDiffers, "block %s: positions %d to %d are sold by its row, %d of %d to %d by acts", b.ID, b.First, b.Next-1, said.sold, said.first, said.end-1)
		}
		if said.price != b.Price || said.play != b.Play {
			h.find(BlockDiffers, "block %s: its price is %d, its tickets cost %d, or it is for the other kind of money", b.ID, b.Price, said.price)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(h.blocks)) {
		h.find(BlockDiffers, "block %s: acts registered it or sold its tickets, and it is not there", id)
	}
	for _, id := range slices.Sorted(maps.Keys(destroyed)) {
		h.find(BlockDiffers, "block %s: it was destroyed, and is not there", id)
	}
	return nil
}

// stateBy is the state of a block that was not destroyed.
func stateBy(closed bool) string {
	if closed {
		return store.Closed
	}
	return store.OnSale
}

// proposalActs are the acts about a proposal.
type proposalActs struct{ proposed, decided []store.Recorded }

func (h *held) proposal(id string) *proposalActs {
	p := h.proposals[id]
	if p == nil {
		p = &proposalActs{}
		h.proposals[id] = p
	}
	return p
}

// proposalRows compares the proposals.
func (h *held) proposalRows(ctx context.Context, v *store.View) error {
	for after := (store.Cursor{}); ; {
		rows, err := v.Proposals(ctx, "", after, pageOfRows)
		if err != nil {
			return err
		}
		for i := range rows {
			row := &rows[i]
			after = row.Cursor()
			said := h.proposal(row.ID)
			delete(h.proposals, row.ID)
			if wrong := said.differ(row); wrong != "" {
				h.find(ProposalDiffers, "proposal %s: %s", row.ID, wrong)
			}
		}
		if len(rows) < pageOfRows {
			break
		}
	}
	for _, id := range slices.Sorted(maps.Keys(h.proposals)) {
		h.find(ProposalDiffers, "proposal %s: acts propose or decide it, and it is not there", id)
	}
	return nil
}

// differ says in what a proposal's row differs from the acts, "" if in nothing.
func (p *proposalActs) differ(row *store.Proposal) string {
	if len(p.proposed) != 1 {
		return fmt.Sprintf("%d acts propose it", len(p.proposed))
	}
	a := &p.proposed[0].Act
	what, rightly := strings.CutSuffix(a.Note, ": "+row.Reason)
	switch {
	case a.Actor != string(row.Proposer):
		return fmt.Sprintf("it is %s's by its row, %s's by its act", row.Proposer, a.Actor)
	case !rightly || !strings.HasPrefix(what, row.Kind+" "):
		return fmt.Sprintf("its kind or its reason is not what was proposed: %.200q", a.Note)
	case a.Request != proposed(row):
		return "its body is not what was proposed"
	}
	if row.State == store.Pending && len(p.decided) == 0 && row.Decider == "" && row.Decided == 0 && row.Note == "" {
		return ""
	}
	if len(p.decided) != 1 {
		return fmt.Sprintf("it is %s, %d acts decide it", row.State, len(p.decided))
	}
	d := &p.decided[0].Act
	state, note := Rejected, row.Note
	if d.Kind == "approve" {
		state, note = Approved, what+": "+row.Note
	}
	switch {
	case d.Actor == a.Actor:
		return "who proposed it decided it"
	case row.State != state || d.Actor != string(row.Decider):
		return fmt.Sprintf("it is %s by %s, by its act %s by %s", row.State, row.Decider, state, d.Actor)
	case !strings.HasPrefix(d.Note, note):
		return fmt.Sprintf("what was decided is not what was proposed, or the decider's words are others: %.200q", d.Note)
	}
	return ""
}
